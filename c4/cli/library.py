"""`c4 library`: games kept in SQLite; imported, found by player, result, position ..., exported, counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click

from c4.cli import Group
from c4.cli.options import Integer, json_option, options, picture, print_json, read_position, rules_options, show
from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.rules import STANDARD, Rules
from c4.library.gamefile import kind_of, left_out, read_games, write_games
from c4.library.gametext import format_game
from c4.library.library import Library
from c4.library.query import WORDS, Query
from c4.library.record import RESULTS, Record
from c4.storage import keep_input
from c4.text import join_words, pluralise

RULES = ("rows", "columns", "connect", "scoring", "turn_every", "turn_seed")

SHOWN = 20
"""Games that are listed for people when no limit is given."""


file_option = click.option(
    "--file",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="The games of this file instead, such as one that `c4 match --out` wrote.",
)

library_option = click.option(
    "--library",
    "path",
    type=click.Path(dir_okay=False),
    metavar="DB",
    help="The library's file.  [default: your own, in the platform's data folder]",
)

query_options = options(
    click.option("--player", metavar="NAME", help="Who played; * stands for anything."),
    click.option("--won", metavar="NAME", help="Who won."),
    click.option("--lost", metavar="NAME", help="Who lost."),
    click.option("--result", metavar="RESULT", help=f"One of {', '.join((*WORDS, *RESULTS))}."),
    click.option("--opening", metavar="MOVES", help="The first moves, in this order."),
    click.option("--position", metavar="POSITION", help="The game passed through it, or through its mirror image."),
    click.option("--tag", help="A tag."),
    click.option("--note", metavar="TEXT", help="A part of note, event or comments."),
)
"""Conditions on games; `make_query` makes a `Query` from them."""


def make_query(position: str | None, rules: Rules = STANDARD, **given: Any) -> Query:
    """The query of the options.  Raises C4Error for what is none."""
    return Query(position=None if position is None else read_position(position, rules), **given)


@click.group(cls=Group)
def command() -> None:
    """Keeps games in a library, an SQLite file, by default your own.

    Two programs may use one library at the same time.  docs/formats.md describes the file formats.
    """


@command.command(name="import", short_help="Adds the games of files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--tag", "tags", multiple=True, help="A tag for all these games; may be given several times.")
@click.option("--from-zero", is_flag=True, help="The columns of move strings and of lists of moves count from 0.")
@library_option
@json_option
def import_(files: tuple[str, ...], tags: tuple[str, ...], from_zero: bool, path: str | None, as_json: bool) -> None:
    """Adds the games of FILEs: one move string per line, .c4game, JSON lines (also the arena's), or CSV.

    Move strings with scores, replays of Kaggle's ConnectX and the UCI data set connect-4 are read, too; the output says
    what a file was read as.  If anything in a file is not a game, nothing of that file is added.
    """
    first_column = 0 if from_zero else 1
    from tqdm import tqdm

    with Library(path, make=True) as library:
        for file in files:
            with tqdm(total=Path(file).stat().st_size, unit="B", unit_scale=True, disable=None, desc=file) as bar:

                def report(read: int, games: int, bar: Any = bar) -> None:
                    bar.update(read - bar.n)

                number = library.import_file(file, tags, report, first_column)
            kind = kind_of(file, first_column)
            facts = {"file": file, "games": number, "library": str(library.path), "kind": kind}
            added = f"{file}: {pluralise(number, 'game')} added to {library.path}"
            show(facts, f"{added} (read as {kind})" if kind else added, as_json)


@command.command(short_help="Finds games, by player, result, opening, position, tag or note.")
@query_options
@rules_options
@click.option(
    "--limit", type=Integer(min=0), help=f"List so many games, the newest first.  [default: {SHOWN}; with --json all]"
)
@library_option
@file_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: count and games.")
def find(limit: int | None, path: str | None, file: str | None, as_json: bool, **given: Any) -> None:
    """Finds the games that meet all given conditions, the newest first; `list` is another name for it."""
    rules = Rules(**{name: given.pop(name) for name in RULES})
    if limit is None and not as_json:
        limit = SHOWN
    if file is not None:
        if any(value is not None for value in given.values()):
            raise C4Error(f"conditions apply to the library: add the games with `c4 library import {file}` first")
        every = [(number, game.record) for number, game in enumerate(read_games(file), start=1)]
        total = len(every)
        games = every[:limit]
    else:
        asked = make_query(rules=rules, **given)
        with Library(path, make=False) as library:
            matches = library.find(asked, limit)
        total = matches.total
        games = [(game.id, game.record) for game in matches.games]
    if as_json:
        print_json({"count": total, "games": [{"id": number, **game.to_json()} for number, game in games]})
        return
    for number, game in games:
        click.echo(line_of(number, game))
    which = "newest" if file is None else "first"
    more = f", the {which} {len(games)} listed" if len(games) < total else ""
    click.echo(f"{pluralise(total, 'game')}{more}")


command.add_command(find, "list")


def line_of(number: int, game: Record) -> str:
    """A game in one line."""
    names = f"{game.first or 'X'} - {game.second or 'O'}"
    rest = "  ".join(filter(None, (game.date, game.event, ", ".join(game.tags))))
    return f"{number:>7}  {game.moves:<42}  {game.result:<7}  {names}  {rest}".rstrip()


@command.command(name="show", short_help="Prints a game by its number.")
@click.argument("number", type=Integer(min=1))
@library_option
@file_option
@click.option("--replay", is_flag=True, help="Print the board after every move.")
@json_option
def show_(number: int, path: str | None, file: str | None, replay: bool, as_json: bool) -> None:
    """Prints the game of this NUMBER as text (docs/formats.md); saved as FILE.c4game, `c4 review` reads it."""
    if file is None:
        with Library(path, make=False) as library:
            record = library.get(number)
    else:
        game = next(islice(read_games(file), number - 1, None), None)
        if game is None:
            raise C4Error(f"there is no game {number} in {file}")
        record = game.record
    text = replayed(record) if replay else format_game(record).rstrip("\n")
    show({"id": number, **record.to_json()}, text, as_json)


def replayed(record: Record) -> str:
    """The board after every move of a game, and how the game ended."""
    lines = []
    position = record.start
    for column in record.columns:
        name = (record.first, record.second)[position.to_move]
        disc = "XO"[position.to_move]
        position = position.play(column)
        lines.append(f"{picture(position)}{position.ply:>3}. {disc} ({name}) plays {DIGITS[column]}")
    outcome = position.outcome()
    lines.append(record.result if outcome is None else f"{record.result}: {outcome.reason}")
    return "\n".join(lines)


@command.command(short_help="Writes games to a file.")
@click.argument("file", type=click.Path(dir_okay=False))
@query_options
@library_option
@json_option
def export(file: str, path: str | None, as_json: bool, **query: Any) -> None:
    """Writes games to FILE, all or those found; its ending gives the format: .c4game, .txt, .jsonl, .csv."""
    from tqdm import tqdm

    asked = make_query(**query)
    with Library(path, make=False) as library:
        keep_input(file, library.path)
        total = library.find(asked, 0).total

        lost: set[str] = set()

        def records() -> Iterator[Record]:
            for record in tqdm(library.export(asked), total=total, unit=" games", disable=None):
                lost.update(left_out(file, record))
                yield record

        number = write_games(file, records())
        if lost:
            click.echo(f"{file} holds the moves alone, without {join_words(sorted(lost))}", err=True)
    show({"file": file, "games": number}, f"{pluralise(number, 'game')} written to {file}", as_json)
