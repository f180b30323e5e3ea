"""Events: what a session tells whoever polls it.  Plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from c4.agents import Limits
from c4.game.position import Position
from c4.search.decision import Decision

if TYPE_CHECKING:
    from c4.tree.searchtree import Grafted  # brings numpy, which the first paint of the window does without


class Moved(NamedTuple):
    """The board changed by one stone; `column` from 0, `by` the seat."""

    column: int
    by: int


class Changed(NamedTuple):
    """The board changed otherwise (new game, undo, redo, a position was set up)."""


class Found(NamedTuple):
    """A search of `position` by `limits` ended; `decision.tree` is its tree, None when it left none.

    `starter` is the seat that began that game (see `Session.seat`); `hint` when nobody moves on it.
    """

    decision: Decision
    position: Position
    limits: Limits
    starter: int
    hint: bool


class Grown(NamedTuple):
    """What the row budget had left out below a node was searched again and is in the tree now.

    `found` is the search with its new tree; `grafted` also says where the old rows went; the node is at `row` as before.
    """

    found: Found
    grafted: Grafted
    row: int


class Failed(NamedTuple):
    """Something went wrong in the background; one sentence."""

    sentence: str


Event = Moved | Changed | Found | Grown | Failed
