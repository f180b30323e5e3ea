"""`c4 tournament`: every agent plays every other."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.arena_options import end, match_options, play_games
from c4.cli.names import complete_agent
from c4.cli.options import print_json


@click.command()
@click.argument("agents", metavar="AGENT AGENT...", nargs=-1, required=True, shell_complete=complete_agent)
@match_options
def command(agents: tuple[str, ...], games_file: str | None, as_json: bool, **how: Any) -> None:
    """Lets every AGENT play every other, each opening from both sides, and prints a crosstable with Elo ratings.

    With --json the table is one object; `python -m visualizer.compare.crosstable TABLE.json PICTURE.png` draws it.
    """
    table, interrupted = play_games(agents, games_file=games_file, **how)
    if as_json:
        print_json(table.to_json())
    elif table.games:
        click.echo(table.text())
    end(interrupted, games_file)
