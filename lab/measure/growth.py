"""`python -m lab measure growth`: nodes and time at depth 1, 2, ... for minimax, alpha-beta in two move orders, and the engine."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.options import (
    evaluator_options,
    json_option,
    positions_argument,
    print_json,
    read_positions,
    rules_options,
)
from c4.errors import C4Error
from c4.game.rules import Rules
from c4.session.plans import Point, growth, series
from c4.tree.searchtree import BOUNDS


@click.command()
@positions_argument
@click.option("--depth", type=click.IntRange(min=1), default=6, show_default=True, help="Depth of the deepest search.")
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=20_000_000,
    show_default=True,
    help="Leave out searches that would visit more nodes than this.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values with a header line.")
@evaluator_options
@rules_options
@json_option
def command(
    positions: tuple[str, ...],
    depth: int,
    most: int,
    as_csv: bool,
    evaluator: str,
    model: str | None,
    as_json: bool,
    **board: Any,
) -> None:
    """Searches each POSITION to depth 1, 2, ... and prints the nodes and the processor time of each search.

    "alpha-beta" tries the columns from left to right, "alpha-beta ordered" the middle first.  The engine starts from
    scratch at every depth, and all its iterations count.  Nothing is recorded.
    """

    if as_csv and as_json:
        raise C4Error("choose --json or --csv, not both")
    rules = Rules(**board)
    plans = series(rules, evaluator, model)
    if as_csv:
        click.echo("position,series,depth,nodes,pruned,seconds,column,value,bound")
    for text, position in read_positions(positions, rules):
        table: dict[tuple[str, int], Point] = {}
        for point in growth(position, plans, depth, most):
            value, bound = point.value.points, BOUNDS[point.value.bound]
            if as_json:
                content = {
                    "position": text,
                    **point._asdict(),
                    "column": point.column + 1,
                    "value": value,
                    "bound": bound,
                }
                print_json({**content, "seconds": round(point.seconds, 6), "evaluator": evaluator})
            elif as_csv:
                click.echo(
                    f"{text},{point.series},{point.depth},{point.nodes},{point.pruned},{point.seconds:.6f},"
                    f"{point.column + 1},{value},{bound}"
                )
            else:
                table[point.series, point.depth] = point
        if not as_json and not as_csv:
            print_table(text, table, list(plans), depth)


def print_table(text: str, table: dict[tuple[str, int], Point], names: list[str], depth: int) -> None:
    """One line per depth with every search's nodes and seconds, or a dash where it was left out."""
    click.echo(f"{text}")
    click.echo("depth" + "".join(f"{name:>24}" for name in names))
    for step in range(1, depth + 1):
        cells = ""
        for name in names:
            point = table.get((name, step))
            cells += f"{'-':>24}" if point is None else f"{point.nodes:>13,}{point.seconds:>9.4f} s"
        click.echo(f"{step:>5}{cells}")
