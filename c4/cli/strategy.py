"""`c4 strategy`: finds diagrams, and checks, shows and plays strategies that need no search."""

from __future__ import annotations

import sys
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from c4.cli import Group
from c4.cli.options import Integer, json_option, positions_argument, print_json, read_positions
from c4.game.rules import STANDARD
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.strategy.diagram_search import DiagramResult
    from c4.strategy.strategies import Strategy

SIDES = ("first", "second")
"""The players, as JSON and people read them."""

name_argument = click.argument("name", type=click.Path(dir_okay=False))


@click.group(cls=Group)
def command() -> None:
    """Finds, checks and plays strategies: what to play against every reply, given by marks on the board.

    docs/strategy.md explains the marks.  NAME is that of a shipped strategy (see `c4 strategy list`), or a file.
    """


@command.command("list", short_help="Lists what each player can force after each first move.")
@json_option
def list_command(as_json: bool) -> None:
    """Lists the shipped strategies: what each player can force after each first move, mirror images left out."""
    from c4.strategy.strategies import CERTIFICATES, load

    for name in CERTIFICATES:
        facts = _facts(name, load(name))
        if as_json:
            print_json(facts)
        else:
            owner = "XO"[facts["owner"] - 1]
            result = "wins" if facts["result"] == "win" else "draws"
            positions = pluralise(facts["positions"], "position")
            click.echo(
                f"{name:28} {owner} {result:5}  {positions:>15}, {facts['owner_to_move']:,} with {owner} to move"
            )


@command.command(short_help="Looks for marks that win without a search.")
@positions_argument
@click.option("--seconds", type=click.FloatRange(min=0), default=10, show_default=True, help="Time for each position.")
@click.option("--seed", type=Integer(min=0), default=0, show_default=True, help="Seed of the search.")
@json_option
def diagram(positions: tuple[str, ...], seconds: float, seed: int, as_json: bool) -> None:
    """Looks for a diagram that wins from POSITION without calculating, or that holds the draw for one of the sides.

    The exit status is 1 if none was found for one of them; there may be one all the same.
    """
    from c4.strategy.diagram import check_board
    from c4.strategy.diagram_search import find_diagram

    missing = False
    for text, position in read_positions(positions, STANDARD, check_board):
        result = find_diagram(position, seconds, seed)
        missing |= result.diagram is None
        rows = [] if result.diagram is None else result.diagram.rows(position)
        if as_json:
            print_json(diagram_to_json(text, result, rows))
        else:
            click.echo(diagram_in_words(text, result, rows))
    sys.exit(1 if missing else 0)


def diagram_to_json(text: str, result: DiagramResult, rows: list[str]) -> dict[str, Any]:
    """What `diagram` prints as JSON; `rows` are those of the diagram, none if none was found."""
    from c4.strategy.diagram import LEGEND

    facts: dict[str, Any] = {
        "position": text,
        "owner": SIDES[result.owner],
        "result": result.result,
        "diagram": None if result.diagram is None else rows,
        "seconds": result.seconds,
    }
    if result.diagram is not None:
        facts["equal"] = "right first" if result.diagram.right else "left first"
        facts["order"] = result.diagram.rule
        facts["legend"] = LEGEND
    return facts


def diagram_in_words(text: str, result: DiagramResult, rows: list[str]) -> str:
    """What `diagram` prints for people: the result, the diagram, its order, and the meaning of its marks."""
    from c4.strategy.diagram import LEGEND

    wins = result.result == "win"
    colour = "X, who moved first," if result.owner == 0 else "O"
    if result.diagram is None:
        value = f"{colour} wins" if wins else "both sides hold the draw"
        return f"{text}  {value}, but no diagram was found in {result.seconds:.1f} s"
    goal = "wins" if wins else "holds the draw"
    lines = [f"{text}  {colour} {goal} with this diagram, found in {result.seconds:.2f} s:"]
    lines += [f"    {row}" for row in rows]
    lines.append(fill(result.diagram.rule, 100, initial_indent="    ", subsequent_indent="    "))
    for mark, meaning in LEGEND.items():
        if mark not in "XO" and any(mark in row for row in rows):
            lines.append(f"    {mark}  {meaning}")
    return "\n".join(lines)


@command.command(short_help="Plays a strategy to the end against every reply.")
@name_argument
@json_option
def verify(name: str, as_json: bool) -> None:
    """Checks the strategy NAME by playing it to the end against every reply.

    The checker shares only the rules with the maker.  The exit status is 1 if the strategy does not hold.
    """
    from c4.strategy import verify as checker
    from c4.strategy.strategies import path_of, read

    report = checker.verify(read(path_of(name)))
    if as_json:
        facts = vars(report) | report.size.facts() | {"holds": report.problem is None}
        del facts["size"]
        print_json({"name": name, **facts})
    else:
        click.echo(f"{name}: {report}")
    sys.exit(1 if report.problem is not None else 0)


@command.command(short_help="Describes a strategy.")
@name_argument
@json_option
def show(name: str, as_json: bool) -> None:
    """Describes the strategy NAME: for whom it is, what it reaches, and how large it is."""
    from c4.strategy.strategies import load

    strategy = load(name)
    diagrams = len(strategy.diagrams)
    facts = {**_facts(name, strategy), "diagrams": diagrams}
    if as_json:
        print_json(facts)
        return
    owner = SIDES[strategy.owner]
    goal = "wins" if strategy.result == "win" else "holds the draw"
    start = facts["moves"] or "the empty board"
    click.echo(f"{name}: the {owner} player {goal} from {start}; {strategy.size()}; {pluralise(diagrams, 'diagram')}")


@command.command(short_help="Prints the column that a strategy plays.")
@name_argument
@positions_argument
@json_option
def play(name: str, positions: tuple[str, ...], as_json: bool) -> None:
    """Prints the column that the strategy NAME plays in each POSITION; with --json also the rule behind it."""
    from c4.strategy.answers import answer
    from c4.strategy.diagram import check_board
    from c4.strategy.strategies import load

    strategy = load(name)
    for text, position in read_positions(positions, STANDARD, check_board):
        result = answer([strategy], position)
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


def _facts(name: str, strategy: Strategy) -> dict[str, Any]:
    """What `list` and `show` print as JSON; `moves` are those of the root."""
    from c4.game.notation import format_position

    return {
        "name": name,
        "moves": format_position(strategy.root) if strategy.root.ply else "",
        "owner": strategy.owner + 1,
        "result": strategy.result,
        **strategy.size().facts(),
    }
