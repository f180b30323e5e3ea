"""Learned weights in the window: the chooser of evaluators and pages, above what they show."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.state.weights import HERE, WeightsView, weights_view
from visualizer.tree.weights_drawing import PageCanvas
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import pixels
from visualizer.ui.theme import Theme

HEIGHT = 170
"""Pixels at 100 % that a title in two lines, a heading and the rows take."""


class PageChooser(ttk.Combobox):
    """Offers pages by name, after `first` if that is given; `on_choose()` is called when one was chosen."""

    def __init__(self, parent: tk.Misc, on_choose: Callable[[], None], first: str = "") -> None:
        super().__init__(parent, state="readonly", width=12, height=16)
        self._on_choose = on_choose
        self._first = first
        self.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self.offer(())

    def offer(self, names: tuple[str, ...]) -> None:
        """The pages there are; the chosen one stays where it can."""
        names = (self._first, *names) if self._first else names
        if names != self["values"]:
            chosen = self.get()
            self.configure(values=names)
            if chosen not in names:
                chosen = names[0] if names else ""
            self.set(chosen)

    @property
    def chosen(self) -> str:
        """The name of the chosen page; "" for what stands before all pages."""
        return "" if self._first and self.get() == self._first else self.get()

    def choose(self, name: str) -> None:
        """Chooses as a person does, where it is offered."""
        if (name or self._first) in self["values"]:
            self.set(name or self._first)
        self._chosen()

    def _chosen(self) -> None:
        self.selection_clear()
        self._on_choose()


class WeightsPanel(ttk.Frame):
    """The chooser of an evaluator and of a page of its weights, above what they show.

    `on_evaluator(name)` and `on_page(name)` are called when one was chosen; a page of "" is the position.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, on_evaluator: Callable[[str], object], on_page: Callable[[str], object]
    ) -> None:
        super().__init__(parent)
        self._on_evaluator = on_evaluator
        self._on_page = on_page
        self._names: tuple[str, ...] = ()
        line = ttk.Frame(self)
        line.pack(fill="x")
        self.chooser = ttk.Combobox(line, state="readonly", width=8)
        self.chooser.bind("<<ComboboxSelected>>", self._chosen)
        self.chooser.pack(side="left", fill="x", expand=True)
        self.pages = PageChooser(line, self._page_chosen, HERE)
        self.pages.pack(side="left", fill="x", expand=True, padx=(4, 0))
        self.page = PageCanvas(self, theme, pixels(self, HEIGHT))
        self.page.pack(fill="both", expand=True)

    def offer(self, evaluators: tuple[tuple[str, str], ...], name: str) -> None:
        """Offers evaluators (name, label), of which one is chosen."""
        self._names = tuple(one for one, _ in evaluators)
        self.chooser.configure(values=[label for _, label in evaluators])
        if name in self._names:
            self.chooser.current(self._names.index(name))

    def _chosen(self, event: object) -> None:
        self.chooser.selection_clear()
        self.winfo_toplevel().focus_set()
        self._on_evaluator(self._names[self.chooser.current()])

    def _page_chosen(self) -> None:
        self._on_page(self.pages.chosen)


class WeightsPane(Pane[WeightsView]):
    """What the weights of a learned evaluator say about the chosen node, or about the board."""

    view = staticmethod(weights_view)

    def __init__(self, panel: WeightsPanel) -> None:
        super().__init__()
        self.panel = panel

    def waits(self) -> bool:
        return not self.panel.winfo_ismapped()

    def draw(self, view: WeightsView, before: WeightsView | None) -> None:
        panel = self.panel
        panel.offer(view.evaluators, view.name)
        panel.pages.offer(view.pages)
        panel.pages.set(view.page_name or HERE)
        if view.page is not None:
            panel.page.show(view.page)
        else:
            panel.page.show_rows(view.title, ("weight", "adds here") if view.rows else (), list(view.rows), view.board)
