"""A film of about fifteen seconds on the board: a mistake, what it led to, and the move that would have been better."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from c4.game.columns import DIGITS
from c4.game.position import Position
from visualizer.state.core import Core
from visualizer.state.explained_mistake import Called, ExplainedMistake, insight_of
from visualizer.state.highlights import NO_HIGHLIGHTS, Highlights
from visualizer.state.names import owner
from visualizer.state.preferences import REVIEW
from visualizer.state.state import FALL_SECONDS, Film, Scene

BEFORE_SECONDS = 1.5
PLAYED_SECONDS = 2.0
THREAT_SECONDS = 3.0
LINE_SECONDS = 3.5
"""For all moves of a line of best play together."""
END_SECONDS = 1.5
BACK_SECONDS = 1.5
BETTER_SECONDS = 3.5
SLOWEST_MOVE_SECONDS = 0.9


STOP_FILM = "Stop the film"
"""The label of a button that ends the film."""


FOLLOWED = "This followed"
COULD_FOLLOW = "This could follow"
"""What the board says while moves are shown that were played in the game, and that were not."""


class Shot(NamedTuple):
    """What several scenes of a line share.

    caption      what is said below the board, and `numbers` what the numbers on it are
    ply, place   the place in the game
    highlights   what is drawn over the discs
    """

    caption: str
    numbers: str
    ply: int
    place: str
    highlights: Highlights

    def scene(self, seconds: float, position: Position, column: int, falls: bool = False) -> Scene:
        """A scene of it; the numbers are explained as long as one of their squares is empty."""
        numbered = any(position.height(square[1]) <= square[0] for square, _ in self.highlights.coming)
        foot = self.numbers if numbered else ""
        return Scene(seconds, position, column, self.caption, self.ply, self.place, self.highlights, falls, foot)


def film_of(insight: ExplainedMistake, called: Called) -> tuple[Scene, ...]:
    """The scenes that show why a move was bad; `called` names a player (0 or 1)."""
    before = insight.position
    row = insight.row
    mover = called(row.side)
    after = before.play(row.column)
    move = f"{owner(mover)} move {row.ply}"
    start = Scene(BEFORE_SECONDS, before, None, f"Move {row.ply}: {owner(mover)} turn", row.ply - 1, f"Before {move}")
    wrong = Highlights(wrong=insight.square, mark=insight.mark)
    played = f"{mover} played column {DIGITS[row.column]}"
    at = f"After {move}"
    scenes = [start, Scene(PLAYED_SECONDS, after, row.column, played, row.ply, at, wrong, falls=True)]
    if insight.finish is not None and not insight.overlooked_win:
        shown = insight.how_it_is_lost() if insight.is_seen else NO_HIGHLIGHTS
        threat = shown._replace(wrong=insight.square, mark=insight.mark)
        numbers = insight.what_the_numbers_are(called, threat)
        why = Shot(insight.what_was_wrong(called), numbers, row.ply, at, threat)
        scenes.append(why.scene(THREAT_SECONDS, after, row.column))
        line = why._replace(place=COULD_FOLLOW, highlights=threat._replace(wrong=None))
        following = line_of(after, insight.lines.refutation[1:], line)
        followed = insight.played - 1
        scenes.extend(scene._replace(place=FOLLOWED) for scene in following[:followed])
        scenes.extend(following[followed:])
    better = Highlights(better=insight.better_squares)
    scenes.append(start._replace(seconds=BACK_SECONDS, caption=f"Back to move {row.ply}", highlights=better))
    scenes.extend(better_of(insight, f"Instead of {move}", called))
    return tuple(scenes)


def better_of(insight: ExplainedMistake, place: str, called: Called) -> list[Scene]:
    """The scenes of the better move; where the mistake only gave a win away, of how it was won, too."""
    before = insight.position
    ply = insight.row.ply - 1
    column = insight.lines.better[0]
    words = insight.what_was_better(called)
    how = insight.how_it_was_won()
    near = how if insight.was_nearly_won else NO_HIGHLIGHTS
    highlights = near._replace(better=insight.better_squares)
    after = before.play(column)
    scenes = [Scene(BETTER_SECONDS, after, column, words, ply, place, highlights, falls=True)]
    if insight.missed is not None and insight.finish is None:
        shot = Shot(words, "", ply, place, how)
        scenes.extend(line_of(after, insight.lines.better[1:], shot))
    return scenes


def line_of(position: Position, columns: tuple[int, ...], shot: Shot) -> list[Scene]:
    """The scenes of a line (columns from 0), the end of which stays longer."""
    seconds = min(SLOWEST_MOVE_SECONDS, LINE_SECONDS / max(1, len(columns)))
    scenes = []
    for column in columns:
        position = position.play(column)
        scenes.append(shot.scene(seconds, position, column, falls=seconds > FALL_SECONDS))
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
        """Why there is nothing to show or to end; "" if there is."""
        return "" if self.playing or self._insight() is not None else "there is no mistake to show yet"

    def switch(self) -> None:
        """Shows the mistake on the board, or the decisive one of a game that is over; ends a film."""
        insight = self._insight()
        if self.playing:
            self.stop()
        elif insight is None:
            self._core.say(self.why_not())
        else:
            self.show(insight)

    def show(self, insight: ExplainedMistake) -> None:
        """Shows why a move was bad."""
        state = self._core.state
        self._about = (state.game, state.shown.mode)
        self._next_at = 0.0
        scenes = film_of(insight, self._core.names().called)
        self._core.change(film=Film(scenes))
        self._core.say("Esc ends the film", seconds=sum(scene.seconds for scene in scenes))

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

    def _insight(self) -> ExplainedMistake | None:
        """The mistake to show: that of the move on the board, or the decisive one; None if its lines are not known yet."""
        state = self._core.state
        reviewed = state.review
        if reviewed is None:
            return None
        if state.shown.mode == REVIEW:
            at = reviewed.at(state.game.game)
            return None if at is None else insight_of(reviewed, reviewed.row(at))
        end = state.game.end
        if end is None or end.outcome is None or not (reviewed.is_of(state.game.game) and reviewed.complete):
            return None
        if end is not state.game:
            shown = insight_of(reviewed, reviewed.row(state.game.game.at))
            if shown is not None:
                return shown
        return insight_of(reviewed, reviewed.explained_move(end.outcome.winner))
