"""`c4 train LEARNER`: trains a learner on this machine and keeps what it learned in a model file.

The commands are made from what the learners declare (`c4.learning.options`); how a run is shown is in
`c4.cli.train.running`.
"""

from __future__ import annotations

from typing import Any

import click

from c4.cli.names import complete_agent
from c4.cli.options import json_option
from c4.learning import LEARNERS, options
from c4.learning.options import BOARD, FILES, LEARNING, RUN, Option

ABOUT = """{about}.

An existing model is trained further with its own settings, unless you give others. The same seed, settings and
number of games give the same model to the last bit, in one run or in several. Ctrl-C saves what has been learned.
"""


class Learners(click.Group):
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


class Given(click.Option):
    """An option of a learner as one of a command; it is None unless it was typed."""

    def __init__(self, option: Option) -> None:
        word = f"--{option.word}"
        switch = option.kind is bool
        names = f"{word}/--{option.opposite}" if option.opposite else word
        usual = "" if switch and not option.opposite else option.without
        super().__init__(
            [option.name, names],
            type=None if switch else kind_of(option),
            is_flag=switch,
            default=None,
            shell_complete=complete_agent if option.agent else None,
            metavar=option.unit.split(" ")[0].upper() if option.unit and not switch else None,
            help=f"{option.title[0].upper()}{option.title[1:]}: {option.help}" + (f"  [{usual}]" if usual else ""),
        )
        self.group = option.group


def kind_of(option: Option) -> Any:
    """What click reads an option as."""
    if option.choices:
        return click.Choice(option.choices)
    if option.file:
        return click.Path(dir_okay=False)
    return {int: click.INT, float: click.FLOAT}.get(option.kind, click.STRING)


def command_of(name: str) -> click.Command:
    """The subcommand that trains the learner of that name."""

    def train(as_json: bool, **typed: Any) -> None:
        from c4.cli.train.running import in_terminal

        in_terminal(name, {key: value for key, value in typed.items() if value is not None}, as_json)

    about = LEARNERS[name].about
    made = Command(name, callback=train, help=ABOUT.format(about=about[0].upper() + about[1:]))
    made.params.extend(Given(option) for option in options(name))
    json_option(made)
    return made


@click.group(cls=Learners)
def command() -> None:
    """Trains a learner and saves its model; the same command continues the training of an existing model.

    Without --model you train a file of your own, which the program uses from then on.  The built-in models do not
    change.
    """
