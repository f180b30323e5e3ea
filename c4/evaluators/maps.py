"""Maps: the weights that an evaluator has learned as pages of numbers, to be drawn as heat maps and bars.  Imports numpy; evaluators when asked.

    td-lambda   every cell with an own and with an opponent's stone, and the three other weights
    ntuple      for each side to move the mean weight of every cell in each of its four states; the whole table of any tuple
    sarsa       the values of the columns along the game and on, and how often the learner was there
    windows     its nine weights

`names(evaluator)` are the pages it has, `page(evaluator, name, position)` is one of them.  Whatever adds up, averages or unfolds weights
is done here, so that who draws only draws.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from c4.game.position import Position
from c4.game.rules import C4Error, Rules, count

OUT, FREE, FIRST, SECOND = range(4)
"""States of a cell for the n-tuples: empty and out of reach, empty and the next to be filled, a stone of who began, a stone of the other."""

STATES = ("out of reach", "reachable", "who began", "the other")
SIGNS = ("–", "·", "●", "○")
"""One sign a state, for the names of table entries: a run of cells is written from below."""

LARGE = 1000
"""Values from which a few may lie beyond where the colours end."""

ON = 12
"""Moves that the sarsa page goes on beyond the game, by the table's own best columns."""


class Sight(NamedTuple):
    """Which cells the entries of a table speak of: `cells` (row, column), those that tell rows first, then those that tell columns.

    row_states int8[rows, cells that tell rows], column_states int8[columns, the others]: FREE, FIRST, ...; `board` is (rows, columns).
    """

    board: tuple[int, int]
    cells: tuple[tuple[int, int], ...]
    row_states: np.ndarray
    column_states: np.ndarray

    def states(self, row: int, column: int) -> tuple[int, ...]:
        """The state of each of `cells` in an entry."""
        return (*self.row_states[row].tolist(), *self.column_states[column].tolist())


class Heat(NamedTuple):
    """One heat map: `values` float64[rows, columns] as they are drawn, the first row on top, NaN where there is nothing.

    `rows` and `columns` name each one, a tuple of names from the coarsest to the finest.  `counts` int64 of the same shape says of how many
    each value is the mean, or how often it was learned; `marks` are (row, column) to point out; `square` is whether the cells are those of a board.
    `levels` says what the names of the rows and of the columns are about, where they do not say so themselves.
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
        """What a value is about, in words."""
        words = (*self.rows[row], *self.columns[column])
        levels = (*self.levels[0], *self.levels[1]) or ("",) * len(words)
        return ", ".join(f"{level} {word}".strip() for level, word in zip(levels, words))


class Page(NamedTuple):
    """What is looked at together: `about` says exactly what the numbers are.

    All `heats` are of one kind and share a scale; `bars` are (name, value); `counted` is what `counts` count.
    """

    name: str
    about: str
    heats: tuple[Heat, ...] = ()
    bars: tuple[tuple[str, float], ...] = ()
    counted: str = ""

    def reach(self) -> tuple[float, float]:
        """(where the colours end, the greatest absolute value) of the heat maps.

        Of a large table one entry in fifty lies beyond where the colours end: a few great ones would leave the others pale.
        """
        found = np.abs(np.concatenate([heat.values.ravel() for heat in self.heats] or [np.zeros(0)]))
        found = found[~np.isnan(found)]
        if not len(found):
            return 0.0, 0.0
        return float(np.quantile(found, 0.98) if len(found) > LARGE else found.max()), float(found.max())


def names(evaluator) -> tuple[str, ...]:
    """The pages that a learned evaluator has; none where nothing was learned."""
    return MAPS[evaluator.name].names(evaluator) if evaluator.name in MAPS else ()


def page(evaluator, name: str, position: Position | None = None) -> Page:
    """A page of a learned evaluator; `position` is what some of them look at, by default the empty board.

    Raises C4Error for a page that it does not have, or a board that it does not know where that matters.
    """
    if name not in names(evaluator):
        raise C4Error(f"{evaluator.label} has no page {name!r}: choose {', '.join(names(evaluator)[:4])}, ...")
    return MAPS[evaluator.name].page(evaluator, name, position)


def follows(evaluator) -> bool:
    """Whether its pages change with the position."""
    return evaluator.name in MAPS and MAPS[evaluator.name].follows


def of_learner(learner):
    """What a learner has learned so far as an evaluator, or None where it learns no weights.  Raises C4Error when the evaluator refuses it.

    Not while it learns: its arrays must be at rest.
    """
    if learner.name == "windows":
        from c4.evaluators.windows import Windows

        return Windows(learner.weights)
    if learner.name == "td-lambda":
        from c4.evaluators.tdlambda import TDLambda

        return TDLambda(learner.weights, learner.rules)
    if learner.name == "sarsa":
        from c4.evaluators.sarsa import Sarsa

        return Sarsa(learner.table())
    if learner.name == "ntuple":
        from c4.evaluators.ntuple import NTuple

        return NTuple(learner.tuples, learner.weights)
    return None


def difference(one: Page, other: Page) -> Page | None:
    """The second page minus the first, or None when they do not speak of the same things."""
    alike = len(one.heats) == len(other.heats) and [name for name, _ in one.bars] == [name for name, _ in other.bars]
    if one.name != other.name or not alike or any(not same(a, b) for a, b in zip(one.heats, other.heats)):
        return None
    heats = tuple(
        b._replace(title=b.title.partition(";")[0], values=b.values - a.values, counts=None, marks=())
        for a, b in zip(one.heats, other.heats)
    )
    bars = tuple((name, after - before) for (name, before), (_, after) in zip(one.bars, other.bars))
    return Page(
        one.name,
        "The right one minus the left one: blue where the right one has more, orange where it has less.",
        heats,
        bars,
    )


def same(one: Heat, other: Heat) -> bool:
    """Whether two heat maps have the same places."""
    cells = [None if heat.sight is None else heat.sight.cells for heat in (one, other)]
    return (one.rows, one.columns, cells[0]) == (other.rows, other.columns, cells[1])


# -- boards -------------------------------------------------------------------------------------------------------------


def on_board(title: str, values: np.ndarray, rules: Rules, counts: np.ndarray | None = None) -> Heat:
    """Values[row, column], row 0 at the bottom, as a heat map."""
    rows = tuple((f"row {row + 1}",) for row in reversed(range(rules.rows)))
    return Heat(title, values[::-1], rows, columns_of(rules), None if counts is None else counts[::-1])


def columns_of(rules: Rules) -> tuple[tuple[str, ...], ...]:
    return tuple((f"column {column + 1}",) for column in range(rules.columns))


# -- windows and td-lambda ----------------------------------------------------------------------------------------------


def windows_page(evaluator, name: str, position: Position | None) -> Page:
    from c4.evaluators.windows import FEATURES

    return Page(
        name,
        "What one unit of each feature adds, own minus opponent's.",
        bars=tuple(zip(FEATURES, evaluator.weights, strict=True)),
    )


def td_lambda_page(evaluator, name: str, position: Position | None) -> Page:
    rules, half = evaluator.rules, evaluator.rules.cells
    weights = np.array(evaluator.weights)
    boards = [
        on_board(title, weights[start : start + half].reshape(rules.rows, rules.columns), rules)
        for title, start in (("own stone", 0), ("opponent's stone", half))
    ]
    bars = zip(("own middle", "own threats", "other threats"), weights[2 * half :].tolist(), strict=True)
    about = "What a stone on each cell adds to the value for who has just moved. Bars: what the features of the whole board weigh."
    return Page(name, about, tuple(boards), tuple(bars))


# -- n-tuples -----------------------------------------------------------------------------------------------------------

MOVERS = ("cells, 1st to move", "cells, 2nd to move")


def ntuple_names(evaluator) -> tuple[str, ...]:
    return (*MOVERS, *(f"tuple {number + 1}" for number in range(len(evaluator.tuples))))


def ntuple_page(evaluator, name: str, position: Position | None) -> Page:
    from c4.evaluators.ntuple import FINE

    if name in MOVERS:
        side, rules = MOVERS.index(name), evaluator.tuples.rules
        means, counts = cell_means(evaluator.tuples, evaluator.weights)
        heats = (
            on_board(STATES[state], means[side, state] / FINE, rules, counts[side, state])
            for state in (FIRST, SECOND, FREE, OUT)
        )
        about = (
            "Mean weight, before tanh, of all table entries with a stone of who began, or of the other, on the cell, or with the cell empty and"
            " reachable, or out of reach; each tuple read on the board and on its mirror image. Entries that are 0, never or hardly ever met, are"
            " left out. Blue is good for who began."
        )
        return Page(name, about, tuple(heats), counted="entries")
    number = ntuple_names(evaluator).index(name) - len(MOVERS)
    about = (
        "All weights of one tuple's two tables, before tanh; grey is 0, never or hardly ever met. Blue is good for who began. Cells of a column from"
        " below: ● who began, ○ the other, · empty and reachable, – empty and out of reach. Framed: the board once forced"
        " replies are played, and its mirror image."
    )
    quiet = None if position is None else evaluator.quiet(position)[0]
    return Page(name, about, tuple(table_of(evaluator, number, side, quiet, 1 / FINE) for side in range(2)))


def run_states(length: int) -> np.ndarray:
    """int8[2 ** (length + 1), length]: for each number in the field of a run (see `c4.evaluators.tuples`) the states of its cells, from below."""
    states = np.full((2 << length, length), OUT, dtype=np.int8)
    for number in range(1, 2 << length):
        stones = number.bit_length() - 1
        for height in range(min(stones + 1, length)):
            states[number, height] = FREE if height == stones else FIRST + (number >> height & 1)
    return states


def cell_means(tuples, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(mean weight, entries) by side to move, state, row (from the bottom) and column: float64 and int64[2, 4, rows, columns].

    The mean over the entries, of all tuples and their mirror images, that are not 0 and have the cell in that state; NaN where there is none.
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


def table_of(evaluator, number: int, side: int, position: Position | None, unit: float) -> Heat:
    """The table of a tuple for a side to move, unfolded: some of its runs tell the row, the others the column; impossible entries left out.

    Entries that are 0 are NaN; those that the position picks, on the board and on its mirror image, are marked.
    """
    tuples = evaluator.tuples
    rules, runs = tuples.rules, tuples.fields[number]
    start = side * tuples.size + int(tuples.offsets[number])
    widths = [len(cells) + 1 for cells, _ in runs]
    cut = min(
        range(1, len(runs) + 1), key=lambda cut: abs(sum(widths[:cut]) - sum(widths[cut:]))
    )  # the lower fields tell the column
    columns, rows = axis_of(runs[:cut], rules), axis_of(runs[cut:], rules)
    values = (
        evaluator.weights[start : start + (1 << sum(widths))].astype(np.float64).reshape(1 << sum(widths[cut:]), -1)
    )
    values = values[np.ix_(rows.numbers, columns.numbers)] * unit
    marks = ()
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
    if len(rows.numbers) > len(columns.numbers):  # lies rather than stands
        runs, rows, columns, heat = (*runs[cut:], *runs[:cut]), columns, rows, heat.T
        cut, marks = len(runs) - cut, tuple((row, column) for column, row in marks)
    coarse = (*reversed(runs[cut:]), *reversed(runs[:cut]))
    cells = tuple(rules.place(cell) for run, _ in coarse for cell in run)
    levels = (rows.levels, columns.levels)
    sight = Sight((rules.rows, rules.columns), cells, rows.states, columns.states)
    return Heat(
        ("who began to move", "the other to move")[side],
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
    """The possible states of some runs together: `numbers` in their fields, ascending, `states` int8[numbers, cells].

    `names` has a word a run for each, the coarsest first, as the states have their cells; `levels` says which run that is.
    """

    numbers: np.ndarray
    states: np.ndarray
    names: tuple[tuple[str, ...], ...]
    levels: tuple[str, ...]

    def place(self, number: int) -> int:
        return int(np.searchsorted(self.numbers, number))


def axis_of(runs, rules: Rules) -> Axis:
    """The runs' possible states together, the last run the coarsest."""
    numbers, states, names, levels = np.zeros(1, dtype=np.int64), np.zeros((1, 0), dtype=np.int8), [()], ()
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
    """The stones of who began and of the other, as the n-tuples see it: who began has more, or as many and the move."""
    mine_first = position.mine.bit_count() >= position.theirs.bit_count()
    return (position.mine, position.theirs) if mine_first else (position.theirs, position.mine)


def mover_of(position: Position) -> int:
    """Whose table is read: 0 when who began is to move."""
    return int(position.mine.bit_count() < position.theirs.bit_count())


# -- sarsa --------------------------------------------------------------------------------------------------------------


def sarsa_page(evaluator, name: str, position: Position | None) -> Page:
    """The way to the position, then on by the best columns as far as the table knows them, at most ON moves."""
    table = evaluator.table
    now = Position(rules=table.rules) if position is None else position
    table.require(now.rules)
    way, moves = ([now], []) if now.moves is None else along(now)
    played = len(moves)
    while len(moves) < played + ON:
        found, legal = table.entry(way[-1]), way[-1].legal_columns()
        if found is None or not legal:
            break
        moves.append(max(legal, key=lambda column: found[0][column]))
        way.append(way[-1].play(moves[-1]))
    values = np.full((now.rules.columns, len(way)), np.nan)
    counts = np.zeros(values.shape, dtype=np.int64)
    for place, here in enumerate(way):
        found, free = table.entry(here), list(here.legal_columns())
        if found is not None:
            values[free, place], counts[free, place] = found[0][free], found[1]
    first = now.ply - played
    labels = tuple((f"{first + place + 1}" + ("*" if place >= played else ""),) for place in range(len(way)))
    marks = tuple((column, place) for place, column in enumerate(moves))
    here = counts[:, played].max(initial=0)
    title = f"columns, move by move; {count(here, 'visit')} here"
    heat = Heat(title, values, columns_of(now.rules), labels, counts, marks, False, (("",), ("move",)))
    bars = tuple(
        (f"column {column + 1}", float(values[column, played]))
        for column in range(len(values))
        if not np.isnan(values[column, played])
    )
    about = (
        "Q of each column for who is to move there, in units of reward; framed: the column played, from the * on the table's own best."
        " Bars: the position on the board."
    )
    return Page(name, about, (heat,), bars, "visits")


def along(position: Position) -> tuple[list[Position], list[int]]:
    """The positions of a game from its first one, and the columns between them."""
    way = [Position(rules=position.rules, to_move=(position.to_move + len(position.moves)) % 2)]
    for column in position.moves:
        way.append(way[-1].play(column))
    return way, list(position.moves)


class Pages(NamedTuple):
    """What an evaluator has: `names(evaluator)`, `page(evaluator, name, position)`, and whether its pages change with the position."""

    names: Callable
    page: Callable
    follows: bool = False


MAPS = {
    "windows": Pages(lambda evaluator: ("nine weights",), windows_page),
    "td-lambda": Pages(lambda evaluator: ("cells and threats",), td_lambda_page),
    "ntuple": Pages(ntuple_names, ntuple_page, follows=True),
    "sarsa": Pages(lambda evaluator: ("along the game",), sarsa_page, follows=True),
}
"""The pages of each evaluator that learned, by its name."""
