"""The working record of the engine.  Imports numba."""

from __future__ import annotations

from typing import NamedTuple

from c4.compiled.board import MAX_COLUMNS, Board
from c4.compiled.kinds import Ints, Record, Words, array
from c4.evaluators.base import Tables
from c4.search.rows import MAX_PLY, Control
from c4.tree.rows import Rows

SWITCHES = ("pvs", "table", "killers", "history", "threats", "forced", "extensions", "reductions", "null_move")
"""The ingredients that the kernel knows; see `c4.engine.ingredients.SearchOptions`."""


class Engine(Record):
    """The settings of the engine's search and its memory for move ordering; the rest is in `Control`.

    node_limit      visits after which it ends
    deadline        on the clock of `c4.compiled.clock`; 0 = none
    pvs ...         SWITCHES: 1 for an ingredient that is on
    table_shift     64 - (bits of the number of entries)
    killer          the two cells of the latest cutoffs on each ply, -1 = none
    merit           history: the cutoffs credited to each side's stone on each cell
    choice, score   the columns of each ply's node, and their scores for the order
    """

    node_limit: int
    deadline: int
    pvs: int
    table: int
    killers: int
    history: int
    threats: int
    forced: int
    extensions: int
    reductions: int
    null_move: int
    table_shift: int
    killer: Ints = array(2 * MAX_PLY)
    merit: Ints = array(2 * 64)
    choice: Ints = array(MAX_PLY * MAX_COLUMNS)
    score: Ints = array(MAX_PLY * MAX_COLUMNS)


class Search(NamedTuple):
    """What stays the same during a search; `control`, `engine`, `rows` and `table` are written to."""

    control: Control
    engine: Engine
    rows: Rows
    table: Words
    board: Board
    tables: Tables
