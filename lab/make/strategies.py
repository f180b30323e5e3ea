"""Makes a strategy (`lab.make.maker`), in one process or in several, and writes it; a part of it is saved meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click
import numpy as np

from c4 import jobs, models
from c4.callbacks import ignore
from c4.cli.options import jobs_options, json_option, show
from c4.errors import C4Error
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.locks import locked
from c4.strategy import strategies
from c4.strategy.diagram import check_board
from c4.strategy.diagram_search import Pool, owners_and_result
from c4.strategy.strategies import DRAW, Stones, Strategy
from c4.strategy.verify import verify
from lab.make.maker import DIAGRAM_POSITIONS, Maker
from lab.progress import making

PART_FORMAT = "strategy-part"
"""The kind of file that holds the finished part of a strategy."""

SAVE_INTERVAL_SECONDS = 20.0
"""Seconds between two saves of finished work."""

PLIES_BEFORE_JOBS = 4
"""How many plies are settled in this process before the rest goes to several."""

DISCS_FOR_ONE_PROCESS = 10
"""With so many discs or more on the board a strategy is made so quickly that one process does it."""

Report = Callable[[int, int], None]
"""Called with (positions settled so far, positions known so far)."""


class Rows(NamedTuple):
    """The work of a maker, as arrays of uint64.

    moves     (n, 3): the discs of the owner, of the other side, the cell of the move
    leaves    (n, 4): the discs of the owner, of the other side, the place of the diagram, whether mirrored
    diagrams  (n, 6): the marks of the diagrams
    """

    moves: np.ndarray
    leaves: np.ndarray
    diagrams: np.ndarray


def make(
    position: Position,
    path: str | Path,
    *,
    work: int = DIAGRAM_POSITIONS,
    seed: int = 0,
    processes: int | None = None,
    dask: str | None = None,
    report: Report = ignore,
    draws: int | None = None,
) -> Strategy:
    """Makes the strategy of a position, writes it to `path`, and returns it.

    It is the winner's strategy.  In a drawn position it holds the draw for the player `draws`: 0 or 1, None for the side
    to move.  Uses that many `processes` (None: one per core), or the cluster at `dask`.  Settled positions are in a file
    beside `path`, with which the same call resumes.  Raises C4Error for a finished game, another board, when a file
    cannot be written, and while another program makes the strategy.
    """
    with locked(path, "made"):
        check_board(position)
        owner, result = owner_and_result(position, draws)
        maker = Maker(result == DRAW, work, seed=seed)
        part = PartFile(Path(f"{path}.part"), maker, position, owner)
        part.resume()
        first = Strategy(position, owner, result).first_positions()

        def report_and_save(settled: int) -> None:
            report(settled, settled + len(first))
            part.save_if_due()

        resumed = len(maker.moves) + len(maker.leaves)
        report(resumed, resumed + len(first))
        maker.progress = report_and_save
        try:
            if processes != 1 and position.ply < DISCS_FOR_ONE_PROCESS:
                solve_in_jobs(maker, first, position.ply + PLIES_BEFORE_JOBS, processes, dask)
            for stones in first:
                maker.solve(stones)
        except KeyboardInterrupt:
            part.save()
            raise
        made = maker.strategy(position, owner)
        problem = verify(made).problem
        if problem is not None:
            raise C4Error(f"the strategy was not written, because the checker refused it: {problem}")
        strategies.write(path, made)
        part.remove()
        return made


def owner_and_result(position: Position, draws: int | None) -> tuple[int, str]:
    """The player who owns the strategy of a position, and its result, WIN or DRAW; `draws` as for `make`."""
    owners, result = owners_and_result(position)
    if result == DRAW and draws is not None:
        return draws, result
    return owners[0], result


def solve_in_jobs(maker: Maker, first: list[Stones], down_to: int, processes: int | None, dask: str | None) -> None:
    """Settles positions of at most `down_to` discs in this process, and the open positions below them in jobs.

    The results of the jobs are used in the order of the positions, so that the strategy does not depend on which job
    ends first.  After a stop those that came out of turn are used, too.
    """
    for stones in first:
        maker.solve(stones, down_to)
    marks = maker.pool.marks.copy()
    tasks = [(place, stones, maker.hold, maker.work, marks) for place, stones in enumerate(maker.open_below(first))]
    out_of_turn: dict[int, Rows] = {}
    next_place = 0
    try:
        for place, rows in jobs.run(settle, tasks, jobs=processes, dask=dask):
            out_of_turn[place] = rows
            while next_place in out_of_turn:
                take_over(maker, out_of_turn.pop(next_place))
                next_place += 1
    finally:
        for _, rows in sorted(out_of_turn.items()):
            take_over(maker, rows)


def settle(place: int, stones: Stones, hold: bool, work: int, marks: np.ndarray) -> tuple[int, Rows]:
    """One job: settles everything below a position; returns its place, and the work of its maker.

    `marks`, uint64 (n, 6), are the diagrams known before all jobs.  The place among the jobs is the seed.
    """
    maker = Maker(hold, work, seed=place)
    for row in marks[1:]:  # every pool begins with the same diagram
        maker.pool.add(row)
    maker.solve(stones)
    return place, rows_of(maker)


# -- the work of a maker, in jobs and in a file -----------------------------------------------------------------------


def rows_of(maker: Maker) -> Rows:
    """The work of a maker, as arrays."""
    moves = [(own, other, cell) for (own, other), cell in maker.moves.items()]
    leaves = [(own, other, place, int(mirrored)) for (own, other), (place, mirrored) in maker.leaves.items()]
    return Rows(
        moves=np.array(moves, np.uint64).reshape(-1, 3),
        leaves=np.array(leaves, np.uint64).reshape(-1, 4),
        diagrams=maker.pool.marks.copy(),
    )


def places_of(pool: Pool, diagrams: np.ndarray) -> list[int]:
    """The indices in a pool of diagrams, uint64 (n, 6).  Adds those that it does not have."""
    places = []
    for marks in diagrams:
        known = np.flatnonzero((pool.marks == marks).all(axis=1))
        places.append(int(known[0]) if len(known) else pool.add(marks))
    return places


def take_over(maker: Maker, rows: Rows) -> None:
    """Adds the work of another maker; a position that has an answer keeps it."""
    places = places_of(maker.pool, rows.diagrams)
    for own, other, place, mirrored in rows.leaves.tolist():
        if (own, other) not in maker.moves:
            maker.leaves.setdefault((own, other), (places[place], bool(mirrored)))
    for own, other, cell in rows.moves.tolist():
        if (own, other) not in maker.leaves:
            maker.moves.setdefault((own, other), cell)
    maker.progress(len(maker.moves) + len(maker.leaves))


class PartFile:
    """The file beside a strategy in the making that holds the finished work of its maker."""

    def __init__(self, path: Path, maker: Maker, root: Position, owner: int) -> None:
        self.path = path
        self._maker = maker
        self._saved_at = perf_counter()
        self._header: dict[str, object] = {
            "learner": PART_FORMAT,
            "rules": STANDARD.content(),
            "root": format_position(root),
            "owner": owner,
        }

    def resume(self) -> None:
        """Adds the work in the file to the maker, unless there is none, or it is damaged or of another strategy."""
        if not self.path.exists():
            return
        with suppress(C4Error, ValueError, IndexError):
            header, arrays = models.read_arrays(
                self.path,
                PART_FORMAT,
                {"moves": ("uint64", 2), "leaves": ("uint64", 2), "diagrams": ("uint64", 2)},
                strategies.MAX_FILE_BYTES,
            )
            if all(header.get(name) == value for name, value in self._header.items()):
                take_over(self._maker, Rows(arrays["moves"], arrays["leaves"], arrays["diagrams"]))

    def save(self) -> None:
        """Writes the work of the maker."""
        arrays = rows_of(self._maker)._asdict()
        models.write_arrays(self.path, self._header, arrays, compressed=True)
        self._saved_at = perf_counter()

    def save_if_due(self) -> None:
        """Writes the work of the maker, if the last time is SAVE_INTERVAL_SECONDS ago."""
        if perf_counter() - self._saved_at > SAVE_INTERVAL_SECONDS:
            self.save()

    def remove(self) -> None:
        """Removes the file, if there is one."""
        self.path.unlink(missing_ok=True)


@click.command()
@click.argument("position")
@click.option("--out", "path", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@click.option(
    "--work",
    type=click.IntRange(min=1000),
    default=DIAGRAM_POSITIONS,
    show_default=True,
    help="Positions tried for one diagram: more take longer and give smaller strategies.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search.")
@click.option("--draws", type=click.IntRange(1, 2), help="In a drawn position: the player who holds the draw.")
@jobs_options
@json_option
def command(
    position: str, path: str, work: int, seed: int, draws: int | None, jobs: int | None, dask: str | None, as_json: bool
) -> None:
    """Makes a strategy for the side that wins POSITION; if neither side does, one that holds the draw.

    The same command resumes after Ctrl-C or a kill: settled positions are kept in FILE.part until the strategy is
    written.
    """
    holder = None if draws is None else draws - 1
    with making("positions", "settled", resumed=Path(path)) as report:
        made = make(
            parse_position(position), path, work=work, seed=seed, processes=jobs, dask=dask, report=report, draws=holder
        )
    facts = {"file": path, **made.size().facts(), "result": str(made.result)}
    show(facts, f"{path}: {made.size()}, {made.result}", as_json)
