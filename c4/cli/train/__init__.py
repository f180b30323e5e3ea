"""`c4 train LEARNER`: trains a learner on this machine and keeps what it learned in a model file; one file a learner, found by its name.

A learner's file holds a click command called `command`; what all of them share is in `c4.cli.train.running`.
"""

from __future__ import annotations

from importlib import import_module

import click

from c4.learning import LEARNERS


class Learners(click.Group):
    """One subcommand for each learner of the registry, loaded only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(LEARNERS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return import_module(f"c4.cli.train.{name.replace('-', '_')}").command if name in LEARNERS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Learners"):
            formatter.write_dl([(name, entry.about) for name, entry in LEARNERS.items()])


@click.group(cls=Learners)
def command() -> None:
    """Trains a learner and saves its model; training a model that exists goes on where it stopped.

    Without --model it is a file of your own, my-LEARNER... in your own folder; no training changes the one that ships
    unless --model names it.
    """
