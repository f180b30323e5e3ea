"""Lent: what an example or the tour switches on for a while, and gives back.  Plain Python."""

from __future__ import annotations

from collections.abc import Callable

from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE


def lend(desk: Desk, source: str | None, threats: bool) -> Callable[[], None]:
    """Shows values from a source (see `Playing.source`) over the columns of Analyse, and threats or none.

    What is returned brings back what a person had, but for what was switched since.
    """
    playing = desk.playing
    had_source, had_scores, had_threats = playing.source, playing.scores[ANALYSE], playing.show_threats

    def show(source: str | None, scores: bool, threats: bool) -> None:
        playing.source, playing.show_threats = source, threats
        playing.scores[ANALYSE] = scores
        playing.find_values()
        desk.touch()

    def give_back() -> None:
        show(
            had_source if playing.source == source else playing.source,
            had_scores and playing.scores[ANALYSE],
            had_threats if playing.show_threats == threats else playing.show_threats,
        )

    show(source, True, threats)
    return give_back
