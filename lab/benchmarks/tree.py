"""Measures the tree pane in a real window, and its panels: find, outline, back, saved trees, exports."""

from __future__ import annotations

import gc
import sys
import tempfile
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time, thread_time

import click
import numpy as np

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree import treefile
from visualizer.state.tree.formats import FORMATS
from visualizer.state.tree.view import TreeView, ViewFull
from visualizer.testing import open_root
from visualizer.tree.camera import WHOLE_TREE
from visualizer.tree.canvas import TreeCanvas
from visualizer.tree.export import export
from visualizer.tree.find_bar import FindBar
from visualizer.tree.outline import Outline
from visualizer.tree.pane import Standalone, TreePane

QUERIES = ("value >= 5 ply <= 6", "pruned or value < -10 ply = 6", "leaf exact value >= 9")
QUERIES += ("under 44 nodes > 1", "path 445", "pv")


def panels(root: tk.Tk, pane: TreePane, tree, timed: Callable, report: Callable) -> None:
    """Everything on the tree that the pane shows."""
    model = pane.model
    model.show(tree)
    pane.show_model()
    root.update()

    def show_find() -> None:
        pane.show_model()
        find.show(Standalone(model.state))

    find = FindBar(root, model, say_nothing, show_find, pane.canvas.widget.focus_set)
    pane.record_view()
    find.open()
    root.update()

    def first_hit(i: int) -> None:
        model.select(0, reveal=False)
        find.text.set(QUERIES[i % len(QUERIES)])
        find.next()

    report("find: first hit, on screen", 100, timed(pane, first_hit, 18))
    pane.record_view()
    report("back, forward", 60, timed(pane, lambda i: pane.forward() if i % 2 else pane.back(), 20))
    find.close()

    def open_outline(i: int) -> None:
        outline = Outline(root, model, pane.show_model)
        outline.place(x=0, y=0, width=300, height=600)
        root.update()
        outline.show(Standalone(model.state))
        root.update()
        outline.destroy()

    report("outline: open at the selected node", 100, timed(pane, open_outline, 10))
    find.destroy()


def say_nothing(text: str) -> None:
    """Where there is no status line."""


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


PANE_SIZE = "1000x700"


def timed(pane: TreePane, action: Callable[[int], object], times: int) -> list[float]:
    """Milliseconds of processor time of an action and of everything it puts on screen, each time."""
    result = []
    for i in range(times):
        started = thread_time()
        action(i)
        pane.show_model()
        pane.update()
        pane.show_model()  # how much of a new tree there was room for
        result.append(1000 * (thread_time() - started))
    return result


def show_all(canvas: TreeCanvas) -> None:
    """Fits all that is unfolded at the next picture, however small it becomes."""
    canvas.camera.fitting = WHOLE_TREE
    canvas.refresh()


class Bench:
    """A tree pane in a window, and whether a median missed its target."""

    def __init__(self) -> None:
        self.root = open_root()
        self.root.geometry(PANE_SIZE)
        gc.disable()  # as in the window, which collects when nothing waits
        self.pane = TreePane(self.root)
        self.pane.pack(fill="both", expand=True)
        self.pane.model.show_nothing()
        self.root.update()
        self.pane.show_model()
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

        def unfold(view: TreeView) -> None:
            before = 0
            while before < len(view.glyphs) < glyphs - 10:
                before = len(view.glyphs)
                for row in sorted(view.rows, key=lambda row: int(view.tree.ply[row])):
                    with suppress(ViewFull):
                        view.expand(row)
                    if len(view.glyphs) > glyphs - 10:
                        break

        self.pane.model.change(unfold)

    def work(self, tree, times: int) -> None:
        siblings = tree.children(tree.principal_variation()[1])
        folds = (self.pane.model.expand, self.pane.model.collapse)
        self.report("expand, collapse", 60, timed(self.pane, lambda i: folds[i % 2](siblings[1 + i // 2 % 5]), times))
        self.report(
            "wheel zoom",
            50,
            timed(self.pane, lambda i: self.canvas("<Button-4>" if i // 5 % 2 else "<Button-5>", 400, 300), times),
        )
        show_all(self.pane.canvas)
        self.root.update()
        self.canvas("<ButtonPress-1>", 500, 20)
        self.report(
            "drag-pan frame",
            16,
            timed(self.pane, lambda i: self.canvas("<B1-Motion>", 500 + 3 * (i + 2), 20 + (i + 2)), times),
        )
        self.report(
            "release after a drag", 80, timed(self.pane, lambda i: self.canvas("<ButtonRelease-1>", 600, 60), 1)
        )
        show_all(self.pane.canvas)
        self.root.update()
        spots = self.pane.canvas.viewport.pixels(np.array(list(self.pane.canvas.layout.at.values()))).astype(int)
        self.report(
            "hover",
            20,
            timed(self.pane, lambda i: self.canvas("<Motion>", *map(int, spots[i * 7 % len(spots)])), times),
        )
        rows = sorted(self.pane.model.view.rows)
        self.report("select", 20, timed(self.pane, lambda i: self.pane.model.select(rows[i * 11 % len(rows)]), times))
        self.report(
            "resize",
            250,
            timed(self.pane, lambda i: self.root.geometry(f"{950 + 10 * (i % 5)}x{660 + 10 * (i % 4)}"), times),
        )
        self.root.geometry(PANE_SIZE)
        self.root.update()

    def replay(self, tree, times: int) -> None:
        model = self.pane.model
        chance = np.random.default_rng(1)
        self.report("playback, open", 300, timed(self.pane, lambda i: model.toggle_playback(), 9)[::2])
        count = model.playback.last + 1
        events = chance.integers(0, count, times).tolist()
        self.report(f"seek in {count:,} events", 50, timed(self.pane, lambda i: model.seek(events[i]), times))
        self.report("step into", 16, timed(self.pane, lambda i: model.step_into(), times))
        spots = chance.integers(0, self.pane.overview.winfo_width(), times).tolist()
        self.report(
            "drag in the strip",
            50,
            timed(self.pane, lambda i: self.pane.overview.event_generate("<B1-Motion>", x=spots[i], y=60), times),
        )
        model.close_playback()
        self.pane.show_model()
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

        self.report("first paint", target, timed(self.pane, first_paint, 7))
        self.report("strip, first paint", 100, timed(self.pane, lambda i: self.pane.overview.show(tree), 7))
        self.work(tree, 40)
        panels(self.root, self.pane, tree, timed, self.report)
        files(self.root, self.pane, tree)
        self.replay(tree, 40)
        if len(tree) > 10_000:
            self.unfold(1500)
            self.pane.show_model()
            print(f"{len(tree):,} rows, {len(self.pane.model.view.glyphs):,} glyphs on screen")
            show_all(self.pane.canvas)
            self.root.update()
            self.work(tree, 20)


@click.command()
def main() -> None:
    """Measures the tree pane: median and 95th percentile in milliseconds of processor time beside the target; exit
    status 1 for a miss.
    """
    bench = Bench()
    print(f"pane of {PANE_SIZE}                          median     p95  target")
    for depth, target in ((4, 60), (6, 300), (7, 1500)):
        bench.measure(depth, target)
    bench.root.destroy()
    sys.exit(bench.failed)
