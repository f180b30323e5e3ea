"""Arguments and options that several commands share, how commands read and print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click

from c4.errors import C4Error, naming
from c4.evaluators import EVALUATORS, allow
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, SCORINGS, Rules
from c4.library.reader import named_file, read_argument, read_entries
from c4.scripts import is_script
from c4.search.decision import Decision
from c4.text import check_size, pluralise

Command = TypeVar("Command", bound=Callable[..., Any])


LONGEST_LINE = 10_000
"""Characters of a line of standard input that are read."""


def options(*declared: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """One decorator that declares several options, listed by `--help` in this order."""

    def declare(command: Command) -> Command:
        for option in reversed(declared):
            command = option(command)
        return command

    return declare


# -- shared options ---------------------------------------------------------------------------------------------------


class EvaluatorName(click.Choice[str]):
    """An evaluator by name, or a Python file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and value not in self.choices and is_script(value):
            return allow(value)
        return super().convert(value, param, ctx)


class Integer(click.IntRange):
    """A whole number that fits into 64 bits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        try:
            return check_size("a whole number", number)
        except C4Error as error:
            self.fail(str(error), param, ctx)

    def _describe_range(self) -> str:
        return "" if self.min is None and self.max is None else super()._describe_range()


positions_argument = click.argument("positions", metavar="POSITION...", nargs=-1, required=True)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
seed_option = click.option(
    "--seed", type=Integer(min=0), default=1, show_default=True, help="Seed of everything random."
)

board_options = options(
    click.option("--rows", type=Integer(), default=6, show_default=True, help="Height of the board."),
    click.option("--columns", type=Integer(), default=7, show_default=True, help="Width of the board."),
    click.option("--connect", type=Integer(), default=4, show_default=True, help="Discs in a line."),
)

rules_options = options(
    click.option(
        "--scoring", type=click.Choice(SCORINGS), default=FIRST_LINE, show_default=True, help="How a game is won."
    ),
    board_options,
    click.option(
        "--turn-every", type=Integer(), default=0, metavar="N", help="Turn a square board after every N-th disc."
    ),
    click.option("--turn-seed", type=Integer(), help="Turn it at random instead, after one disc in N on average."),
)

DRAWN = (".dot", ".gv", ".graphml", ".html", ".pdf", ".png", ".svg")
"""Endings of pictures and graphs of a tree, which the window writes."""


def check_tree_file(context: click.Context, parameter: click.Parameter, out: str | None) -> str | None:
    """The name of a tree file.  Raises C4Error for one that ends like a picture or a graph."""
    if out is not None and out.lower().endswith(DRAWN):
        raise C4Error(
            f"this command writes a tree as .json or .npz, not as {out}: open one of these in the window, "
            "whose menu Tree exports pictures and graphs"
        )
    return out


tree_option = click.option(
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Save the tree of the last position: in a .json file as JSON, for other programs; in any other as a tree"
    " file (.npz), for the window (menu Tree, Open tree...) and `c4 verify`.",
    callback=check_tree_file,
)


def evaluator_options(task: str = "of the positions at the horizon") -> Callable[[Command], Command]:
    """The options --evaluator and --model; `task` says what the evaluator is for."""
    return options(
        click.option(
            "--evaluator",
            type=EvaluatorName(list(EVALUATORS)),
            default="v2",
            show_default=True,
            help=f"Evaluator {task}; or your own Python file (.py), which is run.",
        ),
        click.option(
            "--model", type=click.Path(), help="Model file of a learned evaluator.  [default: the built-in model]"
        ),
    )


jobs_options = options(
    click.option("--jobs", type=Integer(min=1), help="Processes on this computer.  [default: one per core]"),
    click.option(
        "--dask",
        metavar="ADDRESS",
        help='Work on the cluster of this Dask scheduler ("tcp://host:8786") instead of this computer.',
    ),
)


# -- input and output -------------------------------------------------------------------------------------------------


def read_positions(
    texts: tuple[str, ...], rules: Rules, check: Callable[[Position], None] | None = None
) -> Iterator[tuple[str, Position]]:
    """Yields (text, position) for every argument; "-" stands for the lines of standard input, a file for its positions.

    `check` may raise C4Error to refuse a position that is valid but of no use to the caller.  Raises C4Error for a
    position that is none; for one from standard input or a file it names the line.
    """
    for text in texts:
        if text == "-":
            yield from _positions_of_input(rules, check)
            continue
        for name, position in read_argument(text, rules):
            if check is not None:
                check(position)
            yield name, position


def _positions_of_input(rules: Rules, check: Callable[[Position], None] | None) -> Iterator[tuple[str, Position]]:
    """(text, position) of the lines of standard input; see `read_positions`."""
    for entry in read_entries(lines_of_input(), rules):
        if check is not None:
            with naming(f"line {entry.line}"):
                check(entry.position)
        yield entry.text, entry.position


def files_of(texts: tuple[str, ...], rules: Rules) -> list[Path]:
    """The files that positions are read from, by the same arguments as in `read_positions`."""
    named = [named_file(text, rules) for text in texts if text != "-"]
    return [path for path in named if path is not None]


def read_position(text: str, rules: Rules) -> Position:
    """The position of an argument, or of a file that holds one.  Raises C4Error for anything else, and for several."""
    positions = list(islice(read_argument(text, rules), 2))
    if len(positions) != 1:
        number = "several positions" if positions else "no position"
        raise C4Error(f"{text} holds {number}, but one is needed")
    return positions[0][1]


def lines_of_input() -> Iterator[str]:
    """The lines of standard input.  Raises C4Error if they are not text, and for one that is too long."""
    number = 0
    try:
        while line := sys.stdin.readline(LONGEST_LINE):
            number += 1
            if len(line) == LONGEST_LINE:
                raise too_long(number)
            if number == 1:
                line = line.removeprefix("\ufeff")
            yield line
    except UnicodeDecodeError:
        raise C4Error("standard input is not text in UTF-8: one position per line was expected") from None


def too_long(number: int) -> C4Error:
    """The error for a line of standard input that is too long."""
    return C4Error(f"line {number} has more than {LONGEST_LINE:,} characters: one position per line was expected")


def picture(position: Position) -> str:
    """The board with its column numbers."""
    numbers = " ".join(DIGITS[: position.rules.columns])
    return "\n".join(["", *(" ".join(row) for row in position.grid().split("\n")), numbers, ""])


def write_tree(decision: Decision | None, out: str) -> None:
    """Writes the tree of the last position (see `tree_option`).  Raises C4Error if there is none."""
    if decision is None:
        raise C4Error("there is no tree to write, because no position was given")
    if decision.tree is None:
        raise C4Error("there is no tree to write, because the game is over in the last position")
    from c4.tree import jsonfile, treefile

    write = jsonfile.write_json if out.lower().endswith(".json") else treefile.save
    write(out, decision.tree)
    click.echo(f"wrote {pluralise(len(decision.tree), 'row')} to {out}", err=True)


def print_json(content: dict[str, Any]) -> None:
    """Prints one object on one line and flushes it, as a reader may be waiting."""
    click.echo(json.dumps(content))
    sys.stdout.flush()


def show(content: dict[str, Any], text: str, as_json: bool) -> None:
    """Prints a result: the object with --json, otherwise the text."""
    if as_json:
        print_json(content)
    else:
        click.echo(text)
        sys.stdout.flush()
