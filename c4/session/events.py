"""What a session reports when it is polled, and what its running search was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from c4.agents.limits import Limits
from c4.game.position import Position
from c4.search.decision import Decision

if TYPE_CHECKING:
    from c4.tree.searchtree import Grafted  # brings numpy, which the first paint of the window does without


class Moved(NamedTuple):
    """One disc was dropped: `column` from 0, by the seat `by`."""

    column: int
    by: int


class Changed(NamedTuple):
    """The board changed in another way: new game, undo, redo, or a position was set up."""


class SearchResult(NamedTuple):
    """A search of `position` with `limits` has finished; `decision.tree` is its tree, None if it left none.

    `starter` is the seat of that game's first player (see `Session.seat`); `analysis` says that no one moves because of
    it.
    """

    decision: Decision
    position: Position
    limits: Limits
    starter: int
    analysis: bool


class Asked(NamedTuple):
    """What a running search was asked: `agent` chooses a move of `position`, or with `analysis` says which it would play."""

    agent: str
    position: Position
    limits: Limits
    starter: int
    analysis: bool


class Evicted(NamedTuple):
    """So many trees of earlier moves were evicted, because together they took more memory than allowed."""

    trees: int


class Expanded(NamedTuple):
    """A part of a tree that the row budget had left out was searched again and put in.

    `search` is the search with its new tree, `grafted` says where the old rows went; the node is still at `row`.
    """

    search: SearchResult
    grafted: Grafted
    row: int


class Failed(NamedTuple):
    """Something failed in the background; `sentence` says what."""

    sentence: str


Event = Moved | Changed | SearchResult | Expanded | Evicted | Failed
