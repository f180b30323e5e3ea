"""The `c4` command: one file a subcommand, found by name, loaded only when it is called.

Results go to standard output, chatter to standard error.  Whatever is wrong with what was typed is said in one line,
with exit status 2.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from c4.game.rules import C4Error

COMMANDS = {
    "play": "play in the terminal",
    "search": "search a position, print what was found",
    "solve": "exact scores under perfect play",
    "evaluate": "what an evaluator says of a position, and why",
    "train": "train a learner",
    "suite": "make and describe labelled positions",
    "match": "two agents against each other",
    "tournament": "every agent against every other",
    "games": "show the games that were kept",
    "strength": "how strong agents are, against the truth",
    "book": "make, describe and check books of exact scores",
    "review": "judge every move of a game",
    "verify": "derive saved trees a second time",
    "growth": "states expanded and time at depth 1, 2, ... for each algorithm",
    "ablate": "what each ingredient of the engine gives",
    "bench": "the engine's nodes over fixed positions, with a signature",
    "perft": "count the games of the rules",
}


class LazyGroup(click.Group):
    """Subcommands live in `c4.cli.NAME`, as a click command called `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return import_module(f"c4.cli.{name}").command if name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="c4", prog_name="c4")
def cli() -> None:
    """Connect 4 against search and learning.  The window is `python interface.py`.

    A POSITION is a move string ("4453": the columns played, from 1), "empty", or "packed:NUMBER" (a packed state, its own
    side to move); "-" reads one position a line from standard input.
    """


def main(arguments: list[str] | None = None) -> None:
    """Runs the command and exits: 0 done, 1 the reader of our output has gone, 2 bad input (one line on standard error), 130 interrupted."""
    try:
        cli.main(arguments, prog_name="c4", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help())
    except click.ClickException as error:
        fail(error.format_message())
    except C4Error as error:
        fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)


def fail(message: str) -> None:
    click.echo("c4: " + " ".join(message.split()), err=True)
    sys.exit(2)
