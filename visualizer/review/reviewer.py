"""The review of the game on the board: made in a thread, shown by the review pane and the value graph.

A `ReviewModel` is filled in the thread and read by the window meanwhile: rows are only ever appended.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import tanh
from typing import TYPE_CHECKING, NamedTuple

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.gametree import ROOT
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import WIN, WIN_FLOOR
from c4.review.rows import DECIDED, SYMBOLS, Lines, Review, Row, height, positions_of
from c4.review.words import reason_of, score_words, sentence
from c4.search.watch import Watch
from c4.session.game import Game
from c4.text import pluralise
from visualizer.board.status import Names
from visualizer.ui.background import BackgroundTask
from visualizer.ui.context import Context

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # loads numpy

LEARNED = "taught"
"""The evaluator whose curve is drawn, if it knows the board."""


class Curves(NamedTuple):
    """The curves, heights from -1 to 1 for the first player.

    moves     how many moves the game has
    exact     after each reviewed move, in order
    marks     "?!", "?", "??" or "" of each of these
    searched  the value of the search behind each move, None if unknown
    learned   a learned evaluator after each move; empty for none
    waiting   what the exact values wait for; "" for nothing
    """

    moves: int
    exact: tuple[float, ...] = ()
    marks: tuple[str, ...] = ()
    searched: tuple[float | None, ...] = ()
    learned: tuple[float, ...] = ()
    waiting: str = ""

    def turned(self) -> Curves:
        """The same curves with heights for the second player."""
        exact, learned = (tuple(-height for height in row) for row in (self.exact, self.learned))
        searched = tuple(None if height is None else -height for height in self.searched)
        return self._replace(exact=exact, searched=searched, learned=learned)


@dataclass
class ReviewModel:
    """The review of one line of a game.

    start, columns   the game; columns from 0
    nodes            its moves in the game's tree, without the root
    searched         the value of the search that chose each move, from -1 to 1 for the first player; None if unknown
    learned          the value of a learned evaluator after each move, likewise; filled by `fill`
    rows, lines, why the review so far; lines and reasons by ply
    """

    start: Position
    columns: tuple[int, ...]
    nodes: tuple[int, ...]
    searched: tuple[float | None, ...] = ()
    learned: list[float] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    lines: dict[int, Lines] = field(default_factory=dict)
    why: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.positions = positions_of(self.start, self.columns)

    @classmethod
    def of(cls, game: Game, searched: Sequence[float | None] = ()) -> ReviewModel:
        """The review to be made of the line that undo and redo move along."""
        return cls(game.start, game.moves, game.tree.line(), tuple(searched))

    def reuse(self, other: ReviewModel) -> None:
        """Copies the review of the moves that both begin with; both have the same start."""
        pairs = zip(self.columns, other.columns)
        same = next((place for place, (one, two) in enumerate(pairs) if one != two), len(self.columns))
        self.rows = other.rows[:same]
        plies = {row.ply for row in self.rows}
        self.lines = {ply: lines for ply, lines in list(other.lines.items()) if ply in plies}
        self.why = {ply: why for ply, why in list(other.why.items()) if ply in plies}

    # -- asking -------------------------------------------------------------------------------------------------------

    @property
    def review(self) -> Review:
        """All rows so far."""
        return Review(self.start, self.columns, tuple(self.rows))

    @property
    def complete(self) -> bool:
        """Whether every move has been reviewed."""
        return len(self.rows) == len(self.columns)

    def about(self, game: Game) -> bool:
        """Whether the game on the board has this line in its tree."""
        tree, last = game.tree, self.nodes[-1] if self.nodes else ROOT
        if self.start != game.start or len(tree.nodes) <= max(self.nodes, default=0):
            return False
        return tree.path(last) == self.nodes and tree.moves(last) == self.columns

    def at(self, game: Game) -> int | None:
        """How many moves of the line are on the board; None in a variation."""
        if not self.about(game):
            return None
        if game.tree.at == ROOT:
            return 0
        return self.nodes.index(game.tree.at) + 1 if game.tree.at in self.nodes else None

    def row(self, number: int) -> Row | None:
        """The row of the move of this number, from 1 in this line."""
        return self.rows[number - 1] if 0 < number <= len(self.rows) else None

    def number(self, row: Row) -> int:
        """The number of a row's move in this line, from 1."""
        return row.ply - self.start.ply

    def errors(self, slips: bool = False) -> tuple[Row, ...]:
        """The mistakes, the worst first."""
        return self.review.mistakes(slips)

    def next_error(self, at: int, step: int) -> int | None:
        """The number of the next mistake after move `at` (step 1) or the one before it (-1); None if there is none."""
        numbers = sorted(self.number(row) for row in self.errors())
        if step > 0:
            return next((number for number in numbers if number > at), None)
        return next((number for number in reversed(numbers) if number < at), None)

    # -- words --------------------------------------------------------------------------------------------------------

    def progress(self) -> str:
        """How far the review is: "12 of 35 moves reviewed"."""
        return f"{len(self.rows)} of {pluralise(len(self.columns), 'move')} reviewed"

    def explanation(self, number: int, names: Sequence[str]) -> str:
        """A move in sentences: what it did, what was better, and the threats that prove it."""
        row = self.row(number)
        if number == 0:
            return "The start of the game."
        who = f"{number + self.start.ply}. {names[self.positions[number - 1].to_move]}"
        if row is None:
            return f"{who}: not reviewed yet."
        position = self.positions[number - 1]
        text = sentence(row, position) or f"Column {DIGITS[row.column]} {score_words(row.score, position)}: best."
        return " ".join(filter(None, (f"{who}: {text}", self.why.get(row.ply, ""))))

    def short(self, number: int) -> tuple[str, str]:
        """A move in the list: its mark, and what it leads to."""
        row = self.row(number)
        return ("", "") if row is None else (SYMBOLS[row.mark], score_words(row.score, self.positions[number - 1]))

    def exact(self) -> list[float]:
        """The exact curve: a height from -1 to 1 after each reviewed move, for the first player."""
        return [height(row.first, self.start.rules) for row in list(self.rows)]


def fill(
    model: ReviewModel,
    watch: Watch,
    evaluator: Callable[[], Evaluator] | None,
    names: Sequence[str],
    with_lines: bool = True,
) -> None:
    """Fills a model: rows first, in order, then the learned curve; with `with_lines` also the lines of the mistakes,
    the worst first.

    Raises C4Error if the first line does not win.
    """
    from c4.review.stream import lines_of, stream_review  # these load numba
    from c4.solver.table import Table

    table = Table()
    done = len(model.rows)
    if done < len(model.columns):
        for row in stream_review(model.positions[done], model.columns[done:], table=table, watch=watch):
            model.rows.append(row)
    if evaluator is not None and not watch.stopped:
        model.learned.extend(learned_curve(model.positions[1:], evaluator))
    for row in model.errors(slips=True) if with_lines else ():
        if watch.stopped:
            return
        position = model.positions[model.number(row) - 1]
        if row.ply in model.lines:
            continue
        lines = lines_of(row, position, table=table, watch=watch)
        if reason := reason_of(row, position, names, lines):
            model.why[row.ply] = reason
        model.lines[row.ply] = lines


def learned_curve(positions: Iterable[Position], load: Callable[[], Evaluator]) -> list[float]:
    """A learned evaluator's value of each position, from -1 to 1 for the first player; empty if it cannot be used."""
    try:
        evaluator = load()
        return [result_or(position, evaluator) for position in positions]
    except C4Error:
        return []


def result_or(position: Position, evaluator: Evaluator) -> float:
    """The result if the game is over, otherwise the evaluator's value."""
    outcome = position.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else 1.0 - 2 * outcome.winner
    return max(-1.0, min(1.0, evaluator.evaluate(position, 0) / evaluator.scale))


def searched_height(points: float, rules: Rules, better: float) -> float:
    """A search's value on the graph: wins as exact ones, all else below DECIDED; `better` points are "much better"."""
    if abs(points) >= WIN_FLOOR:
        stones = WIN - abs(int(points))
        score = (rules.cells + 2 - stones) // 2
        return height(score if points > 0 else -score, rules)
    return DECIDED * tanh(points / max(better, 1e-9))


class Reviewer:
    """Reviews the game on the board in a thread; `listeners` are called whenever more is known.

    `model` is None until the first game; `failure` is why the review ended too early, as a sentence.
    """

    def __init__(self, widget: tk.Misc, context: Context, names: Names) -> None:
        self._context, self._names = context, names
        self.model: ReviewModel | None = None
        self.failure = ""
        self.listeners: list[Callable[[], object]] = []
        self._with_lines = False
        worker = context.session.worker("review")
        self._task: BackgroundTask[None] = BackgroundTask(widget, worker, lambda _: None, self._failed, self._notify)

    @property
    def busy(self) -> bool:
        """Whether it is at work."""
        return self._task.busy

    @property
    def players(self) -> tuple[str, str]:
        """The names of the first player and of the second."""
        return self._names.player(0), self._names.player(1)

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of their discs."""
        session, pairs = self._context.session, self._names.colours
        return pairs[session.seat(0)][1], pairs[session.seat(1)][1]

    def begin(self, with_lines: bool = True) -> None:
        """Reviews the line on the board, from its first move to its last, with the lines of its mistakes.

        What was reviewed of it stays.  Raises C4Error if there is no move.
        """
        game = self._context.session.game
        if not game.moves:
            raise C4Error("there is nothing to review yet: play a move")
        old, model = self.model, ReviewModel.of(game, self._searched())
        if old is not None and old.start == model.start:
            model.reuse(old)
        self.model, self.failure, self._with_lines = model, "", with_lines
        players, evaluator = self.players, self._context.evaluators.needed
        self._task.start(lambda watch: fill(model, watch, lambda: evaluator(LEARNED), players, with_lines))

    def follow(self) -> None:
        """Reviews a running game as far as it goes, without the lines of its mistakes."""
        game, model = self._context.session.game, self.model
        if not game.moves or not game.start.rules.solvable:
            return
        same = model is not None and (model.start, model.columns) == (game.start, game.moves)
        if model is None or not same or not (model.complete or self.busy or self.failure):
            self.begin(with_lines=False)

    def grow(self) -> bool:
        """Goes on if the game on the board went on; returns whether it did."""
        game, model = self._context.session.game, self.model
        longer = model is not None and game.moves[: len(model.columns)] == model.columns != game.moves
        if model is None or not longer or model.positions[-1].outcome() is not None or model.start != game.start:
            return False
        self.begin(self._with_lines)
        return True

    def stop(self) -> None:
        """Stops the review; what was reviewed stays."""
        self._task.stop()

    @property
    def curves(self) -> Curves:
        """The curves of the graph."""
        model = self.model
        if model is None:
            return Curves(0)
        exact = tuple(model.exact())
        marks = tuple(SYMBOLS[row.mark] for row in model.rows[: len(exact)])
        return Curves(len(model.columns), exact, marks, model.searched, tuple(model.learned))

    def _searched(self) -> tuple[float | None, ...]:
        """The value of the search before each move, for the first player; None if unknown."""
        session = self._context.session
        game, before = session.game, session.game.start.moves or ()
        values: list[float | None] = []
        for number in range(len(game.moves)):
            search = session.searches.behind((*before, *game.moves[:number]))
            if search is None or search.decision.value is None:
                values.append(None)
                continue
            better = self._context.evaluators.needed(search.limits.evaluator).steps[2] if search.limits.evaluator else 1
            points = search.decision.value.points
            value = searched_height(points, game.start.rules, better)
            values.append(value if search.position.to_move == 0 else -value)
        return tuple(values)

    def _failed(self, text: str) -> None:
        self.failure = text

    def _notify(self) -> None:
        for listener in self.listeners:
            listener()
