"""Reference system 0's training as its text has it, its faults fixed, in plain Python: the oracle of the td-lambda
learner and its peer in speed.

Lists, loops and a board that moves are made on and taken back from; only the random numbers are shared with the
compiled twin.
"""

from c4.kernels import splitmix

ROWS = 6
COLUMNS = 7
EMPTY = 0
FIRST = 1
SECOND = 2

LINES = [
    [COLUMNS * (row + i * up) + column + i * right for i in range(4)]
    for up, right in ((1, 0), (0, 1), (1, 1), (1, -1))
    for row in range(ROWS)
    for column in range(COLUMNS)
    if row + 3 * up < ROWS and 0 <= column + 3 * right < COLUMNS
]
"""The 69 lines; a cell is 7 x row + column (R0-2)."""


class Board:
    """42 cells and the height of every column."""

    def __init__(self) -> None:
        self.cells = [EMPTY] * (ROWS * COLUMNS)
        self.heights = [0] * COLUMNS

    def legal(self) -> list[int]:
        return [column for column in range(COLUMNS) if self.heights[column] < ROWS]

    def drop(self, column: int, player: int) -> None:
        self.cells[COLUMNS * self.heights[column] + column] = player
        self.heights[column] += 1

    def lift(self, column: int) -> None:
        self.heights[column] -= 1
        self.cells[COLUMNS * self.heights[column] + column] = EMPTY

    def won(self, player: int) -> bool:
        return any(all(self.cells[cell] == player for cell in line) for line in LINES)

    def winning(self, player: int) -> list[int]:
        """Columns where this player completes a line."""
        result = []
        for column in self.legal():
            self.drop(column, player)
            if self.won(player):
                result.append(column)
            self.lift(column)
        return result

    def open_two(self, column: int, player: int) -> bool:
        """Whether a stone there makes exactly two in a row with both ends on the board and empty (R0-5, rule 3)."""
        row = self.heights[column]

        def at(steps: int, up: int, right: int) -> int | None:
            r = row + steps * up
            c = column + steps * right
            return self.cells[COLUMNS * r + c] if 0 <= r < ROWS and 0 <= c < COLUMNS else None

        for up, right in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for low, middle, high in ((-2, -1, 1), (-1, 1, 2)):  # of four cells with (row, column) inside
                if at(low, up, right) == EMPTY and at(high, up, right) == EMPTY and at(middle, up, right) == player:
                    return True
        return False


def features(board: Board, me: int) -> list[float]:
    """The 87 features: each cell with an own disc, each with the other's, the share of the middle, and the shares of the
    69 lines that only one side can still complete (R0-2; docs/reference-systems.md, D0-4: all lines count).
    """
    other = FIRST + SECOND - me
    x = [float(cell == me) for cell in board.cells] + [float(cell == other) for cell in board.cells]
    mine = 0
    theirs = 0
    for line in LINES:
        owners = {board.cells[cell] for cell in line}
        if me in owners and other not in owners:
            mine += 1
        elif other in owners and me not in owners:
            theirs += 1
    centre = sum(board.cells[COLUMNS * row + COLUMNS // 2] == me for row in range(ROWS))
    return [*x, centre / 6, mine / 69, theirs / 69]


UPWARDS = [COLUMNS * row + column for column in range(COLUMNS) for row in range(ROWS)]
ORDER = UPWARDS + [42 + cell for cell in UPWARDS] + [84, 85, 86]


def dot(weights: list[float], x: list[float]) -> float:
    """w . x, column by column, as the compiled twin adds up."""
    total = 0.0
    for i in ORDER:
        if x[i]:
            total += weights[i] * x[i]
    return total


def minimax(board: Board, me: int, mover: int, depth: int, plies: int = 0) -> tuple[int, list[int]]:
    """(value, columns of that value): a win is worth more the sooner it comes (D0-2), a full board nothing (D0-7)."""
    other = FIRST + SECOND - mover
    if board.won(other):
        return (plies - 1000 if other != me else 1000 - plies), []
    if depth == 0 or not board.legal():
        return 0, []
    values = {}
    for column in board.legal():
        board.drop(column, mover)
        values[column], _ = minimax(board, me, other, depth - 1, plies + 1)
        board.lift(column)
    best = max(values.values()) if mover == me else min(values.values())
    return best, [column for column, value in values.items() if value == best]


class PlainLearner:
    """The same games and weights as `TDLambdaLearner` of the same seed, without its measurements."""

    def __init__(
        self,
        seed: int,
        alpha=0.003,
        gamma=0.9,
        lambda_=0.8,
        eps_start=1.0,
        eps_end=0.05,
        eps_episodes=5000,
        tactics=True,
        counts=False,
    ) -> None:
        self.paces = 87 * [1.0]
        if counts:
            self.paces[84:] = [36.0, 4761.0, 4761.0]
        self.alpha = alpha
        self.gamma = gamma
        self.lambda_ = lambda_
        self.tactics = tactics
        self.eps_start = eps_start
        self.eps_end = eps_end
        self.eps_episodes = eps_episodes
        self.weights = [0.0] * 87
        self.episode = 0
        self.tally = [0, 0, 0]
        self.random = splitmix.start(seed)

    def pick(self, columns: list[int]) -> int:
        return columns[splitmix.below(self.random, len(columns))] if len(columns) > 1 else columns[0]

    def choose(self, board: Board, me: int, epsilon: float) -> int:
        """R0-5 and R0-6; epsilon is used (D0-3)."""
        if splitmix.uniform(self.random) < epsilon:
            return self.pick(board.legal())
        other = FIRST + SECOND - me
        columns = board.winning(me)
        if not columns and self.tactics:
            columns = board.winning(other) or [column for column in board.legal() if board.open_two(column, other)]
        values = {}
        for column in columns or board.legal():
            board.drop(column, me)
            values[column] = dot(self.weights, features(board, me))
            board.lift(column)
        best = [column for column, value in values.items() if value == max(values.values())]
        return COLUMNS // 2 if COLUMNS // 2 in best else self.pick(best)

    def learn(self, reward: float, x: list[float], after: list[float] | None, trace: list[float]) -> None:
        """R0-7 between a player's own afterstates (D0-6); `after` is None once the game is over."""
        error = reward - dot(self.weights, x)
        if after is not None:
            error += self.gamma * dot(self.weights, after)
        reach = 0.0
        for i in range(87):
            trace[i] = trace[i] * (self.gamma * self.lambda_) + x[i]
            change = x[i] - self.gamma * after[i] if after is not None else x[i]
            reach += self.paces[i] * trace[i] * change
        rate = self.alpha
        if self.alpha * abs(reach) > 1:
            rate = 1 / abs(reach)
        step = error * rate
        for i in range(87):
            self.weights[i] += self.paces[i] * step * trace[i]

    def play(self) -> None:
        """One episode (R0-8 to R0-11): both learn, traces start at nothing (D0-5), the minimax seat changes (D0-9)."""
        fallen = (self.eps_start - self.eps_end) * self.episode / self.eps_episodes
        epsilon = max(self.eps_end, self.eps_start - fallen)
        minimax_player = {0: SECOND, 2: FIRST}.get(self.episode % 4)  # none in odd episodes
        board = Board()
        player = FIRST
        plies = 0
        last = {}
        traces = {FIRST: [0.0] * 87, SECOND: [0.0] * 87}
        while True:
            if player == minimax_player:
                column = minimax(board, player, player, 3)[1][0]
            else:
                column = self.choose(board, player, epsilon)
            board.drop(column, player)
            plies += 1
            won = board.won(player)
            if won or plies == ROWS * COLUMNS:
                break
            x = features(board, player)
            if player in last:
                self.learn(0.0, last[player], x, traces[player])
            last[player] = x
            player = FIRST + SECOND - player
        other = FIRST + SECOND - player
        if player in last:
            self.learn(float(won), last[player], None, traces[player])
        if other in last:
            self.learn(-float(won), last[other], None, traces[other])
        self.episode += 1
        if not won:
            self.tally[1] += 1
        elif player == FIRST:
            self.tally[0] += 1
        else:
            self.tally[2] += 1
