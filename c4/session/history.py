"""Game: a game with its variations, an undo and redo cursor, and how it ended.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from c4.agents import HUMAN
from c4.game.gametree import ROOT, GameTree
from c4.game.notation import find_moves, parse_position
from c4.game.position import Position
from c4.game.rules import Rules
from c4.session.ending import Talks


@dataclass(frozen=True)
class Game:
    """All that was played and tried, and what is on the board now.

    `starter` is the seat of the first player.  `learned` means that agents have learned from the end of this game, or
    that its moves were set up by hand; nobody learns from it again.  `talks` holds draw offers and resignation.
    """

    tree: GameTree = field(default_factory=lambda: GameTree(Position()))
    starter: int = 0
    learned: bool = False
    talks: Talks = field(default_factory=Talks)

    @classmethod
    def set_up(cls, text: str, rules: Rules, starter: int) -> Game:
        """The game that led to a position (see `c4.game.notation.parse_position`).  Raises C4Error for bad input."""
        position = parse_position(text, rules)
        moves = position.moves if position.moves is not None else find_moves(position)
        start = Position(rules=rules) if moves is not None else position
        return cls(GameTree.from_moves(moves or (), start), starter, learned=bool(moves))

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
        """The column of the last stone on the board; None at the start."""
        return self.tree.nodes[self.tree.at].column if self.tree.at != ROOT else None

    def played(self, column: int) -> Game:
        """The game after one more legal move; moves that were taken back stay as a variation."""
        side = (self.start.to_move + self.at) % 2
        return replace(self, tree=self.tree.played(column, checked=True), talks=self.talks.moved(side))

    def gone(self, moves: int) -> Game:
        """The game with so many moves of its line on the board; one that was resigned, agreed or timed out goes on."""
        line = (ROOT, *self.tree.line())
        return replace(self, tree=self.tree.gone_to(line[max(0, min(moves, len(line) - 1))]), talks=Talks())

    def earlier(self, seats: tuple[str, str]) -> int | None:
        """The number of moves when a person was last to move (with machines alone, one fewer); None if there is
        none.
        """
        return next((at for at in reversed(range(self.at)) if self._waits(at, seats)), None)

    def later(self, seats: tuple[str, str]) -> int:
        """The number of moves when a person is next to move (with machines alone, one more)."""
        length = len(self.moves)
        return next((at for at in range(self.at + 1, length) if self._waits(at, seats)), length)

    def _waits(self, at: int, seats: tuple[str, str]) -> bool:
        """Whether somebody may want to stop at this number of moves."""
        return HUMAN not in seats or seats[(self.start.to_move + at + self.starter) % 2] == HUMAN
