"""Games that are not on the board now and can come back: by undo, by redo, or at the end of a study."""

from __future__ import annotations

from typing import NamedTuple

from c4.session.game import Game
from c4.session.searches import Searches

MOST_PUT_ASIDE = 20
"""The most games that were put aside for others and can come back."""


class GameAside(NamedTuple):
    """A game that was on the board.

    searches   what was found in it
    began_at   the node with which it came on the board
    """

    game: Game
    searches: Searches
    began_at: int


class GamesAside:
    """Games put aside one after the other: the last one comes back first, and it alone keeps its trees."""

    def __init__(self) -> None:
        self.games: list[GameAside] = []

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.games)

    def put(self, game: GameAside) -> None:
        """Puts a game aside; of more than MOST_PUT_ASIDE games the first one is forgotten."""
        if self.games:
            self.games[-1] = self.games[-1]._replace(searches=Searches())
        self.games.append(game)
        del self.games[:-MOST_PUT_ASIDE]

    def take(self) -> GameAside:
        """Takes back the game that was put aside last."""
        return self.games.pop()

    def clear(self) -> None:
        """Forgets them all."""
        self.games.clear()


class BeforeStudy(NamedTuple):
    """What a study brings back at its end: the game that was played, what was found in it, and whether it was paused.

    `other` is another game that is studied in its place; None for a copy of it.
    """

    game: Game
    searches: Searches
    paused: bool
    other: Game | None = None

    @property
    def studies_copy(self) -> bool:
        """Whether a copy of the game is studied, not another game."""
        return self.other is None
