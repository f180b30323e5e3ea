"""Without a mouse: a game is played, its tree walked and written to files, by key presses alone."""

import tkinter as tk
from tkinter import filedialog, ttk

import pytest
from patience import until

from c4.agents import HUMAN
from c4.session.session import Session
from c4.tree import treefile
from visualizer.app.palette import EVERYWHERE, IN_THE_TREE, ON_THE_BOARD
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
    keys.press("Down", "Right")
    was_expanded = pane.model.view.is_expanded(pane.model.selected)
    keys.press("space")
    assert pane.model.view.is_expanded(pane.model.selected) == (not was_expanded)
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


TK_NAMES = {"←": "Left", "→": "Right", "↓": "Down", "Space": "space", "Enter": "Return", "+": "plus", "-": "minus"}
"""A key in the list of keys, and what Tk calls it."""


def named_in(row: str) -> list[str]:
    """Tk's names of the keys in a row of the list of keys: "Space, Enter" are space and Return."""
    keys = [key.strip(",").replace("Shift+", "Shift-") for key in row.split()]
    return [TK_NAMES.get(key, key) for key in keys]


def test_the_list_of_keys_says_what_keys_do(keys):
    """Each row for the board, for the tree and for every part of the window has the effect that it names."""
    board_rows_hold(keys)
    tree_rows_hold(keys)
    rows_for_every_part_hold(keys)


def board_rows_hold(keys):
    """The arrows choose a column, each of the other keys drops a disc there."""
    (choose, _), (drop, _) = ON_THE_BOARD
    board = keys.window.play.board
    keys.session.set(seats=(HUMAN, HUMAN))
    board.focus_force()
    left, right = named_in(choose)
    keys.press(left)
    before = board.coords("ghost")
    keys.press(right)
    assert board.coords("ghost") > before
    keys.press(left)
    assert board.coords("ghost") == before
    for moves, key in enumerate(named_in(drop), 1):
        keys.press(key)
        keys.until(lambda moves=moves: len(keys.session.moves()) == moves)


def tree_rows_hold(keys):
    """The arrows select nodes; the other keys fold, zoom and copy."""
    walk, fold, zoom, copy = (row for row, _ in IN_THE_TREE)
    keys.window.do("search position")
    keys.until(lambda: keys.app.tree.no_tree() == "" and not keys.session.thinking)
    canvas = keys.window.search.tree.canvas
    model = keys.window.search.tree.model
    tree = model.view.tree
    model.select(0)
    keys.press("t")
    assert walk == "Arrows"
    keys.press("Down")
    child = model.selected
    assert tree.parent[child] == 0
    keys.press("Right" if child != tree.children(0)[-1] else "Left")
    assert model.selected != child
    assert tree.parent[model.selected] == 0
    keys.press("Up")
    assert model.selected == 0

    for key in named_in(fold):
        folded = model.view.is_folded(0)
        keys.press(key)
        assert model.view.is_folded(0) != folded

    larger, smaller, fit = named_in(zoom)
    keys.press(fit)
    fitted = canvas.viewport.unit
    keys.press(larger)
    assert canvas.viewport.unit > fitted
    keys.press(smaller, smaller)
    assert canvas.viewport.unit < fitted
    keys.press(fit)
    assert canvas.viewport.unit == pytest.approx(fitted)

    assert copy == "Ctrl+C"
    keys.press("Control-c")
    assert "value is" in keys.root.clipboard_get()


def rows_for_every_part_hold(keys):
    """To the next or previous part of the window, and out of a text field."""
    (move, _), (leave, _) = EVERYWHERE
    board = keys.window.play.board
    board.focus_force()
    forward, back = named_in(move)
    keys.press(forward)
    assert keys.root.focus_get() is not board
    keys.press(back)
    assert keys.root.focus_get() is board
    assert leave == "Esc"
    keys.window.do("search settings")
    field = keys.window.settings_popover.depth
    field.focus_force()
    keys.press("Escape")
    assert keys.root.focus_get() not in (None, field)
