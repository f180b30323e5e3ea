"""`c4 train windows`: weighs the nine features of the windows evaluator."""

from __future__ import annotations

import click

from c4.cli.options import make_rules, rules_options
from c4.cli.train.running import given, measure_option, run, start, training_options


@click.command()
@training_options(episodes=20_000)
@click.option(
    "--import",
    "source",
    type=click.Path(dir_okay=False),
    help="Start a new model with the weights of a model.json of reference system 3.",
)
@click.option("--alpha", type=float, help="Learning rate.  [new model: 0.01]")
@click.option("--gamma", type=float, help="Discount a move.  [new model: 0.98]")
@click.option("--eps-start", type=float, help="Share of random moves in the first game.  [new model: 1]")
@click.option("--eps-end", type=float, help="Share of random moves it never falls below.  [new model: 0.05]")
@click.option(
    "--eps-decay", type=float, help="What that share is multiplied with after every game.  [new model: 0.999]"
)
@click.option(
    "--temperature",
    type=float,
    help="Draw moves by exp(V / this) instead of playing the best.  [new model: 0, the best]",
)
@click.option(
    "--n-steps", type=int, help="Learn from V so many moves later; 1 is TD(0), 0 the end of the game.  [new model: 0]"
)
@click.option("--mirror/--no-mirror", default=None, help="Learn each game twice, also as in a mirror.  [new model: no]")
@click.option(
    "--snapshots", type=int, help="Play every other game against one of so many older selves.  [new model: 0]"
)
@click.option("--snapshot-every", type=int, help="Games from one snapshot to the next.  [new model: 500]")
@click.option("--train-depth", type=int, help="Choose moves by alpha-beta of this depth.  [new model: 0, no search]")
@click.option(
    "--train-time-ms",
    type=float,
    help="Choose moves by the engine, so long a move; a seed then repeats nothing.  [new model: 0]",
)
@measure_option
@rules_options
def command(
    episodes, seed, model, fresh, as_json, source, measure, scoring, rows, columns, connect, **settings
) -> None:
    """Weighs the nine features of the windows evaluator.

    A model that exists is trained on, with the settings it has; those given here replace its own from now on.  The same seed, settings and
    number of games give the same model to the last bit, in one run or in several.  Ctrl-C saves what was learned.
    """
    rules = make_rules(scoring, rows, columns, connect)
    learner, path = start("windows", model, seed, fresh, episodes, source, rules=rules, **given(settings))
    run(learner, episodes, path, as_json, measure)
