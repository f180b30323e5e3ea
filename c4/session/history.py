"""Game: a move list with an undo and redo cursor.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass, replace

from c4.agents import HUMAN
from c4.game.position import Position


@dataclass(frozen=True)
class Game:
    """The starting position, all moves played, and how many of them are on the board.

    `starter` is the seat of the first player.  `learned` means that agents have learned from the end of this game, or
    that its moves were set up by hand; nobody learns from it again.
    """

    start: Position
    moves: tuple[int, ...] = ()
    at: int = 0
    starter: int = 0
    learned: bool = False

    def line(self) -> tuple[Position, ...]:
        """Every position from the start to the board."""
        line = [self.start]
        for column in self.moves[: self.at]:
            line.append(line[-1].play(column))
        return tuple(line)

    @property
    def last(self) -> int | None:
        """The column of the last stone on the board; None at the start."""
        return self.moves[self.at - 1] if self.at else None

    def played(self, column: int) -> Game:
        """The game after one more move; moves that were taken back are forgotten."""
        return replace(self, moves=(*self.moves[: self.at], column), at=self.at + 1)

    def earlier(self, seats: tuple[str, str]) -> int | None:
        """The number of moves when a person was last to move (with machines alone, one fewer); None if there is
        none.
        """
        return next((at for at in reversed(range(self.at)) if self._waits(at, seats)), None)

    def later(self, seats: tuple[str, str]) -> int:
        """The number of moves when a person is next to move (with machines alone, one more)."""
        return next((at for at in range(self.at + 1, len(self.moves)) if self._waits(at, seats)), len(self.moves))

    def _waits(self, at: int, seats: tuple[str, str]) -> bool:
        """Whether somebody may want to stop at this number of moves."""
        return HUMAN not in seats or seats[(self.start.to_move + at + self.starter) % 2] == HUMAN
