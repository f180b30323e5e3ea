"""`c4 perft`: counts move sequences; known numbers prove that the rules are programmed correctly."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.options import json_option, make_rules, print_json, rules_options
from c4.game.rules import C4Error


@click.command()
@click.argument("depth", type=click.IntRange(min=0), required=False)
@click.option("--depth", "also_depth", type=click.IntRange(min=0), help="The same as DEPTH.")
@click.option("--distinct", is_flag=True, help="Count different positions instead of move sequences.")
@rules_options
@json_option
def command(depth: int | None, also_depth: int | None, distinct: bool, as_json: bool, **board: Any) -> None:
    """Counts the sequences of DEPTH moves from the empty board.  A finished game has no further moves.

    The standard board has 7, 49, 343, 2401, 16807, 117649, 823536, ...  sequences; for different positions see OEIS
    A212693.
    """
    rules = make_rules(**board)
    depth = also_depth if depth is None else depth
    if depth is None:
        raise C4Error("the depth is missing: c4 perft DEPTH")
    if distinct:
        number = rules.distinct_positions(depth)[-1]
    else:
        from c4.compiled.perft import count_games

        number = count_games(depth, rules)
    if as_json:
        print_json({"depth": depth, "scoring": rules.scoring, "distinct" if distinct else "perft": number})
    else:
        click.echo(number)
