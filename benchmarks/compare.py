"""Times comparing, measuring and judging recorded trees: run `python -m benchmarks.compare` (a display is needed).
Imports everything.

Prints median and 95th percentile in milliseconds of processor time (the display server's own is not in it) beside the
figure to reach; exits with 1 when a median misses it.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from time import process_time

import numpy as np

from c4.evaluators import load
from c4.experiments.plans import Plan, left_to_right
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.session.session import Session
from c4.session.settings import Settings
from c4.tree.compare import merge
from c4.tree.opinions import BETWEEN, gather, strongest
from c4.tree.profile import profile
from visualizer.compare.measure import MeasureWindow
from visualizer.compare.window import CompareWindow
from visualizer.shell.window import Window
from visualizer.tree.colouring import by_disagreement


def main() -> int:
    failed = False

    def report(name: str, target: float, found: list[float]) -> None:
        nonlocal failed
        median, late = np.percentile(found, (50, 95))
        failed = failed or median > target
        print(f"  {name:<44}{median:8.1f}{late:8.1f}{target:8.0f}{'' if median <= target else '   missed'}")

    def computed(action: Callable[[], object], times: int = 15) -> list[float]:
        """Milliseconds of processor time, without the first call."""
        action()
        found = []
        for _ in range(times):
            started = process_time()
            action()
            found.append(1000 * (process_time() - started))
        return found

    def compute(depth: int, targets: tuple[float, ...]) -> None:
        """Everything that is computed from trees of a depth."""
        first = Plan("minimax", depth=depth).run(Position()).tree
        second = Plan("minimax", depth=depth, move_order=left_to_right(STANDARD)).run(Position()).tree
        cut = Plan("alphabeta", depth=depth).run(Position()).tree
        v2, windows = load("v2"), load("windows")
        opinions = gather(first, v2, windows)
        print(f"{len(first):,} x {len(second):,} rows, and {len(first):,} x {len(cut):,}")
        report("merge, another order of the columns", targets[0], computed(lambda: merge(first, second)))
        report("merge, minimax and alpha-beta", targets[0], computed(lambda: merge(first, cut)))
        merged = merge(first, cut)

        def list_divergences():
            merged.__dict__.pop("divergences", None)
            return merged.divergences

        report("divergences, sorted", targets[1], computed(list_divergences))
        report("profile", targets[1], computed(lambda: profile(first)))
        report("static values, V2 and windows", targets[2], computed(lambda: gather(first, v2, windows)))
        report(
            "the 200 largest disagreements",
            targets[3],
            computed(lambda: strongest(opinions._disagreement(BETWEEN[0]), 200)),
        )

    print("                                               median     p95  target")
    compute(6, (100, 60, 60, 60))
    compute(7, (1000, 500, 500, 500))

    root = tk.Tk()
    host = Window(root, Session(Settings(seats=("human", "human"))))
    session = host.session
    session.set_up("4453")

    def shown(action: Callable[[int], object], times: int) -> list[float]:
        """Milliseconds of an action and of everything it puts on screen."""
        found = []
        for i in range(times):
            started = process_time()
            action(i)
            root.update()
            found.append(1000 * (process_time() - started))
        return found

    def until(done: Callable[[], bool]) -> None:
        while not done():
            root.update()

    print("windows")
    opened: list = []

    def open_compare(i: int) -> None:
        opened.append(CompareWindow(host))

    report("open the compare window", 250, shown(open_compare, 5))
    window = opened[-1]
    for other in opened[:-1]:
        other.destroy()
    window.start_pair("minimax and alpha-beta")
    until(lambda: window.found is not None and not window.errand.busy)
    found = window.found
    print(f"  {len(found.comparison.a):,} x {len(found.comparison.b):,} rows")
    report("show a comparison", 300, shown(lambda i: window._done(found), 7))
    rows = found.comparison.divergences[:60]
    report("select a path in both trees", 60, shown(lambda i: window.show_path(int(found.comparison.of_b[1 + i])), 20))
    report("choose a divergence, zoom both", 100, shown(lambda i: window.table.selection_set(str(rows[i])), 20))
    opinions = gather(found.comparison.a, load("v2"), load("windows"))
    painter = by_disagreement(opinions.disagreement())
    report(
        "colour a tree by disagreement",
        60,
        shown(lambda i: window.panes[0].paint_nodes(painter if i % 2 else None), 10),
    )
    window.destroy()

    def open_measure(i: int) -> None:
        session.take_tree(found.comparison.b)
        opened.append(MeasureWindow(host))

    opened.clear()
    report("open the measure window", 600, shown(open_measure, 5))
    host.close()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
