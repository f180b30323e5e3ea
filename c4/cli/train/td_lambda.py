"""`c4 train td-lambda`: weighs the 87 features of the td-lambda evaluator."""

from __future__ import annotations

import click

from c4.cli.options import make_rules, rules_options
from c4.cli.train.running import given, measure_option, run, start, training_options
from c4.game.rules import C4Error


@click.command()
@training_options(episodes=100_000)
@click.option(
    "--import", "source", type=click.Path(dir_okay=False), help="Start a new model with the 87 weights of a .npy file."
)
@click.option(
    "--export", type=click.Path(dir_okay=False), help="Also write the best weights so far to a .npy file at the end."
)
@click.option("--alpha", type=float, help="Learning rate; a step that would overshoot is cut.  [new model: 0.03]")
@click.option("--gamma", type=float, help="Discount a move.  [new model: 0.9]")
@click.option("--lambda", "lambda_", type=float, help="How slowly the traces of earlier moves fade.  [new model: 0.8]")
@click.option("--eps-end", type=float, help="Share of random moves it falls to, from 1.  [new model: 0.05]")
@click.option("--eps-episodes", type=int, help="Episodes it takes to get there.  [new model: 5000]")
@click.option(
    "--tactics/--no-tactics", default=None, help="Block, and stop open twos, before asking the value.  [new model: yes]"
)
@measure_option
@rules_options
def command(
    episodes, seed, model, fresh, as_json, source, export, measure, scoring, rows, columns, connect, **settings
) -> None:
    """Weighs the 87 features of the td-lambda evaluator, against minimax of depth 3 and by self-play in turn.

    Every 500 games it is measured against minimax of depth 3, and the best model so far is kept in FILE.best.json beside FILE.json.
    A model that exists is trained on, with the settings it has; those given here replace its own from now on.  The same seed, settings and
    number of games give the same model to the last bit, in one run or in several.  Ctrl-C saves what was learned.
    """
    if model is not None and model.endswith(".npy"):
        raise C4Error(
            f"{model} can hold weights only, not how they were trained: name a .json file, and use --import or --export for the .npy file"
        )
    rules = make_rules(scoring, rows, columns, connect)
    learner, path = start("td-lambda", model, seed, fresh, episodes, source, rules=rules, **given(settings))

    def written() -> str:
        learner.export(export)
        return f"best weights so far written to {export}"

    run(learner, episodes, path, as_json, measure, export=None if export is None else written)
