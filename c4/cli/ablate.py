"""`c4 ablate`: what each ingredient of the strong search gains, in nodes and time on fixed positions."""

from __future__ import annotations

import click

from c4.cli.options import evaluator_options, json_option, print_json


@click.command()
@click.option("--depth", type=click.IntRange(min=1), default=12, show_default=True, help="Plies to look ahead.")
@click.option("--plain", is_flag=True, help="Start from the ingredients that never change the value found at a depth.")
@click.option(
    "--repeats",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Measurements; the median counts.",
)
@evaluator_options
@json_option
def command(depth: int, plain: bool, repeats: int, evaluator: str, model: str | None, as_json: bool) -> None:
    """Searches twenty fixed positions again and again, with one ingredient of the engine switched each time.

    Nodes and time are printed as multiples of the unchanged search: 2.00 beside "off" means that the ingredient
    halves them.
    """
    from c4.engine.ingredients import PLAIN, USUAL
    from c4.engine.measure import ablate
    from c4.evaluators import load

    for part in ablate(load(evaluator, model), depth, PLAIN if plain else USUAL, repeats):
        switch = "on" if part.on else "off"
        nodes, seconds = part.found.nodes, part.found.seconds
        if as_json:
            content = {"ingredient": part.name, "switched": switch, "nodes": nodes, "seconds": round(seconds, 6)}
            print_json(
                {
                    **content,
                    "nodes_ratio": round(part.nodes, 3),
                    "time_ratio": round(part.time, 3),
                    "depth": depth,
                    "evaluator": evaluator,
                }
            )
        else:
            click.echo(
                f"{part.name:<12} {switch:<4} {nodes:>12,} nodes  x{part.nodes:<6.2f} {seconds:>8.3f} s "
                f" x{part.time:.2f}"
            )
