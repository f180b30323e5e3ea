"""The learner of the network evaluator: self-play or exact results, and Adam.

It plays as `c4.learning.self_play` describes, by the integers of the evaluator, which are computed again after every
game in which a step was made.  Or it learns the results of labelled positions (`Lessons`).

The error of a position is V minus its target, the slope of the cross-entropy of (1 + V) / 2; the gradients of `batch`
positions make a step of Adam (Kingma and Ba, 2015).

Weights are float32: INPUTS rows of `units`, one for each input (see `c4.evaluators.network`), two rows of what
a unit adds with the first and with the second player to move, and two biases.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.base import Tables
from c4.evaluators.network import (
    ACCUMULATOR,
    ACTIVATION_STEPS,
    BIAS,
    FIRST_ROW,
    HELD,
    INPUTS,
    LANES,
    OUTPUT_STEPS,
    PLANE,
    PLANES,
    SIDE_INPUT,
    VALUE_STEPS,
    Network,
    can_hold,
    inputs_of,
    mirrored_inputs,
    quiet_total,
    read_model,
    units_of,
)
from c4.evaluators.quiet import QUIET, play_out
from c4.exact import labels
from c4.game.rules import STANDARD, Rules, cells_of
from c4.kernels.board import Board, board_of
from c4.kernels.jit import kernel
from c4.kernels.kinds import Flags, Floats, Floats32, Ints, Ints8, U, Words, numbers_of, signed
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, number_of, popcount
from c4.learning import self_play
from c4.learning.base import Content, Figures, Learner, diverged, next_mark, reading_training, require_first_line
from c4.learning.choosing import EPISODES
from c4.learning.games import header_of, restore_training, training_of
from c4.learning.self_play import Learning, Moves, Plan, SelfPlayGames
from c4.learning.settings import NetworkSettings

UNITS = 128
"""The hidden units if not given."""

TRAINING_ARRAYS = dict.fromkeys(("gradient", "mean", "square"), ("float32", 1))
"""The arrays of a model file that only training needs."""

STEPS = self_play.LEARNED + 1
"""The place in the tally of the steps of Adam."""

MEAN_DECAY = 0.9
"""How much of Adam's mean of gradients remains after a step."""

SQUARE_DECAY = 0.999
"""How much of Adam's mean of squared gradients remains after a step."""

MEAN_DECAY_32 = np.float32(MEAN_DECAY)
SQUARE_DECAY_32 = np.float32(SQUARE_DECAY)
"""The same for the means, which are float32; the corrections of their start are computed in float64."""

MIN_DENOMINATOR = np.float32(1e-8)
"""What Adam adds to its denominator."""

MAX_UNIT_OUTPUT = np.float32(3.99)
"""What a unit adds at most: more does not fit the search's numbers of 16 bits."""


class Net(NamedTuple):
    """What is learned, and what a pass through the network computes on the way.  All arrays are float32.

    weights         see the top of this file
    gradient        of the positions since the last step, summed; as long as the weights
    mean, square    Adam's two means, of gradients and of their squares; as long as the weights
    sums            of every lane: the sum of the weights of its inputs; of 2 * units lanes, the units on the board, then
                    those on its mirror image
    active          of every lane: the clipped sum
    terms           of every unit: what it adds to the value before tanh
    """

    weights: Floats32
    gradient: Floats32
    mean: Floats32
    square: Floats32
    sums: Floats32
    active: Floats32
    terms: Floats32


class State(NamedTuple):
    """What is learned, and what the kernels need for it.

    net      the weights
    tables   of the evaluator
    stale    bool[1], whether the tables are older than the weights
    mirror   uint64[PLANE], of each cell the mirror image
    tally    see `c4.learning.choosing`
    batch    the number of positions of a step
    """

    net: Net
    tables: Tables
    stale: Flags
    mirror: Words
    tally: Ints
    batch: int


class NetworkLearner(Learner):
    """The weights of a network and everything needed to continue learning: `net` holds them and the state of Adam."""

    name = "network"
    settings_type = NetworkSettings
    settings: NetworkSettings
    suffix = ".npz"
    fixed = ("units",)
    line_every = self_play.LINE_EVERY
    words = self_play.WORDS

    def __init__(self, seed: int, weights: np.ndarray, rules: Rules, settings: NetworkSettings | None = None) -> None:
        require_first_line(self.name, rules)
        super().__init__(seed, settings, rules)
        rules.require_still(f"the {self.name} learner")
        self.games = SelfPlayGames(seed, counters=2)
        self.units = units_of(weights.size)
        self.net = Net(
            weights=weights.copy(),
            gradient=np.zeros_like(weights),
            mean=np.zeros_like(weights),
            square=np.zeros_like(weights),
            sums=np.zeros(2 * self.units, dtype=np.float32),
            active=np.zeros(2 * self.units, dtype=np.float32),
            terms=np.zeros(self.units, dtype=np.float32),
        )
        self._mirror = mirrored_inputs(rules)[:PLANE].astype(np.uint64)
        self._tables = self.evaluator().tables(rules)
        """Written again from the weights before every game."""
        self.lessons: Lessons | None = None

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return self.games.episodes

    def play(self, episodes: int) -> None:
        games = self.games
        state = State(
            net=self.net,
            tables=self._tables,
            stale=np.ones(1, dtype=np.bool_),
            mirror=self._mirror,
            tally=games.tally,
            batch=self.settings.batch,
        )
        if self.lessons is None:
            learning = Learning(evaluate, learn, VALUE_STEPS, state)
            games.play(play_games, learning, episodes, self.settings, self.rules)
        else:
            plan = numbers_of(Plan, self.settings)
            lessons = self.lessons
            places = lessons.next(self.episodes, episodes)
            board = board_of(self.rules)
            learn_labels(places, lessons.first, lessons.second, lessons.value, state, games.recent, plan, board)

    def check(self) -> None:
        if not can_hold(self.net.weights):
            raise diverged(self)

    def note(self) -> None:
        if self.episodes == next_mark(self.episodes - 1):
            self.note_line(self.figures)

    def figures(self) -> Figures:
        return self.games.figures(self.settings, "error")

    def evaluator(self) -> Network:
        """The evaluator with the current weights."""
        return Network(self.net.weights, self.rules, f"the {self.name} learner")

    # -- creating, saving and opening ---------------------------------------------------------------------------------

    @classmethod
    def create(cls, seed: int, *, labels: str | Path | None = None, **options: Any) -> Self:
        """As of every learner; it learns from the exact results in the file `labels`, if one is given."""
        return super().create(seed, **options)._taught_by(labels)

    @classmethod
    def from_file(cls, path: str | Path, *, labels: str | Path | None = None, **options: Any) -> Self:
        """As of every learner, and from `labels` as `create`."""
        return super().from_file(path, **options)._taught_by(labels)

    def _taught_by(self, labels: str | Path | None) -> Self:
        if labels is not None:
            self.lessons = Lessons(labels, self.rules, self.seed)
        return self

    @classmethod
    def make(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> NetworkLearner:
        return cls(seed, first_weights(seed, fixed["units"] or UNITS, rules), rules, settings)

    def write(self, path: str | Path, quickly: bool) -> None:
        header = header_of(self, self.training(), figures=self.figures())
        arrays = {"weights": self.net.weights, **{name: getattr(self.net, name) for name in TRAINING_ARRAYS}}
        models.write_arrays(path, header, arrays, compressed=True)

    def training(self) -> Content:
        """The state of its training, JSON values."""
        return training_of(self, self.games)

    @classmethod
    def read(cls, path: str | Path, seed: int | None) -> NetworkLearner:
        content, weights = read_model(path, TRAINING_ARRAYS)
        rules = models.rules_of(content, path)
        with reading_training(path):
            training = content["training"]
            learner = cls(training["seed"], weights, rules, NetworkSettings(**training["settings"]))
            for name in TRAINING_ARRAYS:
                getattr(learner.net, name)[:] = content["arrays"][name]
            learner.restore(training)
        return learner

    def restore(self, training: Content) -> None:
        """Restores the result of `training`.  May raise KeyError, TypeError or ValueError for nonsense."""
        restore_training(self, self.games, training)
        if not all(np.isfinite(part).all() for part in self.net):
            raise ValueError("its figures contradict each other")


def first_weights(seed: int, units: int, rules: Rules) -> np.ndarray:
    """Random weights, small enough that about half of the units are active: float32, see `c4.evaluators.network`."""
    random = np.random.default_rng(seed)
    weights = np.zeros((INPUTS + 2, units))
    cells = cells_of(rules.board)
    for plane in range(PLANES - 1):
        weights[[PLANE * plane + cell for cell in cells]] = random.normal(0, 0.15, (len(cells), units))
    weights[SIDE_INPUT:INPUTS] = random.uniform(0, 0.5, (2, units))
    weights[INPUTS:] = random.normal(0, 1 / np.sqrt(2 * units), units)
    return np.append(weights, [0, 0]).astype(np.float32)


# -- the exact teacher ------------------------------------------------------------------------------------------------

SHARE = 0.005
"""The share of a round's lessons that each ply has at least, see MOST_REPEATS."""

MOST_REPEATS = 100
"""How often a round has the same position at most: a ply with few positions has a smaller share then."""


class Lessons:
    """Labelled positions, quiet ones, and the order in which they are learned.

    A round has every position once in a random order, which depends on the seed and the number of the round alone.  A
    ply with few positions, as in the opening, has each of them several times, so that it makes up SHARE of the lessons.

    first, second   uint64 (n,), the discs of the first and of the second player
    value           int8 (n,), the result for the first player
    Raises C4Error for a bad file, another board than that of the labels, or if no position is left to learn from.
    """

    def __init__(self, path: str | Path, rules: Rules, seed: int) -> None:
        if rules != STANDARD:
            raise C4Error(f"the labels of {path} are of the standard board, not of {rules}")
        known = labels.read(path)
        first = known.first.copy()
        second = known.second.copy()
        value = known.value.copy()
        left = settle(first, second, value, board_of(rules))
        if not left:
            raise C4Error(f"{path} holds no position to learn from: with every one the result is certain")
        self.first = first[:left]
        self.second = second[:left]
        self.value = value[:left]
        self._seed = seed
        self._places = np.repeat(np.arange(left), repeats_of(np.bitwise_count(self.first | self.second)))
        self._round = -1
        self._order = self._places

    def __len__(self) -> int:
        """The lessons of a round."""
        return len(self._places)

    def next(self, done: int, most: int) -> np.ndarray:
        """The places of the next positions, int64, after `done` lessons: `most` of them, fewer at the end of a round."""
        number, place = divmod(done, len(self))
        if self._round != number:
            self._round = number
            self._order = np.random.default_rng((self._seed, number)).permutation(self._places)
        return self._order[place : place + most]


def repeats_of(plies: np.ndarray) -> np.ndarray:
    """How often each position is met in a round, int64 (n,), from their plies, integers (n,)."""
    counts = np.bincount(plies)
    wanted = np.minimum(MOST_REPEATS, SHARE * len(plies) / np.maximum(counts, 1))
    repeats: np.ndarray = np.maximum(1, np.rint(wanted)).astype(np.int64)[plies]
    return repeats


# -- kernels ----------------------------------------------------------------------------------------------------------


@kernel(allocates=True)
def settle(first: Words, second: Words, value: Ints8, board: Board) -> int:
    """Replaces labelled positions by those after the forced replies; returns how many are left, at the front: the
    others are certain."""
    left = 0
    for i in range(len(first)):
        if popcount(first[i]) == popcount(second[i]):
            mover = first[i]
            other = second[i]
        else:
            mover = second[i]
            other = first[i]
        mover, other, comes_to = play_out(mover, other, board)
        if comes_to == QUIET:
            if popcount(mover) == popcount(other):  # the first player is to move
                first[left] = mover
                second[left] = other
            else:
                first[left] = other
                second[left] = mover
            value[left] = value[i]
            left += 1
    return left


@kernel
def quantise(weights: Floats32, mirror: Words, tables: Tables) -> None:
    """The weights as whole numbers in the evaluator's tables, whose accumulator is emptied."""
    numbers = tables.numbers
    memory = tables.memory
    lanes = U(numbers[LANES])
    units = lanes // U(2)
    rows = numbers.view(np.int32)
    for row in range(U(INPUTS + 2)):
        factor = np.float32(ACTIVATION_STEPS) if row < U(INPUTS) else np.float32(OUTPUT_STEPS)
        # On the mirror image another input sees what this one sees: that of the same plane on the mirrored cell.
        mirrored_row = row
        if row < U(SIDE_INPUT):
            mirrored_row = row // U(PLANE) * U(PLANE) + mirror[row % U(PLANE)]
        here = U(FIRST_ROW) + row * lanes
        there = U(FIRST_ROW) + mirrored_row * lanes + units
        start = row * units
        for unit in range(units):
            weight = np.int32(np.rint(weights[start + unit] * factor))
            rows[here + unit] = weight
            rows[there + unit] = weight
    for side in range(2):
        numbers[BIAS + side] = signed(np.rint(weights[INPUTS * units + 2 * units + U(side)] * VALUE_STEPS))
    for word in range(U(HELD), U(ACCUMULATOR) + units):
        memory[word] = 0


@kernel(inlined=True)
def sum_inputs(planes: tuple[U, U, U, U, U], side: U, net: Net, mirror: Words) -> None:
    """Writes the sums of all lanes: the weights of the side to move, then those of every input that is on."""
    weights = net.weights
    sums = net.sums
    units = U(len(net.terms))
    row = (U(SIDE_INPUT) + side) * units
    for unit in range(units):
        sums[unit] = weights[row + unit]
        sums[units + unit] = weights[row + unit]
    for plane in range(U(PLANES - 1)):
        cells = planes[signed(plane)]
        while cells != U(0):
            bit = lowest(cells)
            cells ^= bit
            cell = U(number_of(bit))
            row = (U(PLANE) * plane + cell) * units
            mirrored_row = (U(PLANE) * plane + mirror[cell]) * units
            for unit in range(units):
                sums[unit] += weights[row + unit]
            for unit in range(units):
                sums[units + unit] += weights[mirrored_row + unit]


@kernel(inlined=True)
def forward(planes: tuple[U, U, U, U, U], side: U, net: Net, mirror: Words) -> float:
    """The value for the first player, from -1 to 1; writes sums, active and terms."""
    weights = net.weights
    active = net.active
    terms = net.terms
    units = U(len(terms))
    sum_inputs(planes, side, net, mirror)
    for lane in range(U(2) * units):
        active[lane] = min(max(net.sums[lane], np.float32(0)), np.float32(1))
    outer = (U(INPUTS) + side) * units
    for unit in range(units):
        terms[unit] = weights[outer + unit] * (active[unit] + active[units + unit])
    width = units
    while width > U(1):  # sums of halves: a plain sum adds one number at a time
        half = (width + U(1)) // U(2)
        for unit in range(width - half):
            terms[unit] += terms[half + unit]
        width = half
    bias = U(INPUTS + 2) * units + side
    value: float = math.tanh(terms[0] + weights[bias])
    return value


@kernel(inlined=True)
def is_open(total: np.float32) -> bool:
    """Whether the sum of a lane is not clipped, so that its inputs make a difference."""
    return bool(total > np.float32(0) and total < np.float32(1))


@kernel(inlined=True)
def backward(planes: tuple[U, U, U, U, U], side: U, excess: float, net: Net, mirror: Words) -> None:
    """Adds the gradient of the position of the last `forward`, whose value is too large by `excess`; `sums` become the
    slopes of the lanes.

    By the chain rule the slope of the bias is the excess; of a unit's output weight, excess x its activations; of an
    input's weight, excess x output weight, for each of the unit's two lanes that is not clipped and has the input on.
    """
    error = np.float32(excess)
    weights = net.weights
    gradient = net.gradient
    active = net.active
    slopes = net.sums
    units = U(len(net.terms))
    gradient[U(INPUTS + 2) * units + side] += error
    outer = (U(INPUTS) + side) * units
    for unit in range(units):
        gradient[outer + unit] += error * (active[unit] + active[units + unit])
    for unit in range(units):
        slope = error * weights[outer + unit]
        on_board = slopes[unit]
        on_image = slopes[units + unit]
        slopes[unit] = slope if is_open(on_board) else np.float32(0)
        slopes[units + unit] = slope if is_open(on_image) else np.float32(0)
    row = (U(SIDE_INPUT) + side) * units
    for unit in range(units):
        gradient[row + unit] += slopes[unit] + slopes[units + unit]
    for plane in range(U(PLANES - 1)):
        cells = planes[signed(plane)]
        while cells != U(0):
            bit = lowest(cells)
            cells ^= bit
            cell = U(number_of(bit))
            row = (U(PLANE) * plane + cell) * units
            mirrored_row = (U(PLANE) * plane + mirror[cell]) * units
            for unit in range(units):
                gradient[row + unit] += slopes[unit]
            for unit in range(units):
                gradient[mirrored_row + unit] += slopes[units + unit]


@kernel
def add_gradient(first: U, second: U, first_moves: bool, target: float, net: Net, mirror: Words, board: Board) -> float:
    """Adds the gradient of one quiet position, whose value for the first player should be `target`; returns the value
    that it has, by the weights as they are."""
    planes = inputs_of(first, second, first_moves, board)
    side = U(0) if first_moves else U(1)
    value = forward(planes, side, net, mirror)
    backward(planes, side, value - target, net, mirror)
    return value


@kernel
def step(net: Net, rate: float, steps: int, batch: int) -> None:
    """A step of Adam with the mean of the gradients, which begin anew.  `steps` is the number of steps, this one included."""
    weights = net.weights
    gradient = net.gradient
    mean = net.mean
    square = net.square
    scale = np.float32(1.0 / batch)
    # Both means begin at 0, which these factors make up for.
    corrected_rate = np.float32(rate / (1.0 - MEAN_DECAY**steps))
    square_correction = np.float32(1.0 / (1.0 - SQUARE_DECAY**steps))
    for i in range(U(len(weights))):
        slope = gradient[i] * scale
        gradient[i] = np.float32(0)
        mean[i] = MEAN_DECAY_32 * mean[i] + (np.float32(1) - MEAN_DECAY_32) * slope
        square[i] = SQUARE_DECAY_32 * square[i] + (np.float32(1) - SQUARE_DECAY_32) * slope * slope
        weights[i] -= corrected_rate * mean[i] / (np.sqrt(square[i] * square_correction) + MIN_DENOMINATOR)
    units = U(len(net.terms))
    for i in range(U(INPUTS) * units, U(INPUTS + 2) * units):
        weights[i] = min(max(weights[i], -MAX_UNIT_OUTPUT), MAX_UNIT_OUTPUT)


@kernel
def step_if_due(rate: float, state: State) -> None:
    """Makes a step after every `batch` positions."""
    tally = state.tally
    if tally[self_play.LEARNED] % state.batch == 0:
        tally[STEPS] += 1
        step(state.net, rate, tally[STEPS], state.batch)
        state.stale[0] = True


@kernel(allocates=True)
def learn_labels(
    lessons: Ints, first: Words, second: Words, value: Ints8, state: State, recent: Floats, plan: Plan, board: Board
) -> None:
    """Learns from the labelled quiet positions at the places `lessons`, see `Lessons`."""
    tally = state.tally
    for lesson in lessons:
        if stopped():
            break
        i = U(lesson)
        first_moves = popcount(first[i]) == popcount(second[i])
        target = float(value[i])
        before = add_gradient(first[i], second[i], first_moves, target, state.net, state.mirror, board)
        tally[self_play.LEARNED] += 1
        self_play.count(target, 1, abs(target - before), 1, tally, recent)
        step_if_due(self_play.rate_of(plan, tally[EPISODES]), state)


@kernel(passed=True)
def evaluate(own: U, other: U, number: int, moves: Moves, state: State, board: Board) -> None:
    """The values after the moves by the evaluator's tables, see `c4.learning.self_play`."""
    if state.stale[0]:
        quantise(state.net.weights, state.mirror, state.tables)
        state.stale[0] = False
    for move in range(number):
        if moves.result[move] == QUIET:
            moves.value[move] = quiet_total(moves.mover[move], moves.waiting[move], board, state.tables)


@kernel(passed=True)
def learn(
    first: U, second: U, first_moves: bool, target: float, value: float, rate: float, state: State, board: Board
) -> None:
    """Learns from a position, see `c4.learning.self_play`."""
    add_gradient(first, second, first_moves, target, state.net, state.mirror, board)
    step_if_due(rate, state)


play_games = kernel(given={self_play.State: State})(self_play.play_games)
"""The games of `c4.learning.self_play`, compiled for the State of this learner."""
