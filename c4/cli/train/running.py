"""What all `c4 train` subcommands share: the options every learner has, its model file, the progress bar and the result.  Imports nothing heavy."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click

from c4 import models
from c4.cli.options import json_option, print_json
from c4.game.rules import C4Error
from c4.learning import load
from c4.learning.loop import TALLIES, Learner, train


class Host:
    """Where a `c4 train` command runs: what is told on the way, and who goes through the training loop.  This one is a terminal.

    A window calls the same commands with a host of its own as the `obj` of click's context.
    """

    def say(self, sentence: str) -> None:
        click.echo(sentence, err=True)

    def run(
        self, learner: Learner, episodes: int, path: Path, as_json: bool, measure: int, told: Callable[[], list[str]]
    ) -> bool:
        """Trains, and says whether it went through to the end; `told()` gives the lines to be shown since it was asked last."""
        return in_terminal(learner, episodes, path, as_json, measure, told)

    def end(self, complete: bool) -> None:
        """What comes when everything is written: a terminal that was stopped exits with status 130."""
        if not complete:
            sys.exit(130)


def host() -> Host:
    """The host of the command that is running."""
    return click.get_current_context().find_object(Host) or Host()


def training_options(episodes: int) -> Callable:
    """--episodes (with its default), --seed, --model, --fresh and --json, for a command that ends in `start` and `run`."""

    def decorate(command: Callable) -> Callable:
        for option in (
            json_option,
            click.option("--fresh", is_flag=True, help="Start anew; an existing model file is replaced."),
            click.option(
                "--model",
                type=click.Path(dir_okay=False),
                help="The model file; by default your own, my-LEARNER.",
            ),
            click.option(
                "--seed",
                type=int,
                help="Seed of a new model, from 0 to 2**64 - 1; by default a random one, which the model remembers.",
            ),
            click.option(
                "--episodes",
                type=click.IntRange(min=0),
                default=episodes,
                show_default=True,
                help="Games to play, on top of those the model has behind it; 0 only saves what is imported.",
            ),
        ):
            command = option(command)
        return command

    return decorate


measure_option = click.option(
    "--measure",
    type=click.IntRange(min=0),
    default=500,
    show_default=True,
    help="Games a seat against chance and minimax of depth 3 at the end.",
)


def given(settings: dict) -> dict:
    """The settings that were typed; the others stay what they are."""
    return {name: value for name, value in settings.items() if value is not None}


def start(
    name: str, model: str | None, seed: int | None, fresh: bool, episodes: int, source: str | None = None, **settings
):
    """(learner, path): the learner of the model file, or a new one, and a sentence on standard error that says which.

    `settings` go to the learner's `resume` or `fresh`; `source` is an imported file that a new one starts with, `fresh(start=source)`.
    Raises C4Error when the file is no such model, or stands in the way of an import.
    """
    learner_class = load(name)
    path = Path(model) if model is not None else models.own_path(name, getattr(learner_class, "suffix", ".json"))
    if path.exists() and not fresh:
        if source is not None:
            raise C4Error(
                f"{path} exists already and has weights of its own: name another file with --model, or replace it with --fresh"
            )
        learner = learner_class.resume(path, seed=seed, **settings)
        host().say(f"resuming {path}, which has {learner.episodes:,} games behind it: {episodes:,} more")
    else:
        seed = secrets.randbits(32) if seed is None else seed
        learner = learner_class.fresh(seed, **settings, **({} if source is None else {"start": source}))
        host().say(f"a new model {path}, seed {learner.seed}: {episodes:,} games")
    return learner, path


def run(
    learner: Learner,
    episodes: int,
    path: Path,
    as_json: bool,
    measure: int = 0,
    *,
    told: Callable[[], list[str]] = lambda: [],
    export: Callable[[], str] | None = None,
) -> None:
    """Trains where the command was called, in a terminal or in a window; Ctrl-C ends a terminal's with exit status 130.

    `told()` gives lines to be shown as it goes on.  `export()`, which says what it wrote, is called at the end, also when it was stopped.
    """
    complete = host().run(learner, episodes, path, as_json, measure, told)
    if export is not None:
        host().say(export())
    host().end(complete)


def in_terminal(
    learner: Learner, episodes: int, path: Path, as_json: bool, measure: int, told: Callable[[], list[str]]
) -> bool:
    """Trains with a progress bar, then prints the learner's figures, after Ctrl-C too; whether it went through to the end.

    `won`, `drawn` and `lost` are printed for this run alone, all other figures as they stand at its end.  `measure` games a seat are
    played at the end by a learner that has a method `measure(games) -> {opponent: {seat: [won, drawn, lost]}}`.
    """
    from tqdm import tqdm

    before, last, interrupted = learner.figures(), None, False
    with tqdm(total=episodes, unit=" games", disable=None) as bar:
        try:
            if episodes == 0:
                learner.save(path)
            with closing(train(learner, episodes, path)) as running:
                for last in running if episodes else ():
                    bar.update(last.done - bar.n)
                    for line in told():
                        bar.write(line, file=sys.stderr if as_json else sys.stdout)
                    bar.set_postfix_str(
                        ", ".join(f"{name} {text}" for name, text in scalars(last.figures).items()), refresh=False
                    )
        except KeyboardInterrupt:
            interrupted = True
    for line in told():
        click.echo(line, err=as_json)
    figures = learner.figures()
    done = {name: figures[name] - before[name] for name in ("episodes", *TALLIES) if name in figures}
    seconds = 0.0 if last is None else last.seconds
    rate = 0.0 if last is None else round(last.rate, 1)
    result = {
        "learner": learner.name,
        **figures,
        **done,
        "total_episodes": figures["episodes"],
        "seconds": round(seconds, 3),
        "games_per_second": rate,
        "seed": learner.seed,
        "complete": not interrupted,
        "model": str(path),
    }
    if measure and not interrupted:
        result["measured"] = learner.measure(measure)
    if as_json:
        print_json(result)
    else:
        who = getattr(learner, "tallied", "who began")
        tallies = f"; {who} won {done['won']:,}, drew {done['drawn']:,}, lost {done['lost']:,}" if "won" in done else ""
        click.echo(
            f"{done['episodes']:,} games in {seconds:.1f} s ({rate:,.0f} games/s), {figures['episodes']:,} in all{tallies}"
        )
        lines = in_words(figures, getattr(learner, "features", ()))
        for opponent, found in result.get("measured", {}).items():
            lines.append(
                f"against {opponent}, won / drawn / lost: "
                + ", ".join(f"{seat} {in_percent(games)}" for seat, games in found.items())
            )
        click.echo("\n".join([*lines, f"saved in {path}"]))
    if interrupted:
        unmeasured = "; it was not measured: the same command with --episodes 0 does that" if measure else ""
        click.echo(
            f"stopped after {done['episodes']:,} of {episodes:,} games; everything learned is saved in {path}{unmeasured}",
            err=True,
        )
    return not interrupted


def scalars(figures: dict) -> dict[str, str]:
    """The figures that are single numbers, as text; without episodes and tallies, which are told elsewhere."""
    numbers = {
        name: value
        for name, value in figures.items()
        if type(value) in (int, float) and name not in ("episodes", *TALLIES)
    }
    return {
        name.replace("_", " "): f"{value:,}" if type(value) is int else f"{value:.4g}"
        for name, value in numbers.items()
    }


def in_words(figures: dict, features: tuple[str, ...], most: int = 12) -> list[str]:
    """Lines that show the figures: the single numbers, then groups of them (a dict each), then the weights where they are few."""
    lines = ["  ".join(f"{name} {text}" for name, text in scalars(figures).items())]
    for name, value in figures.items():
        if isinstance(value, dict):
            lines.append(
                f"{name.replace('_', ' ')}: " + ", ".join(f"{key} {short(number)}" for key, number in value.items())
            )
    weights = figures.get("weights", ())
    if 0 < len(weights) == len(features) <= most:
        lines.append("  ".join(f"{name} {weight:+.4f}" for name, weight in zip(features, weights, strict=True)))
    return [line for line in lines if line]


def short(value: object) -> str:
    """A figure inside a group: a list of numbers as 97 / 1 / 2."""
    return " / ".join(map(str, value)) if isinstance(value, list) else str(value)


def in_percent(games: list[int]) -> str:
    """Games won, drawn and lost, with their shares (R3-2)."""
    return " / ".join(map(str, games)) + " (" + " / ".join(f"{number / sum(games):.1%}" for number in games) + ")"
