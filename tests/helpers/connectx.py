"""A stand-in for kaggle-environments' ConnectX: its rules, its two arguments, its time limit.  Plain Python."""

from time import perf_counter
from types import SimpleNamespace


def play(agents, rows: int = 6, columns: int = 7, inarow: int = 4, seconds: float = 2.0) -> tuple[list[int], int]:
    """Plays a game; the columns played (from 0), and the winner's mark (1, 2), 0 for a draw.

    As there, a move to no free column, or one that takes longer than `seconds`, loses.
    """
    board = [0] * (rows * columns)
    moves = []
    configuration = SimpleNamespace(rows=rows, columns=columns, inarow=inarow, actTimeout=seconds)
    while 0 in board:
        mark = len(moves) % 2 + 1
        started = perf_counter()
        column = agents[mark - 1](SimpleNamespace(board=list(board), mark=mark), configuration)
        if perf_counter() - started > seconds or not 0 <= column < columns or board[column]:
            return moves, 3 - mark
        row = max(row for row in range(rows) if board[row * columns + column] == 0)
        board[row * columns + column] = mark
        moves.append(column)
        if wins(board, row, column, rows, columns, inarow):
            return moves, mark
    return moves, 0


def wins(board, row: int, column: int, rows: int, columns: int, inarow: int) -> bool:
    """Whether the stone there lies in a line, counted from it in both directions."""
    mark = board[row * columns + column]

    def run(down: int, right: int) -> int:
        length = 0
        y = row + down
        x = column + right
        while 0 <= y < rows and 0 <= x < columns and board[y * columns + x] == mark:
            length = length + 1
            y = y + down
            x = x + right
        return length

    return any(run(y, x) + run(-y, -x) + 1 >= inarow for y, x in ((0, 1), (1, 0), (1, 1), (1, -1)))
