"""`c4 check`: whether an evaluator or a player of your own works as it must, and how fast it is."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import click

from c4 import scripts
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.agents.specification import LoadedAgent
    from c4.evaluators.user import UserEvaluator

POSITIONS = 200
GAMES = 4
DEPTH = 4


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def command(file: str) -> None:
    """Asks the evaluator or the player in FILE (.py) about many positions.  The file is run.

    An evaluator must return a number for every position and side, and the same number when it is asked again; if the
    file has evaluate_bits or explain, too, they must agree with evaluate.  A player must choose a column that is not
    full in every position, and play whole games.
    """
    if not scripts.is_script(file):
        raise C4Error(f"{file} must end with .py: your evaluator or player is a Python file")
    if scripts.run(file).function("choose") is not None:
        check_agent(file)
    else:
        check_evaluator(file)
    click.echo("ok")


def check_agent(file: str) -> None:
    """Says what holds of a player.  Raises C4Error for what a player must not do."""
    from c4.agents.specification import parse_agent

    agent = parse_agent(file).load(seed=1)
    places, longest = samples(), 0.0
    for position in places:
        started = perf_counter()
        agent.choose(position)
        longest = max(longest, perf_counter() - started)
    click.echo(f"asked about {pluralise(len(places), 'position')}: always a column that is not full")
    for rules in (Rules(5, 6, 3), Rules(scoring=COUNT_LINES)):
        position = Position(rules=rules)
        try:
            while position.outcome() is None:
                column = agent.choose(position).column
                assert column is not None  # it was not stopped
                position = position.play(column)
        except C4Error as error:
            click.echo(f"  not on every board, which is allowed: {error}")
    for opponent in ("random", "novice"):
        results = [play(agent, parse_agent(opponent).load(seed=seed), seed % 2) for seed in range(GAMES)]
        won, drawn = results.count(1), results.count(0)
        click.echo(
            f"{pluralise(GAMES, 'game')} against {opponent}: {won} won, {drawn} drawn, {GAMES - won - drawn} lost"
        )
    click.echo(f"a move takes {1e3 * longest:,.1f} milliseconds at most")


def play(agent: LoadedAgent, other: LoadedAgent, side: int) -> int:
    """A game of an agent, which plays a side: 1 if it wins, 0 for a draw, -1 if it loses."""
    position = Position()
    while (outcome := position.outcome()) is None:
        column = (agent if position.to_move == side else other).choose(position).column
        assert column is not None  # no agent was stopped
        position = position.play(column)
    return 0 if outcome.winner is None else 1 if outcome.winner == side else -1


def check_evaluator(file: str) -> None:
    """Says what holds of an evaluator, and searches with it.  Raises C4Error for what it must not do."""
    from c4.evaluators import allow, load
    from c4.evaluators.user import UserEvaluator
    from c4.search.fixed_depth import search

    evaluator = load(allow(file))
    assert isinstance(evaluator, UserEvaluator)
    places = samples()
    opposite = mirrored = 0
    for position in places:
        values = [evaluator.evaluate(position, side) for side in (0, 1)]
        if values != [evaluator.evaluate(position, side) for side in (0, 1)]:
            raise C4Error(f"{file} gives another value when it is asked again, in {position!r}")
        opposite += values[0] == -values[1]
        mirrored += values[0] == evaluator.evaluate(position.mirror(), 0)
    click.echo(f"asked about {pluralise(len(places), 'position')}: always a number, and always the same one")
    for name, number in (("for one side minus that for the other", opposite), ("the same in a mirror", mirrored)):
        click.echo(f"  {name}: {number} of {len(places)}" + ("" if number == len(places) else ", which is allowed"))
    forms_agree(evaluator, places)
    started = perf_counter()
    for position in places:
        evaluator.evaluate(position, 0)
    each = (perf_counter() - started) / len(places)
    search(Position(), 1, evaluator)
    decision = search(Position.from_moves("4453"), DEPTH, evaluator)
    assert decision.column is not None  # that game goes on
    assert decision.value is not None
    click.echo(f"one value takes {1e6 * each:,.0f} microseconds")
    value = evaluator.in_words(decision.value.points)
    speed = f"{pluralise(round(decision.nodes / decision.seconds), 'node')} per second"
    click.echo(f"4453, depth {DEPTH}: column {decision.column + 1}, value {value}, {speed}")
    click.echo(evaluator.form)


def forms_agree(evaluator: UserEvaluator, places: list[Position]) -> None:
    """Says which forms agree.  Raises C4Error where two do not, with the position."""
    if evaluator.bits is not None and evaluator.plain is not None:
        for position, side in ((position, side) for position in places for side in (0, 1)):
            values = evaluator.evaluate(position, side) / evaluator.scale, evaluator.bits.ask(position, side)
            if round(abs(values[0] - values[1]) * evaluator.scale):
                message = f"evaluate says {values[0]:g} and evaluate_bits {values[1]:g}"
                raise C4Error(f"{evaluator.path}: {message} for side {side} in {position!r}")
        click.echo("evaluate and evaluate_bits agree")
    if evaluator.reasons is not None:
        for position in places:
            if evaluator.explain(position, 0)[-1].feature == evaluator.REMAINDER:
                message = "the rows of explain do not add up to the value"
                raise C4Error(f"{evaluator.path}: {message} of side 0 in {position!r}")
        click.echo("explain adds up to the value")


def samples() -> list[Position]:
    """Positions of random games, the same every time."""
    chance, positions = Random(1), [Position()]
    while len(positions) < POSITIONS:
        position = positions[-1].play(chance.choice(positions[-1].legal_columns()))
        positions.append(position if position.outcome() is None else Position())
    return positions
