"""Measures the tree pane in a real window, and its panels: find, outline, back, saved trees, exports."""

from __future__ import annotations

import gc
import sys
import tempfile
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from time import process_time, thread_time

import click
import numpy as np

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree import treefile
from visualizer.tree.export import FORMATS, export
from visualizer.tree.pane import TreePane
from visualizer.tree.panels import FindBar, Outline
from visualizer.tree.view import ViewFull

QUERIES = ("value >= 5 ply <= 6", "pruned or value < -10 ply = 6", "leaf exact value >= 9")
QUERIES += ("under 44 nodes > 1", "path 445", "pv")


def panels(root: tk.Tk, pane: TreePane, tree, timed: Callable, report: Callable) -> None:
    """Everything on the tree that the pane shows."""
    pane.model.show(tree)
    root.update()
    find = FindBar(pane)
    pane.record_view()
    find.open()
    root.update()

    def first_hit(i: int) -> None:
        pane.model.selected = 0
        find.text.set(QUERIES[i % len(QUERIES)])
        find.next()

    report("find: first hit, on screen", 100, timed(root, first_hit, 18))
    pane.record_view()
    report("back, forward", 60, timed(root, lambda i: pane.forward() if i % 2 else pane.back(), 20))
    find.close()

    def open_outline(i: int) -> None:
        outline = Outline(root, pane)
        outline.place(x=0, y=0, width=300, height=600)
        root.update()
        pane.model.listeners.pop()
        outline.destroy()

    report("outline: open at the selected node", 100, timed(root, open_outline, 10))
    pane.model.listeners.clear()
    find.destroy()


def files(root: tk.Tk, pane: TreePane, tree) -> None:
    """Saving and opening, each format, and how long the window does not answer meanwhile."""
    started = process_time()
    data = treefile.encode(tree)
    saved = process_time()
    back = treefile.decode(data)
    print(
        f"  tree file: saved in {saved - started:.2f} s, opened in {process_time() - saved:.2f} s of processor time, "
        f"{len(data) / 1e6:.1f} MB, the same to the bit: {bool((back.rows == tree.rows).all())}"
    )
    with tempfile.TemporaryDirectory() as folder:
        if len(tree) < 200_000:
            for end in FORMATS:
                started = process_time()
                shown = export(Path(folder) / f"tree{end}", tree)
                print(
                    f"  export {end:<9}{process_time() - started:8.2f} s  "
                    f" {(Path(folder) / f'tree{end}').stat().st_size / 1e6:8.2f} MB   {shown}"
                )


SIZE = "1000x700"


def timed(root: tk.Tk, action: Callable[[int], object], times: int) -> list[float]:
    """Milliseconds of processor time of an action and of everything it puts on screen, each time."""
    result = []
    for i in range(times):
        started = thread_time()
        action(i)
        root.update()
        result.append(1000 * (thread_time() - started))
    return result


class Bench:
    """A tree pane in a window, and whether a median missed its target."""

    def __init__(self) -> None:
        self.root = tk.Tk()
        self.root.geometry(SIZE)
        gc.disable()  # as in the window, which collects when nothing waits
        self.pane = TreePane(self.root)
        self.pane.pack(fill="both", expand=True)
        self.pane.model.show_nothing()
        self.root.update()
        self.failed = False

    def report(self, name: str, target: float, result: list[float]) -> None:
        median, late = np.percentile(result, (50, 95))
        self.failed = self.failed or median > target
        print(f"  {name:<34}{median:8.1f}{late:8.1f}{target:8.0f}{'' if median <= target else '   missed'}")

    def canvas(self, event: str, x: int, y: int, **more) -> None:
        self.pane.canvas.widget.event_generate(event, x=x, y=y, **more)

    def unfold(self, glyphs: int) -> None:
        """Unfolds nodes in the order of their plies until so many glyphs are on screen."""
        view = self.pane.model.view
        for row in sorted(view.rows, key=lambda row: int(view.tree.ply[row])):
            try:
                view.expand(row)
            except ViewFull:
                break
            if len(view.glyphs) > glyphs - 10:
                break
        else:
            if len(view.glyphs) < glyphs - 10:
                self.unfold(glyphs)

    def work(self, tree, times: int) -> None:
        siblings = tree.children(tree.principal_variation()[1])
        folds = (self.pane.model.expand, self.pane.model.collapse)
        self.report("expand, collapse", 60, timed(self.root, lambda i: folds[i % 2](siblings[1 + i // 2 % 5]), times))
        self.report(
            "wheel zoom",
            50,
            timed(self.root, lambda i: self.canvas("<Button-4>" if i // 5 % 2 else "<Button-5>", 400, 300), times),
        )
        self.pane.canvas.fit()
        self.root.update()
        self.canvas("<ButtonPress-1>", 500, 20)
        self.report(
            "drag-pan frame",
            16,
            timed(self.root, lambda i: self.canvas("<B1-Motion>", 500 + 3 * (i + 2), 20 + (i + 2)), times),
        )
        self.report(
            "release after a drag", 80, timed(self.root, lambda i: self.canvas("<ButtonRelease-1>", 600, 60), 1)
        )
        self.pane.canvas.fit()
        self.root.update()
        spots = self.pane.canvas.viewport.pixels(self.pane.canvas.drawing.xy).astype(int)
        self.report(
            "hover",
            20,
            timed(self.root, lambda i: self.canvas("<Motion>", *map(int, spots[i * 7 % len(spots)])), times),
        )
        rows = sorted(self.pane.model.view.rows)
        self.report("select", 20, timed(self.root, lambda i: self.pane.model.select(rows[i * 11 % len(rows)]), times))
        self.report(
            "resize",
            250,
            timed(self.root, lambda i: self.root.geometry(f"{950 + 10 * (i % 5)}x{660 + 10 * (i % 4)}"), times),
        )
        self.root.geometry(SIZE)
        self.root.update()

    def replay(self, tree, times: int) -> None:
        playback, chance = self.pane.model.playback, np.random.default_rng(1)
        self.report("playback, open", 300, timed(self.root, lambda i: playback.toggle(), 9)[::2])
        events = chance.integers(0, len(playback.replay), times).tolist()
        self.report(
            f"seek in {len(playback.replay):,} events", 50, timed(self.root, lambda i: playback.seek(events[i]), times)
        )
        self.report("step into", 16, timed(self.root, lambda i: playback.into(), times))
        spots = chance.integers(0, self.pane.overview.winfo_width(), times).tolist()
        self.report(
            "drag in the strip",
            50,
            timed(self.root, lambda i: self.pane.overview.event_generate("<B1-Motion>", x=spots[i], y=60), times),
        )
        playback.close()
        self.root.update()

    def measure(self, depth: int, target: float) -> None:
        """Measures the pane with the tree of minimax of a depth; `target` is for its first paint."""
        tree = search(Position(), depth, load("v2"), "minimax").tree
        print(f"{len(tree):,} rows")

        def first_paint(i):
            for stored in (
                "_running",
                "left_out",
                "state",
            ):  # what a tree keeps between views, not between first paints
                tree.__dict__.pop(stored, None)
            self.pane.model.show(tree)

        self.report("first paint", target, timed(self.root, first_paint, 7))
        self.report("strip, first paint", 100, timed(self.root, lambda i: self.pane.overview.show(tree), 7))
        self.work(tree, 40)
        panels(self.root, self.pane, tree, timed, self.report)
        files(self.root, self.pane, tree)
        self.replay(tree, 40)
        if len(tree) > 10_000:
            self.unfold(1500)
            self.pane.canvas.rebuild()
            print(f"{len(tree):,} rows, {len(self.pane.model.view.glyphs):,} glyphs on screen")
            self.pane.canvas.fit()
            self.root.update()
            self.work(tree, 20)


@click.command()
def main() -> None:
    """Measures the tree pane: median and 95th percentile in milliseconds of processor time beside the target; exit
    status 1 for a miss.
    """
    bench = Bench()
    print(f"pane of {SIZE}                          median     p95  target")
    for depth, target in ((4, 60), (6, 300), (7, 1500)):
        bench.measure(depth, target)
    bench.root.destroy()
    sys.exit(bench.failed)
