"""The window of the engine's ingredients: a switch for each, with what it saves on the position."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from c4 import evaluators
from c4.agents import AGENTS
from c4.engine.analysis import Saving, savings
from c4.engine.ingredients import INGREDIENTS, USUAL, SearchOptions, switched
from c4.evaluators import EVALUATORS
from c4.game.notation import place_in_words
from c4.search.watch import Watch
from c4.session.settings import SEARCH
from c4.text import pluralise
from visualizer.board.status import time_text
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.glossary import ingredient_meaning, ingredient_title
from visualizer.ui.widgets import Tooltip, sentence, wrap

NOTE = (
    "Each figure compares the search with this ingredient and without it; all others stay as they are here."
    " Time is processor time."
)
UNUSED = "The engine plays neither side, gives no hints and computes no column values now."


class IngredientsWindow(ToolWindow):
    """Measures again when position, evaluator or switches change."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Ingredients of the engine")
        self.savings: dict[str, Saving] = {}
        self._key: object = None
        self._error = ""
        self.task = self.background("ingredients", lambda _: None, self._failed, self.show)
        body = ttk.Frame(self, padding=14)
        body.pack(fill="both", expand=True)
        self.about = self._line(body, 0)
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self.texts: dict[str, ttk.Label] = {}
        self._on = {name: tk.BooleanVar(self) for name in INGREDIENTS}
        for row, (name, on) in enumerate(self._on.items(), start=1):
            press = partial(self._switched, name)
            box = ttk.Checkbutton(body, text=ingredient_title(name), variable=on, command=press)
            box.grid(row=row, column=0, sticky="w", pady=1)
            label = ttk.Label(body, width=38)
            label.grid(row=row, column=1, sticky="w", padx=(18, 0))
            for widget in (box, label):
                Tooltip(widget, partial(ingredient_meaning, name))
            self.boxes[name], self.texts[name] = box, label
        self._line(body, 20).configure(text=NOTE, style="Faint.TLabel")
        self.unused = self._line(body, 21)
        buttons = ttk.Frame(body)
        buttons.grid(row=22, column=0, columnspan=2, sticky="ew", pady=(12, 0))
        ttk.Button(buttons, text="Restore defaults", command=self.reset).pack(side="left")
        ttk.Button(buttons, text="Close", command=self.destroy).pack(side="right")
        self.refresh()

    @staticmethod
    def _line(body: ttk.Frame, row: int) -> ttk.Label:
        label = wrap(ttk.Label(body, justify="left"))
        label.grid(row=row, column=0, columnspan=2, sticky="ew", pady=(4, 4))
        return label

    def _switched(self, name: str) -> None:
        """Turns an ingredient over; a running search starts again with it."""
        self._adopt(switched(self.context.session.settings.options, [name]))
        on = getattr(self.context.session.settings.options, name)
        self.context.say(f"{ingredient_title(name)} of the engine: {'on' if on else 'off'}")

    def reset(self) -> None:
        """Restores the defaults."""
        self._adopt(USUAL)
        self.context.say("the engine's ingredients are the defaults again")

    def _adopt(self, options: SearchOptions) -> None:
        session = self.context.session
        self.context.attempt(lambda: session.adopt(session.settings.with_options(options)))
        self.refresh()

    def _engaged(self) -> bool:
        """Whether this game uses the engine."""
        session = self.context.session
        names = (*session.settings.seats, session.settings.algorithm)
        return session.live.source == SEARCH or any(name in AGENTS and AGENTS[name].deepens for name in names)

    def refresh(self) -> None:
        """Measures again if something that matters has changed."""
        session, plan = self.context.session, self.context.plan()
        position, options = session.position, session.settings.options
        key = position, plan.evaluator, plan.model, options
        if key != self._key:
            self._key, self._error = key, ""
            measured: dict[str, Saving] = {}
            self.savings = measured
            self._where = f"{sentence(place_in_words(position))} · {EVALUATORS[plan.evaluator].label}"

            def work(watch: Watch) -> None:
                evaluator = evaluators.load(plan.evaluator, plan.model)
                for saving in savings(position, evaluator, options, watch):
                    measured[saving.name] = saving

            self.task.start(work)
        self.show()

    def _failed(self, text: str) -> None:
        self._error = sentence(text)

    def show(self) -> None:
        """Shows the switches and the savings that are known."""
        options, first = self.context.session.settings.options, next(iter(self.savings.values()), None)
        about = self._error or self._where
        if first is not None and not self._error:
            about += f" · depth {first.depth} · {pluralise(first.nodes, 'node')}, {time_text(first.time)}"
        texts = {self.about: about, self.unused: "" if self._engaged() else UNUSED}
        for name in INGREDIENTS:
            self._on[name].set(getattr(options, name))
            saving = self.savings.get(name)
            waiting = "measuring..." if self.task.busy else ""
            texts[self.texts[name]] = waiting if saving is None else saving_text(saving, options)
        for label, text in texts.items():
            if label["text"] != text:
                label.configure(text=text)


def saving_text(saving: Saving, options: SearchOptions) -> str:
    """What an ingredient saves: "38 % fewer nodes, 31 % less time"."""
    if saving.nodes == saving.other_nodes:
        forced = " without forced moves" if saving.name == "extensions" and not options.forced else ""
        return f"nothing here{forced}"
    if saving.more:
        return f"given up without it: over {saving.other_nodes // max(saving.nodes, 1)} times the nodes"
    nodes, time = saving.saved
    return ", ".join((_change(nodes, "fewer", "nodes"), _change(time, "less", "time")))


def _change(saved: float, less: str, what: str) -> str:
    """A part that is saved, in words: "38 % fewer nodes", "3.1 times the time"."""
    if saved <= -1:
        return f"{1 - saved:.1f} times the {what}"
    percent = round(100 * abs(saved))
    if not percent:
        return f"the same {what}"
    return f"{percent} % {less if saved > 0 else 'more'} {what}"
