"""The `c4` command: how a subcommand is found in `c4.cli.table`, and what every command does about errors.

Results go to standard output, progress and remarks to standard error.  Bad input gets one line on standard error and
exit status 2, and so does an error of the program, with a file to send; Ctrl-C gets one line and 130; a closed pipe
nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import TextIO

import click

from c4 import interrupts
from c4.cli.table import SECTIONS, Entry
from c4.errors import DISTRIBUTION, C4Error, report
from c4.kernels import jit
from c4.printable import printable
from c4.surroundings import distrust_current_folder, open_streams, require_threads


def unknown(what: str, name: str, names: Sequence[str]) -> C4Error:
    """An error that suggests one of these names."""
    close = get_close_matches(name, names, n=1)
    advice = f"did you mean {close[0]}?" if close else f"choose {', '.join(names)}"
    return C4Error(f"there is no {what} {name!r}: {advice}")


class Group(click.Group):
    """A group that suggests the command you may have meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        names = self.list_commands(ctx)
        if name not in names and not name.startswith("-"):
            raise unknown("command", name, names)
        return super().resolve_command(ctx, args)


class TableGroup(Group):
    """A group whose commands stand in a table, in sections, and are imported when they are called."""

    def __init__(self, sections: Mapping[str, Mapping[str, Entry]], **how: object) -> None:
        super().__init__(no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]}, **how)  # type: ignore[arg-type]
        self.sections = sections
        self.table = {name: entry for section in sections.values() for name, entry in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.table:
            return None
        entry = self.table[name]
        module, _, attribute = (entry.place or f"c4.cli.{name}:command").partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        if entry.examples:
            examples = [f"  {line}" for line in entry.examples]
            command.epilog = "\n".join(["\b", "Examples:", *examples])
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, section in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, entry.about) for name, entry in section.items()])


@click.command(cls=TableGroup, sections=SECTIONS)
@click.version_option(package_name=DISTRIBUTION, prog_name="c4")
def cli() -> None:
    """Plays and analyses Connect 4.  `c4-window` opens the window.

    A POSITION is a move string ("4453": the columns played, counted from 1), "empty", or "packed:NUMBER" (a packed
    state with its own side to move).  "-" reads positions from standard input, one per line.
    """


class Output(TextIOWrapper):
    """A standard stream on which texts of other people cannot control the terminal."""

    def write(self, text: str, /) -> int:
        return super().write(printable(text))


class Remarks(Output):
    """Standard error: a progress bar may go back to the start of its line."""

    def write(self, text: str, /) -> int:
        if text.startswith("\r"):
            TextIOWrapper.write(self, "\r")
            text = text[1:]
        return super().write(text)


def prepare_streams() -> None:
    """Opens streams that were closed when the process began; names may have letters that a terminal lacks."""
    open_streams()
    sys.stdout = _printing(Output, sys.stdout)
    sys.stderr = _printing(Remarks, sys.stderr)


def _printing(kind: type[Output], stream: TextIO) -> TextIO:
    """A stream of this kind in the place of one of Python's."""
    if not isinstance(stream, TextIOWrapper):
        return stream
    encoding = stream.encoding
    lines = stream.line_buffering
    at_once = stream.write_through
    return kind(stream.detach(), encoding, "backslashreplace", line_buffering=lines, write_through=at_once)


def main(arguments: list[str] | None = None) -> None:
    """Runs `c4`; see `run`."""
    run(cli, "c4", arguments)


def run(group: click.Group, name: str, arguments: list[str] | None = None) -> None:
    """Runs a command of a group.  Exits unless it succeeds: 1 output closed, 2 failed (one line on stderr), 130
    interrupted.
    """
    try:
        require_threads()
    except C4Error as error:
        sys.exit(fail(str(error)))
    status = interrupts.run(lambda: status_of(group, name, arguments))
    if status:
        sys.exit(status)


def status_of(group: click.Group, name: str, arguments: list[str] | None = None) -> int:
    """Runs a command, prints what there is to say, and returns the exit status."""
    if "complete" in os.environ.get("_C4_COMPLETE", "") and not {"COMP_WORDS", "COMP_CWORD"} <= set(os.environ):
        return fail("completion by Tab needs what is typed in COMP_WORDS and COMP_CWORD")
    try:
        distrust_current_folder()
        jit.before_compiling = _say_compiling
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


def _say_compiling() -> None:
    """Says on a terminal that something is compiled."""
    from c4.cli.progress import say_compiling  # brings tqdm

    say_compiling()


def fail(message: str) -> int:
    """Says what went wrong, in one line; returns the exit status for errors, 2."""
    click.echo(f"c4: {printable(' '.join(message.split()))}", err=True)
    return 2
