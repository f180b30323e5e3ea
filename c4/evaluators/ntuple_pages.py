"""The pages of the n-tuple evaluator: mean weights of cells, and each tuple's two tables.  Imports numpy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from c4.evaluators.pages import FIRST, FREE, OUT, SECOND, Heat, Page, Sight, on_board
from c4.evaluators.tuples import Run, Tuples
from c4.game.position import Position
from c4.game.rules import Rules

STATES = ("out of reach", "reachable", "first player", "second player")
SIGNS = ("–", "·", "●", "○")
"""One sign per state of a cell, for the names of table entries; a run of cells is written from below."""

MOVERS = ("first to move", "second to move")


def names(tuples: Tuples) -> tuple[str, ...]:
    return (*MOVERS, *(f"tuple {number + 1}" for number in range(len(tuples))))


def page(tuples: Tuples, weights: np.ndarray, unit: float, name: str, quiet: Position | None) -> Page:
    """The page of this name; weights are in steps of `unit`; the entries of the position `quiet` are framed."""
    if name in MOVERS:
        side, rules = MOVERS.index(name), tuples.rules
        means, counts = cell_means(tuples, weights)
        heats = (
            on_board(STATES[state], means[side, state] * unit, rules, counts[side, state])
            for state in (FIRST, SECOND, FREE, OUT)
        )
        about = (
            "The mean weight, before tanh, of all table entries with a stone of the first or the second player on the"
            " cell, or"
            " with the cell empty and reachable, or out of reach. Tuples are read on the board and on its mirror image."
            " Entries"
            " of 0, hardly ever met, are left out. Blue is good for the first player."
        )
        return Page(name, about, tuple(heats), counted="entries")
    number = names(tuples).index(name) - len(MOVERS)
    about = (
        "All weights of a tuple's two tables, before tanh. Grey is 0, hardly ever met. Blue is good for the first"
        " player. Cells of"
        " a column from below: ● first player, ○ second player, · empty and reachable, – empty and out of reach."
        " Framed: the board"
        " after forced replies, and its mirror image."
    )
    return Page(name, about, tuple(table_of(tuples, weights, number, side, quiet, unit) for side in range(2)))


def run_states(length: int) -> np.ndarray:
    """int8[2 ** (length + 1), length]: the states of a run's cells, from below, for each number in its field (see
    `c4.evaluators.tuples`)."""
    states = np.full((2 << length, length), OUT, dtype=np.int8)
    for number in range(1, 2 << length):
        stones = number.bit_length() - 1
        for height in range(min(stones + 1, length)):
            states[number, height] = FREE if height == stones else FIRST + (number >> height & 1)
    return states


def cell_means(tuples: Tuples, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(mean weight, number of entries) by side to move, state, row and column: float64 and int64[2, 4, rows, columns].

    The mean is over all entries of all tuples and their mirror images that are not 0 and have the cell in this state;
    NaN where there is none.
    """
    rules = tuples.rules
    sums = np.zeros(
        (4, 4, rules.rows, rules.columns)
    )  # of who began's table, of the other's, and how many entries of each
    tables = weights.reshape(2, tuples.size)
    ones = {length: np.eye(4)[run_states(length)] for length in range(1, rules.rows + 1)}  # [number, cell, state]
    for number, runs in enumerate(tuples.fields):
        mine = tables[:, tuples.offsets[number] : tuples.offsets[number + 1]].astype(np.float64)
        left = np.concatenate((mine, mine != 0))
        for cells, shift in runs:
            of_numbers = left.reshape(4, -1, 2 << len(cells), 1 << shift).sum(axis=(1, 3))
            found = np.einsum("sn,nck->skc", of_numbers, ones[len(cells)])
            for place, cell in enumerate(cells):
                row, column = rules.place(cell)
                sums[:, :, row, column] += found[:, :, place]
                sums[:, :, row, rules.columns - 1 - column] += found[:, :, place]
    counts = np.rint(sums[2:]).astype(np.int64)
    return np.where(counts > 0, sums[:2] / np.maximum(counts, 1), np.nan), counts


def table_of(
    tuples: Tuples,
    weights: np.ndarray,
    number: int,
    side: int,
    position: Position | None,
    unit: float,
) -> Heat:
    """The table of a tuple for a side to move: some runs label the rows, the others the columns.

    Impossible entries are left out, and entries of 0 are NaN; those selected by the position and its mirror image are
    marked.
    """
    rules, runs = tuples.rules, tuples.fields[number]
    start = side * tuples.size + int(tuples.offsets[number])
    widths = [len(cells) + 1 for cells, _ in runs]
    cut = min(
        range(1, len(runs) + 1), key=lambda cut: abs(sum(widths[:cut]) - sum(widths[cut:]))
    )  # the lower fields label the columns
    columns, rows = axis_of(runs[:cut], rules), axis_of(runs[cut:], rules)
    values = weights[start : start + (1 << sum(widths))].astype(np.float64).reshape(1 << sum(widths[cut:]), -1)
    values = values[np.ix_(rows.numbers, columns.numbers)] * unit
    marks: tuple[tuple[int, int], ...] = ()
    if (
        position is not None
        and (position.rules.rows, position.rules.columns) == (rules.rows, rules.columns)
        and side == mover_of(position)
    ):
        picked = tuples.at(by_beginner(position))[2 * number : 2 * number + 2] - tuples.offsets[number]
        split = sum(widths[:cut])
        marks = tuple(
            dict.fromkeys((rows.place(int(at) >> split), columns.place(int(at) & (1 << split) - 1)) for at in picked)
        )
    heat = np.where(values == 0, np.nan, values)
    if len(rows.numbers) > len(columns.numbers):  # wider than high
        runs, rows, columns, heat = [*runs[cut:], *runs[:cut]], columns, rows, heat.T
        cut, marks = len(runs) - cut, tuple((row, column) for column, row in marks)
    coarse = (*reversed(runs[cut:]), *reversed(runs[:cut]))
    cells = tuple(rules.place(cell) for run, _ in coarse for cell in run)
    levels = (rows.levels, columns.levels)
    sight = Sight((rules.rows, rules.columns), cells, rows.states, columns.states)
    return Heat(
        ("first player to move", "second player to move")[side],
        heat,
        rows.names,
        columns.names,
        None,
        marks,
        False,
        levels,
        sight,
    )


class Axis(NamedTuple):
    """The possible joint states of some runs: `numbers` in their fields, ascending; `states` int8[numbers, cells].

    `names` has one word per run for each number, the coarsest first, like the cells of `states`; `levels` names the
    runs.
    """

    numbers: np.ndarray
    states: np.ndarray
    names: tuple[tuple[str, ...], ...]
    levels: tuple[str, ...]

    def place(self, number: int) -> int:
        return int(np.searchsorted(self.numbers, number))


def axis_of(runs: Sequence[Run], rules: Rules) -> Axis:
    """The possible joint states of some runs, the last run the coarsest."""
    numbers, states = np.zeros(1, dtype=np.int64), np.zeros((1, 0), dtype=np.int8)
    names: list[tuple[str, ...]] = [()]
    levels: tuple[str, ...] = ()
    lowest = runs[0][1] if runs else 0
    for cells, shift in runs:
        of_run = run_states(len(cells))
        possible = np.arange(
            int(rules.bottom >> cells[0] & 1), len(of_run)
        )  # on the bottom row nothing is out of reach
        words = ["".join(SIGNS[state] for state in of_run[number]) for number in possible]
        names = [(word, *finer) for word in words for finer in names]
        states = np.hstack((np.repeat(of_run[possible], len(states), axis=0), np.tile(states, (len(possible), 1))))
        numbers = (possible[:, None] << shift - lowest | numbers).ravel()
        row, column = rules.place(cells[0])
        levels = (f"column {column + 1}" + (f" from row {row + 1}" if row else ""), *levels)
    keep, place, spans = np.ones(len(numbers), dtype=bool), 0, {}
    for cells, _ in reversed(runs):
        spans[cells] = slice(place, place := place + len(cells))
    for (low, _), (high, _) in combinations(runs, 2):
        if (
            rules.place(low[0])[1] == rules.place(high[0])[1]
        ):  # what is high in a column is out of reach while what is low is not full
            keep &= (states[:, spans[low]] >= FIRST).all(axis=1) | (states[:, spans[high].start] == OUT)
    return Axis(numbers[keep], states[keep], tuple(name for name, kept in zip(names, keep) if kept), levels)


def by_beginner(position: Position) -> tuple[int, int]:
    """The stones of the first and the second player: the first has more, or as many and the move."""
    mine_first = position.mine.bit_count() >= position.theirs.bit_count()
    return (position.mine, position.theirs) if mine_first else (position.theirs, position.mine)


def mover_of(position: Position) -> int:
    """Whose table is read: 0 if the first player is to move, otherwise 1."""
    return int(position.mine.bit_count() < position.theirs.bit_count())
