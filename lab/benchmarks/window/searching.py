"""What a running search leaves to the window, and how soon it obeys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import perf_counter

from lab.benchmarks.figures import Figure, late
from lab.benchmarks.window.hand import Hand, are_finished, no_agent_thinks, unfinished_tasks

WATCHED_SECONDS = 10
"""How long the window is watched while a search runs."""

STOPS = 20
"""How often a search is stopped."""

CHANGED_DEPTHS = (39, 38) * 5
"""The depths that are chosen while a search runs, none of which is ever reached."""


def searching(hand: Hand) -> Iterator[Figure]:
    """While a search runs."""
    hand.change(seats=("human", "alphabeta"), depth=40)
    hand.do("new game")
    hand.click(3)
    yield from watched(hand)
    yield stopped(hand)
    yield changed(hand)
    hand.change(seats=("human", "human"), depth=6)
    hand.do("new game")
    hand.until(partial(no_agent_thinks, hand))


def is_searching(hand: Hand) -> bool:
    """Whether a search runs."""
    return hand.session.progress() is not None


def has_counted(hand: Hand) -> bool:
    """Whether a search runs that has visited nodes."""
    progress = hand.session.progress()
    return progress is not None and progress.nodes > 0


def watched(hand: Hand) -> Iterator[Figure]:
    """How long the window does not answer, and how often its numbers change."""
    hand.until(partial(has_counted, hand))
    line = hand.window.status_line
    gaps: list[float] = []
    changes = 0
    hand.turns = []
    last = perf_counter()
    end = last + WATCHED_SECONDS
    text = line["text"]
    while perf_counter() < end:
        hand.turn()
        now = perf_counter()
        gaps.append(1000 * (now - last))
        last = now
        if line["text"] != text:
            text = line["text"]
            changes += 1
    a_second = changes / WATCHED_SECONDS
    yield Figure("search", "gap in the event loop while searching, 95 of 100", late(gaps), "ms", 25)
    yield Figure("search", f"the same, longest in {WATCHED_SECONDS} s, by the clock", max(gaps), "ms", 60)
    yield Figure("search", "the longest turn of the event loop meanwhile", max(hand.turns), "ms", 60)
    yield Figure("numbers", "live numbers, times a second, at least", a_second, "Hz", 10, least=True)
    yield Figure("numbers", "live numbers, times a second, at most", a_second, "Hz", 30)


def stopped(hand: Hand) -> Figure:
    """How long a search goes on after the command that stops it."""
    milliseconds = []
    for _ in range(STOPS):
        hand.until(partial(is_searching, hand))
        running = unfinished_tasks()
        started = perf_counter()
        hand.window.do("stop")
        hand.until(partial(are_finished, running))
        milliseconds.append(1000 * (perf_counter() - started))
        hand.window.do("go")
    return Figure("stop", f"stop to search ended, longest of {STOPS}", max(milliseconds), "ms", 100)


def changed(hand: Hand) -> Figure:
    """How soon a search of another depth runs."""
    milliseconds = []
    for depth in CHANGED_DEPTHS:
        hand.until(partial(is_searching, hand))
        started = perf_counter()
        hand.change(depth=depth)
        hand.until(partial(has_counted, hand))
        milliseconds.append(1000 * (perf_counter() - started))
    what = f"changed depth to new search running, longest of {len(CHANGED_DEPTHS)}"
    return Figure("settings", what, max(milliseconds), "ms", 150)
