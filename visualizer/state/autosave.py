"""Autosave: settings, preferences and the running game are written soon after each change.

So they are there for the next start however the window ends: closed, by a logout, killed, or with its display.
"""

from __future__ import annotations

import operator
from threading import Lock
from time import monotonic

from c4.agents import AGENTS, HUMAN
from c4.search.watch import Watch
from c4.session.game import Game, outcome
from c4.session.settings import Settings
from c4.text import pluralise
from visualizer.state.core import Core
from visualizer.state.preferences import PLAY, Preferences, PreferencesFile
from visualizer.state.state import Invitation
from visualizer.state.unfinished_games import Unfinished, UnfinishedGames, text_of

SOON_SECONDS = 0.5
"""Seconds between a change and the file: changes that follow each other quickly are written together."""

AGAIN_SECONDS = 5.0
"""Seconds after which what could not be written is tried again, as where another program held the lock."""

GO_ON = "go on"
"""The command that goes on with the game that another window has left."""


class Autosave:
    """The topic `app.autosave`."""

    def __init__(self, core: Core, preferences: PreferencesFile | None, running: UnfinishedGames | None) -> None:
        """`preferences` and `running` are where these are kept; None for nowhere."""
        self._core = core
        self._preferences = preferences
        self._running = running
        self.left: Unfinished | None = None if running is None else running.left()
        """The game that another window has left unfinished."""
        self._saved: Game | None = None
        self._seen = self._parts()
        self._due = 0.0
        self._failure = ""
        self._writing = Lock()
        self._task = core.task("autosave", self._written)

    # -- writing ------------------------------------------------------------------------------------------------------

    def poll(self, now: float) -> None:
        """Writes what has changed, in a thread, once it has rested for a moment."""
        seen = self._parts()
        if not all(map(operator.is_, seen, self._seen)):
            self._seen = seen
            self._due = self._due or now + SOON_SECONDS
        if self._due and now >= self._due and not self._task.busy:
            self._due = 0.0
            game, settings, preferences = seen

            def work(watch: Watch) -> str:
                return self._write(game, settings, preferences)

            self._task.start(work)

    def _parts(self) -> tuple[Game, Settings, Preferences]:
        core = self._core
        return core.session.played, core.kept_settings(), core.kept_preferences()

    def _written(self, failure: str) -> None:
        """Says what could not be written, once, and tries again later."""
        if failure and failure != self._failure:
            self._core.say(failure, seconds=10)
        if failure:
            self._due = self._due or monotonic() + AGAIN_SECONDS
        self._failure = failure

    def flush(self) -> str:
        """Writes everything at once.  Returns "", or a message if something cannot be written."""
        self._task.stop()
        self._seen = self._parts()
        self._due = 0.0
        return self._write(*self._parts())

    def _write(self, game: Game, settings: Settings, preferences: Preferences) -> str:
        failures: list[str] = []
        with self._writing:
            if self._preferences is not None:
                failures.append(self._preferences.write(settings, preferences))
            if self._running is not None:
                wanted = unsaved(game, self._saved)
                failures.append(self._running.write(text_of(game, settings) if wanted else ""))
        return "; ".join(filter(None, failures))

    def saved(self, game: Game) -> None:
        """A file holds this game: it need not be kept for the next start."""
        self._saved = game
        self._due = self._due or monotonic() + SOON_SECONDS

    # -- the game of the last time ------------------------------------------------------------------------------------

    def offer(self) -> None:
        """Offers to go on with the game that was left; does nothing if there is none."""
        if self.left is None:
            return
        moves = len(self.left.game.moves)
        which = f"your game of {pluralise(moves, 'move')}" if moves else "your position"
        over = outcome(self.left.game.tree.position(), self.left.game.ended_here) is not None
        verb = "Return to" if over else "Go on with"
        self._core.show(invitation=Invitation(GO_ON, f"{verb} {which}"))
        if self._core.state.shown.mode != PLAY:
            self._core.say(f"Game > Go on with the last game returns to {which}", seconds=20)

    def why_not_go_on(self) -> str:
        """Why there is no game to go on with; "" if there is one."""
        return "no game was left unfinished" if self.left is None else ""

    def go_on(self) -> None:
        """Puts the game that was left on the board; Undo returns to the one that is there."""
        left = self.left
        core = self._core
        if left is None or self._running is None:
            return
        game = left.game
        settings = core.session.settings
        if all(seat == HUMAN or seat in AGENTS for seat in left.seats):
            core.attempt(core.session.set, seats=left.seats, matched=settings.matched)
        if not core.attempt(core.session.open_game, game, paused=game.tree.at != game.tree.tip):
            return
        self.left = None
        if core.state.shown.invitation is not None and core.state.shown.invitation.command == GO_ON:
            core.show(invitation=None)
        trouble = self.flush()
        if not trouble:
            self._running.remove(left)
        core.say(trouble or "this is the game of the last time")

    def close(self) -> str:
        """Writes everything, and ends; a game that was offered and declined is removed.

        Returns "", or a message if something cannot be written.
        """
        trouble = self.flush()
        if self._running is not None:
            if self.left is not None and self._core.state.shown.declined == GO_ON:
                self._running.remove(self.left)
            self._running.close()
        return trouble


def unsaved(game: Game, saved: Game | None) -> bool:
    """Whether a game holds something that neither the library nor `saved`, the game that was saved last, has."""
    if game.empty:
        return False
    if saved is not None and _content(saved) == _content(game):
        return False
    tree = game.tree
    annotated = any(node.comment or node.mark for node in tree.nodes) or game.review is not None
    varied = any(len(tree.children(node)) > 1 for node in tree.walk())
    in_library = game.opened is None and (tree.moves(game.main), game.ended) in game.kept
    return annotated or varied or not in_library


def _content(game: Game) -> tuple[object, ...]:
    """What of a game goes into a file."""
    return game.start, game.tree.nodes, game.tree.pruned, game.main, game.ended, game.review
