"""The first minute: the window from its first paint to the first reply and the first tree, cold and warm.

Each start is a process of its own, as `python interface.py` begins it, with the modules compiled, as an installation
leaves them.  "Cold": the folder of machine code is empty.  A column is clicked as soon as the board is painted, the
worst moment: everything else is still to be loaded.  Times are processor time of the window's process, and by the
clock; turns of the event loop are processor time of the window's thread, gaps are by the clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from lab.benchmarks.window import Figure, middle, print_figure

ROOT = Path(__file__).resolve().parents[2]

START = """
import json, sys, time
import tkinter
from visualizer.app import start
seat, depth, rest, pictures = json.loads(sys.argv[1])
root = tkinter.Tk(className="connect4")
start.prepare()
from c4.session.settings import Settings
from visualizer.testing import Hand, make_window
settings = Settings().changed(seats=("human", seat), depth=depth)
window = make_window(root, settings, mode="analyse", geometry="1280x800+0+0")
hand = Hand(window)
root.update_idletasks()
root.update()
painted = time.perf_counter()
last = painted
turn = time.thread_time()
found = {"gap": 0.0, "turn": 0.0}
shots = [1.0, 2.0, rest] if pictures else []
click = time.perf_counter()
spent = time.process_time()
hand.click(3)
end = None
while end is None or time.perf_counter() < end:
    did = root.tk.dooneevent(2)
    now = time.perf_counter()
    found["gap"] = max(found["gap"], now - last)
    found["turn"] = max(found["turn"], time.thread_time() - turn)
    if not did:
        time.sleep(0.001)
    last = time.perf_counter()
    turn = time.thread_time()
    if "answer" not in found and hand.session.position.ply == 2:
        found["answer"] = now - click
        found["answer cpu"] = time.process_time() - spent
        tree = hand.session.newest.decision.tree
        found["rows"] = 0 if tree is None else len(tree)
    pane = window.search.tree
    if "tree" not in found and pane is not None and pane.model.view is not None and pane.canvas.picture.painted:
        found["tree"] = now - painted
        found["tree cpu"] = time.process_time() - spent
    if "ready" not in found and hand.app.state.progress.ready:
        found["ready"] = now - painted
    if shots and now - click > shots[0]:
        import subprocess
        subprocess.run(["import", "-window", "root", f"{pictures}/at-{shots.pop(0):g}s.png"])
        last = time.perf_counter()
    turn = time.thread_time()
    if end is None and "answer" in found and "tree" in found:
        end = click + rest
    if now - click > 120:
        break
window.close()
print(json.dumps(found), flush=True)
start.leave()
"""

EXACT_VALUES = """
import json, sys, time
import tkinter
from visualizer.app import start
root = tkinter.Tk(className="connect4")
start.prepare()
from c4.session.settings import EXACT, Settings
from visualizer.testing import Hand, make_window
settings = Settings().changed(seats=("human", "human"))
window = make_window(root, settings, mode="analyse", source=EXACT, geometry="1280x800+0+0")
hand = Hand(window)
hand.app.game.set_up(sys.argv[1])
root.update_idletasks()
root.update()
painted = time.perf_counter()
hand.until(lambda: len(hand.app.state.values.scores) == 7, seconds=120)
print(json.dumps({"exact": time.perf_counter() - painted}), flush=True)
window.close()
start.leave()
"""

POSITION = "445356432"
"""Nine discs: no book knows its values."""


def seconds_to_exact_values(modules: str) -> float:
    """Seconds by the clock from the first paint to the exact values of seven columns, with nothing compiled."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        printed = run(modules, Path(folder), "-c", EXACT_VALUES, POSITION)
    seconds: float = json.loads(printed.splitlines()[-1])["exact"]
    return seconds


def start(
    modules: str, kernels: Path | None, seat: str, depth: int = 6, rest: float = 3.0, pictures: str = ""
) -> dict[str, float]:
    """What a window found that was started with these folders of modules and machine code (None: the usual one)."""
    result: dict[str, float] = json.loads(
        run(modules, kernels, "-c", START, json.dumps([seat, depth, rest, pictures])).splitlines()[-1]
    )
    return result


def run(modules: str, kernels: Path | None, *words: str) -> str:
    """What Python prints that is started with these words and folders; ends this program with its fault."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    saved = {"PYTHONPYCACHEPREFIX": modules} | ({} if kernels is None else {"NUMBA_CACHE_DIR": str(kernels)})
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, cwd=ROOT, env=usual | saved, check=False
    )
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def measured(modules: str, repeats: int, pictures: str) -> Iterator[Figure]:
    """Every figure; `modules` is a folder for what Python makes of them."""
    run(modules, None, "-m", "c4", "warm")
    start(modules, None, "alphabeta")
    for seat in ("alphabeta", "amateur"):
        result = []
        for _ in range(repeats):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                result.append(start(modules, Path(folder), seat, pictures=pictures))
        what = f"cold, against {seat}"
        yield from (
            Figure("F1", f"{what}: click to the answer, median", middle(one["answer cpu"] for one in result), "s", 2.0),
            Figure("F1", f"{what}: the same by the clock", middle(one["answer"] for one in result), "s", 2.0),
            Figure("F1", f"{what}: click to its tree, median", middle(one["tree cpu"] for one in result), "s", 2.0),
            Figure("F1", f"{what}: the same by the clock", middle(one["tree"] for one in result), "s", 2.0),
            Figure("F1", f"{what}: longest gap", max(1000 * one["gap"] for one in result), "ms", 100),
            Figure("F1", f"{what}: longest turn", max(1000 * one["turn"] for one in result), "ms", 100),
        )
    waits = [seconds_to_exact_values(modules) for _ in range(repeats)]
    yield Figure("F3", "cold: first paint to exact values, by the clock, median", middle(waits), "s", 15.0)
    result = [start(modules, None, "alphabeta") for _ in range(repeats)]
    yield from (
        Figure(
            "F2", "warm: first paint to the first tree, median", middle(one["tree cpu"] for one in result), "s", 1.0
        ),
        Figure("F2", "warm: the same by the clock", middle(one["tree"] for one in result), "s", 1.0),
        Figure("F2", "warm: longest gap in the event loop", max(1000 * one["gap"] for one in result), "ms", 100),
        Figure("F2", "warm: longest turn", max(1000 * one["turn"] for one in result), "ms", 100),
    )


@click.command()
@click.option("--pictures", default="", metavar="FOLDER", help="Save pictures of a cold start (needs ImageMagick).")
@click.option("--repeats", type=click.IntRange(min=1), default=3, show_default=True, help="Starts of each kind.")
def main(repeats: int, pictures: str) -> None:
    """Measures the window from its first paint to the first reply and the first tree, cold and warm.

    The exit status is 1 when a target is missed.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as modules:
        met = [print_figure(figure) for figure in measured(modules, repeats, pictures)]
    sys.exit(not all(met))
