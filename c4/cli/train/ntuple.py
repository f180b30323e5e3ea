"""`c4 train ntuple`: fills the tables of the n-tuple evaluator."""

from __future__ import annotations

import click

from c4.cli.options import make_rules, rules_options
from c4.cli.train.running import given, run, start, training_options


@click.command()
@training_options(episodes=3_500_000)
@click.option("--tuples", type=int, help="Sets of cells, random walks over the board.  [new model: 150]")
@click.option("--length", type=int, help="Cells of each.  [new model: 8]")
@click.option("--alpha", type=float, help="Learning rate at first.  [new model: 0.002]")
@click.option("--alpha-end", type=float, help="Learning rate after --cooling games.  [new model: 0.0003]")
@click.option("--cooling", type=int, help="Games over which the rate falls.  [new model: 1500000]")
@click.option(
    "--settling",
    type=int,
    help="Games after these; at their end the mean of the weights they had takes over.  [new model: 2000000]",
)
@click.option("--lambda", "trace", type=float, help="How far a result reaches back: TD(lambda).  [new model: 0.8]")
@click.option("--epsilon", type=float, help="Share of chance moves.  [new model: 0.1]")
@click.option(
    "--opened", type=float, help="Share of games with an opening, in which chance moves are frequent.  [new model: 0.5]"
)
@click.option("--opened-end", type=float, help="That share after --cooling games.  [new model: 0.25]")
@click.option("--opening", type=int, help="Plies of an opening at most.  [new model: 16]")
@click.option("--stray", type=float, help="Share of chance moves in an opening.  [new model: 0.5]")
@click.option(
    "--tcl",
    "beta",
    type=float,
    help="TCL-EXP: a rate for every weight, with this beta (2.7 is usual, with an alpha of 0.01 to 0.05); slower.  [0]",
)
@rules_options
def command(episodes, seed, model, fresh, as_json, scoring, rows, columns, connect, **settings) -> None:
    """Plays against itself and fills the tables of the n-tuple evaluator.

    A model that exists is trained on, with the settings it has; those given here replace its own from now on.  The same seed, settings and
    number of games give the same model to the last bit, in one run or in several.  Ctrl-C saves what was learned.
    """
    rules = make_rules(scoring, rows, columns, connect)
    learner, path = start("ntuple", model, seed, fresh, episodes, rules=rules, **given(settings))
    run(learner, episodes, path, as_json)
