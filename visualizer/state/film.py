"""A film of about fifteen seconds on the board: a mistake, what it led to, and the move that would have been better."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from c4.game.columns import DIGITS
from c4.game.position import Position
from visualizer.state.core import Core
from visualizer.state.highlights import Highlights
from visualizer.state.insight import Called, Insight, insight_of
from visualizer.state.preferences import REVIEW
from visualizer.state.state import FALL_SECONDS, Film, Scene

BEFORE_SECONDS = 1.5
PLAYED_SECONDS = 2.0
THREAT_SECONDS = 3.0
LINE_SECONDS = 3.5
"""For all moves of a line of best play together."""
END_SECONDS = 1.5
BACK_SECONDS = 1.0
BETTER_SECONDS = 2.5
SLOWEST_MOVE_SECONDS = 0.9


class Shot(NamedTuple):
    """What several scenes of a line share: the caption and what is drawn over the discs."""

    caption: str
    highlights: Highlights


def film_of(insight: Insight, called: Called) -> tuple[Scene, ...]:
    """The scenes that show why a move was bad; `called` names a player (0 or 1)."""
    before = insight.position
    row = insight.row
    mover = called(row.side)
    turn = "your turn" if mover == "You" else f"{mover}'s turn"
    after = before.play(row.column)
    wrong = Highlights(wrong=insight.square, mark=insight.highlights().mark)
    scenes = [
        Scene(BEFORE_SECONDS, before, None, f"Move {row.ply}: {turn}"),
        Scene(PLAYED_SECONDS, after, row.column, f"{mover} played column {DIGITS[row.column]}", wrong, falls=True),
    ]
    if insight.finish is not None:
        threat = insight.highlights()._replace(better=())
        why = Shot(insight.what_was_wrong(called), threat)
        scenes.append(Scene(THREAT_SECONDS, after, row.column, why.caption, why.highlights))
        scenes.extend(
            line_of(after, insight.lines.refutation[1:], why._replace(highlights=threat._replace(wrong=None)))
        )
    scenes.append(Scene(BACK_SECONDS, before, None, f"Back to move {row.ply}"))
    scenes.extend(better_of(insight))
    return tuple(scenes)


def better_of(insight: Insight) -> list[Scene]:
    """The scenes of the better move; where the mistake only gave a win away, of how it was won, too."""
    before = insight.position
    column = insight.lines.better[0]
    square = (before.height(column), column)
    words = insight.what_was_better()
    lines = () if insight.missed is None else insight.missed.lines
    highlights = Highlights(lines, insight.row.side, better=(square,))
    after = before.play(column)
    scenes = [Scene(BETTER_SECONDS, after, column, words, highlights, falls=True)]
    if insight.missed is not None and insight.finish is None:
        shot = Shot(words, highlights._replace(better=()))
        scenes.extend(line_of(after, insight.lines.better[1:], shot))
    return scenes


def line_of(position: Position, columns: tuple[int, ...], shot: Shot) -> list[Scene]:
    """The scenes of a line (columns from 0), the end of which stays longer."""
    seconds = min(SLOWEST_MOVE_SECONDS, LINE_SECONDS / max(1, len(columns)))
    scenes = []
    for column in columns:
        position = position.play(column)
        scenes.append(Scene(seconds, position, column, shot.caption, shot.highlights, falls=seconds > FALL_SECONDS))
    if scenes:
        scenes[-1] = scenes[-1]._replace(seconds=END_SECONDS, highlights=Highlights())
    return scenes


class Filming:
    """The topic `app.film`."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._next_at = 0.0
        self._about: tuple[object, ...] = ()

    @property
    def playing(self) -> bool:
        """Whether a film is on the board."""
        return self._core.state.film is not None

    def why_not(self) -> str:
        """Why there is nothing to show; "" if there is."""
        return "" if self._insight() is not None else "there is no turning point to show yet"

    def play(self) -> None:
        """Shows the turning point of the game that is over, or in a review the mistake on the board."""
        insight = self._insight()
        if insight is None:
            self._core.say(self.why_not())
        else:
            self.show(insight)

    def show(self, insight: Insight) -> None:
        """Shows why a move was bad."""
        state = self._core.state
        self._about = (state.game, state.shown.mode)
        self._next_at = 0.0
        scenes = film_of(insight, self._core.names().called)
        self._core.change(film=Film(scenes))
        self._core.say("Esc ends this", seconds=sum(scene.seconds for scene in scenes))

    def stop(self) -> None:
        """Ends the film: the board shows the game again."""
        self._core.change(film=None)

    def poll(self, now: float) -> None:
        """Goes on to the next scene when it is due; ends the film when something else is on the board."""
        state = self._core.state
        film = state.film
        if film is None:
            return
        if self._about != (state.game, state.shown.mode):
            self.stop()
        elif not self._next_at:
            self._next_at = now + film.scene.seconds
        elif now >= self._next_at:
            self._go_on(film, now)

    def _go_on(self, film: Film, now: float) -> None:
        if film.at + 1 == len(film.scenes):
            self.stop()
            return
        following = replace(film, at=film.at + 1)
        self._next_at = now + following.scene.seconds
        self._core.change(film=following)

    def _insight(self) -> Insight | None:
        """The mistake to show; None if there is none, or its lines are not known yet."""
        state = self._core.state
        reviewed = state.review
        if reviewed is None:
            return None
        if state.shown.mode == REVIEW:
            at = reviewed.at(state.game.game)
            return None if at is None else insight_of(reviewed, reviewed.row(at))
        outcome = state.game.outcome
        if outcome is None or not (reviewed.is_of(state.game.game) and reviewed.complete):
            return None
        return insight_of(reviewed, reviewed.explained_move(outcome.winner))
