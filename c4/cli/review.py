"""`c4 review`: what every move of a game was worth, exactly, and what would have been better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from c4.cli.options import json_option, print_json
from c4.errors import C4Error
from c4.library.gamefile import format_games, format_of, move_reader, read_games
from c4.library.gametext import parse_game
from c4.library.reader import named_file
from c4.library.record import SUFFIX, Record
from c4.storage import keep_input, write_text
from c4.text import join_words

if TYPE_CHECKING:
    from c4.review.rows import Lines, Review
    from c4.solver.table import Table

GAME_SUFFIXES = (SUFFIX, ".jsonl", ".csv")
"""Endings of files that keep a reviewed game."""


@click.command()
@click.argument("games", metavar="MOVES|FILE...", nargs=-1, required=True)
@click.option(
    "--out",
    "files",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the review to a file; may be repeated.  .html is one page for a browser (of one game), .c4game, .jsonl and"
    " .csv hold the games with scores, marks and comments, any other file the text that is printed.",
)
@click.option("--from-zero", is_flag=True, help="The columns of move strings and of lists of moves count from 0.")
@json_option
def command(games: tuple[str, ...], files: tuple[str, ...], from_zero: bool, as_json: bool) -> None:
    """Judges every move of a game by book and solver: MOVES is a move string, FILE a file of games.

    Several games are followed by a summary: each player's moves, the phases of the game, the most frequent mistakes.

    With --json one row per ply, as soon as it is known: ply and column (from 1), value (exact score before the move,
    for the side to move: +k wins with its k-th last disc), kept (the score of the column played), best (all best
    columns), mark (slip: the same result, but a later win or an earlier loss; mistake: a win becomes a draw, or a draw
    a loss; blunder: a win becomes a loss), a sentence, and a reason as far as it is proved without a search.  Of several
    games each row has the number of its game, and the last object is the summary.
    """
    for file in files:
        keep_input(file, *map(named_file, games))
    first_column = 0 if from_zero else 1
    records = [record for game in games for record in read_records(game, first_column)]
    if not records:
        raise C4Error(f"there is no game in {join_words(games)}")
    several = len(records) > 1
    if several and any(file.lower().endswith(".html") for file in files):
        raise C4Error("a page shows one game: give it alone, or write the games to a file that ends in .c4game")
    from c4.review.saved import with_review
    from c4.review.totals import Totals
    from c4.solver.table import Table

    table = Table()
    totals = Totals()
    text = ""
    reviewed = []
    reviews = []
    for number, record in enumerate(records, start=1):
        review, lines = review_record(record, table, number if several else None, as_json)
        reviews.append((review, lines))
        totals.add(review, (record.first, record.second))
        reviewed.append(with_review(record, review, lines))
        printed = text_of(record, review, lines, number if several else None)
        text += printed
        if not as_json:
            click.echo(printed, nl=False)
    if several:
        text += totals.text()
        if as_json:
            print_json({"summary": totals.to_json()})
        else:
            click.echo(totals.text(), nl=False)
    last_review, last_lines = reviews[-1]
    for file in files:
        write_text(file, content_of(file, text, reviewed, last_review, last_lines))


def read_records(text: str, first_column: int = 1) -> list[Record]:
    """The games of a move string, or of a file.  Raises C4Error for anything else."""
    path = named_file(text)
    if path is None:
        return [parse_game(text) if first_column == 1 else move_reader(first_column)(text)]
    return [game.record for game in read_games(path, first_column)]


def review_record(record: Record, table: Table, number: int | None, as_json: bool) -> tuple[Review, dict[int, Lines]]:
    """The review of a game, and best play after its mistakes by their ply; prints its rows with `as_json`."""
    from c4.review.rows import Review
    from c4.review.stream import lines_of, stream_review
    from c4.review.words import reason_of, sentence

    review = Review(record.start, record.columns, ())
    rows = []
    for row in stream_review(record.start, record.columns, table=table):
        rows.append(row)
        if as_json:
            position = review.positions[len(rows) - 1]
            facts: dict[str, object] = {} if number is None else {"game": number}
            facts |= {
                "ply": row.ply,
                "column": row.column + 1,
                "value": row.value,
                "kept": row.score,
                "best": [column + 1 for column in row.best],
                "mark": row.mark,
                "sentence": sentence(row, position),
                "reason": reason_of(row, position),
            }
            print_json(facts)
    review = replace(review, rows=tuple(rows))
    lines = {}
    for row in review.mistakes():
        position = review.positions[row.ply - 1 - record.start.ply]
        lines[row.ply] = lines_of(row, position, table=table)
    return review, lines


def text_of(record: Record, review: Review, lines: dict[int, Lines], number: int | None) -> str:
    """The review of a game for people, with a heading if it is one of several."""
    from c4.review.words import review_text

    players = record.first, record.second
    heading = ""
    if number is not None:
        names = " - ".join(name or side for name, side in zip(players, "XO"))
        facts = "  ".join(filter(None, (names, record.date, record.event, record.moves)))
        heading = f"Game {number}: {facts}\n\n"
    text = heading + review_text(review, players, lines)
    return text if number is None else f"{text}\n"


def content_of(file: str, text: str, reviewed: list[Record], review: Review, lines: dict[int, Lines]) -> str:
    """What is written to a file, by the ending of its name; `review` and `lines` are those of the last game."""
    ending = file.lower()
    if ending.endswith(GAME_SUFFIXES):
        return "".join(format_games(reviewed, format_of(file)))
    if ending.endswith(".html"):
        from c4.review.page import review_page

        record = reviewed[-1]
        about = " · ".join(filter(None, (record.event, record.date)))
        return review_page(review, (record.first, record.second), about, lines)
    return text
