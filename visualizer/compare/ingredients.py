"""The window of the engine's ingredients: a switch for each, with what it saves on the position.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4 import evaluators
from c4.engine.ingredients import INGREDIENTS, SearchOptions
from c4.engine.measure import Saving, savings
from c4.evaluators import EVALUATORS
from c4.game.notation import place_in_words
from c4.game.rules import count
from c4.search.watch import Watch
from visualizer.compare.ingredient_terms import meaning, title
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.kit.tooltip import Tooltip
from visualizer.kit.widgets import sentence, wrap
from visualizer.play.status import time_text

NOTE = (
    "Each figure compares the search with this ingredient and without it, all others being as they are here."
    " Time is processor time."
)


class IngredientsWindow(tk.Toplevel):
    """Measures again when position, evaluator or switches change.  Escape closes it.

    `switch(name)` turns an ingredient over, `reset()` puts all back as usual, `engaged()` says whether the engine is
    at work in this game.
    """

    def __init__(
        self,
        host: Host,
        thread: str,
        switch: Callable[[str], object],
        reset: Callable[[], object],
        engaged: Callable[[], bool],
    ) -> None:
        super().__init__(host.root)
        self._host, self._switch, self._engaged = host, switch, engaged
        self.found: dict[str, Saving] = {}
        self._key: object = None
        self._shown: object = None
        self._trouble = ""
        self.errand: Errand[None] = Errand(self, host.session.worker(thread), self._done, self._failed, self.show)
        self.title("Ingredients of the engine")
        self.transient(host.root)
        self.resizable(False, False)
        body = ttk.Frame(self, padding=14)
        body.pack(fill="both", expand=True)
        self.about = wrap(ttk.Label(body, justify="left"))
        self.about.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, 8))
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self.said: dict[str, ttk.Label] = {}
        self._on: dict[str, tk.BooleanVar] = {}
        for row, name in enumerate(INGREDIENTS, start=1):
            self._on[name] = tk.BooleanVar(self)
            box = ttk.Checkbutton(
                body, text=title(name), variable=self._on[name], command=partial(self._switched, name)
            )
            box.grid(row=row, column=0, sticky="w", pady=1)
            label = ttk.Label(body, width=38)
            label.grid(row=row, column=1, sticky="w", padx=(18, 0))
            for widget in (box, label):
                Tooltip(widget, partial(meaning, name))
            self.boxes[name], self.said[name] = box, label
        note = wrap(ttk.Label(body, text=NOTE, style="Faint.TLabel", justify="left"))
        note.grid(row=20, column=0, columnspan=2, sticky="ew", pady=(8, 0))
        self.unused = wrap(ttk.Label(body, justify="left"))
        self.unused.grid(row=21, column=0, columnspan=2, sticky="ew", pady=(8, 0))
        buttons = ttk.Frame(body)
        buttons.grid(row=22, column=0, columnspan=2, sticky="ew", pady=(12, 0))
        ttk.Button(buttons, text="As usual", command=reset).pack(side="left")
        ttk.Button(buttons, text="Close", command=self.destroy).pack(side="right")
        self.bind("<Escape>", lambda _: self.destroy())
        self.refresh()

    def _switched(self, name: str) -> None:
        self._switch(name)
        self.refresh()

    def refresh(self) -> None:
        """Measures anew if something has changed that matters."""
        session, plan = self._host.session, self._host.plan()
        position, options = session.position, session.settings.limits.options
        key = position, plan.evaluator, plan.model, options
        if key != self._key:
            self._key, self._trouble = key, ""
            found: dict[str, Saving] = {}
            self.found = found
            self._where = f"{sentence(place_in_words(position))} · {EVALUATORS[plan.evaluator].label}"

            def work(watch: Watch) -> None:
                evaluator = evaluators.load(plan.evaluator, plan.model)
                for saving in savings(position, evaluator, options, watch):
                    found[saving.name] = saving

            self.errand.start(work)
        self.show()

    def _done(self, _: None) -> None:
        self._trouble = ""

    def _failed(self, text: str) -> None:
        self._trouble = sentence(text)

    def show(self) -> None:
        """Shows the switches and what is known of their savings."""
        options, busy = self._host.session.settings.limits.options, self.errand.busy
        shown = options, busy, len(self.found), self._key, self._trouble, self._engaged()
        if shown == self._shown:
            return
        self._shown = shown
        first = next(iter(self.found.values()), None)
        about = self._where
        if self._trouble:
            about = self._trouble
        elif first is not None:
            about += f" · depth {first.depth} · {count(first.nodes, 'node')}, {time_text(first.time)}"
        self.about.configure(text=about)
        for name in INGREDIENTS:
            self._on[name].set(getattr(options, name))
            waiting = "measuring..." if busy else ""
            saving = self.found.get(name)
            self.said[name].configure(text=waiting if saving is None else saving_text(saving, options))
        self.unused.configure(
            text=""
            if self._engaged()
            else "The engine has no seat, gives no hints and finds no column values now: choose it at a seat."
        )

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window)


def saving_text(saving: Saving, options: SearchOptions) -> str:
    """What an ingredient saves: "38 % fewer nodes, 31 % less time"."""
    if saving.nodes == saving.other_nodes:
        return "nothing here" + _why_nothing(saving.name, options)
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


def _why_nothing(name: str, options: SearchOptions) -> str:
    return " without forced moves" if name == "extensions" and not options.forced else ""
