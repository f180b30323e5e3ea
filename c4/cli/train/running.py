"""A training run in a terminal: a progress bar or lines, and what came of it.  Imports nothing heavy."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from c4.agents.specification import find_opponent
from c4.cli.options import print_json
from c4.game.rules import count
from c4.learning.base import Figures, numbers, tallies
from c4.learning.run import TrainingRun
from c4.learning.table import short

FEW = 12
"""Weights that are shown by name."""


def in_terminal(name: str, given: Mapping[str, Any], as_json: bool) -> None:
    """Trains by these options (see TrainingRun), also shows the result after Ctrl-C, and then exits with status 130."""
    run = TrainingRun(name, given, find_opponent)
    click.echo(run.opening, err=True)
    went_through = watched(run, as_json)
    result = run.result()
    if went_through:
        result |= {"measured": measured} if (measured := run.measure()) else {}
    if as_json:
        print_json(result)
    else:
        click.echo("\n".join(told(run, result)))
    exported = run.export()
    if exported:
        click.echo(exported, err=True)
    if not went_through:
        unmeasured = "; the same command with --episodes 0 measures it" if run.order.measure else ""
        games = f"{result['episodes']:,} of {count(run.order.episodes, 'game')}"
        click.echo(f"stopped after {games}; everything learned so far is saved in {run.path}{unmeasured}", err=True)
        sys.exit(130)


def watched(run: TrainingRun, as_json: bool) -> bool:
    """Trains with a progress bar, or with lines of statistics where a bar is impossible; whether it reached the end.

    Lines go to standard output, with --json to standard error.
    """
    from tqdm import tqdm

    lines = run.order.statistics or not sys.stderr.isatty()
    with tqdm(total=run.order.episodes, unit=" games", disable=None) as bar:
        try:
            for report in run.reports(lines=lines):
                bar.update(report.done - bar.n)
                for line in report.lines:
                    bar.write(line, file=sys.stderr if as_json else sys.stdout)
                bar.set_postfix_str(scalars(run.learner.in_words(report.figures)), refresh=False)
        except KeyboardInterrupt:
            return False
    return True


def told(run: TrainingRun, result: dict[str, Any]) -> list[str]:
    """The result in words: games and time, figures, weights where they are few, the games it was measured by, the
    file."""
    learner, figures = run.learner, run.learner.figures()
    head = (
        f"{count(result['episodes'], 'game')} in {result['seconds']:.1f} s ({result['games_per_second']:,.0f} games/s)"
    )
    won = ", ".join(f"{verb} {number:,}" for verb, number in zip(("won", "drew", "lost"), tallies(result).values()))
    lines = [f"{head}, {figures['episodes']:,} in total" + (f"; {learner.tallied} {won}" if won else "")]
    lines += in_words(learner.in_words(figures), learner.features)
    for opponent, found in result.get("measured", {}).items():
        seats = ", ".join(f"{seat} {in_percent(games)}" for seat, games in found.items())
        lines.append(f"against {opponent}, won / drawn / lost: {seats}")
    return [*lines, f"saved in {run.path}"]


def scalars(figures: Figures, between: str = ", ") -> str:
    """The figures that are single numbers, as text; without episodes and tallies, which are told elsewhere."""
    return between.join(f"{name} {short(value)}" for name, value in numbers(figures).items())


def in_words(figures: Figures, features: tuple[str, ...]) -> list[str]:
    """Lines that show the figures: the single numbers, then groups of them, then the weights where they are few."""
    lines = [scalars(figures, "  ")]
    for name, value in figures.items():
        if isinstance(value, dict):
            lines.append(f"{name}: " + ", ".join(f"{key} {short(number)}" for key, number in value.items()))
    weights = figures.get("weights", ())
    if 0 < len(weights) == len(features) <= FEW:
        lines.append("  ".join(f"{name} {weight:+.4f}" for name, weight in zip(features, weights, strict=True)))
    return [line for line in lines if line]


def in_percent(games: list[int]) -> str:
    """Games won, drawn and lost, with their shares (R3-2)."""
    return " / ".join(map(str, games)) + " (" + " / ".join(f"{number / sum(games):.1%}" for number in games) + ")"
