"""What the players are called, and the colours of their discs."""

from __future__ import annotations

from c4.agents import HUMAN
from c4.session.events import SearchResult
from c4.session.session import Session
from visualizer.ui.theme import STONES


class Names:
    """The names of a session's players; `stones` is the pair of colours in use, a name in `STONES`."""

    def __init__(self, session: Session, stones: str) -> None:
        self._session = session
        self.stones = stones
        self.view: int | None = None
        """The seat from whose point of view values are shown; None for the human player, or for the first player."""

    @property
    def colours(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """(word, colour) of the discs of both seats."""
        return STONES[self.stones]

    def seats(self) -> tuple[str, str]:
        """The colours of the two seats."""
        (first, _), (second, _) = self.colours
        return first, second

    def player(self, player: int, starter: int | None = None) -> str:
        """The colour of a player; player 0 sits in the seat `starter`, by default that of the game on the board."""
        return self.seats()[(player + (self._session.game.starter if starter is None else starter)) % 2]

    def mover(self) -> str:
        """The colour of the side to move on the board."""
        return self.player(self._session.position.to_move)

    def viewing_seat(self) -> int:
        """The seat from whose point of view values are shown."""
        seats = self._session.settings.seats
        if self.view is not None:
            return self.view
        return seats.index(HUMAN) if seats.count(HUMAN) == 1 else self._session.game.starter

    def views(self, player: int) -> bool:
        """Whether values are shown from the point of view of a player."""
        return self._session.seat(player) == self.viewing_seat()

    def viewer(self) -> str:
        """The name of the side from whose point of view values are shown."""
        seat, seats = self.viewing_seat(), self._session.settings.seats
        you = seats.count(HUMAN) == 1 and seats[seat] == HUMAN
        return f"you ({self.seats()[seat]})" if you else self.seats()[seat]

    def players(self, search: SearchResult | None) -> tuple[str, str]:
        """The colours of player 0 and player 1 in the searched game, or in the game on the board."""
        starter = None if search is None else search.starter
        return self.player(0, starter), self.player(1, starter)

    def searcher(self, search: SearchResult) -> str:
        """The colour of the side that searched: MAX."""
        return self.player(search.position.to_move, search.starter)

    def move_of(self, search: SearchResult) -> str:
        """The move that a search was about: "move 3" is the third disc of the game."""
        return f"move {search.position.ply + 1}"
