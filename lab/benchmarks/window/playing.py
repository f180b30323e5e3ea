"""Clicks on the board: between two people, and while values for the position stream."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, thread_time

from lab.benchmarks.figures import Figure, late
from lab.benchmarks.first_child import DONT_WAIT
from lab.benchmarks.window.hand import Hand
from visualizer.state.state import FALL_SECONDS

MOST_DISCS = 30
"""A new game begins when more discs are on the board."""

CLICKS = 100
"""How often people click between each other."""

CLICKS_WHILE_VALUES_STREAM = 12
"""How often a person clicks while values stream: each click waits for the tree of its position."""

PAUSE_SECONDS = 0.5
"""The pause before a click: the search of the last position ends, and its tree is painted."""

STREAM_SECONDS = 5.0
"""How long the values are watched."""


def milliseconds_to_disc(hand: Hand, x: float, y: float) -> float:
    """Processor time from a click on the board to the first picture of its disc."""
    ply = hand.board.position.ply
    started = thread_time()
    hand.event(hand.board, "<Button-1>", x, y)
    while hand.board.position.ply == ply:
        hand.root.tk.dooneevent(DONT_WAIT)
    hand.root.update_idletasks()
    return 1000 * (thread_time() - started)


def clicks(hand: Hand, times: int) -> list[float]:
    """`milliseconds_to_disc` of clicks into one column after the other, in several games."""
    board = hand.board
    session = hand.session

    def is_empty() -> bool:
        return board.position.ply == 0

    hand.app.prefer(animation=True)
    milliseconds = []
    for i in range(times):
        if session.outcome is not None or session.position.ply > MOST_DISCS:
            hand.do("new game")
            hand.turns_until(is_empty, 0.05)
        columns = session.position.legal_columns()
        x, y = board.centre(0, columns[i % len(columns)])
        hand.event(board, "<Motion>", x, y)
        hand.pump(PAUSE_SECONDS)
        milliseconds.append(milliseconds_to_disc(hand, x, y))
    hand.app.prefer(animation=False)
    return milliseconds


def by_hand(hand: Hand) -> Iterator[Figure]:
    """Between two people: clicks, the pointer, settings."""
    board = hand.board

    def hover(i: int) -> None:
        x, y = board.centre(2, i % 7)
        hand.event(board, "<Motion>", x, y)

    hand.change(seats=("human", "human"))
    hand.pump(0.3)
    late_click = late(clicks(hand, CLICKS))
    yield Figure("click", "click to the disc drawn, between two people, 95 of 100", late_click, "ms", 16)
    yield Figure("fall", "a disc falls", 1000 * FALL_SECONDS, "ms", 350)
    hand.do("new game")
    hand.pump(0.3)
    yield Figure("pointer", "the ghost disc follows the pointer, 95 of 100", late(hand.timed(hover, 60)), "ms", 16)


def live(hand: Hand) -> Iterator[Figure]:
    """Values for the position on the board stream while one plays, and the wheel goes through the best line."""
    board = hand.board

    def has_all_values() -> bool:
        return len(board.scores) == 7

    hand.app.views.choose_source("search")
    hand.until(has_all_values)
    late_click = late(clicks(hand, CLICKS_WHILE_VALUES_STREAM))
    yield Figure("click", "click to the disc drawn, values stream, 95 of 100", late_click, "ms", 33)
    hand.do("new game")
    hand.until(has_all_values)
    yield from streaming(hand)
    x, _ = board.centre(0, 3)
    hand.event(board, "<Motion>", x, board.top - 12)

    def turn_wheel(i: int) -> None:
        hand.event(board, "<Button-5>", x, board.top - 12)

    wheel = hand.timed(turn_wheel, 40)
    yield Figure("pointer", "the wheel plays a disc of the best line, 95 of 100", late(wheel), "ms", 16)
    hand.event(board, "<Motion>", x, 5)
    hand.app.views.choose_source(None)


def streaming(hand: Hand) -> Iterator[Figure]:
    """How often the values over the columns change, and what that costs."""
    board = hand.board
    changes = 0
    shown = (board.scores, board.captions)
    hand.turns = []
    end = perf_counter() + STREAM_SECONDS
    while perf_counter() < end:
        hand.turn()
        if (board.scores, board.captions) != shown:
            changes += 1
            shown = (board.scores, board.captions)
    what = "values over the columns with their count, times a second"
    yield Figure("numbers", f"{what}, at least", changes / STREAM_SECONDS, "Hz", 10, least=True)
    yield Figure("numbers", f"{what}, at most", changes / STREAM_SECONDS, "Hz", 30)
    yield Figure("numbers", "the longest turn while they stream", max(hand.turns), "ms", 25)
