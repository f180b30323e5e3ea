"""Times what stands around the tree pane: find, outline, back, saved trees, exports.  Called by `python -m
benchmarks.tree`.
"""

from __future__ import annotations

import gc
import tempfile
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time, sleep

import numpy as np

from c4.tree import treefile
from visualizer.tree.export.files import ExportDialog
from visualizer.tree.export.formats import FORMATS, Wanted, export
from visualizer.tree.find import FindBar
from visualizer.tree.outline import Outline
from visualizer.tree.pane import TreePane

QUERIES = (
    "value >= 5 ply <= 6",
    "pruned or value < -10 ply = 6",
    "leaf exact value >= 9",
    "under 44 nodes > 1",
    "path 445",
    "pv",
)


def work(root: tk.Tk, pane: TreePane, tree, timed: Callable, report: Callable) -> None:
    """Everything on the tree that the pane shows."""
    pane.show(tree)
    root.update()
    find = FindBar(pane, lambda row: pane.select(row, reveal=True))
    pane.keep_look()
    find.open()
    root.update()

    def first_hit(i: int) -> None:
        pane.model.selected = 0
        find.text.set(QUERIES[i % len(QUERIES)])
        find.next()

    report("find: first hit, on screen", 100, timed(root, first_hit, 18))
    pane.keep_look()
    report("back, forward", 60, timed(root, lambda i: pane.forward() if i % 2 else pane.back(), 20))
    find.close()

    def open_outline(i: int) -> None:
        outline = Outline(root, pane, lambda row: None, lambda: ("Red", "Yellow"))
        outline.place(x=0, y=0, width=300, height=600)
        root.update()
        pane.companions.remove(outline)
        outline.destroy()

    report("outline: open at the selected node", 100, timed(root, open_outline, 10))
    pane.companions.remove(find)
    find.destroy()


def files(root: tk.Tk, pane: TreePane, tree) -> None:
    """Saving and opening, each format, and how long the window does not answer meanwhile."""
    started = process_time()
    data = treefile.encode(tree)
    saved = process_time()
    back = treefile.decode(data).tree
    print(
        f"  tree file: saved in {saved - started:.2f} s, opened in {process_time() - saved:.2f} s of processor time, "
        f"{len(data) / 1e6:.1f} MB, the same to the bit: {bool((back.rows == tree.rows).all())}"
    )
    with tempfile.TemporaryDirectory() as folder:
        if len(tree) < 200_000:
            for end in FORMATS:
                started = process_time()
                shown = export(Path(folder) / f"tree{end}", tree, Wanted())
                print(
                    f"  export {end:<9}{process_time() - started:8.2f} s  "
                    f" {(Path(folder) / f'tree{end}').stat().st_size / 1e6:8.2f} MB   {shown}"
                )
        for end in (".npz", ".json", ".png"):
            dialog = ExportDialog(root, pane, ("Red", "Yellow"), [], lambda text: None)
            dialog.name.set(str(Path(folder) / f"gap{end}"))
            dialog.what.set("whole")
            root.update()
            gc.disable()  # as in the window, which collects in its own time
            dialog.start()
            gaps, last = [], perf_counter()
            while dialog.worker.busy:
                root.update()
                sleep(0.002)
                now = perf_counter()
                gaps.append(1000 * (now - last))
                last = now
            gc.enable()
            median, late = np.percentile(gaps, (50, 95))
            print(
                f"  event loop while {end:<9} is written: median {median:.1f} ms, 95 of 100 {late:.1f} ms, longest"
                f" {max(gaps):.0f} ms"
            )
            dialog.destroy()
