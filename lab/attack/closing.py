"""Closing the window, and Stop, while it is at work: each state in a process of its own.

The process brings its window into the state, stops and continues where that is possible, closes the window, and ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from visualizer.testing import Hand, open_root

if TYPE_CHECKING:
    from visualizer.app.window import Window

CLOSING_SECONDS = 1.0
"""Seconds within which a window that is closed must be gone."""

IMPORTED_GAMES = 400_000
"""Games that are imported."""


class Prepared(Hand):
    """Brings a window to work; one function for each state below uses it."""

    def __init__(self, state: str, window: Window, folder: Path) -> None:
        super().__init__(window)
        self.state = state
        self.folder = folder

    def at_work(self) -> list[Any]:
        """What the threads of the session are doing, as futures; but what is loaded ahead."""
        from c4.session import worker

        loader = self.session.threads.loader
        workers = [one for one in worker.Worker.everyone if one is not loader]
        return [one._future for one in workers if one._future is not None and one._future.running()]

    def opened_by(self, command: str, kind: str) -> Any:
        """The window of a class that a command opens."""
        self.do(command)
        [window] = [child for child in self.beside() if type(child).__name__ == kind]
        return window


Pressing = tuple[Callable[[], object], Callable[[], object]]
"""How to begin, and Stop."""


def searching(hand: Prepared, algorithm: str = "minimax") -> Pressing:
    hand.session.set(depth=30, algorithm=algorithm)
    return hand.session.analyse, hand.session.stop


def solving(hand: Prepared) -> Pressing:
    from c4.game.rules import Rules

    hand.session.set(rules=Rules(7, 8))  # a board without a book
    return lambda: hand.session.analyse("perfect"), hand.session.stop


def playing(hand: Prepared) -> Pressing:
    hand.session.set(depth=30, algorithm="minimax")
    hand.session.set(seats=("minimax", "human"))
    return hand.session.go, hand.session.stop


def live(hand: Prepared, source: str) -> Pressing:
    from c4.game.rules import Rules

    if source == "exact":
        hand.session.set(rules=Rules(7, 8))
    return lambda: hand.session.switch_live(source), lambda: hand.session.switch_live(None)


def training(hand: Prepared, learner: str, **options: str) -> Pressing:
    result = hand.opened_by("train", "TrainingWindow")

    def begin() -> None:
        result.choose(learner)
        for name, value in {"episodes": "100000000", **options}.items():
            result.form.fields[name].set(value)
        result.start()
        hand.until(lambda: result.job.run is not None)

    return begin, result.stop


def comparing(hand: Prepared) -> Pressing:
    result = hand.opened_by("compare", "CompareWindow")
    for chooser in result.choosers:
        chooser.show(replace(hand.app.plan(), algorithm="minimax", depth=20), hand.session.settings.rules)
    return result.start, result.stop


def growth(hand: Prepared) -> Pressing:
    result = hand.opened_by("growth", "MeasureWindow")
    result.stop()
    result.depth.set(20)
    return result.start, result.stop


def growing(hand: Prepared) -> Pressing:
    from c4 import evaluators
    from c4.search.fixed_depth import search

    tree = search(hand.session.position, 3, evaluators.load("v1"), "minimax", budget=8).tree
    assert tree is not None
    hand.session.take_tree(replace(tree, depth=30))  # so that what was left out takes days
    return lambda: hand.session.expand(int(tree.left_out.argmax())), hand.session.stop


def errors(hand: Prepared) -> Pressing:
    result = hand.opened_by("errors", "ErrorsWindow")
    result.depth.set("depth 8")
    result.task.stop()
    return result.start, result.start_or_stop


def ingredients(hand: Prepared) -> Pressing:
    result = hand.opened_by("ingredients", "IngredientsWindow")
    return lambda: None, result.destroy


def match(hand: Prepared) -> Pressing:
    result = hand.opened_by("match", "MatchWindow")
    for box, agent in zip(result.agents, ("engine:depth=30", "alphabeta:depth=20")):
        box.set(agent)
    return result.start, result.start_or_stop


def review(hand: Prepared) -> Pressing:
    hand.session.set_up("4444415326251")
    return lambda: hand.window.do("review"), hand.app.review.stop


def strategy(hand: Prepared) -> Pressing:
    hand.session.set_up("44444")
    result = hand.opened_by("strategy", "StrategyWindow")

    def begin() -> None:
        from visualizer.strategy.window import HERE

        result.choose(HERE)

    return begin, result.stop


def library(hand: Prepared) -> Pressing:
    result = hand.opened_by("library", "LibraryWindow")
    games = hand.folder / "games.txt"
    games.write_text("".join(f"{a}{b}{c}{d}{e}\n" for a, b, c, d, e in numbers(IMPORTED_GAMES)))
    return lambda: result.import_file(str(games)), result._working.stop


def numbers(many: int) -> list[tuple[int, ...]]:
    """So many rows of five columns."""
    return [tuple(row // 7**place % 7 + 1 for place in range(5)) for row in range(many)]


OTHERS = ("td-lambda", "ntuple", "network", "sarsa", "patterns")

STATES: dict[str, Callable[[Prepared], Pressing]] = {
    "searching with minimax": searching,
    "searching with alpha-beta": lambda hand: searching(hand, "alphabeta"),
    "searching with the engine": lambda hand: searching(hand, "engine"),
    "solving": solving,
    "a machine thinks": playing,
    "live values": lambda hand: live(hand, "search"),
    "exact columns": lambda hand: live(hand, "exact"),
    "training windows": lambda hand: training(hand, "windows", train_depth="10"),
    **{f"training {name}": partial(training, learner=name) for name in OTHERS},
    "comparing": comparing,
    "growth": growth,
    "growing a tree": growing,
    "errors": errors,
    "ingredients": ingredients,
    "match": match,
    "review": review,
    "strategy": strategy,
    "library import": library,
}


def loading(hand: Prepared) -> None:
    from c4.kernels import jit

    hand.until(lambda: "numba" in sys.modules)
    assert not jit.numba_loaded, "numba is already there"


def compiling(hand: Prepared) -> None:
    hand.until(lambda: hand.session.threads.warming.busy)
    hand.pump(2)


def answered(hand: Prepared) -> None:
    hand.root.update()
    hand.session.analyse()
    hand.until(lambda: hand.session.shown_search is not None)
    assert "numba" not in sys.modules, "numba is already there"


FIRST: dict[str, Callable[[Prepared], None]] = {
    "starting": lambda hand: hand.root.update(),
    "before numba is loaded": answered,
    "numba is being loaded": loading,
    "compiling": compiling,
}
"""States of a process that has only begun."""

BRIEF = ("review", "live values", "exact columns", "ingredients")
"""What ends by itself within a second."""


def run_state(state: str) -> None:
    """Goes into a state, stops, goes there again, closes."""
    from visualizer.app import start

    start.prepare()
    from c4.session.settings import Settings
    from visualizer.testing import make_window

    window = make_window(open_root(), Settings(seats=("human", "human")), mode="analyse")
    hand = Prepared(state, window, Path(os.environ["C4_DATA"]))
    if state in FIRST:
        FIRST[state](hand)
    else:
        hand.until(lambda: hand.app.state.progress.ready and not hand.session.loading)
        begin, stop = STATES[state](hand)
        begin()
        hand.until(hand.at_work)
        hand.pump(0 if state in BRIEF else 1)
        running = hand.at_work()
        started = time.monotonic()
        assert running, "it had ended before it could be stopped"
        stop()
        hand.until(lambda: all(future.done() for future in running))
        print(f"stopped={time.monotonic() - started}", flush=True)
        if state != "ingredients":
            begin()
            hand.until(hand.at_work)
            hand.pump(0 if state in BRIEF else 0.5)
    print(f"closed={time.time()}", flush=True)
    window.close()
    start.leave()


def closed(state: str) -> tuple[str, str]:
    """(what was seen of a state in a process of its own, what was wrong or "")."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "C4_DATA": folder}
        if state == "compiling":
            environment["NUMBA_CACHE_DIR"] = folder
        command = [sys.executable, "-c", f"from lab.attack.closing import run_state; run_state({state!r})"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        ended = time.time()
    words = dict(line.split("=") for line in done.stdout.splitlines() if "=" in line)
    if done.returncode or "closed" not in words:
        return f"{state}: status {done.returncode}", f"{state}: {done.stderr[-600:]}"
    seconds = ended - float(words["closed"])
    stopped = f"Stop {1000 * float(words['stopped']):,.0f} ms, " if "stopped" in words else ""
    line = f"{state:28} {stopped}closing {seconds:.2f} s"
    return line, line if seconds > CLOSING_SECONDS else ""
