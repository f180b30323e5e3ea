"""The lines of statistics of a run: a heading, then a line every so many games.  Plain Python."""

from __future__ import annotations

from time import perf_counter

from c4.learning.base import Learner


class Lines:
    """`new()` returns a line whenever the learner has played another `line_every` games."""

    def __init__(self, learner: Learner, episodes: int) -> None:
        self._learner, self._first, self._episodes = learner, learner.episodes, episodes
        self._before, self._headed = learner.figures(), False
        self._when, self._at = perf_counter(), learner.episodes

    def new(self) -> list[str]:
        """The line since the previous one, below a heading if it is the first."""
        learner, now = self._learner, perf_counter()
        row = {
            "games": learner.episodes,
            "done": f"{(learner.episodes - self._first) / self._episodes:.0%}",
            **learner.row(self._before),
            "games/s": round((learner.episodes - self._at) / max(now - self._when, 1e-6)),
        }
        self._before, self._when, self._at = learner.figures(), now, learner.episodes
        widths = [max(len(name), 9) for name in row]
        head = "  ".join(name.rjust(width) for name, width in zip(row, widths, strict=True))
        line = "  ".join(short(value).rjust(width) for value, width in zip(row.values(), widths, strict=True))
        headed, self._headed = self._headed, True
        return [line] if headed else [head, line]


def short(value: object) -> str:
    """A figure as text: whole numbers with separators, others with four digits, games as "97 / 1 / 2"."""
    if isinstance(value, list):
        return " / ".join(map(str, value))
    return f"{value:,}" if type(value) is int else f"{value:.4g}" if isinstance(value, float) else str(value)
