"""`c4 exercises`: sets of exercises for a class: made, printed with the solutions apart, and scored."""

from __future__ import annotations

import click

from c4.cli.options import json_option, print_json


@click.group()
def command() -> None:
    """Makes sets of exercises for a class, writes their pages, and scores what students hand back."""


@command.command()
@click.option("--title", default="Exercises", show_default=True, help="The title of the set.")
@click.option("--trees", type=click.IntRange(0, 100), default=3, show_default=True, help="Random trees.")
@click.option("--plies", type=int, default=3, show_default=True, help="Their plies, 1 to 6.")
@click.option("--width", type=int, default=2, show_default=True, help="Their replies at each node, 2 to 7.")
@click.option("--minimax", is_flag=True, help="Ask for minimax values alone, not for alpha-beta.")
@click.option("--tree", "own", multiple=True, help='A tree of your own: "(3 12 8) (2 4 6)"; can be repeated.')
@click.option("--puzzles", type=click.IntRange(0, 100), default=3, show_default=True, help="Puzzles.")
@click.option("--kind", help="Puzzles of one kind: win, hold, loses, odd threat.")
@click.option("--grade", help="Puzzles of one grade: a level, from toddler to perfect.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Seed of the choice.")
@click.argument("file", type=click.Path(dir_okay=False))
def make(
    file: str, title: str, trees: int, plies: int, width: int, minimax: bool, own: tuple[str, ...],
    puzzles: int, kind: str | None, grade: str | None, seed: int,
) -> None:  # fmt: skip
    """Makes a set and saves it in FILE, with its solutions: this file is the teacher's."""
    import random

    from c4.game.rules import C4Error, count
    from c4.practice.exercises import ALPHABETA, MINIMAX
    from c4.practice.madeup import parse, random_tree, written
    from c4.practice.puzzles import shipped
    from c4.practice.sets import ExerciseSet, TreeTask, write_set

    algorithm = MINIMAX if minimax else ALPHABETA
    tasks = [TreeTask(written(parse(text)), algorithm=algorithm, title="A tree") for text in own]
    for number in range(seed, seed + trees):
        made = written(random_tree(number, plies, width))
        tasks.append(TreeTask(made, algorithm=algorithm, title=f"Random tree {number}"))
    fitting = [puzzle for puzzle in shipped() if kind in (None, puzzle.kind) and grade in (None, puzzle.grade)]
    if len(fitting) < puzzles:
        raise C4Error(f"there {'is' if len(fitting) == 1 else 'are'} {count(len(fitting), 'puzzle')} of that kind")
    chosen = random.Random(f"set {seed}").sample(fitting, puzzles)
    write_set(file, ExerciseSet(title, (*tasks, *chosen)))
    click.echo(f"{file}: {count(len(tasks) + len(chosen), 'exercise')}")


@command.command()
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The page to hand out, HTML.")
@click.option("--solutions", type=click.Path(dir_okay=False), help="The page with the solutions, HTML.")
@click.argument("file", type=click.Path(dir_okay=False))
def page(file: str, out: str, solutions: str | None) -> None:
    """Writes the set in FILE as a page to hand out: printed, or filled in in a browser, which saves the answers."""
    from c4.files import write_text
    from c4.practice.set_page import handout, solutions_page
    from c4.practice.sets import read_set

    tasks = read_set(file)
    write_text(out, handout(tasks))
    click.echo(out)
    if solutions is not None:
        write_text(solutions, solutions_page(tasks))
        click.echo(solutions)


@command.command()
@json_option
@click.argument("file", type=click.Path(dir_okay=False))
@click.argument("answers", nargs=-1, required=True, type=click.Path(dir_okay=False))
def score(file: str, answers: tuple[str, ...], as_json: bool) -> None:
    """Scores files of ANSWERS to the set in FILE: a line for each student, the best first."""
    from c4.practice.sets import read_answers, read_set, table_of

    tasks = read_set(file)
    rows = table_of(tasks, [read_answers(path) for path in answers])
    wide = max(len(student) for student, _ in rows)
    for student, points in rows:
        got, most = sum(one.got for one in points), sum(one.most for one in points)
        if as_json:
            exercises = [{"points": one.got, "of": one.most} for one in points]
            print_json({"student": student, "points": got, "of": most, "exercises": exercises})
        else:
            each = "  ".join(f"{one.got}/{one.most}" for one in points)
            click.echo(f"{student:<{wide}}  {got:>4} of {most}   {each}")
