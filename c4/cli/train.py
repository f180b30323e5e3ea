"""`c4 train LEARNER`: trains a learner on this machine and keeps what it learned in a model file; one subcommand a learner."""

from __future__ import annotations

import secrets
import sys
from contextlib import closing
from pathlib import Path

import click

from c4 import models
from c4.cli.options import json_option, make_rules, print_json, rules_options
from c4.learning import load
from c4.learning.loop import train


@click.group()
def command() -> None:
    """Trains a learner by self-play and saves its model; training a model that exists goes on where it stopped."""


@command.command()
@click.option(
    "--episodes", type=click.IntRange(min=1), default=20_000, show_default=True, help="Games to play, on top of those the model has behind it."
)
@click.option("--seed", type=int, help="Seed of a new model, from 0 to 2**64 - 1; by default a random one, which the model remembers.")
@click.option("--model", type=click.Path(dir_okay=False), help="The model file; by default the one in saved_models.")
@click.option("--alpha", type=float, help="Learning rate.  [new model: 0.01]")
@click.option("--gamma", type=float, help="Discount a move.  [new model: 0.98]")
@click.option("--eps-start", type=float, help="Share of random moves in the first game.  [new model: 1]")
@click.option("--eps-end", type=float, help="Share of random moves it never falls below.  [new model: 0.05]")
@click.option("--eps-decay", type=float, help="What that share is multiplied with after every game.  [new model: 0.999]")
@click.option("--fresh", is_flag=True, help="Start anew; an existing model file is replaced.")
@rules_options
@json_option
def windows(episodes, seed, model, fresh, as_json, alpha, gamma, eps_start, eps_end, eps_decay, **board) -> None:
    """Weighs the nine features of the windows evaluator.

    A model that exists is trained on, with the settings it has; those given here replace its own from now on.  The same seed, settings and
    number of games give the same model to the last bit, in one run or in several.  Ctrl-C saves what was learned.
    """
    rules = make_rules(**board)
    path = Path(model) if model is not None else models.default_path("windows")
    given = {"alpha": alpha, "gamma": gamma, "eps_start": eps_start, "eps_end": eps_end, "eps_decay": eps_decay}
    settings = {name: value for name, value in given.items() if value is not None}
    learner_class = load("windows")
    if path.exists() and not fresh:
        learner = learner_class.resume(path, seed=seed, rules=rules, **settings)
        click.echo(f"resuming {path}, which has {learner.episodes:,} games behind it: {episodes:,} more", err=True)
    else:
        learner = learner_class.fresh(secrets.randbits(32) if seed is None else seed, rules=rules, **settings)
        click.echo(f"a new model {path}, seed {learner.seed}: {episodes:,} games", err=True)
    run(learner, episodes, path, as_json)


def run(learner, episodes: int, path: Path, as_json: bool) -> None:
    """Trains with a progress bar, then prints the result; after Ctrl-C too, with exit status 130."""
    from tqdm import tqdm

    before, last, interrupted = learner.figures(), None, False
    with tqdm(total=episodes, unit=" games", disable=None) as bar:
        try:
            with closing(train(learner, episodes, path)) as running:
                for last in running:
                    bar.update(last.done - bar.n)
                    bar.set_postfix(epsilon=f"{last.figures['epsilon']:.3f}", refresh=False)
        except KeyboardInterrupt:
            interrupted = True
    figures = learner.figures()
    counted = {name: figures[name] - before[name] for name in ("episodes", "won", "drawn", "lost")}
    seconds = 0.0 if last is None else last.seconds
    result = {
        "learner": learner.name,
        **counted,
        "total_episodes": figures["episodes"],
        "seconds": round(seconds, 3),
        "games_per_second": 0.0 if last is None else round(last.rate, 1),
        "epsilon": figures["epsilon"],
        "weights": figures["weights"],
        "seed": learner.seed,
        "complete": not interrupted,
        "model": str(path),
    }
    if as_json:
        print_json(result)
    else:
        weights = "  ".join(f"{name} {weight:+.4f}" for name, weight in zip(learner.features, figures["weights"], strict=True))
        click.echo(
            f"{counted['episodes']:,} games in {seconds:.1f} s ({result['games_per_second']:,.0f} games/s), {figures['episodes']:,} in all; "
            f"who began won {counted['won']:,}, drew {counted['drawn']:,}, lost {counted['lost']:,}\n{weights}\nsaved in {path}"
        )
    if interrupted:
        click.echo(f"stopped after {counted['episodes']:,} of {episodes:,} games; everything learned is saved in {path}", err=True)
        sys.exit(130)
