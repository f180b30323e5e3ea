"""Tools: the windows beside the main one (compare, measure), the list of disagreements, the tree's colours; and their menu.  Imports tkinter.

The windows draw with matplotlib, so their modules are loaded when they are opened first.
"""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from c4.evaluators import EVALUATORS
from c4.experiments.plans import PAIRS, Plan
from c4.game.position import Position
from visualizer.compare.disagreement import DisagreementPane
from visualizer.kit.commands import Command
from visualizer.tree.companion import Companion

if TYPE_CHECKING:
    import numpy as np

    from visualizer.shell.window import Window

COLOURS = ("by side", "by value", "by disagreement")
DISAGREEMENT_LABEL = "Search and learned evaluator"
COLOUR_LABEL = "Colour the tree by side, value, disagreement"


class Tools(Companion):
    """One for a window; a companion of its tree pane."""

    def __init__(self, window: Window) -> None:
        self.window, self.session = window, window.session
        self.compare = self.measure = None
        """The windows, None while they have not been opened."""
        self.colours = COLOURS[0]
        self.disagreement = DisagreementPane(window.tabs, self.session, window.select_row, self.paint)
        window.tabs.add(self.disagreement, text="Learned")

    # -- what is looked at ------------------------------------------------------------------------------------------------

    def positions(self) -> dict[str, Position]:
        """The positions that can be searched, by name: that of the tree, the board's, the selected node's."""
        offered = {}
        found, pane = self.session.found, self.window.tree_pane
        if found is not None:
            offered["the tree's position"] = found.position
        offered["the board's position"] = self.session.position
        if found is not None and pane is not None and pane.selected:
            offered["the selected node's"] = found.decision.tree.position(pane.selected)
        return {name: position for name, position in offered.items() if position.outcome() is None}

    def position(self) -> Position:
        """The first of them."""
        return next(iter(self.positions().values()))

    def plan(self) -> Plan:
        """The search in force."""
        settings = self.session.settings
        limits = settings.limits_of(settings.algorithm)
        model = limits.model if EVALUATORS[limits.evaluator].learned else None
        return Plan(settings.algorithm, limits.evaluator, limits.depth, limits.move_order, model)

    # -- windows ----------------------------------------------------------------------------------------------------------

    def open_compare(self, pair: str | None = None) -> None:
        """Opens the window that compares, and compares a pair of searches at once."""
        if not alive(self.compare):
            from visualizer.compare.window import CompareWindow

            self.compare = CompareWindow(self.window.root, self.session, self.window.theme, self.positions, self.plan)
        bring_forward(self.compare)
        if pair is not None:
            self.compare.start_pair(pair)

    def open_measure(self) -> None:
        """Opens the window that measures, on the tree that is shown."""
        if not alive(self.measure):
            from visualizer.compare.measure import MeasureWindow

            self.measure = MeasureWindow(self.window.root, self.session, self.window.theme, self.position, self.plan)
        self._show_measure()
        self.measure.tabs.select(self.measure.profile)
        bring_forward(self.measure)

    def open_growth(self) -> None:
        """Opens it on the other tab and measures at once."""
        self.open_measure()
        self.measure.tabs.select(self.measure.growth)
        self.measure.growth.start()

    def _show_measure(self) -> None:
        found = self.session.found
        self.measure.show(None if found is None else found.decision.tree)

    def show_disagreement(self) -> None:
        """Brings the list of disagreements to the front."""
        self.window.tabs.select(self.disagreement)
        self.disagreement.ask()

    # -- colours ----------------------------------------------------------------------------------------------------------

    def next_colours(self) -> None:
        """The tree's glyphs by side, by value, by disagreement, and again."""
        self.colours = COLOURS[(COLOURS.index(self.colours) + 1) % len(COLOURS)]
        self.disagreement.want(self.colours == COLOURS[2])
        self.paint()
        says = {
            COLOURS[0]: "colours say whose move it is",
            COLOURS[1]: "colours say how good a node is: blue for MAX, orange for MIN, the stronger the better",
            COLOURS[
                2
            ]: f"colours say how far apart {self.disagreement.between.get()} are, from 0 (pale) to 1 and more (purple)",
        }
        self.window.say(says[self.colours], seconds=8)

    def paint(self) -> None:
        """Gives the tree its colours anew."""
        pane, found = self.window.tree_pane, self.session.found
        if pane is None or found is None:
            return
        from visualizer.tree.colouring import by_disagreement, by_value

        painter = None
        if self.colours == COLOURS[1]:
            judge = self.window.words.evaluator(found.decision.tree.evaluator or self.session.settings.limits.evaluator)
            painter = None if isinstance(judge, str) else by_value(judge)
        elif self.colours == COLOURS[2]:
            apart = self.disagreement.disagreement()
            painter = None if apart is None else by_disagreement(apart)
        if painter is not None or pane.painted_nodes:
            pane.paint_nodes(painter)

    # -- a companion of the tree pane -------------------------------------------------------------------------------------

    def shown(self) -> None:
        self.disagreement.ask()
        self.paint()
        if alive(self.measure):
            self._show_measure()

    def grown(self, moved: np.ndarray) -> None:
        self.disagreement.ask()
        if alive(self.measure):
            self._show_measure()

    def selected(self) -> None:
        self.disagreement.show_selected(self.window.tree_pane.selected)


def tool_commands(window: Window) -> list[Command]:
    """The menu "Compare"; the window's tools need not be there yet."""

    def playable() -> bool:
        return window.tree_pane is not None and bool(window.tools.positions())

    def treed() -> bool:
        return window.tree_pane is not None and window.session.found is not None

    return [
        *(
            Command(
                f"compare {name}",
                "Compare",
                name[0].upper() + name[1:],
                lambda name=name: window.tools.open_compare(name),
                enabled=playable,
            )
            for name in PAIRS
        ),
        Command(
            "compare",
            "Compare",
            "Any two searches...",
            lambda: window.tools.open_compare(),
            "Ctrl+1",
            ("<Control-Key-1>",),
            playable,
        ),
        Command(
            "measure",
            "Compare",
            "Measure this search...",
            lambda: window.tools.open_measure(),
            "Ctrl+2",
            ("<Control-Key-2>",),
            treed,
        ),
        Command(
            "growth",
            "Compare",
            "Growth with depth",
            lambda: window.tools.open_growth(),
            "Ctrl+3",
            ("<Control-Key-3>",),
            playable,
        ),
        Command(
            "disagreement",
            "Compare",
            DISAGREEMENT_LABEL,
            lambda: window.tools.show_disagreement(),
            "Ctrl+4",
            ("<Control-Key-4>",),
            treed,
        ),
        Command(
            "colours",
            "Compare",
            COLOUR_LABEL,
            lambda: window.tools.next_colours(),
            "Ctrl+5",
            ("<Control-Key-5>",),
            treed,
        ),
    ]


def alive(window: tk.Toplevel | None) -> bool:
    """Whether a window is open."""
    try:
        return window is not None and bool(window.winfo_exists())
    except tk.TclError:  # the whole application has gone
        return False


def bring_forward(window: tk.Toplevel) -> None:
    window.deiconify()
    window.lift()
    window.focus_set()
