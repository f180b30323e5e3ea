"""TreeView: which part of a recorded search is unfolded on screen.  Imports c4.tree.searchtree and numpy; no Tk, no matplotlib.

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

from collections.abc import Callable
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

Folding = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""What is unfolded: rows that show all children, rows that show the best one only, rows whose pruned children stand one by one."""


class ViewFull(C4Error):
    """Unfolding this would put more than MAX_GLYPHS glyphs on screen."""


class Glyph(NamedTuple):
    """One thing on screen.

    key     the row for a node, (REST, row) or (STUB, row) for what is folded together below that row
    parent  key of the glyph above; None for the root
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


class Tally(NamedTuple):
    """Where every node of the search is in a view: drawn, folded away, or left out by the row budget; the pruned ones likewise."""

    drawn: int
    folded: int
    left_out: int
    nodes: int
    pruned_drawn: int
    pruned_stubbed: int
    pruned_folded: int
    pruned_left_out: int
    pruned: int

    @property
    def holds(self) -> bool:
        """Whether the parts add up to the search's own counters."""
        pruned = self.pruned_drawn + self.pruned_stubbed + self.pruned_folded + self.pruned_left_out
        known = self.pruned_left_out >= 0 if self.left_out else self.pruned_left_out == 0
        return self.drawn + self.folded + self.left_out == self.nodes and pruned == self.pruned and known


class TreeView:
    """The unfolded part of a tree; `on_open(row)` is called for a node whose children were left out by the row budget.

    `focus` is a row to unfold to, with best play from it.
    """

    def __init__(
        self,
        tree: SearchTree,
        focus: int = 0,
        on_open: Callable[[int], None] | None = None,
        max_glyphs: int = MAX_GLYPHS,
    ):
        self.tree = tree
        self.on_open = on_open
        self.max_glyphs = max_glyphs
        self._whole: set[int] = set()  # rows that show all their searched children
        self._best: set[int] = set()  # rows that show their best child only
        self._stubs: set[int] = set()  # rows whose pruned children are shown one by one
        self._children: dict[int, list[int]] = {}
        self._best_children: dict[int, int | None] = {}
        self.attributes: dict = {}  # what `visualizer.tree.graph` has found out about glyphs
        self._glyphs: list[Glyph] | None = None
        self._kept: tuple[set[int], set[int], set[int]] | None = None  # what was unfolded before `follow`
        self.unfold_line(0)
        if focus:
            self.reveal(focus)
            self.unfold_line(focus)

    # -- what is on screen ----------------------------------------------------------------------------------------------

    @property
    def glyphs(self) -> list[Glyph]:
        """Everything on screen, parents before their children, siblings in the order of the search."""
        if self._glyphs is None:
            self._glyphs = self._walk()
        return self._glyphs

    @property
    def rows(self) -> set[int]:
        """Rows that are drawn as nodes of their own."""
        return {glyph.row for glyph in self.glyphs if glyph.sort == NODE}

    @cached_property
    def principal_variation(self) -> frozenset[int]:
        """Rows of the principal variation."""
        return frozenset(self.tree.principal_variation())

    def children(self, row: int) -> list[int]:
        """The tree's children of a row, kept for the next time."""
        if row not in self._children:
            self._children[row] = self.tree.children(row)
        return self._children[row]

    def best_child(self, row: int) -> int | None:
        """The tree's best child of a row, kept for the next time."""
        if row not in self._best_children:
            self._best_children[row] = self.tree.best_child(row)
        return self._best_children[row]

    def is_pruned(self, row: int) -> bool:
        return int(self.tree.kind[row]) == PRUNED

    def is_left_out(self, row: int) -> bool:
        """Whether the row budget left out the children of a row."""
        return int(self.tree.left_out[row]) > 0

    def is_folded(self, row: int) -> bool:
        """Whether a row has children, recorded or not, and shows none."""
        return row not in self._whole and row not in self._best and (bool(self.children(row)) or self.is_left_out(row))

    def is_whole(self, row: int) -> bool:
        """Whether a row shows every searched child."""
        return row in self._whole

    def is_cut(self, row: int) -> bool:
        """Whether a row has pruned children: the last ones, as the search cuts off what is still to come."""
        children = self.children(row)
        return bool(children) and self.is_pruned(children[-1])

    def _below(self, row: int) -> list[Glyph]:
        """The glyphs right below a node."""
        if row not in self._whole and row not in self._best:
            return []
        kind = self.tree.kind
        searched = [child for child in self.children(row) if kind[child] != PRUNED]
        pruned = self.children(row)[len(searched) :]
        aside = row not in self._whole
        if aside:
            best = self.best_child(row)
            others = tuple(child for child in searched if child != best)
            found = [Glyph(best, row, best, NODE, (), True)]
            if others:
                found.insert(int(others[0] > best), Glyph((REST, row), row, row, REST, others, True))
        else:
            found = [Glyph(child, row, child, NODE) for child in searched]
        if row in self._stubs:
            found += [Glyph(child, row, child, NODE, (), aside) for child in pruned]
        elif pruned:
            found.append(Glyph((STUB, row), row, row, STUB, tuple(pruned), aside))
        return found

    def _walk(self) -> list[Glyph]:
        found, waiting = [], [Glyph(0, None, 0, NODE)]
        while waiting:
            glyph = waiting.pop()
            found.append(glyph)
            if glyph.sort == NODE:
                waiting.extend(reversed(self._below(glyph.row)))
            if len(found) > self.max_glyphs:
                raise ViewFull(f"this would show more than {count(self.max_glyphs, 'node')}: fold something first")
        return found

    # -- changing it ----------------------------------------------------------------------------------------------------

    def _change(self, whole=(), best=(), stubs=(), fold=()) -> None:
        """Unfolds and folds rows, or changes nothing and raises ViewFull."""
        before = self._whole, self._best, self._stubs, self._glyphs
        self._whole = (self._whole | set(whole)) - set(fold)
        self._best = (self._best | set(best)) - self._whole - set(fold)
        self._stubs = self._stubs | set(stubs)
        try:
            self._glyphs = self._walk()
        except ViewFull:
            self._whole, self._best, self._stubs, self._glyphs = before
            raise

    @property
    def folding(self) -> Folding:
        """What is unfolded, to be set again later."""
        return frozenset(self._whole), frozenset(self._best), frozenset(self._stubs)

    @folding.setter
    def folding(self, folding: Folding) -> None:
        self._whole, self._best, self._stubs = map(set, folding)
        self._glyphs = None

    def unfold_line(self, row: int) -> None:
        """Unfolds best play from a row, the siblings along it and the best reply to each; on a tight screen fewer replies."""
        line = [step for step in self.tree.principal_variation(row) if self.children(step)]
        siblings = [
            child for step in line for child in self.children(step) if child not in line and self.children(child)
        ]
        while True:
            try:
                return self._change(whole=line, best=set(siblings) - self._whole)
            except ViewFull:
                if not line:
                    raise
                siblings = siblings[: len(siblings) // 2] if len(siblings) > 8 else []
                line = line if siblings else line[: len(line) // 2]

    def expand(self, key: Key) -> bool:
        """Unfolds a node to all its children (of a rest: its siblings too; of a stub: the pruned nodes); whether anything changed.

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
        if not self.children(key) or key in self._whole:
            return False
        whole, best, stubs = self._way(key)
        self._change([*whole, key], best, stubs)
        return True

    def collapse(self, key: Key) -> bool:
        """Folds a node into a triangle (a pruned one back into its stub); what was unfolded inside is kept for the next time."""
        row = key if isinstance(key, int) else key[1]
        if self.is_pruned(row):
            self._stubs.discard(int(self.tree.parent[row]))
            self._glyphs = None
            return True
        if row not in self._whole and row not in self._best:
            return False
        self._change(fold=[row])
        return True

    def toggle(self, key: Key) -> bool:
        """Unfolds what is folded or half unfolded, folds what is unfolded; whether anything changed."""
        if isinstance(key, int) and (key in self._whole or self.is_pruned(key)):
            return self.collapse(key)
        return self.expand(key)

    def _way(self, row: int) -> tuple[list[int], list[int], list[int]]:
        """The rows to unfold (whole, to the best reply, stubs) so that a row is on screen."""
        whole, stubs = [], []
        child = row
        for parent in self.tree.ancestors(row):
            if self.is_pruned(child):
                stubs.append(parent)
                if parent not in self._best:
                    whole.append(parent)
            elif parent not in self._best or self.tree.best_child(parent) != child:
                whole.append(parent)
            child = parent
        return whole, [], stubs

    def reveal(self, row: int) -> None:
        """Unfolds the way to a row; where there is no room for it, everything else is folded as when the tree was first shown.

        Raises ViewFull, and then nothing has changed, when the way alone is too much.
        """
        if row in self.rows:
            return
        try:
            self._change(*self._way(row))
        except ViewFull:
            fresh = TreeView(self.tree, max_glyphs=self.max_glyphs)
            fresh._change(*fresh._way(row))
            self.folding = fresh.folding

    def follow(self, row: int) -> bool:
        """Unfolds the way to a row, all siblings along it, and folds what the last `follow` had unfolded; whether anything changed.

        Where the screen is full, everything but best play is folded for it.
        """
        if row in self.rows and all(map(self.is_whole, self.tree.ancestors(row))):
            return False
        kept = self._kept or (self._whole, self._best, self._stubs)
        way = list(self.tree.ancestors(row))
        for base in (kept, (set(), set(), set())):
            self._whole, self._best, self._stubs = map(set, base)
            self._glyphs = None
            with suppress(ViewFull):
                self._change(whole=way, stubs=way[:1] if self.is_pruned(row) else ())
                self._kept = base
                break
        return True

    def stay(self) -> None:
        """What is unfolded now stays so: the next `follow` folds nothing of it."""
        self._kept = None

    def opened(self, grafted: Grafted, row: int) -> None:
        """Takes the tree in which a row that was left out has been recorded, and unfolds that row; all else stays as it was."""
        self.tree = grafted.tree
        self._whole, self._best, self._stubs = (
            set(grafted.moved[list(rows)].tolist()) for rows in (self._whole, self._best, self._stubs)
        )
        for known in (self._children, self._best_children, self.attributes):
            known.clear()
        self._glyphs = self._kept = None
        for name in ("principal_variation", "_running_left_out", "_running_pruned"):
            self.__dict__.pop(name, None)
        self.expand(row)

    # -- counting -------------------------------------------------------------------------------------------------------

    @cached_property
    def _running_left_out(self) -> np.ndarray:
        return np.concatenate(([0], np.cumsum(self.tree.left_out, dtype=np.int64)))

    @cached_property
    def _running_pruned(self) -> np.ndarray:
        return np.concatenate(([0], np.cumsum(self.tree.kind == PRUNED, dtype=np.int64)))

    def _inside(self, running: np.ndarray, row: int) -> int:
        return int(running[row + self.tree.size[row]] - running[row])

    def count(self, glyph: Glyph) -> int:
        """Nodes searched in what a glyph stands for; of a stub, or of a pruned node, the number of pruned nodes."""
        if glyph.sort == STUB:
            return len(glyph.hidden)
        return sum(map(self.tree.searched, glyph.hidden)) if glyph.sort == REST else self.tree.searched(glyph.row) or 1

    def tally(self) -> Tally:
        """Counts every node of the search where it is in this view, from the glyphs alone; `.holds` compares with the search's counters."""
        drawn = folded = left_out = pruned_drawn = pruned_stubbed = pruned_folded = 0
        for glyph in self.glyphs:
            if glyph.sort == STUB:
                pruned_stubbed += len(glyph.hidden)
            elif glyph.sort == NODE and self.is_pruned(glyph.row):
                pruned_drawn += 1
            elif glyph.sort == REST or self.is_folded(glyph.row):
                own = glyph.sort == NODE
                drawn += own
                for row in glyph.hidden or (glyph.row,):
                    missing = self._inside(self._running_left_out, row)
                    folded += self.tree.searched(row) - missing - own
                    left_out += missing
                    pruned_folded += self._inside(self._running_pruned, row)
            else:
                drawn += 1
        pruned_left_out = self.tree.pruned - int(self._running_pruned[-1])
        return Tally(
            drawn,
            folded,
            left_out,
            self.tree.nodes,
            pruned_drawn,
            pruned_stubbed,
            pruned_folded,
            pruned_left_out,
            self.tree.pruned,
        )
