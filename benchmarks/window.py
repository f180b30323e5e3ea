"""Measures the window: every target for how it feels beside what is found.

`python -m benchmarks.window [--json] [PART ...]` (a display or Xvfb); the parts are `PARTS`, by default all.

Starting and drawing are told in processor time, which other programs change little; what depends on others, such as
stopping a search, by the clock.  Exit status 1 when a target is missed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchmarks import window_open, window_tree
from benchmarks.meter import Figure, Hand, late, middle
from visualizer.play.motion import FALL

ROOT = Path(__file__).resolve().parent.parent

OTHERS = ("train", "library", "glossary", "match", "keys", "preferences")
"""Windows that are open beside the main one while the scale changes."""

PAINT = """
import os, sys, time
import interface
import tkinter
root = tkinter.Tk()
interface.prepare()
from visualizer.shell.window import Window
class Timed(Window):
    def _after_first_paint(self):
        print(time.thread_time(), not {"matplotlib", "networkx", "numba"} & set(sys.modules), flush=True)
        super()._after_first_paint()
window = Timed(root)
while window.tree_pane is None:
    root.update()
    time.sleep(0.001)
print(time.process_time(), flush=True)
window.close()
os._exit(0)  # as the window's own program ends: what is still being loaded is not waited for
"""


def first_paint(repeats: int = 7) -> Iterator[Figure]:
    """From starting Python to the painted, playable board and to the tree pane, warm: processor time, which is the
    clock's where nothing else runs.  Warm means that the modules are compiled, as they are from the second start on
    wherever the program is installed.
    """
    boards, trees, light = [], [], True
    with tempfile.TemporaryDirectory() as compiled:
        found = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        usual = found | {"PYTHONPYCACHEPREFIX": compiled}
        for _ in range(repeats + 1):
            run = [sys.executable, "-c", PAINT]
            said = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT, env=usual).stdout.split()
            boards.append(1000 * float(said[0]))
            trees.append(float(said[2]))
            light = light and said[1] == "True"
    yield Figure("L1", "start to playable board, median", middle(boards[1:]), "ms", 400)
    yield Figure("L1", "start to playable board, 95 of 100", late(boards[1:]), "ms", 600)
    yield Figure("L1", "start to tree pane, median", middle(trees[1:]), "s", 1.8)
    yield Figure("L1", "heavy modules loaded before the first paint", 0.0 if light else 1.0, "", 0)


def playing(hand: Hand, row: str, target: float, state: str, times: int) -> Iterator[Figure]:
    """Clicks on the board and the stone drawn."""
    board, session = hand.window.board, hand.window.session
    board.animate = True
    clicks = []
    for i in range(times):
        if session.outcome is not None or session.position.ply > 30:
            session.new_game()
            hand.until(lambda: board.position.ply == 0, 0.05)
        column = session.position.legal_columns()[i % len(session.position.legal_columns())]
        x, y = board.centre(0, column)
        hand.event(board, "<Motion>", x, y)
        clicks += hand.timed(lambda _, x=x, y=y: hand.event(board, "<Button-1>", x, y), 1)
    board.animate = False
    yield Figure(row, f"click to the stone drawn, {state}, 95 of 100", late(clicks), "ms", target)


def by_hand(hand: Hand) -> Iterator[Figure]:
    """Between two people: clicks, the pointer, settings."""
    window, board = hand.window, hand.window.board
    window.change(seats=("human", "human"))
    hand.wait(0.3)
    yield from playing(hand, "L2", 16, "nothing searches", 100)
    yield Figure("L3", "a stone falls", 1000 * FALL, "ms", 180)
    window.session.new_game()
    hand.wait(0.3)

    def hover(i: int) -> None:
        x, y = board.centre(2, i % 7)
        hand.event(board, "<Motion>", x, y)

    yield Figure("L4", "the ghost stone follows the pointer, 95 of 100", late(hand.timed(hover, 60)), "ms", 16)


def searching(hand: Hand) -> Iterator[Figure]:
    """While a search runs."""
    window, session = hand.window, hand.window.session
    window.change(seats=("human", "alphabeta"), depth=40)
    session.new_game()
    window.play(3)
    hand.until(lambda: session.progress() is not None and session.progress().nodes > 0)
    gaps, turns, told, last, end = [], [], [], time.perf_counter(), time.perf_counter() + 10
    text = window.status_line["text"]
    while time.perf_counter() < end:
        turns.append(hand.turn())
        now = time.perf_counter()
        gaps.append(1000 * (now - last))
        last = now
        if window.status_line["text"] != text:
            text = window.status_line["text"]
            told.append(now)
    yield Figure("L5", "gap in the event loop while searching, 95 of 100", late(gaps), "ms", 25)
    yield Figure("L5", "the same, longest in 10 s, by the clock", max(gaps), "ms", 60)
    yield Figure("L5", "the longest turn of the event loop meanwhile", max(turns), "ms", 60)
    yield Figure("L8", "live numbers, times a second", len(told) / 10, "Hz", 10, least=True)
    yield Figure("L8", "live numbers, times a second", len(told) / 10, "Hz", 30)

    stops = []
    for _ in range(20):
        hand.until(lambda: session.progress() is not None)
        future = session._thinker._worker._future
        begun = time.perf_counter()
        window.do("stop")
        hand.until(future.done)
        stops.append(1000 * (time.perf_counter() - begun))
        window.do("go")
    yield Figure("L6", "stop to search ended, longest of 20", max(stops), "ms", 100)

    switches = []
    for depth in (39, 38) * 5:
        hand.until(lambda: session.progress() is not None)
        begun = time.perf_counter()
        window.change(depth=depth)
        hand.until(lambda: session.progress() is not None and session.progress().nodes > 0)
        switches.append(1000 * (time.perf_counter() - begun))
    yield Figure("L7", "changed depth to new search running, longest of 10", max(switches), "ms", 150)
    window.change(seats=("human", "human"), depth=6)
    session.new_game()
    hand.until(lambda: not session.thinking)


def live(hand: Hand) -> Iterator[Figure]:
    """Values for the position on the board stream while one plays, and the wheel goes through the best line."""
    window, board = hand.window, hand.window.board
    window.playing.choose_source("search")
    hand.until(lambda: len(board.scores) == 7)
    yield from playing(hand, "L2", 33, "values stream", 12)
    window.session.new_game()
    hand.until(lambda: len(board.scores) == 7)
    changes, shown, end, turns = 0, (board.scores, board.captions), time.perf_counter() + 5, []
    while time.perf_counter() < end:
        turns.append(hand.turn())
        if (board.scores, board.captions) != shown:
            changes, shown = changes + 1, (board.scores, board.captions)
    yield Figure("L8", "values over the columns with their count, times a second", changes / 5, "Hz", 10, least=True)
    yield Figure("L8", "values over the columns with their count, times a second", changes / 5, "Hz", 30)
    yield Figure("L8", "the longest turn while they stream", max(turns), "ms", 25)
    x, _ = board.centre(0, 3)
    hand.event(board, "<Motion>", x, board.top - 12)
    wheel = hand.timed(lambda i: hand.event(board, "<Button-5>", x, board.top - 12), 40)
    yield Figure("L4", "the wheel plays a stone of the best line, 95 of 100", late(wheel), "ms", 16)
    hand.event(board, "<Motion>", x, 5)
    window.playing.choose_source(None)


def resting(hand: Hand) -> Iterator[Figure]:
    """Nothing happens: what the window costs."""
    hand.wait(4.0)
    used, since = time.process_time(), time.monotonic()
    hand.root.after(10_000, hand.root.quit)
    hand.root.mainloop()
    share = 100 * (time.process_time() - used) / (time.monotonic() - since)
    yield Figure("L16", "idle for 10 s, share of a core", share, "%", 1)


def looks(hand: Hand) -> Iterator[Figure]:
    """Size, theme, scale."""
    window, root = hand.window, hand.root

    def resize(i: int) -> None:
        root.geometry(f"{1000 + 37 * i % 500}x{700 + 23 * i % 300}")

    yield Figure("L17", "a new size, longest of 50", max(hand.timed(resize, 50)), "ms", 250)
    root.geometry("1280x800")

    def dress(command: str) -> list[float]:
        """The turns of the event loop until all windows have another theme or scale."""
        return [*hand.timed(lambda _: window.do(command), 1), *hand.until(lambda: not window.dressing.busy)]

    scales = [f"scale {(150, 100)[i % 2]}" for i in range(6)]
    themes = [sum(dress(f"theme {('dark', 'light')[i % 2]}")) for i in range(6)]
    yield Figure("L17", "another theme, longest of 6", max(themes), "ms", 250)
    yield Figure("L17", "another scale, longest of 6", max(sum(dress(scale)) for scale in scales), "ms", 250)
    for number, name in enumerate(OTHERS, start=1):
        window.do(name)
        hand.until(lambda number=number: len(hand.beside()) == number, rest=0.5)
    turns = [turn for scale in scales for turn in dress(scale)]
    yield Figure("L17", "another scale, six other windows open, longest turn", max(turns), "ms", 250)
    hand.close_beside()


def start(hand: Hand) -> Iterator[Figure]:
    """L1."""
    yield from first_paint()
    yield Figure("open", "loading the search and the tree pane, longest turn", hand.load, "ms", 100)


PARTS: dict[str, Callable[[Hand], Iterator[Figure]]] = {
    "start": start,
    "board": by_hand,
    "search": searching,
    "live": live,
    "tree": window_tree.figures,
    "idle": resting,
    "looks": looks,
    "open": window_open.opening,
    "leaks": window_open.leaks,
}


def figures(parts: Iterable[str]) -> Iterator[Figure]:
    """The figures of these parts, as they are measured."""
    sys.setswitchinterval(0.0005)
    hand = Hand()
    for part in parts:
        yield from PARTS[part](hand)
    longest = max(hand.collections, default=0.0)
    yield Figure("gc", "the cycle collector while the window is in use, longest", longest, "ms", 10)
    yield Figure("gc", "the same at rest: no hand on it, nothing moves", max(hand.rests, default=0.0), "ms", 10)
    hand.close()


def main() -> None:
    display = None
    if not os.environ.get("DISPLAY"):
        from pyvirtualdisplay import Display

        display = Display(visible=False, size=(1600, 1000))
        display.start()
    found, parts = [], [part for part in sys.argv[1:] if part in PARTS]
    try:
        for figure in figures(parts or PARTS):
            found.append(figure)
            if "--json" not in sys.argv:
                print(figure, flush=True)
    finally:
        if display is not None:
            display.stop()
    if "--json" in sys.argv:
        print(json.dumps([figure._asdict() | {"holds": figure.holds} for figure in found]))
    else:
        held = sum(figure.holds for figure in found)
        busy = os.getloadavg()[0] / (os.cpu_count() or 1)
        print(f"{held} of {len(found)} targets are met; load of the machine: {busy:.1f} a core")
    sys.exit(any(not figure.holds for figure in found))


if __name__ == "__main__":
    main()
