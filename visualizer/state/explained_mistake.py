"""What was wrong with a move of a reviewed game: in words for people, and as marks to be drawn on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from c4.game.columns import DIGITS, name_columns
from c4.game.position import Position
from c4.review.finish import Finish, Square, finish_of
from c4.review.mistake_marks import SLIP
from c4.review.rows import Lines, Row
from c4.review.words import own_moves
from c4.text import capitalised, pluralise
from visualizer.state.highlights import NO_HIGHLIGHTS, Highlights, Numbered
from visualizer.state.names import as_object, owner
from visualizer.state.reviewed import SCORE_OF, Reviewed, symbol_of
from visualizer.state.state import GameState

Called = Callable[[int], str]
"""The name of a player (0 or 1): "You", "Amateur", "Red"."""

NEAR_MOVES = 3
"""The number of a side's own moves up to which people see its win coming: so near it has numbers on the board."""

DISCS_SEEN = 2
"""The number of discs on a line from which on people see it."""

FOUND_BY_SEARCH = "That is too far ahead to see: a search to the end of the game found it."
"""What is said of a mistake for which there is no other reason."""


@dataclass(frozen=True)
class ExplainedMistake:
    """A move that was not the best one, and why.

    position   before the move
    lines      what shows how the move loses (what was played, or best play), and best play with the better move
    played     how many moves of the first of these lines were played in the game, this move included
    decisive   whether the move decided the game
    finish     how the other side wins after the move; None if it does not
    missed     how the side that moved would have won; None if it would not
    """

    row: Row
    position: Position
    lines: Lines
    finish: Finish | None
    missed: Finish | None
    played: int = 1
    decisive: bool = False

    @property
    def square(self) -> Square:
        """The square of the disc."""
        return (self.position.height(self.row.column), self.row.column)

    @property
    def better_squares(self) -> tuple[Square, ...]:
        """The squares of the better moves."""
        return tuple((self.position.height(column), column) for column in self.row.best)

    @property
    def mark(self) -> str:
        """The mark of the move."""
        return symbol_of(self.row, self.decisive)

    def highlights(self) -> Highlights:
        """What is drawn on the position after the move."""
        better = tuple(square for square in self.better_squares if square != self.square)
        shown = self._lines_to_see()
        coming = tuple(move for move in shown.coming if move[0] not in better)  # a tick has the square alone
        return shown._replace(wrong=self.square, mark=self.mark, better=better, coming=coming)

    def _lines_to_see(self) -> Highlights:
        """The line that was not completed; otherwise how the other side wins, if people see that."""
        if self.overlooked_win:
            return self.how_it_was_won()
        return self.how_it_is_lost() if self.is_seen else NO_HIGHLIGHTS

    @property
    def is_seen(self) -> bool:
        """Whether people see how the other side wins: it is near, it was played, or discs are on its lines already."""
        if self.finish is None:
            return False
        near = len(self.lines.refutation) // 2 <= NEAR_MOVES
        if near or self.played == len(self.lines.refutation):
            return True
        after = self.position.play(self.row.column)
        own = after.stones[self.finish.side]
        discs = [sum(bool(own >> after.rules.cell(*square) & 1) for square in line) for line in self.finish.lines]
        return min(discs, default=0) >= DISCS_SEEN

    def how_it_is_lost(self) -> Highlights:
        """The lines with which the other side wins after the move."""
        if self.finish is None:
            return NO_HIGHLIGHTS
        after = self.position.play(self.row.column)
        return highlights_of_finish(self.finish, after, self.lines.refutation[1:])

    @property
    def has_a_reason(self) -> bool:
        """Whether people can see on the board why the move was bad."""
        return self.is_seen or self.was_nearly_won

    @property
    def overlooked_win(self) -> bool:
        """Whether the side that moved could have completed a line at once."""
        return self.missed is not None and own_moves(self.row.value, self.position) == 1

    @property
    def was_nearly_won(self) -> bool:
        """Whether the side that moved would have won soon."""
        return self.missed is not None and own_moves(self.row.value, self.position) <= NEAR_MOVES

    def how_it_was_won(self) -> Highlights:
        """The lines with which the side that moved would have won."""
        if self.missed is None:
            return NO_HIGHLIGHTS
        return highlights_of_finish(self.missed, self.position, self.lines.better)

    # -- words --------------------------------------------------------------------------------------------------------

    def what_was_wrong(self, called: Called) -> str:
        """What the move did: "Column 5 lets Amateur make two threats at once: columns 2 and 6."."""
        played = f"Column {DIGITS[self.row.column]}"
        if self.overlooked_win and self.row.lost:
            return f"{played} overlooked a win."
        if self.finish is not None:
            return f"{played} lets {self.what_followed(called)}."
        if self.row.mark == SLIP and self.row.score > 0:
            return f"{played} still wins, but later: in {self._moves(self.row.score)}."
        return f"{played} gives the win away." if self.row.lost else f"{played} loses sooner."

    def what_followed(self, called: Called) -> str:
        """How the other side wins then, after "lets": "Amateur make two threats at once: columns 2 and 6"."""
        assert self.finish is not None, "the other side wins"
        winner = as_object(called(1 - self.row.side))
        loser = as_object(called(self.row.side))
        moves = len(self.lines.refutation) // 2
        if not self.is_seen:
            return f"{winner} win in {pluralise(moves, 'move')}"
        return self.finish.words(winner, loser, moves if moves > NEAR_MOVES else 0)

    def what_the_numbers_are(self, called: Called, shown: Highlights) -> str:
        """What the numbers on the board are; "" where none are shown."""
        return f"The numbers are {owner(called(shown.side))} next moves." if shown.coming else ""

    def what_was_better(self, called: Called) -> str:
        """What the better moves would have done: "Column 3 would have won for you in 4 moves."."""
        columns = capitalised(name_columns(self.row.best))
        mover = as_object(called(self.row.side))
        if self.overlooked_win:
            return f"{columns} would have won at once."
        if self.row.value > 0:
            return f"{columns} would have won for {mover} in {self._moves(self.row.value)}."
        if self.row.value == 0:
            return f"{columns} would have kept the draw for {mover}."
        more = pluralise(own_moves(self.row.value, self.position), "more move")
        return f"{columns} would have held out for {more}."

    def _moves(self, score: int) -> str:
        """How many moves the side to move makes until the game ends: "4 moves"."""
        return pluralise(own_moves(score, self.position), "move")


@lru_cache(256)
def insight_into(
    row: Row, position: Position, lines: Lines, played: int = 1, decisive: bool = False
) -> ExplainedMistake:
    """Explains a move that was made in a position; the arguments are those of `ExplainedMistake`."""
    finish = None
    missed = None
    if row.score < 0:
        finish = finish_of(position.play(row.column), lines.refutation[1:])
    if row.value > 0:
        missed = finish_of(position, lines.better)
    return ExplainedMistake(row, position, lines, finish, missed, played, decisive)


def insight_of(reviewed: Reviewed, row: Row | None) -> ExplainedMistake | None:
    """The insight into a move of a review; None for a best move, and before its lines are known."""
    if row is None or row.ply not in reviewed.lines:
        return None
    lines = reviewed.lines_of(row)
    played = reviewed.same_as_played(row, lines.refutation)
    decisive = reviewed.complete and row == reviewed.decisive_mistake()
    return insight_into(row, reviewed.positions[reviewed.number(row) - 1], lines, played, decisive)


def name_move(row: Row, called: Called) -> str:
    """A move with its player, at the beginning of a sentence: "Your move 7"."""
    return capitalised(f"{owner(called(row.side))} move {row.ply}")


def move_in_words(reviewed: Reviewed, number: int, called: Called) -> str:
    """A move of a review by its number from 1, and what was wrong with it: "Your move 7: column 5 is a best move".

    Number 0 is the start of the game.
    """
    if number == 0:
        return "The start of the game."
    row = reviewed.row(number)
    position = reviewed.positions[number - 1]
    who = capitalised(f"{owner(called(position.to_move))} move {number + reviewed.start.ply}")
    if row is None:
        return f"{who}: not reviewed yet."
    if not row.mark:
        return f"{who}: column {DIGITS[row.column]} is a best move ({reviewed.short(number)[1]})."
    insight = insight_of(reviewed, row)
    if insight is None:
        return f"{who}: column {DIGITS[row.column]} is not a best move; looking for the reason..."
    shown = insight.highlights()
    parts = (
        insight.what_was_wrong(called),
        insight.what_was_better(called),
        "" if insight.has_a_reason else FOUND_BY_SEARCH,
        insight.what_the_numbers_are(called, shown),
        since_when_losing(reviewed, row, called),
    )
    return f"{who}: {' '.join(filter(None, parts))}"


def since_when_losing(reviewed: Reviewed, row: Row, called: Called) -> str:
    """Which move had lost the game before this one: "You had been losing since move 10."; "" if none had."""
    turning = reviewed.turning_point()
    if turning is None or turning.side != row.side or turning.ply >= row.ply:
        return ""
    if reviewed.best_result != SCORE_OF[1 - row.side]:
        return ""
    return f"{capitalised(called(row.side))} had been losing since move {turning.ply}."


def highlights_of(game: GameState, reviewed: Reviewed | None) -> Highlights:
    """What explains the position on the board: a mistake, or in a review what a line that is tried leads to.

    At the end of a game the move that explains its end has its mark.
    """
    if reviewed is None or not game.position.rules.solvable:
        return NO_HIGHLIGHTS
    if game.studied is None:
        if game.end is None or not reviewed.is_of(game.game):
            return NO_HIGHLIGHTS
        if game.outcome is None:
            insight = insight_of(reviewed, reviewed.row(game.game.at))
            return NO_HIGHLIGHTS if insight is None else insight.highlights()
        insight = insight_of(reviewed, reviewed.explained_move(game.outcome.winner))
        return NO_HIGHLIGHTS if insight is None else Highlights(wrong=insight.square, mark=insight.mark)
    at = reviewed.at(game.game)
    if at is not None:
        insight = insight_of(reviewed, reviewed.row(at))
        return NO_HIGHLIGHTS if insight is None else insight.highlights()
    return tried_highlights(game.game.tree.moves(), reviewed.nearest(game.game), reviewed)


def highlights_of_finish(finish: Finish, position: Position, columns: Sequence[int]) -> Highlights:
    """How a side wins by a line of play from a position (columns from 0)."""
    on_lines = {square for line in finish.lines for square in line}
    own_moves = 0
    coming = []
    for column in columns[: finish.moves]:
        if position.to_move == finish.side:
            own_moves += 1
            square = (position.height(column), column)
            if square in on_lines:
                coming.append(Numbered(square, own_moves))
        position = position.play(column)
    numbers = [number for _, number in coming]
    all_from_the_first = numbers == list(range(1, len(numbers) + 1))
    if own_moves > NEAR_MOVES or not all_from_the_first:
        coming = []
    return Highlights(finish.lines, finish.side, tuple(coming))


def tried_highlights(moves: tuple[int, ...], nearest: int, reviewed: Reviewed) -> Highlights:
    """What a line that is tried leads to, if it is one that explains a mistake, and its end is near.

    `moves` (columns from 0) lead from the start of the game to the board; `nearest` of them were played.
    """
    tried = tried_line(moves, nearest, reviewed)
    if tried is None or tried.left > 2 * NEAR_MOVES:
        return NO_HIGHLIGHTS
    return tried.insight.how_it_was_won() if tried.better else tried.insight.how_it_is_lost()


class Tried(NamedTuple):
    """A line that explains a mistake and is tried in a review.

    better   whether it begins with the better move, and not with the mistake
    left     how many of its moves are not on the board yet
    """

    insight: ExplainedMistake
    better: bool
    left: int

    def words(self, called: Called) -> str:
        """What the line shows: what the better move would have done, or what was wrong with the mistake."""
        return self.insight.what_was_better(called) if self.better else self.insight.what_was_wrong(called)


def tried_line(moves: tuple[int, ...], nearest: int, reviewed: Reviewed) -> Tried | None:
    """The line that is on the board, if it explains a mistake at move `nearest` + 1 or before; None for another line."""
    for number in range(nearest + 1, 0, -1):
        insight = insight_of(reviewed, reviewed.row(number))
        if insight is None:
            continue
        tried = moves[number - 1 :]
        for better, line in ((True, insight.lines.better), (False, insight.lines.refutation)):
            if line[: len(tried)] == tried:
                return Tried(insight, better, len(line) - len(tried))
    return None
