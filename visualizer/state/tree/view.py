"""TreeView: which part of a recorded search is unfolded on screen.

A view opens on what matters: the replies to the root, the replies to the best of them, and what refutes the others.

    root ─┬─ 4  the best reply ─┬─ all replies to it, folded
          ├─ 3  another one ─┬─ its searched replies up to the one that refutes it, folded
          │                  └─ stub: its pruned replies, folded into one glyph
          └─ 5  ...

What is on screen is a list of glyphs.  A glyph's key is the row for a node, and ("stub", row) for the pruned replies to a
row that are folded into one.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import NamedTuple

import numpy as np

from c4.errors import C4Error
from c4.game.values import EXACT
from c4.text import pluralise
from c4.tree.searchtree import NO_MOVE, PRUNED, Grafted, SearchTree
from visualizer.state.tree.wording import Label

MAX_GLYPHS = 1500
"""Glyphs on screen at most: more can neither be told apart nor drawn at once."""

NODE = "node"
STUB = "stub"

Key = int | tuple[str, int]


class ViewFull(C4Error):
    """Unfolding this would put more than MAX_GLYPHS glyphs on screen."""


class Folding(NamedTuple):
    """What is unfolded.

    full        rows that show all their searched children
    examples    rows that show them until another cut is unfolded
    stubs       rows whose children that were not searched are shown one by one
    top         the row at the top, of which only the subtree is shown; 0 for the whole tree
    """

    full: frozenset[int] = frozenset()
    examples: frozenset[int] = frozenset()
    stubs: frozenset[int] = frozenset()
    top: int = 0

    def moved(self, moved: np.ndarray) -> Folding:
        """The same after rows have moved; `moved` is where each is now (see `SearchTree.graft`)."""
        full, examples, stubs = (frozenset(moved[list(rows)].tolist()) for rows in self[:3])
        return Folding(full, examples, stubs, int(moved[self.top]))


class Glyph(NamedTuple):
    """One thing on screen.

    key     the row for a node, (STUB, row) for the replies to that row that were not searched
    parent  key of the glyph above; None for the one at the top
    row     the node's row; the parent's for a stub
    sort    NODE or STUB
    hidden  rows of the children that a stub stands for
    """

    key: Key
    parent: int | None
    row: int
    sort: str
    hidden: tuple[int, ...] = ()


SQUARE = "square"
CIRCLE = "circle"
UNTRIED = "untried"
SHEETS = "sheets"
SHEET = "sheet"
"""Shapes: a node of MAX, of MIN; replies that no simulation has tried; several pruned replies; one pruned reply."""


class Why(NamedTuple):
    """Why a node was cut.

    texts   the longest wording first: its value beside the end of its window, "−13 ≤ α = −2", or that end alone, "α = −2"
    holder  the node whose value set that end, or its nearest ancestor on screen; None where there is none
    source  the column of that node, "α from column 3", if it is on screen itself; "" otherwise
    """

    texts: tuple[str, ...]
    holder: int | None
    source: str


class GlyphData(NamedTuple):
    """What there is to draw of a glyph.

    row         its row; of a stub the parent's
    ply         moves from the root of the search
    shape       SQUARE, CIRCLE, UNTRIED, SHEETS or SHEET
    by_max      whether MAX made the move that led to it
    principal   whether it belongs to the principal variation
    folded      whether it is a node that hides its children
    searched    how many of the replies that it hides were searched; 0 for no number
    pruned      how many pruned replies are noted below it; 0 for no note
    pruned_inside   how many replies were pruned in all that it hides; 0 where that is not known
    why         why it was cut, if the end of the window is neither the root's value nor that of an example; None otherwise
    fold_size   the width of its triangle, 1 for an ordinary one
    label       what is written in it and below it, as `spell` gets it
    value       written in it, as text; "" for none
    detail      a second line in it; "" for none
    short       what is written in it instead of both lines where there is little room: "≤W3" for "no Red win before ply 3"; ""
                for no other wording
    reserve     the widest value that it has to have room for, if that is not its own; "" otherwise
    nodes       how many nodes it stands for; of a stub, how many pruned ones
    note        a word below it, on how it got its value; "" for none
    column      on the edge above it: the column played; "" for none
    columns     of sheets: the columns of the replies for which they stand, ("columns", "6, 1, 7"); none of anything else
    window      alpha and beta, written below it; "" for none
    effort      how much of the search went through it, 0 to 1, as the width of the edge above it; None for an
                ordinary edge
    tells_ply   whether `detail` says on which ply a game is won
    dashed      whether its outline is dashed: its children were left out by the row budget
    invisible   whether it has a place but is not drawn, because a playback has not reached it yet
    dim         whether it does not match the filter
    ghost       whether it is dashed with the edge above it: only one of two compared searches has it, or an exercise
                says that it is pruned
    cut_off     whether the edge above it has the bar of a cut, although it is drawn
    """

    row: int
    ply: int
    shape: str
    by_max: bool = True
    principal: bool = False
    folded: bool = False
    searched: int = 0
    pruned: int = 0
    pruned_inside: int = 0
    why: Why | None = None
    fold_size: float = 1.0
    label: Label = Label()
    value: str = ""
    detail: str = ""
    short: str = ""
    reserve: str = ""
    nodes: int = 1
    note: str = ""
    column: str = ""
    columns: tuple[str, ...] = ()
    window: str = ""
    effort: float | None = None
    tells_ply: bool = False
    dashed: bool = False
    invisible: bool = False
    dim: bool = False
    ghost: bool = False
    cut_off: bool = False

    @property
    def never_searched(self) -> bool:
        """Whether it was pruned: the edge to it is cut."""
        return self.shape in (SHEET, SHEETS)


def is_tie(tree: SearchTree, row: int) -> bool:
    """Whether a node was cut because its value is equal to the bound."""
    return int(tree.value[row]) in (int(tree.alpha[row]), int(tree.beta[row]))


class TreeView:
    """The unfolded part of a tree.  `focus` is a row to unfold to, with its replies, if the first view does not show it."""

    def __init__(self, tree: SearchTree, focus: int = 0, max_glyphs: int = MAX_GLYPHS) -> None:
        self.tree = tree
        self.max_glyphs = max_glyphs
        self._folding = Folding()
        self._clear_caches()
        foldings = self.first_foldings()
        self.folding = foldings[-1]
        if focus and focus not in self.rows:
            self.reveal(focus)
            self.unfold_line(focus, 1)
        else:  # every first view has it, so that the picture can choose one
            self.folding = foldings[0]

    def first_foldings(self) -> list[Folding]:
        """The foldings to try for a new view, largest first: with what refutes every weaker reply, one of them, none, as far as
        it shows its reason.

        The one is a reply that was cut because its value is worse than the bound, see `example_rank`.
        """
        line = [row for row in self.tree.principal_variation()[:2] if self.children(row)]
        others = [child for child in self.children(0) if child not in line and self.searched_children(child)]
        others = list(filter(self.is_cut, others)) or others
        others = sorted(filter(self._shows_its_reason, others), key=self.example_rank)
        sizes = dict.fromkeys((len(others), min(len(others), 1), 0))
        return [Folding(frozenset(line), frozenset(others[:most])) for most in sizes]

    def _shows_its_reason(self, row: int) -> bool:
        """Whether the reply that decides the value of a row is exact.  Where it is a bound, the replies do not show why: that
        is folded below them.
        """
        decides = self.best_child(row)
        return decides is None or int(self.tree.bound[decides]) == EXACT

    def example_rank(self, row: int) -> tuple[bool, int, int, int]:
        """How good an example a node that was cut is, the best ones first: strict cuts near the root, refuted soon, and at
        the root as far from the best reply as possible, because the edges of a near one would run over discs beside it.
        """
        tree = self.tree
        parent = max(int(tree.parent[row]), 0)
        siblings = self.children(parent)
        best = self.best_child(parent)
        far = 0 if best is None or parent else abs(siblings.index(row) - siblings.index(best))
        return is_tie(tree, row), int(tree.ply[row]), len(self.searched_children(row)), -far

    def copy(self) -> TreeView:
        """A view of the same tree that can be changed, while this one stays as it is."""
        return copy(self)

    def _clear_caches(self) -> None:
        self.glyph_data: dict[tuple[Glyph, bool], GlyphData] = {}
        """What glyphs of this tree show, by glyph and whether it is folded; `build_graph` fills it."""
        self._children: dict[int, list[int]] = {}
        self._best_children: dict[int, int | None] = {}
        self._glyphs: list[Glyph] | None = None
        self._rows: set[int] | None = None
        self._pinned: Folding | None = None  # what was unfolded before `follow`
        self.__dict__.pop("principal_variation", None)

    # -- what is on screen --------------------------------------------------------------------------------------------

    @property
    def glyphs(self) -> list[Glyph]:
        """Everything on screen, parents before their children, siblings in the order of the search."""
        if self._glyphs is None:
            self._glyphs = self._walk(self._folding)
        return self._glyphs

    @property
    def rows(self) -> set[int]:
        """Rows that are drawn as nodes of their own."""
        if self._rows is None:
            self._rows = {glyph.row for glyph in self.glyphs if glyph.sort == NODE}
        return self._rows

    @property
    def top(self) -> int:
        """The row at the top: 0 while the whole tree is shown."""
        return self._folding.top

    @property
    def folding(self) -> Folding:
        """What is unfolded.  You can set it again later."""
        return self._folding

    @folding.setter
    def folding(self, folding: Folding) -> None:
        self._folding = folding
        self._glyphs = None
        self._rows = None

    @cached_property
    def principal_variation(self) -> frozenset[int]:
        """Rows of the principal variation."""
        return frozenset(self.tree.principal_variation())

    def children(self, row: int) -> list[int]:
        """The tree's children of a row, cached."""
        if row not in self._children:
            self._children[row] = self.tree.children(row)
        return self._children[row]

    def searched_children(self, row: int) -> list[int]:
        """The children of a row that were searched."""
        return [child for child in self.children(row) if not self.is_unsearched(child)]

    def searched_replies(self, row: int) -> int:
        """How many replies to a row were searched."""
        return self.count_replies(self.searched_children(row))

    def count_replies(self, rows: list[int]) -> int:
        """How many replies some rows are: one that an engine searched again counts once, and a pass is none."""
        return len({int(self.tree.move[row]) for row in rows} - {NO_MOVE})

    def best_child(self, row: int) -> int | None:
        """The tree's best child of a row, cached."""
        if row not in self._best_children:
            self._best_children[row] = self.tree.best_child(row)
        return self._best_children[row]

    def is_unsearched(self, row: int) -> bool:
        """Whether a row is a reply that the search did not visit: a pruned one, or an unvisited one of simulations."""
        return not self.tree.was_searched[row]

    def is_left_out(self, row: int) -> bool:
        """Whether the row budget left out the children of a row."""
        return int(self.tree.left_out[row]) > 0

    def is_folded(self, row: int) -> bool:
        """Whether a row has children, recorded or not, and shows none."""
        return not self.is_expanded(row) and (bool(self.children(row)) or self.is_left_out(row))

    def is_expanded(self, row: int) -> bool:
        """Whether a row shows every searched child."""
        return row in self._folding.full or row in self._folding.examples

    def is_cut(self, row: int) -> bool:
        """Whether a row has pruned children.  They are the last ones: a cutoff skips what is still to come."""
        children = self.children(row)
        return bool(children) and int(self.tree.kind[children[-1]]) == PRUNED

    def pruned_below(self, row: int) -> int:
        """How many replies to a row were pruned."""
        return len(self.children(row)) - len(self.searched_children(row))

    def node_count(self, glyph: Glyph) -> int:
        """Nodes searched in what a glyph stands for; of a stub, or of a pruned node, the number of pruned nodes."""
        if glyph.sort == STUB:
            return len(glyph.hidden)
        return self.tree.nodes_below(glyph.row) or 1

    def _below(self, row: int, folding: Folding) -> list[Glyph]:
        """The glyphs right below a node."""
        if row not in folding.full and row not in folding.examples:
            return []
        searched = self.searched_children(row)
        pruned = self.children(row)[len(searched) :]
        below = [Glyph(child, row, child, NODE) for child in searched]
        if row in folding.stubs:
            below += [Glyph(child, row, child, NODE) for child in pruned]
        elif pruned:
            below.append(Glyph((STUB, row), row, row, STUB, tuple(pruned)))
        return below

    def _walk(self, folding: Folding) -> list[Glyph]:
        """All glyphs of a folding.  Raises ViewFull."""
        glyphs = []
        waiting = [Glyph(folding.top, None, folding.top, NODE)]
        while waiting:
            glyph = waiting.pop()
            glyphs.append(glyph)
            if glyph.sort == NODE:
                waiting.extend(reversed(self._below(glyph.row, folding)))
            if len(glyphs) > self.max_glyphs:
                raise ViewFull(f"this would show more than {pluralise(self.max_glyphs, 'node')}: fold something first")
        return glyphs

    # -- changing it --------------------------------------------------------------------------------------------------

    def apply(self, folding: Folding) -> None:
        """Sets the folding, or raises ViewFull and changes nothing."""
        self._glyphs = self._walk(folding)
        self._rows = None
        self._folding = folding

    def _change(
        self,
        full: Iterable[int] = (),
        examples: Iterable[int] = (),
        stubs: Iterable[int] = (),
        fold: Iterable[int] = (),
        top: int | None = None,
    ) -> None:
        """Unfolds and folds rows, with `top` at the top if it is given, or raises ViewFull and changes nothing."""
        now = self._folding
        fulls = now.full.union(full).difference(fold)
        shown_as_examples = now.examples.union(examples) - fulls
        top = now.top if top is None else top
        self.apply(Folding(fulls, shown_as_examples.difference(fold), now.stubs.union(stubs), top))

    def unfold_line(self, row: int, plies: int = MAX_GLYPHS) -> None:
        """Unfolds best play from a row for so many plies, less far where there is no room."""
        line = [step for step in self.tree.principal_variation(row) if self.children(step)][:plies]
        while True:
            try:
                return self._change(full=line)
            except ViewFull:
                if not line:
                    raise
                line = line[: len(line) // 2]

    def best_line(self) -> None:
        """Shows the whole principal variation with all siblings along it, and folds everything else, so that all of it
        is in sight.
        """
        line = [row for row in self.tree.principal_variation(self.top) if self.children(row)]
        self.apply(Folding(frozenset(line), top=self.top))

    def one_ply_more(self) -> None:
        """Unfolds the principal variation one ply further than it is."""
        line = [row for row in self.tree.principal_variation(self.top) if self.children(row)]
        unfolded = next((ply for ply, row in enumerate(line) if not self.is_expanded(row)), len(line))
        self._change(full=line[: unfolded + 1])

    def expand(self, key: Key) -> None:
        """Unfolds a node to all its children, a stub to the pruned nodes.

        Raises ViewFull and changes nothing when there is no room.
        """
        if not isinstance(key, int):
            self._change(stubs=[key[1]])
        elif self.children(key) and not self.is_expanded(key):
            folded = self._examples_beside(key) if self.is_cut(key) else []
            self._change(*self._path_changes(key, [key]), folded)

    def show_cut(self, row: int) -> None:
        """Unfolds a cut node as the example of a cut.  Raises ViewFull and changes nothing."""
        self._change(examples=[row], fold=self._examples_beside(row))

    def _examples_beside(self, row: int) -> list[int]:
        """The examples that are not above a row: its own cutoff takes their place."""
        return [other for other in self._folding.examples if not other <= row < other + int(self.tree.size[other])]

    def collapse(self, key: Key) -> None:
        """Folds a node, or a pruned one back into its stub.  What was unfolded inside stays so."""
        row = key if isinstance(key, int) else key[1]
        now = self._folding
        if self.is_unsearched(row):
            self.folding = now._replace(stubs=now.stubs - {int(self.tree.parent[row])})
        elif self.is_expanded(row):
            self._change(fold=[row])

    def toggle(self, key: Key) -> None:
        """Unfolds what is folded, folds what is unfolded."""
        if isinstance(key, int) and (self.is_expanded(key) or self.is_unsearched(key)):
            self.collapse(key)
        else:
            self.expand(key)

    def _path_changes(self, row: int, full: Iterable[int] = ()) -> tuple[list[int], list[int], list[int]]:
        """The rows to unfold (fully, as examples, stubs) so that a row is on screen, and those in `full`."""
        fulls = list(full)
        stubs = []
        examples = self._folding.examples
        child = row
        for parent in list(self.tree.ancestors(row)):
            if self.is_unsearched(child):
                stubs.append(parent)
            if parent not in examples:
                fulls.append(parent)
            child = parent
        return fulls, [], stubs

    def reveal(self, row: int) -> None:
        """Unfolds the path to a row; one outside the subtree that is shown brings back what is above it.

        Where there is no room for it, everything else is folded as when the tree was first shown.  Raises ViewFull
        and changes nothing when the path alone is too much.
        """
        if row in self.rows:
            return
        try:
            self._change(*self._path_changes(row), top=self._top_for(row, self.top))
        except ViewFull:
            initial = TreeView(self.tree, max_glyphs=self.max_glyphs)
            initial._change(*initial._path_changes(row))
            self.folding = initial.folding

    def follow(self, row: int) -> bool:
        """Unfolds the path to a row and all siblings along it, and folds what the last `follow` had unfolded.

        Returns whether anything changed.  Where the screen is full, everything but the path is folded.  Nothing changes
        where the path is unfolded already, except among simulations: each begins at the root again, on its own path.
        """
        path = list(self.tree.ancestors(row))
        before = self.folding
        if self.tree.simulations is None and row in self.rows and all(map(self.is_expanded, path)):
            return False
        pinned = self._pinned or self._folding
        for base in (pinned, Folding()):
            self.folding = base._replace(top=self._top_for(row, base.top))
            with suppress(ViewFull):
                self._change(full=path, stubs=path[:1] if self.is_unsearched(row) else ())
                self._pinned = base
                break
        return self.folding != before

    def pin(self, folding: Folding | None = None) -> None:
        """What the next `follow` does not fold: `folding`, by default all that is unfolded now."""
        self._pinned = folding

    def fold_others(self, row: int) -> Folding:
        """The folding in which everything but the path to a row, and what is unfolded below it, is folded."""
        now = self._folding
        path = list(self.tree.ancestors(row))
        end = row + int(self.tree.size[row])

        def inside(rows: frozenset[int]) -> frozenset[int]:
            return frozenset(other for other in rows if row <= other < end)

        stubs = inside(now.stubs) | frozenset(path[:1] if self.is_unsearched(row) else ())
        return Folding(inside(now.full) | frozenset(path), inside(now.examples), stubs, now.top)

    # -- a part of it -------------------------------------------------------------------------------------------------

    def is_below(self, row: int, above: int) -> bool:
        """Whether a row is in the subtree of another, or that row itself."""
        return above <= row < above + int(self.tree.size[above])

    def _top_for(self, row: int, top: int) -> int:
        """The row at the top with which a row can be shown: `top`, or the row itself if it is above that, or the root."""
        if self.is_below(row, top):
            return top
        return row if self.is_below(top, row) else 0

    def show_subtree(self, row: int) -> None:
        """Shows nothing but a row and what is unfolded below it, at least its replies.  Raises ViewFull."""
        self._change(full=[row], top=row)

    def show_above(self) -> None:
        """Shows one ply more above the row at the top.  Raises ViewFull."""
        above = max(int(self.tree.parent[self.top]), 0)
        self._change(*self._path_changes(self.top), top=above)

    def show_whole(self) -> None:
        """Shows the whole tree again, unfolded to the row that was at the top.  Raises ViewFull."""
        self._change(*self._path_changes(self.top), top=0)

    def plies_below(self, row: int) -> int:
        """How many plies below a row are unfolded, all searched replies of each node."""
        plies = 0
        inner = self._inner([row])
        while inner and all(map(self.is_expanded, inner)):
            plies += 1
            inner = self._inner(child for parent in inner for child in self.searched_children(parent))
        return plies

    def _inner(self, rows: Iterable[int]) -> list[int]:
        """The rows that have children."""
        return [row for row in rows if self.children(row)]

    def show_plies(self, row: int, plies: int) -> None:
        """Shows a row with so many plies below it and the path above, and folds everything else.  Raises ViewFull and
        changes nothing when there is no room.
        """
        around = self.fold_others(row)
        full = set(self.tree.ancestors(row))
        inner = self._inner([row])
        for _ in range(plies):
            full.update(inner)
            if len(full) > self.max_glyphs:
                break
            inner = self._inner(child for parent in inner for child in self.searched_children(parent))
        self.apply(around._replace(full=frozenset(full), examples=frozenset()))

    def graft(self, grafted: Grafted) -> None:
        """Takes the tree in which a left-out part has been recorded.  What is unfolded stays so."""
        folding = self._folding.moved(grafted.moved)
        self.tree = grafted.tree
        self._clear_caches()
        self._folding = folding
