"""`c4 serve`: an agent for other programs, one line in and one line out."""

from __future__ import annotations

from typing import Any

import click

from c4.agents.specification import parse_agent
from c4.cli.options import json_option, lines_of_input, rules_options, show
from c4.errors import C4Error
from c4.game.rules import Rules
from c4.library.reader import read_line


@click.command()
@click.argument("agent", default="engine:time_ms=100")
@rules_options
@json_option
def command(agent: str, as_json: bool, **board: Any) -> None:
    """Answers every position on standard input with one line: the column that AGENT plays, from 1.

    A line that is no position, or whose game is over, is answered with "error: " and a sentence, and the next line is
    read.  An empty line is the empty board; a line that begins with "#" is skipped; "quit" or the end of the input ends it.  AGENT keeps what it knows from
    one line to the next.

    With --json a line has the column, the values of all columns with their bounds, and the reason, or the error.
    """
    rules = Rules(**board)
    from c4.tree.searchtree import BOUNDS

    player = parse_agent(agent).load()
    for line in lines_of_input():
        text = line.strip()
        if text == "quit":
            return
        if text.startswith("#"):
            continue
        try:
            decision = player.choose(read_line(text, rules)[1])
            if decision.column is None:
                raise C4Error("no column was found")
        except C4Error as error:
            show({"position": text, "error": str(error)}, f"error: {error}", as_json)
            continue
        values = [
            {"column": column + 1, "value": value.points, "bound": BOUNDS[value.bound]}
            for column, value in decision.columns.items()
        ]
        answer = {"column": decision.column + 1, "columns": values, "reason": decision.reason}
        show({"position": text, **answer}, str(decision.column + 1), as_json)
