"""The menu Search: stopping, hints, and how agents search."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c4.agents import AGENTS
from c4.evaluators import EVALUATORS
from c4.text import pluralise
from visualizer.board.game_bars import PACES, PAUSES
from visualizer.board.picker import TIMES
from visualizer.ui.command import INNER, Command, entry, unless

if TYPE_CHECKING:
    from visualizer.app.window import Window

SPEED, PAUSE = f"Search{INNER}Speed of two computers", f"Search{INNER}Pause before a reply"


def search_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    session, add = window.session, partial(entry, "Search")
    ingredients = partial(window.open, "visualizer.compare.ingredients:IngredientsWindow")

    def no_hint() -> str:
        if session.outcome is not None:
            return "the game is over"
        return "it is not your turn" if session.thinking and not session.hinting else ""

    def deepen(plies: int) -> None:
        window.change(depth=session.settings.depth + plies)

    def deepest() -> str:
        cells = session.settings.rules.cells
        return "" if session.settings.depth < cells else f"the depth can be at most {cells} on this board"

    # fmt: off
    return [
        add("stop", "Stop thinking", lambda: stop(window), "Esc",
            blocked=unless(lambda: not (session.thinking or session.expanding or session.live.busy), "nothing is running")),
        add("go", "Continue thinking", lambda: window.attempt(session.go), "G", blocked=lambda: no_go(window)),
        add("one move", "Make one computer move", lambda: window.attempt(session.step), "Shift+G",
            tip="When two computers play, they pause after it.", blocked=lambda: no_step(window)),
        *(
            entry(menu, f"{name} {seconds:g}", label.capitalize(), partial(window.change, **{name: seconds}),
                  checked=partial(lambda name, seconds: getattr(session.settings, name) == seconds, name, seconds))
            for name, menu, choices in (("pace", SPEED, PACES), ("pause", PAUSE, PAUSES))
            for label, seconds in choices.items()
        ),
        add("hint", "Hint", lambda: window.attempt(session.hint), "H",
            tip="Searches for you and shows the best column, without moving.", blocked=no_hint),
        add("search settings", "Players and search settings",
            lambda: window.open_settings(not window.controls.winfo_manager()), "F4",
            tip="Who plays, the rules, and the depth, time and evaluator of searches.",
            checked=lambda: bool(window.controls.winfo_manager()), separated=True),
        add("deeper", "One ply deeper", partial(deepen, 1), "D", blocked=deepest),
        add("shallower", "One ply shallower", partial(deepen, -1), "S",
            blocked=unless(lambda: session.settings.depth <= 1, "the depth must be at least 1")),
        add("next time", "Next time per move", lambda: next_time(window), "Ctrl+T",
            blocked=unless(lambda: not session.settings.deepens, "only the engine uses a time per move")),
        add("next evaluator", "Next evaluator", lambda: next_evaluator(window), "E"),
        add("next algorithm", "Next algorithm", lambda: next_algorithm(window), "A"),
        add("move order", "Try columns from left to right", lambda: switch_order(window), "O",
            checked=lambda: session.settings.move_order is not None),
        add("ingredients", "Ingredients of the engine...", ingredients, "Ctrl+7",
            tip="Switches each one, and shows what it saves on this position.", separated=True),
    ]
    # fmt: on


def no_step(window: Window) -> str:
    """Why no agent can play one move; "" if one is to move."""
    session = window.session
    if session.outcome is not None:
        return "the game is over"
    return "it is your turn" if session.humans_turn else ""


def no_go(window: Window) -> str:
    """Why nothing can continue; "" if an agent or the column values were stopped."""
    session = window.session
    if session.outcome is not None:
        return "the game is over"
    if session.live.stopped:
        return ""
    if session.humans_turn:
        return "it is your turn"
    return "" if session.paused and not session.thinking else "there is nothing to resume"


def stop(window: Window) -> None:
    """Ends the running search and says how far it came."""
    session = window.session
    snapshot, hinting, thinking = session.progress(), session.hinting, session.thinking
    window.attempt(session.stop)
    if not thinking:
        what = (
            "the column values stay as they are. Go (G) continues" if session.live.stopped else "the tree is unchanged"
        )
        window.say(f"stopped; {what}", seconds=8)
        return
    nodes = "" if snapshot is None else f" after {pluralise(snapshot.nodes, 'node')}"
    best = "" if snapshot is None or snapshot.best is None else f"; best column so far: {snapshot.best + 1}"
    then = "" if hinting else ". Press Go (G) to let it continue, or change its settings."
    window.say(f"stopped{nodes}{best}{then}", seconds=8)


def next_time(window: Window) -> None:
    """Goes to the next time in the box."""
    choices, now = list(TIMES.values()), window.session.settings.time_ms
    at = choices.index(now) if now in choices else 0  # type: ignore[arg-type]  # a time may be no whole number
    window.change(time_ms=choices[(at + 1) % len(choices)])


def next_evaluator(window: Window) -> None:
    """Goes to the next evaluator."""
    names = list(EVALUATORS)
    window.change(evaluator=names[(names.index(window.session.settings.evaluator) + 1) % len(names)])


def next_algorithm(window: Window) -> None:
    """Goes to the next searching agent, for hints and in the seats of searching agents."""
    settings = window.session.settings
    names = [name for name, entry in AGENTS.items() if entry.searches]
    following = names[(names.index(settings.algorithm) + 1) % len(names)]
    seats = tuple(following if seat in names else seat for seat in settings.seats)
    window.change(seats=seats, algorithm=following)


def switch_order(window: Window) -> None:
    """Changes the move ordering: the middle first, or from left to right."""
    settings = window.session.settings
    from_left = settings.move_order is None
    window.change(move_order=tuple(range(settings.rules.columns)) if from_left else None)
    window.say("columns are tried from left to right" if from_left else "columns are tried from the middle outwards")
