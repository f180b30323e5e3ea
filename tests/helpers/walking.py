"""A random walk over everything that a person can do in an app, without a display."""

import random
import time
from functools import partial

from c4.game.position import Position
from c4.review.rows import Lines, Row
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.app.commands import BASE_COMMANDS
from visualizer.app.features import FEATURES
from visualizer.state.app import App
from visualizer.state.explained_mistake import insight_into
from visualizer.state.preferences import PLAY, PUZZLES, Preferences
from visualizer.state.requests import AskFile, PasteText
from visualizer.ui.command import Commands
from visualizer.ui.feature import in_menu_order, load_features

SEATS = (("human", "minimax"), ("human", "alphabeta"), ("human", "amateur"), ("human", "human"), ("novice", "human"))
DEPTHS = (1, 2, 3, 4, 20)
"""Searches that end at once, and one that goes on until something stops it."""

TEXTS = ("4453", "44444412222252576331", "121212", "", "447712", "44 59 21", "empty")
"""What is pasted: positions, a finished game, nothing, and what is none."""

WAIT_SECONDS = 0.02
"""How long a step waits for what is searched, at most."""

MISTAKE = insight_into(Row(4, 1, 4, 2, -18, (2, 5)), Position.from_moves("445"), Lines((4, 2, 1, 5), (2, 3)))
"""A move after which the other side makes two threats at once."""

LEARNED = ("network", "taught", "td-lambda", "sarsa")
PAGES = ("unit 2", "unit 3", "units 1 to 24", "cells and threats", "along the game", "")
"""Evaluators, and pages of which some belong to two of them."""

NOT_WALKED = frozenset({"quit", "load own", "load model", "shipped models", "keep games", "train"})
"""Commands that end the program, run or write files, or open a window that trains."""


class Walk:
    """Does one thing after another; `state` is what panes would show then."""

    def __init__(self, seed: int, **settings: object) -> None:
        self.rng = random.Random(seed)
        self.app = App(
            Session(Settings(depth=3, **settings)), Preferences(mode="analyse", animation=False, graph=False)
        )
        feature = load_features(FEATURES)
        self.commands = Commands(in_menu_order(BASE_COMMANDS, feature.commands), self.app)
        self.app.commands = self.commands
        self.names = [command.name for command in self.commands if command.name not in NOT_WALKED]
        self.app.session.threads.loader.ask(lambda watch: None)
        self.app.tree.load()
        self.app.code_loaded()
        self.done: list[str] = []
        self.changes: dict[str, int] = {}
        self.before = self.state

    @property
    def state(self):
        return self.app.state

    def step(self) -> None:
        """Does one thing, takes over what has come, and counts which parts of the state have changed."""
        self.before = self.state
        what = self.rng.random()
        if what < 0.4:
            self._run(self.rng.choice(self.names))
        elif what < 0.6:
            self._run(f"column {self.rng.randint(1, 7)}")
        else:
            self.rng.choice(
                (
                    self._set,
                    self._go,
                    self._paste,
                    self._select,
                    self._view,
                    self._playback,
                    self._object,
                    self._wait,
                    self._review,
                    self._teach,
                    self._rate,
                    self._film,
                    self._hint,
                    self._lesson,
                    self._solve,
                    self._weigh,
                )
            )()
        self._answer_requests()
        self.app.poll()
        for name, part in vars(self.state).items():
            if part is not getattr(self.before, name):
                self.changes[name] = self.changes.get(name, 0) + 1

    def _run(self, name: str) -> None:
        self.done.append(name)
        self.commands.run(name)

    def _set(self) -> None:
        """Live switches, while something thinks or not."""
        change = self.rng.choice(
            (
                {"seats": self.rng.choice(SEATS)},
                {"depth": self.rng.choice(DEPTHS)},
                {"evaluator": self.rng.choice(("v1", "v2", "windows"))},
                {"algorithm": self.rng.choice(("alphabeta", "minimax", "engine"))},
            )
        )
        self.done.append(str(change))
        self.app.search.change(**change)

    def _rate(self) -> None:
        """A rated game has ended."""
        self.done.append("rate")
        self.app.rating.note(self.rng.choice(("child", "master")), self.rng.choice((0.0, 0.5, 1.0)))

    def _film(self) -> None:
        """The film of a mistake."""
        self.done.append("film")
        self.app.film.show(MISTAKE)

    def _go(self) -> None:
        self.done.append("go to")
        self.app.game.go_to(self.rng.randint(0, len(self.app.session.game.moves)))

    def _paste(self) -> None:
        text = self.rng.choice(TEXTS)
        self.done.append(f"paste {text!r}")
        self.app.game.paste(text)

    def _select(self) -> None:
        tree = None if self.state.tree is None else self.state.tree.tree
        if tree is not None and not self.app.tree.no_tree():
            self.done.append("select")
            self.app.tree.choose(self.rng.randrange(len(tree)))

    def _view(self) -> None:
        self.done.append("source")
        self.app.views.choose_source(self.rng.choice((None, "search", "learned", "exact")))

    def _playback(self) -> None:
        if not self.app.tree.no_tree() and self.state.tree.live is None:
            self.done.append("seek")
            self.app.tree.model.open_playback()
            self.app.tree.model.seek(self.rng.randrange(1000))
            self.app.tree.sync()

    def _review(self) -> None:
        self._run("review")

    def _teach(self) -> None:
        self._run("teaching")

    def _lesson(self) -> None:
        """Opens a lesson, turns its pages, or closes it."""
        self.done.append("lesson")
        lessons = self.app.lessons
        if lessons.reading is None:
            lessons.open("alpha-beta")
        else:
            self.rng.choice((lessons.next, lessons.next, lessons.next, lessons.back, lessons.leave))()

    def _solve(self) -> None:
        """Shows the puzzles, tries one, or goes back to the game."""
        self.done.append("puzzle")
        puzzles = self.app.puzzles
        if not puzzles.shown:
            self.app.show_mode(PUZZLES)
            return
        column = self.rng.randrange(7)
        steps = (partial(puzzles.play, column), puzzles.hint, puzzles.again, puzzles.show_solution, puzzles.next)
        self.rng.choice((*steps, partial(self.app.show_mode, PLAY)))()

    def _weigh(self) -> None:
        """Chooses a learned evaluator, and sometimes a page of its weights."""
        self.done.append("weights")
        weights = self.app.weights
        weights.choose(self.rng.choice(LEARNED))
        weights.choose_page(self.rng.choice(PAGES))

    def _hint(self) -> None:
        """Asks for a hint, and sometimes waits for it."""
        self._run("hint")
        self._wait()

    def _object(self) -> None:
        self.done.append("answer the objection")
        self.rng.choice((self.app.teaching.withdraw, self.app.teaching.play_anyway))()

    def _wait(self) -> None:
        """Lets a search come to an end, or at least further."""
        self.done.append("wait")
        end = time.monotonic() + WAIT_SECONDS
        while self.app.busy and time.monotonic() < end:
            time.sleep(0.001)
            self.app.poll()

    def _answer_requests(self) -> None:
        """What the window would do: dialogs are cancelled, the clipboard holds a position."""
        requests = self.app.requests
        while requests:
            request = requests.popleft()
            if isinstance(request, PasteText):
                request.then(self.rng.choice((*TEXTS, None)))
            elif isinstance(request, AskFile) and not request.saving:
                request.then("/no/such/file")

    def close(self) -> None:
        self.app.close()


def record(pane: type, state: object) -> object:
    """What a pane says about a state."""
    parts = [getattr(state, name) for name in pane.reads]
    return pane.__new__(pane).view(*parts)  # without a display: `view` needs nothing that `__init__` makes
