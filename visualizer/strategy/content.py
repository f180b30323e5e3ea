"""What the strategy window shows: the first player's win, or a diagram that is looked for.  No tkinter."""

from __future__ import annotations

from c4.game.position import Position
from c4.search.watch import Watch
from c4.strategy import graph
from c4.strategy.graph import Strategy
from c4.strategy.map import Map
from c4.strategy.trial import Found, find_diagram

SEARCH_SECONDS = 10.0

Colours = tuple[tuple[str, str], tuple[str, str]]
"""Word and colour of the stones of the side that began, and of the other side."""

Content = tuple[Strategy, Map | None]


def whole_game(watch: Watch) -> Content:
    """The first player's win from the empty board, with its map."""
    strategy = graph.shipped()
    return strategy, Map(strategy)


def diagram_for(position: Position, watch: Watch) -> Found:
    """A diagram for a position, looked for at most SEARCH_SECONDS, or until it is stopped."""
    return find_diagram(position, SEARCH_SECONDS, stopped=lambda: watch.stopped)
