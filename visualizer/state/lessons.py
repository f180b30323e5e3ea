"""Reading a lesson: each page sets the window up, asks, and gives the game and the settings back at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from c4.agents.specification import Specification
from c4.callbacks import ignore
from c4.errors import C4Error, naming
from c4.game.columns import DIGITS
from c4.game.gametree import GameTree
from c4.lessons.lesson import BEST, CUT, SQUARE, WINDOWS, Lesson, Page, answer_word
from c4.lessons.reader import read_lesson, shipped_lesson
from c4.search.watch import Watch
from c4.session.game import Game
from c4.session.settings import EXACT, Settings
from visualizer.state.core import BeforeLesson, Core
from visualizer.state.open_lesson import Reading, Reply, answer_name
from visualizer.state.preferences import ANALYSE, LEARN, LEGEND
from visualizer.state.searching import Searching
from visualizer.state.trees import Trees
from visualizer.state.views import Views

if TYPE_CHECKING:  # brings numpy, which the first paint does without
    from c4.lessons.facts import Answer, Facts, Square
    from c4.tree.searchtree import SearchTree
    from visualizer.state.tree.state import Hidden

MAX_REMEMBERED_ANSWERS = 1000
"""Right answers that the preferences remember."""


class Lessons:
    """The topic `app.lessons`."""

    def __init__(self, core: Core, tree: Trees, search: Searching, views: Views) -> None:
        self._core = core
        self._tree = tree
        self._search = search
        self._views = views
        self._task = core.task("lesson", self._worked_out, self._failed)
        self._checking = core.task("lesson check", ignore, self._found_wrong)
        self._game: object = None  # the identity of the game that the page has set up
        self.pictured = False
        """Whether the node and the moment of the page are on screen."""
        self._clicked: int | None = None  # the row that was chosen last

    # -- opening and leaving ------------------------------------------------------------------------------------------

    @property
    def reading(self) -> Reading | None:
        """The lesson that is being read; None for none."""
        return self._core.state.lesson

    @property
    def asks(self) -> bool:
        """Whether a page awaits an answer."""
        return self.reading is not None and self.reading.asks

    @property
    def asks_for_square(self) -> bool:
        """Whether the answer that a page awaits is a square."""
        question = None if self.reading is None else self.reading.page.question
        return self.asks and question is not None and question.kind == SQUARE

    def open(self, name: str) -> None:
        """Opens a lesson that ships with the program, where you left it."""
        self.begin(shipped_lesson(name))

    def open_file(self, path: str) -> None:
        """Opens the lesson in a file; says what is wrong with it."""
        try:
            lesson = read_lesson(Path(path).absolute())
        except C4Error as error:
            self._core.say(str(error), seconds=20)
            return
        self._core.remember_file(path)
        self.begin(lesson)
        self.check(lesson)

    def check(self, lesson: Lesson) -> None:
        """Works out all pages in the background, and says which one cannot be."""

        def work(watch: Watch) -> None:
            from c4.lessons.facts import check_pages

            with naming(Path(lesson.name).name):
                check_pages(lesson, watch)

        self._checking.start(work)

    def _found_wrong(self, sentence: str) -> None:
        self._core.say(sentence, seconds=20)

    def begin(self, lesson: Lesson) -> None:
        """Opens a lesson where you left it, after the last page at its beginning."""
        self.leave()
        core = self._core
        state = core.state
        preferences = state.preferences
        names = ("mode", "scores", "source", "threats", "tree_windows", "unfolded")
        core.before_lesson = BeforeLesson(state.settings, {name: getattr(preferences, name) for name in names})
        core.change(lesson=Reading(lesson))
        core.prefer(unfolded={**preferences.unfolded, LEGEND: False})
        at = preferences.lesson_pages.get(lesson.name, 0)
        self.go(at if at < len(lesson.pages) - 1 else 0)

    def leave(self) -> None:
        """Closes the lesson: game, settings and what was shown are as they were, and Learn is shown."""
        if self.reading is None:
            return
        core = self._core
        core.show(mode=LEARN)
        self._close()
        core.sync()

    def _close(self) -> None:
        """Closes the lesson.  The game comes back, unless another one has been put on the board."""
        core = self._core
        before_lesson = core.before_lesson
        assert before_lesson is not None, "a lesson is being read"
        self._task.stop()
        self._checking.stop()
        self._tree.end_playback()
        if self._tree.loaded:
            from visualizer.state.tree.state import NOTHING_HIDDEN

            self._tree.hide(NOTHING_HIDDEN)
        core.before_lesson = None
        core.change(lesson=None)
        core.prefer(**before_lesson.preferences)
        if core.session.game.identity is self._game:
            core.session.end_study()
        rules = core.session.settings.rules
        core.attempt(core.session.adopt, before_lesson.settings.changed(rules=rules))

    def sync(self) -> None:
        """Notices that you have left the lesson in another way, that its picture is there, and what you click."""
        reading = self.reading
        if reading is None:
            return
        state = self._core.state
        another_game = self._core.session.game.identity is not self._game
        if another_game or state.shown.mode != mode_of(reading.page):
            self._close()
        elif not self.pictured:
            self._show_picture(reading)
        elif state.tree is not None and state.tree.chosen != self._clicked:
            self._clicked = state.tree.chosen
            self._take_click(reading)

    # -- pages --------------------------------------------------------------------------------------------------------

    def next(self) -> None:
        """Goes to the next page; after the last one, closes the lesson."""
        reading = self.reading
        if reading is None:
            return
        if reading.last:
            self._remember_page(reading.lesson, reading.at)
            self.leave()
        else:
            self.go(reading.at + 1)

    def back(self) -> None:
        """Goes to the page before."""
        if self.reading is not None and self.reading.at > 0:
            self.go(self.reading.at - 1)

    def go(self, at: int) -> None:
        """Shows a page (from 0): its position, its search, and what it points at."""
        reading = self.reading
        if reading is None:
            return
        core = self._core
        self._task.stop()
        self._search.forget_hint()  # it may be the answer to what the page asks
        core.change(lesson=Reading(reading.lesson, at))
        self._remember_page(reading.lesson, at)
        page = reading.lesson.pages[at]
        self.pictured = False
        self._tree.end_playback()
        self._set_up(page)

        def work(watch: Watch) -> Facts:
            from c4.lessons.facts import work_out

            return work_out(page, watch)

        self._task.start(work)

    def _set_up(self, page: Page) -> None:
        """Puts the position of a page on the board, and its search into Analyse."""
        core = self._core
        session = core.session
        core.show(mode=mode_of(page), settings_open=False)
        values = "values" in page.show
        scores = {**core.state.preferences.scores, ANALYSE: values, LEARN: values}
        windows = WINDOWS in page.show
        core.prefer(
            scores=scores, source=EXACT if values else None, threats="threats" in page.show, tree_windows=windows
        )
        if session.position != page.position or session.game.identity is not self._game:
            game = game_of_page(page)
            session.study(game)
            self._game = game.identity
        if page.search is not None:
            before_lesson = core.before_lesson
            assert before_lesson is not None, "a lesson is being read"
            core.attempt(session.adopt, with_search(session.settings, page.search))
            own = session.own_search
            limits = session.settings.analysis_limits()
            if (
                own is None
                or own.decision.tree is None
                or (own.decision.tree.algorithm, own.limits) != (page.search.name, limits)
            ):
                self._search.analyse()
            else:
                session.show_own(True)
        core.sync()

    def _worked_out(self, facts: Facts) -> None:
        reading = self.reading
        if reading is not None:
            self._core.change(lesson=replace(reading, facts=facts))

    def _failed(self, sentence: str) -> None:
        reading = self.reading
        if reading is not None:
            self._core.change(lesson=replace(reading, problem=sentence))

    def _show_picture(self, reading: Reading) -> None:
        """Selects the node of the page and plays the search back to its moment, once both are known."""
        facts = reading.facts
        page = reading.page
        if facts is None:
            return
        if page.search is None:
            self.pictured = True
            return
        if not self._shows_search_of(page):
            return
        self.pictured = True
        state = self._core.state.tree
        assert state is not None
        assert state.tree is not None
        self._tree.picture(facts.row, facts.event, hidden_by(page, facts.row, state.tree, reading.asks))
        state = self._core.state.tree
        self._clicked = None if state is None else state.chosen

    def _shows_search_of(self, page: Page) -> bool:
        """Whether the tree on screen is that of the page's search."""
        state = self._core.state.tree
        search = None if state is None else state.search
        if state is None or search is None or state.live is not None or page.search is None:
            return False
        tree = search.decision.tree
        limits = self._core.session.settings.analysis_limits()
        return (
            tree is not None
            and search.position == page.position
            and (tree.algorithm, search.limits) == (page.search.name, limits)
        )

    # -- questions ----------------------------------------------------------------------------------------------------

    def answer_column(self, column: int) -> None:
        """You answer with a column (from 0); a square needs its row, too."""
        reading = self.reading
        if reading is None or not reading.asks or reading.page.question is None or reading.facts is None:
            return
        if reading.page.question.kind != SQUARE:
            self._take(column in reading.facts.answer.columns, f"{answer_word(reading.page)} {DIGITS[column]}")
        elif reading.column is None:
            self._core.change(lesson=replace(reading, column=column))
        else:
            self.answer_square((column, reading.column))

    def answer_square(self, square: Square) -> None:
        """You answer with a square: row and column, from 0."""
        from c4.game.columns import square as name_of

        reading = self.reading
        if reading is not None and reading.asks and reading.facts is not None:
            self._take(square in reading.facts.answer.squares, name_of(*square))

    def _take_click(self, reading: Reading) -> None:
        """A node was chosen: it is an answer if it is a reply to the node of the page."""
        tree = None if self._core.state.tree is None else self._core.state.tree.tree
        row = self._clicked
        question = reading.page.question
        if tree is None or not row or question is None or reading.facts is None or question.kind not in (BEST, CUT):
            return
        if int(tree.parent[row]) == reading.facts.row:
            self.answer_column(int(tree.move[row]))

    def _take(self, right: bool, answer: str) -> None:
        """Says whether an answer is right; after a wrong one, gives the next hint."""
        reading = self.reading
        assert reading is not None
        assert reading.facts is not None
        if right:
            reply = Reply(True, f"Right: {answer}. {reading.facts.answer.because}")
            self._answered(reading, reply)
            self._remember_answer(reading)
        else:
            hints = min(reading.hints + 1, len(reading.facts.hints))
            reply = Reply(False, f"Not {answer}.")
            self._core.change(lesson=replace(reading, reply=reply, hints=hints, column=None))

    def hint(self) -> None:
        """Gives the next hint; after the last one, the answer."""
        reading = self.reading
        if reading is None or not reading.asks or reading.facts is None:
            return
        if reading.hints < len(reading.facts.hints):
            self._core.change(lesson=replace(reading, hints=reading.hints + 1))
        else:
            words = f"The answer is {answer_text(reading.facts.answer, answer_word(reading.page))}. {reading.facts.answer.because}"
            self._answered(reading, Reply(True, words))

    def _answered(self, reading: Reading, reply: Reply) -> None:
        """The question has its answer: what it asked for is shown, and a playback goes on to there."""
        self._core.change(lesson=replace(reading, reply=reply, column=None))
        state = self._core.state.tree
        if state is not None and state.tree is not None and reading.facts is not None:
            hidden = hidden_by(reading.page, reading.facts.row, state.tree, asks=False)
            self._tree.hide(hidden, reading.facts.answer.event)

    # -- progress -----------------------------------------------------------------------------------------------------

    def _remember_page(self, lesson: Lesson, at: int) -> None:
        """The preferences keep the page that you have reached."""
        pages = self._core.state.preferences.lesson_pages
        self._core.prefer(lesson_pages={**pages, lesson.name: at})

    def _remember_answer(self, reading: Reading) -> None:
        """The preferences keep which questions you have answered."""
        answer = answer_name(reading.lesson, reading.at)
        answers = self._core.state.preferences.lesson_answers
        if answer not in answers:
            self._core.prefer(lesson_answers=(*answers, answer)[-MAX_REMEMBERED_ANSWERS:])


def mode_of(page: Page) -> str:
    """The mode in which a page is shown: Analyse for a search, Learn for the board alone."""
    return LEARN if page.search is None else ANALYSE


def hidden_by(page: Page, row: int, tree: SearchTree, asks: bool) -> Hidden:
    """What a page leaves out of the figure: where it asks for the best reply to a node, the node's value, those above it,
    and best play; once this is answered, only what is above.
    """
    from visualizer.state.tree.state import Hidden

    windows = WINDOWS not in page.show
    if page.question is None or page.question.kind != BEST or tree.simulations is not None:
        return Hidden(windows=windows)
    above = frozenset(tree.ancestors(row))
    if asks:
        return Hidden(above | {row}, best=True, windows=windows)
    return Hidden(above, best=bool(above), windows=windows)


def answer_text(answer: Answer, word: str) -> str:
    """The right answers in words; `word` is what a column is called there."""
    from c4.game.columns import square as name_of

    names = [f"{word} {DIGITS[column]}" for column in sorted(answer.columns)]
    names += [name_of(*square) for square in sorted(answer.squares)]
    return " or ".join(names)


def game_of_page(page: Page) -> Game:
    """The position of a page as a game."""
    position = page.position
    if position.moves is None or len(position.moves) != position.ply:
        return Game(GameTree(position))
    tree = GameTree.from_moves(position.moves, type(position)(rules=position.rules))
    return Game(tree, given=len(tree.nodes), learned=True, main=tree.at)


def with_search(settings: Settings, search: Specification) -> Settings:
    """Settings whose own search is that of a page; models are the built-in ones, except one that it names."""
    models: Mapping[str, str] = {}
    if search.limits.model is not None:
        models = {search.limits.evaluator: search.limits.model}
    changes: dict[str, Any] = {"algorithm": search.name, "analysis": search.limits, "models": models}
    return settings.changed(**changes)
