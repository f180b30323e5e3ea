"""Sets of exercises for a class: trees and puzzles in a JSON file, printed with or without their solutions."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

from c4.errors import C4Error
from c4.game.position import board_svg
from c4.pages import fill
from c4.practice import puzzles
from c4.practice.exercises import ALPHABETA, CUT, HIGH, LOW, MINIMAX, VALUE, Entry, Exercise
from c4.practice.puzzles import ODD, Puzzle
from c4.practice.trees import format_tree, parse_tree
from c4.storage import read_json, wanted_version, write_text
from c4.text import pluralise

TEMPLATE = Path(__file__).with_name("set_page.html")

VERSION = 1

MOST = 100
"""The most exercises of one set."""

LARGEST = 2 << 20
"""The most bytes of a set that are read."""

LEAF, PLY = 44, 62
"""Pixels from leaf to leaf, and from ply to ply."""


@dataclass(frozen=True)
class TreeTask:
    """A tree to work out: as `c4.practice.trees` writes it; the other fields are those of `Exercise`."""

    tree: str
    max_begins: bool = True
    algorithm: str = ALPHABETA
    title: str = ""
    stones: int = 0
    scale: int = 1

    @classmethod
    def of(cls, exercise: Exercise) -> TreeTask:
        """An exercise, without what was entered.  Raises C4Error for a tree that cannot be written."""
        text, first = format_tree(exercise.root), exercise.root.to_move == 0
        parse_tree(text, first)
        return cls(text, first, exercise.algorithm, exercise.title, exercise.discs, exercise.scale)

    def exercise(self) -> Exercise:
        """The exercise, with nothing entered yet."""
        return Exercise(parse_tree(self.tree, self.max_begins), self.algorithm, self.title, self.stones, self.scale)

    @property
    def task(self) -> str:
        """What is asked for, in a sentence."""
        if self.algorithm == ALPHABETA:
            return "Alpha-beta: work out values, windows and cutoffs."
        return "Minimax: work out the value of every node."


Task = TreeTask | Puzzle


@dataclass(frozen=True)
class ExerciseSet:
    """A title and its exercises, in their order.  Raises C4Error if there are none, or too many."""

    title: str
    tasks: tuple[Task, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.tasks) <= MOST:
            raise C4Error(f"a set has from 1 to {MOST} exercises, not {len(self.tasks)}")


# -- files ------------------------------------------------------------------------------------------------------------


def write_set(path: str | Path, tasks: ExerciseSet) -> None:
    """Writes a set, solutions included.  Raises C4Error if that fails."""
    listed = [{"kind": "tree", **asdict(task)} if isinstance(task, TreeTask) else asdict(task) for task in tasks.tasks]
    content = {"exercises": VERSION, "title": tasks.title, "tasks": listed}
    write_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def read_set(path: str | Path) -> ExerciseSet:
    """A set from its file.  Raises C4Error, one sentence, for anything else."""
    try:
        content = read_json(path, LARGEST)
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise C4Error(f"{path} is not a set of exercises: {error}") from None
    if type(content) is not dict or "exercises" not in content:
        raise C4Error(f"{path} is not a set of exercises")
    if (version := content["exercises"]) != VERSION:
        raise C4Error(f"{path} is a set of exercises of version {version!r}: {wanted_version(version, VERSION)}")
    try:
        if type(content.get("title")) is not str or type(content.get("tasks")) is not list:
            raise ValueError("title or tasks are missing")
        return ExerciseSet(content["title"], tuple(_read_task(task) for task in content["tasks"]))
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise C4Error(f"{path} is not a set of exercises: {error}") from None


def _read_task(content: dict[str, Any]) -> Task:
    """One exercise of a file.  Raises ValueError or TypeError."""
    if content["kind"] != "tree":
        return puzzles.parse(content)
    tree = TreeTask(**{name: value for name, value in content.items() if name != "kind"})
    texts = type(tree.tree) is type(tree.title) is str and type(tree.max_begins) is bool
    numbers = type(tree.stones) is type(tree.scale) is int and 0 <= tree.stones <= 64 and 1 <= tree.scale <= 1 << 30
    if not texts or not numbers or tree.algorithm not in (MINIMAX, ALPHABETA):
        raise ValueError("a field of a tree has an impossible value")
    tree.exercise()
    return tree


# -- pages ------------------------------------------------------------------------------------------------------------


def write_pages(tasks: ExerciseSet, path: Path) -> Path:
    """Writes the page for students, and next to it the one with the solutions; returns the path of the second.

    Raises C4Error if a file cannot be written.
    """
    solutions = path.with_name(f"{path.stem}-solutions{path.suffix}")
    write_text(path, set_page(tasks))
    write_text(solutions, set_page(tasks, solutions=True))
    return solutions


def set_page(tasks: ExerciseSet, solutions: bool = False) -> str:
    """A set as one HTML page to print, pictures included: with empty fields, or with the right answers."""
    about = [f"{pluralise(len(tasks.tasks), 'exercise')}."]
    if any(isinstance(task, Puzzle) for task in tasks.tasks):
        about.append("Columns count from 1, on the left; squares are named a1 to g6 from the bottom left.")
    if any(isinstance(task, TreeTask) for task in tasks.tasks):
        about.append("In trees squares are MAX, circles MIN; leave empty what the search never reaches.")
    return fill(
        TEMPLATE,
        title=tasks.title + (": solutions" if solutions else ""),
        about=" ".join(about),
        sections=[_section(number, task, solutions) for number, task in enumerate(tasks.tasks, start=1)],
    )


def _section(number: int, task: Task, solutions: bool) -> dict[str, Any]:
    """One exercise for the template: with empty fields, or with the answers."""
    if isinstance(task, TreeTask):
        exercise = task.exercise()
        heading = f"{number}. {task.title or 'A tree'}. {task.task}"
        return {"heading": heading, "picture": tree_svg(exercise), **_table(exercise, solutions)}
    position = task.position
    mover = "The dark side" if position.to_move == 0 else "The light side"
    return {
        "heading": f"{number}. {mover} is to move. {task.task} ({task.grade})",
        "picture": board_svg(position),
        "answer": task.explanation if solutions else "",
        "field": "Square" if task.kind == ODD else "Your first move, a column",
        "table": None,
    }


def _table(exercise: Exercise, solutions: bool) -> dict[str, Any]:
    """The fields of a tree, a row for each node: (its name, a text for each field, None where it has no such field).

    The same fields are there whether or not the search cuts off.
    """
    windows = exercise.algorithm == ALPHABETA
    columns = (LOW, HIGH, VALUE, CUT) if windows else (VALUE,)
    answers = {entry: exercise.answer(entry) for entry in exercise.entries} if solutions else {}
    rows = []
    for path in exercise.paths():
        inner = bool(exercise.node(path).children)
        if inner or windows:
            fields = [bool(path) if what == CUT else inner for what in columns]
            cells = [
                answers.get(Entry(path, what), "") if has_field else None for what, has_field in zip(columns, fields)
            ]
            rows.append((exercise.line(path), cells))
    return {"heads": ["cut off?" if what == CUT else what for what in columns], "table": rows}


def tree_svg(exercise: Exercise) -> str:
    """The tree with its leaves' values; MAX are squares, MIN circles, a move's number is next to its edge."""
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
    parts = []
    for path, (x, y) in places.items():
        if path:
            above, top = places[path[:-1]]
            parts.append(f'<line x1="{above:g}" y1="{top + 13}" x2="{x:g}" y2="{y - 13}" stroke="#8a94a3"/>')
            label, at = escape(exercise.node(path).label), ((above + 2 * x) / 3, (top + 2 * y) / 3 + 2)
            parts.append(f'<text x="{at[0] + 5:.0f}" y="{at[1]:.0f}" fill="#5a6472">{label}</text>')
        node = exercise.node(path)
        if not node.children:
            value = escape(exercise.number(node.value))
            parts.append(f'<text x="{x:g}" y="{y + 4}" text-anchor="middle">{value}</text>')
        elif node.to_move == 0:
            parts.append(f'<rect x="{x - 12:g}" y="{y - 12}" width="24" height="24" fill="#dbe9f6" stroke="#1b2330"/>')
        else:
            parts.append(f'<circle cx="{x:g}" cy="{y}" r="13" fill="#fde6cc" stroke="#1b2330"/>')
    width, height = max(120, LEAF * leaves), 48 + PLY * max(len(path) for path in places)
    size = f'viewBox="0 0 {width} {height}" style="max-width:{1.25 * width:.0f}px"'
    return f'<svg {size} role="img" aria-label="the tree">{"".join(parts)}</svg>'
