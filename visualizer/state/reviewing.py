"""What you can do with the review of a game, and the thread that makes it."""

from __future__ import annotations

import operator
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from c4.callbacks import ignore
from c4.errors import C4Error
from c4.game.gametree import ROOT
from c4.review.graph_scale import searched_height
from c4.review.page import review_page
from c4.review.words import review_text
from c4.search.watch import Watch
from c4.storage import write_text
from visualizer.state.core import Core
from visualizer.state.evaluators import load_or_explain
from visualizer.state.playing import Playing
from visualizer.state.preferences import ANALYSE, PLAY, REVIEW
from visualizer.state.reviewed import LEARNED, Findings, Reviewed, fill
from visualizer.state.status_line import stepping

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator

REST_SECONDS = 0.2
"""Seconds after a move until the running game is reviewed: the disc falls first."""

STEP_SECONDS = 0.8
"""Seconds between two moves of a line that is played through, at most."""

LINE_SECONDS = 12.0
"""Seconds of the whole line, at most."""

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
        self._opening = False
        self._tried: int | None = None
        self._step_from: int | None = None
        self._step_at = 0.0
        self._step_seconds = STEP_SECONDS
        self._follow_at = 0.0
        self._followed: tuple[object, ...] = ()
        self._now = 0.0
        self._task = core.task("review", ignore, self._failed)

    # -- beginning and ending -----------------------------------------------------------------------------------------

    def begin(self) -> bool:
        """Reviews the game on the board from its first move to its last; says so if there is no move."""
        if not self._core.session.played.moves:
            self._core.say(NO_GAME)
            return False
        self._start(with_lines=True)
        return True

    def show(self) -> None:
        """Begins the review and shows it at your own worst move, with a copy of the game on the board.

        Says so if there is no move.
        """
        if self.begin():
            self._core.session.study()
            self._core.show(mode=REVIEW, settings_open=False, mistakes_of="")
            self._core.sync()
            self._opening = True
            self._open()

    def _open(self) -> None:
        """Goes to the worst move of those that are listed, once all have been reviewed."""
        reviewed = self._core.state.review
        if reviewed is None or not reviewed.complete:
            return
        self._opening = False
        row = reviewed.worst(self._sides())
        if row is not None:
            self.go(reviewed.number(row))

    def choose_whose(self, whose: str) -> None:
        """Lists the mistakes of MINE, THEIRS or BOTH."""
        self._core.show(mistakes_of=whose)

    def _sides(self) -> tuple[int, ...]:
        """The players whose mistakes are listed."""
        return self._core.names().sides_of(self._core.state.shown.mistakes_of)

    def stop(self) -> None:
        """Stops the review; what was reviewed stays."""
        self._task.stop()
        self._seeking_worst = False
        self._publish(busy=False)

    def board_changed(self) -> None:
        """Another position is on the board: the running game is reviewed on, once the disc has fallen."""
        self._follow_at = self._now + REST_SECONDS

    def poll(self, now: float) -> None:
        """Takes over what the thread has found, follows the running game, and plays a line through."""
        self._now = now
        reviewed = self._core.state.review
        counts = self._findings.counts()
        if reviewed is not None and (counts != self._counts or reviewed.busy != self._task.busy):
            self._publish(busy=self._task.busy)
        if self._opening:
            self._open()
        if self._seeking_worst and not self._task.busy:
            self.worst()
        if now >= self._follow_at:
            self._follow()
        if self._step_from is not None and now >= self._step_at:
            self._step_through()

    def _follow(self) -> None:
        """Reviews the game on the board as far as it goes; once it is over, also what its mistakes led to."""
        state = self._core.state
        game = state.game
        parts = (game, state.review, state.shown, state.preferences, state.progress.can_solve)
        if all(map(operator.is_, parts, self._followed)) and self._followed:
            return
        self._followed = parts
        if not game.game.moves:
            self._task.stop()
            return
        if not game.position.rules.solvable:
            return
        if state.shown.mode == PLAY:
            with_lines = game.end is not None
        elif state.shown.mode == ANALYSE and state.preferences.graph:
            with_lines = False
        else:
            return
        if not (state.progress.can_solve or with_lines):
            return
        reviewed = state.review
        if reviewed is None or not reviewed.is_of(game.game):
            self._start(with_lines)
            return
        done = reviewed.explained if with_lines else reviewed.complete
        working = self._task.busy and self._with_lines >= with_lines
        if not (done or working or reviewed.failure):
            self._start(with_lines)

    def _start(self, with_lines: bool) -> None:
        core = self._core
        reviewed = Reviewed.of(core.session.played, self._searched())
        old = core.state.review
        findings = Findings()
        if old is not None and old.start == reviewed.start:
            findings = reviewed.shared_findings(old)
        saved = core.session.played.review
        if saved is not None:
            rows = saved.of_line(reviewed.start, reviewed.columns).rows
            findings.rows.extend(rows[len(findings.rows) :])
        self._findings = findings
        self._with_lines = with_lines
        model = core.session.settings.models.get(LEARNED)

        def evaluator() -> Evaluator:
            loaded = load_or_explain(LEARNED, model)
            if isinstance(loaded, str):
                raise C4Error(loaded)
            return loaded

        def work(watch: Watch) -> None:
            fill(reviewed, findings, watch, evaluator, with_lines)

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
        learned, rows, checked, _ = self._counts
        self._core.change(
            review=replace(
                reviewed,
                learned=tuple(findings.learned[:learned]),
                rows=tuple(findings.rows[:rows]),
                checked=checked,
                lines=MappingProxyType(findings.lines.copy()),
                busy=busy,
                failure=failure,
            )
        )
        self._keep()

    def _keep(self) -> None:
        """Keeps a review that you have asked for, or that the game was opened with, so that it is saved with the game."""
        reviewed = self._core.state.review
        asked = self._core.state.shown.mode == REVIEW or self._core.session.played.review is not None
        if asked and reviewed is not None and reviewed.checked:
            computed = reviewed.rows[: reviewed.checked]
            self._core.session.keep_review(replace(reviewed.review, rows=computed))

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
        self._opening = False
        self._tried = None
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
        """Returns from a variation to the game: to the mistake whose lines were tried, otherwise to where it began."""
        reviewed = self._core.state.review
        if reviewed is not None:
            self.go(self._place(reviewed))

    def next_mistake(self, step: int) -> None:
        """Goes to the next mistake (step 1), or to the one before (-1); says so if there is none."""
        reviewed = self._core.state.review
        number = None
        if reviewed is not None:
            number = reviewed.next_error(self._place(reviewed), step, self._sides())
        if number is None:
            self._core.say(f"there is no mistake {'after' if step > 0 else 'before'} this move")
        else:
            self.go(number)

    def _place(self, reviewed: Reviewed) -> int:
        """The number of the move on the board, or of the mistake whose line is tried."""
        number = reviewed.nearest(self._core.session.game)
        if self._tried is not None and self._tried - number in (0, 1):  # a better move begins before the mistake
            return self._tried
        return number

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
        row = None if reviewed is None else reviewed.worst(self._sides())
        if reviewed is None or row is None:
            core.say("no move changed the result of the game")
        else:
            self.go(reviewed.number(row))

    def try_better_move(self) -> None:
        """Plays the better move and best play after it through on the board."""
        self._try_line(better=True)

    def try_refutation(self) -> None:
        """Plays what shows how the mistake loses through on the board."""
        self._try_line(better=False)

    def _try_line(self, better: bool) -> None:
        core = self._core
        reviewed = core.state.review
        at = None if reviewed is None else reviewed.at(core.session.game)
        row = None if reviewed is None or at is None else reviewed.row(at)
        if reviewed is None or at is None or row is None or row.ply not in reviewed.lines:
            core.say("go to a mistake first: then the better move and what follows can be played through")
            return
        lines = reviewed.lines_of(row)
        line = lines.better if better else lines.refutation
        what = "as it was played" if reviewed.same_as_played(row, line) == len(line) else "best play"
        before = (ROOT, *reviewed.nodes)[at - 1]
        tree = core.session.game.tree.tried(before, line)
        if self._game.vary(tree):
            self._tried = at
            self._step_seconds = min(STEP_SECONDS, LINE_SECONDS / len(line))
            core.say(f"{what}; Esc stops here. {stepping(core.state.preferences.keys)}".rstrip(), seconds=8)
            self._step_later()

    @property
    def stepping(self) -> bool:
        """Whether a line is being played through."""
        return self._step_from is not None

    def stop_stepping(self) -> None:
        """Stops where the line is."""
        self._step_from = None

    def _step_later(self) -> None:
        """The next move of the line on the board follows after a while, unless you go elsewhere."""
        self._step_from = self._core.session.game.tree.at
        self._step_at = self._now + self._step_seconds

    def _step_through(self) -> None:
        """Plays the next move of the line, until its end."""
        session = self._core.session
        here = session.game.tree.at == self._step_from
        self._step_from = None
        if here and session.studying and session.can_redo:
            self._game.redo()
            self._step_later()

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
