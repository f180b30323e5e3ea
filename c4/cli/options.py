"""Arguments and options that several subcommands share.  Imports nothing heavy."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from c4.cli.names import complete_evaluator
from c4.evaluators import EVALUATORS, allow, find_installed
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, SCORINGS, C4Error, Rules
from c4.scripts import is_script

Command = TypeVar("Command", bound=Callable[..., Any])

positions_argument = click.argument("positions", metavar="POSITION...", nargs=-1, required=True)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")


def rules_options(command: Command) -> Command:
    """--scoring, --rows, --columns, --connect, --turn-every and --turn-seed: from them `make_rules` makes `Rules`."""
    for option in (
        click.option("--turn-seed", type=int, help="It turns after each stone by chance instead, one time in N."),
        click.option(
            "--turn-every", type=int, default=0, metavar="N", help="A square board turns after every N-th stone."
        ),
        click.option("--connect", type=int, default=4, show_default=True, help="Stones in a line."),
        click.option("--columns", type=int, default=7, show_default=True, help="Width of the board."),
        click.option("--rows", type=int, default=6, show_default=True, help="Height of the board."),
        click.option(
            "--scoring", type=click.Choice(SCORINGS), default=FIRST_LINE, show_default=True, help="How a game is won."
        ),
    ):
        command = option(command)
    return command


def make_rules(
    scoring: str, rows: int, columns: int, connect: int, turn_every: int = 0, turn_seed: int | None = None
) -> Rules:
    """The rules that the options of a command ask for.  Raises C4Error for impossible ones."""
    return Rules(rows, columns, connect, scoring, turn_every, turn_seed)


class EvaluatorName(click.Choice[str]):
    """An evaluator by name, or a Python file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and value not in self.choices:
            if is_script(value):
                return allow(value)
            find_installed()
            if value in EVALUATORS:
                return value
        return super().convert(value, param, ctx)


def evaluator_options(command: Command) -> Command:
    """--evaluator and --model."""
    command = click.option(
        "--model", type=click.Path(), help="Model file of a learned evaluator.  [default: the built-in model]"
    )(command)
    return click.option(
        "--evaluator",
        type=EvaluatorName(list(EVALUATORS)),
        shell_complete=complete_evaluator,
        default="v2",
        show_default=True,
        help="Evaluator of the positions at the horizon; or a Python file of your own (.py), which is run.",
    )(command)


def jobs_options(command: Command) -> Command:
    """--jobs and --dask, for `c4.jobs.run`."""
    where = 'Work on the cluster of this Dask scheduler ("tcp://host:8786") instead of on this machine.'
    command = click.option("--dask", metavar="ADDRESS", help=where)(command)
    return click.option(
        "--jobs", type=click.IntRange(min=1), help="Processes on this machine.  [default: one per core]"
    )(command)


def read_positions(
    texts: tuple[str, ...], rules: Rules, check: Callable[[Position], None] | None = None
) -> Iterator[tuple[str, Position]]:
    """Yields (text, position) for every argument; "-" stands for the lines of standard input.

    Raises C4Error, naming the line.

    `check` may raise C4Error to refuse a position that is valid but of no use to the caller.
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
    """The lines of standard input.  Raises C4Error if they are not text."""
    try:
        yield from sys.stdin
    except UnicodeDecodeError:
        raise C4Error("standard input is not text: one position per line was expected") from None


def print_json(content: dict[str, Any]) -> None:
    """Prints one object on one line and flushes it, as a reader may be waiting."""
    click.echo(json.dumps(content))
    sys.stdout.flush()
