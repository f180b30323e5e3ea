"""Every window opened the first time, and again and again."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from c4.session.worker import Worker
from lab.benchmarks.figures import Figure
from lab.benchmarks.window.hand import Hand, threads_rest
from lab.machine import memory_in_use

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

ROUNDS = 2
"""In how many rounds each is opened and closed then.  A leak shows in every round, a cache that is filled meanwhile only
in one, so the round counts that leaves least."""

OPENINGS_OF_A_ROUND = 10
"""How often each is opened and closed in a round."""

GLIMPSE_SECONDS = 0.02
"""How long a window is open when it is opened again and again."""

MODE_COMMANDS = ("analyse", "analyse", "review", "analyse")
"""Commands that change the mode, from "analyse" on: to "play" and back, to "review" and back."""


# -- the first time ---------------------------------------------------------------------------------------------------


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


def at_once() -> bool:
    """For what is done as soon as it is asked for."""
    return True


# -- what is computed in some of them ---------------------------------------------------------------------------------


def only_window_beside(hand: Hand) -> Any:
    """The one window that is open beside the main one."""
    (window,) = hand.beside()
    return window


def is_idle(window: Any) -> bool:
    """Whether a window has computed what it was asked for."""
    return not window.task.busy


def compared(hand: Hand) -> list[float]:
    """The turns of the event loop while two searches are compared."""
    window = only_window_beside(hand)
    window.start_pair("two move orders")
    return hand.turns_until(partial(is_idle, window), rest=0.6)


def grown(hand: Hand) -> list[float]:
    """The turns of the event loop while growth with depth is computed."""
    return hand.turns_until(partial(is_idle, only_window_beside(hand)), rest=0.4)


def trained(hand: Hand) -> list[float]:
    """The turns of the event loop during some thousand games."""
    window = only_window_beside(hand)

    def has_trained() -> bool:
        return window.job is not None and is_idle(window)

    window.form.fields["episodes"].set("3000")
    window.form.fields["model"].set(str(Path(tempfile.gettempdir()) / "benchmark-window.json"))
    window.start()
    return hand.turns_until(has_trained, rest=0.6)


WORK_OF_WINDOW: dict[str, Callable[[Hand], list[float]]] = {"compare": compared, "growth": grown, "train": trained}
"""What is computed in some of these windows: the turns of the event loop meanwhile."""


# -- again and again --------------------------------------------------------------------------------------------------


def leaks(hand: Hand) -> Iterator[Figure]:
    """Every window opened and closed again and again: what is left of each, and the memory that it takes."""

    def workers_rest() -> bool:
        loader = hand.session.threads.loader
        return not any(worker.busy for worker in Worker.everyone if worker is not loader)

    for name in WINDOWS:
        for _ in range(WARM_OPENINGS):
            hand.window.do(name)
            hand.pump(GLIMPSE_SECONDS)
            hand.until(workers_rest)
            hand.close_beside()
        gc.collect()
        memory_before = memory_in_use()
        objects = min(objects_left(hand, name) for _ in range(ROUNDS))
        memory_left = memory_in_use() - memory_before
        times = ROUNDS * OPENINGS_OF_A_ROUND
        yield Figure("leak", f"{name}: objects kept each time", objects, "", 20)
        yield Figure("leak", f"{name}: memory after {times} times", memory_left, "MB", 8)


def objects_left(hand: Hand, name: str) -> float:
    """How many objects are left of a window each time, after a round of openings."""
    gc.collect()
    objects_before = len(gc.get_objects())
    for _ in range(OPENINGS_OF_A_ROUND):
        hand.window.do(name)
        hand.pump(GLIMPSE_SECONDS)
        hand.close_beside()
    hand.until(threads_rest)
    gc.collect()
    return (len(gc.get_objects()) - objects_before) / OPENINGS_OF_A_ROUND
