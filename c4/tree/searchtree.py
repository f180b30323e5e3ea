"""SearchTree: the record of a search as arrays, one row per visit.

Rows are in the order of visits.  A node's subtree is the `size` rows from its own on: its first child is the next row,
and each further child starts `size` rows after the previous one.  A tree never starts a search.

    row  0  root            size 9
    row  1    child 4       size 4      visited first
    row  2      child 4     size 1
    row  3      child 3     size 1      ... its value causes a cutoff:
    row  4      child 5     size 1      pruned: bit 63 of its state is cleared, no value
    row  5    child 3 ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4.errors import C4Error
from c4.game import packed
from c4.game.position import Position
from c4.kernels.kinds import Contiguous
from c4.text import pluralise
from c4.tree.notebook import framed_page
from c4.tree.selection import SCALE
from c4.tree.simulations import Samples, Simulations, samples_of

if TYPE_CHECKING:
    import networkx as nx  # a quarter of a second, and most never ask for a graph
    import pandas as pd  # an extra


INTERIOR, HORIZON, TERMINAL, PRUNED, TABLE, THREAT, UNVISITED = range(7)
"""Kinds of a row: interior; valued without its replies; game over; pruned; two of the engine's: answered by the
transposition table, decided by threats on the board (also in Monte-Carlo tree search: a disc completes a line); and a
reply that Monte-Carlo tree search has not visited."""

KINDS = ("interior", "horizon", "terminal", "pruned", "table", "threat", "unvisited")
"""The names of the kinds."""

NULL = 1
"""A note of a row: it was reached by a null move.  A row has the sum of its notes."""

REDUCED = 2
"""A note of a row: it was searched a ply less deep."""

RESEARCH = 4
"""A note of a row: it was searched again (re-search)."""

NOTES = {NULL: "null move", REDUCED: "reduced", RESEARCH: "re-search"}
"""The names of the notes."""

BOUNDS = ("exact", "lower", "upper", None, "mean")
"""The names of EXACT, LOWER, UPPER, NO_BOUND and MEAN (see `c4.game.values`)."""

NO_PARENT = -1
"""The parent of the root."""

NO_MOVE = -1
"""The move of the root, and of a null move."""

LOW_32 = (1 << 32) - 1
"""The low 32 bits of a number of 48 bits that a row stores in two fields."""

ROW = np.dtype(
    [
        ("value", "i4"),
        ("alpha", "i4"),
        ("beta", "i4"),
        ("parent", "i4"),
        ("size", "i4"),
        ("left_out", "u4"),
        ("move", "i1"),
        ("ply", "u1"),
        ("kind", "u1"),
        ("bound", "u1"),
        ("order", "u1"),
        ("note", "u1"),
        ("left_out_high", "u2"),
    ],
    align=True,
)
"""One row, 32 bytes; the fields are those of SearchTree, `left_out` in two parts: its low 32 bits and the 16 above."""


def split_left_out(number: Any) -> tuple[Any, Any]:
    """(`left_out`, `left_out_high`) of rows for a number of nodes, or an array of such numbers."""
    return number & LOW_32, number >> 32


def reaches(value: int, end: int, maximizing: bool) -> bool:
    """Whether a value is at least (for MAX) or at most (for MIN) an end of a window."""
    return value >= end if maximizing else value <= end


@dataclass(frozen=True, eq=False)
class SearchTree:
    """A recorded search.

    root        the position at row 0
    maximizer   the player (0 or 1) that is MAX: the side that searches; states call its discs their own
    depth       plies searched
    algorithm, evaluator    names, as in their registries
    move_order  columns (from 0) in the order they were tried
    nodes, pruned           the search's own counters: visits, and pruned siblings; `recorded` and `total_left_out` add
                            up to `nodes`
    rows        array of ROW, shape (number of rows,)
    scale       points in one unit of the evaluator, for showing values
    simulations     the log of Monte-Carlo tree search, whose `depth` is the deepest ply it visited; None for others
    """

    root: Position
    maximizer: int
    depth: int
    algorithm: str
    evaluator: str
    move_order: tuple[int, ...]
    nodes: int
    pruned: int
    rows: np.ndarray = field(repr=False)
    scale: int = 1
    simulations: Simulations | None = None

    def __len__(self) -> int:
        return len(self.rows)

    # -- the columns of the table -------------------------------------------------------------------------------------

    @cached_property
    def state(self) -> np.ndarray:
        """uint64 (n,): packed state, bit 63 cleared in rows that were not searched (see `c4.game.packed`).

        The rows do not hold it: it follows from the moves.  Raises C4Error if they cannot be played.
        """
        from c4.tree.states import states  # loads numba

        result = states(self.root, self.maximizer, self.move, self.ply)
        absent = ~self.was_searched
        result[absent] = packed.as_pruned(result[absent], self.root.rules)
        return result

    @property
    def value(self) -> np.ndarray:
        """int32 (n,): points for the maximizer; meaningless in rows that were not searched."""
        return self.rows["value"]

    @property
    def bound(self) -> np.ndarray:
        """uint8 (n,): EXACT, LOWER, UPPER, MEAN, or NO_BOUND in rows that were not searched."""
        return self.rows["bound"]

    @property
    def alpha(self) -> np.ndarray:
        """int32 (n,): lower end of the window on entry; -INFINITY = open."""
        return self.rows["alpha"]

    @property
    def beta(self) -> np.ndarray:
        """int32 (n,): upper end of the window on entry; INFINITY = open."""
        return self.rows["beta"]

    @property
    def parent(self) -> np.ndarray:
        """int32 (n,): row of the parent; NO_PARENT for the root."""
        return self.rows["parent"]

    @property
    def size(self) -> np.ndarray:
        """int32 (n,): rows in the subtree, itself and rows that were not searched included."""
        return self.rows["size"]

    @cached_property
    def left_out(self) -> np.ndarray:
        """int64 (n,): nodes searched below this row without rows of their own (row budget); 0 nearly everywhere."""
        result: np.ndarray = self.rows["left_out"] + (self.rows["left_out_high"].astype(np.int64) << 32)
        return result

    @property
    def move(self) -> np.ndarray:
        """int8 (n,): column (from 0) played to get here; NO_MOVE for the root and after a null move."""
        return self.rows["move"]

    @property
    def ply(self) -> np.ndarray:
        """uint8 (n,): moves from the root."""
        return self.rows["ply"]

    @property
    def kind(self) -> np.ndarray:
        """uint8 (n,): one of KINDS."""
        return self.rows["kind"]

    @property
    def order(self) -> np.ndarray:
        """uint8 (n,): rank among its siblings in the order of the search, from 0."""
        return self.rows["order"]

    @property
    def note(self) -> np.ndarray:
        """uint8 (n,): NULL + REDUCED + RESEARCH; 0 in plain searches, which visit a move once, to the full depth."""
        return self.rows["note"]

    @cached_property
    def was_searched(self) -> np.ndarray:
        """bool (n,): whether the search visited the row; pruned and unvisited replies are rows, too."""
        result: np.ndarray = (self.kind != PRUNED) & (self.kind != UNVISITED)
        return result

    # -- Monte-Carlo tree search --------------------------------------------------------------------------------------

    @property
    def log(self) -> Simulations:
        """The log of the simulations.  Raises C4Error for another search."""
        if self.simulations is None:
            raise C4Error(f"a tree of {self.algorithm} has no simulations: only Monte-Carlo tree search makes them")
        return self.simulations

    @cached_property
    def samples(self) -> Samples:
        """Visits (N) and sums of values (W).  Raises C4Error for another search."""
        return samples_of(self.size, self.log.leaf, self.log.value)

    def proved_result(self, row: int) -> int | None:
        """The proved result of a row for MAX: 1, 0 or -1; None if it is not proved.  Raises C4Error for another search."""
        if not self.log.proved[row]:
            return None
        return int(self.value[row]) // SCALE

    def best_reply(self, row: int) -> int | None:
        """The child that the search would play at a row; None if none was visited.  Raises C4Error for another search.

        A reply that is proved to win comes first, and one that is proved to lose comes last; among the others the most
        visited one, then the one with the higher mean, then the one that was tried first.
        """
        sign = self.sign_of(row)
        samples = self.samples

        def rank(child: int) -> tuple[int, int, float]:
            result = self.proved_result(child)
            certain = 0 if result is None else sign * result
            return certain, int(samples.visits[child]), sign * samples.mean(child)

        visited = [child for child in self.children(row) if samples.visits[child]]
        return max(visited, key=rank) if visited else None

    # -- counting -----------------------------------------------------------------------------------------------------

    @cached_property
    def recorded(self) -> int:
        """The number of searched nodes with a row."""
        return int(np.count_nonzero(self.was_searched))

    @cached_property
    def last_ply(self) -> int:
        """The ply of the deepest row."""
        return int(self.ply.max())

    @cached_property
    def total_left_out(self) -> int:
        """The number of searched nodes without a row."""
        return int(self.left_out.sum())

    @cached_property
    def _running(self) -> np.ndarray:
        """Nodes searched in rows 0 to i - 1, left-out ones included: int64 (n + 1,)."""
        return np.concatenate(([0], np.cumsum(self.was_searched + self.left_out)))

    @property
    def searched_nodes(self) -> np.ndarray:
        """int64 (n,): nodes the search visited in every subtree, see `nodes_below`."""
        ends = np.arange(len(self)) + self.size
        nodes: np.ndarray = self._running[ends] - self._running[:-1]
        return nodes

    def nodes_below(self, row: int) -> int:
        """Nodes the search visited in a subtree, recorded or not, itself included; 0 for a row that was not searched."""
        return int(self._running[row + self.size[row]] - self._running[row])

    # -- walking ------------------------------------------------------------------------------------------------------

    def children(self, row: int) -> list[int]:
        """Rows of the children in the order of the search, those that were not searched at the end."""
        row = index(row)
        end = row + int(self.size[row])
        child = row + 1
        children = []
        while child < end:
            children.append(child)
            child += int(self.size[child])
        return children

    def ancestors(self, row: int) -> Iterator[int]:
        """The parent, its parent, ... up to the root."""
        while (row := int(self.parent[row])) != NO_PARENT:
            yield row

    def path(self, row: int) -> tuple[int, ...]:
        """Columns (from 0) from the root to a row; NO_MOVE for a null move."""
        moves = []
        while row != 0:
            moves.append(int(self.move[row]))
            row = int(self.parent[row])
        return tuple(reversed(moves))

    def find(self, path: Iterable[int]) -> int | None:
        """The row at the end of a path of columns, or None when it was not recorded."""
        row = 0
        for column in path:
            child = next((child for child in self.children(row) if self.move[child] == column), None)
            if child is None:
                return None
            row = child
        return row

    def position(self, row: int) -> Position:
        """The position of a row, pruned or not."""
        position = self.root
        for column in self.path(row):
            if column == NO_MOVE:
                position = replace(position, to_move=1 - position.to_move, moves=None)
            else:
                position = position.play(column)
        return position

    def is_max(self, row: int) -> bool:
        """Whether the maximizer is to move (MAX node)."""
        return (self.root.to_move == self.maximizer) == (int(self.ply[row]) % 2 == 0)

    def sign_of(self, row: int) -> int:
        """1 if MAX is to move at a row, otherwise -1."""
        return 1 if self.is_max(row) else -1

    @property
    def max_nodes(self) -> np.ndarray:
        """bool (n,): whether the maximizer is to move, see `is_max`."""
        result: np.ndarray = (self.ply % 2 == 0) == (self.root.to_move == self.maximizer)
        return result

    def meets_window(self, row: int) -> bool:
        """Whether the value of a node reaches the end of its window at which its other replies are needless: beta at a
        MAX node, alpha at a MIN node.
        """
        is_max = self.is_max(row)
        end = self.beta[row] if is_max else self.alpha[row]
        return reaches(int(self.value[row]), int(end), is_max)

    @property
    def window_met(self) -> np.ndarray:
        """bool (n,): `meets_window` of every row."""
        return np.where(self.max_nodes, self.value >= self.beta, self.value <= self.alpha)

    def best_child(self, row: int) -> int | None:
        """The child that decides the node's value, the first of the best; None for leaves and if no child is recorded.

        If a move was searched more than once, its last visit counts.  Of Monte-Carlo tree search it is `best_reply`.
        """
        if self.simulations is not None:
            return self.best_reply(row)
        last_visits: dict[int, int] = {}  # by move: a later visit takes the place of an earlier one
        for child in self.children(row):
            if self.kind[child] != PRUNED and self.move[child] != NO_MOVE:
                last_visits[int(self.move[child])] = child
        for child in last_visits.values():
            if self.value[child] == self.value[row]:
                return child
        return None

    def principal_variation(self, row: int = 0) -> list[int]:
        """The rows of best play from a row on, itself included, as far as recorded."""
        line = [index(row)]
        while (best := self.best_child(line[-1])) is not None:
            line.append(best)
        return line

    # -- for your own algorithms --------------------------------------------------------------------------------------

    def rows_of_same_position(self, row: int) -> list[int]:
        """The searched rows with the position of a row, in the order of the search.

        These have the same discs and side to move, whatever the order of the moves.  There are none for a row that was
        not searched, or while the kernel of states is not compiled.
        """
        from c4.kernels.jit import ready
        from c4.tree.states import write_states

        if not (self.was_searched[row] and ready(write_states)):
            return []
        same = (self.state == self.state[row]) & (self.ply % 2 == self.ply[row] % 2) & self.was_searched
        result: list[int] = np.flatnonzero(same).tolist()
        return result

    def graph(self, rows: Iterable[int] | None = None) -> nx.DiGraph:
        """The tree as a networkx graph: of all rows, or of some; about a kilobyte a node.

        A node is a row.  Its attributes are the fields of this class, as Python's numbers; `kind` and `bound` are names,
        and the `value` of a row that was not searched is None.  It also has `searched`, `is_max` and `principal` (whether
        it is on the principal variation), and in Monte-Carlo tree search `visits`, `total` and `prior`.  Each row's
        parent is its nearest ancestor among the rows; successors are in the order of the search.  Raises C4Error for a
        missing row.
        """
        import networkx as nx

        chosen, fields = self._columns(rows)
        ends = chosen + self.size[chosen]
        graph = nx.DiGraph()
        open_rows: list[tuple[int, int]] = []  # those whose subtree the walk is in, each with the end of its subtree
        for row, end, *values in zip(chosen.tolist(), ends.tolist(), *fields.values()):
            graph.add_node(row, **dict(zip(fields, values)))
            while open_rows and open_rows[-1][1] <= row:
                open_rows.pop()
            if open_rows:
                nearest, _ = open_rows[-1]
                graph.add_edge(nearest, row)
            open_rows.append((row, end))
        return graph

    def restricted(self, rows: Iterable[int]) -> SearchTree:
        """The tree of some rows, their ancestors, and all replies to a position of which one is there.

        What is below the others counts as left out.  Raises C4Error for a missing row.
        """
        stays, unfolded = self._staying(rows)
        chosen = np.flatnonzero(stays)
        # How many rows stay among the first n, which is the new number of row n if it stays itself.
        staying_before = np.concatenate(([0], np.cumsum(stays)))
        table = self.rows[chosen]
        table["parent"][1:] = staying_before[self.parent[chosen[1:]]]
        table["size"] = staying_before[chosen + self.size[chosen]] - staying_before[chosen]
        folded = ~unfolded[chosen] & self.was_searched[chosen]
        left_out = np.where(folded, self.searched_nodes[chosen] - 1, self.left_out[chosen])
        table["left_out"], table["left_out_high"] = split_left_out(left_out)
        log = self.simulations
        if log is not None:
            leaf = self._nearest_staying(stays, staying_before[:-1])[log.leaf]
            log = replace(log, prior=log.prior[chosen], proved=log.proved[chosen], leaf=leaf)
        return replace(self, rows=table, simulations=log)

    def _staying(self, rows: Iterable[int]) -> tuple[np.ndarray, np.ndarray]:
        """bool (n,) twice: the rows that `restricted` keeps, and those of them whose replies it keeps."""
        stays = np.zeros(len(self), bool)
        stays[self._chosen(rows)] = True
        stays[0] = True
        for ply in range(self.last_ply, 0, -1):  # the ancestors stay
            here = np.flatnonzero(stays & (self.ply == ply))
            stays[self.parent[here]] = True
        # A row with a reply that stays is unfolded: all its replies stay.
        unfolded = np.zeros(len(self), bool)
        below_root = np.flatnonzero(stays)[1:]
        unfolded[self.parent[below_root]] = True
        stays[1:] = unfolded[self.parent[1:]]
        return stays, unfolded

    def _nearest_staying(self, stays: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """For each row the new number of itself if it stays, otherwise that of its nearest ancestor that does."""
        result = np.where(stays, numbers, 0).astype(np.int32)
        for ply in range(1, self.last_ply + 1):
            here = np.flatnonzero(~stays & (self.ply == ply))
            result[here] = result[self.parent[here]]
        return result

    def to_pandas(self, rows: Iterable[int] | None = None) -> pd.DataFrame:
        """The tree as a pandas table, indexed by row: of all rows, or of some; the columns are those of `graph`.

        Raises C4Error for a missing row, and if pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise C4Error("tables need pandas: python -m pip install pandas") from None
        chosen, fields = self._columns(rows)
        return pd.DataFrame(fields, index=pd.Index(chosen, name="row"))

    def _repr_html_(self) -> str:
        """For notebooks: a page to walk through the tree by clicking."""
        return framed_page(self, KINDS)

    def _chosen(self, rows: Iterable[int]) -> np.ndarray:
        """These rows, ascending.  Raises C4Error for a missing row."""
        chosen = np.unique(np.fromiter(rows, dtype=np.int64))
        missing = chosen[(chosen < 0) | (chosen >= len(self))]
        if len(missing):
            raise C4Error(f"the tree has {pluralise(len(self), 'row')}: there is no row {missing[0]}")
        return chosen

    def _columns(self, rows: Iterable[int] | None) -> tuple[np.ndarray, dict[str, list[Any]]]:
        """The chosen rows, ascending, and the attributes that `graph` gives them, by name."""
        chosen = np.arange(len(self)) if rows is None else self._chosen(rows)
        numbers = ("state", "value", "alpha", "beta", "parent", "size", "left_out", "move", "ply", "order", "note")
        fields: dict[str, list[Any]] = {name: getattr(self, name)[chosen].tolist() for name in numbers}
        searched = self.was_searched[chosen].tolist()
        fields["value"] = [value if seen else None for seen, value in zip(searched, fields["value"])]
        fields["kind"] = [KINDS[kind] for kind in self.kind[chosen]]
        fields["bound"] = [BOUNDS[bound] for bound in self.bound[chosen]]
        fields["searched"] = self.searched_nodes[chosen].tolist()
        fields["is_max"] = self.max_nodes[chosen].tolist()
        fields["principal"] = np.isin(chosen, self.principal_variation()).tolist()
        if self.simulations is not None:
            fields["visits"] = self.samples.visits[chosen].tolist()
            fields["total"] = self.samples.total[chosen].tolist()
            fields["prior"] = self.simulations.prior[chosen].tolist()
        return chosen, fields

    # -- opening left-out nodes ----------------------------------------------------------------------------------------

    def graft(self, row: int, part: SearchTree) -> Grafted:
        """This tree with a left-out node replaced by `part`, the same node searched again and recorded.

        Raises C4Error if `part` is another node or has another value, since it is then another search.
        """
        if self.size[row] != 1:
            raise C4Error("everything below this node is recorded already")
        old = self.rows[row]
        new = part.rows[0]
        is_same_node = part.root == self.position(row) and part.maximizer == self.maximizer
        has_same_result = all(old[name] == new[name] for name in ("value", "bound", "alpha", "beta"))
        if not (is_same_node and has_same_result):
            raise C4Error("the part that was searched again is not the node it should replace")
        end = row + 1
        added = len(part) - 1
        # Row 0 of the part takes the place of the row, between the rows before it and those after it.
        inserted = part.rows.copy()
        inserted["parent"] += row
        inserted["ply"] += old["ply"]
        for name in ("parent", "move", "order"):
            inserted[name][0] = old[name]
        before = self.rows[:row].copy()
        for ancestor in self.ancestors(row):
            before["size"][ancestor] += added
        after = self.rows[end:].copy()
        after["parent"][after["parent"] >= end] += added
        moved = np.arange(len(self), dtype=np.int32)
        moved[end:] += added
        return Grafted(replace(self, rows=np.concatenate((before, inserted, after))), moved)


class Grafted(NamedTuple):
    """A tree with a part that had been left out (see `SearchTree.graft`).

    moved   int32 (old rows,): the new row of each old row
    """

    tree: SearchTree
    moved: np.ndarray


Rows = Annotated[NDArray[Any], Contiguous(ROW)]
