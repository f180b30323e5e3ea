"""The rules of a board that turns, written down a second time as slowly as possible: the oracle of the rules tests.

A board is a list of columns, each a list of "X" and "O" from the bottom up; nothing is shared with the program.
"""


def line(columns: list[list[str]], player: str, size: int, connect: int) -> bool:
    """Whether a player has `connect` stones in a row."""
    cells = {(x, y) for x, column in enumerate(columns) for y, stone in enumerate(column) if stone == player}
    return any(
        all((x + i * dx, y + i * dy) in cells for i in range(connect))
        for x in range(size)
        for y in range(size)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    )


def turn(columns: list[list[str]], size: int) -> list[list[str]]:
    """The picture is turned clockwise with its gaps, and then every column falls."""
    picture = [[columns[x][y] if y < len(columns[x]) else "" for x in range(size)] for y in range(size)]  # row 0 below
    from_above = picture[::-1]
    clockwise = [list(row) for row in zip(*from_above[::-1])]  # as a screen turns a picture: rows from above
    upwards = clockwise[::-1]
    return [[upwards[y][x] for y in range(size) if upwards[y][x]] for x in range(size)]


def play(columns: list[list[str]], x: int, player: str, size: int, connect: int, every: int) -> list[list[str]]:
    """The board after a stone, and after the turn."""
    after = [column + [player] if i == x else list(column) for i, column in enumerate(columns)]
    stones = sum(map(len, after))
    if stones % every or stones == size * size or line(after, player, size, connect):
        return after
    return turn(after, size)


def over(columns: list[list[str]], size: int, connect: int) -> str:
    """ "X", "O", "draw", or "" while the game goes on."""
    lines = [player for player in "XO" if line(columns, player, size, connect)]
    if len(lines) == 2 or (not lines and all(len(column) == size for column in columns)):
        return "draw"
    return lines[0] if lines else ""


def perft(depth: int, size: int, connect: int, every: int, columns: list[list[str]] | None = None) -> int:
    """Sequences of `depth` moves."""
    columns = columns or [[] for _ in range(size)]
    if depth == 0:
        return 1
    if over(columns, size, connect):
        return 0
    player = "XO"[sum(map(len, columns)) % 2]
    return sum(
        perft(depth - 1, size, connect, every, play(columns, x, player, size, connect, every))
        for x in range(size)
        if len(columns[x]) < size
    )
