"""`c4 threats`: the lines each side can still complete, the squares that complete one, and who benefits."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.options import json_option, make_rules, positions_argument, print_json, read_positions, rules_options


@click.command()
@positions_argument
@rules_options
@json_option
def command(positions: tuple[str, ...], as_json: bool, **board: Any) -> None:
    """Prints which empty squares of each POSITION complete a line, which of them count, and whom zugzwang favours.

    "Proved" appears only if a static proof (follow-up or an odd threat) holds; see docs/strategy.md.
    """
    rules = make_rules(**board)
    from c4.strategy import threats

    for text, position in read_positions(positions, rules, threats.check):
        analysis = threats.find(position)
        if as_json:
            print_json({"position": text, **threats.facts(analysis)})
        else:
            click.echo(f"{text}  {threats.in_words(analysis)}")
