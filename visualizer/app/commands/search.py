"""The menu Search: stopping, searching, and how agents search."""

from __future__ import annotations

from collections.abc import Mapping

from c4.session.pace import PACES, PAUSES
from visualizer.state.app import App
from visualizer.ui.command import INNER, Command, choice_commands, entry

SPEED = f"Search{INNER}Speed when two programs play"
PAUSE_TITLE = f"Search{INNER}Pause before a reply"


def stop(app: App) -> None:
    """Ends what moves on the board by itself, otherwise the running search, otherwise the playback of one."""
    if app.film.playing:
        app.film.stop()
    elif app.review.stepping:
        app.review.stop_stepping()
    elif app.search.why_no_stop() and app.tree.replaying:
        app.tree.close_playback()
    else:
        app.search.stop()


def why_no_stop(app: App) -> str:
    """Why nothing can be stopped; "" if something runs."""
    moving = app.film.playing or app.review.stepping or app.tree.replaying
    return "" if moving else app.search.why_no_stop()


def go(app: App) -> None:
    """Continues what was stopped."""
    app.search.go()


def no_go(app: App) -> str:
    """Why nothing can continue; "" if something waits."""
    return app.search.why_no_go()


def one_move(app: App) -> None:
    """Lets a computer play one move."""
    app.search.one_move()


def no_step(app: App) -> str:
    """Why no computer can play one move; "" if one can."""
    return app.search.why_no_step()


def search_position(app: App) -> None:
    """Searches the position on the board for you, and shows the tree."""
    app.search.analyse()


def no_search(app: App) -> str:
    """Why the position cannot be searched; "" if it can."""
    return app.search.why_no_analysis()


def switch_settings(app: App) -> None:
    """Opens or closes the popover with players and search settings."""
    app.views.open_settings(not app.state.shown.settings_open)


def settings_open(app: App) -> bool:
    """Whether it is open."""
    return app.state.shown.settings_open


def deeper(app: App) -> None:
    """One ply deeper."""
    app.search.deepen(1)


def shallower(app: App) -> None:
    """One ply shallower."""
    app.search.deepen(-1)


def deepest(app: App) -> str:
    """Why no search can be deeper; "" if one can."""
    return app.search.why_not_set() or app.search.why_not_deeper()


def not_set(app: App) -> str:
    """Why your own search cannot be changed; "" if it can."""
    return app.search.why_not_set()


def other_search(app: App) -> None:
    """Your own search of the board, or the one that chose the last move."""
    app.search.swap_searches()


def no_other_search(app: App) -> str:
    """Why there is no other search; "" if there is."""
    return app.search.why_not_swap()


def follow(app: App) -> None:
    """Analyse searches each position that you go to, or only when you ask."""
    app.views.switch("follow")


def following(app: App) -> bool:
    """Whether it searches each position."""
    return app.state.preferences.follow


def shallowest(app: App) -> str:
    """Why no search can be shallower; "" if one can."""
    return app.search.why_not_set() or app.search.why_not_shallower()


def next_time(app: App) -> None:
    """The next time per move."""
    app.search.next_time()


def why_no_time(app: App) -> str:
    """Why nobody uses a time; "" if somebody does."""
    return "" if app.session.settings.timed else "only the engine and MCTS use a time per move"


def next_evaluator(app: App) -> None:
    """The next evaluator."""
    app.search.next_evaluator()


def next_algorithm(app: App) -> None:
    """The next algorithm."""
    app.search.next_algorithm()


def switch_order(app: App) -> None:
    """Columns are tried from left to right, or from the middle outwards."""
    app.search.switch_order()


def from_left(app: App) -> bool:
    """Whether they are tried from left to right."""
    return app.session.settings.analysis_limits().move_order is not None


def choose_pace(app: App, seconds: float) -> None:
    """Chooses how long a move takes at least when two programs play."""
    app.search.change(pace=seconds)


def chosen_pace(app: App) -> float:
    """The seconds that are chosen."""
    return app.session.settings.pace


def choose_pause(app: App, seconds: float) -> None:
    """Chooses how long a reply to you takes at least."""
    app.search.change(pause=seconds)


def chosen_pause(app: App) -> float:
    """The seconds that are chosen."""
    return app.session.settings.pause


def by_seconds(labels: Mapping[str, float]) -> list[tuple[float, str]]:
    """Seconds with their labels, as a menu has them."""
    return [(seconds, label.capitalize()) for label, seconds in labels.items()]


# fmt: off
SEARCH_COMMANDS: tuple[Command, ...] = (
    entry("Search", "stop", "Stop thinking", stop, "Esc", blocked=why_no_stop),
    entry("Search", "go", "Continue thinking", go, "G", blocked=no_go),
    entry("Search", "one move", "Make one computer move", one_move, "Shift+G",
          tip="When two computers play, they pause after it.", blocked=no_step),
    *choice_commands(SPEED, "pace", by_seconds(PACES), choose_pace, chosen_pace),
    *choice_commands(PAUSE_TITLE, "pause", by_seconds(PAUSES), choose_pause, chosen_pause),
    entry("Search", "search position", "Search this position", search_position, "Shift+H",
          tip="Searches for you; the tree is shown in Analyse.", blocked=no_search),
    entry("Search", "other search", "The other search of this moment", other_search, "Shift+S",
          tip="Goes from the search that chose the last move to your own search of the board, and back.",
          blocked=no_other_search),
    entry("Search", "follow", "Search every position in Analyse", follow, checked=following),
    entry("Search", "search settings", "Players and search settings", switch_settings, "F4",
          tip="Who plays, the rules, and the depth, time and evaluator of searches.",
          checked=settings_open, separated=True),
    entry("Search", "deeper", "One ply deeper", deeper, "D", blocked=deepest),
    entry("Search", "shallower", "One ply shallower", shallower, "S", blocked=shallowest),
    entry("Search", "next time", "Next time per move", next_time, "Ctrl+T", blocked=why_no_time),
    entry("Search", "next evaluator", "Next evaluator", next_evaluator, "E", blocked=not_set),
    entry("Search", "next algorithm", "Next algorithm", next_algorithm, "A", blocked=not_set),
    entry("Search", "move order", "Search columns from left to right (slower)", switch_order, "O", checked=from_left),
)
# fmt: on
