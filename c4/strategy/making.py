"""Makes a strategy file, in this process or in several, resumable, checked before it is written.  Imports the maker.

With several processes the first plies are settled here, and each position at their end by one of the processes.  These
do not see each other's positions, so the whole is a little larger than from one process; it is taken over in the order
of the positions, so that it does not depend on how many processes there are or where.  Imports jobs, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter

import numpy as np

from c4 import jobs, models
from c4.files import alone
from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error
from c4.strategy import graph
from c4.strategy.diagram import check_board
from c4.strategy.graph import DRAW, Stones, Strategy
from c4.strategy.maker import WORK, Maker, Stopped, task
from c4.strategy.verify import verify

PART = "strategy-part"
EVERY = 20.0
"""Seconds between two saves of finished work."""

AHEAD = 4
"""How many plies are settled here before the rest goes to several processes."""

LATE = 10
"""With more stones than this a strategy is made so quickly that one process does it."""

Report = Callable[[int, int], None]
"""Called with (positions settled so far, positions known so far)."""

Rows = tuple[np.ndarray, np.ndarray, np.ndarray]
"""moves uint64 (n, 3): own, other, cell; leaves uint64 (n, 4): own, other, place, turned; diagrams uint64 (n, 6)."""


def make(
    position: Position,
    path: str | Path,
    *,
    work: int = WORK,
    seed: int = 0,
    number: int | None = None,
    dask: str | None = None,
    report: Report = lambda done, total: None,
) -> Strategy:
    """Makes the strategy of a position, writes it to `path`, and returns it.

    It is the winner's strategy or, in a drawn position, one that holds the draw for the side to move.  Uses `number`
    processes (None: one per core), or the cluster at `dask`.  Finished work is kept in a file beside `path`, with which
    the same call resumes.  Raises C4Error for a finished game, another board, when a file cannot be written, and while
    another program makes it.
    """
    with alone(path, "made"):
        return _make(position, path, work, seed, number, dask, report)


def _make(
    position: Position, path: str | Path, work: int, seed: int, number: int | None, dask: str | None, report: Report
) -> Strategy:
    check_board(position)
    owner, result = task(position)
    part = Path(f"{path}.part")
    maker = Maker(result == DRAW, work, seed=seed)
    label = {"learner": PART, "rules": STANDARD.content(), "root": format_position(position)}
    resume(maker, part, label)
    first = Strategy(position, owner, result).first()
    settled = [0, perf_counter()]

    def progress(done: int) -> None:
        report(done, done + len(first))
        if perf_counter() - settled[1] > EVERY:
            keep(maker, part, label)
            settled[1] = perf_counter()

    report(len(maker.moves) + len(maker.leaves), len(maker.moves) + len(maker.leaves) + len(first))
    maker.progress = progress
    try:
        if number != 1 and position.ply < LATE:
            _in_parts(maker, first, position.ply + AHEAD, number, dask)
        for stones in first:
            maker.solve(stones)
    except (KeyboardInterrupt, Stopped):
        keep(maker, part, label)
        raise KeyboardInterrupt from None
    made = maker.strategy(position, owner)
    found = verify(made)
    if found.problem is not None:
        raise C4Error(f"the strategy was not written, because the checker refused it: {found.problem}")
    graph.write(path, made)
    part.unlink(missing_ok=True)
    return made


def _in_parts(maker: Maker, first: list[Stones], down_to: int, number: int | None, dask: str | None) -> None:
    """Settles the first plies here, and the open positions below in other processes."""
    for stones in first:
        maker.solve(stones, down_to)

    marks = maker.pool.marks.copy()
    tasks = [(place, stones, maker.hold, maker.work, marks) for place, stones in enumerate(maker.open_below(first))]
    waiting: dict[int, Rows] = {}
    taken = 0
    try:
        for place, rows in jobs.run(settle, tasks, jobs=number, dask=dask):
            waiting[place] = rows
            while taken in waiting:
                take_over(maker, waiting.pop(taken))
                taken += 1
    finally:  # after a stop what has come out of turn is kept, too
        for _, rows in sorted(waiting.items()):
            take_over(maker, rows)


def settle(seed: int, stones: Stones, hold: bool, work: int, marks: np.ndarray) -> tuple[int, Rows]:
    """One job: settles everything below a position, from the diagrams known before all jobs; the seed is its place."""
    maker = Maker(hold, work, seed=seed)
    for row in marks[1:]:
        maker.pool.add(row)
    maker.solve(stones)
    return seed, rows_of(maker)


# -- what is kept -----------------------------------------------------------------------------------------------------


def rows_of(maker: Maker) -> Rows:
    """The work of a maker, as arrays."""
    moves = [(own, other, cell) for (own, other), cell in maker.moves.items()]
    leaves = [(own, other, place, int(turned)) for (own, other), (place, turned) in maker.leaves.items()]
    return (
        np.array(moves, np.uint64).reshape(-1, 3),
        np.array(leaves, np.uint64).reshape(-1, 4),
        maker.pool.marks.copy(),
    )


def take_over(maker: Maker, rows: Rows) -> None:
    """Adds the work of another maker."""
    moves, leaves, diagrams = rows
    places = [maker.pool.add_once(row) for row in diagrams]
    for own, other, place, turned in leaves.tolist():
        if (own, other) not in maker.moves:
            maker.leaves.setdefault((own, other), (places[place], bool(turned)))
    for own, other, cell in moves.tolist():
        if (own, other) not in maker.leaves:
            maker.moves.setdefault((own, other), cell)
    maker.progress(len(maker.moves) + len(maker.leaves))


def keep(maker: Maker, path: Path, label: Mapping[str, object]) -> None:
    """Writes the work of a maker."""
    moves, leaves, diagrams = rows_of(maker)
    arrays = {"moves": moves, "leaves": leaves, "diagrams": diagrams}
    models.write_arrays(path, {**label, "learner": PART}, arrays, compressed=True)


def resume(maker: Maker, path: Path, label: Mapping[str, object]) -> bool:
    """Reads the saved work of the same task; False if there is none, or none that fits."""
    if not path.exists():
        return False
    try:
        graph.check_size(path)
        content, arrays = models.read_arrays(
            path, PART, {"moves": ("uint64", 2), "leaves": ("uint64", 2), "diagrams": ("uint64", 2)}
        )
        if any(content.get(name) != value for name, value in label.items()):
            return False
        take_over(maker, (arrays["moves"], arrays["leaves"], arrays["diagrams"]))
    except (C4Error, ValueError, IndexError):
        return False
    return True
