"""The menu Search: stopping, hints, and how agents search."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c4.agents import AGENTS
from c4.engine.ingredients import INGREDIENTS, USUAL, switched
from c4.evaluators import EVALUATORS
from c4.session.live import SEARCH
from c4.text import pluralise
from visualizer.board.game_bars import PACES, PAUSES
from visualizer.board.picker import TIMES
from visualizer.ui.commands import INNER, Command
from visualizer.ui.glossary import ingredient_meaning, ingredient_title

if TYPE_CHECKING:
    from visualizer.app.window import Window

SPEED, PAUSE = f"Search{INNER}Speed of two computers", f"Search{INNER}Pause before a reply"
INGREDIENTS_MENU = f"Search{INNER}Ingredients"


def search_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    session = window.session

    def no_hint() -> str:
        if session.outcome is not None:
            return "the game is over"
        return "it is not your turn" if session.thinking and not session.hinting else ""

    return [
        Command(
            "stop",
            "Search",
            "Stop thinking",
            lambda: stop(window),
            ("Esc",),
            blocked=lambda: "" if session.thinking or session.expanding else "no search is running",
        ),
        Command(
            "go",
            "Search",
            "Continue thinking",
            lambda: window.attempt(session.go),
            ("G",),
            blocked=lambda: no_go(window),
        ),
        Command(
            "one move",
            "Search",
            "Make one computer move",
            lambda: window.attempt(session.step),
            ("Shift+G",),
            "When two computers play, they pause after it.",
            blocked=lambda: no_step(window),
        ),
        *(
            Command(
                f"{name} {seconds:g}",
                menu,
                label.capitalize(),
                partial(window.change, **{name: seconds}),
                checked=partial(lambda name, seconds: getattr(session.settings, name) == seconds, name, seconds),
            )
            for name, menu, choices in (("pace", SPEED, PACES), ("pause", PAUSE, PAUSES))
            for label, seconds in choices.items()
        ),
        Command(
            "hint",
            "Search",
            "Hint",
            lambda: window.attempt(session.hint),
            ("H",),
            "Searches for you and shows the best column, without moving.",
            blocked=no_hint,
        ),
        Command(
            "search settings",
            "Search",
            "Players and search settings",
            lambda: window.open_settings(not window.controls.winfo_manager()),
            ("F4",),
            "Who plays, the rules, and the depth, time and evaluator of searches.",
            checked=lambda: bool(window.controls.winfo_manager()),
            separated=True,
        ),
        Command(
            "deeper",
            "Search",
            "One ply deeper",
            lambda: change_depth(window, 1),
            ("D",),
            blocked=lambda: (
                ""
                if session.settings.limits.depth < session.settings.rules.cells
                else f"the depth can be at most {session.settings.rules.cells} on this board"
            ),
        ),
        Command(
            "shallower",
            "Search",
            "One ply shallower",
            lambda: change_depth(window, -1),
            ("S",),
            blocked=lambda: "" if session.settings.limits.depth > 1 else "the depth must be at least 1",
        ),
        Command(
            "next time",
            "Search",
            "Next time per move",
            lambda: next_time(window),
            ("Ctrl+T",),
            blocked=lambda: "" if session.settings.deepens else "only the engine uses a time per move",
        ),
        Command("next evaluator", "Search", "Next evaluator", lambda: next_evaluator(window), ("E",)),
        Command("next algorithm", "Search", "Next algorithm", lambda: next_algorithm(window), ("A",)),
        Command(
            "move order",
            "Search",
            "Try columns from left to right",
            lambda: switch_order(window),
            ("O",),
            checked=lambda: session.settings.limits.move_order is not None,
        ),
        Command(
            "ingredients",
            "Search",
            "Ingredients of the engine...",
            lambda: show_ingredients(window),
            ("Ctrl+7",),
            "Switches each one, and shows what it saves on this position.",
            separated=True,
        ),
        *(
            Command(
                f"ingredient {name}",
                INGREDIENTS_MENU,
                ingredient_title(name),
                partial(switch_ingredient, window, name),
                tip=ingredient_meaning(name),
                checked=partial(has_ingredient, window, name),
            )
            for name in INGREDIENTS
        ),
        Command(
            "usual ingredients",
            INGREDIENTS_MENU,
            "Restore defaults",
            partial(usual_ingredients, window),
            blocked=lambda: "they are the defaults" if session.settings.limits.options == USUAL else "",
            separated=True,
        ),
    ]


def no_step(window: Window) -> str:
    """Why no agent can play one move; "" if one is to move."""
    session = window.session
    if session.outcome is not None:
        return "the game is over"
    return "it is your turn" if session.humans_turn else ""


def no_go(window: Window) -> str:
    """Why no search can continue; "" if a agent was stopped."""
    session = window.session
    if session.outcome is not None:
        return "the game is over"
    if session.humans_turn:
        return "it is your turn"
    return "" if session.paused and not session.thinking else "there is nothing to resume"


def stop(window: Window) -> None:
    """Ends the running search and says how far it came."""
    snapshot, hinting, thinking = window.session.progress(), window.session.hinting, window.session.thinking
    window.attempt(window.session.stop)
    if not thinking:
        window.say("stopped; the tree is unchanged", seconds=8)
        return
    nodes = "" if snapshot is None else f" after {pluralise(snapshot.nodes, 'node')}"
    best = "" if snapshot is None or snapshot.best is None else f"; best column so far: {snapshot.best + 1}"
    then = "" if hinting else ". Press Go (G) to let it continue, or change its settings."
    window.say(f"stopped{nodes}{best}{then}", seconds=8)


def change_depth(window: Window, plies: int) -> None:
    """Adds plies to the depth."""
    window.change(depth=window.session.settings.limits.depth + plies)


def next_time(window: Window) -> None:
    """Goes to the next time in the box."""
    choices, now = list(TIMES.values()), window.session.settings.limits.time_ms
    at = choices.index(now) if now in choices else 0  # type: ignore[arg-type]  # a time may be no whole number
    window.change(time_ms=choices[(at + 1) % len(choices)])


def next_evaluator(window: Window) -> None:
    """Goes to the next evaluator."""
    names = list(EVALUATORS)
    window.change(evaluator=names[(names.index(window.session.settings.limits.evaluator) + 1) % len(names)])


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
    from_left = settings.limits.move_order is None
    window.change(move_order=tuple(range(settings.rules.columns)) if from_left else None)
    window.say("columns are tried from left to right" if from_left else "columns are tried from the middle outwards")


def has_ingredient(window: Window, name: str) -> bool:
    """Whether an ingredient of the engine is on."""
    return bool(getattr(window.session.settings.limits.options, name))


def switch_ingredient(window: Window, name: str) -> None:
    """Turns an ingredient of the engine over; a running search starts again with it."""
    session, on = window.session, not has_ingredient(window, name)
    options = switched(session.settings.limits.options, [name])
    window.attempt(lambda: session.adopt(session.settings.with_options(options)))
    window.say(f"{ingredient_title(name)} of the engine: {'on' if on else 'off'}")


def usual_ingredients(window: Window) -> None:
    """Puts all ingredients back as they usually are."""
    session = window.session
    window.attempt(lambda: session.adopt(session.settings.with_options(USUAL)))
    window.say("the engine's ingredients are the defaults again")


def show_ingredients(window: Window) -> None:
    """Opens the window of the ingredients; there is only one."""
    from visualizer.compare.ingredients import IngredientsWindow  # brings the compiled search

    thread = window.windows.thread("ingredients")

    def engaged() -> bool:
        settings = window.session.settings
        seated = any(name in AGENTS and AGENTS[name].deepens for name in (*settings.seats, settings.algorithm))
        return seated or window.session.live.source == SEARCH

    def make() -> IngredientsWindow:
        return IngredientsWindow(
            window,
            thread,
            lambda name: window.commands.run(f"ingredient {name}", window.say),
            lambda: window.commands.run("usual ingredients", window.say),
            engaged,
        )

    window.windows.show(IngredientsWindow, make, thread)
