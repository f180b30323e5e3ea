"""The half of the window in which you look at a search: tree, card, tabs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import monotonic
from tkinter import font as tkfont
from tkinter import ttk
from typing import TYPE_CHECKING
from weakref import ref

from c4.agents import AGENTS, HUMAN
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.notation import format_position
from c4.game.position import Position
from c4.session.events import Asked, Expanded, SearchResult
from c4.session.session import Session
from visualizer.app.modes import KEY
from visualizer.app.playing import Replayed
from visualizer.board.column_values import ColumnValues, scores_of
from visualizer.board.status import Subject, leaves_tree, subject_of
from visualizer.tree.card import Card
from visualizer.ui.background import BackgroundTask, Debounce
from visualizer.ui.command import Command
from visualizer.ui.style import set_theme
from visualizer.ui.theme import faded

if TYPE_CHECKING:
    from c4.tree.replay import Partial
    from c4.tree.searchtree import SearchTree
    from visualizer.app.tree_panels import TreePanels  # these bring matplotlib, which the first paint does without
    from visualizer.app.window import Window
    from visualizer.tree.model import ViewState
    from visualizer.tree.pane import TreePane


class OriginBar(ttk.Frame):
    """`on_show()` goes to the searched position."""

    def __init__(self, parent: tk.Misc, on_show: Callable[[], object]) -> None:
        super().__init__(parent, padding=(8, 2))
        self.button = ttk.Button(self, text="Show", command=on_show, width=6, takefocus=True)
        self.label = ttk.Label(self, anchor="w")
        self.label.pack(side="left", fill="x", expand=True)
        self.label.bind("<Configure>", lambda event: self.label.configure(wraplength=max(event.width - 8, 80)))
        self._shown: Subject | None = None

    def show(self, where: Subject | None) -> None:
        """Shows where the search on screen belongs; None if there is none."""
        if where == self._shown:
            return
        self._shown = where
        dated = where is not None and where.dated
        self.label.configure(text="" if where is None else where.text, style="Faint.TLabel" if dated else "TLabel")
        if where is not None and where.elsewhere:
            self.button.pack(side="right")
        else:
            self.button.pack_forget()


PATIENCE, LOOK = 0.25, 0.15
"""Seconds after which a running search is shown, and between two looks at it, at least."""

MOST_ROWS = 200_000
"""Rows of a running search that are looked at."""


class Watching:
    """Shows the tree of a running search while it grows."""

    def __init__(self, analysis: Analysis, session: Session) -> None:
        self._analysis, self._session = analysis, session
        self._next = self._started = 0.0
        self._part: Partial | None = None
        self._steps = [Debounce(analysis.frame, step) for step in (self._take, self._draw, self._explain)]

    @property
    def _pane(self) -> TreePane | None:
        return self._analysis.pane if self._analysis.visible else None

    def look(self) -> None:
        """Looks at the running search, if it is time to: the tree is taken, drawn and explained in three turns of the
        event loop.
        """
        progress, busy = self._session.progress(), any(step.waiting for step in self._steps)
        if progress is None or progress.seconds <= PATIENCE or monotonic() < self._next or busy:
            return
        if self._pane is not None:
            self._steps[0].after(1)

    def drop(self) -> None:
        """Shows no more of what was looked at."""
        for step in self._steps:
            step.drop()

    def _take(self) -> None:
        self._started, self._part, pane = monotonic(), self._session.tree_so_far(MOST_ROWS), self._pane
        live = None if pane is None else pane.model.live
        if pane is not None and self._part is not None and (live is None or live.tree is not self._part.tree):
            self._steps[1].after(1)

    def _draw(self) -> None:
        pane, part = self._analysis.shown_pane, self._part
        assert part is not None, "it has been taken"
        if pane.model.live is None or self._analysis.source is not self._session.running:
            self._analysis.begin_to_watch()
        self._analysis.name_sides(part.tree, self._session.game.starter)
        pane.model.show_live(part, "still searching")
        self._steps[2].after(1)

    def _explain(self) -> None:
        selected = self._analysis.shown_pane.model.selected
        if selected is not None:
            self._analysis.fill_card(selected)
        self._next = monotonic() + max(LOOK, 4 * (monotonic() - self._started))


def why_words(position: Position, names: tuple[str, str]) -> str:
    """Why the side that wins does; "" where only search knows."""
    from c4.strategy.reasons import why  # brings numba

    return why(position, names).words


AHEAD = ("visualizer.ui.canvas", "visualizer.tree.pane", "visualizer.app.tree_panels")
"""Loaded by the session's background thread after the first paint, with all that they import."""

REST_MS = 100
"""How long the playback rests before the card follows it."""

EXACT = "perfect"
"""The algorithm of a tree of exact values."""

EMPTY = "Play a move, or press Hint (H):\nthe search that answers is recorded,\nand its tree appears here."

RUNNING = "A search is running: its tree appears here."

OVER = "The game is over: go back a move or begin a new game (N).\nThe tree of the next search appears here."


class Analysis:
    """Tree pane, card and tabs of the main window; draws nothing while it is not `visible`."""

    def __init__(self, window: Window) -> None:
        self._window, self._names, self._evaluators = window, window.names, window.evaluators
        self.visible = True
        """Whether this half of the window is shown; otherwise it draws nothing."""
        self.source: SearchResult | Asked | None = None
        """The search, complete or running, that header, tree, card and playback are about."""
        self._drawn: SearchResult | None = None  # the same, once its tree and its card have been drawn
        self._view_states: dict[
            Position, tuple[ref[SearchTree], ViewState]
        ] = {}  # by the root, of trees that were left
        self.pane: TreePane | None = None
        self._half: TreePane | None = None  # made, but not shown yet
        self.tree_panels: TreePanels | None = None
        """Find bar and tabs of the tree, once it is loaded."""
        self.on_built: Callable[[], object] = lambda: None
        """Called when there are more tabs than before."""
        self.frame = ttk.Frame(window.panes)
        """The right part of the window."""
        self.origin_bar = OriginBar(self.frame, self._go_to_position)
        self.origin_bar.pack(fill="x")
        self.panes = ttk.Panedwindow(self.frame, orient="horizontal")
        self.panes.pack(fill="both", expand=True)
        self.dated = False
        """Whether the game has gone on since the search that is shown."""
        self._resting = Debounce(self.frame, self._rest)
        self.watching = Watching(self, window.session)
        self.middle = ttk.Frame(self.panes)
        self._waiting = ttk.Label(
            self.middle, text="The tree appears here. Loading...", anchor="center", justify="center"
        )
        self._waiting.pack(fill="both", expand=True)
        self.tabs = ttk.Notebook(self.panes)
        self.panes.add(self.middle, weight=1)
        self.panes.add(self.tabs, weight=0)
        self.tabs.enable_traversal()
        self.card = Card(self.tabs, window.theme, self.select_row)
        self.tabs.add(self.card, text="Node")
        self.learned = ttk.Frame(self.tabs)
        """The tab about learned evaluators."""
        self.tabs.add(self.learned, text="Learned")
        self._reasons: BackgroundTask[tuple[SearchTree, int, str]] = BackgroundTask(
            self.card, window.session.worker("reasons"), lambda found: self.card.remark(*found), window.say
        )

    def build(self, menu: Callable[[], list[Command]]) -> bool:
        """Makes the tree pane with the `menu` of its nodes, and when called again its neighbours; whether all is there.

        A tree is drawn when `show` is called next: no turn of the event loop takes long.
        """
        from visualizer.app.tree_panels import TreePanels
        from visualizer.tree.model import TreeModel
        from visualizer.tree.pane import TreePane

        if self._half is None:
            self._half = TreePane(self.middle, self._window.theme, TreeModel(self.show_row, self._expand))
            return False
        pane, self._half = self._half, None
        self._waiting.destroy()
        pane.pack(fill="both", expand=True)
        pane.model.playback.listeners.append(self._moment)
        pane.input.menu_entries = menu
        pane.canvas.animate = lambda: self._window.board.animate
        self.pane = pane
        self.tree_panels = TreePanels(self._window, pane, self.tabs, self.players)
        self.on_built()
        pane.model.show_nothing(self._empty())
        return True

    def loaded(self) -> None:
        """The kernels are there: what had to wait for them is drawn."""
        self._evaluators.waiting = False
        if self.pane is not None:
            self.pane.overview.redraw()
        self._judge()

    def evaluated(self) -> bool:
        """Takes over evaluators that have been loaded since, and shows their values; whether there are some."""
        if came := self._evaluators.come():
            self._judge()
        return came

    def _judge(self) -> None:
        if self.has_tree and self.shown_pane.model.live is None and not self.playing:
            self.fill_card(self._looked_at)

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def has_tree(self) -> bool:
        """Whether a tree is on screen."""
        return self.visible and self.pane is not None and self.pane.model.view is not None

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for an answer, or for its tree; asked by the thread that loads what is not urgent."""
        pane, session = self.pane, self._window.session
        if session.thinking or pane is None:
            return session.thinking or session.threads.imported
        return self.visible and (session.shown_search is not self._drawn or not pane.canvas.picture.painted)

    def no_tree(self) -> str:
        """Why there is no tree to work with; "" if there is one."""
        if not self.visible:
            return f"trees are shown in Analyse: {KEY} goes there"
        if self.has_tree:
            return ""
        over = self._window.session.outcome is not None
        how = "go back a move or begin a new game (N)" if over else "play a move or press Hint (H)"
        return f"there is no tree yet: {how}"

    def nothing_to_search(self) -> str:
        """Why no search can be compared or measured; "" if one can."""
        if self.pane is None:
            return "the tree is still being loaded"
        session = self._window.session
        return "" if session.shown_search is not None or session.outcome is None else "the game is over"

    def _empty(self) -> str:
        """What the pane says while there is no tree."""
        session = self._window.session
        if session.thinking:
            return RUNNING
        if session.outcome is not None:
            return OVER
        seats = {name for name in session.settings.seats if name != HUMAN}
        if not seats or any(map(leaves_tree, seats)):
            return EMPTY
        who = " and ".join(sorted(AGENTS[name].label for name in seats))
        plays = "plays" if len(seats) == 1 else "play"
        return f"{who} {plays} without a search tree.\nPress Hint (H) to see a tree of this position."

    def switch(self, visible: bool) -> None:
        """Shows this half of the window, or hides it and ends the playback."""
        self.watching.drop()
        self.visible = visible
        if not visible and self.pane is not None:
            self.pane.model.playback.close()

    def tab_tree(self, tabbed: bool) -> None:
        """Makes the tree the first tab, where the window is too narrow for both, or a pane of its own again."""
        if tabbed == (str(self.middle) in self.tabs.tabs()):
            return
        if tabbed:
            if str(self.middle) in self.panes.panes():
                self.panes.forget(self.middle)
            self.tabs.insert(0, self.middle, text="Tree")
            self.middle.lift()
            self.tabs.select(self.middle)
        else:
            self.tabs.forget(self.middle)

    def show_tree(self) -> None:
        """Brings the tree to the front where it is a tab."""
        if str(self.middle) in self.tabs.tabs():
            self.tabs.select(self.middle)
            self.middle.update_idletasks()

    def tabs_width(self) -> int:
        """Pixels that the tabs beside the tree need for their words."""
        style = ttk.Style(self.tabs)
        words = tkfont.nametofont(str(style.lookup("TNotebook.Tab", "font")), self.tabs)
        padding = 2 * int(str(self.tabs.tk.splitlist(style.lookup("TNotebook.Tab", "padding"))[0]))
        return sum(words.measure(self.tabs.tab(tab, "text")) + padding + 8 for tab in self.tabs.tabs()) + padding

    @property
    def shown_pane(self) -> TreePane:
        """The tree pane, for commands that are only possible once it is loaded."""
        assert self.pane is not None, "the tree pane has not been loaded"
        return self.pane

    @property
    def shown_panels(self) -> TreePanels:
        """Its neighbours, likewise."""
        assert self.tree_panels is not None, "the tree pane has not been loaded"
        return self.tree_panels

    def players(self) -> tuple[str, str]:
        """The colours of player 0 and player 1 in the tree on screen."""
        return self._names.players(self.search)

    @property
    def search(self) -> SearchResult | None:
        """The complete search that is shown; None while a running one is."""
        return self.source if isinstance(self.source, SearchResult) else None

    @property
    def tree(self) -> SearchTree | None:
        """The tree of the complete search that is shown."""
        return None if self.search is None else self.search.decision.tree

    def show(self) -> None:
        """Shows the session's tree, unless it is on screen already."""
        session, search = self._window.session, self._window.session.shown_search
        self.watching.drop()
        if self.pane is not None and (
            not self.visible or (self.pane.model.live is not None and session.running is self.source)
        ):
            return
        self._take(search)
        if self.pane is None:
            return
        empty = self._empty()
        if self.pane.model.view is None and self.pane.model.empty != empty:
            self.pane.model.show_nothing(empty)
        if search is self._drawn and self.pane.model.live is None:
            return
        self._save_view_state()
        if search is None or search.decision.tree is None:
            self.pane.model.show_nothing(empty)
            self.card.show_nothing()
        else:
            self._show_tree(search, search.decision.tree)
        self._drawn = search

    def _show_tree(self, search: SearchResult, tree: SearchTree) -> None:
        self.name_sides(tree, search.starter)
        self.shown_pane.model.show(tree, caption=f"MAX is {self._names.player(tree.maximizer, search.starter)}")
        saved, state = self._view_states.get(search.position, (None, None))
        if state is None or saved is None or saved() is not tree:
            self.fill_card(0)
        else:
            self.shown_pane.restore(state)

    def name_sides(self, tree: SearchTree, starter: int) -> None:
        """Sets the names and the colours of MAX and MIN in a tree."""
        words = self._names.colours[starter], self._names.colours[1 - starter]
        self.shown_pane.model.sides = words[tree.maximizer], words[1 - tree.maximizer]

    def _save_view_state(self) -> None:
        """Saves what is unfolded, and the viewport, for when you come back to this tree."""
        search, state = self._drawn, None if self.pane is None else self.pane.canvas.view_state()
        if search is not None and search.decision.tree is not None and state is not None:
            self._view_states[search.position] = ref(search.decision.tree), state

    def begin_to_watch(self) -> None:
        """Makes way for the tree of a running search."""
        self._save_view_state()
        self._drawn = None
        self.card.show_nothing()
        self._take(self._window.session.running)

    def _take(self, source: SearchResult | Asked | None) -> None:
        """Names the search that is shown; greys the tree once the game has gone on without a new search."""
        session, self.source = self._window.session, source
        where = None if source is None else subject_of(session, self._names, source)
        self.origin_bar.show(where)
        dated = where is not None and where.dated and not session.thinking
        if dated != self.dated:
            self.dated = dated
            self.fade()

    def _go_to_position(self) -> None:
        """Goes to the searched position: back in the game, or, for a saved tree, by setting it up."""
        session, search = self._window.session, self.search
        if search is None:
            return
        age = session.age(search)
        if age is not None:
            self._window.attempt(session.go_to, session.game.at - age)
        elif (
            self._window.attempt(session.set_up, format_position(search.position)) and search.decision.tree is not None
        ):
            session.take_tree(search.decision.tree)
            self._window.refresh()

    def expanded(self, event: Expanded) -> None:
        """Shows a tree in which a left-out part was recorded."""
        tree = event.search.decision.tree
        if self.pane is not None and tree is not None and event.search is self._window.session.shown_search:
            self.source = self._drawn = event.search
            self.pane.model.graft(event.grafted, event.row)
            self.fill_card(self.pane.model.selected or 0)

    def renamed(self) -> None:
        """Shows the new names of the players."""
        self.card.stones = self._names.colours
        self._drawn = None
        self.show()

    def select_row(self, row: int) -> None:
        """Selects a node of the tree, unfolds the way to it and shows its card."""
        self.shown_pane.model.choose(row)

    def show_row(self, row: int) -> None:
        """Shows the card of a node and reports the node."""
        self.fill_card(row)
        tree = self.tree
        if tree is not None:
            where = "-".join(str(column + 1) for column in tree.path(row)) or "root"
            self._window.playing.show_node(tree.position(row), tree.maximizer, f"MAX, at node {where} of the tree")

    def fill_card(self, row: int) -> None:
        """Shows a node on the card."""
        search, tree = self.search, self.tree
        if self.pane is not None and (part := self.pane.model.live) is not None:
            from c4.tree.replay import known

            starter = self._window.session.game.starter
            self.card.show(part.tree, row, (starter, 1 - starter), [], [], known(part, row))
            return
        if search is None or tree is None:
            return
        position = tree.position(row)
        values = self._evaluators.table(position, tree.maximizer)
        learned = tree.evaluator if tree.evaluator in EVALUATORS and EVALUATORS[tree.evaluator].learned else "windows"
        weights = self._evaluators.largest(learned, position, tree.maximizer)
        seat_of, so_far = (search.starter, 1 - search.starter), self.shown_pane.model.playback.so_far(row)
        self.card.show(tree, row, seat_of, values, weights, so_far)
        if so_far is None and tree.algorithm == EXACT:
            names = self._names.players(search)
            self._reasons.start(lambda _: (tree, row, why_words(position, names)))

    def _expand(self, row: int) -> None:
        try:
            self._window.session.expand(row)
        except C4Error as error:
            self._window.say(str(error))
        else:
            self._window.say("searching this part again with the same window...", seconds=3)

    # -- the playback -------------------------------------------------------------------------------------------------

    def replaying(self) -> bool:
        """Whether the board shows the playback and not the game."""
        return self.pane is not None and self.pane.model.playback.replay is not None

    @property
    def playing(self) -> bool:
        """Whether a playback runs by itself."""
        return self.pane is not None and self.pane.model.playback.playing

    def replayed(self) -> Replayed | None:
        """What the board shows during the playback; None otherwise."""
        search, tree = self.search, self.tree
        if self.pane is None or search is None or tree is None:
            return None
        from c4.tree.explain import path_text, value_of
        from c4.tree.searchtree import PRUNED

        playback = self.pane.model.playback
        if playback.moment is None:
            return None
        node = playback.moment.node
        path = tree.path(node)
        where = f"after {path_text(path)}" if path else "the root"
        last = path[-1] if path and path[-1] >= 0 else None
        replies = (row for row in tree.children(node) if tree.kind[row] != PRUNED and tree.move[row] >= 0)
        columns = {int(tree.move[row]): value_of(tree, row) for row in replies if not playback.hides(row)}
        own, whose = self._names.views(search.position.to_move), self._names.viewer()
        scores = scores_of(columns, None, tree.root.ply, tree.scale, own=own)
        caption = f"replies that the search knows by now, for {whose} (K ends the playback)"
        values = ColumnValues(scores, (caption, f"known by now, for {whose}", "known by now"))
        return Replayed(tree.position(node), (search.starter, 1 - search.starter), last, f"playback: {where}", values)

    def _moment(self) -> None:
        """Shows the playback's moment on the board, and on the card once it rests."""
        self._window.show_moment()
        self._resting.after(REST_MS if self.replaying() else 1)

    def _rest(self) -> None:
        if self.shown_pane.model.view is not None and not self.playing:  # also when Analyse has just been left
            self.show_row(self._looked_at)

    @property
    def _looked_at(self) -> int:
        """The row at which the playback is, or else the selected one."""
        moment = self.shown_pane.model.playback.moment
        return moment.row if moment is not None else self.shown_pane.model.selected or 0

    def fade(self) -> None:
        """Greys tree and card while they are outdated."""
        theme = faded(self._window.theme) if self.dated else self._window.theme
        for part in (self.card, self.middle):
            set_theme(part, theme)
