"""Tools: the Compare and Measure windows, the list of disagreements, the colours of the tree.

The windows draw with matplotlib, so their modules are imported when they are first opened.  Imports the list.
"""

from __future__ import annotations

from visualizer.compare.disagreement import DisagreementPane
from visualizer.kit.host import Host
from visualizer.play.evaluators import Evaluators
from visualizer.shell.analysis import Analysis
from visualizer.shell.opening import once_loaded
from visualizer.shell.windows import Windows
from visualizer.tree.companion import Companion

COLOURS = ("by side", "by value", "by disagreement")
DISAGREEMENT_LABEL = "Search and learned evaluator"
COLOUR_LABEL = "Colour of the tree: side, value, disagreement"


class Tools(Companion):
    """One per window; a companion of its tree pane."""

    def __init__(self, host: Host, analysis: Analysis, evaluators: Evaluators, windows: Windows) -> None:
        self._host, self._analysis, self._evaluators, self._windows = host, analysis, evaluators, windows
        self.colours = COLOURS[0]
        self.disagreement = DisagreementPane(analysis.tabs, host.session, analysis.select_row, self.paint)
        analysis.tabs.add(self.disagreement, text="Learned")
        analysis.companions.append(self)

    # -- windows ------------------------------------------------------------------------------------------------------

    def open_compare(self, pair: str | None = None) -> None:
        """Opens the Compare window; with the name of a pair it starts comparing."""

        def show() -> None:
            from visualizer.compare.window import CompareWindow

            window = self._windows.show(CompareWindow, lambda: CompareWindow(self._host))
            if pair is not None:
                window.start_pair(pair)

        once_loaded(self._host, "visualizer.compare.window", show)

    def open_measure(self) -> None:
        """Opens the Measure window for the shown tree."""
        self._measure(growing=False)

    def open_growth(self) -> None:
        """Opens it at the tab about growth and starts measuring."""
        self._measure(growing=True)

    def _measure(self, growing: bool) -> None:
        def show() -> None:
            from visualizer.compare.measure import MeasureWindow

            window = self._windows.show(MeasureWindow, lambda: MeasureWindow(self._host))
            window.refresh()
            window.tabs.select(window.growth if growing else window.profile)
            if growing:
                window.growth.start()

        once_loaded(self._host, "visualizer.compare.measure", show)

    def show_disagreement(self) -> None:
        """Brings the list of disagreements to the front."""
        self._analysis.tabs.select(self.disagreement)
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
        self._host.say(says[self.colours], seconds=8)

    def paint(self) -> None:
        """Colours the tree again."""
        pane, found = self._analysis.pane, self._host.session.found
        if pane is None or found is None or found.decision.tree is None:
            return
        from visualizer.tree.colouring import by_disagreement, by_value

        painter = None
        if self.colours == COLOURS[1]:
            name = found.decision.tree.evaluator or self._host.session.settings.limits.evaluator
            evaluator = self._evaluators.get(name)
            painter = None if isinstance(evaluator, str) else by_value(evaluator)
        elif self.colours == COLOURS[2]:
            apart = self.disagreement.disagreement()
            painter = None if apart is None else by_disagreement(apart)
        if painter is not None or pane.painted_nodes:
            pane.paint_nodes(painter, {COLOURS[1]: "value", COLOURS[2]: "disagreement"}.get(self.colours, ""))

    # -- a companion of the tree pane ---------------------------------------------------------------------------------

    def shown(self) -> None:
        self.disagreement.ask()
        self.paint()

    def grown(self) -> None:
        self.disagreement.ask()

    def selected(self) -> None:
        pane = self._analysis.pane
        if pane is not None and pane.selected is not None:
            self.disagreement.show_selected(pane.selected)
