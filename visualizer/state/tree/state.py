"""TreeState: everything that is shown of a tree, as one frozen record, and what panes ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import networkx as nx
import numpy as np

from c4.session.events import Asked, SearchResult
from c4.tree.explain import cut_in_short, reason
from c4.tree.replay import Partial, SoFar
from c4.tree.searchtree import SearchTree
from visualizer.state.tree.glyphs import Sides, build_graph, glyph_text, header_text, ply_name
from visualizer.state.tree.playback import SIDES, Playback
from visualizer.state.tree.sampled import leader_text
from visualizer.state.tree.view import Glyph, GlyphData, Key, TreeView

EMPTY = "Play a move to record a search"

CLOSED = Playback()
"""No search is played back."""


class Change(NamedTuple):
    """A change of what is shown.

    what    "tree": another tree; "expanded": a part of it has been searched again; "folding": what is unfolded;
            "fit": the same, and all is laid out anew; "fitted": a picture has chosen what to unfold at first;
            "selection": what is selected or marked; "style": how glyphs are drawn
    anchor  keys: the first of them that is on screen before and after stays where it is
    reveal  keys to bring into sight, as many as fit, the last before all others
    refit   whether all of it is laid out and fitted anew, unless you have zoomed or panned
    moved   of "expanded": the new row of each old row, int32 (old rows,)
    """

    what: Literal["tree", "expanded", "folding", "fit", "fitted", "selection", "style"]
    anchor: tuple[Key | None, ...] = ()
    reveal: tuple[Key, ...] = ()
    refit: bool = False
    moved: np.ndarray | None = None


class Related(NamedTuple):
    """Other rows that have to do with a row: those with the same position, and the one whose value is the bound that
    decided here.
    """

    transpositions: list[int]
    bound_setter: int | None


class Found(NamedTuple):
    """What was looked for, and the rows that match, in order; None where the query makes no sense."""

    query: str
    rows: np.ndarray | None


@dataclass(frozen=True, eq=False)
class CardSubject:
    """The node that the card is about.

    so_far      what a playback, or a running search, knows of it while that is not all
    live        whether its search is running
    event       the event of the playback at which this was so; None without a playback
    """

    tree: SearchTree
    row: int
    so_far: SoFar | None = None
    live: bool = False
    event: int | None = None


class Remark(NamedTuple):
    """A sentence about why a row has its value.

    subject     the tree, by its `id`, and the row, for which it is only found once
    players     what the two players are called in it
    words       "" while it is looked for, and where there is nothing to say
    """

    subject: tuple[int, int]
    players: tuple[str, str]
    words: str = ""


@dataclass(frozen=True, eq=False)
class TreeState:
    """What is shown of a tree.  `TreeModel` replaces it at every change.

    number      how many changes there have been
    changes     the last of them with their numbers: a picture that waited applies all that it missed
    view        the tree and what is unfolded of it; None where there is no tree
    about       the search that the tree belongs to; None where none is known
    live        the running search, if it is the one that is shown
    selected    the selected row
    chosen      the row that you chose last; None until you choose one
    card        the node that the card is about
    bookmarks   the rows that you have marked
    found       what you looked for
    matches     the rows that are not dimmed, in order; None for all
    playback    the playback of the search
    caption     whose point of view the tree has
    sides       word and colour of MAX's discs and of MIN's; None where no player has them
    empty       what is shown in place of a tree
    animate     whether glyphs that make way for others move there slowly enough to follow
    overview    whether the code that draws the overview has been loaded
    message     a sentence for you; "" for none
    remark      why the value on the card is as it is
    """

    number: int = 0
    changes: tuple[tuple[int, Change], ...] = ()
    view: TreeView | None = None
    about: SearchResult | Asked | None = None
    live: Partial | None = None
    selected: int | None = None
    chosen: int | None = None
    card: CardSubject | None = None
    bookmarks: frozenset[int] = frozenset()
    found: Found | None = None
    matches: np.ndarray | None = None
    playback: Playback = CLOSED
    caption: str = ""
    sides: Sides | None = None
    empty: str = EMPTY
    animate: bool = False
    overview: bool = True
    message: str = ""
    remark: Remark | None = None

    @property
    def tree(self) -> SearchTree | None:
        """The tree that is shown."""
        return None if self.view is None else self.view.tree

    @property
    def search(self) -> SearchResult | None:
        """The complete search that is shown; None while a running one is."""
        return self.about if isinstance(self.about, SearchResult) else None

    @property
    def replaying(self) -> bool:
        """Whether the search is being played back."""
        return self.playback.is_open

    def changes_since(self, number: int) -> tuple[Change, ...]:
        """The changes after the one with that number; another tree where too many have been missed."""
        missed = tuple(change for at, change in self.changes if at > number)
        if len(missed) < self.number - number:
            return (Change("tree"),)
        return missed

    # -- words --------------------------------------------------------------------------------------------------------

    @cached_property
    def header(self) -> str:
        """What the tree is, in one line; "" without one."""
        if self.view is None:
            return ""
        then = self.playback.header()
        if then:
            return " · ".join(filter(None, (then, self.caption)))
        counts = self.playback.so_far_counts
        seen = self.view.pruned_in_sight() if self.live is None and counts is None else None
        return header_text(self.view.tree, self.caption, seen, counts, self.live is not None)

    @cached_property
    def why(self) -> str:
        """The cutoff at the selected node in words, or the first one whose pruned replies are on screen."""
        view = self.view
        if view is None or self.live is not None or self.playback.is_open:
            return ""
        tree = view.tree
        sides = self.side_names
        if tree.simulations is not None:
            return leader_text(tree, self.selected, sides)
        if self.selected is not None:
            text = cut_in_short(tree, self.selected, sides)
            if text:
                return text
        cut = sorted(filter(view.is_cut, view.rows), key=lambda row: (view.is_folded(row), tree.ply[row], row))
        for row in cut:
            text = cut_in_short(tree, row, sides)
            if text:
                return f"For example: {text}"
        return ""

    @property
    def side_names(self) -> tuple[str, str]:
        """What MAX and MIN are called."""
        return SIDES if self.sides is None else (self.sides[0][0], self.sides[1][0])

    def ply_name(self, ply: int) -> str:
        """Whose move it is on a ply."""
        assert self.view is not None
        return ply_name(self.view.tree, ply, self.sides)

    def tip(self, key: Key) -> str:
        """What the glyph with that key is, in a few words; "" when it is not on screen."""
        glyph = self.glyph(key)
        if glyph is None or self.view is None:
            return ""
        return glyph_text(self.view, glyph, known=not isinstance(key, int) or not self.playback.hides(key))

    # -- glyphs and rows ----------------------------------------------------------------------------------------------

    def graph(self) -> nx.DiGraph:
        """The glyphs on screen, each with what it shows (see `visualizer.state.tree.glyphs.build_graph`)."""
        assert self.view is not None
        return build_graph(self.view, self.playback.style, self._dim)

    def _dim(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a glyph shows while the tree is filtered."""
        if self.matches is None:
            return data
        rows = glyph.hidden or (glyph.row,)
        hides = bool(glyph.hidden) or view.is_folded(glyph.row)
        for row in rows:
            end = row + (int(view.tree.size[row]) if hides else 1)
            first, after = np.searchsorted(self.matches, (row, end))
            if first != after:
                return data
        return data._replace(dim=True)

    def hides(self, key: Key) -> bool:
        """Whether the value of a glyph is hidden, because a playback does not know it yet."""
        return self.playback.hides(key)

    def glyph(self, key: Key) -> Glyph | None:
        """The glyph with a key, if it is on screen."""
        if self.view is None:
            return None
        return next((glyph for glyph in self.view.glyphs if glyph.key == key), None)

    def visible_row(self, row: int | None) -> int | None:
        """A row, or its nearest ancestor on screen."""
        if self.view is None or row is None:
            return None
        while row not in self.view.rows:
            row = int(self.view.tree.parent[row])
        return row

    @cached_property
    def related(self) -> Related:
        """The rows that are related to the selected one."""
        if self.view is None or self.selected is None:
            return Related([], None)
        tree = self.view.tree
        limit = reason(tree, self.selected).limit
        return Related(tree.visits(self.selected), None if limit is None else limit.holder)

    def found_place(self) -> str:
        """Where the selected row is among what was found: "12 of 340", or how many there are."""
        if self.found is None:
            return ""
        rows = self.found.rows
        if rows is None:
            return "?"
        if not len(rows):
            return "nothing found"
        place = len(rows) if self.selected is None else int(np.searchsorted(rows, self.selected))
        if place < len(rows) and rows[place] == self.selected:
            return f"{place + 1:,} of {len(rows):,}"
        return f"{len(rows):,} found"
