"""Your own evaluators and players in the window, loaded, and loaded again when you save the file.

A file is code: it runs only after you have named it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from c4 import agents, evaluators, scripts
from c4.agents import AGENTS, HUMAN
from c4.agents.specification import asks_evaluator
from c4.evaluators import EVALUATORS
from c4.scripts import is_script
from c4.search.watch import Watch
from c4.session.settings import PLAY
from visualizer.ui.background import BackgroundTask

if TYPE_CHECKING:
    from visualizer.app.window import Window

POLL_SECONDS = 0.25
"""Between two looks at whether a file was saved."""

PATIENCE = 1.0
"""Seconds that a user evaluator may take for one answer in the thread of the window."""

LONG = 600.0
"""Seconds that a fault in a file stands in the status line, unless something happens on the board."""

Stamp = tuple[int, int]


class Loaded(NamedTuple):
    """What a file turned out to be: an evaluator, with a sentence about its form, or a player, or both."""

    name: str
    evaluator: str
    player: bool


class UserCode:
    """Evaluators in the registry that are files are held as they are, and loaded again when they are saved."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.stamps: dict[str, Stamp | None] = {}
        """When each file was saved that was loaded or tried."""
        self._task: BackgroundTask[Loaded] = BackgroundTask(
            window.root, window.session.worker("own files"), self._done, self._failed
        )
        self._then: Callable[[Loaded], object] = self._loaded
        self._name = ""
        self._next_look = 0.0

    @property
    def evaluators(self) -> list[str]:
        """The evaluators that are files."""
        return [name for name in list(EVALUATORS) if is_script(name)]

    def ask(self) -> None:
        """Asks for a file and loads it."""
        from tkinter import filedialog

        path = filedialog.askopenfilename(
            parent=self._window.root, title="Load an evaluator or a player", filetypes=[("Python files", "*.py")]
        )
        if path:
            self.load(path)

    def load(self, path: str) -> None:
        """Loads a file that a person has named: searches then use the evaluator, a player takes the agent's seat."""
        self._start(path, self._loaded)

    def _start(self, name: str, then: Callable[[Loaded], object]) -> None:
        self.stamps[name], self._then, self._name = stamp(name), then, name
        scripts.patience = PATIENCE

        def work(watch: Watch) -> Loaded:
            player, new = name in AGENTS, name not in EVALUATORS
            if new:
                script = scripts.run(name)
                player = script.function("choose") is not None
                if player:
                    agents.allow(name)
                if player and not any(map(script.function, ("evaluate", "explain", "evaluate_bits"))):
                    return Loaded(name, "", True)
            try:
                return Loaded(name, evaluators.hold(name).form, player)
            except BaseException:
                if new:  # one that the program began with stays in the lists until it is mended
                    evaluators.forget(name)
                raise

        self._task.start(work)

    def _done(self, loaded: Loaded) -> None:
        self._window.evaluators.forget(loaded.name)
        self._then(loaded)

    def _failed(self, sentence: str) -> None:
        """What was loaded last stays in use."""
        self._window.say(sentence, seconds=LONG)

    def _loaded(self, loaded: Loaded) -> None:
        window, session = self._window, self._window.session
        if loaded.evaluator:
            window.attempt(session.set, evaluator=loaded.name)
            self._window.playing.learned.choose(loaded.name)
            window.say(loaded.evaluator, seconds=10)
            self._search()
        if loaded.player:
            seat = next((seat for seat in (1, 0) if session.settings.seats[seat] != HUMAN), 1)
            window.attempt(lambda: session.adopt(session.settings.for_seat(seat, loaded.name)))
            window.say(f"{AGENTS[loaded.name].label} now sits in the {('first', 'second')[seat]} seat", seconds=10)

    def _saved(self, loaded: Loaded) -> None:
        """A file in use was saved: what rests on it is made anew."""
        window, session = self._window, self._window.session
        window.say(f"{Path(loaded.name).name} was saved: the new code is in use")
        if loaded.evaluator and self._used(loaded.name):
            session.switch_live(session.live.source)
            self._search()
        self._window.playing.learned.refresh()
        window.refresh()

    def _used(self, name: str) -> bool:
        """Whether hints or a agent in a seat search with an evaluator."""
        settings = self._window.session.settings
        asking: Iterable[tuple[str, int | None]] = ((settings.algorithm, None), *zip(settings.seats, (0, 1)))
        return any(
            agent != HUMAN and asks_evaluator(agent) and settings.limits_of(agent, seat).evaluator == name
            for agent, seat in asking
        )

    def _search(self) -> None:
        """A running search starts again; in Analyse, the board is searched if no search is running."""
        session = self._window.session
        if session.thinking and not session.hinting:
            session.go()
        elif session.outcome is None and (session.hinting or self._window.modes.mode != PLAY):
            session.hint()

    def look(self) -> None:
        """Loads again what was saved; called many times a second, looks at the files a few times."""
        if monotonic() < self._next_look:
            return
        self._next_look = monotonic() + POLL_SECONDS
        if self._task.busy:
            if stamp(self._name) not in (None, self.stamps[self._name]):  # perhaps it is in an endless loop
                self._start(self._name, self._then)
            return
        for name in self.evaluators:
            now = stamp(name)
            if now is not None and now != self.stamps.get(name):
                first = name not in self.stamps  # such as one from the command line
                self._start(name, self._first if first else self._saved)
                return

    def _first(self, loaded: Loaded) -> None:
        self._window.refresh()


def stamp(name: str) -> Stamp | None:
    """When a file was saved last, and its size; None if there is none, as for a moment while it is being saved."""
    try:
        status = Path(name).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
