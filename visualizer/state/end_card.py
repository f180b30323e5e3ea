"""What the card at the end of a game says: who won, how well both played, where the game turned, and what next."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import replace
from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS
from c4.agents.rating import level_for
from c4.game.columns import name_columns
from c4.game.rules import FIRST_LINE
from c4.review.finish import AT_ONCE, Finish
from c4.review.rows import Row
from c4.session.settings import Settings
from c4.text import pluralise
from visualizer.state.explained_mistake import ExplainedMistake, insight_of, move_in_words, name_move, since_when_losing
from visualizer.state.names import YOU, Names, as_object, does
from visualizer.state.reviewed import SCORE_OF, Curves, Reviewed
from visualizer.state.sentences import result
from visualizer.state.state import GameState, Standing

MAX_LISTED_MISTAKES = 3
"""The most mistakes whose moves are listed."""

GOOD = "good"
BAD = "bad"
PLAIN = "plain"
"""The tones of a figure."""

WHY_LOST = "Why did I lose?"
SHOW_MISTAKE = "Show the mistake"
SHOW_THIS = "Show this mistake"
"""The labels of the button that plays the decisive mistake, or the one on the board."""

BACK_TO_END = "Back to the end"
"""The label of the button that returns from an earlier move."""

REMATCH = "Rematch"
"""The label of the button for another game against the same opponent."""


class Figure(NamedTuple):
    """A number with the words below it, and its tone."""

    number: str
    words: str
    tone: str = PLAIN


class Ending(NamedTuple):
    """The end of a game.

    title      who won, and in how many moves of their own
    figures    how well both sides played; empty until that is known
    curves     the exact value after each move, and `decisive` is the number of the decisive mistake
    reason     why the game ended so: the decisive mistake, or that there was none
    progress   what is still computed, and `share` is how much of it has been, from 0 to 1; "" and None for nothing
    film       the label of the button that plays the reason on the board; "" while there is nothing to play
    way_back   whether an earlier move is on the board, from which a button leads to the end
    again      the label of the button for another game, and `again_tip` says who begins it
    fits       why this is against another level; "" for the same opponent
    level      the label of the button for another level, and `level_tip` says what else it changes; "" for none
    """

    title: str
    figures: tuple[Figure, ...] = ()
    curves: Curves = Curves(0)
    decisive: int | None = None
    reason: str = ""
    progress: str = ""
    share: float | None = None
    film: str = ""
    way_back: bool = False
    again: str = REMATCH
    again_tip: str = ""
    fits: str = ""
    level: str = ""
    level_tip: str = ""


def ending_of(
    game: GameState, settings: Settings, names: Names, standing: Standing, review: Reviewed | None
) -> Ending | None:
    """The end of a game: of its last move, and then what is to be said of an earlier move that is on the board.

    None while the game goes on, and while a copy of it is reviewed.
    """
    if game.end is None or game.studied is not None:
        return None
    if game.end is not game:
        return with_move(ending_of(game.end, settings, names, standing, review), game, names, review)
    assert game.outcome is not None
    mine = names.mine
    lost = names.one_person and game.outcome.winner == 1 - mine
    ending = with_next_game(Ending(title_of(game, names)), settings, names, standing, lost)
    if not game.position.rules.solvable or not game.game.moves:
        return ending
    if review is None or not review.is_of(game.game):
        return ending._replace(progress="Working out who could have won...", share=0.0)
    ending = ending._replace(curves=Curves(len(review.columns), review.exact(), review.curves().marks))
    if review.failure:
        return ending._replace(progress=review.failure)
    if not review.complete:
        share = review.checked / len(review.columns)
        return ending._replace(progress=f"Working out who could have won: {review.progress()}", share=share)
    winner = game.outcome.winner
    explained = review.explained_move(winner)
    insight = insight_of(review, explained)
    film = ""
    if insight is not None:
        film = WHY_LOST if lost and insight.row.side == mine else SHOW_MISTAKE
    return ending._replace(
        figures=figures_of(review, names, mine),
        decisive=None if explained is None else review.number(explained),
        reason=Reasons(review, names, winner).words(),
        film=film,
    )


def with_move(ending: Ending | None, game: GameState, names: Names, review: Reviewed | None) -> Ending | None:
    """The end of a game, with what is to say of the earlier move that is on the board, and the way back to the end."""
    if ending is None:
        return None
    ending = ending._replace(way_back=True)
    if review is None or not review.is_of(game.game):
        return ending
    number = game.game.at
    words = move_in_words(review, number, names.called)
    if insight_of(review, review.row(number)) is not None:
        ending = ending._replace(film=SHOW_THIS)
    return ending._replace(reason=words)


def title_of(game: GameState, names: Names) -> str:
    """Who won, and in how many moves of their own."""
    outcome = game.outcome
    assert outcome is not None
    if game.game.ended_here is not None or not outcome.lines or game.position.rules.scoring != FIRST_LINE:
        return result(game, names)
    if outcome.winner is None:
        return "A draw"
    own_moves = (game.position.ply - game.game.start.ply + 1) // 2
    return f"{names.called(outcome.winner)} won in {pluralise(own_moves, 'move')}"


def with_next_game(ending: Ending, settings: Settings, names: Names, standing: Standing, lost: bool) -> Ending:
    """What to play next: a rematch in which the other side begins, the level that fits your rating now, another level."""
    starter = replace(names, agents=settings.seats).called(1)
    level = next_match(settings, standing)
    if level:
        label = AGENTS[level].label
        begins = does(YOU if starter == YOU else label, "start")
        fits = f"{label} fits your rating of {standing.rating:.0f}."
        return ending._replace(again=f"Play {label}", again_tip=begins, fits=fits)
    ending = ending._replace(again_tip=does(starter, "start"))
    other = other_level(settings, lost)
    if not other:
        return ending
    label = f"{'Easier' if lost else 'Next'}: {AGENTS[other].label}"
    tip = "Your results no longer choose the opponent" if settings.matched else ""
    return ending._replace(level=label, level_tip=tip)


def next_match(settings: Settings, standing: Standing) -> str:
    """The level that you meet in the next game because it fits your rating better; "" if the opponent stays."""
    if not settings.matched or settings.seats.count(HUMAN) != 1:
        return ""
    level = level_for(standing.rating)
    return "" if level in settings.seats else level


def other_level(settings: Settings, lost: bool) -> str:
    """The level to play next: an easier one after a loss; "" if there is none, or no level was the opponent."""
    if settings.seats.count(HUMAN) != 1:
        return ""
    agent = next(seat for seat in settings.seats if seat != HUMAN)
    if agent not in LEVELS:
        return ""
    place = LEVELS.index(agent) + (-1 if lost else 1)
    return LEVELS[place] if 0 <= place < len(LEVELS) else ""


def figures_of(review: Reviewed, names: Names, mine: int) -> tuple[Figure, ...]:
    """Your best moves and mistakes, and those of the other side; between two equals the mistakes of both."""
    theirs = 1 - mine
    if not names.one_person:
        return tuple(mistakes_by(review, side, names) for side in (0, 1))
    tally = review.tally(mine)
    moves = "best move" if tally.best == 1 else "best moves"
    best = Figure(str(tally.best), f"{moves} of your {tally.moves}", GOOD)
    return best, your_mistakes(review, mine), mistakes_by(review, theirs, names)


def your_mistakes(review: Reviewed, side: int) -> Figure:
    """The number of your mistakes, with their moves if they are few."""
    plies = sorted(row.ply for row in review.tally(side).mistakes)
    words = f"your {noun_of(plies)}"
    if 0 < len(plies) <= MAX_LISTED_MISTAKES:
        moves = "move" if len(plies) == 1 else "moves"
        words = f"{words}: {moves} {', '.join(map(str, plies))}"
    return Figure(str(len(plies)), words, BAD if plies else PLAIN)


def mistakes_by(review: Reviewed, side: int, names: Names) -> Figure:
    """The number of mistakes of a named player."""
    mistakes = review.tally(side).mistakes
    return Figure(str(len(mistakes)), f"{noun_of(mistakes)} by {names.called(side)}")


def noun_of(mistakes: Sized) -> str:
    """What so many mistakes are called."""
    return "mistake" if len(mistakes) == 1 else "mistakes"


class Reasons(NamedTuple):
    """Says why a game ended as it did; `winner` is player 0, player 1, or None for a draw."""

    review: Reviewed
    names: Names
    winner: int | None

    def words(self) -> str:
        """The decisive mistake and why it was one; then what best play says of the game as a whole."""
        row = self.review.explained_move(self.winner)
        if self.review.best_result != SCORE_OF[self.winner]:
            return self.ended_early()
        if row is None:
            return self.without_mistake()
        called = self.names.called
        insight = insight_of(self.review, row)
        if insight is None:
            return f"{name_move(row, called)} decided the game. Looking for the reason..."
        parts = (self.mistake(insight), insight.what_was_better(called), self.before(row))
        return " ".join(filter(None, parts))

    def mistake(self, insight: ExplainedMistake) -> str:
        """What the decisive mistake did: "Your move 7 lost the game: it let Child win in 3 moves."."""
        called = self.names.called
        row = insight.row
        move = name_move(row, called)
        if insight.overlooked_win:
            return f"{move} overlooked a win."
        if self.winner is None:
            return f"{move} made it a draw."
        if insight.finish is None:
            return f"{move} lost the game."
        if insight.finish.kind == AT_ONCE:
            return f"{move} {self.overlooked(insight.finish, row)}."
        follows = insight.what_followed(called)
        return f"{move} lost the game: it let {follows}." if row.lost else f"{move} let {follows}."

    def overlooked(self, finish: Finish, row: Row) -> str:
        """What a move did after which the other side won at once: it opened the square, or did not take it."""
        winner = as_object(self.names.called(finish.side))
        columns = sorted({column for _, column in finish.squares})
        if row.column in columns:
            return f"gave {winner} the winning square above it"
        return f"did not block {winner} in {name_columns(columns)}"

    def before(self, decisive: Row) -> str:
        """Since when the game was lost with best play, where the decisive mistake only made that visible; otherwise ""."""
        if decisive.lost:
            return ""
        if self.review.turning_point() is None:
            return self.won_from_the_start()
        return since_when_losing(self.review, decisive, self.names.called)

    def without_mistake(self) -> str:
        """That no move changed the result."""
        if not self.review.best_result:
            return "No move changed the result: with best play the game is a draw."
        return f"No move changed the result. {self.won_from_the_start()}"

    def won_from_the_start(self) -> str:
        """Who wins with best play from the first position on, in a game that this player has won."""
        assert self.winner is not None, "the result is that of best play"
        wins = does(self.names.called(self.winner), "win")
        return f"With best play {as_object(wins)} from the start."

    def ended_early(self) -> str:
        """That best play would have ended otherwise, where somebody resigned or the time was up."""
        result = self.review.best_result
        if not result:
            return "With best play the game was still a draw."
        return f"With best play {as_object(self.names.called(0 if result > 0 else 1))} would have won."
