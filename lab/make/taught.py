"""Makes a model of the evaluator `taught` from labels: tables for what a network gets wrong.

    lessons    with S the network's sum and T that of the tables, V = tanh(S + T) should be the result: the weights
               behind T change by alpha (result - V), with an alpha that falls from ALPHA to ALPHA_END
    practice   then it plays against perfect play, in rounds.  All positions to which its moves could have led are
               solved, and learned TIMES as often as the rest (DAgger: Ross, Gordon and Bagnell, 2011)
    self-play  the tables of an n-tuple model that learned by playing itself are added
    correction more rounds of games.  Where a move that gives the result away looks best, it and the best one that keeps
               the result are learned by all tables until the order is right.  At the end the weights become the mean
               of those after the last MEMBERS rounds

The network is trained before, by `c4 train network --teacher exact`, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, count

import click
import numpy as np

from c4 import models
from c4.cli.options import jobs_options
from c4.evaluators import network, ntuple
from c4.evaluators.base import Tables
from c4.evaluators.ntuple import UNIT, Tuples, random_walks, to_planes
from c4.evaluators.taught import Taught
from c4.exact.labels import stones_of
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.jobs import Run, run
from c4.kernels.board import Board, board_of
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats, U, Words
from c4.kernels.words import popcount
from c4.learning.network import Lessons
from c4.learning.ntuple import LENGTH, TUPLES, State, follow, learn_results, pick, state_of
from lab.make.files import smallest_codes
from lab.make.label_positions import play_out_all
from lab.make.labels import as_began, held_back, solve
from lab.measure.strength import FIRST_SEED, FORMS, examine

ALPHA, ALPHA_END = 0.002, 0.0001
"""The rate of learning at first and at the end."""

GAMES = {"strict": 200, "thill12": 200, "erring20": 100}
"""The games of a round against each form of perfect play."""

TIMES, OTHERS = 8, 750_000
"""After the games of a round it learns every position of practice so often, and so many others."""

CORRECTED = {"strict": 200, "thill12": 200}
"""The games of a round of correction."""

RATE, GAP, PASSES, MEMBERS = 0.00005, 0.05, 150, 4
"""Of correction: the rate of learning, by how much the right sum should be ahead, the most passes of a round, and how
many sets of weights the mean is of."""

Decision = tuple[tuple[int, int], ...]
"""The discs (side to move, other) of all positions to which one move could have led, but for the end of the game."""


@kernel
def table_sums(first: Words, second: Words, sums: Floats, state: State) -> None:
    """Fills `sums` with those of the tables, before tanh."""
    weights, at = state.weights, state.at
    for i in range(len(first)):
        side = U(0) if popcount(first[i]) == popcount(second[i]) else U(len(weights) // 2)
        follow(first[i], second[i], state.held, at, state.places)
        sums[i] = pick(weights, at, state.picked, side) / UNIT


@kernel
def network_sums(first: Words, second: Words, sums: Floats, board: Board, tables: Tables) -> None:
    """Fills `sums` with those of the network, before tanh."""
    for i in range(len(first)):
        mover, other = first[i], second[i]
        if popcount(mover) != popcount(other):
            mover, other = other, mover
        sums[i] = network.quiet_total(mover, other, board, tables) / network.FINE


class Pupil:
    """Tables on a network, and what they learn from.

    practice   int8 results by the code of each position met in games
    done       labels learned so far, of `total`
    """

    def __init__(self, seed: int, labels: str, net: str, total: int) -> None:
        """Raises C4Error for files that cannot be used."""
        _, self.network = network.read_model(net)
        self.seed, self.total, self.done = seed, total, 0
        self.lessons = Lessons(labels, STANDARD, seed)
        self.sums = self.sums_of(self.lessons.first, self.lessons.second)
        self.codes = smallest_codes(self.lessons.first, self.lessons.second)
        self.sorter = np.argsort(self.codes)
        self.tuples: Tuples = random_walks(TUPLES, LENGTH, seed, STANDARD)
        self.weights = np.zeros(2 * self.tuples.size, dtype=np.int32)
        self.practice: dict[int, int] = {}

    def sums_of(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """The network's sums."""
        sums, tables = np.empty(len(first)), network.Network(self.network, STANDARD).tables(STANDARD)
        network_sums(first, second, sums, board_of(STANDARD), tables)
        return sums

    def learn(self, others: int) -> None:
        """Learns so many of the labels, and every position of practice TIMES, in a random order."""
        first, second = stones_of(np.array(list(self.practice), dtype=np.uint64))
        value, start = np.array(list(self.practice.values()), dtype=np.int8), len(self.sums)
        order, end = [np.repeat(np.arange(start, start + len(value)), TIMES)], self.done + others
        share = self.done / self.total
        while self.done < end:
            order.append(self.lessons.next(self.done, end - self.done)[0])
            self.done += len(order[-1])
        lessons = np.random.default_rng((self.seed, self.done)).permutation(np.concatenate(order))
        shares = np.linspace(share, self.done / self.total, len(lessons))
        learn_results(
            np.append(self.lessons.first, first)[lessons],
            np.append(self.lessons.second, second)[lessons],
            np.append(self.lessons.value, value)[lessons],
            np.append(self.sums, self.sums_of(first, second))[lessons],
            ALPHA * (ALPHA_END / ALPHA) ** shares,
            state_of(self.weights, self.tuples.places()),
        )

    def meet(self, codes: np.ndarray) -> None:
        """Adds positions to the practice, solved."""
        codes = np.unique(codes)
        places = self.sorter[np.searchsorted(self.codes, codes, sorter=self.sorter).clip(max=len(self.codes) - 1)]
        there = self.codes[places] == codes
        self.practice.update(zip(codes[there].tolist(), self.lessons.value[places[there]].tolist()))
        new = codes[~there & ~np.isin(codes, list(self.practice))]
        self.practice.update(zip(new.tolist(), solve(new).tolist()))

    def correct(self, decisions: list[Decision], excluded: np.ndarray) -> int:
        """Learns wrong decisions until all are right, at most PASSES times; returns how many were wrong at first."""
        number = np.repeat(np.arange(len(decisions)), [len(decision) for decision in decisions])
        stones = np.array([discs for decision in decisions for discs in decision], dtype=np.uint64)
        sign = np.where(np.bitwise_count(stones[:, 0]) == np.bitwise_count(stones[:, 1]), -1, 1)
        codes, usable = settled(stones, excluded)
        number, codes, sign = number[usable], codes[usable], sign[usable]
        self.meet(codes)
        first, second = stones_of(codes)
        value = np.array([self.practice[code] for code in codes.tolist()], dtype=np.int8)
        best = np.full(len(decisions), -1)
        np.maximum.at(best, number, sign * value)
        right = sign * value == best[number]
        network_part, sums = self.sums_of(first, second), np.empty(len(codes))
        state, random = state_of(self.weights, self.tuples.places()), np.random.default_rng((self.seed, len(codes)))
        found = 0
        for once in range(PASSES):
            table_sums(first, second, sums, state)
            total = sign * (network_part + sums)
            top = np.full(len(decisions), -np.inf)
            np.maximum.at(top, number[right], total[right])
            wrong = ~right & (total > top[number] - GAP)
            found = len(np.unique(number[wrong])) if once == 0 else found
            if not wrong.any():
                break
            rivals = right & (total == top[number]) & np.isin(number, number[wrong])
            again = random.permutation(np.flatnonzero(wrong | rivals))
            rates = np.full(len(again), RATE)
            learn_results(first[again], second[again], value[again], network_part[again], rates, state)
        return found

    def join(self, played: str) -> None:
        """Adds the tables of an n-tuple model, which learned by playing itself.  Raises C4Error for another file."""
        _, tuples, weights = ntuple.read_model(played)
        sides = zip(np.split(self.weights, 2), np.split(weights, 2), strict=True)
        self.weights = np.concatenate([part for side in sides for part in side])
        self.tuples = Tuples(STANDARD, self.tuples.cells + tuples.cells)

    def save(self, path: str) -> None:
        """Writes the model."""
        tables = {"cells": np.array(self.tuples.cells, dtype=np.uint8), "planes": to_planes(self.weights)}
        content = {"learner": Taught.name, "rules": STANDARD.content(), "seed": self.seed, "lessons": self.done}
        models.write_arrays(path, content, {**tables, "network": self.network}, compressed=True)


def met(moves: str, seat: int) -> Iterator[Decision]:
    """The decisions of this seat in a game."""
    position = Position()
    for column in (int(move) - 1 for move in moves):
        if position.to_move == seat:
            after = (position.play(other) for other in position.legal_columns())
            yield tuple((one.mine, one.theirs) for one in after if one.outcome() is None)
        position = position.play(column)


def play(agent: str, games: dict[str, int], first: int, where: Run) -> tuple[dict[str, float], set[Decision]]:
    """Games against perfect play from the seed `first` on: the success against each form, and the decisions."""
    success, decisions = {}, set()
    tasks = [(agent, form, range(first, first + number)) for form, number in games.items()]
    for played in where(examine, tasks):
        success[played.form] = sum(played.results.values()) / len(played.results) / 2 + 0.5
        for moves in set(played.moves.values()):
            decisions |= set(met(moves, FORMS[played.form].seat))
    return success, decisions


def settled(stones: np.ndarray, excluded: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The codes of positions, uint64 (n, 2), after the forced replies, and which may be learned: bool (n,)."""
    quiet = np.empty(len(stones), dtype=bool)
    play_out_all(stones, quiet, board_of(STANDARD))
    codes = smallest_codes(*as_began(stones))
    return codes, quiet & ~np.isin(codes, excluded)


@click.command()
@click.argument("labels", type=click.Path(dir_okay=False))
@click.argument("net", metavar="NETWORK", type=click.Path(dir_okay=False))
@click.argument("played", metavar="NTUPLE", type=click.Path(dir_okay=False))
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The model to write.")
@click.option("--seed", type=click.IntRange(1, 1000), default=1, show_default=True, help="Seed.")
@click.option("--lessons", type=click.IntRange(0), default=8_000_000, show_default=True, help="Labels before games.")
@click.option("--rounds", type=click.IntRange(0), default=6, show_default=True, help="Rounds of games.")
@click.option("--corrections", type=click.IntRange(0), default=8, show_default=True, help="Rounds of correction.")
@jobs_options
def command(
    labels: str,
    net: str,
    played: str,
    out: str,
    seed: int,
    lessons: int,
    rounds: int,
    corrections: int,
    jobs: int | None,
    dask: str | None,
) -> None:
    """Makes a model of the evaluator taught: tables for what a NETWORK gets wrong about LABELS, a file of positions with
    their exact results; then for what goes wrong in games against perfect play.  Then it adds the tables of NTUPLE, which
    knows the openings of its own games, and corrects the moves that still give results away.
    """
    pupil = Pupil(seed, labels, net, lessons + rounds * OTHERS)
    pupil.learn(lessons)
    pupil.save(out)
    excluded, where, agent = held_back(), partial(run, jobs=jobs, dask=dask), f"greedy:evaluator=taught,model={out}"
    seeds = count(FIRST_SEED + 10_000 * seed, max(GAMES.values()))
    for number in range(rounds):
        success, decisions = play(agent, GAMES, next(seeds), where)
        codes, usable = settled(np.array([*set(chain.from_iterable(decisions))], dtype=np.uint64), excluded)
        pupil.meet(codes[usable])
        pupil.learn(OTHERS)
        pupil.save(out)
        click.echo(f"round {number + 1}: before it {in_words(success)}; {len(pupil.practice):,} positions")
    pupil.join(played)
    pupil.save(out)
    known: set[Decision] = set()
    members = []
    for number in range(corrections):
        success, decisions = play(agent, CORRECTED, next(seeds), where)
        known |= decisions
        wrong = pupil.correct(sorted(known), excluded)
        members.append(pupil.weights.copy())
        pupil.save(out)
        click.echo(f"correction {number + 1}: before it {in_words(success)}; {wrong} of {len(known):,} decisions wrong")
    if members:
        pupil.weights = np.rint(np.mean(members[-MEMBERS:], axis=0)).astype(np.int32)
        pupil.save(out)
    click.echo(f"wrote {out}: {pupil.done:,} lessons")


def in_words(success: dict[str, float]) -> str:
    """The success against each form."""
    return ", ".join(f"{form} {share:.1%}" for form, share in success.items())
