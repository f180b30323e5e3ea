"""The base of all evaluators: a value, its explanation, and compiled kernels with their arrays.

Values are whole numbers ("points"), so that a search in Python and its compiled twin agree to the last bit; `scale`
says how many points make one `unit`.  Positive is good for the side that is asked about.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol, Self

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import number_text
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats32, Ints, U, Words
from c4.kernels.words import lowest, number_of

NO_KEYS = np.zeros(0, dtype=np.uint64)
NO_NUMBERS = np.zeros(0, dtype=np.int64)
NO_WEIGHTS = np.zeros(0, dtype=np.float32)


# -- pages of weights: numbers for heat maps and bars; drawing code only draws --------------------------------------------


@dataclass(frozen=True, eq=False)
class Heat:
    """One heat map: `values` float64[rows, columns] as drawn, the first row on top, NaN for missing values.

    `rows` and `columns` are their names, the last word being the label.  `counts`, int64 of the same shape, says over
    how many entries each value is the mean, or how often it was learned; `marks` are (row, column) to frame; `square`
    says whether the cells are those of a board.  Heat maps are compared by identity, because `==` of arrays is no yes or no.
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


# -- evaluators --------------------------------------------------------------------------------------------------------


class Contribution(NamedTuple):
    """One line of an explanation.  The contributions, in points, add up to the position's value exactly.

    `value` is the value of the feature for the side asked about, `weight` its factor; `cells` are
    the cells (row, column) it depends on, empty if that is the whole board.  A `remark`
    contributes nothing: it introduces the lines below it.
    """

    feature: str
    value: float
    weight: float
    contribution: float
    cells: tuple[tuple[int, int], ...] = ()
    remark: bool = False


class Tables(NamedTuple):
    """The arrays that an evaluate kernel reads; each evaluator defines their layout.

    It may write only to `memory`: an accumulator, a cache of values.  `keys` are those of a hash table.
    """

    numbers: Ints
    memory: Ints
    weights: Floats32 = NO_WEIGHTS
    keys: Words = NO_KEYS


class Evaluate(Protocol):
    """An evaluate kernel: from the discs of both sides and the side to move, the points for the maximizer.

    The maximizer is whoever asks, whether it moves or not; a search that speaks of the mover passes the mover's discs.
    """

    def __call__(self, maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables, /) -> int: ...


class Update(Protocol):
    """An update kernel: updates an accumulator after a disc was played (sign +1) or undone (-1)."""

    def __call__(self, cell: int, maximizer: bool, sign: int, tables: Tables, /) -> None: ...


NOTHING = nullcontext()


@kernel(passed=True)
def no_update(cell: int, maximizer: bool, sign: int, tables: Tables) -> None:
    """The update kernel of an evaluator without an accumulator."""


class Evaluator(ABC):
    """Base of all evaluators.

    name, label      as in the registry
    unit, scale      the unit of values, and how many points it has
    limit            |value| <= limit for every position; always below `c4.game.values.WIN_FLOOR`
    steps            from how many points a side is called a little better, better, much better
    line_value       points per completed line on a full board, where lines are counted
    symmetric        whether a position and its mirror image have the same value
    kernel_free      whether `evaluate` calls no kernel, so that it can be asked before anything is compiled
    rules, source    of a learned evaluator: the board it was trained on, and where it comes from, for messages
    suffix           of its model files
    evaluate_kernel  see Evaluate
    update_kernel    see Update; None if `evaluate_kernel` needs no accumulator
    pages_follow     whether its pages depend on the position
    """

    name: ClassVar[str]
    label: ClassVar[str]
    unit: ClassVar[str]
    scale: int = 1
    limit: int
    steps: tuple[int, int, int]
    line_value: int
    symmetric: bool = False
    kernel_free: ClassVar[bool] = False
    pages_follow: ClassVar[bool] = False
    suffix: ClassVar[str] = ".json"
    rules: Rules
    source: str
    evaluate_kernel: ClassVar[Evaluate]
    update_kernel: ClassVar[Update | None] = None

    @classmethod
    def from_model(cls, path: str | Path | None = None) -> Self:
        """A learned evaluator from its model file, by default the built-in one.  Raises C4Error for an unusable file."""
        return cls._read(models.default_path(cls.name, cls.suffix) if path is None else Path(path))

    @classmethod
    def _read(cls, path: Path) -> Self:
        """The evaluator of a model file."""
        raise NotImplementedError

    def require_board(self, rules: Rules) -> None:
        """Raises C4Error unless a learned evaluator was trained on a board of this size; the scoring may differ."""
        mine: Rules = self.rules
        if (rules.rows, rules.columns, rules.connect) != (mine.rows, mine.columns, mine.connect):
            raise C4Error(
                f"{self.source} was trained on {mine}, not on {rules}: the {self.name} evaluator knows one board"
            )

    @property
    def form(self) -> str:
        """Which form of a user evaluator the searches run, as a sentence; "" for others."""
        return ""

    def in_search(self) -> AbstractContextManager[object]:
        """Around the kernels of a search: raises C4Error at the end if the code of a user evaluator has failed."""
        return NOTHING

    @abstractmethod
    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """The features of a position for `side` (0, 1; default: to move); their contributions add up to `evaluate`."""

    def evaluate(self, position: Position, side: int | None = None) -> int:
        """Points for `side` (0 or 1; by default the side to move)."""
        return round(sum(row.contribution for row in self.explain(position, side)))

    def shares(self, position: Position, side: int | None = None) -> dict[tuple[int, int], float]:
        """The share of each cell (row, column) in the value for `side`, in points.

        A contribution is spread evenly over the cells of its feature.  One that depends on the whole board belongs to
        no cell, so the shares need not add up to `evaluate`.
        """
        shares: dict[tuple[int, int], float] = {}
        for row in self.explain(position, side):
            for cell in row.cells:
                shares[cell] = shares.get(cell, 0.0) + row.contribution / len(row.cells)
        return shares

    @abstractmethod
    def tables(self, rules: Rules) -> Tables:
        """The arrays of the two kernels for this board.  Raises C4Error if the evaluator does not know the board."""

    def page_names(self) -> tuple[str, ...]:
        """The names of its pages of weights; none if it has learned nothing."""
        return ()

    def page(self, name: str, position: Position | None = None) -> Page:
        """A page of its weights; some pages depend on `position`, by default the empty board.

        Raises C4Error for an unknown page, or if the page depends on a board that the evaluator does not know.
        """
        names = self.page_names()
        if name not in names:
            raise C4Error(f"{self.label} has no page {name!r}: choose {', '.join(names[:4])}, ...")
        return self._page(name, position)

    def _page(self, name: str, position: Position | None) -> Page:
        """The page with one of `page_names`."""
        raise NotImplementedError

    def in_words(self, points: float) -> str:
        """A value as text, in units: "12", "+0.41"."""
        return number_text(points, scale=self.scale)

    def with_unit(self, points: float) -> str:
        """A value with what it counts: "12 points", "+0.41 of a win"."""
        return f"{self.in_words(points)} {'of a win' if self.unit == 'wins' else self.unit}"


@kernel
def accumulate_all(maximizer: U, minimizer: U, sign: int, tables: Tables, update: Update) -> None:
    """Adds all discs to an evaluator's accumulator (`sign` 1), or removes them (-1)."""
    stones = maximizer | minimizer
    while stones:
        cell = lowest(stones)
        stones ^= cell
        update(number_of(cell), bool(maximizer & cell), sign, tables)


@kernel(inlined=True)
def value_after(
    own: U,
    other: U,
    cell: U,
    own_then: U,
    other_then: U,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
    update: Update,
) -> int:
    """The value for `own` once a disc on a cell has made the board (own_then, other_then), which may have turned.

    The accumulator, which holds the board before the move, is left as it was.
    """
    own_before_turn = own | cell
    turned = own_then != own_before_turn or other_then != other
    update(number_of(cell), True, 1, tables)
    if turned:
        accumulate_all(own_before_turn, other, -1, tables, update)
        accumulate_all(own_then, other_then, 1, tables, update)
    value = evaluate(own_then, other_then, False, board, tables)
    if turned:
        accumulate_all(own_then, other_then, -1, tables, update)
        accumulate_all(own_before_turn, other, 1, tables, update)
    update(number_of(cell), True, -1, tables)
    return value


def start_memory(position: Position, maximizer: int, evaluator: Evaluator, tables: Tables) -> Update:
    """Fills an evaluator's accumulator with the discs on the board; returns its update kernel, or `no_update`."""
    update = evaluator.update_kernel
    if update is None:
        return no_update
    for player, stones in enumerate(position.stones):
        for cell in range(stones.bit_length()):
            if stones >> cell & 1:
                update(cell, player == maximizer, 1, tables)
    return update
