"""Your rating from games against the levels, stored in the library's file."""

from __future__ import annotations

from typing import NamedTuple

from c4.agents.levels import elo
from c4.agents.rating import START_RATING, rating_after
from c4.library.library import Library
from c4.library.schema import RATED_GAMES


class OwnRating(NamedTuple):
    """Your rating on the scale of the levels' Elo, and the number of games that it comes from."""

    rating: float = START_RATING
    games: int = 0


class RatedGames:
    """Your rated games."""

    def __init__(self, library: Library) -> None:
        self._library = library
        with library.transaction(write=True):
            library.connection.execute(RATED_GAMES)

    def rating(self) -> OwnRating:
        """Your rating now."""
        with self._library.errors():
            rows = self._library.connection.execute(
                "SELECT rating, (SELECT count(*) FROM rated_game) FROM rated_game ORDER BY id DESC LIMIT 1"
            ).fetchall()
        return OwnRating(*rows[0]) if rows else OwnRating()

    def note(self, opponent: str, score: float) -> OwnRating:
        """Notes the result of a game against a level (1 for a win, 0.5 for a draw, 0 for a loss); your rating then."""
        with self._library.transaction(write=True):
            before = self.rating()
            after = rating_after(before.rating, before.games, elo(opponent) or 0, score)
            self._library.connection.execute(
                "INSERT INTO rated_game (opponent, score, rating) VALUES (?, ?, ?)", (opponent, score, after)
            )
        return OwnRating(after, before.games + 1)
