"""TreeModel: what a tree pane shows, without a window: what is unfolded and selected, what each glyph shows, what is
played back, and the views to go back to.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NamedTuple

import networkx as nx
import numpy as np

from c4.tree.explain import cut_in_short, reason
from c4.tree.replay import Partial
from c4.tree.searchtree import Grafted, SearchTree
from visualizer.tree.glyphs import Cache, GlyphData, Sides, build_graph, glyph_text, header_text, ply_name
from visualizer.tree.playback import Playback
from visualizer.tree.view import NODE, Folding, Glyph, Key, TreeView, ViewFull
from visualizer.tree.viewport import Viewport

EMPTY = "Play a move to record a search"

HISTORY = 200
"""View states to go back to, at most."""


class Change(NamedTuple):
    """A change of what is shown.

    what    another tree, a part of it that has been searched again, what is unfolded, what is selected, or how glyphs
            are drawn
    anchor  keys: the first of them that is on screen before and after stays where it is
    reveal  keys to bring into sight, as many as fit, the last before all others
    refit   whether all of it is laid out and fitted anew, unless you have zoomed or panned
    """

    what: Literal["tree", "expanded", "folding", "selection", "style"]
    anchor: tuple[Key | None, ...] = ()
    reveal: tuple[Key, ...] = ()
    refit: bool = False


class Related(NamedTuple):
    """Other rows that have to do with a row: those with the same position, and the one whose value is the bound that
    decided here.
    """

    transpositions: list[int]
    bound_setter: int | None


class ViewState(NamedTuple):
    """What was unfolded and selected, and the viewport; `fitted` if it had not been zoomed or panned, `size` of the
    canvas in pixels, `places` of the glyphs in the layout.
    """

    folding: Folding
    selected: int | None
    viewport: Viewport
    fitted: bool
    size: tuple[int, int]
    places: dict[Key, tuple[float, float]] = {}

    def same(self, other: ViewState) -> bool:
        """Whether both look the same; a fitted one stays itself when the window changes its size."""
        if (self.folding, self.selected) != (other.folding, other.selected):
            return False
        return self.viewport == other.viewport or (self.fitted and other.fitted and self.size != other.size)


class History:
    """The view states of one tree, in order."""

    def __init__(self) -> None:
        self._states: list[ViewState] = []
        self._at = -1

    def clear(self) -> None:
        """Starts a new history."""
        self._states, self._at = [], -1

    def record(self, state: ViewState | None) -> None:
        """Adds a state if it is new, and drops those ahead of the current one."""
        if state is not None and not (self._states and state.same(self._states[self._at])):
            self._states = [*self._states[: self._at + 1], state][-HISTORY:]
            self._at = len(self._states) - 1

    def can_go_back(self, now: ViewState | None) -> bool:
        """Whether there is an earlier state than the present one, `now`."""
        return self._at > 0 or (self._at == 0 and now is not None and not now.same(self._states[0]))

    @property
    def can_go_forward(self) -> bool:
        """Whether you have gone back from a later state."""
        return self._at + 1 < len(self._states)

    def go(self, by: int) -> ViewState | None:
        """The state so many places further, if there is one."""
        if not 0 <= self._at + by < len(self._states):
            return None
        self._at += by
        return self._states[self._at]

    def graft(self, moved: np.ndarray) -> None:
        """Renumbers all rows (see `SearchTree.graft`)."""
        self._states = [
            state._replace(
                folding=state.folding.moved(moved),
                selected=None if state.selected is None else int(moved[state.selected]),
                places={},
            )
            for state in self._states
        ]


class TreeModel:
    """What a pane shows of a tree.

    on_select(row)      the user has chosen a node
    on_open(row)        a node is wanted whose children were left out: record it and pass the graft to `graft`
    on_change(change)   something has to be drawn again
    on_message(text)    a sentence for the user; "" removes it
    listeners           called with a change after `on_change`, but not while a running search is shown
    """

    has_legend = True
    """Whether a legend is shown under the tree."""

    def __init__(
        self, on_select: Callable[[int], object] | None = None, on_open: Callable[[int], object] | None = None
    ) -> None:
        self.on_select, self.on_open = on_select, on_open
        self.on_change: Callable[[Change], object] = lambda change: None
        self.on_message: Callable[[str], object] = lambda text: None
        self.listeners: list[Callable[[Change], object]] = []
        self.view: TreeView | None = None
        self.selected: int | None = None
        self.caption, self.empty = "", EMPTY
        """Whose point of view the tree has; what is shown in place of a tree."""
        self.sides: Sides | None = None
        """Word and colour of MAX's discs and of MIN's; None where no player has them."""
        self.bookmarks: set[int] = set()
        """The rows that you have marked."""
        self.history = History()
        self.playback = Playback(self)
        self.live: Partial | None = None
        """The running search that is shown."""
        self.matches: np.ndarray | None = None
        """The rows that are not dimmed, in order; None for all."""
        self._cache: Cache = {}
        self._related: tuple[SearchTree, int, Related] | None = None
        self._drawn: tuple[object, ...] = ()  # what the playback knew in the last graph

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, tree: SearchTree, focus: int = 0, caption: str = "") -> None:
        """Shows a tree, folded to what matters and to the row `focus`, which is selected; `caption` says whose point
        of view it has.
        """
        self._set_view(TreeView(tree, focus), focus)
        self.caption = caption
        self._notify(Change("tree"))

    def show_live(self, part: Partial, caption: str) -> None:
        """Shows the tree of a running search, unfolded to where it is.  Listeners hear of no tree until it ends."""
        if self.live is None:
            self.show_nothing("")
        self.live, self.caption, self._cache = part, caption, {}
        self.view = TreeView(part.tree)
        here = part.open[-1] if part.open else 0
        with suppress(ViewFull):
            self.view.reveal(here)
        self.selected = self.selected if self.selected is not None and self.selected < len(part.tree) else 0
        self._notify(Change("tree", reveal=(here, *self.view.children(here))))

    def show_nothing(self, text: str = EMPTY) -> None:
        """Shows no tree; the text says what to do next."""
        self._set_view(None, None)
        self.empty = text
        self._notify(Change("tree"))

    def _set_view(self, view: TreeView | None, selected: int | None) -> None:
        self.playback.close()
        self.view, self.live, self.selected, self.matches = view, None, selected, None
        self._cache.clear()
        self.bookmarks.clear()
        self.history.clear()

    def graft(self, grafted: Grafted, row: int) -> None:
        """Takes the tree in which a left-out row has been recorded, and unfolds that row.  Ends a playback; the rest
        stays as it was.

        This is the only place where rows are renumbered.
        """
        if self.view is None:
            return
        self.playback.close()
        self.matches = None
        self.view.graft(grafted)
        self._cache.clear()
        self.history.graft(grafted.moved)
        self.bookmarks = set(grafted.moved[list(self.bookmarks)].tolist())
        self.selected = None if self.selected is None else int(grafted.moved[self.selected])
        self._notify(Change("expanded"))
        if not self.change(lambda view: view.expand(row), row):
            self._notify(Change("folding", (row,)))

    def filter(self, matches: np.ndarray | None) -> None:
        """Dims what is neither one of these rows nor hides one; None dims nothing."""
        if matches is not self.matches:
            self.matches = matches
            self._notify(Change("style"))

    def _dim(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a glyph shows while the tree is filtered."""
        if self.matches is None:
            return data
        rows, hides = glyph.hidden or (glyph.row,), bool(glyph.hidden) or view.is_folded(glyph.row)
        ends = [(row, row + (int(view.tree.size[row]) if hides else 1)) for row in rows]
        return data._replace(dim=not any(np.diff(np.searchsorted(self.matches, end))[0] for end in ends))

    def _notify(self, change: Change) -> None:
        self.on_change(change)
        for listener in self.listeners if self.live is None else ():
            listener(change)

    # -- how it is drawn and described --------------------------------------------------------------------------------

    def graph(self) -> nx.DiGraph:
        """The glyphs on screen, each with what it shows (see `visualizer.tree.glyphs.build_graph`)."""
        assert self.view is not None
        self._drawn = self.playback.known(self.view)
        return build_graph(self.view, self.playback.style, self._dim, cache=self._cache)

    def header(self) -> str:
        """What the tree is, in one line; "" without one."""
        if self.view is None:
            return ""
        counts = self.playback.so_far_counts
        seen = self.view.pruned_in_sight() if self.live is None and counts is None else None
        return header_text(self.view.tree, self.caption, seen, counts, self.live is not None)

    def ply_name(self, ply: int) -> str:
        """Whose move it is on a ply."""
        assert self.view is not None
        return ply_name(self.view.tree, ply, self.sides)

    def why(self) -> str:
        """The cutoff at the selected node in words, or the first one whose pruned replies are on screen."""
        if self.view is None or self.live is not None or self.playback.is_open:
            return ""
        tree, view = self.view.tree, self.view
        rows = [] if self.selected is None else [self.selected]
        rows += sorted(filter(view.is_cut, view.rows), key=lambda row: (view.is_folded(row), tree.ply[row], row))
        sides = ("MAX", "MIN") if self.sides is None else (self.sides[0][0], self.sides[1][0])
        row, text = next(((row, text) for row in rows if (text := cut_in_short(tree, row, sides))), (None, ""))
        return f"For example: {text}" if text and row != self.selected else text

    def tip(self, key: Key) -> str:
        """What the glyph with that key is, in a few words; "" when it is not on screen."""
        glyph = self.glyph(key)
        if glyph is None or self.view is None:
            return ""
        return glyph_text(self.view, glyph, known=not isinstance(key, int) or not self.playback.hides(key))

    def glyph(self, key: Key) -> Glyph | None:
        """The glyph with a key, if it is on screen."""
        return next((glyph for glyph in self.view.glyphs if glyph.key == key), None) if self.view is not None else None

    def visible_row(self, row: int | None) -> int | None:
        """A row, or its nearest ancestor on screen."""
        if self.view is None or row is None:
            return None
        while row not in self.view.rows:
            row = int(self.view.tree.parent[row])
        return row

    def related(self) -> Related:
        """The rows that are related to the selected one."""
        if self.view is None or self.selected is None:
            return Related([], None)
        tree, row = self.view.tree, self.selected
        if self._related is None or self._related[0] is not tree or self._related[1] != row:
            limit = reason(tree, row).limit
            self._related = tree, row, Related(tree.visits(row), None if limit is None else limit.holder)
        return self._related[2]

    # -- folding ------------------------------------------------------------------------------------------------------

    def change(self, change: Callable[[TreeView], object], *anchor: Key | None) -> bool:
        """Makes a change to the view and returns whether there was space for it.

        The first of `anchor` on screen stays where it is.
        """
        if self.view is None:
            return False
        before = self.view.folding
        try:
            change(self.view)
        except ViewFull as error:
            self.on_message(str(error))
            return False
        self.view.pin()
        if self.view.folding != before or not anchor:
            self._notify(Change("folding", anchor))
        return True

    def _change_at(self, key: Key, change: Callable[[TreeView], object]) -> None:
        """Makes a change at a glyph, which stays where it is, or else its parent."""
        assert self.view is not None
        self.change(change, key, int(self.view.tree.parent[key]) if isinstance(key, int) else key[1])

    def expand(self, key: Key) -> None:
        """Unfolds a node, rest or stub; for a node that was left out, calls `on_open`."""
        if self.view is not None and isinstance(key, int) and self.view.is_left_out(key):
            if self.on_open is not None:
                self.on_open(key)
            return
        self._change_at(key, lambda view: view.expand(key))

    def collapse(self, key: Key) -> None:
        """Folds a node."""
        self._change_at(key, lambda view: view.collapse(key))

    def toggle(self, key: Key) -> None:
        """Unfolds what is folded, folds what is unfolded."""
        if self.view is not None and isinstance(key, int) and self.view.is_left_out(key):
            self.expand(key)
        else:
            self._change_at(key, lambda view: view.toggle(key))

    def click(self, key: Key) -> None:
        """What a click on a glyph does: selects; unfolds what is folded; folds what was selected and unfolded."""
        glyph = self.glyph(key)
        if glyph is None or self.view is None:
            return
        if glyph.row == self.selected and glyph.sort == NODE:
            self.toggle(key)
        elif glyph.sort != NODE or self.view.is_folded(glyph.row):
            self.expand(key)
        self.choose(glyph.row)

    def toggle_selected(self) -> None:
        """Unfolds or folds the selected node."""
        if self.view is not None and self.selected is not None:
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

    def one_ply_more(self) -> None:
        """Unfolds one more ply along the principal variation."""
        if self.change(lambda view: view.one_ply_more()):
            self._notify(Change("tree"))

    def best_line(self) -> None:
        """Unfolds the whole principal variation."""
        if self.change(lambda view: view.unfold_line(0)):
            self._notify(Change("tree"))

    def fold_others(self) -> None:
        """Folds everything but the path to the selected node and what is below it."""
        row = self.selected
        if row is not None and self.change(lambda view: view.apply(view.fold_others(row))):
            self._notify(Change("tree"))

    # -- the selection ------------------------------------------------------------------------------------------------

    def select(self, row: int, reveal: bool = True) -> None:
        """Selects a row; with `reveal` the path to it is unfolded and scrolled into view."""
        if self.view is None:
            return
        if reveal and row not in self.view.rows:
            self.change(lambda view: view.reveal(row))
        self.selected = row
        self._notify(Change("selection", reveal=(row,) if reveal else ()))

    def choose(self, row: int) -> None:
        """Selects a row for the user, and reports it."""
        self.select(row)
        if self.on_select is not None:
            self.on_select(row)

    def bookmark(self) -> None:
        """Marks the selected node, or removes its mark."""
        if self.selected is not None:
            self.bookmarks ^= {self.selected}
            self._notify(Change("selection"))

    def to_bookmark(self, step: int) -> None:
        """Selects the next marked node (step 1) or the one before (-1) in the order of the search, and round."""
        here = -1 if self.selected is None else self.selected
        ahead = sorted(self.bookmarks, key=lambda row: ((row - here) * step <= 0, row * step))
        if ahead:
            self.choose(ahead[0])

    def walk(self, step: int) -> None:
        """Selects the sibling to the left (-1) or right (1)."""
        if self.view is None or self.selected is None or (here := self.glyph(self.selected)) is None:
            return
        siblings = [glyph.row for glyph in self.view.glyphs if glyph.parent == here.parent and glyph.sort == NODE]
        at = siblings.index(here.row) + step
        if 0 <= at < len(siblings):
            self.choose(siblings[at])

    def up(self) -> None:
        """Selects the parent."""
        if self.view is not None and self.selected:
            self.choose(int(self.view.tree.parent[self.selected]))

    def down(self) -> None:
        """Selects the best child, and unfolds the node if needed."""
        if self.view is None or self.selected is None:
            return
        if self.view.is_folded(self.selected):
            self.expand(self.selected)
        best = self.view.best_child(self.selected)
        if best is not None:
            self.choose(best)

    # -- following ----------------------------------------------------------------------------------------------------

    def pick(self, row: int) -> None:
        """The user points at a row in the overview: the playback goes there, or without one the selection."""
        if self.playback.is_open:
            self.playback.to_row(row)
            return
        self._follow(row, (row,), row)
        if self.on_select is not None:
            self.on_select(row)

    def follow_playback(self, before: Folding | None = None) -> None:
        """Brings the node of the playback's moment on screen; once it is closed, all that was unfolded `before` it, and
        the selected node.
        """
        moment, row = self.playback.moment, self.playback.visible_row()
        if moment is not None and row is not None:
            *path, last = self.playback.path()
            family = self.view.children(path[-1]) if path and self.view is not None else []
            self._follow(row, (*path, *family, last, row), moment.row)  # with all siblings the picture rarely moves
        elif self.view is not None and before is not None:
            self.view.pin()
            self.view.folding = before
            with suppress(ViewFull):
                self.view.reveal(self.selected or 0)
            self._notify(Change("folding", reveal=(self.selected or 0,), refit=True))

    def _follow(self, row: int, reveal: tuple[int, ...], selected: int) -> None:
        """Unfolds the path to a row and folds what was unfolded for the last one; the nearest ancestor in sight stays."""
        assert self.view is not None
        anchor = self.visible_row(row)
        changed = self.view.follow(row)
        self.selected = selected
        if changed:
            self._notify(Change("folding", (anchor,), reveal, self.playback.is_open))
        else:
            drawn = self.playback.known(self.view) == self._drawn
            self._notify(Change("selection" if drawn else "style", reveal=reveal))
