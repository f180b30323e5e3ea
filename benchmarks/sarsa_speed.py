"""Sarsa with a large table: games a processor second of the learner alone, and of a whole run with its reports and
saves.

    python -m benchmarks.sarsa_speed --states 10000000

Both go on with the same table, so that the ratio says what the run around the learner costs.
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
    alone = timed(lambda: learner.train(arguments.episodes))
    print(
        f"the learner alone: {arguments.episodes / alone[0]:,.0f} games/s ({arguments.episodes / alone[1]:,.0f} a CPU"
        " second)"
    )
    saving: list[float] = []
    save = learner.save

    def saved(path, *, quickly=False):
        started = perf_counter()
        save(path, quickly=quickly)
        saving.append(perf_counter() - started)

    learner.save = saved
    with tempfile.TemporaryDirectory() as folder:
        whole = timed(lambda: list(train(learner, arguments.episodes, Path(folder) / "m.npz")))
    print(
        f"a whole run: {arguments.episodes / whole[0]:,.0f} games/s ({arguments.episodes / whole[1]:,.0f} a CPU second)"
    )
    print(f"{learner.states:,} states; saves, s: " + ", ".join(f"{seconds:.2f}" for seconds in saving))
    print(f"ratio: {alone[0] / whole[0]:.2f} by the clock, {alone[1] / whole[1]:.2f} in processor time")


def timed(work):
    """(seconds, processor seconds) of a piece of work."""
    wall, cpu = perf_counter(), process_time()
    work()
    return perf_counter() - wall, process_time() - cpu


if __name__ == "__main__":
    main()
