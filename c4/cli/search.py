"""`c4 search`: searches positions to a fixed depth, or within other limits, and prints, or saves, what was found."""

from __future__ import annotations

import json

import click

from c4.cli.options import evaluator_options, json_option, make_rules, parse_order, positions_argument, print_json, read_positions, rules_options
from c4.notation import format_columns
from c4.rules import C4Error

DEPTH = 6
TREE_ROWS = 1_000_000


@click.command()
@positions_argument
@click.option("--algorithm", type=click.Choice(["minimax", "alphabeta", "engine"]), default="alphabeta", show_default=True, help="How to search.")
@click.option("--depth", type=click.IntRange(min=1), help=f"Plies to look ahead; {DEPTH} where no other limit is given.")
@click.option("--time-ms", type=click.FloatRange(min=0, min_open=True), help="Milliseconds a position (engine).")
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes a position (engine).")
@evaluator_options
@click.option("--order", metavar="COLUMNS", help="Order in which columns are tried; by default the middle first: 4352617.")
@click.option("--tree", type=click.Path(dir_okay=False), help="Write the recorded tree of the (last) position to this file, as JSON.")
@rules_options
@json_option
def command(positions, algorithm, depth, time_ms, nodes, evaluator, model, order, tree, as_json, **board) -> None:
    """Searches each POSITION, the side to move being MAX, and prints the best column, its value and the columns of best play.

    A value is in the evaluator's points for the side to move; 1,000,000 minus the stones on the board is a won game.
    """
    limited = time_ms is not None or nodes is not None
    if limited and algorithm != "engine":
        raise C4Error(f"{algorithm} searches to a depth: --time-ms and --nodes are for --algorithm engine")
    depth = DEPTH if depth is None and not limited else depth
    rules = make_rules(**board)
    move_order = parse_order(order, rules)
    from c4.evaluators import load
    from c4.search.tree import BOUNDS

    if algorithm == "engine":
        from c4.search import engine
    else:
        from c4.search import fixed_depth

    judge = load(evaluator, model)
    last = None
    for text, position in read_positions(positions, rules):
        if algorithm == "engine":
            rows = TREE_ROWS if tree is not None else 0
            last = engine.search(position, judge, depth=depth, nodes=nodes, time_ms=time_ms, move_order=move_order, budget=rows)
        else:
            last = fixed_depth.search(position, depth, judge, algorithm, move_order=move_order)
        found = {
            "position": text,
            "column": None if last.column is None else last.column + 1,
            "value": last.value.points,
            "bound": BOUNDS[last.value.bound],
            "nodes": last.nodes,
            "pruned": last.pruned,
            "seconds": round(last.seconds, 6),
            "pv": [column + 1 for column in last.principal_variation],
            "columns": [{"column": column + 1, "value": value.points, "bound": BOUNDS[value.bound]} for column, value in last.columns.items()],
            "algorithm": algorithm,
            "depth": last.depth if algorithm == "engine" else depth,
            "evaluator": evaluator,
            "scoring": rules.scoring,
        }
        if as_json:
            print_json(found)
        else:
            best = "game over" if last.column is None else f"column {last.column + 1}"
            line = format_columns(last.principal_variation) or "-"
            reached = f"depth {last.depth}  " if algorithm == "engine" else ""
            counts = f"{last.nodes} nodes  {last.pruned} pruned  {last.seconds:.3f} s"
            click.echo(f"{text}  {best}  value {last.value.points}  pv {line}  {reached}{counts}")
    if tree is not None:
        if last is None:
            raise C4Error("there was no position to search, so there is no tree to write")
        from c4.models import write_text

        write_text(tree, json.dumps(last.tree.to_json()) + "\n")
        click.echo(f"wrote {len(last.tree):,} rows to {tree}", err=True)
