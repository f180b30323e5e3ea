"""What several subcommands share: positions, boards, evaluators and --json.  Imports nothing heavy."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator

import click

from c4.evaluators import EVALUATORS
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, SCORINGS, C4Error, Rules

positions_argument = click.argument("positions", metavar="POSITION...", nargs=-1, required=True)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")


def rules_options(command: Callable) -> Callable:
    """--scoring, --rows, --columns, --connect; together they make `Rules` with `make_rules`."""
    for option in (
        click.option("--connect", type=int, default=4, show_default=True, help="Stones that make a line."),
        click.option("--columns", type=int, default=7, show_default=True, help="Width of the board."),
        click.option("--rows", type=int, default=6, show_default=True, help="Height of the board."),
        click.option(
            "--scoring", type=click.Choice(SCORINGS), default=FIRST_LINE, show_default=True, help="What wins."
        ),
    ):
        command = option(command)
    return command


def make_rules(scoring: str, rows: int, columns: int, connect: int) -> Rules:
    return Rules(rows, columns, connect, scoring)


def evaluator_options(command: Callable) -> Callable:
    """--evaluator and --model."""
    command = click.option(
        "--model", type=click.Path(), help="Model file of a learned evaluator; by default the one that ships."
    )(command)
    return click.option(
        "--evaluator",
        type=click.Choice(list(EVALUATORS)),
        default="v2",
        show_default=True,
        help="Who judges the leaves.",
    )(command)


def jobs_options(command: Callable) -> Callable:
    """--jobs and --dask, for `c4.jobs.run`."""
    where = 'Work on the cluster of this Dask scheduler, for instance "tcp://host:8786", not here.'
    command = click.option("--dask", metavar="ADDRESS", help=where)(command)
    return click.option("--jobs", type=click.IntRange(min=1), help="Processes on this machine.  [default: one a core]")(
        command
    )


def read_positions(
    texts: tuple[str, ...], rules: Rules, check: Callable[[Position], None] | None = None
) -> Iterator[tuple[str, Position]]:
    """(text, position) of every argument; "-" stands for the lines of standard input.  Raises C4Error that names the line.

    `check` may raise C4Error for a position that is well written but of no use here.
    """

    def read(text: str) -> tuple[str, Position]:
        position = parse_position(text, rules)
        if check is not None:
            check(position)
        return text.strip(), position

    for text in texts:
        if text != "-":
            yield read(text)
            continue
        for number, line in enumerate(lines_of_input(), start=1):
            if not line.strip():
                continue
            try:
                found = read(line)
            except C4Error as error:
                raise C4Error(f"line {number}: {error}") from None
            yield found


def lines_of_input() -> Iterator[str]:
    """The lines of standard input.  Raises C4Error for bytes that are no text."""
    try:
        yield from sys.stdin
    except UnicodeDecodeError:
        raise C4Error("standard input is not text: it should hold one position a line") from None


def print_json(content: dict) -> None:
    """One object, one line, at once (a reader may be waiting for it)."""
    click.echo(json.dumps(content))
    sys.stdout.flush()
