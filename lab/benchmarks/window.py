"""Measures the window: every target for how it feels beside the figure measured."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import sleep, thread_time
from types import FrameType
from typing import Any, NamedTuple

import click
import numpy as np

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.search.record import ROW_BUDGET
from c4.session.worker import Worker
from c4.tree.searchtree import SearchTree
from lab.benchmarks.child import ask
from lab.benchmarks.first_child import DONT_WAIT, FirstPaint
from lab.benchmarks.tree import FOLDED_SIBLINGS, NOTCHES, show_all
from lab.machine import memory_in_use
from visualizer import testing
from visualizer.app.start import SWITCH_SECONDS
from visualizer.state.state import FALL_SECONDS
from visualizer.testing import make_window, open_root
from visualizer.ui.drawing_settings import ignore_user_settings


class Figure(NamedTuple):
    """A measured figure beside its target: at most so much, or with `least` at least so much."""

    topic: str
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
        decimals = 2 if self.unit == "s" else 1
        value = f"{self.value:10,.{decimals}f} {self.unit:<4}"
        verdict = "holds" if self.holds else "MISSED"
        return f"{self.topic:<8} {self.what:<66} {value} {target:<14} {verdict}"


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
    """Prints a figure.  Returns whether it meets its target."""
    click.echo(figure)
    sys.stdout.flush()
    return figure.holds


def late(times: Iterable[float]) -> float:
    """The 95th percentile."""
    return float(np.percentile(list(times), 95))


def middle(times: Iterable[float]) -> float:
    """The median."""
    return float(np.median(list(times)))


class Hand(testing.Hand):
    """A window at 1280x800 and a hand that works it; times are processor time of the window's thread in ms."""

    def __init__(self) -> None:
        ignore_user_settings()  # as the window does when it starts
        super().__init__(make_window(open_root(), mode="analyse", source=None, geometry="1280x800+0+0"))
        self.turns: list[float] = []
        """How long each turn of the event loop took, while somebody listens."""
        self.load = max(self.turns_until(lambda: self.app.state.progress.ready, rest=0.5))
        """The longest turn of the event loop while the code of the tree was loaded and built."""

    def turn(self) -> None:
        """One event of the event loop, timed, or a short rest."""
        started = thread_time()
        did = self.root.tk.dooneevent(DONT_WAIT)
        self.turns.append(1000 * (thread_time() - started))
        if not did:
            sleep(0.001)

    def turns_until(self, done: Callable[[], object], rest: float = 0.0) -> list[float]:
        """Turns of the event loop until something is so, and `rest` seconds more."""
        self.turns = []
        self.until(done)
        self.pump(rest)
        return self.turns

    def timed(self, action: Callable[[int], object], times: int) -> list[float]:
        """An action and everything it puts on screen, each time."""
        milliseconds = []
        for i in range(times):
            started = thread_time()
            action(i)
            self.root.update()
            milliseconds.append(1000 * (thread_time() - started))
        return milliseconds

    def longest(self, action: Callable[[], object], done: Callable[[], object], rest: float = 0.4) -> float:
        """The longest time without an event from an action until something is so, and a little later."""
        started = thread_time()
        action()
        return max(1000 * (thread_time() - started), *self.turns_until(done, rest))

    def event(self, widget: tk.Misc, event: str, x: float, y: float, **more: Any) -> None:
        """A real event of the pointer."""
        widget.event_generate(event, x=round(x), y=round(y), **more)

    def change(self, **settings: object) -> None:
        """Changes settings as the boxes do."""
        self.app.search.change(**settings)
        self.window.show()

    def close(self) -> None:
        """Ends the window; raises what went wrong in it."""
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
    "preferences",
    "palette",
    "glossary",
    "edit position",
    "other board",
]
"""Commands that open a window."""

WARM_OPENINGS = 3
"""How often each is opened and closed before anything counts: what is loaded once is remembered then."""

OPENINGS = 20
"""How often each is opened and closed then, half of them in each of two rounds."""

GLIMPSE_SECONDS = 0.02
"""How long a window is open when it is opened again and again."""

MODE_COMMANDS = ("analyse", "analyse", "review", "analyse")
"""Commands that change the mode, from "analyse" on: to "play" and back, to "review" and back."""


def at_once() -> bool:
    """For what is done as soon as it is asked for."""
    return True


def opening(hand: Hand) -> Iterator[Figure]:
    """The longest turn of the event loop from the command until the window stands, the first time."""
    window = hand.window
    hand.app.game.set_up("4433")

    def tree_is_shown() -> bool:
        return not hand.app.tree.no_tree() and not hand.session.thinking

    took = hand.longest(partial(window.do, "search position"), tree_is_shown)
    yield Figure("open", "the first tree", took, "ms", 100)
    for name in WINDOWS:
        took = hand.longest(partial(window.do, name), hand.beside, rest=1.0)
        yield Figure("open", f"{name}, longest turn", took, "ms", 100)
        if name in WORK_OF_WINDOW:
            yield Figure("fill", f"{name}, longest turn", max(WORK_OF_WINDOW[name](hand)), "ms", 100)
        hand.close_beside()
    for mode in MODE_COMMANDS:
        if mode == "review" and not window.commands.enabled(window.commands[mode]):
            continue
        took = hand.longest(partial(window.do, mode), at_once)
        yield Figure("open", f"the mode {hand.app.state.shown.mode}, longest turn", took, "ms", 100)


def only_window_beside(hand: Hand) -> Any:
    """The one window that is open beside the main one."""
    (window,) = hand.beside()
    return window


def compared(hand: Hand) -> list[float]:
    """Two searches compared."""
    window = only_window_beside(hand)
    window.start_pair("two move orders")
    return hand.turns_until(lambda: not window.task.busy, rest=0.6)


def grown(hand: Hand) -> list[float]:
    """Growth with depth."""
    window = only_window_beside(hand)
    return hand.turns_until(lambda: not window.task.busy, rest=0.4)


def trained(hand: Hand) -> list[float]:
    """Some thousand games."""
    window = only_window_beside(hand)
    window.form.fields["episodes"].set("3000")
    window.form.fields["model"].set(str(Path(tempfile.gettempdir()) / "benchmark-window.json"))
    window.start()
    return hand.turns_until(lambda: window.job is not None and not window.task.busy, rest=0.6)


WORK_OF_WINDOW: dict[str, Callable[[Hand], list[float]]] = {"compare": compared, "growth": grown, "train": trained}
"""What is computed in some of these windows: the turns of the event loop meanwhile."""


def leaks(hand: Hand) -> Iterator[Figure]:
    """Every window opened and closed again and again: what is left of each, and the memory that it takes."""
    workers = hand.session.threads._workers

    def workers_rest() -> bool:
        return not any(worker.busy for worker in workers.values())

    def threads_rest() -> bool:
        return all(task.future.done() for task in Worker.in_progress)

    def open_and_close(name: str) -> None:
        hand.window.do(name)
        hand.pump(GLIMPSE_SECONDS)
        hand.close_beside()

    for name in WINDOWS:
        for _ in range(WARM_OPENINGS):
            hand.window.do(name)
            hand.pump(GLIMPSE_SECONDS)
            hand.until(workers_rest)
            hand.close_beside()
        gc.collect()
        memory_before = memory_in_use()
        objects_left = []
        for _ in range(2):  # a leak shows both times, a cache that is filled meanwhile only once: the smaller counts
            gc.collect()
            objects_before = len(gc.get_objects())
            for _ in range(OPENINGS // 2):
                open_and_close(name)
            hand.until(threads_rest)
            gc.collect()
            objects_left.append((len(gc.get_objects()) - objects_before) / (OPENINGS // 2))
        memory_left = memory_in_use() - memory_before
        yield Figure("leak", f"{name}: objects kept each time", min(objects_left), "", 20)
        yield Figure("leak", f"{name}: memory after {OPENINGS} times", memory_left, "MB", 8)


TREE_SIZES = (("1k", 3, 60), ("20k", 5, 150), ("137k", 6, 300), ("961k", 7, 1500))
"""Rows in words, depth of minimax, target of the first paint."""


def tree_figures(hand: Hand) -> Iterator[Figure]:
    """How a tree is painted, dragged, searched, folded and played back, and what recording it costs."""
    trees = {}
    for words, depth, target in TREE_SIZES:
        tree = search(Position(), depth, load("v2"), "minimax").tree
        trees[words] = tree
        paints = []
        for _ in range(3):
            unseen = replace(tree)  # a copy has nothing of what a tree keeps between views
            paints += hand.timed(partial(show_again, hand, unseen), 1)
            hand.do("new game")
            hand.pump(0.05)
        yield Figure("paint", f"first paint of a tree of {len(tree):,} nodes", middle(paints), "ms", target)
    for words in ("137k", "961k"):
        hand.until(lambda: not hand.session.thinking)  # the search of a new game would show its own tree later
        take(hand, trees[words])
        hand.pump(0.5)
        yield from worked(hand, trees[words], words)
    yield from recording()
    tree = trees["961k"]
    yield Figure("record", "bytes recorded of a node", tree.rows.nbytes / len(tree), "B", 32)
    looked_at = bytes_kept(tree)
    yield Figure("record", "a million nodes, with what looking at them keeps", looked_at / len(tree), "MB", 64)
    hand.do("new game")
    hand.pump(0.1)


def bytes_kept(tree: SearchTree) -> int:
    """The bytes of a tree's arrays, with those that it keeps after they were looked at."""
    return sum(value.nbytes for value in vars(tree).values() if isinstance(value, np.ndarray))


def take(hand: Hand, tree: SearchTree) -> None:
    """Shows a tree in the window as a saved one is shown."""
    hand.app.tree.take(tree)
    hand.window.show()


def show_again(hand: Hand, tree: SearchTree, number: int) -> None:
    """Shows a tree for the time of this number."""
    take(hand, tree)


def worked(hand: Hand, tree: SearchTree, words: str) -> Iterator[Figure]:
    """What one does with a tree that is on screen."""
    pane = hand.window.search.tree
    assert pane is not None, "the tree has been loaded"
    model = hand.app.tree.model
    width = pane.canvas.widget.winfo_width()
    height = pane.canvas.widget.winfo_height()

    def canvas(event: str, x: float, y: float) -> None:
        hand.event(pane.canvas.widget, event, x, y)

    def drag(i: int) -> None:
        canvas("<B1-Motion>", width / 2 + 3 * (i + 2), 20 + i + 2)

    def release(i: int) -> None:
        canvas("<ButtonRelease-1>", width / 2 + 60, 60)

    def turn_wheel(i: int) -> None:
        outwards = i // NOTCHES % 2 == 1
        canvas("<Button-4>" if outwards else "<Button-5>", width / 2, height / 2)

    canvas("<ButtonPress-1>", width / 2, 20)
    yield Figure("drag", f"a frame of dragging, {words}, 95 of 100", late(hand.timed(drag, 40)), "ms", 16)
    yield Figure("drag", f"drawn anew after a drag, {words}", hand.timed(release, 1)[0], "ms", 80)
    show_all(pane.canvas)
    hand.pump(0.2)
    wheel = hand.timed(turn_wheel, 40)
    yield Figure("wheel", f"a notch of the wheel, {words}, median", middle(wheel), "ms", 50)
    yield Figure("wheel", f"a notch of the wheel, {words}, 95 of 100", late(wheel), "ms", 75)
    show_all(pane.canvas)
    hand.pump(0.2)
    spots = pane.canvas.viewport.pixels(np.array(list(pane.canvas.layout.at.values())))
    rows = sorted(model.view.rows)
    siblings = tree.children(tree.principal_variation()[1])

    def point(i: int) -> None:
        canvas("<Motion>", *spots[i * 7 % len(spots)])

    def choose(i: int) -> None:
        acted(hand, model.choose, rows[i * 11 % len(rows)])

    def fold(i: int) -> None:
        turn, second_half = divmod(i, 2)
        row = siblings[1 + turn % FOLDED_SIBLINGS]
        acted(hand, model.collapse if second_half else model.expand, row)

    hover = hand.timed(point, 40)
    yield Figure("select", f"a node lights up under the pointer, {words}, median", middle(hover), "ms", 20)
    chosen = hand.timed(choose, 40)
    yield Figure("select", f"a node selected, with its card, {words}, median", middle(chosen), "ms", 30)
    folds = hand.timed(fold, 40)
    yield Figure("fold", f"a node unfolded or folded, {words}, median", middle(folds), "ms", 60)
    find = hand.window.search.find
    assert find is not None, "the tree has been loaded"
    hand.window.do("find")
    hand.pump(0.1)

    def first_hit(i: int) -> None:
        find.text.set(("value >= 5 ply <= 6", "leaf exact value >= 9", "path 445")[i % 3])
        find.next()

    yield Figure("fold", f"the first hit of a search, {words}, median", middle(hand.timed(first_hit, 9)), "ms", 100)
    find.close()
    yield from played_back(hand, words)


def acted(hand: Hand, action: Callable[..., object], *arguments: object) -> None:
    """Does something with the model of the tree, and shows it as the window does."""
    action(*arguments)
    hand.app.tree.sync()
    hand.window.show()


def played_back(hand: Hand, words: str) -> Iterator[Figure]:
    """The playback of a tree."""
    pane = hand.window.search.tree
    assert pane is not None, "the tree has been loaded"
    model = hand.app.tree.model
    chance = np.random.default_rng(1)
    hand.window.do("playback")
    hand.pump(0.3)

    last = model.playback.last
    events = chance.integers(0, last, 30).tolist()

    def step(i: int) -> None:
        hand.window.do("step into")

    def seek(i: int) -> None:
        acted(hand, model.seek, events[i])

    steps = hand.timed(step, 60)
    yield Figure("playback", f"a step of the playback, {words}, median", middle(steps), "ms", 16)
    frames: list[float] = []
    for _ in range(20):
        hand.window.do("step into")
        frames += hand.turns_until(lambda: not pane.canvas.busy, rest=0.3)
    yield Figure("playback", f"the longest turn of its glide and its card, {words}", max(frames), "ms", 60)
    seeks = hand.timed(seek, 30)
    yield Figure("playback", f"any of {last + 1:,} events, median", middle(seeks), "ms", 50)
    hand.window.do("playback")
    hand.pump(0.2)


def recording(turns: int = 7) -> Iterator[Figure]:
    """What it costs a search to be recorded, turn by turn."""
    evaluator = load("v2")
    ratios = []
    for _ in range(turns):
        times = []
        for record in (True, False):
            started = thread_time()
            search(Position(), 11, evaluator, budget=ROW_BUDGET if record else 0)
            times.append(thread_time() - started)
        ratios.append(times[0] / times[1])
    yield Figure("record", "cost of recording a search", 100 * (middle(ratios) - 1), "%", 30)


OTHERS = ("train", "library", "glossary", "match", "palette", "preferences")
"""Windows that are open beside the main one while the scale changes."""


def first_paint(repeats: int = 7) -> Iterator[Figure]:
    """From starting Python to the painted, playable board and to the tree pane, warm: processor time, which is the
    clock's where nothing else runs.  Warm means that the modules are compiled, as they are from the second start on
    wherever the program is installed.
    """
    with tempfile.TemporaryDirectory() as modules:
        ask("first_paint", {}, modules)
        starts = [FirstPaint(*ask("first_paint", {}, modules)) for _ in range(repeats)]
    boards = [1000 * start.to_board for start in starts]
    yield Figure("start", "start to playable board, median", middle(boards), "ms", 400)
    yield Figure("start", "start to playable board, 95 of 100", late(boards), "ms", 600)
    yield Figure("start", "start to tree pane, median", middle(start.to_tree for start in starts), "s", 1.8)
    heavy_modules = max(start.heavy_modules for start in starts)
    yield Figure("start", "heavy modules loaded before the first paint", heavy_modules, "", 0)


def milliseconds_to_disc(hand: Hand, x: float, y: float) -> float:
    """Processor time from a click on the board to the first picture of its disc."""
    ply = hand.board.position.ply
    started = thread_time()
    hand.event(hand.board, "<Button-1>", x, y)
    while hand.board.position.ply == ply:
        hand.root.tk.dooneevent(DONT_WAIT)
    hand.root.update_idletasks()
    return 1000 * (thread_time() - started)


def playing(hand: Hand, topic: str, target: float, state: str, times: int) -> Iterator[Figure]:
    """Clicks on the board and the disc drawn."""
    board = hand.board
    session = hand.session
    hand.app.prefer(animation=True)
    clicks = []
    for i in range(times):
        if session.outcome is not None or session.position.ply > 30:
            hand.do("new game")
            hand.turns_until(lambda: board.position.ply == 0, 0.05)
        column = session.position.legal_columns()[i % len(session.position.legal_columns())]
        x, y = board.centre(0, column)
        hand.event(board, "<Motion>", x, y)
        hand.pump(0.5)  # the search of the last position ends, and its tree is painted
        clicks.append(milliseconds_to_disc(hand, x, y))
    hand.app.prefer(animation=False)
    yield Figure(topic, f"click to the disc drawn, {state}, 95 of 100", late(clicks), "ms", target)


def by_hand(hand: Hand) -> Iterator[Figure]:
    """Between two people: clicks, the pointer, settings."""
    board = hand.board
    hand.change(seats=("human", "human"))
    hand.pump(0.3)
    yield from playing(hand, "click", 16, "between two people", 100)
    yield Figure("fall", "a disc falls", 1000 * FALL_SECONDS, "ms", 350)
    hand.do("new game")
    hand.pump(0.3)

    def hover(i: int) -> None:
        x, y = board.centre(2, i % 7)
        hand.event(board, "<Motion>", x, y)

    yield Figure("pointer", "the ghost disc follows the pointer, 95 of 100", late(hand.timed(hover, 60)), "ms", 16)


def searching(hand: Hand) -> Iterator[Figure]:
    """While a search runs."""
    window = hand.window
    session = hand.session
    hand.change(seats=("human", "alphabeta"), depth=40)
    hand.do("new game")
    hand.click(3)
    hand.until(lambda: session.progress() is not None and session.progress().nodes > 0)
    gaps: list[float] = []
    changed_at: list[float] = []
    hand.turns = []
    last = time.perf_counter()
    end = last + 10
    text = window.status_line["text"]
    while time.perf_counter() < end:
        hand.turn()
        now = time.perf_counter()
        gaps.append(1000 * (now - last))
        last = now
        if window.status_line["text"] != text:
            text = window.status_line["text"]
            changed_at.append(now)
    yield Figure("search", "gap in the event loop while searching, 95 of 100", late(gaps), "ms", 25)
    yield Figure("search", "the same, longest in 10 s, by the clock", max(gaps), "ms", 60)
    yield Figure("search", "the longest turn of the event loop meanwhile", max(hand.turns), "ms", 60)
    yield Figure("numbers", "live numbers, times a second", len(changed_at) / 10, "Hz", 10, least=True)
    yield Figure("numbers", "live numbers, times a second", len(changed_at) / 10, "Hz", 30)

    stops = []
    for _ in range(20):
        hand.until(lambda: session.progress() is not None)
        future = session._thinker.future
        begun = time.perf_counter()
        window.do("stop")
        hand.until(future.done)
        stops.append(1000 * (time.perf_counter() - begun))
        window.do("go")
    yield Figure("stop", "stop to search ended, longest of 20", max(stops), "ms", 100)

    switches = []
    for depth in (39, 38) * 5:
        hand.until(lambda: session.progress() is not None)
        begun = time.perf_counter()
        hand.change(depth=depth)
        hand.until(lambda: session.progress() is not None and session.progress().nodes > 0)
        switches.append(1000 * (time.perf_counter() - begun))
    yield Figure("settings", "changed depth to new search running, longest of 10", max(switches), "ms", 150)
    hand.change(seats=("human", "human"), depth=6)
    hand.do("new game")
    hand.until(lambda: not session.thinking)


def live(hand: Hand) -> Iterator[Figure]:
    """Values for the position on the board stream while one plays, and the wheel goes through the best line."""
    board = hand.board
    hand.app.views.choose_source("search")
    hand.until(lambda: len(board.scores) == 7)
    yield from playing(hand, "click", 33, "values stream", 12)
    hand.do("new game")
    hand.until(lambda: len(board.scores) == 7)
    changes = 0
    shown = (board.scores, board.captions)
    end = time.perf_counter() + 5
    hand.turns = []
    while time.perf_counter() < end:
        hand.turn()
        if (board.scores, board.captions) != shown:
            changes += 1
            shown = (board.scores, board.captions)
    yield Figure(
        "numbers", "values over the columns with their count, times a second", changes / 5, "Hz", 10, least=True
    )
    yield Figure("numbers", "values over the columns with their count, times a second", changes / 5, "Hz", 30)
    yield Figure("numbers", "the longest turn while they stream", max(hand.turns), "ms", 25)
    x, _ = board.centre(0, 3)
    hand.event(board, "<Motion>", x, board.top - 12)

    def turn_wheel(i: int) -> None:
        hand.event(board, "<Button-5>", x, board.top - 12)

    wheel = hand.timed(turn_wheel, 40)
    yield Figure("pointer", "the wheel plays a disc of the best line, 95 of 100", late(wheel), "ms", 16)
    hand.event(board, "<Motion>", x, 5)
    hand.app.views.choose_source(None)


def resting(hand: Hand) -> Iterator[Figure]:
    """Nothing happens: what the window costs."""
    hand.pump(4.0)
    used = time.process_time()
    since = time.monotonic()
    hand.root.after(10_000, hand.root.quit)
    hand.root.mainloop()
    share = 100 * (time.process_time() - used) / (time.monotonic() - since)
    yield Figure("idle", "idle for 10 s, share of a core", share, "%", 1)


def calls_of(action: Callable[[], object]) -> int:
    """The number of Python functions that are called while `action` runs, itself among them."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls


def refreshing(hand: Hand) -> Iterator[Figure]:
    """What it costs to show the window when nothing has changed."""
    hand.pump(1.0)
    hand.window.show()
    yield Figure("idle", "Python calls of a refresh with nothing changed", calls_of(hand.window.show), "", 50)


def are_open(hand: Hand, number: int) -> bool:
    """Whether so many windows are open beside the main one."""
    return len(hand.beside()) == number


def looks(hand: Hand) -> Iterator[Figure]:
    """Size, theme, scale."""
    window = hand.window
    root = hand.root

    def resize(i: int) -> None:
        root.geometry(f"{1000 + 37 * i % 500}x{700 + 23 * i % 300}")

    yield Figure("looks", "a new size, longest of 50", max(hand.timed(resize, 50)), "ms", 250)
    root.geometry("1280x800")

    def dress(command: str) -> list[float]:
        """How long all windows take to show another theme or scale."""

        def do(i: int) -> None:
            window.do(command)

        return hand.timed(do, 1)

    scales = 3 * ["scale 150", "scale 100"]
    themes = 3 * ["theme dark", "theme light"]
    yield Figure("looks", "another theme, longest of 6", max(sum(dress(theme)) for theme in themes), "ms", 250)
    yield Figure("looks", "another scale, longest of 6", max(sum(dress(scale)) for scale in scales), "ms", 250)
    for number, name in enumerate(OTHERS, start=1):
        window.do(name)
        hand.turns_until(partial(are_open, hand, number), rest=0.5)
    turns = [turn for scale in scales for turn in dress(scale)]
    yield Figure("looks", "another scale, six other windows open, longest turn", max(turns), "ms", 250)
    hand.close_beside()


def start(hand: Hand) -> Iterator[Figure]:
    """From the start of the program to what can be used."""
    yield from first_paint()
    yield Figure("open", "loading the search and the tree pane, longest turn", hand.load, "ms", 100)


PARTS: dict[str, Callable[[Hand], Iterator[Figure]]] = {
    "start": start,
    "board": by_hand,
    "search": searching,
    "live": live,
    "tree": tree_figures,
    "idle": resting,
    "refresh": refreshing,
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
