"""Pages of learned weights: numbers for heat maps and bars.

Each evaluator makes its pages in its own file (`Evaluator.page_names`, `Evaluator.page`), so that drawing code only
draws.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.game.rules import Rules


class Heat(NamedTuple):
    """One heat map: `values` float64[rows, columns] as drawn, the first row on top, NaN for missing values.

    `rows` and `columns` are their names, the last word being the label.  `counts`, int64 of the same shape, says over
    how many entries each value is the mean, or how often it was learned; `marks` are (row, column) to frame; `square`
    says whether the cells are those of a board.
    """

    title: str
    values: np.ndarray
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: np.ndarray | None = None
    marks: tuple[tuple[int, int], ...] = ()
    square: bool = True

    def named(self, row: int, column: int) -> str:
        """The name of an entry, in words."""
        return f"{self.rows[row]}, {self.columns[column]}"


class Page(NamedTuple):
    """Heat maps and bars shown together: `about` says exactly what the numbers are.

    All `heats` are of one kind and share a scale; `bars` are (name, value); `count_name` names what `counts` count.
    """

    name: str
    about: str
    heats: tuple[Heat, ...] = ()
    bars: tuple[tuple[str, float], ...] = ()
    count_name: str = ""

    def reach(self) -> float:
        """The greatest absolute value of the heat maps, the end of the colour scale."""
        values = np.abs(np.concatenate([heat.values.ravel() for heat in self.heats] or [np.zeros(0)]))
        return float(np.nanmax(values, initial=0.0))


def on_board(title: str, values: np.ndarray, rules: Rules, counts: np.ndarray | None = None) -> Heat:
    """Values[row, column], row 0 at the bottom, as a heat map."""
    rows = tuple(f"row {row + 1}" for row in reversed(range(rules.rows)))
    return Heat(title, values[::-1], rows, columns_of(rules), None if counts is None else counts[::-1])


def columns_of(rules: Rules) -> tuple[str, ...]:
    """The names of the columns of a board."""
    return tuple(f"column {column + 1}" for column in range(rules.columns))
