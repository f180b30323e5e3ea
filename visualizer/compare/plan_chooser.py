"""PlanChooser: a row of boxes that describe one search.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from c4.agents import AGENTS
from c4.evaluators import EVALUATORS
from c4.experiments.plans import ALGORITHMS, Plan, left_to_right
from c4.game.columns import format_columns, parse_order
from c4.game.numbers import read_whole
from c4.game.rules import Rules
from visualizer.kit.widgets import choice

ORDERS = ("middle first", "left to right")


class PlanChooser(ttk.Frame):
    """A row of boxes for one search; `plan(rules)` reads them, `show(plan, rules)` fills them."""

    def __init__(self, parent: tk.Misc, name: str) -> None:
        super().__init__(parent)
        ttk.Label(self, text=name, font="TkHeadingFont", width=2).pack(side="left")
        self.algorithm = choice(self, [AGENTS[algorithm].label for algorithm in ALGORITHMS], 10)
        self._evaluators = list(EVALUATORS)
        self.evaluator = choice(self, [EVALUATORS[evaluator].label for evaluator in self._evaluators], 16)
        for box in (self.algorithm, self.evaluator):
            box.pack(side="left", padx=(0, 6))
        ttk.Label(self, text="depth").pack(side="left", padx=(4, 3))
        self.depth = ttk.Spinbox(self, from_=1, to=42, width=4)
        self.depth.pack(side="left", padx=(0, 6))
        ttk.Label(self, text="order").pack(side="left", padx=(0, 3))
        self.order = ttk.Combobox(self, values=ORDERS, width=12)
        self.order.pack(side="left")
        self._model: str | None = None

    def show(self, plan: Plan, rules: Rules) -> None:
        """Sets the fields to a plan for a board with these rules."""
        self._model = plan.model
        self.algorithm.current(ALGORITHMS.index(plan.algorithm))
        if plan.evaluator not in self._evaluators:  # loaded since
            self._evaluators.append(plan.evaluator)
            self.evaluator.configure(values=[EVALUATORS[evaluator].label for evaluator in self._evaluators])
        self.evaluator.current(self._evaluators.index(plan.evaluator))
        self.depth.set(plan.depth)
        order = plan.move_order
        self.order.set(
            ORDERS[0] if order is None else ORDERS[1] if order == left_to_right(rules) else format_columns(order)
        )

    def plan(self, rules: Rules) -> Plan:
        """The plan in the boxes.  Raises C4Error for input that makes no sense."""
        text = self.order.get().strip()
        order = (
            None if text in ("", ORDERS[0]) else left_to_right(rules) if text == ORDERS[1] else parse_order(text, rules)
        )
        return Plan(
            ALGORITHMS[self.algorithm.current()],
            self._evaluators[self.evaluator.current()],
            read_whole("the depth", self.depth.get()),
            order,
            self._model,
        )
