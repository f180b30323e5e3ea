"""Makes suites: positions from random play, with the exact score of every column, in independent jobs.

A suite takes its positions from numbered candidates.  A candidate is drawn from random numbers of its own (suite, seed,
stage, number): it is the position after so many random moves, thrown away if the game ends on the way or the side to
move can win at once.  A job solves a chunk of candidates, and each chunk is added to FILE.parts, a line of JSON, as soon as
it is there.  The suite takes the candidates in the order of their numbers, so the same seed gives the same file, however
often the work was killed, and wherever it was done.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
import numpy as np

from c4.arena.suites import FULL, NAMES, Suite, key, path_of
from c4.callbacks import ignore
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
from c4.strategy.strategies import cells, playable, wins_at_once
from c4.text import pluralise
from lab.make.files import write_suite
from lab.make.tables import shared_table
from lab.progress import making

CANDIDATES_A_JOB = 8
"""Candidates per job."""

JOBS_AT_A_TIME = 8
"""Jobs that are given out together; after them it is clear which strata still need positions.

Neither number changes the suite.
"""

EASY_PLIES = 13
"""The most plies that perfect play lasts in an easy position."""

MEDIUM_PLIES = 28
"""The most plies that perfect play lasts in a medium position."""

DRAWN = 0
"""The least score of a column that draws."""

WON = 1
"""The least score of a column that wins."""

LOST = -1
"""The greatest score of a column that loses."""

MAX_SCORE = STANDARD.win_score(0)
"""No score of a column is larger."""

Key = tuple[int, int]
"""A position, as `c4.arena.suites.key` names it."""


class Row(NamedTuple):
    """A candidate that is solved.

    number   its number within its stage
    mine     the discs of the side to move
    theirs   the discs of the other side
    stratum  the name of its stratum
    scores   the exact score of every column for the side to move, FULL for a full one
    """

    number: int
    mine: int
    theirs: int
    stratum: str
    scores: list[int]


class Chunk(NamedTuple):
    """What a job found.

    stage   the number of the stage
    number  which candidates of the stage these are: CANDIDATES_A_JOB from CANDIDATES_A_JOB * number on
    wanted  the strata that were looked for
    rows    the candidates of these strata
    """

    stage: int
    number: int
    wanted: tuple[str, ...]
    rows: list[Row]


class Stage(NamedTuple):
    """Candidates of one kind.

    name    its name
    fewest  discs on the board, at least
    most    discs on the board, at most
    strata  the names of the strata that they can belong to
    """

    name: str
    fewest: int
    most: int
    strata: tuple[str, ...]


@dataclass(frozen=True)
class SuitePlan:
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
    def size(self) -> int:
        """The number of positions of the suite."""
        return self.each * len(self.strata)

    @property
    def strata(self) -> tuple[str, ...]:
        """The names of all strata, in the order of the stages."""
        return tuple(name for stage in self.stages for name in stage.strata)


class Defaults(NamedTuple):
    """A suite of decisive positions as it ships: its plies, the positions of each ply, and its seed."""

    plies: range
    each: int
    seed: int


DECISIVE_SUITES = {
    "d": Defaults(range(6, 34), 75, 20240607),
    "d-held-back": Defaults(range(6, 34), 75, 20240608),
    "decisive": Defaults(range(8, 35), 100, 20261122),
}
"""The suites of decisive positions as they ship."""

STAGES_OF_P = (
    Stage("begin", 1, 13, ("begin-easy", "begin-medium", "begin-hard")),
    Stage("middle", 14, 28, ("middle-easy", "middle-medium")),
    Stage("end", 29, 41, ("end-easy",)),
)
"""The stages of suite p; each of their strata is the stage and `difficulty_of` its positions."""

EACH_OF_P = 1000
"""Positions of each stratum of suite p as it ships."""

SEED_OF_P = 20240601
"""The seed of suite p as it ships."""


def plan_of(name: str, each: int | None = None, seed: int | None = None) -> SuitePlan:
    """The plan of a suite: its usual size and seed unless others are given.  Raises C4Error for an unknown name."""
    plan = usual_plan(name)
    if each is not None:
        plan = replace(plan, each=each)
    if seed is not None:
        plan = replace(plan, seed=seed)
    return plan


def usual_plan(name: str) -> SuitePlan:
    """The plan by which a suite ships.  Raises C4Error for an unknown name."""
    if name == "p":
        return SuitePlan(name, SEED_OF_P, EACH_OF_P, STAGES_OF_P)
    if name not in DECISIVE_SUITES:
        raise C4Error(f"unknown suite {name!r}: choose {', '.join(NAMES)}")
    plies, each, seed = DECISIVE_SUITES[name]
    stages = tuple(Stage(f"ply {ply}", ply, ply, (f"ply {ply}",)) for ply in plies)
    return SuitePlan(name, seed, each, stages, decisive=True)


# -- candidates -------------------------------------------------------------------------------------------------------


def draw(plan: SuitePlan, stage: Stage, number: int) -> tuple[int, int] | None:
    """The discs (side to move, other side) of a candidate.

    None if its game was over too soon, or the side to move wins at once; for a decisive suite also if a move is forced.
    """
    random = Random(f"{plan.name} {plan.seed} {stage.name} {number}")
    rules = STANDARD
    mine = 0
    theirs = 0
    for _ in range(random.randint(stage.fewest, stage.most)):
        cell = random.choice(list(cells(playable(mine, theirs))))
        played = mine | cell
        mine = theirs
        theirs = played
        if rules.has_line(played):
            return None
    if mine | theirs == rules.board or wins_at_once(mine, theirs):
        return None
    is_forced = wins_at_once(theirs, mine)
    if plan.decisive and is_forced:
        return None
    return mine, theirs


def lasts_at_most(position: Position, plies: int) -> bool:
    """Whether perfect play ends within so many plies.

    Two questions to the solver are cheap where the exact score of a long game is not.
    """
    left = STANDARD.cells - position.ply
    if left <= plies:
        return True
    win = least_winning_score(plies, left)
    loss = min(LOST, score_of_loss(plies, left))  # of a board that is full before it would be 0 or more
    score = book().score(position)
    if score is not None:
        return score >= win or score <= loss
    table = shared_table()
    wins_in_time = reaches(position, win, table=table)
    return wins_in_time or not reaches(position, loss + 1, table=table)


def difficulty_of(position: Position) -> str:
    """How long perfect play lasts, in a word: "easy", "medium" or "hard"."""
    if lasts_at_most(position, EASY_PLIES):
        return "easy"
    if lasts_at_most(position, MEDIUM_PLIES):
        return "medium"
    return "hard"


def book() -> Book:
    """The book of the standard board.  Raises C4Error if it is missing."""
    return book_for(STANDARD) or Book.open()


def solve_chunk(plan: SuitePlan, stage_number: int, number: int, wanted: tuple[str, ...]) -> Chunk:
    """A job: solves the candidates of a chunk that belong to the wanted strata."""
    stage = plan.stages[stage_number]
    rows: list[Row] = []
    for candidate in range(number * CANDIDATES_A_JOB, (number + 1) * CANDIDATES_A_JOB):
        stones = draw(plan, stage, candidate)
        if stones is None:
            continue
        position = Position.from_stones(*stones)
        stratum = stratum_of(position, plan, stage)
        if stratum in wanted:
            mine, theirs = stones
            rows.append(Row(candidate, mine, theirs, stratum, scores_of(position)))
    return Chunk(stage_number, number, wanted, rows)


def stratum_of(position: Position, plan: SuitePlan, stage: Stage) -> str | None:
    """The stratum of a candidate; None if a decisive suite has no use for it."""
    if not plan.decisive:
        return f"{stage.name}-{difficulty_of(position)}"
    return stage.strata[0] if is_decisive(position) else None


def scores_of(position: Position) -> list[int]:
    """The exact score of every column; FULL for one that cannot be played."""
    scores = {news.column: news.score for news in stream_columns(position, table=shared_table())}
    return [scores.get(column, FULL) for column in range(STANDARD.columns)]


def is_decisive(position: Position) -> bool:
    """Whether the columns have different results."""
    scores = book().columns(position)
    if scores is not None:
        return len({sign(score) for score in scores.values()}) > 1
    columns = len(position.legal_columns())
    for score in (DRAWN, WON):
        reaching = len(columns_reaching(position, score, table=shared_table()))
        if 0 < reaching < columns:
            return True
    return False


# -- the whole --------------------------------------------------------------------------------------------------------


def make(
    path: str | Path, plan: SuitePlan, excluded: set[Key], run: Run, report: Callable[[int, int], None] = ignore
) -> Suite:
    """Makes a suite and writes it; resumes work on the same suite that was stopped or killed.

    `excluded` are keys (see `c4.arena.suites.key`) of positions that must not be in it; `run` as `c4.jobs.run`;
    `report(done, total)` is called when positions have been found.  Raises C4Error when nothing can be written, while
    another program makes the same file, and as `run` does.
    """
    path = Path(path)
    with locked(path, "made"):
        parts = PartsFile(path.with_name(path.name + ".parts"), plan)
        selection = Selection(plan, excluded)
        report(0, plan.size)
        for stage_number in range(len(plan.stages)):
            fill(selection, stage_number, parts, run, report)
        suite = selection.suite()
        write_suite(path, suite)
        parts.remove()
        return suite


class Selection:
    """The positions that a suite in the making has."""

    def __init__(self, plan: SuitePlan, excluded: set[Key]) -> None:
        self.plan = plan
        self._taken = set(excluded)
        """The keys of positions that must not be added."""
        self._rows: dict[str, list[Row]] = {name: [] for name in plan.strata}

    @property
    def size(self) -> int:
        """How many there are."""
        return sum(len(rows) for rows in self._rows.values())

    def lacking(self, stage: Stage) -> tuple[str, ...]:
        """The strata of a stage that need more positions."""
        return tuple(name for name in stage.strata if len(self._rows[name]) < self.plan.each)

    def offer(self, row: Row) -> None:
        """Takes a position, unless its stratum is complete, or it (or its mirror image) is there or excluded."""
        position = key(row.mine, row.theirs)
        rows = self._rows[row.stratum]
        is_complete = len(rows) == self.plan.each
        if position not in self._taken and not is_complete:
            self._taken.add(position)
            rows.append(row)

    def suite(self) -> Suite:
        """The suite: stratum by stratum, in the order in which the positions were taken."""
        names = self.plan.strata
        rows = [row for name in names for row in self._rows[name]]
        return Suite(
            name=self.plan.name,
            seed=self.plan.seed,
            strata=names,
            mine=np.array([row.mine for row in rows], dtype=np.uint64),
            theirs=np.array([row.theirs for row in rows], dtype=np.uint64),
            scores=np.array([row.scores for row in rows], dtype=np.int8),
            stratum=np.array([names.index(row.stratum) for row in rows], dtype=np.uint8),
        )


def fill(
    selection: Selection, stage_number: int, parts: PartsFile, run: Run, report: Callable[[int, int], None] = ignore
) -> None:
    """Completes all strata of a stage, from its candidates in the order of their numbers."""
    plan = selection.plan
    stage = plan.stages[stage_number]
    first_chunk = 0
    while wanted := selection.lacking(stage):
        chunks = range(first_chunk, first_chunk + JOBS_AT_A_TIME)
        rows_by_chunk = parts.known(stage_number, chunks, wanted)
        tasks = [(plan, stage_number, number, wanted) for number in chunks if number not in rows_by_chunk]
        for chunk in run(solve_chunk, tasks):
            parts.store(chunk)
            rows_by_chunk[chunk.number] = chunk.rows
        for number in chunks:
            for row in rows_by_chunk[number]:
                selection.offer(row)
        report(selection.size, plan.size)
        first_chunk += JOBS_AT_A_TIME


class PartsFile:
    """The file of the chunks that are solved, one a line of JSON.  A torn line, or one of another suite, is ignored."""

    def __init__(self, path: Path, plan: SuitePlan) -> None:
        self.path = path
        self._plan = plan
        self._known: dict[tuple[int, int, tuple[str, ...]], list[Row]] = {}
        for line in lines_of(path):
            with suppress(ValueError, KeyError, TypeError):
                self._add(parse_json(line))

    def _add(self, part: Any) -> None:
        """Adds the content of a line, if it is of this suite.  Raises ValueError, KeyError or TypeError for content that
        `store` did not write.
        """
        is_of_this_suite = part["suite"] == self._plan.name and part["seed"] == self._plan.seed
        if not is_of_this_suite or part["size"] != CANDIDATES_A_JOB:
            return
        wanted = tuple(part["wanted"])
        rows = [Row(*row) for row in part["rows"]]
        if all(is_valid(row, wanted) for row in rows):
            self._known[part["stage"], part["chunk"], wanted] = rows

    def known(self, stage: int, numbers: range, wanted: tuple[str, ...]) -> dict[int, list[Row]]:
        """The rows of chunks by number, of those of these chunks that are solved."""
        rows_by_chunk = {}
        for number in numbers:
            rows = self._known.get((stage, number, wanted))
            if rows is not None:
                rows_by_chunk[number] = rows
        return rows_by_chunk

    def store(self, chunk: Chunk) -> None:
        """Appends a chunk.  Raises C4Error if the file cannot be written."""
        part = {
            "suite": self._plan.name,
            "seed": self._plan.seed,
            "stage": chunk.stage,
            "size": CANDIDATES_A_JOB,
            "chunk": chunk.number,
            "wanted": chunk.wanted,
            "rows": chunk.rows,
        }
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(part) + "\n")
        except OSError as error:
            raise C4Error(f"{self.path} cannot be written: {error.strerror or error}") from None

    def remove(self) -> None:
        """Removes the file, if there is one."""
        self.path.unlink(missing_ok=True)


def is_valid(row: Row, strata: tuple[str, ...]) -> bool:
    """Whether a row that was read is one as `solve_chunk` makes it, of one of these strata."""
    if type(row.number) is not int or row.stratum not in strata or len(row.scores) != STANDARD.columns:
        return False
    if not (is_bitboard(row.mine) and is_bitboard(row.theirs)) or row.mine & row.theirs:
        return False
    return all(is_score(score) for score in row.scores)


def is_score(number: Any) -> bool:
    """Whether this can be the score of a column."""
    return type(number) is int and (number == FULL or abs(number) <= MAX_SCORE)


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
    excluded: set[Key] = set()
    for file in exclude:
        excluded |= keys_of(file)
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


def keys_of(file: str) -> set[Key]:
    """The keys of all positions of a text file or a suite.  Raises C4Error if it cannot be read."""
    if file.endswith(".npz"):
        suite = Suite.read(file)
        return {key(int(mine), int(theirs)) for mine, theirs in zip(suite.mine, suite.theirs)}
    try:
        text = read_text(file)
    except OSError as error:
        raise C4Error(f"{file!r} cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise C4Error(f"{file!r} cannot be read: it is not text") from None
    keys = set()
    for line in text.splitlines():
        words = line.split()
        if words:
            position = parse_position(words[0])
            keys.add(key(position.mine, position.theirs))
    return keys


def describe(suite: Suite, path: Path, as_json: bool) -> None:
    """Prints what is in a suite."""
    strata = strata_of(suite)
    decisive = int(suite.decisive.sum())
    if as_json:
        facts = {
            "file": str(path),
            "name": suite.name,
            "seed": suite.seed,
            "positions": len(suite),
            "decisive": decisive,
            "strata": dict(strata),
        }
        print_json(facts)
        return
    positions = pluralise(len(suite), "position")
    click.echo(f"{path}  suite {suite.name}, seed {suite.seed}: {positions}, {decisive:,} of them decisive")
    for place, name in enumerate(suite.strata):
        decisive_of_stratum = int(suite.decisive[suite.stratum == place].sum())
        click.echo(f"  {name:<14} {pluralise(strata[name], 'position'):>15}, {decisive_of_stratum:>5} decisive")
