"""What the strategy window shows and says: a strategy, or a diagram that is looked for.  Imports tkinter's dialog."""

from __future__ import annotations

import tkinter as tk
from tkinter import filedialog

from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import count
from c4.search.watch import Watch
from c4.strategy import graph
from c4.strategy.graph import SUFFIX, WIN, Strategy
from c4.strategy.map import Map
from c4.strategy.trial import Found, find_diagram
from c4.strategy.walk import Walk

SEARCH_SECONDS = 10.0
TYPES = (("Strategies", f"*{SUFFIX}"), ("All files", "*"))

CAPTION = (
    "The whole strategy: a bar is a position, below it are those after each reply, in two blues to tell neighbours"
    " apart. Orange: a diagram marks the squares, and whoever follows the marks wins. Click a bar to go there."
)

Colours = tuple[tuple[str, str], tuple[str, str]]
"""Word and colour of the stones of the side that began, and of the other side."""

Content = tuple[Strategy, Map | None]


def from_file(path: str) -> Content:
    """The strategy of a file, with its map.  Raises C4Error as `graph.read` does."""
    strategy = graph.shipped(path)
    return strategy, Map(strategy)


def diagram_for(position: Position, watch: Watch) -> Found:
    """A diagram for a position, looked for at most SEARCH_SECONDS, or until it is stopped."""
    return find_diagram(position, SEARCH_SECONDS, stopped=lambda: watch.stopped)


def ask_file(parent: tk.Misc) -> str | None:
    """The path of a strategy that somebody chooses; None when nobody does."""
    return filedialog.askopenfilename(parent=parent, title="Open a strategy", filetypes=TYPES) or None


# -- in words ---------------------------------------------------------------------------------------------------------


def goal(strategy: Strategy, owner: str, other: str) -> str:
    """What a strategy is for, and its size; `owner` and `other` are the names of the sides."""
    positions, leaves = strategy.counts()
    wins = "wins" if strategy.result == WIN else "holds the draw"
    start = "the empty board" if strategy.root.ply == 0 else format_position(strategy.root)
    return (
        f"{owner} {wins} from {start} whatever {other} plays. There {'is' if positions == 1 else 'are'} "
        f"{count(positions, 'position')} to know; in {count(leaves, 'of them', 'of them')} a diagram does the rest."
    )


def goal_of_diagram(found: Found, name: str) -> str:
    """What was found for the side called `name`."""
    goal = "wins" if found.result == WIN else "holds the draw"
    if found.diagram is None:
        return f"{name} {goal} here, but no diagram was found. That does not mean there is none."
    return f"{name} {goal} with this diagram whatever the other side plays."


def situation(walk: Walk, owner: str, other: str) -> str:
    """What can be done now."""
    outcome = walk.outcome
    if outcome is not None:
        winner = owner if outcome.winner == walk.strategy.owner else other
        over = "The board is full: a draw." if outcome.winner is None else f"{winner} wins."
        return f"{over} Go back and try another reply."
    if walk.diagram is None:
        return f"Now choose a reply for {other}: click a column, or press 1 to 7."
    if walk.last is not None and not walk.last.sure:
        return f"The diagram has no safe move left for {owner}: it fails."
    return f"From here on {owner} follows the marks and needs no other knowledge. Try any reply."


def behind_replies(walk: Walk, map: Map) -> dict[int, int]:
    """For each reply (column from 0) how many positions of the strategy lie behind it; nothing where none is asked."""
    if walk.outcome is not None or walk.diagram is not None:
        return {}
    position = walk.position
    after = {column: position.play(column) for column in position.legal_columns()}
    return {column: map.below(child.mine, child.theirs) for column, child in after.items()}
