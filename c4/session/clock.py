"""How much time each side has left.

clock = Clock.of(parse_control("5+3")).started(0, now)      # 5 minutes each, 3 seconds more after every move
clock = clock.moved(now)                                    # the other side's clock runs
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from c4.errors import C4Error

LONGEST = 24 * 3600.0
"""Seconds that a clock may be given."""


@dataclass(frozen=True)
class TimeControl:
    """Seconds: `game` for the whole game, `move` for each move, `increment` added after each; None: no limit.

    With both a time for the game and one for the move, whichever ends first counts.  Raises C4Error for what cannot be.
    """

    game: float | None = None
    move: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name, seconds in (("the game", self.game), ("a move", self.move)):
            if seconds is not None and not 0 < seconds <= LONGEST:
                raise C4Error(f"the time for {name} must be above 0 and at most a day, not {seconds:g} seconds")
        if not 0 <= self.increment <= LONGEST:
            raise C4Error(f"the increment must be from 0 to a day, not {self.increment:g} seconds")
        if self.increment and self.game is None:
            raise C4Error("an increment is added to the time for the game: give one, such as 5+3")

    def __str__(self) -> str:
        """As `parse_control` reads it."""
        parts = []
        if self.game is not None:
            parts.append(f"{self.game / 60:g}+{self.increment:g}")
        if self.move is not None:
            parts.append(f"{self.move:g}/move")
        return " ".join(parts) or "none"


def parse_control(text: str) -> TimeControl:
    """A time control as people type it.

    "5" or "5+3" (minutes for the game, seconds more a move), "10/move" (seconds), both, or "none".
    Raises C4Error for anything else.
    """
    game, move, increment = None, None, 0.0
    for part in text.split():
        number = r"\d{1,6}(?:\.\d{1,3})?"
        if (match := re.fullmatch(rf"({number})(?:\+({number}))?", part)) is not None and game is None:
            game, increment = 60 * float(match[1]), float(match[2] or 0)
        elif (match := re.fullmatch(rf"({number})/move", part)) is not None and move is None:
            move = float(match[1])
        elif text.strip() != "none":
            raise C4Error(
                f"{text!r} is no time control: write 5+3 (minutes + seconds per move), 10/move (seconds), or none"
            )
    return TimeControl(game, move, increment)


class Clock(NamedTuple):
    """Both sides' times (player 0 began the game): `left` are the seconds for the game at the moment `since`.

    `running` is the side whose time runs, None while the clock stands; `thought` are its move's seconds before `since`.
    The clock of an earlier move is kept by keeping the object.
    """

    control: TimeControl
    left: tuple[float, float]
    running: int | None = None
    since: float = 0.0
    thought: float = 0.0

    @classmethod
    def of(cls, control: TimeControl) -> Clock:
        """A clock that stands, with all the time there is."""
        seconds = float("inf") if control.game is None else control.game
        return cls(control, (seconds, seconds))

    def started(self, side: int, now: float) -> Clock:
        """With the time of a side running, its move just begun."""
        return self.paused(now)._replace(running=side, since=now, thought=0.0)

    def paused(self, now: float) -> Clock:
        """Standing still; `resumed` goes on with the same move."""
        if self.running is None:
            return self
        spent = max(0.0, now - self.since)
        left = tuple(seconds - spent * (side == self.running) for side, seconds in enumerate(self.left))
        return self._replace(left=(left[0], left[1]), running=None, since=now, thought=self.thought + spent)

    def resumed(self, side: int, now: float) -> Clock:
        """With the time of a side running again, where it stood."""
        return self if self.running is not None else self._replace(running=side, since=now)

    def moved(self, now: float) -> Clock:
        """After a move of the side whose time runs: it gets its increment, and the other side's time runs."""
        if self.running is None:
            return self
        side, stopped = self.running, self.paused(now)
        left = tuple(seconds + self.control.increment * (mover == side) for mover, seconds in enumerate(stopped.left))
        return stopped._replace(left=(left[0], left[1]), running=1 - side, since=now, thought=0.0)

    def remaining(self, side: int, now: float) -> float:
        """Seconds a side has left, for the game or for this move, whichever ends first; infinite without a limit."""
        spent = max(0.0, now - self.since) if side == self.running else 0.0
        game = self.left[side] - spent
        if self.control.move is None:
            return max(0.0, game)
        thought = self.thought + spent if side == self.running or self.running is None else 0.0
        return max(0.0, min(game, self.control.move - thought))

    def fallen(self, now: float) -> int | None:
        """The side whose time is over, or None."""
        return self.running if self.running is not None and self.remaining(self.running, now) <= 0 else None


def clock_text(seconds: float) -> str:
    """Time left as a clock shows it: "1:05:09", "4:07", and below ten seconds "9.4"; nothing without a limit."""
    if seconds == float("inf"):
        return ""
    if seconds < 10:
        return f"{int(seconds * 10) / 10:.1f}"
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
