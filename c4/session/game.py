"""A game with its variations, its undo cursor and its result, and how it becomes a record in the library."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from time import strftime

from c4.agents import HUMAN
from c4.agents.specification import Specification
from c4.game.gametree import ROOT, GameTree
from c4.game.notation import find_moves, parse_position
from c4.game.position import Position
from c4.game.rules import Rules
from c4.library.record import OPEN, RESULTS, Record, result_of
from c4.session.result import AGREED, RESIGNED, TIME, Ended, Offers, outcome
from c4.session.settings import Settings
from c4.session.worker import Worker


@dataclass(frozen=True)
class Game:
    """All that was played and tried, and what is on the board now.

    `starter` is the seat of the first player.  `learned` means that agents have learned from the end of this game, or
    that its moves were set up by hand; no agent learns from it again.  `offers` holds draw offers and resignation.
    """

    tree: GameTree = field(default_factory=lambda: GameTree(Position()))
    starter: int = 0
    learned: bool = False
    offers: Offers = field(default_factory=Offers)

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
        """The column of the last disc on the board; None at the start."""
        return self.tree.nodes[self.tree.at].column if self.tree.at != ROOT else None

    def played(self, column: int) -> Game:
        """The game after one more legal move; moves that were undone stay as a variation."""
        side = (self.start.to_move + self.at) % 2
        return replace(self, tree=self.tree.played(column, checked=True), offers=self.offers.moved(side))

    def gone(self, moves: int) -> Game:
        """The game with so many moves of its line on the board; one that was resigned, agreed or timed out goes on."""
        line = (ROOT, *self.tree.line())
        return replace(self, tree=self.tree.gone_to(line[max(0, min(moves, len(line) - 1))]), offers=Offers())

    def earlier(self, seats: tuple[str, str]) -> int | None:
        """The number of moves when a person was last to move (with agents alone, one fewer); None if there is
        none.
        """
        return next((at for at in reversed(range(self.at)) if self._waits(at, seats)), None)

    def later(self, seats: tuple[str, str]) -> int:
        """The number of moves when a person is next to move (with agents alone, one more)."""
        length = len(self.moves)
        return next((at for at in range(self.at + 1, length) if self._waits(at, seats)), length)

    def _waits(self, at: int, seats: tuple[str, str]) -> bool:
        """Whether somebody may want to stop at this number of moves."""
        return HUMAN not in seats or seats[(self.start.to_move + at + self.starter) % 2] == HUMAN


def record_of(game: Game, settings: Settings) -> Record:
    """A game with who played it, today's date and its variations; the line of undo and redo is the main line."""
    tree = game.tree.promoted(game.tree.tip)
    names = [name_of((side + game.starter) % 2, settings) for side in (0, 1)]
    ended = outcome(tree.position(tree.tip), game.offers)
    result = OPEN if ended is None else result_of(ended.winner)
    how = "" if game.offers.ended is None else game.offers.ended.how
    return Record(tree, names[0], names[1], result, how, strftime("%Y-%m-%d"))


def name_of(seat: int, settings: Settings) -> str:
    """Who sits in a seat (0 or 1), as `c4.agents.specification` writes agents; a person is "human"."""
    name = settings.seats[seat]
    return name if name == HUMAN else str(Specification(name, settings.limits_of(name, seat)))


def game_of(record: Record, starter: int = 0) -> Game:
    """The game of a record with the end of its main line on the board; `starter` is the seat that begins.

    No agent learns from it.
    """
    tree = record.tree.gone_to(record.tree.end_of(0))
    offers = Offers()
    if record.ended in (RESIGNED, TIME, AGREED) and tree.position().outcome() is None and record.result in RESULTS[:3]:
        offers = Offers(None, Ended((0, 1, None)[RESULTS.index(record.result)], record.ended))
    return Game(tree, starter, learned=True, offers=offers)


class GameRecorder:
    """Keeps each finished line of a game once; while `path` is None, none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._worker: Worker[None] = Worker("game recorder")
        self._kept: set[tuple[object, ...]] = set()

    def keep(self, game: Game, settings: Settings) -> None:
        """Puts a game into the library, unless this end of it was kept before."""
        end = (game.start, game.tree.moves(), game.starter, game.offers.ended)
        if self.path is None or end in self._kept or not game.at:
            return
        self._kept.add(end)
        tree = game.tree
        for later in tree.children(tree.at):  # taken back before the game was ended
            tree = tree.cut(later)
        record, path = record_of(replace(game, tree=tree), settings), self.path

        def work() -> None:
            from c4.library.library import Library

            path.parent.mkdir(parents=True, exist_ok=True)
            with Library(path) as library:
                library.add(record)

        self._worker.tell(work)

    def failures(self) -> list[BaseException]:
        """What went wrong, each once."""
        return self._worker.failures()

    def close(self) -> None:
        """Ends the thread, once all games are kept."""
        self._worker.close()
