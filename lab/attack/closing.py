"""Closing the window, and Stop, while it is at work: each state in a process of its own.

The process brings its window into the state, stops and continues where that is possible, closes the window, and ends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
        futures = [one.future for one in worker.Worker.everyone if one is not loader]
        return [future for future in futures if future is not None and future.running()]

    def searched(self) -> None:
        """Waits until Analyse has searched the board, which it does by itself."""
        self.app.poll()
        self.until(lambda: not self.at_work(), what="the board is searched")

    def opened_by(self, command: str, kind: str) -> Any:
        """The window of a class that a command opens."""
        self.do(command)
        [window] = [child for child in self.beside() if type(child).__name__ == kind]
        return window


Action = Callable[[], object]

Pressing = tuple[Action, Action]
"""How to begin, and Stop."""


def nothing() -> None:
    """For work that begins by itself."""


def prepare_search(hand: Prepared, algorithm: str) -> Pressing:
    """A search that takes days."""
    hand.session.set(depth=30, algorithm=algorithm)
    return hand.session.analyse, hand.session.stop


def prepare_solver(hand: Prepared) -> Pressing:
    """The solver, on a board without a book."""
    from c4.game.rules import Rules

    hand.session.set(rules=Rules(7, 8))
    hand.searched()
    return partial(hand.session.analyse, "perfect"), hand.session.stop


def prepare_move(hand: Prepared) -> Pressing:
    """A machine that thinks about its move for days."""
    hand.session.set(depth=30, algorithm="minimax")
    hand.session.set(seats=("minimax", "human"))
    return hand.session.go, hand.session.stop


def prepare_column_values(hand: Prepared, source: str) -> Pressing:
    """Live values of the columns; exact ones on a board without a book."""
    from c4.game.rules import Rules

    if source == "exact":
        hand.session.set(rules=Rules(7, 8))
    return partial(hand.session.switch_live, source), partial(hand.session.switch_live, None)


def prepare_training(hand: Prepared, learner: str, **options: str) -> Pressing:
    """A training that takes days, with these fields of the form filled in."""
    window = hand.opened_by("train", "TrainingWindow")

    def begin() -> None:
        window.choose(learner)
        for name, value in {"episodes": "100000000", **options}.items():
            window.form.fields[name].set(value)
        window.start()
        hand.until(lambda: window.job.run is not None)

    return begin, window.stop


def prepare_comparison(hand: Prepared) -> Pressing:
    """The comparison of two searches."""
    window = hand.opened_by("compare", "CompareWindow")
    for chooser in window.choosers:
        chooser.show(replace(hand.app.plan(), algorithm="minimax", depth=20), hand.session.settings.rules)
    return window.start, window.stop


def prepare_growth(hand: Prepared) -> Pressing:
    """The measure of how the tree grows with the depth."""
    window = hand.opened_by("growth", "MeasureWindow")
    window.stop()
    window.depth.set(20)
    return window.start, window.stop


def prepare_expansion(hand: Prepared) -> Pressing:
    """The expansion of a part of a tree that was left out; the part is so deep that this takes days."""
    from c4 import evaluators
    from c4.search.fixed_depth import search

    tree = search(hand.session.position, 3, evaluators.load("v1"), "minimax", budget=8).tree
    assert tree is not None
    hand.session.take_tree(replace(tree, depth=30))
    return partial(hand.session.expand, int(tree.left_out.argmax())), hand.session.stop


def prepare_errors(hand: Prepared) -> Pressing:
    """The measure of an evaluator's errors."""
    window = hand.opened_by("errors", "EvaluatorErrorsWindow")
    window.depth.set("depth 8")
    window.task.stop()
    return window.start, window.start_or_stop


def prepare_ingredients(hand: Prepared) -> Pressing:
    """The measure of what each part of the engine gains, which begins with its window and ends with it."""
    window = hand.opened_by("ingredients", "IngredientsWindow")
    return nothing, window.destroy


def prepare_match(hand: Prepared) -> Pressing:
    """A match of two agents."""
    window = hand.opened_by("match", "MatchWindow")
    for box, agent in zip(window.agents, ("engine:depth=30", "alphabeta:depth=20")):
        box.set(agent)
    return window.start, window.start_or_stop


def prepare_review(hand: Prepared) -> Pressing:
    """The review of a game."""
    hand.session.set_up("4444415326251")
    hand.searched()
    return partial(hand.window.do, "review"), hand.app.review.stop


def prepare_strategy(hand: Prepared) -> Pressing:
    """The search for a diagram in the window of strategies."""
    hand.session.set_up("44444")
    window = hand.opened_by("strategy", "StrategyWindow")

    def begin() -> None:
        from visualizer.strategy.window import HERE

        window.choose(HERE)

    return begin, window.stop


def prepare_import(hand: Prepared) -> Pressing:
    """The import of many games into the library."""
    window = hand.opened_by("library", "LibraryWindow")
    games = hand.folder / "games.txt"
    games.write_text("".join(line_of_moves(number) for number in range(IMPORTED_GAMES)))
    return partial(window.import_file, str(games)), window._transferring.stop


def line_of_moves(number: int) -> str:
    """A line with five moves, another one for each number below 7**5."""
    columns = [number // 7**place % 7 + 1 for place in range(5)]
    return "".join(map(str, columns)) + "\n"


LEARNERS = ("td-lambda", "ntuple", "network", "sarsa", "patterns")

STATES: dict[str, Callable[[Prepared], Pressing]] = {
    "searching with minimax": partial(prepare_search, algorithm="minimax"),
    "searching with alpha-beta": partial(prepare_search, algorithm="alphabeta"),
    "searching with the engine": partial(prepare_search, algorithm="engine"),
    "solving": prepare_solver,
    "a machine thinks": prepare_move,
    "live values": partial(prepare_column_values, source="search"),
    "exact columns": partial(prepare_column_values, source="exact"),
    "training windows": partial(prepare_training, learner="windows", train_depth="10"),
    **{f"training {name}": partial(prepare_training, learner=name) for name in LEARNERS},
    "comparing": prepare_comparison,
    "growth": prepare_growth,
    "growing a tree": prepare_expansion,
    "errors": prepare_errors,
    "ingredients": prepare_ingredients,
    "match": prepare_match,
    "review": prepare_review,
    "strategy": prepare_strategy,
    "library import": prepare_import,
}
"""States of a window at work, and what prepares each."""


def draw_once(hand: Prepared) -> None:
    """Draws the window, and nothing else."""
    hand.root.update()


def answer_without_numba(hand: Prepared) -> None:
    """Answers a first question before numba is loaded."""
    hand.root.update()
    hand.session.analyse()
    hand.until(lambda: hand.session.shown_search is not None)
    assert "numba" not in sys.modules, "numba is already there"


def begin_to_load_numba(hand: Prepared) -> None:
    """Waits until numba is being loaded."""
    from c4.kernels import jit

    hand.until(lambda: "numba" in sys.modules)
    assert not jit.numba_loaded, "numba is already there"


def begin_to_compile(hand: Prepared) -> None:
    """Waits until kernels are being compiled."""
    hand.until(lambda: hand.session.threads.compiling.busy)
    hand.pump(2)


FIRST: dict[str, Callable[[Prepared], None]] = {
    "starting": draw_once,
    "before numba is loaded": answer_without_numba,
    "numba is being loaded": begin_to_load_numba,
    "compiling": begin_to_compile,
}
"""States of a process that has only begun."""

BRIEF = ("review", "live values", "exact columns", "ingredients")
"""What ends by itself within a second."""


def run_state(state: str) -> None:
    """Goes into a state, stops, goes there again, closes; prints a `Seen` as JSON before it closes."""
    from visualizer.app import start

    start.prepare()
    from c4.session.settings import Settings
    from visualizer.testing import make_window

    window = make_window(open_root(), Settings(seats=("human", "human")), mode="analyse")
    hand = Prepared(state, window, Path(os.environ["C4_DATA"]))
    seconds_to_stop = None
    if state in FIRST:
        FIRST[state](hand)
    else:
        hand.until(lambda: hand.app.state.progress.ready and not hand.session.loading)
        begin, stop = STATES[state](hand)
        seconds_to_stop = begin_and_stop(hand, begin, stop)
        if state != "ingredients":  # whose window is gone
            begin_to_work(hand, begin, 0.5)
    print(json.dumps(Seen(seconds_to_stop, time.time())._asdict()), flush=True)
    window.close()
    start.leave()


class Seen(NamedTuple):
    """How long a state took to stop, in seconds (None: it was not stopped), and when the window was closed."""

    seconds_to_stop: float | None
    closed_at: float


def begin_to_work(hand: Prepared, begin: Action, seconds: float) -> list[Any]:
    """Begins, lets the work go on for some seconds, not if it is brief, and returns what is at work."""
    begin()
    hand.until(hand.at_work)
    if hand.state not in BRIEF:
        hand.pump(seconds)
    return hand.at_work()


def begin_and_stop(hand: Prepared, begin: Action, stop: Action) -> float:
    """Begins, stops, and returns how many seconds it took to stop."""
    running = begin_to_work(hand, begin, 1)
    started = time.monotonic()
    assert running, "it had ended before it could be stopped"
    stop()
    hand.until(lambda: all(future.done() for future in running))
    return time.monotonic() - started


def close_while(state: str) -> tuple[str, str]:
    """(what was seen of a state in a process of its own, what was wrong or "")."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "C4_DATA": folder}
        if state == "compiling":
            environment["NUMBA_CACHE_DIR"] = folder
        command = [sys.executable, "-c", f"from lab.attack.closing import run_state; run_state({state!r})"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        ended = time.time()
    if done.returncode or not done.stdout:
        return f"{state}: status {done.returncode}", f"{state}: {done.stderr[-600:]}"
    seen = Seen(**json.loads(done.stdout.splitlines()[-1]))
    seconds = ended - seen.closed_at
    line = f"{state:28} closing {seconds:.2f} s"
    if seen.seconds_to_stop is not None:
        line = f"{state:28} Stop {1000 * seen.seconds_to_stop:,.0f} ms, closing {seconds:.2f} s"
    return line, line if seconds > CLOSING_SECONDS else ""
