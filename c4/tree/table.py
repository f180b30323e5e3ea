"""The table of a saved tree: which columns a file holds, and how the tree is built from them, and checked.

Parents and sizes follow from the plies, and states from the moves, so a file cannot contradict itself.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import MEAN
from c4.text import MAX_SEED, pluralise
from c4.tree.searchtree import BOUNDS, KINDS, NO_PARENT, PRUNED, ROW, UNVISITED, SearchTree
from c4.tree.selection import ALGORITHM as MONTE_CARLO
from c4.tree.selection import SCALE, Selection
from c4.tree.simulations import Simulations

SAVED = ("move", "ply", "kind", "bound", "value", "alpha", "beta", "left_out", "left_out_high", "order", "note")
"""The saved columns of the table."""

LOG = {"prior": "float32", "proved": "int32", "leaf": "int32", "result": "int32"}
"""The arrays of a log and their types: the fields of `c4.tree.simulations.Simulations`, "result" for its `value`."""

LIMITS = {"kind": len(KINDS) - 1, "bound": len(BOUNDS) - 1, "note": 7}
"""The greatest value of a column, if its type allows more."""

MOST_ROWS = 1 << 21
"""The most rows that are read: twice what a search records."""

MOST_CHARACTERS = 60
"""The longest name of an algorithm or evaluator."""


def read_table(content: dict[str, Any], table: dict[str, np.ndarray], log: dict[str, np.ndarray] | None) -> SearchTree:
    """The tree of a file's header, columns (SAVED) and log (LOG), if it has one.

    Raises C4Error if they are inconsistent, and what reading wrong types raises.
    """
    rules = Rules(**content["rules"])
    root = _root(content["root"], rules)
    maximizer = whole_number(content, "maximizer", 0, 1)
    rows = rows_of(table)
    algorithm = _name(content, "algorithm")
    evaluator = _name(content, "evaluator")
    order = tuple(column - 1 for column in content["order"])
    if sorted(order) != list(range(rules.columns)):
        raise C4Error("its move order does not name each column once")
    depth = whole_number(content, "depth", 0, 255)
    nodes = whole_number(content, "nodes", 0, 1 << 62)
    pruned = whole_number(content, "pruned", 0, 1 << 62)
    scale = whole_number(content, "scale", 1, 1 << 30)
    simulations = None if log is None else _log(content["simulations"], log, rows)
    if (simulations is None) == (algorithm == MONTE_CARLO):
        raise C4Error(f"a log of simulations does not go with a search by {algorithm}")
    if simulations is None and ((rows["bound"] == MEAN).any() or (rows["kind"] == UNVISITED).any()):
        raise C4Error(f"a search by {algorithm} has no row that it left unvisited, and no mean")
    tree = SearchTree(
        root=root,
        maximizer=maximizer,
        depth=depth,
        algorithm=algorithm,
        evaluator=evaluator,
        move_order=order,
        nodes=nodes,
        pruned=pruned,
        rows=rows,
        scale=scale,
        simulations=simulations,
    )
    if tree.recorded + tree.total_left_out != tree.nodes:
        raise C4Error(
            f"its rows stand for {pluralise(tree.recorded + tree.total_left_out, 'node')}, its counter says {tree.nodes:,}"
        )
    return tree


def _log(content: dict[str, Any], arrays: dict[str, np.ndarray], rows: np.ndarray) -> Simulations:
    """The log of simulations.  Raises C4Error if it does not fit the rows."""
    settings = {field.name: content[field.name] for field in fields(Selection)}
    if any(type(settings[name]) is not bool for name in ("wins", "proofs")):
        raise C4Error("its settings wins and proofs are not true or false")
    seed = whole_number(content, "seed", 0, MAX_SEED)
    prior = arrays["prior"]
    proved = arrays["proved"]
    leaf = arrays["leaf"]
    value = arrays["result"]
    within = (
        ((prior >= 0) & (prior <= 1)).all()  # no number is within, either
        and ((proved >= 0) & (proved <= len(leaf))).all()
        and ((leaf >= 0) & (leaf < len(rows))).all()
        and (np.abs(value.astype(np.int64)) <= SCALE).all()
    )
    if not within:
        raise C4Error("its log of simulations does not fit its rows")
    return Simulations(selection=Selection(**settings), seed=seed, prior=prior, proved=proved, leaf=leaf, value=value)


def _name(content: dict[str, Any], field: str) -> str:
    """The name in a field of the header.  Raises C4Error if there is none."""
    name = content[field]
    if not isinstance(name, str) or len(name) > MOST_CHARACTERS:
        raise C4Error(f"its {field} has no name")
    return name


def _root(content: dict[str, Any], rules: Rules) -> Position:
    """The position in which the search began.  Raises C4Error for moves or discs that no game has."""
    if content["moves"] is not None:
        position = Position(rules=rules)
        for column in content["moves"]:
            position = position.play(column - 1)
        return position
    position = Position.from_grid(content["grid"], rules)
    return Position(position.stones, whole_number(content, "to_move", 0, 1), rules, None)


def whole_number(content: dict[str, Any], name: str, low: int, high: int) -> int:
    """The number in a field of the header.  Raises C4Error if it is not a whole number from `low` to `high`."""
    number = content[name]
    if type(number) is not int or not low <= number <= high:
        raise C4Error(f"its {name} is {number!r}, not a whole number from {low} to {high:,}")
    return number


def rows_of(columns: dict[str, np.ndarray]) -> np.ndarray:
    """The rows, checked but for their moves."""
    rows = np.zeros(len(columns["ply"]), dtype=ROW)
    for name, numbers in columns.items():
        if name in LIMITS and numbers.max() > LIMITS[name]:
            raise C4Error(f"its column {name!r} holds something else than whole numbers from 0 to {LIMITS[name]}")
        rows[name] = numbers
    rows["parent"], rows["size"] = _family(rows["ply"])
    absent = np.isin(rows["kind"], (PRUNED, UNVISITED))
    if absent[rows["parent"][1:]].any() or absent[0]:
        raise C4Error("it has nodes below one that was not searched")
    return rows


def _family(ply: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Parents and sizes from the plies: a row's parent is the last earlier row one ply higher."""
    steps = np.diff(ply.astype(np.int16))
    if ply[0] != 0 or (ply[1:] == 0).any() or (steps > 1).any():
        raise C4Error("its plies do not form a tree")
    total = len(ply)
    parent = np.full(total, NO_PARENT, dtype=np.int32)
    end = np.full(total, total, dtype=np.int32)  # the first row after the subtree
    above = np.zeros(1, dtype=np.int64)
    for level in range(1, int(ply.max()) + 1):
        here = np.flatnonzero(ply == level)
        parent[here] = above[np.searchsorted(above, here) - 1]
        end[here] = np.minimum(np.append(here[1:], total), end[parent[here]])
        above = here
    return parent, end - np.arange(total, dtype=np.int32)
