"""Your own evaluators and players, loaded, and loaded again when you save the file.

A file is code: it runs only after you have named it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from c4 import agents, evaluators, scripts
from c4.agents import AGENTS, HUMAN
from c4.agents.specification import asks_evaluator
from c4.evaluators import EVALUATORS
from c4.scripts import is_script
from c4.search.watch import Watch
from c4.session.worker import BUILT_IN
from visualizer.state.core import Core
from visualizer.state.preferences import PLAY
from visualizer.state.searching import Searching
from visualizer.state.weights import Weights

POLL_SECONDS = 0.25
"""Between two looks at whether a file was saved."""

ANSWER_SECONDS = 1.0
"""Seconds that a user evaluator may take for one answer in the thread of the window."""

FAULT_SECONDS = 600.0
"""Seconds that a fault in a file stays in the status line, unless something happens on the board."""

Stamp = tuple[int, int]


class LoadedFile(NamedTuple):
    """What a file turned out to be: an evaluator, with a sentence about its form, or a player, or both."""

    name: str
    evaluator: str
    player: bool


class UserCode:
    """Watches the evaluator files in use and loads each one again when it is saved."""

    def __init__(self, core: Core, search: Searching, weights: Weights) -> None:
        self._core = core
        self._search_topic = search
        self._weights = weights
        self._stamps: dict[str, Stamp | None] = {}  # when each file was saved that was loaded or tried
        self._task = core.task("own files", self._done, self._failed)
        self._then: Callable[[LoadedFile], object] = self._loaded
        self._name = ""
        self._next_look = 0.0

    def load(self, path: str) -> None:
        """Loads a file that a person has named: searches then use the evaluator, a player takes the agent's seat."""
        self._start(path, self._loaded)

    def _start(self, name: str, then: Callable[[LoadedFile], object]) -> None:
        self._stamps[name] = stamp(name)
        self._then = then
        self._name = name
        scripts.patience = ANSWER_SECONDS

        def work(watch: Watch) -> LoadedFile:
            return load_file(name)

        self._task.start(work)

    def _done(self, loaded: LoadedFile) -> None:
        self._core.loader.forget(loaded.name)
        self._then(loaded)

    def _failed(self, sentence: str) -> None:
        """What was loaded last stays in use."""
        self._core.say(sentence, seconds=FAULT_SECONDS)

    def _loaded(self, loaded: LoadedFile) -> None:
        core = self._core
        session = core.session
        if loaded.evaluator:
            core.attempt(session.set, evaluator=loaded.name)
            self._weights.choose(loaded.name)
            core.say(loaded.evaluator, seconds=10)
            self._search()
        if loaded.player:
            seats = session.settings.seats
            seat = 0 if seats[1] == HUMAN and seats[0] != HUMAN else 1
            self._search_topic.adopt(lambda: session.settings.for_seat(seat, loaded.name))
            core.say(f"{AGENTS[loaded.name].label} now sits in the {('first', 'second')[seat]} seat", seconds=10)

    def _saved(self, loaded: LoadedFile) -> None:
        """A file in use was saved: what rests on it is made anew."""
        session = self._core.session
        self._core.say(f"{Path(loaded.name).name} was saved: the new code is in use")
        if loaded.evaluator and self._used(loaded.name):
            session.switch_live(session.live.source)
            self._search()

    def _used(self, name: str) -> bool:
        """Whether hints or an agent in a seat search with an evaluator."""
        settings = self._core.session.settings
        asking: Iterable[tuple[str, int | None]] = ((settings.algorithm, None), *zip(settings.seats, (0, 1)))
        return any(
            agent != HUMAN and asks_evaluator(agent) and settings.limits_of(agent, seat).evaluator == name
            for agent, seat in asking
        )

    def _search(self) -> None:
        """A running search starts again; in Analyse, the board is searched if no search is running."""
        session = self._core.session
        if session.thinking and not session.analysing:
            session.go()
        elif session.outcome is None and (session.analysing or self._core.state.shown.mode != PLAY):
            session.analyse()

    def poll(self, now: float) -> None:
        """Loads again what was saved; called many times a second, looks at the files a few times."""
        if now < self._next_look or not (self._stamps or len(EVALUATORS) > len(BUILT_IN)):
            return
        self._next_look = now + POLL_SECONDS
        if self._task.busy:
            if stamp(self._name) not in (None, self._stamps[self._name]):  # perhaps it is in an endless loop
                self._start(self._name, self._then)
            return
        for name in [name for name in list(EVALUATORS) if is_script(name)]:
            saved = stamp(name)
            if saved is not None and saved != self._stamps.get(name):
                first = name not in self._stamps  # such as one from the command line
                self._start(name, self._first if first else self._saved)
                return

    def _first(self, loaded: LoadedFile) -> None:
        """A file that the program began with is watched from now on."""


def load_file(name: str) -> LoadedFile:
    """Runs a file and says what it is.  Raises C4Error for one that cannot be used."""
    player = name in AGENTS
    new = name not in EVALUATORS
    if new:
        script = scripts.run(name)
        player = script.function("choose") is not None
        if player:
            agents.allow(name)
        if player and not any(map(script.function, ("evaluate", "explain", "evaluate_bits"))):
            return LoadedFile(name, "", True)
    try:
        return LoadedFile(name, evaluators.hold(name).form, player)
    except BaseException:
        if new:  # one that the program began with stays in the lists until it is mended
            evaluators.forget(name)
        raise


def stamp(name: str) -> Stamp | None:
    """When a file was saved last, and its size; None if there is none, as for a moment while it is being saved."""
    try:
        status = Path(name).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
