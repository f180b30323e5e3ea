"""The menu View: what the board shows, colours and sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from c4.session.live import SOURCES
from c4.session.settings import ANALYSE, EXACT, SCALES, SEARCH
from visualizer.app.modes import KEY
from visualizer.board.column_values import LABELS
from visualizer.ui.command import INNER, Command, entry, possible, unless
from visualizer.ui.sounds import no_player
from visualizer.ui.theme import STONES, SYSTEM
from visualizer.ui.widgets import sentence

if TYPE_CHECKING:
    from visualizer.app.window import Window

Chosen = TypeVar("Chosen", str, int)

THEME_LABELS = {"light": "Light", "dark": "Dark", "high contrast": "High contrast", SYSTEM: "Same as the system"}


def view_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    session, playing, appearance = window.session, window.playing, window.appearance
    add = partial(entry, "View")
    unsolvable = unless(lambda: not session.position.rules.solvable, "this board cannot be solved")

    def switch(name: str, label: str, key: str, tip: str, blocked: Callable[[], str] = possible) -> Command:
        """Shows or hides something on the board; `name` is also its setting."""

        def run() -> None:
            window.prefer(**{name: not getattr(window.settings, name)})
            window.refresh()

        return add(
            name, label, run, key, tip=tip, blocked=blocked, checked=lambda: bool(getattr(window.settings, name))
        )

    def choices(
        name: str, labels: Mapping[Chosen, str], choose: Callable[[Chosen], object], title: str
    ) -> list[Command]:
        """A menu of the choices of a setting."""

        def chosen(value: Chosen) -> bool:
            return getattr(window.settings, name) == value  # type: ignore[no-any-return]

        menu = partial(entry, f"View{INNER}{title}")
        return [
            menu(f"{name} {value}", label, partial(choose, value), checked=partial(chosen, value))
            for value, label in labels.items()
        ]

    scales = partial(entry, f"View{INNER}Scale")
    # fmt: off
    return [
        add("analyse", "Analyse", lambda: window.modes.swap(), KEY,
            tip="Shows everything: search tree, values, settings. Press it again for the board alone.",
            checked=lambda: window.modes.mode == ANALYSE),
        add("scores", "Column values", lambda: switch_scores(window), "V",
            tip="Shows the values of the last search over the columns.", checked=playing.shows_values, separated=True),
        add("live values", "Values for the position on the board", lambda: switch_live(window), "M",
            tip="Shows the value of every column without a move: by search, by a learned evaluator, or exactly.",
            checked=partial(playing.shows_values, *SOURCES)),
        add("next source", "Values by: search, learned, exact", lambda: next_source(window), "Shift+M",
            tip="Goes to the next source of values."),
        add("point of view", "Values from the other side's point of view", lambda: other_view(window), "Ctrl+P"),
        add("exact values", "Exact values",
            lambda: playing.choose_source(None if playing.shows_values(EXACT) else EXACT), "J",
            tip="Shows over the columns who wins with perfect play, and when.",
            checked=partial(playing.shows_values, EXACT)),
        switch("graph", "Value graph", "C",
               "The value after each move of the game: exact, learned, searched. Click in it to go there.", unsolvable),
        switch("heat", "What the learned evaluator sees", "I", "Draws what each cell adds to the value."),
        switch("threats", "Threats", "W", "Circles the squares that complete a line, and says who benefits.",
               playing.no_threats),
        *choices("theme", THEME_LABELS, appearance.choose, "Theme"),
        *choices("scale", {percent: f"{percent} %" for percent in SCALES}, appearance.set_percent, "Scale"),
        scales("usual scale", "Normal size", lambda: appearance.set_percent(100), "Ctrl+0", separated=True),
        scales("larger", "Larger", partial(appearance.step, 1), "Ctrl++", "Ctrl+=",
               blocked=unless(lambda: window.settings.scale >= SCALES[-1], "this is the largest scale")),
        scales("smaller", "Smaller", partial(appearance.step, -1), "Ctrl+-",
               blocked=unless(lambda: window.settings.scale <= SCALES[0], "this is the smallest scale")),
        *choices("stones", {name: sentence(name) for name in STONES}, partial(set_stones, window), "Discs"),
        add("full screen", "Full screen", appearance.switch_full_screen, "F11",
            checked=lambda: window.settings.full_screen, separated=True),
        add("animation", "Reduce motion", lambda: switch_animation(window), "F",
            tip="Discs appear where they land, without falling.", checked=lambda: not window.board.animate),
        add("sound", "Sound", lambda: switch_sound(window),
            tip="When a disc lands, when a game is won, and when a move is impossible.",
            blocked=no_player, checked=lambda: window.settings.sound and not no_player()),
    ]
    # fmt: on


def switch_scores(window: Window) -> None:
    """Shows or hides the column values."""
    window.playing.show_scores = not window.playing.show_scores
    window.refresh()


def switch_live(window: Window) -> None:
    """Has values for the position on the board found by themselves, or shows those of the last search."""
    playing = window.playing
    source = window.settings.source
    playing.choose_source(None if source is not None and playing.show_scores else source or SEARCH)


def next_source(window: Window) -> None:
    """Values by the next source."""
    names = list(SOURCES)
    at = -1 if window.settings.source is None else names.index(window.settings.source)
    window.playing.choose_source(names[(at + 1) % len(names)])
    window.say(f"column values: {LABELS[window.settings.source]}")


def other_view(window: Window) -> None:
    """Column values from the other side's point of view."""
    window.playing.choose_view(1 - window.names.viewing_seat())
    window.say(f"values are for {window.names.viewer()}")


def switch_sound(window: Window) -> None:
    """Sounds, or silence."""
    window.prefer(sound=not window.settings.sound)
    window.say("sounds are on" if window.settings.sound else "sounds are off")


def switch_animation(window: Window) -> None:
    """Switches the falling of discs."""
    window.board.animate = not window.board.animate
    window.prefer(animation=window.board.animate)


def set_stones(window: Window, name: str) -> None:
    """Chooses a pair of disc colours by its name in `STONES`."""
    window.prefer(stones=name)
    window.analysis.renamed()
    window.refresh()
