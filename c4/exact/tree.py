"""Exact trees: the move by exact scores, and a tree of exact values that opens ply by ply.

Opening a node solves its columns.  Every row is exact and has an open window.  A row that has not been opened carries
in `left_out` what its score cost: the nodes of the solver, or 1 if it came from the book or the table.  The tree's
algorithm is "perfect", and it has no evaluator.
"""

from __future__ import annotations

import random
from dataclasses import replace
from time import perf_counter
from typing import NamedTuple

import numpy as np

from c4.errors import C4Error
from c4.exact.scores import best_columns, stream_columns
from c4.game.position import Position
from c4.game.values import EXACT, INFINITY, Value, exact_value
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.solver.table import Table
from c4.text import pluralise
from c4.tree.searchtree import INTERIOR, NO_MOVE, NO_PARENT, ROW, TERMINAL, Grafted, SearchTree, split_left_out

ALGORITHM = "perfect"

STOPPED = "the best of the columns solved before it was stopped"


def decide(
    position: Position,
    *,
    table: Table | None = None,
    watch: Watch | None = None,
    seed: int | None = None,
    recording: bool = False,
) -> Decision:
    """The best column by exact scores: the shortest win or the longest defence, then the one nearest the middle.

    With a `seed` it is a random one of equally good columns.  `columns` holds what is known of each column; `tree` is
    recorded if `recording` asks for it.  If the watch stops it, it returns the best of the finished
    columns. Raises C4Error for a position that cannot be solved.
    """
    started = perf_counter()
    watch = watch or Watch()
    known = solve_columns(position, table=table, watch=watch)
    columns = {column: solved.value for column, solved in sorted(known.items())}
    best = best_columns(
        {column: value.points for column, value in columns.items() if value.bound == EXACT}, position.rules
    )
    column = None
    value = None
    line: tuple[int, ...] = ()
    if best:
        column = best[0] if seed is None else random.Random(f"{seed} {position.stones}").choice(best)
        value = columns[column]
        line = (column,)
    complete = all_exact(known, position)
    reason = ""
    if complete:
        reason = f"{len(best)} of {pluralise(len(columns), 'column')} best by exact score"
    elif best:
        reason = STOPPED
    snapshot = watch.snapshot()
    return Decision(
        column=column,
        value=value,
        columns=columns,
        principal_variation=line,
        nodes=0 if snapshot is None else snapshot.nodes,
        seconds=perf_counter() - started,
        complete=complete,
        tree=record(position, known) if recording and complete else None,
        reason=reason,
    )


class Solved(NamedTuple):
    """What is known of a column: its value for the side to move, and the nodes that it took, 1 at least."""

    value: Value
    nodes: int


def solve_columns(position: Position, *, table: Table | None = None, watch: Watch | None = None) -> dict[int, Solved]:
    """What is known of every column (from 0) of which something is; exact unless the watch stopped it."""
    watch = watch or Watch()
    seen = 0
    known = {}
    for news in stream_columns(position, table=table, watch=watch):
        value = exact_value(news.lower, news.upper, position)
        if value is None:
            continue
        snapshot = watch.snapshot()
        nodes = 0 if snapshot is None else snapshot.nodes
        known[news.column] = Solved(value, max(1, nodes - seen))
        if value.bound == EXACT:
            seen = nodes
            watch.columns[news.column] = value
    return known


def all_exact(known: dict[int, Solved], position: Position) -> bool:
    """Whether `solve_columns` finished."""
    return len(known) == len(position.legal_columns()) and all(solved.value.bound == EXACT for solved in known.values())


def record(position: Position, known: dict[int, Solved], maximizer: int | None = None) -> SearchTree:
    """The tree of a position and its columns.

    `known` is the complete result of `solve_columns`; `maximizer` (0 or 1) is MAX, by default the side to move.
    """
    maximizer = position.to_move if maximizer is None else maximizer
    rules = position.rules
    sign = 1 if position.to_move == maximizer else -1
    order = [column for column in rules.centre_first if column in known]
    rows = np.zeros(1 + len(order), dtype=ROW)
    rows["alpha"] = -INFINITY
    rows["beta"] = INFINITY
    rows["bound"] = EXACT
    rows["size"] = 1
    root = rows[0]
    root["value"] = sign * max(solved.value.points for solved in known.values())
    root["parent"] = NO_PARENT
    root["move"] = NO_MOVE
    root["kind"] = INTERIOR
    root["size"] = len(rows)
    left_out = 0
    for place, column in enumerate(order):
        solved = known[column]
        row = rows[1 + place]
        over = position.play(column).outcome() is not None
        row["value"] = sign * solved.value.points
        row["move"] = column
        row["ply"] = 1
        row["order"] = place
        row["kind"] = TERMINAL if over else INTERIOR
        if not over:
            left_out += solved.nodes
            row["left_out"], row["left_out_high"] = split_left_out(solved.nodes)
    return SearchTree(
        root=position,
        maximizer=maximizer,
        depth=rules.cells - position.ply,
        algorithm=ALGORITHM,
        evaluator="",
        move_order=rules.centre_first,
        nodes=len(rows) + left_out,
        pruned=0,
        rows=rows,
    )


def open_node(tree: SearchTree, row: int, *, watch: Watch | None = None) -> Grafted | None:
    """The tree with the columns of a row added; None if the watch stopped it.

    Raises C4Error if there is nothing to open.
    """
    if not tree.left_out[row]:
        raise C4Error("everything below this node is already recorded")
    position = tree.position(row)
    known = solve_columns(position, watch=watch)
    if not all_exact(known, position):
        return None
    part = record(position, known, tree.maximizer)
    nodes = tree.nodes - 1 - int(tree.left_out[row]) + part.nodes
    grafted = tree.graft(row, part)
    return grafted._replace(tree=replace(grafted.tree, nodes=nodes))
