"""Sarsa with a large table: games a processor second of the learner alone, and of a whole run with its reports and
saves.

    python -m benchmarks.sarsa_speed --states 10000000

All go on with the same table, so that the ratio says what the run around the learner costs; the learner alone is timed
before the run and after it, because the table grows meanwhile.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from c4.learning.loop import train
from c4.learning.sarsa import SarsaLearner
from c4.learning.sarsa_settings import Settings

SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=10_000_000, help="entries of the table to begin with")
    parser.add_argument("--episodes", type=int, default=1_000_000, help="games that are timed")
    arguments = parser.parse_args()
    learner = SarsaLearner(SEED, Settings(epsilon=1.0, opponent="random"))
    while learner.states < arguments.states:
        learner.train(50_000)
    print(f"{learner.states:,} states after {learner.episodes:,} games", flush=True)
    learner.train(10)
    first = timed(lambda: learner.train(arguments.episodes))
    saving: list[tuple[float, float, float]] = []
    last = perf_counter()
    save = learner.save

    def saved(path, *, quickly=False):
        nonlocal last
        since = perf_counter() - last
        took = timed(lambda: save(path, quickly=quickly))
        saving.append((since, *took))
        last = perf_counter()

    learner.save = saved
    with tempfile.TemporaryDirectory() as folder:
        last = perf_counter()
        whole = timed(lambda: list(train(learner, arguments.episodes, Path(folder) / "m.npz")))
    again = timed(lambda: learner.train(arguments.episodes))
    alone = (first[0] + again[0]) / 2, (first[1] + again[1]) / 2
    print(
        f"the learner alone: {arguments.episodes / alone[0]:,.0f} games/s ({arguments.episodes / alone[1]:,.0f} a CPU"
        " second)"
    )
    print(
        f"a whole run: {arguments.episodes / whole[0]:,.0f} games/s ({arguments.episodes / whole[1]:,.0f} a CPU second)"
    )
    for since, wall, cpu in saving:
        print(f"a save {since:.1f} s after the one before: {wall:.2f} s by the clock, {cpu:.2f} s of processor time")
    print(f"{learner.states:,} states at the end")
    print(f"ratio: {alone[0] / whole[0]:.2f} by the clock, {alone[1] / whole[1]:.2f} in processor time")


def timed(work):
    """(seconds, processor seconds) of a piece of work."""
    wall, cpu = perf_counter(), process_time()
    work()
    return perf_counter() - wall, process_time() - cpu


if __name__ == "__main__":
    main()
