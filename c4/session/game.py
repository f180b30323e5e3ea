"""A game: its variations, undo cursor, result and searches, and how it becomes a record in the library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import strftime
from typing import TYPE_CHECKING, NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.limits import Limits
from c4.agents.specification import Specification, name_of
from c4.errors import C4Error
from c4.evaluators import PLAYOUTS
from c4.game.gametree import ROOT, GameTree
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import Outcome, Rules
from c4.game.values import Value
from c4.library.record import DRAWN, FIRST_WON, OPEN, SECOND_WON, Record, result_of
from c4.review.saved import review_of, with_review
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.session.events import Expanded, SearchResult
from c4.session.settings import Settings
from c4.session.worker import Worker

if TYPE_CHECKING:
    from c4.review.rows import Lines, Review
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint of the window does without

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


End = tuple[tuple[int, ...], Ended | None]
"""An end of a game: the moves (columns from 0) to it, and how it was ended away from the board."""


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
    given      so many nodes of the tree, the first ones, were set up or opened, not played by the seats
    learned    agents have learned from the end of this game, or it was not theirs: no agent learns from it again
    kept       the ends of it that are in the library
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
    kept: tuple[End, ...] = ()
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
        if set(tree.path(end)) & set(tree.pruned):
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
        return self if len(new) < len(known) or new == known else replace(self, review=review)

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
        return HUMAN not in seats or seats[self.seat_after(at)] == HUMAN

    def seat_after(self, moves: int) -> int:
        """The seat (0 or 1) that is to move after so many moves."""
        return (self.start.to_move + moves + self.starter) % 2


def record_of(game: Game, settings: Settings, lines: Mapping[int, Lines] | None = None) -> Record:
    """The record of a game with all its variations, comments and marks, and with what a review of it gave.

    A new game gets the names of who plays, today's date, and what was played as its main line.  One that was opened
    keeps all headers.  Its main line stays, too, unless it is unfinished and was played on in another line.  `lines` are
    best play after the moves of the review by their ply, where it is known: comments then also say why.
    """
    record = unreviewed(game, settings)
    review = review_of_record(game, record)
    return record if review is None else with_review(record, review, lines)


def review_of_record(game: Game, record: Record) -> Review | None:
    """The review of a game as far as its moves are those of a record; None if nothing is reviewed."""
    review = None if game.review is None else game.review.of_line(record.start, record.columns)
    return review if review is not None and review.rows else None


def unreviewed(game: Game, settings: Settings) -> Record:
    """The record of a game without its review."""
    opened = game.opened
    tree = game.recorded()
    end = tree.end_of(ROOT)
    ended = game.ended if game.ended is not None and game.ended.node == end else None
    if game.seats is not None:
        settings = settings.changed(seats=game.seats)
    if opened is None:
        names = [player_name((side + game.starter) % 2, settings) for side in (0, 1)]
        headers = Record(GameTree(game.start), names[0], names[1], date=strftime("%Y-%m-%d"))
    elif tree.moves(end) == opened.columns and (ended is None or opened.result != OPEN):
        return replace(opened, tree=tree)
    else:
        headers = opened
    on_board = outcome(tree.position(end), ended)
    result = OPEN if on_board is None else result_of(on_board.winner)
    return replace(headers, tree=tree, result=result, ended="" if ended is None else ended.how)


def player_name(seat: int, settings: Settings) -> str:
    """Who sits in a seat (0 or 1), as `c4.agents.specification` writes agents; a person is "human"."""
    name = settings.seats[seat]
    return name if name == HUMAN else str(Specification(name, settings.limits_of(name, seat)))


WINNERS: dict[str, int | None] = {FIRST_WON: 0, SECOND_WON: 1, DRAWN: None}
"""The winner by the result of a finished game as records write it: 0 for the player who moved first, None for a draw."""


def game_of(record: Record, starter: int = 0) -> Game:
    """The game of a record with the end of its main line on the board; `starter` is the seat that begins.

    No agent learns from it.
    """
    end = record.tree.end_of(ROOT)
    tree = record.tree.gone_to(end)
    away = None
    if record.ended in (RESIGNED, TIME, AGREED) and tree.position().outcome() is None and record.result in WINNERS:
        away = Ended(WINNERS[record.result], record.ended, end)
    return Game(
        tree,
        starter,
        given=len(tree.nodes),
        learned=True,
        kept=() if record.result == OPEN else ((record.columns, away),),
        ended=away,
        main=end,
        opened=record,
        review=review_of(record),
        seats=seats_of(record, starter),
    )


def seats_of(record: Record, starter: int) -> tuple[str, str] | None:
    """Who sat in both seats of a finished game, by its names; None for a game that goes on or has no names.

    Where a name is that of no agent, two people have played: none of them need be you.
    """
    if record.result == OPEN or not (record.first and record.second):
        return None
    first, second = (name_of(text) for text in (record.first, record.second))
    if not (first in (HUMAN, *AGENTS) and second in (HUMAN, *AGENTS)):
        return HUMAN, HUMAN
    return (second, first) if starter else (first, second)


class GameRecorder:
    """Keeps finished games; while `path` is None, none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._worker: Worker[None] = Worker("game recorder")

    def keep(self, game: Game, settings: Settings) -> Game:
        """Puts a game into the library, unless this end of it is there; returns the game, which knows that it is."""
        end = (game.tree.moves(), game.ended_here)
        if self.path is None or end in game.kept or not game.at:
            return game
        self._add(game, settings, self.path)
        return replace(game, kept=(*game.kept, end))

    def _add(self, game: Game, settings: Settings, path: Path) -> None:
        """Writes a finished game into a library, in a thread."""
        tree = game.tree
        for later in tree.children(tree.at):  # taken back before the game was ended
            tree = tree.cut(later)
        if game.was_over:
            game = replace(game, opened=None)  # that game was over: this one was played by the seats
        record = record_of(replace(game, tree=tree, main=tree.at), settings)

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


TREE_BYTES = 256 * 1024 * 1024
"""Bytes that the trees of one game may take; beyond that the tree used longest ago is evicted."""


class Searches:
    """The newest search of each position, and up to two trees: of your own search, and of the one that chose a move.

    A tree is kept also when a later search left none.
    """

    def __init__(self, budget: int = TREE_BYTES) -> None:
        self.budget = budget
        self._newest: dict[Position, SearchResult] = {}
        self._moves: dict[tuple[int, ...], SearchResult] = {}
        """The searches that chose a move, by the moves before it."""
        self._trees: dict[tuple[Position, bool], SearchResult] = {}
        """By `tree_key`; the one used last comes last."""
        self.revision = 0
        """Counts the changes."""

    def keep(self, search: SearchResult) -> int:
        """Keeps a search; how many trees of other positions were evicted for it."""
        self.revision += 1
        self._newest[search.position] = search
        if not search.analysis and search.position.moves is not None:
            self._moves[search.position.moves] = without_tree(search)
        if search.decision.tree is None:
            return 0
        self._trees.pop(tree_key(search), None)
        self._trees[tree_key(search)] = search
        count = 0
        while self.bytes > self.budget and len(self._trees) > 1:
            gone = self._trees.pop(next(iter(self._trees)))
            if self._newest[gone.position] is gone:
                self._newest[gone.position] = without_tree(gone)
            count += 1
        return count

    def replace(self, before: SearchResult, now: SearchResult) -> bool:
        """Puts a search with an expanded tree in the place of itself; whether it was still kept."""
        if self._trees.get(tree_key(before)) is not before:
            return False
        self.revision += 1
        if self._newest[before.position] is before:
            self._newest[before.position] = now
        self._trees[tree_key(before)] = now
        return True

    @property
    def bytes(self) -> int:
        """What the trees take in memory."""
        return sum(tree_bytes(search) for search in self._trees.values())

    def behind_moves(self) -> dict[tuple[int, ...], SearchResult]:
        """The searches, without their trees, that chose a move, by the moves before it (columns from 0): a copy."""
        return self._moves.copy()

    def newest(self, position: Position) -> SearchResult | None:
        """The newest search of a position."""
        return self._newest.get(position)

    @property
    def trees(self) -> int:
        """How many trees are kept."""
        return len(self._trees)

    def with_tree(self, position: Position, analysis: bool | None = None) -> SearchResult | None:
        """The search of a position whose tree is kept: your own, or the one that chose a move; by default the newer."""
        if analysis is not None:
            return self._trees.get((position, analysis))
        own = self._trees.get((position, True))
        moved = self._trees.get((position, False))
        if own is None or (moved is not None and moved is self._newest.get(position)):
            return moved
        return own

    def touch(self, search: SearchResult) -> None:
        """Marks the tree of a search as used: it is evicted after all others."""
        if self._trees.pop(tree_key(search), None) is not None:
            self._trees[tree_key(search)] = search


def tree_key(search: SearchResult) -> tuple[Position, bool]:
    """What a tree is kept by: its position, and whether it is your own search."""
    return search.position, search.analysis


def tree_bytes(search: SearchResult) -> int:
    """Bytes that a search's tree takes, with the log of its simulations."""
    tree = search.decision.tree
    if tree is None:
        return 0
    log = tree.simulations
    return int(tree.rows.nbytes) + (0 if log is None else log.nbytes)


def without_tree(search: SearchResult) -> SearchResult:
    """A search whose tree was evicted; its result stays."""
    tree = search.decision.tree
    return search if tree is None else search._replace(decision=replace(search.decision, tree=None, scale=tree.scale))


def of_saved_tree(tree: SearchTree, limits: Limits, starter: int) -> SearchResult:
    """The search that a saved tree is, as if it had been asked for as a hint; `limits` say what the tree does not."""
    log = tree.simulations
    limits = replace(
        limits,
        depth=max(1, tree.depth),
        evaluator=limits.evaluator if tree.evaluator in ("", PLAYOUTS) else tree.evaluator,
        move_order=tree.move_order,
        model=None,
    )
    if log is not None:
        limits = replace(limits, simulations=len(log), selection=log.selection, seed=log.seed)
    best = tree.best_child(0)
    column = None if best is None else int(tree.move[best])
    decision = Decision(column, Value(int(tree.value[0]), int(tree.bound[0])), tree=tree, nodes=tree.nodes)
    decision = replace(decision, scale=tree.scale)
    return SearchResult(decision, tree.root, limits, starter, True)


def expand(search: SearchResult, row: int, watch: Watch) -> tuple[SearchResult, Expanded] | None:
    """The search, and its tree after a row was searched again in the same way; None if it was stopped.

    Raises C4Error if nothing was left out there, or if the search cannot be repeated in part.
    """
    from c4 import evaluators
    from c4.exact import tree as exact_tree
    from c4.mcts import search as mcts
    from c4.search.fixed_depth import open_node

    tree = search.decision.tree
    assert tree is not None, "only a search with a tree can be expanded"
    evaluator = None
    if tree.evaluator not in ("", PLAYOUTS):
        evaluator = evaluators.load(tree.evaluator, search.limits.model)
    if tree.algorithm == exact_tree.ALGORITHM:
        grafted = exact_tree.open_node(tree, row, watch=watch)
    elif tree.simulations is not None:
        grafted = mcts.open_node(tree, row, evaluator, watch=watch)
    else:
        assert evaluator is not None, "only exact values and playouts do without one"
        grafted = open_node(tree, row, evaluator, watch=watch)
    if grafted is None:
        return None
    return search, Expanded(search._replace(decision=replace(search.decision, tree=grafted.tree)), grafted, row)
