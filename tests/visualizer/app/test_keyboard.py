"""Without a mouse: a game is played, its tree walked and written to files, by key presses alone."""

import tkinter as tk
from tkinter import filedialog, ttk

import pytest
from patience import until

from c4.session.session import Session
from c4.tree import treefile
from visualizer.app.window import Window
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, Preferences


class Keys:
    """A window and a keyboard.  Keys go to whatever has the focus."""

    def __init__(self, root: tk.Tk) -> None:
        self.root = root
        self.app = App(Session(), Preferences(mode=ANALYSE, animation=False))
        self.session = self.app.session
        self.window = Window(root, self.app)
        root.geometry("1000x700+0+0")
        self.until(lambda: self.app.state.progress.ready)

    def until(self, done) -> None:
        until(self.root, done)
        assert not self.window.errors, self.window.errors[0]

    def press(self, *keys: str) -> None:
        """Presses keys where the focus is; where nothing has it the window gets it."""
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


@pytest.fixture
def keys(root):
    hand = Keys(root)
    yield hand
    hand.window.close()
    assert not hand.window.errors


def test_a_game_its_tree_and_its_files_without_a_mouse(keys, tmp_path, monkeypatch):
    """Play, look, unfold, find, go back, mark, describe, export, open again."""
    window = keys.window
    session = keys.session
    keys.press("4")
    keys.until(
        lambda: (
            session.humans_turn
            and session.shown_search is not None
            and keys.app.state.tree is not None
            and keys.app.state.tree.view is not None
        )
    )
    assert len(session.moves()) == 2
    pane = keys.window.search.tree

    keys.press("t")
    assert keys.root.focus_get() is pane.canvas.widget
    keys.press("Down", "Right", "space")
    assert pane.model.view.is_expanded(pane.model.selected)
    row = pane.model.selected
    window.search.tabs.select(window.search.card)
    keys.until(lambda: window.search.card.title["text"] != "No node selected")
    assert window.search.card.title["text"].startswith(
        "-".join(str(int(c) + 1) for c in pane.model.view.tree.path(row))
    )

    window.search.act("focus")
    keys.press("Control-c")
    assert "value is" in keys.root.clipboard_get()

    keys.until(lambda: not (pane.canvas.fitting or pane.canvas.busy))
    pane.record_view()
    keys.press("Control-f")
    keys.write("cut ply >= 3")
    keys.press("Return")
    hits = keys.app.state.tree.found.rows
    assert len(hits) > 1
    assert pane.model.selected in hits
    first = pane.model.selected
    keys.press("F3")
    assert pane.model.selected in hits
    assert pane.model.selected != first
    keys.press("Escape")
    assert not window.search.find.is_open
    assert not session.thinking
    keys.until(lambda: not (pane.canvas.fitting or pane.canvas.busy))
    pane.record_view()
    last = pane.model.selected
    at = pane.history._at
    keys.press("Alt-Left")
    assert (pane.history._at, pane.history.can_go_forward) == (at - 1, True)
    keys.press("Alt-Right")
    assert (pane.history._at, pane.model.selected) == (at, last)

    keys.press("l")
    assert keys.root.focus_get() is window.search.outline.list
    assert window.search.outline.list.selection() == (str(pane.model.selected),)
    keys.press("Up")
    assert str(pane.model.selected) == window.search.outline.list.selection()[0]

    for key, name in (("Control-e", "tree.png"), ("E", "tree.npz")):  # what is unfolded, and the complete tree
        monkeypatch.setattr(filedialog, "asksaveasfilename", lambda name=name, **options: str(tmp_path / name))
        keys.press(key)
        keys.until((tmp_path / name).exists)

    saved = pane.model.view.tree
    keys.press("n", "4")
    keys.until(lambda: session.humans_turn and pane.model.view.tree is not saved)
    monkeypatch.setattr(filedialog, "askopenfilename", lambda **options: str(tmp_path / "tree.npz"))
    opened = session.shown_search
    keys.press("Control-o")
    keys.until(lambda: session.shown_search is not opened)
    keys.until(lambda: len(pane.model.view.tree) == len(saved))
    assert (pane.model.view.tree.rows == saved.rows).all()
    assert (treefile.load(tmp_path / "tree.npz").rows == saved.rows).all()


def test_keys_in_a_field_stay_in_the_field(keys):
    """While a query is typed neither letters nor Ctrl+V reach the board."""
    window = keys.window
    keys.press("4")
    keys.until(
        lambda: keys.session.humans_turn and keys.app.state.tree is not None and keys.app.state.tree.view is not None
    )
    moves = keys.session.moves()
    keys.press("Control-f")
    keys.root.clipboard_clear()
    keys.root.clipboard_append("4444")
    keys.press("n", "u", "3", "h", "Control-v", "Control-z")
    assert keys.session.moves() == moves
    assert not keys.session.thinking
    assert "4444" in window.search.find.text.get()


def test_what_has_the_keys_shows_a_ring(keys):
    """Board, tree, lists and moves are reached by Tab; all that is differs with and without the focus."""
    window = keys.window
    window.do("unfold moves")
    keys.press("4")
    keys.until(
        lambda: keys.session.humans_turn and keys.app.state.tree is not None and keys.app.state.tree.view is not None
    )
    reached = []
    part = window.play.board
    while part not in reached:
        reached.append(part)
        part = part.tk_focusNext()
    assert {window.play.board, keys.window.search.tree.canvas.widget, window.play.moves} <= set(reached)
    for part in reached:
        if part is window.play.board:
            part.event_generate("<<TraverseIn>>")  # what Tab sends
            assert part.find_withtag("focus")
        elif isinstance(part, tk.Canvas | tk.Text):
            assert int(part["highlightthickness"]) >= 2, part
            assert part["highlightcolor"] != part["highlightbackground"], part
            part.event_generate("<Button-1>", x=2, y=2)
            assert part["highlightcolor"] == part["highlightbackground"], "a click shows no ring"
            part.event_generate("<FocusOut>")
            assert part["highlightcolor"] != part["highlightbackground"], part
    style = ttk.Style(keys.root)
    parts = ("TButton", "Tool.TButton", "Toolbutton", "TEntry", "TCombobox", "Treeview")
    for name in parts:
        assert style.lookup(name, "bordercolor", ["focus"]) != style.lookup(name, "bordercolor", ["!focus"]), name
