"""`c4 search`: searches positions within a depth or other limits and prints or saves the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from c4.cli.options import (
    Integer,
    evaluator_options,
    json_option,
    positions_argument,
    read_positions,
    rules_options,
    show,
    tree_option,
    write_tree,
)
from c4.errors import C4Error
from c4.game.columns import format_columns, parse_order
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search.decision import Decision
from c4.text import pluralise

ALGORITHMS = ("minimax", "alphabeta", "engine")
DEPTH = 6
TREE_ROWS = 1_000_000


@click.command()
@positions_argument
@click.option(
    "--algorithm", type=click.Choice(ALGORITHMS), default="alphabeta", show_default=True, help="The search to use."
)
@click.option(
    "--depth", type=Integer(min=1), help=f"Plies to look ahead.  [default: {DEPTH} if there is no other limit]"
)
@click.option("--time-ms", type=click.FloatRange(min=0, min_open=True), help="Milliseconds per position (engine).")
@click.option("--nodes", type=Integer(min=1), help="Nodes per position (engine).")
@evaluator_options
@click.option(
    "--order", metavar="COLUMNS", help="Order in which columns are tried.  [default: the middle first, 4352617]"
)
@tree_option
@rules_options
@json_option
def command(
    positions: tuple[str, ...],
    algorithm: str,
    depth: int | None,
    time_ms: float | None,
    nodes: int | None,
    evaluator: str,
    model: str | None,
    order: str | None,
    out: str | None,
    as_json: bool,
    **board: Any,
) -> None:
    """Searches each POSITION and prints the best column, its value, and the columns that both sides would play.

    The side to move is MAX.  Values are in the evaluator's points for the side to move.  A won game is worth
    1,000,000 minus the discs on the final board, a lost one the negative, a draw 0.
    """
    if algorithm != "engine" and (time_ms is not None or nodes is not None):
        raise C4Error(f"the depth of {algorithm} is fixed: use --algorithm engine with --time-ms or --nodes")
    if depth is None and time_ms is None and nodes is None:
        depth = DEPTH
    rules = Rules(**board)
    move_order = parse_order(order, rules)
    from c4.evaluators import load
    from c4.tree.searchtree import BOUNDS

    loaded = load(evaluator, model)
    if loaded.form:
        click.echo(loaded.form, err=True)
    search: Callable[[Position], Decision]
    if algorithm == "engine":
        from c4.engine import deepening

        limits: dict[str, Any] = {"depth": depth, "nodes": nodes, "time_ms": time_ms}
        limits |= {"move_order": move_order, "budget": TREE_ROWS if out else 0}
        search = lambda position: deepening.search(position, loaded, **limits)  # noqa: E731
    else:
        from c4.search import fixed_depth

        plies = depth or DEPTH
        search = lambda position: fixed_depth.search(  # noqa: E731
            position, plies, loaded, algorithm, move_order=move_order
        )
    last: Decision | None = None
    for text, position in read_positions(positions, rules):
        last = search(position)
        value, bound = (None, None) if last.value is None else (last.value.points, BOUNDS[last.value.bound])
        result = {
            "position": text,
            "column": None if last.column is None else last.column + 1,
            "value": value,
            "bound": bound,
            "nodes": last.nodes,
            "pruned": last.pruned,
            "seconds": round(last.seconds, 6),
            "pv": [column + 1 for column in last.principal_variation],
            "columns": [
                {"column": column + 1, "value": value.points, "bound": BOUNDS[value.bound]}
                for column, value in last.columns.items()
            ],
            "algorithm": algorithm,
            "depth": last.depth or depth,
            "evaluator": evaluator,
            "scoring": rules.scoring,
        }
        best = "game over" if last.column is None else f"column {last.column + 1}"
        line = format_columns(last.principal_variation) or "-"
        reached = f"depth {last.depth}  " if algorithm == "engine" else ""
        counts = f"{pluralise(last.nodes, 'node')}  {last.pruned:,} pruned  {last.seconds:.3f} s"
        show(result, f"{text}  {best}  value {value}  pv {line}  {reached}{counts}", as_json)
    if out is not None:
        write_tree(last, out)
