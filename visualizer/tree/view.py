"""TreeView: which part of a recorded search is unfolded on screen.  Imports c4.tree.searchtree and numpy; no Tk, no
matplotlib.

A view opens on what matters: the principal variation, its siblings, and the best reply to each sibling.

    root ─┬─ 4  principal variation ─┬─ ...
          ├─ 3  sibling ─┬─ the reply that refutes it (a folded triangle)
          │              ├─ rest: its other searched replies, folded into one triangle
          │              └─ stub: its pruned replies, folded into one
          └─ 5  ...

What is on screen is a list of glyphs.  A glyph's key is the row for a node, ("rest", row) and ("stub", row) for what is
folded together below a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import numpy as np

from c4.game.rules import C4Error, count
from c4.tree.searchtree import PRUNED, Grafted, SearchTree

MAX_GLYPHS = 1500
"""Glyphs on screen at most: more can neither be told apart nor drawn at once."""

NODE, REST, STUB = "node", "rest", "stub"

Key = int | tuple[str, int]


class ViewFull(C4Error):
    """Unfolding this would put more than MAX_GLYPHS glyphs on screen."""


class Folding(NamedTuple):
    """What is unfolded.

    whole   rows that show all their searched children
    best    rows that show their best child only
    stubs   rows whose pruned children are shown one by one
    root    the row at the top: 0, or another one to see its subtree only
    """

    whole: frozenset[int] = frozenset()
    best: frozenset[int] = frozenset()
    stubs: frozenset[int] = frozenset()
    root: int = 0

    def moved(self, moved: np.ndarray) -> Folding:
        """The same after rows have moved; `moved` is where each is now (see `SearchTree.graft`)."""
        whole, best, stubs = (frozenset(moved[list(rows)].tolist()) for rows in self[:3])
        return Folding(whole, best, stubs, int(moved[self.root]))


class Glyph(NamedTuple):
    """One thing on screen.

    key     the row for a node, (REST, row) or (STUB, row) for what is folded together below that row
    parent  key of the glyph above; None for the one at the top
    row     the node's row; the parent's for a rest or a stub
    sort    NODE, REST or STUB
    hidden  rows of the children that a rest or stub stands for
    aside   whether it belongs to a node of which only the best reply is shown
    """

    key: Key
    parent: int | None
    row: int
    sort: str
    hidden: tuple[int, ...] = ()
    aside: bool = False


class TreeView:
    """The unfolded part of a tree; `on_open(row)` is called for a node whose children were left out by the row budget.

    `focus` is a row to unfold to, with best play from it.
    """

    def __init__(
        self,
        tree: SearchTree,
        focus: int = 0,
        on_open: Callable[[int], object] | None = None,
        max_glyphs: int = MAX_GLYPHS,
    ) -> None:
        self.tree = tree
        self.on_open = on_open
        self.max_glyphs = max_glyphs
        self._folding = Folding()
        self._forget()
        self.unfold_line(0)
        if focus:
            self.reveal(focus)
            self.unfold_line(focus)

    def _forget(self) -> None:
        """What was found out about a tree that has changed."""
        self._children: dict[int, list[int]] = {}
        self._best_children: dict[int, int | None] = {}
        self._glyphs: list[Glyph] | None = None
        self._rows: set[int] | None = None
        self._kept: Folding | None = None  # what was unfolded before `follow`
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
    def folding(self) -> Folding:
        """What is unfolded, to be set again later."""
        return self._folding

    @folding.setter
    def folding(self, folding: Folding) -> None:
        self._folding, self._glyphs, self._rows = folding, None, None

    @property
    def root(self) -> int:
        """The row at the top."""
        return self._folding.root

    @cached_property
    def principal_variation(self) -> frozenset[int]:
        """Rows of the principal variation."""
        return frozenset(self.tree.principal_variation())

    def children(self, row: int) -> list[int]:
        """The tree's children of a row, kept for the next time."""
        if row not in self._children:
            self._children[row] = self.tree.children(row)
        return self._children[row]

    def searched_children(self, row: int) -> list[int]:
        """Those of them that were searched."""
        return [child for child in self.children(row) if not self.is_pruned(child)]

    def best_child(self, row: int) -> int | None:
        """The tree's best child of a row, kept for the next time."""
        if row not in self._best_children:
            self._best_children[row] = self.tree.best_child(row)
        return self._best_children[row]

    def is_pruned(self, row: int) -> bool:
        """Whether a row is a pruned reply."""
        return int(self.tree.kind[row]) == PRUNED

    def is_left_out(self, row: int) -> bool:
        """Whether the row budget left out the children of a row."""
        return int(self.tree.left_out[row]) > 0

    def is_folded(self, row: int) -> bool:
        """Whether a row has children, recorded or not, and shows none."""
        whole, best, *_ = self._folding
        return row not in whole and row not in best and (bool(self.children(row)) or self.is_left_out(row))

    def is_whole(self, row: int) -> bool:
        """Whether a row shows every searched child."""
        return row in self._folding.whole

    def is_cut(self, row: int) -> bool:
        """Whether a row has pruned children: the last ones, as the search cuts off what is still to come."""
        children = self.children(row)
        return bool(children) and self.is_pruned(children[-1])

    def _below(self, row: int, folding: Folding) -> list[Glyph]:
        """The glyphs right below a node."""
        aside = row not in folding.whole
        if aside and row not in folding.best:
            return []
        searched = self.searched_children(row)
        pruned = self.children(row)[len(searched) :]
        best = self.best_child(row) if aside else None
        if best is not None:
            others = tuple(child for child in searched if child != best)
            found = [Glyph(best, row, best, NODE, (), True)]
            if others:
                found.insert(int(others[0] > best), Glyph((REST, row), row, row, REST, others, True))
        else:
            found = [Glyph(child, row, child, NODE) for child in searched]
        if row in folding.stubs:
            found += [Glyph(child, row, child, NODE, (), aside) for child in pruned]
        elif pruned:
            found.append(Glyph((STUB, row), row, row, STUB, tuple(pruned), aside))
        return found

    def _walk(self, folding: Folding) -> list[Glyph]:
        found, waiting = [], [Glyph(folding.root, None, folding.root, NODE)]
        while waiting:
            glyph = waiting.pop()
            found.append(glyph)
            if glyph.sort == NODE:
                waiting.extend(reversed(self._below(glyph.row, folding)))
            if len(found) > self.max_glyphs:
                raise ViewFull(f"this would show more than {count(self.max_glyphs, 'node')}: fold something first")
        return found

    # -- changing it --------------------------------------------------------------------------------------------------

    def take(self, folding: Folding) -> None:
        """Takes a folding, or raises ViewFull and changes nothing."""
        self._glyphs, self._rows = self._walk(folding), None
        self._folding = folding

    def _change(
        self, whole: Iterable[int] = (), best: Iterable[int] = (), stubs: Iterable[int] = (), fold: Iterable[int] = ()
    ) -> None:
        """Unfolds and folds rows, or changes nothing and raises ViewFull."""
        now = self._folding
        wholes = now.whole.union(whole).difference(fold)
        bests = now.best.union(best) - wholes
        self.take(now._replace(whole=wholes, best=bests.difference(fold), stubs=now.stubs.union(stubs)))

    def unfold_line(self, row: int, replies: bool = True, plies: int | None = None) -> None:
        """Unfolds best play from a row (so many plies of it) and the siblings along it.

        With `replies` the best reply to each sibling, too; on a tight screen fewer of them.
        """
        line = [step for step in self.tree.principal_variation(row)[:plies] if self.children(step)]
        siblings = [
            child
            for step in line
            for child in self.children(step)
            if replies and child not in line and self.children(child)
        ]
        while True:
            try:
                return self._change(whole=line, best=set(siblings) - self._folding.whole)
            except ViewFull:
                if not line:
                    raise
                siblings = siblings[: len(siblings) // 2] if len(siblings) > 8 else []
                line = line if siblings else line[: len(line) // 2]

    def expand(self, key: Key) -> bool:
        """Unfolds a node to all its children (of a rest: its siblings too; of a stub: the pruned nodes); whether
        anything changed.

        Raises ViewFull, and then nothing has changed.  A node that was left out is asked for by `on_open`.
        """
        if not isinstance(key, int):
            sort, row = key
            if sort == STUB:
                self._change(stubs=[row])
            else:
                self._change(whole=[row])
            return True
        if self.is_left_out(key):
            if self.on_open is not None:
                self.on_open(key)
            return False
        if not self.children(key) or self.is_whole(key):
            return False
        self._change(*self._way(key, [key]))
        return True

    def collapse(self, key: Key) -> bool:
        """Folds a node into a triangle (a pruned one back into its stub); what was unfolded inside is kept for the
        next time.
        """
        row = key if isinstance(key, int) else key[1]
        now = self._folding
        if self.is_pruned(row):
            self.folding = now._replace(stubs=now.stubs - {int(self.tree.parent[row])})
            return True
        if row not in now.whole and row not in now.best:
            return False
        self._change(fold=[row])
        return True

    def toggle(self, key: Key) -> bool:
        """Unfolds what is folded or half unfolded, folds what is unfolded; whether anything changed."""
        if isinstance(key, int) and (self.is_whole(key) or self.is_pruned(key)):
            return self.collapse(key)
        return self.expand(key)

    def _way(self, row: int, whole: Iterable[int] = ()) -> tuple[list[int], list[int], list[int]]:
        """The rows to unfold (whole, to the best reply, stubs) so that a row is on screen; `whole` are some more."""
        wholes, stubs, best = list(whole), [], self._folding.best
        child = row
        for parent in self.way_to(row):
            if self.is_pruned(child):
                stubs.append(parent)
                if parent not in best:
                    wholes.append(parent)
            elif parent not in best or self.best_child(parent) != child:
                wholes.append(parent)
            child = parent
        return wholes, [], stubs

    def way_to(self, row: int, top: int | None = None) -> list[int]:
        """The rows above a row, its parent first, up to `top` (by default the one at the top; or to the root, when it
        is not below that).
        """
        found, top = [], self.root if top is None else top
        for ancestor in self.tree.ancestors(row) if row != top else ():
            found.append(ancestor)
            if ancestor == top:
                break
        return found

    def is_inside(self, row: int) -> bool:
        """Whether a row belongs to the subtree that is shown."""
        return self.root <= row < self.root + int(self.tree.size[self.root])

    def reveal(self, row: int) -> None:
        """Unfolds the way to a row, from the root of the tree when it is outside the subtree that is shown.

        Where there is no room for it, everything else is folded as when the tree was first shown.  Raises ViewFull,
        and then nothing has changed, when the way alone is too much.
        """
        if not self.is_inside(row):
            self.folding = self._folding._replace(root=0)
        if row in self.rows:
            return
        try:
            self._change(*self._way(row))
        except ViewFull:
            fresh = TreeView(self.tree, max_glyphs=self.max_glyphs)
            fresh._change(*fresh._way(row))
            self.folding = fresh.folding

    def follow(self, row: int) -> bool:
        """Unfolds the way to a row, all siblings along it, and folds what the last `follow` had unfolded; whether
        anything changed.

        Where the screen is full, everything but the way is folded for it.
        """
        if not self.is_inside(row):
            self.folding, self._kept = self._folding._replace(root=0), None
        way = self.way_to(row)
        if row in self.rows and all(map(self.is_whole, way)):
            return False
        kept = self._kept or self._folding
        for base in (kept, Folding(root=self.root)):
            self.folding = base
            with suppress(ViewFull):
                self._change(whole=way, stubs=way[:1] if self.is_pruned(row) else ())
                self._kept = base
                break
        return True

    def stay(self) -> None:
        """What is unfolded now stays so: the next `follow` folds nothing of it."""
        self._kept = None

    def grown(self, grafted: Grafted) -> None:
        """Takes the tree in which a part that was left out has been recorded; what is unfolded stays so."""
        self.tree, folding = grafted.tree, self._folding.moved(grafted.moved)
        self._forget()
        self._folding = folding

    def count(self, glyph: Glyph) -> int:
        """Nodes searched in what a glyph stands for; of a stub, or of a pruned node, the number of pruned nodes."""
        if glyph.sort == STUB:
            return len(glyph.hidden)
        return sum(map(self.tree.searched, glyph.hidden)) if glyph.sort == REST else self.tree.searched(glyph.row) or 1
