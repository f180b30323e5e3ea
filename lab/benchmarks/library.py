"""Libraries of many games: importing, opening, finding a position, exploring, and their size.

python -m lab benchmark library                                       100,000 games by random play
python -m lab benchmark library --games 10000 --out library.sqlite    fewer, and the library stays
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import click
import numpy as np

from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.library.library import Library
from c4.library.query import Query

POSITIONS = ("", "4", "44", "4453", "444444", "4453566", "123456712", "43344")
"""Positions that are looked for, as moves."""

REPEATS = 5
"""How often each is done; the least time counts."""

PAGE = 500
"""Games on a page of the list."""


def random_games(number: int, seed: int) -> list[str]:
    """Move strings of games by random play, all played at once."""
    rng = np.random.default_rng(seed)
    rules = STANDARD
    games = np.arange(number)
    heights = np.zeros((number, rules.columns), dtype=np.int64)
    stones = np.zeros((2, number), dtype=np.uint64)  # of each side in each game: bit column * stride + row
    moves = np.full((number, rules.cells), ord(" "), dtype=np.uint8)
    goes_on = np.ones(number, dtype=bool)  # the games in which nobody has a line
    for ply in range(rules.cells):
        # the legal column with the largest random number
        column = np.where(heights < rules.rows, rng.random(heights.shape), -1.0).argmax(axis=1)
        disc = np.uint64(1) << (column * rules.stride + heights[games, column]).astype(np.uint64)
        side = stones[ply % 2]
        side[goes_on] |= disc[goes_on]
        moves[goes_on, ply] = ord("1") + column[goes_on]
        heights[games[goes_on], column[goes_on]] += 1
        for shift in (1, rules.stride, rules.stride + 1, rules.stride - 1):
            pairs = side & side >> np.uint64(shift)
            fours = pairs & pairs >> np.uint64(2 * shift)
            goes_on &= fours == 0
    return [row.tobytes().decode().strip() for row in moves]


def best(work: Callable[[], object]) -> str:
    """The least milliseconds of REPEATS runs, by the clock and of the processor."""
    clock = []
    processor = []
    for _ in range(REPEATS):
        started = perf_counter()
        used_before = process_time()
        work()
        clock.append(perf_counter() - started)
        processor.append(process_time() - used_before)
    return f"{1000 * min(clock):6.1f} ({1000 * min(processor):5.1f}) ms"


def opened(path: Path) -> int:
    """Opens a library, counts its games, closes it."""
    with Library(path) as library:
        return len(library)


@click.command()
@click.option("--games", default=100_000, show_default=True)
@click.option(
    "--out", "saved", type=click.Path(path_type=Path), help="The library's file.  [default: a temporary one]."
)
def main(games: int, saved: Path | None) -> None:
    """Prints what each takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = saved or Path(folder) / "library.sqlite"
        if not path.exists():
            make_library(path, games, Path(folder))
        print(f"milliseconds by the clock (of the processor), the least of {REPEATS}")
        size = sum(file.stat().st_size for file in path.parent.glob(path.name + "*"))
        print(f"size: {size / 1e6:.0f} MB")
        print(f"open and count {opened(path):,} games: {best(partial(opened, path))}")
        with Library(path) as library:
            print_searches(library)


def make_library(path: Path, games: int, folder: Path) -> None:
    """Imports random games into a new library, from a text file in a folder, and prints the time."""
    text = folder / "games.txt"
    text.write_text("\n".join(random_games(games, 1)) + "\n")
    started = perf_counter()
    used_before = process_time()
    with Library(path) as library:
        library.import_file(text)
    seconds = perf_counter() - started
    used = process_time() - used_before
    print(f"import {games:,} games: {seconds:.1f} s, processor {used:.1f} s")


def print_searches(library: Library) -> None:
    """Prints what it takes to find games, to explore a position, and to list the last page."""
    for moves in POSITIONS:
        position = Position.from_moves(moves)
        query = Query(position=position)
        total = library.find(query, limit=20).total
        finding = best(partial(library.find, query, limit=20))
        exploring = best(partial(library.explore, position))
        name = moves or "empty"
        print(f"{name:>10}: {total:>9,} games, find {finding}, explore {exploring}")
    first_game = library.find(limit=1).games[0].record
    deep = Query(position=Position.from_moves(first_game.moves[:20]))
    print(f"  20 plies: {library.find(deep).total:>9,} games, find {best(partial(library.find, deep))}")
    last_page = partial(library.find, limit=PAGE, offset=max(0, len(library) - PAGE))
    print(f"the last page of the list: {best(last_page)}")
