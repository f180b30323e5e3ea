"""A window in a real display, and a hand that works it and reads what it says."""

import tkinter as tk
from time import monotonic

from c4.session.settings import Settings
from visualizer.app.features import FEATURES
from visualizer.board.settings_popover import FOR_BOTH, SettingsPopover
from visualizer.state.preferences import ANALYSE
from visualizer.testing import Hand, make_window
from visualizer.tree.pane import TreePane

PLAIN = {
    "animation": False,
    "graph": False,
    "sound": False,
    "follow": False,
    "geometry": "1000x700+0+0",
    "source": None,
}
"""Preferences of a window under test: values come where a test asks for them."""

POLL_SECONDS = 0.01
"""How long it takes at most until the window sees what has happened in threads."""


class Driver(Hand):
    """A window and a hand that works it; further arguments are preferences, such as `scale=200`."""

    def __init__(
        self,
        root: tk.Tk,
        settings: Settings | None = None,
        mode: str = ANALYSE,
        features: tuple[str, ...] = FEATURES,
        **preferences: object,
    ) -> None:
        super().__init__(make_window(root, settings, features, mode=mode, **{**PLAIN, **preferences}))
        self._polled = 0.0
        self.pump(0.05)

    # -- time ---------------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """One turn of the event loop; an error in the window fails the test."""
        if monotonic() >= self._polled + POLL_SECONDS:
            self.window.poll()
            self._polled = monotonic()
        super().turn()
        assert not self.window.errors, self.window.errors[0]

    def pump(self, seconds: float) -> None:
        """Lets the window work for a while, and look once at least what has happened."""
        self._polled = 0.0
        super().pump(seconds)

    def searching(self) -> None:
        """Waits until a search visits nodes."""
        self.until(lambda: self.session.progress() is not None and self.session.progress().nodes > 0)

    def answered(self) -> None:
        """Waits until it is a person's turn."""
        self.until(lambda: self.session.humans_turn and not self.session.thinking)

    # -- the hand -----------------------------------------------------------------------------------------------------

    def click(self, column: int, row: float = 0) -> None:
        """A real click into a column of the board."""
        super().click(column, row)
        self.pump(0.02)

    def play(self, column: int) -> None:
        """A real click into a column, and the machine's answer."""
        self.click(column)
        self.answered()

    def opened(self) -> None:
        """Waits for a window that is being loaded, and for what it shows first."""
        self.pump(0.02)
        super().opened()

    def tool_of(self, kind: type):
        """The open window of that class; None if there is none."""
        return next((window for window in self.window.windows.open.values() if isinstance(window, kind)), None)

    def checked(self, name: str) -> bool:
        """Whether a command is a switch that is on."""
        return self.window.commands.checked(self.window.commands[name])

    def enabled(self, name: str) -> bool:
        """Whether a command can be run now."""
        return not self.blocked(name)

    def blocked(self, name: str) -> str:
        """Why a command is impossible now."""
        return self.window.commands.blocked(self.window.commands[name])

    def describe(self, name: str) -> str:
        """What a command does, its keys, and why it is impossible now, if it is."""
        return self.window.commands[name].description(self.app)

    def change(self, **settings: object) -> None:
        """Changes settings as the boxes do."""
        self.app.search.change(**settings)
        self.pump(0.02)

    def press(self, key: str) -> None:
        """A real key press."""
        self.board.focus_force()
        self.root.update()
        self.board.event_generate(key)
        self.opened()

    def focus(self, widget: tk.Misc) -> None:
        """Gives a widget the keys; what had them may hear of it later and take them back, so until it has kept them."""
        self.pump(0.02)

        def has_focus() -> bool:
            if self.root.focus_get() is widget:
                return True
            widget.focus_force()
            return False

        self.until(has_focus)

    def set_for_both_sides(self) -> None:
        """Lets the search settings apply to both sides; in Analyse they open with those of your own search."""
        self.settings_popover.target.current(FOR_BOTH)
        self.settings_popover.target.event_generate("<<ComboboxSelected>>")
        self.pump(0.02)

    def type_depth(self, text: str) -> None:
        """Types into the depth box and presses Return."""
        box = self.settings_popover.depth
        self.focus(box)
        box.delete(0, "end")
        box.insert(0, text)
        box.event_generate("<Return>")
        self.pump(0.02)

    def show_weights(self) -> None:
        """Brings the learned weights to the front, once they can be shown."""
        self.tree_ready()
        self.window.search.act("weights")
        self.pump(0.02)

    def select_row(self, row: int) -> None:
        """Selects a node of the tree, as a click on it does."""
        self.app.tree.choose(row)
        self.pump(0.02)

    # -- what the window says -----------------------------------------------------------------------------------------

    def says(self, *parts: str) -> str:
        """The status line; fails if it does not contain these texts."""
        self.pump(0.02)
        text = str(self.window.status_line["text"])
        for part in parts:
            assert part in text, text
        return text

    @property
    def headline(self) -> str:
        """Whose turn it is, or the result of the game: the line between board and moves, or the one above the board."""
        return str(self.window.play.headline["text"]) or self.board.result

    @property
    def last_moves(self) -> str:
        """The sentence about the last moves."""
        return str(self.window.play.last_moves["text"])

    @property
    def subject(self) -> str:
        """The line that says which search is shown."""
        self.pump(0.05)
        return str(self.window.search.origin_bar.label["text"]).partition("\n")[0]

    @property
    def mode(self) -> str:
        """The mode on screen."""
        return self.app.state.shown.mode

    @property
    def theme(self):
        """The colours in use."""
        return self.window.appearance.theme

    # -- its parts ----------------------------------------------------------------------------------------------------

    @property
    def moves(self):
        """The list of moves."""
        return self.window.play.moves

    @property
    def tree(self) -> TreePane:
        """The tree pane, once it has been loaded."""
        return self.window.search.tree

    @property
    def shown_tree(self):
        """The tree on screen; None if there is none."""
        state = self.app.state.tree
        return None if state is None else state.tree

    @property
    def card(self):
        """The card of a node, in front of the other tabs: hidden panes are not drawn."""
        card = self.window.search.card
        if not card.winfo_ismapped():
            self.window.search.tabs.select(card)
            self.pump(0.02)
        return card

    @property
    def settings_popover(self) -> SettingsPopover:
        """The settings of the game and of searches, opened."""
        if not self.app.state.shown.settings_open:
            self.do("search settings")
        return self.window.settings_popover
