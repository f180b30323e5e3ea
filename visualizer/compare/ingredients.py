"""The window of the engine's ingredients: a switch for each, with what it saves on the position."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from types import MappingProxyType

from c4 import evaluators
from c4.engine.analysis import Saving, savings
from c4.engine.ingredients import INGREDIENTS, USUAL, SearchOptions, switched
from c4.search.watch import Watch
from c4.session.settings import Settings
from visualizer.board.app_window import AppWindow, Follower, WindowPane
from visualizer.compare.ingredients_view import IngredientSavings, IngredientsView, Subject, ingredients_view, subject
from visualizer.state.app import App
from visualizer.ui.glossary import ingredient_meaning, ingredient_title
from visualizer.ui.widgets import Tooltip, wrap

NOTE = (
    "Each figure compares the search with this ingredient and without it; all others stay as they are here."
    " Time is processor time."
)


class IngredientsWindow(AppWindow):
    """Measures again when position, evaluator or switches change."""

    known: IngredientSavings

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Ingredients of the engine")
        self.known = IngredientSavings()
        self._measured: dict[str, Saving] = {}
        """What the thread has measured so far; each measurement has one of its own."""
        self.task = self.background("ingredients", self._poll, self._failed, self._poll)
        body = ttk.Frame(self, padding=14)
        body.pack(fill="both", expand=True)
        self.about = self._add_line(body)
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self.texts: dict[str, ttk.Label] = {}
        self.switches = {name: tk.BooleanVar(self) for name in INGREDIENTS}
        for name in INGREDIENTS:
            self._add_ingredient(body, name)
        self._add_line(body).configure(text=NOTE, style="Faint.TLabel")
        self.unused = self._add_line(body)
        buttons = ttk.Frame(body)
        buttons.grid(row=body.grid_size()[1], column=0, columnspan=2, sticky="ew", pady=(12, 0))
        ttk.Button(buttons, text="Restore defaults", command=self.reset).pack(side="left")
        ttk.Button(buttons, text="Close", command=self.destroy).pack(side="right")
        self.panes += [SubjectFollower(self.measure), IngredientsPane(self)]
        self.show_known()

    @staticmethod
    def _add_line(body: ttk.Frame) -> ttk.Label:
        label = wrap(ttk.Label(body, justify="left"))
        label.grid(row=body.grid_size()[1], column=0, columnspan=2, sticky="ew", pady=(4, 4))
        return label

    def _add_ingredient(self, body: ttk.Frame, name: str) -> None:
        row = body.grid_size()[1]
        press = partial(self._switch, name)
        box = ttk.Checkbutton(body, text=ingredient_title(name), variable=self.switches[name], command=press)
        box.grid(row=row, column=0, sticky="w", pady=1)
        label = ttk.Label(body, width=38)
        label.grid(row=row, column=1, sticky="w", padx=(18, 0))
        for widget in (box, label):
            Tooltip(widget, partial(ingredient_meaning, name))
        self.boxes[name] = box
        self.texts[name] = label

    # -- switching ----------------------------------------------------------------------------------------------------

    def _switch(self, name: str) -> None:
        """Switches an ingredient; a running search starts again with it."""
        self._adopt(switched(self.app.session.settings.options, [name]))
        on = getattr(self.app.session.settings.options, name)
        self.app.say(f"{ingredient_title(name)} of the engine: {'on' if on else 'off'}")

    def reset(self) -> None:
        """Restores the defaults."""
        self._adopt(USUAL)
        self.app.say("the engine's ingredients are the defaults again")

    def _adopt(self, options: SearchOptions) -> None:
        def with_options() -> Settings:
            return self.app.session.settings.with_options(options)

        self.app.search.adopt(with_options)
        self.show_known()

    # -- measuring ----------------------------------------------------------------------------------------------------

    def measure(self, wanted: Subject) -> None:
        """Measures what each ingredient saves, instead of what is measured now."""
        measured: dict[str, Saving] = {}
        self._measured = measured

        def work(watch: Watch) -> None:
            evaluator = evaluators.load(wanted.plan.evaluator, wanted.plan.model)
            for saving in savings(wanted.position, evaluator, wanted.options, watch):
                measured[saving.name] = saving

        self.know(error="")
        self.task.start(work)

    def _poll(self, nothing: None = None) -> None:
        self.know(busy=self.task.busy, savings=MappingProxyType(dict(self._measured)))

    def _failed(self, text: str) -> None:
        self.know(error=text)


class SubjectFollower(Follower[Subject]):
    """Follows what is to be measured."""

    view = staticmethod(subject)


class IngredientsPane(WindowPane[IngredientsView]):
    """The switches, and what each ingredient saves."""

    view = staticmethod(ingredients_view)
    window: IngredientsWindow

    def draw(self, view: IngredientsView, before: IngredientsView | None) -> None:
        window = self.window
        window.about.configure(text=view.about)
        window.unused.configure(text=view.unused)
        for name, ingredient in zip(INGREDIENTS, view.ingredients):
            window.switches[name].set(ingredient.on)
            window.texts[name].configure(text=ingredient.saves)
