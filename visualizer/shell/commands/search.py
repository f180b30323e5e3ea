"""The menu "Search": stopping, hints, and how machines search.  Imports the choices of the boxes."""

from __future__ import annotations

from functools import partial

from c4.agents import AGENTS
from c4.evaluators import EVALUATORS
from c4.game.rules import count
from visualizer.kit.commands import INNER, Command
from visualizer.play.governing import TIMES
from visualizer.play.machines import PACES
from visualizer.shell.desk import Desk

SPEED = f"Search{INNER}Speed of two machines"


def search_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    session = desk.session

    def no_hint() -> str:
        if session.outcome is not None:
            return "the game is over"
        return "it is not your turn" if session.thinking and not session.hinting else ""

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
            "go", "Search", "Continue thinking", lambda: desk.attempt(session.go), ("G",), blocked=lambda: no_go(desk)
        ),
        Command(
            "one move",
            "Search",
            "One move of the machine",
            lambda: desk.attempt(session.step),
            ("Shift+G",),
            "Where two machines play, they wait after it.",
            blocked=lambda: no_step(desk),
        ),
        *(
            Command(
                f"pace {pace:g}",
                SPEED,
                label.capitalize(),
                partial(desk.change, pace=pace),
                checked=partial(lambda pace: session.settings.pace == pace, pace),
            )
            for label, pace in PACES.items()
        ),
        Command(
            "hint",
            "Search",
            "Hint",
            lambda: desk.attempt(session.hint),
            ("H",),
            "Searches for you and shows the best column; nobody moves.",
            blocked=no_hint,
        ),
        Command("deeper", "Search", "One ply deeper", lambda: change_depth(desk, 1), ("D",), parted=True),
        Command(
            "shallower",
            "Search",
            "One ply less",
            lambda: change_depth(desk, -1),
            ("S",),
            blocked=lambda: "" if session.settings.limits.depth > 1 else "the depth must be at least 1",
        ),
        Command(
            "next time",
            "Search",
            "Next time per move",
            lambda: next_time(desk),
            ("Ctrl+T",),
            blocked=lambda: "" if session.settings.deepens else "only the engine plays by time",
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


def no_step(desk: Desk) -> str:
    """Why no machine can play one move; "" if one is to move."""
    session = desk.session
    if session.outcome is not None:
        return "the game is over"
    return "it is your turn" if session.humans_turn else ""


def no_go(desk: Desk) -> str:
    """Why nobody can continue thinking; "" if a machine was stopped."""
    session = desk.session
    if session.outcome is not None:
        return "the game is over"
    if session.humans_turn:
        return "it is your turn"
    return "" if session.paused and not session.thinking else "nobody was stopped"


def stop(desk: Desk) -> None:
    """Ends the running search and says how far it came."""
    snapshot, hinting = desk.session.progress(), desk.session.hinting
    desk.attempt(desk.session.stop)
    nodes = "" if snapshot is None else f" after {count(snapshot.nodes, 'node')}"
    best = "" if snapshot is None or snapshot.best is None else f"; best column so far: {snapshot.best + 1}"
    then = "" if hinting else ". Press Go (G) to let it continue, or change its settings."
    desk.say(f"stopped{nodes}{best}{then}", seconds=8)


def change_depth(desk: Desk, plies: int) -> None:
    """Adds plies to the depth."""
    desk.change(depth=desk.session.settings.limits.depth + plies)


def next_time(desk: Desk) -> None:
    """Goes to the next time in the box."""
    choices, now = list(TIMES.values()), desk.session.settings.limits.time_ms
    at = choices.index(now) if now in choices else 0  # type: ignore[arg-type]  # a time may be no whole number
    desk.change(time_ms=choices[(at + 1) % len(choices)])


def next_evaluator(desk: Desk) -> None:
    """Goes to the next evaluator."""
    names = list(EVALUATORS)
    desk.change(evaluator=names[(names.index(desk.session.settings.limits.evaluator) + 1) % len(names)])


def next_algorithm(desk: Desk) -> None:
    """Goes to the next searching agent, for hints and in the seats of searching agents."""
    settings = desk.session.settings
    names = [name for name, entry in AGENTS.items() if entry.searches]
    following = names[(names.index(settings.algorithm) + 1) % len(names)]
    seats = tuple(following if seat in names else seat for seat in settings.seats)
    desk.change(seats=seats, algorithm=following)


def switch_order(desk: Desk) -> None:
    """Changes the move ordering: the middle first, or from left to right."""
    settings = desk.session.settings
    from_left = settings.limits.move_order is None
    desk.change(move_order=tuple(range(settings.rules.columns)) if from_left else None)
    desk.say("columns are tried from left to right" if from_left else "columns are tried from the middle outwards")
