"""`c4 review`: what every move of a game was worth, exactly, and what would have been better."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from c4.cli.options import json_option, print_json
from c4.game.columns import DIGITS
from c4.library.record import Record, parse_game
from c4.storage import write_text


@click.command()
@click.argument("game", metavar="MOVES")
@click.option(
    "--out",
    "files",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the review to a file; may be repeated.  .html is one page for a browser, any other file"
    " the text that is printed.",
)
@json_option
def command(game: str, files: tuple[str, ...], as_json: bool) -> None:
    """Judges every move of a game by book and solver: MOVES is a move string, or a file with one game.

    With --json one row per ply, as soon as it is known: ply and column (from 1), value (exact score before the move,
    for the side to move: +k wins with its k-th last disc), kept (the score of the column played), best (all best
    columns), mark (slip: the same result, but a later win or an earlier loss; mistake: a win becomes a draw, or a draw
    a loss; blunder: a win becomes a loss), a sentence, and a reason as far as it is proved without a search.
    """
    record = read_game(game)
    from c4.review.page import review_page
    from c4.review.rows import Review
    from c4.review.stream import lines_of, stream_review
    from c4.review.words import reason_of, review_text, sentence
    from c4.solver.table import Table

    table, rows, columns = Table(), [], record.columns
    review = Review(record.start, columns, ())
    for row in stream_review(record.start, columns, table=table):
        rows.append(row)
        if as_json:
            position = review.positions[len(rows) - 1]
            numbers = {"ply": row.ply, "column": row.column + 1, "value": row.value, "kept": row.score}
            best = [column + 1 for column in row.best]
            words = {"sentence": sentence(row, position), "reason": reason_of(row, position)}
            print_json({**numbers, "best": best, "mark": row.mark, **words})
    review = replace(review, rows=tuple(rows))
    if as_json and not files:
        return
    lines = {
        row.ply: lines_of(row, review.positions[row.ply - 1 - record.start.ply], table=table)
        for row in review.mistakes()
    }
    players = record.first, record.second
    text = review_text(review, players, lines)
    if not as_json:
        click.echo(text, nl=False)
    for file in files:
        written = text
        if file.endswith(".html"):
            about = " · ".join(filter(None, (record.event, record.date)))
            written = review_page(review, players, about, lines)
        write_text(file, written)


def read_game(text: str) -> Record:
    """The game of a move string, or of a file that holds one.  Raises C4Error for anything else."""
    if not all(character.lower() in DIGITS for character in text) and Path(text).is_file():
        from c4.library.gamefile import read_one

        return read_one(text)
    return parse_game(text)
