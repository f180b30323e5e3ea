"""What was learned: a chooser of learned evaluators above a picture of the weights.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.scripts import is_script
from c4.session.session import Session
from visualizer.kit.errand import Errand
from visualizer.kit.scale import pixels
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import sentence
from visualizer.learn.pages import HERE, PageChooser
from visualizer.learn.weights import HEIGHT, Weights

if TYPE_CHECKING:  # these bring numba and numpy, which the first paint of the window does without
    from c4.evaluators.base import Evaluator
    from c4.evaluators.pages import Page
    from visualizer.learn.maps import Maps

LEAST_HEIGHT, GREATEST_HEIGHT = HEIGHT, 420
"""Pixels for the picture."""


class Learned(ttk.Frame):
    """`evaluator(name)` returns the evaluator of this name, or a sentence why there is none; `label(name)` its label.

    `on_choose()` is called when another one was chosen; pages of weights are made in a thread of the session.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        evaluator: Callable[[str], Evaluator | str],
        label: Callable[[str], str],
        on_choose: Callable[[], None],
        session: Session,
    ) -> None:
        super().__init__(parent)
        self._evaluator, self._label, self._on_choose = evaluator, label, on_choose
        self._names = explained()
        self._shown: tuple[Position, int, str] | None = None
        line = ttk.Frame(self)
        line.pack(fill="x")
        self.chooser = ttk.Combobox(line, state="readonly", width=8, values=self._labels())
        self.chooser.current(0)
        self.chooser.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self.chooser.pack(side="left", fill="x", expand=True)
        self.pages = PageChooser(line, self.refresh, HERE)
        self.pages.pack(side="left", fill="x", expand=True, padx=(4, 0))
        self.weights = Weights(self, theme)
        self.weights.pack(fill="both", expand=True)
        self.maps: Maps | None = None
        """Where pages of weights are drawn, from the first one on."""
        self._theme, self._height = theme, LEAST_HEIGHT
        self._errand: Errand[Page] = Errand(self, session.worker("weights"), self._draw_page, self._say)
        self._mapped: tuple[Evaluator, str, Position | None] | None = None  # what the page on show was made from

    def _labels(self) -> list[str]:
        """Their labels."""
        return [self._label(name).removesuffix(" (learned)") for name in self._names]

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
        """Shows another learned evaluator, or one's own; any other name changes nothing."""
        self._names = explained()
        if name in self._names:
            self.chooser.configure(values=self._labels())
            self.chooser.current(self._names.index(name))
            self.refresh()
            self._on_choose()

    def show(self, position: Position, side: int, whose: str) -> None:
        """Shows the chosen evaluator's view of a position for a side (0 or 1), named `whose`."""
        self._shown = position, side, whose
        self.refresh()

    def refresh(self) -> None:
        """Refreshes everything, also the model in use."""
        chosen, self._names = self.name, explained()
        self.chooser.configure(values=self._labels())
        self.chooser.current(self._names.index(chosen) if chosen in self._names else 0)
        if self._shown is None:
            return
        position, side, whose = self._shown
        judge = self._evaluator(self.name)
        self.pages.offer(() if isinstance(judge, str) else judge.page_names())
        if self.pages.chosen and not isinstance(judge, str):
            self._show_page(judge, self.pages.chosen, position)
            return
        self._show_picture(self.weights)
        if isinstance(judge, str):
            self.weights.show_text(judge)
            return
        try:
            rows, total = judge.explain(position, side), judge.evaluate(position, side)
        except C4Error as error:
            self.weights.show_text(str(error))
        else:
            self.weights.show(rows, f"Value for {whose}: {judge.told(total)}", judge.scale)

    def _show_picture(self, picture: tk.Canvas) -> None:
        if not picture.winfo_manager():
            for other in self.pack_slaves()[1:]:
                other.pack_forget()
            picture.pack(fill="both", expand=True)

    def _show_page(self, judge: Evaluator, name: str, position: Position) -> None:
        """Has a page of weights made in the background and drawn, unless it is already shown."""
        from visualizer.learn.maps import Maps

        if self.maps is None:
            self.maps = Maps(self, self._theme, self._height)
        self._show_picture(self.maps)
        wanted = judge, name, position if judge.pages_follow else None
        if wanted != self._mapped:
            self._mapped = wanted
            self._errand.start(lambda watch: judge.page(name, position))

    def _draw_page(self, page: Page) -> None:
        if self.maps is not None:
            self.maps.show(page)

    def _say(self, text: str) -> None:
        if self.maps is not None:
            self.maps.show_text(sentence(text))

    @property
    def least_height(self) -> int:
        """The least height, in pixels."""
        return self.chooser.winfo_reqheight() + pixels(self, LEAST_HEIGHT)

    def fit(self, height: int) -> None:
        """Gives the pages of weights more height, if there is room."""
        self._height = max(
            pixels(self, LEAST_HEIGHT),
            min(pixels(self, GREATEST_HEIGHT), height - self.chooser.winfo_reqheight()),
        )
        if self.maps is not None and self._height != int(self.maps["height"]):
            self.maps.configure(height=self._height)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.maps is not None:
            self.maps.set_theme(theme)
        self.weights.set_theme(theme)


def explained() -> list[str]:
    """The evaluators offered: those that have learned, and those that people bring, which may explain themselves."""
    return [name for name, entry in list(EVALUATORS.items()) if entry.learned or entry.installed or is_script(name)]
