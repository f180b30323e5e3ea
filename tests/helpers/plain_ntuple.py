"""The n-tuple evaluator in plain Python: states of cells, and what forced replies come to."""

from functools import cache

from c4.evaluators.ntuple import Tuples, random_walks
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules

BOARDS = [STANDARD, Rules(4, 5, 3), Rules(3, 6, 4), Rules(5, 4, 4), Rules(7, 8, 5), Rules(1, 13, 4), Rules(3, 3, 3)]


def state(position: Position, cell: int) -> int:
    """0 empty and out of reach, 1 or 2 a stone of who began or of the other, 3 empty and reachable."""
    for player, stones in enumerate(position.stones):
        if stones >> cell & 1:
            return player + 1
    row, column = position.rules.place(cell)
    return 3 if position.height(column) == row else 0


@cache
def some_tuples(rules: Rules, number=20, length=5, seed=3) -> Tuples:
    return random_walks(number, min(length, rules.cells), seed, rules)


def can_win(position: Position) -> bool:
    """Whether the side to move completes a line at once."""
    side = position.to_move
    free = [position.rules.cell(position.height(column), column) for column in position.legal_columns()]
    return any(position.rules.has_line(position.stones[side] | 1 << cell) for cell in free)


def stands(position: Position) -> bool:
    """Whether the game goes on and the side to move completes a line at once."""
    return position.outcome() is None and can_win(position)


def comes_to(position: Position) -> tuple[Position, str]:
    """The position after the forced replies, and what it is for who is to move there."""
    while True:
        if can_win(position):
            return position, "wins"
        if not position.legal_columns():
            return position, "full"
        safe = [column for column in position.legal_columns() if not stands(position.play(column))]
        if not safe:
            return position, "loses"
        theirs = [
            position.theirs | 1 << position.rules.cell(position.height(column), column)
            for column in position.legal_columns()
        ]
        if not any(position.rules.has_line(stones) for stones in theirs):
            return position, "quiet"
        position = position.play(safe[0])
