"""`c4 threats`: the lines each side can still complete, the squares that complete one, and who profits."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.options import json_option, positions_argument, read_positions, rules_options, show
from c4.game.rules import Rules


@click.command()
@positions_argument
@rules_options
@json_option
def command(positions: tuple[str, ...], as_json: bool, **board: Any) -> None:
    """Prints which empty squares of each POSITION complete a line, which of them count, and whom zugzwang favours.

    "Proved" appears only if a static proof (follow-up or an odd threat) holds; see docs/strategy.md.
    """
    rules = Rules(**board)
    from c4.strategy import threats

    for text, position in read_positions(positions, rules, threats.check):
        analysis = threats.find(position)
        show({"position": text, **threats.facts(analysis)}, f"{text}  {threats.in_words(analysis)}", as_json)
