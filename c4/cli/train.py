"""`c4 train LEARNER`: trains a learner and saves it in a model file.

The commands are made from what the learners declare (`c4.learning.settings`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from c4.agents.specification import find_opponent
from c4.cli import Group
from c4.cli.options import Integer, json_option, show
from c4.learning import LEARNERS, options
from c4.learning.base import Figures, numbers, tallies
from c4.learning.run import TrainingRun, figure_text
from c4.learning.settings import BOARD, FILES, LEARNING, RUN, Option
from c4.text import pluralise, with_capital

ABOUT = """{about}.

An existing model is trained further with its own settings, unless you give others. The same seed, settings and
number of games give the same model to the last bit, in one run or in several. Ctrl-C saves what has been learned.
"""


class Learners(Group):
    """One subcommand for each learner of the registry, made when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(LEARNERS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return command_of(name) if name in LEARNERS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Learners"):
            formatter.write_dl([(name, entry.about) for name, entry in LEARNERS.items()])


class Command(click.Command):
    """A command whose help lists its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        grouped: dict[str, list[tuple[str, str]]] = {group: [] for group in (LEARNING, RUN, FILES, BOARD)}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                grouped[getattr(param, "group", RUN)].append(record)
        for group, records in grouped.items():
            if records:
                with formatter.section(group):
                    formatter.write_dl(records)


class LearnerOption(click.Option):
    """An option of a learner as one of a command; it is None unless it was typed."""

    def __init__(self, option: Option) -> None:
        switch = option.kind is bool
        names = f"--{option.flag}"
        if option.opposite:
            names += f"/--{option.opposite}"
        metavar = None
        if option.unit and not switch:
            metavar = option.unit.split(" ")[0].upper()
        super().__init__(
            [option.name, names],
            type=None if switch else kind_of(option),
            is_flag=switch,
            default=None,
            metavar=metavar,
            help=help_of(option),
        )
        self.group = option.group


def help_of(option: Option) -> str:
    """The line of an option in the help, with its default; a switch without an opposite is off unless it is typed."""
    text = f"{option.title[0].upper()}{option.title[1:]}: {option.help}"
    if option.kind is bool and not option.opposite:
        return text
    default = option.default_in_words
    return f"{text}  [{default}]" if default else text


def kind_of(option: Option) -> Any:
    """What click reads an option as."""
    if option.choices:
        return click.Choice(option.choices)
    if option.file:
        return click.Path(dir_okay=False)
    return {int: Integer(), float: click.FLOAT}.get(option.kind, click.STRING)


def command_of(name: str) -> click.Command:
    """The subcommand that trains the learner of that name."""

    def train(as_json: bool, **typed: Any) -> None:
        given = {key: value for key, value in typed.items() if value is not None}
        train_in_terminal(name, given, as_json)

    about = with_capital(LEARNERS[name].about)
    command = Command(name, callback=train, help=ABOUT.format(about=about))
    command.params.extend(LearnerOption(option) for option in options(name))
    json_option(command)
    return command


@click.group(cls=Learners)
def command() -> None:
    """Trains a learner and saves its model; the same command continues the training of an existing model.

    Without --model you train a file of your own, which the program uses from then on.  The built-in models do not
    change.
    """


NAMED_WEIGHTS = 12
"""Weights that are shown by name."""


def train_in_terminal(name: str, given: Mapping[str, Any], as_json: bool) -> None:
    """Trains by these options (see TrainingRun), also shows the result after Ctrl-C, and then exits with status 130."""
    run = TrainingRun(name, given, find_opponent)
    click.echo(run.opening, err=True)
    completed = train_with_progress(run, as_json)
    result = run.result()
    if completed:
        measured = run.measure()
        if measured:
            result["measured"] = measured
    show(result, "\n".join(describe(run, result)), as_json)
    exported = run.export()
    if exported:
        click.echo(exported, err=True)
    if not completed:
        unmeasured = "; the same command with --episodes 0 measures it" if run.options.measure else ""
        games = f"{result['episodes']:,} of {pluralise(run.options.episodes, 'game')}"
        click.echo(f"stopped after {games}; everything learned so far is saved in {run.path}{unmeasured}", err=True)
        sys.exit(130)


def train_with_progress(run: TrainingRun, as_json: bool) -> bool:
    """Trains and shows a progress bar, or lines of statistics if standard error is no terminal.  False after Ctrl-C.

    Lines go to standard output, with --json to standard error.
    """
    from c4.cli.progress import Bar

    lines = run.options.statistics or not sys.stderr.isatty()
    with Bar(run.options.episodes, "games") as bar:
        try:
            for report in run.reports(statistics=lines):
                bar.update(report.done - bar.n)
                for line in report.lines:
                    bar.write(line, file=sys.stderr if as_json else sys.stdout)
                bar.set_postfix_str(scalars(run.learner.in_words(report.figures)), refresh=False)
        except KeyboardInterrupt:
            return False
    return True


def describe(run: TrainingRun, result: dict[str, Any]) -> list[str]:
    """The result in words: games and time, figures, weights where they are few, the games it was measured by, the
    file."""
    learner = run.learner
    figures = run.learner.figures()
    games = pluralise(result["episodes"], "game")
    speed = f"{result['games_per_second']:,.0f} games/s"
    head = f"{games} in {result['seconds']:.1f} s ({speed}), {figures['episodes']:,} in total"
    counts = tallies(result).values()
    if counts:
        won = ", ".join(f"{verb} {number:,}" for verb, number in zip(("won", "drew", "lost"), counts))
        head += f"; {learner.tallied} {won}"
    lines = [head, *in_words(learner.in_words(figures), learner.features)]
    for opponent, results_by_seat in result.get("measured", {}).items():
        seats = ", ".join(f"{seat} {in_percent(games)}" for seat, games in results_by_seat.items())
        lines.append(f"against {opponent}, won / drawn / lost: {seats}")
    return [*lines, f"saved in {run.path}"]


def scalars(figures: Figures, between: str = ", ") -> str:
    """The figures that are single numbers, as text; without episodes and tallies, which are reported elsewhere."""
    return between.join(f"{name} {figure_text(value)}" for name, value in numbers(figures).items())


def in_words(figures: Figures, features: tuple[str, ...]) -> list[str]:
    """Lines that show the figures: the single numbers, then groups of them, then the weights where they are few."""
    lines = [scalars(figures, "  ")]
    for name, value in figures.items():
        if isinstance(value, dict):
            group = ", ".join(f"{key} {figure_text(number)}" for key, number in value.items())
            lines.append(f"{name}: {group}")
    weights = figures.get("weights", ())
    if 0 < len(weights) == len(features) <= NAMED_WEIGHTS:
        named_weights = [f"{name} {weight:+.4f}" for name, weight in zip(features, weights, strict=True)]
        lines.append("  ".join(named_weights))
    return [line for line in lines if line]


def in_percent(games: list[int]) -> str:
    """Games won, drawn and lost, with their shares: "60 / 0 / 40 (60.0% / 0.0% / 40.0%)"."""
    counts = " / ".join(map(str, games))
    shares = " / ".join(f"{number / sum(games):.1%}" for number in games)
    return f"{counts} ({shares})"
