"""Games and positions through files and the clipboard."""

from c4.library.library import Library, default_path
from c4.session.settings import Settings
from visualizer.board.editor import Editor


def test_a_game_goes_through_a_file_and_the_clipboard(hand, tmp_path):
    """Saved, opened, copied and pasted a game keeps its variations; anything else on the clipboard is a position."""
    for key in "4453":
        hand.press(key)
    hand.do("back one move")
    hand.press("2")
    path = str(tmp_path / "one.c4game")
    hand.app.game.save_file(path)
    hand.do("copy game")
    hand.do("new game")
    hand.app.game.open_file(path)
    hand.pump(0.02)
    assert hand.session.moves() == "4452"
    assert len(hand.session.game.tree) == 6
    hand.do("new game")
    hand.do("paste position")
    assert len(hand.session.game.tree) == 6
    hand.do("copy link of the public solver")
    assert hand.root.clipboard_get().endswith("pos=4452")
    hand.do("new game")
    hand.do("paste position")
    assert hand.session.moves() == "4452"
    (tmp_path / "bad.c4game").write_text("[First")
    hand.app.game.open_file(str(tmp_path / "bad.c4game"))
    hand.pump(0.02)
    assert "not a header" in hand.says()
    assert hand.session.moves() == "4452"


def test_what_a_format_leaves_out_is_said(hand, tmp_path):
    """A file of moves is saved without the variations; one whose name shows no format is not written."""
    for key in "4453":
        hand.press(key)
    hand.do("back one move")
    hand.press("2")
    path = tmp_path / "one.txt"
    hand.app.game.save_file(str(path))
    assert "without its headers and variations" in hand.app.state.message.text
    assert path.read_text() == "4452\n"
    hand.app.game.save_file(str(tmp_path / "one"))
    assert "does not show the format" in hand.app.state.message.text
    assert not (tmp_path / "one").exists()


def test_a_paste_loses_nothing(hand):
    """Blanks on the clipboard, or the numbers beside a board, are no position."""
    for key in "4453":
        hand.press(key)
    hand.app.game.paste(" \n")
    assert hand.session.moves() == "4453"
    hand.app.game.paste("| 1 2 3 4 5 6 7 |")
    assert hand.session.moves() == "4453"


def test_a_position_is_set_up_in_the_editor(hand):
    """P opens the editor; what it hands over is on the board, with the side that began."""
    hand.press("p")
    editor = hand.tool_of(Editor)
    editor.put(0, 3, 1)
    editor.done()
    hand.pump(0.02)
    assert hand.session.position.owner(0, 3) is not None
    assert hand.session.moves() == "", "nobody has played this disc"
    assert hand.session.game.starter == 1


def kept() -> int:
    with Library() as library:
        return len(library)


def test_finished_games_are_kept_when_asked(hand):
    """A session of a test keeps none; switched on, the next finished game goes into the library."""
    assert not hand.checked("keep games")
    hand.do("keep games")
    for key in "1212121":
        hand.press(key)
    hand.until(lambda: default_path().exists() and kept() == 1)
    with Library() as library:
        assert library.find().games[0].record.moves == "1212121"
        library.remove([library.find().games[0].id])
    hand.do("keep games")
    assert hand.session.recorder.path is None


def test_variations_are_walked_cut_and_brought_back(hand):
    """A move tried in another's place stands beside it in the list; keys go through them, cut off and bring back."""
    for key in ("4", "4", "5"):
        hand.press(key)
    hand.do("back one move")
    hand.press("2")
    hand.pump(0.05)
    assert "2 or 5" in hand.moves.get("1.0", "end")
    hand.press("<Shift-V>")
    assert hand.session.moves() == "445"
    hand.press("<Delete>")
    assert hand.session.moves() == "44"
    hand.press("<Shift-Delete>")
    assert hand.session.moves() == "445"


def test_two_machines_are_paused_and_stepped_by_buttons(drive):
    """The bar below the board is there while two machines play: pause, one move, go on, and the speed."""
    hand = drive(Settings(seats=("random", "random"), pace=60))
    bar = hand.window.play.computers
    hand.until(bar.winfo_ismapped)
    hand.until(lambda: hand.session.thinking)
    bar.buttons["stop"].invoke()
    hand.until(lambda: bar.buttons["go"].winfo_ismapped() and not bar.buttons["stop"].winfo_ismapped())
    bar.buttons["one move"].invoke()
    hand.until(lambda: len(hand.session.moves()) == 1 and hand.session.paused)
    bar.pace.set("as fast as possible")
    bar.pace.event_generate("<<ComboboxSelected>>")
    assert hand.session.settings.pace == 0
    bar.buttons["go"].invoke()
    hand.until(lambda: hand.session.outcome is not None and not bar.winfo_ismapped())


def test_file_dialogs_begin_in_your_documents(drive, tmp_path, monkeypatch):
    """Not in the folder from which the program was started, and without hidden files."""
    (tmp_path / "Documents").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    root = drive().root
    if root.tk.call("tk", "windowingsystem") == "x11":
        assert root.tk.getvar("::tk::dialog::file::__tk_filedialog(selectPath)") == str(tmp_path / "Documents")
        assert int(root.tk.getvar("::tk::dialog::file::showHiddenVar")) == 0
