"""TreePane: the search tree in the window: header, picture, overview, playback bar and legend."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from c4.text import capitalised
from visualizer.state.preferences import LEGEND, OVERVIEW, Preferences
from visualizer.state.tree.actions import NODE_ACTIONS, NodeAction
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.overview import shows_overview
from visualizer.state.tree.state import TreeState
from visualizer.tree.canvas import TreeCanvas
from visualizer.tree.history import History, LeftTrees
from visualizer.tree.legend import Legend
from visualizer.tree.mouse_and_keys import MouseAndKeys
from visualizer.tree.overview_drawing import Overview
from visualizer.tree.playback_bar import BarView, PlaybackBar, bar_view
from visualizer.ui.background import Debounce
from visualizer.ui.fonts import font
from visualizer.ui.pane import Pane
from visualizer.ui.style import set_theme
from visualizer.ui.theme import LIGHT, Theme
from visualizer.ui.widgets import Flow, Tooltip, wrap

LEGEND_HEIGHT = 560
TWO_LINES_HEIGHT = 400
"""Height of a pane, in points, from which the legend is complete, and from which it has two lines."""

OVERVIEW_HEIGHT = 480
"""Height of a pane, in points, from which the overview of a deep tree is shown without being asked for."""

WIDE_PANE = 600
"""Width of a pane, in points, from which the reason for a cutoff takes two lines instead of three."""

RECORD_MS = 350
"""Milliseconds without change after which the view is recorded, to come back to it."""


class Standalone(NamedTuple):
    """A state with nothing but a tree, for a pane that shows one beside the main window.

    It has every part that `TreePane.view` gets.
    """

    tree: TreeState
    preferences: Preferences = Preferences()


class TreePaneView(NamedTuple):
    """Everything that the pane says.

    header      what the tree is, or a message about it
    warns       whether the header is a message
    why         the cutoff that is explained
    bar         the moment of the playback; None while it is closed
    state       what the picture, the legend and the overview show
    legend      whether the legend is open
    overview    whether the overview is shown, where it has room
    overview_chosen     whether you opened the overview, so that it is shown in any room
    """

    header: str
    warns: bool
    why: str
    bar: BarView | None
    state: TreeState
    legend: bool
    overview: bool
    overview_chosen: bool


class TreePane(Pane[TreePaneView], ttk.Frame):
    """Shows one recorded search.

    model           what you do is done with it
    acted()         called after everything that you do; by default the pane shows the model's state
    fill(menu)      fills the context menu; by default with what can be done with a node
    switch(part)    opens or folds the legend; without it there is none, and no button for it
    """

    has_legend = False
    """Whether there is a legend that can be opened."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme = LIGHT,
        model: TreeModel | None = None,
        acted: Callable[[], object] | None = None,
        fill: Callable[[tk.Menu], object] | None = None,
        switch: Callable[[str], object] | None = None,
    ) -> None:
        Pane.__init__(self)
        ttk.Frame.__init__(self, parent)
        self.has_legend = switch is not None
        self.model = model or TreeModel()
        self.theme = theme
        self.history = History()
        self._acted = acted or self.show_model
        self._left = LeftTrees()
        self.header = wrap(tk.Label(self, anchor="w", justify="left", padx=6, pady=3))
        self.header.grid(row=0, column=0, sticky="ew")
        self.canvas = TreeCanvas(self, self.model, theme, self._painted)
        fonts = self.canvas.fonts
        self.header.configure(font=fonts["value"])
        self.buttons = Flow(self)
        self.buttons.grid(row=1, column=0, sticky="ew", padx=6)
        for name, action in (
            ("One ply more", partial(self.act, self.model.one_ply_more)),
            ("Best line", partial(self.act, self.model.best_line)),
            ("Fit", self.canvas.fit),
            ("Back", self.back),
        ):
            button = ttk.Button(self.buttons, text=name, command=action, style="Tree.TButton", takefocus=False)
            self.buttons.add(button)
        self.whole = ttk.Button(
            self.buttons,
            text="Whole tree",
            command=partial(self.act, self.model.show_whole),
            style="Tree.TButton",
            takefocus=False,
        )
        self.buttons.add(self.whole)
        if switch is not None:
            question = ttk.Button(
                self.buttons, text="?", width=2, command=partial(switch, LEGEND), style="Tree.TButton"
            )
            Tooltip(question, legend_tip)
            self.buttons.add(question)
        ttk.Style(parent).configure("Tree.TButton", font=fonts["value"], padding=(6, 1))
        self.canvas.widget.grid(row=2, column=0, sticky="nsew")
        self.why = tk.Label(self, anchor="nw", justify="left", padx=8, pady=2, font=font(self, 12), height=2)
        self.why.grid(row=3, column=0, sticky="ew")
        self.overview = Overview(self, theme, fonts["count"], self._picked)
        self.overview.grid(row=4, column=0, sticky="ew")
        self.bar = PlaybackBar(self, self.model, fonts, self._acted, self.canvas.widget.focus_set)
        self.bar.grid(row=5, column=0, sticky="ew")
        self.bar.grid_remove()
        self.legend = Legend(self, theme, fonts["count"])
        self.legend.grid(row=6, column=0, sticky="ew")
        self.rowconfigure(2, weight=1)
        self.columnconfigure(0, weight=1)
        self.input = MouseAndKeys(self.canvas, self.model, self._acted, fill or self._fill_menu)
        self._recording = Debounce(self, self.record_view)
        self.bind("<Configure>", lambda event: self._share_height(self.drawn), add="+")
        set_theme(self, theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.canvas.set_theme(theme)
        self._write(self.header, "", theme.text)
        self._write(self.why, "", theme.text)
        self.forget()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show_model(self) -> None:
        """Shows the model as it is now, where no window does."""
        self.show(Standalone(self.model.state))

    def header_of(self, tree: TreeState) -> str:
        """What the tree is, in words."""
        return tree.header

    def view(self, tree: TreeState, preferences: Preferences) -> TreePaneView:
        """What the pane says about a tree."""
        return TreePaneView(
            header=capitalised(tree.message or self.header_of(tree)),
            warns=bool(tree.message),
            why=tree.why,
            bar=bar_view(tree.playback, tree.side_names, not tree.hidden.windows),
            state=tree,
            legend=self.has_legend and preferences.is_unfolded(LEGEND),
            overview=shows_overview(preferences, tree),
            overview_chosen=preferences.unfolded.get(OVERVIEW, False),
        )

    def waits(self) -> bool:
        """Whether the pane is hidden."""
        return not self.winfo_ismapped()

    def draw(self, view: TreePaneView, before: TreePaneView | None) -> None:
        """Shows what has changed: the picture last, because it gets the space that the other parts leave.

        `before` is None after `forget`, too; the picture goes on from the state that the canvas shows.
        """
        state = view.state
        drawn = self.canvas.state
        self._write(self.header, view.header, self.theme.bad if view.warns else self.theme.text)
        self._grid(self.header, bool(view.header))
        simulated = state.tree is not None and state.tree.simulations is not None
        about_cut = not simulated and state.overlay is None
        self.buttons.show_part(self.whole, state.shows_subtree)
        self._write(self.why, view.why, self.theme.cut if about_cut else self.theme.text)
        self._draw_legend(state)
        self._draw_overview(state, drawn)
        if before is None or view.bar != before.bar:
            self.bar.draw(view.bar)
        if before is None or shape_of(view) != shape_of(before):
            self._share_height(view)
        self._draw_picture(state, drawn)

    def _draw_picture(self, state: TreeState, drawn: TreeState) -> None:
        changes = state.changes_since(drawn.number)
        anew = any(change.what == "tree" for change in changes)
        if anew:
            self._left.keep(drawn.tree if drawn.live is None else None, self.canvas.view_state())
            self.history.clear()
        for change in changes:
            if change.moved is not None:
                self.history.renumber(change.moved)
        self.canvas.draw(state)
        if anew and state.view is not None:
            seen = self._left.view_of(state.tree, state.view.folding)
            if seen is not None:
                self.canvas.restore(seen)
        if any(change.what == "selection" for change in changes):
            if not self.canvas.picture.waiting:
                self._mark_overview()
            self._recording.after(RECORD_MS)

    def _draw_legend(self, state: TreeState) -> None:
        """Explains what occurs in the tree."""
        if state.tree is None or state.live is not None:
            self.legend.clear()
        else:
            self.legend.explain(state.tree, max_name(state))

    def _draw_overview(self, state: TreeState, drawn: TreeState) -> None:
        """Shows the whole tree; that of a running search is shown once it is complete."""
        if state.live is not None:
            return
        if state.tree is not self.overview.tree:
            self.overview.show(state.tree)
        elif state.overview != drawn.overview:
            self.overview.redraw()

    def _write(self, label: tk.Label, text: str, colour: str) -> None:
        """Shows a text, and no panel without one."""
        label.configure(text=text, foreground=colour, background=self.theme.panel if text else self.theme.window)

    def _painted(self) -> None:
        if self.canvas.state.live is None:
            self._mark_overview()
            self._recording.after(RECORD_MS)

    def _mark_overview(self) -> None:
        """Marks what is in sight, selected and played back."""
        state = self.canvas.state
        if state.view is None or state.live is not None:
            return
        moment = state.playback.moment
        at = None if state.playback.shown is None else state.playback.shown.row
        self.overview.mark(state.selected, at, None if moment is None else state.playback.frontier)
        self.overview.frame(*self.canvas.visible_range())

    def _share_height(self, view: TreePaneView | None) -> None:
        """Shows the parts that are open; a small window has a shorter legend."""
        if view is None:
            return
        state = view.state
        playing = state.playback.is_open
        height = self.winfo_height() / self.canvas.pixels_per_point
        self.legend.limit(legend_lines(height))
        self._grid(self.legend, view.legend)
        self._grid(self.why, not playing and state.live is None)
        self._grid(self.overview, view.overview and (view.overview_chosen or height >= OVERVIEW_HEIGHT))
        # The sentence has its lines even while it says nothing, so that the picture keeps its height.
        width = self.winfo_width() - 20
        lines = 2 if width > WIDE_PANE * self.canvas.pixels_per_point else 3
        if state.overlay is not None:
            lines -= 1  # its sentences are shorter than that about a cutoff
        self.why.configure(wraplength=max(width, 80), height=lines)

    @staticmethod
    def _grid(part: tk.Widget, shown: bool) -> None:
        if shown:
            part.grid()
        else:
            part.grid_remove()

    # -- what you do --------------------------------------------------------------------------------------------------

    def act(self, action: Callable[[], object]) -> None:
        """Does something with the model."""
        action()
        self._acted()

    def _picked(self, row: int) -> None:
        self.model.pick(row)
        self._acted()

    def _fill_menu(self, menu: tk.Menu) -> None:
        """Fills the context menu with what can be done with the selected node."""
        menu.delete(0, "end")
        for action in NODE_ACTIONS:
            blocked = action.blocked(self.model.state)
            menu.add_command(
                label=action.label, command=partial(self._do, action), state="disabled" if blocked else "normal"
            )

    def _do(self, action: NodeAction) -> None:
        action.run(self.model)
        self._acted()

    @property
    def can_go_back(self) -> bool:
        """Whether there is a previous view."""
        return self.history.can_go_back(self.canvas.view_state())

    def back(self) -> None:
        """Shows the previous view."""
        self._go(-1)

    def forward(self) -> None:
        """Shows the next view."""
        self._go(1)

    def _go(self, by: int) -> None:
        self.record_view()
        seen = self.history.go(by)
        if seen is None:
            return
        self.model.restore(seen.folding, seen.selected)
        self._acted()
        self.canvas.draw(self.model.state)  # the viewport is that of what is unfolded now
        self.canvas.restore(seen)
        self._recording.drop()

    def record_view(self) -> None:
        """Records the view, if it is new."""
        self._recording.drop()
        self.history.record(self.canvas.view_state())


def shape_of(view: TreePaneView) -> tuple[bool, ...]:
    """What decides which parts of the pane are shown."""
    state = view.state
    overlaid = state.overlay is not None
    return state.playback.is_open, state.live is None, overlaid, view.legend, view.overview, view.overview_chosen


def legend_lines(height: float) -> int | None:
    """The most lines of the legend in a pane of a height in points; None for as many as it needs."""
    if height < TWO_LINES_HEIGHT:
        return 1
    return 2 if height < LEGEND_HEIGHT else None


def legend_tip() -> str:
    """What the button "?" does."""
    return "What the marks in the tree mean"


def max_name(state: TreeState) -> str:
    """Who MAX is."""
    return "MAX" if state.sides is None else f"{state.sides[0][0]} (MAX)"
