"""What a review shows: judged moves, curves, and the current place.  No tkinter; numba only in `judge`.

`judge` fills a model in a thread of its own, and the window reads it meanwhile: rows are only ever appended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import tanh
from typing import TYPE_CHECKING

from c4.game.columns import DIGITS
from c4.game.gametree import ROOT, GameTree
from c4.game.position import Position
from c4.game.rules import C4Error, Rules, count
from c4.game.values import WIN, WIN_FLOOR
from c4.review.report import DECIDED, height
from c4.review.rows import SYMBOLS, Lines, Review, Row, positions_of
from c4.review.words import because, fate, sentence, summary, verdict
from c4.search.watch import Watch
from c4.session.history import Game

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy


@dataclass
class Model:
    """The review of one line of a game.

    start, columns   the game; columns from 0
    nodes            its moves in the game's tree, without the root
    searched         what the search that chose each move thought, from -1 to 1 for who began; None where there was none
    learned          what a learned evaluator says after each move, the same way; filled by `judge`
    rows, lines, why as they are judged: lines and words on the threats by ply
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
    def of(cls, game: Game, searched: Sequence[float | None] = ()) -> Model:
        """The review to be made of the line that undo and redo move along."""
        return cls(game.start, game.moves, game.tree.line(), tuple(searched))

    def keep(self, other: Model) -> None:
        """Takes over what was judged of the moves that both begin with; both have the same start."""
        pairs = zip(self.columns, other.columns)
        same = next((place for place, (one, two) in enumerate(pairs) if one != two), len(other.columns))
        self.rows = other.rows[:same]
        plies = {row.ply for row in self.rows}
        self.lines = {ply: lines for ply, lines in list(other.lines.items()) if ply in plies}
        self.why = {ply: why for ply, why in list(other.why.items()) if ply in plies}

    # -- asking -------------------------------------------------------------------------------------------------------

    @property
    def review(self) -> Review:
        """All that has been judged."""
        return Review(self.start, self.columns, tuple(self.rows))

    @property
    def complete(self) -> bool:
        """Whether every move has been judged."""
        return len(self.rows) == len(self.columns)

    def about(self, game: Game) -> bool:
        """Whether the game on the board has this line in its tree."""
        return self.start == game.start and len(game.tree.nodes) > max(self.nodes, default=0) and self._same(game.tree)

    def _same(self, tree: GameTree) -> bool:
        last = self.nodes[-1] if self.nodes else ROOT
        return tree.path(last) == self.nodes and tree.moves(last) == self.columns

    def at(self, game: Game) -> int | None:
        """How many moves of the line are on the board; None in a variation."""
        if not self.about(game):
            return None
        if game.tree.at == ROOT:
            return 0
        return self.nodes.index(game.tree.at) + 1 if game.tree.at in self.nodes else None

    def row(self, number: int) -> Row | None:
        """The judged move of this number, from 1 in this line."""
        return self.rows[number - 1] if 0 < number <= len(self.rows) else None

    def number(self, row: Row) -> int:
        """The number of a judged move in this line, from 1."""
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
        """How much has been judged: "12 of 35 moves judged"."""
        return f"{len(self.rows)} of {count(len(self.columns), 'move')} judged"

    def summaries(self, names: Sequence[str]) -> str:
        """Both sides' moves, a line each."""
        return "\n".join(f"{names[side]}: {summary(self.review, side)}" for side in (0, 1))

    def told(self, number: int, names: Sequence[str]) -> str:
        """A move in sentences: what it did, what was better, and the threats behind it where they prove it."""
        row = self.row(number)
        if number == 0:
            return "The start of the game."
        who = f"{number + self.start.ply}. {names[self.positions[number - 1].to_move]}"
        if row is None:
            return f"{who}: not judged yet."
        position = self.positions[number - 1]
        said = sentence(row, position) or f"Column {DIGITS[row.column]} {fate(row.kept, position)}: best."
        return " ".join(filter(None, (f"{who}: {said}", self.why.get(row.ply, ""))))

    def short(self, number: int) -> tuple[str, str]:
        """A move in the list: its mark, and what it leads to."""
        row = self.row(number)
        return ("", "") if row is None else (SYMBOLS[row.mark], fate(row.kept, self.positions[number - 1]))

    def line_of(self, row: Row) -> str:
        """A mistake in the list of mistakes: "12. Red 5??  a win lost"."""
        return f"{DIGITS[row.column]}{SYMBOLS[row.mark]}  {verdict(row)}"

    def exact(self) -> list[float]:
        """The exact curve: a height from -1 to 1 after each judged move, for who began."""
        return [height(row.first, self.start.rules) for row in list(self.rows)]


def judge(
    model: Model,
    watch: Watch,
    evaluator: Callable[[], Evaluator] | None,
    names: Sequence[str],
    whole: bool = True,
) -> None:
    """Fills a model: rows first, in order, then the learned curve; with `whole` also the lines of the mistakes, the
    worst first.

    Raises C4Error where the first line does not win.
    """
    from c4.review.stream import lines_of, stream_review  # these bring numba
    from c4.solver.transpositions import Table

    table = Table()
    done = len(model.rows)
    if done < len(model.columns):
        for row in stream_review(model.positions[done], model.columns[done:], table=table, watch=watch):
            model.rows.append(row)
    if evaluator is not None and not watch.stopped:
        model.learned.extend(learned_curve(model.positions[1:], evaluator))
    for row in model.errors(slips=True) if whole else ():
        if watch.stopped:
            return
        position = model.positions[model.number(row) - 1]
        if row.ply in model.lines:
            continue
        lines = lines_of(row, position, table=table, watch=watch)
        if said := because(row, position, names, lines):
            model.why[row.ply] = said
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
