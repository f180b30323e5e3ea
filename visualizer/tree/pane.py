"""TreePane: the search tree in the window: header, picture, overview strip, playback bar and legend.

Imports Tk and its parts.

What is shown is told by a `TreeModel`, which knows no window; the `Screen` draws it, the `Hands` listen.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from c4.tree.partial import Partial
from c4.tree.searchtree import Grafted, SearchTree
from visualizer.kit.commands import Command
from visualizer.kit.later import Later
from visualizer.kit.theme import LIGHT, Theme
from visualizer.kit.widgets import wrap
from visualizer.tree.bar import Bar
from visualizer.tree.companion import Companion
from visualizer.tree.facts import Dress
from visualizer.tree.hands import Hands
from visualizer.tree.history import Look
from visualizer.tree.legend import LEGENDS, Legend, entries
from visualizer.tree.lens import Lens
from visualizer.tree.model import EMPTY, SELECTION, TREE, Change, TreeModel
from visualizer.tree.playback import Playback
from visualizer.tree.screen import Screen
from visualizer.tree.strip import Strip
from visualizer.tree.view import Key, TreeView
from visualizer.tree.words import Account

ROOMY = 560
"""Height of a pane, in points, from which the legend stays while the playback is open."""

LOW = 280
"""Height from which the overview does, too."""

REST = 350
"""Milliseconds without change after which what is looked at is kept, to come back to."""


class TreePane(ttk.Frame):
    """Shows one recorded search.

    on_select(row)  a node was chosen by pointer or key
    on_open(row)    a node is wanted whose children were left out: record it and hand the graft to `opened`
    account         what is told of the tree, and what its glyphs show (see `visualizer.tree.words.Account`)
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme = LIGHT,
        on_select: Callable[[int], object] | None = None,
        on_open: Callable[[int], object] | None = None,
        account: Account | None = None,
    ) -> None:
        super().__init__(parent)
        self.model = TreeModel(account)
        self.model.on_select, self.model.on_open = on_select, on_open
        self.theme = theme
        self._header = wrap(tk.Label(self, anchor="w", justify="left", padx=6, pady=3))
        self._header.grid(row=0, column=0, sticky="ew")
        self.screen = Screen(self, self.model, theme)
        fonts = self.screen.overlay.fonts
        self.widget = self.screen.widget
        self.widget.grid(row=1, column=0, sticky="nsew")
        self._header.configure(font=fonts["value"])
        self.strip = Strip(self, theme, fonts["count"], self.model.pick)
        self.strip.grid(row=2, column=0, sticky="ew")
        self._coloured = ""
        self._framed: tuple[object, object] | None = None  # what the strip's frame was made for
        self.bar = Bar(self, self.playback, fonts, self._playback_opened, self.widget.focus_set)
        self.bar.grid(row=3, column=0, sticky="ew")
        self.bar.grid_remove()
        self._legend = Legend(self, theme, fonts["count"])
        self._legend.grid(row=4, column=0, sticky="ew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.hands = Hands(self.screen, self.model)
        self._keeping = Later(self, self.keep_look)
        self.bind("<Configure>", lambda event: self._share_height(), add="+")
        self.model.on_change, self.model.on_say = self._changed, self.say
        self.model.companions.append(_Parts(self))
        self.set_theme(theme)

    # -- what other rooms do with it ----------------------------------------------------------------------------------

    def show(self, tree: SearchTree, focus: int = 0, caption: str = "") -> None:
        """Shows a tree, folded to what matters and to the row `focus`, which is selected; `caption` says whose point
        of view it is.
        """
        self.model.show(tree, focus, caption)

    def watch(self, part: Partial, caption: str) -> None:
        """Shows the tree of a search that is still running."""
        self.model.watch(part, caption)

    def show_nothing(self, text: str = EMPTY) -> None:
        """Empties the pane; the text says what to do next."""
        self.model.show_nothing(text)

    def opened(self, grafted: Grafted, row: int) -> None:
        """Takes the tree in which a left-out row has been recorded (see `on_open`); the rest of the view stays."""
        self.model.grow(grafted, row)

    def select(self, row: int, reveal: bool = True) -> None:
        """Selects a row; with `reveal` the way to it is unfolded and it is brought into sight."""
        self.model.select(row, reveal)

    def expand(self, key: Key) -> None:
        """Unfolds a node (or ("rest", row), ("stub", row)); a node that was left out is asked for by `on_open`."""
        self.model.expand(key)

    def collapse(self, key: Key) -> None:
        """Folds a node into a triangle."""
        self.model.collapse(key)

    def fit(self) -> None:
        """Shows everything that is unfolded."""
        self.screen.fit()

    def fit_subtree(self, row: int) -> None:
        """Zooms so that what is unfolded below a row fills the pane."""
        self.screen.fit_subtree(row)

    def paint_nodes(self, dress: Dress | None, legend: str = "") -> None:
        """Gives glyphs other colours and words than their own (see `visualizer.tree.colouring`), explained by
        LEGENDS[legend]; None takes that away.
        """
        self._coloured = legend if dress is not None else ""
        self.model.dress(dress)
        self._explain()

    def _explain(self) -> None:
        """Gives the legend what occurs in the tree."""
        if self.view is None:
            self._legend.show(())
        elif self.model.account.recorded and self.model.live is None:
            self._legend.show(LEGENDS[self._coloured] + entries(self.view.tree))

    @property
    def painted(self) -> bool:
        """Whether the picture is on screen as it is to be."""
        return self.screen.canvas.painted

    @property
    def painted_nodes(self) -> bool:
        """Whether somebody gives the glyphs other colours than their own."""
        return self.model.dressed

    def set_menu(self, entries: Callable[[], Iterable[Command]]) -> None:
        """What stands in the context menu of a node, asked whenever it is opened."""
        self.hands.entries = entries

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        for part in (self.screen, self.strip, self.bar, self._legend):
            part.set_theme(theme)
        self.say("")

    def say(self, text: str) -> None:
        """Shows a sentence in the header, or with no text what the tree is."""
        ink = self.theme.text if not text and self.view is not None else self.theme.bad
        self._header.configure(text=text or self.model.header, foreground=ink, background=self.theme.panel)

    @property
    def view(self) -> TreeView | None:
        """What is unfolded of which tree; None where there is none."""
        return self.model.view

    @property
    def selected(self) -> int | None:
        """The selected row, None if there is none."""
        return self.model.selected

    @property
    def caption(self) -> str:
        """Whose point of view the values are told from, in words."""
        return self.model.caption

    @property
    def lens(self) -> Lens:
        """Where the picture stands."""
        return self.screen.lens

    @property
    def playback(self) -> Playback:
        """The playback of the tree on screen."""
        return self.model.playback

    @property
    def companions(self) -> list[Companion]:
        """Who is told what happens in the tree."""
        return self.model.companions

    # -- back and forward ---------------------------------------------------------------------------------------------

    @property
    def can_go_back(self) -> bool:
        return self.model.history.can_go_back(self.screen.look())

    @property
    def can_go_forward(self) -> bool:
        return self.model.history.can_go_forward

    def back(self) -> None:
        """To what was looked at before."""
        self._go(-1)

    def forward(self) -> None:
        """To what was left by going back."""
        self._go(1)

    def _go(self, by: int) -> None:
        self.keep_look()
        look = self.model.history.go(by)
        if look is not None:
            self.come_to(look)
            self._keeping.drop()

    def look(self) -> Look | None:
        """What is looked at, to come back to it; None while there is nothing, or nothing settled yet."""
        return self.screen.look()

    def come_to(self, look: Look) -> None:
        """Comes back to what was looked at."""
        self.screen.go(look)
        if look.selected is not None:
            self.model.select(look.selected, reveal=False)
            if self.model.on_select is not None:
                self.model.on_select(look.selected)

    def keep_look(self) -> None:
        """Keeps what is looked at when that is new."""
        self._keeping.drop()
        self.model.history.keep(self.screen.look())

    # -- how the parts go together ------------------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        if change.what == TREE:
            self._explain()
            if self.model.live is None:  # before the picture, which takes the room that the strip leaves
                self.show_overview()
        self.screen.change(change)
        if change.what != SELECTION:
            self.say("")
        elif not self.screen.canvas.waiting:
            self.mark_strip()

    def mark_strip(self) -> None:
        """On the strip: what is in sight, selected and played."""
        if self.view is None or self.model.live is not None:
            return
        moment = self.playback.moment
        self.strip.mark(self.selected, None if moment is None else moment.row)
        framed = self.lens, self.view.glyphs
        if framed != self._framed:
            self._framed = framed
            self.strip.frame(*self.screen.in_sight())

    def _playback_opened(self) -> None:
        self._share_height()

    def _share_height(self) -> None:
        """The tree needs the room more than its legend, and its overview, while the playback is open in a small
        window."""
        high = not self.playback.is_open or self.winfo_height() >= ROOMY * self.screen.points
        roomy = self.model.account.explained and high
        self._legend.limit(None if self.winfo_height() >= ROOMY * self.screen.points else 2)
        if roomy != bool(self._legend.winfo_manager()):
            if roomy:
                self._legend.grid()
            else:
                self._legend.grid_remove()
        low = self.playback.is_open and self.winfo_height() < LOW * self.screen.points
        if low == bool(self.strip.winfo_manager()):
            (self.strip.grid_remove if low else self.strip.grid)()

    def show_overview(self) -> None:
        """Gives the strip the tree that is shown now."""
        tree = None if self.view is None else self.view.tree
        if tree is not self.strip.tree:
            self._framed = None
            self.strip.show(tree)

    def keep_soon(self) -> None:
        """Keeps what is looked at once it rests."""
        self._keeping.after(REST)


class _Parts(Companion):
    """Keeps strip and history of a pane up with its model."""

    def __init__(self, pane: TreePane) -> None:
        self._pane = pane

    def grown(self) -> None:
        self._pane.show_overview()

    def selected(self) -> None:
        self._pane.keep_soon()

    def painted(self) -> None:
        self._pane.mark_strip()
        self._pane.keep_soon()
