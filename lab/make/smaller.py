"""Makes a strategy smaller: tries other moves and longer searches for diagrams, in rounds, and keeps what is smaller."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

import click
import numpy as np
from tqdm import tqdm

from c4 import jobs
from c4.callbacks import ignore
from c4.cli.options import jobs_options, json_option, show
from c4.errors import C4Error
from c4.locks import locked
from c4.storage import write_text
from c4.strategy import strategies
from c4.strategy.strategies import DRAW, Stones, Strategy
from c4.strategy.verify import verify
from lab.make.improver import Change, Effort, Improver
from lab.make.maker import Maker, Stopped
from lab.make.strategies import Rows, places_of, rows_of, take_over

POSITIONS_PER_JOB = 60
"""Positions that a job answers anew."""

ROUNDS = 10
"""After this many rounds the effort begins again, with other random numbers."""

FIRST_LEAF_WORK = 60_000
"""Positions visited in search of a diagram that replaces a move, in the first round; doubled every round."""

MAX_LEAF_WORK = 2_000_000
"""The most positions visited in such a search, in any round."""

ROUNDS_WITH_KNOWN_DIAGRAMS = 3
"""In the first rounds other moves are tried with known diagrams only: they replace much, and are quick to test."""

FIRST_REPLY_WORK = 30_000
"""Positions visited in search of a diagram after another move, in the first round that does; doubled every round."""

FIRST_REPLACED = 12
"""The most positions that another move may replace, in the first round; doubled every round."""

MAX_REPLACED = 1000
"""The most positions that another move may replace, in any round."""

SAVE_INTERVAL_SECONDS = 60.0
"""Seconds between two saves, at least."""

SAVE_INTERVAL_IN_SAVES = 20
"""The time between two saves, as a multiple of the time that the last one took, at least."""


def improve(
    path: str | Path,
    hours: float,
    *,
    processes: int | None = 1,
    dask: str | None = None,
    report: Callable[[int], None] = ignore,
    seed: int = 0,
) -> Strategy:
    """Makes the strategy in a file smaller for some hours, writing each smaller one; returns it.  A later call resumes.

    Uses that many `processes` (None: one per core), or the cluster at `dask`.  `report` receives the current number of
    positions.  The number of rounds that are done is in a file beside `path`.  Raises C4Error when the file cannot be
    read or written, while another program makes it smaller, or if the strategy does not hold.
    """
    with locked(path, "improved"):
        strategy = strategies.read(path)
        problem = verify(strategy).problem
        if problem is not None:
            raise C4Error(f"{path} is not improved, because it does not hold: {problem}")
        end = perf_counter() + 3600 * hours
        file = ImprovedFile(path, strategy, improver_of(strategy, seed, end))
        report(file.improver.graph.size)
        try:
            while perf_counter() < end:
                for _ in improve_once(file, end, processes, dask):
                    report(file.improver.graph.size)
                    file.save_if_due()
                if perf_counter() < end:
                    file.note_round()
        except Stopped:
            pass  # the time is over
        finally:
            file.save()
        return file.present_strategy()


class ImprovedFile:
    """The file of a strategy that becomes smaller, with its improver, and the file beside it that counts the rounds."""

    def __init__(self, path: str | Path, strategy: Strategy, improver: Improver) -> None:
        self.strategy = strategy
        self.improver = improver
        self._path = path
        self._rounds_path = Path(f"{path}.rounds")
        self.rounds_done = number_in(self._rounds_path)
        self._size = improver.graph.size
        """The number of positions of the strategy in the file."""
        self._due = perf_counter() + SAVE_INTERVAL_SECONDS

    def present_strategy(self) -> Strategy:
        """The strategy as it is now, in the file or not yet."""
        return self.improver.maker.strategy(self.strategy.root, self.strategy.owner)

    def note_round(self) -> None:
        """Notes that one more round is done.  Raises C4Error if that cannot be written."""
        self.rounds_done += 1
        write_text(self._rounds_path, f"{self.rounds_done}\n")

    def save_if_due(self) -> None:
        """Writes the strategy if it is smaller and the last time is long enough ago.  Raises C4Error as `save` does."""
        if self.improver.graph.size < self._size and perf_counter() > self._due:
            started = perf_counter()
            self.save()
            seconds = perf_counter() - started
            self._due = perf_counter() + max(SAVE_INTERVAL_SECONDS, SAVE_INTERVAL_IN_SAVES * seconds)

    def save(self) -> None:
        """Writes the strategy if it is smaller than that in the file.  Raises C4Error if it does not hold, or cannot be
        written.
        """
        made = self.present_strategy()
        size = made.size().positions
        if size >= self._size:
            return
        problem = verify(made).problem
        if problem is not None:
            raise C4Error(f"the smaller strategy was not written, because the checker refused it: {problem}")
        strategies.write(self._path, made)
        self._size = size


def number_in(path: Path) -> int:
    """The number in a text file, 0 if there is none."""
    try:
        return max(0, int(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return 0


# -- rounds -----------------------------------------------------------------------------------------------------------


def improver_of(strategy: Strategy, seed: int, end: float) -> Improver:
    """An improver of a strategy with the effort of the first round; at the time `end` it raises Stopped."""

    def is_over() -> bool:
        return perf_counter() > end

    maker = Maker(strategy.result == DRAW, seed=seed, stopped=is_over)
    maker.adopt(strategy)
    return Improver(strategy, maker, effort_of_round(0), seed)


def effort_of_round(done: int) -> Effort:
    """The effort of a round, after `done` others."""
    number = done % ROUNDS
    reply_work = 0
    if number >= ROUNDS_WITH_KNOWN_DIAGRAMS:
        reply_work = FIRST_REPLY_WORK * 2 ** (number - ROUNDS_WITH_KNOWN_DIAGRAMS)
    return Effort(
        leaf_work=min(MAX_LEAF_WORK, FIRST_LEAF_WORK * 2**number),
        reply_work=reply_work,
        replaced=min(MAX_REPLACED, FIRST_REPLACED * 2**number),
    )


def improve_once(file: ImprovedFile, end: float, processes: int | None, dask: str | None) -> Iterator[None]:
    """Answers every position anew, once; yields after every change, or after every job.  Raises Stopped."""
    improver = file.improver
    improver.effort = effort_of_round(file.rounds_done)
    if processes == 1 and dask is None:
        for stones in improver.graph.with_moves():
            if improver.improve(stones) is not None:
                yield
        return
    for rows, changes in jobs.run(improve_chunk, tasks_of_round(file, end), jobs=processes, dask=dask):
        adopt_changes(improver, rows, changes)
        yield


# -- jobs -------------------------------------------------------------------------------------------------------------


def tasks_of_round(file: ImprovedFile, end: float) -> Iterator[tuple[Strategy, list[Stones], Effort, int, float]]:
    """The arguments of `improve_chunk` for each part of the positions.

    They are made one by one, when a process asks for work: so the strategy in each has what the parts before it found,
    and `seconds` what is left of the time.
    """
    improver = file.improver
    positions = improver.graph.with_moves()
    starts = list(range(0, len(positions), POSITIONS_PER_JOB))
    random.Random(file.rounds_done).shuffle(starts)
    for start in starts:
        seconds = end - perf_counter()
        if seconds > 0:
            part = positions[start : start + POSITIONS_PER_JOB]
            yield file.present_strategy(), part, improver.effort, file.rounds_done + start, seconds


def improve_chunk(
    strategy: Strategy, positions: list[Stones], effort: Effort, seed: int, seconds: float
) -> tuple[Rows, list[Change]]:
    """One job: answers positions anew, for at most so many seconds.

    Returns the work of the maker, with everything that the changes need, and the changes.
    """
    improver = improver_of(strategy, seed, perf_counter() + seconds)
    improver.effort = effort
    changes = []
    try:
        for stones in positions:
            change = improver.improve(stones)
            if change is not None:
                changes.append(change)
    except Stopped:
        pass  # the changes so far are of use
    return rows_of(improver.maker), changes


def adopt_changes(improver: Improver, rows: Rows, changes: list[Change]) -> None:
    """Adopts what a job returned, one change at a time; those that would make the strategy larger are dropped."""
    places = places_of(improver.maker.pool, rows.diagrams)
    # A changed position gets its leaf by `apply`, which counts the positions that are needed no more.
    changed = {change.stones for change in changes}
    is_other = [(own, other) not in changed for own, other, _, _ in rows.leaves.tolist()]
    other_leaves = rows.leaves[np.array(is_other, dtype=bool)]
    take_over(improver.maker, rows._replace(leaves=other_leaves))
    for change in changes:
        if change.leaf is None:
            improver.apply(change)
        else:
            place, mirrored = change.leaf
            improver.apply(Change(change.stones, leaf=(places[place], mirrored)))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--hours", type=click.FloatRange(min=0), required=True, help="Time to spend.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search.")
@jobs_options
@json_option
def command(file: str, hours: float, seed: int, jobs: int | None, dask: str | None, as_json: bool) -> None:
    """Makes the strategy in FILE smaller: longer searches for diagrams, and other moves.  It never grows.

    FILE is written whenever it has become smaller; Ctrl-C loses at most a minute, and the same command resumes.
    `--jobs 1` is the best use of one core beside other work.
    """
    with tqdm(unit=" positions", disable=None) as bar:

        def report(positions: int) -> None:
            if bar.total is None:
                bar.total = positions
            removed = bar.total - positions
            bar.set_description(f"{positions:,} positions")
            bar.update(removed - bar.n)

        try:
            made = improve(file, hours, processes=jobs, dask=dask, report=report, seed=seed)
        except KeyboardInterrupt:
            bar.close()
            click.echo(f"stopped; {file} holds the smallest strategy so far", err=True)
            sys.exit(130)
    show({"file": file, **made.size().facts()}, f"{file}: {made.size()}", as_json)
