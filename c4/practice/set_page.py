"""A set of exercises as pages: one to hand out, which is printed or filled in and saves its answers, and the solutions.

Each is one file of HTML with its pictures; nothing of the solutions is in the first.  Imports sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path

from c4.files import write_text
from c4.game.columns import DIGITS
from c4.game.rules import count
from c4.practice.exercises import ALPHABETA, CUT, HIGH, LOW, VALUE, Exercise
from c4.practice.puzzles import LOSES, ODD, Puzzle
from c4.practice.sets import ExerciseSet, Task, TreeTask, fields_of
from c4.review.page import board_svg

LEAF, PLY = 44, 62
"""Pixels from leaf to leaf, and from ply to ply."""


def hand_out(tasks: ExerciseSet, path: Path) -> Path:
    """Writes the page for students, and beside it the one with the solutions, whose path comes back.

    Raises C4Error if a file cannot be written.
    """
    apart = path.with_name(f"{path.stem}-solutions{path.suffix}")
    write_text(path, handout(tasks))
    write_text(apart, solutions_page(tasks))
    return apart


def handout(tasks: ExerciseSet) -> str:
    """The page for students: every exercise with empty fields; what is filled in can be saved as a file of answers."""
    shown = "".join(section(number, task, None) for number, task in enumerate(tasks.tasks, start=1))
    head = f'<form data-title="{escape(tasks.title)}"><p><label>Name <input type="text" name="student"></label></p>'
    script = files("c4.practice").joinpath("set_page.js").read_text(encoding="utf-8")
    foot = f'<p><button>Save my answers</button></p></form><script type="module">{script}</script>'
    about = [f"{count(len(tasks.tasks), 'exercise')}."]
    if any(isinstance(task, Puzzle) for task in tasks.tasks):
        about.append("Columns count from 1, on the left; squares are named a1 to g6 from the bottom left.")
    if any(isinstance(task, TreeTask) for task in tasks.tasks):
        about.append(
            "In trees squares are MAX, circles MIN; write inf for ∞, and leave empty what the search never reaches."
        )
    return page(tasks.title, " ".join(about), head, shown, foot)


def solutions_page(tasks: ExerciseSet) -> str:
    """The page for the teacher: every exercise with its right answers."""
    shown = "".join(section(number, task, tasks.keys[number - 1]) for number, task in enumerate(tasks.tasks, start=1))
    return page(f"{tasks.title}: solutions", count(len(tasks.tasks), "exercise"), "", shown, "")


def page(title: str, about: str, head: str, tasks: str, foot: str) -> str:
    """A page from its parts, of which title and about are plain text."""
    text = files("c4.practice").joinpath("set_page.html").read_text(encoding="utf-8")
    parts = {"title": escape(title), "about": escape(about), "head": head, "tasks": tasks, "foot": foot}
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def section(number: int, task: Task, answers: Mapping[str, str] | None) -> str:
    """One exercise: with empty fields, or with the answers."""
    if isinstance(task, TreeTask):
        exercise = task.exercise()
        heading = f"{number}. {escape(task.title or 'A tree')}. {escape(task.task)}"
        return f"<section><h2>{heading}</h2>{tree_svg(exercise)}{_table(number, exercise, answers)}</section>"
    position = task.position
    mover = "X (ring)" if position.to_move == 0 else "O (dot)"
    board = board_svg(position, (), position).replace('<svg id="board" ', "<svg ", 1)
    asked = f"<h2>{number}. {mover} to move. {escape(task.task)} ({escape(task.grade)})</h2>"
    return f'<section class="puzzle">{board}<div>{asked}{_one(number, task, answers)}</div></section>'


def _one(number: int, task: Puzzle, answers: Mapping[str, str] | None) -> str:
    """The only field of a puzzle."""
    (name,) = fields_of(task)
    if answers is None:
        label = "Square" if task.kind == ODD else "Your first move, a column"
        return f'<label>{label} <input type="text" name="{name}" data-task="{number}" autocomplete="off"></label>'
    return f'<p class="right">{escape(solution(task))}</p>'


def solution(puzzle: Puzzle) -> str:
    """A puzzle's solution in words, and what refutes the other moves."""
    if puzzle.kind == ODD:
        column, row = "abcdefg".index(puzzle.square[0]) + 1, puzzle.square[1]
        return f"Square {puzzle.square}: column {column}, row {row} from below."
    columns = list(puzzle.solution)
    text = f"Column {columns[0]}." if len(columns) == 1 else f"Columns {', '.join(columns)}, both sides' moves."
    wrong = [f"{column} fails to {reply}" for column, reply in puzzle.refuted.items() if reply and column in DIGITS]
    return text + (f" {'; '.join(wrong)}." if wrong and puzzle.kind != LOSES else "")


def _table(number: int, exercise: Exercise, answers: Mapping[str, str] | None) -> str:
    """The fields of a tree, a row for each node."""
    windows = exercise.algorithm == ALPHABETA
    shown = (LOW, HIGH, VALUE, CUT) if windows else (VALUE,)
    heads = "".join(f"<th>{'cut off?' if what == CUT else what}</th>" for what in shown)
    rows = []
    for path in exercise.paths():
        inner, line = bool(exercise.node(path).children), exercise.line(path)
        if not inner and not windows:
            continue
        cells = []
        for what in shown:
            name = f"{line} {what}"
            if (what == CUT and not path) or (what != CUT and not inner):
                cells.append("<td></td>")
            elif answers is not None:
                cells.append(f'<td class="right">{escape(answers.get(name, ""))}</td>')
            elif what == CUT:
                cells.append(f'<td><input type="checkbox" name="{name}" data-task="{number}"></td>')
            else:
                cells.append(f'<td><input type="text" name="{name}" data-task="{number}" autocomplete="off"></td>')
        rows.append(f"<tr><th>{line}</th>{''.join(cells)}</tr>")
    return f"<table><thead><tr><th>node</th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def tree_svg(exercise: Exercise) -> str:
    """The tree with its leaves' values; MAX are squares, MIN circles, a move's number stands on its edge."""
    places: dict[tuple[int, ...], tuple[float, float]] = {}
    leaves = 0

    def place(path: tuple[int, ...]) -> float:
        nonlocal leaves
        children = exercise.node(path).children
        if children:
            across = [place((*path, number)) for number in range(len(children))]
            x = (across[0] + across[-1]) / 2
        else:
            x, leaves = LEAF * (leaves + 0.5), leaves + 1
        places[path] = x, 24 + PLY * len(path)
        return x

    place(())
    drawn = []
    for path, (x, y) in places.items():
        if path:
            above, top = places[path[:-1]]
            drawn.append(f'<line x1="{above:g}" y1="{top + 13}" x2="{x:g}" y2="{y - 13}" stroke="#8a94a3"/>')
            label, at = escape(exercise.node(path).label), ((above + 2 * x) / 3, (top + 2 * y) / 3 + 2)
            drawn.append(f'<text x="{at[0] + 5:.0f}" y="{at[1]:.0f}" fill="#5a6472">{label}</text>')
        node = exercise.node(path)
        if not node.children:
            drawn.append(
                f'<text x="{x:g}" y="{y + 4}" text-anchor="middle">{escape(exercise.number(node.value))}</text>'
            )
        elif node.to_move == 0:
            drawn.append(f'<rect x="{x - 12:g}" y="{y - 12}" width="24" height="24" fill="#dbe9f6" stroke="#1b2330"/>')
        else:
            drawn.append(f'<circle cx="{x:g}" cy="{y}" r="13" fill="#fde6cc" stroke="#1b2330"/>')
    width, height = max(120, LEAF * leaves), 48 + PLY * max(len(path) for path in places)
    size = f'viewBox="0 0 {width} {height}" style="max-width:{1.25 * width:.0f}px"'
    return f'<svg {size} role="img" aria-label="the tree">{"".join(drawn)}</svg>'
