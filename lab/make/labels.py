"""Makes labels (`c4.exact.labels`): draws positions, solves them, in independent jobs.  Imports numpy and the solver.

The work is an endless row of numbered chunks.  A chunk draws a fixed number of positions of every kind from random
numbers of its own (seed, number) and solves them with the table of its process; chunk 0 holds the positions of the
book, which cost nothing.  How many are made depends on the number of labels wanted alone, so the same command makes
the same labels, in one run or several, by one process or many.  The file says which chunks are in it, and the command
goes on where it was stopped: a kill costs what was done since the last save.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import click
import numpy as np

from c4 import evaluators
from c4.arena.suites import NAMES, Suite
from c4.callbacks import ignore, never
from c4.cli.options import jobs_options, json_option, print_json
from c4.errors import C4Error
from c4.evaluators.ntuple import NTuple
from c4.exact import labels
from c4.exact.book import book_for
from c4.exact.labels import Labels, stones_of
from c4.game.rules import STANDARD
from c4.interrupts import check, uninterrupted
from c4.jobs import Run, run
from c4.kernels import splitmix
from c4.kernels.board import board_of, constant_board
from c4.kernels.kinds import address_of
from c4.locks import locked
from c4.models import make_user_folder
from c4.solver import questions
from c4.solver.solver import ALL_QUESTIONS, FAR
from c4.solver.table import Control
from c4.storage import stamp, write_bytes
from c4.text import pluralise
from lab.make import label_positions as drawing
from lab.make.books import Level, levels
from lab.make.files import counts, joined, merged, smallest_codes, without, write_labels
from lab.make.label_positions import FROM_START, GOOD, RANDOM
from lab.make.tables import shared_table
from lab.progress import making

JOBS_AT_A_TIME = 64
"""Jobs given out at a time."""

SAVE_SECONDS = 60.0
"""Seconds between two saves."""

POSITIONS_OF_ROOT_PLY = {
    9: 3, 10: 9, 11: 18, 12: 45, 13: 100, 14: 240, 15: 450, 16: 900, 17: 1500, 18: 2400, 19: 3000, 20: 3600, 21: 3600,
    22: 3600, 23: 3600, 24: 3600, 25: 2700, 26: 2400, 27: 2000, 28: 1500, 29: 1200, 30: 900, 31: 700, 32: 500, 33: 300,
    34: 210, 35: 120, 36: 90, 37: 60, 38: 30, 39: 15,
}  # fmt: skip
"""By ply of the root, how many positions after its columns a chunk holds; two parts at random, one from good play.
Early positions are few because they are dear: at ply 9 a label takes a tenth of a second."""

FIRST_PLY_OF_GOOD_PLAY = 28
"""Roots from here on are all from good play: few random games last so long."""

LEAVES = {4: 600, 6: 250, 8: 40}
"""By depth of the search, how many of its leaves a chunk holds at most for each ply of LEAF_ROOTS.  Where leaves are dear
these are half as many as the positions that POSITIONS_OF_ROOT_PLY has of their ply.
"""

LEAF_ROOTS = range(7, 26)
"""The plies of the roots of these searches."""

OPENINGS = {
    9: 60, 10: 120, 11: 180, 12: 300, 13: 450, 14: 600, 15: 900, 16: 1200, 17: 1500, 18: 1500, 19: 1500, 20: 1500,
}  # fmt: skip
"""By ply, how many positions a chunk of openings holds: after the columns of games that are good play throughout."""

MAX_SMALL_CHUNK = 5_000
"""The most positions of a small chunk, some seconds of work."""

OPENING = 8
"""Positions of so many plies at most are in the book, and are taught whole."""

BOOK_POSITIONS = 98_138
"""How many positions the chunk of the book holds."""

NO_POSITIONS = np.zeros(0, dtype=np.uint64)


class Kind(NamedTuple):
    """Some positions of a chunk: the ply of their roots, where these come from (RANDOM, GOOD, FROM_START), the depth of
    the search, and how many are drawn.
    """

    ply: int
    source: int
    depth: int
    wanted: int


class LabelsPlan(NamedTuple):
    """What is drawn: a seed, the plies of the roots (first, last), whether these are openings only, and the share of a
    chunk's positions that is drawn."""

    seed: int = 1
    first: int = 9
    last: int = 39
    openings: bool = False
    share: float = 1.0


def player() -> NTuple:
    """The evaluator of the good play, and of the searches whose leaves are taken."""
    evaluator = evaluators.load("ntuple")
    assert isinstance(evaluator, NTuple)
    return evaluator


# -- a chunk ----------------------------------------------------------------------------------------------------------


def make_chunk(plan: LabelsPlan, number: int) -> tuple[int, np.ndarray, np.ndarray]:
    """A job: the number, the codes of a chunk's positions, and for each its result for the first player."""
    if number == 0:
        return number, *from_book()
    random = splitmix.start((plan.seed << 32) + number)
    drawn_stones = [
        draw(random, kind._replace(wanted=math.ceil(kind.wanted * plan.share))) for kind in kinds(plan, number)
    ]
    codes = np.unique(np.concatenate([smallest_codes(*as_began(stones)) for stones in drawn_stones]))
    return number, codes, solve(codes)


def kinds(plan: LabelsPlan, number: int) -> Iterator[Kind]:
    """Everything in a chunk."""
    if plan.openings:
        for ply, wanted in OPENINGS.items():
            yield Kind(ply - 1, FROM_START, 1, wanted)
        return
    for ply in range(plan.last, plan.first - 1, -1):
        wanted = POSITIONS_OF_ROOT_PLY.get(ply, 0)
        good = wanted // 3 if ply < FIRST_PLY_OF_GOOD_PLAY else wanted
        yield Kind(ply, RANDOM, 1, wanted - good)
        yield Kind(ply, GOOD, 1, good)
        if ply in LEAF_ROOTS:
            for depth, leaves in LEAVES.items():
                source = RANDOM if (ply + number) % 2 else GOOD
                most = POSITIONS_OF_ROOT_PLY[ply + depth - 1] // 2
                yield Kind(ply, source, depth, min(leaves, most))


def size_of(plan: LabelsPlan) -> int:
    """How many positions a chunk draws."""
    return sum(kind.wanted for kind in kinds(plan, 1))


def chunks_of(plan: LabelsPlan, count: int) -> int:
    """How many chunks are needed to draw so many positions, with that of the book."""
    return 1 + max(0, math.ceil((count - BOOK_POSITIONS) / size_of(plan)))


def drawn(plan: LabelsPlan, chunks: int) -> int:
    """How many positions so many chunks draw; those drawn twice count twice."""
    return BOOK_POSITIONS + (chunks - 1) * size_of(plan) if chunks else 0


def draw(random: np.ndarray, kind: Kind) -> np.ndarray:
    """Positions of one kind, uint64 (n, 2), see `lab.make.label_positions.draw`."""
    stones = np.zeros((kind.wanted, 2), dtype=np.uint64)
    tables = player().tables(STANDARD)
    evaluate = player().evaluate_kernel
    number = drawing.draw(random, kind.ply, kind.source, kind.depth, stones, board_of(STANDARD), tables, evaluate)
    check()
    return stones[:number]


def as_began(stones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(discs of the first player, of the second) from (side to move, other)."""
    mover = stones[:, 0]
    other = stones[:, 1]
    began = np.bitwise_count(mover) == np.bitwise_count(other)
    return np.where(began, mover, other), np.where(began, other, mover)


def solve(codes: np.ndarray) -> np.ndarray:
    """int8 (n,): the result for the first player of each position; 0 after Ctrl-C."""
    first, second = stones_of(codes)
    first_to_move = np.bitwise_count(first) == np.bitwise_count(second)
    mover = np.where(first_to_move, first, second)
    other = np.where(first_to_move, second, first)
    latest_first = np.argsort(-np.bitwise_count(first | second).astype(np.int64), kind="stable")
    stones = np.stack((mover, other), axis=1)[latest_first]
    result_for_mover = np.empty(len(codes), dtype=np.int8)
    result_for_mover[latest_first] = solve_in_turn(stones)
    return np.where(first_to_move, result_for_mover, -result_for_mover)


def solve_in_turn(stones: np.ndarray) -> np.ndarray:
    """int8 (n,): the result for the side to move of positions uint64 (n, 2), (side to move, other); 0 after Ctrl-C.

    They are solved in the given order, and each finds in the table what was found for those before it.
    """
    bounds = np.zeros((len(stones), 3), dtype=np.int64)  # lower, upper, work
    control = Control.new()
    shared_table().prepare(STANDARD, control)
    weak = True  # the bounds are narrowed until the sign of the score is known
    keep_table = True
    questions.narrow(
        stones,
        bounds,
        -FAR,
        FAR,
        weak,
        ALL_QUESTIONS,
        questions.UNLIMITED,
        keep_table,
        address_of(control),
        constant_board(STANDARD),
    )
    check()
    wins = bounds[:, 0] > 0
    loses = bounds[:, 1] < 0
    return wins.astype(np.int8) - loses.astype(np.int8)


def from_book(plies: int = OPENING) -> tuple[np.ndarray, np.ndarray]:
    """The codes of the quiet positions of the book up to some ply, and their results for the first player."""
    book = book_for(STANDARD)
    assert book is not None
    known = np.split(np.asarray(book.scores), book.starts[1:-1])
    return quiet_ones(list(zip(levels(STANDARD, plies), known)), 0)


def quiet_ones(solved: Iterable[tuple[Level, np.ndarray]], ply: int) -> tuple[np.ndarray, np.ndarray]:
    """The codes of the quiet positions among these levels, each with its scores, from `ply` on; and their results for
    the first player."""
    codes = []
    answers = []
    for number, (level, known) in enumerate(solved, ply):
        stones = np.stack((level.mine, level.theirs), axis=1)
        settled = stones.copy()
        quiet = np.empty(len(stones), dtype=bool)
        drawing.play_out_all(settled, quiet, board_of(STANDARD))
        quiet &= (settled == stones).all(axis=1)
        codes.append(smallest_codes(*as_began(stones[quiet])))
        first_to_move = number % 2 == 0
        answers.append(known[quiet] if first_to_move else -known[quiet])
    code, first_place = np.unique(np.concatenate(codes), return_index=True)
    return code, np.sign(np.concatenate(answers)[first_place])


# -- the whole --------------------------------------------------------------------------------------------------------


def make(
    path: str | Path,
    plan: LabelsPlan,
    count: int,
    excluded: np.ndarray,
    run: Run,
    report: Callable[[int, int], None] = ignore,
    stop: Callable[[], bool] = never,
) -> Labels:
    """Draws `count` positions in whole chunks, or until `stop()`, solves and writes them; adds to what the file has.

    `excluded` are the codes of positions that must not be in it; `run` as `c4.jobs.run`; `report(done, count)` is
    called after every chunk.  Raises C4Error for a damaged file or one of another plan, when nothing can be written,
    while another program makes the same file, and as `run` does.
    """
    with locked(path, "made"):
        labels_file = LabelsFile(path, plan, excluded)
        wanted = chunks_of(plan, count)
        report(min(count, drawn(plan, len(labels_file.done))), count)
        try:
            left = labels_file.missing(wanted)
            while not stop():
                tasks = [(plan, number) for number in islice(left, JOBS_AT_A_TIME)]
                if not tasks:
                    break
                for number, codes, answers in run(make_chunk, tasks):
                    labels_file.add(number, Labels(codes, answers, {}))
                    report(min(count, drawn(plan, len(labels_file.done))), count)
                    if stop():
                        break
                    labels_file.save_if_due()
        finally:
            labels_file.save()
        return labels_file.labels


class LabelsFile:
    """A file of labels that grows chunk by chunk; what was added is written at `save`.

    Raises C4Error for a file that is damaged, or was made by another plan.
    """

    def __init__(self, path: str | Path, plan: LabelsPlan, excluded: np.ndarray) -> None:
        self._path = path
        self._excluded = excluded
        self._about = {"made_by": what_was_asked(plan), "chunks": []}
        self._waiting: list[Labels] = []
        self._saved_at = monotonic()
        if stamp(path) is None:
            self.labels = Labels(NO_POSITIONS, NO_POSITIONS.astype(np.int8), self._about)
        else:
            self.labels = labels.read(path)
            require_same_maker(self.labels, self._about, path, "seed, plies or evaluator")
        chunks = self.labels.about.get("chunks")
        if not isinstance(chunks, list) or not all(isinstance(number, int) for number in chunks):
            raise C4Error(f"{path} is damaged: it does not say which chunks are in it")
        self.done = set(chunks)

    def missing(self, wanted: int) -> Iterator[int]:
        """The numbers below `wanted` of the chunks that are not in the file now."""
        before = frozenset(self.done)
        return (number for number in range(wanted) if number not in before)

    def add(self, number: int, chunk: Labels) -> None:
        """Adds a chunk."""
        self._waiting.append(chunk)
        self.done.add(number)

    def save_if_due(self) -> None:
        """Writes what was added, if the last time is SAVE_SECONDS ago."""
        if monotonic() - self._saved_at > SAVE_SECONDS:
            self.save()
            self._saved_at = monotonic()

    def save(self) -> None:
        """Writes what was added."""
        with uninterrupted():
            if self._waiting:
                about = {**self._about, "chunks": sorted(self.done)}
                self.labels = without(merged([self.labels, *self._waiting], about), self._excluded)
                write_labels(self._path, self.labels)
                self._waiting.clear()


def what_was_asked(plan: LabelsPlan) -> dict[str, Any]:
    """What the header of a file says about how it was made."""
    return {
        "seed": plan.seed,
        "first": plan.first,
        "last": plan.last,
        "scores": False,
        "mix": {str(ply): number for ply, number in OPENINGS.items()} if plan.openings else mix(),
        "player": digest(player()),
    }


def require_same_maker(there: Labels, about: Mapping[str, Any], path: str | Path, what: str) -> None:
    """Raises C4Error for a file whose header says that it was made otherwise; `what` may differ."""
    if there.about.get("made_by") != about["made_by"]:
        raise C4Error(f"{path} was made otherwise ({what}): name another file")


def make_few(
    path: Path, plan: LabelsPlan, count: int, excluded: np.ndarray, run: Run, report: Callable[[int, int], None]
) -> Labels:
    """Makes exactly `count` labels, fewer than the book has, and none of the book: from small chunks of the same mix.

    A file that the same call made is returned as it is.  Raises C4Error for any other file.
    """
    plan = plan._replace(share=min(1.25 * count, MAX_SMALL_CHUNK) / size_of(plan))
    about = {"made_by": {**plan._asdict(), "count": count, "player": digest(player())}, "chunks": []}
    if stamp(path) is not None:
        there = labels.read(path)
        require_same_maker(there, about, path, "count, seed, plies or evaluator")
        return there
    report(0, count)
    made = Labels(NO_POSITIONS, NO_POSITIONS.astype(np.int8), about)
    chunks = 0
    while len(made) < count:
        more = math.ceil(1.25 * (count - len(made)) / MAX_SMALL_CHUNK)
        for _, codes, answers in run(make_chunk, [(plan, chunks + 1 + one) for one in range(more)]):
            made = without(merged([made, Labels(codes, answers, {})], about), excluded)
            report(min(count, len(made)), count)
        chunks += more
    some = np.sort(np.random.default_rng(plan.seed).choice(len(made), count, replace=False))
    made = Labels(made.code[some], made.value[some], about)
    write_labels(path, made)
    return made


def mix() -> dict[str, Any]:
    """How many positions of each kind a chunk holds, for the header."""
    after = {str(ply): number for ply, number in POSITIONS_OF_ROOT_PLY.items()}
    leaves = {str(depth): number for depth, number in LEAVES.items()}
    return {"after": after, "leaves": leaves, "leaf_roots": [LEAF_ROOTS.start, LEAF_ROOTS.stop - 1]}


def codes_near(suites: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """The codes of all that must not be learned: the families of the positions (side to move, other) of these suites.

    Of suite p, which holds much of the opening, only what comes after the book: the opening is no secret.
    """
    codes = []
    for name, (mine, theirs) in suites.items():
        near = family(mine, theirs)
        if name == "p":
            first, second = stones_of(near)
            near = near[np.bitwise_count(first | second) > OPENING]
        codes.append(near)
    return np.unique(np.concatenate(codes))


def held_back() -> np.ndarray:
    """The codes near the built-in suites."""
    suites = [Suite.open(name) for name in NAMES]
    return codes_near({suite.name: (suite.mine, suite.theirs) for suite in suites})


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
            occupied = generation[:, 0] | generation[:, 1]
            lowest_free = occupied + np.uint64(STANDARD.bottom)
            cell = lowest_free & np.uint64(STANDARD.column_mask(column))
            has_room = cell != 0
            after.append(np.stack((generation[has_room, 1], (generation[:, 0] | cell)[has_room]), axis=1))
        generation = np.unique(np.concatenate(after), axis=0)
    return np.unique(np.concatenate(codes))


@click.command()
@click.option("--out", type=click.Path(dir_okay=False), help="The file to write.  [default: labels.npz in your own]")
@click.option(
    "--count",
    "wanted",
    type=click.IntRange(min=1),
    default=500_000,
    show_default=True,
    help=f"Labels to make.  From {BOOK_POSITIONS:,} on these are positions to draw, the book among them, in whole chunks; one drawn"
    " twice is kept once.",
)
@click.option("--seed", type=click.IntRange(min=0, max=2**31 - 1), default=1, show_default=True, help="Seed.")
@click.option(
    "--plies", default="9-39", show_default=True, metavar="A-B", help="Discs on the board where moves are compared."
)
@click.option("--openings", is_flag=True, help="Only openings: good play from the empty board, 9 to 20 plies.")
@jobs_options
@json_option
def make_command(
    out: str | None,
    wanted: int,
    seed: int,
    plies: str,
    openings: bool,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Draws positions from random games, from good play and from searches, and solves them.

    The same command goes on with a file that was stopped, killed, or made with a smaller --count, and however often
    that happens it makes the same labels.  No position of the built-in suites is taken, nor their mirror images,
    children and grandchildren; but the whole opening is, 8 plies that the book knows, though suite p asks about it.
    """
    first, _, last = plies.partition("-")
    if not (first.isdigit() and last.isdigit() and 1 <= int(first) <= int(last) <= 40):
        raise C4Error(f"--plies is a range such as 9-39, within 1 and 40, not {plies!r}")
    path = Path(out) if out is not None else make_user_folder() / "labels.npz"
    plan = LabelsPlan(seed, int(first), int(last), openings)
    where = partial(run, jobs=jobs, dask=dask)
    with making("labels", "made", path) as report:  # the bar is there while the suites are read
        if wanted < BOOK_POSITIONS:
            made = make_few(path, plan, wanted, held_back(), where, report)
        else:
            made = make(path, plan, wanted, held_back(), where, report)
    describe(made, path, as_json)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False), metavar="FILE...")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@json_option
def join_command(files: tuple[str, ...], out: str, as_json: bool) -> None:
    """Puts files of labels together; a position that is in several is kept once."""
    made = joined([labels.read(file) for file in files])
    write_labels(out, made)
    describe(made, Path(out), as_json)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--out", type=click.Path(dir_okay=False), help="Also write them as a table: .csv or .parquet (docs/frameworks.md)."
)
@json_option
def info_command(file: str, out: str | None, as_json: bool) -> None:
    """Describes a file of labels."""
    made = labels.read(file)
    describe(made, Path(file), as_json)
    if out is not None:
        write_table(out, made)


def write_table(path: str, made: Labels) -> None:
    """Writes labels for other programs.  Raises C4Error for another ending, and without pandas and pyarrow."""
    ending = Path(path).suffix.lower()
    if ending not in (".csv", ".parquet"):
        raise C4Error(f"{path} is not a table: its name must end with .csv or .parquet")
    try:
        content = table_content(made, ending)
    except ImportError:
        raise C4Error("tables need pandas and pyarrow: python -m pip install pandas pyarrow") from None
    write_bytes(path, content)


def table_content(made: Labels, ending: str) -> bytes:
    """Labels as the content of a file whose name ends with ".csv" or ".parquet".  Raises ImportError without pandas,
    and for ".parquet" without pyarrow.
    """
    import pandas as pd

    table = pd.DataFrame({"first": made.first, "second": made.second, "ply": made.ply, "value": made.value})
    if ending == ".csv":
        text: str = table.to_csv(index=False)
        return text.encode()
    content: bytes = table.to_parquet(index=False)
    return content


def describe(made: Labels, path: Path, as_json: bool) -> None:
    """Prints what is in a file of labels."""
    outcomes = {
        "won": int((made.value == 1).sum()),
        "drawn": int((made.value == 0).sum()),
        "lost": int((made.value == -1).sum()),
    }
    if as_json:
        print_json({"file": str(path), "positions": len(made), **outcomes, "by_ply": counts(made)})
        return
    click.echo(
        f"{path}: {pluralise(len(made), 'position')}; for the first player {outcomes['won']:,} won,"
        f" {outcomes['drawn']:,} drawn, {outcomes['lost']:,} lost"
    )
    for ply, number in counts(made).items():
        click.echo(f"  ply {ply:>2} {number:>12,}")
