"""What it costs a search to be watched: run `python -m benchmarks.growing`.  Imports the search and the tree's model.

Processor time of the search's own thread, with and without somebody who looks at its tree as often as the window does,
turn by turn; exits with 1 when it takes more than 5 % longer.
"""

from __future__ import annotations

import sys
import threading
from statistics import median
from time import sleep, thread_time

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.search.watch import Watch
from visualizer.tree.model import TreeModel

TURNS, DEPTH, EVERY, MOST = 5, 13, 0.15, 200_000


def run(looked_at: bool) -> tuple[float, int]:
    """Seconds of the search's thread, and how often its tree was drawn up."""
    watch, seconds, looks, model = Watch(), [0.0], 0, TreeModel()

    def work() -> None:
        started = thread_time()
        search(Position(), DEPTH, load("v2"), watch=watch)
        seconds[0] = thread_time() - started

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        part = watch.tree(MOST) if looked_at else None
        if part is not None:
            model.watch(part, "")
            model.graph()
            looks += 1
        sleep(EVERY)
    return seconds[0], looks


def main() -> int:
    run(False)
    turns = [(run(False)[0], *run(True)) for _ in range(TURNS)]
    ratio = median(watched / alone for alone, watched, _ in turns)
    alone, looks = median(turn[0] for turn in turns), median(turn[2] for turn in turns)
    print(f"depth {DEPTH}: {alone:.2f} s alone; watched {looks:.0f} times: {ratio:.3f} of that (at most 1.05)")
    return int(ratio > 1.05)


if __name__ == "__main__":
    sys.exit(main())
