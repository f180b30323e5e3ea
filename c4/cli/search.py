"""`c4 search`: searches positions to a fixed depth and prints, or saves, what was found."""

from __future__ import annotations

import json

import click

from c4.cli.options import evaluator_options, json_option, make_rules, parse_order, positions_argument, print_json, read_positions, rules_options
from c4.notation import format_columns
from c4.rules import C4Error


@click.command()
@positions_argument
@click.option("--algorithm", type=click.Choice(["minimax", "alphabeta"]), default="alphabeta", show_default=True, help="How to search.")
@click.option("--depth", type=click.IntRange(min=1), default=6, show_default=True, help="Plies to look ahead.")
@evaluator_options
@click.option("--order", metavar="COLUMNS", help="Order in which columns are tried; by default the middle first: 4352617.")
@click.option("--tree", type=click.Path(dir_okay=False), help="Write the recorded tree of the (last) position to this file, as JSON.")
@rules_options
@json_option
def command(positions, algorithm, depth, evaluator, model, order, tree, as_json, **board) -> None:
    """Searches each POSITION, the side to move being MAX, and prints the best column, its value and the columns of best play.

    A value is in the evaluator's points for the side to move; 1,000,000 minus the stones on the board is a won game.
    """
    rules = make_rules(**board)
    move_order = parse_order(order, rules)
    from c4.evaluators import load
    from c4.search.fixed_depth import search
    from c4.search.tree import BOUNDS

    judge = load(evaluator, model)
    last = None
    for text, position in read_positions(positions, rules):
        last = search(position, depth, judge, algorithm, move_order=move_order)
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
            "depth": depth,
            "evaluator": evaluator,
            "scoring": rules.scoring,
        }
        if as_json:
            print_json(found)
        else:
            best = "game over" if last.column is None else f"column {last.column + 1}"
            line = format_columns(last.principal_variation) or "-"
            click.echo(f"{text}  {best}  value {last.value.points}  pv {line}  {last.nodes} nodes  {last.pruned} pruned  {last.seconds:.3f} s")
    if tree is not None:
        if last is None:
            raise C4Error("there was no position to search, so there is no tree to write")
        from c4.models import write_text

        write_text(tree, json.dumps(last.tree.to_json()) + "\n")
        click.echo(f"wrote {len(last.tree):,} rows to {tree}", err=True)
