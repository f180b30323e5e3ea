"""A game: its variations, what is on the board, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from c4.agents import HUMAN
from c4.errors import C4Error
from c4.game.gametree import ROOT, GameTree
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import Outcome, Rules
from c4.library.record import OPEN, Record

if TYPE_CHECKING:
    from c4.review.rows import Review

# How a game was ended away from the board, as game files write it (`c4.library.record.Record.ended`).

RESIGNED = "resigned"
TIME = "time"
AGREED = "agreed"


class Ended(NamedTuple):
    """`winner` is 0 (the first player), 1, or None for a draw; `how` is one of RESIGNED, TIME, AGREED.

    `node` is the last move of the game that ended: in other positions it still goes on.
    """

    winner: int | None
    how: str
    node: int

    @property
    def reason(self) -> str:
        """In words, after who wins: "the other side resigned", "a draw by agreement"."""
        if self.how == AGREED:
            return "a draw by agreement"
        if self.winner is None:
            return "time is up, and the other side could not win any more: a draw"
        return "the other side resigned" if self.how == RESIGNED else "the other side's time is up"


KeptGame = tuple[tuple[int, ...], Ended | None]
"""What tells a game in the library from the others: its moves (columns from 0), and how it was ended away from the board."""


def outcome(position: Position, ended: Ended | None) -> Outcome | None:
    """How a game has ended, on the board or away from it; None while it goes on."""
    on_board = position.outcome()
    if on_board is not None or ended is None:
        return on_board
    return Outcome(ended.winner, (), ended.reason)


@dataclass(frozen=True)
class Game:
    """All that was played and tried, and what is on the board now.

    tree       all moves, and which of them are on the board
    starter    the seat of the first player
    given      how many nodes of the tree, its first ones, were set up or opened; the seats played the others
    learned    agents have learned from the end of this game, or it was not theirs: no agent learns from it again
    kept       what of it is in the library; a game that goes on after its end can be kept again
    ended      how it was ended away from the board, if it was
    main       the last move that was played, or the last one of a main line that was opened; moves that are only tried
               do not change it
    opened     the record that the game was opened from: its headers stay with the game
    review     the latest review of its main line, with which it is saved
    seats      the agents that played a game that is over (its names, if it was opened); None while it goes on
    identity   stays the same while a game goes on, and differs between games with the same moves
    """

    tree: GameTree = field(default_factory=lambda: GameTree(Position()))
    starter: int = 0
    given: int = 0
    learned: bool = False
    kept: tuple[KeptGame, ...] = ()
    ended: Ended | None = None
    main: int = ROOT
    opened: Record | None = None
    review: Review | None = None
    seats: tuple[str, str] | None = None
    identity: object = field(default_factory=object, compare=False, repr=False)

    @classmethod
    def set_up(cls, text: str, rules: Rules, starter: int) -> Game:
        """The game of a position (see `c4.game.notation.parse_position`).  Raises C4Error for bad input.

        A position that is written as moves has them behind it.  One that is written in another way is the start of the
        game: nobody has made the moves that might lead to it.
        """
        position = parse_position(text, rules)
        moves = position.moves
        start = Position(rules=rules) if moves is not None else position
        tree = GameTree.from_moves(moves or (), start)
        return cls(tree, starter, given=len(tree.nodes), learned=bool(moves), main=tree.at)

    @property
    def start(self) -> Position:
        """Where it began."""
        return self.tree.start

    @property
    def moves(self) -> tuple[int, ...]:
        """The columns of the line that undo and redo move along."""
        return self.tree.moves(self.tree.tip)

    @property
    def at(self) -> int:
        """How many of them are on the board."""
        return len(self.tree.path())

    def line(self) -> tuple[Position, ...]:
        """Every position from the start to the board."""
        line = [self.start]
        for column in self.tree.moves():
            line.append(line[-1].play(column))
        return tuple(line)

    @property
    def last(self) -> int | None:
        """The column of the last disc on the board; None at the start."""
        return self.tree.nodes[self.tree.at].column if self.tree.at != ROOT else None

    @property
    def empty(self) -> bool:
        """Whether nothing was set up, opened, played or written in it."""
        return len(self.tree.nodes) == 1 and not self.start.occupied and not self.tree.nodes[ROOT].comment

    @property
    def ended_here(self) -> Ended | None:
        """How the game was ended away from the board in the position that is on it; None if it goes on there."""
        return self.ended if self.ended is not None and self.ended.node == self.tree.at else None

    @property
    def was_over(self) -> bool:
        """Whether it was opened as a finished game: what is played in it are variations."""
        return self.opened is not None and self.opened.result != OPEN

    @property
    def seats_here(self) -> tuple[str, str] | None:
        """Who played the position on the board in a game that is over; None where the game goes on, or is tried."""
        return self.seats if self.tree.at in (ROOT, *self.tree.path(self.main)) else None

    def played(self, column: int) -> Game:
        """The game after one more legal move; moves that were undone stay as a variation.

        Raises C4Error where the game was ended away from the board.
        """
        if self.ended_here is not None:
            raise C4Error(f"the game is over: {self.ended_here.reason}")
        tree = self.tree.played(column, checked=True)
        if self.was_over or tree.at in tree.path(self.main):
            return replace(self, tree=tree)
        return replace(self, tree=tree, ended=None, main=tree.at, seats=None)

    def going_on(self) -> Game:
        """The game that goes on from the position on the board, with whoever sits there now."""
        return self if self.was_over or self.seats is None else replace(self, seats=None)

    def gone(self, moves: int) -> Game:
        """The game with so many moves of its line on the board."""
        line = (ROOT, *self.tree.line())
        return replace(self, tree=self.tree.gone_to(line[max(0, min(moves, len(line) - 1))]))

    def undone(self, moves: int) -> Game:
        """The game with only so many moves of its line on the board; that somebody has resigned is undone, too."""
        game = self.gone(moves)
        return game if self.was_over else replace(game, ended=None, seats=None)

    def recorded(self) -> GameTree:
        """The tree as it is saved: what was played is the main line, and ends where the game was ended."""
        tree = self.tree
        end = self.main
        was_removed = not set(tree.pruned).isdisjoint(tree.path(end))
        if was_removed:
            end = tree.tip
        tree = tree.promoted(end)
        if self.ended is not None and self.ended.node == end:
            for later in tree.children(end):  # taken back before the game was ended
                tree = tree.cut(later)
        return tree

    def reviewed(self, review: Review) -> Game:
        """The game with a review, unless it has one that knows more of its main line."""
        tree = self.recorded()
        columns = tree.moves(tree.end_of(ROOT))
        new = review.of_line(self.start, columns).rows
        known = () if self.review is None else self.review.of_line(self.start, columns).rows
        knows_less = len(new) < len(known)
        if knows_less or new == known:
            return self
        return replace(self, review=review)

    def earlier(self, seats: tuple[str, str]) -> int | None:
        """The number of moves when a person was last to move (with agents alone, one fewer); None if there is none."""
        return next((at for at in reversed(range(self.at)) if self._waits(at, seats)), None)

    def later(self, seats: tuple[str, str]) -> int:
        """The number of moves when a person is next to move (with agents alone, one more)."""
        length = len(self.moves)
        return next((at for at in range(self.at + 1, length) if self._waits(at, seats)), length)

    def _waits(self, at: int, seats: tuple[str, str]) -> bool:
        """Whether somebody may want to stop at this number of moves."""
        return HUMAN not in seats or seats[self.seat_after(at)] == HUMAN

    def seat_after(self, moves: int) -> int:
        """The seat (0 or 1) that is to move after so many moves."""
        return (self.start.to_move + moves + self.starter) % 2
