"""Makes suites: positions from random play, labelled by the exact solver, as independent jobs.

Imports numpy, book and solver.

A suite takes its positions from numbered candidates.  A candidate is drawn from its own random numbers (suite, seed,
stage, number): that many random legal moves, thrown away when the game ends on the way or the side to move can win at
once.  Candidates are labelled in chunks, here, on all cores or on a cluster; each chunk is kept in FILE.parts, one
line of JSON, as soon as it is there.  What counts is the order of the numbers, not of the answers: the same seed
gives the same file, however often the work was killed and wherever it was done.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
import numpy as np

from c4.arena.suites import FULL, NAMES, Suite, key, path_of
from c4.cli.options import jobs_options, json_option, print_json
from c4.errors import C4Error
from c4.exact.book import Book, book_for
from c4.exact.scores import stream_columns
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import least_winning_score, score_of_loss, sign
from c4.jobs import Run, run
from c4.locks import locked
from c4.models import make_user_folder
from c4.solver.solver import columns_reaching, reaches
from c4.storage import parse_json, read_text
from c4.text import pluralise
from lab.make.files import write_suite
from lab.make.tables import shared_table
from lab.progress import making, no_report

CANDIDATES_A_JOB = 8
"""Candidates per job."""

JOBS_AT_A_TIME = 8
"""Jobs a stage is given at a time; then it is looked which strata still need positions.

Neither number changes what is found.
"""


Row = list[Any]
"""[number of the candidate, mine, theirs, stratum, score of every column], as a line of JSON holds it."""

Key = tuple[int, int]
"""A position, as `c4.arena.suites.key` names it."""


class Stage(NamedTuple):
    """Candidates of one kind: the range of their discs (both ends included), and the strata they can belong to."""

    name: str
    fewest: int
    most: int
    strata: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """How a suite is made: `each` positions for every stratum of every stage.

    `decisive`: only positions in which a move can spoil the result and none is forced; otherwise a stratum says how
    long perfect play lasts.
    """

    name: str
    seed: int
    each: int
    stages: tuple[Stage, ...]
    decisive: bool = False

    @property
    def strata(self) -> tuple[str, ...]:
        """The names of all strata, in the order of the stages."""
        return tuple(name for stage in self.stages for name in stage.strata)


def plan_of(name: str, each: int | None = None, seed: int | None = None) -> Plan:
    """The plan of a suite: its usual size and seed unless others are given.  Raises C4Error for an unknown name."""
    if name == "p":
        stages: tuple[Stage, ...] = (
            Stage("begin", 1, 13, ("begin-easy", "begin-medium", "begin-hard")),
            Stage("middle", 14, 28, ("middle-easy", "middle-medium")),
            Stage("end", 29, 41, ("end-easy",)),
        )
        return Plan(name, 20240601 if seed is None else seed, each or 1000, stages)
    if name not in NAMES:
        raise C4Error(f"unknown suite {name!r}: choose {', '.join(NAMES)}")
    plies, usual, usual_seed = {
        "d": (range(6, 34), 75, 20240607),
        "d-held-back": (range(6, 34), 75, 20240608),
        "decisive": (range(8, 35), 100, 20261122),
    }[name]
    stages = tuple(Stage(f"ply {ply}", ply, ply, (f"ply {ply}",)) for ply in plies)
    return Plan(name, usual_seed if seed is None else seed, each or usual, stages, decisive=True)


# -- candidates -------------------------------------------------------------------------------------------------------


def draw(plan: Plan, stage: Stage, number: int) -> tuple[int, int] | None:
    """The discs (side to move, other side) of a candidate, or None when its game was over too soon or the side to
    move wins at once.
    """
    random = Random(f"{plan.name} {plan.seed} {stage.name} {number}")
    rules = STANDARD
    mine = 0
    theirs = 0
    for _ in range(random.randint(stage.fewest, stage.most)):
        cell = random.choice(cells_to_play(mine | theirs))
        played = mine | cell
        mine = theirs
        theirs = played
        if rules.has_line(played):
            return None
    if mine | theirs == rules.board or wins_at_once(mine, theirs) or (plan.decisive and wins_at_once(theirs, mine)):
        return None
    return mine, theirs


def cells_to_play(occupied: int) -> list[int]:
    """The cells (one bit each) that can be filled next, left to right."""
    free = (occupied + STANDARD.bottom) & STANDARD.board
    return [cell for column in range(STANDARD.columns) if (cell := free & STANDARD.column_mask(column))]


def wins_at_once(mine: int, theirs: int) -> bool:
    """Whether one more disc completes a line of `mine`."""
    return any(STANDARD.has_line(mine | cell) for cell in cells_to_play(mine | theirs))


def lasts_at_most(position: Position, plies: int) -> bool:
    """Whether perfect play ends within so many plies; asked in a way that keeps long games cheap."""
    left = STANDARD.cells - position.ply
    if left <= plies:
        return True
    win = least_winning_score(plies, left)
    loss = min(-1, score_of_loss(plies, left))
    score = book().score(position)
    if score is not None:
        return score >= win or score <= loss
    return reaches(position, win, table=shared_table()) or not reaches(position, loss + 1, table=shared_table())


def length_of(position: Position) -> str:
    """Its stratum: "easy" if perfect play ends within 13 plies, "medium" within 28, else "hard"."""
    if lasts_at_most(position, 13):
        return "easy"
    return "medium" if lasts_at_most(position, 28) else "hard"


def book() -> Book:
    """The book of the standard board.  Raises C4Error if it is missing."""
    return book_for(STANDARD) or Book.open()


def label(plan: Plan, stage_number: int, chunk: int, wanted: tuple[str, ...]) -> dict[str, Any]:
    """Labels a chunk of candidates, those of the wanted strata; a job.  Each row: number, discs (mine, theirs),
    stratum, score of every column.
    """
    stage = plan.stages[stage_number]
    rows: list[Row] = []
    for number in range(chunk * CANDIDATES_A_JOB, (chunk + 1) * CANDIDATES_A_JOB):
        stones = draw(plan, stage, number)
        if stones is None:
            continue
        position = Position.from_stones(*stones)
        stratum = stage.strata[0] if plan.decisive else f"{stage.name}-{length_of(position)}"
        if stratum not in wanted or (plan.decisive and not is_decisive(position)):
            continue
        scores = {news.column: news.score for news in stream_columns(position, table=shared_table())}
        rows.append([number, *stones, stratum, [scores.get(column, FULL) for column in range(STANDARD.columns)]])
    of = {"suite": plan.name, "seed": plan.seed, "stage": stage_number, "size": CANDIDATES_A_JOB}
    return {**of, "chunk": chunk, "wanted": list(wanted), "rows": rows}


def is_decisive(position: Position) -> bool:
    """Whether the columns have different results."""
    scores = book().columns(position)
    if scores is not None:
        return len({sign(score) for score in scores.values()}) > 1
    every = len(position.legal_columns())
    return any(0 < len(columns_reaching(position, score, table=shared_table())) < every for score in (0, 1))


# -- the whole --------------------------------------------------------------------------------------------------------


def make(
    path: str | Path, plan: Plan, excluded: set[Key], run: Run, report: Callable[[int, int], None] = no_report
) -> Suite:
    """Makes a suite and writes it; goes on where the work on the same suite was stopped or killed.

    `excluded` are keys (see `c4.arena.suites.key`) of positions that must not be in it; `run` as `c4.jobs.run`;
    `report(done, total)` is called when positions have been found.  Raises C4Error when nothing can be written, while
    another program makes the same file, and as `run` does.
    """
    with locked(path, "made"):
        return _make(Path(path), plan, excluded, run, report)


def _make(path: Path, plan: Plan, excluded: set[Key], run: Run, report: Callable[[int, int], None]) -> Suite:
    parts = Parts(path.with_name(path.name + ".parts"), plan)
    used = set(excluded)
    total = plan.each * len(plan.strata)
    rows: list[Row] = []
    for number, stage in enumerate(plan.stages):

        def report_stage(found: int, before: int = len(rows)) -> None:
            report(before + found, total)

        rows += fill(plan, number, stage, used, parts, run, report_stage)
    names = plan.strata
    suite = Suite(
        name=plan.name,
        seed=plan.seed,
        strata=names,
        mine=np.array([row[1] for row in rows], dtype=np.uint64),
        theirs=np.array([row[2] for row in rows], dtype=np.uint64),
        scores=np.array([row[4] for row in rows], dtype=np.int8),
        stratum=np.array([names.index(row[3]) for row in rows], dtype=np.uint8),
    )
    write_suite(path, suite)
    parts.remove()
    return suite


def fill(
    plan: Plan, number: int, stage: Stage, used: set[Key], parts: Parts, run: Run, report: Callable[[int], None]
) -> list[Row]:
    """The rows of a stage, `plan.each` of every stratum, stratum by stratum, in the order of their candidates; adds
    their keys to `used`.
    """
    results: dict[str, list[Row]] = {name: [] for name in stage.strata}
    first = 0
    while wanted := tuple(name for name in stage.strata if len(results[name]) < plan.each):
        known = parts.of(number, first, wanted)
        tasks = [(plan, number, chunk, wanted) for chunk in range(first, first + JOBS_AT_A_TIME) if chunk not in known]
        for part in run(label, tasks):
            parts.store(part)
            known[part["chunk"]] = part["rows"]
            report(sum(map(len, results.values())))
        for chunk in range(first, first + JOBS_AT_A_TIME):
            for row in known[chunk]:
                position = key(row[1], row[2])
                if position not in used and len(results[row[3]]) < plan.each:
                    used.add(position)
                    results[row[3]].append(row)
        report(sum(map(len, results.values())))
        first += JOBS_AT_A_TIME
    return [row for name in stage.strata for row in results[name]]


class Parts:
    """The chunks that are labelled, one a line of a file; a torn line, or one of another suite, is as good as none."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._known: dict[tuple[int, int, tuple[str, ...]], list[Row]] = {}
        for line in lines_of(path):
            try:
                part = parse_json(line)
                is_of_plan = (part["suite"], part["seed"], part["size"]) == (plan.name, plan.seed, CANDIDATES_A_JOB)
                if is_of_plan and all(is_row(row, part["wanted"]) for row in part["rows"]):
                    self._known[part["stage"], part["chunk"], tuple(part["wanted"])] = part["rows"]
            except (ValueError, KeyError, TypeError):
                continue

    def of(self, stage: int, first: int, wanted: tuple[str, ...]) -> dict[int, list[Row]]:
        """The rows that are known of the chunks of a round."""
        chunks = ((chunk, self._known.get((stage, chunk, wanted))) for chunk in range(first, first + JOBS_AT_A_TIME))
        return {chunk: rows for chunk, rows in chunks if rows is not None}

    def store(self, part: dict[str, Any]) -> None:
        """Appends a part that is done.  Raises C4Error if the file cannot be written."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(part) + "\n")
        except OSError as error:
            raise C4Error(f"{self.path} cannot be written: {error.strerror or error}") from None

    def remove(self) -> None:
        """Removes the file, if there is one."""
        self.path.unlink(missing_ok=True)


def is_row(row: Any, strata: list[str]) -> bool:
    """Whether this is a row as `label` makes it, of one of these strata."""
    number, mine, theirs, stratum, scores = row
    if type(number) is not int or stratum not in strata or len(scores) != STANDARD.columns:
        return False
    if not (is_bitboard(mine) and is_bitboard(theirs)) or mine & theirs:
        return False
    return all(type(score) is int and FULL <= score < -FULL for score in scores)


def is_bitboard(number: Any) -> bool:
    """Whether this can be the discs of a side on the standard board."""
    return type(number) is int and 0 <= number <= STANDARD.board


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text file; none if it does not exist."""
    try:
        if path.exists() and not path.is_file():
            raise C4Error(f"{path} is not a regular file")
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from file
    except FileNotFoundError:
        return
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None


def strata_of(suite: Suite) -> Counter[str]:
    """The number of positions in each stratum."""
    return Counter(suite.strata[place] for place in suite.stratum)


@click.command()
@click.argument("name", type=click.Choice(list(NAMES)))
@click.option(
    "--out", type=click.Path(dir_okay=False), help="The file to write.  [default: NAME.npz in your own models]"
)
@click.option(
    "--each",
    type=click.IntRange(min=1),
    help="Positions in each stage or ply.  [default: 1000 in p, 75 in d, 100 in decisive]",
)
@click.option("--seed", type=int, help="Seed of the generator.  [default: the suite's own]")
@click.option(
    "--exclude",
    type=click.Path(exists=True, dir_okay=False),
    multiple=True,
    help="Positions to leave out: a text file or a suite.",
)
@jobs_options
@json_option
def make_command(
    name: str,
    out: str | None,
    each: int | None,
    seed: int | None,
    exclude: tuple[str, ...],
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Draws positions at random and solves every column of each.

    The same seed, size and exclusions give the same file.  The same command resumes work that was stopped or killed:
    solved positions are kept in FILE.parts.  A text file of exclusions begins each line with a position; mirror
    images are excluded too.
    """

    plan = plan_of(name, each, seed)
    path = Path(out) if out is not None else make_user_folder() / f"{name}.npz"
    excluded = {one for file in exclude for one in keys_of(file)}
    with making("positions", "labelled") as report:
        made = make(path, plan, excluded, partial(run, jobs=jobs, dask=dask), report)
    describe(made, path, as_json)


@click.command()
@click.argument("file", default="p")
@json_option
def info_command(file: str, as_json: bool) -> None:
    """Describes a suite: p, d, d-held-back, decisive, or a file."""

    path = path_of(file) if file in NAMES else Path(file)
    describe(Suite.read(path), path, as_json)


def keys_of(file: str) -> set[tuple[int, int]]:
    """Keys of all positions of a text file or a suite."""

    if file.endswith(".npz"):
        suite = Suite.read(file)
        return {key(int(mine), int(theirs)) for mine, theirs in zip(suite.mine, suite.theirs)}
    try:
        text = read_text(file)
    except (OSError, ValueError) as error:
        raise C4Error(f"{file!r} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    lines = (line.split() for line in text.splitlines())
    positions = (parse_position(words[0]) for words in lines if words)
    return {key(position.mine, position.theirs) for position in positions}


def describe(suite: Suite, path: Path, as_json: bool) -> None:
    """Prints what is in a suite."""

    strata = strata_of(suite)
    content = {"file": str(path), "name": suite.name, "seed": suite.seed, "positions": len(suite)}
    content |= {"decisive": int(suite.decisive.sum())}
    if as_json:
        print_json({**content, "strata": dict(strata)})
        return
    click.echo(
        f"{path}  suite {suite.name}, seed {suite.seed}: {pluralise(len(suite), 'position')},"
        f" {content['decisive']:,} of them decisive"
    )
    for name in suite.strata:
        chosen = suite.stratum == suite.strata.index(name)
        click.echo(
            f"  {name:<14} {pluralise(strata[name], 'position'):>15}, {int(suite.decisive[chosen].sum()):>5} decisive"
        )
