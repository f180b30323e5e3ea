"""`c4 new`: writes a commented start that runs, for your own evaluator or player."""

from __future__ import annotations

from pathlib import Path

import click

from c4 import storage
from c4.errors import C4Error

EXAMPLES = Path(__file__).parent


@click.group()
def command() -> None:
    """Writes a commented start that runs.  The file is code: what you write in it is run."""


@command.command()
@click.argument("file", type=click.Path(dir_okay=False))
def evaluator(file: str) -> None:
    """Writes an evaluator to FILE (.py)."""
    write(file, "example_evaluator.py", "my_idea.py")


@command.command()
@click.argument("file", type=click.Path(dir_okay=False))
def agent(file: str) -> None:
    """Writes a player to FILE (.py)."""
    write(file, "example_agent.py", "my_player.py")


def write(file: str, example: str, named: str) -> None:
    """Writes an example in which it is `named` so.  Raises C4Error for a file that exists, or is not Python's."""
    path = Path(file)
    if path.suffix != ".py":
        raise C4Error(f"{file} must end with .py: it will be a Python file")
    if path.exists():
        raise C4Error(f"{file} already exists: choose another name")
    storage.write_text(path, (EXAMPLES / example).read_text(encoding="utf-8").replace(named, file))
    click.echo(f"wrote {file}; try: c4 check {file}", err=True)
