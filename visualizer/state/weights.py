"""Learned weights: what they say about the chosen node or the board, and pages of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import number_text
from c4.scripts import is_script
from c4.search.watch import Watch
from c4.text import capitalised
from visualizer.state.core import Core
from visualizer.state.evaluators import Loaded
from visualizer.state.state import MadePage, WeightsState
from visualizer.state.trees import chosen_node

if TYPE_CHECKING:  # these import numba and numpy, which the first paint of the window does without
    from c4.evaluators.base import Contribution, Evaluator, Page

ROWS = 9
"""Rows of bars there is room for; of more features the strongest are shown, and the others added up."""

WRITTEN_AS_NOTHING = ("0", "0.00")
"""The texts of numbers that are too small to be seen in them."""

LARGEST_PARTS = 4
"""How many parts of a value the card shows."""

PREPARING = "Preparing the weights..."
"""Said until an evaluator is loaded, and until the page that was chosen is there."""

HERE = "this position"
"""What pages of weights stand behind where an evaluator can also be shown at a position."""


class BarRow(NamedTuple):
    """A name, and a number in units with its text for each column of bars; without `bars` the texts alone.

    A number that is written as 0 is 0, so that it has no bar.
    `squares` are the squares (row, column) of the board that it is about; none where it is about the whole board, or
    about more than are worth a picture.
    """

    name: str
    cells: tuple[tuple[float, str], ...]
    bars: bool = True
    squares: tuple[tuple[int, int], ...] = ()


STANDARD_BOARD = (STANDARD.rows, STANDARD.columns)


class WeightsView(NamedTuple):
    """What is shown of them: a page, or a title above rows of bars, or a title alone.

    evaluators   (name, label) of those that are offered
    pages        the names of the pages that the chosen one has
    """

    evaluators: tuple[tuple[str, str], ...]
    name: str
    pages: tuple[str, ...]
    page_name: str
    page: Page | None
    title: str
    rows: tuple[BarRow, ...] = ()
    board: tuple[int, int] = STANDARD_BOARD
    """Rows and columns of the board that the rows are about."""


def weights_view(weights: WeightsState, evaluators: Loaded) -> WeightsView:
    """What is shown of the weights."""
    offered = tuple((name, evaluators.label(name).removesuffix(" (learned)")) for name in explained())
    evaluator = evaluators.get(weights.name)
    if evaluator is None:
        problem = evaluators.problem(weights.name) or PREPARING
        return WeightsView(offered, weights.name, pages=(), page_name="", page=None, title=problem)
    pages = evaluator.page_names()
    if weights.page_name in pages:
        made = weights.made
        if made is None or (made.evaluator, made.name) != (evaluator, weights.page_name):
            made = MadePage(evaluator, weights.page_name, problem=PREPARING)
        return WeightsView(offered, weights.name, pages, weights.page_name, made.page, capitalised(made.problem))
    about_position = WeightsView(offered, weights.name, pages, page_name="", page=None, title="")
    try:
        rows = evaluator.explain(weights.position, weights.side)
        total = evaluator.evaluate(weights.position, weights.side)
    except C4Error as error:
        return about_position._replace(title=str(error))
    title = f"Value for {weights.whose}: {evaluator.with_unit(total)}"
    rules = weights.position.rules
    bars = tuple(bar_rows(rows, evaluator.scale))
    return about_position._replace(title=title, rows=bars, board=(rules.rows, rules.columns))


class Weights:
    """The topic `app.weights`."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._task = core.task("weights", self._made, self._failed)
        self._asked: tuple[Evaluator, str, Position | None] | None = None

    def choose(self, name: str) -> None:
        """Shows the weights of another evaluator, if it is learned or your own; any other name changes nothing."""
        if name in explained():
            self._change(name=name)

    def choose_page(self, name: str) -> None:
        """Shows another page of weights; "" for what they say about the position."""
        self._change(page_name=name)

    def _change(self, **changes: object) -> None:
        self._core.change(weights=replace(self._core.state.weights, **changes))  # type: ignore[arg-type]
        self.sync()

    def sync(self) -> None:
        """Follows the chosen node, the board and the evaluator in use, and has the chosen page made."""
        core = self._core
        weights = core.state.weights
        position, side, whose = self._subject()
        name = weights.name or first_name(core.state.settings.evaluator)
        if (name, position, side, whose) != (weights.name, weights.position, weights.side, weights.whose):
            weights = replace(weights, name=name, position=position, side=side, whose=whose)
            core.change(weights=weights)
        self._make_page(weights)

    def _subject(self) -> tuple[Position, int, str]:
        """The position, side and words for it: of the node that you chose last, otherwise of the board."""
        chosen = chosen_node(self._core.state.tree)
        if chosen is not None:
            return chosen
        position = self._core.state.game.position
        return position, position.to_move, f"{self._core.names().mover()}, on the board"

    def _make_page(self, weights: WeightsState) -> None:
        evaluator = self._core.state.evaluators.get(weights.name)
        if evaluator is None or weights.page_name not in evaluator.page_names():
            return
        position = weights.position if evaluator.pages_follow else None
        wanted = (evaluator, weights.page_name, position)
        if wanted == self._asked:
            return
        self._asked = wanted
        page_name = weights.page_name
        about = weights.position

        def work(watch: Watch) -> Page:
            return evaluator.page(page_name, about)

        self._task.start(work)

    def _made(self, page: Page) -> None:
        self._take(page=page)

    def _failed(self, sentence: str) -> None:
        self._take(problem=sentence)

    def _take(self, page: Page | None = None, problem: str = "") -> None:
        """Takes over the page that was asked for last, or why it cannot be made."""
        assert self._asked is not None
        evaluator, name, _ = self._asked
        made = MadePage(evaluator, name, page, problem)
        self._core.change(weights=replace(self._core.state.weights, made=made))


def explained() -> list[str]:
    """The evaluators offered: learned ones and user evaluators, which may explain their values."""
    return [name for name, entry in list(EVALUATORS.items()) if entry.learned or is_script(name)]


def first_name(in_use: str) -> str:
    """The evaluator that is shown at first: the one in use, if it can be explained."""
    offered = explained()
    return in_use if in_use in offered else offered[0]


def strongest(rows: list[Contribution]) -> list[Contribution]:
    """The rows to show: all in their order where there is room, else remarks, those that add most, and what the
    others add together."""
    if len(rows) <= ROWS:
        return rows
    ordered = sorted(rows, key=lambda row: (not row.remark, -abs(row.contribution)))
    others = ordered[ROWS - 1 :]
    rest = others[0]._replace(
        feature=f"{len(others)} others",
        value=1.0,
        weight=sum(row.weight * row.value for row in others),
        contribution=sum(row.contribution for row in others),
        cells=(),
    )
    return [*ordered[: ROWS - 1], rest]


def largest_parts(evaluator: Evaluator, position: Position, side: int) -> tuple[BarRow, ...]:
    """The largest contributions to the value of a position for a side; none where the evaluator cannot explain it."""
    try:
        rows = [row for row in evaluator.explain(position, side) if not row.remark]
    except C4Error:  # a board it has not learned
        return ()
    rows.sort(key=lambda row: -abs(row.contribution))
    return tuple(
        BarRow(row.feature, (cell(row.contribution, evaluator.scale),), squares=row.cells)
        for row in rows[:LARGEST_PARTS]
    )


def cell(points: float, scale: int) -> tuple[float, str]:
    """A number of so many points in units, and its text; 0 where the text says so.  `scale` points make one unit."""
    text = number_text(points, scale=scale)
    return (0.0 if text in WRITTEN_AS_NOTHING else points / scale), text


def bar_rows(rows: list[Contribution], points: int) -> list[BarRow]:
    """What a learned evaluator says about a position as rows of bars: each weight, and what it adds; `points` make one
    unit.
    """
    listed = strongest(rows)
    others = None if len(rows) <= ROWS else listed[-1]  # no bar: it would dwarf the others
    return [
        BarRow(
            row.feature,
            () if row.remark else (cell(row.weight * points, points), cell(row.contribution, points)),
            row is not others,
            row.cells,
        )
        for row in listed
    ]
