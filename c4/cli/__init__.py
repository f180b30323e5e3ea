"""The `c4` command: each subcommand is a file of its own, imported only when it is called.

Results go to standard output, progress and remarks to standard error.  Bad input gets one line on standard error and
exit status 2, and so does an error of the program, with a file to send; Ctrl-C gets one line and 130; a closed pipe
nothing.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from c4 import halting
from c4.faults import unexpected
from c4.game.rules import C4Error
from c4.interrupts import listening, rung

COMMANDS = {
    "play": "play a game in the terminal",
    "search": "search a position and print the best column",
    "solve": "print exact scores",
    "threats": "print the squares that complete a line, and who profits",
    "strategy": "find, check and play strategies that need no search",
    "puzzles": "make and list puzzles",
    "exercises": "make sets of exercises, print and score them",
    "evaluate": "print what an evaluator says of a position, and why",
    "new": "write a start for an evaluator of your own",
    "check": "check an evaluator of your own",
    "train": "train a learner",
    "sweep": "train many models: settings times seeds",
    "suite": "make and describe suites of solved positions",
    "labels": "make positions with their outcome, to learn from",
    "serve": "answer positions of another program, line by line",
    "match": "let two agents play many games",
    "tournament": "let every agent play every other",
    "games": "list and replay recorded games",
    "strength": "measure agents against perfect play",
    "errors": "find out where an evaluator is wrong",
    "book": "make, describe and check books of exact scores",
    "review": "judge every move of a game",
    "library": "keep games, find and explore them",
    "export": "write an agent as a program for another framework",
    "verify": "check saved trees",
    "growth": "measure how the work grows with depth",
    "ablate": "measure what each ingredient of the engine gains",
    "bench": "count the engine's nodes on fixed positions",
    "perft": "count move sequences from the empty board",
    "warm": "compile everything ahead, and say where it is kept",
    "help": "explain a topic or a command",
    "completion": "let a shell complete commands, options and names",
}


ASKED = "_C4_COMPLETE"
"""What a shell sets that wants something completed."""


class LazyGroup(click.Group):
    """Finds a subcommand as the click command `command` of the module `c4.cli.NAME`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return import_module(f"c4.cli.{name}").command if name in COMMANDS else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What Tab completes; of the commands none is imported."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name, help=about) for name, about in COMMANDS.items() if name.startswith(incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="c4", prog_name="c4")
def cli() -> None:
    """Plays and analyses Connect 4.  `python interface.py` opens the window.

    A POSITION is a move string ("4453": the columns played, counted from 1), "empty", or "packed:NUMBER" (a packed
    state with its own side to move).  "-" reads positions from standard input, one per line.
    """


def main(arguments: list[str] | None = None) -> None:
    """Runs the command; exits unless it is done: 1 output closed, 2 failed (one line on stderr), 130 interrupted."""
    try:
        with listening():
            status = outcome(arguments)
    except KeyboardInterrupt:
        status = stopped()
    if status:
        sys.exit(status)


def outcome(arguments: list[str] | None = None) -> int:
    """Runs the command; its exit status, when everything there is to say has been said."""
    try:
        if ASKED in os.environ:
            import_module("c4.cli.shells").answer()
        cli.main(arguments, prog_name="c4", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help())
    except click.ClickException as error:
        return fail(error.format_message())
    except C4Error as error:
        return stopped() if rung() else fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        return stopped()
    except BrokenPipeError:
        return 1
    except Exception as error:
        return stopped() if rung() else fail(unexpected(error))
    return 0


def stopped() -> int:
    """Says that Ctrl-C was pressed, and where a person's code was; returns the exit status for that, 130."""
    click.echo("stopped", err=True)
    while halting.told:
        click.echo(f"c4: {halting.told.popleft()}", err=True)
    return 130


def fail(message: str) -> int:
    """Says what went wrong, in one line; returns the exit status for errors, 2."""
    click.echo("c4: " + " ".join(message.split()), err=True)
    return 2
