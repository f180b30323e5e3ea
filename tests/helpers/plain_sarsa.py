"""Reference system 1's training as its text has it, in plain Python: the oracle of sarsa and Trainer."""

import numpy as np
from outcomes import reward_of
from plain_splitmix import Splitmix

from c4.game.position import Position
from c4.game.rules import Rules
from c4.kernels.hashing import key_of
from c4.learning.sarsa import SarsaSettings as Settings


def key(position: Position, mirrored: bool):
    """(what a plain table files a position under, whether its columns count from the right)."""
    own = key_of(position.mine, position.theirs)
    if not mirrored:
        return own, False
    other = key_of(position.mirror().mine, position.mirror().theirs)
    return min(own, other), other < own


class Plain:
    """R1-5 to R1-8 straight from the text: a dict of lists, one game at a time, with the same random numbers."""

    def __init__(self, seed: int, settings: Settings, rules: Rules, mirrored: bool) -> None:
        self.settings = settings
        self.rules = rules
        self.mirrored = mirrored
        self.table: dict[int, list] = {}
        self.visits: dict[int, int] = {}
        self.random = Splitmix(seed)
        self.episodes = 0
        self.tally = [0, 0, 0]

    def choose(self, position: Position):
        """(entry, place in it, column) by R1-6."""
        columns = range(self.rules.columns) if self.settings.full_columns else position.legal_columns()
        entry, flipped = key(position, self.mirrored)
        values = self.table.setdefault(entry, [np.float32(0)] * self.rules.columns)
        self.visits[entry] = self.visits.get(entry, 0) + 1

        def place(column):
            return self.rules.columns - 1 - column if flipped else column

        if self.random.uniform() < self.settings.epsilon:
            best = list(columns)
        else:
            best = [c for c in columns if values[place(c)] == max(values[place(c)] for c in columns)]
        column = best[self.random.below(len(best))]
        return entry, place(column), column

    def update(self, last, target: float) -> None:
        if last is not None:
            entry, place = last
            value = float(self.table[entry][place])
            self.table[entry][place] = np.float32(value + self.settings.alpha * (target - value))

    def trainer(self, position: Position) -> int:
        weights = [1] * self.rules.columns
        if (best := trainer_column(position)) is not None:
            weights[best] = 7
        weights = [weight if column in position.legal_columns() else 0 for column, weight in enumerate(weights)]
        left = self.random.below(sum(weights))
        for column, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return column

    def game(self) -> tuple[int, ...]:
        """Plays one and learns from it; returns its moves."""
        s = self.settings
        learner = {"alternate": self.episodes % 2, "learner": 0, "opponent": 1}[s.starts]
        position = Position(rules=self.rules)
        last = [None, None]
        moves = []
        while position.outcome() is None:
            side = position.to_move
            if side == learner or s.opponent == "self":
                reward = s.reward_step
                while True:
                    entry, place, column = self.choose(position)
                    self.update(last[side], reward + s.gamma * float(self.table[entry][place]))
                    last[side] = (entry, place)
                    reward = s.reward_invalid
                    if column in position.legal_columns():
                        break
            elif s.opponent == "trainer":
                column = self.trainer(position)
            else:
                column = position.legal_columns()[self.random.below(len(position.legal_columns()))]
            position = position.play(column)
            moves.append(column)
        outcome = position.outcome()
        rewards = {1: s.reward_win, 0: s.reward_draw, -1: s.reward_lose}
        for side in (1 - position.to_move, position.to_move):
            self.update(last[side], rewards[reward_of(outcome, side)])
        self.episodes += 1
        counted = 0 if s.opponent == "self" else learner
        self.tally[1 - reward_of(outcome, counted)] += 1  # won, drawn, lost
        return tuple(moves)


def trainer_column(position: Position) -> int | None:
    """The column the Trainer prefers, by R1-8: scanning from the top row, an upright run where its top stone is; of
    each
    row the first hit, and the last row with one wins.
    """
    rules = position.rules
    result = None
    short = rules.connect - 1
    mover = position.to_move
    grid = [[position.owner(row, column) for column in range(rules.columns)] for row in range(rules.rows)]
    for row in reversed(range(rules.rows)):
        for column in range(rules.columns):
            upright = row >= short - 1 and all(grid[row - i][column] == mover for i in range(short))
            across = column + short <= rules.columns and all(grid[row][column + i] == mover for i in range(short))
            if upright and row + 1 < rules.rows and grid[row + 1][column] is None:
                hit = column
            elif across and column > 0 and grid[row][column - 1] is None:
                hit = column - 1
            elif across and column + short < rules.columns and grid[row][column + short] is None:
                hit = column + short
            else:
                continue
            result = hit
            break
    return result
