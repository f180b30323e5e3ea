"""Your games against the levels that count for your rating, the rating after each, and the level that fits it."""

from __future__ import annotations

from pathlib import Path

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import elo
from c4.agents.rating import FIRST_LEVEL, LADDER, level_for, rating_after
from c4.errors import C4Error, report
from c4.game.rules import STANDARD
from c4.search.watch import Watch
from c4.session.game import Game
from c4.session.settings import Settings
from visualizer.state.column_values import scores_shown
from visualizer.state.core import Core
from visualizer.state.state import Standing


def is_rated(game: Game, settings: Settings) -> bool:
    """Whether a game without help counts for your rating: yours against a level, from the empty board of the usual game."""
    usual = game.start.rules == STANDARD and not game.given and not game.start.occupied
    levels = [seat for seat in settings.seats if seat in LADDER]
    return usual and HUMAN in settings.seats and len(levels) == 1


class Rating:
    """The topic `app.rating`.

    A game counts if you played it from the empty board against a level and without help: no hint, no column values, no
    teaching mode, no move taken back.  It is stored in the library's file, or nowhere if games are not saved.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._task = core.task("rating", self._read, core.say)
        self._asked = False
        self._helped: object = None
        self._rated: object = None

    @property
    def standing(self) -> Standing:
        """Your rating now."""
        return self._core.state.standing

    # -- the file -----------------------------------------------------------------------------------------------------

    def poll(self) -> None:
        """Reads your rating at the start, and says what could not be stored."""
        if not self._asked:
            self._asked = True
            path = self._core.session.recorder.path
            if path is not None and path.exists():

                def work(watch: Watch) -> Standing:
                    return read_standing(path)

                self._task.start(work)
        for error in self._task.worker.failures():
            self._core.say(f"your rating was not stored: {report(error)}", seconds=8)

    def _read(self, standing: Standing) -> None:
        self._core.change(standing=standing)
        if self._core.session.game.empty:
            self.match()

    def level(self) -> str:
        """The level that fits your rating."""
        return level_for(self.standing.rating)

    # -- matching -----------------------------------------------------------------------------------------------------

    def match(self) -> None:
        """Gives you the level that fits your rating, if you have asked for that."""
        session = self._core.session
        settings = session.settings
        if not settings.matched or settings.seats.count(HUMAN) != 1:
            return
        level = self.level()
        seats = (HUMAN, level) if settings.seats[0] == HUMAN else (level, HUMAN)
        self._core.attempt(session.set, seats=seats, matched=True)

    # -- games --------------------------------------------------------------------------------------------------------

    def moved(self) -> None:
        """A move was played; with values over the columns or teaching mode you had help."""
        state = self._core.state
        if scores_shown(state) or state.teaching.on:
            self.helped()

    def helped(self) -> None:
        """You had help: the game on the board does not count."""
        self._helped = self._core.session.game.identity

    def board_changed(self) -> None:
        """Counts the game on the board, if it is over now."""
        session = self._core.session
        game = session.game
        outcome = session.outcome
        if session.studying:
            self.helped()  # a game that goes on after its review does not count
            return
        if outcome is None or game.identity == self._rated or not is_rated(game, session.settings):
            return
        seats = session.settings.seats
        opponent = next(agent for agent in seats if agent != HUMAN)
        self._rated = game.identity
        if game.identity == self._helped or moves_taken_back(game):
            self._core.say("this game does not count for your rating: you had help", seconds=8)
            return
        mine = (seats.index(HUMAN) + game.starter) % 2
        score = 0.5
        if outcome.winner is not None:
            score = float(outcome.winner == mine)
        self.note(opponent, score)

    def note(self, opponent: str, score: float) -> None:
        """Notes the result of a game against a level: 1 for a win, 0.5 for a draw, 0 for a loss."""
        before = self.standing
        rating = rating_after(before.rating, before.games, elo(opponent) or 0, score)
        self._core.change(standing=Standing(rating, before.games + 1))
        self._core.say(change_in_words(before, rating, opponent, score), seconds=8)
        path = self._core.session.recorder.path
        if path is None:
            return

        def work() -> None:
            store_result(path, opponent, score)

        self._task.worker.tell(work)


def change_in_words(before: Standing, rating: float, opponent: str, score: float) -> str:
    """How the result of a game changed your rating, and why."""
    result = {1.0: "win", 0.5: "draw", 0.0: "loss"}[score]
    why = f"a {result} against {AGENTS[opponent].label} ({elo(opponent)})"
    if not before.games:
        first = AGENTS[FIRST_LEVEL].label
        return (
            f"your rating: {rating:.0f}. Everybody starts at {before.rating:.0f}, as strong as {first}; this was {why}"
        )
    return f"your rating: {before.rating:.0f} → {rating:.0f}, for {why}"


def moves_taken_back(game: Game) -> bool:
    """Whether a move of a game was taken back and another one tried."""
    return len(game.tree.nodes) > game.at + 1


def read_standing(path: Path) -> Standing:
    """Your rating in a library; the first one if the library cannot be used."""
    from c4.library.library import Library
    from c4.library.rated_results import RatedGames

    try:
        with Library(path) as library:
            return Standing(*RatedGames(library).rating())
    except C4Error:
        return Standing()  # the recorder says what is wrong when it stores the next game


def store_result(path: Path, opponent: str, score: float) -> None:
    """Stores the result of a game.  Raises C4Error if the library cannot be used."""
    from c4.library.library import Library
    from c4.library.rated_results import RatedGames

    path.parent.mkdir(parents=True, exist_ok=True)
    with Library(path) as library:
        RatedGames(library).note(opponent, score)
