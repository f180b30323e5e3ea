"""Makes a model of the evaluator `taught` from labels: tables for what a network gets wrong.

    lessons    with S the network's sum and T that of the tables, V = tanh(S + T) should be the result: the weights
               behind T change by alpha (result - V), with an alpha that falls from FIRST_ALPHA to LAST_ALPHA
    self-play  the tables of an n-tuple model that learned by playing itself are added
    correction in rounds: walks go through all games that the model can play against perfect play, without search, with
               searches of several depths and with the engine (`lab.make.game_walks`), and collect pairs of leaves in
               the wrong order, or nearly.  All tables learn those, also the ones of earlier rounds, until each pair is
               in order by WANTED_LEAD

The network is trained before, by `c4 train network --teacher exact`, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from statistics import fmean
from typing import NamedTuple

import click
import numpy as np

from c4 import models
from c4.cli.options import jobs_options
from c4.evaluators import network, ntuple
from c4.evaluators.base import Tables
from c4.evaluators.network import Network
from c4.evaluators.ntuple import FILE_STEPS, NTuple, Tuples, random_walks, to_planes
from c4.evaluators.taught import Taught
from c4.exact.labels import stones_of
from c4.game.rules import STANDARD
from c4.interrupts import check
from c4.jobs import Run, run
from c4.kernels.board import Board, board_of
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats, U, Words
from c4.kernels.words import popcount
from c4.learning.network import Lessons
from c4.learning.ntuple import LENGTH, TUPLES, State, follow, learn_results, pick, state_of
from lab.make.books import moves
from lab.make.files import smallest_codes
from lab.make.game_walks import REPLIES, Walked, walk
from lab.make.label_chunks import first_and_second, play_forced_replies
from lab.make.near_suites import GENERATIONS, held_back
from lab.make.search_lessons import EXAMINERS, Discs, Pair, Results, Search, shared_results, stones_in

FIRST_ALPHA = 0.002
"""The rate of learning at first."""

LAST_ALPHA = 0.0001
"""The rate of learning at the end."""

LESSONS_AT_A_TIME = 50_000
"""Lessons that are learned before Ctrl-C is heard, a fifth of a second."""

SEARCHES = (
    *(Search("alphabeta", depth) for depth in range(1, 9)),
    *(Search("engine", depth) for depth in range(8, 12)),
)
"""The searches that are corrected; depth 1 is the best position after a move, as without search.

Odd depths belong to them, and the engine: it stops where its time is over, on one depth here and on another there.
"""

CORRECTION_ALPHA = 0.00005
"""The rate of learning in a correction."""

WANTED_LEAD = 0.1
"""By how much the sum of a better leaf should be ahead of that of a worse one, before tanh."""

MOST_PASSES = 500
"""A correction learns the pairs that are not in order at most this many times."""

MOST_REPEATS = 6
"""A round examines its mistakes again at most this many times, because after a correction other leaves decide."""

ENOUGH = 0.0003
"""The rounds end when a game of the walks has no more mistakes on average."""


@kernel
def table_sums(first: Words, second: Words, sums: Floats, state: State) -> None:
    """Fills `sums` with those of the tables, before tanh."""
    weights = state.weights
    at = state.at
    for i in range(len(first)):
        side = U(0) if popcount(first[i]) == popcount(second[i]) else U(len(weights) // 2)
        follow(first[i], second[i], state.held, at, state.places)
        sums[i] = pick(weights, at, state.picked, side) / FILE_STEPS


@kernel
def network_sums(first: Words, second: Words, sums: Floats, board: Board, tables: Tables) -> None:
    """Fills `sums` with those of the network, before tanh."""
    for i in range(len(first)):
        mover = first[i]
        other = second[i]
        if popcount(mover) != popcount(other):
            mover, other = other, mover
        sums[i] = network.quiet_total(mover, other, board, tables) / network.VALUE_STEPS


class Leaves(NamedTuple):
    """Quiet positions, arrays of n.

    first, second  discs of the first and of the second player
    value          result for the first player
    network        the network's sum
    learned        whether they may be learned: those near a suite are only compared
    heirs          by the place of a leaf that must not be learned, the places of those that are learned in its stead
    """

    first: np.ndarray
    second: np.ndarray
    value: np.ndarray
    network: np.ndarray
    learned: np.ndarray
    heirs: Mapping[int, np.ndarray]


class Order(NamedTuple):
    """Pairs of leaves that should be in order, arrays of n.

    side    for whom: 1 the first player, -1 the second
    better  the place, among the leaves, of the one that is better for this side
    worse   the place of the other one
    """

    side: np.ndarray
    better: np.ndarray
    worse: np.ndarray

    def only(self, which: np.ndarray) -> Order:
        """The pairs for which `which`, bool (n,), holds."""
        return Order(*(array[which] for array in self))


class Pupil:
    """A network, which stays as it is, and tables that learn."""

    def __init__(self, seed: int, network_weights: np.ndarray, tuples: Tuples, weights: np.ndarray) -> None:
        self.seed = seed
        self._network = network_weights
        self._tuples = tuples
        self._weights = weights

    @classmethod
    def new(cls, seed: int, net: str) -> Pupil:
        """With the network of a model, and tables that add nothing.  Raises C4Error for a file that cannot be used."""
        tuples = random_walks(TUPLES, LENGTH, seed, STANDARD)
        return cls(seed, network.read_model(net)[1], tuples, np.zeros(2 * tuples.size, dtype=np.int32))

    @classmethod
    def open(cls, path: str) -> Pupil:
        """A model that was made before.  Raises C4Error for a file that cannot be used."""
        content, tuples, weights = ntuple.read_model(path, {"network": ("float32", 1)}, Taught.name)
        return cls(content.get("seed", 1), content["arrays"]["network"], tuples, weights)

    def state(self) -> State:
        """The tables for kernels, which change them."""
        return state_of(self._weights, self._tuples.places())

    def network_sums(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """The network's sums for positions, float64 (n,)."""
        sums = np.empty(len(first))
        tables = Network(self._network, STANDARD).tables(STANDARD)
        network_sums(first, second, sums, board_of(STANDARD), tables)
        return sums

    def evaluator(self) -> Taught:
        """The evaluator as it is now, with tables of its own."""
        entries = NTuple(self._tuples, self._weights.copy(), Taught.name)
        return Taught(Network(self._network, STANDARD), entries)

    def join(self, played: str) -> None:
        """Adds the tables of an n-tuple model, which learned by playing itself.  Raises C4Error for another file."""
        _, tuples, weights = ntuple.read_model(played)
        # The first half of weights is for the first player to move, the second for the second.
        own_first, own_second = np.split(self._weights, 2)
        joined_first, joined_second = np.split(weights, 2)
        self._weights = np.concatenate([own_first, joined_first, own_second, joined_second])
        self._tuples = Tuples(STANDARD, self._tuples.cells + tuples.cells)

    def save(self, path: str) -> None:
        """Writes the model."""
        tables = {"cells": np.array(self._tuples.cells, dtype=np.uint8), "planes": to_planes(self._weights)}
        content = {"learner": Taught.name, "rules": STANDARD.content(), "seed": self.seed}
        models.write_arrays(path, content, {**tables, "network": self._network}, compressed=True)


def teach(pupil: Pupil, labels: str, number: int) -> None:
    """Learns a number of labels, in the order of `Lessons`.  Raises C4Error for a file that is not one of labels."""
    lessons = Lessons(labels, STANDARD, pupil.seed)
    state = pupil.state()
    done = 0
    while done < number:
        places = lessons.next(done, min(LESSONS_AT_A_TIME, number - done))
        first = lessons.first[places]
        second = lessons.second[places]
        shares = (done + np.arange(len(places))) / number
        rates = FIRST_ALPHA * (LAST_ALPHA / FIRST_ALPHA) ** shares
        learn_results(first, second, lessons.value[places], pupil.network_sums(first, second), rates, state)
        done += len(places)
        check()


# -- corrections ------------------------------------------------------------------------------------------------------


class Corrections:
    """Corrects a model in rounds.

    `pairs` are all leaves that rounds have found; what has been corrected is not to become wrong again.
    """

    def __init__(self, pupil: Pupil, labels: str, excluded: np.ndarray, where: Run) -> None:
        """The codes `excluded` must not be learned.  Raises C4Error for a file that is not one of labels."""
        self._pupil = pupil
        self._labels = labels
        self._results = shared_results(labels)
        self._excluded = excluded
        self._where = where
        self._pairs: set[Pair] = set()

    def walks(self, number: int) -> dict[tuple[str, Search], Walked]:
        """What all walks of round `number` find, by opponent and search."""
        evaluator = self._pupil.evaluator()
        tasks = [
            (evaluator, self._labels, opponent, search, (self._pupil.seed, number))
            for opponent, search in product(REPLIES, SEARCHES)
        ]
        return {(walked.opponent, walked.search): walked for walked in self._where(walk, tasks)}

    def correct(self, walks: Iterable[Walked]) -> None:
        """Learns what walks found, until their mistakes are none, but not for ever."""
        mistakes = set()
        for walked in walks:
            self._pairs |= walked.pairs
            mistakes |= {(position, walked.search) for position in walked.mistakes}
        for _ in range(MOST_REPEATS):
            put_in_order(self._pupil, self._pairs, self._results, self._excluded)
            if not self._examine(sorted(mistakes)):
                break

    def _examine(self, searches: list[tuple[Discs, Search]]) -> int:
        """Searches these positions again, and adds the pairs; returns how many are mistakes."""
        evaluator = self._pupil.evaluator()
        examiners = {name: examiner(evaluator, self._results) for name, examiner in EXAMINERS.items()}
        number = 0
        for position, search in searches:
            check()
            decision = examiners[search.examiner].decide(position, search.depth)
            if decision is not None:
                number += decision.is_mistake
                self._pairs.update(decision.pairs)
        return number


def put_in_order(pupil: Pupil, pairs: set[Pair], results: Results, excluded: np.ndarray) -> None:
    """Learns the leaves of the pairs that are not in order by WANTED_LEAD, until there are none or for MOST_PASSES.

    The codes `excluded` are not learned.  Their order is shuffled by the pupil's seed and the number of pairs, so every
    call shuffles otherwise.
    """
    leaves, order = leaves_of(pupil, sorted(pairs), results, excluded)
    state = pupil.state()
    random = np.random.default_rng((pupil.seed, len(pairs)))
    for _ in range(MOST_PASSES):
        check()
        wrong = leads(leaves, order, state) < WANTED_LEAD
        if not wrong.any():
            break
        places, targets = lessons_of(leaves, order.only(wrong))
        shuffled = random.permutation(len(places))
        again = places[shuffled]
        rates = np.full(len(again), CORRECTION_ALPHA)
        learn_results(leaves.first[again], leaves.second[again], targets[shuffled], leaves.network[again], rates, state)


def lessons_of(leaves: Leaves, order: Order) -> tuple[np.ndarray, np.ndarray]:
    """The places of the leaves to learn in these pairs, and what each learns, int8.

    A leaf learns its result.  But if the other leaf of its pair must not be learned, and so keeps its value, it learns to
    get away from that: a win if it is the better one for its side, a loss if it is the worse one.  If neither may be
    learned, their heirs learn this.
    """
    targets = leaves.value.copy()
    worse_stays = ~leaves.learned[order.worse]
    better_stays = ~leaves.learned[order.better]
    targets[order.better[worse_stays]] = order.side[worse_stays]
    targets[order.worse[better_stays]] = -order.side[better_stays]
    parts = [order.better, order.worse]
    for pair in np.flatnonzero(better_stays & worse_stays):
        heirs_of_better = leaves.heirs[order.better[pair]]
        heirs_of_worse = leaves.heirs[order.worse[pair]]
        targets[heirs_of_better] = order.side[pair]
        targets[heirs_of_worse] = -order.side[pair]
        parts += [heirs_of_better, heirs_of_worse]
    places = np.unique(np.concatenate(parts))
    places = places[leaves.learned[places]]
    return places, targets[places]


def leads(leaves: Leaves, order: Order, state: State) -> np.ndarray:
    """float64 (n,): by how much the better leaf of each pair is ahead, in sums before tanh."""
    sums = np.empty(len(leaves.first))
    table_sums(leaves.first, leaves.second, sums, state)
    sums += leaves.network
    ahead: np.ndarray = order.side * (sums[order.better] - sums[order.worse])
    return ahead


def leaves_of(pupil: Pupil, pairs: list[Pair], results: Results, excluded: np.ndarray) -> tuple[Leaves, Order]:
    """The leaves of pairs, each once, after their forced replies; and the order in which they should be.

    Pairs with a leaf that forced replies decide are left out.
    """
    positions = sorted({leaf for pair in pairs for leaf in (pair.better, pair.worse)})
    place_of = {position: place for place, position in enumerate(positions)}
    codes, quiet = settled_codes(np.array(positions, dtype=np.uint64).reshape(-1, 2))
    learned = ~np.isin(codes, excluded)
    heirs = {}
    for pair in pairs:
        if not learned[place_of[pair.better]] and not learned[place_of[pair.worse]]:
            for leaf in (pair.better, pair.worse):
                if place_of[leaf] not in heirs:
                    found = heirs_of(leaf, results, excluded)
                    heirs[place_of[leaf]] = len(positions) + np.arange(len(found))
                    positions += found
    codes, _ = settled_codes(np.array(positions, dtype=np.uint64).reshape(-1, 2))
    first, second = stones_of(codes)
    leaves = Leaves(
        first=first,
        second=second,
        value=np.array([results.of(position) for position in positions], dtype=np.int8),
        network=pupil.network_sums(first, second),
        learned=~np.isin(codes, excluded),
        heirs=heirs,
    )
    order = Order(
        side=np.array([pair.side for pair in pairs], dtype=np.int64),
        better=np.array([place_of[pair.better] for pair in pairs], dtype=np.int64),
        worse=np.array([place_of[pair.worse] for pair in pairs], dtype=np.int64),
    )
    both_quiet = quiet[order.better] & quiet[order.worse]
    return leaves, order.only(both_quiet)


def settled_codes(stones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The codes of positions uint64 (n, 2), (side to move, other), after their forced replies, and whether they are quiet."""
    settled, quiet = play_forced_replies(stones)
    return smallest_codes(*first_and_second(settled)), quiet


def heirs_of(leaf: Discs, results: Results, excluded: np.ndarray) -> list[Discs]:
    """The nearest positions to which moves lead that keep the result of a leaf, and that may be learned.

    They share most of their tuples with the leaf, and nothing but its result.
    """
    wanted = results.of(leaf)
    generation = [leaf]
    for _ in range(GENERATIONS):
        kept = [child for child in unfinished_children(generation) if results.of(child) == wanted]
        stones = np.array(kept, dtype=np.uint64).reshape(-1, 2)
        codes, quiet = settled_codes(stones)
        heirs = stones[quiet & ~np.isin(codes, excluded)]
        if len(heirs):
            return [stones_in(heir) for heir in heirs]
        generation = kept
    return []


def unfinished_children(positions: list[Discs]) -> list[Discs]:
    """The positions after every move in some positions that does not end the game, each once."""
    mine, theirs = np.array(positions, dtype=np.uint64).reshape(-1, 2).T
    children = set()
    for after in moves(mine, theirs, STANDARD):
        rows = np.stack((after.mine, after.theirs), axis=1)
        children |= {stones_in(row) for row in rows[~after.over]}
    return sorted(children)


@click.command()
@click.argument("labels", type=click.Path(dir_okay=False))
@click.argument("net", metavar="NETWORK", type=click.Path(dir_okay=False))
@click.argument("played", metavar="NTUPLE", type=click.Path(dir_okay=False))
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The model to write.")
@click.option("--seed", type=click.IntRange(1, 1000), default=1, show_default=True, help="Seed.")
@click.option("--lessons", type=click.IntRange(0), default=12_000_000, show_default=True, help="Labels to learn.")
@click.option(
    "--corrections", type=click.IntRange(0), default=12, show_default=True, help="Rounds of correction, at most."
)
@click.option("--start", type=click.Path(dir_okay=False), help="A model to correct further; nothing else is learned.")
@jobs_options
def command(
    labels: str,
    net: str,
    played: str,
    out: str,
    seed: int,
    lessons: int,
    corrections: int,
    start: str | None,
    jobs: int | None,
    dask: str | None,
) -> None:
    """Makes a model of the evaluator taught: tables for what a NETWORK gets wrong about LABELS, a file of positions with
    their exact results.  Then it adds the tables of NTUPLE, which knows the openings of its own games, and corrects, in
    rounds, the moves that give results away in the games that it can play against perfect play, with and without search.

    After each round it prints the mistakes in 100 games; the file has the model that made fewest.
    """
    if start is None:
        pupil = Pupil.new(seed, net)
        teach(pupil, labels, lessons)
        pupil.join(played)
    else:
        pupil = Pupil.open(start)
    pupil.save(out)
    if corrections:
        correcting = Corrections(pupil, labels, held_back(), partial(run, jobs=jobs, dask=dask))
        for line in rounds(correcting, pupil, corrections, out):
            click.echo(line)
    click.echo(f"wrote {out}")


def rounds(correcting: Corrections, pupil: Pupil, most: int, out: str) -> Iterator[str]:
    """Corrects a model until its walks find hardly a mistake, at most `most` times; yields a line about each round.

    Each round runs while its line is waited for.  The file `out` has the best model so far.
    """
    fewest = float("inf")
    for number in range(most + 1):
        walks = correcting.walks(number)
        yield f"after {number} corrections: {in_words(walks)}"
        errors = fmean(walked.errors for walked in walks.values())
        if errors < fewest:
            fewest = errors
            pupil.save(out)
        if errors <= ENOUGH:
            break
        if number < most:
            correcting.correct(walks.values())


def in_words(walks: dict[tuple[str, Search], Walked]) -> str:
    """The mistakes in 100 games against each opponent, by search."""
    parts = []
    for opponent in REPLIES:
        errors = " / ".join(f"{100 * walks[opponent, search].errors:.1f}" for search in SEARCHES)
        parts.append(f"{opponent} {errors}")
    searched = sum(walked.positions for walked in walks.values())
    return f"mistakes in 100 games {', '.join(parts)}; {searched:,} searches"
