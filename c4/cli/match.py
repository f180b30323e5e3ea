"""`c4 match`: two agents play many games."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.arena_options import end, match_options, play_games
from c4.cli.names import complete_agent
from c4.cli.options import print_json
from c4.game.rules import count


@click.command()
@click.argument("one", metavar="A", shell_complete=complete_agent)
@click.argument("other", metavar="B", shell_complete=complete_agent)
@match_options
def command(one: str, other: str, games_file: str | None, as_json: bool, **how: Any) -> None:
    """Lets A play B, each opening from both sides, and prints who is stronger, and by how much.

    An agent is NAME:OPTION=VALUE,...: "greedy:evaluator=windows", "engine:time_ms=20".  Agents learn from the games
    only with --learn.
    """
    table, interrupted = play_games((one, other), games_file=games_file, **how)
    first, second = table.agents
    tally = table.tallies[first, second]
    if as_json:
        difference, share = table.ratings.difference(0, 1), tally.success
        played = {"a": first, "b": second, **tally._asdict(), "games": tally.games, "differing": table.differing()}
        success = (
            {"score": round(share.value, 6), "interval": [round(share.low, 6), round(share.high, 6)]}
            if tally.games
            else {}
        )
        elo = {"elo": round(difference.elo, 1), "elo_interval": [round(difference.low, 1), round(difference.high, 1)]}
        print_json({**played, **success, **elo, "seconds": [round(table.seconds(agent), 3) for agent in table.agents]})
    elif tally.games:
        difference, share = table.ratings.difference(0, 1), tally.success
        click.echo(f"A  {first}\nB  {second}")
        click.echo(
            f"A won {tally.won}, drew {tally.drawn} and lost {tally.lost} of {count(tally.games, 'game')};"
            f" {table.differing()} differ"
        )
        for name, agent in zip("AB", table.agents):
            begun = table.begun[agent]
            click.echo(f"  when {name} began: {name} won {begun.won}, drew {begun.drawn}, lost {begun.lost}")
        click.echo(f"A scored {100 * share.value:.1f} % (95 %: {100 * share.low:.1f} to {100 * share.high:.1f})")
        click.echo(
            f"A is {difference.elo:+.0f} Elo points above B (95 %: {difference.low:+.0f} to {difference.high:+.0f})"
        )
    end(interrupted, games_file)
