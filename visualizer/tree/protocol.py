"""Pane: what the tree pane offers to other rooms and to those beside it.  Imports nothing heavy.

`visualizer.tree.pane` is the one that draws; whoever only speaks with it names this, and loads no matplotlib.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from visualizer.kit.commands import Command
from visualizer.kit.theme import Theme
from visualizer.tree.companion import Companion

if TYPE_CHECKING:
    from c4.tree.partial import Partial
    from c4.tree.searchtree import Grafted, SearchTree  # these bring numpy, which the first paint does without
    from visualizer.tree.facts import Dress
    from visualizer.tree.history import Look
    from visualizer.tree.lens import Lens
    from visualizer.tree.model import TreeModel
    from visualizer.tree.playback import Playback
    from visualizer.tree.strip import Strip
    from visualizer.tree.view import Key, TreeView


class Pane(Protocol):
    """One recorded search on screen."""

    theme: Theme
    model: TreeModel
    """What is shown, without a window."""

    @property
    def painted(self) -> bool:
        """Whether the picture is on screen as it is to be."""

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, tree: SearchTree, focus: int = 0, caption: str = "") -> None:
        """Shows a tree, folded to what matters and to the row `focus`, which is selected; `caption` says whose point
        of view it is.
        """

    def watch(self, part: Partial, caption: str) -> None:
        """Shows the tree of a search that is still running."""

    def show_nothing(self, text: str = ...) -> None:
        """Empties the pane; the text says what to do next."""

    def opened(self, grafted: Grafted, row: int) -> None:
        """Takes the tree in which a left-out row has been recorded; the rest of the view stays."""

    def say(self, text: str) -> None:
        """Shows a sentence in the header, or with no text what the tree is."""

    def set_menu(self, entries: Callable[[], Iterable[Command]]) -> None:
        """What stands in the context menu of a node, asked whenever it is opened."""

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""

    def paint_nodes(self, dress: Dress | None, legend: str = "") -> None:
        """Gives glyphs other colours and words than their own (see `visualizer.tree.colouring`), explained by
        `legend` (see `visualizer.tree.legend.LEGENDS`); None takes that away.
        """

    @property
    def painted_nodes(self) -> bool:
        """Whether somebody gives the glyphs other colours than their own."""

    @property
    def view(self) -> TreeView | None:
        """What is unfolded of which tree; None where there is none."""

    @property
    def caption(self) -> str:
        """Whose point of view the tree has."""

    @property
    def companions(self) -> list[Companion]:
        """Who is told what happens in the tree."""

    # -- getting around -----------------------------------------------------------------------------------------------

    @property
    def selected(self) -> int | None:
        """The selected row; None where there is no tree."""

    def select(self, row: int, reveal: bool = True) -> None:
        """Selects a row; with `reveal` the way to it is unfolded and it is brought into sight."""

    def expand(self, key: Key) -> None:
        """Unfolds a node (or ("rest", row), ("stub", row)); a node that was left out is asked for."""

    def fit(self) -> None:
        """Shows everything that is unfolded."""

    def fit_subtree(self, row: int) -> None:
        """Zooms so that what is unfolded below a row fills the pane."""

    @property
    def can_go_back(self) -> bool:
        """Whether something was looked at before."""

    @property
    def can_go_forward(self) -> bool:
        """Whether something was left by going back."""

    def look(self) -> Look | None:
        """What is looked at, to come back to it; None while there is nothing, or nothing settled yet."""

    def come_to(self, look: Look) -> None:
        """Comes back to what was looked at."""

    def back(self) -> None:
        """To what was looked at before."""

    def forward(self) -> None:
        """To what was left by going back."""

    # -- its parts ----------------------------------------------------------------------------------------------------

    @property
    def playback(self) -> Playback:
        """The search, step by step."""

    @property
    def strip(self) -> Strip:
        """The whole search as one picture."""

    @property
    def lens(self) -> Lens:
        """Where the picture stands."""

    @property
    def master(self) -> tk.Misc:
        """The frame it stands in."""

    @property
    def widget(self) -> tk.Widget:
        """The picture, which has the keyboard."""
