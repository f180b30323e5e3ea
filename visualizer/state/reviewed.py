"""The review of a game: exact values after every move, mistakes with what was better, and the curves of the value graph.

What counts as a mistake is in `c4.review.mistake_marks`, and which one decided the game in `c4.review.decisive_mistake`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from c4.errors import C4Error
from c4.game.gametree import ROOT
from c4.game.position import Position
from c4.game.values import exact_value, result_text, sign
from c4.review.decisive_mistake import GRAVE, cost, decisive_mistake, turning_point
from c4.review.graph_scale import bar_height, learned_height
from c4.review.mistake_marks import MISTAKE, SLIP, SYMBOLS
from c4.review.rows import Lines, Review, Row, positions_of
from c4.search.watch import Watch
from c4.session.game import Game
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # loads numpy

BOTH_SIDES = (0, 1)
"""The players whose moves are reviewed."""

SCORE_OF = {0: 1, 1: -1, None: 0}
"""The sign of the exact score for player 0 where this player wins, or nobody."""

LEARNED = "taught"
"""The evaluator whose curve is drawn, if it knows the board."""


def marks_explained() -> str:
    """What the marks of moves mean."""
    return (
        "? mistake: it changed the result, or decided the game. ?? mistake that turned a win into a loss. "
        "?! slip: a later win or a sooner loss."
    )


def symbol_of(row: Row, decisive: bool) -> str:
    """The mark of a move: "?!", "?", "??" or ""; a slip that decided the game is a mistake."""
    return SYMBOLS[MISTAKE if decisive and row.mark == SLIP else row.mark]


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


class Tally(NamedTuple):
    """The moves of a side: how many there are and how many of them were best, its mistakes and its slips.

    The decisive mistake is among the mistakes.
    """

    moves: int
    best: int
    mistakes: tuple[Row, ...]
    slips: tuple[Row, ...]

    def words(self) -> str:
        """These numbers in one line: "12 of 15 moves best, 1 slip, 2 mistakes"."""
        parts = [f"{self.best} of {pluralise(self.moves, 'move')} best"]
        if self.slips:
            parts.append(pluralise(len(self.slips), "slip"))
        if self.mistakes:
            parts.append(pluralise(len(self.mistakes), "mistake"))
        return ", ".join(parts)


@dataclass
class Findings:
    """What the thread of a review has found so far.

    learned      the value of a learned evaluator after each move, from -1 to 1 for the first player
    rows         one for each reviewed move, in order
    checked      how many of these were computed here; the others are as a file says, until they are computed, too
    lines        best play after the mistakes, by ply
    """

    learned: list[float] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    checked: int = 0
    lines: dict[int, Lines] = field(default_factory=dict)

    def counts(self) -> tuple[int, int, int, int]:
        """How much has been found: it has changed if and only if these have."""
        return len(self.learned), len(self.rows), self.checked, len(self.lines)

    def computed(self, row: Row) -> None:
        """Takes the next row that was computed."""
        self.rows[self.checked : self.checked + 1] = [row]
        self.checked += 1


@dataclass(frozen=True, eq=False)
class Reviewed:
    """The review of one line of a game, as far as it has come.

    start, columns   the game; columns from 0
    nodes            its moves in the game's tree, without the root
    searched         the value of the search that chose each move, from -1 to 1 for the first player; None if unknown
    learned, rows, checked, lines   what was found (see `Findings`)
    busy             whether the review goes on
    failure          why it ended too early, as a sentence
    """

    start: Position
    columns: tuple[int, ...]
    nodes: tuple[int, ...]
    positions: tuple[Position, ...]
    searched: tuple[float | None, ...] = ()
    learned: tuple[float, ...] = ()
    rows: tuple[Row, ...] = ()
    checked: int = 0
    lines: Mapping[int, Lines] = field(default_factory=lambda: MappingProxyType({}))
    busy: bool = False
    failure: str = ""

    @classmethod
    def of(cls, game: Game, searched: Sequence[float | None] = ()) -> Reviewed:
        """The review to be made of the line that undo and redo move along."""
        positions = tuple(positions_of(game.start, game.moves))
        return cls(game.start, game.moves, game.tree.line(), positions, tuple(searched))

    def shared_findings(self, other: Reviewed) -> Findings:
        """What another review of a game from the same start has found about the moves that both begin with."""
        same = 0
        for one, two in zip(self.columns, other.columns):
            if one != two:
                break
            same += 1
        rows = list(other.rows[:same])
        plies = {row.ply for row in rows}
        lines = {ply: lines for ply, lines in other.lines.items() if ply in plies}
        return Findings([], rows, min(same, other.checked), lines)

    # -- asking -------------------------------------------------------------------------------------------------------

    @property
    def review(self) -> Review:
        """All rows so far."""
        return Review(self.start, self.columns, self.rows)

    @property
    def complete(self) -> bool:
        """Whether every move has been reviewed here."""
        return self.checked == len(self.columns)

    def is_of(self, game: Game) -> bool:
        """Whether it reviews just the line that undo and redo move along."""
        return (self.start, self.columns) == (game.start, game.moves)

    def about(self, game: Game) -> bool:
        """Whether the game on the board has this line in its tree."""
        tree = game.tree
        last = self.nodes[-1] if self.nodes else ROOT
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

    def nearest(self, game: Game) -> int:
        """The number of the last move of the line that is on the board."""
        if not self.about(game):
            return 0
        way = (ROOT, *game.tree.path())
        return max(number for number, node in enumerate((ROOT, *self.nodes)) if node in way)

    def row(self, number: int) -> Row | None:
        """The row of the move of this number, from 1 in this line."""
        return self.rows[number - 1] if 0 < number <= len(self.rows) else None

    def number(self, row: Row) -> int:
        """The number of a row's move in this line, from 1."""
        return self.number_of(row.ply)

    def number_of(self, ply: int) -> int:
        """The number of the move in this line, from 1, that was made on a ply of the game."""
        return ply - self.start.ply

    def cost(self, row: Row) -> float:
        """What a move cost: the difference of the weights of its best column and of its own."""
        return cost(row, self.positions[self.number(row) - 1])

    def errors(self, slips: bool = False, sides: Collection[int] = BOTH_SIDES) -> tuple[Row, ...]:
        """The mistakes of some sides (0 began): moves that changed the result, the worst first.

        The decisive one is the worst, then what cost most.  With `slips` all moves that were not the best; other slips
        last.
        """
        rows = [row for row in self.rows if row.mark and row.side in sides]
        if not slips:
            rows = [row for row in rows if row.lost]
        decisive = self.decisive_mistake()
        return tuple(sorted(rows, key=lambda row: (row != decisive, not row.lost, -self.cost(row), row.ply)))

    def worst(self, sides: Collection[int] = BOTH_SIDES) -> Row | None:
        """The worst move of some sides: a mistake (the decisive one is one), otherwise a slip that cost GRAVE; None if there
        was neither.
        """
        row = next(iter(self.errors(slips=True, sides=sides)), None)
        if row is None or row.lost or row == self.decisive_mistake() or self.cost(row) >= GRAVE:
            return row
        return None

    def lost_as_played(self, row: Row) -> bool:
        """Whether the moves that were played after a mistake show why it lost.

        The other side kept the win until it completed a line, and this side neither made a mistake that cost GRAVE
        afterwards, nor had a better answer at last.
        """
        outcome = self.positions[-1].outcome()
        if outcome is None or not outcome.lines or outcome.winner != 1 - row.side or not self.complete:
            return False
        later = self.rows[self.number(row) :]
        if any(reply.score <= 0 for reply in later if reply.side != row.side):
            return False
        answers = [answer for answer in later if answer.side == row.side]
        if answers and answers[-1].mark:
            return False
        return all(self.cost(answer) < GRAVE for answer in answers)

    def lines_of(self, row: Row) -> Lines:
        """The lines that explain a mistake, the lines of which are known.

        How it lost is shown by the moves that were played if they show it, otherwise by best play.
        """
        lines = self.lines[row.ply]
        if self.lost_as_played(row):
            return lines._replace(refutation=self.columns[self.number(row) - 1 :])
        return lines

    def same_as_played(self, row: Row, line: tuple[int, ...]) -> int:
        """How many moves a line has in common with the game, both beginning with a row's move."""
        same = 0
        for played, column in zip(self.columns[self.number(row) - 1 :], line):
            if played != column:
                break
            same += 1
        return same

    @property
    def explained(self) -> bool:
        """Whether best play after every mistake is known."""
        return self.complete and all(row.ply in self.lines for row in self.errors(slips=True))

    def symbol(self, row: Row) -> str:
        """The mark of a move (see `symbol_of`); which one decided the game is known once all have been reviewed."""
        return symbol_of(row, self.complete and row == self.decisive_mistake())

    def tally(self, side: int) -> Tally:
        """The moves of a side (0 began), counted."""
        count = self.review.count(side)
        errors = self.errors(slips=True, sides=(side,))
        decisive = self.decisive_mistake() if self.complete else None
        mistakes = tuple(row for row in errors if row.lost or row == decisive)
        slips = tuple(row for row in errors if row not in mistakes)
        return Tally(count.moves, count.best, mistakes, slips)

    def turning_point(self) -> Row | None:
        """The last move that changed the result of the game under best play; None if no move did."""
        return turning_point(self.rows)

    @property
    def best_result(self) -> int:
        """Who wins with best play after the last reviewed move: 1 for player 0, -1 for player 1, 0 for a draw."""
        return sign(self.rows[-1].first) if self.rows else 0

    def decisive_mistake(self) -> Row | None:
        """The move that a person would call the mistake of a game (see `c4.review.decisive_mistake`); None if there is none."""
        return decisive_mistake(self.rows, self.positions)

    def explained_move(self, winner: int | None) -> Row | None:
        """The decisive mistake, if the game ended like best play after its last move, and not because somebody resigned."""
        return self.decisive_mistake() if self.best_result == SCORE_OF[winner] else None

    def next_error(self, at: int, step: int, sides: Collection[int] = BOTH_SIDES) -> int | None:
        """The number of the next mistake or slip after move `at` (step 1), or of the one before it (-1); None for none."""
        numbers = sorted(map(self.number, self.errors(slips=True, sides=sides)))
        if step > 0:
            return next((number for number in numbers if number > at), None)
        return next((number for number in reversed(numbers) if number < at), None)

    # -- words --------------------------------------------------------------------------------------------------------

    def progress(self) -> str:
        """How far the review is: "12 of 35 moves reviewed"; a review that was saved with the game is checked."""
        so_far = f"{self.checked} of {pluralise(len(self.columns), 'move')}"
        return f"as saved with the game; {so_far} checked" if self.checked < len(self.rows) else f"{so_far} reviewed"

    def short(self, number: int) -> tuple[str, str]:
        """A move in the list: its mark, and what it leads to, in own moves: "win in 4"."""
        row = self.row(number)
        if row is None:
            return "", ""
        position = self.positions[number - 1]
        value = exact_value(row.score, row.score, position)
        assert value is not None
        text = result_text(value, position.ply)
        return self.symbol(row), text[0].lower() + text[1:]

    def exact(self) -> tuple[float, ...]:
        """The exact curve: a height from -1 to 1 after each reviewed move, for the first player."""
        return tuple(bar_height(row.first, self.start.rules) for row in self.rows)

    def curves(self) -> Curves:
        """The curves of the value graph."""
        marks = tuple(self.symbol(row) for row in self.rows)
        return Curves(len(self.columns), self.exact(), marks, self.searched, self.learned)


def fill(
    reviewed: Reviewed,
    findings: Findings,
    watch: Watch,
    evaluator: Callable[[], Evaluator] | None,
    with_lines: bool = True,
) -> None:
    """Reviews a game into `findings`: rows first, in order, then the learned curve; with `with_lines` also the lines of
    the mistakes, the most costly first.

    Raises C4Error if the first line does not win.
    """
    from c4.review.stream import lines_of, stream_review  # these load numba
    from c4.solver.table import Table

    table = Table()
    done = findings.checked
    if done < len(reviewed.columns):
        for row in stream_review(reviewed.positions[done], reviewed.columns[done:], table=table, watch=watch):
            findings.computed(row)
    if evaluator is not None and not watch.stopped:
        findings.learned.extend(learned_curve(reviewed.positions[1:], evaluator))
    if not with_lines:
        return
    for row in replace(reviewed, rows=tuple(findings.rows)).errors(slips=True):
        if watch.stopped:
            return
        if row.ply in findings.lines:
            continue
        position = reviewed.positions[reviewed.number(row) - 1]
        lines = lines_of(row, position, table=table, watch=watch)
        if not watch.stopped:
            findings.lines[row.ply] = lines


def learned_curve(positions: Iterable[Position], load: Callable[[], Evaluator]) -> list[float]:
    """A learned evaluator's value of each position, from -1 to 1 for the first player; empty if it cannot be used."""
    try:
        evaluator = load()
        return [learned_height(position, evaluator) for position in positions]
    except C4Error:
        return []
