"""What the review of a game says: its words, its graph, the list of moves, the mistakes, and what you can do."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from c4.game.columns import DIGITS
from c4.review.rows import Row
from c4.review.words import sentence, verdict
from c4.session.settings import Settings
from visualizer.board.move_list import MovesView
from visualizer.board.value_graph import GraphOfGame, curves_of
from visualizer.state.compiling import compiled_parts
from visualizer.state.end_card import SHOW_MISTAKE
from visualizer.state.explained_mistake import move_in_words, tried_line
from visualizer.state.film import STOP_FILM
from visualizer.state.move_list import ListedMove
from visualizer.state.names import Names, owner
from visualizer.state.preferences import REVIEW, Preferences
from visualizer.state.reviewed import Reviewed, marks_explained
from visualizer.state.state import BOTH, MINE, THEIRS, Film, GameState, Progress, Shown

BACKWARDS = "← Mistake"
FORWARDS = "Mistake →"
FOLLOWS = "What follows"
BETTER = "Better move"
BACK = "Back to the game"
"""The labels of the buttons."""

NOTATION = "Wins and losses are counted in own moves."


class Words(NamedTuple):
    """The texts of the review.

    progress      how far it is, or why it ended too early
    share         how much has been reviewed, from 0 to 1; None while nothing is being reviewed
    summary       a line for each player
    legend        what the marks and numbers are
    explanation   the move on the board in sentences
    """

    progress: str
    share: float | None
    summary: str
    legend: str
    explanation: str


class Mistake(NamedTuple):
    """A line of the list of mistakes: the ply, and what the columns say."""

    ply: int
    move: str
    cost: str
    better: str


class Mistakes(NamedTuple):
    """The mistakes in the order of the game, and the ply of the one that is on the board."""

    rows: tuple[Mistake, ...]
    chosen: int | None


class Whose(NamedTuple):
    """The choice of whose mistakes are listed: what is chosen, and the labels of MINE, THEIRS and BOTH."""

    chosen: str
    labels: tuple[tuple[str, str], ...]


class ReviewView(NamedTuple):
    """All that the review says.

    graph      exact values alone
    moves      without a decisive mistake: all mistakes stand out here, with their marks
    possible   the labels of the buttons that can be pressed
    film       what the button SHOW_MISTAKE says now
    """

    words: Words
    graph: GraphOfGame
    moves: MovesView
    mistakes: Mistakes
    whose: Whose
    possible: frozenset[str]
    film: str


def review_view(
    game: GameState,
    settings: Settings,
    preferences: Preferences,
    shown: Shown,
    progress: Progress,
    review: Reviewed | None,
    film: Film | None,
) -> ReviewView | None:
    """What the review says; None while it is not shown."""
    if review is None or shown.mode != REVIEW:
        return None
    names = Names.of(game, settings, preferences, shown)
    players = names.players()
    at = review.at(game.game)
    nearest = review.nearest(game.game)
    tried = None if at is not None else tried_in_words(review, nearest, game, names)
    # A review is about exact values alone; what searches found, and what a model would say, is drawn in Play and Analyse.
    bars = curves_of(game, progress, review)._replace(searched=(), learned=())
    graph = GraphOfGame(bars, nearest, players, names.player_colours(), game.starter)
    chosen = None if at is None else at + review.start.ply
    sides = names.sides_of(shown.mistakes_of)
    errors = sorted(review.errors(slips=True, sides=sides), key=review.number)
    rows = tuple(mistake(row, players, review.symbol(row)) for row in errors)
    return ReviewView(
        words=with_comment(words_of(review, at, tried, names, progress), review, at, game),
        graph=graph,
        moves=MovesView(moves_of(review), at, review.start.ply, players=names.above_moves()),
        mistakes=Mistakes(rows, chosen if chosen in [row.ply for row in rows] else None),
        whose=whose_of(names, shown.mistakes_of),
        possible=possible_in(review, at, nearest, sides),
        film=SHOW_MISTAKE if film is None else STOP_FILM,
    )


def whose_of(names: Names, chosen: str) -> Whose:
    """The choice of whose mistakes are listed, by the names of the players."""
    mine = names.mine
    labels = {MINE: "Mine", THEIRS: owner(names.called(1 - mine)), BOTH: "Both"}
    if not names.one_person:
        labels[MINE] = owner(names.called(mine))
    default = MINE if names.one_person else BOTH
    return Whose(chosen or default, tuple(labels.items()))


def words_of(review: Reviewed, at: int | None, tried: str | None, names: Names, progress: Progress) -> Words:
    """The texts of a review.

    `at` is the number of the move on the board, `tried` what is said of a line on the board that was not played.
    """
    so_far = review.failure
    share = None
    if not review.complete:
        so_far = so_far or review.progress()
        if review.busy:
            share = review.checked / len(review.columns)
            if progress.preparing_solver is not None:
                so_far += f"; compiling the solver at the first start: {compiled_parts(progress.preparing_solver)}"
    sides = [f"{names.named(side)}: {review.tally(side).words()}" for side in (0, 1)]
    about = f"{marks_explained()} {NOTATION}"
    return Words(so_far, share, "\n".join(sides), about, tried or move_in_words(review, at or 0, names.called))


def with_comment(words: Words, review: Reviewed, at: int | None, game: GameState) -> Words:
    """The texts with what was written about the move on the board; a review that was saved is not repeated."""
    tree = game.game.tree
    comment = tree.nodes[tree.at].comment
    row = None if at is None else review.row(at)
    if not comment or (row is not None and says_the_same(comment, row, review)):
        return words
    return words._replace(explanation=f"{words.explanation}\n✎ {comment}")


def says_the_same(comment: str, row: Row, review: Reviewed) -> bool:
    """Whether a comment begins with what a review wrote about a move when it was saved."""
    if not row.mark:
        return False
    before = review.positions[review.number(row) - 1]
    return comment.startswith(sentence(row, before))


def tried_in_words(review: Reviewed, nearest: int, game: GameState, names: Names) -> str:
    """A line on the board that was not played: where it leaves the game, and what it shows."""
    since = f"after move {nearest} of the game" if nearest else "from the first move on"
    words = f"This was not played, {since}."
    tried = tried_line(game.game.tree.moves(), nearest, review)
    return words if tried is None else f"{words} {tried.words(names.called)}"


def moves_of(review: Reviewed) -> tuple[ListedMove, ...]:
    """The moves of a review with their marks and what they lead to."""
    listed = []
    for number, column in enumerate(review.columns, start=1):
        mark, leads = review.short(number)
        listed.append(ListedMove(DIGITS[column], mark, leads))
    return tuple(listed)


def mistake(row: Row, players: tuple[str, str], symbol: str) -> Mistake:
    """A mistake as the list shows it, with its mark."""
    move = f"{row.ply}. {players[row.side]} {DIGITS[row.column]}{symbol}"
    better = " ".join(DIGITS[column] for column in row.best)
    return Mistake(row.ply, move, verdict(row), better)


def possible_in(review: Reviewed, at: int | None, nearest: int, sides: Collection[int]) -> frozenset[str]:
    """The labels of the buttons that can be pressed."""
    row = None if at is None else review.row(at)
    has_lines = row is not None and row.ply in review.lines
    possible = {
        BACKWARDS: review.next_error(nearest, -1, sides) is not None,
        FORWARDS: review.next_error(nearest, 1, sides) is not None,
        FOLLOWS: has_lines,
        BETTER: has_lines,
        SHOW_MISTAKE: has_lines,
        BACK: at is None,
    }
    return frozenset(label for label, can in possible.items() if can)
