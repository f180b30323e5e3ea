"""The Compare and Measure windows, the list of disagreements, the colours of the tree.

The windows draw with matplotlib, so their modules are imported when they are first opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.compare.disagreement import DisagreementPane

if TYPE_CHECKING:
    from visualizer.app.window import Window
    from visualizer.tree.model import Change

COLOURS = ("by side", "by value", "by disagreement")
DISAGREEMENT_LABEL = "Search and learned evaluator"
COLOUR_LABEL = "Colour of the tree: side, value, disagreement"


class Tools:
    """One per window; it listens to the tree pane."""

    def __init__(self, window: Window) -> None:
        self._window = window
        analysis = window.analysis
        self.colours = COLOURS[0]
        self.disagreement = DisagreementPane(analysis.tabs, window.session, analysis.select_row, self.paint)
        analysis.tabs.add(self.disagreement, text="Learned")
        analysis.listeners.append(self._tree_changed)

    # -- windows ------------------------------------------------------------------------------------------------------

    def open_compare(self, pair: str | None = None) -> None:
        """Opens the Compare window; with the name of a pair it starts comparing."""

        def show() -> None:
            from visualizer.compare.window import CompareWindow

            window = self._window.windows.show(CompareWindow, lambda: CompareWindow(self._window))
            if pair is not None:
                window.start_pair(pair)

        self._window.once_loaded("visualizer.compare.window", show)

    def open_measure(self) -> None:
        """Opens the Measure window for the shown tree."""
        self._measure(expanding=False)

    def open_growth(self) -> None:
        """Opens it at the tab about growth and starts measuring."""
        self._measure(expanding=True)

    def _measure(self, expanding: bool) -> None:
        def show() -> None:
            from visualizer.compare.measure import MeasureWindow

            window = self._window.windows.show(MeasureWindow, lambda: MeasureWindow(self._window))
            window.refresh()
            window.tabs.select(window.growth if expanding else window.profile)
            if expanding:
                window.growth.start()

        self._window.once_loaded("visualizer.compare.measure", show)

    def show_disagreement(self) -> None:
        """Brings the list of disagreements to the front."""
        self._window.analysis.tabs.select(self.disagreement)
        self.disagreement.ask()

    # -- colours ------------------------------------------------------------------------------------------------------

    def next_colours(self) -> None:
        """Colours the glyphs by side, by value or by disagreement, in turn."""
        self.colours = COLOURS[(COLOURS.index(self.colours) + 1) % len(COLOURS)]
        self.disagreement.want(self.colours == COLOURS[2])
        self.paint()
        apart = self.disagreement.between.get()
        says = {
            COLOURS[0]: "the colours show the side to move",
            COLOURS[1]: "the colours show values: blue is good for MAX, orange for MIN",
            COLOURS[2]: f"the colours show the difference between {apart}, from 0 (pale) to 1 and more (purple)",
        }
        self._window.say(says[self.colours], seconds=8)

    def paint(self) -> None:
        """Colours the tree again."""
        pane, search = self._window.analysis.pane, self._window.session.shown_search
        if pane is None or search is None or search.decision.tree is None:
            return
        from visualizer.tree.glyphs import colour_by_disagreement, colour_by_value

        painter = None
        if self.colours == COLOURS[1]:
            name = search.decision.tree.evaluator or self._window.session.settings.limits.evaluator
            evaluator = self._window.evaluators.get(name)
            painter = None if isinstance(evaluator, str) else colour_by_value(evaluator)
        elif self.colours == COLOURS[2]:
            apart = self.disagreement.disagreement()
            painter = None if apart is None else colour_by_disagreement(apart)
        if painter is not None or pane.model.style_override is not None:
            pane.model.set_style_override(
                painter, {COLOURS[1]: "value", COLOURS[2]: "disagreement"}.get(self.colours, "")
            )

    def _tree_changed(self, change: Change) -> None:
        if change.what in ("tree", "expanded"):
            self.disagreement.ask()
        if change.what == "tree":
            self.paint()
        pane = self._window.analysis.pane
        if change.what == "selection" and pane is not None and pane.model.selected is not None:
            self.disagreement.show_selected(pane.model.selected)
