"""Makes a model of the evaluator `taught` from labels: tables for what a network gets wrong.

    lessons    with S the network's sum and T that of the tables, V = tanh(S + T) should be the result: the weights
               behind T change by alpha (result - V), with an alpha that falls from FIRST_ALPHA to LAST_ALPHA
    practice   then it plays against perfect play, in rounds.  All positions to which its moves could have led are
               solved, and learned several times as often as the rest (DAgger: Ross, Gordon and Bagnell, 2011)
    self-play  the tables of an n-tuple model that learned by playing itself are added
    correction more rounds of games, without search and with searches of several depths.  Where a move that gives the
               result away looks best, it and the best one that keeps the result are learned by all tables until the
               order is right; where a search goes wrong, the leaves that misled it (`lab.make.search_lessons`)

The network is trained before, by `c4 train network --teacher exact`, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click
import numpy as np

from c4 import models
from c4.cli.options import jobs_options
from c4.evaluators import network, ntuple
from c4.evaluators.base import Tables
from c4.evaluators.ntuple import FILE_STEPS, Tuples, random_walks, to_planes
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
from lab.make.labels import as_began, held_back
from lab.make.search_lessons import Choice, Results, Stones, examine_searches, side_of
from lab.measure.strength import FIRST_SEED, FORMS, examine

FIRST_ALPHA = 0.002
"""The rate of learning at first."""

LAST_ALPHA = 0.0001
"""The rate of learning at the end."""

PRACTICE_GAMES = {"strict": 200, "thill12": 200, "erring20": 100}
"""The games of a round of practice against each form of perfect play, without search."""

TIMES_A_PRACTICE_POSITION = 8
"""How often each position of practice is learned after every round."""

LABELS_A_ROUND = 750_000
"""How many labels are learned between them."""

CORRECTION_GAMES = {"strict": 60, "thill12": 60}
"""The games of a round of correction against each form of perfect play, without search and by alpha-beta of each depth."""

SEEDS_A_MODEL = 10_000
"""How many seeds of games are set apart for a model."""

SEEDS_A_ROUND = 200
"""How many of them are set apart for a round."""

PLAYED_DEPTHS = (2, 4, 6, 8)
"""The depths of alpha-beta in the games of correction."""

EXAMINED_DEPTHS = (2, 3, 4, 5, 6, 7, 8)
"""The depths of the searches that are examined in all positions of these games."""

MOST_SEARCHES = 6
"""A round of correction searches its positions again at most this many times, after it has learned what was wrong."""

CORRECTION_ALPHA = 0.00005
"""The rate of learning in a correction."""

WANTED_LEAD = 0.1
"""By how much the sum of a right move should be ahead of that of a wrong one, before tanh."""

CLOSE_LEAD = 0.5
"""A correction learns the choices in which the right sum is ahead by less."""

MOST_SELECTIONS = 6
"""A correction selects the close choices again at most this many times."""

MOST_PASSES = 30
"""It learns those that were selected at most this many times."""

GAMES_A_JOB = 50
"""Games that a job plays."""

POSITIONS_A_JOB = 50
"""Positions that a job searches."""


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


class Pupil:
    """A network, tables, and the results that they are to know.

    rounds     rounds of games so far
    """

    def __init__(
        self, seed: int, labels: str, network_weights: np.ndarray, tuples: Tuples, weights: np.ndarray
    ) -> None:
        """Raises C4Error for a file that is not one of labels."""
        self.seed = seed
        self.network = network_weights
        self.tuples = tuples
        self.weights = weights
        self.results = Results(labels)
        self.rounds = 0

    @classmethod
    def new(cls, seed: int, labels: str, net: str) -> Pupil:
        """With the network of a model, and tables that add nothing.  Raises C4Error for files that cannot be used."""
        tuples = random_walks(TUPLES, LENGTH, seed, STANDARD)
        return cls(seed, labels, network.read_model(net)[1], tuples, np.zeros(2 * tuples.size, dtype=np.int32))

    @classmethod
    def open(cls, path: str, labels: str) -> Pupil:
        """A model that was made before.  Raises C4Error for files that cannot be used."""
        content, tuples, weights = ntuple.read_model(path, {"network": ("float32", 1)}, Taught.name)
        pupil = cls(content.get("seed", 1), labels, content["arrays"]["network"], tuples, weights)
        pupil.rounds = content.get("rounds", 0)
        return pupil

    def sums_of(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """The network's sums."""
        sums = np.empty(len(first))
        tables = network.Network(self.network, STANDARD).tables(STANDARD)
        network_sums(first, second, sums, board_of(STANDARD), tables)
        return sums

    def correct(self, choices: list[Choice], excluded: np.ndarray) -> int:
        """Learns wrong choices until all are right, but not for ever; returns how many were wrong at first."""
        everything = self._alternatives(choices, excluded)
        state = state_of(self.weights, self.tuples.places())
        random = np.random.default_rng((self.seed, len(everything.number)))
        lead, _ = everything.leads(state)
        wrong_at_first = len(np.unique(everything.number[lead < WANTED_LEAD]))
        for _ in range(MOST_SELECTIONS):
            if lead.min(initial=np.inf) >= WANTED_LEAD:
                break
            self._correct_close_ones(everything.of_choices(everything.number[lead < CLOSE_LEAD]), state, random)
            lead, _ = everything.leads(state)
        return wrong_at_first

    def _correct_close_ones(self, close: Alternatives, state: State, random: np.random.Generator) -> None:
        """Learns the wrong ones among these, with the best right ones of the same choice, until there are none."""
        for _ in range(MOST_PASSES):
            lead, best = close.leads(state)
            wrong = lead < WANTED_LEAD
            if not wrong.any():
                return
            rivals = best & np.isin(close.number, close.number[wrong])
            again = random.permutation(np.flatnonzero(wrong | rivals))
            rates = np.full(len(again), CORRECTION_ALPHA)
            learn_results(
                close.first[again], close.second[again], close.value[again], close.network[again], rates, state
            )

    def _alternatives(self, choices: list[Choice], excluded: np.ndarray) -> Alternatives:
        """What these choices are between, without positions that must not be learned."""
        sizes = [len(choice.alternatives) for choice in choices]
        number = np.repeat(np.arange(len(choices)), sizes)
        side = np.repeat([choice.side for choice in choices], sizes)
        stones = np.array([discs for choice in choices for discs in choice.alternatives], dtype=np.uint64)
        codes, usable = settled(stones, excluded)
        codes = codes[usable]
        number = number[usable]
        side = side[usable]
        first, second = stones_of(codes)
        value = self.results.of_codes(codes)
        best = np.full(len(choices), -1)
        np.maximum.at(best, number, side * value)
        right = side * value == best[number]
        return Alternatives(
            number=number,
            side=side,
            first=first,
            second=second,
            value=value,
            right=right,
            network=self.sums_of(first, second),
        )

    def join(self, played: str) -> None:
        """Adds the tables of an n-tuple model, which learned by playing itself.  Raises C4Error for another file."""
        _, tuples, weights = ntuple.read_model(played)
        own_first, own_second = np.split(self.weights, 2)
        joined_first, joined_second = np.split(weights, 2)
        self.weights = np.concatenate([own_first, joined_first, own_second, joined_second])
        self.tuples = Tuples(STANDARD, self.tuples.cells + tuples.cells)

    def save(self, path: str, quickly: bool = False) -> None:
        """Writes the model; quickly: uncompressed."""
        tables = {"cells": np.array(self.tuples.cells, dtype=np.uint8), "planes": to_planes(self.weights)}
        content = {"learner": Taught.name, "rules": STANDARD.content(), "seed": self.seed, "rounds": self.rounds}
        models.write_arrays(path, content, {**tables, "network": self.network}, compressed=not quickly)


class Course:
    """What a pupil learns before its moves are corrected: labels, and the positions of practice.

    practice   int8 results by the code of each position met in games
    done       labels learned so far, of `total`
    """

    def __init__(self, pupil: Pupil, labels: str, total: int) -> None:
        """Raises C4Error for a file that is not one of labels."""
        self._pupil = pupil
        self.total = total
        self.done = 0
        self._lessons = Lessons(labels, STANDARD, pupil.seed)
        self._sums = pupil.sums_of(self._lessons.first, self._lessons.second)
        self.practice: dict[int, int] = {}

    def learn(self, labels: int) -> None:
        """Learns that many of the labels, and every position of practice several times, in a random order."""
        pupil = self._pupil
        lessons = self._lessons
        first, second = stones_of(np.array(list(self.practice), dtype=np.uint64))
        value = np.array(list(self.practice.values()), dtype=np.int8)
        start = len(self._sums)
        drawn = [np.repeat(np.arange(start, start + len(value)), TIMES_A_PRACTICE_POSITION)]
        end = self.done + labels
        share = self.done / self.total
        while self.done < end:
            drawn.append(lessons.next(self.done, end - self.done))
            self.done += len(drawn[-1])
        order = np.random.default_rng((pupil.seed, self.done)).permutation(np.concatenate(drawn))
        shares = np.linspace(share, self.done / self.total, len(order))
        learn_results(
            np.append(lessons.first, first)[order],
            np.append(lessons.second, second)[order],
            np.append(lessons.value, value)[order],
            np.append(self._sums, pupil.sums_of(first, second))[order],
            FIRST_ALPHA * (LAST_ALPHA / FIRST_ALPHA) ** shares,
            state_of(pupil.weights, pupil.tuples.places()),
        )

    def practise(self, out: str, number: int, excluded: np.ndarray, where: Run) -> str:
        """Plays a round of games with the model, saved in a file, and learns what it met; returns a line about it."""
        pupil = self._pupil
        pupil.save(out)
        success, games = play(
            [f"greedy:evaluator=taught,model={out}"], PRACTICE_GAMES, seed_of(pupil.seed, number), where
        )
        met = {choice_of(position) for moves, seat in games for position in decisions(moves, seat)}
        after = {stones for choice in met for stones in choice.alternatives}
        codes, usable = settled(np.array(sorted(after), dtype=np.uint64), excluded)
        new = np.unique(codes[usable])
        self.practice.update(zip(new.tolist(), pupil.results.of_codes(new).tolist()))
        self.learn(LABELS_A_ROUND)
        return f"before it {in_words(success)}; {len(self.practice):,} positions"


class Alternatives(NamedTuple):
    """Positions among which choices are made: arrays of n.

    number         of the choice that each belongs to
    side           that decides: 1 for the first player, -1 for the second
    first, second  discs of the first and of the second player
    value          result for the first player
    right          whether none of the same choice is better for the side that decides
    network        the network's sum
    """

    number: np.ndarray
    side: np.ndarray
    first: np.ndarray
    second: np.ndarray
    value: np.ndarray
    right: np.ndarray
    network: np.ndarray

    def of_choices(self, numbers: np.ndarray) -> Alternatives:
        """Those of the choices with these numbers."""
        there = np.isin(self.number, numbers)
        return Alternatives(*(array[there] for array in self))

    def leads(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """float64 (n,): by how much the best right one of the same choice is ahead of each wrong one, in sums before tanh,
        infinite for right ones; and bool (n,): which are these best ones."""
        sums = np.empty(len(self.number))
        table_sums(self.first, self.second, sums, state)
        total = self.side * (self.network + sums)
        top = np.full(self.number.max(initial=-1) + 1, -np.inf)
        np.maximum.at(top, self.number[self.right], total[self.right])
        lead: np.ndarray = np.where(self.right, np.inf, top[self.number] - total)
        return lead, self.right & (total == top[self.number])


class Corrections:
    """What has been corrected in a model, and is not to become wrong again.

    choices    the moves of the games without search, and the leaves that misled searches
    positions  those that were searched; `hard` the ones where a search went wrong
    """

    def __init__(self, pupil: Pupil, labels: str, out: str, excluded: np.ndarray, where: Run) -> None:
        """The model is searched in a file beside `out`."""
        self._pupil = pupil
        self._labels = labels
        self._excluded = excluded
        self._where = where
        self._out = str(Path(out).with_stem(f"{Path(out).stem}-searched"))
        self.choices: set[Choice] = set()
        self.positions: set[Stones] = set()
        self.hard: set[Stones] = set()

    def round(self) -> str:
        """Plays games, and corrects what goes wrong; returns a line about it."""
        seed = seed_of(self._pupil.seed, self._pupil.rounds)
        self._pupil.rounds += 1
        self._pupil.save(self._out, quickly=True)
        plain = f"greedy:evaluator=taught,model={self._out}"
        success, games = play([plain, *self._searching()], CORRECTION_GAMES, seed, self._where)
        asked = {position for moves, seat in games for position in decisions(moves, seat)}
        self.choices |= set(map(choice_of, asked))
        wrong = self._search(asked - self.positions | self.hard)
        self.positions |= asked
        left = wrong
        for _ in range(MOST_SEARCHES):
            self._pupil.correct(sorted(self.choices), self._excluded)
            self._pupil.save(self._out, quickly=True)
            left = self._search(self.hard)
            if not sum(left.values()):
                break
        return f"before it {in_words(success)}; {len(self.positions):,} positions, wrong at {wrong}, then {left}"

    def close(self) -> None:
        """Removes the file that was searched."""
        Path(self._out).unlink(missing_ok=True)

    def _searching(self) -> list[str]:
        """The agents that search."""
        return [f"alphabeta:depth={depth},evaluator=taught,model={self._out}" for depth in PLAYED_DEPTHS]

    def _search(self, positions: set[Stones]) -> dict[int, int]:
        """Searches these positions, and collects what goes wrong; returns how often by depth."""
        wrong = dict.fromkeys(EXAMINED_DEPTHS, 0)
        listed = sorted(positions)
        solved = self._pupil.results.solved
        pieces = [listed[start : start + POSITIONS_A_JOB] for start in range(0, len(listed), POSITIONS_A_JOB)]
        tasks = [(self._out, self._labels, WANTED_LEAD, piece, EXAMINED_DEPTHS, dict(solved)) for piece in pieces]
        for examined in self._where(examine_searches, tasks):
            for depth, number in examined.wrong.items():
                wrong[depth] += number
            self.hard |= examined.positions
            self.choices |= examined.misleading
            solved.update(examined.solved)
        return wrong


def seed_of(model: int, number: int) -> int:
    """The seed of the first game of a round, of a model with this seed."""
    return FIRST_SEED + SEEDS_A_MODEL * model + SEEDS_A_ROUND * number


def decisions(moves: str, seat: int) -> Iterator[Stones]:
    """The positions (side to move, other) of a game in which this seat was to move."""
    position = Position()
    for column in (int(move) - 1 for move in moves):
        if position.to_move == seat:
            yield position.mine, position.theirs
        position = position.play(column)


def choice_of(stones: Stones) -> Choice:
    """The positions to which each move leads, but for those that end the game."""
    position = Position.from_stones(*stones)
    after = (position.play(column) for column in position.legal_columns())
    return Choice(side_of(stones), tuple((one.mine, one.theirs) for one in after if one.outcome() is None))


def play(
    agents: list[str], games: dict[str, int], first: int, where: Run
) -> tuple[dict[str, list[float]], set[tuple[str, int]]]:
    """Games of each agent against perfect play from the seed `first` on: the success of each against each form, and the
    games, each with the agent's seat."""
    results: dict[tuple[str, str], list[int]] = {(form, agent): [] for form in games for agent in agents}
    played_games = set()
    tasks = [
        (agent, form, range(start, min(start + GAMES_A_JOB, first + number)))
        for agent in agents
        for form, number in games.items()
        for start in range(first, first + number, GAMES_A_JOB)
    ]
    for played in where(examine, tasks):
        results[played.form, played.agent] += played.results.values()
        played_games |= {(moves, FORMS[played.form].seat) for moves in played.moves.values()}
    return {form: [fmean(results[form, agent]) / 2 + 0.5 for agent in agents] for form in games}, played_games


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
@click.option("--rounds", type=click.IntRange(0), default=6, show_default=True, help="Rounds of practice.")
@click.option("--corrections", type=click.IntRange(0), default=4, show_default=True, help="Rounds of correction.")
@click.option("--start", type=click.Path(dir_okay=False), help="A model to correct further; nothing else is learned.")
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
    start: str | None,
    jobs: int | None,
    dask: str | None,
) -> None:
    """Makes a model of the evaluator taught: tables for what a NETWORK gets wrong about LABELS, a file of positions with
    their exact results; then for what goes wrong in games against perfect play.  Then it adds the tables of NTUPLE, which
    knows the openings of its own games, and corrects the moves that still give results away, with and without search.
    """
    excluded = held_back()
    where = partial(run, jobs=jobs, dask=dask)
    if start is None:
        pupil = Pupil.new(seed, labels, net)
        course = Course(pupil, labels, lessons + rounds * LABELS_A_ROUND)
        course.learn(lessons)
        for number in range(rounds):
            click.echo(f"practice {number + 1}: {course.practise(out, number, excluded, where)}")
        pupil.rounds = rounds
        pupil.join(played)
    else:
        pupil = Pupil.open(start, labels)
    pupil.save(out)
    correcting = Corrections(pupil, labels, out, excluded, where)
    for number in range(corrections):
        click.echo(f"correction {number + 1}: {correcting.round()}")
        pupil.save(out)
    correcting.close()
    click.echo(f"wrote {out}")


def in_words(success: dict[str, list[float]]) -> str:
    """The success of each agent against each form."""
    return ", ".join(f"{form} {' / '.join(f'{share:.1%}' for share in shares)}" for form, shares in success.items())
