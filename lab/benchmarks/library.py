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


def random_games(number: int, seed: int) -> list[str]:
    """Move strings of games by random play, all played at once."""
    rng = np.random.default_rng(seed)
    rules = STANDARD
    heights = np.zeros((number, rules.columns), dtype=np.int64)
    stones = np.zeros((2, number), dtype=np.uint64)
    moves = np.full((number, rules.cells), ord(" "), dtype=np.uint8)
    alive = np.ones(number, dtype=bool)
    every = np.arange(number)
    for ply in range(rules.cells):
        column = np.where(heights < rules.rows, rng.random(heights.shape), -1.0).argmax(axis=1)
        cell = np.uint64(1) << (column * rules.stride + heights[every, column]).astype(np.uint64)
        side = stones[ply % 2]
        side[alive] |= cell[alive]
        moves[alive, ply] = ord("1") + column[alive]
        heights[every[alive], column[alive]] += 1
        for shift in (1, rules.stride, rules.stride + 1, rules.stride - 1):
            pairs = side & side >> np.uint64(shift)
            alive &= (pairs & pairs >> np.uint64(2 * shift)) == 0
    return [row.tobytes().decode().strip() for row in moves]


def best(work: Callable[[], object], times: int = 5) -> str:
    """The least milliseconds of several runs, by the clock and of the processor."""
    clock = []
    processor = []
    for _ in range(times):
        started = perf_counter()
        used = process_time()
        work()
        clock.append(perf_counter() - started)
        processor.append(process_time() - used)
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
        text = Path(folder) / "games.txt"
        if not path.exists():
            text.write_text("\n".join(random_games(games, 1)) + "\n")
            started = perf_counter()
            used = process_time()
            with Library(path) as library:
                library.import_file(text)
            seconds = perf_counter() - started
            used = process_time() - used
            print("milliseconds by the clock (of the processor), the least of five")
            print(f"import {games:,} games: {seconds:.1f} s, processor {used:.1f} s")
        size = sum(file.stat().st_size for file in path.parent.glob(path.name + "*"))
        print(f"size: {size / 1e6:.0f} MB")
        print(f"open and count {opened(path):,} games: {best(partial(opened, path))}")
        with Library(path) as library:
            for moves in POSITIONS:
                position = Position.from_moves(moves)
                query = Query(position=position)
                total = library.find(query, limit=20).total
                finding = best(partial(library.find, query, limit=20))
                exploring = best(partial(library.explore, position))
                name = moves or "empty"
                print(f"{name:>10}: {total:>9,} games, find {finding}, explore {exploring}")
            deep = Query(position=Position.from_moves(library.find(limit=1).games[0].record.moves[:20]))
            print(f"  20 plies: {library.find(deep).total:>9,} games, find {best(partial(library.find, deep))}")
            last_page = partial(library.find, limit=500, offset=games - 500)
            print(f"the last page of the list: {best(last_page)}")
