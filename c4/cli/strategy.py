"""`c4 strategy`: finds diagrams, and checks, shows and plays strategies that need no search."""

from __future__ import annotations

import sys
from typing import Any

import click

from c4.cli.options import (
    json_option,
    positions_argument,
    print_json,
    read_positions,
)
from c4.game.rules import STANDARD
from c4.text import pluralise

file_argument = click.argument("file", type=click.Path(dir_okay=False))


@click.group()
def command() -> None:
    """Finds, checks and plays strategies: what to play against every reply, given by marks on the board.

    docs/strategy.md explains the marks.  FILE may be "shipped": the first player's win from the empty board.
    """


@command.command()
@positions_argument
@click.option("--seconds", type=click.FloatRange(min=0), default=10, show_default=True, help="Time for each position.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search.")
@json_option
def diagram(positions: tuple[str, ...], seconds: float, seed: int, as_json: bool) -> None:
    """Looks for a diagram that wins from POSITION (or holds the draw) without calculating.

    The exit status is 1 if none was found for one of them; there may be one all the same.
    """
    from c4.strategy.diagram import LEGEND, check_board
    from c4.strategy.diagram_search import find_diagram

    missing = False
    for text, position in read_positions(positions, STANDARD, check_board):
        result = find_diagram(position, seconds, seed)
        missing |= result.diagram is None
        side = "first" if result.owner == 0 else "second"
        rows = None if result.diagram is None else result.diagram.rows(position)
        if as_json:
            facts: dict[str, Any] = {
                "position": text,
                "owner": side,
                "result": result.result,
                "diagram": rows,
                "seconds": result.seconds,
            }
            if result.diagram is not None:
                facts |= {"equal": "right first" if result.diagram.right else "left first", "legend": LEGEND}
            print_json(facts)
            continue
        goal = "wins" if result.result == "win" else "holds the draw"
        colour = "X, who moved first," if result.owner == 0 else "O"
        if rows is None:
            click.echo(f"{text}  {colour} {goal}, but no diagram was found in {result.seconds:.1f} s")
            continue
        click.echo(f"{text}  {colour} {goal} with this diagram, found in {result.seconds:.2f} s:")
        click.echo("\n".join(f"    {row}" for row in rows))
        shown = [mark for mark in LEGEND if mark not in "XO" and any(mark in row for row in rows)]
        click.echo("\n".join(f"    {mark}  {LEGEND[mark]}" for mark in shown))


@command.command()
@file_argument
@json_option
def verify(file: str, as_json: bool) -> None:
    """Checks the strategy in FILE by playing it to the end against every reply.

    The checker shares only the rules with the maker.  The exit status is 1 if the strategy does not hold.
    """
    from c4.strategy.verify import verify_file

    report = verify_file(_path(file))
    if as_json:
        print_json({"file": file, **vars(report), "holds": report.problem is None})
    else:
        click.echo(f"{file}: {report}")
    sys.exit(1 if report.problem is not None else 0)


@command.command()
@file_argument
@json_option
def show(file: str, as_json: bool) -> None:
    """Describes the strategy in FILE: for whom it is, what it reaches, and how large it is."""
    from c4.game.notation import format_position
    from c4.strategy.strategies import read

    strategy = read(_path(file))
    positions, leaves = strategy.counts()
    root, owner, diagrams = format_position(strategy.root), ("first", "second")[strategy.owner], len(strategy.diagrams)
    if as_json:
        sizes = {"positions": positions, "leaves": leaves, "diagrams": diagrams}
        print_json({"file": file, "root": root, "owner": owner, "result": strategy.result, **sizes})
        return
    goal = "wins" if strategy.result == "win" else "holds the draw"
    counts = [pluralise(positions, "position"), pluralise(leaves, "leaf", "leaves"), pluralise(diagrams, "diagram")]
    click.echo(f"{file}: the {owner} player {goal} from {root}; {', '.join(counts)}")


@command.command()
@file_argument
@positions_argument
@json_option
def play(file: str, positions: tuple[str, ...], as_json: bool) -> None:
    """Prints the column that the strategy in FILE plays in each POSITION; with --json also the rule behind it."""
    from c4.strategy.answers import answer
    from c4.strategy.diagram import check_board
    from c4.strategy.strategies import read

    strategy = read(_path(file))
    for text, position in read_positions(positions, STANDARD, check_board):
        result = answer(strategy, position)
        if as_json:
            print_json(
                {
                    "position": text,
                    "column": result.column + 1,
                    "rule": result.rule,
                    "words": result.words,
                    "sure": result.sure,
                }
            )
        else:
            click.echo(result.column + 1)


def _path(file: str) -> str:
    """The path of a FILE argument."""
    from c4.strategy.strategies import default_path

    return str(default_path()) if file == "shipped" else file
