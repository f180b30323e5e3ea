"""From the first stone to the exported review: once by keyboard alone, once by mouse alone."""

from __future__ import annotations

from tkinter import ttk

import pytest
from driver import Driver

from c4.agents import HUMAN
from c4.game.rules import Rules
from c4.library.gamefile import read_one
from c4.library.library import Library
from c4.library.store import default_path
from c4.session.settings import Settings
from visualizer.review.library import LibraryWindow
from visualizer.shell.faces import PLAY, REVIEW

GAME = "1213141"


@pytest.fixture
def hand(root, tmp_path, monkeypatch):
    """A window as people start it: finished games are kept.  File dialogs answer with a file of this test."""
    default_path().unlink(missing_ok=True)
    driver = Driver(root, Settings(rules=Rules(5, 5, 4), seats=(HUMAN, HUMAN)), face=PLAY)
    driver.session.keeper.path = default_path()
    names = {"Save the game": "mine.c4game", "Export the review": "review.html"}
    monkeypatch.setattr("tkinter.filedialog.asksaveasfilename", lambda title, **_: str(tmp_path / names[title]))
    yield driver
    driver.window.close()
    default_path().unlink(missing_ok=True)


def kept(hand):
    """Waits until the finished game is in the library."""

    def there():
        if not default_path().exists():
            return False
        with Library() as library:
            return len(library) == 1

    hand.until(there)


def judged(hand):
    hand.until(lambda: hand.window.reviewing.pane.model.complete and not hand.window.reviewing.pane.judging.busy)
    return hand.window.reviewing.pane


def click_on(hand, widget, x=None, y=None):
    """A real click, by default into the middle of a widget."""
    x, y = widget.winfo_width() // 2 if x is None else x, widget.winfo_height() // 2 if y is None else y
    for event in ("<Enter>", "<Motion>", "<Button-1>", "<ButtonRelease-1>"):
        widget.event_generate(event, x=x, y=y)
    hand.pump(0.05)


def choose(hand, menu, label):
    """An entry of a menu, as a click on it runs it."""
    found = hand.window.menus[menu]
    found.tk.call(str(found.cget("postcommand")))
    place = next(
        place
        for place in range(found.index("end") + 1)
        if found.type(place) != "separator" and found.entrycget(place, "label").strip() == label
    )
    found.invoke(place)
    hand.pump(0.05)


def test_by_keyboard_alone(hand, tmp_path):
    """Digits play, F9 reviews, F7 finds the worst mistake, Ctrl+S saves, Ctrl+L and Return reopen it from the library,
    and Ctrl+Shift+E exports the review.
    """
    for key in GAME:
        hand.press(key)
    kept(hand)
    hand.press("<F9>")
    pane = judged(hand)
    hand.press("<F7>")
    worst = pane.model.errors()[0]
    assert hand.session.game.at == pane.model.number(worst)
    assert hand.window.playing.told["text"].startswith(f"After move {hand.session.game.at}: ")
    hand.until(lambda: "F8 goes to the next mistake" in hand.window.status_line["text"])
    hand.press("<Control-s>")
    assert read_one(tmp_path / "mine.c4game").moves == GAME
    hand.press("<F9>")
    hand.press("n")
    assert hand.session.moves() == ""
    hand.press("<Control-l>")
    library = hand.window.windows.of(LibraryWindow)
    library.games.focus_force()
    hand.root.update()
    library.games.event_generate("<Return>")
    hand.pump(0.05)
    library.event_generate("<Escape>")
    hand.pump(0.05)
    assert hand.session.moves() == GAME
    hand.press("<F9>")
    judged(hand)
    hand.press("<Control-Shift-E>")
    assert "The beginning" in (tmp_path / "review.html").read_text()


def test_by_mouse_alone(hand, tmp_path):
    """Clicks play, the button below the board reviews, a click on a mistake goes there, menus save and open the
    library, a double click reopens the game, and buttons review and export it.
    """
    for digit in GAME:
        hand.click(int(digit) - 1)
    kept(hand)
    click_on(hand, hand.window.playing.after.buttons["Review"])
    assert hand.window.faces.face == REVIEW
    pane = judged(hand)
    worst = str(pane.model.errors()[0].ply)
    x, y, width, height = pane.mistakes.bbox(worst)
    click_on(hand, pane.mistakes, x + width // 3, y + height // 2)
    assert hand.session.game.at == pane.model.number(pane.model.errors()[0])
    choose(hand, "File", "Save the game...")
    assert read_one(tmp_path / "mine.c4game").moves == GAME
    choose(hand, "Game", "New game")
    choose(hand, "File", "Library of games...")
    library = hand.window.windows.of(LibraryWindow)
    hand.pump(0.1)
    x, y, width, height = library.games.bbox(library.games.get_children()[0])
    for _ in range(2):
        click_on(hand, library.games, x + 5, y + height // 2)
    assert hand.session.moves() == GAME
    click_on(hand, library.buttons["Review"])
    pane = judged(hand)
    assert hand.window.faces.face == REVIEW
    tools = pane.winfo_children()[0].winfo_children()
    button = next(tool for tool in tools if isinstance(tool, ttk.Button) and tool["text"] == "Export...")
    click_on(hand, button)
    assert (tmp_path / "review.html").exists()
