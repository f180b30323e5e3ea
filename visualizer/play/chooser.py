"""A box to choose an evaluator from: one of the registry with the model that ships, or the file of a model.

Imports tkinter.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk
from typing import NamedTuple

from c4 import evaluators
from c4.evaluators import EVALUATORS
from c4.game.rules import C4Error

FILE = "A model file..."
LONGEST = 20
"""Letters of a file's name in the box."""


class Choice(NamedTuple):
    """An evaluator by name, and its model file, None for the one that ships."""

    name: str
    model: str | None = None

    @property
    def label(self) -> str:
        """Its name for people, with the model's where one was chosen: of a long one the end, which tells two apart."""
        label = EVALUATORS[self.name].label
        if self.model is None:
            return label
        name = Path(self.model).name
        return f"{label.removesuffix(' (learned)')}: {name if len(name) <= LONGEST else f'…{name[-LONGEST:]}'}"


class Chooser(ttk.Combobox):
    """`on_choice()` is called when another evaluator was chosen, `on_refused(sentence)` for a file that is no model.

    With `nobody`, words for it, there may be none, and `choice` is None then.
    """

    def __init__(
        self,
        parent: tk.Misc,
        choice: Choice | None,
        on_choice: Callable[[], object],
        on_refused: Callable[[str], object],
        nobody: str = "",
        width: int = 20,
    ) -> None:
        super().__init__(parent, state="readonly", width=width)
        self._on_choice, self._on_refused, self._nobody = on_choice, on_refused, nobody
        self.choices: list[Choice | None] = [*([None] if nobody else []), *(Choice(name) for name in EVALUATORS)]
        self.choice = choice
        self.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self._list()

    def _list(self) -> None:
        if self.choice not in self.choices:
            self.choices.append(self.choice)
        self.configure(values=[*(self._nobody if one is None else one.label for one in self.choices), FILE])
        self.current(self.choices.index(self.choice))

    def _chosen(self) -> None:
        self.selection_clear()
        self.winfo_toplevel().focus_set()
        if self.get() != FILE:
            self.take(self.choices[self.current()])
            return
        from tkinter import filedialog

        path = filedialog.askopenfilename(parent=self, title="A model file")
        if path:
            self.take_file(path)
        self._list()

    def take_file(self, path: str) -> None:
        """Chooses the evaluator of a model file, or says why there is none."""
        try:
            self.take(Choice(evaluators.identify(path), path))
        except C4Error as error:
            self._on_refused(str(error))
        self._list()

    def show(self, choice: Choice | None) -> None:
        """Shows another evaluator."""
        self.choice = choice
        self._list()

    def take(self, choice: Choice | None) -> None:
        """Chooses another evaluator."""
        self.show(choice)
        self._on_choice()
