"""What every evaluator offers: a value, an explanation, and a compiled twin with its arrays for the search.  Imports
numba.

Values are whole numbers ("points"), so that a search in Python and its compiled twin agree to the last bit; `scale`
says how many points make one `unit`.  Positive is good for the side that is asked about.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple, Protocol

import numpy as np

from c4.compiled.board import Board
from c4.compiled.jit import kernel
from c4.compiled.kinds import Floats32, Ints, U, Words
from c4.evaluators.pages import Page
from c4.game.position import Position
from c4.game.rules import C4Error, Rules
from c4.game.values import number_text

NO_KEYS = np.zeros(0, dtype=np.uint64)
NO_NUMBERS = np.zeros(0, dtype=np.int64)
NO_WEIGHTS = np.zeros(0, dtype=np.float32)


class Contribution(NamedTuple):
    """One line of an explanation: `contribution` = what this feature adds to the value, in points (they add up to the
    value exactly).

    `value` is the feature's own value from the asked side's view, `weight` what it is multiplied with; `cells` are the
    cells (row, column) it looks at, for drawing, empty when it looks at the whole board.  A `remark` adds nothing: it
    says what the other lines are about, and belongs above them.
    """

    feature: str
    value: float
    weight: float
    contribution: float
    cells: tuple[tuple[int, int], ...] = ()
    remark: bool = False


class Tables(NamedTuple):
    """The arrays that an evaluate kernel reads; what stands where is each evaluator's own affair.

    Only `memory` is its own to write: an accumulator, values seen before.  `keys` are those of a hash table.
    """

    numbers: Ints
    memory: Ints
    weights: Floats32 = NO_WEIGHTS
    keys: Words = NO_KEYS


class Evaluate(Protocol):
    """An evaluate kernel, a compiled evaluation: the stones of both sides, and which is to move -> points for the
    maximizer.
    """

    def __call__(self, maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables, /) -> int: ...


class Update(Protocol):
    """An update kernel, which keeps an accumulator up to date with the board: a stone was played (sign +1) or taken
    back (-1).
    """

    def __call__(self, cell: int, maximizer: bool, sign: int, tables: Tables, /) -> None: ...


@kernel(passed=True)
def no_update(cell: int, maximizer: bool, sign: int, tables: Tables) -> None:
    """The update kernel of an evaluator without an accumulator."""


class Evaluator(ABC):
    """Base of all evaluators.

    name, label      as in the registry
    unit, scale      what a value means, and how many points one unit has
    limit            |value| <= limit for every position; always below `c4.tree.searchtree.WIN_FLOOR`
    steps            points from where on a side is a little better, better, much better (for words only)
    line_value       points for each completed line once the board is full (count-the-lines scoring, R4-18)
    symmetric        whether a position and its mirror image have the same value
    evaluate_kernel  see Evaluate
    update_kernel    see Update; None when `evaluate_kernel` needs no accumulator
    pages_follow     whether its pages change with the position
    """

    name: ClassVar[str]
    label: ClassVar[str]
    unit: ClassVar[str]
    scale: int = 1
    limit: int
    steps: tuple[int, int, int]
    line_value: int
    symmetric: bool = False
    pages_follow: ClassVar[bool] = False
    evaluate_kernel: ClassVar[Evaluate]
    update_kernel: ClassVar[Update | None] = None

    @abstractmethod
    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """The features of a position for `side` (0 or 1; by default the side to move); their contributions add up to
        `evaluate`.
        """

    def evaluate(self, position: Position, side: int | None = None) -> int:
        """Points for `side` (0 or 1; by default the side to move)."""
        return round(sum(row.contribution for row in self.explain(position, side)))

    def shares(self, position: Position, side: int | None = None) -> dict[tuple[int, int], float]:
        """What each cell (row, column) adds to the value for `side`, in points: every contribution spread evenly over
        the cells it looks at.

        What looks at the whole board belongs to no cell, so the shares may add up to less than `evaluate`.
        """
        shares: dict[tuple[int, int], float] = {}
        for row in self.explain(position, side):
            for cell in row.cells:
                shares[cell] = shares.get(cell, 0.0) + row.contribution / len(row.cells)
        return shares

    @abstractmethod
    def tables(self, rules: Rules) -> Tables:
        """The arrays that the two kernels read on this board.  Raises C4Error when the evaluator does not know the
        board.
        """

    def page_names(self) -> tuple[str, ...]:
        """The pages of what it has learned; none where nothing was learned."""
        return ()

    def page(self, name: str, position: Position | None = None) -> Page:
        """A page of what it has learned; `position` is what some of them look at, by default the empty board.

        Raises C4Error for a page that it does not have, or a board that it does not know where that matters.
        """
        names = self.page_names()
        if name not in names:
            raise C4Error(f"{self.label} has no page {name!r}: choose {', '.join(names[:4])}, ...")
        return self._page(name, position)

    def _page(self, name: str, position: Position | None) -> Page:
        """The page of one of its names."""
        raise NotImplementedError

    def in_words(self, points: float) -> str:
        """A value for people, in units: "12", "+0.41"."""
        return number_text(points, scale=self.scale)


def start_memory(position: Position, maximizer: int, evaluator: Evaluator, tables: Tables) -> Update:
    """Plays the stones on the board into an evaluator's accumulator; returns its update kernel (or the one that does
    nothing).
    """
    update = evaluator.update_kernel
    if update is None:
        return no_update
    for player, stones in enumerate(position.stones):
        for cell in range(stones.bit_length()):
            if stones >> cell & 1:
                update(cell, player == maximizer, 1, tables)
    return update
