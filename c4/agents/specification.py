"""Agents as text: "alphabeta:depth=4,evaluator=windows", read and written.

NAME[:OPTION=VALUE,...]     NAME can be a Python file, a model file, or program:COMMAND (see `split`)
                            options: depth, evaluator, model, order, seed, time_ms, nodes (see `c4.agents.limits.Limits`),
                            of the engine each of `c4.engine.ingredients.INGREDIENTS`, "on" or "off", and of mcts
                            simulations and the fields of `c4.tree.selection.Selection`
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from c4 import agents, evaluators, models
from c4.agents import AGENTS, is_program
from c4.agents.base import Agent, LearningAgent
from c4.agents.limits import Limits
from c4.engine.ingredients import INGREDIENTS, read_switch, spoken
from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.text import read_digits
from c4.tree.selection import Selection

OPTIONS = ("depth", "evaluator", "model", "order", "seed", "time_ms", "nodes")
"""The options of all agents, by the names of their fields in Limits; "order" is `move_order`."""

EFFORT_OPTIONS = frozenset({"depth", "time_ms", "nodes", "simulations"})
"""How much an agent searches.  A text that gives one of these replaces all defaults of the group."""

EVALUATOR_OPTIONS = frozenset({"evaluator", "model"})
"""What values positions.  A text that gives one of these replaces both defaults."""

SELECTION = tuple(field.name for field in fields(Selection))
"""The options of Monte-Carlo tree search that are fields of its `selection`."""

SAMPLING = ("simulations", *SELECTION)
"""All options of Monte-Carlo tree search."""


@dataclass(frozen=True)
class Specification:
    """An agent with everything that determines its play: its name in the registry and its limits."""

    name: str
    limits: Limits = field(default_factory=Limits)

    def __str__(self) -> str:
        """The text that `parse_agent` reads as this agent: its name and the options that differ from the defaults.

        What the agent has no use for is left out: an evaluator where Monte-Carlo tree search plays games to their end.
        Raises C4Error for a model with a comma.
        """
        usual = Limits()
        options: list[str] = []
        for name in (entry.name for entry in fields(Limits)):
            value = getattr(self.limits, name)
            if value != getattr(usual, name) or (name == "evaluator" and self._has_evaluators_model):
                options += self._option_texts(name, value)
        if not options:
            return self.name
        between = "," if is_program(self.name) else ":"
        return self.name + between + ",".join(options)

    @property
    def _has_evaluators_model(self) -> bool:
        """Whether the model belongs to the evaluator, so that the text has to name both."""
        return self.limits.model is not None and asks_evaluator(self.name)

    def _option_texts(self, name: str, value: Any) -> list[str]:
        """The options that say the value of a field of Limits, such as "depth=4"; none if the agent does not use it."""
        entry = AGENTS[self.name]
        if name == "options":
            return spoken(value) if entry.deepens else []
        if name == "selection":
            return value.spoken() if entry.samples else []
        if name == "simulations" and not entry.samples:
            return []
        if name in ("evaluator", "model") and self.plays_out:
            return []
        if name == "model" and "," in value:
            raise C4Error(f"the model {value!r} has a comma in its name, which separates options: rename it")
        if name == "move_order":
            return [f"order={format_columns(value)}"]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return [f"{name}={value}"]

    @property
    def plays_out(self) -> bool:
        """Whether it is Monte-Carlo tree search that plays out games, and needs no evaluator."""
        return AGENTS[self.name].samples and not self.limits.selection.uses_priors

    def load(self, seed: int | None = None) -> LoadedAgent:
        """A fresh agent; `seed` makes its random choices repeatable, unless it has a seed of its own.

        Raises C4Error for an unusable evaluator or model.
        """
        if asks_evaluator(self.name) and not self.plays_out:
            evaluators.load(self.limits.evaluator, self.limits.model)
        limits = self.limits if self.limits.seed is not None else replace(self.limits, seed=seed)
        return LoadedAgent(agents.load(self.name), limits)


class LoadedAgent(NamedTuple):
    """An agent with its limits, ready to be asked."""

    agent: Agent
    limits: Limits

    def choose(self, position: Position, watch: Watch | None = None) -> Decision:
        """The move of the side to move.  Raises C4Error when the game is over."""
        return self.agent.choose(position, self.limits, watch)

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Lets a learning agent learn from a finished game; does nothing for others.

        `side` is the player it was (see `c4.agents.base.LearningAgent`).
        """
        if isinstance(self.agent, LearningAgent):
            self.agent.learn(start, moves, side, self.limits)


def parse_agent(text: str, usual: Limits | None = None, *, typed_by_user: bool = True) -> Specification:
    """The agent of a text such as "greedy", "alphabeta:depth=4,evaluator=windows,model=mine.json", "engine:time_ms=20".

    `usual` has the values of options that the text does not give: depth, time and nodes together, evaluator and model
    together.  A model without an evaluator brings its own.  `typed_by_user`: code that the text names may be run (see
    `c4.evaluators.allow`).  Raises C4Error, one sentence, for an unknown name or option, an option given twice, or an
    invalid value.
    """
    name, options = split(text)
    if typed_by_user:
        agents.allow(name)
    if name not in AGENTS and not agents.is_user_agent(name) and os.path.isfile(models.find(name)):
        name, options = _player_of(name, options)
    agents.check_name(name, f" in {text!r}")
    given, switches = _read_options(name, options, text, typed_by_user)
    selection = {key: given.pop(key) for key in SELECTION if key in given}
    if "model" in given and "evaluator" not in given and asks_evaluator(name):
        given["evaluator"] = evaluators.identify(given["model"])
    if AGENTS[name].samples and given.keys() & EVALUATOR_OPTIONS:
        if selection.get("playouts", 0):
            raise C4Error(f"{text!r} has playouts and an evaluator: leaves are valued by one of them")
        selection["playouts"] = 0
    limits = _without_replaced(usual or Limits(), given)
    limits = replace(
        limits, options=replace(limits.options, **switches), selection=replace(limits.selection, **selection)
    )
    return Specification(name, replace(limits, **given))


def _without_replaced(limits: Limits, given: dict[str, Any]) -> Limits:
    """The limits, without those that belong together with one that the text gives."""
    plain = Limits()
    if given.keys() & EFFORT_OPTIONS:
        limits = replace(limits, depth=plain.depth, time_ms=None, nodes=None, simulations=None)
    if given.keys() & EVALUATOR_OPTIONS:
        limits = replace(limits, evaluator=plain.evaluator, model=None)
    return limits


def _player_of(model: str, options: list[str]) -> tuple[str, list[str]]:
    """The agent that plays by a model file, and its options with the model.

    It is the agent of the learner, if there is one, otherwise "greedy" with the model's evaluator.  Raises C4Error for a
    file that is no model.
    """
    is_memory = Path(model).suffix in (".db", ".sqlite")
    learner = "patterns" if is_memory else evaluators.identify(model)
    if learner in AGENTS:
        return learner, [f"model={model}", *options]
    return "greedy", [f"evaluator={learner}", f"model={model}", *options]


def _read_options(
    name: str, options: list[str], text: str, typed_by_user: bool
) -> tuple[dict[str, Any], dict[str, bool]]:
    """(values of limits by field, whether the engine has an ingredient, by its name); see `parse_agent`."""
    given: dict[str, Any] = {}
    switches: dict[str, bool] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not value:
            raise C4Error(
                f"{option!r} in {text!r} is not OPTION=VALUE: an agent is written NAME:OPTION=VALUE,OPTION=VALUE"
            )
        if key.replace("-", "_") in INGREDIENTS:
            if not AGENTS[name].deepens:
                raise C4Error(f"{name} has no ingredients to switch, such as {key} in {text!r}: only the engine has")
            ingredient, on = read_switch(key, value, repr(text))
            _put_once(switches, ingredient, on, ingredient, text)
        elif key in SAMPLING and AGENTS[name].samples:
            _put_once(given, key, _read_sampling(key, value, text), key, text)
        elif key in OPTIONS:
            if typed_by_user and key == "evaluator":
                evaluators.allow(value)
            name_of_field = "move_order" if key == "order" else key
            _put_once(given, name_of_field, _read(key, value, text), key, text)
        else:
            raise C4Error(f"unknown option {key!r} in {text!r}: choose {', '.join(options_of(name))}")
    return given, switches


def _put_once(values: dict[str, Any], field: str, value: Any, key: str, text: str) -> None:
    """Puts the value of an option into its field.  Raises C4Error if it is there already."""
    if field in values:
        raise C4Error(f"the option {key} is given twice in {text!r}")
    values[field] = value


def asks_evaluator(name: str) -> bool:
    """Whether the agent of this name uses an evaluator, to which its model then belongs."""
    return AGENTS[name].searches or AGENTS[name].evaluates


def takes_model(name: str) -> bool:
    """Whether the agent of this name plays by a model of its own, and not by an evaluator."""
    return name in AGENTS and (AGENTS[name].learns or _learned(name))


def _learned(name: str) -> bool:
    return name in evaluators.EVALUATORS and evaluators.EVALUATORS[name].learned


def name_of(text: str) -> str:
    """The name before an agent's options."""
    return split(text)[0]


COMMA_BEFORE_AN_OPTION = rf",(?=(?:{'|'.join(OPTIONS)})=)"

FILE_AND_OPTIONS = r"(?P<name>(?:[A-Za-z]:[\\/])?[^:=]*\.py)(?::(?P<options>.*))?"
"""A Python file, whose path may begin with a drive (C:\\), and its options."""


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


def options_of(name: str) -> tuple[str, ...]:
    """The options that `parse_agent` reads after the name of an agent."""
    entry = AGENTS.get(name)
    ingredients = INGREDIENTS if entry is not None and entry.deepens else ()
    sampling = SAMPLING if entry is not None and entry.samples else ()
    return (*OPTIONS, *ingredients, *sampling)


def _read_sampling(key: str, value: str, text: str) -> Any:
    """The value of an option of Monte-Carlo tree search.  Raises C4Error, one sentence that shows the text."""
    if key in ("wins", "proofs"):
        if value not in ("on", "off"):
            raise C4Error(f"{key} in {text!r} must be on or off, not {value!r}")
        return value == "on"
    if key in ("exploration", "temperature"):
        number = _number(value)
        if number is None:
            raise C4Error(f"{key} in {text!r} must be a number, not {value!r}")
        return number
    count = read_digits(value)
    least = 1 if key == "simulations" else 0
    if count is None or count < least:
        raise C4Error(f"{key} in {text!r} must be a whole number from {least}, not {value!r}")
    return count


def _read(key: str, value: str, text: str) -> Any:
    """The value of an option of Limits.  Raises C4Error, one sentence that shows the text."""
    if key == "evaluator":
        return evaluators.check_name(value, f" in {text!r}")
    if key == "model":
        if not models.find(value).exists():
            raise C4Error(f"there is no model file {value!r}, named in {text!r}")
        return value
    read, wanted = READERS.get(key, (_positive_int, "be a whole number from 1"))
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


READERS: dict[str, tuple[Callable[[str], float | tuple[int, ...] | None], str]] = {
    "order": (_columns, "name every column once, such as 4352617"),
    "time_ms": (_milliseconds, "be a number of milliseconds above 0"),
    "seed": (_whole_number, "be a whole number"),
}
"""For options whose value is no whole number from 1: what reads the value (None: refused), and what it must do, in words."""


def find_opponent(text: str, depth: int, evaluator: str) -> Callable[[Position, int], int]:
    """A learner's opponent: an agent as `parse_agent` reads it, by default with this depth and evaluator.

    Called with (position, seed) it returns a column from 0.  Raises C4Error as `parse_agent` does.
    """
    agent = parse_agent(text, typed_by_user=False)  # it may come from a memory that goes on learning
    limits = agent.limits if ":" in text else Limits(depth=depth, evaluator=evaluator)
    player = replace(agent, limits=limits).load().agent

    def column(position: Position, seed: int) -> int:
        chosen = player.choose(position, replace(limits, seed=seed)).column
        if chosen is None:
            raise C4Error(f"{text} found no move in {position!r}")
        return chosen

    return column
