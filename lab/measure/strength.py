"""The examiner: a perfect opponent that never plays a game in the only one way.

`FORMS` are the opponents of protocol C4-EVAL-1 (docs/learning.md); `Truth` remembers exact scores over all games of a
process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import isnan
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeVar

import click
import numpy as np
from tqdm import tqdm

from c4.agents.specification import parse_agent
from c4.arena.match import Player
from c4.arena.ratings import Share, Tally, wilson
from c4.arena.suites import Suite, open_suite
from c4.cli.options import jobs_options, json_option, print_json
from c4.errors import C4Error
from c4.exact.book import book_for
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import score_of_loss
from c4.jobs import Run, Task, run
from c4.solver import solver
from c4.solver.table import Table
from c4.text import pluralise
from lab.statistics import mcnemar

TABLE_BITS = 22
"""The size of a process's solver table: 64 MB, kept from one position to the next."""

VARIED_PLIES = 12
"""The first plies in which the form "thill12" varies."""

LOSS_AWAY = 12
"""In these plies "thill12" plays any move whose loss is at least so many plies away, if every move loses."""

Key = tuple[Rules, int]
"""The board, and the number of a position or of its mirror image, whichever is less."""


class Truth:
    """Exact scores of positions and columns, each worked out once; a position and its mirror image are one."""

    def __init__(self) -> None:
        self._table = Table(TABLE_BITS)
        self._scores: dict[Key, int] = {}
        self._reaching: dict[tuple[Key, int], tuple[int, ...]] = {}

    def score(self, position: Position) -> int:
        """The exact score of a position (see `c4.solver.solver.Solution`)."""
        key, _ = self._key(position)
        if key not in self._scores:
            book = book_for(position.rules)
            score = None if book is None else book.score(position)
            if score is None:
                score = solver.solve(position, table=self._table).score
                assert score is not None  # never stopped
            self._scores[key] = score
        return self._scores[key]

    def reaching(self, position: Position, score: int) -> tuple[int, ...]:
        """The legal columns (from 0) that score at least `score`."""
        key, flipped = self._key(position)
        if (key, score) not in self._reaching:
            book = book_for(position.rules)
            known = None if book is None else book.columns(position)
            if known is not None:
                columns = tuple(column for column in known if known[column] >= score)
            else:
                columns = solver.columns_reaching(position, score, table=self._table)
            self._reaching[key, score] = self._seen(columns, flipped, position)
        return self._seen(self._reaching[key, score], flipped, position)

    def best(self, position: Position) -> tuple[int, ...]:
        """The columns with the best score: the shortest win, the longest defence."""
        return self.reaching(position, self.score(position))

    def _seen(self, columns: tuple[int, ...], flipped: bool, position: Position) -> tuple[int, ...]:
        return tuple(sorted(position.rules.columns - 1 - column for column in columns)) if flipped else columns

    def _key(self, position: Position) -> tuple[Key, bool]:
        """One key for a position and its mirror image, and whether this is the other one of the two."""
        rules = position.rules
        own = position.mine + position.occupied
        other = rules.mirrored(position.mine) + rules.mirrored(position.occupied)
        return (rules, min(own, other)), other < own


@lru_cache(maxsize=1)
def shared_truth() -> Truth:
    """The exact scores that this process remembers."""
    return Truth()


def strict_columns(position: Position, truth: Truth) -> tuple[int, ...]:
    """The columns (from 0) with the best score: the shortest win, the longest defence."""
    return truth.best(position)


def thill12_columns(position: Position, truth: Truth) -> tuple[int, ...]:
    """The columns (from 0) that Thill's opponent may play: while fewer than 12 discs lie and every move loses, those whose
    loss is at least 12 plies away, if there are any; otherwise as `strict_columns`.
    """
    score = truth.score(position)
    if position.ply < VARIED_PLIES and score < 0:
        least = score_of_loss(LOSS_AWAY, position.rules.cells - position.ply)
        columns = truth.reaching(position, least) if least < 0 else ()
        if columns:
            return columns
    return strict_columns(position, truth)


def strict(position: Position, random: Random, truth: Truth) -> int:
    """One of `strict_columns`, each equally likely."""
    return random.choice(strict_columns(position, truth))


def thill12(position: Position, random: Random, truth: Truth) -> int:
    """One of `thill12_columns`, each equally likely."""
    return random.choice(thill12_columns(position, truth))


@dataclass(frozen=True)
class Erring:
    """Plays as `strict`, but a move with this probability is any column after which the other side cannot win at
    once, if there is one.
    """

    probability: float

    def __call__(self, position: Position, random: Random, truth: Truth) -> int:
        if random.random() < self.probability:
            columns = [column for column in position.legal_columns() if not allows_win(position.play(column))]
            if columns:
                return random.choice(columns)
        return strict(position, random, truth)


def allows_win(position: Position) -> bool:
    """Whether the side to move can win with its next disc."""
    rules = position.rules
    free = (position.occupied + rules.bottom) & rules.board
    cells = (free & rules.column_mask(column) for column in range(rules.columns))
    return position.outcome() is None and any(cell and rules.has_line(position.mine | cell) for cell in cells)


class Form(NamedTuple):
    """A kind of examination: the perfect opponent, and the agent's seat (0 begins)."""

    choose: Callable[[Position, Random, Truth], int]
    seat: int
    about: str


FORMS = {
    "strict": Form(strict, 0, "agent first, the longest defence"),
    "thill12": Form(thill12, 0, "agent first, any defence of 12 plies and more in the first 12 plies"),
    "erring10": Form(Erring(0.1), 1, "agent second, errs in one move of 10"),
    "erring20": Form(Erring(0.2), 1, "agent second, errs in 2 moves of 10"),
    "erring30": Form(Erring(0.3), 1, "agent second, errs in 3 moves of 10"),
}


FIRST_SEED = 50_000
"""The seed of the opponent's first game; later games count on from it."""


GAMES_A_JOB = 200
POSITIONS_A_JOB = 1_000

MOST_STRATA_SHOWN = 6
"""A suite with more strata has a row for all its positions alone."""


class Protocol(NamedTuple):
    """What to measure: the number of games against each form of the perfect opponent, the suites for mistakes, and the
    seed of the opponent's first game."""

    games: int = 400
    forms: tuple[str, ...] = tuple(FORMS)
    suites: tuple[str, ...] = ("p", "d")
    first_seed: int = FIRST_SEED


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

    started = process_time()
    truth = shared_truth()
    player = Player(parse_agent(agent))
    choose = FORMS[form].choose
    seat = FORMS[form].seat
    moves = {}
    results = {}
    for seed in seeds:
        player.new_game(seed)
        position = Position()
        random = Random(seed)
        while (outcome := position.outcome()) is None:
            column = player.column(position) if position.to_move == seat else choose(position, random, truth)
            position = position.play(column)
        moves[seed] = format_columns(position.moves or ())
        if outcome.winner is None:
            results[seed] = 0
        else:
            results[seed] = 1 if outcome.winner == seat else -1
    all_seconds = process_time() - started
    return Games(agent, form, moves, results, seconds=player.seconds, all_seconds=all_seconds)


def grade(agent: str, suite: str, first: int, end: int) -> Choices:
    """The agent's columns in some positions of a suite; a position's index is the agent's seed."""
    started = process_time()
    player = Player(parse_agent(agent))
    columns = []
    for place in range(first, end):
        player.new_game(place)
        columns.append(player.column(open_suite(suite).positions[place]))
    all_seconds = process_time() - started
    return Choices(agent, suite, first, columns, seconds=player.seconds, all_seconds=all_seconds)


def do(job: Callable[..., Part], *arguments: Any) -> Part:
    """Does a job of either kind: `run` takes one function for all tasks, so a task begins with its own."""
    return job(*arguments)


def measure(agents: list[str], protocol: Protocol, run: Run) -> Iterator[Games | Choices]:
    """The parts of the measurement as they are finished; `run` is like `c4.jobs.run`.

    Raises C4Error before the first game if anything cannot be loaded.
    """
    for agent in agents:
        parse_agent(agent).load()
    tasks: list[Task] = []
    end = protocol.first_seed + protocol.games
    for agent in agents:
        for form in protocol.forms:
            tasks += [
                (examine, agent, form, range(first, min(first + GAMES_A_JOB, end)))
                for first in range(protocol.first_seed, end, GAMES_A_JOB)
            ]
        for suite in protocol.suites:
            size = len(open_suite(suite))
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
    first_seed: int = FIRST_SEED
    tallies: dict[str, Tally] = field(default_factory=dict)
    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    columns: dict[str, dict[int, int]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    all_seconds: float = 0.0

    def add(self, part: Games | Choices) -> None:
        """Adds a part of this agent's measurement."""
        if isinstance(part, Games):
            name = part.form
            tally = self.tallies.get(part.form, Tally())
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

    def graded(self, suite: str) -> Graded:
        """The agent's moves in the positions of a suite that it has seen."""
        return Graded.of(open_suite(suite), self.columns[suite])

    def to_json(self) -> dict[str, Any]:
        """Everything as numbers: shares from 0 to 1, `interval` of 95 % confidence, seconds of processor time."""
        perfect = {}
        for form, tally in self.tallies.items():
            perfect[form] = {**tally._asdict(), "games": tally.games, "success": share_json(tally.success)}
            perfect[form] |= {"differing": self.differing(form), "seconds": round(self.seconds[form], 3)}
        suites = {}
        for name in self.columns:
            graded = self.graded(name)
            suites[name] = {
                **graded.part_json(),
                "strata": {stratum: graded.part_json(stratum) for stratum in graded.strata},
                "seconds": round(self.seconds[f"suite {name}"], 3),
            }
        content = {"agent": self.agent, "first_seed": self.first_seed, "perfect": perfect, "suites": suites}
        return {**content, "seconds": round(self.all_seconds, 3)}


@dataclass(frozen=True, eq=False)
class Graded:
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
    def of(cls, suite: Suite, columns: dict[int, int]) -> Graded:
        """Judges `columns`, the columns played, by index of their position."""
        places = tuple(sorted(columns))
        rows = np.array(places, dtype=int)
        played = np.array([columns[place] for place in places], dtype=int)
        scores = suite.scores[rows]
        classes = suite.classes[rows]
        each = np.arange(len(rows))
        mistake = classes[each, played] < classes.max(axis=1)
        return cls(places, suite.stratum[rows], suite.strata, mistake, scores[each, played] == scores.max(axis=1))

    def share(self, which: np.ndarray, stratum: str | None = None) -> Share:
        """The share of positions, of all or of a stratum, for which `which` (bool (n,)) holds."""
        chosen = which[self.is_in(stratum)]
        return wilson(int(chosen.sum()), len(chosen))

    def is_in(self, stratum: str | None) -> np.ndarray:
        """bool (n,): whether a position is in a stratum; None: in any."""
        if stratum is None:
            return np.ones(len(self.stratum), dtype=bool)
        result: np.ndarray = self.stratum == self.strata.index(stratum)
        return result

    def part_json(self, stratum: str | None = None) -> dict[str, Any]:
        """The figures of a stratum (None: of all positions) as JSON."""
        return {
            "positions": int(self.is_in(stratum).sum()),
            "mistakes": share_json(self.share(self.mistake, stratum)),
            "best": share_json(self.share(self.best, stratum)),
        }


class Paired(NamedTuple):
    """Two agents on the same positions: mistakes of the first alone, of the second alone, and McNemar's p."""

    first: int
    second: int
    p: float


def compare(first: Graded, second: Graded) -> Paired:
    """Counts the positions in which only one of two agents errs.

    Raises C4Error if they have not played the same positions.
    """
    if first.places != second.places:
        raise C4Error("two agents can only be compared on the same positions, and one of them has not played all")
    alone = int((first.mistake & ~second.mistake).sum()), int((second.mistake & ~first.mistake).sum())
    return Paired(*alone, mcnemar(*alone))


def share_json(share: Share) -> dict[str, Any]:
    """A share with its interval; null where nothing was counted."""
    value, low, high = (None if isnan(number) else round(number, 6) for number in share)
    return {"share": value, "interval": [low, high]}


@click.command()
@click.argument("agents", metavar="AGENT...", nargs=-1, required=True)
@click.option(
    "--games", type=click.IntRange(min=0), default=400, show_default=True, help="Games against each perfect opponent."
)
@click.option(
    "--against",
    default="strict,thill12,erring10,erring20,erring30",
    show_default=True,
    metavar="FORMS",
    help="Perfect opponents to play.",
)
@click.option(
    "--suites",
    default="p,d",
    show_default=True,
    metavar="NAMES",
    help='Suites of solved positions: p, d, d-held-back, decisive; "" for none.',
)
@jobs_options
@json_option
def command(
    agents: tuple[str, ...], games: int, against: str, suites: str, jobs: int | None, dask: str | None, as_json: bool
) -> None:
    """Measures each AGENT: its success against perfect play, and its mistakes on positions whose exact scores are
    known.

    An agent is NAME:OPTION=VALUE,...: "greedy:evaluator=windows", "alphabeta:depth=4,evaluator=v2".

    Perfect opponents: "strict" defends as long as it can; "thill12" varies its first twelve plies; "erring20" plays a
    random move with probability 0.2, and the agent moves second.

    Success is wins plus half the draws; "differing" counts different games.  A mistake is a move that worsens the
    result; "best" is a move with the best score.  Intervals are 95 % confidence intervals.  All agents are compared
    with the first one.
    """

    forms = split(against)
    names = split(suites)
    for form in forms:
        if form not in FORMS:
            raise C4Error(f"unknown opponent {form!r} in {against!r}: choose {', '.join(FORMS)}")
    protocol = Protocol(games, forms if games else (), names)
    names_of_agents = dict.fromkeys(str(parse_agent(agent)) for agent in agents)
    reports = {agent: Report(agent, protocol.first_seed) for agent in names_of_agents}
    total = len(reports) * (len(protocol.forms) * games + sum(len(open_suite(name)) for name in names))
    interrupted = False
    with tqdm(total=total, unit=" games and positions", disable=None) as bar:
        try:
            for part in measure(list(reports), protocol, partial(run, jobs=jobs, dask=dask)):
                reports[part.agent].add(part)
                bar.update(len(part.results) if isinstance(part, Games) else len(part.columns))
        except KeyboardInterrupt:
            interrupted = True
    first, *others = reports.values()
    for report in reports.values():
        if as_json:
            print_json(report.to_json())
        else:
            click.echo(text(report))
    if not interrupted:
        for other in others:
            for name in names:
                print_comparison(first, other, name, as_json)
    if interrupted:
        click.echo("stopped: the figures above are of the work done so far", err=True)
        sys.exit(130)


def split(names: str) -> tuple[str, ...]:
    """The names in "a,b", without repetitions."""
    return tuple(dict.fromkeys(name for name in names.split(",") if name))


def percent(share: Share, digits: int = 1) -> str:
    """A share with its interval: "6.0 (5.4 to 6.6)"."""
    return f"{100 * share.value:.{digits}f} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def text(report: Report) -> str:
    """A report for people."""
    lines = [report.agent]
    if report.tallies:
        lines.append(
            f"  {'against perfect play':<22}{'W':>5}{'D':>5}{'L':>5}{'success %':>24}{'differing':>11}{'agent s':>9}"
        )
    for form, tally in report.tallies.items():
        record = f"{tally.won:>5}{tally.drawn:>5}{tally.lost:>5}{percent(tally.success):>24}"
        lines.append(f"  {form:<22}{record}{report.differing(form):>11}{report.seconds[form]:>9.2f}")
    for name in report.columns:
        graded = report.graded(name)
        lines.append(f"  {f'suite {name}':<22}{'mistakes %':>24}{'best %':>24}{'positions':>11}{'ms each':>9}")
        strata = graded.strata if len(graded.strata) <= MOST_STRATA_SHOWN else ()
        for stratum in (*strata, None):
            part = graded.part_json(stratum)
            mistakes = percent(graded.share(graded.mistake, stratum))
            best = percent(graded.share(graded.best, stratum))
            each = ""
            if stratum is None:
                milliseconds = 1000 * report.seconds[f"suite {name}"] / len(graded.places)
                each = f"{milliseconds:>9.3f}"
            lines.append(f"  {stratum or 'all':<22}{mistakes:>24}{best:>24}{part['positions']:>11,}{each}")
    lines.append(
        f"  {report.all_seconds:.1f} s of processor time, {sum(report.seconds.values()):.1f} s of it by the agent"
    )
    return "\n".join(lines)


def print_comparison(first: Report, second: Report, name: str, as_json: bool) -> None:
    """Prints how two agents compare on the positions of a suite."""

    paired = compare(first.graded(name), second.graded(name))
    if as_json:
        names = {"suite": name, "first": first.agent, "second": second.agent}
        print_json({**names, "only_first_errs": paired.first, "only_second_errs": paired.second, "p": paired.p})
    else:
        click.echo(
            f"suite {name}: only {first.agent} errs in {pluralise(paired.first, 'position')}, only {second.agent}"
            f" in {paired.second:,};"
            f" McNemar's exact p = {paired.p:.2g}"
        )
