"""Sizes, themes and scales; and what the window costs when nothing happens."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic, process_time
from types import FrameType

from lab.benchmarks.figures import Figure
from lab.benchmarks.window.hand import Hand

OTHERS = ("train", "library", "glossary", "match", "palette", "preferences")
"""Windows that are open beside the main one while the scale changes."""

SIZES = 50
"""How often the window gets another size."""

SCALES = 3 * ("scale 150", "scale 100")
"""The commands of the scales, in the order in which they are given."""

THEMES = 3 * ("theme dark", "theme light")
"""The commands of the themes, in the order in which they are given."""

RESTING_SECONDS = 10
"""How long the window is watched while nothing happens."""


def looks(hand: Hand) -> Iterator[Figure]:
    """Size, theme, scale."""
    window = hand.window

    def resize(i: int) -> None:
        width = 1000 + (37 * i) % 500
        height = 700 + (23 * i) % 300
        hand.root.geometry(f"{width}x{height}")

    def longest(commands: tuple[str, ...]) -> float:
        """The longest time that all windows take for one of these commands."""
        return max(hand.once(partial(window.do, command)) for command in commands)

    yield Figure("looks", f"a new size, longest of {SIZES}", max(hand.timed(resize, SIZES)), "ms", 250)
    hand.root.geometry("1280x800")
    yield Figure("looks", f"another theme, longest of {len(THEMES)}", longest(THEMES), "ms", 250)
    yield Figure("looks", f"another scale, longest of {len(SCALES)}", longest(SCALES), "ms", 250)
    for number, name in enumerate(OTHERS, start=1):
        window.do(name)
        hand.turns_until(partial(are_open, hand, number), rest=0.5)
    yield Figure("looks", "another scale, six other windows open, longest turn", longest(SCALES), "ms", 250)
    hand.close_beside()


def are_open(hand: Hand, number: int) -> bool:
    """Whether so many windows are open beside the main one."""
    return len(hand.beside()) == number


def resting(hand: Hand) -> Iterator[Figure]:
    """Nothing happens: what the window costs."""
    hand.pump(4.0)
    used_before = process_time()
    started = monotonic()
    hand.root.after(1000 * RESTING_SECONDS, hand.root.quit)
    hand.root.mainloop()
    share = 100 * (process_time() - used_before) / (monotonic() - started)
    yield Figure("idle", f"idle for {RESTING_SECONDS} s, share of a core", share, "%", 1)


def refreshing(hand: Hand) -> Iterator[Figure]:
    """What it costs to show the window when nothing has changed."""
    hand.pump(1.0)
    hand.window.show()
    yield Figure("idle", "Python calls of a refresh with nothing changed", calls_of(hand.window.show), "", 50)


def calls_of(action: Callable[[], object]) -> int:
    """The number of Python functions that are called while `action` runs, itself among them."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        if event == "call":
            calls += 1

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls
