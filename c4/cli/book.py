"""`c4 book`: makes, describes and checks books of exact scores."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from c4.cli.options import jobs_options, json_option, make_rules, print_json
from c4.game.notation import format_position
from c4.game.rules import FIRST_LINE, count
from c4.models import make_own_folder

if TYPE_CHECKING:
    from c4.truth.book import Book

file_argument = click.argument("file", required=False, type=click.Path(dir_okay=False))


@click.group()
def command() -> None:
    """Makes, describes and checks books: the exact scores of all positions of the first plies.

    Without FILE, the command uses the built-in book.
    """


@command.command()
@click.option("--plies", type=int, default=8, show_default=True, help="Plies that the book covers.")
@click.option("--rows", type=int, default=6, show_default=True, help="Height of the board.")
@click.option("--columns", type=int, default=7, show_default=True, help="Width of the board.")
@click.option("--connect", type=int, default=4, show_default=True, help="Stones in a line.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False),
    help="The file to write.  [default: in your own models, named after board and plies]",
)
@jobs_options
@json_option
def build(
    plies: int,
    rows: int,
    columns: int,
    connect: int,
    output: str | None,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Makes a book with the exact solver.

    The same command resumes a build that was stopped or killed: solved positions are kept in FILE.parts until the
    book is written.
    """
    rules = make_rules(FIRST_LINE, rows, columns, connect)
    from functools import partial

    from c4.cli.making import making
    from c4.jobs import run
    from c4.truth import bookmaking
    from c4.truth.book import file_name

    path = Path(output) if output is not None else make_own_folder() / file_name(rules, plies)
    with making("positions", "solved", resumed=path) as report:
        made = bookmaking.build(path, rules, plies, partial(run, jobs=jobs, dask=dask), report)
    describe(made, as_json)


@command.command()
@file_argument
@json_option
def info(file: str | None, as_json: bool) -> None:
    """Checks that a book is undamaged and describes it."""
    from c4.truth.book import Book

    describe(Book.open(file), as_json)


@command.command()
@file_argument
@click.option(
    "--sample", "number", type=click.IntRange(min=0), default=100, show_default=True, help="Entries to draw at random."
)
@click.option("--ply", type=click.IntRange(min=0), help="Draw entries of this ply only.  [default: all plies]")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Seed of the draw.")
@click.option(
    "--hardest",
    type=click.FloatRange(min=0),
    default=10,
    show_default=True,
    help="Seconds for the second check; 0 leaves it out.",
)
@json_option
def check(file: str | None, number: int, ply: int | None, seed: int, hardest: float, as_json: bool) -> None:
    """Solves entries of a book again and prints those whose score differs; the exit status is then 1.

    First come entries drawn at random, then one entry of each ply, from the last to the empty board (the hardest),
    until --hardest seconds have passed.  Ctrl-C ends the check and prints the result so far.
    """
    from itertools import chain

    from tqdm import tqdm

    from c4.game.rules import C4Error
    from c4.truth import bookmaking
    from c4.truth.book import Book

    book = Book.open(file)
    if ply is not None and ply > book.plies:
        raise C4Error(f"the book {book.path} ends with ply {book.plies}: it has no ply {ply}")
    drawn = bookmaking.check(book, bookmaking.sample(book, number, seed, ply))
    climb = bookmaking.check(book, bookmaking.hardest(book, seed), hardest) if hardest else ()
    plies: Counter[int] = Counter()
    wrong, seconds = 0, 0.0
    interrupted = False
    with tqdm(total=number, unit=" entries", disable=None) as bar:
        try:
            for entry in chain(drawn, climb):
                plies[entry.position.ply] += 1
                seconds += entry.seconds
                bar.update()
                if entry.score != entry.solved:
                    wrong += 1
                    if as_json:
                        print_json(
                            {"position": format_position(entry.position), "book": entry.score, "solver": entry.solved}
                        )
                    else:
                        bar.write(f"{format_position(entry.position)}  book {entry.score}  solver {entry.solved}")
        except KeyboardInterrupt:
            interrupted = True
    checked = sum(plies.values())
    if as_json:
        print_json(
            {
                "checked": checked,
                "wrong": wrong,
                "plies": {str(ply): plies[ply] for ply in sorted(plies)},
                "seed": seed,
                "seconds": round(seconds, 3),
                "complete": not interrupted,
            }
        )
    else:
        by_ply = ", ".join(f"{plies[ply]} of ply {ply}" for ply in sorted(plies))
        click.echo(
            f"{count(checked, 'entry', 'entries')} solved again in {seconds:.1f} s ({by_ply}), seed {seed};"
            f" {wrong:,} with another score"
        )
    sys.exit(130 if interrupted else 1 if wrong else 0)


def describe(book: Book, as_json: bool) -> None:
    """Prints what is in a book."""
    size = book.path.stat().st_size
    if as_json:
        print_json({"file": str(book.path), "bytes": size, "entries": len(book), **book.header})
        return
    click.echo(
        f"{book.path}  {count(size, 'byte')}, undamaged\n{book.rules};"
        f" {count(len(book), 'position')} up to ply {book.plies}, mirror images counted once"
    )
    click.echo("ply " + ", ".join(f"{ply}: {number:,}" for ply, number in enumerate(book.counts)))
    click.echo(f"made by {book.made}\nSHA-256 {book.header['checksum']}")
