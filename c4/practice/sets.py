"""Sets of exercises: made, saved, answered and scored; pages for print are in `c4.practice.set_page`.

A set is a JSON file of trees and puzzles with their solutions, for the teacher; a student gets the page without them,
and hands back a file of answers.  Imports exercises and puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from c4.files import read_json, wanted_version, write_text
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.practice.exercises import ALPHABETA, CUT, MINIMAX, Entry, Exercise
from c4.practice.grading import GRADES
from c4.practice.madeup import parse, written
from c4.practice.puzzles import KINDS, ODD, Puzzle

VERSION = 1

MOST = 100
"""Exercises of one set."""

LARGEST = 2 << 20
"""Bytes of a set, or of a file of answers, that are read."""

COLUMN, SQUARE = "column", "square"
"""The fields of a puzzle."""


@dataclass(frozen=True)
class TreeTask:
    """A tree to work out: as `c4.practice.madeup` writes it; the other fields are those of `Exercise`."""

    tree: str
    max_begins: bool = True
    algorithm: str = ALPHABETA
    title: str = ""
    stones: int = 0
    scale: int = 1

    @classmethod
    def of(cls, exercise: Exercise) -> TreeTask:
        """An exercise, without what was entered.  Raises C4Error for a tree that cannot be written."""
        text, first = written(exercise.root), exercise.root.to_move == 0
        parse(text, first)
        return cls(text, first, exercise.algorithm, exercise.title, exercise.stones, exercise.scale)

    def exercise(self) -> Exercise:
        """It, with nothing entered yet."""
        return Exercise(parse(self.tree, self.max_begins), self.algorithm, self.title, self.stones, self.scale)

    @property
    def task(self) -> str:
        """What is asked for, in a sentence."""
        asked = "values, windows and cutoffs" if self.algorithm == ALPHABETA else "the value of every node"
        return f"{'Alpha-beta' if self.algorithm == ALPHABETA else 'Minimax'}: work out {asked}."


Task = TreeTask | Puzzle


@dataclass(frozen=True)
class ExerciseSet:
    """A title and its exercises, in their order.  Raises C4Error if there are none, or too many."""

    title: str
    tasks: tuple[Task, ...] = field(default_factory=tuple)

    def __post_init__(self) -> None:
        if not 1 <= len(self.tasks) <= MOST:
            raise C4Error(f"a set has from 1 to {MOST} exercises, not {len(self.tasks)}")

    @cached_property
    def keys(self) -> tuple[dict[str, str], ...]:
        """The right answers of each exercise, by the names of its fields, as they are printed apart."""
        return tuple(solutions(task) for task in self.tasks)


class Points(NamedTuple):
    """What an exercise brought, out of how much."""

    got: int
    most: int


@dataclass(frozen=True)
class Answers:
    """What a student has entered: the texts of the fields, by the number of the exercise, from 1."""

    student: str
    title: str
    given: Mapping[int, Mapping[str, str]]


def fields_of(task: Task) -> list[str]:
    """The names of what is to be filled in: nothing in them gives a cutoff away."""
    if isinstance(task, Puzzle):
        return [SQUARE if task.kind == ODD else COLUMN]
    return list(_entries(task.exercise()))


def _entries(exercise: Exercise) -> dict[str, Entry]:
    """All fields of a tree by name: "root value", "1-2 alpha", "1-2 cut"."""
    found = [Entry(path, CUT) for path in exercise.paths() if path] if exercise.algorithm == ALPHABETA else []
    return {f"{exercise.line(entry.path)} {entry.what}": entry for entry in (*exercise.fields(), *found)}


def solutions(task: Task) -> dict[str, str]:
    """The right answers, by field; a field that must stay empty is left out."""
    if isinstance(task, Puzzle):
        return {SQUARE: task.square} if task.kind == ODD else {COLUMN: task.solution}
    exercise = task.exercise()
    return {f"{exercise.line(entry.path)} {entry.what}": exercise.answer(entry) for entry in exercise.entries}


def score(tasks: ExerciseSet, answers: Answers) -> list[Points]:
    """What each exercise brought: a point for every right entry, one less for every wrong cut; a puzzle one.

    Raises C4Error for answers to another set.
    """
    if answers.title != tasks.title:
        raise C4Error(f"these are answers to {answers.title!r}, not to {tasks.title!r}")
    return [_points(task, answers.given.get(number, {})) for number, task in enumerate(tasks.tasks, start=1)]


def _points(task: Task, given: Mapping[str, str]) -> Points:
    if isinstance(task, Puzzle):
        text = given.get(SQUARE if task.kind == ODD else COLUMN, "").strip().lower()
        right = text == task.square if task.kind == ODD else text in (task.solution, task.solution[:1])
        return Points(int(right), 1)
    exercise = task.exercise()
    for name, entry in _entries(exercise).items():
        text = given.get(name, "")
        if entry.what != CUT and text.strip():
            exercise.fill(entry, text)
        elif entry.what == CUT and text:
            exercise.mark(entry.path)
    counts = exercise.score()
    return Points(max(0, counts["right"] - counts["wrong cuts"]), counts["entries"])


# -- files ------------------------------------------------------------------------------------------------------------


def write_set(path: str | Path, tasks: ExerciseSet) -> None:
    """Writes a set, solutions included.  Raises C4Error if that fails."""
    found = [{"kind": "tree", **asdict(task)} if isinstance(task, TreeTask) else asdict(task) for task in tasks.tasks]
    content = {"exercises": VERSION, "title": tasks.title, "tasks": found}
    write_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def read_set(path: str | Path) -> ExerciseSet:
    """A set from its file.  Raises C4Error, one sentence, for anything else."""
    content = _read(path, "exercises", "set of exercises")
    tasks = content.get("tasks")
    try:
        if type(content.get("title")) is not str or type(tasks) is not list:
            raise ValueError("title or tasks are missing")
        return ExerciseSet(content["title"], tuple(_task(one) for one in tasks))
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise C4Error(f"{path} is no set of exercises: {error}") from None


def _task(content: dict[str, Any]) -> Task:
    """One exercise as it stands in a file.  Raises ValueError or TypeError."""
    kind = content["kind"]
    if kind == "tree":
        tree = TreeTask(**{name: value for name, value in content.items() if name != "kind"})
        texts = type(tree.tree) is type(tree.title) is str and type(tree.max_begins) is bool
        whole = type(tree.stones) is type(tree.scale) is int and 0 <= tree.stones <= 64 and 1 <= tree.scale <= 1 << 30
        if not texts or not whole or tree.algorithm not in (MINIMAX, ALPHABETA):
            raise ValueError("a tree has a field that cannot be")
        tree.exercise()
        return tree
    puzzle = Puzzle(**content)
    texts = all(type(text) is str for text in (puzzle.moves, puzzle.solution, puzzle.square))
    if not texts or kind not in KINDS or puzzle.grade not in GRADES or type(puzzle.refuted) is not dict:
        raise ValueError("a puzzle has a field that cannot be")
    Position.from_moves(puzzle.moves + puzzle.solution)
    return puzzle


def read_answers(path: str | Path) -> Answers:
    """A student's answers, as the page saves them.  Raises C4Error, one sentence, for anything else."""
    content = _read(path, "answers", "file of answers")
    student, title, given = content.get("student"), content.get("title"), content.get("given")
    if type(student) is not str or type(title) is not str or type(given) is not dict:
        raise C4Error(f"{path} is no file of answers: student, title or answers are missing")
    found: dict[int, dict[str, str]] = {}
    for number, fields in given.items():
        if not number.isascii() or not number.isdigit() or len(number) > 3 or type(fields) is not dict:
            raise C4Error(f"{path} is no file of answers: {number!r} is no exercise")
        found[int(number)] = {name: text for name, text in fields.items() if type(text) is str and len(text) < 100}
    return Answers(student.strip() or Path(path).stem, title, found)


def _read(path: str | Path, mark: str, what: str) -> dict[str, Any]:
    """A JSON object whose entry `mark` is VERSION.  Raises C4Error."""
    try:
        content = read_json(path, LARGEST)
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise C4Error(f"{path} is no {what}: {error}") from None
    if type(content) is not dict or mark not in content:
        raise C4Error(f"{path} is no {what}")
    if content[mark] != VERSION:
        raise C4Error(f"{path} is a {what} of version {content[mark]!r}: {wanted_version(content[mark], VERSION)}")
    return content


def table_of(tasks: ExerciseSet, answers: Iterable[Answers]) -> list[tuple[str, Sequence[Points]]]:
    """Students with what each exercise brought, the best first.  Raises C4Error as `score` does."""
    rows = [(one.student, score(tasks, one)) for one in answers]
    return sorted(rows, key=lambda row: (-sum(points.got for points in row[1]), row[0]))
