"""The options that `c4 match` and `c4 tournament` share, and how they play their games.  Imports nothing heavy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from c4.cli.options import Command, jobs_options, json_option
from c4.game.rules import C4Error

if TYPE_CHECKING:
    from c4.arena.games import Game
    from c4.arena.table import Table


def match_options(command: Command) -> Command:
    """--games, --openings, --seed, --games-file, --learn, --jobs, --dask, --json."""
    for option in (
        json_option,
        jobs_options,
        click.option(
            "--learn",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="Let learning agents learn from the games, in copies of their models in this folder.  Plays"
            " one game at a time.",
        ),
        click.option(
            "--games-file",
            type=click.Path(dir_okay=False),
            help="Record every game in this file, one per line; the same command then resumes.",
        ),
        click.option(
            "--seed",
            type=int,
            default=1,
            show_default=True,
            help="Seed for the order of openings and for agents that play at random.",
        ),
        click.option(
            "--openings",
            type=click.Path(dir_okay=False),
            default="plies=2",
            show_default=True,
            metavar="TEXT",
            help="plies=K, or a file with one move string per line.",
        ),
        click.option(
            "--games",
            type=click.IntRange(min=2),
            default=98,
            show_default=True,
            help="Games for every two agents; each begins half of them.",
        ),
    ):
        command = option(command)
    return command


def play_games(
    agents: tuple[str, ...],
    games: int,
    openings: str,
    seed: int,
    games_file: str | None,
    learn: str | None,
    jobs: int | None,
    dask: str | None,
) -> tuple[Table, bool]:
    """Plays the missing games with a progress bar; the table, and whether Ctrl-C ended it.

    Raises C4Error for bad input.
    """
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
                "--learn plays one game at a time, because each game changes the next: do without --jobs and --dask"
            )
        names, jobs = with_copies(names, learn, seed), 1
    chosen = openings_of(openings, games // 2, seed)
    played: list[Game] = []
    interrupted = False
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
    """After Ctrl-C: says what became of the games and exits with status 130."""
    if interrupted:
        kept = (
            f"recorded in {games_file}; the same command resumes" if games_file else "not recorded (use --games-file)"
        )
        click.echo(f"stopped: the results above are of the games so far, {kept}", err=True)
        sys.exit(130)
