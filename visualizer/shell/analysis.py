"""Analysis: the half of the window in which a search is looked at: tree, card, tabs.  Imports tkinter and the card.

The tree pane draws with matplotlib, so it is built once the session's thread has loaded it.
"""

from __future__ import annotations

from collections.abc import Callable
from tkinter import font as tkfont
from tkinter import ttk
from typing import TYPE_CHECKING
from weakref import ref

from c4.evaluators import EVALUATORS
from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.session.events import Found, Grown
from visualizer.kit.commands import Command
from visualizer.kit.host import Host
from visualizer.kit.later import Later
from visualizer.kit.theme import Theme, faded
from visualizer.play.evaluators import Evaluators
from visualizer.play.names import Names
from visualizer.shell.band import Band, Origin, origin
from visualizer.shell.faces import KEY
from visualizer.shell.replayed import Replayed
from visualizer.shell.strategies import Strategies
from visualizer.shell.watching import Watching
from visualizer.tree.card import Card
from visualizer.tree.companion import Companion
from visualizer.tree.protocol import Pane

if TYPE_CHECKING:
    from c4.tree.replay import Moment
    from c4.tree.searchtree import SearchTree
    from visualizer.shell.beside import Beside  # these bring matplotlib, which the first paint does without
    from visualizer.tree.history import Look
    from visualizer.tree.pane import TreePane

AHEAD = ("visualizer.kit.artists", "visualizer.tree.pane", "visualizer.shell.beside")
"""Loaded by the session's background thread after the first paint, with all that they import."""

REST_MS = 100
"""How long the playback rests before the card follows it."""

EXACT = "perfect"
"""The algorithm of a tree of exact values."""

EMPTY = "Play a move, or press Hint (H):\nthe search that answers is recorded,\nand its tree appears here."

OVER = "The game is over: go back a move or begin a new game (N).\nThe tree of the next search appears here."


class Analysis:
    """`on_node(position, side, whose)` is called when a node is selected, `on_moment()` when the playback has moved."""

    def __init__(
        self,
        panes: ttk.Panedwindow,
        host: Host,
        names: Names,
        evaluators: Evaluators,
        on_node: Callable[[Position, int, str], object],
        on_moment: Callable[[], object],
    ) -> None:
        self._host, self._names, self._evaluators = host, names, evaluators
        self._on_node, self._on_moment = on_node, on_moment
        self._strip = True, "value"
        self.visible = True
        """Whether this half of the window is shown; otherwise it draws nothing."""
        self._found: Found | None = None
        self._on_screen: Found | None = None  # the same, once `show` has done all for it
        self.strategies = Strategies()
        """The strategy whose tree is shown."""
        self._looks: dict[Position, tuple[ref[SearchTree], Look]] = {}  # by the root, at trees that were left
        self.pane: Pane | None = None
        self._half: TreePane | None = None  # made, but not shown yet
        self.beside: Beside | None = None
        """Find bar and tabs of the tree, once it is loaded."""
        self.on_built: Callable[[], object] = lambda: None
        """Called when there are more tabs than before."""
        self.companions: list[Companion] = []
        """Those that are told what happens in the tree."""
        self.frame = ttk.Frame(panes)
        """The right part of the window."""
        self.band = Band(self.frame, host.theme, self._go_to_position)
        self.band.pack(fill="x")
        self.panes = ttk.Panedwindow(self.frame, orient="horizontal")
        self.panes.pack(fill="both", expand=True)
        self._dated = False
        self._resting = Later(self.frame, self._rest)
        self._watching = Watching(
            self.frame, host, lambda: self.pane if self.visible else None, self._begin_to_watch, self._fill_card
        )
        self.middle = ttk.Frame(self.panes)
        self._waiting = ttk.Label(
            self.middle, text="The tree appears here. Loading...", anchor="center", justify="center"
        )
        self._waiting.pack(fill="both", expand=True)
        self.tabs = ttk.Notebook(self.panes)
        self.panes.add(self.middle, weight=1)
        self.panes.add(self.tabs, weight=0)
        self.tabs.enable_traversal()
        self.card = Card(self.tabs, host.theme, self.select_row)
        self.tabs.add(self.card, text="Node")

    def build(self, menu: Callable[[], list[Command]]) -> bool:
        """Makes the tree pane with the `menu` of its nodes, and when called again its neighbours; whether all is there.

        A tree is drawn when `show` is called next: no turn of the event loop takes long.
        """
        from visualizer.shell.beside import Beside
        from visualizer.tree.pane import TreePane

        if self._half is None:
            self._half = TreePane(self.middle, self._host.theme, on_select=self.show_row, on_open=self._grow)
            return False
        pane, self._half = self._half, None
        self._waiting.destroy()
        pane.companions.extend(self.companions)
        pane.pack(fill="both", expand=True)
        pane.playback.on_moment = self._moment
        pane.set_menu(menu)
        self.pane = pane
        self.beside = Beside(self._host, pane, self.tabs, self.select_row, self.players)
        self.on_built()
        pane.strip.set_look(*self._strip)
        pane.show_nothing(EMPTY)
        return True

    def loaded(self) -> None:
        """The kernels are there: what had to wait for them is drawn."""
        self._evaluators.waiting = False
        if self.pane is not None:
            self.pane.strip.redraw()
        self._judge()

    def judged(self) -> bool:
        """Has the card say what evaluators think that have come since; whether some have."""
        if came := self._evaluators.come():
            self._judge()
        return came

    def _judge(self) -> None:
        if self.has_tree and self.shown_pane.model.live is None and not self.playing:
            self._fill_card(self._looked_at)

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def has_tree(self) -> bool:
        """Whether a tree is on screen."""
        return self.visible and self.pane is not None and self.pane.view is not None

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for an answer, or for its tree; asked by the thread that loads what is not urgent."""
        pane, session = self.pane, self._host.session
        if session.thinking or pane is None:
            return session.thinking or session.threads.imported
        return self.visible and (session.found is not self._on_screen or not pane.painted)

    def no_tree(self) -> str:
        """Why there is no tree to work with; "" if there is one."""
        if not self.visible:
            return f"trees are shown in Analyse: {KEY} goes there"
        if self.has_tree:
            return ""
        over = self._host.session.outcome is not None
        how = "go back a move or begin a new game (N)" if over else "play a move or press Hint (H)"
        return f"there is no tree yet: {how}"

    def switch(self, visible: bool) -> None:
        """Shows this half of the window, or hides it and ends the playback."""
        self._watching.drop()
        self.visible = visible
        if not visible and self.pane is not None and self.pane.playback.is_open:
            self.pane.playback.switch()

    @property
    def strip(self) -> tuple[bool, str]:
        """Whether the overview strip is unfolded, and what its colours mean; kept until the strip is there."""
        return self._strip if self.pane is None else (self.pane.strip.open, self.pane.strip.colour)

    @strip.setter
    def strip(self, look: tuple[bool, str]) -> None:
        self._strip = look

    def tabs_width(self) -> int:
        """Pixels that the tabs beside the tree need for their words."""
        style = ttk.Style(self.tabs)
        words = tkfont.nametofont(str(style.lookup("TNotebook.Tab", "font")), self.tabs)
        padding = 2 * int(str(self.tabs.tk.splitlist(style.lookup("TNotebook.Tab", "padding"))[0]))
        return sum(words.measure(self.tabs.tab(tab, "text")) + padding for tab in self.tabs.tabs()) + padding

    @property
    def shown_pane(self) -> Pane:
        """The tree pane, for commands that are only possible once it is loaded."""
        assert self.pane is not None, "the tree pane has not been loaded"
        return self.pane

    @property
    def shown_beside(self) -> Beside:
        """Its neighbours, likewise."""
        assert self.beside is not None, "the tree pane has not been loaded"
        return self.beside

    def players(self) -> tuple[str, str]:
        """The colours of player 0 and player 1 in the tree on screen."""
        return self._names.players(self._found)

    def show(self) -> None:
        """Shows the session's tree, unless it is on screen already."""
        found = self._host.session.found
        self._watching.drop()
        self._show_origin(found)
        if self.pane is None or not self.visible:
            return
        empty = EMPTY if self._host.session.outcome is None else OVER
        if self.pane.model.view is None and self.pane.model.empty != empty:
            self.pane.show_nothing(empty)
        if found is self._found and self.pane.model.live is None:
            return
        if self.pane.model.live is not None and self._host.session.thinking:
            return
        self._keep_look()
        self._found = found
        if found is None or found.decision.tree is None:
            self.pane.show_nothing(empty)
            self.card.show_nothing()
        else:
            self._show_tree(found, found.decision.tree)
        self._on_screen = found

    def _show_tree(self, found: Found, tree: SearchTree) -> None:
        self.shown_pane.show(tree, caption=f"MAX is {self._names.player(tree.maximizer, found.starter)}")
        kept, look = self._looks.get(found.position, (None, None))
        back = look if kept is not None and kept() is tree else None
        if back is not None:
            self.shown_pane.come_to(back)
        if back is None or back.selected is None:  # otherwise the card has come back, too
            self._fill_card(self.shown_pane.selected or 0)

    def _keep_look(self) -> None:
        """Keeps what is unfolded, and where the picture stands, for when one comes back to this tree."""
        found, look = self._found, None if self.pane is None else self.pane.look()
        if found is not None and found.decision.tree is not None and look is not None:
            self._looks[found.position] = ref(found.decision.tree), look

    def watch(self) -> None:
        """Lets the tree of a running search grow on screen."""
        self._watching.look()

    def _begin_to_watch(self) -> None:
        self._keep_look()
        self._found = None
        self.card.show_nothing()
        self.band.show(Origin("The search that is running now, as far as it is."))

    def _show_origin(self, found: Found | None) -> None:
        """Says which position the search belongs to; greys the tree once the game has gone on without a new search."""
        session = self._host.session
        where = None if found is None else origin(session, self._names, found)
        self.band.show(where)
        dated = where is not None and where.dated and not session.thinking
        if dated != self._dated:
            self._dated = dated
            self.set_theme(self._host.theme)

    def _go_to_position(self) -> None:
        """Goes to the searched position: back in the game, or, for a saved tree, by setting it up."""
        session, found = self._host.session, self._found
        if found is None:
            return
        age = session.age(found)
        if age is not None:
            self._host.attempt(session.go_to, session.game.at - age)
        elif self._host.attempt(session.set_up, format_position(found.position)) and found.decision.tree is not None:
            session.take_tree(found.decision.tree)
            self._host.touch()

    def grown(self, event: Grown) -> None:
        """Shows a tree in which a left-out part was recorded."""
        tree = event.found.decision.tree
        if self.pane is not None and tree is not None and event.found is self._host.session.found:
            self._found = event.found
            self.pane.opened(event.grafted, event.row)
            self._fill_card(self.pane.selected or 0)

    def renamed(self) -> None:
        """Shows the new names of the players."""
        self.card.stones = self._names.colours
        self._found = None
        self.show()

    def select_row(self, row: int) -> None:
        """Selects a node of the tree, unfolds the way to it and shows its card."""
        self.shown_pane.select(row, reveal=True)
        self.show_row(row)

    def show_row(self, row: int) -> None:
        """Shows the card of a node and reports the node."""
        self._fill_card(row)
        found = self._found
        if found is not None and found.decision.tree is not None:
            tree = found.decision.tree
            where = "-".join(str(column + 1) for column in tree.path(row)) or "root"
            self._on_node(tree.position(row), tree.maximizer, f"MAX, at node {where} of the tree")

    def _fill_card(self, row: int) -> None:
        found = self._found
        if self.pane is not None and (part := self.pane.model.live) is not None:
            from c4.tree.partial import known

            starter = self._host.session.game.starter
            self.card.show(part.tree, row, (starter, 1 - starter), [], known(part, row))
            return
        if found is None or found.decision.tree is None:
            return
        tree = found.decision.tree
        position = tree.position(row)
        said = (self._evaluators.in_words(name, position, tree.maximizer) for name in list(EVALUATORS))
        values = [words for words in said if words is not None]
        seat_of, so_far = (found.starter, 1 - found.starter), self.shown_pane.playback.so_far(row)
        marks, legend = self.strategies.marks(tree, position)
        if so_far is None and tree.algorithm == EXACT:
            legend = self._why(position, found)
        self.card.show(tree, row, seat_of, values, so_far, marks, legend)

    def _why(self, position: Position, found: Found) -> str:
        """Why an exact value is what it is, where that is proved without a search."""
        from c4.strategy.reasons import why  # brings numba

        return why(position, self._names.players(found)).words

    def _grow(self, row: int) -> None:
        try:
            self._host.session.grow(row)
        except C4Error as error:
            self._host.say(str(error))
        else:
            tree = None if self._found is None else self._found.decision.tree
            if tree is None or not self.strategies.is_one(tree):
                self._host.say("searching this part again with the same window...", seconds=3)

    # -- the playback -------------------------------------------------------------------------------------------------

    @property
    def replaying(self) -> bool:
        """Whether the board shows the playback and not the game."""
        return self.pane is not None and self.pane.playback.is_open

    @property
    def playing(self) -> bool:
        """Whether a playback runs by itself."""
        return self.pane is not None and self.pane.playback.playing

    def replayed(self) -> Replayed | None:
        """What the board shows during the playback; None otherwise."""
        found = self._found
        if self.pane is None or found is None or found.decision.tree is None:
            return None
        from c4.tree.explain import path_text

        playback, tree = self.pane.playback, found.decision.tree
        if playback.moment is None:
            return None
        node = playback.moment.node
        path = tree.path(node)
        where = f"after {path_text(path)}" if path else "the root"
        last = path[-1] if path and path[-1] >= 0 else None
        return Replayed(tree.position(node), (found.starter, 1 - found.starter), last, f"playback: {where}")

    def _moment(self, moment: Moment | None) -> None:
        """Shows a moment of the playback on the board, and on the card once it rests; None ends it."""
        self._on_moment()
        self._resting.after(REST_MS if moment is not None else 1)

    def _rest(self) -> None:
        if self.shown_pane.view is not None and not self.playing:  # also when Analyse has just been left
            self.show_row(self._looked_at)

    @property
    def _looked_at(self) -> int:
        """The row at which the playback is, or else the selected one."""
        moment = self.shown_pane.playback.moment
        return moment.row if moment is not None else self.shown_pane.selected or 0

    # -- the look -----------------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.band.set_theme(theme)
        for part in (self.card, self.pane, self.beside):
            if part is not None:
                part.set_theme(faded(theme) if self._dated else theme)
