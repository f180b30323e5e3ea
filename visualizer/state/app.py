"""The app: owns the state of the window and is the only one that replaces it.  It knows no Tk.

A command calls a method of the app.  The method changes the session, or a part of the state.  The window lets every
pane show the new state.  Work in threads never touches the state: `poll` takes over its results.
"""

from __future__ import annotations

import operator
from dataclasses import replace
from time import monotonic
from types import MappingProxyType
from typing import Protocol

from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.session.events import Changed, Event, Evicted, Expanded, Failed, Moved, SearchResult
from c4.session.live import NOTHING
from c4.session.plans import Plan
from c4.session.session import Session
from c4.text import pluralise
from visualizer.state.autosave import GO_ON, Autosave
from visualizer.state.column_values import values_shown
from visualizer.state.core import Core
from visualizer.state.evaluators import Loaded
from visualizer.state.exact_line import ExactLines
from visualizer.state.film import Filming
from visualizer.state.lessons import Lessons
from visualizer.state.playing import Playing
from visualizer.state.preferences import REVIEW, Preferences, PreferencesFile
from visualizer.state.puzzles import Puzzles
from visualizer.state.rated_games import Rating
from visualizer.state.reviewing import Reviewing
from visualizer.state.searching import Searching, plan_of
from visualizer.state.state import GameState, Invitation, Message, Progress, Searches, Shown
from visualizer.state.teaching import Teaching
from visualizer.state.trees import Trees, replayed
from visualizer.state.unfinished_games import UnfinishedGames
from visualizer.state.user_code import UserCode
from visualizer.state.views import Views
from visualizer.state.weights import Weights

TOUR = Invitation("tour", "New here? Take the tour")


class Runner(Protocol):
    """What the app asks of the registry of commands."""

    def __contains__(self, name: str) -> bool:
        """Whether there is a command of that name."""

    def run(self, name: str) -> object:
        """Runs a command by name."""


class App(Core):
    """All state of one window, and what you can do with it, grouped by topic.

    game       the game: playing, undoing, opening
    teaching   teaching mode
    search     searching, hints, and how agents search
    exact      what exact values say beside a search
    rating     your rating, and the level that fits it
    views      what is shown: modes, column values, colours, sizes
    tree       the tree of the search
    weights    what learned weights say
    review     the review of the game
    film       the film of a mistake
    lessons    the lesson that is being read
    puzzles    the puzzle in the tab Puzzles
    user_code  your own evaluators and players
    autosave   what survives the window
    """

    def __init__(
        self,
        session: Session,
        preferences: Preferences | None = None,
        file: PreferencesFile | None = None,
        running: UnfinishedGames | None = None,
    ) -> None:
        """`file` keeps settings and preferences from one start to the next, `running` the running game; None: nothing
        does.
        """
        preferences = Preferences() if preferences is None else preferences
        super().__init__(session, preferences)
        self.commands: Runner | None = None
        """All commands, once they have been registered."""
        self._values_of: tuple[object, ...] = ()
        self._seen = (-1, -1)
        self._known_of: Position | None = None
        self.tree = Trees(self)
        self.weights = Weights(self)
        self.search = Searching(self, self.weights)
        self.exact = ExactLines(self)
        self.teaching = Teaching(self)
        self.views = Views(self, self.search)
        self.rating = Rating(self)
        self.autosave = Autosave(self, file, running)
        self.lessons = Lessons(self, self.tree, self.search, self.views)
        self.puzzles = Puzzles(self)
        self.game = Playing(
            self,
            self.tree,
            self.search,
            self.teaching,
            self.views,
            self.rating,
            self.autosave,
            self.lessons,
            self.puzzles,
        )
        self.review = Reviewing(self, self.game)
        self.film = Filming(self)
        self.user_code = UserCode(self, self.search, self.weights)
        mode = preferences.mode
        invitation = None if preferences.toured else TOUR
        self.change(shown=Shown(mode=mode, invitation=invitation))
        self.autosave.offer()
        self.sync()

    def do(self, name: str) -> None:
        """Runs a command by name, or says why it is impossible now."""
        assert self.commands is not None, "commands have been registered"
        self.commands.run(name)

    def offers(self, name: str) -> bool:
        """Whether there is a command of that name."""
        return self.commands is not None and name in self.commands

    def show_mode(self, mode: str) -> None:
        """Shows a mode; a review is begun first, or the status line says why there is none."""
        self.lessons.leave()
        if mode == REVIEW:
            self.review.show()
        else:
            self.views.show_mode(mode)

    # -- what others ask ----------------------------------------------------------------------------------------------

    def sides(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Word and colour of the discs of the side that begins, and of the other."""
        colours = self.state.preferences.colours
        starter = self.state.game.starter
        return colours[starter], colours[1 - starter]

    def positions(self) -> dict[str, Position]:
        """The positions that can be searched, by name, the most likely first."""
        offered: dict[str, Position] = {}
        shown = self.state.searches.shown
        selected = self.tree.selected_position()
        if shown is not None:
            offered["the tree's position"] = shown.position
        offered["the board's position"] = self.session.position
        if selected is not None:
            offered["the selected node's"] = selected
        return {name: position for name, position in offered.items() if position.outcome() is None}

    def position(self, name: str = "") -> Position:
        """The position of that name among `positions()`, or the most likely.  Raises C4Error if there is none."""
        offered = self.positions()
        if not offered:
            raise C4Error("the game is over: there is nothing to search")
        return offered.get(name, next(iter(offered.values())))

    def plan(self) -> Plan:
        """The current search settings."""
        return plan_of(self.session.settings)

    def demonstrate(self, position: str, agent: str, limits: Limits) -> bool:
        """Sets up a position in Analyse with exact values over the columns and searches it; whether that was possible."""
        return self.views.demonstrate(position, agent, limits)

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for an answer, or for its tree; a thread that loads what is not urgent asks this."""
        return self.session.thinking or self.tree.behind()

    @property
    def busy(self) -> bool:
        """Whether something is computed or moves, so that `poll` has to be called often."""
        progress = self.state.progress
        computing = self.session.thinking or progress.solving or progress.loading
        moving = self.falling() or self.review.stepping or self.film.playing or self.puzzles.playing
        return computing or moving or self.tree.busy or any(task.busy for task in self.tasks)

    # -- what happened ------------------------------------------------------------------------------------------------

    def poll(self) -> None:
        """Takes over what has happened, in the session and in threads."""
        now = monotonic()
        if self.state.message.text and now >= self.state.message.until:
            self.change(message=Message())
        if not self.falling(now):
            self.end_fall()
            for event in self.session.poll():
                self._take(event)
        for task in self.tasks:
            task.poll()
        self._poll_evaluators()
        self.user_code.poll(now)
        self.rating.poll()
        self.sync()
        self.teaching.poll()
        self.review.poll(now)
        self.film.poll(now)
        self.puzzles.poll(now)
        self.tree.poll(now)
        self.sync()
        self.autosave.poll(now)

    def _take(self, event: Event) -> None:
        match event:
            case Moved():
                self.change(game=replace(self.state.game, drops=self.state.game.drops + 1))
                self.rating.moved()
                self.let_fall("drop" if self.session.outcome is None else "win")
                self._board_changed()
            case Changed():
                self._board_changed()
            case SearchResult():
                self._search_ended(event)
            case Expanded():
                self.tree.expanded(event)
                self.sync()
            case Evicted(trees=trees):
                removed = f"{pluralise(trees, 'tree')} of earlier moves removed: trees may take 256 MB"
                self.say(removed, seconds=8)
            case Failed(sentence=sentence):
                self.say(sentence, seconds=10)

    def _board_changed(self) -> None:
        """Another position is on the board: what was about the earlier one goes."""
        if self.state.message.line is not self.session.line:
            self.change(message=Message())
        self.sync()
        self.tree.board_changed()
        self.review.board_changed()
        self.rating.board_changed()
        invitation = self.state.shown.invitation
        if invitation is not None and invitation.command == "analyse" and not self._chosen_last():
            self.show(invitation=None)

    def _chosen_last(self) -> bool:
        """Whether the search that ended last chose the last move on the board."""
        search = self.state.searches.last_ended
        if search is None or self.state.game.age(search) != 1:
            return False
        return search.decision.column == self.state.game.game.last

    def _search_ended(self, search: SearchResult) -> None:
        """Shows the result of a finished search for a while."""
        decision = search.decision
        self.change(searches=replace(self.state.searches, last_ended=search))
        self._require(search.limits)
        self.tree.board_changed()
        if decision.findings and not search.analysis:
            self.say(f"{self.names().searcher(search)}: {decision.reason}", seconds=8)
        shown = self.state.shown
        invited = shown.explaining or (shown.invitation is not None and shown.invitation.command != GO_ON)
        if invited and not search.analysis and decision.tree is not None and decision.column is not None:
            words = f"Why column {decision.column + 1}? See the search"
            self.show(invitation=Invitation("analyse", words), explaining=True)

    def _require(self, limits: Limits) -> None:
        """Has the evaluator of a search loaded, whose values are shown in its units."""
        if limits.evaluator:
            self.loader.require(limits.evaluator, limits.model if EVALUATORS[limits.evaluator].learned else None)

    def _poll_evaluators(self) -> None:
        """Has all evaluators loaded, once that no longer delays a search."""
        if self.state.progress.ready:
            models = self.session.settings.models
            self.loader.poll({name: models.get(name) for name in list(EVALUATORS)})

    # -- the session --------------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Takes over what has changed in the session."""
        session = self.session
        seen = (session.revision, session.searches.revision)
        if seen != self._seen:
            self._seen = seen
            self._take_over()
            self.search.board_changed()
        loaded = self.state.evaluators
        if loaded.loaded is not self.loader.loaded or loaded.models is not session.settings.models:
            self.change(evaluators=Loaded(session.settings.models, self.loader.loaded))
        self.views.find_values()
        self.tree.sync()
        self._count_for_max()
        self.search.follow()
        self.exact.sync()
        self.weights.sync()
        self.lessons.sync()
        self._show_progress()

    def _show_values(self) -> None:
        """Computes the values over the columns again if anything that they come from has changed."""
        state = self.state
        parts = (
            state.game,
            state.settings,
            state.searches,
            state.progress,
            state.evaluators,
            state.preferences,
            state.shown,
            state.tree,
        )
        if all(map(operator.is_, parts, self._values_of)) and self._values_of:
            return
        self._values_of = parts
        names = self.names()
        moment = replayed(state.tree, state.searches, names)
        values = values_shown(state, names, None if moment is None else moment.values)
        if values != state.values:
            self.change(values=values)

    def _count_for_max(self) -> None:
        """In Analyse, all values count for MAX of the search that is shown."""
        state = self.state
        about = state.searches.shown if state.tree is None else state.tree.about
        seat = None if about is None else (about.position.to_move + about.starter) % 2
        if seat != state.shown.max_seat:
            self.show(max_seat=seat)

    def _take_over(self) -> None:
        session = self.session
        game = self.state.game
        studied = session.studied
        now = GameState(
            session.game,
            session.line,
            outcome=session.outcome,
            paused=session.paused,
            drops=game.drops,
            studied=studied,
        )
        if game_parts(now) != game_parts(game):
            another = now.game.identity is not game.game.identity and now.studied is game.studied is None
            self.change(game=now)
            self.teaching.board_changed()
            self.views.follow_study()
            if another:
                self.views.show_board()
        if session.settings is not self.state.settings:
            self.change(settings=session.settings)
        searches = Searches(
            newest=session.newest,
            shown=session.shown_search,
            last_ended=self.state.searches.last_ended,
            behind=MappingProxyType(session.searches.behind_moves()),
            running=session.running,
            expanding=session.expanding,
            source=session.live.source,
            stopped=session.live.stopped,
            own=session.showing_own,
            of_board=session.own_search,
            behind_last=session.search_behind,
        )
        if session.running is not None:
            self._require(session.running.limits)
        self.change(searches=searches)

    def _show_progress(self) -> None:
        """Takes over what changes while something is computed."""
        session = self.session
        before = self.state.progress
        solving = session.live.source is not None and session.live.busy
        known = NOTHING
        if session.live.source is not None:
            still = not (solving or before.solving) and self._known_of is session.position
            known = before.known if still else session.live.known(session.position)
        self._known_of = session.position
        if known == before.known:
            known = before.known
        progress = Progress(
            snapshot=session.progress(),
            known=known,
            solving=solving,
            loading=session.loading,
            ready=before.ready,
            falling=self.falling(),
            compilation=session.threads.compilation,
        )
        if progress_parts(progress) != progress_parts(before):
            self.change(progress=progress)
        self._show_values()

    def code_loaded(self) -> None:
        """All code has been loaded: evaluators can be asked without keeping the window waiting."""
        self.change(progress=replace(self.state.progress, ready=True, loading=False))
        self.views.find_values()

    # -- the end ------------------------------------------------------------------------------------------------------

    def save(self, geometry: str) -> str:
        """Keeps settings, preferences and the running game for the next start.  Returns "", or a message if that fails."""
        self.lessons.leave()
        self.prefer(toured=True, geometry=geometry)
        return self.autosave.close()

    def close(self) -> None:
        """Ends all threads."""
        self.teaching.close()
        self.session.close()


def game_parts(game: GameState) -> tuple[object, ...]:
    """What makes two moments of the session different."""
    return game.game, game.line, game.outcome, game.paused, game.studied


def progress_parts(progress: Progress) -> tuple[object, ...]:
    """What makes two moments of a computation different."""
    return (
        progress.snapshot,
        progress.known,
        progress.solving,
        progress.loading,
        progress.ready,
        progress.falling,
        progress.compilation,
    )
