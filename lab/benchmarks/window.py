"""Measures the window: every target for how it feels beside the figure measured."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep, thread_time
from typing import Any, NamedTuple

import click
import numpy as np

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.search.record import ROW_BUDGET
from c4.session.settings import ANALYSE
from c4.session.worker import Worker
from c4.tree.searchtree import SearchTree
from visualizer.app.start import SWITCH_SECONDS
from visualizer.app.window import Window
from visualizer.board.board import FALL_SECONDS

DONT_WAIT = 2
"""Tk's flag for one turn of the event loop that does not wait for an event."""

PATIENCE = 180.0


class Figure(NamedTuple):
    """A measured figure beside its target: at most so much, or with `least` at least so much."""

    row: str
    what: str
    value: float
    unit: str
    target: float
    least: bool = False

    @property
    def holds(self) -> bool:
        return self.value >= self.target if self.least else self.value <= self.target

    def __str__(self) -> str:
        target = f"{'>=' if self.least else '<='} {self.target:,g} {self.unit}"
        value = f"{self.value:10,.{2 if self.unit == 's' else 1}f} {self.unit:<4}"
        return f"{self.row:<4} {self.what:<58} {value} {target:<14} {'holds' if self.holds else 'MISSED'}"


@contextmanager
def shown() -> Iterator[None]:
    """A display: the one there is, or a virtual one."""
    if os.environ.get("DISPLAY"):
        yield
        return
    from pyvirtualdisplay import Display

    with Display(visible=False, size=(1600, 1000)):
        yield


def print_figure(figure: Figure) -> bool:
    """Prints a figure; whether it meets its target."""
    click.echo(figure)
    sys.stdout.flush()
    return figure.holds


def late(times: Iterable[float]) -> float:
    """The 95th percentile."""
    return float(np.percentile(list(times), 95))


def middle(times: Iterable[float]) -> float:
    """The median."""
    return float(np.median(list(times)))


class Hand:
    """A window at 1280x800 and a hand that works it; times are processor time of the window's thread in ms."""

    def __init__(self) -> None:
        self.root = tk.Tk()
        self.window = Window(self.root)
        self.root.geometry("1280x800+0+0")
        self.window.playing.invite("")
        self.window.prefer(source=None)
        self.window.modes.show(ANALYSE)
        self.collections: list[float] = []
        """How long each run of the cycle collector took that began while the window was in use."""
        self.rests: list[float] = []
        """The same for the rare runs over all objects."""
        self.counting = True
        gc.callbacks.append(self._collected)
        self.load = max(self.until(lambda: self.window.playing.ready, rest=0.5))
        """The longest turn of the event loop while the heavy half was loaded and built."""

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._started = thread_time()
        elif self.counting:
            runs = self.rests if info["generation"] == 2 else self.collections
            runs.append(1000 * (thread_time() - self._started))

    def turn(self) -> float:
        """One turn of the event loop."""
        started = thread_time()
        did = self.root.tk.dooneevent(DONT_WAIT)
        took = 1000 * (thread_time() - started)
        if not did:
            sleep(0.001)
        return took

    def until(self, done: Callable[[], object], rest: float = 0.0) -> list[float]:
        """Turns of the event loop until something is so, and `rest` seconds more."""
        turns, end, so = [], monotonic() + PATIENCE, 0.0
        while not so or monotonic() < so + rest:
            turns.append(self.turn())
            if not so and done():
                so = monotonic()
            if monotonic() > end:
                raise RuntimeError("the window did not get there")
        return turns

    def wait(self, seconds: float) -> list[float]:
        """So many seconds of turns."""
        return self.until(lambda: True, seconds)

    def timed(self, action: Callable[[int], object], times: int) -> list[float]:
        """An action and everything it puts on screen, each time."""
        value = []
        for i in range(times):
            started = thread_time()
            action(i)
            self.root.update()
            value.append(1000 * (thread_time() - started))
        return value

    def longest(self, action: Callable[[], object], done: Callable[[], object], rest: float = 0.4) -> float:
        """The longest time without an event from an action until something is so, and a little later."""
        started = thread_time()
        action()
        return max(1000 * (thread_time() - started), *self.until(done, rest))

    def event(self, widget: tk.Misc, event: str, x: float, y: float, **more: Any) -> None:
        """A real event of the pointer."""
        widget.event_generate(event, x=round(x), y=round(y), **more)

    def other_windows(self) -> list[tk.Toplevel]:
        """The windows beside the main one."""
        return [child for child in self.root.winfo_children() if isinstance(child, tk.Toplevel)]

    def close_others(self) -> None:
        """Closes them."""
        for other in self.other_windows():
            other.destroy()
        self.root.update()

    def close(self) -> None:
        gc.callbacks.remove(self._collected)
        self.window.close()
        if self.window.errors:
            raise RuntimeError(self.window.errors[0])


WINDOWS = [
    "compare",
    "measure",
    "growth",
    "match",
    "train",
    "practice",
    "library",
    "strategy",
    "puzzles",
    "preferences",
    "palette",
    "keys",
    "glossary",
]
WINDOWS += ["edit position", "other board"]
"""Commands that open a window."""

TIMES = 20
"""How often each is opened and closed."""


def opening(hand: Hand) -> Iterator[Figure]:
    """The longest turn of the event loop from the command until the window stands, the first time."""
    window, session = hand.window, hand.window.session
    session.set_up("4433")
    took = hand.longest(
        lambda: window.do("hint"), lambda: window.analysis.pane.model.view is not None and not session.thinking
    )
    yield Figure("open", "the first tree", took, "ms", 100)
    for name in WINDOWS:
        took = hand.longest(lambda name=name: window.do(name), lambda: bool(hand.other_windows()), rest=1.0)
        yield Figure("open", f"{name}, longest turn", took, "ms", 100)
        if name in FILLED:
            yield Figure("fill", f"{name}, longest turn", max(FILLED[name](hand)), "ms", 100)
        hand.close_others()
    for mode in ("analyse", "analyse", "review", "analyse"):
        if mode == "review" and not window.commands[mode].enabled():
            continue
        took = hand.longest(lambda mode=mode: window.do(mode), lambda: True)
        yield Figure("open", f"the mode {window.modes.mode}, longest turn", took, "ms", 100)


def compared(hand: Hand) -> list[float]:
    """Two searches compared."""
    [window] = hand.other_windows()
    window.start_pair("two move orders")
    return hand.until(lambda: window.compared is not None and not window.task.busy, rest=0.6)


def grown(hand: Hand) -> list[float]:
    """Growth with depth."""
    [window] = hand.other_windows()
    return hand.until(lambda: not window.growth.task.busy, rest=0.4)


def trained(hand: Hand) -> list[float]:
    """Some thousand games."""
    [window] = hand.other_windows()
    window.form.fields["episodes"].set("3000")
    window.form.fields["model"].set(str(Path(tempfile.gettempdir()) / "benchmark-window.json"))
    window.start()
    return hand.until(lambda: window.job is not None and not window.task.busy, rest=0.6)


FILLED: dict[str, Callable[[Hand], list[float]]] = {"compare": compared, "growth": grown, "train": trained}
"""What is computed in some of them."""


def leaks(hand: Hand) -> Iterator[Figure]:
    """Every window opened and closed again and again: what is left of each, and memory in all."""
    hand.counting = False  # the collector runs below at our wish
    workers = hand.window.session.threads._workers
    for name in WINDOWS:
        for _ in range(3):  # what is loaded once and remembered
            hand.window.do(name)
            hand.wait(0.02)
            hand.until(lambda: not any(worker.busy for worker in workers.values()))
            hand.close_others()
        stored, memory = [], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(2):  # what is kept of each shows both times, what others remember meanwhile once
            gc.collect()
            before = len(gc.get_objects())
            for _ in range(TIMES // 2):
                hand.window.do(name)
                hand.wait(0.02)
                hand.close_others()
            hand.until(lambda: all(future.done() for future, _ in Worker._held))  # what threads still have in hand
            gc.collect()
            stored.append((len(gc.get_objects()) - before) / (TIMES // 2))
        each = min(stored)
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
        yield Figure("leak", f"{name}: objects kept each time", each, "", 20)
        yield Figure("leak", f"{name}: memory after {TIMES} times", more, "MB", 8)
    hand.counting = True


SIZES = (("1k", 3, 60), ("20k", 5, 150), ("137k", 6, 300), ("961k", 7, 1500))
"""Rows in words, depth of minimax, target of the first paint."""

FRESH = ("_running", "left_out", "state")
"""What a tree keeps between views."""


def tree_figures(hand: Hand) -> Iterator[Figure]:
    """L9 to L15."""
    window, trees = hand.window, {}
    for words, depth, target in SIZES:
        tree = trees[words] = search(Position(), depth, load("v2"), "minimax").tree
        paints = []
        for _ in range(3):
            for stored in FRESH:
                tree.__dict__.pop(stored, None)
            paints += hand.timed(lambda i, tree=tree: take(hand, tree), 1)
            window.session.new_game()
            hand.wait(0.05)
        yield Figure("L9", f"first paint of a tree of {len(tree):,} nodes", middle(paints), "ms", target)
    for words in ("137k", "961k"):
        take(hand, trees[words])
        hand.wait(0.5)
        yield from worked(hand, trees[words], words)
    yield from recording()
    tree = trees["961k"]
    looked_at = tree.rows.nbytes + sum(vars(tree)[stored].nbytes for stored in FRESH if stored in vars(tree))
    yield Figure("L15", "bytes recorded of a node", tree.rows.nbytes / len(tree), "B", 32)
    yield Figure("L15", "a million nodes, with what looking at them keeps", looked_at / len(tree), "MB", 64)
    window.session.new_game()
    hand.wait(0.1)


def take(hand: Hand, tree: SearchTree) -> None:
    """Shows a tree in the window as a saved one is shown."""
    hand.window.session.take_tree(tree)
    hand.window.refresh()


def worked(hand: Hand, tree: SearchTree, words: str) -> Iterator[Figure]:
    """What one does with a tree that is on screen."""
    pane = hand.window.analysis.pane
    width, height = pane.canvas.widget.winfo_width(), pane.canvas.widget.winfo_height()

    def canvas(event: str, x: float, y: float) -> None:
        hand.event(pane.canvas.widget, event, x, y)

    canvas("<ButtonPress-1>", width / 2, 20)
    drag = hand.timed(lambda i: canvas("<B1-Motion>", width / 2 + 3 * (i + 2), 20 + i + 2), 40)
    yield Figure("L10", f"a frame of dragging, {words}, 95 of 100", late(drag), "ms", 16)
    settled = hand.timed(lambda i: canvas("<ButtonRelease-1>", width / 2 + 60, 60), 1)
    yield Figure("L10", f"drawn anew after a drag, {words}", settled[0], "ms", 80)
    pane.canvas.fit()
    hand.wait(0.2)
    wheel = hand.timed(lambda i: canvas("<Button-4>" if i // 5 % 2 else "<Button-5>", width / 2, height / 2), 40)
    yield Figure("L11", f"a notch of the wheel, {words}, median", middle(wheel), "ms", 50)
    yield Figure("L11", f"a notch of the wheel, {words}, 95 of 100", late(wheel), "ms", 75)
    pane.canvas.fit()
    hand.wait(0.2)
    spots = pane.canvas.viewport.pixels(pane.canvas.drawing.xy)
    hover = hand.timed(lambda i: canvas("<Motion>", *spots[i * 7 % len(spots)]), 40)
    yield Figure("L12", f"a node lights up under the pointer, {words}, median", middle(hover), "ms", 20)
    rows = sorted(pane.model.view.rows)
    chosen = hand.timed(lambda i: hand.window.analysis.select_row(rows[i * 11 % len(rows)]), 40)
    yield Figure("L12", f"a node selected, with its card, {words}, median", middle(chosen), "ms", 30)
    siblings = tree.children(tree.principal_variation()[1])
    folds = hand.timed(lambda i: (pane.model.collapse if i % 2 else pane.model.expand)(siblings[1 + i // 2 % 5]), 40)
    yield Figure("L13", f"a node unfolded or folded, {words}, median", middle(folds), "ms", 60)
    find = hand.window.analysis.shown_panels.find
    find.open()
    hand.wait(0.1)

    def first_hit(i: int) -> None:
        find.text.set(("value >= 5 ply <= 6", "leaf exact value >= 9", "path 445")[i % 3])
        find.next()

    yield Figure("L13", f"the first hit of a search, {words}, median", middle(hand.timed(first_hit, 9)), "ms", 100)
    find.close()
    playback, chance = pane.model.playback, np.random.default_rng(1)
    playback.toggle()
    hand.wait(0.3)
    steps = hand.timed(lambda i: playback.into(), 60)
    yield Figure("L14", f"a step of the playback, {words}, median", middle(steps), "ms", 16)
    frames: list[float] = []
    for _ in range(20):
        playback.into()
        frames += hand.until(lambda: not pane.canvas.busy, rest=0.3)
    yield Figure("L14", f"the longest turn of its glide and its card, {words}", max(frames), "ms", 60)
    events = chance.integers(0, playback.last, 30).tolist()
    seeks = hand.timed(lambda i: playback.seek(events[i]), 30)
    yield Figure("L14", f"any of {playback.last + 1:,} events, median", middle(seeks), "ms", 50)
    playback.close()
    hand.wait(0.2)


def recording(turns: int = 7) -> Iterator[Figure]:
    """What it costs a search to be recorded, turn by turn."""
    evaluator, ratios = load("v2"), []
    for _ in range(turns):
        times = []
        for record in (True, False):
            started = thread_time()
            search(Position(), 11, evaluator, budget=ROW_BUDGET if record else 0)
            times.append(thread_time() - started)
        ratios.append(times[0] / times[1])
    yield Figure("L15", "cost of recording a search", 100 * (middle(ratios) - 1), "%", 30)


ROOT = Path(__file__).resolve().parents[2]

OTHERS = ("train", "library", "glossary", "match", "keys", "preferences")
"""Windows that are open beside the main one while the scale changes."""

PAINT = """
import os, sys, time
from visualizer.app import start
import tkinter
root = tkinter.Tk()
start.prepare()
from visualizer.app.window import Window
class Timed(Window):
    def _after_first_paint(self):
        print(time.thread_time(), not {"matplotlib", "networkx", "numba"} & set(sys.modules), flush=True)
        super()._after_first_paint()
window = Timed(root)
while window.analysis.pane is None:
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
        value = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        usual = value | {"PYTHONPYCACHEPREFIX": compiled}
        for _ in range(repeats + 1):
            run = [sys.executable, "-c", PAINT]
            message = subprocess.run(
                run, capture_output=True, text=True, check=True, cwd=ROOT, env=usual
            ).stdout.split()
            boards.append(1000 * float(message[0]))
            trees.append(float(message[2]))
            light = light and message[1] == "True"
    yield Figure("L1", "start to playable board, median", middle(boards[1:]), "ms", 400)
    yield Figure("L1", "start to playable board, 95 of 100", late(boards[1:]), "ms", 600)
    yield Figure("L1", "start to tree pane, median", middle(trees[1:]), "s", 1.8)
    yield Figure("L1", "heavy modules loaded before the first paint", 0.0 if light else 1.0, "", 0)


def playing(hand: Hand, row: str, target: float, state: str, times: int) -> Iterator[Figure]:
    """Clicks on the board and the disc drawn."""
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
    yield Figure(row, f"click to the disc drawn, {state}, 95 of 100", late(clicks), "ms", target)


def by_hand(hand: Hand) -> Iterator[Figure]:
    """Between two people: clicks, the pointer, settings."""
    window, board = hand.window, hand.window.board
    window.change(seats=("human", "human"))
    hand.wait(0.3)
    yield from playing(hand, "L2", 16, "nothing searches", 100)
    yield Figure("L3", "a disc falls", 1000 * FALL_SECONDS, "ms", 180)
    window.session.new_game()
    hand.wait(0.3)

    def hover(i: int) -> None:
        x, y = board.centre(2, i % 7)
        hand.event(board, "<Motion>", x, y)

    yield Figure("L4", "the ghost disc follows the pointer, 95 of 100", late(hand.timed(hover, 60)), "ms", 16)


def searching(hand: Hand) -> Iterator[Figure]:
    """While a search runs."""
    window, session = hand.window, hand.window.session
    window.change(seats=("human", "alphabeta"), depth=40)
    session.new_game()
    window.play(3)
    hand.until(lambda: session.progress() is not None and session.progress().nodes > 0)
    gaps, turns, message, last, end = [], [], [], time.perf_counter(), time.perf_counter() + 10
    text = window.status_line["text"]
    while time.perf_counter() < end:
        turns.append(hand.turn())
        now = time.perf_counter()
        gaps.append(1000 * (now - last))
        last = now
        if window.status_line["text"] != text:
            text = window.status_line["text"]
            message.append(now)
    yield Figure("L5", "gap in the event loop while searching, 95 of 100", late(gaps), "ms", 25)
    yield Figure("L5", "the same, longest in 10 s, by the clock", max(gaps), "ms", 60)
    yield Figure("L5", "the longest turn of the event loop meanwhile", max(turns), "ms", 60)
    yield Figure("L8", "live numbers, times a second", len(message) / 10, "Hz", 10, least=True)
    yield Figure("L8", "live numbers, times a second", len(message) / 10, "Hz", 30)

    stops = []
    for _ in range(20):
        hand.until(lambda: session.progress() is not None)
        future = session._thinker._future
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
    yield Figure("L4", "the wheel plays a disc of the best line, 95 of 100", late(wheel), "ms", 16)
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
        """How long all windows take to show another theme or scale."""
        return hand.timed(lambda _: window.do(command), 1)

    scales = [f"scale {(150, 100)[i % 2]}" for i in range(6)]
    themes = [sum(dress(f"theme {('dark', 'light')[i % 2]}")) for i in range(6)]
    yield Figure("L17", "another theme, longest of 6", max(themes), "ms", 250)
    yield Figure("L17", "another scale, longest of 6", max(sum(dress(scale)) for scale in scales), "ms", 250)
    for number, name in enumerate(OTHERS, start=1):
        window.do(name)
        hand.until(lambda number=number: len(hand.other_windows()) == number, rest=0.5)
    turns = [turn for scale in scales for turn in dress(scale)]
    yield Figure("L17", "another scale, six other windows open, longest turn", max(turns), "ms", 250)
    hand.close_others()


def start(hand: Hand) -> Iterator[Figure]:
    """L1."""
    yield from first_paint()
    yield Figure("open", "loading the search and the tree pane, longest turn", hand.load, "ms", 100)


PARTS: dict[str, Callable[[Hand], Iterator[Figure]]] = {
    "start": start,
    "board": by_hand,
    "search": searching,
    "live": live,
    "tree": tree_figures,
    "idle": resting,
    "looks": looks,
    "open": opening,
    "leaks": leaks,
}


def figures(parts: Iterable[str]) -> Iterator[Figure]:
    """The figures of these parts, as they are measured."""
    sys.setswitchinterval(SWITCH_SECONDS)
    hand = Hand()
    for part in parts:
        yield from PARTS[part](hand)
    longest = max(hand.collections, default=0.0)
    yield Figure("gc", "the cycle collector while the window is in use, longest", longest, "ms", 10)
    yield Figure("gc", "the same at rest: no hand on it, nothing moves", max(hand.rests, default=0.0), "ms", 10)
    hand.close()


@click.command()
@click.option("--part", "parts", type=click.Choice(list(PARTS)), multiple=True, help="Only this part; repeatable.")
def main(parts: tuple[str, ...]) -> None:
    """Measures the window and prints every figure beside its target; the exit status is 1 when one is missed.

    Starting and drawing are measured in processor time, which other programs change little; what depends on others,
    such as stopping a search, by the clock.
    """
    with shown():
        results = [print_figure(figure) for figure in figures(parts or PARTS)]
    busy = os.getloadavg()[0] / (os.cpu_count() or 1)
    click.echo(f"{sum(results)} of {len(results)} targets are met; load of the computer: {busy:.1f} a core")
    sys.exit(not all(results))
