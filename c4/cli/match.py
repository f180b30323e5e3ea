"""`c4 match`, `c4 tournament` and `c4 games`: agents play many games, which are recorded and replayed."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from c4.cli.options import Integer, complete_agent, jobs_options, json_option, options, print_json
from c4.errors import C4Error
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.arena.games import Game
    from c4.arena.ratings import Table

match_options = options(
    click.option(
        "--games",
        type=Integer(min=2),
        default=98,
        show_default=True,
        help="Games for every two agents; each moves first in half of them.",
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
        "--seed",
        type=Integer(),
        default=1,
        show_default=True,
        help="Seed for the order of openings and for agents that play at random.",
    ),
    click.option(
        "--games-file",
        type=click.Path(dir_okay=False),
        help="Record every game in this file, one per line; the same command then resumes.",
    ),
    click.option(
        "--learn",
        type=click.Path(file_okay=False),
        metavar="FOLDER",
        help="Let learning agents learn from the games, in copies of their models in this folder.  Plays"
        " one game at a time.",
    ),
    jobs_options,
    json_option,
)
"""What `c4 match` and `c4 tournament` have in common."""


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
    from c4.arena.match import copy_learners, openings_of, tournament
    from c4.arena.ratings import Table
    from c4.jobs import run

    if games % 2:
        raise C4Error(f"--games must be even, not {games}: every opening is played from both sides")
    names = [str(parse_agent(agent)) for agent in agents]
    if learn is not None:
        if dask is not None or (jobs or 1) > 1:
            raise C4Error(
                "--learn plays one game at a time, because each game changes the next: do without --jobs and --dask"
            )
        names, jobs = copy_learners(names, learn, seed), 1
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
        recorded = (
            f"recorded in {games_file}; the same command resumes" if games_file else "not recorded (use --games-file)"
        )
        click.echo(f"stopped: the results above are of the games so far, {recorded}", err=True)
        sys.exit(130)


@click.command("match")
@click.argument("one", metavar="A", shell_complete=complete_agent)
@click.argument("other", metavar="B", shell_complete=complete_agent)
@match_options
def match_command(one: str, other: str, games_file: str | None, as_json: bool, **how: Any) -> None:
    """Lets A play B, each opening from both sides, and prints who is stronger, and by how much.

    An agent is NAME:OPTION=VALUE,...: "greedy:evaluator=windows", "engine:time_ms=20".  Agents learn from the games
    only with --learn.
    """
    table, interrupted = play_games((one, other), games_file=games_file, **how)
    first, second = table.agents
    tally = table.tallies[first, second]
    if as_json:
        difference, share = table.ratings.difference(0, 1), tally.success
        played = {"a": first, "b": second, **tally._asdict(), "games": tally.games, "differing": table.distinct_games()}
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
            f"A won {tally.won}, drew {tally.drawn} and lost {tally.lost} of {pluralise(tally.games, 'game')};"
            f" {table.distinct_games()} differ"
        )
        for name, agent in zip("AB", table.agents):
            first_games = table.as_first[agent]
            click.echo(
                f"  when {name} moved first: {name} won {first_games.won}, drew {first_games.drawn}, lost {first_games.lost}"
            )
        click.echo(f"A scored {100 * share.value:.1f} % (95 %: {100 * share.low:.1f} to {100 * share.high:.1f})")
        click.echo(
            f"A is {difference.elo:+.0f} Elo points above B (95 %: {difference.low:+.0f} to {difference.high:+.0f})"
        )
    end(interrupted, games_file)


@click.command("tournament")
@click.argument("agents", metavar="AGENT AGENT...", nargs=-1, required=True, shell_complete=complete_agent)
@match_options
def tournament_command(agents: tuple[str, ...], games_file: str | None, as_json: bool, **how: Any) -> None:
    """Lets every AGENT play every other, each opening from both sides, and prints a crosstable with Elo ratings.

    With --json the table is one object; `python -m lab report crosstable TABLE.json PICTURE.png` draws it.
    """
    table, interrupted = play_games(agents, games_file=games_file, **how)
    if as_json:
        print_json(table.to_json())
    elif table.games:
        click.echo(table.text())
    end(interrupted, games_file)


@click.command("games")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("number", type=Integer(min=1), required=False)
@json_option
def games_command(file: str, number: int | None, as_json: bool) -> None:
    """Lists the games in FILE (see `c4 match --games-file`), or replays game NUMBER move by move.

    To open a game in the window, pass its move string on: python interface.py MOVES.
    """
    from c4.arena.games import GamesFile
    from c4.cli.play import picture
    from c4.game.columns import DIGITS
    from c4.game.position import Position

    games = list(GamesFile(file).read())
    if number is not None and number > len(games):
        raise C4Error(f"there is no game {number} in {file}, which has {pluralise(len(games), 'game')}")
    for place, game in enumerate(games, start=1):
        if number not in (None, place):
            continue
        winner = "draw" if game.winner is None else f"{'XO'[game.winner]} wins"
        if as_json:
            print_json({"number": place, **asdict(game)})
            continue
        click.echo(f"{place:>5}  {game.moves:<42}  {winner:<7}  X {game.first}  O {game.second}")
        if number is None:
            continue
        position = Position()
        for column in game.position().moves or ():
            who = (game.first, game.second)[position.to_move]
            position = position.play(column)
            click.echo(f"{picture(position)}{position.ply:>3}. {'OX'[position.ply % 2]} ({who}) plays {DIGITS[column]}")
        click.echo(f"{winner}: {game.reason}")
