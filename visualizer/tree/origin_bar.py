"""The line above the tree that says which search is shown."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.session.events import Asked
from c4.session.settings import Settings
from visualizer.state.exact_line import exact_words
from visualizer.state.names import Names
from visualizer.state.preferences import Preferences
from visualizer.state.sentences import Subject, subject_of
from visualizer.state.state import ExactLine, GameState, Searches, Shown
from visualizer.ui.pane import Pane

if TYPE_CHECKING:
    from visualizer.state.tree.state import TreeState  # loads numpy, which the first paint does without

NO_SEARCH = Subject("")
"""What is said before the first search."""


def origin(
    game: GameState,
    settings: Settings,
    preferences: Preferences,
    shown: Shown,
    searches: Searches,
    tree: TreeState | None,
) -> Subject:
    """Where the search that is shown belongs: the one of the tree, or before there is a tree the one to be shown."""
    search = searches.shown if tree is None else tree.about
    if search is None:
        return NO_SEARCH
    return subject_of(game, Names.of(game, settings, preferences, shown), search)


def origin_and_truth(
    game: GameState,
    settings: Settings,
    preferences: Preferences,
    shown: Shown,
    searches: Searches,
    tree: TreeState | None,
    exact: ExactLine,
) -> Subject:
    """The same, and on the next line what exact values say of the position, but not during a playback."""
    subject = origin(game, settings, preferences, shown, searches, tree)
    search = searches.shown if tree is None else tree.about
    if search is None or isinstance(search, Asked) or (tree is not None and tree.playback.is_open):
        return subject
    words = exact_words(exact, search)
    return subject._replace(text=f"{subject.text}\n{words}") if words else subject


class OriginBar(Pane[Subject], ttk.Frame):
    """Says which search is shown.  `go_there()` goes to the searched position."""

    view = staticmethod(origin_and_truth)

    def __init__(self, parent: tk.Misc, go_there: Callable[[], object]) -> None:
        Pane.__init__(self)
        ttk.Frame.__init__(self, parent, padding=(8, 2))
        self.button = ttk.Button(self, text="Show", command=go_there, width=6, takefocus=True)
        self.label = ttk.Label(self, anchor="w")
        self.label.pack(side="left", fill="x", expand=True)
        self.label.bind("<Configure>", self._wrap)

    def draw(self, view: Subject, before: Subject | None) -> None:
        """Shows the sentence, and a button to the position of a saved tree."""
        self.label.configure(text=view.text, style="Faint.TLabel" if view.dated else "TLabel")
        if view.saved:
            self.button.pack(side="right")
        else:
            self.button.pack_forget()

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        self.label.configure(wraplength=max(event.width - 8, 80))
