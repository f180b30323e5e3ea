"""`c4 train windows`: weighs the nine features of the windows evaluator."""

from __future__ import annotations

import click

from c4.cli.options import make_rules, rules_options
from c4.cli.train.running import given, run, start, training_options


@click.command()
@training_options(episodes=20_000)
@click.option("--alpha", type=float, help="Learning rate.  [new model: 0.01]")
@click.option("--gamma", type=float, help="Discount a move.  [new model: 0.98]")
@click.option("--eps-start", type=float, help="Share of random moves in the first game.  [new model: 1]")
@click.option("--eps-end", type=float, help="Share of random moves it never falls below.  [new model: 0.05]")
@click.option("--eps-decay", type=float, help="What that share is multiplied with after every game.  [new model: 0.999]")
@rules_options
def command(episodes, seed, model, fresh, as_json, scoring, rows, columns, connect, **settings) -> None:
    """Weighs the nine features of the windows evaluator.

    A model that exists is trained on, with the settings it has; those given here replace its own from now on.  The same seed, settings and
    number of games give the same model to the last bit, in one run or in several.  Ctrl-C saves what was learned.
    """
    rules = make_rules(scoring, rows, columns, connect)
    learner, path = start("windows", model, seed, fresh, episodes, rules=rules, **given(settings))
    run(learner, episodes, path, as_json)
