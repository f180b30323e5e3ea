"""What the window of repeated positions says of a recorded search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from c4.text import pluralise
from c4.tree.repeats import Repeat, Repeats
from c4.tree.row_words import line_text, row_text
from c4.tree.searchtree import SearchTree
from visualizer.state.trees import TO_SEARCH
from visualizer.ui.widgets import Anchor

COLUMNS: tuple[tuple[str, str, int, Anchor], ...] = (
    ("#0", "Moves", 130, "w"),
    ("visits", "Visits", 44, "e"),
    ("value", "Value", 50, "e"),
    ("nodes", "Nodes", 56, "e"),
    ("again", "Again", 56, "e"),
)
"""Name, title, width in pixels and anchor; "Again" is of the nodes those of all visits but the first."""

MOST_VISITS = 30
"""Visits of one position that are listed, at most."""

NO_SEARCH = f"No search yet: {TO_SEARCH}."

LOOKING = "Comparing all positions..."


@dataclass(frozen=True, eq=False)
class Listed:
    """What the window knows.

    tree      the tree whose repeats were looked for; None while there is no search
    found     these; None while they are looked for
    problem   why they were not found
    """

    tree: SearchTree | None = None
    found: Repeats | None = None
    problem: str = ""


class RepeatLine(NamedTuple):
    """A line of the list.

    name    of this line
    under   the name of the line that it unfolds from; "" for a position, which stands at the left
    row     where choosing it leads
    moves   the moves that lead there
    cells   the texts of all columns but the first
    """

    name: str
    under: str
    row: int
    moves: str
    cells: tuple[str, ...]


class RepeatsView(NamedTuple):
    """A sentence, and the lines of the list, each after the one that it unfolds from."""

    summary: str
    lines: tuple[RepeatLine, ...] = ()


def repeats_view(tree: SearchTree | None, found: Repeats | None, problem: str) -> RepeatsView:
    """What was visited again in a search."""
    if problem:
        return RepeatsView(problem)
    if tree is None:
        return RepeatsView(NO_SEARCH)
    if found is None:
        return RepeatsView(LOOKING)
    lines: list[RepeatLine] = []
    for repeat in found.repeats:
        lines += lines_of(tree, repeat)
    return RepeatsView(summary(tree, found), tuple(lines))


def summary(tree: SearchTree, found: Repeats) -> str:
    """How much of the search was visited again."""
    share = f"{found.visited_again:,} of {pluralise(tree.recorded, 'recorded node')}"
    again = f"{share} have a position that was visited before, after other moves or as a mirror image."
    if not found.visited_again:
        return "No position was visited more than once."
    listed = len(found.repeats)
    if not listed:
        return f"{again} Nothing was searched below them."
    if listed < found.total:
        return f"{again} The {listed:,} largest of {found.total:,} such subtrees:"
    return f"{again} The largest subtrees come first:"


def lines_of(tree: SearchTree, repeat: Repeat) -> list[RepeatLine]:
    """The line of a position, and one for each of its visits."""
    first = repeat.rows[0]
    name = f"position {first}"
    values = {row_text(tree, row) for row in repeat.rows}
    nodes = tree.nodes_below(first) + repeat.nodes
    value = values.pop() if len(values) == 1 else ""
    cells = (f"{len(repeat.rows):,}", value, f"{nodes:,}", f"{repeat.nodes:,}")
    lines = [RepeatLine(name, "", first, line_text(tree, first), cells)]
    for row, mirrored in list(zip(repeat.rows, repeat.mirrored, strict=True))[:MOST_VISITS]:
        moves = line_text(tree, row) + (", mirrored" if mirrored else "")
        lines.append(
            RepeatLine(f"row {row}", name, row, moves, ("", row_text(tree, row), f"{tree.nodes_below(row):,}", ""))
        )
    more = len(repeat.rows) - MOST_VISITS
    if more > 0:
        lines.append(RepeatLine(f"more of {first}", name, first, f"and {more:,} more", ("", "", "", "")))
    return lines
