"""What `c4 match` and `c4 tournament` share: their options, and the games they play.  Imports nothing heavy."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from c4.cli.options import jobs_options, json_option
from c4.game.rules import C4Error


def match_options(command: Callable) -> Callable:
    """--games, --openings, --seed, --games-file, --learn, --jobs, --dask, --json."""
    for option in (
        json_option,
        jobs_options,
        click.option(
            "--learn",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="Agents that learn from games do, with copies of their models in this folder; one game after the other.",
        ),
        click.option(
            "--games-file",
            type=click.Path(dir_okay=False),
            help="Keep every game here, one a line; the same command goes on with it.",
        ),
        click.option(
            "--seed",
            type=int,
            default=1,
            show_default=True,
            help="Seed of the openings' order and of agents that play by chance.",
        ),
        click.option(
            "--openings", default="plies=2", show_default=True, help="plies=K, or a file with one move string a line."
        ),
        click.option(
            "--games",
            type=click.IntRange(min=2),
            default=98,
            show_default=True,
            help="Games of every two agents, half begun by each.",
        ),
    ):
        command = option(command)
    return command


def play_games(agents, games, openings, seed, games_file, learn, jobs, dask):
    """Plays what is missing, with a progress bar: the table, and whether it is complete.  Raises C4Error for bad input."""
    from functools import partial

    from tqdm import tqdm

    from c4.agents.specification import parse_agent
    from c4.arena.games import GamesFile
    from c4.arena.learners import with_copies
    from c4.arena.match import openings_of, tournament
    from c4.arena.table import Table
    from c4.jobs import run

    if games % 2:
        raise C4Error(f"--games must be even, not {games}: every opening is played from both sides")
    names = [str(parse_agent(agent)) for agent in agents]
    if learn is not None:
        if dask is not None or (jobs or 1) > 1:
            raise C4Error(
                "--learn plays one game after the other, as every game may change what is played next: leave --jobs and --dask away"
            )
        names, jobs = with_copies(names, learn, seed), 1
    chosen = openings_of(openings, games // 2, seed)
    played, interrupted = [], False
    with tqdm(total=games * len(names) * (len(names) - 1) // 2, unit=" games", disable=None) as bar:
        try:
            for game in tournament(
                names, chosen, seed, GamesFile(games_file), partial(run, jobs=jobs, dask=dask), learn is not None
            ):
                played.append(game)
                bar.update()
        except KeyboardInterrupt:
            interrupted = True
    return Table(names, played), interrupted


def end(interrupted: bool, games_file: str | None) -> None:
    """Says what Ctrl-C has left, with exit status 130."""
    if interrupted:
        kept = f"kept in {games_file}; the same command goes on" if games_file else "lost: --games-file keeps them"
        click.echo(f"stopped: what is shown are the games so far, {kept}", err=True)
        sys.exit(130)
