"""What a player wants to know when a game is over: who won, how well both played, and where the game turned."""

from __future__ import annotations

from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS
from c4.game.rules import FIRST_LINE
from c4.review.rows import Row
from c4.session.settings import Settings
from c4.text import pluralise
from visualizer.state.insight import Insight, insight_of, owner
from visualizer.state.names import Names
from visualizer.state.review import Curves, Reviewed
from visualizer.state.sentences import result
from visualizer.state.state import MINE, GameState

FEW = 3
"""The most mistakes whose moves are listed."""

GOOD = "good"
BAD = "bad"
PLAIN = "plain"
"""The tones of a figure."""

WHY_LOST = "Why did I lose?"
TURNING_POINT = "Show the turning point"
"""The labels of the button that plays the turning point."""


class Figure(NamedTuple):
    """A number with the words below it, and its tone."""

    number: str
    words: str
    tone: str = PLAIN


class Ending(NamedTuple):
    """The end of a game.

    title      who won, and in how many moves
    figures    how well both sides played; empty until that is known
    curves     the exact value after each move, and `turning` is the number of the move at the turning point
    reason     what the turning point was, or that there was none
    progress   what is still computed, and `share` is how much of it has been, from 0 to 1; "" and None for nothing
    film       the label of the button that plays the turning point; "" while there is none to play
    rematch    who begins the next game
    level      the label of the button for another level, and `level_name` is that level; "" for none
    """

    title: str
    figures: tuple[Figure, ...] = ()
    curves: Curves = Curves(0)
    turning: int | None = None
    reason: str = ""
    progress: str = ""
    share: float | None = None
    film: str = ""
    rematch: str = ""
    level: str = ""
    level_name: str = ""


def ending_of(game: GameState, settings: Settings, names: Names, review: Reviewed | None) -> Ending | None:
    """The end of the game on the board; None while it goes on, and while a copy of it is reviewed."""
    if game.outcome is None or game.studied is not None:
        return None
    mine = names.sides_of(MINE)[0]
    lost = names.one_person and game.outcome.winner == 1 - mine
    ending = Ending(title_of(game, names), rematch=rematch_words(game, names))
    key = other_level(settings, lost)
    if key:
        label = "Easier level" if lost else "Next level"
        ending = ending._replace(level=label, level_name=AGENTS[key].label)
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
    row = review.turning_point(game.outcome.winner)
    insight = insight_of(review, row)
    film = ""
    if insight is not None:
        film = WHY_LOST if lost and insight.row.side == mine else TURNING_POINT
    return ending._replace(
        figures=figures_of(review, names, mine),
        turning=None if row is None else review.number(row),
        reason=reason_of(row, insight, names) if row else no_turning_point(review, names),
        film=film,
    )


def title_of(game: GameState, names: Names) -> str:
    """Who won, and in how many of their own moves."""
    outcome = game.outcome
    assert outcome is not None
    if game.game.ended_here is not None or not outcome.lines or game.position.rules.scoring != FIRST_LINE:
        return result(game, names)
    if outcome.winner is None:
        return "A draw"
    discs = game.position.stones[outcome.winner].bit_count()
    own = discs - game.game.start.stones[outcome.winner].bit_count()
    return f"{names.called(outcome.winner)} won in {pluralise(own, 'move')}"


def rematch_words(game: GameState, names: Names) -> str:
    """Who begins after a rematch."""
    who = names.called(1)
    begins = "you start" if who == "You" else f"{who} starts"
    return f"Rematch: {begins}"


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
        return tuple(mistakes_of(review, side, f"mistakes by {names.called(side)}") for side in (0, 1))
    count = review.review.count(mine)
    best = Figure(f"{count.best} of {count.moves}", "best moves", GOOD)
    own = mistakes_of(review, mine, "")
    return best, own, mistakes_of(review, theirs, f"by {names.called(theirs)}")


def mistakes_of(review: Reviewed, side: int, whose: str) -> Figure:
    """The number of mistakes of a side; yours with their moves, if they are few."""
    rows = review.errors(sides=(side,))
    words = "mistake" if len(rows) == 1 else "mistakes"
    if whose:
        words = whose
    elif len(rows) == 1:
        words = f"mistake: move {rows[0].ply}"
    elif 0 < len(rows) <= FEW:
        words = f"mistakes: moves {', '.join(str(ply) for ply in sorted(row.ply for row in rows))}"
    return Figure(str(len(rows)), words, BAD if rows and not whose else PLAIN)


def reason_of(row: Row, insight: Insight | None, names: Names) -> str:
    """What the turning point was."""
    whose = owner(names.called(row.side))
    start = f"{whose[0].upper()}{whose[1:]} move {row.ply} turned the game."
    if insight is None:
        return f"{start} Looking for the reason..."
    return f"{start} {insight.what_was_wrong(names.called)} {insight.what_was_better()}"


def no_turning_point(review: Reviewed, names: Names) -> str:
    """That no single move was a mistake, and what that means."""
    first = review.rows[0] if review.rows else None
    if first is None or not first.value:
        return "No single move decided the game: best play is a draw."
    winner = first.side if first.value > 0 else 1 - first.side
    return f"No single move decided the game: with best play {names.player(winner)} wins from the start."
