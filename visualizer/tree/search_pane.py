"""The half of the window in which you look at a search: what it is about, its tree, and tabs beside the tree."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from c4.callbacks import ignore
from c4.session.settings import Settings
from visualizer.state.preferences import Preferences
from visualizer.state.requests import TreeActionName
from visualizer.state.state import GameState, Searches, Shown
from visualizer.tree.analysis_bar import AnalysisBar
from visualizer.tree.card import Card
from visualizer.tree.origin_bar import OriginBar, origin
from visualizer.tree.weights_pane import WeightsPane, WeightsPanel
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import scale
from visualizer.ui.style import set_theme
from visualizer.ui.theme import Theme, faded

if TYPE_CHECKING:  # most of these load matplotlib, which the first paint does without
    from visualizer.state.app import App
    from visualizer.state.tree.state import TreeState
    from visualizer.tree.find_bar import FindBar
    from visualizer.tree.outline import Outline
    from visualizer.tree.pane import TreePane

MODULES = (
    "visualizer.ui.canvas",
    "visualizer.state.tree.model",
    "visualizer.tree.pane",
    "visualizer.tree.find_bar",
    "visualizer.tree.outline",
)
"""What has to be imported, in the background, before `SearchPane.build`."""

LOADING = "The tree appears here. Loading..."

TAB_SPACE = 8
"""Pixels that a tab takes beside its words and its padding."""


class Outdating(Pane[bool]):
    """Greys the tree and the card once the game has gone on without a new search."""

    def __init__(self, grey: Callable[[bool], object]) -> None:
        super().__init__()
        self._grey = grey

    def view(
        self,
        game: GameState,
        settings: Settings,
        preferences: Preferences,
        shown: Shown,
        searches: Searches,
        tree: TreeState | None,
    ) -> bool:
        """Whether the search that is shown is older than the last move."""
        return not searches.thinking and origin(game, settings, preferences, shown, searches, tree).dated

    def draw(self, view: bool, before: bool | None) -> None:
        """Greys, or shows all colours again."""
        if view or before is not None:
            self._grey(view)


class SearchPane(ttk.Frame):
    """Puts the parts together.

    show_again()    shows the state of the app; called after everything that you do here
    fill(menu)  fills the context menu of a node

    `panes` are to be shown with the rest of the window; there are more of them after `build`.
    """

    def __init__(
        self,
        parent: tk.Misc,
        app: App,
        theme: Theme,
        show_again: Callable[[], object],
        fill: Callable[[tk.Menu], object],
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._theme = theme
        self._show_again = show_again
        self._fill = fill
        self._tree_to_add: TreePane | None = None
        self.tree: TreePane | None = None
        self.find: FindBar | None = None
        self.outline: Outline | None = None
        self.analysis_bar = AnalysisBar(self, app, show_again)
        self.analysis_bar.pack(fill="x", padx=6, pady=(4, 0))
        self.origin_bar = OriginBar(self, self._go_to_position)
        self.origin_bar.pack(fill="x")
        self.sides = ttk.Panedwindow(self, orient="horizontal")
        self.sides.pack(fill="both", expand=True)
        self.middle = ttk.Frame(self.sides)
        self._waiting = ttk.Label(self.middle, text=LOADING, anchor="center", justify="center")
        self._waiting.pack(fill="both", expand=True)
        self.tabs = ttk.Notebook(self.sides)
        self.sides.add(self.middle, weight=1)
        self.sides.add(self.tabs, weight=0)
        self.tabs.enable_traversal()
        self.card = Card(self.tabs, theme, self._choose, self._switch)
        self.tabs.add(self.card, text="Node")
        self.learned = ttk.Frame(self.tabs)
        self.tabs.add(self.learned, text="Learned")
        self.weights = WeightsPanel(self.learned, theme, app.weights.choose, app.weights.choose_page)
        self.weights.pack(fill="both", expand=True, padx=4, pady=4)
        self._weights_pane = WeightsPane(self.weights)
        self.weights.bind("<Map>", self._weights_appear)
        self._outdating = Outdating(self._grey)
        self.panes: list[Pane[Any]] = [
            self._outdating,
            self.analysis_bar,
            self.origin_bar,
            self.card,
            self._weights_pane,
        ]

    def _weights_appear(self, event: tk.Event[tk.Misc]) -> None:
        self._show_again()

    def build(self) -> bool:
        """Makes the tree, and when called again adds it with what belongs to it; returns whether all is there.

        The app has loaded its tree.  In two steps no turn of the event loop takes long.
        """
        if self._tree_to_add is None:
            self._tree_to_add = self._make_tree()
            return False
        self._add_tree(self._tree_to_add)
        return True

    def _make_tree(self) -> TreePane:
        """Makes the tree, which is not shown yet."""
        from visualizer.tree.pane import TreePane

        return TreePane(self.middle, self._theme, self._app.tree.model, self._acted, self._fill, self._switch)

    def _add_tree(self, tree: TreePane) -> None:
        """Shows the tree, with the find bar and the outline."""
        from visualizer.tree.find_bar import FindBar
        from visualizer.tree.outline import Outline

        model = self._app.tree.model
        self.tree = tree
        self._waiting.destroy()
        self.tree.pack(fill="both", expand=True)
        self.find = FindBar(self.middle, model, self._app.say, self._acted, self.tree.canvas.widget.focus_set)
        self.outline = Outline(self.tabs, model, self._acted, self._theme)
        self.tabs.add(self.outline, text="Outline")
        self.tree.canvas.widget.bind("<Control-c>", self._copy)
        self.panes += [self.tree, self.find, self.outline]

    @property
    def built(self) -> bool:
        """Whether all is there."""
        return self.tree is not None

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours; what is outdated is greyed again afterwards."""
        self._theme = theme
        self._outdating.forget()

    def _grey(self, outdated: bool) -> None:
        theme = faded(self._theme) if outdated else self._theme
        for part in (self.card, self.middle):
            set_theme(part, theme)

    # -- what you do --------------------------------------------------------------------------------------------------

    def find_is_open(self) -> bool:
        """Whether the find bar is on screen."""
        return self.find is not None and bool(self.find.winfo_viewable())

    def close_find(self) -> None:
        """Closes the find bar."""
        if self.find is not None:
            self.find.close()

    def act(self, name: TreeActionName) -> None:
        """Does what a `TreeAction` asks for."""
        if self.tree is None or self.find is None:
            return
        actions: dict[TreeActionName, Callable[[], object]] = {
            "find": self.find.open,
            "find next": self.find.next,
            "find previous": self.find.previous,
            "back": self._back,
            "forward": self._forward,
            "outline": self._focus_outline,
            "focus": self.tree.canvas.widget.focus_set,
            "fit": self.tree.canvas.fit,
            "zoom to selection": self._zoom_to_selection,
            "export": partial(self._export, complete=False),
            "export all": partial(self._export, complete=True),
            "weights": self._show_weights,
            "show": ignore,
        }
        if name not in ("outline", "weights"):
            self.show_tree()
        actions[name]()
        self._show_again()

    def _acted(self) -> None:
        """Puts what was done to the tree into the state, and shows it."""
        self._app.tree.sync()
        self._show_again()

    def _choose(self, row: int) -> None:
        self._app.tree.choose(row)
        self._show_again()

    def _switch(self, part: str) -> None:
        self._app.views.switch_part(part)
        self._show_again()

    def _go_to_position(self) -> None:
        self._app.tree.go_to_position()
        self._show_again()

    def _copy(self, event: tk.Event[tk.Misc]) -> str:
        self._app.tree.copy()
        self._show_again()
        return "break"

    def _back(self) -> None:
        assert self.tree is not None
        if self.tree.can_go_back:
            self.tree.back()
        else:
            self._app.say("there is no other view")

    def _forward(self) -> None:
        assert self.tree is not None
        if self.tree.history.can_go_forward:
            self.tree.forward()
        else:
            self._app.say("there is no other view")

    def _zoom_to_selection(self) -> None:
        assert self.tree is not None
        self.tree.canvas.fit_subtree(self.tree.model.selected or 0)

    def _focus_outline(self) -> None:
        assert self.outline is not None
        self.tabs.select(self.outline)
        self.outline.update_idletasks()
        self.outline.list.focus_set()

    def _show_weights(self) -> None:
        self.tabs.select(self.learned)
        self.tabs.update_idletasks()

    def place_of(self, explanation: bool) -> tk.Misc:
        """The picture of the tree, or the explanation of a cutoff below it where that is shown."""
        assert self.tree is not None
        if explanation and self.tree.why.winfo_manager():
            return self.tree.why
        return self.tree.canvas.widget

    def _export(self, complete: bool) -> None:
        """Asks for a file and writes to it what is unfolded, as it is on screen, or the complete tree."""
        assert self.tree is not None
        wanted = self._app.state.preferences
        write = writer(
            self.tree.canvas.state,
            self._picture_size(),
            self._theme,
            complete,
            legend=wanted.export_legend,
            sentence=wanted.export_sentence,
        )
        self._app.tree.export(write, complete)

    def _picture_size(self) -> tuple[float, float]:
        """The size of the picture in points."""
        assert self.tree is not None
        unit = scale(self.tree)
        width, height = self.tree.canvas.size
        return width / unit, height / unit

    # -- the tree as a tab --------------------------------------------------------------------------------------------

    @property
    def tree_is_tab(self) -> bool:
        """Whether the tree is a tab beside the others."""
        return str(self.middle) in self.tabs.tabs()

    def tab_tree(self, tabbed: bool) -> None:
        """Makes the tree the first tab, where the window is too narrow for both, or a pane of its own again.

        Afterwards whoever arranges the window adds `middle` to `sides` where it has room.
        """
        if tabbed == self.tree_is_tab:
            return
        if tabbed:
            if str(self.middle) in self.sides.panes():
                self.sides.forget(self.middle)
            self.tabs.insert(0, self.middle, text="Tree")
            self.middle.lift()
            self.tabs.select(self.middle)
        else:
            self.tabs.forget(self.middle)

    def tab_board(self, board: tk.Widget, tabbed: bool) -> None:
        """Makes the board the last tab, where the window is too narrow for it, or gives it back.

        Afterwards whoever arranges the window shows it where it has room.
        """
        is_tab = str(board) in self.tabs.tabs()
        if tabbed and not is_tab:
            self.tabs.add(board, text="Board")
            board.lift()
        elif is_tab and not tabbed:
            self.tabs.forget(board)

    def show_tree(self) -> None:
        """Brings the tree to the front where it is a tab."""
        if self.tree_is_tab:
            self.tabs.select(self.middle)
            self.middle.update_idletasks()

    def show_card(self) -> None:
        """Brings the card to the front."""
        self.tabs.select(self.card)
        self.tabs.update_idletasks()

    def tabs_width(self) -> int:
        """Pixels that the tabs beside the tree need for their words."""
        style = ttk.Style(self.tabs)
        words = tkfont.nametofont(str(style.lookup("TNotebook.Tab", "font")), self.tabs)
        padding = 2 * int(str(self.tabs.tk.splitlist(style.lookup("TNotebook.Tab", "padding"))[0]))
        widths = [words.measure(self.tabs.tab(tab, "text")) + padding + TAB_SPACE for tab in self.tabs.tabs()]
        return sum(widths) + padding


def writer(
    state: TreeState,
    size: tuple[float, float],
    theme: Theme,
    complete: bool,
    legend: bool = True,
    sentence: bool = True,
) -> Callable[[str], str]:
    """A function that writes a file with what is unfolded, or with the complete tree, as it is now."""
    shown = state.view
    assert shown is not None, "the command is blocked without a tree"

    def write(path: str) -> str:
        from visualizer.state.tree.view import TreeView
        from visualizer.tree.export import ExportOptions, export

        view = None
        if not complete:
            view = TreeView(shown.tree, max_glyphs=shown.max_glyphs)
            view.folding = shown.folding
        options = ExportOptions(
            view,
            size,
            theme,
            state.caption,
            state.sides,
            windows=state.windows,
            legend=legend,
            sentence=sentence,
            why=state.why,
        )
        return export(path, shown.tree, options)

    return write
