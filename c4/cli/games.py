"""`c4 games`: lists and replays the games that a match or tournament has recorded."""

from __future__ import annotations

from dataclasses import asdict

import click

from c4.cli.options import json_option, print_json
from c4.game.rules import C4Error, count


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("number", type=click.IntRange(min=1), required=False)
@json_option
def command(file: str, number: int | None, as_json: bool) -> None:
    """Lists the games in FILE (see `c4 match --games-file`), or replays game NUMBER move by move.

    To open a game in the window, pass its move string on: python interface.py MOVES.
    """
    from c4.arena.games import GamesFile
    from c4.cli.play import picture
    from c4.game.columns import DIGITS
    from c4.game.position import Position

    games = list(GamesFile(file).read())
    if number is not None and number > len(games):
        raise C4Error(f"there is no game {number} in {file}, which has {count(len(games), 'game')}")
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
