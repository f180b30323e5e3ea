"""`c4 new`: writes a commented start that runs, for an evaluator of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from c4 import files
from c4.game.rules import C4Error

EVALUATOR = Path(__file__).with_name("example_evaluator.py")


@click.group()
def command() -> None:
    """Writes a commented start that runs.  The file is code: what you write in it is run."""


@command.command()
@click.argument("file", type=click.Path(dir_okay=False))
def evaluator(file: str) -> None:
    """Writes an evaluator to FILE (.py)."""
    path = Path(file)
    if path.suffix != ".py":
        raise C4Error(f"{file} must end with .py: an evaluator of your own is a Python file")
    if path.exists():
        raise C4Error(f"{file} already exists: choose another name")
    files.write_text(path, EVALUATOR.read_text(encoding="utf-8").replace("my_idea.py", file))
    click.echo(f"wrote {file}; try: c4 check {file}", err=True)
