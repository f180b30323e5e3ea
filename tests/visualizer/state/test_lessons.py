"""Reading a lesson: pages set the window up, answers are checked, and everything comes back; without a display."""

import pytest
from patience import wait_until

from c4.agents import HUMAN
from c4.lessons.reader import parse_lesson
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.lessons.view import page_view
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, LEARN, PLAY, Preferences

LESSON = """# Three pages

About them.

## Search

<!--
position: 4453
search: alphabeta:depth=2
node: 5
playback: cut 5
show: windows
ask: cut
hint: Look at {number}.
-->

It is worth {value}.

## Board

<!--
position: 31142577635375332
search: none
ask: square
hint: Count the discs.
-->

Who wins? {discs} discs.

## Next

<!--
position: 4453
search: minimax:depth=2
ask: best
hint: It is worth {value root}.
-->

The end.
"""


@pytest.fixture
def app():
    app = App(Session(Settings(seats=(HUMAN, HUMAN))), Preferences(mode=PLAY, animation=False, follow=False))
    app.session.threads.loader.ask(lambda watch: None)
    app.tree.load()
    app.code_loaded()
    yield app
    app.close()


def shown(app: App) -> None:
    """Waits until the page is on screen with its numbers, its node and its moment."""

    def there() -> bool:
        app.poll()
        reading = app.state.lesson
        return reading.facts is not None and app.lessons.pictured

    wait_until(there)


def values_shown(app: App) -> dict[object, str]:
    """The values in the figure, by the keys of its nodes."""
    return {key: data.value for key, data in app.state.tree.graph.nodes.data("data")}


def test_a_lesson_sets_up_and_gives_back(app):
    """Pages show their position, search, node and moment; leaving brings back game, settings, preferences and mode."""
    for column in (0, 1):
        app.game.play(column)
    settings = app.state.settings
    preferences = app.state.preferences
    app.lessons.begin(parse_lesson(LESSON, "three"))
    shown(app)
    assert (app.state.shown.mode, app.session.moves()) == (ANALYSE, "4453")
    assert app.state.tree.playback.event == 40
    assert app.state.preferences.tree_windows
    assert app.kept_settings() is settings, "what is written meanwhile is yours"
    assert not app.kept_preferences().tree_windows
    app.lessons.next()
    shown(app)
    assert (app.state.shown.mode, app.session.position.ply) == (LEARN, 17)
    app.lessons.next()
    shown(app)
    assert app.state.tree.tree.algorithm == "minimax"
    app.lessons.next()
    assert app.state.lesson is None
    assert app.session.moves() == "12"
    assert app.state.settings == settings
    assert app.state.preferences.tree_windows == preferences.tree_windows
    assert app.state.preferences.scores == preferences.scores
    assert (app.state.shown.mode, app.state.preferences.mode) == (LEARN, PLAY)
    assert app.state.preferences.lesson_pages == {"three": 2}


def test_answers_are_checked(app):
    """A wrong one brings a hint, the right one its reason; a node or a column counts, and progress is kept."""
    app.lessons.begin(parse_lesson(LESSON.replace("playback: cut 5", "playback: enter 5"), "three"))
    shown(app)
    app.game.play(3)
    said = "".join(piece.text for piece in page_view(app.state.lesson, app.state.preferences).text)
    assert said.endswith("Hint. Look at −11.\n\nNot reply 4.")
    assert app.state.tree.playback.event == 33
    app.lessons.hint()
    assert app.state.tree.playback.event == 40, "the answer is shown"
    assert app.state.lesson.reply.words.startswith(
        "The answer is reply 5. After column 5, MIN's reply 5 gives MAX at most −11."
    )
    assert not app.state.preferences.lesson_answers, "an answer that was shown does not count"
    app.lessons.next()
    shown(app)
    for key in (3, 1):
        app.game.play(key)
    assert app.state.lesson.reply.words == "Not d2."
    for key in (3, 2):
        app.game.play(key)
    assert app.state.lesson.reply.words.startswith("Right: d3.")
    app.lessons.next()
    shown(app)
    assert values_shown(app)[0] == "?", "the value that is asked for is not in the figure"
    assert not app.state.tree.headlines
    app.tree.choose(app.state.tree.tree.find((2,)))
    app.poll()
    assert app.state.lesson.reply.words == "Right: column 3. Column 3: 0."
    assert values_shown(app)[0] == "0"
    assert app.state.tree.headlines[1] == "Best: column 3, value 0 for Red (heuristic “V2”, depth 2)"
    assert app.state.preferences.lesson_answers == ("three 2", "three 3")
    app.lessons.leave()
    app.lessons.begin(parse_lesson(LESSON, "three"))
    assert app.state.lesson.at == 0, "after the last page it begins again"


def test_another_game_or_mode_closes_a_lesson(app):
    """A new game stays on the board, Play shows yours; settings come back in both."""
    app.game.play(0)
    settings = app.state.settings
    for leave, moves in ((app.game.new, ""), (app.views.swap_mode, "1")):
        app.lessons.begin(parse_lesson(LESSON, "three"))
        shown(app)
        leave()
        app.poll()
        assert app.state.lesson is None
        assert app.session.moves() == moves
        assert app.state.settings == settings
        app.game.undo()


def test_a_mistake_in_a_file_is_said(app, tmp_path):
    """One sentence with file and line; nothing is opened.  What only a search shows is said on its page."""
    path = tmp_path / "mine.md"
    path.write_text(LESSON.replace("ask: cut", "ask: cuts"))
    app.game.open_file(str(path))
    assert app.state.lesson is None
    assert app.state.message.text.startswith("mine.md: line 13: ask cannot be 'cuts': did you mean 'cut'?")
    path.write_text(LESSON.replace("{value root}", "{value 1-1-1}"))
    app.game.open_file(str(path))
    wait_until(lambda: app.poll() or ("cannot" not in app.state.message.text and "1-1-1" in app.state.message.text))
    assert app.state.message.text == "mine.md: line 36: {value 1-1-1}: the search has no node 1-1-1"
    path.write_text(LESSON.replace("{value}", "{value 5-5-5}"))
    app.game.open_file(str(path))

    def problem() -> bool:
        app.poll()
        return bool(app.state.lesson.problem)

    wait_until(problem)
    assert app.state.lesson.problem == "line 17: {value 5-5-5}: the search has no node 5-5-5"
