"""The table learner: SARSA(0), a row of action values per position.  It is that of reference system 1 (R1-1 to R1-10
in docs/reference-systems.md).

    choose   with probability epsilon any legal column, otherwise one with the highest Q(S, column), ties at random
    learn    once the opponent has replied and A' is chosen at S':  Q(S, A) += alpha (R + gamma Q(S', A') - Q(S, A));
             at the end of the game R alone

Unlike the author's it begins every other game (`starts`), cannot choose full columns (`full_columns`), does not punish
a draw (`reward_draw`), and can let mirror images share an entry (`mirrored`).  Each is a setting; AUTHOR has his.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4 import models
from c4.errors import C4Error
from c4.evaluators.sarsa import SCALE, SPARSE, VALUE_LIMIT, QTable, Sarsa, read_table, sparse
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.hashing import fill, find, mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import Contiguous, Floats32, Ints, Ints32, U, Words, Words32, numbers_of, signed
from c4.kernels.splitmix import any_of, uniform
from c4.kernels.stop import stopped
from c4.kernels.turning import played
from c4.kernels.words import lowest, number_of
from c4.learning import actionq, opponents
from c4.learning.base import (
    TALLIES,
    Content,
    Figures,
    Learner,
    diverged,
    numbers,
    reading_training,
    require_first_line,
    tallies,
)
from c4.learning.choosing import EPISODES, LOST, TALLY_SIZE, WON, better, count_game, none_yet
from c4.learning.games import Games, header_of, restore_training, training_of
from c4.learning.settings import OPPONENTS, SELF, STARTERS, SarsaSettings
from c4.text import pluralise

MARK = 10_000
"""Episodes per line of statistics."""

EPISODES_PER_EPSILON = 1000
"""While the share of random moves falls, it changes every so many episodes."""

CHECKING_SHARE = 0.01
"""The share of time spent looking for values that have grown too large."""

STATES = TALLY_SIZE
"""The place in the tally of the number of entries of the table; the places before it count the games of the learner, or
those of the first player if the learner plays both sides."""

# The numbers of the opponents and of who begins, as `Plan` has them.

PLAYS_TRAINER = OPPONENTS.index("trainer")
PLAYS_ITSELF = OPPONENTS.index(SELF)
STARTS_ALTERNATE = STARTERS.index("alternate")
STARTS_LEARNER = STARTERS.index("learner")

MIN_ROOM = 1024
"""The entries for which a table has room at least."""

GAMES_OF_ROOM = 4
"""A table has room for that many more games at least."""

MOST_INVALID = 100
"""How many full columns may be chosen in one turn before any legal one is played; otherwise it might go on for ever."""


class SarsaLearner(Learner):
    """A table and everything needed to continue learning.

    Tallies are the learner's (the first player's, if it plays itself).  `history` holds a line of statistics for every
    MARK episodes: new states; games won, drawn and lost since the previous line; and (won + 1) / (lost + 1) over all
    games.  `mirrored`: mirror images share an entry.
    """

    name = "sarsa"
    suffix = ".npz"
    settings_type = SarsaSettings
    settings: SarsaSettings
    fixed = ("mirrored",)
    tallied = "the learner"
    line_every = MARK
    words = {"win_lose_ratio": "won/lost"}

    def __init__(
        self, seed: int, settings: SarsaSettings | None = None, rules: Rules = STANDARD, mirrored: bool = False
    ) -> None:
        require_first_line(self.name, rules)
        super().__init__(seed, settings, rules)
        self.games = Games(seed, counters=1)
        if mirrored:
            rules.require_still("a table that shares its entries with mirror images")
        self.mirrored = bool(mirrored)
        self._imported = 0
        """The entries that it began with."""
        self._check_at = 0.0
        """When the values are checked next."""
        self._last_discs = np.zeros(2, dtype=np.uint64)
        """The discs of both players at the end of the last game."""
        self._set_table(np.zeros(0, np.uint64), np.zeros((0, rules.columns), np.float32), np.zeros(0, np.uint32))

    # -- the table ----------------------------------------------------------------------------------------------------

    def _set_table(self, keys: np.ndarray, values: np.ndarray, visits: np.ndarray) -> None:
        """Makes these entries, in this order, the table, with room for as many again."""
        states = len(keys)
        room = max(MIN_ROOM, 2 * states, states + GAMES_OF_ROOM * self.rules.cells)
        size = 1 << (2 * room - 1).bit_length()  # of the hash table: a power of two, at most half full
        self._keys = np.zeros(room, np.uint64)
        self._visits = np.zeros(room, np.uint32)
        self._values = np.zeros((room, self.rules.columns), np.float32)
        self._keys[:states] = keys
        self._values[:states] = values
        self._visits[:states] = visits
        self._hashed = np.zeros(size, np.uint64)
        self._rows = np.full(size, -1, np.int32)
        fill(self._keys[:states], self._hashed, self._rows)
        self.games.tally[STATES] = states

    def _make_room(self) -> None:
        """Makes room for at least one game."""
        states = self.states
        if states + self.rules.cells > len(self._keys):
            self._set_table(self._keys[:states], self._values[:states], self._visits[:states])

    @property
    def states(self) -> int:
        """The number of entries of the table."""
        return int(self.games.tally[STATES])

    def table(self) -> QTable:
        """A copy of the table in the form an evaluator reads."""
        order = np.argsort(self._keys[: self.states])
        return QTable(self.rules, self.mirrored, self._keys[order], self._values[order], self._visits[order])

    def evaluator(self) -> Sarsa:
        """The evaluator with the current table; not to be called during `train`."""
        return Sarsa(self.table(), f"the {self.name} learner")

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return self.games.episodes

    def play(self, episodes: int) -> None:
        self._make_room()
        play_games(episodes, self.games.random, self._last_discs, self._learning())

    def next_pause(self) -> int:
        step = MARK if self.settings.epsilon_end is None else EPISODES_PER_EPSILON
        return (self.episodes // step + 1) * step

    def check(self) -> None:
        if perf_counter() >= self._check_at:
            self._check_values()

    def _check_values(self) -> None:
        """Checks the whole table, and sets the time of the next check.  Raises C4Error for values that are too large."""
        started = perf_counter()
        values = self._values[: self.states]
        if self.states and not SCALE * float(max(values.max(), -values.min())) <= VALUE_LIMIT:
            raise diverged(self, "values", "smaller rewards or a smaller discount")
        self._check_at = perf_counter() + (perf_counter() - started) / CHECKING_SHARE

    def epsilon(self) -> float:
        """The share of random moves in the next episode, which changes every EPISODES_PER_EPSILON episodes."""
        settings = self.settings
        if settings.epsilon_end is None:
            return settings.epsilon
        part = min(1.0, self.episodes // EPISODES_PER_EPSILON * EPISODES_PER_EPSILON / settings.epsilon_games)
        return settings.epsilon + part * (settings.epsilon_end - settings.epsilon)

    @property
    def last_board(self) -> Position:
        """The board at the end of the last game of `train`; empty before the first."""
        first, second = self._last_discs.tolist()
        return Position((first, second), (first | second).bit_count() % 2, self.rules, None)

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Learns from a finished game as the player `side` (0 or 1), exactly as if it had played it.

        Raises C4Error for a game on another board, or an unfinished one.
        """
        if start.rules != self.rules:
            raise C4Error(f"this table is learned on {self.rules}; a game on {start.rules} teaches it nothing")
        if start.after(moves).outcome() is None:
            raise C4Error("there is nothing to learn from a game that has not ended")
        if not moves:
            return
        self._make_room()
        columns = np.array(moves, dtype=np.int64)
        learn_game(columns, side, start.to_move, U(start.mine), U(start.theirs), self._learning())
        self.note()

    def _learning(self) -> Learning:
        """The current working data of the kernels."""
        settings = self.settings
        opponent = OPPONENTS.index(settings.opponent)
        starts = STARTERS.index(settings.starts)
        more = {"epsilon": self.epsilon(), "opponent": opponent, "starts": starts, "mirrored": self.mirrored}
        plan = numbers_of(Plan, settings, **more)
        table = Table(self._hashed, self._rows, self._keys, self._values, self._visits)
        return Learning(table, self.games.tally, plan, board_of(self.rules))

    def note(self) -> None:
        if self.episodes > 0 and self.episodes % MARK == 0:
            self.note_line(self._history_line)

    def _history_line(self) -> Figures:
        """The changes since the last line of statistics."""
        totals = {"new_states": self.states - self._imported, **tallies(self.games.tallies())}
        changes = {}
        for name, total in totals.items():
            in_earlier_lines = sum(line[name] for line in self.history)
            changes[name] = total - in_earlier_lines
        return {"episodes": self.episodes, **changes, "win_lose_ratio": self._ratio()}

    def _ratio(self) -> float:
        """(Games won + 1) / (games lost + 1)."""
        tally = self.games.tally
        return float(round((1 + tally[WON]) / (1 + tally[LOST]), 4))

    def figures(self) -> Figures:
        """Episodes, games won, drawn and lost, states, epsilon, and the ratio of games won to games lost."""
        more = {"states": self.states, "epsilon": self.epsilon(), "win_lose_ratio": self._ratio()}
        return {**self.games.tallies(), **more}

    def row(self, before: Figures) -> Figures:
        """The line of the author's program: new states since the previous one, games of all training."""
        now = self.figures()
        return {"new states": now["states"] - before["states"], **tallies(now), **numbers(self.in_words(now))}

    def closing_lines(self) -> list[str]:
        """The states, and the board at the end of the last game."""
        rows = [" ".join(row) for row in self.last_board.grid().split("\n")]
        return [f"Result: {pluralise(self.states, 'state')}; the board after the last game (X began):", *rows]

    # -- creating, saving and opening ---------------------------------------------------------------------------------

    @classmethod
    def make(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> SarsaLearner:
        """With `start` it begins with the table of an `ActionQ.json`."""
        if start is None:
            return cls(seed, settings, rules, bool(fixed["mirrored"]))
        if fixed["mirrored"]:
            raise C4Error("the author's table keeps mirror images apart: do without --mirrored to import one")
        return cls.from_table(actionq.read(start, rules.rows, rules.connect), seed, settings)

    @classmethod
    def from_table(cls, table: QTable, seed: int, settings: SarsaSettings | None = None) -> SarsaLearner:
        """A learner that starts with an (imported) table and no episodes."""
        learner = cls(seed, settings, table.rules, table.mirrored)
        learner._set_table(table.keys, table.values, table.visits)
        learner._imported = learner.states
        return learner

    @classmethod
    def read(cls, path: str | Path, seed: int | None) -> SarsaLearner:
        content, table = read_table(path)
        with reading_training(path):
            training = content["training"]
            learner = cls.from_table(table, training["seed"], SarsaSettings(**training["settings"]))
            learner.restore(training)
        return learner

    def write(self, path: str | Path, quickly: bool) -> None:
        """Quickly: unsorted and uncompressed, some 14 bytes per state instead of 4.  Raises C4Error for values that have
        grown too large."""
        self._check_values()
        content = header_of(self, self.training(), mirrored=self.mirrored)
        if quickly:
            content["layout"] = SPARSE
            arrays = sparse(self._keys[: self.states], self._values[: self.states], self._visits[: self.states])
        else:
            table = self.table()
            arrays = {"keys": table.keys, "values": table.values, "visits": table.visits}
        models.write_arrays(path, content, arrays, compressed=not quickly)

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the table as the author's ActionQ.json; `how` has the `width` in bits of the integers in its keys."""
        number = actionq.write(path, self.table(), how.get("width", 64))
        return f"{number:,} of {pluralise(self.states, 'state')} written to {path}: those in which the learner began"

    def training(self) -> Content:
        """The state of its training, JSON values."""
        return training_of(self, self.games, imported=self._imported)

    def restore(self, training: Content) -> None:
        """Restores the result of `training`.  May raise KeyError, TypeError or ValueError for nonsense."""
        restore_training(self, self.games, training)
        self._imported = training.get("imported", 0)
        if not (type(self._imported) is int and 0 <= self._imported <= self.states):
            raise ValueError("it began with more entries than it has")
        if any(type(line[name]) is not int for line in self.history for name in ("new_states", *TALLIES)):
            raise ValueError("its history has a line without its numbers")


# -- kernels ----------------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """A growing table: `keys`, `values` (one per column) and `visits` of the entries, in order of discovery.

    `hashed` and `rows` find the number of an entry (see `c4.kernels.hashing`):
    rows[place] for the key at hashed[place].
    """

    hashed: Words
    rows: Ints32
    keys: Words
    values: Annotated[NDArray[np.float32], Contiguous(np.float32, 2)]
    visits: Words32


class Plan(NamedTuple):
    """The settings, see `c4.learning.settings`, and whether mirror images share an entry."""

    alpha: float
    gamma: float
    epsilon: float
    reward_step: float
    reward_win: float
    reward_draw: float
    reward_lose: float
    reward_invalid: float
    full_columns: bool
    opponent: int
    starts: int
    mirrored: bool


class Learning(NamedTuple):
    """The working data of the kernels; table and tally change."""

    table: Table
    tally: Ints
    plan: Plan
    board: Board


@kernel
def entry_of(own: U, other: U, learning: Learning) -> tuple[int, int]:
    """(number, 1 if its columns count from the right) of a position's entry; if new, one of zeros is added."""
    table = learning.table
    tally = learning.tally
    key = own + (own | other)
    flipped = 0
    if learning.plan.mirrored:
        mirrored = mirror_key(key, learning.board)
        if mirrored < key:
            key = mirrored
            flipped = 1
    place = find(key, table.hashed)
    if table.hashed[place] == U(0):
        table.hashed[place] = key + U(1)
        table.rows[place] = tally[STATES]
        table.keys[tally[STATES]] = key
        tally[STATES] += 1
    return signed(table.rows[place]), flipped


@kernel(inlined=True)
def place_of(column: int, flipped: int, board: Board) -> int:
    """The place of a column in an entry."""
    return board.columns - 1 - column if flipped else column


@kernel(inlined=True)
def open_columns(free: U, board: Board) -> U:
    """The columns that are not full, a bit for each."""
    columns = U(0)
    for column in range(board.columns):
        if free & board.column[column]:
            columns |= U(1) << U(column)
    return columns


@kernel(inlined=True)
def any_column(columns: U, random: Words) -> int:
    """One of these columns at random."""
    return number_of(any_of(columns, random))


@kernel
def choose(free: U, values: Floats32, flipped: int, random: Words, plan: Plan, board: Board) -> int:
    """A column: any with probability epsilon, otherwise a best one, ties at random; full ones only if the plan allows."""
    columns = (U(1) << U(board.columns)) - U(1)
    if not plan.full_columns:
        columns = open_columns(free, board)
    if uniform(random) < plan.epsilon:
        return any_column(columns, random)
    best = none_yet(columns)
    while columns:
        bit = lowest(columns)
        columns ^= bit
        best = better(best, bit, np.float64(values[place_of(number_of(bit), flipped, board)]))
    return any_column(best.moves, random)


ENTRY, PLACE = range(2)
"""Layout of the last choice of a side, int64[2]: an entry of the table, and the place of a column in it."""

NO_ENTRY = -1
"""In place of an entry: nothing has been chosen yet, or nothing that could be learned from."""


@kernel(inlined=True)
def update(last: Ints, target: float, learning: Learning) -> None:
    """Q(S, A) += alpha (target - Q(S, A)) of the last choice, if there is one."""
    if last[ENTRY] != NO_ENTRY:
        values = learning.table.values
        value = np.float64(values[last[ENTRY], last[PLACE]])
        values[last[ENTRY], last[PLACE]] = np.float32(value + learning.plan.alpha * (target - value))


@kernel(inlined=True)
def take(entry: int, place: int, reward: float, last: Ints, learning: Learning) -> None:
    """Learns for the last choice from a reward and the value of the next one, which becomes the last."""
    table = learning.table
    update(last, reward + learning.plan.gamma * np.float64(table.values[entry, place]), learning)
    table.visits[entry] += np.uint32(1)
    last[ENTRY] = entry
    last[PLACE] = place


@kernel(inlined=True)
def reward_of(result: int, plan: Plan) -> float:
    """What a game won (1), lost (-1) or drawn (0) is worth."""
    if result == 0:
        return plan.reward_draw
    return plan.reward_win if result > 0 else plan.reward_lose


@kernel
def turn(own: U, other: U, last: Ints, random: Words, learning: Learning) -> int:
    """The learner's turn: chooses, learns for its last choice, and returns a column that is not full."""
    table = learning.table
    plan = learning.plan
    board = learning.board
    free = free_cells(own | other, board)
    entry, flipped = entry_of(own, other, learning)
    reward = plan.reward_step
    for _ in range(MOST_INVALID):
        column = choose(free, table.values[entry], flipped, random, plan, board)
        take(entry, place_of(column, flipped, board), reward, last, learning)
        if free & board.column[column]:
            return column
        reward = plan.reward_invalid
    update(last, reward, learning)
    last[ENTRY] = NO_ENTRY
    return any_column(open_columns(free, board), random)


@kernel(inlined=True)
def side_of_learner(episode: int, plan: Plan) -> int:
    """The side of the learner in an episode, 0 if it begins."""
    if plan.starts == STARTS_ALTERNATE:
        return episode % 2
    return 0 if plan.starts == STARTS_LEARNER else 1


@kernel(allocates=True)
def play_games(number: int, random: Words, last_discs: Words, learning: Learning) -> int:
    """Plays and learns from that many games, or as many as the table has room for; returns how many.

    Changes in place, besides `learning`: random uint64[1], and last_discs uint64[2], the discs of both players at the
    end of the last game.  A game adds at most one entry for each of its plies.
    """
    tally = learning.tally
    plan = learning.plan
    board = learning.board
    last = np.empty((2, 2), dtype=np.int64)
    for game in range(number):
        if tally[STATES] + board.cells > len(learning.table.keys) or stopped():
            return game
        learner = side_of_learner(tally[EPISODES], plan)
        last[:, ENTRY] = NO_ENTRY
        discs = last_discs
        discs[:] = U(0)
        plies = 0
        mover = 0
        result = signed(0)
        decided = False
        while not decided and plies < board.cells:
            mover = plies % 2
            own = discs[mover]
            other = discs[1 - mover]
            free = free_cells(own | other, board)
            if plan.opponent == PLAYS_ITSELF or mover == learner:
                column = turn(own, other, last[mover], random, learning)
            elif plan.opponent == PLAYS_TRAINER:
                column = opponents.trainer_choice(own, other, board, random)
            else:
                column = any_column(open_columns(free, board), random)
            own, other, result, decided = played(own, other, free & board.column[column], board)
            discs[mover] = own
            discs[1 - mover] = other
            plies += 1
        update(last[mover], reward_of(result, plan), learning)
        update(last[1 - mover], reward_of(-result, plan), learning)
        player = 0 if plan.opponent == PLAYS_ITSELF else learner
        count_game(result if mover == player else -result, tally)
    return number


@kernel(allocates=True)
def learn_game(moves: Ints, learner: int, first: int, own: U, other: U, learning: Learning) -> None:
    """Learns from a finished game as the side `learner`, from the position (own, other) on, `first` to move.

    moves are columns, the last of which ended the game.  The table must have room for it.
    """
    plan = learning.plan
    board = learning.board
    last = np.full(2, NO_ENTRY, dtype=np.int64)
    side = first
    result = signed(0)
    for column in moves:
        if side == learner:
            entry, flipped = entry_of(own, other, learning)
            take(entry, place_of(column, flipped, board), plan.reward_step, last, learning)
        cell = free_cells(own | other, board) & board.column[column]
        own, other, result, _ = played(own, other, cell, board)
        own, other = other, own
        side = 1 - side
    mover = 1 - side
    if mover != learner:
        result = -result
    update(last, reward_of(result, plan), learning)
    count_game(result, learning.tally)
