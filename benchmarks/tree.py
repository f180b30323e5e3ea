"""Times the tree pane in a real Tk window: run `python -m benchmarks.tree` (a display is needed).  Imports everything.

Prints median and 95th percentile in milliseconds beside the figure to reach; exits with 1 when a median misses it.
"""

from __future__ import annotations

import gc
import sys
import tkinter as tk
from collections.abc import Callable
from time import perf_counter

import numpy as np

from benchmarks import tree_beside
from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from visualizer.tree.pane import TreePane
from visualizer.tree.view import ViewFull

SIZE = "1000x700"


def timed(root: tk.Tk, action: Callable[[int], object], times: int) -> list[float]:
    """Milliseconds of an action and of everything it puts on screen, each time."""
    found = []
    for i in range(times):
        started = perf_counter()
        action(i)
        root.update()
        found.append(1000 * (perf_counter() - started))
    return found


def main() -> int:
    root = tk.Tk()
    root.geometry(SIZE)
    gc.disable()  # as in the window, which collects when nothing waits
    pane = TreePane(root)
    pane.pack(fill="both", expand=True)
    pane.show_nothing()
    root.update()
    failed = False

    def report(name: str, target: float, found: list[float]) -> None:
        nonlocal failed
        median, late = np.percentile(found, (50, 95))
        failed = failed or median > target
        print(f"  {name:<34}{median:8.1f}{late:8.1f}{target:8.0f}{'' if median <= target else '   missed'}")

    def canvas(event: str, x: int, y: int, **more) -> None:
        pane.widget.event_generate(event, x=x, y=y, **more)

    def unfold(glyphs: int) -> None:
        """Unfolds nodes in the order of their plies until so many glyphs are on screen."""
        view = pane.view
        for row in sorted(view.rows, key=lambda row: int(view.tree.ply[row])):
            try:
                view.expand(row)
            except ViewFull:
                break
            if len(view.glyphs) > glyphs - 10:
                break
        else:
            if len(view.glyphs) < glyphs - 10:
                unfold(glyphs)

    def work(pane: TreePane, tree, times: int) -> None:
        siblings = tree.children(tree.principal_variation()[1])
        report(
            "expand, collapse",
            60,
            timed(root, lambda i: (pane.collapse if i % 2 else pane.expand)(siblings[1 + i // 2 % 5]), times),
        )
        report(
            "wheel zoom",
            50,
            timed(root, lambda i: canvas("<Button-4>" if i // 5 % 2 else "<Button-5>", 400, 300), times),
        )
        pane.fit()
        root.update()
        canvas("<ButtonPress-1>", 500, 20)
        report(
            "drag-pan frame", 16, timed(root, lambda i: canvas("<B1-Motion>", 500 + 3 * (i + 2), 20 + (i + 2)), times)
        )
        report("release after a drag", 80, timed(root, lambda i: canvas("<ButtonRelease-1>", 600, 60), 1))
        pane.fit()
        root.update()
        spots = pane.lens.pixels(pane.screen.drawing.xy).astype(int)
        report("hover", 20, timed(root, lambda i: canvas("<Motion>", *map(int, spots[i * 7 % len(spots)])), times))
        rows = sorted(pane.view.rows)
        report("select", 20, timed(root, lambda i: pane.select(rows[i * 11 % len(rows)]), times))
        report("resize", 250, timed(root, lambda i: root.geometry(f"{950 + 10 * (i % 5)}x{660 + 10 * (i % 4)}"), times))
        root.geometry(SIZE)
        root.update()

    def replay(pane: TreePane, tree, times: int) -> None:
        playback, chance = pane.playback, np.random.default_rng(1)
        report("playback, open", 300, timed(root, lambda i: playback.switch(), 9)[::2])
        events = chance.integers(0, len(playback.replay), times).tolist()
        report(f"seek in {len(playback.replay):,} events", 50, timed(root, lambda i: playback.seek(events[i]), times))
        report("step into", 16, timed(root, lambda i: playback.into(), times))
        spots = chance.integers(0, pane.strip.winfo_width(), times).tolist()
        report(
            "drag in the strip",
            50,
            timed(root, lambda i: pane.strip.event_generate("<B1-Motion>", x=spots[i], y=60), times),
        )
        playback.close()
        root.update()

    print(f"pane of {SIZE}                          median     p95  target")
    for depth, target in ((4, 60), (6, 300), (7, 1500)):
        tree = search(Position(), depth, load("v2"), "minimax").tree
        print(f"{len(tree):,} rows")

        def first_paint(i, tree=tree):
            for kept in (
                "_running",
                "left_out",
                "state",
            ):  # what a tree keeps between views is not kept between first paints
                tree.__dict__.pop(kept, None)
            pane.show(tree)

        report("first paint", target, timed(root, first_paint, 7))
        report("strip, first paint", 100, timed(root, lambda i, tree=tree: pane.strip.show(tree), 7))
        work(pane, tree, 40)
        tree_beside.work(root, pane, tree, timed, report)
        tree_beside.files(root, pane, tree)
        replay(pane, tree, 40)
        if len(tree) > 10_000:
            unfold(1500)
            pane.screen.rebuild()
            print(f"{len(tree):,} rows, {len(pane.view.glyphs):,} glyphs on screen")
            pane.fit()
            root.update()
            work(pane, tree, 20)
    root.destroy()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
