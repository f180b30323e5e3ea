"""The menu View: what the board shows, colours and sizes."""

from __future__ import annotations

from collections.abc import Callable

from c4.session.live import SOURCES
from c4.session.settings import EXACT
from c4.text import capitalised
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, EVALUATOR_TABLE, LEGEND, MOVES, OVERVIEW, PACKED, SCALES, SYSTEM_THEME
from visualizer.state.tree.overview import shows_overview
from visualizer.ui.command import INNER, Command, choice_commands, entry, possible
from visualizer.ui.sounds import no_player
from visualizer.ui.theme import DISC_COLOURS

THEME_LABELS = {"light": "Light", "dark": "Dark", "high contrast": "High contrast", SYSTEM_THEME: "Same as the system"}


def swap_mode(app: App) -> None:
    """Goes from Play to Analyse, or back."""
    app.views.swap_mode()


def analyses(app: App) -> bool:
    """Whether Analyse is shown."""
    return app.state.shown.mode == ANALYSE


def switch_scores(app: App) -> None:
    """Shows or hides the column values."""
    app.views.show_scores(not app.views.shows_values())


def scores_shown(app: App) -> bool:
    """Whether they are shown."""
    return app.views.shows_values()


def switch_live(app: App) -> None:
    """Has values for the position on the board found by themselves."""
    app.views.switch_live()


def live_shown(app: App) -> bool:
    """Whether they are shown."""
    return app.views.shows_values(*SOURCES)


def next_source(app: App) -> None:
    """Values by the next source."""
    app.views.next_source()


def not_analysing(app: App) -> str:
    """Why no source of values can be chosen; "" if one can."""
    return "" if analyses(app) else "values are exact here; Analyse shows those of searches and evaluators"


def no_view(app: App) -> str:
    """Why the point of view cannot be chosen; "" if it can."""
    return not_analysing(app) or app.views.why_no_view()


def other_view(app: App) -> None:
    """Values count for the other side."""
    app.views.other_view()


def switch_exact(app: App) -> None:
    """Shows exact values."""
    app.views.switch_exact()


def exact_shown(app: App) -> bool:
    """Whether they are shown."""
    return app.views.shows_values(EXACT)


def unsolvable(app: App) -> str:
    """Why a board has no exact values; "" if it has."""
    return "" if app.session.position.rules.solvable else "this board cannot be solved"


def no_threats(app: App) -> str:
    """Why threats cannot be shown; "" if they can."""
    return app.views.why_no_threats()


def normal_size(app: App) -> None:
    """100 per cent."""
    app.views.set_scale(100)


def larger(app: App) -> None:
    """The next larger scale."""
    app.views.step_scale(1)


def smaller(app: App) -> None:
    """The next smaller scale."""
    app.views.step_scale(-1)


def largest(app: App) -> str:
    """Why nothing can be larger; "" if it can."""
    return "this is the largest scale" if app.state.preferences.scale >= SCALES[-1] else ""


def smallest(app: App) -> str:
    """Why nothing can be smaller; "" if it can."""
    return "this is the smallest scale" if app.state.preferences.scale <= SCALES[0] else ""


def motion_reduced(app: App) -> bool:
    """Whether discs appear where they land."""
    return not app.state.preferences.animation


def switch_sound(app: App) -> None:
    """Sounds, or silence."""
    app.views.switch_sound()


def silent(app: App) -> str:
    """Why there is no sound; "" if there is."""
    return no_player()


def sound_on(app: App) -> bool:
    """Whether sounds are played."""
    return app.state.preferences.sound and not no_player()


def turn_over(name: str) -> Callable[[App], None]:
    """What switches a preference."""

    def run(app: App) -> None:
        app.views.switch(name)

    return run


def is_on(name: str) -> Callable[[App], bool]:
    """What says whether a preference is on."""

    def checked(app: App) -> bool:
        return bool(getattr(app.state.preferences, name))

    return checked


def switch(name: str, label: str, key: str, tip: str, blocked: Callable[[App], str] = possible) -> Command:
    """Shows or hides something on the board; `name` is also its preference."""
    return entry("View", name, label, turn_over(name), key, tip=tip, blocked=blocked, checked=is_on(name))


def part_switch(part: str, label: str, tip: str) -> Command:
    """Opens or folds a part of Analyse."""

    def run(app: App) -> None:
        app.views.switch_part(part)

    def opened(app: App) -> bool:
        if part == OVERVIEW:
            return shows_overview(app.state.preferences, app.state.tree)
        return app.state.preferences.is_unfolded(part)

    menu = f"View{INNER}Parts of Analyse"
    return entry(menu, f"unfold {part}", label, run, tip=tip, checked=opened)


def choose_theme(app: App, name: str) -> None:
    """Chooses a theme."""
    app.views.choose_theme(name)


def chosen_theme(app: App) -> str:
    """The theme that is chosen."""
    return app.state.preferences.theme


def choose_scale(app: App, percent: int) -> None:
    """Chooses a scale."""
    app.views.set_scale(percent)


def chosen_scale(app: App) -> int:
    """The scale that is chosen."""
    return app.state.preferences.scale


def choose_discs(app: App, name: str) -> None:
    """Chooses a pair of disc colours."""
    app.views.choose_discs(name)


def chosen_discs(app: App) -> str:
    """The disc colours that are chosen."""
    return app.state.preferences.stones


THEME_MENU = f"View{INNER}Theme"
SCALE_MENU = f"View{INNER}Scale"
DISC_MENU = f"View{INNER}Discs"

# fmt: off
VIEW_COMMANDS: tuple[Command, ...] = (
    entry("View", "analyse", "Analyse", swap_mode, "F2",
          tip="Shows everything: search tree, values, settings. Press it again for the board alone.",
          checked=analyses),
    entry("View", "scores", "Column values", switch_scores, "V",
          tip="Shows a value over every column.", checked=scores_shown, separated=True),
    entry("View", "live values", "Values for the position on the board", switch_live, "M",
          tip="Shows the value of every column without a move: by search, by a learned evaluator, or exactly.",
          checked=live_shown),
    entry("View", "next source", "Values by: search, learned, exact", next_source, "Shift+M",
          tip="Goes to the next source of values.", blocked=not_analysing),
    entry("View", "point of view", "Values from the other side's point of view", other_view, "Ctrl+P",
          blocked=no_view),
    entry("View", "exact values", "Exact values", switch_exact, "J",
          tip="Shows over the columns who wins with perfect play, and when.", checked=exact_shown),
    switch("graph", "Value graph", "C",
           "The value after each move of the game: exact, learned, searched. Click in it to go there.", unsolvable),
    switch("heat", "What the learned evaluator sees", "I", "Draws what each cell adds to the value."),
    switch("threats", "Threats", "W", "Makes the squares that win glow: circles on odd rows, squares on even ones. Says who profits.", no_threats),
    switch("tree_windows", "Windows [α, β] in the tree", "Alt+W",
           "Writes below every inner node of the tree the window with which alpha-beta entered it."),
    switch("tree_sizes", "Sizes of folded parts", "Alt+N",
           "Makes the triangle below a folded node the wider the more nodes the search visited there."),
    part_switch(LEGEND, "Legend", "Explains the marks of the tree below it, as the button \"?\" does."),
    part_switch(OVERVIEW, "Overview", "Shows the whole search in its order below the tree."),
    part_switch(MOVES, "Move list", "Lists the moves of the game below the board."),
    part_switch(EVALUATOR_TABLE, "What each evaluator says", "Lists on the card what each evaluator says of the node without a search."),
    part_switch(PACKED, "Packed state", "Shows on the card the 64 bits in which the search keeps a position."),
    *choice_commands(THEME_MENU, "theme", THEME_LABELS.items(), choose_theme, chosen_theme),
    *choice_commands(SCALE_MENU, "scale", [(percent, f"{percent} %") for percent in SCALES], choose_scale, chosen_scale),
    entry(SCALE_MENU, "usual scale", "Normal size", normal_size, "Ctrl+0", separated=True),
    entry(SCALE_MENU, "larger", "Larger", larger, "Ctrl++", "Ctrl+=", blocked=largest),
    entry(SCALE_MENU, "smaller", "Smaller", smaller, "Ctrl+-", blocked=smallest),
    *choice_commands(DISC_MENU, "stones", [(name, capitalised(name)) for name in DISC_COLOURS], choose_discs, chosen_discs),
    entry("View", "full screen", "Full screen", turn_over("full_screen"), "F11",
          checked=is_on("full_screen"), separated=True),
    entry("View", "animation", "Reduce motion", turn_over("animation"), "F",
          tip="Discs appear where they land, without falling.", checked=motion_reduced),
    entry("View", "sound", "Sound", switch_sound,
          tip="When a disc lands, when a game is won, and when a move is impossible.",
          blocked=silent, checked=sound_on),
)
# fmt: on
