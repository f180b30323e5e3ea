"""Long work in one process: whether memory stays flat, speed constant, and the cycle collector unnoticed.

games      10,000 games between two searching agents, through the arena, kept in a file
searches   100,000 searches in one session, the object behind the window, over games one after the other,
           each of which is kept in a library
library    100,000 games imported in ten parts, and positions looked for after each

After every tenth it is noted how much memory and processor time it has taken, once the collector has freed what waits
for it.  The slope is that of the last eight tenths: what is loaded once is loaded then.  What is loaded at first is
exempt from the collector, as in the window.
A library holds up to 64 MB of its file in memory, here 2 MB: what grows beyond that is the program's.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import numpy as np

from c4.arena.games import GamesFile
from c4.arena.match import draw_openings, tournament
from c4.game.position import Position
from c4.jobs import run
from c4.library import library as libraries
from c4.library.library import Library
from c4.library.query import Query
from c4.session.session import Session
from c4.session.settings import Settings
from c4.session.worker import rest
from lab.benchmarks.library import random_games
from lab.machine import memory_in_use

SAVING_SECONDS = 10.0
"""Seconds that a finished game may take to be in the library.  A person needs longer for a game; games that follow each
other at once would wait in a queue, which grows where the disk is slow."""

Work = Iterator[int]
"""Yields the number of operations done so far, now and then."""


def games(number: int, folder: Path) -> Work:
    """Games between two agents, each opening twice."""
    openings = draw_openings(8, number // 2, random.Random(1))
    file = GamesFile(folder / "games.jsonl")

    def jobs(job, tasks):
        return run(job, tasks, jobs=1)

    yield from (
        done for done, _ in enumerate(tournament(["alphabeta:depth=2", "minimax:depth=2"], openings, 1, file, jobs), 1)
    )


def searches(number: int, folder: Path) -> Work:
    """Searches of one session: an agent answers a person, gives hints, and the finished games are kept."""
    settings = Settings(seats=("human", "alphabeta")).changed(depth=2)
    yield from played(Session(settings, library=folder / "library.sqlite"), number)


def played(session: Session, number: int) -> Work:
    """So many searches: the machine's moves, and every fifth time a hint; a game that is over is followed by one."""
    dice = random.Random(1)
    done = 0
    while done < number:
        if session.outcome is not None:
            rest(SAVING_SECONDS)
            session.new_game()
        elif session.humans_turn:
            if dice.random() < 0.2:
                session.analyse()
                wait(session)
                done += 1
                yield done
            session.poll()
            session.play(dice.choice(session.position.legal_columns()))
        if session.thinking:
            wait(session)
            done += 1
            yield done
    session.close()


def wait(session: Session) -> None:
    """Polls until nothing is thought about."""
    while session.thinking:
        session.poll()
        time.sleep(0.0001)
    session.poll()


def library(number: int, folder: Path) -> Work:
    """Games that are imported, and positions that are looked for."""
    asked = [Position.from_moves(moves) for moves in ("", "4", "4453", "444444", "43344")]
    with Library(folder / "library.sqlite") as saved:
        for part in range(10):
            path = folder / "games.txt"
            path.write_text("\n".join(random_games(number // 10, part)) + "\n")
            saved.import_file(path)
            for position in asked:
                saved.find(Query(position=position), limit=20)
                saved.explore(position)
            yield number * (part + 1) // 10


PARTS = {"games": (games, 10_000, 0.1), "searches": (searches, 100_000, 0.01), "library": (library, 100_000, 0.1)}
"""The work, how much of it there is, and how many MB of memory 1,000 operations may take."""


class CollectorClock:
    """The longest run of the collector, in seconds of processor time of this thread, while it is `listening`."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.listening = False
        self._began = 0.0

    def __enter__(self) -> CollectorClock:
        gc.callbacks.append(self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._hear)

    def _hear(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        elif self.listening:
            self.longest = max(self.longest, time.thread_time() - self._began)


def measured(work: Callable[[int, Path], Work], number: int, folder: Path) -> tuple[list[float], list[float], float]:
    """(MB, seconds of processor time) after each tenth, which it also prints, and the longest run of the collector in
    seconds after the first tenth.
    """
    memory: list[float] = []
    seconds: list[float] = []
    with CollectorClock() as clock:
        try:
            for done in work(number, folder):
                if done * 10 // number > len(memory):
                    clock.listening = False
                    gc.collect()
                    clock.listening = True
                    if not memory:
                        gc.freeze()
                    memory.append(memory_in_use())
                    seconds.append(time.process_time())
                    print(f"  {done:>9,} {memory[-1]:8.1f} MB {seconds[-1]:8.1f} s", flush=True)
        finally:
            gc.unfreeze()
    return memory, seconds, clock.longest


@click.command()
@click.option("--part", "parts", multiple=True, type=click.Choice(list(PARTS)), help="Only this part; repeatable.")
@click.option("--share", default=1.0, show_default=True, help="How much of it is done.")
def main(parts: tuple[str, ...], share: float) -> None:
    """Prints memory and speed; exit status 1 where they do not hold."""
    missed = 0
    libraries.CACHE_KB = 2_000
    for name in parts or PARTS:
        work, complete, most = PARTS[name]
        number = max(10, round(complete * share))
        print(f"{name}: {number:,}")
        with tempfile.TemporaryDirectory() as folder:
            memory, seconds, longest = measured(work, number, Path(folder))
        tenth = np.diff(seconds)
        slope = np.polyfit(np.arange(1, 9), memory[2:], 1)[0] / (number / 10) * 1000
        ratio = tenth[-1] / tenth[0]
        holds = slope < most and ratio < 1.2 and longest < 0.010
        missed += not holds
        print(
            f"  {slope:+.4f} MB for 1,000, the last tenth took {ratio:.2f} of the second's processor time,"
            f" the collector at most {1000 * longest:.1f} ms: {'holds' if holds else 'MISSED'}",
            flush=True,
        )
    sys.exit(missed > 0)
