"""The board of the game on the screen: its discs and values, and what is drawn over and below them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from c4.game.position import Position
from c4.review.finish import Finish, finish_of
from c4.session.settings import Settings
from visualizer.board.board import Board
from visualizer.board.marks import ThreatMark, marked_threats
from visualizer.state.column_values import scores_shown_in
from visualizer.state.evaluators import Loaded
from visualizer.state.explained_mistake import highlights_of
from visualizer.state.highlights import NO_HIGHLIGHTS, Highlights
from visualizer.state.names import Names
from visualizer.state.preferences import ANALYSE, Preferences
from visualizer.state.sentences import line_counts, next_turn, result
from visualizer.state.state import ColumnValues, Film, GameState, Hint, Score, Searches, Shown, Teaching, WeightsState
from visualizer.state.trees import Replayed, replayed
from visualizer.ui.pane import Pane

if TYPE_CHECKING:
    from visualizer.state.open_lesson import Reading
    from visualizer.state.reviewed import Reviewed
    from visualizer.state.tree.state import TreeState  # loads numpy, which the first paint does without

REFUTING_MOVES = 6
"""The largest number of moves that are drawn of a line that refutes a move."""

Colours = tuple[tuple[str, str], tuple[str, str]]


class Refused(NamedTuple):
    """A column (from 0) that teaching mode refuses, None for none, and the moves after it that show why."""

    column: int | None = None
    line: tuple[int, ...] = ()


NOT_REFUSED = Refused()


class BoardView(NamedTuple):
    """What the board shows.

    position, last   the position, and the column (from 0) that was played last
    seat_of          the seats of player 0 and player 1
    colours          (word, colour) of the discs of both seats
    drops            how many discs have been played in this window: where there are more than before, the last one may fall
    fall             whether discs fall
    playable         whether you may play
    result           the result in large letters, or the place that a film shows, where the values over the columns leave
                     room for it
    hint             the column of a hint
    header           whether there is room for values over the columns
    scores           these values, by column (from 0)
    captions         what they are, from the longest wording to the shortest: the first one that fits is shown
    refused          the move that teaching mode refuses
    playout          the columns (from 0) of a random game from the position, which is drawn translucent
    names            whether letters of columns and numbers of rows stand beside the board: texts name squares by them
    """

    position: Position
    last: int | None
    seat_of: tuple[int, int]
    colours: Colours
    drops: int
    fall: bool
    playable: bool
    result: str
    hint: int | None
    header: bool
    scores: Mapping[int, Score]
    captions: tuple[str, ...]
    refused: Refused = NOT_REFUSED
    playout: tuple[int, ...] = ()
    names: bool = False


def board_view(
    game: GameState,
    settings: Settings,
    preferences: Preferences,
    shown: Shown,
    searches: Searches,
    values: ColumnValues,
    tree: TreeState | None,
    teaching: Teaching,
    film: Film | None,
    hint: Hint,
    lesson: Reading | None,
) -> BoardView:
    """What the board shows: the game, a film, or while a search is played back the position that it is looking at."""
    names = Names.of(game, settings, preferences, shown)
    header = scores_shown_in(preferences, shown.mode)
    view = BoardView(
        position=game.position,
        last=game.game.last,
        seat_of=game.seats,
        colours=preferences.colours,
        drops=game.drops,
        fall=preferences.animation,
        playable=game.humans_turn(settings),
        result="" if game.aside or header else result(game, names),
        hint=hint.column,
        header=header,
        scores=values.scores,
        captions=values.captions or ("",),
        refused=refused_move(game, teaching),
        names=preferences.threats or shown.mode == ANALYSE or lesson is not None,
    )
    moment = replayed(tree, searches, names)
    if moment is not None:
        view = at_moment(view, moment)
    return view if film is None else filmed(view, game, film)


def at_moment(view: BoardView, moment: Replayed) -> BoardView:
    """The board with the position on it that a search looks at while it is played back."""
    return view._replace(
        position=moment.position,
        last=moment.last,
        seat_of=moment.seat_of,
        playable=False,
        result="",
        hint=None,
        refused=NOT_REFUSED,
        playout=moment.playout,
    )


def filmed(view: BoardView, game: GameState, film: Film) -> BoardView:
    """The board with a scene of a film on it."""
    scene = film.scene
    return view._replace(
        position=scene.position,
        last=scene.last,
        seat_of=game.seats,
        drops=game.drops + film.drops,
        playable=False,
        result=scene.place,
        hint=None,
        scores={},
        captions=(scene.place,),
    )


def refused_move(game: GameState, teaching: Teaching) -> Refused:
    """The move that teaching mode refuses, with the line until it can be seen who wins."""
    column = teaching.column
    if not teaching.objection or column is None or column not in game.position.legal_columns():
        return NOT_REFUSED
    finish = refutation(game, teaching)
    moves = REFUTING_MOVES
    if finish is not None:
        moves = min(moves, max(1, finish.moves))
    return Refused(column, teaching.line[:moves])


def refutation(game: GameState, teaching: Teaching) -> Finish | None:
    """How the refused move loses; None if it does not, and while that is not known."""
    column = teaching.column
    if not teaching.line or column is None or column not in game.position.legal_columns():
        return None
    return finish_of(game.position.play(column), teaching.line)


class BoardPane(Pane[BoardView]):
    """Discs, values over the columns, and the result.

    A film goes before a search that is played back, and that before the game.  Drawing part by part is cheap: the board
    compares with what it shows.
    """

    view = staticmethod(board_view)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def draw(self, view: BoardView, before: BoardView | None) -> None:
        board = self.board
        board.show_colours(view.colours)
        board.show_header(view.header)
        board.show_square_names(view.names)
        played = before is not None and view.drops > before.drops
        board.show(view.position, view.seat_of, view.last, drop=played and view.fall)
        board.show_scores(view.scores, view.captions)
        board.mark(view.hint)
        board.announce(view.result)
        board.refused.show(*view.refused)
        board.playout.show(view.playout)
        board.allow_play(view.playable)
        if before is None:
            board.redraw()  # also after an error in the middle of drawing, which left some of it undone


class MarksView(NamedTuple):
    """What is drawn over the discs and written below the board.

    heat      what each cell adds to an evaluator's value, by (row, column)
    threats   squares that complete a line
    foot         the line below the board
    highlights   what explains the position
    """

    heat: Mapping[tuple[int, int], float]
    threats: tuple[ThreatMark, ...]
    foot: str
    highlights: Highlights = NO_HIGHLIGHTS


def marks_view(
    game: GameState,
    settings: Settings,
    preferences: Preferences,
    shown: Shown,
    searches: Searches,
    evaluators: Loaded,
    weights: WeightsState,
    tree: TreeState | None,
    review: Reviewed | None,
    teaching: Teaching,
    film: Film | None,
) -> MarksView:
    """The marks on the board, and the line below it."""
    if film is not None:
        scene = film.scene
        return MarksView({}, (), scene.foot, scene.highlights.possible_in(scene.position))
    names = Names.of(game, settings, preferences, shown)
    moment = replayed(tree, searches, names)
    if moment is not None:
        return MarksView({}, (), moment.caption)
    position = game.position
    over = game.outcome is not None
    texts = [next_turn(position)]
    heat: Mapping[tuple[int, int], float] = {}
    marks: tuple[ThreatMark, ...] = ()
    if preferences.threats and not over and position.rules.solvable:
        players = names.players()
        marks, verdict = marked_threats(position, players, names.player_colours())
        texts.append(verdict)
    if preferences.heat and not over:
        name = weights.name
        heat = evaluators.shares(name, position)
        words = evaluators.in_words(name, position, position.to_move) if heat else None
        if words is not None:
            label, value = words
            texts.append(f"{label}: {value} for {names.mover()}; + helps, − hurts")
    texts.append(line_counts(game, names))
    highlights = highlights_of(game, review)
    finish = refutation(game, teaching)
    if finish is not None:
        highlights = Highlights(finish.lines, finish.side)
    return MarksView(heat, marks, "   ".join(filter(None, texts)), highlights.possible_in(position))


class MarksPane(Pane[MarksView]):
    """Threats, what a learned evaluator sees, and the line below the board."""

    view = staticmethod(marks_view)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def draw(self, view: MarksView, before: MarksView | None) -> None:
        self.board.show_heat(view.heat)
        self.board.show_highlights(view.highlights)
        self.board.show_threats(view.threats)
        self.board.show_counts(view.foot)
