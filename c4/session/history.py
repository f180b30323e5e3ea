"""Game: a move list with an undo and redo cursor.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass, replace

from c4.agents import HUMAN
from c4.game.position import Position


@dataclass(frozen=True)
class Game:
    """Where it began, all moves played, and how many of them are on the board now.

    `starter` is the seat of who began it.  `learned`: it has had an end that agents have learned from, or its moves were set up by hand;
    nobody learns from it (again).
    """

    start: Position
    moves: tuple[int, ...] = ()
    at: int = 0
    starter: int = 0
    learned: bool = False

    def line(self) -> tuple[Position, ...]:
        """Every position from the beginning to the board, both included."""
        line = [self.start]
        for column in self.moves[: self.at]:
            line.append(line[-1].play(column))
        return tuple(line)

    @property
    def last(self) -> int | None:
        """The column of the last stone on the board; None before the first."""
        return self.moves[self.at - 1] if self.at else None

    def played(self, column: int) -> Game:
        """With one more move; moves that were taken back are forgotten."""
        return replace(self, moves=(*self.moves[: self.at], column), at=self.at + 1)

    def earlier(self, seats: tuple[str, str]) -> int | None:
        """How many moves were played when a person was to move before (with machines alone, one fewer); None when nobody was."""
        return next((at for at in reversed(range(self.at)) if self._waits(at, seats)), None)

    def later(self, seats: tuple[str, str]) -> int:
        """How many will be when a person is to move again (with machines alone, one more)."""
        return next((at for at in range(self.at + 1, len(self.moves)) if self._waits(at, seats)), len(self.moves))

    def _waits(self, at: int, seats: tuple[str, str]) -> bool:
        """Whether after so many moves somebody may want to look."""
        return HUMAN not in seats or seats[(self.start.to_move + at + self.starter) % 2] == HUMAN
