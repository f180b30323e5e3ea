"""`c4 strategy`: diagrams, and whole strategies that are played without searching: made, checked, shown, played,
improved.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from c4.cli.options import (
    jobs_options,
    json_option,
    positions_argument,
    print_json,
    read_positions,
)
from c4.game.notation import parse_position
from c4.game.rules import STANDARD, count

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
    from c4.strategy.trial import find_diagram

    missing = False
    for text, position in read_positions(positions, STANDARD, check_board):
        found = find_diagram(position, seconds, seed)
        missing |= found.diagram is None
        side = "first" if found.owner == 0 else "second"
        rows = None if found.diagram is None else found.diagram.rows(position)
        if as_json:
            facts: dict[str, Any] = {
                "position": text,
                "owner": side,
                "result": found.result,
                "diagram": rows,
                "seconds": found.seconds,
            }
            if found.diagram is not None:
                facts |= {"equal": "right first" if found.diagram.right else "left first", "legend": LEGEND}
            print_json(facts)
            continue
        goal = "wins" if found.result == "win" else "holds the draw"
        colour = "X, who began," if found.owner == 0 else "O"
        if rows is None:
            click.echo(f"{text}  {colour} {goal}, but no diagram was found in {found.seconds:.1f} s")
            continue
        click.echo(f"{text}  {colour} {goal} with this diagram, found in {found.seconds:.2f} s:")
        click.echo("\n".join(f"    {row}" for row in rows))
        shown = [mark for mark in LEGEND if mark not in "XO" and any(mark in row for row in rows)]
        click.echo("\n".join(f"    {mark}  {LEGEND[mark]}" for mark in shown))


@command.command()
@click.argument("position")
@click.option("--out", "path", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@click.option(
    "--work",
    type=click.IntRange(min=1000),
    default=200_000,
    show_default=True,
    help="Positions tried for one diagram: more take longer and give smaller strategies.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search.")
@jobs_options
def make(position: str, path: str, work: int, seed: int, jobs: int | None, dask: str | None) -> None:
    """Makes a strategy for the side that wins POSITION; if nobody does, one that holds the draw for the side to move.

    The same command resumes after Ctrl-C or a kill: settled positions are kept in FILE.part until the strategy is
    written.
    """
    from pathlib import Path

    from c4.cli.making import making
    from c4.strategy.making import make as make_strategy

    with making("positions", "settled", resumed=Path(path)) as report:
        made = make_strategy(
            parse_position(position), path, work=work, seed=seed, number=jobs, dask=dask, report=report
        )
    positions, leaves = made.counts()
    click.echo(f"{path}: {count(positions, 'position')}, {count(leaves, 'leaf', 'leaves')}, {made.result}")


@command.command()
@file_argument
@click.option("--hours", type=click.FloatRange(min=0), required=True, help="Time to spend.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search.")
@jobs_options
def improve(file: str, hours: float, seed: int, jobs: int | None, dask: str | None) -> None:
    """Makes the strategy in FILE smaller: longer searches for diagrams, and other moves.  It never grows.

    FILE is written whenever it has become smaller; Ctrl-C loses at most a minute, and the same command resumes.
    `--jobs 1` is the best use of one core beside other work.
    """
    from tqdm import tqdm

    from c4.strategy.improving import improve as improve_strategy

    with tqdm(unit=" positions", disable=None) as bar:

        def report(positions: int) -> None:
            bar.total = bar.total or positions
            bar.set_description(f"{positions:,} positions")
            bar.update(bar.total - positions - bar.n)

        try:
            made = improve_strategy(_path(file), hours, number=jobs, dask=dask, report=report, seed=seed)
        except KeyboardInterrupt:
            bar.close()
            click.echo(f"stopped; {file} holds the smallest strategy so far", err=True)
            sys.exit(130)
    positions, leaves = made.counts()
    click.echo(f"{file}: {count(positions, 'position')}, {count(leaves, 'leaf', 'leaves')}")


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
    """Describes the strategy in FILE; with --json prints every node of it."""
    from c4.game.notation import format_position
    from c4.strategy.answers import show as show_strategy
    from c4.strategy.graph import read

    strategy = read(_path(file))
    if as_json:
        print_json(show_strategy(strategy))
        return
    positions, leaves = strategy.counts()
    goal = "wins" if strategy.result == "win" else "holds the draw"
    click.echo(
        f"{file}: {'the first player' if strategy.owner == 0 else 'the second player'} {goal} from "
        f"{format_position(strategy.root)}; {count(positions, 'position')}, {count(leaves, 'leaf', 'leaves')}, "
        f"{count(len(strategy.diagrams), 'diagram')}"
    )


@command.command()
@file_argument
@positions_argument
@json_option
def play(file: str, positions: tuple[str, ...], as_json: bool) -> None:
    """Prints the column that the strategy in FILE plays in each POSITION; with --json also the rule behind it."""
    from c4.strategy.answers import answer
    from c4.strategy.diagram import check_board
    from c4.strategy.graph import read

    strategy = read(_path(file))
    for text, position in read_positions(positions, STANDARD, check_board):
        found = answer(strategy, position)
        if as_json:
            print_json(
                {
                    "position": text,
                    "column": found.column + 1,
                    "rule": found.rule,
                    "words": found.words,
                    "sure": found.sure,
                }
            )
        else:
            click.echo(found.column + 1)


def _path(file: str) -> str:
    """The path of a FILE argument."""
    from c4.strategy.graph import default_path

    return str(default_path()) if file == "shipped" else file
