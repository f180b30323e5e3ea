"""TreeModel: what a tree pane shows, without a window: what is unfolded and selected, what each glyph shows, what is
played back.  Imports the view, the playback, the graph and the words; no Tk, no matplotlib.

Whoever draws it (`visualizer.tree.screen`) is told of every change by `on_change`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import networkx as nx

from c4.tree.partial import Partial
from c4.tree.searchtree import Grafted, SearchTree
from c4.tree.shared import Kin
from visualizer.tree.companion import Companion
from visualizer.tree.facts import Dress
from visualizer.tree.focus import around, rest_folded, subtree
from visualizer.tree.graph import Known, build
from visualizer.tree.history import History
from visualizer.tree.playback import Playback
from visualizer.tree.view import NODE, Folding, Glyph, Key, TreeView, ViewFull
from visualizer.tree.words import Account

EMPTY = "Play a move to record a search"

TREE, FOLDING, SELECTION, LOOKS = "tree", "folding", "selection", "looks"
"""What can change: another tree, what is unfolded, what is selected or known, what glyphs look like."""


class Change(NamedTuple):
    """A change of what is shown.

    what    TREE, FOLDING, SELECTION or LOOKS
    anchor  keys: the first of them that is on screen before and after stays where it is
    sight   keys to bring into sight, as many as fit, the last before all
    """

    what: str
    anchor: tuple[Key | None, ...] = ()
    sight: tuple[Key, ...] = ()


class TreeModel:
    """What a pane shows of a tree.

    on_select(row)      a person has chosen a node
    on_open(row)        a node is wanted whose inside was left out: record it and hand the graft to `grow`
    on_change(change)   something is to be drawn anew
    on_say(text)        a sentence for the person; "" takes it away
    """

    def __init__(self, account: Account | None = None) -> None:
        self.account = account or Account()
        self.on_select: Callable[[int], object] | None = None
        self.on_open: Callable[[int], object] | None = None
        self.on_change: Callable[[Change], object] = lambda change: None
        self.on_say: Callable[[str], object] = lambda text: None
        self.companions: list[Companion] = []
        self.view: TreeView | None = None
        self.selected: int | None = None
        self.held: Key | None = None
        """The rest or stub the selection stands on, `selected` being its parent."""
        self.caption, self.empty = "", EMPTY
        self.history = History()
        self.playback = Playback(self._follow_playback, lambda text: self.on_say(text))
        self.plies = 2
        """How far one looks ahead and behind."""
        self.live: Partial | None = None
        """The search that is watched while it runs."""
        self._dress: Dress | None = None
        self._known: Known = {}
        self._kin: Kin | None = None
        self._veiled: tuple[bool, frozenset[Key]] = True, frozenset()  # what a playback did not know when it was drawn

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, tree: SearchTree, focus: int = 0, caption: str = "") -> None:
        """Shows a tree, folded to what matters and to the row `focus`, which is selected; `caption` says whose point
        of view it is.
        """
        self._take(TreeView(tree, focus, self._open))
        self.caption = caption
        self._select(focus)
        self._told(Change(TREE), "shown")

    def watch(self, part: Partial, caption: str) -> None:
        """Shows the tree of a running search, unfolded to where it is; those beside the tree see none until it ends."""
        if self.live is None:
            self.show_nothing("")
        self.live, self.caption, self._known = part, caption, {}
        self.view = TreeView(part.tree)
        with suppress(ViewFull):
            self.view.reveal(part.open[-1] if part.open else 0)
        self.selected = self.selected if self.selected is not None and self.selected < len(part.tree) else 0
        self.on_change(Change(TREE))

    def show_nothing(self, text: str = EMPTY) -> None:
        """Shows no tree; the text says what to do next."""
        self._take(None)
        self.empty = text
        self._select(None)
        self._told(Change(TREE), "shown")

    def _take(self, view: TreeView | None) -> None:
        self.playback.show(None if view is None else view.tree)
        self.playback.open_part = self.expand if self.on_open is not None else None
        self.view, self.live = view, None
        self._known.clear()
        self.history.clear()

    def grow(self, grafted: Grafted, row: int) -> None:
        """Takes the tree in which a row that was left out has been recorded, and unfolds it; the rest stays as it was.

        Here, and only here, everything that names rows learns where they are now.
        """
        if self.view is None:
            return
        moved = grafted.moved
        self.view.grown(grafted)
        self._known.clear()
        self.history.moved(moved)
        self._select(None if self.selected is None else int(moved[self.selected]))
        self._tell("grown")
        self.playback.grown(grafted)
        if not self.change(lambda view: view.expand(row), row):
            self.on_change(Change(FOLDING, (row,)))

    def _open(self, row: int) -> None:
        if self.on_open is not None:
            self.on_open(row)

    def graph(self) -> nx.DiGraph:
        """The glyphs on screen, each with what it shows (see `visualizer.tree.graph`)."""
        assert self.view is not None
        dresses = (self.account.dress, *([] if self._dress is None else [self._dress]), self.playback.veil)
        self._veiled = self.playback.known(self.view)
        return build(self.view, *dresses, known=self._known)

    def dress(self, dress: Dress | None) -> None:
        """Gives glyphs other colours and words than their own; None takes that away."""
        self._dress = dress
        if self.view is not None:
            self.on_change(Change(LOOKS))

    @property
    def dressed(self) -> bool:
        """Whether glyphs have other colours than their own."""
        return self._dress is not None

    @property
    def header(self) -> str:
        """What the tree is, in one line; "" where there is none."""
        return "" if self.view is None else self.account.header(self.view, self.caption)

    def glyph(self, key: Key) -> Glyph | None:
        """The glyph with a key, where it is on screen."""
        return next((glyph for glyph in self.view.glyphs if glyph.key == key), None) if self.view is not None else None

    def tip(self, key: Key) -> str:
        """What a glyph is, in a few words; "" when it is not on screen."""
        glyph = self.glyph(key)
        if glyph is None or self.view is None:
            return ""
        return self.account.describe(self.view, glyph, not self.playback.hides(key if isinstance(key, int) else None))

    def shown(self, row: int | None) -> int | None:
        """A row, or when it is hidden its nearest ancestor on screen; None when that is outside the subtree that is
        shown.
        """
        if self.view is None or row is None or not self.view.is_inside(row):
            return None
        while row not in self.view.rows:
            row = int(self.view.tree.parent[row])
        return row

    # -- folding ------------------------------------------------------------------------------------------------------

    def change(self, change: Callable[[TreeView], object], *anchor: Key | None) -> bool:
        """Makes a change to the view; whether there was room for it.

        The first of `anchor` on screen stays where it is.
        """
        if self.view is None:
            return False
        before = self.view.folding
        try:
            change(self.view)
        except ViewFull as error:
            self.on_say(str(error))
            return False
        self.view.stay()
        if self.view.folding != before or not anchor:
            self._drop_held()
            self.on_change(Change(FOLDING, anchor))
        return True

    def expand(self, key: Key) -> None:
        """Unfolds a node, rest or stub; a node that was left out is asked for by `on_open`."""
        self.change(lambda view: view.expand(key), key, self._above(key))

    def collapse(self, key: Key) -> None:
        """Folds a node into a triangle."""
        self.change(lambda view: view.collapse(key), key, self._above(key))

    def toggle(self, key: Key) -> None:
        """Unfolds what is folded, folds what is unfolded."""
        self.change(lambda view: view.toggle(key), key, self._above(key))

    def _above(self, key: Key) -> int | None:
        assert self.view is not None
        return int(self.view.tree.parent[key]) if isinstance(key, int) else key[1]

    def click(self, key: Key) -> None:
        """What a click on a glyph does: selects; unfolds what is folded; folds what was selected and unfolded."""
        glyph = self.glyph(key)
        if glyph is None or self.view is None:
            return
        again = glyph.row == self.selected and glyph.sort == NODE
        if again:
            self.toggle(key)
        elif glyph.sort != NODE or self.view.is_folded(glyph.row):
            self.expand(key)
        self.choose(glyph.row)

    def toggle_selected(self) -> None:
        """Unfolds or folds the selected node, or the rest or stub the selection stands on."""
        if self.held:
            self._open_held()
        elif self.view is not None and self.selected is not None:
            self.toggle(row := self.selected)
            self.select(row if row in self.view.rows else int(self.view.tree.parent[row]))

    def toggle_pruned(self) -> None:
        """Shows the pruned replies to the selected node one by one, or folds them into their stub again."""
        if self.view is not None and self.selected is not None and self.view.is_cut(self.selected):
            row, last = self.selected, self.view.children(self.selected)[-1]
            if last in self.view.rows:
                self.collapse(last)
            else:
                self.change(lambda view: view.reveal(last), row)

    def _focus(self, folding: Callable[[TreeView, int], Folding]) -> None:
        """Shows another part of the tree, with the selected node in sight."""
        row = self.selected
        if row is not None and self.change(lambda view: view.take(folding(view, row))):
            self.on_change(Change(TREE))

    def fold_rest(self) -> None:
        """Folds everything but the way to the selected node and what is below it."""
        self._focus(rest_folded)

    def only_subtree(self) -> None:
        """Shows the selected node at the top."""
        self._focus(subtree)

    def whole_tree(self) -> None:
        """Shows the whole tree again, with the selected node."""
        if self.change(lambda view: view.take(view.folding._replace(root=0))) and self.selected is not None:
            self.select(self.selected)
            self.on_change(Change(TREE))

    def look_around(self, more: int = 0) -> None:
        """Shows some plies above the selected node and below it; `more` of them than the last time."""
        self.plies = max(1, self.plies + more)
        self._focus(lambda view, row: around(view, row, self.plies, self.plies))

    @property
    def kin(self) -> Kin | None:
        """What is related to the selected row; None where the tree cannot be asked."""
        if self.view is None or self.selected is None or not self.account.recorded:
            return None
        if self._kin is None or self._kin.tree is not self.view.tree or self._kin.row != self.selected:
            self._kin = Kin(self.view.tree, self.selected)
        return self._kin

    def _open_held(self) -> None:
        """Unfolds the rest or stub the selection stands on, and goes to its first node."""
        glyph = self.glyph(self.held) if self.held is not None else None
        if glyph is not None and self.view is not None:
            self.expand(glyph.key)
            if glyph.hidden[0] in self.view.rows:
                self.choose(glyph.hidden[0])

    # -- the selection ------------------------------------------------------------------------------------------------

    def select(self, row: int, reveal: bool = True) -> None:
        """Selects a row; with `reveal` the way to it is unfolded and it is brought into sight."""
        if self.view is None:
            return
        if reveal and row not in self.view.rows:
            self.change(lambda view: view.reveal(row))
        self._select(row)
        self._told(Change(SELECTION, sight=(row,) if reveal else ()), "selected")

    def choose(self, row: int) -> None:
        """Selects a row for a person, and says so."""
        self.select(row)
        if self.on_select is not None:
            self.on_select(row)

    def hold(self, key: Key) -> None:
        """Selects a node, or stands on a rest or stub: then its parent is the selected node."""
        if isinstance(key, int):
            self.choose(key)
            return
        self.choose(key[1])
        self.held = key
        self.on_change(Change(SELECTION, sight=(key,)))

    def _select(self, row: int | None) -> None:
        self.selected = self.playback.selected = row
        self.held = None

    def _drop_held(self) -> None:
        self.held = None if self.held is None or self.glyph(self.held) is None else self.held

    def walk(self, step: int) -> None:
        """To the glyph to the left or right below the same node: a sibling, or what is folded together there."""
        here = self.held if self.held is not None else self.selected
        if self.view is None or here is None or (glyph := self.glyph(here)) is None or glyph.parent is None:
            return
        siblings = [other.key for other in self.view.glyphs if other.parent == glyph.parent]
        at = siblings.index(here) + step
        if 0 <= at < len(siblings):
            self.hold(siblings[at])

    def up(self) -> None:
        """To the node above."""
        if self.view is None or self.selected is None:
            return
        if self.held is not None:
            self.choose(self.selected)
        elif self.selected != self.view.root:
            self.choose(int(self.view.tree.parent[self.selected]))

    def down(self) -> None:
        """To the best child, which is unfolded when needed; from a rest or stub to the first node folded into it."""
        if self.view is None or self.selected is None:
            return
        if self.held is not None:
            self._open_held()
            return
        if self.view.is_folded(self.selected):
            self.expand(self.selected)
        best = self.view.best_child(self.selected)
        if best is not None:
            self.choose(best)

    # -- following ----------------------------------------------------------------------------------------------------

    def pick(self, row: int) -> None:
        """A row was pointed at in the overview: the playback goes there; without one it is selected."""
        if self.playback.is_open:
            self.playback.to_row(row)
            return
        self._follow(row, (row,), row)
        if self.on_select is not None:
            self.on_select(row)

    def _follow_playback(self) -> None:
        """Brings the node of a moment on screen; after the last one what is unfolded stays."""
        moment, row = self.playback.moment, self.playback.shown_row()
        if moment is not None and row is not None:
            *way, last = self.playback.path()
            family = self.view.children(way[-1]) if way and self.view is not None else []
            self._follow(row, (*way, *family, last), moment.row)  # a whole family in sight: the picture seldom moves
        elif self.view is not None:
            self.view.stay()
            self.on_change(Change(LOOKS))

    def _follow(self, row: int, way: tuple[int, ...], selected: int) -> None:
        """Unfolds the way to a row, with what was unfolded for the last one folded again; the nearest ancestor in
        sight stays.
        """
        assert self.view is not None
        anchor = self.shown(row)
        changed = self.view.follow(row)
        self._select(selected)
        if changed:
            self.on_change(Change(FOLDING, (anchor,), way))
        else:
            known = self.playback.known(self.view) == self._veiled
            self.on_change(Change(SELECTION if known else LOOKS, sight=way))

    # -- who is told --------------------------------------------------------------------------------------------------

    def _told(self, change: Change, what: str) -> None:
        self.on_change(change)
        self._tell(what)

    def _tell(self, what: str) -> None:
        for companion in self.companions if self.live is None else ():
            getattr(companion, what)()

    def painted(self) -> None:
        """The picture was drawn anew."""
        self._tell("painted")
