"""Pages: learned weights as numbers for heat maps and bars.  Imports numpy.

This file has the shapes; each evaluator makes its pages in its own file (`Evaluator.page_names`, `Evaluator.page`).
Sums, means and tables are computed there, so that drawing code only draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from c4.game.rules import Rules

OUT, FREE, FIRST, SECOND = range(4)
"""States of a cell in a Sight: empty and out of reach; empty and reachable; a stone of the first player; of the
second."""

LARGE = 1000
"""Heat maps with this many values or more may clip a few to the ends of the colour scale."""


class Sight(NamedTuple):
    """The cells of the board that label a table: `cells` (row, column), first those that label rows, then columns.

    row_states int8[rows, cells that label rows], column_states int8[columns, the others]: FREE, FIRST, ...; `board` is
    (rows, columns).
    """

    board: tuple[int, int]
    cells: tuple[tuple[int, int], ...]
    row_states: np.ndarray
    column_states: np.ndarray

    def states(self, row: int, column: int) -> tuple[int, ...]:
        """The state of each of `cells` in one entry of the table."""
        return (*self.row_states[row].tolist(), *self.column_states[column].tolist())


class Heat(NamedTuple):
    """One heat map: `values` float64[rows, columns] as drawn, the first row on top, NaN for missing values.

    `rows` and `columns` hold a tuple of names for each row and column, from the coarsest to the finest; `levels` says
    what these names mean, if that is not obvious.  `counts`, int64 of the same shape, says over how many entries each
    value is the mean, or how often it was learned; `marks` are (row, column) to frame; `square` says whether the cells
    are those of a board.
    """

    title: str
    values: np.ndarray
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[str, ...], ...]
    counts: np.ndarray | None = None
    marks: tuple[tuple[int, int], ...] = ()
    square: bool = True
    levels: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    sight: Sight | None = None

    def named(self, row: int, column: int) -> str:
        """The name of an entry, in words."""
        words = (*self.rows[row], *self.columns[column])
        levels = (*self.levels[0], *self.levels[1]) or ("",) * len(words)
        return ", ".join(f"{level} {word}".strip() for level, word in zip(levels, words))


class Page(NamedTuple):
    """Heat maps and bars shown together: `about` says exactly what the numbers are.

    All `heats` are of one kind and share a scale; `bars` are (name, value); `counted` names what `counts` count.
    With `stones` the heats are boards: 1 for a stone of the first player, -1 of the second, 0 for none.
    """

    name: str
    about: str
    heats: tuple[Heat, ...] = ()
    bars: tuple[tuple[str, float], ...] = ()
    counted: str = ""
    stones: bool = False

    def reach(self) -> tuple[float, float]:
        """(end of the colour scale, greatest absolute value) of the heat maps.

        In a large table one entry in fifty lies beyond the end of the scale: a few large ones would leave the rest
        pale.
        """
        found = np.abs(np.concatenate([heat.values.ravel() for heat in self.heats] or [np.zeros(0)]))
        found = found[~np.isnan(found)]
        if not len(found):
            return 0.0, 0.0
        return float(np.quantile(found, 0.98) if len(found) > LARGE else found.max()), float(found.max())


def difference(one: Page, other: Page) -> Page | None:
    """The second page minus the first, or None if their entries differ."""
    alike = len(one.heats) == len(other.heats) and [name for name, _ in one.bars] == [name for name, _ in other.bars]
    if one.name != other.name or one.stones or not alike or any(not same(a, b) for a, b in zip(one.heats, other.heats)):
        return None
    heats = tuple(
        b._replace(title=b.title.partition(";")[0], values=b.values - a.values, counts=None, marks=())
        for a, b in zip(one.heats, other.heats)
    )
    bars = tuple((name, after - before) for (name, before), (_, after) in zip(one.bars, other.bars))
    return Page(
        one.name,
        "Right minus left: blue where the right one has more, orange where it has less.",
        heats,
        bars,
    )


def same(one: Heat, other: Heat) -> bool:
    """Whether two heat maps have the same rows and columns."""
    cells = [None if heat.sight is None else heat.sight.cells for heat in (one, other)]
    return (one.rows, one.columns, cells[0]) == (other.rows, other.columns, cells[1])


def on_board(title: str, values: np.ndarray, rules: Rules, counts: np.ndarray | None = None) -> Heat:
    """Values[row, column], row 0 at the bottom, as a heat map."""
    rows = tuple((f"row {row + 1}",) for row in reversed(range(rules.rows)))
    return Heat(title, values[::-1], rows, columns_of(rules), None if counts is None else counts[::-1])


def columns_of(rules: Rules) -> tuple[tuple[str, ...], ...]:
    return tuple((f"column {column + 1}",) for column in range(rules.columns))


def last(names: tuple[str, ...]) -> str:
    """The label of a row or column beside the heat map: its coarsest name, of "column 3" the number."""
    return names[0].split()[-1] if names else ""


def blocks(names: tuple[tuple[str, ...], ...]) -> Iterator[tuple[int, int, str]]:
    """(first, end, name) of neighbours that share their coarsest name."""
    start = 0
    for place in range(1, len(names) + 1):
        if place == len(names) or names[place][:1] != names[start][:1]:
            yield start, place, last(names[start])
            start = place
