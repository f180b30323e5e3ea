"""The `c4` command: its subcommands, imported when they are called, and what every command does about errors.

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

from c4 import interrupts
from c4.errors import C4Error, report
from c4.text import printable, shorten

COMMANDS = {
    "play": "play a game in the terminal",
    "search": "search a position and print the best column",
    "solve": "print exact scores",
    "threats": "print the squares that complete a line, and who benefits",
    "strategy": "find, check and play strategies that need no search",
    "puzzles": "list puzzles and print them",
    "exercises": "make sets of exercises, print and score them",
    "evaluate": "print the value of a position, and why",
    "new": "write an example evaluator or player of your own",
    "check": "check your own evaluator or player",
    "train": "train a learner",
    "serve": "answer positions of another program, line by line",
    "match": "let two agents play many games",
    "tournament": "let every agent play every other",
    "games": "list and replay recorded games",
    "review": "rate every move of a game",
    "library": "store, find and explore games",
    "export": "write an agent as a program for another framework",
    "verify": "check saved trees",
    "warm": "compile everything ahead",
    "help": "explain a topic or a command",
}


PLACES = {
    "match": "c4.cli.match:match_command",
    "tournament": "c4.cli.match:tournament_command",
    "games": "c4.cli.match:games_command",
}
"""Where a command is, if it is not `command` in the module `c4.cli.NAME`."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, attribute = PLACES.get(name, f"c4.cli.{name}:command").partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completes the names of commands without importing them."""
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
    """Runs `c4`; see `run`."""
    run(cli, "c4", arguments)


def run(group: click.Group, name: str, arguments: list[str] | None = None) -> None:
    """Runs a command of a group.  Exits unless it succeeds: 1 output closed, 2 failed (one line on stderr), 130
    interrupted.
    """
    status = interrupts.run(lambda: outcome(group, name, arguments))
    if status:
        sys.exit(status)


def outcome(group: click.Group, name: str, arguments: list[str] | None = None) -> int:
    """Runs a command, prints what there is to say, and returns the exit status."""
    if "complete" in os.environ.get("_C4_COMPLETE", "") and not {"COMP_WORDS", "COMP_CWORD"} <= set(os.environ):
        return fail("completion by Tab needs what is typed in COMP_WORDS and COMP_CWORD")
    try:
        group.main(arguments, prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help())
    except click.ClickException as error:
        return fail(error.format_message())
    except C4Error as error:
        return fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return interrupts.INTERRUPTED
    except BrokenPipeError:
        return 1
    except Exception as error:
        return fail(report(error))
    return 0


def fail(message: str) -> int:
    """Says what went wrong, in one line of a readable length; returns the exit status for errors, 2."""
    click.echo(f"c4: {shorten(printable(' '.join(message.split())))}", err=True)
    return 2
