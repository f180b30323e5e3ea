"""Without a mouse: a game is played, its tree opened, walked, searched, bookmarked and written to files, with real key
presses alone.
"""

import time
import tkinter as tk
from tkinter import ttk

import pytest
from patience import LONG

from c4.session.session import Session
from c4.tree import treefile
from visualizer.kit import look
from visualizer.kit.key_sheet import IN_THE_TREE
from visualizer.shell.faces import ANALYSE
from visualizer.shell.window import Window
from visualizer.tree.export.files import FileDialog


class Keys:
    """A window and a keyboard.  Keys go to whatever has the focus."""

    def __init__(self, root: tk.Tk) -> None:
        self.root, self.window = root, Window(root, Session())
        self.window.faces.show(ANALYSE)
        self.window.board.animate = False
        root.geometry("1000x700+0+0")
        self.until(lambda: self.window.playing.ready)

    def until(self, done, seconds=LONG) -> None:
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "the window never got there"
            self.root.update()
            time.sleep(0.002)
            assert not self.window.errors, self.window.errors[0]

    def press(self, *keys: str) -> None:
        """Presses keys where the focus is; without a window manager the display may have given it to nobody, then the
        board's window gets it.
        """
        for key in keys:
            self.root.update()
            focus = self.root.focus_get() or self.root
            focus.focus_force()
            self.root.update()
            modifiers, _, name = key.rpartition("-")
            focus.event_generate(f"<{modifiers + '-' if modifiers else ''}KeyPress-{name}>")
            self.root.update()
            self.until(lambda: True)

    def write(self, text: str) -> None:
        """Types into the field that has the focus, over what was in it."""
        focus = self.root.focus_get()
        assert focus.winfo_class() == "TEntry"
        self.press("Control-a")
        focus.delete(0, "end")
        focus.insert("end", text)
        self.root.update()

    @property
    def dialogs(self) -> list:
        return [child for child in self.root.winfo_children() if isinstance(child, FileDialog)]


@pytest.fixture
def keys(root):
    hand = Keys(root)
    yield hand
    hand.window.close()
    assert not hand.window.errors


def test_a_game_its_tree_and_its_files_without_a_mouse(keys, tmp_path):
    """Play, look, unfold, find, go back, mark, describe, export, open again."""
    window, session = keys.window, keys.window.session
    keys.press("4")
    keys.until(lambda: session.humans_turn and session.found is not None and window.tree_pane.view is not None)
    assert len(session.moves()) == 2
    pane = window.tree_pane

    keys.press("t")
    assert keys.root.focus_get() is pane.widget
    keys.press("Down", "Right", "space")
    assert pane.view.is_whole(pane.selected)
    row = pane.selected
    assert window.card.title["text"].startswith("-".join(str(int(c) + 1) for c in pane.view.tree.path(row)))

    keys.press("Control-c")
    assert "value is" in keys.root.clipboard_get()

    window.tree_pane.keep_look()
    keys.press("Control-f")
    keys.write("cut ply >= 3")
    keys.press("Return")
    hits = window.beside.find.hits
    assert len(hits) > 1
    assert pane.selected in hits
    first = pane.selected
    keys.press("F3")
    assert pane.selected in hits
    assert pane.selected != first
    keys.press("Escape")
    assert not window.beside.find.is_open
    assert not session.thinking
    keys.until(lambda: not pane.screen.fitting)
    keys.press("Alt-Left")
    assert pane.selected != window.beside.find.hits[1]
    keys.press("Alt-Right")

    keys.press("Control-b")
    keys.write("look")
    window.beside.bookmarks.grown()  # a tree that grows meanwhile leaves the note where it is
    keys.write("look here")
    keys.press("Return")
    assert window.beside.bookmarks.here[0].note == "look here"
    marked = window.beside.bookmarks.here[0].row

    keys.press("l")
    assert keys.root.focus_get() is window.beside.outline.list
    assert window.beside.outline.list.selection() == (str(pane.selected),)
    keys.press("Up")
    assert str(pane.selected) == window.beside.outline.list.selection()[0]
    keys.press("F4")
    assert pane.selected == marked

    for name in ("tree.png", "tree.npz"):
        keys.press("Control-e")
        dialog = keys.dialogs[0]
        assert keys.root.focus_get() is dialog.entry
        keys.write(str(tmp_path / name))
        keys.press("Return")
        keys.until(lambda dialog=dialog: not dialog.worker.busy)
        assert "wrote" in dialog.said["text"]
        keys.press("Escape")
        assert not keys.dialogs

    saved = pane.view.tree
    keys.press("n", "4")
    keys.until(lambda: session.humans_turn and pane.view.tree is not saved)
    keys.press("Control-o")
    keys.write(str(tmp_path / "tree.npz"))
    keys.press("Return")
    keys.until(lambda: not keys.dialogs)
    assert (pane.view.tree.rows == saved.rows).all()
    assert [mark.note for mark in window.beside.bookmarks.here] == ["look here"]
    assert (treefile.load(tmp_path / "tree.npz").tree.rows == saved.rows).all()


def test_keys_in_a_field_stay_in_the_field(keys):
    """While a query is typed neither letters nor Ctrl+V reach the board."""
    window = keys.window
    keys.press("4")
    keys.until(lambda: window.session.humans_turn and window.tree_pane.view is not None)
    moves = window.session.moves()
    keys.press("Control-f")
    keys.root.clipboard_clear()
    keys.root.clipboard_append("4444")
    keys.press("n", "u", "3", "h", "Control-v", "Control-z")
    assert window.session.moves() == moves
    assert not window.session.thinking
    assert "4444" in window.beside.find.text.get()


def test_the_keys_are_nowhere_twice(keys):
    """No two commands share a key; every command of the tree has one, or one while the tree has the focus."""
    events = [event for command in keys.window.commands for event in command.keys]
    assert len(events) == len(set(events))
    without = {command.name for command in keys.window.commands if command.menu == "Tree" and not command.keys}
    assert without == {"unfold", "unfold pruned"}
    assert {"Space", "P"} <= {key for key, _ in IN_THE_TREE}
    assert keys.window.tree_pane.widget.bind("<space>")
    assert keys.window.tree_pane.widget.bind("<p>")


def test_what_has_the_keys_shows_a_ring(keys):
    """Board, tree, lists and moves are reached by Tab; all that is differs with and without the focus."""
    window = keys.window
    keys.press("4")
    keys.until(lambda: window.session.humans_turn and window.tree_pane.view is not None)
    reached, part = [], window.board
    while part not in reached:
        reached.append(part)
        part = part.tk_focusNext()
    assert {window.board, window.tree_pane.widget, window.moves, window.card.replies.list} <= set(reached)
    for part in reached:
        if isinstance(part, tk.Canvas | tk.Text):
            assert int(part["highlightthickness"]) >= 2, part
            assert part["highlightcolor"] != part["highlightbackground"], part
    for part in ("button", "tool", "field", "tab", "check", "radio", "slider"):
        assert look.STATES[part].get("focus", look.STATES[part].get("selected focus")) != look.STATES[part][""], part
    style = ttk.Style(keys.root)
    assert style.lookup("Treeview", "bordercolor", ["focus"]) != style.lookup("Treeview", "bordercolor", ["!focus"])
