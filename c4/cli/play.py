"""`c4 play`: games in the terminal, against any agent, between two, or between two people."""

from __future__ import annotations

from typing import Any

import click

from c4.agents import AGENTS, HUMAN
from c4.agents.specification import Specification, parse_agent
from c4.cli.options import json_option, picture, print_json, read_position, rules_options
from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import value_text
from c4.review.hint import advise
from c4.search.decision import Decision
from c4.text import read_digits

HELP = "type a column number to play it, u to undo, h for a hint, q to quit"


@click.command()
@click.option(
    "--first",
    default=HUMAN,
    show_default=True,
    metavar="AGENT",
    help=f'Who plays X and moves first: {HUMAN}, or an agent such as "engine:time_ms=100".',
)
@click.option("--second", default="alphabeta", show_default=True, metavar="AGENT", help="Who plays O.")
@click.option("--learn/--no-learn", default=True, show_default=True, help="Let learning agents learn from each game.")
@click.option(
    "--position", "start", default="empty", metavar="POSITION", help="The starting position; u can undo its moves, too."
)
@rules_options
@json_option
def command(first: str, second: str, learn: bool, start: str, as_json: bool, **board: Any) -> None:
    """Plays games in the terminal.  Type a column (from 1); u undoes, h gives a hint, q quits.

    An agent is NAME:OPTION=VALUE,...: "alphabeta:depth=4,evaluator=windows",
    "engine:time_ms=100,model=mine.npz"; `c4 help agents` lists them.

    With --json the game is one object on standard output at its end; everything else goes to standard error.
    """
    seats = tuple(None if text == HUMAN else parse_agent(text) for text in (first, second))
    position = read_position(start, Rules(**board))
    another = True
    while another:
        game = Game(seats, position, as_json)
        game.play()
        if as_json:
            print_json(game.to_json())
        if learn:
            game.teach()
        another = not as_json and game.invite()


class Game:
    """One game.

    line        all positions that undo can reach, the current one last
    columns     those played (from 0) between the positions of `line`
    seats       who plays first and second, None for a person; `loaded` are their agents
    quietly     standard output is for JSON alone
    """

    def __init__(self, seats: tuple[Specification | None, ...], position: Position, quietly: bool) -> None:
        self.seats = seats
        self.quietly = quietly
        self.loaded = [None if seat is None else seat.load() for seat in seats]
        self.line = [Position(rules=position.rules) if position.moves else position]
        self.columns: list[int] = []
        for column in position.moves or ():
            self._add(column)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.line[-1]

    def say(self, text: str) -> None:
        """Prints a line; with --json to the standard error, so that the output is JSON alone."""
        click.echo(text, err=self.quietly)

    def play(self) -> None:
        """Plays to the end of the game, or until the person quits."""
        self.say(picture(self.position))
        if None in self.seats:
            self.say(HELP)
        while self.position.outcome() is None:
            side = self.position.to_move
            agent = self.loaded[side]
            seat = self.seats[side]
            if agent is None or seat is None:
                typed = ask(f"{'XO'[side]} to move, column", self.quietly)
                if typed == "q":
                    return
                self.execute(typed)
            else:
                decision = agent.choose(self.position)
                assert decision.column is not None  # it was not stopped
                self.say(f"{'XO'[side]} ({AGENTS[seat.name].label}) plays {describe(decision, self.position)}")
                self.move(decision.column)
        outcome = self.position.outcome()
        assert outcome is not None, "the loop ends with the game"
        result = "A draw" if outcome.winner is None else f"{'XO'[outcome.winner]} wins"
        self.say(f"{result}: {outcome.reason}")

    def execute(self, typed: str) -> None:
        """Carries out what a person typed, or says why that is impossible."""
        if typed == "u":
            self.undo()
        elif typed == "h":
            self.say(self.hint())
        else:
            try:
                self.move(read_column(typed, self.position))
            except C4Error as error:
                self.say(str(error))

    def move(self, column: int) -> None:
        """Plays a column.  Raises C4Error for a full one."""
        self._add(column)
        self.say(picture(self.position))

    def _add(self, column: int) -> None:
        self.line.append(self.position.play(column))
        self.columns.append(column)

    def undo(self) -> None:
        """Goes back to the last position in which a person was to move."""
        places = [place for place, position in enumerate(self.line[:-1]) if self.seats[position.to_move] is None]
        if not places:
            self.say("there is nothing to undo")
            return
        del self.line[places[-1] + 1 :]
        del self.columns[places[-1] :]
        self.say(picture(self.position))

    def hint(self) -> str:
        """The best column, and why."""
        advice = advise(self.position, ("X", "O"))
        assert advice is not None  # it was not stopped
        return f"hint: {advice.words}"

    def invite(self) -> bool:
        """Whether a person who has finished a game wants another one."""
        if None not in self.seats or self.position.outcome() is None:
            return False
        return ask("another game? (y/n)") in ("y", "yes")

    def teach(self) -> None:
        """Lets the agents that learn from games have this one, if it has ended."""
        if self.position.outcome() is None:
            return
        for side, agent in enumerate(self.loaded):
            if agent is not None:
                agent.learn(self.line[0], tuple(self.columns), side)

    def to_json(self) -> dict[str, Any]:
        """The game as `--json` prints it: moves are None where it began with discs on the board."""
        position = self.position
        outcome = self.position.outcome()
        return {
            "moves": None if position.moves is None else format_columns(position.moves),
            "finished": outcome is not None,
            "winner": None if outcome is None or outcome.winner is None else "XO"[outcome.winner],
            "reason": None if outcome is None else outcome.reason,
        }


def ask(question: str, quietly: bool = False) -> str:
    """What the person types, in small letters; q at the end of the input."""
    typed = ""
    try:
        while not typed:
            click.echo(f"{question}:", nl=False, err=quietly)
            typed = input("" if quietly else " ").strip().lower()
    except EOFError:  # `click.prompt` makes one error of this and of Ctrl-C
        return "q"
    return typed


def read_column(typed: str, position: Position) -> int:
    """The column (from 0) that was typed.  Raises C4Error when it is none."""
    column = -1
    if len(typed) == 1:
        column = DIGITS.find(typed)
    else:
        number = read_digits(typed)
        if number is not None:
            column = number - 1
    if not 0 <= column < position.rules.columns:
        raise C4Error(f"{typed!r} is not a column: {HELP}")
    return column


def describe(decision: Decision, position: Position) -> str:
    """A decision in words, in one line or two: "4: expects 44; values 1 -3, 2 0, ..."."""
    if decision.column is None:
        raise C4Error(f"no column was found in {position!r}")
    reason = f": {decision.reason}" if decision.reason else ""
    scale = decision.scale if decision.tree is None else decision.tree.scale
    values = []
    for column, value in sorted(decision.columns.items()):
        text = value_text(value, position.ply, scale)
        if text:
            values.append(f"{column + 1} {text}")
    move = f"{decision.column + 1}{reason}"
    if not values:
        return move
    return f"{move}\n{decision.estimate or 'values'}: {', '.join(values)}"
