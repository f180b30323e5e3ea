"""Works the window at random: commands, clicks, keys, positions and settings, in the main window and in all others.

What must hold all the time: no callback fails, nothing grows larger than a screen can show, no event keeps the window's
thread busy for long, every answer is about a position of the game on the board, a closed window is freed, and memory
does not grow.  The main window is closed now and then, and opened again.  It needs a display.
"""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
import threading
import time
import tkinter as tk
import traceback
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tkinter import filedialog, messagebox, ttk
from types import FrameType, FunctionType, MethodType
from typing import Any
from unittest.mock import patch

from c4.callbacks import ignore
from c4.search.watch import Watch
from c4.session.events import SearchResult
from c4.session.worker import Worker
from lab.machine import memory_in_use
from visualizer.app.start import start_app
from visualizer.app.window import Window
from visualizer.testing import Hand, open_root
from visualizer.training.window import TrainingWindow

SEATS = ("human", "random", "greedy", "minimax", "alphabeta", "engine", "perfect", "novice", "amateur", "sarsa")
LIMITS: dict[str, tuple[Any, ...]] = {
    "depth": (1, 2, 3, 4, 6, 8, 20),
    "time_ms": (None, None, 50, 500),
    "evaluator": ("v1", "v2", "windows", "td-lambda"),
    "algorithm": ("minimax", "alphabeta", "engine", "exact"),
}
MOST_WINDOWS = 6
"""More windows than this are not opened beside the main one."""

ENDLESS_SECONDS = 5.0
"""Seconds of work after which events that bring each other about are taken to go on for ever."""

STUCK_SECONDS = 60.0
"""Seconds of work in one event after which it is taken never to end."""

TOO_LARGE_PIXELS = 8_000
"""Pixels that nothing in a window needs."""

LOOKS_AT_MEMORY = 5
"""How many looks at memory the main window lives for."""


@dataclass
class Report:
    """What was seen: operations by kind, faults, seconds of the slowest events, and megabytes after operations.

    `report_line` is called with each fault, and each look, at once.
    """

    report_line: Callable[[str], object]
    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slow: list[tuple[float, str]] = field(default_factory=list)
    memory: list[tuple[int, float]] = field(default_factory=list)
    """Without the trees that are kept, for which the window has a budget of its own."""

    def fault(self, what: str) -> None:
        """Something that must not be."""
        self.faults.append(what)
        self.report_line(f"FAULT at operation {self.done.total()}: {what}")

    def froze(self, seconds: float, what: str) -> None:
        """The window's thread was at work for so long."""
        self.slow.append((seconds, what))
        self.report_line(f"SLOW at operation {self.done.total()}: {seconds:.2f} s, {what}")

    @property
    def slope(self) -> float:
        """Kilobytes for each operation in the second half."""
        late = self.memory[len(self.memory) // 2 :]
        if len(late) < 2:
            return 0.0
        mean_x, mean_y = (sum(values) / len(late) for values in zip(*late))
        over = sum((x - mean_x) ** 2 for x, _ in late)
        return 1024 * sum((x - mean_x) * (y - mean_y) for x, y in late) / over


class Machine:
    """Works at a window; `step` is one operation."""

    def __init__(self, folder: Path, number: int, report_line: Callable[[str], object] = ignore) -> None:
        self.dice = random.Random(number)
        self.folder = folder
        self.report = Report(report_line)
        self.last = "start"
        self.stopwatch = Stopwatch(self.stuck)
        self.closed: list[tuple[str, weakref.ref[Any]]] = []
        self.lingering: list[tuple[str, weakref.ref[Any]]] = []
        self.open()

    # -- the main window ----------------------------------------------------------------------------------------------

    def open(self) -> None:
        """A new main window, with the preferences of the last one."""
        self.threads = threading.enumerate()
        self.large = set[str]()
        self.root = open_root()
        path = self.folder / "window.json"
        self.root.geometry("1100x750+0+0")
        self.window = Window(self.root, start_app(path))
        self.hand = Hand(self.window)
        self.app = self.window.app
        self.session = self.app.session
        self.root.tk.createcommand("bgerror", lambda message: self.report.fault(f"Tk after {self.last}: {message}"))
        poll = self.session.poll

        def watched() -> list[Any]:
            before = self.session.line
            events = poll()
            for event in events:
                if isinstance(event, SearchResult) and event.position not in (*before, *self.session.line):
                    self.report.fault(f"a stale answer after {self.last}: {event.position!r}")
            return events

        self.session.poll = watched  # type: ignore[method-assign]
        self.pump(0.3)

    def close(self) -> None:
        """Closes the main window."""
        self.errors()
        whole = (self.window, self.app, self.session)
        self.closed += [(type(part).__name__, weakref.ref(part)) for part in whole]
        del whole  # what is alive at the collection below would be exempt from later ones
        self.window.close()
        self.root.tk.deletecommand("bgerror")  # it would keep Tk
        for name in ("window", "hand", "app", "session", "root"):
            setattr(self, name, None)  # so that nothing here keeps them alive
        for thread in set(threading.enumerate()).difference(self.threads):
            thread.join(10)  # what is left would never be freed: the next window exempts what is there
        Worker.forget_ended()  # of the work of these threads, which refers to the window
        gc.collect()

    def errors(self) -> None:
        """Takes note of callbacks that failed."""
        for error in self.window.errors:
            self.report.fault(f"after {self.last}: {error}")
        self.window.errors.clear()

    def sizes(self) -> None:
        """Takes note of widgets that no screen can hold: an X server ends a program that paints 32,768 pixels."""
        for widget in walk(self.root):
            most = max(widget.winfo_width(), widget.winfo_height())
            if most > TOO_LARGE_PIXELS and str(widget) not in self.large:
                self.large.add(str(widget))
                self.report.fault(f"{most:,} pixels wide or high after {self.last}: {widget}")

    def stuck(self, where: str) -> None:
        """Takes note of an event that does not end, with which the process has to end, too."""
        self.report.fault(f"an event after {self.last} does not end ({where})")
        os._exit(1)

    # -- operations ---------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One operation, and what it brings about."""
        kinds = {
            self.command: 40, self.click: 15, self.key: 10, self.button: 20, self.setting: 8, self.set_up: 4,
            self.choose: 6, self.train: 2, self.close_one: 8,
        }  # fmt: skip
        calm()
        (kind,) = self.dice.choices(list(kinds), list(kinds.values()))
        self.report.done[kind.__name__] += 1
        self.timed(kind)
        if len(self.hand.beside()) > MOST_WINDOWS:
            self.close_one()
        self.pump(self.dice.choice((0.0, 0.0, 0.01, 0.05)))
        self.errors()
        self.sizes()

    def timed(self, work: Any) -> None:
        """Does something in the window's thread, and takes note of how long that worked."""
        started = self.stopwatch.start()
        try:
            work()
        except Exception:
            self.report.fault(f"{self.last}: {traceback.format_exc()}")
        seconds, where = self.stopwatch.stop(started)
        self.check(seconds, f"{self.last} ({where})")

    def pump(self, seconds: float) -> None:
        """Lets Tk work, one event after another."""
        end = time.monotonic() + seconds
        latest = time.thread_time() + ENDLESS_SECONDS
        while True:
            while True:
                started = self.stopwatch.start()
                more = self.root.tk.dooneevent(tk._tkinter.DONT_WAIT)  # type: ignore[attr-defined]
                spent, where = self.stopwatch.stop(started)
                self.check(spent, f"an event after {self.last} ({where})")
                if not more or time.thread_time() > latest:
                    break
            if time.thread_time() > latest:
                self.endless()
                return
            if time.monotonic() >= end:
                return
            time.sleep(0.002)

    def check(self, seconds: float, what: str) -> None:
        """Takes note of work in the window's thread that took longer than it may."""
        if seconds > (RESTYLE if self.last.startswith(RESTYLING) else FREEZE):
            self.report.froze(seconds, what)

    def endless(self) -> None:
        """Events follow each other without end: says which widgets change their size, and closes all other windows."""
        sizes: Counter[str] = Counter()
        for widget in walk(self.root):
            widget.bind("<Configure>", lambda seen: sizes.update([f"{seen.widget} {seen.width}x{seen.height}"]), "+")
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            self.root.tk.dooneevent(tk._tkinter.DONT_WAIT)  # type: ignore[attr-defined]
        self.report.fault(f"events without end after {self.last}: {sizes.most_common(12)}")
        while self.hand.beside():
            self.close_one()

    def command(self) -> None:
        commands = [command for command in self.window.commands if command.name != "quit"]
        command = self.dice.choice(commands)
        self.last = f"command {command.name!r}"
        self.window.do(command.name)
        if command.name == "full screen":
            self.window.do(command.name)

    def click(self) -> None:
        column = self.dice.randrange(self.session.settings.rules.columns)
        self.last = f"click {column + 1}"
        self.hand.click(column)

    def key(self) -> None:
        keys = ("<Left>", "<Right>", "<space>", "<Up>", "<Down>", "<Return>", "<Escape>", "<Tab>", "<Prior>", "<F1>")
        widget = self.dice.choice([self.hand.board, *self.hand.beside()])
        key = self.dice.choice(keys)
        self.last = f"key {key} in {type(widget).__name__}"
        widget.event_generate(key)

    def button(self) -> None:
        """Presses a button of some window; those that leave to the system are answered by nobody."""
        top = self.dice.choice([self.root, *self.hand.beside(), *self.hand.beside()])
        buttons = [
            widget
            for widget in walk(top)
            if isinstance(widget, ttk.Button | ttk.Checkbutton | ttk.Radiobutton)
            and widget.winfo_toplevel() is top
            and widget.winfo_ismapped()
        ]
        if buttons:
            chosen = self.dice.choice(buttons)
            self.last = f"button {chosen['text']!r} of {type(top).__name__}"
            chosen.invoke()

    def choose(self) -> None:
        """Picks from a list, or writes a number."""
        top = self.dice.choice([self.root, *self.hand.beside()])
        boxes = [w for w in walk(top) if isinstance(w, ttk.Combobox | ttk.Spinbox) and w.winfo_ismapped()]
        if not boxes:
            return
        box = self.dice.choice(boxes)
        self.last = f"choice in {type(box.winfo_toplevel()).__name__}"
        if isinstance(box, ttk.Combobox) and box["values"]:
            box.current(self.dice.randrange(len(box["values"])))
            box.event_generate("<<ComboboxSelected>>")
        else:
            box.set(self.dice.choice(("", "1", "2", "3", "5", "-1", "1e9", "x", "9" * 40)))
            box.event_generate("<Return>")

    def setting(self) -> None:
        name = self.dice.choice((*LIMITS, "seats", "seats"))
        value = self.dice.choice(LIMITS[name]) if name in LIMITS else tuple(self.dice.choices(SEATS, k=2))
        self.last = f"setting {name}={value}"
        self.app.search.change(**{name: value})
        self.window.show()

    def set_up(self) -> None:
        moves = "".join(str(self.dice.randint(1, 7)) for _ in range(self.dice.randrange(20)))
        self.last = f"position {moves}"
        self.app.game.set_up(moves or "empty")
        self.window.show()

    def train(self) -> None:
        """Starts or stops a training, in its window."""
        self.last = "training"
        self.window.do("train")
        for window in self.hand.beside():
            if isinstance(window, TrainingWindow):
                if window.task.busy:
                    window.stop()
                else:
                    window.start()

    def close_one(self) -> None:
        windows = self.hand.beside()
        if windows:
            window = self.dice.choice(windows)
            self.last = f"closing {type(window).__name__}"
            self.closed.append((type(window).__name__, weakref.ref(window)))
            handler = window.protocol("WM_DELETE_WINDOW")
            if handler:
                window.tk.call(handler)
            else:
                window.destroy()

    # -- what is looked at now and then -------------------------------------------------------------------------------

    def look(self, reopen: bool = False) -> None:
        """Whether closed windows are freed, and how much memory there is; closes the main window, too, and opens it."""
        while self.hand.beside():
            self.close_one()
            self.pump(0.02)
        self.pump(0.3)
        gc.collect()
        for name, window in self.lingering:  # since the last look
            if window() is not None:
                self.report.fault(f"{name} is alive after it was closed")
        self.lingering = [(name, window) for name, window in self.closed if window() is not None]
        self.closed = []
        left = (*self.session._earlier.games, *self.session._later.games)
        games = [self.session.searches, *(game.searches for game in left)]
        trees = sum(searches.bytes for searches in games) / 2**20
        memory = memory_in_use() - trees
        self.report.memory.append((self.report.done.total(), memory))
        self.report.report_line(f"{self.report.done.total()} operations: {memory:.0f} MB, and trees of {trees:.0f} MB")
        if reopen:
            self.close()
            self.open()


def calm() -> None:
    """Lets all other threads of the process wait for this one, where the system can: that they compute is no matter."""
    if sys.platform == "linux":
        own = threading.get_native_id()
        for thread in threading.enumerate():
            if thread.native_id not in (own, None):
                with suppress(OSError):  # it has ended
                    os.setpriority(os.PRIO_PROCESS, thread.native_id, 19)


def walk(widget: tk.Misc) -> list[tk.Misc]:
    """A widget and all in it."""
    return [widget, *(inner for child in widget.winfo_children() for inner in walk(child))]


def operate(
    folder: Path,
    number: int,
    operations: int,
    every: int = 200,
    end: float = float("inf"),
    report_line: Callable[[str], object] = lambda message: None,
) -> Report:
    """So many operations, or until a moment of `time.monotonic`; looks at what was closed every so many."""
    answers = {"askopenfilename": "", "askopenfilenames": "", "asksaveasfilename": "", "askdirectory": ""}
    asked = Worker.ask
    keeping = set[str]()

    def ask(worker: Worker[Any], work: Callable[[Watch], Any]) -> None:
        keeping.update(references_of(work))
        asked(worker, work)

    with (
        patch.object(Worker, "ask", ask),
        patch.multiple(filedialog, **{name: lambda value=value, **_: value for name, value in answers.items()}),
        patch.object(messagebox, "showinfo", lambda *_, **__: "ok"),
    ):
        threads = threading.active_count()
        machine = Machine(folder, number, report_line)
        for done in range(1, operations + 1):
            machine.step()
            if done % every == 0:
                machine.look(reopen=done % (LOOKS_AT_MEMORY * every) == 0)
            if time.monotonic() > end:
                break
        machine.look()
        machine.close()
        report_line(f"{threading.active_count() - threads} threads are left")
        for what in sorted(keeping):
            machine.report.fault(f"a thread keeps a window: {what}")
    return machine.report


FREEZE = 0.25
"""Seconds of work in the window's thread, for one event of Tk or one command, below which a pause is not noticed."""

RESTYLING = (
    "choice in PreferencesWindow",
    *(f"command '{name}" for name in ("scale", "usual scale", "larger", "smaller", "theme")),
)
RESTYLE = 1.0
"""Seconds for these, which lay out all windows again, seven at most; on a quiet machine they take 0.2 s."""


class Stopwatch:
    """Times what the window's thread does, and sees what it was at.

    The system's alarm looks, in this very thread, where there is one: another thread that looked would keep what the
    calls hold, and free pictures of Tk.  It calls `stuck` with what it sees when something takes STUCK_SECONDS.
    """

    def __init__(self, stuck: Callable[[str], object] = ignore) -> None:
        self._stuck = stuck
        self._started = 0.0
        self._seen = ""
        self._quiet = min(reference() for _ in range(20))
        if sys.platform != "win32":
            signal.signal(signal.SIGALRM, self._look)

    def start(self) -> float:
        """Something begins; seconds of the thread's processor time."""
        self._seen = ""
        self._alarm(FREEZE / 2)
        self._started = time.thread_time()
        return self._started

    def stop(self, started: float) -> tuple[float, str]:
        """It has ended: seconds of processor time on a quiet machine, and where it was seen if it took long."""
        spent = time.thread_time() - started
        self._alarm(0)
        if spent > FREEZE:  # a machine on which all cores are busy, and Python changes threads all the time, is slower
            spent /= max(1.0, reference() / self._quiet)
        return spent, self._seen

    def _alarm(self, seconds: float) -> None:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, seconds, 0.05 if seconds else 0.0)

    def _look(self, number: int, frame: FrameType | None) -> None:
        calls = traceback.extract_stack(frame, 60)
        ours = [f"{Path(call.filename).stem}.{call.name}" for call in calls if "visualizer" in call.filename]
        self._seen = " > ".join(dict.fromkeys(ours[-6:]))
        if time.thread_time() - self._started > STUCK_SECONDS:
            self._stuck(self._seen)


def reference() -> float:
    """Seconds of processor time for some work that is always the same: 7 ms or so."""
    started = time.thread_time()
    sorted(str(number) for number in range(60_000))
    return time.thread_time() - started


EXCEPT = "Threads.load_ahead.<locals>.work"
"""It asks the main window what is urgent, until everything is loaded."""


def references_of(work: object) -> Iterator[str]:
    """Windows and widgets that some work keeps, each with the names of the functions through which it does."""
    if isinstance(work, partial):
        for part in (work.func, *work.args, *work.keywords.values()):
            yield from references_of(part)
    elif isinstance(work, MethodType):
        yield from references_of(work.__self__)
    elif isinstance(work, tk.Misc | Window):
        yield type(work).__name__
    elif isinstance(work, FunctionType) and work.__qualname__ != EXCEPT:
        for cell in work.__closure__ or ():
            with suppress(ValueError):  # it is still empty
                for name in references_of(cell.cell_contents):
                    yield f"{work.__qualname__}: {name}"
