"""Makes labels (`c4.truth.labels`): draws positions, solves them, in independent jobs.  Imports numpy and the solver.

The work is an endless row of numbered chunks.  A chunk draws a fixed number of positions of every kind from random
numbers of its own (seed, number) and solves them with the table of its process; chunk 0 holds the positions of the
book, which cost nothing.  How many are made depends on the number of labels wanted alone, so the same command makes
the same labels, in one run or several, by one process or many.  The file says which chunks are in it, and the command
goes on where it was stopped: a kill costs what was done since the last save.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from c4 import evaluators
from c4.compiled import splitmix
from c4.compiled.board import board_of, constant_board
from c4.compiled.kinds import address_of
from c4.evaluators.ntuple import NTuple
from c4.evaluators.quiet import QUIET, play_out
from c4.files import alone, stamp
from c4.game.rules import STANDARD, C4Error
from c4.interrupts import uninterrupted
from c4.jobs import Run
from c4.solver import questions
from c4.solver.table import Control
from c4.solver.transpositions import Table
from c4.solver.work import ALL, FAR
from c4.truth import drawing, labels
from c4.truth.book import book_for
from c4.truth.drawing import FROM_START, GOOD, RANDOM
from c4.truth.labels import Labels, merged, smallest_codes, stones_of

TABLE_BITS = 22
"""Every process keeps a solver table of 64 MB."""

ROUND = 64
"""Jobs given out at a time."""

SAVE_SECONDS = 60.0
"""Seconds between two saves."""

AFTER = {
    9: 3, 10: 9, 11: 18, 12: 45, 13: 100, 14: 240, 15: 450, 16: 900, 17: 1500, 18: 2400, 19: 3000, 20: 3600, 21: 3600,
    22: 3600, 23: 3600, 24: 3600, 25: 2700, 26: 2400, 27: 2000, 28: 1500, 29: 1200, 30: 900, 31: 700, 32: 500, 33: 300,
    34: 210, 35: 120, 36: 90, 37: 60, 38: 30, 39: 15,
}  # fmt: skip
"""By ply of the root, how many positions after its columns a chunk holds; two parts at random, one from good play.
Early positions are few because they are dear: at ply 9 a label takes a tenth of a second."""

LATE = 28
"""Roots from here on are all from good play: few random games last so long."""

LEAVES = {4: 600, 6: 250, 8: 40}
"""By depth of the search, how many of its leaves a chunk holds at most for each of ..."""

LEAF_ROOTS = range(7, 26)
"""... these plies of the root; where they are dear, half as many as there are of the positions that early."""


EVEN = 20
"""How many positions after the columns of the roots of each ply a chunk of an even mix holds."""

OPENINGS = {
    9: 60, 10: 120, 11: 180, 12: 300, 13: 450, 14: 600, 15: 900, 16: 1200, 17: 1500, 18: 1500, 19: 1500, 20: 1500,
}  # fmt: skip
"""By ply, how many positions a chunk of openings holds: after the columns of games that are good play throughout."""

OPENING = 8
"""Positions of so many plies at most are in the book, and are taught whole."""


BOOK = 98_138
"""How many positions the chunk of the book holds."""

Kind = tuple[int, int, int, int]
"""Some positions of a chunk: the ply of their roots, where these come from, the depth of the search, how many."""


class Plan(NamedTuple):
    """What is drawn: a seed, the plies of the roots (first, last), whether exact scores are wanted, and whether there
    are as many positions of every ply, or openings only."""

    seed: int = 1
    first: int = 9
    last: int = 39
    scores: bool = False
    even: bool = False
    openings: bool = False


def player() -> NTuple:
    """The evaluator of the good play, and of the searches whose leaves are taken."""
    found = evaluators.load("ntuple")
    assert isinstance(found, NTuple)
    return found


@lru_cache(maxsize=1)
def kept_table() -> Table:
    """The solver table of this process."""
    return Table(TABLE_BITS)


# -- a chunk ----------------------------------------------------------------------------------------------------------


def make_chunk(plan: Plan, number: int) -> tuple[int, np.ndarray, np.ndarray]:
    """A job: the number, the codes of a chunk's positions, and for each its result, or its score, for who began."""
    if number == 0:
        return number, *from_book(plan.scores)
    random = splitmix.start((plan.seed << 32) + number)
    found = [draw(random, *kind) for kind in kinds(plan, number)]
    codes = np.unique(np.concatenate([smallest_codes(*as_began(stones)) for stones in found]))
    return number, codes, solve(codes, plan.scores)


def kinds(plan: Plan, number: int) -> Iterator[Kind]:
    """Everything in a chunk."""
    if plan.openings:
        yield from ((ply - 1, FROM_START, 1, wanted) for ply, wanted in OPENINGS.items())
        return
    for ply in range(plan.last, plan.first - 1, -1):
        wanted = EVEN if plan.even else AFTER.get(ply, 0)
        good = wanted // 3 if ply < LATE else wanted
        yield ply, RANDOM, 1, wanted - good
        yield ply, GOOD, 1, good
        if ply in LEAF_ROOTS:
            for depth, leaves in LEAVES.items():
                dear = EVEN if plan.even else AFTER[ply + depth - 1]
                yield ply, RANDOM if (ply + number) % 2 else GOOD, depth, min(leaves, dear // 2)


def size_of(plan: Plan) -> int:
    """How many positions a chunk draws."""
    return sum(wanted for _, _, _, wanted in kinds(plan, 1))


def chunks_of(plan: Plan, count: int) -> int:
    """How many chunks are needed to draw so many positions, with that of the book."""
    return 1 + max(0, math.ceil((count - BOOK) / size_of(plan)))


def drawn(plan: Plan, chunks: int) -> int:
    """How many positions so many chunks draw; those drawn twice count twice."""
    return BOOK + (chunks - 1) * size_of(plan) if chunks else 0


def draw(random: np.ndarray, ply: int, source: int, depth: int, wanted: int) -> np.ndarray:
    """Positions of one kind, uint64 (n, 2), see `c4.truth.drawing.draw`."""
    found = np.zeros((wanted, 2), dtype=np.uint64)
    there = drawing.draw(random, ply, source, depth, found, board_of(STANDARD), player().tables(STANDARD))
    return found[:there]


def as_began(stones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(stones of who began, of the other) from (side to move, other)."""
    mover, other = stones[:, 0], stones[:, 1]
    began = np.bitwise_count(mover) == np.bitwise_count(other)
    return np.where(began, mover, other), np.where(began, other, mover)


def solve(codes: np.ndarray, scores: bool) -> np.ndarray:
    """int8 (n,): the result for who began of each position, or with `scores` its exact score; 0 after Ctrl-C."""
    first, second = stones_of(codes)
    began = np.bitwise_count(first) == np.bitwise_count(second)
    order = np.argsort(-np.bitwise_count(first | second).astype(np.int64), kind="stable")
    stones = np.stack((np.where(began, first, second), np.where(began, second, first)), axis=1)[order]
    found = np.zeros((len(codes), 3), dtype=np.int64)
    control = Control.new()
    kept_table().prepare(STANDARD, control)
    questions.narrow(
        stones, found, -FAR, FAR, not scores, ALL, ALL, True, address_of(control), constant_board(STANDARD)
    )
    value = np.where(found[:, 0] > 0, found[:, 0], np.where(found[:, 1] < 0, found[:, 1], 0))
    answer = np.empty(len(codes), dtype=np.int8)
    answer[order] = np.where(began[order], value, -value)
    return answer if scores else np.sign(answer)


def from_book(scores: bool, plies: int = OPENING) -> tuple[np.ndarray, np.ndarray]:
    """The codes of the quiet positions of the book up to some ply, and their results or scores for who began."""
    from c4.truth.bookmaking import levels

    book = book_for(STANDARD)
    assert book is not None
    codes, answers = [], []
    for ply, level in enumerate(levels(STANDARD, plies)):
        known = np.asarray(book.scores[book.starts[ply] : book.starts[ply + 1]])
        stones = np.stack((level.mine, level.theirs), axis=1)
        quiet = np.array([is_quiet(mine, theirs) for mine, theirs in stones], dtype=bool)
        codes.append(smallest_codes(*as_began(stones[quiet])))
        answers.append(known[quiet] if ply % 2 == 0 else -known[quiet])
    code, first = np.unique(np.concatenate(codes), return_index=True)
    answer = np.concatenate(answers)[first]
    return code, answer if scores else np.sign(answer)


def is_quiet(mine: np.uint64, theirs: np.uint64) -> bool:
    """Whether nobody can win with the next stone."""
    after, _, comes_to = play_out(mine, theirs, board_of(STANDARD))
    return bool(comes_to == QUIET and after == mine)


# -- the whole --------------------------------------------------------------------------------------------------------


def make(
    path: str | Path,
    plan: Plan,
    count: int,
    excluded: np.ndarray,
    run: Run,
    report: Callable[[int, int], None] = lambda done, total: None,
    stop: Callable[[], bool] = lambda: False,
) -> Labels:
    """Draws `count` positions in whole chunks, or until `stop()`, solves and writes them; adds to what the file has.

    `excluded` are the codes of positions that must not be in it; `run` as `c4.jobs.run`; `report(done, count)` is
    called after every chunk.  Raises C4Error for a file of another plan, when nothing can be written, while another
    program makes the same file, and as `run` does.
    """
    with alone(path, "made"):
        return _make(Path(path), plan, count, excluded, run, report, stop)


def _make(
    path: Path,
    plan: Plan,
    count: int,
    excluded: np.ndarray,
    run: Run,
    report: Callable[[int, int], None],
    stop: Callable[[], bool],
) -> Labels:
    asked = plan._asdict()
    even, openings = asked.pop("even"), asked.pop("openings")
    if not even:
        asked["mix"] = {str(ply): number for ply, number in OPENINGS.items()} if openings else mix()
    about = {"made_by": {**asked, "player": digest(player())}, "chunks": []}
    whole = labels.read(path) if stamp(path) is not None else empty(plan, about)
    if whole.about.get("made_by") != about["made_by"]:
        raise C4Error(f"{path} was made otherwise (seed, plies, evaluator or scores): name another file")
    done: set[int] = set(whole.about["chunks"])
    waiting: list[Labels] = []
    wanted = chunks_of(plan, count)
    saved = monotonic()

    def save() -> Labels:
        with uninterrupted():
            nonlocal whole
            if waiting:
                whole = merged([whole, *waiting], {**about, "chunks": sorted(done)}).without(excluded)
                whole.write(path)
                waiting.clear()
            return whole

    report(min(count, drawn(plan, len(done))), count)
    try:
        before = frozenset(done)
        left = (number for number in range(wanted) if number not in before)
        while not stop() and (tasks := [(plan, number) for number in islice(left, ROUND)]):
            for number, codes, answers in run(make_chunk, tasks):
                waiting.append(Labels(codes, np.sign(answers), {}, answers if plan.scores else None))
                done.add(number)
                report(min(count, drawn(plan, len(done))), count)
                if stop():
                    break
                if monotonic() - saved > SAVE_SECONDS:
                    save()
                    saved = monotonic()
    finally:
        found = save()
    return found


def empty(plan: Plan, about: dict[str, Any]) -> Labels:
    """No labels."""
    none = np.zeros(0, dtype=np.int8)
    return Labels(np.zeros(0, dtype=np.uint64), none, about, none if plan.scores else None)


def mix() -> dict[str, Any]:
    """How many positions of each kind a chunk holds, for the header."""
    after = {str(ply): number for ply, number in AFTER.items()}
    leaves = {str(depth): number for depth, number in LEAVES.items()}
    return {"after": after, "leaves": leaves, "leaf_roots": [LEAF_ROOTS.start, LEAF_ROOTS.stop - 1]}


def apart(suites: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """The codes of all that must not be learned: the families of the positions (side to move, other) of these suites.

    Of suite p, which holds much of the opening, only what comes after the book: the opening is no secret.
    """
    codes = []
    for name, (mine, theirs) in suites.items():
        found = family(mine, theirs)
        if name == "p":
            first, second = stones_of(found)
            found = found[np.bitwise_count(first | second) > OPENING]
        codes.append(found)
    return np.unique(np.concatenate(codes))


def digest(evaluator: NTuple) -> str:
    """Which weights an evaluator has."""
    return f"ntuple {hashlib.sha256(evaluator.weights.tobytes()).hexdigest()[:12]}"


def family(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """The codes of positions (side to move, other), their children and grandchildren, also after forced replies."""
    generation = np.stack((mine, theirs), axis=1)
    codes = []
    for _ in range(3):
        settled = generation.copy()
        drawing.play_out_all(settled, np.empty(len(settled), dtype=bool), board_of(STANDARD))
        codes += [smallest_codes(*as_began(generation)), smallest_codes(*as_began(settled))]
        after = []
        for column in range(STANDARD.columns):
            free = generation[:, 0] | generation[:, 1]
            cell = free + np.uint64(STANDARD.bottom) & np.uint64(STANDARD.column_mask(column))
            there = cell != 0
            after.append(np.stack((generation[there, 1], (generation[:, 0] | cell)[there]), axis=1))
        generation = np.unique(np.concatenate(after), axis=0)
    return np.unique(np.concatenate(codes))
