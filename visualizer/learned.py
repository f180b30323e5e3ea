"""What was learned: a chooser of learned evaluators over the picture of the chosen one's weights at a position.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from c4.evaluators import EVALUATORS
from c4.position import Position
from c4.rules import C4Error
from visualizer.theme import Theme
from visualizer.weights import Weights


class Learned(ttk.Frame):
    """`evaluator(name)` gives the evaluator of that name or the sentence that says why there is none, `label(name)` what people call it.

    `on_choose()` is called when another one was chosen.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, evaluator: Callable[[str], object], label: Callable[[str], str], on_choose: Callable[[], None]
    ) -> None:
        super().__init__(parent)
        self._evaluator, self._label, self._on_choose = evaluator, label, on_choose
        self._names = [name for name, entry in EVALUATORS.items() if entry.learned]
        self._shown: tuple[Position, int, str] | None = None
        self.chooser = ttk.Combobox(self, state="readonly", values=[label(name) for name in self._names])
        self.chooser.current(0)
        self.chooser.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self.chooser.pack(fill="x")
        self.weights = Weights(self, theme)
        self.weights.pack(fill="both", expand=True)

    def _chosen(self) -> None:
        self.chooser.selection_clear()
        self.winfo_toplevel().focus_set()
        self.refresh()
        self._on_choose()

    @property
    def name(self) -> str:
        """The chosen evaluator."""
        return self._names[self.chooser.current()]

    def choose(self, name: str) -> None:
        """Shows another learned evaluator; any other name changes nothing."""
        if name in self._names:
            self.chooser.current(self._names.index(name))
            self.refresh()
            self._on_choose()

    def show(self, position: Position, side: int, whose: str) -> None:
        """What the chosen evaluator makes of a position for a side (0 or 1), which people call `whose`."""
        self._shown = position, side, whose
        self.refresh()

    def refresh(self) -> None:
        """Looks again, also which model is in use."""
        at = self.chooser.current()
        self.chooser.configure(values=[self._label(name) for name in self._names])
        self.chooser.current(at)
        if self._shown is None:
            return
        position, side, whose = self._shown
        judge = self._evaluator(self.name)
        if isinstance(judge, str):
            self.weights.show_text(judge)
            return
        try:
            rows, total = judge.explain(position, side), judge.evaluate(position, side)
        except C4Error as error:
            self.weights.show_text(str(error))
        else:
            self.weights.show(rows, f"{judge.in_words(total)} {judge.unit} for {whose}", judge.scale)

    def set_theme(self, theme: Theme) -> None:
        self.weights.set_theme(theme)
