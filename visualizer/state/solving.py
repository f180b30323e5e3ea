"""A puzzle that is being solved, as a part of the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from c4.game.position import Position

if TYPE_CHECKING:  # brings the library, which the first paint does without
    from c4.practice.puzzle_progress import Standing
    from c4.practice.puzzles import Attempt, Puzzle


class Tried(NamedTuple):
    """An attempt at a puzzle as it is now: the position on the board, the result of the last answer in words, its square
    and whether it was right, and whether the attempt is over.
    """

    position: Position
    message: str
    done: bool
    failed: bool
    answered: tuple[int, int] | None = None
    right: bool = False

    @classmethod
    def of(cls, attempt: Attempt) -> Tried:
        """How an attempt is now."""
        return cls(attempt.position, attempt.message, attempt.done, attempt.failed, attempt.answered, attempt.right)

    @property
    def over(self) -> bool:
        """Whether no move is asked for."""
        return self.done or self.failed


@dataclass(frozen=True, eq=False)
class Solving:
    """The puzzle in the tab Puzzles.

    kind       which kind of puzzles is wanted; None for all
    puzzle     None until the first has been found
    tried      your attempt at it
    noted      whether its outcome counts already
    shown      whether you have seen the solution
    played     how many moves of the solution have been played; None while it is not played
    remark     a hint, the solution, or why a move is impossible
    standing   None if the library cannot be used
    earlier    your rating before this puzzle was noted; None if it has not been noted
    problem    why your rating is not stored
    """

    kind: str | None = None
    puzzle: Puzzle | None = None
    tried: Tried | None = None
    noted: bool = False
    shown: bool = False
    played: int | None = None
    remark: str = ""
    standing: Standing | None = None
    earlier: float | None = None
    problem: str = ""
