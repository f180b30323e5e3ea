"""`c4 bench`: the strong search's nodes on fixed positions, with a signature of its behaviour."""

from __future__ import annotations

import click

from c4.cli.options import evaluator_options, json_option, print_json
from c4.game.rules import count


@click.command()
@click.option("--depth", type=click.IntRange(min=1), default=12, show_default=True, help="Plies to look ahead.")
@evaluator_options
@json_option
def command(depth: int, evaluator: str, model: str | None, as_json: bool) -> None:
    """Searches twenty fixed positions with the engine and prints nodes, nodes per second, and a signature.

    The signature changes with any value, column or node count and with nothing else: a change that only saves time
    keeps it.
    """
    from c4.engine.measure import POSITIONS, count_all
    from c4.evaluators import load

    found = count_all(load(evaluator, model), depth)
    if as_json:
        content = {"positions": len(POSITIONS), "depth": depth, "evaluator": evaluator, "nodes": found.nodes}
        print_json(
            {
                **content,
                "seconds": round(found.seconds, 6),
                "nps": found.nodes_per_second,
                "signature": f"{found.signature:08x}",
            }
        )
    else:
        speed = f"{found.seconds:.3f} s  {found.nodes_per_second:,} nodes/s"
        click.echo(
            f"{count(len(POSITIONS), 'position')}  depth {depth}  {evaluator}  {count(found.nodes, 'node')}  {speed}"
            f"  signature {found.signature:08x}"
        )
