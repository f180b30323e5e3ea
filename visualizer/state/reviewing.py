"""What you can do with the review of a game, and the thread that makes it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from c4.errors import C4Error
from c4.game.columns import format_columns
from c4.game.gametree import ROOT
from c4.review.page import review_page
from c4.review.words import review_text
from c4.search.watch import Watch
from c4.storage import write_text
from visualizer.state.core import Core
from visualizer.state.evaluators import load_or_explain
from visualizer.state.playing import Playing
from visualizer.state.preferences import ANALYSE, PLAY, REVIEW
from visualizer.state.review import LEARNED, Findings, Reviewed, fill, searched_height
from visualizer.state.tasks import nothing

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator

REST_SECONDS = 0.2
"""Seconds after a move until the running game is reviewed: the disc falls first."""

FILES = (("Page for a browser", "*.html"), ("Text", "*.txt"))
"""The files that a review can be exported as."""

NO_GAME = "there is nothing to review yet: play a move"


class Reviewing:
    """The topic `app.review`."""

    def __init__(self, core: Core, game: Playing) -> None:
        self._core = core
        self._game = game
        self._findings = Findings()
        self._counts = self._findings.counts()
        self._with_lines = False
        self._seeking_worst = False
        self._follow_at = 0.0
        self._now = 0.0
        self._task = core.task("review", nothing, self._failed)

    # -- beginning and ending -----------------------------------------------------------------------------------------

    def begin(self) -> bool:
        """Reviews the game on the board from its first move to its last; says so if there is no move."""
        if not self._core.session.played.moves:
            self._core.say(NO_GAME)
            return False
        self._start(with_lines=True)
        return True

    def show(self) -> None:
        """Begins the review and shows it, with a copy of the game on the board; says so if there is no move."""
        if self.begin():
            self._core.session.study()
            self._core.show(mode=REVIEW, settings_open=False)
            self._core.sync()

    def stop(self) -> None:
        """Stops the review; what was reviewed stays."""
        self._task.stop()
        self._seeking_worst = False
        self._publish(busy=False)

    def board_changed(self) -> None:
        """Another position is on the board: the running game is reviewed on, once the disc has fallen."""
        self._follow_at = self._now + REST_SECONDS

    def poll(self, now: float) -> None:
        """Takes over what the thread has found, and follows the running game."""
        self._now = now
        if self._with_lines and self._task.busy and self._core.state.shown.mode != REVIEW:
            self.stop()
        reviewed = self._core.state.review
        counts = self._findings.counts()
        if reviewed is not None and (counts != self._counts or reviewed.busy != self._task.busy):
            self._publish(busy=self._task.busy)
        if self._seeking_worst and not self._task.busy:
            self.worst()
        if self._wants_to_follow() and now >= self._follow_at:
            self._follow()

    def _wants_to_follow(self) -> bool:
        """Whether the value graph of the running game is to be seen."""
        state = self._core.state
        beside = state.shown.mode in (PLAY, ANALYSE) and state.preferences.graph and state.progress.ready
        return beside and state.game.position.rules.solvable

    def _follow(self) -> None:
        """Reviews a running game as far as it goes, without the lines of its mistakes."""
        game = self._core.session.game
        reviewed = self._core.state.review
        if not game.moves:
            return
        same = reviewed is not None and reviewed.is_of(game)
        if reviewed is None or not same or not (reviewed.complete or self._task.busy or reviewed.failure):
            self._start(with_lines=False)

    def _start(self, with_lines: bool) -> None:
        core = self._core
        reviewed = Reviewed.of(core.session.played, self._searched())
        old = core.state.review
        findings = Findings()
        if old is not None and old.start == reviewed.start:
            findings = reviewed.shared_findings(old)
        self._findings = findings
        self._with_lines = with_lines
        names = core.names().players()
        model = core.session.settings.models.get(LEARNED)

        def evaluator() -> Evaluator:
            loaded = load_or_explain(LEARNED, model)
            if isinstance(loaded, str):
                raise C4Error(loaded)
            return loaded

        def work(watch: Watch) -> None:
            fill(reviewed, findings, watch, evaluator, names, with_lines)

        self._task.start(work)
        core.change(review=reviewed)
        self._publish(busy=True)

    def _publish(self, busy: bool, failure: str = "") -> None:
        """Puts what was found so far into the state."""
        reviewed = self._core.state.review
        if reviewed is None:
            return
        findings = self._findings
        self._counts = findings.counts()
        learned, rows, _ = self._counts
        self._core.change(
            review=replace(
                reviewed,
                learned=tuple(findings.learned[:learned]),
                rows=tuple(findings.rows[:rows]),
                lines=MappingProxyType(findings.lines.copy()),
                why=MappingProxyType(findings.why.copy()),
                busy=busy,
                failure=failure,
            )
        )

    def _failed(self, sentence: str) -> None:
        self._publish(busy=False, failure=sentence)

    def _searched(self) -> tuple[float | None, ...]:
        """The value of the search before each move, for the first player; None if unknown."""
        state = self._core.state
        game = self._core.session.played
        given = game.start.moves or ()
        values: list[float | None] = []
        for number in range(len(game.moves)):
            search = state.searches.behind.get((*given, *game.moves[:number]))
            if search is None or search.decision.value is None:
                values.append(None)
                continue
            better = state.evaluators.steps(search.limits.evaluator)[2]
            points = search.decision.value.points
            value = searched_height(points, game.start.rules, better)
            values.append(value if search.position.to_move == 0 else -value)
        return tuple(values)

    # -- going about --------------------------------------------------------------------------------------------------

    def go(self, number: int) -> None:
        """Puts the position after a move of the reviewed line on the board."""
        core = self._core
        reviewed = core.state.review
        if reviewed is None:
            return
        game = core.session.game
        if not reviewed.about(game):
            core.say("another game is on the board: Undo returns to this one")
            return
        last = reviewed.nodes[-1] if reviewed.nodes else ROOT
        self._game.vary(game.tree.gone_to(last).gone_to((ROOT, *reviewed.nodes)[number]))

    def back(self) -> None:
        """Returns from a variation to the game."""
        reviewed = self._core.state.review
        if reviewed is not None:
            self.go(reviewed.nearest(self._core.session.game))

    def next_mistake(self, step: int) -> None:
        """Goes to the next mistake (step 1), or to the one before (-1); says so if there is none."""
        reviewed = self._core.state.review
        number = None
        if reviewed is not None:
            number = reviewed.next_error(reviewed.nearest(self._core.session.game), step)
        if number is None:
            self._core.say(f"there is no mistake {'after' if step > 0 else 'before'} this move")
        else:
            self.go(number)

    def worst(self) -> None:
        """Goes to the worst mistake, once all moves have been reviewed; reviews the game first if necessary."""
        core = self._core
        if core.state.shown.mode != REVIEW:
            self.show()
        if core.state.shown.mode != REVIEW:
            return
        reviewed = core.state.review
        self._seeking_worst = reviewed is not None and not reviewed.complete and self._task.busy
        if self._seeking_worst:
            core.say("looking for the worst mistake...")
            return
        rows = () if reviewed is None else reviewed.errors()
        if reviewed is None or not rows:
            core.say("no move changed the result of the game")
        else:
            self.go(reviewed.number(rows[0]))

    def try_line(self, better: bool) -> None:
        """Puts the better move on the board with best play ahead of it, or best play after the mistake."""
        core = self._core
        reviewed = core.state.review
        at = None if reviewed is None else reviewed.at(core.session.game)
        row = None if reviewed is None or at is None else reviewed.row(at)
        if reviewed is None or at is None or row is None or row.ply not in reviewed.lines:
            core.say("go to a mistake first: then the better move and what follows can be played through")
            return
        lines = reviewed.lines[row.ply]
        line = lines.better if better else lines.refutation
        before = (ROOT, *reviewed.nodes)[at - 1]
        tree = core.session.game.tree.tried(before, line)
        if not better:
            tree = tree.forward(1)
        if self._game.vary(tree):
            core.say(f"best play: {format_columns(line)}; press the full stop key to continue", seconds=8)

    # -- files --------------------------------------------------------------------------------------------------------

    def export(self, path: str) -> None:
        """Writes the review into a file; the ending of its name gives the format."""
        core = self._core
        reviewed = core.state.review
        if reviewed is None:
            core.say("there is nothing to export yet")
            return
        names = core.names().players()
        if path.endswith(".html"):
            text = review_page(reviewed.review, names, lines=dict(reviewed.lines))
        elif path.endswith(".txt"):
            text = review_text(reviewed.review, names, dict(reviewed.lines))
        else:
            endings = ", ".join(pattern.removeprefix("*") for _, pattern in FILES)
            core.say(f"a review cannot be written as {path!r}: the name must end with one of {endings}", seconds=8)
            return
        if core.attempt(write_text, path, text):
            core.say(f"saved {path}")
