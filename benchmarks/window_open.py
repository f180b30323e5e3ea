"""Every window beside the main one: how long the window's thread stands still while it opens and fills, and what it
leaves behind when it is closed.  Called by `python -m benchmarks.window`.
"""

from __future__ import annotations

import gc
import resource
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.meter import Figure, Hand
from c4.session.worker import Worker

WINDOWS = (
    "compare",
    "measure",
    "growth",
    "match",
    "two evaluators",
    "train",
    "practice",
    "library",
    "edit position",
    "strategy",
    "puzzles",
    "preferences",
    "palette",
    "keys",
    "glossary",
    "other board",
    "export",
    "open tree",
)
"""Commands that open a window."""

TIMES = 20
"""How often each is opened and closed."""


def opening(hand: Hand) -> Iterator[Figure]:
    """The longest turn of the event loop from the command until the window stands, the first time."""
    window, session = hand.window, hand.window.session
    session.set_up("4433")
    took = hand.longest(lambda: window.do("hint"), lambda: window.tree_pane.view is not None and not session.thinking)
    yield Figure("open", "the first tree", took, "ms", 100)
    for name in WINDOWS:
        took = hand.longest(lambda name=name: window.do(name), lambda: bool(hand.beside()), rest=1.0)
        yield Figure("open", f"{name}, longest turn", took, "ms", 100)
        if name in FILLED:
            yield Figure("fill", f"{name}, longest turn", max(FILLED[name](hand)), "ms", 100)
        hand.close_beside()
    for face in ("analyse", "analyse", "review", "analyse"):
        if face == "review" and not window.commands[face].enabled():
            continue
        took = hand.longest(lambda face=face: window.do(face), lambda: True)
        yield Figure("open", f"the face {window.faces.face}, longest turn", took, "ms", 100)


def compared(hand: Hand) -> list[float]:
    """Two searches compared."""
    [window] = hand.beside()
    window.start_pair("two move orders")
    return hand.until(lambda: window.found is not None and not window.errand.busy, rest=0.6)


def grown(hand: Hand) -> list[float]:
    """Growth with depth."""
    [window] = hand.beside()
    return hand.until(lambda: not window.growth.errand.busy, rest=0.4)


def trained(hand: Hand) -> list[float]:
    """Some thousand games."""
    [window] = hand.beside()
    window.form.fields["episodes"].set("3000")
    window.form.fields["model"].set(str(Path(tempfile.gettempdir()) / "benchmark-window.json"))
    window.start()
    return hand.until(lambda: window.background is not None and not window.errand.busy, rest=0.6)


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
            hand.close_beside()
        kept, memory = [], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(2):  # what is kept of each shows both times, what others remember meanwhile once
            gc.collect()
            before = len(gc.get_objects())
            for _ in range(TIMES // 2):
                hand.window.do(name)
                hand.wait(0.02)
                hand.close_beside()
            hand.until(lambda: all(future.done() for future, _ in Worker._held))  # what threads still have in hand
            gc.collect()
            kept.append((len(gc.get_objects()) - before) / (TIMES // 2))
        each = min(kept)
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
        yield Figure("leak", f"{name}: objects kept each time", each, "", 20)
        yield Figure("leak", f"{name}: memory after {TIMES} times", more, "MB", 8)
    hand.counting = True
