"""Walking through a strategy: you choose the replies, and the strategy answers."""

from __future__ import annotations

from typing import NamedTuple

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Outcome
from c4.strategy.answers import Answer, answer
from c4.strategy.diagram import LEGEND, Diagram
from c4.strategy.strategies import Strategy


class Step(NamedTuple):
    """A move of a walk: its column (from 0), and why the strategy plays it; None for a reply of the other side."""

    column: int
    answer: Answer | None


class Walk:
    """A line of play through a strategy, from its root.

    After each move it is the other side's turn, or the game is over: the strategy answers at once.
    """

    def __init__(self, strategy: Strategy, root: Position | None = None) -> None:
        """`root` may be the mirror image of the strategy's."""
        self.strategy = strategy
        self.steps: list[Step] = []
        self.root = root = root or strategy.root
        self._positions = [root if root.moves is not None else Position(root.stones, root.to_move, moves=())]
        self._answer()

    @property
    def position(self) -> Position:
        """The position reached."""
        return self._positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.outcome()

    @property
    def last(self) -> Answer | None:
        """The strategy's last move; None before the first."""
        return next((step.answer for step in reversed(self.steps) if step.answer is not None), None)

    @property
    def diagram(self) -> Diagram | None:
        """The diagram that is being followed, if one is."""
        return None if self.last is None else self.last.diagram

    def reply(self, column: int) -> None:
        """Plays a reply of the other side (column from 0) and the strategy's answer.

        Raises C4Error for a full column and after the end.
        """
        if self.outcome is not None:
            raise C4Error("the game is over: go back to try another reply")
        self._play(Step(column, None))
        self._answer()

    def back(self) -> bool:
        """Undoes the last reply and the answer to it; whether there was one."""
        while self.steps and self.steps[-1].answer is not None:
            if not any(step.answer is None for step in self.steps):
                return False
            self._undo()
        if not self.steps:
            return False
        self._undo()
        return True

    def restart(self) -> None:
        """Goes back to the root."""
        while self.back():
            pass

    def _play(self, step: Step) -> None:
        self._positions.append(self.position.play(step.column))
        self.steps.append(step)

    def _answer(self) -> None:
        """Plays the strategy's move where it is its turn."""
        if self.outcome is None and self.position.to_move == self.strategy.owner:
            move = answer([self.strategy], self.position)
            self._play(Step(move.column, move))

    def _undo(self) -> None:
        self._positions.pop()
        self.steps.pop()


def why(step: Answer, owner: str) -> str:
    """Why the strategy played its move, for people; `owner` is the name of its side."""
    return f"{owner} plays column {step.column + 1}. {step.words}"


def meaning(diagram: Diagram, position: Position, row: int, column: int) -> str:
    """What the mark on a square (row and column from 0) says; "" where there is a disc."""
    if position.owner(row, column) is not None:
        return ""
    return LEGEND[diagram.mark(1 << position.rules.cell(row, column))]
