"""Files of one's own in the window: evaluators and players, loaded, and loaded again when saved.  Imports tkinter.

A file is code: only those that a person has named are run, and at the next start only with her consent (`kept`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import get_ident
from typing import NamedTuple

from c4 import agents, evaluators, scripts
from c4.agents import AGENTS, HUMAN
from c4.agents.specification import asks_evaluator
from c4.evaluators import EVALUATORS
from c4.scripts import is_script
from c4.search.watch import Watch
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host
from visualizer.play.evaluators import Evaluators
from visualizer.shell.playing import Playing

LOOK_MS = 250
"""Between two looks at whether a file was saved."""

LONG = 600.0
"""Seconds that a fault in a file stands in the status line, unless something happens on the board."""

Stamp = tuple[int, int]


class Loaded(NamedTuple):
    """What a file turned out to be: an evaluator, with a sentence about its form, or a player, or both."""

    name: str
    evaluator: str
    player: bool


class OwnFiles:
    """Evaluators in the registry that are files are held as they are, and loaded again when they are saved."""

    def __init__(self, host: Host, held: Evaluators, playing: Playing, analysing: Callable[[], bool]) -> None:
        """`held` are the window's evaluators; `analysing` says whether trees are looked at."""
        self._host, self._held, self._playing, self._analysing = host, held, playing, analysing
        self.kept = False
        """Whether the next start runs the files, too."""
        self._stamps: dict[str, Stamp | None] = {}
        self._errand: Errand[Loaded] = Errand(host.root, host.session.worker("own files"), self._done, self._failed)
        self._then: Callable[[Loaded], object] = self._loaded
        self._name = ""
        self._look()

    @property
    def evaluators(self) -> list[str]:
        """The evaluators that are files."""
        return [name for name in list(EVALUATORS) if is_script(name)]

    @property
    def players(self) -> list[str]:
        """The agents that are files or other programs."""
        return [name for name in list(AGENTS) if agents.is_own(name)]

    def ask(self) -> None:
        """Asks for a file and loads it."""
        from tkinter import filedialog

        path = filedialog.askopenfilename(
            parent=self._host.root, title="Load an evaluator or a player", filetypes=[("Python files", "*.py")]
        )
        if path:
            self.load(path)

    def load(self, path: str) -> None:
        """Loads a file that a person has named: searches then use the evaluator, a player takes the machine's seat."""
        self._start(path, self._loaded)

    def _start(self, name: str, then: Callable[[Loaded], object]) -> None:
        self._stamps[name], self._then, self._name = stamp(name), then, name
        self._host.session.threads.watch_over(get_ident())

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

        self._errand.start(work)

    def _done(self, loaded: Loaded) -> None:
        self._held.forget(loaded.name)
        self._then(loaded)

    def _failed(self, sentence: str) -> None:
        """What was loaded last stays in use."""
        self._host.say(sentence, seconds=LONG)

    def _loaded(self, loaded: Loaded) -> None:
        host, session = self._host, self._host.session
        if loaded.evaluator:
            host.attempt(session.set, evaluator=loaded.name)
            self._playing.learned.choose(loaded.name)
            host.say(loaded.evaluator, seconds=10)
            self._search()
        if loaded.player:
            seat = next((seat for seat in (1, 0) if session.settings.seats[seat] != HUMAN), 1)
            host.attempt(lambda: session.adopt(session.settings.for_seat(seat, loaded.name)))
            host.say(f"{AGENTS[loaded.name].label} now sits in the {('first', 'second')[seat]} seat", seconds=10)

    def _saved(self, loaded: Loaded) -> None:
        """A file in use was saved: what rests on it is made anew."""
        host, session = self._host, self._host.session
        host.say(f"{Path(loaded.name).name} was saved: the new code is in use")
        if loaded.evaluator and self._used(loaded.name):
            session.switch_live(session.live.source)
            self._search()
        self._playing.learned.refresh()
        host.touch()

    def _used(self, name: str) -> bool:
        """Whether hints or a machine in a seat search with an evaluator."""
        settings = self._host.session.settings
        asking: Iterable[tuple[str, int | None]] = ((settings.algorithm, None), *zip(settings.seats, (0, 1)))
        return any(
            agent != HUMAN and asks_evaluator(agent) and settings.limits_of(agent, seat).evaluator == name
            for agent, seat in asking
        )

    def _search(self) -> None:
        """A running search starts again; where the tree is looked at and nobody thinks, the board is searched."""
        session = self._host.session
        if session.thinking and not session.hinting:
            session.go()
        elif session.outcome is None and (session.hinting or self._analysing()):
            session.hint()

    def _look(self) -> None:
        self._host.root.after(LOOK_MS, self._look)
        if self._errand.busy:
            if stamp(self._name) not in (None, self._stamps[self._name]):  # perhaps it is in an endless loop
                self._start(self._name, self._then)
            return
        for name in self.evaluators:
            now = stamp(name)
            if now is not None and now != self._stamps.get(name):
                first = name not in self._stamps  # such as one from the command line
                self._start(name, self._first if first else self._saved)
                return

    def _first(self, loaded: Loaded) -> None:
        self._host.touch()

    def switch_kept(self) -> None:
        """Whether the files are loaded at the next start."""
        self.kept = not self.kept
        then = "are run at the next start, too" if self.kept else "are not run at the next start"
        self._host.say(f"your evaluators and players {then}")

    def none(self) -> str:
        """Why there is nothing to keep; "" if there is something."""
        return "" if self.evaluators or self.players else "no file of your own is loaded"


def stamp(name: str) -> Stamp | None:
    """When a file was saved last, and its size; None if there is none, as for a moment while it is being saved."""
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
