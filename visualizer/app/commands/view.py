"""The menu View: what the board shows, colours and sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from c4.session.live import EXACT, SEARCH, SOURCES
from visualizer.app.modes import ANALYSE, KEY, PANES
from visualizer.board.column_values import LABELS
from visualizer.ui.commands import INNER, Command, possible
from visualizer.ui.scale import SCALES
from visualizer.ui.sounds import no_player
from visualizer.ui.theme import STONES, SYSTEM
from visualizer.ui.widgets import sentence

if TYPE_CHECKING:
    from visualizer.app.window import Window

Chosen = TypeVar("Chosen", str, int)

THEME_LABELS = {"light": "Light", "dark": "Dark", "high contrast": "High contrast", SYSTEM: "Same as the system"}


def view_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    session, preferences = window.session, window.preferences

    no_tree = window.analysis.no_tree

    def no_pane(name: str) -> str:
        if window.modes.mode != ANALYSE:
            return f"panes belong to Analyse: {KEY} goes there"
        return "" if name in preferences.hidden or window.modes.can_hide(name) else "at least one pane must be visible"

    def switch(name: str, label: str, key: str, tip: str, blocked: Callable[[], str] = possible) -> Command:
        """Shows or hides something on the board; `name` is also its field in the preferences."""

        def run() -> None:
            setattr(preferences, name, not getattr(preferences, name))
            window.refresh()

        return Command(name, "View", label, run, (key,), tip, blocked, partial(getattr, preferences, name))

    def choices(
        name: str, labels: Mapping[Chosen, str], choose: Callable[[Chosen], object], title: str
    ) -> list[Command]:
        """A menu of the choices of a preference."""

        def chosen(value: Chosen) -> bool:
            return getattr(preferences, name) == value  # type: ignore[no-any-return]

        menu = f"View{INNER}{title}"
        return [
            Command(f"{name} {value}", menu, label, partial(choose, value), checked=partial(chosen, value))
            for value, label in labels.items()
        ]

    return [
        Command(
            "analyse",
            "View",
            "Analyse",
            lambda: window.modes.swap(),
            (KEY,),
            "Shows everything: search tree, values, settings. Press it again for the board alone.",
            checked=lambda: window.modes.mode == ANALYSE,
        ),
        *(
            Command(
                f"pane {name}",
                "View",
                f"Pane: {label}",
                partial(window.modes.switch_pane, name),
                tip="Hides this part of Analyse, or shows it again.",
                blocked=partial(no_pane, name),
                checked=partial(lambda name: name not in preferences.hidden, name),
                separated=name == "board",
            )
            for name, label in PANES.items()
        ),
        Command(
            "scores",
            "View",
            "Column values",
            lambda: switch_scores(window),
            ("V",),
            "Shows the values of the last search over the columns.",
            checked=window.playing.shows_values,
            separated=True,
        ),
        Command(
            "live values",
            "View",
            "Values for the position on the board",
            lambda: switch_live(window),
            ("M",),
            "Shows the value of every column without a move: by search, by a learned evaluator, or exactly.",
            checked=partial(window.playing.shows_values, *SOURCES),
        ),
        Command(
            "next source",
            "View",
            "Values by: search, learned, exact",
            lambda: next_source(window),
            ("Shift+M",),
            "Goes to the next source of values.",
        ),
        Command(
            "point of view",
            "View",
            "Values from the other side's point of view",
            lambda: other_view(window),
            ("Ctrl+P",),
        ),
        Command(
            "exact values",
            "View",
            "Exact values",
            lambda: window.playing.choose_source(None if window.playing.shows_values(EXACT) else EXACT),
            ("J",),
            "Shows over the columns who wins with perfect play, and when.",
            checked=partial(window.playing.shows_values, EXACT),
        ),
        switch(
            "graph",
            "Value graph",
            "C",
            "The value after each move of the game: exact, learned, searched. Click in it to go there.",
            lambda: "" if session.position.rules.solvable else "this board cannot be solved",
        ),
        switch("heat", "What the learned evaluator sees", "I", "Draws what each cell adds to the value."),
        switch(
            "threats",
            "Threats",
            "W",
            "Circles the squares that complete a line, and says who benefits.",
            window.playing.no_threats,
        ),
        *choices("theme", THEME_LABELS, window.appearance.choose, "Theme"),
        Command(
            "dark",
            "View > Theme",
            "Dark or light",
            lambda: window.appearance.choose("dark" if window.theme.name != "dark" else "light"),
            ("Ctrl+D",),
            separated=True,
        ),
        *choices("scale", {percent: f"{percent} %" for percent in SCALES}, window.appearance.set_percent, "Scale"),
        Command(
            "usual scale",
            "View > Scale",
            "Normal size",
            lambda: window.appearance.set_percent(100),
            ("Ctrl+0",),
            separated=True,
        ),
        Command(
            "larger",
            "View > Scale",
            "Larger",
            lambda: scale_step(window, 1),
            ("Ctrl++", "Ctrl+="),
            blocked=lambda: "" if preferences.scale < SCALES[-1] else "this is the largest scale",
        ),
        Command(
            "smaller",
            "View > Scale",
            "Smaller",
            lambda: scale_step(window, -1),
            ("Ctrl+-",),
            blocked=lambda: "" if preferences.scale > SCALES[0] else "this is the smallest scale",
        ),
        *choices("stones", {name: sentence(name) for name in STONES}, partial(set_stones, window), "Discs"),
        Command(
            "full screen",
            "View",
            "Full screen",
            window.appearance.switch_full_screen,
            ("F11",),
            checked=lambda: preferences.full_screen,
            separated=True,
        ),
        Command(
            "animation",
            "View",
            "Reduce motion",
            lambda: switch_animation(window),
            ("F",),
            "Discs appear where they land, without falling.",
            checked=lambda: not window.board.animate,
        ),
        Command(
            "sound",
            "View",
            "Sound",
            lambda: switch_sound(window),
            tip="When a disc lands, when a game is won, and when a move is impossible.",
            blocked=no_player,
            checked=lambda: window.preferences.sound and not no_player(),
        ),
        Command(
            "strip",
            "View",
            "Tree overview",
            lambda: window.analysis.shown_pane.overview.toggle(),
            ("Ctrl+U",),
            "Shows the whole search as one picture below the tree.",
            blocked=no_tree,
            checked=lambda: window.analysis.has_tree and window.analysis.shown_pane.overview.open,
            separated=True,
        ),
        Command(
            "strip colour",
            "View",
            "Next colour of the overview",
            lambda: window.analysis.shown_pane.overview.next_colour(),
            ("Ctrl+J",),
            blocked=no_tree,
        ),
    ]


def switch_scores(window: Window) -> None:
    """Shows or hides the column values."""
    window.playing.show_scores = not window.playing.show_scores
    window.refresh()


def switch_live(window: Window) -> None:
    """Has values for the position on the board found by themselves, or shows those of the last search."""
    playing = window.playing
    source = window.preferences.source
    playing.choose_source(None if source is not None and playing.show_scores else source or SEARCH)


def next_source(window: Window) -> None:
    """Values by the next source."""
    names = list(SOURCES)
    at = -1 if window.preferences.source is None else names.index(window.preferences.source)
    window.playing.choose_source(names[(at + 1) % len(names)])
    window.say(f"column values: {LABELS[window.preferences.source]}")


def other_view(window: Window) -> None:
    """Column values from the other side's point of view."""
    window.playing.choose_view(1 - window.names.viewing_seat())
    window.say(f"column values are for {window.names.viewer()}")


def switch_sound(window: Window) -> None:
    """Sounds, or silence."""
    window.preferences.sound = not window.preferences.sound
    window.say("sounds are on" if window.preferences.sound else "sounds are off")


def switch_animation(window: Window) -> None:
    """Switches the falling of discs."""
    window.preferences.animation = window.board.animate = not window.board.animate


def scale_step(window: Window, by: int) -> None:
    """To the next scale."""
    window.appearance.step(by)
    window.say(f"scale {window.preferences.scale} %; Ctrl+0 is 100 %")


def set_stones(window: Window, name: str) -> None:
    """Chooses a pair of disc colours by its name in `STONES`."""
    window.preferences.stones = window.names.stones = name
    window.analysis.renamed()
    window.refresh()
