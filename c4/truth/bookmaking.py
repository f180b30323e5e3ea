"""Makes and checks books: all positions of the last ply are solved, earlier ones follow from their children.

The positions of the last ply, in the order of their codes (so that neighbours share stones), are divided into chunks.
A chunk is solved in one process that keeps its table, here, on all cores, or on a Dask cluster, and its scores are
written to a file in FILE.parts at once.  After a kill, the next build reads these files and solves the rest.  Imports
numpy and the solver.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from c4 import jobs
from c4.files import alone, read_json, write_text
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, C4Error, Rules, count
from c4.jobs import Run
from c4.search.watch import Watch
from c4.truth import book as books
from c4.truth.book import Book

if TYPE_CHECKING:
    from c4.solver.transpositions import Table

CHUNK = 16
"""Positions per chunk: the most that a kill can cost each process."""

TABLE_BITS = 22
"""Every process has a table of 64 MB."""


class Level(NamedTuple):
    """The positions of a ply that are not over, one of each mirror pair: ascending codes and bitboards, uint64 (n,)."""

    codes: np.ndarray
    mine: np.ndarray
    theirs: np.ndarray


# -- positions --------------------------------------------------------------------------------------------------------


def levels(rules: Rules, plies: int) -> list[Level]:
    """The positions of ply 0, 1, ... `plies`.

    Raises C4Error for count-lines, or for more plies than the board has or than a code of 64 bits can hold.
    """
    if rules.scoring != FIRST_LINE:
        raise C4Error("a book can only be made for the rule that the first line wins, not for count-lines")
    rules.require_still("a book")
    most = min(rules.cells - 1, (64 - rules.columns) // 2)
    if not 0 <= plies <= most:
        raise C4Error(f"a book of {rules} can have at most {count(most, 'ply', 'plies')}, not {plies}")
    empty = np.zeros(1, dtype=np.uint64)
    found = [Level(books.encode(empty, empty, rules), empty, empty)]
    for _ in range(plies):
        children = [
            (mine, theirs)
            for _, mine, theirs, over in moves(found[-1], rules)
            for mine, theirs in [(mine[~over], theirs[~over])]
        ]
        mine, theirs = (np.concatenate(side) for side in zip(*children))
        _, first = np.unique(mine + (mine | theirs) + np.uint64(rules.bottom), return_index=True)
        mine, theirs = mine[first], theirs[first]
        codes, first = np.unique(books.entry_code(mine, theirs, rules), return_index=True)
        mine, theirs = mine[first], theirs[first]
        turn = books.encode(mine, theirs, rules) != codes
        mine[turn], theirs[turn] = books.mirrored(mine[turn], rules), books.mirrored(theirs[turn], rules)
        found.append(Level(codes, mine, theirs))
    return found


def moves(level: Level, rules: Rules) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """For each column: which positions can play it (bool), the children's bitboards (mine, theirs), and which games are
    over.
    """
    for column in range(rules.columns):
        cells = (level.mine | level.theirs) + np.uint64(1 << rules.cell(0, column)) & np.uint64(
            rules.column_mask(column)
        )
        playable = cells != 0
        mine, theirs = level.theirs[playable], level.mine[playable] | cells[playable]
        yield playable, mine, theirs, has_line(theirs, rules) | (mine | theirs == rules.board)


def has_line(stones: np.ndarray, rules: Rules) -> np.ndarray:
    """Which bitboards of one side complete a line (bool, the same shape)."""
    found = np.zeros(stones.shape, dtype=bool)
    for shift in (1, rules.stride, rules.stride + 1, rules.stride - 1):
        run = stones
        for step in range(1, rules.connect):
            run = run & stones >> step * shift
        found |= run != 0
    return found


def scores_before(level: Level, ply: int, following: Level, scores: np.ndarray, rules: Rules) -> np.ndarray:
    """The scores (int8) of the positions of `ply` from those of the next ply: the best column counts."""
    best = np.full(len(level.codes), -128, dtype=np.int8)
    for playable, mine, theirs, over in moves(level, rules):
        value = np.where(has_line(theirs, rules), books.win_score(ply, rules), 0).astype(np.int8)
        codes = books.entry_code(mine[~over], theirs[~over], rules)
        value[~over] = -scores[np.searchsorted(following.codes, codes)]
        best[playable] = np.maximum(best[playable], value)
    return best


def assemble(path: str | Path, rules: Rules, found: list[Level], deepest: np.ndarray, made: str) -> Book:
    """Writes the book whose last ply has the scores `deepest`; all other scores follow from these."""
    scores = [deepest]
    for ply in range(len(found) - 2, -1, -1):
        scores.insert(0, scores_before(found[ply], ply, found[ply + 1], scores[0], rules))
    return books.write(path, rules, [(level.codes, values) for level, values in zip(found, scores, strict=True)], made)


# -- solving ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def kept_table(rules: Rules) -> Table:
    """The table of this process for a board."""
    from c4.solver.transpositions import Table

    return Table(TABLE_BITS)


def solve_chunk(rules: Rules, number: int, positions: list[tuple[int, int]]) -> tuple[int, list[int]]:
    """The chunk's number and the scores of its positions; a job for any process or machine."""
    from c4.solver.solver import solve

    table = kept_table(rules)
    solutions = [solve(Position.from_stones(mine, theirs, rules), table=table) for mine, theirs in positions]
    return number, [solution.lower for solution in solutions]  # never stopped, so lower and upper are the score


def build(
    path: str | Path,
    rules: Rules,
    plies: int,
    run: Run = jobs.run,
    report: Callable[[int, int], None] | None = None,
) -> Book:
    """Makes the book of a board and writes it; resumes a build of the same book that was stopped or killed.

    `run(function, tasks)` solves the chunks (like `c4.jobs.run`); `report(done, positions)` is called at the start and
    after every chunk.  Raises C4Error as `levels` and `run` do, if nothing can be written, and while another program
    makes the same file.
    """
    with alone(path, "made"):
        return _build(Path(path), rules, plies, run, report)


def _build(path: Path, rules: Rules, plies: int, run: Run, report: Callable[[int, int], None] | None) -> Book:
    found = levels(rules, plies)
    last = found[-1]
    scores = np.zeros(len(last.codes), dtype=np.int8)
    parts = Parts(path.with_name(path.name + ".parts"), rules, last)
    left, done = [], 0
    for number in range(parts.count):
        known = parts.read(number)
        if known is None:
            left.append(number)
        else:
            scores[parts.place(number)] = known
            done += len(known)
    if report is not None:
        report(done, len(scores))
    for number, values in (
        run(solve_chunk, [(rules, number, parts.positions(number)) for number in left]) if left else ()
    ):
        parts.write(number, values)
        scores[parts.place(number)] = values
        done += len(values)
        if report is not None:
            report(done, len(scores))
    book = assemble(
        path,
        rules,
        found,
        scores,
        f"c4 book build --plies {plies}: {count(len(scores), 'position')} of ply {plies} solved",
    )
    parts.remove()
    return book


class Parts:
    """The files of solved chunks in a folder; a file of another book, or an unreadable one, is ignored."""

    def __init__(self, folder: Path, rules: Rules, level: Level) -> None:
        self.folder, self.rules, self.level = folder, rules, level
        self.count = -(-len(level.codes) // CHUNK)
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise C4Error(f"{folder} cannot be written: {error.strerror or error}") from None

    def place(self, number: int) -> slice:
        """The range of a chunk within its ply."""
        return slice(number * CHUNK, (number + 1) * CHUNK)

    def positions(self, number: int) -> list[tuple[int, int]]:
        """The bitboards of a chunk."""
        return [
            (int(mine), int(theirs))
            for mine, theirs in zip(self.level.mine[self.place(number)], self.level.theirs[self.place(number)])
        ]

    def write(self, number: int, scores: list[int]) -> None:
        """Writes the scores of a chunk, completely or not at all."""
        write_text(self.file(number), json.dumps({**self.label(number), "scores": scores}) + "\n")

    def read(self, number: int) -> list[int] | None:
        """The scores of a chunk; None if they are not known."""
        try:
            content = read_json(self.file(number))
            scores = content.pop("scores")
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        most = self.rules.cells
        whole = isinstance(scores, list) and all(type(score) is int and abs(score) <= most for score in scores)
        return (
            scores
            if whole and content == self.label(number) and len(scores) == len(self.level.codes[self.place(number)])
            else None
        )

    def remove(self) -> None:
        """Removes the folder and all parts."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def file(self, number: int) -> Path:
        """The file of the part with this number."""
        return self.folder / f"{number:06}.json"

    def label(self, number: int) -> dict[str, Any]:
        """What identifies the file of a chunk: the board, and the chunk's first and last position."""
        codes = self.level.codes[self.place(number)]
        return {
            "format": "c4-book-part",
            "version": 1,
            "rules": self.rules.content(),
            "first": int(codes[0]),
            "last": int(codes[-1]),
        }


# -- checking ---------------------------------------------------------------------------------------------------------


class Checked(NamedTuple):
    """An entry solved again: its position, the book's score, the solver's score, and how long that took."""

    position: Position
    score: int
    solved: int
    seconds: float


def sample(book: Book, number: int, seed: int, ply: int | None = None) -> list[tuple[Position, int]]:
    """That many different entries with their scores, drawn at random from the whole book or one ply; all, if there are
    fewer.
    """
    first, end = (0, len(book)) if ply is None else (book.starts[ply], book.starts[ply + 1])
    drawn = np.random.default_rng(seed).permutation(end - first)[:number]
    return [book.entry(first + int(place)) for place in drawn]


def check(book: Book, entries: Iterable[tuple[Position, int]], seconds: float | None = None) -> Iterator[Checked]:
    """Solves entries again, one after another with one table, for at most so many seconds in all."""
    from c4.solver.solver import solve

    table, watch = kept_table(book.rules), Watch()
    timer = Timer(seconds, watch.stop) if seconds is not None else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        for position, score in entries:
            started = perf_counter()
            solution = solve(position, table=table, watch=watch)
            if solution.score is None:  # stopped
                return
            yield Checked(position, score, solution.score, perf_counter() - started)
    finally:
        if timer is not None:
            timer.cancel()


def hardest(book: Book, seed: int) -> Iterator[tuple[Position, int]]:
    """One random entry of each ply, from the last ply to the empty board: harder and harder."""
    for ply in range(book.plies, -1, -1):
        yield from sample(book, 1, seed, ply)
