"""`c4 puzzles`: lists puzzles."""

from __future__ import annotations

from pathlib import Path

import click

from c4.cli import Group
from c4.cli.options import json_option, show


@click.group(cls=Group)
def command() -> None:
    """Lists puzzles: win in n, the only move that holds, which move loses, find the odd threat."""


@command.command(name="list", short_help="Lists puzzles, the built-in ones or those of a file.")
@click.argument("file", required=False, type=click.Path(dir_okay=False))
@click.option("--kind", help="Only those of a kind: win, hold, loses, odd threat.")
@click.option("--grade", help="Only those of a grade: a level, from toddler to perfect.")
@json_option
def list_(file: str | None, kind: str | None, grade: str | None, as_json: bool) -> None:
    """Lists the puzzles of FILE (by default the built-in ones): position, task and solution."""
    from c4.practice import puzzles

    path = None if file is None else Path(file)
    selected = [
        puzzle for puzzle in puzzles.read(path) if kind in (None, puzzle.kind) and grade in (None, puzzle.grade)
    ]
    for puzzle in selected:
        text = f"{puzzle.moves}  {puzzle.task}  {puzzle.square or puzzle.solution}  ({puzzle.grade})"
        show({**vars(puzzle), "task": puzzle.task}, text, as_json)
