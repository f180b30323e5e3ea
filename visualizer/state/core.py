"""The core of the app: the state and its only writer, the session, and what every topic needs of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, NamedTuple

from c4.callbacks import ignore
from c4.errors import C4Error
from c4.printable import one_line
from c4.session.session import Session
from c4.session.settings import Settings
from c4.text import capitalised
from visualizer.state.evaluators import EvaluatorLoader
from visualizer.state.names import Names
from visualizer.state.preferences import Preferences, with_recent
from visualizer.state.requests import OpenWindow, PlaySound, Request
from visualizer.state.state import FALL_SECONDS, GameState, Message, State
from visualizer.state.tasks import Task


class BeforeLesson(NamedTuple):
    """Settings, and preferences by name, as they were before a lesson changed them: these are kept for the next start."""

    settings: Settings
    preferences: Mapping[str, Any]


class Kept(NamedTuple):
    """The preferences that are kept for the next start, and what they were made of."""

    now: Preferences
    before_lesson: BeforeLesson | None
    preferences: Preferences


class Core:
    """Holds the state.  `visualizer.state.app.App` adds the topics and takes over what happens."""

    def __init__(self, session: Session, preferences: Preferences) -> None:
        self.session = session
        self.state = State(GameState(session.game, session.line, session.outcome), session.settings, preferences)
        self.requests: deque[Request] = deque()
        """What the window is asked to do; it takes them after every command and poll."""
        self.tasks: list[Task[Any]] = []
        """Work in threads whose results the app takes over."""
        self.on_change: Callable[[], object] = ignore
        """Called when the state has changed, or the window is asked for something: the only way to hear of it."""
        self.drawing_seconds = 0.0
        """How long the window drew last."""
        self.loader = EvaluatorLoader(session.worker("evaluators"))
        self.before_lesson: BeforeLesson | None = None
        """What a lesson gives back when it is closed; None without a lesson."""
        self._kept: Kept | None = None
        self._landing = 0.0
        self._landing_sound = ""

    def sync(self) -> None:
        """Takes over what has changed in the session."""
        raise NotImplementedError

    # -- the state ----------------------------------------------------------------------------------------------------

    def change(self, **parts: Any) -> None:
        """Replaces parts of the state.  Nothing else writes it."""
        self.state = replace(self.state, **parts)
        self.on_change()

    def show(self, **changes: Any) -> None:
        """Changes what is shown (see `Shown`)."""
        self.change(shown=replace(self.state.shown, **changes))

    def prefer(self, **changes: Any) -> None:
        """Changes preferences of the window, on which no search depends."""
        self.change(preferences=replace(self.state.preferences, **changes))

    def kept_settings(self) -> Settings:
        """The settings that are kept for the next start."""
        return self.state.settings if self.before_lesson is None else self.before_lesson.settings

    def kept_preferences(self) -> Preferences:
        """The preferences that are kept for the next start; the same object until they change."""
        now = self.state.preferences
        if self.before_lesson is None:
            return now
        kept = self._kept
        if kept is None or kept.now is not now or kept.before_lesson is not self.before_lesson:
            kept = Kept(now, self.before_lesson, replace(now, **self.before_lesson.preferences))
            self._kept = kept
        return kept.preferences

    def remember_file(self, path: str) -> None:
        """A file was opened or saved: menu File offers it."""
        self.prefer(recent=with_recent(self.state.preferences.recent, path))

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a message in the status line for some seconds, or until the board changes."""
        self.change(message=Message(one_line(capitalised(text)), monotonic() + seconds, self.session.line))

    def request(self, request: Request) -> None:
        """Asks the window to do something that only it can do."""
        self.requests.append(request)
        self.on_change()

    def open(self, window: str, then: Callable[[Any], object] | None = None) -> None:
        """Opens a window by the name under which it is registered, and calls `then(window)`."""
        self.request(OpenWindow(window, then))

    def attempt(self, action: Callable[..., object], *arguments: Any, **named: Any) -> bool:
        """Calls `action`; a C4Error becomes a message.  Returns whether it succeeded."""
        try:
            action(*arguments, **named)
        except C4Error as error:
            self.say(str(error))
            return False
        finally:
            self.sync()
        return True

    def task(
        self, name: str, on_done: Callable[[Any], object], on_failed: Callable[[str], object] | None = None
    ) -> Task[Any]:
        """A task in a thread of that name; its end calls `on_done(result)`, or says what failed."""
        task: Task[Any] = Task(self.session.worker(name), on_done, on_failed or self.say)
        self.tasks.append(task)
        return task

    def names(self) -> Names:
        """What the players are called now."""
        state = self.state
        return Names.of(state.game, state.settings, state.preferences, state.shown)

    # -- the disc that falls ------------------------------------------------------------------------------------------

    def let_fall(self, sound: str) -> None:
        """A disc was played: it falls if motion is on, and makes a sound when it lands."""
        if self.state.preferences.animation:
            self._landing = monotonic() + FALL_SECONDS
        self._landing_sound = sound

    def falling(self, now: float | None = None) -> bool:
        """Whether the disc that was played last may still be falling."""
        return (monotonic() if now is None else now) < self._landing

    def landed(self) -> None:
        """The disc that was played last need not fall to the end."""
        self._landing = 0.0
        self.end_fall()

    def end_fall(self) -> None:
        """The disc has landed: its sound is due."""
        if self._landing_sound:
            self.request(PlaySound(self._landing_sound))
            self._landing_sound = ""
