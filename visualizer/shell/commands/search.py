"""The menu "Search": stopping, hints, and how machines search.  Imports the choices of the boxes."""

from __future__ import annotations

from functools import partial

from c4.agents import AGENTS
from c4.engine.ingredients import INGREDIENTS, USUAL, switched
from c4.evaluators import EVALUATORS
from c4.game.rules import count
from c4.session.columns import SEARCH
from visualizer.compare.ingredient_terms import meaning, title
from visualizer.kit.commands import INNER, Command
from visualizer.play.governing import TIMES
from visualizer.play.machines import PACES
from visualizer.shell.desk import Desk

SPEED = f"Search{INNER}Speed of two machines"
INGREDIENTS_MENU = f"Search{INNER}Ingredients"


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
            blocked=lambda: "" if session.thinking or session.growing else "nobody is thinking",
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
        Command(
            "ingredients",
            "Search",
            "Ingredients of the engine...",
            lambda: show_ingredients(desk),
            ("Ctrl+7",),
            "A switch for each, with what it saves on this position.",
            parted=True,
        ),
        *(
            Command(
                f"ingredient {name}",
                INGREDIENTS_MENU,
                title(name),
                partial(switch_ingredient, desk, name),
                tip=meaning(name),
                checked=partial(has_ingredient, desk, name),
            )
            for name in INGREDIENTS
        ),
        Command(
            "usual ingredients",
            INGREDIENTS_MENU,
            "As usual",
            partial(usual_ingredients, desk),
            blocked=lambda: "they are as usual" if session.settings.limits.options == USUAL else "",
            parted=True,
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
    snapshot, hinting, thinking = desk.session.progress(), desk.session.hinting, desk.session.thinking
    desk.attempt(desk.session.stop)
    if not thinking:
        desk.say("stopped: the tree stays as it was", seconds=8)
        return
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


def has_ingredient(desk: Desk, name: str) -> bool:
    """Whether an ingredient of the engine is on."""
    return bool(getattr(desk.session.settings.limits.options, name))


def switch_ingredient(desk: Desk, name: str) -> None:
    """Turns an ingredient of the engine over; a running search starts again with it."""
    session, on = desk.session, not has_ingredient(desk, name)
    options = switched(session.settings.limits.options, [name])
    desk.attempt(lambda: session.adopt(session.settings.with_options(options)))
    desk.say(f"{title(name)} of the engine: {'on' if on else 'off'}")


def usual_ingredients(desk: Desk) -> None:
    """Puts all ingredients back as they usually are."""
    session = desk.session
    desk.attempt(lambda: session.adopt(session.settings.with_options(USUAL)))
    desk.say("the engine's ingredients are as usual")


def show_ingredients(desk: Desk) -> None:
    """Opens the window of the ingredients; there is only one."""
    from visualizer.compare.ingredients import IngredientsWindow  # brings the compiled search

    thread = desk.windows.thread("ingredients")

    def engaged() -> bool:
        settings = desk.session.settings
        seated = any(name in AGENTS and AGENTS[name].deepens for name in (*settings.seats, settings.algorithm))
        return seated or desk.session.live.source == SEARCH

    def make() -> IngredientsWindow:
        return IngredientsWindow(
            desk,
            thread,
            lambda name: desk.commands.run(f"ingredient {name}", desk.say),
            lambda: desk.commands.run("usual ingredients", desk.say),
            engaged,
        )

    desk.windows.show(IngredientsWindow, make, thread)
