"""What exact values say of the position that is searched in Analyse, beside the opinion of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from c4.game.position import Position
from c4.search.watch import Watch
from c4.session.events import SearchResult
from visualizer.state.core import Core
from visualizer.state.preferences import ANALYSE
from visualizer.state.state import NO_EXACT_LINE, ExactLine
from visualizer.state.tasks import Task

if TYPE_CHECKING:
    from c4.review.hint import Advice  # brings numpy, which the first paint does without


class ExactLines:
    """The topic `app.exact`."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._task: Task[Advice | None] = core.task("exact line", self._found)

    def sync(self) -> None:
        """Asks for the exact values of the position of the search that is shown, once the solver is compiled."""
        state = self._core.state
        position = self._position()
        if position == state.exact.position:
            return
        self._task.stop()
        if position is None:
            self._core.change(exact=NO_EXACT_LINE)
            return
        self._core.change(exact=ExactLine(position))
        colours = self._core.names().players()

        def work(watch: Watch) -> Advice | None:
            from c4.review.hint import exact_advice

            return exact_advice(position, colours, watch)

        self._task.start(work)

    def _position(self) -> Position | None:
        """The position that the line is about; None where there is none."""
        state = self._core.state
        search = state.searches.shown
        if state.shown.mode != ANALYSE or search is None or state.lesson is not None:
            return None
        if not state.progress.can_solve or state.progress.preparing_solver is not None:
            return None
        position = search.position
        return position if position.rules.solvable and position.outcome() is None else None

    def _found(self, advice: Advice | None) -> None:
        line = self._core.state.exact
        if line.position is not None and advice is not None and advice.position == line.position:
            self._core.change(exact=ExactLine(line.position, advice))


def exact_words(line: ExactLine, search: SearchResult) -> str:
    """What exact values say of the position of a search, and of its column; "" if unknown.

    An opponent may have played another column than its search prefers, so only of your own search it is said that it
    prefers its column.
    """
    from c4.session.teacher import warning

    advice = line.advice
    position = search.position
    column = search.decision.column
    if advice is None or line.position != position:
        return ""
    head, _, why = advice.words.partition(": ")
    words = f"By exact values {head[0].lower()}{head[1:]} is best: {why}"
    complete = len(advice.values) == len(position.legal_columns())
    if column is None or not complete or advice.values[column] == advice.values[advice.column]:
        return words
    said = warning(position, column, advice.values)
    prefers = f" This search prefers column {column + 1}." if search.analysis else ""
    return f"{words}{prefers} {said}".rstrip()
