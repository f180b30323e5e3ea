"""Measuring an agent: the protocol C4-EVAL-1 of docs/learning.md, as independent jobs.

    reports = {agent: Report(agent) for agent in agents}
    for part in measure(agents, Protocol(), run):           # parts as they are finished
        reports[part.agent].add(part)

Imports numpy; book and solver when games are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeVar

import numpy as np

from c4.agents.specification import parse_agent
from c4.arena.figures import Share, Tally, mcnemar, wilson
from c4.arena.player import Player
from c4.arena.suites import Suite
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.jobs import Run, Task

FIRST_SEED = 50_000
"""The seed of the opponent's first game; later games count on from it."""

FORMS = ("strict", "thill12", "erring10", "erring20", "erring30")
"""The perfect opponents, see `c4.arena.examiner.FORMS`."""

GAMES_A_JOB = 200
POSITIONS_A_JOB = 1_000


class Protocol(NamedTuple):
    """What to measure: the number of games against each form of the perfect opponent, and the suites for mistakes."""

    games: int = 400
    forms: tuple[str, ...] = FORMS
    suites: tuple[str, ...] = ("p", "d")


class Games(NamedTuple):
    """An agent's games against a form of the perfect opponent, by seed: move strings and results (1, 0, -1 for the
    agent); the processor seconds of the agent, and of the whole job.
    """

    agent: str
    form: str
    moves: dict[int, str]
    results: dict[int, int]
    seconds: float
    all_seconds: float


class Choices(NamedTuple):
    """The columns (from 0) that an agent plays in the positions of a suite, from index `first` on; seconds as in
    Games.
    """

    agent: str
    suite: str
    first: int
    columns: list[int]
    seconds: float
    all_seconds: float


Part = TypeVar("Part", Games, Choices)

# -- jobs -------------------------------------------------------------------------------------------------------------


def examine(agent: str, form: str, seeds: range) -> Games:
    """An agent's games against a form of the perfect opponent, one per seed."""
    from c4.arena.examiner import FORMS, kept_truth

    started, truth = process_time(), kept_truth()
    player, choose, seat = Player(parse_agent(agent)), FORMS[form].choose, FORMS[form].seat
    moves, results = {}, {}
    for seed in seeds:
        player.new_game(seed)
        position, random = Position(), Random(seed)
        while (outcome := position.outcome()) is None:
            column = player.column(position) if position.to_move == seat else choose(position, random, truth)
            position = position.play(column)
        moves[seed] = format_columns(position.moves or ())
        results[seed] = 0 if outcome.winner is None else 1 if outcome.winner == seat else -1
    return Games(agent, form, moves, results, player.seconds, process_time() - started)


def grade(agent: str, suite: str, first: int, end: int) -> Choices:
    """The agent's columns in some positions of a suite; a position's index is the agent's seed."""
    started, player, columns = process_time(), Player(parse_agent(agent)), []
    for place in range(first, end):
        player.new_game(place)
        columns.append(player.column(opened(suite).positions[place]))
    return Choices(agent, suite, first, columns, player.seconds, process_time() - started)


@lru_cache(maxsize=4)
def opened(name: str) -> Suite:
    """The suite, read once per process."""
    return Suite.open(name)


def do(job: Callable[..., Part], *arguments: Any) -> Part:
    """Does a job of either kind."""
    return job(*arguments)


def measure(agents: list[str], protocol: Protocol, run: Run) -> Iterator[Games | Choices]:
    """The parts of the measurement as they are finished; `run` is like `c4.jobs.run`.

    Raises C4Error before the first game if anything cannot be loaded.
    """
    for agent in agents:
        parse_agent(agent).load()
    tasks: list[Task] = []
    end = FIRST_SEED + protocol.games
    for agent in agents:
        for form in protocol.forms:
            tasks += [
                (examine, agent, form, range(first, min(first + GAMES_A_JOB, end)))
                for first in range(FIRST_SEED, end, GAMES_A_JOB)
            ]
        for suite in protocol.suites:
            size = len(opened(suite))
            tasks += [
                (grade, agent, suite, first, min(first + POSITIONS_A_JOB, size))
                for first in range(0, size, POSITIONS_A_JOB)
            ]
    yield from run(do, tasks)


# -- what comes of it -------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What is known about one agent so far; parts may come in any order."""

    agent: str
    tallies: dict[str, Tally] = field(default_factory=dict)
    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    columns: dict[str, dict[int, int]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    all_seconds: float = 0.0

    def add(self, part: Games | Choices) -> None:
        """Adds a part of this agent's measurement."""
        if isinstance(part, Games):
            name, tally = part.form, self.tallies.get(part.form, Tally())
            for result in part.results.values():
                tally = tally.plus(result)
            self.tallies[name] = tally
            self.tallies = {form: self.tallies[form] for form in FORMS if form in self.tallies}
            self.moves.setdefault(name, {}).update(part.moves)
        else:
            name = f"suite {part.suite}"
            self.columns.setdefault(part.suite, {}).update(enumerate(part.columns, part.first))
        self.seconds[name] = self.seconds.get(name, 0.0) + part.seconds
        self.all_seconds += part.all_seconds

    def differing(self, form: str) -> int:
        """The number of different games against a form."""
        return len(set(self.moves[form].values()))

    def judged(self, suite: str) -> Judged:
        """The agent's moves in the positions of a suite that it has seen."""
        return Judged.of(opened(suite), self.columns[suite])

    def to_json(self) -> dict[str, Any]:
        """Everything as numbers: shares from 0 to 1, `interval` of 95 % confidence, seconds of processor time."""
        perfect = {}
        for form, tally in self.tallies.items():
            perfect[form] = {
                **tally._asdict(),
                "games": tally.games,
                "success": share_json(tally.success),
                "differing": self.differing(form),
                "seconds": round(self.seconds[form], 3),
            }
        suites = {}
        for name in self.columns:
            judged = self.judged(name)
            suites[name] = {
                **judged.part_json(),
                "strata": {stratum: judged.part_json(stratum) for stratum in judged.strata},
                "seconds": round(self.seconds[f"suite {name}"], 3),
            }
        return {
            "agent": self.agent,
            "first_seed": FIRST_SEED,
            "perfect": perfect,
            "suites": suites,
            "seconds": round(self.all_seconds, 3),
        }


@dataclass(frozen=True, eq=False)
class Judged:
    """Moves judged by exact scores: `mistake` and `best` bool (n,), in the order of the positions seen (`places`).

    A mistake worsens the result: a lost or drawn column although there is a better one.  A best column has the best
    score.
    """

    places: tuple[int, ...]
    stratum: np.ndarray
    strata: tuple[str, ...]
    mistake: np.ndarray
    best: np.ndarray

    @classmethod
    def of(cls, suite: Suite, columns: dict[int, int]) -> Judged:
        """Judges `columns`, the columns played, by index of their position."""
        places = tuple(sorted(columns))
        rows, played = np.array(places, dtype=int), np.array([columns[place] for place in places], dtype=int)
        scores, classes = suite.scores[rows], suite.classes[rows]
        each = np.arange(len(rows))
        mistake = classes[each, played] < classes.max(axis=1)
        return cls(places, suite.stratum[rows], suite.strata, mistake, scores[each, played] == scores.max(axis=1))

    def share(self, which: np.ndarray, stratum: str | None = None) -> Share:
        """The share of positions, of all or of a stratum, for which `which` (bool (n,)) holds."""
        chosen = which if stratum is None else which[self.stratum == self.strata.index(stratum)]
        return wilson(int(chosen.sum()), len(chosen))

    def part_json(self, stratum: str | None = None) -> dict[str, Any]:
        """The figures of a stratum (None: of all positions) as JSON."""
        size = len(self.stratum) if stratum is None else int((self.stratum == self.strata.index(stratum)).sum())
        return {
            "positions": size,
            "mistakes": share_json(self.share(self.mistake, stratum)),
            "best": share_json(self.share(self.best, stratum)),
        }


class Paired(NamedTuple):
    """Two agents on the same positions: mistakes of the first alone, of the second alone, and McNemar's p."""

    first: int
    second: int
    p: float


def compare(first: Judged, second: Judged) -> Paired:
    """Counts the positions in which only one of two agents errs.

    Raises C4Error if they have not played the same positions.
    """
    if first.places != second.places:
        raise C4Error("two agents can only be compared on the same positions, and one of them has not played all")
    alone = int((first.mistake & ~second.mistake).sum()), int((second.mistake & ~first.mistake).sum())
    return Paired(*alone, mcnemar(*alone))


def share_json(share: Share) -> dict[str, Any]:
    """A share with its interval; null where nothing was counted."""
    value, low, high = (None if number != number else round(number, 6) for number in share)
    return {"share": value, "interval": [low, high]}
