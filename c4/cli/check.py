"""`c4 check`: whether an evaluator of one's own does what an evaluator must, and how fast it is."""

from __future__ import annotations

from random import Random
from time import perf_counter

import click

from c4.game.position import Position
from c4.game.rules import C4Error, count

POSITIONS = 200
DEPTH = 4


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def command(file: str) -> None:
    """Asks the evaluator in FILE (.py) about many positions and searches with it.  The file is run.

    It must return a number for every position and side, and the same number when it is asked again.
    """
    from c4.evaluators import allow, load
    from c4.search.fixed_depth import search

    evaluator = load(allow(file))
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
    started = perf_counter()
    for position in places:
        evaluator.evaluate(position, 0)
    each = (perf_counter() - started) / len(places)
    found = search(Position.from_moves("4453"), DEPTH, evaluator)
    assert found.column is not None  # that game goes on
    assert found.value is not None
    click.echo(f"one value takes {1e6 * each:,.0f} microseconds")
    value = evaluator.in_words(found.value.points)
    click.echo(f"4453, depth {DEPTH}: column {found.column + 1}, value {value}")
    click.echo("ok")


def samples() -> list[Position]:
    """Positions of random games, the same every time."""
    chance, found = Random(1), [Position()]
    while len(found) < POSITIONS:
        position = found[-1].play(chance.choice(found[-1].legal_columns()))
        found.append(position if position.outcome() is None else Position())
    return found
