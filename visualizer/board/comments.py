"""The window in which you write about the move on the board: a mark, and a comment."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from c4.game.gametree import MARKS, ROOT, tidy
from c4.text import capitalised
from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.state.preferences import Preferences
from visualizer.state.state import GameState, Shown
from visualizer.ui.pane import Pane
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Flow, Tooltip, on, scrolled, wrap

MEANINGS = ("no mark", "good", "excellent", "interesting", "a slip", "a mistake", "a blunder")
"""What each of MARKS means."""


NOT_PLAYED = "This line was tried in the review and is not in the game"


class NotesView(NamedTuple):
    """The node on the board, what it is, its mark and its comment; why nothing can be written, or ""."""

    node: int
    caption: str
    mark: str
    comment: str
    blocked: str


class CommentsWindow(AppWindow):
    """Follows the board; what you write is in the game at once."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Mark and comment", "440x300", (320, 200))
        body = ttk.Frame(self, padding=12)
        body.pack(fill="both", expand=True)
        self.caption = wrap(ttk.Label(body))
        self.caption.pack(fill="x")
        self.chosen = tk.StringVar(self)
        row = Flow(body)
        row.pack(fill="x", pady=8)
        self.marks: dict[str, ttk.Radiobutton] = {}
        for mark, meaning in zip(MARKS, MEANINGS, strict=True):
            button = ttk.Radiobutton(
                row, text=mark or "none", value=mark, variable=self.chosen, command=partial(self._marked, mark)
            )
            Tooltip(button, meaning.capitalize)
            row.add(button)
            self.marks[mark] = button
        buttons = ttk.Frame(body)
        buttons.pack(side="bottom", fill="x", pady=(8, 0))
        ttk.Button(buttons, text="Close", command=self.destroy).pack(side="right")
        self.problem = wrap(ttk.Label(buttons, style="Faint.TLabel"))
        self.problem.pack(side="left", fill="x", expand=True)
        self.text = tk.Text(body, height=4, width=10, wrap="word", undo=True, font="TkDefaultFont", padx=6, pady=4)
        scrolled(self.text).pack(side="left", fill="both", expand=True)
        self.sent: str | None = None
        """What was written here last: the field may be further when the game comes back with it."""
        self.text.bind("<<Modified>>", self._written)
        on(self.text, "<Tab>", self.marks[MARKS[0]].focus_set)
        on(self.text, "<Control-Return>", self.destroy)
        self.pane = NotesPane(self)
        self.panes.append(self.pane)
        self.set_theme(self.theme)
        self.show_known()
        self.text.focus_set()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.text.configure(background=theme.panel, foreground=theme.text, insertbackground=theme.text)

    def _marked(self, mark: str) -> None:
        self.app.game.annotate(mark=mark)

    def _written(self, event: object) -> None:
        """The text has changed: what is in it is in the game."""
        if not self.text.edit_modified():
            return
        self.text.edit_modified(False)
        drawn = self.pane.drawn
        if drawn is None or drawn.blocked:
            return
        comment = self.comment
        problem = self.app.game.annotate(comment=comment)
        if not problem:
            self.sent = comment
        self.problem.configure(text=capitalised(problem))

    def destroy(self) -> None:
        """Closes the window; what was typed last is in the game."""
        self._written(None)
        super().destroy()

    @property
    def comment(self) -> str:
        """What is in the field, as the game has it."""
        return tidy(self.text.get("1.0", "end - 1 chars"))

    def put(self, comment: str) -> None:
        """Shows another comment."""
        self.sent = None
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        self.text.insert("1.0", comment)
        self.text.edit_reset()
        self.text.edit_modified(False)
        self.problem.configure(text="")


class NotesPane(Pane[NotesView]):
    """The mark and the comment of the move on the board."""

    def __init__(self, window: CommentsWindow) -> None:
        super().__init__()
        self.window = window

    @staticmethod
    def view(game: GameState, preferences: Preferences, shown: Shown) -> NotesView:
        tree = game.game.tree
        here = tree.nodes[tree.at]
        caption = "The game as a whole"
        if tree.at != ROOT:
            colour = preferences.colours[game.seat(1 - game.position.to_move)][0]
            caption = f"Move {game.position.ply}: {colour} in column {here.column + 1}"
        return NotesView(tree.at, caption, here.mark, here.comment, NOT_PLAYED if game.tried else "")

    def draw(self, view: NotesView, before: NotesView | None) -> None:
        window = self.window
        window.caption.configure(text=view.caption)
        window.chosen.set(view.mark)
        other = before is None or (view.node, view.blocked) != (before.node, before.blocked)
        if other or view.comment not in (window.comment, window.sent):
            window.put(view.comment)
        for mark, button in window.marks.items():
            possible = not view.blocked and (view.node != ROOT or not mark)
            button.state(["!disabled" if possible else "disabled"])
        window.text.configure(state="disabled" if view.blocked else "normal")
        if view.blocked:
            window.problem.configure(text=f"{view.blocked}.")
