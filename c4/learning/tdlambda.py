"""The td-lambda learner: TD(lambda) on 87 features against minimax and itself.  It is that of reference system 0
(R0-4 to R0-13 in docs/reference-systems.md) without its mistakes (D0-1 to D0-9 there).

    play     even episodes: one seat is minimax, of depth 3 by default; odd ones: self-play.  With probability epsilon
             any legal column, otherwise by the rules of thumb of `c4.learning.opponents`, then by value
    learn    after every move, in both seats, each with its own view and trace
    measure  every 500 episodes 100 games against that minimax, half of them from each seat; the best model is written
             to a file of its own

One set of weights plays both seats.  Each seat has its own view of the game and its own trace e:

    s    the afterstate of its last move             x(s)  its features, V(s) = w . x(s)
    s'   the afterstate of its next move; after the end of the game V = 0, x = 0
    e = gamma lambda e + x(s)        d = r + gamma V(s') - V(s)        w += step d e

step is alpha, but at most 1 / |e . (x(s) - gamma x(s'))|, so that d cannot change its sign (Dabney, Barto, "Adaptive
step-size for online temporal difference learning", AAAI 2012).  Without this limit and with working traces, the
author's alpha of 0.03 lets the weights grow without bound.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.tdlambda import TDLambda, number_of_features, place_of, read_npy, threats, units, write_npy
from c4.game.rules import STANDARD, Rules, cells_of
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats, Ints, U, Words, numbers_of
from c4.kernels.splitmix import uniform
from c4.kernels.stop import stopped
from c4.kernels.turning import played
from c4.kernels.words import lowest, number_of, popcount
from c4.learning.base import Content, Figures, Learner, diverged, require_first_line
from c4.learning.choosing import DECIDED, EPISODES, better, count_game, none_yet, pick
from c4.learning.games import Games, header_of, read_weighted, restore_training, training_of
from c4.learning.opponents import best_candidates, candidates_of, minimax, turns_next
from c4.learning.settings import TDLambdaSettings
from c4.learning.success import OPPONENTS, measure, success

CHECKPOINT = 500
"""Episodes between two measurements."""


class TDLambdaLearner(Learner):
    """87 weights, learned from both seats.

    `history` holds the success (0 to 1) against minimax at every checkpoint; `best` is the number of episodes of the
    model with the highest, None before the first checkpoint.
    """

    name = "td-lambda"
    settings_type = TDLambdaSettings
    settings: TDLambdaSettings
    former_settings: ClassVar[Content] = {"counts": False}
    """The values of settings that older files leave out."""
    words = {"success": "success against minimax", "best_success": "best success", "best_episodes": "best after games"}

    def __init__(self, seed: int, settings: TDLambdaSettings | None = None, rules: Rules = STANDARD) -> None:
        require_first_line(self.name, rules)
        super().__init__(seed, settings, rules)
        self.games = Games(seed)
        self.weights = np.zeros(number_of_features(rules))
        self._best: Figures | None = None
        """Episodes, success and weights of the best model so far."""
        self._best_content: Content | None = None
        """The file of the best model, if it was made in this run."""

    @property
    def episodes(self) -> int:
        return self.games.episodes

    # -- learning -----------------------------------------------------------------------------------------------------

    def play(self, episodes: int) -> None:
        rates = numbers_of(Rates, self.settings)
        learned = Learned(self.weights, feature_places(self.rules), board_of(self.rules), self._paces())
        play_episodes(episodes, self.games.random, self.games.tally, rates, learned)

    def _paces(self) -> np.ndarray:
        """What a step of each weight is multiplied by: for a share of n, n squared is a step of the count itself."""
        paces = np.ones(len(self.weights))
        if self.settings.counts:
            middle, lines = units(self.rules)
            paces[-3:] = [middle**2, lines**2, lines**2]
        return paces

    def next_pause(self) -> int:
        return self.episodes - self.episodes % CHECKPOINT + CHECKPOINT

    def evaluator(self) -> TDLambda:
        """The evaluator with the current weights."""
        return TDLambda(self.weights, self.rules, f"the {self.name} learner")

    def check(self) -> None:
        try:
            self.evaluator()
        except C4Error:
            raise diverged(self) from None

    def note(self) -> None:
        """Measures itself when due, and remembers the best model."""
        if self.episodes == 0 or self.episodes % CHECKPOINT or not self.note_line(self._history_line):
            return
        if self._best is None or self.history[-1]["success"] > self._best["success"]:
            self._best = {**self.history[-1], "weights": self.weights.tolist()}
            self._best_content = self.content()

    def _history_line(self) -> Figures:
        result = measure(
            self.evaluator(),
            f"minimax {self.settings.opponent_depth}",
            self.settings.checkpoint_games,
            self.seed ^ self.episodes,
            tactics=self.settings.tactics,
            rules=self.rules,
        )
        return {"episodes": self.episodes, "success": success(result)}

    @property
    def best_weights(self) -> list[float]:
        """The weights of the best model so far; before the first checkpoint the current ones."""
        return self.weights.tolist() if self._best is None else self._best["weights"]

    def epsilon(self) -> float:
        """The share of random moves in the next episode."""
        settings = self.settings
        fallen = (settings.eps_start - settings.eps_end) * self.episodes / settings.eps_episodes
        return max(settings.eps_end, settings.eps_start - fallen)

    def figures(self) -> Figures:
        """Tallies, epsilon, success against minimax at the last checkpoint and at the best, the weights."""
        figures = {**self.games.tallies(), "epsilon": self.epsilon()}
        if self._best is not None:
            figures |= {
                "success": self.history[-1]["success"],
                "best_success": self._best["success"],
                "best_episodes": self._best["episodes"],
            }
        return {**figures, "weights": self.weights.tolist()}

    def measure(self, games: int) -> dict[str, dict[str, list[int]]]:
        """Games with the current weights against each of `c4.learning.success.OPPONENTS`, `games` per seat."""
        evaluator = self.evaluator()
        tactics = self.settings.tactics
        rules = self.rules
        return {name: measure(evaluator, name, games, self.seed, tactics=tactics, rules=rules) for name in OPPONENTS}

    # -- saving and opening -------------------------------------------------------------------------------------------

    @classmethod
    def make(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> TDLambdaLearner:
        """With `start` it begins with the weights of a `.npy` file of reference system 0."""
        learner = cls(seed, settings, rules)
        if start is not None:
            if rules != STANDARD:
                raise C4Error(f"{start} holds weights for {STANDARD}, not for {rules}")
            learner.weights[:] = TDLambda(read_npy(start), STANDARD, str(start)).weights
        return learner

    @classmethod
    def read(cls, path: str | Path, seed: int | None) -> TDLambdaLearner:
        return read_weighted(path, cls.name, number_of_features, cls._with_settings)

    @classmethod
    def _with_settings(cls, seed: int, settings: Content, rules: Rules) -> TDLambdaLearner:
        return cls(seed, TDLambdaSettings(**{**cls.former_settings, **settings}), rules)

    def write(self, path: str | Path, quickly: bool) -> None:
        models.write(path, self.content())

    def content(self) -> Content:
        """The model for `c4.models.write`; `from_file` makes the same learner from it."""
        self.note()
        return header_of(self, self.training(), weights=self.weights.tolist())

    def training(self) -> Content:
        """The state of its training, JSON values."""
        return training_of(self, self.games, best=self._best)

    @property
    def best(self) -> int | None:
        """The number of games after which the best checkpoint was saved; None if there is none."""
        return None if self._best is None else self._best["episodes"]

    def save_best(self, path: str | Path) -> None:
        """Writes the best model so far, like `save`; possible only in the run that made it."""
        if self._best_content is None:
            raise C4Error("an earlier run made the best model, and only that run could save it")
        models.write(path, self._best_content)

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the best weights so far as a `.npy` file of float64[87], the format of reference system 0."""
        write_npy(path, np.array(self.best_weights))
        return f"best weights so far written to {path}"

    def restore(self, training: Content) -> None:
        """Restores the result of `training`.  May raise KeyError, TypeError or ValueError for nonsense."""
        restore_training(self, self.games, training)
        best = training["best"]
        if best is None:
            return
        if (
            type(best["episodes"]) is not int
            or not 0 <= best["success"] <= 1
            or len(best["weights"]) != len(self.weights)
            or not self.history
        ):
            raise ValueError("its best model makes no sense")
        self._best = {
            "episodes": best["episodes"],
            "success": best["success"],
            "weights": [float(weight) for weight in best["weights"]],
        }


# -- kernels ----------------------------------------------------------------------------------------------------------

MIDDLE_UNIT = 64
THREAT_UNIT = 65
PLACES = 66
"""In `Learned.places` 64 cells are followed by the divisors of discs in the middle and of threats."""


def feature_places(rules: Rules) -> np.ndarray:
    """int64[PLACES] for the kernels: for every cell its index among one side's features, then the two divisors."""
    places = np.zeros(PLACES, dtype=np.int64)
    for cell in cells_of(rules.board):
        places[cell] = place_of(cell, rules)
    places[[MIDDLE_UNIT, THREAT_UNIT]] = units(rules)
    return places


class Rates(NamedTuple):
    """The settings, see `c4.learning.settings`."""

    alpha: float
    gamma: float
    lambda_: float
    eps_start: float
    eps_end: float
    eps_episodes: int
    tactics: bool
    opponent_depth: int


class Learned(NamedTuple):
    """What is learned, and the board.

    weights   float64[features]: of each cell with an own disc, of each with one of the other side, of own discs in the
              middle, of own threats, of threats of the other side
    places    int64[PLACES], see `feature_places`
    paces     float64[features], what a step of each weight is multiplied by
    """

    weights: Floats
    places: Ints
    board: Board
    paces: Floats


class Layout(NamedTuple):
    """Where the features of a position begin; see `Learned.weights`.  The cells with an own disc begin at 0."""

    other_cells: int
    middle: int
    own_threats: int
    other_threats: int


@kernel(inlined=True)
def layout_of(features: Floats) -> Layout:
    """The layout of an array with a number for each feature."""
    cells = (len(features) - 3) // 2
    middle = 2 * cells
    return Layout(cells, middle, middle + 1, middle + 2)


@kernel
def value_of(own: U, other: U, learned: Learned) -> float:
    """V = w . x for the side `own`, summed over its discs from the lowest bit up, then the other's, then the rest."""
    weights = learned.weights
    places = learned.places
    board = learned.board
    layout = layout_of(weights)
    value = 0.0
    discs = own
    while discs:
        cell = lowest(discs)
        discs ^= cell
        value += weights[places[number_of(cell)]]
    discs = other
    while discs:
        cell = lowest(discs)
        discs ^= cell
        value += weights[layout.other_cells + places[number_of(cell)]]
    value += weights[layout.middle] * (popcount(own & board.middle) / places[MIDDLE_UNIT])
    value += weights[layout.own_threats] * (threats(own, other, board) / places[THREAT_UNIT])
    value += weights[layout.other_threats] * (threats(other, own, board) / places[THREAT_UNIT])
    return float(value)


@kernel
def add_features(own: U, other: U, factor: float, sums: Floats, learned: Learned) -> None:
    """sums += factor x(s), in place."""
    places = learned.places
    board = learned.board
    layout = layout_of(sums)
    discs = own
    while discs:
        cell = lowest(discs)
        discs ^= cell
        sums[places[number_of(cell)]] += factor
    discs = other
    while discs:
        cell = lowest(discs)
        discs ^= cell
        sums[layout.other_cells + places[number_of(cell)]] += factor
    sums[layout.middle] += factor * (popcount(own & board.middle) / places[MIDDLE_UNIT])
    sums[layout.own_threats] += factor * (threats(own, other, board) / places[THREAT_UNIT])
    sums[layout.other_threats] += factor * (threats(other, own, board) / places[THREAT_UNIT])


@kernel(inlined=True)
def value_of_move(own: U, other: U, cell: U, learned: Learned) -> float:
    """V after a move; on a board that turns DECIDED or -DECIDED when the turn decides the game."""
    if learned.board.turns == U(0):
        return value_of(own | cell, other, learned)
    after, others, result, decided = played(own, other, cell, learned.board)
    return DECIDED * result if decided else value_of(after, others, learned)


@kernel
def best_of(own: U, other: U, moves: U, learned: Learned) -> U:
    """The moves among these with the highest V of the afterstate."""
    best = none_yet(moves)
    while moves:
        cell = lowest(moves)
        moves ^= cell
        best = better(best, cell, value_of_move(own, other, cell, learned))
    return best.moves


@kernel
def choose(own: U, other: U, epsilon: float, tactics: bool, random: Words, learned: Learned) -> U:
    """The cell where the side `own` plays: with probability epsilon any, otherwise by rules of thumb, then by value."""
    board = learned.board
    free = free_cells(own | other, board)
    if uniform(random) < epsilon:
        return pick(free, random)
    _, moves = candidates_of(own, other, free, tactics and not turns_next(own, other, board), board)
    return pick(best_candidates(best_of(own, other, moves, learned), board), random)


class Seat(NamedTuple):
    """The state of one seat.

    last    uint64[2], the discs (own, other) of its last afterstate
    trace   float64[features]
    change  float64[features], scratch
    """

    last: Words
    trace: Floats
    change: Floats


@kernel
def learn(reward: float, own: U, other: U, seat: Seat, rates: Rates, learned: Learned) -> None:
    """Updates trace and weights in place for a seat that left `last` and now leaves `own`, `other` (0 at the end)."""
    last = seat.last
    trace = seat.trace
    change = seat.change
    weights = learned.weights
    error = reward - value_of(last[0], last[1], learned)
    if own | other:
        error += rates.gamma * value_of(own, other, learned)
    for i in range(len(trace)):
        trace[i] *= rates.gamma * rates.lambda_
        change[i] = 0.0
    add_features(last[0], last[1], 1.0, trace, learned)
    add_features(last[0], last[1], 1.0, change, learned)
    if own | other:
        add_features(own, other, -rates.gamma, change, learned)
    reach = 0.0
    for i in range(len(trace)):
        reach += learned.paces[i] * trace[i] * change[i]
    step = rates.alpha
    if rates.alpha * abs(reach) > 1.0:  # the error would change its sign
        step = 1.0 / abs(reach)
    for i in range(len(trace)):
        weights[i] += learned.paces[i] * (error * step) * trace[i]


@kernel(inlined=True)
def epsilon_of(episode: int, rates: Rates) -> float:
    """The share of random moves in an episode."""
    fallen = (rates.eps_start - rates.eps_end) * episode / rates.eps_episodes
    return max(rates.eps_end, rates.eps_start - fallen)


NO_SEAT = -1


@kernel(inlined=True)
def minimax_seat_of(episode: int) -> int:
    """The seat of minimax: in even episodes the second and the first in turn; in odd ones, self-play, NO_SEAT."""
    if episode % 2 == 1:
        return NO_SEAT
    return 1 if episode % 4 == 0 else 0


@kernel(inlined=True)
def copy(numbers: Floats, into: Floats) -> None:
    """Copies all numbers."""
    for i in range(len(numbers)):
        into[i] = numbers[i]


UNFINISHED = 2
"""In place of a result: the episode was stopped."""


@kernel
def play_episode(episode: int, random: Words, seats: tuple[Seat, Seat], rates: Rates, learned: Learned) -> int:
    """Plays an episode and learns after every move; 1, 0 or -1 if the first player won, drew or lost, or UNFINISHED.

    Both seats learn, also that of minimax, which plays the lowest column of equal moves.
    """
    board = learned.board
    epsilon = epsilon_of(episode, rates)
    minimax_seat = minimax_seat_of(episode)
    for i in range(len(learned.weights)):
        seats[0].trace[i] = 0.0
        seats[1].trace[i] = 0.0
    own = U(0)
    other = U(0)
    seat = 0
    plies = 0
    while True:
        if seat == minimax_seat:
            _, moves = minimax(own, other, rates.opponent_depth, board)
            cell = lowest(moves)
        else:
            cell = choose(own, other, epsilon, rates.tactics, random, learned)
        if stopped():  # the opponent may have been stopped, and then it moves at random
            return UNFINISHED
        own, other, result, decided = played(own, other, cell, board)
        plies += 1
        if decided or plies == board.cells:
            break
        if plies > 2:
            learn(0.0, own, other, seats[seat], rates, learned)
        seats[seat].last[0] = own
        seats[seat].last[1] = other
        own, other = other, own
        seat = 1 - seat
    if plies > 2:
        learn(float(result), U(0), U(0), seats[seat], rates, learned)
    if plies > 1:
        learn(-float(result), U(0), U(0), seats[1 - seat], rates, learned)
    return result if seat == 0 else -result


@kernel(allocates=True)
def play_episodes(number: int, random: Words, tally: Ints, rates: Rates, learned: Learned) -> None:
    """Plays the next `number` episodes and learns from them; a stopped one is undone.

    Changes in place: the weights, random uint64[1], tally int64[TALLY_SIZE] of the first player.
    """
    features = len(learned.weights)
    traces = np.zeros((2, features))
    last = np.zeros((2, 2), dtype=np.uint64)
    change = np.empty(features)
    seats = (Seat(last[0], traces[0], change), Seat(last[1], traces[1], change))
    weights_before = np.empty(features)
    for _ in range(number):
        random_before = random[0]
        copy(learned.weights, weights_before)
        result = play_episode(tally[EPISODES], random, seats, rates, learned)
        if result == UNFINISHED:
            random[0] = random_before
            copy(weights_before, learned.weights)
            break
        count_game(result, tally)
