"""The options of agents as they are typed: their names, and the values that their texts stand for.

Every reader raises C4Error, one sentence that shows the whole text of the agent, for a text that has no such value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from math import isfinite
from typing import Any, NamedTuple

from c4 import evaluators, models
from c4.agents import AGENTS, is_program
from c4.engine.ingredients import INGREDIENTS, read_switch
from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.text import read_digits
from c4.tree.selection import Selection

OPTIONS = ("depth", "evaluator", "model", "order", "seed", "time_ms", "nodes")
"""The options of all agents, by the names of their fields in Limits; "order" is `move_order`."""

EFFORT_OPTIONS = frozenset({"depth", "time_ms", "nodes", "simulations"})
"""How much an agent searches.  A text that gives one of these replaces all defaults of the group."""

EVALUATOR_OPTIONS = frozenset({"evaluator", "model"})
"""What values positions.  A text that gives one of these replaces both defaults."""

SELECTION_OPTIONS = tuple(field.name for field in fields(Selection))
"""The options of Monte-Carlo tree search that are fields of its `selection`."""

SAMPLING_OPTIONS = ("simulations", *SELECTION_OPTIONS)
"""All options of Monte-Carlo tree search."""

COMMA_BEFORE_AN_OPTION = rf",(?=(?:{'|'.join(OPTIONS)})=)"
"""Where the command of a program ends and its options are separated."""

FILE_AND_OPTIONS = r"(?P<name>(?:[A-Za-z]:[\\/])?[^:=]*\.py)(?::(?P<options>.*))?"
"""A Python file, whose path may begin with a drive (C:\\), and its options."""


class GivenOptions(NamedTuple):
    """The options that a text gives: values by the names of the fields of Limits, SearchOptions and Selection."""

    limits: dict[str, Any]
    ingredients: dict[str, bool]
    selection: dict[str, Any]


def options_of(name: str) -> tuple[str, ...]:
    """The options that may follow the name of an agent."""
    names: tuple[str, ...] = OPTIONS
    entry = AGENTS.get(name)
    if entry is not None and entry.deepens:
        names += INGREDIENTS
    if entry is not None and entry.samples:
        names += SAMPLING_OPTIONS
    return names


def split(text: str) -> tuple[str, list[str]]:
    """The name of an agent and its options.  A program's command is part of its name: program:./solver -x,time_ms=50.

    A comma belongs to the command unless options follow it.
    """
    text = text.strip()
    if is_program(text):
        name, *options = re.split(COMMA_BEFORE_AN_OPTION, text)
        return name, options
    file = re.fullmatch(FILE_AND_OPTIONS, text)
    if file is not None:
        name = file["name"]
        rest = file["options"]
    else:
        name, colon, after_colon = text.partition(":")
        rest = after_colon if colon else None
    if rest is None:
        return name, []
    return name, rest.split(",")


def read_options(name: str, options: list[str], text: str, typed_by_user: bool) -> GivenOptions:
    """The values of an agent's options, each OPTION=VALUE; `typed_by_user` as for `parse_agent`."""
    given = GivenOptions({}, {}, {})
    samples = AGENTS[name].samples
    for option in options:
        key, value = _key_and_value(option, text)
        ingredient = key.replace("-", "_")
        if ingredient in INGREDIENTS:
            _put_once(given.ingredients, ingredient, _read_ingredient(name, key, value, text), text)
        elif samples and key in SELECTION_OPTIONS:
            _put_once(given.selection, key, _read_selection(key, value, text), text)
        elif samples and key == "simulations":
            _put_once(given.limits, key, _read_count(key, value, 1, text), text)
        elif key in OPTIONS:
            if typed_by_user and key == "evaluator":
                evaluators.allow(value)
            _put_once(given.limits, key, _read_limit(key, value, text), text)
        else:
            raise C4Error(f"unknown option {key!r} in {text!r}: choose {', '.join(options_of(name))}")
    if "order" in given.limits:
        given.limits["move_order"] = given.limits.pop("order")
    return given


def _key_and_value(option: str, text: str) -> tuple[str, str]:
    """The two sides of OPTION=VALUE."""
    key, equals, value = option.partition("=")
    if not equals or not value:
        raise C4Error(f"{option!r} in {text!r} is not OPTION=VALUE: an agent is written NAME:OPTION=VALUE,OPTION=VALUE")
    return key, value


def _put_once(values: dict[str, Any], key: str, value: Any, text: str) -> None:
    """Stores the value of an option.  Raises C4Error if it has one already."""
    if key in values:
        raise C4Error(f"the option {key} is given twice in {text!r}")
    values[key] = value


def _read_ingredient(name: str, key: str, value: str, text: str) -> bool:
    """Whether an ingredient of the engine is on."""
    if not AGENTS[name].deepens:
        raise C4Error(f"{name} has no ingredients to switch, such as {key} in {text!r}: only the engine has")
    _, is_on = read_switch(key, value, repr(text))
    return is_on


def _read_selection(key: str, value: str, text: str) -> Any:
    """The value of a field of Selection."""
    if key in ("wins", "proofs"):
        if value not in ("on", "off"):
            raise C4Error(f"{key} in {text!r} must be on or off, not {value!r}")
        return value == "on"
    if key in ("exploration", "temperature"):
        number = _number(value)
        if number is None:
            raise C4Error(f"{key} in {text!r} must be a number, not {value!r}")
        return number
    return _read_count(key, value, 0, text)


def _read_count(key: str, value: str, least: int, text: str) -> int:
    """A whole number from `least`."""
    count = read_digits(value)
    if count is None or count < least:
        raise C4Error(f"{key} in {text!r} must be a whole number from {least}, not {value!r}")
    return count


def _read_limit(key: str, value: str, text: str) -> Any:
    """The value of one of OPTIONS."""
    if key == "evaluator":
        return evaluators.check_name(value, f" in {text!r}")
    if key == "model":
        if not models.find(value).exists():
            raise C4Error(f"there is no model file {value!r}, named in {text!r}")
        return value
    read, wanted = READERS[key]
    result = read(value)
    if result is None:
        raise C4Error(f"{key} in {text!r} must {wanted}, not {value!r}")
    return result


def _columns(text: str) -> tuple[int, ...] | None:
    """The columns (from 0) of an order, None if it does not name each once."""
    columns = tuple(DIGITS.find(character) for character in text)
    return columns if sorted(columns) == list(range(len(columns))) else None


def _whole_number(text: str) -> int | None:
    """A whole number with or without a minus, None if it is none."""
    number = read_digits(text.removeprefix("-"))
    if number is not None and text.startswith("-"):
        return -number
    return number


def _positive_int(text: str) -> int | None:
    """A whole number from 1, None if it is none."""
    return read_digits(text) or None


def _milliseconds(text: str) -> float | None:
    """A time above 0, None if it is none."""
    number = _number(text)
    if number is None or number <= 0:
        return None
    return number


def _number(text: str) -> float | None:
    """The finite number of a text, None if it is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


Reader = Callable[[str], float | tuple[int, ...] | None]
"""Reads a value; None: the text has none."""

FROM_1 = "be a whole number from 1"

READERS: dict[str, tuple[Reader, str]] = {
    "depth": (_positive_int, FROM_1),
    "nodes": (_positive_int, FROM_1),
    "order": (_columns, "name every column once, such as 4352617"),
    "time_ms": (_milliseconds, "be a number of milliseconds above 0"),
    "seed": (_whole_number, "be a whole number"),
}
"""What reads the value of an option, and what the value must do, in words."""
