"""The state of the window: frozen parts, each replaced as a whole when anything in it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from c4.agents import HUMAN
from c4.agents.rating import START_RATING
from c4.game.columns import format_columns
from c4.game.gametree import ROOT
from c4.game.position import Position
from c4.game.rules import Outcome
from c4.search.watch import Snapshot
from c4.session.compilation import Compilation, KernelCount
from c4.session.events import Asked, SearchResult
from c4.session.game import Game
from c4.session.game import outcome as outcome_of
from c4.session.live import NOTHING, Known
from c4.session.settings import Settings
from visualizer.state.evaluators import Loaded
from visualizer.state.highlights import NO_HIGHLIGHTS, Highlights
from visualizer.state.preferences import PLAY, Preferences

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator, Page
    from c4.practice.puzzle_progress import Standing as PuzzleStanding
    from c4.practice.puzzles import Attempt, Puzzle
    from c4.review.hint import Advice  # brings numpy, which the first paint does without
    from visualizer.state.open_lesson import Reading
    from visualizer.state.reviewed import Reviewed
    from visualizer.state.tree.state import TreeState  # loads numpy and networkx, which the first paint does without


FALL_SECONDS = 0.35
"""How long a disc falls to the lowest row and bounces.  Until it lies still, no other move is shown."""


class Score(NamedTuple):
    """The value of a column.

    text          as it is written ("≤3")
    best          whether it is the best
    stale         whether it is about an earlier position
    sign          +1 good for the side for which values count, -1 bad, 0 open
    description   the value in words
    line          best play from it on (columns from 0, this one first)
    decided       whether it says who wins
    """

    text: str
    best: bool = False
    stale: bool = False
    sign: int = 0
    description: str = ""
    line: tuple[int, ...] = ()
    decided: bool = False


class ColumnValues(NamedTuple):
    """A score for each column (from 0) that has one, and captions from long to short.

    `source` is the search, if it was about an earlier position.
    """

    scores: dict[int, Score]
    captions: tuple[str, ...] = ("",)
    source: SearchResult | None = None


NO_VALUES = ColumnValues({})

EMPTY_BOARD = Position()


@dataclass(frozen=True, eq=False)
class GameState:
    """The game on the board.

    game      everything that was played and tried, and what is on the board
    line      every position from the start to the board
    outcome   how it ended; None while it goes on
    paused    whether an agent that is to move waits for `go`
    drops     how many discs have been played in this window so far: when it grows, the last disc may fall
    studied   the game that is studied, as it was put on the board: a copy of yours, or that of a lesson; you may try anything
    """

    game: Game
    line: tuple[Position, ...]
    outcome: Outcome | None = None
    paused: bool = False
    drops: int = 0
    studied: Game | None = None

    @property
    def aside(self) -> bool:
        """Whether the board shows a line that was tried in a review and not played."""
        if self.studied is None:
            return False
        return self.game.tree.at not in (ROOT, *self.studied.tree.line())

    @property
    def tried(self) -> bool:
        """Whether the board shows a move that was tried in a review, and is not in the game that was played."""
        return self.studied is not None and self.game.tree.at >= len(self.studied.tree.nodes)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.line[-1]

    @cached_property
    def end(self) -> GameState | None:
        """The end of a game that is over, also while you look at an earlier move of it; None for a game that goes on."""
        if self.outcome is not None:
            return self
        if self.studied is not None or self.game.seats_here is None:
            return None
        game = self.game.gone(len(self.game.moves))
        line = game.line()
        outcome = outcome_of(line[-1], game.ended_here)
        return None if outcome is None else replace(self, game=game, line=line, outcome=outcome)

    @property
    def starter(self) -> int:
        """The seat of the player who began."""
        return self.game.starter

    def is_fresh(self, settings: Settings) -> bool:
        """Whether the game began on an empty board and no person has moved yet: another first move begins it anew."""
        if self.game.given or self.game.start.occupied:
            return False
        people = [settings.seats[self.seat(position.to_move)] == HUMAN for position in self.line[:-1]]
        return not any(people)

    def seat(self, player: int | None = None) -> int:
        """The seat (0 or 1) of a player, by default of the side to move."""
        return ((self.position.to_move if player is None else player) + self.starter) % 2

    @property
    def seats(self) -> tuple[int, int]:
        """The seats, and so the colours, of player 0 and of player 1."""
        return self.seat(0), self.seat(1)

    def number_shown(self, film: Film | None) -> int:
        """How many moves of the game had been played at the place that is shown, on the board or by a film."""
        return self.game.at if film is None else film.scene.ply - self.game.start.ply

    def humans_turn(self, settings: Settings) -> bool:
        """Whether a person may play now."""
        return self.outcome is None and (self.studied is not None or settings.seats[self.seat()] == HUMAN)

    def age(self, search: SearchResult) -> int | None:
        """Moves since a search: 0 if it is about the board; None if it is about no position of this line."""
        for moves, position in enumerate(reversed(self.line)):
            if position == search.position:
                return moves
        return None

    def moves(self) -> str:
        """The moves on the board as a move string."""
        return format_columns(self.game.tree.moves())


@dataclass(frozen=True, eq=False)
class Searches:
    """What was searched, and what is being searched.

    newest       the last search of a position between the start and the board
    shown        the search whose tree is shown: an opened tree, or the last one kept between the start and the board
    last_ended   the search that ended last, of whatever position
    behind       the searches, without trees, that chose the moves of the game, by the moves before them
    running      what the agent that is thinking was asked
    expanding    whether a part of a tree is being searched again
    source       where live column values come from; None for nowhere
    stopped      whether live column values were stopped before they were complete
    own          whether your own search of the board is shown, rather than the one that chose the last move
    of_board     your own search of the board, with its tree
    behind_last  the search that chose the last move, with its tree
    """

    newest: SearchResult | None = None
    shown: SearchResult | None = None
    last_ended: SearchResult | None = None
    behind: Mapping[tuple[int, ...], SearchResult] = field(default_factory=lambda: MappingProxyType({}))
    running: Asked | None = None
    expanding: bool = False
    source: str | None = None
    stopped: bool = False
    own: bool = True
    of_board: SearchResult | None = None
    behind_last: SearchResult | None = None

    @property
    def thinking(self) -> bool:
        """Whether an agent is searching, for its move or for you."""
        return self.running is not None

    @property
    def analysing(self) -> bool:
        """Whether it is searching for you, and nobody will move."""
        return self.running is not None and self.running.analysis


@dataclass(frozen=True, eq=False)
class Progress:
    """What changes many times a second while something is computed.

    snapshot   the running search so far; None if there is none, or its code is still being loaded
    known      the live values of the position on the board
    solving    whether live values are being computed
    loading    whether code is still being loaded in the background
    ready      whether evaluators can be asked without keeping the window waiting
    falling    whether the disc that was played last may still be falling
    compilation   how far the compiled code is, which the first start makes; None until that is known
    """

    snapshot: Snapshot | None = None
    known: Known = NOTHING
    solving: bool = False
    loading: bool = False
    ready: bool = False
    falling: bool = False
    compilation: Compilation | None = None

    @property
    def can_solve(self) -> bool:
        """Whether exact values can be asked for: a thread then waits for the solver's code, and for no other."""
        return self.ready or self.compilation is not None

    @property
    def preparing(self) -> KernelCount | None:
        """How far all code is compiled; None where nothing is left to compile, and until that is known."""
        return None if self.compilation is None or self.compilation.kernels.complete else self.compilation.kernels

    @property
    def preparing_solver(self) -> KernelCount | None:
        """How far the solver is compiled, likewise."""
        return None if self.compilation is None or self.compilation.solver.complete else self.compilation.solver


MINE = "mine"
THEIRS = "theirs"
BOTH = "both"


class Invitation(NamedTuple):
    """A command that is offered beside the board, and the words on its button."""

    command: str
    words: str


@dataclass(frozen=True, eq=False)
class Shown:
    """What you have chosen to see.

    mode            PLAY, ANALYSE, REVIEW, LEARN or PUZZLES
    view            the seat from whose point of view values count; None for yours, or for the player who began
    settings_open   whether the popover with players and search settings is open
    invitation      what is offered beside the board
    explaining      whether the search behind each reply is offered there
    declined        the command of the invitation that you have closed; "" for none
    values_at       the position in which you chose a source of column values
    max_seat        the seat of MAX of the search that is shown; in Analyse all values count for it
    mistakes_of     whose mistakes a review lists: MINE, THEIRS or BOTH; "" for yours, or for both if you play both sides
    """

    mode: str = PLAY
    view: int | None = None
    settings_open: bool = False
    invitation: Invitation | None = None
    explaining: bool = False
    declined: str = ""
    values_at: Position | None = None
    max_seat: int | None = None
    mistakes_of: str = ""


@dataclass(frozen=True, eq=False)
class Message:
    """A sentence in the status line, until the time `until` (as `time.monotonic` counts), or until the board changes.

    `line` is what was on the board when it was said.
    """

    text: str = ""
    until: float = 0.0
    line: tuple[Position, ...] = ()


@dataclass(frozen=True)
class Standing:
    """Your rating on the scale of the levels' Elo, and the number of games that it comes from."""

    rating: float = START_RATING
    games: int = 0


@dataclass(frozen=True)
class Teaching:
    """Teaching mode.

    on          whether moves are checked before they are played
    checking    the column (from 0) that is being checked
    objection   what is wrong with a move, and `column` is its column; "" for nothing
    line        best play after that move (columns from 0), once it is known
    """

    on: bool = False
    checking: int | None = None
    objection: str = ""
    column: int | None = None
    line: tuple[int, ...] = ()


class Scene(NamedTuple):
    """A picture of a film on the board.

    seconds      how long it is shown
    last         the column (from 0) of the disc that was played last, which falls if `falls`
    caption      what it shows, in words
    ply          how many discs were on the board at the place in the game that it is about
    place        this place, in words
    highlights   what is drawn over the discs
    foot         what the numbers among them are, to be read directly below the board
    """

    seconds: float
    position: Position
    last: int | None
    caption: str
    ply: int
    place: str
    highlights: Highlights = NO_HIGHLIGHTS
    falls: bool = False
    foot: str = ""


@dataclass(frozen=True, eq=False)
class Film:
    """A film that is on the board instead of the game, and the number of its scene, from 0."""

    scenes: tuple[Scene, ...]
    at: int = 0

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        return self.scenes[self.at]

    @property
    def captions(self) -> tuple[str, ...]:
        """What its scenes show, in words, each once."""
        return tuple(dict.fromkeys(scene.caption for scene in self.scenes))

    @property
    def drops(self) -> int:
        """How many discs have fallen so far."""
        return sum(scene.falls for scene in self.scenes[: self.at + 1])


@dataclass(frozen=True, eq=False)
class Hint:
    """The hint that you asked for; it goes when the board changes.

    position   what it is about; None for no hint
    advice     the advice; None while it is being looked for
    """

    position: Position | None = None
    advice: Advice | None = None

    @property
    def column(self) -> int | None:
        """The advised column (from 0); None without advice."""
        return None if self.advice is None else self.advice.column

    @property
    def words(self) -> str:
        """The advice in words, or that it is on its way; "" without a hint."""
        if self.position is None:
            return ""
        return "Looking for a hint..." if self.advice is None else self.advice.words


NO_HINT = Hint()


@dataclass(frozen=True, eq=False)
class ExactLine:
    """What exact values say of the position that is searched in Analyse.

    position   what it is about; None for nothing
    advice     which column is best, and why; None while that is not known
    """

    position: Position | None = None
    advice: Advice | None = None


NO_EXACT_LINE = ExactLine()


class MadePage(NamedTuple):
    """A page of an evaluator's weights by its name, or why it cannot be made.

    A page that follows the position stays until that for the next position has been made, a moment later.
    """

    evaluator: Evaluator
    name: str
    page: Page | None = None
    problem: str = ""


@dataclass(frozen=True, eq=False)
class WeightsState:
    """Whose weights are shown, and of what.

    name        the evaluator
    position    the position that its weights are about, for the side (player 0 or 1) `side`
    whose       that side in words
    page_name   the page that is chosen; "" for the position
    made        the page that was made last: it may be another one, or of another evaluator, until the chosen one is there
    """

    name: str = ""
    position: Position = EMPTY_BOARD
    side: int = 0
    whose: str = ""
    page_name: str = ""
    made: MadePage | None = None


class Tried(NamedTuple):
    """An attempt at a puzzle as it is now: the position on the board, the result of the last answer in words, its square
    and whether it was right, and whether the attempt is over.
    """

    position: Position
    message: str
    done: bool
    failed: bool
    answered: tuple[int, int] | None = None
    right: bool = False

    @classmethod
    def of(cls, attempt: Attempt) -> Tried:
        """How an attempt is now."""
        return cls(attempt.position, attempt.message, attempt.done, attempt.failed, attempt.answered, attempt.right)

    @property
    def over(self) -> bool:
        """Whether no move is asked for."""
        return self.done or self.failed


@dataclass(frozen=True, eq=False)
class Solving:
    """The puzzle in the tab Puzzles.

    kind       which kind of puzzles is wanted; None for all
    puzzle     None until the first has been found
    tried      your attempt at it
    noted      whether its outcome counts already
    shown      whether you have seen the solution
    played     how many moves of the solution have been played; None while it is not played
    remark     a hint, the solution, or why a move is impossible
    standing   None if the library cannot be used
    earlier    your rating before this puzzle was noted; None if it has not been noted
    problem    why your rating is not stored
    """

    kind: str | None = None
    puzzle: Puzzle | None = None
    tried: Tried | None = None
    noted: bool = False
    shown: bool = False
    played: int | None = None
    remark: str = ""
    standing: PuzzleStanding | None = None
    earlier: float | None = None
    problem: str = ""


@dataclass(frozen=True, eq=False)
class State:
    """All that the window shows.  Parts are compared by identity: a part that was not replaced has not changed."""

    game: GameState
    settings: Settings
    preferences: Preferences
    searches: Searches = field(default_factory=Searches)
    progress: Progress = field(default_factory=Progress)
    shown: Shown = field(default_factory=Shown)
    message: Message = field(default_factory=Message)
    teaching: Teaching = field(default_factory=Teaching)
    standing: Standing = field(default_factory=Standing)
    hint: Hint = NO_HINT
    exact: ExactLine = NO_EXACT_LINE
    evaluators: Loaded = field(default_factory=Loaded)
    values: ColumnValues = NO_VALUES
    """The values over the columns."""
    weights: WeightsState = field(default_factory=WeightsState)
    tree: TreeState | None = None
    """What is shown of the tree; None until its code has been loaded."""
    film: Film | None = None
    """The film that is on the board instead of the game."""
    lesson: Reading | None = None
    """The lesson that is being read."""
    solving: Solving = field(default_factory=Solving)
    """The puzzle in the tab Puzzles."""
    review: Reviewed | None = None
    """The review of the game, or of the running game as far as it goes; None before the first."""
