"""`c4 check`: whether an evaluator of one's own does what an evaluator must, and how fast it is."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import click

from c4.game.position import Position
from c4.game.rules import C4Error, count

if TYPE_CHECKING:
    from c4.evaluators.own import Own

POSITIONS = 200
DEPTH = 4


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def command(file: str) -> None:
    """Asks the evaluator in FILE (.py) about many positions and searches with it.  The file is run.

    It must return a number for every position and side, and the same number when it is asked again.  If the file has
    evaluate_bits or explain, too, they must agree with evaluate.
    """
    from c4.evaluators import allow, load
    from c4.evaluators.own import Own
    from c4.search.fixed_depth import search

    evaluator = load(allow(file))
    if not isinstance(evaluator, Own):
        raise C4Error(f"{file} must end with .py: an evaluator of your own is a Python file")
    places = samples()
    opposite = mirrored = 0
    for position in places:
        values = [evaluator.evaluate(position, side) for side in (0, 1)]
        if values != [evaluator.evaluate(position, side) for side in (0, 1)]:
            raise C4Error(f"{file} gives another value when it is asked again, in {position!r}")
        opposite += values[0] == -values[1]
        mirrored += values[0] == evaluator.evaluate(position.mirror(), 0)
    click.echo(f"asked about {count(len(places), 'position')}: always a number, and always the same one")
    for name, number in (("for one side minus that for the other", opposite), ("the same in a mirror", mirrored)):
        click.echo(f"  {name}: {number} of {len(places)}" + ("" if number == len(places) else ", which is allowed"))
    forms_agree(evaluator, places)
    started = perf_counter()
    for position in places:
        evaluator.evaluate(position, 0)
    each = (perf_counter() - started) / len(places)
    search(Position(), 1, evaluator)
    found = search(Position.from_moves("4453"), DEPTH, evaluator)
    assert found.column is not None  # that game goes on
    assert found.value is not None
    click.echo(f"one value takes {1e6 * each:,.0f} microseconds")
    value = evaluator.in_words(found.value.points)
    speed = f"{count(round(found.nodes / found.seconds), 'node')} per second"
    click.echo(f"4453, depth {DEPTH}: column {found.column + 1}, value {value}, {speed}")
    click.echo(evaluator.form)
    click.echo("ok")


def forms_agree(evaluator: Own, places: list[Position]) -> None:
    """Says which forms agree.  Raises C4Error where two do not, with the position."""
    if evaluator.bits is not None and evaluator.plain is not None:
        for position, side in ((position, side) for position in places for side in (0, 1)):
            values = evaluator.evaluate(position, side) / evaluator.scale, evaluator.bits.ask(position, side)
            if round(abs(values[0] - values[1]) * evaluator.scale):
                said = f"evaluate says {values[0]:g} and evaluate_bits {values[1]:g}"
                raise C4Error(f"{evaluator.path}: {said} for side {side} in {position!r}")
        click.echo("evaluate and evaluate_bits agree")
    if evaluator.reasons is not None:
        for position in places:
            if evaluator.explain(position, 0)[-1].feature == evaluator.LEFT:
                said = "the rows of explain do not add up to the value"
                raise C4Error(f"{evaluator.path}: {said} of side 0 in {position!r}")
        click.echo("explain adds up to the value")


def samples() -> list[Position]:
    """Positions of random games, the same every time."""
    chance, found = Random(1), [Position()]
    while len(found) < POSITIONS:
        position = found[-1].play(chance.choice(found[-1].legal_columns()))
        found.append(position if position.outcome() is None else Position())
    return found
