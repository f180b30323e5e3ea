"""Options of a learner or a run, declared once as fields of a dataclass.  Plain Python.

    alpha: float = option(0.01, "learning rate", "How far a weight moves towards its target.", least=0, most=1)

The commands of `c4 train` and the form of the training window are both made from `options_of` such a dataclass; a
subclass of Checked refuses values out of range, wherever they come from.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, get_args, get_type_hints

from c4.game.rules import C4Error

LEARNING, RUN, FILES, BOARD = "How it learns", "This run", "Files", "Board"
"""Groups of options."""


@dataclass(frozen=True)
class Option:
    """One option.

    name        of the field
    kind        int, float, bool or str
    default     its value if not given; None if `usual` says what happens then
    title       its name in words
    help        one sentence
    least, most range of a number, ends included; None without one
    choices     the possible values, if they are a list
    unit        of a number
    usual       its value if not given, in words
    word        its name on the command line, without dashes; `opposite` that of its negation, for a switch that is on
    group       LEARNING, RUN, FILES or BOARD
    advanced    most people leave it alone
    lasting     it is fixed when a model is made
    agent       it names an agent, as `c4.agents.specification` reads them
    file        it names a file: "open" one to read, "save" one to write
    typed       only for the command line: no window offers it
    """

    name: str
    kind: type
    default: Any
    title: str
    help: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    unit: str = ""
    usual: str = ""
    word: str = ""
    opposite: str = ""
    group: str = LEARNING
    advanced: bool = False
    lasting: bool = False
    agent: bool = False
    file: str = ""
    typed: bool = False

    def check(self, value: object) -> None:
        """Raises C4Error unless a value is of this kind and in range; None means not given."""
        if value is None and self.default is None:
            return
        whole_as_real = self.kind is float and type(value) is int
        if (not isinstance(value, self.kind) and not whole_as_real) or isinstance(value, bool) != (self.kind is bool):
            right = False
        elif isinstance(value, (int, float)):
            right = self._in_range(value)
        else:
            right = not self.choices or value in self.choices
        if not right:
            raise C4Error(f"{self.title} must be {self.expected}, not {value!r}")

    def read(self, text: str) -> Any:
        """The value of a text typed by a person.  Raises C4Error for an invalid one."""
        try:
            value = {"yes": True, "no": False}[text] if self.kind is bool else self.kind(text)
        except (KeyError, ValueError):
            raise C4Error(f"{self.title} must be {self.expected}, not {text!r}") from None
        self.check(value)
        return value

    @property
    def expected(self) -> str:
        """The possible values, in words: "a number from 0 to 1"."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.kind is bool:
            return "yes or no"
        if self.kind is str:
            return "a text"
        number = "a whole number" if self.kind is int else "a number"
        least = "" if self.least is None else f" from {self.least:,}"
        return number + least + ("" if self.most is None else f" to {self.most:,}")

    @property
    def without(self) -> str:
        """Its value if not given, in words."""
        if self.usual or self.default is None:
            return self.usual
        if self.kind is bool:
            return "yes" if self.default else "no"
        number = (
            f"{self.default:,}" if self.kind is int else f"{self.default:g}" if self.kind is float else self.default
        )
        return f"{number} {self.unit}".strip()

    def _in_range(self, value: float) -> bool:
        return (
            (type(value) is int or math.isfinite(value))
            and (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
        )


def option(default: Any, title: str, help: str, **more: Any) -> Any:
    """A dataclass field that is an option; `more` are fields of Option."""
    return field(default=default, metadata={"option": {"title": title, "help": help, **more}})


_known: dict[type, tuple[Option, ...]] = {}


def options_of(owner: type) -> tuple[Option, ...]:
    """The options among the fields of a dataclass, in their order."""
    if owner not in _known:
        kinds, found = get_type_hints(owner), []
        for entry in fields(owner):
            if "option" in entry.metadata:
                kind = next((one for one in get_args(kinds[entry.name]) if one is not type(None)), kinds[entry.name])
                more = {"word": entry.name.strip("_").replace("_", "-"), **entry.metadata["option"]}
                found.append(Option(entry.name, kind, entry.default, **more))
        _known[owner] = tuple(found)
    return _known[owner]


@dataclass(frozen=True)
class Checked:
    """Base of a dataclass whose options are checked when it is made.  Raises C4Error with its name and range."""

    def __post_init__(self) -> None:
        for one in options_of(type(self)):
            one.check(getattr(self, one.name))


def titled(options: Sequence[Option], name: str) -> str:
    """The title of the option of this name."""
    return next(one.title for one in options if one.name == name)
