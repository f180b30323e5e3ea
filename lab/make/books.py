"""Makes and checks books: all positions of the last ply are solved, the scores of earlier ones follow from their children.

The positions of the last ply are divided into chunks, in the order of their codes, so that neighbours share discs.  A job
solves a chunk, and its scores are written to a file in the folder FILE.parts at once.  After a kill, the next build reads
these files and solves the rest.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from math import ceil
from pathlib import Path
from threading import Timer
from time import perf_counter
from typing import Any, NamedTuple

import click
import numpy as np
from tqdm import tqdm

from c4.callbacks import ignore
from c4.cli.options import jobs_options, json_option, print_json, seed_option
from c4.errors import C4Error
from c4.exact import book as book_format
from c4.exact.book import Book, file_name
from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.jobs import Run, run
from c4.locks import locked
from c4.models import make_user_folder
from c4.search.watch import Watch
from c4.storage import read_json, write_text
from c4.text import pluralise
from lab.make.files import write_book
from lab.make.tables import shared_table
from lab.progress import making

CHUNK_SIZE = 16
"""Positions per chunk: the most that a kill can cost each process."""

BELOW_EVERY_SCORE = -128
"""Less than the score of any column, in 8 bits."""


class PlyPositions(NamedTuple):
    """The positions of a ply that are not over, one of each mirror pair: ascending codes and bitboards, uint64 (n,)."""

    codes: np.ndarray
    mine: np.ndarray
    theirs: np.ndarray


# -- positions --------------------------------------------------------------------------------------------------------


def positions_by_ply(rules: Rules, plies: int) -> list[PlyPositions]:
    """The positions of ply 0, 1, and so on up to `plies`.

    Raises C4Error for count-lines, or for more plies than the board has or than a code of 64 bits can hold.
    """
    if rules.scoring != FIRST_LINE:
        raise C4Error("a book can only be made for the rule that the first line wins, not for count-lines")
    rules.require_still("a book")
    most = min(rules.cells - 1, (64 - rules.columns) // 2)
    if not 0 <= plies <= most:
        raise C4Error(f"a book of {rules} can have at most {pluralise(most, 'ply', 'plies')}, not {plies}")
    empty = np.zeros(1, dtype=np.uint64)
    by_ply = [PlyPositions(book_format.encode(empty, empty, rules), empty, empty)]
    for _ in range(plies):
        by_ply.append(next_positions(by_ply[-1], rules))
    return by_ply


def next_positions(positions: PlyPositions, rules: Rules) -> PlyPositions:
    """The positions one ply after these."""
    children = list(moves(positions.mine, positions.theirs, rules))
    mine = np.concatenate([child.mine[~child.over] for child in children])
    theirs = np.concatenate([child.theirs[~child.over] for child in children])
    return one_of_each_mirror_pair(*each_once(mine, theirs, rules), rules)


def each_once(mine: np.ndarray, theirs: np.ndarray, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """The different positions among these, which several columns may lead to."""
    occupied = mine | theirs
    # In each column, occupied + bottom is one bit above the highest disc; adding mine says which discs below it are
    # whose.  No column carries into the next one, so different positions have different keys.
    keys = mine + occupied + np.uint64(rules.bottom)
    _, places = np.unique(keys, return_index=True)
    return mine[places], theirs[places]


def one_of_each_mirror_pair(mine: np.ndarray, theirs: np.ndarray, rules: Rules) -> PlyPositions:
    """Of each position and its mirror image the one with the smaller code."""
    codes, places = np.unique(book_format.entry_code(mine, theirs, rules), return_index=True)
    mine = mine[places]
    theirs = theirs[places]
    has_larger_code = book_format.encode(mine, theirs, rules) != codes
    mine[has_larger_code] = rules.mirrored(mine[has_larger_code])
    theirs[has_larger_code] = rules.mirrored(theirs[has_larger_code])
    return PlyPositions(codes, mine, theirs)


class Children(NamedTuple):
    """What n positions become by a move in one column.

    playable        in which of them the column is not full, bool (n,)
    mine, theirs    the bitboards of the m children, uint64 (m,), with the other side to move
    over            which of the m games end with the move, bool (m,)
    """

    playable: np.ndarray
    mine: np.ndarray
    theirs: np.ndarray
    over: np.ndarray


def moves(mine: np.ndarray, theirs: np.ndarray, rules: Rules) -> Iterator[Children]:
    """The children of positions (bitboards of the side to move and of the other, uint64 (n,)), column by column."""
    for column in range(rules.columns):
        lowest = np.uint64(1 << rules.cell(0, column))
        # Added to a column of discs, the lowest cell carries to the first free one, or out of a full column.
        cells = ((mine | theirs) + lowest) & np.uint64(rules.column_mask(column))
        playable = cells != 0
        moved = mine[playable] | cells[playable]
        next_to_move = theirs[playable]
        is_full = (moved | next_to_move) == rules.board
        yield Children(playable, next_to_move, moved, over=has_line(moved, rules) | is_full)


def has_line(stones: np.ndarray, rules: Rules) -> np.ndarray:
    """Which bitboards of one side complete a line (bool, the same shape)."""
    complete = np.zeros(stones.shape, dtype=bool)
    up = 1
    right = rules.stride
    for shift in (up, right, right + up, right - up):
        starts = stones
        for step in range(1, rules.connect):
            starts = starts & (stones >> (step * shift))
        complete |= starts != 0
    return complete


def scores_before(
    positions: PlyPositions, ply: int, following: PlyPositions, scores: np.ndarray, rules: Rules
) -> np.ndarray:
    """The scores of the positions of a ply, int8 (n,): those of their best columns.

    `following` and `scores` are the positions of the next ply and their scores.  All scores are for the side to move.
    """
    best = np.full(len(positions.codes), BELOW_EVERY_SCORE, dtype=np.int8)
    for children in moves(positions.mine, positions.theirs, rules):
        # Of the positions in which the column is playable: the score of the end, or of the position after it.
        value = np.where(has_line(children.theirs, rules), rules.win_score(ply), 0).astype(np.int8)
        goes_on = ~children.over
        codes = book_format.entry_code(children.mine[goes_on], children.theirs[goes_on], rules)
        value[goes_on] = -scores[np.searchsorted(following.codes, codes)]
        best[children.playable] = np.maximum(best[children.playable], value)
    return best


def assemble(path: str | Path, rules: Rules, by_ply: list[PlyPositions], deepest: np.ndarray, made: str) -> Book:
    """Writes a book and opens it.

    `by_ply` has the positions of ply 0, 1, and so on; `deepest`, int8 (n,), the scores of those of the last ply, from which
    all others follow.  `made` says in a few words how it was made.  Raises C4Error if the file cannot be written.
    """
    scores = [deepest]
    for ply in range(len(by_ply) - 2, -1, -1):
        scores.insert(0, scores_before(by_ply[ply], ply, by_ply[ply + 1], scores[0], rules))
    entries = [(positions.codes, scores_of_ply) for positions, scores_of_ply in zip(by_ply, scores, strict=True)]
    return write_book(path, rules, entries, made)


# -- solving ----------------------------------------------------------------------------------------------------------


def solve_chunk(rules: Rules, number: int, positions: list[tuple[int, int]]) -> tuple[int, list[int]]:
    """A job: solves the positions (side to move, other) of a chunk; returns its number and their scores."""
    from c4.solver.solver import solve  # brings kernels, which describing a book does not need

    table = shared_table(rules)
    scores = []
    for mine, theirs in positions:
        solution = solve(Position.from_stones(mine, theirs, rules), table=table)
        scores.append(solution.lower)  # nothing stops it, so lower and upper are the score
    return number, scores


def build(path: str | Path, rules: Rules, plies: int, run: Run, report: Callable[[int, int], None] = ignore) -> Book:
    """Makes the book of a board and writes it; resumes a build of the same book that was stopped or killed.

    `run(function, tasks)` solves the chunks (like `c4.jobs.run`); `report(solved, positions)` is called at the start and
    after every chunk.  Raises C4Error as `positions_by_ply` and `run` do, if nothing can be written, and while another
    program makes the same file.
    """
    path = Path(path)
    with locked(path, "made"):
        by_ply = positions_by_ply(rules, plies)
        parts = PartsFolder(path.with_name(path.name + ".parts"), rules, by_ply[-1])
        scores = solve_last_ply(parts, run, report)
        made = f"python -m lab make book --plies {plies}: {pluralise(len(scores), 'position')} of ply {plies} solved"
        book = assemble(path, rules, by_ply, scores, made)
        parts.remove()
        return book


def solve_last_ply(parts: PartsFolder, run: Run, report: Callable[[int, int], None]) -> np.ndarray:
    """int8 (n,): the scores of the positions of the last ply; those of chunks that were solved before come from `parts`."""
    scores = np.zeros(len(parts.last_ply.codes), dtype=np.int8)
    tasks = []
    solved = 0
    for number in range(parts.count):
        known = parts.read(number)
        if known is None:
            tasks.append((parts.rules, number, parts.positions(number)))
        else:
            scores[parts.place(number)] = known
            solved += len(known)
    report(solved, len(scores))
    for number, chunk in run(solve_chunk, tasks):
        parts.write(number, chunk)
        scores[parts.place(number)] = chunk
        solved += len(chunk)
        report(solved, len(scores))
    return scores


class PartsFolder:
    """The folder of the files of solved chunks; a file of another book, or an unreadable one, is ignored."""

    def __init__(self, folder: Path, rules: Rules, last_ply: PlyPositions) -> None:
        self.folder = folder
        self.rules = rules
        self.last_ply = last_ply
        self.count = ceil(len(last_ply.codes) / CHUNK_SIZE)
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise C4Error(f"{folder} cannot be written: {error.strerror or error}") from None

    def place(self, number: int) -> slice:
        """The range of a chunk within its ply."""
        return slice(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE)

    def positions(self, number: int) -> list[tuple[int, int]]:
        """The positions of a chunk: the bitboards of the side to move, and of the other."""
        place = self.place(number)
        return list(zip(self.last_ply.mine[place].tolist(), self.last_ply.theirs[place].tolist()))

    def write(self, number: int, scores: list[int]) -> None:
        """Writes the scores of a chunk, completely or not at all."""
        write_text(self.file(number), json.dumps({**self.identity(number), "scores": scores}) + "\n")

    def read(self, number: int) -> list[int] | None:
        """The scores of a chunk; None if they are not known."""
        try:
            content = read_json(self.file(number))
            scores = content.pop("scores")
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        if content != self.identity(number) or not isinstance(scores, list):
            return None
        if len(scores) != len(self.last_ply.codes[self.place(number)]):
            return None
        possible = all(type(score) is int and abs(score) <= self.rules.cells for score in scores)
        return scores if possible else None

    def remove(self) -> None:
        """Removes the folder and all parts."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def file(self, number: int) -> Path:
        """The file of the part with this number."""
        return self.folder / f"{number:06}.json"

    def identity(self, number: int) -> dict[str, Any]:
        """What identifies the file of a chunk: the board, and the chunk's first and last position."""
        codes = self.last_ply.codes[self.place(number)]
        return {
            "format": "c4-book-part",
            "version": 1,
            "rules": self.rules.content(),
            "first": int(codes[0]),
            "last": int(codes[-1]),
        }


# -- checking ---------------------------------------------------------------------------------------------------------


class CheckedEntry(NamedTuple):
    """An entry solved again: its position, the book's score, the solver's score, and how long that took."""

    position: Position
    score: int
    solved: int
    seconds: float


def sample(book: Book, number: int, seed: int, ply: int | None = None) -> list[tuple[Position, int]]:
    """That many different entries, drawn at random, with their scores; all, if there are fewer.

    They come from the whole book, or from one ply of it.
    """
    first = 0
    end = len(book)
    if ply is not None:
        first = book.starts[ply]
        end = book.starts[ply + 1]
    drawn = np.random.default_rng(seed).permutation(end - first)[:number]
    return [book.entry(first + int(place)) for place in drawn]


def check_entries(
    book: Book, entries: Iterable[tuple[Position, int]], seconds: float | None = None
) -> Iterator[CheckedEntry]:
    """Solves entries again, one after another with one table, for at most so many seconds in all (None: no limit)."""
    from c4.solver.solver import solve  # as in `solve_chunk`

    table = shared_table(book.rules)
    watch = Watch()
    with stopping(watch, seconds):
        for position, score in entries:
            started = perf_counter()
            solution = solve(position, table=table, watch=watch)
            if solution.score is None:  # the time is over
                return
            yield CheckedEntry(position, score, solution.score, perf_counter() - started)


@contextmanager
def stopping(watch: Watch, seconds: float | None) -> Iterator[None]:
    """Stops a watch after so many seconds in this block; never for None."""
    if seconds is None:
        yield
        return
    timer = Timer(seconds, watch.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class CheckSummary(NamedTuple):
    """What came of a check.

    plies     how many entries of each ply were solved again
    wrong     how many of them have another score
    seconds   the time of solving
    complete  whether it was not interrupted
    """

    plies: Counter[int]
    wrong: int
    seconds: float
    complete: bool


def summary_of(entries: Iterator[CheckedEntry], report: Callable[[CheckedEntry], object]) -> CheckSummary:
    """Counts entries as they are solved, until Ctrl-C; `report` is called with each."""
    plies: Counter[int] = Counter()
    wrong = 0
    seconds = 0.0
    try:
        for entry in entries:
            plies[entry.position.ply] += 1
            seconds += entry.seconds
            if entry.score != entry.solved:
                wrong += 1
            report(entry)
    except KeyboardInterrupt:
        return CheckSummary(plies, wrong, seconds, complete=False)
    return CheckSummary(plies, wrong, seconds, complete=True)


def hardest(book: Book, seed: int) -> Iterator[tuple[Position, int]]:
    """One random entry of each ply, from the last ply to the empty board: harder and harder."""
    for ply in range(book.plies, -1, -1):
        yield from sample(book, 1, seed, ply)


file_argument = click.argument("file", required=False, type=click.Path(dir_okay=False))


@click.command()
@click.option("--plies", type=int, default=8, show_default=True, help="Plies that the book covers.")
@click.option("--rows", type=int, default=6, show_default=True, help="Height of the board.")
@click.option("--columns", type=int, default=7, show_default=True, help="Width of the board.")
@click.option("--connect", type=int, default=4, show_default=True, help="Discs in a line.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="The file to write.  [default: in your own models, named after board and plies]",
)
@jobs_options
@json_option
def make_command(
    plies: int,
    rows: int,
    columns: int,
    connect: int,
    out: str | None,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Makes a book with the exact solver.

    The same command resumes a build that was stopped or killed: solved positions are kept in FILE.parts until the
    book is written.
    """
    rules = Rules(rows, columns, connect)
    path = Path(out) if out is not None else make_user_folder() / file_name(rules, plies)
    with making("positions", "solved", resumed=path) as report:
        made = build(path, rules, plies, partial(run, jobs=jobs, dask=dask), report)
    describe(made, as_json)


@click.command()
@file_argument
@json_option
def info_command(file: str | None, as_json: bool) -> None:
    """Checks that a book is undamaged and describes it."""
    describe(Book.open(file), as_json)


@click.command()
@file_argument
@click.option(
    "--sample", "number", type=click.IntRange(min=0), default=100, show_default=True, help="Entries to draw at random."
)
@click.option("--ply", type=click.IntRange(min=0), help="Draw entries of this ply only.  [default: all plies]")
@seed_option
@click.option(
    "--hardest",
    "hardest_seconds",
    type=click.FloatRange(min=0),
    default=10,
    show_default=True,
    help="Seconds for the second check; 0 leaves it out.",
)
@json_option
def check_command(
    file: str | None, number: int, ply: int | None, seed: int, hardest_seconds: float, as_json: bool
) -> None:
    """Solves entries of a book again and prints those whose score differs; the exit status is then 1.

    First come entries drawn at random, then one entry of each ply, from the last to the empty board (the hardest),
    until --hardest seconds have passed.  Ctrl-C ends the check and prints the result so far.
    """
    book = Book.open(file)
    if ply is not None and ply > book.plies:
        raise C4Error(f"the book {book.path} ends with ply {book.plies}: it has no ply {ply}")
    checks = [check_entries(book, sample(book, number, seed, ply))]
    if hardest_seconds:
        checks.append(check_entries(book, hardest(book, seed), hardest_seconds))
    with tqdm(total=number, unit=" entries", disable=None) as bar:

        def report(entry: CheckedEntry) -> None:
            bar.update()
            if entry.score != entry.solved:
                _print_difference(entry, bar, as_json)

        summary = summary_of(chain(*checks), report)
    _print_summary(summary, seed, as_json)
    if not summary.complete:
        sys.exit(130)
    sys.exit(1 if summary.wrong else 0)


def _print_difference(entry: CheckedEntry, bar: tqdm[Any], as_json: bool) -> None:
    """Prints an entry whose score differs."""
    position = format_position(entry.position)
    if as_json:
        print_json({"position": position, "book": entry.score, "solver": entry.solved})
    else:
        bar.write(f"{position}  book {entry.score}  solver {entry.solved}")


def _print_summary(result: CheckSummary, seed: int, as_json: bool) -> None:
    """Prints what came of a check of entries that were drawn with a seed."""
    plies = sorted(result.plies)
    checked = sum(result.plies.values())
    if as_json:
        facts = {
            "checked": checked,
            "wrong": result.wrong,
            "plies": {str(ply): result.plies[ply] for ply in plies},
            "seed": seed,
            "seconds": round(result.seconds, 3),
            "complete": result.complete,
        }
        print_json(facts)
        return
    by_ply = ", ".join(f"{result.plies[ply]} of ply {ply}" for ply in plies)
    click.echo(
        f"{pluralise(checked, 'entry', 'entries')} solved again in {result.seconds:.1f} s ({by_ply}), seed"
        f" {seed}; {result.wrong:,} with another score"
    )


def describe(book: Book, as_json: bool) -> None:
    """Prints what is in a book."""
    size = book.path.stat().st_size
    if as_json:
        print_json({"file": str(book.path), "bytes": size, "entries": len(book), **book.header})
        return
    positions = pluralise(len(book), "position")
    by_ply = ", ".join(f"{ply}: {number:,}" for ply, number in enumerate(book.counts))
    click.echo(f"{book.path}  {pluralise(size, 'byte')}, undamaged")
    click.echo(f"{book.rules}; {positions} up to ply {book.plies}, mirror images counted once")
    click.echo(f"ply {by_ply}")
    click.echo(f"made by {book.made}")
    click.echo(f"SHA-256 {book.header['checksum']}")
