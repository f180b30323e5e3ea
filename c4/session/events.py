"""Events: what a session tells whoever polls it.  Plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from c4.agents import Limits
from c4.game.position import Position
from c4.search.decision import Decision

if TYPE_CHECKING:  # it needs numpy, which the window does without until it has painted the board
    from c4.tree.searchtree import Grafted


class Moved(NamedTuple):
    """The board changed by one stone; `column` from 0, `by` the seat."""

    column: int
    by: int


class Changed(NamedTuple):
    """The board changed otherwise (new game, undo, redo, a position was set up)."""


class Found(NamedTuple):
    """A search of `position` by `limits` ended; `decision.tree` is the new tree.

    `starter` is the seat that began that game (see `Session.seat`); `hint` when nobody moves on it.
    """

    decision: Decision
    position: Position
    limits: Limits
    starter: int
    hint: bool


class Opened(NamedTuple):
    """A part of the tree that had been left out is there now: the new tree, where its old rows went, and the row that was opened."""

    grafted: Grafted
    row: int


class Failed(NamedTuple):
    """Something went wrong in the background; one sentence."""

    sentence: str


Event = Moved | Changed | Found | Opened | Failed
