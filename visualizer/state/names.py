"""What the players are called, and from whose point of view values count."""

from __future__ import annotations

from dataclasses import dataclass

from c4.agents import AGENTS, HUMAN
from c4.session.events import Asked, SearchResult
from c4.session.settings import Settings
from visualizer.state.preferences import ANALYSE, Preferences
from visualizer.state.state import BOTH, THEIRS, GameState, Shown

YOU = "You"
"""The name of the one person who plays against an agent."""


@dataclass(frozen=True)
class Names:
    """The names of the players of the game on the board.

    colours    (word, colour) of the discs of both seats
    agents     who sits in them: "human", or the name of an agent
    starter    the seat of player 0, who began
    to_move    the player (0 or 1) who is to move
    view       the seat from whose point of view values count
    """

    colours: tuple[tuple[str, str], tuple[str, str]]
    agents: tuple[str, str]
    starter: int
    to_move: int
    view: int

    @classmethod
    def of(cls, game: GameState, settings: Settings, preferences: Preferences, shown: Shown) -> Names:
        """The names that hold now."""
        view = shown.view
        agents = game.game.seats_here or settings.seats
        if shown.mode == ANALYSE and shown.max_seat is not None:
            view = shown.max_seat
        elif view is None:
            alone = agents.count(HUMAN) == 1
            view = agents.index(HUMAN) if alone else game.starter
        return cls(preferences.colours, agents, game.starter, game.position.to_move, view)

    def seats(self) -> tuple[str, str]:
        """The colours of the two seats, in words."""
        return self.colours[0][0], self.colours[1][0]

    def seat(self, player: int, starter: int | None = None) -> int:
        """The seat of a player; player 0 sits in the seat `starter`, by default that of the game on the board."""
        first = self.starter if starter is None else starter
        return (player + first) % 2

    def player(self, player: int, starter: int | None = None) -> str:
        """The colour of a player in words; `starter` as in `seat`."""
        return self.seats()[self.seat(player, starter)]

    def mover(self) -> str:
        """The colour of the side to move on the board."""
        return self.player(self.to_move)

    def views(self, player: int) -> bool:
        """Whether values count for a player."""
        return self.seat(player) == self.view

    def viewer(self) -> str:
        """The side for which values count: "you (Red)", "Yellow"."""
        colour = self.seats()[self.view]
        you = self.agents.count(HUMAN) == 1 and self.agents[self.view] == HUMAN
        return f"you ({colour})" if you else colour

    def named(self, player: int) -> str:
        """A player of the game on the board with the colour: "You (Red)", "Amateur (Yellow)", "Red" if both are the same."""
        colour = self.player(player)
        name = self.called(player)
        return colour if name == colour else f"{name} ({colour})"

    def above_moves(self) -> tuple[tuple[str, str], ...]:
        """What the players are called above two columns of moves, the longest wording first."""
        return (self.named(0), self.named(1)), (self.called(0), self.called(1))

    def players(self, search: SearchResult | None = None) -> tuple[str, str]:
        """The colours of player 0 and player 1 in the searched game, by default in the game on the board."""
        starter = None if search is None else search.starter
        return self.player(0, starter), self.player(1, starter)

    def player_colours(self) -> tuple[str, str]:
        """The colours of the discs of player 0 and player 1, as "#rrggbb"."""
        return self.colours[self.seat(0)][1], self.colours[self.seat(1)][1]

    def searcher(self, search: SearchResult | Asked) -> str:
        """The colour of the side that searched: MAX."""
        return self.player(search.position.to_move, search.starter)

    def whose_search(self, search: SearchResult | Asked) -> str:
        """Whose search it is: "Your", "Amateur's", or "Red's" if both sides are played by the same."""
        return "Your" if search.analysis else f"{self.called(self._sitting(search))}'s"

    def _sitting(self, search: SearchResult | Asked) -> int:
        """The player of the game on the board who sits where the searching side sat."""
        return (search.position.to_move + search.starter - self.starter) % 2

    def called(self, player: int) -> str:
        """The name of a player: "You", an agent's name, or the colour if both sides are played by the same."""
        if self.agents[0] == self.agents[1]:
            return self.player(player)
        agent = self.agents[self.seat(player)]
        return YOU if agent == HUMAN else AGENTS[agent].label

    def sides_of(self, whose: str) -> tuple[int, ...]:
        """The players whose mistakes are listed, by `Shown.mistakes_of`."""
        mine = self.mine
        if whose == BOTH or not (whose or self.one_person):
            return (0, 1)
        return (1 - mine,) if whose == THEIRS else (mine,)

    @property
    def mine(self) -> int:
        """The player whose moves are "yours": the person who plays against an agent, otherwise the seat with the view."""
        if self.one_person:
            return 0 if self.agents[self.seat(0)] == HUMAN else 1
        return 0 if self.seat(0) == self.view else 1

    @property
    def one_person(self) -> bool:
        """Whether one person plays against an agent."""
        return self.agents.count(HUMAN) == 1


def does(name: str, verb: str) -> str:
    """What a player does: "You win", "Amateur wins"."""
    return f"{name} {verb}" if is_you(name) else f"{name} {verb}s"


def as_object(name: str) -> str:
    """The name of a player inside a sentence, also with more behind it: "you", "you (Red)", "you win"."""
    return YOU.lower() + name.removeprefix(YOU) if is_you(name) else name


def owner(name: str) -> str:
    """The name of a player before what is theirs: "your", "Amateur's"."""
    return "your" if is_you(name) else f"{name}'s"


def is_you(name: str) -> bool:
    """Whether a player's name, also with more behind it, is that of the one person who plays."""
    return name.partition(" ")[0] == YOU


def move_number(search: SearchResult | Asked) -> str:
    """The move that a search was about: "move 3" is the third disc of the game."""
    return f"move {search.position.ply + 1}"
