"""The menu "View": what the board shows, and the colours.  Imports the themes."""

from __future__ import annotations

from functools import partial

from c4.session.columns import EXACT, SEARCH, SOURCES
from visualizer.kit.commands import Command
from visualizer.kit.scale import SCALES
from visualizer.kit.theme import STONES, SYSTEM
from visualizer.kit.widgets import sentence
from visualizer.play.live_values import LABELS
from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE, KEY, PANES
from visualizer.shell.preferences import LIVE_SECONDS

THEME_LABELS = {"light": "Light", "dark": "Dark", "high contrast": "High contrast", SYSTEM: "Same as the system"}


def view_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    session = desk.session

    no_tree = desk.analysis.no_tree

    def no_first_line() -> str:
        solvable = session.position.rules.solvable
        return "" if solvable else "threats decide only where the first line wins, on a board that does not turn"

    def no_pane(name: str) -> str:
        if desk.faces.face != ANALYSE:
            return f"panes belong to Analyse: {KEY} goes there"
        return "" if name in desk.faces.hidden or desk.faces.can_hide(name) else "nothing would be left to see"

    def pane_shown(name: str) -> bool:
        return name not in desk.faces.hidden

    return [
        Command(
            "analyse",
            "View",
            "Analyse",
            lambda: desk.faces.swap(),
            (KEY,),
            "Shows everything: search tree, values, settings. Press it again for the board alone.",
            checked=lambda: desk.faces.face == ANALYSE,
        ),
        *(
            Command(
                f"pane {name}",
                "View",
                f"Pane: {label}",
                partial(desk.faces.switch_pane, name),
                tip="Hides this part of Analyse, or shows it where it was.",
                blocked=partial(no_pane, name),
                checked=partial(pane_shown, name),
                parted=name == "board",
            )
            for name, label in PANES.items()
        ),
        Command(
            "scores",
            "View",
            "Column values",
            lambda: switch_scores(desk),
            ("V",),
            "Shows the values of the last search over the columns.",
            checked=lambda: desk.playing.show_scores,
            parted=True,
        ),
        Command(
            "live values",
            "View",
            "Values for the position on the board",
            lambda: switch_live(desk),
            ("M",),
            "Shows the value of every column without a move, by search, a learned evaluator, or exactly.",
            checked=lambda: desk.playing.source is not None and desk.playing.show_scores,
        ),
        Command(
            "next source",
            "View",
            "Values by: search, learned, exact",
            lambda: next_source(desk),
            ("Shift+M",),
            "Goes to the next source of values.",
        ),
        *(
            Command(
                f"live seconds {seconds}",
                "View > Values: search for",
                f"{seconds} s",
                partial(set_live_seconds, desk, seconds),
                tip="How long the values of a position are searched for; a search uses a core meanwhile.",
                checked=partial(_searches_for, desk, seconds),
            )
            for seconds in LIVE_SECONDS
        ),
        Command(
            "point of view",
            "View",
            "Values from the other side's point of view",
            lambda: other_view(desk),
            ("Ctrl+P",),
        ),
        Command(
            "exact values",
            "View",
            "Exact values",
            lambda: switch_exact(desk),
            ("J",),
            "Shows over the columns who wins with perfect play, and when.",
            checked=lambda: desk.playing.source == EXACT,
        ),
        Command(
            "graph",
            "View",
            "Value graph",
            lambda: switch_graph(desk),
            ("C",),
            "The value after each move of the running game: exact, learned, searched. A click goes there.",
            blocked=lambda: "" if session.position.rules.solvable else "this board cannot be solved",
            checked=lambda: desk.playing.show_graph,
        ),
        Command(
            "heat",
            "View",
            "What the learned evaluator sees",
            lambda: switch_heat(desk),
            ("I",),
            "Draws what each cell adds to the value.",
            checked=lambda: desk.playing.show_heat,
        ),
        Command(
            "threats",
            "View",
            "Threats",
            lambda: switch_threats(desk),
            ("W",),
            "Rings the squares that complete a line, and says who profits.",
            blocked=no_first_line,
            checked=lambda: desk.playing.show_threats,
        ),
        *(
            Command(
                f"theme {name}",
                "View > Theme",
                label,
                partial(desk.appearance.choose, name),
                checked=partial(_has_theme, desk, name),
                parted=name == SYSTEM,
            )
            for name, label in THEME_LABELS.items()
        ),
        Command(
            "dark",
            "View > Theme",
            "Dark or light",
            lambda: desk.appearance.choose("dark" if desk.theme.name != "dark" else "light"),
            ("Ctrl+D",),
            parted=True,
        ),
        *(
            Command(
                f"scale {percent}",
                "View > Scale",
                f"{percent} %",
                partial(desk.appearance.set_percent, percent),
                ("Ctrl+0",) if percent == 100 else (),
                checked=partial(_has_scale, desk, percent),
            )
            for percent in SCALES
        ),
        Command(
            "larger",
            "View > Scale",
            "Larger",
            lambda: scale_step(desk, 1),
            ("Ctrl++", "Ctrl+="),
            blocked=lambda: "" if desk.appearance.percent < SCALES[-1] else "this is the largest scale",
            parted=True,
        ),
        Command(
            "smaller",
            "View > Scale",
            "Smaller",
            lambda: scale_step(desk, -1),
            ("Ctrl+-",),
            blocked=lambda: "" if desk.appearance.percent > SCALES[0] else "this is the smallest scale",
        ),
        Command(
            "projector",
            "View > Scale",
            "For a projector",
            desk.appearance.switch_projector,
            tip="Light and large, readable from the last row. Choose it again to go back.",
            checked=lambda: desk.appearance.projected,
            parted=True,
        ),
        *(
            Command(
                f"stones {name}",
                "View > Stones",
                sentence(name),
                partial(set_stones, desk, name),
                checked=partial(_has_stones, desk, name),
            )
            for name in STONES
        ),
        Command(
            "full screen",
            "View",
            "Full screen",
            desk.appearance.switch_full_screen,
            ("F11",),
            checked=lambda: desk.appearance.full_screen,
            parted=True,
        ),
        Command(
            "animation",
            "View",
            "Reduce motion",
            lambda: switch_animation(desk),
            ("F",),
            "Stones appear where they land, without falling.",
            checked=lambda: not desk.playing.board.animate,
        ),
        Command(
            "sounds",
            "View",
            "Sounds",
            lambda: switch_sounds(desk),
            (),
            "Plays a sound for each stone and for the end of a game.",
            blocked=lambda: desk.sounds.missing,
            checked=lambda: desk.sounds.on,
        ),
        Command(
            "strip",
            "View",
            "Overview strip",
            lambda: desk.analysis.shown_pane.strip.switch(),
            ("Ctrl+U",),
            "Shows the whole search as a strip below the tree.",
            blocked=no_tree,
            checked=lambda: desk.analysis.has_tree and desk.analysis.shown_pane.strip.open,
            parted=True,
        ),
        Command(
            "strip colour",
            "View",
            "Next colour of the strip",
            lambda: desk.analysis.shown_pane.strip.next_colour(),
            ("Ctrl+J",),
            blocked=no_tree,
        ),
    ]


def switch_scores(desk: Desk) -> None:
    """Shows or hides the column values."""
    desk.playing.show_scores = not desk.playing.show_scores
    desk.touch()


def switch_exact(desk: Desk) -> None:
    """Shows exact values over the columns, or those of the search."""
    desk.playing.choose_source(None if desk.playing.source == EXACT else EXACT)


def switch_live(desk: Desk) -> None:
    """Has values for the position on the board found by themselves, or shows those of the last search."""
    playing = desk.playing
    live = playing.source is not None and playing.show_scores
    playing.choose_source(None if live else playing.source or SEARCH)


def next_source(desk: Desk) -> None:
    """Values by the next source."""
    names = list(SOURCES)
    at = -1 if desk.playing.source is None else names.index(desk.playing.source)
    desk.playing.choose_source(names[(at + 1) % len(names)])
    desk.say(f"column values: {LABELS[desk.playing.source]}")


def other_view(desk: Desk) -> None:
    """Column values from the other side's point of view."""
    desk.playing.choose_view(1 - desk.names.viewing_seat())
    desk.say(f"column values are for {desk.names.viewer()}")


def switch_graph(desk: Desk) -> None:
    """Shows the graph of the running game, or hides it."""
    desk.playing.show_graph = not desk.playing.show_graph
    desk.touch()


def switch_heat(desk: Desk) -> None:
    """Shows or hides what the learned evaluator sees in the cells."""
    desk.playing.show_heat = not desk.playing.show_heat
    desk.touch()


def switch_threats(desk: Desk) -> None:
    """Shows or hides the threats of both sides."""
    desk.playing.show_threats = not desk.playing.show_threats
    desk.touch()


def switch_animation(desk: Desk) -> None:
    """Switches the falling of stones."""
    desk.playing.board.animate = not desk.playing.board.animate


def switch_sounds(desk: Desk) -> None:
    """Lets sounds be heard, or mutes them."""
    desk.sounds.on = not desk.sounds.on
    desk.sounds.play("stone")


def scale_step(desk: Desk, by: int) -> None:
    """To the next scale."""
    desk.appearance.step(by)
    desk.say(f"scale {desk.appearance.percent} %; Ctrl+0 is 100 %")


def _has_theme(desk: Desk, name: str) -> bool:
    return desk.appearance.chosen == name


def _has_scale(desk: Desk, percent: int) -> bool:
    return desk.appearance.percent == percent


def _has_stones(desk: Desk, name: str) -> bool:
    return desk.names.stones == name


def set_stones(desk: Desk, name: str) -> None:
    """Chooses a pair of stone colours by its name in `STONES`."""
    desk.names.stones = name
    desk.analysis.renamed()
    desk.touch()


def set_live_seconds(desk: Desk, seconds: int) -> None:
    """Limits the search for live values, and begins it anew."""
    desk.session.live.seconds = seconds
    desk.session.switch_live(desk.session.live.source)
    desk.say(f"values of a position are searched for {seconds} s")
    desk.touch()


def _searches_for(desk: Desk, seconds: int) -> bool:
    return desk.session.live.seconds == seconds
