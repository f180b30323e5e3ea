"""The learner of the n-tuple evaluator: self-play and TD(lambda) on the tables of many tuples.

It plays as `c4.learning.self_play` describes.  With R the target of a position, the weights behind its value V change
by alpha (R - V)(1 - V^2).  While alpha falls, it learns endgames (`c4.learning.endgames`) after every GAMES_PER_ROUND games:
their result R changes the weights by alpha (R - V).  Afterwards it learns from its own games alone, which brings the openings
right again, and at the end the weights become the mean of those after every twentieth of these last games (Polyak and
Juditsky, 1992).
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.ntuple import (
    ARRAYS,
    FILE_STEPS,
    NTuple,
    Places,
    Tuples,
    from_planes,
    random_walks,
    read_model,
    to_planes,
)
from c4.evaluators.quiet import QUIET
from c4.game.rules import Rules
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats, Ints8, Ints32, Record, U, Words, Words32, aligned, signed
from c4.kernels.words import lowest, number_of, popcount
from c4.learning import self_play
from c4.learning.base import Content, Figures, Learner, diverged, next_mark, reading_training, require_first_line
from c4.learning.endgames import Endgames
from c4.learning.games import header_of, restore_training, training_of
from c4.learning.self_play import Learning, Moves, SelfPlayGames, learning_rate
from c4.learning.settings import MEMBERS, NTupleSettings

MAX_WEIGHT = 4.0
"""A weight beyond this is meaningless: usual sums are below 3."""

GAMES_PER_ROUND = 500
"""The games between two rounds of endgames."""

TUPLES = 150
"""The number of tuples if not given."""

LENGTH = 8
"""The cells of a tuple if not given."""


class Held(Record):
    """The discs of both players on the board whose places are in `State.at`."""

    first: U
    second: U


class State(NamedTuple):
    """What is learned, and scratch.

    weights        see `NTupleLearner`
    places         of the tuples, see `c4.evaluators.ntuple.Places`
    held           the board whose places are in `at`
    at             of every reading its place on the board `held`
    picked         of every reading its weight there
    apart          of every reading its place on a board after forced replies
    apart_picked   of every reading its weight there
    """

    weights: Ints32
    places: Places
    held: Held
    at: Words32
    picked: Ints32
    apart: Words32
    apart_picked: Ints32


def state_of(weights: np.ndarray, places: Places) -> State:
    """The state for kernels, with the places of the empty board."""
    at = aligned(places.start)
    picked = aligned(np.zeros(len(places.start), dtype=np.int32))
    return State(
        weights=weights,
        places=places,
        held=Held.new(),
        at=at,
        picked=picked,
        apart=aligned(at),
        apart_picked=aligned(picked),
    )


class NTupleLearner(Learner):
    """The tables of a set of tuples and everything needed to continue learning.

    `weights` is int32[2 * tuples.size] FILE_STEPS to 1, first those with the first player to move.
    """

    name = "ntuple"
    settings_type = NTupleSettings
    settings: NTupleSettings
    suffix = ".npz"
    fixed = ("tuples", "length")
    line_every = self_play.LINE_EVERY
    words = self_play.WORDS

    def __init__(self, seed: int, tuples: Tuples, settings: NTupleSettings | None = None) -> None:
        require_first_line(self.name, tuples.rules)
        super().__init__(seed, settings, tuples.rules)
        self.rules.require_still(f"the {self.name} learner")
        self.games = SelfPlayGames(seed, counters=1)
        self.tuples = tuples
        self.weights = np.zeros(2 * tuples.size, dtype=np.int32)
        self._endgames = Endgames(tuples.rules)
        self._rounds = 0  # of endgames that have been learned
        self._members = 0  # how many sets of weights have been gathered
        self._gathered = np.zeros(0, dtype=np.int32)  # their sum while it is needed
        self._places = tuples.places()

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return self.games.episodes

    def play(self, episodes: int) -> None:
        self._learn_endgames()
        state = state_of(self.weights, self._places)
        learning = Learning(evaluate, learn, FILE_STEPS, state)
        self.games.play(play_games, learning, episodes, self.settings, self.rules)

    def _learn_endgames(self) -> None:
        """Learns a round of endgames when it is due, before the next game; Ctrl-C drops the round."""
        rounds = min(self.episodes, self.settings.cooling) // GAMES_PER_ROUND
        if self.settings.endgames and rounds > self._rounds:
            lessons = self._endgames.draw(self.seed ^ rounds << 32, GAMES_PER_ROUND * self.settings.endgames)
            sums = np.zeros(len(lessons[0]))
            rates = np.full(len(lessons[0]), learning_rate(self.settings, self.episodes))
            learn_results(*lessons, sums, rates, state_of(self.weights, self._places))
            self._rounds = rounds

    def next_pause(self) -> int:
        pause = min(next_mark(self.episodes), self.settings.next_member(self.episodes))
        if not self.settings.endgames or self.episodes >= self.settings.cooling:
            return pause
        end_of_round = (self.episodes // GAMES_PER_ROUND + 1) * GAMES_PER_ROUND
        return min(pause, end_of_round)

    def check(self) -> None:
        if max(self.weights.max(), -int(self.weights.min())) > MAX_WEIGHT * FILE_STEPS:
            raise diverged(self)

    def note(self) -> None:
        if self.episodes == next_mark(self.episodes - 1):
            self.note_line(self.figures)
        self._gather()

    def _gather(self) -> None:
        """Gathers the weights when due, and in the end replaces them by their mean."""
        member = self.settings.members(self.episodes)
        if member == self._members:
            return
        if member == 1 or len(self._gathered):  # not if settling was abandoned
            total = self.weights + (self._gathered if member > 1 else 0)
            if member == MEMBERS:
                self.weights = np.rint(total / MEMBERS).astype(np.int32)
                total = total[:0]
            self._gathered = total
        self._members = member

    def figures(self) -> Figures:
        return self.games.figures(self.settings, "td_error")

    def evaluator(self) -> NTuple:
        """The evaluator with the current weights."""
        return NTuple(self.tuples, self.weights, f"the {self.name} learner")

    # -- creating, saving and opening ---------------------------------------------------------------------------------

    @classmethod
    def make(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> NTupleLearner:
        """By default 150 random walks of 8 cells; a small board gets as many tuples as it has, with as many cells as
        fit.  With `start` the tuples and the weights of that model."""
        if start is None:
            number = fixed["tuples"] or TUPLES
            length = fixed["length"] or min(LENGTH, rules.cells)
            return cls(seed, random_walks(number, length, seed, rules), settings)
        _, known, weights = read_model(start)
        learner = cls(seed, known, settings)
        learner.require_same(start, {"rules": rules, **fixed})
        learner.weights[:] = weights
        return learner

    def fixed_value(self, name: str) -> Any:
        values = {"tuples": len(self.tuples), "length": len(self.tuples.cells[0])}
        return values[name] if name in values else super().fixed_value(name)

    def write(self, path: str | Path, quickly: bool) -> None:
        """Quickly: uncompressed."""
        header = header_of(self, self.training(), figures=self.figures())
        arrays = {"cells": np.array(self.tuples.cells, dtype=np.uint8), "planes": to_planes(self.weights)}
        if len(self._gathered):
            arrays["gathered"] = to_planes(self._gathered)
        models.write_arrays(path, header, arrays, compressed=not quickly)

    def training(self) -> Content:
        """The state of its training, JSON values."""
        gathering = len(self._gathered) > 0
        return training_of(self, self.games, members=self._members, gathering=gathering, rounds=self._rounds)

    @classmethod
    def read(cls, path: str | Path, seed: int | None) -> NTupleLearner:
        content, known, weights = read_model(path)
        with reading_training(path):
            training = content["training"]
            settings = {"endgames": 0, **training["settings"]}  # 1.0.0 had no endgames
            settings.pop("beta", None)  # of 1.0.0
            learner = cls(training["seed"], known, NTupleSettings(**settings))
            learner.weights[:] = weights
            learner.restore(training)
        if training["gathering"]:
            _, arrays = models.read_arrays(path, NTuple.name, {**ARRAYS, "gathered": ("uint8", 2)})
            shape = arrays["gathered"].shape
            if shape != (4, len(weights)):
                raise C4Error(f"{path} holds the array 'gathered' of shape {shape}: its weights need {4, len(weights)}")
            learner._gathered = from_planes(arrays["gathered"])
        return learner

    def restore(self, training: Content) -> None:
        """Restores the result of `training`.  May raise KeyError, TypeError or ValueError for nonsense."""
        restore_training(self, self.games, training)
        self._members = training["members"]
        self._rounds = training.get("rounds", 0)
        if type(training["gathering"]) is not bool:
            raise TypeError("'gathering' is yes or no")
        if type(self._members) is not int or not 0 <= self._members <= self.settings.members(self.episodes):
            raise ValueError("its sets of weights contradict its episodes")
        if type(self._rounds) is not int or not 0 <= self._rounds <= self.episodes // GAMES_PER_ROUND:
            raise ValueError("its endgames contradict its episodes")

    def change_settings(self, settings: NTupleSettings) -> None:
        """Settling in progress is abandoned if its games change."""
        if (settings.cooling, settings.settling) != (self.settings.cooling, self.settings.settling):
            self._members = settings.members(self.episodes)
            self._gathered = self._gathered[:0]
        super().change_settings(settings)


# -- kernels ----------------------------------------------------------------------------------------------------------


@kernel(inlined=True)
def shift_places(at: Words32, places: Places, cell: U, player: int, is_put: bool) -> None:
    """Puts a player's disc on a cell or takes it off, changing at[readings] in place."""
    first = places.first
    reading = places.reading
    step = places.step
    offset = U(player) * U(len(reading))
    if is_put:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] += step[i + offset]
    else:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] -= step[i + offset]


@kernel(inlined=True)
def move_discs(before: U, after: U, player: int, at: Words32, places: Places) -> None:
    """Changes the places `at` from one set of a player's discs to another."""
    changed = before ^ after
    while changed != U(0):
        bit = lowest(changed)
        changed ^= bit
        shift_places(at, places, U(number_of(bit)), player, after & bit != U(0))


@kernel(inlined=True)
def follow(first: U, second: U, held: Held, at: Words32, places: Places) -> None:
    """Brings the places `at` from the board `held` to another one."""
    move_discs(held.first, first, 0, at, places)
    move_discs(held.second, second, 1, at, places)
    held.first = first
    held.second = second


@kernel
def pick(weights: Ints32, at: Words32, picked: Ints32, side: U) -> int:
    """Fills `picked` with the weights at the places; returns their sum."""
    total = signed(0)
    for p in range(U(len(at))):
        weight = weights[side + at[p]]
        picked[p] = weight
        total += weight
    return total


@kernel
def gain(weights: Ints32, at: Words32, picked: Ints32, side: U, places: Places, cell: U, player: int) -> int:
    """The change of the sum by one more disc of a player."""
    reading = places.reading
    step = places.step
    offset = U(player) * U(len(reading))
    total = signed(0)
    for i in range(U(places.first[cell]), U(places.first[cell + U(1)])):
        p = reading[i]
        total += weights[side + at[p] + step[i + offset]] - picked[p]
    return total


@kernel
def change(weights: Ints32, at: Words32, side: U, alpha: float, gradient: float) -> None:
    """Changes every weight at the places by alpha x gradient."""
    amount = np.int32(np.rint(alpha * gradient * FILE_STEPS))
    if amount != 0:
        for p in range(U(len(at))):
            weights[side + at[p]] += amount


@kernel(passed=True)
def evaluate(own: U, other: U, number: int, moves: Moves, state: State, board: Board) -> None:
    """The sums of weights after the moves, see `c4.learning.self_play`."""
    weights = state.weights
    places = state.places
    at = state.at
    picked = state.picked
    apart = state.apart
    size = U(len(weights) // 2)
    player = popcount(own | other) & 1
    first = own if player == 0 else other
    second = other if player == 0 else own
    side = U(1 - player) * size  # after the move the other side is to move
    follow(first, second, state.held, at, places)
    total = pick(weights, at, picked, side)
    for move in range(number):
        replies = moves.replies[move]
        if moves.result[move] == QUIET and replies == 0:
            cell = U(number_of(moves.cell[move]))
            moves.value[move] = total + gain(weights, at, picked, side, places, cell, player)
        elif moves.result[move] == QUIET:
            for p in range(U(len(at))):
                apart[p] = at[p]
            first_moves = (player + replies + 1) & 1 == 0
            first_after = moves.mover[move] if first_moves else moves.waiting[move]
            second_after = moves.waiting[move] if first_moves else moves.mover[move]
            move_discs(first, first_after, 0, apart, places)
            move_discs(second, second_after, 1, apart, places)
            moves.value[move] = pick(weights, apart, state.apart_picked, U(0) if first_moves else size)


@kernel
def learn_results(first: Words, second: Words, value: Ints8, sums: Floats, rates: Floats, state: State) -> None:
    """Learns quiet positions with their results for the first player, in turn.

    `sums` is what another evaluator adds to the sum of the weights of each, `rates` are the learning rates.
    """
    weights = state.weights
    at = state.at
    for i in range(len(first)):
        side = U(0) if popcount(first[i]) == popcount(second[i]) else U(len(weights) // 2)
        follow(first[i], second[i], state.held, at, state.places)
        error = value[i] - math.tanh(sums[i] + pick(weights, at, state.picked, side) / FILE_STEPS)
        change(weights, at, side, rates[i], error)


@kernel(passed=True)
def learn(
    first: U, second: U, first_moves: bool, target: float, value: float, rate: float, state: State, board: Board
) -> None:
    """Changes every weight behind the value of a position, see `c4.learning.self_play`."""
    follow(first, second, state.held, state.at, state.places)
    side = U(0) if first_moves else U(len(state.weights) // 2)
    change(state.weights, state.at, side, rate, (target - value) * (1.0 - value * value))


play_games = kernel(given={self_play.State: State})(self_play.play_games)
"""The games of `c4.learning.self_play`, compiled for the State of this learner."""
