"""What Learn shows beside the board or the tree: everything that you can learn here, or the page of a lesson."""

from __future__ import annotations

import tkinter as tk
from functools import cache, partial
from tkinter import ttk
from typing import Any

from c4.lessons import SHIPPED
from c4.lessons.reader import shipped_lesson
from visualizer.lessons.page import PagePane, PagePart
from visualizer.lessons.view import LessonHead, LessonLine, lesson_lines
from visualizer.state.app import App
from visualizer.state.open_lesson import Reading
from visualizer.state.preferences import Preferences
from visualizer.ui.background import Debounce
from visualizer.ui.command import Command, Commands
from visualizer.ui.fonts import MEDIUM, font
from visualizer.ui.pane import Pane
from visualizer.ui.scrollable import Scrollable
from visualizer.ui.sizes import packed_height
from visualizer.ui.widgets import wrap

MENU = "Learn"
"""The menu whose commands are listed."""

PLAYERS_LESSONS = ("zugzwang", "first-player")
PLAYERS_COMMANDS = ("tour", "strategy")
"""What somebody who wants to play better looks for; it comes first."""

NOT_LISTED = ("lessons", "next page", "previous page", "puzzles")
"""Its commands that are about the page that is read or about the list itself, or that have a tab."""


class LearnPart:
    """Builds the widgets; `panes` show the state in them."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        self.app = app
        self.frame = ttk.Frame(parent)
        self.home = ttk.Frame(self.frame)
        self.page = PagePart(app, self.frame)
        self.lessons: dict[str, ttk.Button] = {}
        self.progress: dict[str, ttk.Label] = {}
        self.buttons: dict[str, ttk.Button] = {}
        self.texts: list[ttk.Label] = []
        """They take more lines in a narrow window."""
        self.heads = tuple(head_of(name) for name in SHIPPED)
        self._build_rows()
        self._scrollable = Scrollable(self.home)
        self._scrollable.body.configure(padding=(16, 6))
        self._sizing = Debounce(self.home, self._size)
        self.home.bind("<Configure>", self._resized, add="+")
        for label in self.texts:
            label.bind("<Configure>", self._resized, add="+")
        self.panes: list[Pane[Any]] = [FacePane(self), HomePane(self), PagePane(self.page)]

    def _resized(self, event: object) -> None:
        self._sizing.when_idle()

    def _size(self) -> None:
        """Scrolls the list where the window is too low for it."""
        self._scrollable.need(1, packed_height(self._scrollable.body))

    def _add_heading(self, grid: ttk.Frame, title: str) -> None:
        """Adds a heading above the rows that follow."""
        heading = ttk.Label(grid, text=title, font=font(self.frame, MEDIUM, bold=True))
        heading.grid(row=grid.grid_size()[1], column=0, columnspan=3, sticky="w", pady=(6, 3))

    def _build_rows(self) -> None:
        """Builds a row for each lesson and for each command of the menu: what is for players, then how programs think."""
        assert isinstance(self.app.commands, Commands), "the window has registered its commands"
        commands = [one for one in self.app.commands if one.menu == MENU and one.name not in NOT_LISTED]

        grid = ttk.Frame(self.home)
        grid.pack(fill="x", pady=(0, 6))
        grid.columnconfigure(1, weight=1)

        for title, for_players in (("To play better", True), ("How programs think", False)):
            self._add_heading(grid, title)
            for head in self.heads:
                if (head.name in PLAYERS_LESSONS) == for_players:
                    self._add_lesson(grid, head)
            for command in commands:
                if (command.name in PLAYERS_COMMANDS) == for_players:
                    self._add_command(grid, command)

    def _add_lesson(self, grid: ttk.Frame, head: LessonHead) -> None:
        """Adds a button for a lesson, what it is about, and how far you are."""
        row = grid.grid_size()[1]
        button = ttk.Button(grid, text=head.title, style="Primary.TButton")
        button.configure(command=partial(self.app.lessons.open, head.name))
        button.grid(row=row, column=0, sticky="ew", pady=1)
        about = wrap(ttk.Label(grid, text=head.about, justify="left"))
        about.grid(row=row, column=1, sticky="ew", padx=(12, 0))
        self.texts.append(about)
        progress = ttk.Label(grid, style="Faint.TLabel")
        progress.grid(row=row, column=2, sticky="e", padx=(12, 0))
        self.lessons[head.name] = button
        self.progress[head.name] = progress

    def _add_command(self, grid: ttk.Frame, command: Command) -> None:
        """Adds a button for a command, and what it is for."""
        row = grid.grid_size()[1]
        button = ttk.Button(grid, text=command.title, command=partial(self.app.do, command.name))
        button.grid(row=row, column=0, sticky="ew", pady=1)
        about = wrap(ttk.Label(grid, text=command.tip, style="Faint.TLabel", justify="left"))
        about.grid(row=row, column=1, sticky="ew", padx=(12, 0))
        self.texts.append(about)
        self.buttons[command.name] = button


@cache
def head_of(name: str) -> LessonHead:
    """What the list says of a lesson."""
    lesson = shipped_lesson(name)
    questions = sum(page.question is not None for page in lesson.pages)
    return LessonHead(name, lesson.title, lesson.about, len(lesson.pages), questions)


class FacePane(Pane[bool]):
    """Shows the page that is read, or the list."""

    def __init__(self, part: LearnPart) -> None:
        super().__init__()
        self.part = part

    @staticmethod
    def view(lesson: Reading | None) -> bool:
        return lesson is not None

    def draw(self, view: bool, before: bool | None) -> None:
        """Shows one of them and hides the other."""
        shown = self.part.page.frame if view else self.part.home
        hidden = self.part.home if view else self.part.page.frame
        hidden.pack_forget()
        shown.pack(fill="both", expand=True)


class HomePane(Pane[tuple[LessonLine, ...]]):
    """How far you are in each lesson."""

    def __init__(self, part: LearnPart) -> None:
        super().__init__()
        self.part = part

    def view(self, preferences: Preferences) -> tuple[LessonLine, ...]:
        return lesson_lines(tuple(head_of(name) for name in SHIPPED), preferences)

    def draw(self, view: tuple[LessonLine, ...], before: tuple[LessonLine, ...] | None) -> None:
        for line in view:
            label = self.part.progress[line.name]
            label.configure(text=line.progress)
