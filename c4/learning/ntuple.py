"""The learner of the n-tuple evaluator: self-play and TD(lambda) on the tables of many tuples.

It plays as `c4.learning.self_play` describes.  With R the target of a position, the weights behind its value V change
by alpha (R - V)(1 - V^2).  After every ROUND games it learns endgames (`c4.learning.endgames`), whose result R changes
the weights by alpha (R - V).  At the end the weights become the mean of those after every twentieth of the last games
(Polyak and Juditsky, 1992).
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.ntuple import ARRAYS, UNIT, NTuple, Places, Tuples, from_planes, random_walks, read_model, to_planes
from c4.evaluators.quiet import QUIET
from c4.game.rules import Rules
from c4.kernels.board import Board, board_of
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats, Ints, Ints8, Ints32, U, Words, Words32, numbers_of, signed
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, number_of, popcount
from c4.learning import self_play
from c4.learning.base import Content, reading_training
from c4.learning.endgames import Endgames
from c4.learning.self_play import Plan, SelfPlayLearner
from c4.learning.settings import MEMBERS, NTupleSettings

LARGEST = 4.0
"""A weight beyond this is meaningless: usual sums are below 3."""

ROUND = 500
"""The games between two rounds of endgames."""

TUPLES, LENGTH = 150, 8
"""The number of tuples, and of cells in each, if not given."""


class NTupleLearner(SelfPlayLearner):
    """The tables of a set of tuples and everything needed to continue learning.

    `weights` is int32[2 * tuples.size] in steps of 1 / UNIT, first those with the first player to move.
    """

    name = "ntuple"
    settings_type = NTupleSettings
    settings: NTupleSettings
    fixed = ("tuples", "length")
    error_name = "td_error"

    def __init__(self, seed: int, tuples: Tuples, settings: NTupleSettings | None = None) -> None:
        super().__init__(seed, settings, tuples.rules)
        self.tuples = tuples
        self.weights = np.zeros(2 * tuples.size, dtype=np.int32)
        self._endgames = Endgames(tuples.rules)
        self._rounds = 0  # of endgames that have been learned
        self._members = 0  # how many sets of weights have been gathered
        self._gathered = np.zeros(0, dtype=np.int32)  # their sum while it is needed
        self._places = tuples.places()

    # -- learning -----------------------------------------------------------------------------------------------------

    def _learn(self, episodes: int) -> None:
        self._learn_endgames()
        plan, board = numbers_of(Plan, self.settings, batch=0), board_of(self.rules)
        play_games(episodes, self.weights, self._random, self._tally, self._recent, plan, self._places, board)

    def _learn_endgames(self) -> None:
        """Learns a round of endgames when it is due, before the next game; Ctrl-C drops the round."""
        rounds = self.episodes // ROUND if self.settings.endgames else self._rounds
        if rounds > self._rounds:
            lessons = self._endgames.draw(self.seed ^ rounds << 32, ROUND * self.settings.endgames)
            sums, rates = np.zeros(len(lessons[0])), np.full(len(lessons[0]), self.alpha)
            learn_results(*lessons, sums, rates, self.weights, self._places)
            self._rounds = rounds

    def _next_pause(self) -> int:
        round_ends = (self.episodes // ROUND + 1) * ROUND if self.settings.endgames else 10**13
        return min(super()._next_pause(), self.settings.next_member(self.episodes), round_ends)

    def _check(self) -> None:
        if max(self.weights.max(), -int(self.weights.min())) > LARGEST * UNIT:
            raise self._diverged()

    def _note(self) -> None:
        super()._note()
        self._gather()

    def _gather(self) -> None:
        """Gathers the weights when due, and in the end replaces them by their mean."""
        member = self.settings.members(self.episodes)
        if member == self._members:
            return
        if member == 1 or len(self._gathered):  # not if settling was abandoned
            total = self.weights + (self._gathered if member > 1 else 0)
            if member == MEMBERS:
                self.weights, total = np.rint(total / MEMBERS).astype(np.int32), total[:0]
            self._gathered = total
        self._members = member

    def evaluator(self) -> NTuple:
        """The evaluator with the current weights."""
        return NTuple(self.tuples, self.weights, f"the {self.name} learner")

    # -- creating, saving and opening ---------------------------------------------------------------------------------

    @classmethod
    def _create(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> NTupleLearner:
        """By default 150 random walks of 8 cells; a small board gets as many tuples as it has, with as many cells as
        fit.  With `start` the tuples and the weights of that model."""
        if start is None:
            number, length = fixed["tuples"] or TUPLES, fixed["length"] or min(LENGTH, rules.cells)
            return cls(seed, random_walks(number, length, seed, rules), settings)
        _, known, weights = read_model(start)
        learner = cls(seed, known, settings)
        learner._require_same(start, {"rules": rules, **fixed})
        learner.weights[:] = weights
        return learner

    def _fixed_value(self, name: str) -> Any:
        values = {"tuples": len(self.tuples), "length": len(self.tuples.cells[0])}
        return values[name] if name in values else super()._fixed_value(name)

    def _write(self, path: str | Path, quickly: bool) -> None:
        """Quickly: uncompressed."""
        arrays = {"cells": np.array(self.tuples.cells, dtype=np.uint8), "planes": to_planes(self.weights)}
        if len(self._gathered):
            arrays["gathered"] = to_planes(self._gathered)
        models.write_arrays(path, self._header(), arrays, compressed=not quickly)

    def _more(self) -> Content:
        return {"members": self._members, "gathering": len(self._gathered) > 0, "rounds": self._rounds}

    @classmethod
    def _open(cls, path: str | Path, seed: int | None) -> NTupleLearner:
        content, known, weights = read_model(path)
        with reading_training(path):
            training = content["training"]
            settings = {"endgames": 0, **training["settings"]}  # 1.0.0 had no endgames
            settings.pop("beta", None)  # of 1.0.0
            learner = cls(training["seed"], known, NTupleSettings(**settings))
            learner.weights[:] = weights
            learner._restore(training)
        if training["gathering"]:
            _, arrays = models.read_arrays(path, NTuple.name, {**ARRAYS, "gathered": ("uint8", 2)})
            if (shape := arrays["gathered"].shape) != (4, len(weights)):
                raise C4Error(f"{path} holds the array 'gathered' of shape {shape}: its weights need {4, len(weights)}")
            learner._gathered = from_planes(arrays["gathered"])
        return learner

    def _restore_more(self, training: Content) -> None:
        super()._restore_more(training)
        self._members, self._rounds = training["members"], training.get("rounds", 0)
        if (
            type(self._members) is not int
            or not 0 <= self._members <= self.settings.members(self.episodes)
            or type(training["gathering"]) is not bool
            or type(self._rounds) is not int
            or not 0 <= self._rounds <= self.episodes // ROUND
        ):
            raise ValueError("its sets of weights, or its endgames, contradict its episodes")

    def _change_settings(self, settings: NTupleSettings) -> None:
        """Settling in progress is abandoned if its games change."""
        if (settings.cooling, settings.settling) != (self.settings.cooling, self.settings.settling):
            self._members, self._gathered = settings.members(self.episodes), self._gathered[:0]
        super()._change_settings(settings)


# -- kernels ----------------------------------------------------------------------------------------------------------


@kernel(inlined=True)
def shift_places(at: Words32, places: Places, cell: U, player: int, sign: int) -> None:
    """Puts a player's disc on a cell (sign +1) or takes it off (-1), changing at[readings] in place."""
    first, reading, step = places.first, places.reading, places.step
    offset = U(player) * U(len(reading))
    if sign > 0:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] += step[i + offset]
    else:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] -= step[i + offset]


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
    reading, step = places.reading, places.step
    offset = U(player) * U(len(reading))
    total = signed(0)
    for i in range(U(places.first[cell]), U(places.first[cell + U(1)])):
        p = reading[i]
        total += weights[side + at[p] + step[i + offset]] - picked[p]
    return total


@kernel
def learn(weights: Ints32, at: Words32, side: U, alpha: float, gradient: float) -> None:
    """Changes every selected weight by alpha * gradient."""
    change = np.int32(np.rint(alpha * gradient * UNIT))
    if change != 0:
        for p in range(U(len(at))):
            weights[side + at[p]] += change


@kernel
def read_board(first: U, second: U, at: Words32, places: Places) -> None:
    """Fills `at` with the places of a board."""
    for p in range(U(len(at))):
        at[p] = places.start[p]
    for player in range(2):
        discs = first if player == 0 else second
        while discs != U(0):
            bit = lowest(discs)
            discs ^= bit
            shift_places(at, places, U(number_of(bit)), player, 1)


@kernel(allocates=True)
def learn_results(
    first: Words, second: Words, value: Ints8, sums: Floats, rates: Floats, weights: Ints32, places: Places
) -> None:
    """Learns quiet positions with their results for the first player, in turn.

    `sums` is what another evaluator adds to the sum of the weights of each, `rates` are the learning rates.
    """
    readings = len(places.start)
    at, picked = np.empty(readings, dtype=np.uint32), np.empty(readings, dtype=np.int32)
    for i in range(len(first)):
        side = U(0) if popcount(first[i]) == popcount(second[i]) else U(len(weights) // 2)
        read_board(first[i], second[i], at, places)
        error = value[i] - math.tanh(sums[i] + pick(weights, at, picked, side) / UNIT)
        learn(weights, at, side, rates[i], error)


@kernel(allocates=True)
def play_games(  # noqa: C901 - a kernel
    number: int, weights: Ints32, random: Words, tally: Ints, recent: Floats, plan: Plan, places: Places, board: Board
) -> None:
    """Plays that many games and learns from each.

    Changes in place: weights int32[2 * size], random uint64[1], tally int64[5], recent float64[4].
    """
    readings, size = U(len(places.start)), U(len(weights) // 2)
    at, picked = np.empty(readings, dtype=np.uint32), np.empty(readings, dtype=np.int32)
    apart, apart_picked = np.empty_like(at), np.empty_like(picked)
    game = self_play.new_game(board.cells)
    for _ in range(number):
        if stopped():
            break
        alpha = self_play.rate_of(plan, tally[self_play.EPISODES])
        opening = self_play.opening_of(tally[self_play.EPISODES], random, plan)

        # play, until the result is certain
        read_board(U(0), U(0), at, places)
        own, other = U(0), U(0)
        plies = 0
        reward = 0.0  # for the first player
        comes_to = QUIET
        while comes_to == QUIET:
            player = plies & 1
            sign = 1 if player == 0 else -1
            candidates = self_play.candidates_of(own, other, plies, opening, game, random, plan, board)
            total = pick(weights, at, picked, U(1 - player) * size)
            best, cell, chosen = signed(-(1 << 62)), U(0), U(0)
            while candidates != U(0):
                bit = lowest(candidates)
                candidates ^= bit
                place = U(number_of(bit))
                mover, waiting, result, replies, outcome = self_play.after_move(own, other, bit, sign, plan, board)
                if result != QUIET:
                    amount = signed(outcome * self_play.CERTAIN)
                elif replies == 0:
                    side = U(1 - player) * size
                    amount = total + gain(weights, at, picked, side, places, place, player)
                else:
                    first_moves = (player + replies + 1) & 1 == 0
                    first, second = (mover, waiting) if first_moves else (waiting, mover)
                    before = (own, other) if player == 0 else (other, own)
                    for p in range(readings):
                        apart[p] = at[p]
                    for one in range(2):
                        new = first & ~before[0] if one == 0 else second & ~before[1]
                        while new != U(0):
                            disc = lowest(new)
                            new ^= disc
                            shift_places(apart, places, U(number_of(disc)), one, 1)
                    amount = pick(weights, apart, apart_picked, U(0) if first_moves else size)
                if sign * amount > best:
                    best, cell, chosen = sign * amount, bit, place
                    comes_to, game.quiet[plies] = result, replies == 0
                    if result != QUIET:
                        reward = outcome
            shift_places(at, places, chosen, player, 1)
            game.cell[plies] = chosen
            game.value[plies] = math.tanh(sign * best / UNIT)
            own, other = other, own | cell
            plies += 1

        # learn, from the last position back
        self_play.set_targets(plies, reward, game, plan)
        errors, learned = 0.0, 0
        for ply in range(plies - 1, -1, -1):
            if not np.isnan(game.target[ply]):
                value = game.value[ply]
                error = game.target[ply] - value
                errors += abs(error)
                learned += 1
                learn(weights, at, U((ply + 1) & 1) * size, alpha, error * (1.0 - value * value))
            shift_places(at, places, game.cell[ply], ply & 1, -1)
        tally[self_play.LEARNED] += learned
        self_play.count(reward, plies, errors, learned, tally, recent)
