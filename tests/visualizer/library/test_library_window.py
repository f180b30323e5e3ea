"""The library window: searched, opened, tagged, explored, imported and exported."""

from tkinter.font import nametofont

import pytest
from clipping import clipped
from working import until, work

from c4.library.library import Library, StoredGame
from c4.library.positions import Branch
from c4.library.record import Record
from visualizer.board.settings_popover import RULES
from visualizer.library.view import Found, branches_view, games_view
from visualizer.library.window import LibraryWindow
from visualizer.state.preferences import REVIEW
from visualizer.ui.sizes import set_scale
from visualizer.ui.style import restyle
from visualizer.ui.theme import LIGHT


@pytest.fixture
def window(app, root, tmp_path):
    path = tmp_path / "games.sqlite"
    with Library(path) as library:
        library.add(Record.from_moves("1212121", first="Anna", second="nearly-perfect", date="2026-01-02"))
        library.add(Record.from_moves("4453", first="Bert", second="Anna", tags=("club",), note="a fine game"))
    window = LibraryWindow(app, root, path)
    window.update()
    return window


def listed(window):
    working(window)
    return [window.games.set(name, 6) for name in window.games.get_children()]


def working(window):
    """Waits until all that was asked for is there."""
    work(window)
    until(window, lambda: not window.busy)


def test_games_are_found_opened_and_reviewed(window):
    """By player, result, opening, tag and note, and by the position on the board; Return opens, a button reviews."""
    assert listed(window) == ["4453", "1212121"]
    assert window.games.column(0, "width") >= nametofont("TkDefaultFont", window).measure("2026-12-28") + 8
    assert [window.games.set(name, 2) for name in window.games.get_children()] == ["Anna", "Nearly perfect"]
    for name, text, result in (
        ("Player", "anna", ["4453", "1212121"]),
        ("Player", "bert", ["4453"]),
        ("Player", "Nearly perfect", ["1212121"]),
        ("Opening", "121", ["1212121"]),
        ("Tag", "club", ["4453"]),
        ("Note", "fine", ["4453"]),
    ):
        window.fields[name].set(text)
        window.search()
        assert listed(window) == result
        window.fields[name].set("")
    window.result.set("first won")
    window.search()
    assert listed(window) == ["1212121"]
    window.games.focus_force()
    window.update()
    window.games.event_generate("<Return>")
    assert window.app.session.moves() == "1212121"
    assert window.app.state.shown.mode != REVIEW
    window.buttons["Review"].invoke()
    assert window.app.state.shown.mode == REVIEW
    assert window.app.state.review.is_of(window.app.session.game)
    window.fields["Opening"].set("hello!")
    window.search()
    working(window)
    assert "is not a move string" in window.message["text"]


def test_the_list_has_pages(window, monkeypatch):
    """However many games there are, all can be reached: by buttons, by keys, and after the last of a page is gone."""
    for module in ("view", "window"):
        monkeypatch.setattr(f"visualizer.library.{module}.PAGE_SIZE", 1)
    window.search()
    assert (listed(window), window.range["text"]) == (["4453"], "1 to 1 of 2 games")
    assert [button.instate(["disabled"]) for button in (window.newer, window.older)] == [True, False]
    window.older.invoke()
    assert (listed(window), window.range["text"]) == (["1212121"], "2 to 2 of 2 games")
    window.games.focus_force()
    window.update()
    window.games.event_generate("<Control-Prior>")
    assert listed(window) == ["4453"]
    window.older.invoke()
    assert listed(window) == ["1212121"]
    window.buttons["Remove"].invoke()
    assert (listed(window), window.range["text"]) == (["4453"], "1 to 1 of 1 game")


def test_the_explorer_follows_the_board(window):
    """What was played on the board's position, mirrored games too; a chosen column is played."""
    working(window)
    assert {window.branches.set(name, 0) for name in window.branches.get_children()} == {"4", "1 or 7"}
    window.here.set(True)
    window.search()
    window.app.game.play(6)
    assert listed(window) == ["1212121"]
    working(window)
    assert window.branches.get_children() == ("5",)
    window.branches.selection_set("5")
    window.play_branch()
    assert window.app.session.moves() == "76"


LONG_GAME = "441365675334466335442232661515577771217122"


@pytest.mark.parametrize("scale", [75, 150, 300])
def test_no_cell_is_cut(window, root, scale):
    """Names, tags and a whole game can be read at every scale, by the scroll bar where there is no room for all."""
    other = "somebody with a name of many letters"
    window.library.add(Record.from_moves(LONG_GAME, first=other, second=other, tags=("club", "evening", "lost")))
    set_scale(root, scale)
    restyle(root, LIGHT)
    window.forget_drawn()
    window.geometry("{}x{}".format(*window.minsize()))
    window.search()
    assert listed(window)[0] == LONG_GAME
    window.update()
    games = window.games
    assert not clipped(window)
    columns = sum(int(games.column(place, "width")) for place in games["columns"])
    assert columns > games.winfo_width()
    games.xview_moveto(1.0)
    assert games.xview()[1] == 1.0


def test_a_board_that_turns_is_not_looked_for(window):
    """No game was ever kept on such a board: a sentence says so, and the window goes on."""
    window.app.search.change(rules=RULES["The board turns"])
    working(window)
    working(window)
    assert "boards that do not turn" in window.heading["text"]
    assert not window.branches.get_children()
    window.app.search.change(rules=RULES["First line wins"])
    working(window)
    assert "turn" not in window.heading["text"]


def test_a_game_can_be_removed(window):
    """It is gone from the list and from the library."""
    working(window)
    window.buttons["Remove"].invoke()
    assert listed(window) == ["1212121"]


def test_games_are_imported_and_exported(window, tmp_path):
    """A file of games comes in and goes out; a file that is none leaves the library as it was."""
    (tmp_path / "more.txt").write_text("44\n45\n46\n")
    window.import_file(str(tmp_path / "more.txt"))
    working(window)
    assert len(listed(window)) == 5
    window.fields["Opening"].set("4")
    window.export(str(tmp_path / "out.jsonl"))
    working(window)
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 4
    (tmp_path / "bad.txt").write_text("44\n99\n")
    window.import_file(str(tmp_path / "bad.txt"))
    working(window)
    assert len(window.library) == 5
    assert "bad.txt" in window.message["text"]


def test_what_the_lists_say():
    """Without a display: a page of games by its numbers, and how games went on in per cent."""
    record = Record.from_moves("4453", first="Bert", second="nearly-perfect", date="2026-01-02", tags=("club", "fast"))
    view = games_view(Found(200, 1201, (StoredGame(7, record),), 5000))
    assert view.rows == ((7, ("2026-01-02", "Bert", "Nearly perfect", record.result, "4", "club, fast", "4453")),)
    assert (view.range, view.newer, view.older) == ("201 to 201 of 1,201 games", True, True)
    assert games_view(Found()).range == "no games"
    branches = branches_view((Branch(0, 6, 8, 4, 2, 2),), "none")
    assert branches.rows == ((0, ("1 or 7", "8", "50 / 25 / 25 %")),)
    assert branches_view((), "boards that turn").heading.endswith(": boards that turn")
