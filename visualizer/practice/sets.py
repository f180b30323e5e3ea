"""The window of sets of exercises: trees and puzzles put together, saved, handed out and scored.  Imports tkinter."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tkinter import filedialog, ttk
from typing import Protocol

from c4.game.rules import C4Error, count
from c4.practice.exercises import Exercise
from c4.practice.grading import GRADES
from c4.practice.madeup import random_tree
from c4.practice.puzzles import KINDS, shipped
from c4.practice.set_page import hand_out
from c4.practice.sets import ExerciseSet, Task, TreeTask, read_answers, read_set, score, solutions, write_set
from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import choice, sentence, table, wrap

ANY_KIND, ANY_GRADE = "any kind", "any grade"
SETS = [("Set of exercises", "*.json")]
PAGES = [("Web page", "*.html")]


class Practised(Protocol):
    """What shows an exercise: the Practice window."""

    @property
    def exercise(self) -> Exercise:
        """It."""


class SetWindow(tk.Toplevel):
    """`practised()` is the window whose `exercise` can be added, None if it is closed."""

    def __init__(self, host: Host, practised: Callable[[], Practised | None]) -> None:
        super().__init__(host.root)
        self.title("Sets of exercises")
        self.geometry("820x560")
        self.minsize(700, 460)
        self._practised = practised
        self.tasks: list[Task] = []
        self._seed = random.randrange(1, 1000)
        self._build_head()
        self._build_foot()
        frame, self.list = table(
            self, (("No.", 44, "e"), ("Exercise", 520, "w"), ("Entries", 70, "e")), 8, selectmode="browse"
        )
        frame.pack(fill="both", expand=True, padx=10)
        self.list.bind("<Delete>", lambda _: self.remove())
        self.bind("<Escape>", lambda _: self.destroy())
        self.set_theme(host.theme)
        self._show()
        self.list.focus_set()

    def _build_head(self) -> None:
        top = ttk.Frame(self, padding=(10, 8, 10, 2))
        top.pack(fill="x")
        ttk.Label(top, text="Title").pack(side="left", padx=(0, 4))
        self.name = tk.StringVar(self, "Exercises")
        ttk.Entry(top, textvariable=self.name).pack(side="left", fill="x", expand=True, padx=(0, 8))
        self.buttons: dict[str, ttk.Button] = {}
        self._button(top, "Open...", self.ask_open)
        self._button(top, "Save...", self.ask_save)
        row = ttk.Frame(self, padding=(10, 4, 10, 6))
        row.pack(fill="x")
        self._button(row, "Add a random tree", self.add_tree)
        self._button(row, "Add the tree of Practice", self.add_practised)
        self._button(row, "Add a puzzle", self.add_puzzle)
        self.kind = choice(row, (ANY_KIND, *KINDS), 10)
        self.kind.pack(side="left", padx=(4, 0))
        self.grade = choice(row, (ANY_GRADE, *GRADES), 10)
        self.grade.pack(side="left", padx=(4, 0))

    def _build_foot(self) -> None:
        foot = ttk.Frame(self, padding=(10, 4, 10, 8))
        foot.pack(side="bottom", fill="x")
        self.said = wrap(ttk.Label(foot, anchor="w", justify="left"))
        self.said.pack(side="bottom", fill="x", pady=(6, 0))
        row = ttk.Frame(foot)
        row.pack(side="bottom", fill="x")
        for label, action in (
            ("Up", partial(self.move, -1)),
            ("Down", partial(self.move, 1)),
            ("Remove", self.remove),
            ("Score answers...", self.ask_score),
            ("Hand out...", self.ask_hand_out),
        ):
            self._button(row, label, action)
        for label in ("Score answers...", "Hand out..."):
            self.buttons[label].pack(side="right", padx=(4, 0))
        frame, self.scores = table(foot, (("Student", 180, "w"), ("Points", 90, "e"), ("Each exercise", 420, "w")), 4)
        frame.pack(side="bottom", fill="x", pady=(0, 6))

    def _button(self, row: ttk.Frame, label: str, action: Callable[[], object]) -> None:
        self.buttons[label] = ttk.Button(row, text=label, command=action)
        self.buttons[label].pack(side="left", padx=(0, 4))

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window)

    # -- putting it together ------------------------------------------------------------------------------------------

    def add_tree(self) -> None:
        """Adds the next random tree, three plies with two replies each."""
        self._seed += 1
        self._add(lambda: TreeTask.of(Exercise(random_tree(self._seed, 3, 2), title=f"Random tree {self._seed}")))

    def add_practised(self) -> None:
        """Adds the tree that the Practice window shows."""
        window = self._practised()
        if window is None:
            self._say("open Practice (Y) first, and choose a tree there")
        else:
            self._add(lambda: TreeTask.of(window.exercise))

    def add_puzzle(self) -> None:
        """Adds a puzzle of the chosen kind and grade that is not in the set."""
        kind, grade = self.kind.get(), self.grade.get()
        fitting = [
            puzzle
            for puzzle in shipped()
            if kind in (ANY_KIND, puzzle.kind) and grade in (ANY_GRADE, puzzle.grade) and puzzle not in self.tasks
        ]
        if fitting:
            self._add(lambda: random.choice(fitting))
        else:
            self._say("there is no other puzzle of that kind and grade")

    def _add(self, make: Callable[[], Task]) -> None:
        try:
            self.tasks.append(make())
        except C4Error as error:
            self._say(str(error))
            return
        self._show(len(self.tasks) - 1)

    def remove(self) -> None:
        """Takes the selected exercise out."""
        at = self._at()
        if at is not None:
            del self.tasks[at]
            self._show(min(at, len(self.tasks) - 1))

    def move(self, places: int) -> None:
        """Moves the selected exercise up (-1) or down (1)."""
        at = self._at()
        if at is not None and 0 <= at + places < len(self.tasks):
            self.tasks.insert(at + places, self.tasks.pop(at))
            self._show(at + places)

    def _at(self) -> int | None:
        chosen = self.list.selection()
        return int(chosen[0]) if chosen else None

    def _show(self, chosen: int = -1) -> None:
        self.list.delete(*self.list.get_children())
        for number, task in enumerate(self.tasks):
            kind = task.title if isinstance(task, TreeTask) else f"Puzzle ({task.grade})"
            title = f"{kind}: {task.task}"
            self.list.insert("", "end", iid=str(number), values=(number + 1, title, len(solutions(task))))
        if 0 <= chosen < len(self.tasks):
            self.list.selection_set(str(chosen))
            self.list.see(str(chosen))
        for label in ("Up", "Down", "Remove", "Save...", "Hand out...", "Score answers..."):
            self.buttons[label].state(["!disabled" if self.tasks else "disabled"])
        self._say("" if self.tasks else "add trees and puzzles; then save the set, and hand it out")

    # -- files --------------------------------------------------------------------------------------------------------

    def found(self) -> ExerciseSet:
        """The set as it stands.  Raises C4Error for an empty one."""
        return ExerciseSet(self.name.get().strip() or "Exercises", tuple(self.tasks))

    def ask_open(self) -> None:
        """Asks for a file and opens its set."""
        path = filedialog.askopenfilename(parent=self, title="Open a set of exercises", filetypes=SETS)
        if path:
            self.open(path)

    def open(self, path: str) -> None:
        """Opens the set of a file, or says why that is impossible."""

        def work() -> str:
            found = read_set(path)
            self.tasks = list(found.tasks)
            self.name.set(found.title)
            self._show(0)
            return f"{count(len(found.tasks), 'exercise')} opened"

        self._try(work)

    def ask_save(self) -> None:
        """Asks for a file and saves the set, solutions included."""
        path = filedialog.asksaveasfilename(
            parent=self, title="Save the set", defaultextension=".json", initialfile="exercises.json", filetypes=SETS
        )
        if path:
            self.save(path)

    def save(self, path: str) -> None:
        """Saves the set."""

        def work() -> str:
            write_set(path, self.found())
            return f"saved {path}, solutions included: it is the teacher's"

        self._try(work)

    def ask_hand_out(self) -> None:
        """Asks for a file and writes the pages."""
        path = filedialog.asksaveasfilename(
            parent=self, title="The page to hand out", defaultextension=".html", initialfile="exercises.html",
            filetypes=PAGES,
        )  # fmt: skip
        if path:
            self.hand_out(Path(path))

    def hand_out(self, path: Path) -> None:
        """Writes the page for students, and beside it the one with the solutions."""

        def work() -> str:
            apart = hand_out(self.found(), path)
            return f"{path} is to hand out, {apart} has the solutions; a filled-in page saves its answers as a file"

        self._try(work)

    def ask_score(self) -> None:
        """Asks for students' files and scores them."""
        paths = filedialog.askopenfilenames(parent=self, title="Answers to score", filetypes=[("Answers", "*.json")])
        if paths:
            self.score(paths)

    def score(self, paths: Sequence[str]) -> None:
        """Shows what each student's answers brought."""

        def work() -> str:
            tasks, rows = self.found(), []
            for path in paths:
                answers = read_answers(path)
                points = score(tasks, answers)
                got, most = sum(one.got for one in points), sum(one.most for one in points)
                rows.append((answers.student, f"{got} of {most}", "  ".join(f"{one.got}/{one.most}" for one in points)))
            self.scores.delete(*self.scores.get_children())
            for row in rows:
                self.scores.insert("", "end", values=row)
            return f"{count(len(rows), 'student')} scored"

        self._try(work)

    def _try(self, work: Callable[[], str]) -> None:
        """Says what was done, or why it could not be."""
        try:
            self._say(work())
        except C4Error as error:
            self._say(str(error))

    def _say(self, text: str) -> None:
        self.said.configure(text=f"{sentence(text)}." if text else "")
