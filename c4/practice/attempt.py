"""An attempt at a puzzle: moves, whether they are right, replies, and hints.  Imports the puzzles."""

from __future__ import annotations

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.practice.puzzles import LOSES, ODD, WIN, Puzzle
from c4.strategy.threats import square


class Attempt:
    """One attempt; `clean` is whether it is right so far, without hints and mistakes.

    `position` is on the board: after a wrong move, with the best reply to it, until `again`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.clean = True
        self.done = False
        self.failed = False
        self.said = ""
        self._answer = [DIGITS.index(character) for character in puzzle.solution]
        self._step = 0
        self._hints = 0

    @property
    def asked(self) -> Position:
        """The position in which the next move is to be found."""
        position = self.puzzle.position
        for column in self._answer[: self._step]:
            position = position.play(column)
        return position

    def play(self, column: int) -> None:
        """Plays a column (from 0); `said` tells the result.

        Raises C4Error for a full column, and if no column is asked for.
        """
        if self.puzzle.kind == ODD:
            raise C4Error("choose a square, not a column")
        if self.done or self.failed:
            raise C4Error("this attempt is over: try again, or go on to the next puzzle")
        after = self.position.play(column)
        if column != self._answer[self._step]:
            self._wrong(after, column)
            return
        self.position = after
        self._step += 1
        if self._step == len(self._answer):
            self._right()
            return
        reply = self._answer[self._step]
        self.position = self.position.play(reply)
        self._step += 1
        self.said = f"Right. The best reply is column {DIGITS[reply]}. Go on."

    def choose(self, row: int, column: int) -> None:
        """Chooses a square (from 0).  Raises C4Error if none is asked for, and for an occupied one."""
        if self.puzzle.kind != ODD:
            raise C4Error("choose a column")
        if self.done or self.failed:
            raise C4Error("this attempt is over: try again, or go on to the next puzzle")
        if self.position.owner(row, column) is not None:
            raise C4Error("there is a stone on that square: choose an empty one")
        if square(row, column) == self.puzzle.square:
            self._right()
            return
        self.clean, self.failed = False, True
        self.said = f"No: {square(row, column)} does not decide the game."

    def _right(self) -> None:
        self.done = True
        self.said = {
            WIN: "Solved: four in a line.",
            LOSES: "Right: that column loses, and no other does.",
            ODD: f"Right: {self.puzzle.square} is the odd threat; in the end the other side must play below it.",
        }.get(self.puzzle.kind, "Right: every other column loses.")

    def _wrong(self, after: Position, column: int) -> None:
        """Keeps the wrong move on the board, with the reply that refutes it, if known."""
        self.clean, self.failed = False, True
        self.position = after
        reply = self.puzzle.refuted.get(DIGITS[column], 0) if self._step == 0 else 0
        if self.puzzle.kind == LOSES:
            self.said = f"Column {DIGITS[column]} does not lose."
        elif reply and after.outcome() is None:
            self.position = after.play(reply - 1)
            self.said = f"No: after column {DIGITS[column]} the best reply is column {reply}."
        elif self.puzzle.kind == WIN:
            self.said = f"Column {DIGITS[column]} does not win fastest."
        else:
            self.said = f"No: column {DIGITS[column]} loses."

    def again(self) -> None:
        """Takes a wrong move back."""
        self.position, self.failed, self.said = self.asked, False, ""

    def hint(self) -> str:
        """The next hint: first a choice of three, then the answer.  A puzzle solved with one does not count."""
        self.clean = False
        self._hints += 1
        if self.puzzle.kind == ODD:
            if self._hints == 1:
                return f"The square is in column {'abcdefg'.index(self.puzzle.square[0]) + 1}."
            return f"The square is {self.puzzle.square}."
        answer = self._answer[self._step]
        if self._hints % 2 == 0:
            return f"Column {DIGITS[answer]}."
        others = [column for column in self.asked.legal_columns() if column != answer]
        spread = others[len(self.puzzle.moves) % len(others) :] + others
        three = sorted({answer, *spread[:2]})
        return (
            "One of the columns "
            + " and ".join([", ".join(DIGITS[column] for column in three[:-1]), DIGITS[three[-1]]])
            + "."
        )
