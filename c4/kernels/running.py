"""The record that a running search shares with the threads that watch or stop it."""

from __future__ import annotations

from c4.kernels.board import MAX_COLUMNS
from c4.kernels.kinds import Ints, Record, array

STOP_ASKED = 1
"""The value of `Running.stop` that asks a search to end."""


class Running(Record):
    """The first fields of a search's record, which a `c4.search.watch.Watch` in another thread reads.

    stop                    STOP_ASKED asks it to end at the next node
    nodes                   visits so far
    best                    best root column so far, -1 at first
    finished                number of root columns done
    depth                   plies of the last finished iteration, 0 in a search without iterations
    table_used, table_size  entries of the transposition table in use, and in all; 0 where they are not counted
    column_value            of the root columns done
    column_bound            NO_BOUND until the column is done
    """

    stop: int
    nodes: int
    best: int
    finished: int
    depth: int
    table_used: int
    table_size: int
    column_value: Ints = array(MAX_COLUMNS)
    column_bound: Ints = array(MAX_COLUMNS)
