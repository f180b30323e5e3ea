"""What a player wants to know when a game is over: who won, how well both played, and where the game turned."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS
from c4.agents.matching import level_for
from c4.game.columns import name_columns
from c4.game.rules import FIRST_LINE
from c4.review.finish import AT_ONCE
from c4.review.rows import Row
from c4.session.settings import Settings
from c4.text import capitalised, pluralise
from visualizer.state.insight import Insight, as_object, insight_of, owner
from visualizer.state.names import Names
from visualizer.state.reviewed import SCORE_OF, Curves, Reviewed
from visualizer.state.sentences import result
from visualizer.state.state import MINE, GameState, Standing

MAX_LISTED_MISTAKES = 3
"""The most mistakes whose moves are listed."""

GOOD = "good"
BAD = "bad"
PLAIN = "plain"
"""The tones of a figure."""

WHY_LOST = "Why did I lose?"
TURNING_POINT = "Show the turning point"
"""The labels of the button that plays the turning point."""

REMATCH = "Rematch"
"""The label of the button for another game against the same opponent."""


class Figure(NamedTuple):
    """A number with the words below it, and its tone."""

    number: str
    words: str
    tone: str = PLAIN


class Ending(NamedTuple):
    """The end of a game.

    title      who won, and with which move
    figures    how well both sides played; empty until that is known
    curves     the exact value after each move, and `turning` is the number of the move at the turning point
    reason     why the game ended so: the turning point, or that there was none
    progress   what is still computed, and `share` is how much of it has been, from 0 to 1; "" and None for nothing
    film       the label of the button that plays the reason on the board; "" while there is nothing to play
    again      the label of the button for another game
    rematch    who begins it, and why it is against another level
    level      the label of the button for another level, and `level_words` says which one it is, and what else
               it changes; "" for none
    """

    title: str
    figures: tuple[Figure, ...] = ()
    curves: Curves = Curves(0)
    turning: int | None = None
    reason: str = ""
    progress: str = ""
    share: float | None = None
    film: str = ""
    again: str = REMATCH
    rematch: str = ""
    level: str = ""
    level_words: str = ""


def ending_of(
    game: GameState, settings: Settings, names: Names, standing: Standing, review: Reviewed | None
) -> Ending | None:
    """The end of the game on the board; None while it goes on, and while a copy of it is reviewed."""
    if game.outcome is None or game.studied is not None:
        return None
    mine = names.sides_of(MINE)[0]
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
    if insight is not None and (insight.row.lost or lost):
        film = WHY_LOST if lost and insight.row.side == mine else TURNING_POINT
    return ending._replace(
        figures=figures_of(review, names, mine),
        turning=review.number_of_turning_point(winner),
        reason=Reasons(review, names, winner).words(),
        film=film,
    )


def title_of(game: GameState, names: Names) -> str:
    """Who won, and with which move of the game."""
    outcome = game.outcome
    assert outcome is not None
    if game.game.ended_here is not None or not outcome.lines or game.position.rules.scoring != FIRST_LINE:
        return result(game, names)
    if outcome.winner is None:
        return "A draw"
    return f"{names.called(outcome.winner)} won with move {game.position.ply}"


def with_next_game(ending: Ending, settings: Settings, names: Names, standing: Standing, lost: bool) -> Ending:
    """What to play next: a rematch in which the other side begins, the level that fits your rating now, another level."""
    starter = replace(names, agents=settings.seats).called(1)
    level = next_match(settings, standing)
    if level:
        label = AGENTS[level].label
        begins = "You start" if starter == "You" else f"{label} starts"
        return ending._replace(
            again=f"Play {label}", rematch=f"{begins}. {label} fits your rating of {standing.rating:.0f}"
        )
    begins = "you start" if starter == "You" else f"{starter} starts"
    ending = ending._replace(rematch=f"{REMATCH}: {begins}")
    other = other_level(settings, lost)
    if not other:
        return ending
    label = "Easier level" if lost else "Next level"
    after = "; your results no longer choose the opponent" if settings.matched else ""
    return ending._replace(level=label, level_words=f"{AGENTS[other].label}{after}")


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
    count = review.review.count(mine)
    moves = "best move" if count.best == 1 else "best moves"
    best = Figure(str(count.best), f"{moves} of your {count.moves}", GOOD)
    return best, your_mistakes(review, mine), mistakes_by(review, theirs, names)


def your_mistakes(review: Reviewed, side: int) -> Figure:
    """The number of your mistakes, with their moves if they are few; without one, the slips, which lost sooner."""
    plies = sorted(row.ply for row in review.errors(sides=(side,)))
    words = "your mistake" if len(plies) == 1 else "your mistakes"
    if 0 < len(plies) <= MAX_LISTED_MISTAKES:
        moves = "move" if len(plies) == 1 else "moves"
        words = f"{words}: {moves} {', '.join(map(str, plies))}"
    elif not plies:
        slips = len(review.errors(slips=True, sides=(side,)))
        words = f"{words}, but {pluralise(slips, 'slip')}" if slips else words
    return Figure(str(len(plies)), words, BAD if plies else PLAIN)


def mistakes_by(review: Reviewed, side: int, names: Names) -> Figure:
    """The number of mistakes of a named player."""
    count = len(review.errors(sides=(side,)))
    mistakes = "mistake" if count == 1 else "mistakes"
    return Figure(str(count), f"{mistakes} by {names.called(side)}")


class Reasons(NamedTuple):
    """Says why a game ended as it did; `winner` is player 0, player 1, or None for a draw."""

    review: Reviewed
    names: Names
    winner: int | None

    def words(self) -> str:
        """The turning point and its reason; what went before it, and what was overlooked after it."""
        row = self.review.explained_move(self.winner)
        if self.review.best_result != SCORE_OF[self.winner]:
            return self.ended_early()
        if row is None or not row.lost:
            return self.without_turning_point(row)
        what = "made it a draw" if self.winner is None else "lost the game"
        start = f"{self.move_of(row)} {what}."
        insight = insight_of(self.review, row)
        if insight is None:
            return f"{start} Looking for the reason..."
        return " ".join(filter(None, (start, self.why(insight), self.given_back(row), self.overlooked(row))))

    def why(self, insight: Insight) -> str:
        """What was wrong with a move, and what was better."""
        return f"{insight.what_was_wrong(self.names.called)} {insight.what_was_better()}"

    def move_of(self, row: Row) -> str:
        """A move with its player, at the beginning of a sentence: "Your move 7"."""
        return capitalised(self.move_inside(row))

    def move_inside(self, row: Row) -> str:
        """The same inside a sentence."""
        return f"{owner(self.names.called(row.side))} move {row.ply}"

    def given_back(self, turning: Row) -> str:
        """What an earlier mistake of the same side had cost, and which move gave it back; "" if there was none."""
        earlier = [row for row in self.review.rows if row.lost and row.ply < turning.ply]
        mine = [row for row in earlier if row.side == turning.side]
        if not mine:
            return ""
        first = mine[-1]
        cost = "had already lost" if first.score < 0 else "had given the win away"
        theirs = [row for row in earlier if row.side != turning.side and row.ply > first.ply]
        if not theirs:
            return f"Move {first.ply} {cost}."
        back = "made it a draw" if theirs[-1].score == 0 else "gave the win back"
        return f"Move {first.ply} {cost}, but {self.move_inside(theirs[-1])} {back}."

    def overlooked(self, turning: Row) -> str:
        """The last move of the same side that did not stop a line, or opened its square, or that this could not be
        helped any more; "" if there is none of them.
        """
        for row in reversed(self.review.rows):
            if row.ply <= turning.ply or row.side != turning.side or not row.mark:
                continue
            insight = insight_of(self.review, row)
            if insight is not None and insight.finish is not None and insight.finish.kind == AT_ONCE:
                foe = self.names.called(1 - row.side)
                columns = sorted({column for _, column in insight.finish.squares})
                if row.column in columns:
                    return f"Move {row.ply} then let {as_object(foe)} complete a line in {name_columns(columns)}."
                return f"Move {row.ply} then did not stop {owner(foe)} line in {name_columns(columns)}."
        return self.forced(turning)

    def forced(self, turning: Row) -> str:
        """That the last move of the same side could not stop the line of the other; "" if nothing like that happened."""
        if len(self.review.rows) < 2:
            return ""
        answer, last = self.review.rows[-2:]
        outcome = self.review.positions[self.review.number(last) - 1].play(last.column).outcome()
        ends_by_line = outcome is not None and outcome.winner == last.side
        if not ends_by_line or answer.side != turning.side or answer.ply <= turning.ply or answer.mark:
            return ""
        return f"At move {answer.ply} every column let {as_object(self.names.called(last.side))} win at once."

    def without_turning_point(self, slip: Row | None) -> str:
        """That no move changed the result, and which move shortened the game most."""
        if not self.review.best_result:
            return "No move changed the result: with best play the game is a draw."
        assert self.winner is not None, "the result is that of best play"
        who = self.names.called(self.winner)
        wins = "win" if who == "You" else "wins"
        start = f"No move changed the result: with best play {as_object(who)} {wins} from the start."
        insight = insight_of(self.review, slip)
        if slip is None or insight is None:
            return start
        why = f"{self.move_of(slip)} made it quicker. {self.why(insight)}"
        return " ".join(filter(None, (start, why, self.overlooked(slip))))

    def ended_early(self) -> str:
        """That best play would have ended otherwise, where somebody resigned or the time was up."""
        result = self.review.best_result
        if not result:
            return "With best play the game was still a draw."
        return f"With best play {as_object(self.names.called(0 if result > 0 else 1))} would have won."
