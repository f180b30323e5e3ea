"""`c4 exercises`: sets of exercises for a class: made, and written as pages with and without solutions."""

from __future__ import annotations

import click

from c4.cli import Group
from c4.cli.options import Integer, json_option, seed_option, show


@click.group(cls=Group)
def command() -> None:
    """Makes sets of exercises for a class and writes their pages."""


@command.command()
@click.option("--title", default="Exercises", show_default=True, help="The title of the set.")
@click.option("--trees", type=Integer(0, 100), default=3, show_default=True, help="Random trees.")
@click.option("--plies", type=Integer(), default=3, show_default=True, help="Their plies, 1 to 6.")
@click.option("--width", type=Integer(), default=2, show_default=True, help="Their replies at each node, 2 to 7.")
@click.option("--minimax", is_flag=True, help="Ask for minimax values alone, not for alpha-beta.")
@click.option("--tree", "own", multiple=True, help='A tree of your own: "(3 12 8) (2 4 6)"; can be repeated.')
@click.option("--puzzles", type=Integer(0, 100), default=3, show_default=True, help="Puzzles.")
@click.option("--kind", help="Puzzles of one kind: win, hold, loses, odd threat.")
@click.option("--grade", help="Puzzles of one grade: a level, from toddler to perfect.")
@seed_option
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def make(
    file: str, title: str, trees: int, plies: int, width: int, minimax: bool, own: tuple[str, ...],
    puzzles: int, kind: str | None, grade: str | None, seed: int, as_json: bool,
) -> None:  # fmt: skip
    """Makes a set and saves it in FILE, with its solutions: do not hand this file out."""
    import random

    from c4.errors import C4Error
    from c4.practice.exercises import ALPHABETA, MINIMAX
    from c4.practice.puzzles import shipped
    from c4.practice.sets import ExerciseSet, TreeTask, write_set
    from c4.practice.trees import format_tree, parse_tree, random_tree
    from c4.text import pluralise

    algorithm = MINIMAX if minimax else ALPHABETA
    tasks = [TreeTask(format_tree(parse_tree(text)), algorithm=algorithm, title="A tree") for text in own]
    for number in range(seed, seed + trees):
        made = format_tree(random_tree(number, plies, width))
        tasks.append(TreeTask(made, algorithm=algorithm, title=f"Random tree {number}"))
    fitting = [puzzle for puzzle in shipped() if kind in (None, puzzle.kind) and grade in (None, puzzle.grade)]
    if len(fitting) < puzzles:
        raise C4Error(f"there {'is' if len(fitting) == 1 else 'are'} {pluralise(len(fitting), 'puzzle')} of that kind")
    chosen = random.Random(f"set {seed}").sample(fitting, puzzles)
    write_set(file, ExerciseSet(title, (*tasks, *chosen)))
    number = len(tasks) + len(chosen)
    show({"file": file, "exercises": number}, f"{file}: {pluralise(number, 'exercise')}", as_json)


@command.command()
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The page to hand out, HTML.")
@click.option("--solutions", type=click.Path(dir_okay=False), help="The page with the solutions, HTML.")
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def page(file: str, out: str, solutions: str | None, as_json: bool) -> None:
    """Writes the set in FILE as a page to print and hand out."""
    from c4.practice.sets import read_set, set_page
    from c4.storage import write_text

    tasks = read_set(file)
    for path, solved in ((out, False), (solutions, True)):
        if path is not None:
            write_text(path, set_page(tasks, solutions=solved))
            show({"file": path, "solutions": solved}, path, as_json)
