"""The windows learner: self-play on nine features.  It is that of reference system 3, with what its author wished for
(R3-10 to R3-14 in docs/reference-systems.md).

    play     each side with probability epsilon any legal column, otherwise the best V after its own move, ties at
             random; or by search
    store    after every move  d = f_mover - f_opponent  of the position on the board
    learn    after the game, from the first move to the last:  w += alpha (target - w . d) d
             target = gamma ** (moves still to come) x (+1 a winner's move, -1 a loser's, 0 in a drawn game)
             or, with n steps, gamma ** n x V of the position n moves later (TD(0) is n = 1)
    cool     epsilon = max(eps_end, epsilon x eps_decay)

Since d is a difference of the same features from both sides, the bias never learns, and the feature of the other
side's open lines is always minus that of the own ones.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from c4 import models, storage
from c4.errors import C4Error
from c4.evaluators.windows import FEATURES, LABELS, Windows, feature_units, open_lines_of
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats, Floats2, Ints, U, Words, numbers_of, signed
from c4.kernels.lines import has_line
from c4.kernels.splitmix import any_of, below, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, popcount
from c4.learning.base import Content, Figures, Learner, diverged, next_mark, require_first_line
from c4.learning.choosing import EPISODES, Best, better, count_game, none_yet, pick
from c4.learning.games import Games, header_of, read_weighted, restore_training, training_of
from c4.learning.settings import WindowsSettings
from c4.learning.success import OPPONENTS, measure
from c4.search.decision import Decision

GAMES = 100
"""Games per seat against random moves for each line of the history."""


class WindowsLearner(Learner):
    """Nine weights in the order of FEATURES.

    `history` holds the tallies, the weights and the results of `GAMES` games per seat against random moves.
    """

    name = "windows"
    features = LABELS
    settings_type = WindowsSettings
    former_settings: ClassVar[Content] = {"temperature": 0.0}
    """The values of settings that older files leave out."""
    settings: WindowsSettings

    def __init__(self, seed: int, settings: WindowsSettings | None = None, rules: Rules = STANDARD) -> None:
        rules.require_still("the windows learner")
        require_first_line(self.name, rules)
        super().__init__(seed, settings, rules)
        self.games = Games(seed)
        self.weights = np.zeros(len(FEATURES))
        self._epsilon = np.array([float(self.settings.eps_start)])
        self._older = np.zeros((0, len(FEATURES)))
        self._snapshot_at = -1

    @property
    def episodes(self) -> int:
        return self.games.episodes

    # -- learning -----------------------------------------------------------------------------------------------------

    def play(self, episodes: int) -> None:
        rules = self.rules
        settings = self.settings
        discounts = np.array([settings.gamma**moves for moves in range(rules.cells)])
        frame = Frame(board_of(rules), np.array(feature_units(rules), dtype=np.float64), discounts)
        rates = numbers_of(Rates, settings, passes=2 if settings.mirror else 1)
        self._add_snapshot()
        if settings.train_depth or settings.train_time_ms:
            self._play_by_search(rates, frame)
        else:
            games = self.games
            play_games(episodes, self.weights, games.random, self._epsilon, games.tally, self._older, rates, frame)

    def _play_by_search(self, rates: Rates, frame: Frame) -> None:
        """Plays a game by searching with the current weights, and learns from it."""
        settings = self.settings
        evaluator = self.evaluator()
        position = Position(rules=self.rules)
        random = self.games.random.copy()
        seen = np.empty((self.rules.cells, len(FEATURES)))
        while (outcome := position.outcome()) is None:
            if uniform(random) < self._epsilon[0]:
                cell = int(pick(free_cells(U(position.occupied), frame.board), random))
                column = cell.bit_length() // self.rules.stride
            else:
                decision = self._search(position, evaluator)
                if self.watch.stopped or decision.column is None:
                    return
                column = decision.column
            mover = position.to_move
            ply = position.ply
            position = position.play(column)
            seen[ply] = difference(U(position.stones[mover]), U(position.stones[1 - mover]), frame)
        learn_game(seen, position.ply, outcome.winner is not None, self.weights, rates, frame)
        self.games.random[:] = random
        self._epsilon[0] = max(settings.eps_end, self._epsilon[0] * settings.eps_decay)
        result = 0
        if outcome.winner is not None:
            result = 1 if outcome.winner == 0 else -1
        count_game(result, self.games.tally)

    def _search(self, position: Position, evaluator: Windows) -> Decision:
        """The result of the search that it trains with."""
        from c4.engine import deepening as engine
        from c4.search import fixed_depth

        depth = self.settings.train_depth
        time_ms = self.settings.train_time_ms
        if time_ms:
            return engine.search(position, evaluator, depth=depth or None, time_ms=time_ms, budget=0, watch=self.watch)
        return fixed_depth.search(position, depth, evaluator, budget=0, watch=self.watch)

    def next_pause(self) -> int:
        pause = next_mark(self.episodes)
        every = self.settings.snapshot_every
        return min(pause, self.episodes - self.episodes % every + every) if self.settings.snapshots else pause

    def _add_snapshot(self) -> None:
        """Adds the weights to the snapshots when due; the oldest one goes."""
        most = self.settings.snapshots
        every = self.settings.snapshot_every
        if most and self.episodes % every == 0 and self.episodes != self._snapshot_at:
            self._snapshot_at = self.episodes
            self._older = np.vstack([self._older, self.weights])[-most:].copy()

    def check(self) -> None:
        try:
            self.evaluator()
        except C4Error:
            raise diverged(self) from None

    def note(self) -> None:
        if self.episodes == next_mark(self.episodes - 1):
            self.note_line(self._history_line)

    def _history_line(self) -> Figures:
        result = measure(self.evaluator(), "random", GAMES, self.seed ^ self.episodes, rules=self.rules)
        return {**self.figures(), "against_random": result}

    def evaluator(self) -> Windows:
        """The evaluator with the current weights."""
        return Windows(self.weights, f"the {self.name} learner")

    def figures(self) -> Figures:
        """Tallies of the first player, epsilon, the latest games against random moves, and the weights."""
        figures = {**self.games.tallies(), "epsilon": float(self._epsilon[0])}
        if self.history and "against_random" in self.history[-1]:
            figures["against_random"] = self.history[-1]["against_random"]
        return {**figures, "weights": self.weights.tolist()}

    def measure(self, games: int) -> dict[str, dict[str, list[int]]]:
        """Games with the current weights against each of `c4.learning.success.OPPONENTS`, `games` per seat."""
        return {name: measure(self.evaluator(), name, games, self.seed, rules=self.rules) for name in OPPONENTS}

    # -- saving and opening -------------------------------------------------------------------------------------------

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the weights as `model.json` of reference system 3, which knows the standard board alone."""
        if self.rules != STANDARD:
            raise C4Error("the program of model.json knows only the board of 7x6 with lines of four")
        storage.write_text(path, json.dumps({"weights": self.weights.tolist()}) + "\n")
        return f"the nine weights written to {path}"

    @classmethod
    def make(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> WindowsLearner:
        """With `start` it begins with the weights of a `model.json` of reference system 3."""
        learner = cls(seed, settings, rules)
        if start is not None:
            learner.weights[:] = Windows.from_model(start).weights
        return learner

    @classmethod
    def read(cls, path: str | Path, seed: int | None) -> WindowsLearner:
        return read_weighted(path, cls.name, len(FEATURES), cls._with_settings)

    @classmethod
    def _with_settings(cls, seed: int, settings: Content, rules: Rules) -> WindowsLearner:
        return cls(seed, WindowsSettings(**{**cls.former_settings, **settings}), rules)

    def write(self, path: str | Path, quickly: bool) -> None:
        models.write(path, self.content())

    def content(self) -> Content:
        """The model for `c4.models.write`; `from_file` makes the same learner from it."""
        self.note()
        return header_of(self, self.training(), features=list(FEATURES), weights=self.weights.tolist())

    def training(self) -> Content:
        """The state of its training, JSON values."""
        older: Content = {}
        if self.settings.snapshots:
            older = {"older_weights": self._older.tolist(), "snapshot_at": self._snapshot_at}
        return training_of(self, self.games, epsilon=float(self._epsilon[0]), **older)

    def restore(self, training: Content) -> None:
        """Restores the result of `training`.  May raise KeyError, TypeError or ValueError for nonsense."""
        restore_training(self, self.games, training)
        self._epsilon[0] = float(training["epsilon"])
        if not 0 <= self._epsilon[0] <= 1:
            raise ValueError("its epsilon is not from 0 to 1")
        if self.settings.snapshots:  # its settings are those of the file here
            older = np.array(training["older_weights"], dtype=np.float64).reshape(-1, len(FEATURES))
            if len(older) > self.settings.snapshots or not np.isfinite(older).all():
                raise ValueError("its older weights make no sense")
            self._older = older
            self._snapshot_at = int(training["snapshot_at"])

    def change_settings(self, settings: WindowsSettings) -> None:
        """A new eps_start sets epsilon; surplus snapshots are dropped."""
        self._older = self._older[max(0, len(self._older) - settings.snapshots) :].copy()
        if settings.eps_start != self.settings.eps_start:
            self._epsilon[0] = settings.eps_start
        super().change_settings(settings)


# -- kernels ----------------------------------------------------------------------------------------------------------

FEATURE_COUNT = len(FEATURES)

_, CENTRE, ONES, TWOS, THREES = range(5)
"""The places of some features."""

FeatureValues = tuple[float, float, float, float, float, float, float, float, float]
"""A number for each of FEATURES; so are `weights`, float64[FEATURE_COUNT]."""


class Rates(NamedTuple):
    """The settings, see `c4.learning.settings`, and how often a game is learned from (`passes`)."""

    alpha: float
    eps_end: float
    eps_decay: float
    temperature: float
    n_steps: int
    passes: int


class Frame(NamedTuple):
    """What stays the same while it learns.

    units      float64[FEATURE_COUNT], see `feature_units`
    discounts  float64[cells], the powers of gamma
    """

    board: Board
    units: Floats
    discounts: Floats


@kernel
def difference(own: U, other: U, frame: Frame) -> FeatureValues:
    """d = f_own - f_other: the features of a side less those of the other one."""
    board = frame.board
    units = frame.units
    ours = open_lines_of(own, other, board)
    theirs = open_lines_of(other, own, board)
    centre = popcount(own & board.middle) / units[CENTRE] - popcount(other & board.middle) / units[CENTRE]
    ones = ours.ones / units[ONES] - theirs.ones / units[ONES]
    twos = ours.twos / units[TWOS] - theirs.twos / units[TWOS]
    threes = ours.threes / units[THREES] - theirs.threes / units[THREES]
    win = 0.0
    if has_line(own, board):
        win += 1.0
    if has_line(other, board):
        win -= 1.0
    return 0.0, centre, ones, twos, threes, -ones, -twos, -threes, win


@kernel
def value_of(weights: Floats, d: FeatureValues | Floats) -> float:
    """V = w . d, summed in the order of the features."""
    value = 0.0
    for i in range(FEATURE_COUNT):
        value += weights[i] * d[i]
    return value


@kernel(inlined=True)
def odds_of(own: U, other: U, cell: U, best: float, temperature: float, weights: Floats, frame: Frame) -> float:
    """exp((V - best) / temperature) of a move."""
    return math.exp((value_of(weights, difference(own | cell, other, frame)) - best) / temperature)


@kernel
def drawn_by_value(
    own: U, other: U, free: U, best: float, temperature: float, weights: Floats, random: Words, frame: Frame
) -> U:
    """One of the cells `free`, drawn with the odds of each; `best` is the highest V."""
    total = 0.0
    left = free
    while left:
        cell = lowest(left)
        left ^= cell
        total += odds_of(own, other, cell, best, temperature, weights, frame)
    mark = uniform(random) * total
    cell = U(0)
    while free:
        cell = lowest(free)
        free ^= cell
        mark -= odds_of(own, other, cell, best, temperature, weights, frame)
        if mark < 0.0:
            break
    return cell


@kernel
def best_of(own: U, other: U, moves: U, weights: Floats, frame: Frame) -> Best:
    """The moves with the highest V after them."""
    best = none_yet(moves)
    while moves:
        cell = lowest(moves)
        moves ^= cell
        best = better(best, cell, value_of(weights, difference(own | cell, other, frame)))
    return best


@kernel
def choose(own: U, other: U, epsilon: float, temperature: float, weights: Floats, random: Words, frame: Frame) -> U:
    """The cell (one bit) that the side `own` plays if the board is not full; uses two numbers of `random`.

    With probability epsilon it is any, otherwise the best, or one drawn by value if there is a temperature.
    """
    free = free_cells(own | other, frame.board)
    if uniform(random) < epsilon:
        return any_of(free, random)
    best = best_of(own, other, free, weights, frame)
    if temperature > 0.0:
        return drawn_by_value(own, other, free, best.value, temperature, weights, random, frame)
    return any_of(best.moves, random)


@kernel
def learn_game(seen: Floats2, plies: int, won: bool, weights: Floats, rates: Rates, frame: Frame) -> None:
    """Learns from a game, d after every ply in `seen`; changes the weights in place."""
    discounts = frame.discounts
    for _ in range(rates.passes):
        for ply in range(plies):
            to_come = plies - 1 - ply
            target = 0.0
            if rates.n_steps > 0 and to_come > rates.n_steps:
                target = discounts[rates.n_steps] * value_of(weights, seen[ply + rates.n_steps])
                if rates.n_steps % 2 == 1:
                    target = -target  # the opponent's move: its value is ours with the other sign
            elif won:
                target = discounts[to_come] if to_come % 2 == 0 else -discounts[to_come]
            step = rates.alpha * (target - value_of(weights, seen[ply]))
            for i in range(FEATURE_COUNT):
                weights[i] += step * seen[ply, i]


NO_SEAT = -1


@kernel(inlined=True)
def seat_of_older(episode: int, older: Floats2) -> int:
    """The seat of an older version in an episode: in even ones it has the first and the second in turn, else NO_SEAT."""
    if len(older) == 0 or episode % 2 == 1:
        return NO_SEAT
    return episode // 2 % 2


@kernel(allocates=True)
def play_games(
    number: int,
    weights: Floats,
    random: Words,
    epsilon: Floats,
    tally: Ints,
    older: Floats2,
    rates: Rates,
    frame: Frame,
) -> None:
    """Plays that many games and learns from each.

    Changes in place: weights float64[FEATURE_COUNT], random uint64[1], epsilon float64[1], tally int64[TALLY_SIZE] of
    the first player.  If there are `older` weights, one set plays in one seat of every even episode.
    """
    cells = frame.board.cells
    seen = np.empty((cells, FEATURE_COUNT))
    for _ in range(number):
        if stopped():
            break
        seat = seat_of_older(tally[EPISODES], older)
        version = 0
        if seat != NO_SEAT:
            version = below(random, len(older))
        own = U(0)
        other = U(0)
        plies = 0
        won = False
        while not won and plies < cells:
            mover = older[version] if plies % 2 == seat else weights
            own |= choose(own, other, epsilon[0], rates.temperature, mover, random, frame)
            d = difference(own, other, frame)
            for i in range(FEATURE_COUNT):
                seen[plies, i] = d[i]
            won = has_line(own, frame.board)
            own, other = other, own
            plies += 1
        learn_game(seen, plies, won, weights, rates, frame)
        epsilon[0] = max(rates.eps_end, epsilon[0] * rates.eps_decay)
        result = signed(won)
        if plies % 2 == 0:  # the second player moved last
            result = -result
        count_game(result, tally)
