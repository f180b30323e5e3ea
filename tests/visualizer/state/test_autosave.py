"""Settings, preferences and the running game survive the window, however it ends.  Needs no display."""

import json
import os
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from paths import DATA
from patience import wait_until

from c4 import evaluators
from c4.agents import HUMAN
from c4.game.rules import Rules
from c4.library.gamefile import read_one
from c4.library.gametext import format_game, parse_game
from c4.library.library import default_path
from c4.review.mistake_marks import SYMBOLS
from c4.review.saved import review_of
from c4.session.records import record_of
from c4.session.settings import Settings
from visualizer.app.commands.file import name_of_file
from visualizer.app.start import start_app
from visualizer.state import autosave, reviewing, unfinished_games
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, PLAY, Preferences, PreferencesFile, with_recent
from visualizer.state.reviewed import Reviewed

RICH = DATA / "reports" / "rich.c4game"


@pytest.fixture
def file(tmp_path, monkeypatch) -> Path:
    """Preferences of two people who play; the library is beside them."""
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    monkeypatch.setattr(autosave, "SOON_SECONDS", 0.02)
    path = tmp_path / "window.json"
    PreferencesFile(path).write(Settings(seats=(HUMAN, HUMAN)), Preferences(toured=True))
    return path


def play(app: App, *columns: int) -> None:
    for column in columns:
        app.game.play(column)
    app.poll()


def leave(app: App) -> None:
    """Closes an app as its window does."""
    assert app.save("1000x700") == ""
    app.close()


def kill(app: App) -> None:
    """Ends an app with nothing but what a process that is killed leaves: its files; the system frees its locks."""
    app.autosave._running.close()
    app.close()


def kept() -> list[Path]:
    """The files of running games."""
    return sorted((default_path().parent / "running").glob("running-*.json"))


def rested(app: App) -> None:
    """Lets an app work until everything has been written."""
    app.poll()
    wait_until(lambda: app.poll() or not (app.autosave._due or app.autosave._task.busy))


def offered(app: App) -> str:
    invitation = app.state.shown.invitation
    return "" if invitation is None else invitation.words


def test_a_killed_window_is_gone_on_with(file):
    """Soon after the last change everything is in files: the next start offers the game as it was."""
    app = start_app(file)
    play(app, 3, 3, 4)
    app.game.step(-1)
    play(app, 2)
    app.session.annotate(4, mark="?!", comment="a\nb")
    app.game.step(-2)
    app.views.choose_theme("dark")
    rested(app)
    before = record_of(app.session.game, app.session.settings)
    kill(app)

    app = start_app(file)
    assert app.state.preferences.theme == "dark"
    assert offered(app) == "Go on with your game of 3 moves"
    assert app.session.moves() == ""
    app.autosave.go_on()
    assert offered(app) == ""
    assert app.session.moves() == "4"
    assert format_game(record_of(app.session.game, app.session.settings)) == format_game(before)
    assert len(kept()) == 1
    leave(app)


def test_a_game_goes_on_with_the_seats_it_had(file):
    """Who began, that it was played here, and moves that were set up, are as before."""
    app = start_app(file)
    app.search.change(starter=1)
    app.session.set_up("4453")
    app.search.change(seats=("minimax", HUMAN))
    app.session.stop()
    leave(app)
    app = start_app(file)
    app.search.change(seats=(HUMAN, HUMAN))
    app.session.play(6)
    app.autosave.go_on()
    assert app.session.settings.seats == ("minimax", HUMAN)
    app.search.change(seats=(HUMAN, HUMAN))
    play(app, 1)
    game = app.session.game
    assert (game.starter, game.opened, game.given, game.main) == (1, None, 5, 5)
    assert record_of(app.session.game, app.session.settings).first == "human"
    leave(app)


def test_a_resigned_game_with_notes_comes_back(file):
    """A finished game is in the library; what you wrote about it is not, so it is offered."""
    app = start_app(file)
    play(app, 3, 3)
    app.game.resign()
    leave(app)
    assert kept() == []
    app = start_app(file)
    assert offered(app) == ""
    play(app, 3, 3)
    app.game.resign()
    app.session.annotate(2, comment="why?")
    leave(app)
    app = start_app(file)
    assert offered(app) == "Return to your game of 2 moves", "nobody can go on with it"
    app.autosave.go_on()
    assert app.session.outcome.reason == "the other side resigned"
    leave(app)


@pytest.mark.parametrize("name", ["game.c4game", "game.jsonl"])
def test_what_is_in_a_file_is_not_offered(file, tmp_path, name):
    """A game that was saved, or opened and left as it was, needs no other file; a move later it does."""
    app = start_app(file)
    play(app, 3, 3, 4)
    rested(app)
    assert len(kept()) == 1
    app.game.save_file(str(tmp_path / name))
    rested(app)
    assert kept() == []
    app.game.step(-1)
    leave(app)
    assert kept() == []
    app = start_app(file)
    app.game.open_file(str(tmp_path / name))
    rested(app)
    assert kept() == []
    play(app, 5)
    leave(app)
    assert len(kept()) == 1


def test_a_game_that_was_pasted_is_offered(file):
    """Finished or not, the clipboard is no file; a game of the library is stored."""
    app = start_app(file)
    app.game.paste(RICH.read_text(encoding="utf-8"))
    leave(app)
    app = start_app(file)
    app.autosave.go_on()
    assert app.session.game.opened.others["Site"] == "Berlin"
    app.game.open_record(parse_game(RICH.read_text(encoding="utf-8")), "a game of the library", stored=True)
    leave(app)
    assert kept() == []


def test_a_new_game_replaces_the_one_before(file):
    """An empty board leaves nothing for the next start."""
    app = start_app(file)
    play(app, 3)
    app.game.new()
    leave(app)
    assert kept() == []


def test_a_declined_game_is_not_offered_again(file):
    """Until the window is closed it can still be fetched; one that was neither fetched nor declined stays."""
    app = start_app(file)
    play(app, 3)
    leave(app)
    for _ in range(2):
        app = start_app(file)
        assert offered(app)
        leave(app)
    app = start_app(file)
    app.views.decline_invitation()
    assert app.autosave.why_not_go_on() == ""
    leave(app)
    app = start_app(file)
    assert offered(app) == ""
    assert app.autosave.why_not_go_on() == "no game was left unfinished"
    leave(app)


def test_two_windows_keep_two_games(file):
    """A window never offers what another one that runs is playing, nor what another one has offered."""
    first = start_app(file)
    play(first, 3)
    rested(first)
    second = start_app(file)
    assert offered(second) == ""
    play(second, 0, 1)
    leave(first)
    third = start_app(file)
    assert offered(third) == "Go on with your game of 1 move"
    fourth = start_app(file)
    assert offered(fourth) == ""
    leave(fourth)
    third.autosave.go_on()
    leave(third)
    leave(second)
    assert len(kept()) == 2


def test_old_games_are_removed_before_there_are_too_many(file, monkeypatch):
    """Of games that nobody goes on with the latest are kept."""
    monkeypatch.setattr(unfinished_games, "MOST_FILES", 3)
    for column in range(5):
        app = start_app(file)
        play(app, column)
        leave(app)
        os.utime(kept()[0], (column, column)) if len(kept()) == 1 else None
    app = start_app(file)
    assert len(kept()) == 3
    leave(app)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"version": 1', '"version": 2'),
        lambda text: text.replace('"board": "44"', '"board": "45"'),
        lambda text: text.replace("44", "49"),
        lambda text: text.replace('"starter": 0', '"starter": true'),
        lambda text: "[" * 100_000,
        lambda text: "\udcff",
    ],
)
def test_a_damaged_file_is_set_aside(file, damage):
    """A running game that cannot be read stops no start; what was in the file is kept under another name."""
    app = start_app(file)
    play(app, 3, 3)
    leave(app)
    (path,) = kept()
    text = damage(path.read_text())
    path.write_bytes(text.encode(errors="surrogateescape"))
    app = start_app(file)
    assert offered(app) == ""
    assert path.with_suffix(".unreadable").exists()
    leave(app)


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
def test_what_is_no_file_stops_no_start(file):
    """A pipe, a folder, a link to a device or to nothing in the place of running games, and of the lock of preferences."""
    folder = default_path().parent / "running"
    folder.mkdir()
    os.mkfifo(folder / "running-1.json")
    (folder / "running-2.json").mkdir()
    (folder / "running-3.json").symlink_to("/dev/zero")
    (folder / "running-4.json").symlink_to(folder / "nothing")
    app = start_app(file)
    assert offered(app) == ""
    play(app, 3)
    os.mkfifo(file.parent / ".window.json.lock")
    app.views.choose_theme("dark")
    assert "is no lock file: remove it" in app.save("1000x700")
    app.close()
    app = start_app(file)
    assert offered(app) == "Go on with your game of 1 move"
    (file.parent / ".window.json.lock").unlink()
    leave(app)


def test_in_analyse_the_status_line_offers_the_game(file):
    """The button is in Play; elsewhere a sentence says where the command is."""
    app = start_app(file)
    app.show_mode(ANALYSE)
    play(app, 3)
    leave(app)
    app = start_app(file)
    assert app.state.shown.mode == ANALYSE
    assert app.state.message.text == "Game > Go on with the last game returns to your game of 1 move"
    leave(app)


def test_nothing_is_written_while_nothing_changes(file, monkeypatch):
    """A look at the state starts no work, and changes that follow each other are written together."""
    app = start_app(file)
    works = []
    start = app.autosave._task.start

    def count(work):
        works.append(work)
        start(work)

    monkeypatch.setattr(app.autosave._task, "start", count)
    now = monotonic()
    for number in range(100):
        app.autosave.poll(now + number)
    assert works == []
    for column in (3, 3, 4):
        app.session.play(column)
        app.sync()
        app.autosave.poll(now)
    app.autosave.poll(now + 0.8 * autosave.SOON_SECONDS)
    assert works == []
    app.autosave.poll(now + 1.2 * autosave.SOON_SECONDS)
    assert len(works) == 1
    rested(app)
    leave(app)


def test_what_cannot_be_written_is_said_once(file, monkeypatch):
    """On a full disk the window goes on; it says so once, and writes by itself when there is room."""
    monkeypatch.setattr(autosave, "AGAIN_SECONDS", 0.02)
    attempts = []
    app = start_app(file)
    with monkeypatch.context() as patch:
        patch.setattr("c4.storage._replace", full_disk_counted(attempts))
        app.views.choose_theme("dark")
        play(app, 3)
        wait_until(lambda: app.poll() or "were not saved" in app.state.message.text)
        assert "the running game was not saved for the next start" in app.state.message.text
        app.say("something else")
        play(app, 4)
        before = len(attempts)
        wait_until(lambda: app.poll() or len(attempts) > before + 4)
        assert "not saved" not in app.state.message.text
    rested(app)
    (path,) = kept()
    assert json.loads(path.read_text())["board"] == "45"
    leave(app)


def full_disk_counted(attempts):
    """A full disk that notes each attempt to write."""

    def write(*_):
        attempts.append(None)
        full_disk()

    return write


def full_disk(*_):
    raise OSError(28, "No space left on device")


# -- the review -----------------------------------------------------------------------------------------------------------

GAME = "1213141"
"""A game on a small board, which is solved at once."""


@pytest.fixture
def small(tmp_path, monkeypatch) -> Path:
    """Preferences of two people on a small board."""
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    path = tmp_path / "window.json"
    PreferencesFile(path).write(Settings(seats=(HUMAN, HUMAN), rules=Rules(5, 5, 4)), Preferences(toured=True))
    return path


def reviewed(app: App) -> Reviewed:
    """The review of the game, once it has been made to the end."""
    app.review.show()

    def done() -> bool:
        app.poll()
        review = app.state.review
        return review is not None and review.explained and not review.busy

    wait_until(done)
    return app.state.review


def annotations(app: App) -> list[tuple[str, str]]:
    tree = app.session.played.tree
    return [(tree.nodes[node].mark, tree.nodes[node].comment) for node in tree.walk()]


def test_a_review_is_saved_and_comes_back(small, tmp_path):
    """Values, marks, reasons and what you wrote are in the file, and there at once when it is opened again."""
    path = str(tmp_path / "game.c4game")
    app = start_app(small)
    play(app, *(int(digit) - 1 for digit in GAME))
    app.session.annotate(1, mark="!!", comment="mine")
    rows = reviewed(app).rows
    assert any(row.mark for row in rows)
    app.session.annotate(2, comment="written in the review")
    app.game.save_file(path)
    leave(app)

    app = start_app(small)
    app.game.open_file(path)
    assert app.session.played.review.rows == rows
    marks = [mark for mark, _ in annotations(app)]
    assert marks == ["", "!!", *(SYMBOLS[row.mark] for row in rows[1:])]
    assert annotations(app)[1][1] == "mine"
    assert annotations(app)[2][1] == "written in the review"
    app.review.show()
    assert app.state.review.rows == rows
    assert reviewed(app).rows == rows
    before = Path(path).read_text()
    app.game.save_file(path)
    assert Path(path).read_text() == before
    leave(app)


def test_a_game_that_nobody_had_reviewed_is_saved_without(small, tmp_path):
    """What the window finds out by itself in Play is not written into your games."""
    app = start_app(small)
    play(app, *(int(digit) - 1 for digit in GAME))
    app.code_loaded()
    wait_until(lambda: app.poll() or (app.state.review is not None and app.state.review.complete))
    app.game.save_file(str(tmp_path / "game.c4game"))
    assert "Review" not in (tmp_path / "game.c4game").read_text()
    leave(app)


def test_a_review_that_still_runs_is_said_when_the_game_is_saved(small, tmp_path, monkeypatch):
    """What is not in the file is not left out silently."""
    go_on = Event()
    monkeypatch.setattr(reviewing, "fill", lambda *_: go_on.wait(60))
    app = start_app(small)
    play(app, *(int(digit) - 1 for digit in GAME))
    app.review.show()
    app.game.save_file(str(tmp_path / "game.c4game"))
    go_on.set()
    assert "its review still runs (0 of 7 moves reviewed)" in app.state.message.text
    leave(app)


def test_what_another_program_has_saved_is_not_replaced_silently(small, tmp_path):
    """Save says that the file has changed since it was opened or saved, and replaces it only when asked once more."""
    path = tmp_path / "game.c4game"
    app = start_app(small)
    play(app, 3)
    app.game.save_file(str(path))
    play(app, 3)
    app.game.save_file(str(path))
    assert read_one(path).moves == "44"

    theirs = path.read_text().replace("44", "44 {theirs}")
    path.write_text(theirs)
    play(app, 3)
    app.game.save_file(str(path))
    assert path.read_text() == theirs
    assert app.state.message.text.startswith(f"Another program has changed {path}: save once more")
    app.game.save_file(str(path))
    assert read_one(path).moves == "444"
    path.unlink()
    app.game.save_file(str(path))
    assert read_one(path).moves == "444"
    leave(app)


@pytest.mark.parametrize("sign", "+-")
def test_scores_of_a_file_are_checked(small, tmp_path, sign):
    """A file may claim anything: the review says that it shows saved scores, and corrects them."""
    app = start_app(small)
    play(app, *(int(digit) - 1 for digit in GAME))
    app.game.save_file(str(tmp_path / "game.c4game"))
    rows = reviewed(app).rows
    leave(app)
    text = (tmp_path / "game.c4game").read_text()
    other = "-" if sign == "+" else "+"
    claims = [f"{digit}{other if place % 2 else sign}1/1" for place, digit in enumerate(GAME)]
    lie = f"{sign}1 {' '.join(claims)}"
    (tmp_path / "lie.c4game").write_text(f'[Review "{lie}"]\n{text}')
    app = start_app(small)
    app.game.open_file(str(tmp_path / "lie.c4game"))
    assert app.session.played.review is not None
    app.review.show()
    assert "as saved with the game; " in app.state.review.progress()
    assert reviewed(app).rows == rows
    assert app.session.played.review.rows == rows
    leave(app)


def test_a_review_is_not_lost_in_a_variation(small, tmp_path):
    """Looking at other lines, or leaving the review, keeps what was found about the game."""
    path = str(tmp_path / "game.c4game")
    app = start_app(small)
    play(app, *(int(digit) - 1 for digit in GAME))
    rows = reviewed(app).rows
    app.review.try_better_move()
    app.poll()
    app.show_mode(PLAY)
    app.game.step(-3)
    app.poll()
    app.game.save_file(path)
    assert review_of(read_one(path)).rows == rows
    leave(app)


# -- preferences of several windows -------------------------------------------------------------------------------------


def test_two_windows_write_what_they_have_changed(file):
    """A theme that was chosen in one window stays when another one is closed."""
    first = start_app(file)
    second = start_app(file)
    first.views.choose_theme("dark")
    rested(first)
    second.search.change(depth=9)
    leave(second)
    leave(first)
    settings, preferences, trouble = PreferencesFile(file).read()
    assert (settings.depth, preferences.theme, trouble) == (9, "dark", "")


@pytest.mark.parametrize("content", [None, "no JSON"])
def test_two_windows_that_start_with_defaults_write_what_they_have_changed(tmp_path, content):
    """As at the first start: neither has read anything from the file that both write."""
    path = tmp_path / "window.json"
    if content is not None:
        path.write_text(content)
    windows = [PreferencesFile(path), PreferencesFile(path)]
    for window in windows:
        window.read()
    settings, preferences, _ = windows[0].read()
    windows[0].write(settings, replace(preferences, scale=125))
    windows[1].write(settings, replace(preferences, graph=True))
    kept = PreferencesFile(path).read()[1]
    assert (kept.scale, kept.graph) == (125, True)


def test_what_does_not_go_together_is_not_mixed(file):
    """A board of one window and the move order of another one are no settings: the later window's are kept."""
    first = start_app(file)
    second = start_app(file)
    first.search.change(rules=Rules(5, 5, 4))
    rested(first)
    second.search.change(move_order=(3, 2, 4, 1, 5, 0, 6))
    leave(second)
    assert PreferencesFile(file).read()[2] == ""
    leave(first)
    assert PreferencesFile(file).read()[2] == ""


def test_a_file_that_is_damaged_meanwhile_is_set_aside(file):
    """It is renamed, never overwritten; the window's own preferences are written."""
    app = start_app(file)
    file.write_text("{")
    app.views.choose_theme("dark")
    leave(app)
    assert file.with_suffix(".unreadable.json").read_text() == "{"
    assert PreferencesFile(file).read()[1].theme == "dark"


def test_entries_of_a_newer_program_stay(file):
    """What this program does not know is written back."""
    content = json.loads(file.read_text())
    file.write_text(json.dumps({**content, "loudness": 7}))
    app = start_app(file)
    app.views.choose_theme("dark")
    leave(app)
    assert json.loads(file.read_text())["loudness"] == 7


# -- recent files -------------------------------------------------------------------------------------------------------


def test_recent_files(tmp_path):
    """The newest is first, and each is there once."""
    recent = ()
    for number in (*range(12), 3):
        recent = with_recent(recent, str(tmp_path / f"{number}.c4game"))
    assert len(recent) == 10
    assert recent[0].endswith("3.c4game")
    assert len(set(recent)) == 10
    assert Preferences(recent=(*recent, "more")).recent == recent


@pytest.mark.skipif(os.name != "posix", reason="names of files as POSIX has them")
def test_the_name_of_a_file_is_one_line_wherever_it_is_shown(file, tmp_path):
    """Control characters in it, which may be from anybody, are escapes: in the menu, in messages, in labels."""
    name = "new\nline\x1b\u202e"
    shown = r"new\nline\x1b\u202e"
    assert name_of_file(f"/there/{name}.c4game") == f"{shown}.c4game (/there)"
    app = start_app(file)
    path = str(tmp_path / f"{name}.c4game")
    app.game.save_file(path)
    assert app.state.message.text == f"Saved {tmp_path}/{shown}.c4game"
    app.game.open_file(path)
    assert f"{shown}.c4game" in app.state.message.text
    assert evaluators.label_of(f"/there/{name}.py") == shown


def test_a_file_is_opened_again(file, tmp_path):
    """What was opened or saved is offered at the next start, and as the game's own file until another game begins; a
    file that is gone is said, and leaves the list.
    """
    app = start_app(file)
    app.game.open_file(os.path.relpath(RICH))
    assert app.game.file_of_game() == str(RICH)
    app.game.save_file(str(tmp_path / "my game.jsonl"))
    assert app.game.file_of_game() == str(tmp_path / "my game.jsonl")
    app.game.play(0)
    assert app.game.file_of_game() == str(tmp_path / "my game.jsonl")
    app.game.new()
    assert app.game.file_of_game() == ""
    leave(app)
    app = start_app(file)
    assert [Path(path).name for path in app.state.preferences.recent] == ["my game.jsonl", "rich.c4game"]
    app.game.open_recent(app.state.preferences.recent[1])
    assert app.session.game.opened.first == "Anna"
    (tmp_path / "my game.jsonl").unlink()
    app.game.open_recent(str(tmp_path / "my game.jsonl"))
    assert "There is no file" in app.state.message.text
    assert [Path(path).name for path in app.state.preferences.recent] == ["rich.c4game"]
    (tmp_path / "bad.c4game").write_text("[First")
    app.game.open_file(str(tmp_path / "bad.c4game"))
    assert [Path(path).name for path in app.state.preferences.recent] == ["rich.c4game"]
    leave(app)
