"""`c4 puzzles`: makes puzzles from the truth, and lists those that ship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from c4.cli.options import json_option, print_json

if TYPE_CHECKING:
    from c4.practice.puzzles import Puzzle


@click.group()
def command() -> None:
    """Makes and lists puzzles: win in n, the only move that holds, which move loses, find the odd threat."""


@command.command()
@click.option("--number", type=click.IntRange(min=1), default=100, show_default=True, help="Puzzles to make.")
@click.option("--seed", type=click.IntRange(min=0), required=True, help="Seed: the same one gives the same puzzles.")
@click.option("--out", "path", required=True, type=click.Path(dir_okay=False), help="The file to write.")
def make(number: int, seed: int, path: str) -> None:
    """Makes puzzles with exactly one right answer at every step, graded by the levels that solve them."""
    from c4.cli.making import making
    from c4.files import alone
    from c4.practice import puzzles

    with alone(path, "made"):
        with making("puzzles", "made") as report:
            made = puzzles.make(number, seed, report)
        puzzles.write(path, made)
    tell(path, made)


@command.command(name="list")
@click.argument("file", required=False, type=click.Path(dir_okay=False))
@click.option("--kind", help="Only those of a kind: win, hold, loses, odd threat.")
@click.option("--grade", help="Only those of a grade: a level, from toddler to perfect.")
@json_option
def list_(file: str | None, kind: str | None, grade: str | None, as_json: bool) -> None:
    """Lists the puzzles of FILE (by default the built-in ones): position, task and solution."""
    from c4.practice import puzzles

    found = [
        puzzle
        for puzzle in puzzles.read(None if file is None else Path(file))
        if kind in (None, puzzle.kind) and grade in (None, puzzle.grade)
    ]
    for puzzle in found:
        if as_json:
            print_json({**vars(puzzle), "task": puzzle.task})
        else:
            click.echo(f"{puzzle.moves}  {puzzle.task}  {puzzle.square or puzzle.solution}  ({puzzle.grade})")


@command.command()
@click.option("--number", type=click.IntRange(min=1), default=24, show_default=True, help="Number of puzzles.")
@click.option("--kind", help="Only those of a kind: win, hold, loses, odd threat.")
@click.option("--grade", help="Only those of a grade: a level, from toddler to perfect.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the choice.")
@click.option(
    "--out",
    "path",
    required=True,
    type=click.Path(dir_okay=False),
    help="The HTML file; the solutions go to FILE-solutions.html.",
)
@click.argument("file", required=False, type=click.Path(dir_okay=False))
def page(number: int, kind: str | None, grade: str | None, seed: int, path: str, file: str | None) -> None:
    """Writes puzzles from FILE (by default the built-in ones) as a page for a class, and the solutions beside it."""
    import random

    from c4.game.rules import count
    from c4.practice import puzzles
    from c4.practice.grading import GRADES
    from c4.practice.set_page import hand_out
    from c4.practice.sets import ExerciseSet

    chosen = [
        puzzle
        for puzzle in puzzles.read(None if file is None else Path(file))
        if kind in (None, puzzle.kind) and grade in (None, puzzle.grade)
    ]
    random.Random(f"page {seed}").shuffle(chosen)
    chosen = sorted(chosen[:number], key=lambda puzzle: GRADES.index(puzzle.grade))
    apart = hand_out(ExerciseSet("Connect 4: puzzles", tuple(chosen)), Path(path))
    click.echo(f"{path}: {count(len(chosen), 'puzzle')}; solutions: {apart}")


def tell(path: str, made: Sequence[Puzzle]) -> None:
    """Prints how many puzzles of each kind and grade there are."""
    kinds, grades = Counter(puzzle.kind for puzzle in made), Counter(puzzle.grade for puzzle in made)
    parts = [f"{number} {name}" for group in (kinds, grades) for name, number in group.items()]
    click.echo(f"{path}: {len(made)} puzzles: " + ", ".join(parts))
