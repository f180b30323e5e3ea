"""`c4 match`: agents play many games against each other, which are rated and recorded."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from c4.cli.options import Integer, jobs_options, json_option, seed_option, show
from c4.errors import C4Error
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.arena.games import Game
    from c4.arena.ratings import Table


@click.command()
@click.argument("agents", metavar="AGENT AGENT...", nargs=-1, required=True)
@click.option(
    "--games",
    type=Integer(min=2),
    default=98,
    show_default=True,
    help="Games for every two agents; each moves first in half of them.",
)
@click.option(
    "--openings",
    type=click.Path(dir_okay=False),
    default="plies=2",
    show_default=True,
    metavar="TEXT",
    help="plies=K, or a file with one move string per line.",
)
@seed_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Record every game in this file (.jsonl), one per line; the same command then resumes.",
)
@jobs_options
@json_option
def command(
    agents: tuple[str, ...],
    games: int,
    openings: str,
    seed: int,
    out: str | None,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Lets every AGENT play every other, each opening from both sides, and prints who is stronger, and by how much.

    An agent is NAME:OPTION=VALUE,...: "greedy:evaluator=windows", "engine:time_ms=20".  With three agents or more the result is a crosstable.
    If an evaluator plays with several depths of search, a chart shows its success by depth.
    """
    from c4.agents.specification import parse_agent
    from c4.arena.depths import chart, chart_json, success_by_depth
    from c4.arena.games import GamesFile
    from c4.arena.match import openings_of, tournament
    from c4.arena.ratings import Table
    from c4.cli.progress import Bar
    from c4.jobs import run

    if games % 2:
        raise C4Error(f"--games must be even, not {games}: every opening is played from both sides")
    names = [str(parse_agent(agent)) for agent in agents]
    chosen = openings_of(openings, games // 2, seed)
    played: list[Game] = []
    interrupted = False
    with Bar(games * len(names) * (len(names) - 1) // 2, "games") as bar:
        try:
            for game in tournament(names, chosen, seed, GamesFile(out), partial(run, jobs=jobs, dask=dask)):
                played.append(game)
                bar.update()
        except KeyboardInterrupt:
            interrupted = True
    table = Table(names, played)
    by_depth = success_by_depth(table) if played else {}
    if len(names) == 2:
        facts = facts_of_two(table)
        text = text_of_two(table)
    else:
        facts = table.to_json()
        text = table.text() if table.games else ""
    words = "\n\n".join(filter(None, (text, chart(by_depth))))
    show({**facts, "by_depth": chart_json(by_depth)}, words, as_json)
    if interrupted:
        recorded = f"recorded in {out}; the same command resumes" if out else "not recorded (use --out)"
        click.echo(f"stopped: the results above are of the games so far, {recorded}", err=True)
        sys.exit(130)


def facts_of_two(table: Table) -> dict[str, object]:
    """The result of two agents as JSON prints it."""
    first, second = table.agents
    tally = table.tallies[first, second]
    difference = table.ratings.difference(0, 1)
    facts = {"a": first, "b": second, **tally._asdict(), "games": tally.games, "differing": table.distinct_games()}
    if tally.games:
        share = tally.success
        facts |= {"score": round(share.value, 6), "interval": [round(share.low, 6), round(share.high, 6)]}
    elo = {"elo": round(difference.elo, 1), "elo_interval": [round(difference.low, 1), round(difference.high, 1)]}
    return {**facts, **elo, "seconds": [round(table.seconds(agent), 3) for agent in table.agents]}


def text_of_two(table: Table) -> str:
    """The result of two agents in words."""
    first, second = table.agents
    tally = table.tallies[first, second]
    difference = table.ratings.difference(0, 1)
    if not tally.games:
        return "no game was played"
    share = tally.success
    lines = [
        f"A  {first}\nB  {second}",
        f"A won {tally.won}, drew {tally.drawn} and lost {tally.lost} of {pluralise(tally.games, 'game')};"
        f" {table.distinct_games()} differ",
    ]
    for name, agent in zip("AB", table.agents):
        won, drawn, lost = table.as_first[agent]
        lines.append(f"  when {name} moved first: {name} won {won}, drew {drawn}, lost {lost}")
    return "\n".join(
        [
            *lines,
            f"A scored {100 * share.value:.1f} % (95 %: {100 * share.low:.1f} to {100 * share.high:.1f})",
            f"A is {difference.elo:+.0f} Elo points above B (95 %: {difference.low:+.0f} to {difference.high:+.0f})",
        ]
    )
