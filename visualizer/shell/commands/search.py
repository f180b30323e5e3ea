"""The menu "Search": stopping, hints, and how the machines look.  Imports the boxes' choices."""

from __future__ import annotations

from c4.agents import AGENTS
from c4.evaluators import EVALUATORS
from visualizer.kit.commands import Command
from visualizer.play.controls import TIMES
from visualizer.shell.desk import Desk


def search_commands(desk: Desk) -> list[Command]:
    """What the menu lists."""
    session = desk.session

    def no_hint() -> str:
        if session.outcome is not None:
            return "the game is over"
        return "it is the other side's turn, and it is thinking" if session.thinking and not session.hinting else ""

    return [
        Command(
            "stop",
            "Search",
            "Stop thinking",
            lambda: stop(desk),
            ("Esc",),
            blocked=lambda: "" if session.thinking else "nobody is thinking",
        ),
        Command(
            "go", "Search", "Go on thinking", lambda: desk.attempt(session.go), ("G",), blocked=lambda: no_go(desk)
        ),
        Command(
            "hint",
            "Search",
            "Hint",
            lambda: desk.attempt(session.hint),
            ("H",),
            "Searches for the side to move and shows what it found; nobody moves.",
            blocked=no_hint,
        ),
        Command("deeper", "Search", "One ply deeper", lambda: change_depth(desk, 1), ("D",), parted=True),
        Command(
            "shallower",
            "Search",
            "One ply less",
            lambda: change_depth(desk, -1),
            ("S",),
            blocked=lambda: "" if session.settings.limits.depth > 1 else "a search looks one ply ahead at least",
        ),
        Command(
            "next time",
            "Search",
            "Next time for a move",
            lambda: next_time(desk),
            ("Ctrl+T",),
            blocked=lambda: "" if session.settings.deepens else "only the engine can be given a time",
        ),
        Command("next evaluator", "Search", "Next evaluator", lambda: next_evaluator(desk), ("E",)),
        Command("next algorithm", "Search", "Next algorithm", lambda: next_algorithm(desk), ("A",)),
        Command(
            "move order",
            "Search",
            "Try columns from left to right",
            lambda: switch_order(desk),
            ("O",),
            checked=lambda: session.settings.limits.move_order is not None,
        ),
    ]


def no_go(desk: Desk) -> str:
    """Why no machine can be told to go on; "" when one waits that was stopped."""
    session = desk.session
    if session.outcome is not None:
        return "the game is over"
    if session.humans_turn:
        return "it is your turn"
    return "" if session.paused and not session.thinking else "nobody was stopped"


def stop_or_go(desk: Desk) -> None:
    """What the button does that says one or the other."""
    if desk.session.thinking:
        stop(desk)
    else:
        desk.attempt(desk.session.go)


def stop(desk: Desk) -> None:
    """Ends the running search and tells how far it was."""
    snapshot, hinting = desk.session.progress(), desk.session.hinting
    desk.attempt(desk.session.stop)
    nodes = "" if snapshot is None else f" after {snapshot.nodes:,} nodes"
    best = "" if snapshot is None or snapshot.best is None else f"; best column so far {snapshot.best + 1}"
    then = "" if hinting else ": press Go (G) to let it think again, or change its settings"
    desk.say(f"stopped{nodes}{best}{then}", seconds=8)


def change_depth(desk: Desk, plies: int) -> None:
    """So many plies more."""
    desk.change(depth=desk.session.settings.limits.depth + plies)


def next_time(desk: Desk) -> None:
    """The next of the times that the box offers."""
    choices, now = list(TIMES.values()), desk.session.settings.limits.time_ms
    at = choices.index(now) if now in choices else 0  # type: ignore[arg-type]  # a time may be no whole number
    desk.change(time_ms=choices[(at + 1) % len(choices)])


def next_evaluator(desk: Desk) -> None:
    """The next evaluator of the registry."""
    names = list(EVALUATORS)
    desk.change(evaluator=names[(names.index(desk.session.settings.limits.evaluator) + 1) % len(names)])


def next_algorithm(desk: Desk) -> None:
    """The next searching agent, in the seats of those that search and for hints."""
    settings = desk.session.settings
    names = [name for name, entry in AGENTS.items() if entry.searches]
    following = names[(names.index(settings.algorithm) + 1) % len(names)]
    seats = tuple(following if seat in names else seat for seat in settings.seats)
    desk.change(seats=seats, algorithm=following)


def switch_order(desk: Desk) -> None:
    """The order in which columns are tried: from the middle, or from left to right."""
    settings = desk.session.settings
    from_left = settings.limits.move_order is None
    desk.change(move_order=tuple(range(settings.rules.columns)) if from_left else None)
    desk.say("columns are tried from left to right" if from_left else "columns are tried from the middle")
