"""`c4 play`: a game in the terminal, against any agent, between two, or between two people."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import click

from c4.agents import AGENTS, HUMAN, LearningAgent, Limits
from c4.cli.options import evaluator_options, json_option, make_rules, print_json, rules_options
from c4.game.columns import DIGITS, format_columns, parse_order
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import C4Error

SEATS = [HUMAN, *AGENTS]
HELP = "a column number plays it; u takes back, h asks for a hint, q quits"


@click.command()
@click.option("--first", type=click.Choice(SEATS), default=HUMAN, show_default=True, help="Who plays X and begins.")
@click.option("--second", type=click.Choice(SEATS), default="alphabeta", show_default=True, help="Who plays O.")
@click.option(
    "--depth", type=click.IntRange(min=1), default=6, show_default=True, help="Plies a searching agent looks ahead."
)
@evaluator_options
@click.option(
    "--order", metavar="COLUMNS", help="Order in which columns are tried; by default the middle first: 4352617."
)
@click.option("--seed", type=int, help="Makes agents that play by chance repeatable.")
@click.option(
    "--learn/--no-learn",
    default=True,
    show_default=True,
    help="Whether agents that can learn from the game do so at its end.",
)
@click.option("--position", "start", default="empty", metavar="POSITION", help="Where to begin.")
@rules_options
@json_option
def command(
    first: str,
    second: str,
    depth: int,
    evaluator: str,
    model: str | None,
    order: str | None,
    seed: int | None,
    learn: bool,
    start: str,
    as_json: bool,
    **board: Any,
) -> None:
    """Plays one game in the terminal.  Type a column (from 1); u takes back, h asks for a hint, q quits.

    With --json the only thing on standard output is one object about the game at its end; the talk goes to standard
    error.
    """
    rules = make_rules(**board)
    limits = Limits(depth, evaluator, model, parse_order(order, rules), seed)
    position = parse_position(start, rules)
    seats, began = (first, second), position
    history: list[Position] = []

    def say(text: str) -> None:
        click.echo(text, err=as_json)

    say(picture(position))
    if HUMAN in seats:
        say(HELP)
    while position.outcome() is None:
        seat = seats[position.to_move]
        if seat == HUMAN:
            typed = ask(position, as_json)
            if typed == "q":
                break
            if typed == "u":
                position = take_back(history, position, seats, say)
                continue
            if typed == "h":
                say(hint(position, limits))
                continue
            try:
                following = position.play(read_column(typed, position))
            except C4Error as error:
                say(str(error))
                continue
        else:
            from c4 import agents

            decision = agents.load(seat).choose(position, limits)
            assert decision.column is not None  # nobody stops it
            say(f"{'XO'[position.to_move]} ({AGENTS[seat].label}) plays {decision.column + 1}: {decision.reason}")
            following = position.play(decision.column)
        history.append(position)
        position = following
        say(picture(position))
    outcome = position.outcome()
    if outcome is not None:
        say("A draw: " + outcome.reason if outcome.winner is None else f"{'XO'[outcome.winner]} wins: {outcome.reason}")
    if as_json:
        winner = None if outcome is None or outcome.winner is None else "XO"[outcome.winner]
        print_json(
            {
                "moves": None if position.moves is None else format_columns(position.moves),
                "finished": outcome is not None,
                "winner": winner,
                "reason": outcome.reason if outcome else None,
            }
        )
    if outcome is not None and learn:
        teach(seats, began, [*history, position], limits)


def teach(seats: tuple[str, str], start: Position, game: list[Position], limits: Limits) -> None:
    """Lets the agents that learn have the game that has ended."""
    from c4 import agents

    moves = tuple(
        column for before, after in pairwise(game) for column in before.legal_columns() if before.play(column) == after
    )
    for side, seat in enumerate(seats):
        agent = None if seat == HUMAN else agents.load(seat)
        if isinstance(agent, LearningAgent):
            agent.learn(start, moves, side, limits)


def picture(position: Position) -> str:
    """The board with its column numbers."""
    numbers = " ".join(DIGITS[: position.rules.columns])
    return "\n".join(["", *(" ".join(row) for row in position.grid().split("\n")), numbers, ""])


def ask(position: Position, quietly: bool) -> str:
    """What the person types; q at the end of the input."""
    try:
        return (
            click.prompt(f"{'XO'[position.to_move]} to move, column", prompt_suffix=": ", err=quietly).strip().lower()
        )
    except click.Abort:
        return "q"


def read_column(typed: str, position: Position) -> int:
    """The column (from 0) that was typed.  Raises C4Error when it is none."""
    column = DIGITS.find(typed) if len(typed) == 1 else int(typed) - 1 if typed.isascii() and typed.isdigit() else -1
    if not 0 <= column < position.rules.columns:
        raise C4Error(f"{typed!r} is not a column: {HELP}")
    return column


def take_back(
    history: list[Position], position: Position, seats: tuple[str, str], say: Callable[[str], None]
) -> Position:
    """The last position in which the person was to move."""
    earlier = next((i for i in reversed(range(len(history))) if seats[history[i].to_move] == HUMAN), None)
    if earlier is None:
        say("there is nothing to take back")
        return position
    position = history[earlier]
    del history[earlier:]
    say(picture(position))
    return position


def hint(position: Position, limits: Limits) -> str:
    from c4 import agents

    decision = agents.load("alphabeta").choose(position, limits)
    assert decision.column is not None  # nobody stops it
    return f"hint: column {decision.column + 1}, {decision.reason}"
