"""The window of the glossary, and of how to read the tree."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.ui.glossary import groups
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import scrolled

HOW_TO_READ = """Every node is a position that the search visited. Plies go from top to bottom; replies stand \
from left to right in the order of the search. MAX is the side that searches, MIN the opponent. All values are for MAX.

3 is exactly what minimax finds. ≤3 (at most 3) and ≥3 (at least 3) are bounds: searching on could not change \
the result. W5 is a game that MAX wins on ply 5, L6 one that it loses on ply 6.

The thick blue line is the principal variation, best play by both sides. A triangle stands for everything that is \
folded below a node: click the node to unfold it. Hatched purple sheets are pruned replies, never searched; the card of \
their parent says why."""

READING = "How to read the tree"
WORDS = "words"
"""The parts of the window."""


class GlossaryWindow(AppWindow):
    """The glossary to read and search."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Glossary", "620x640", (420, 320))
        line = ttk.Frame(self, padding=(12, 10, 12, 6))
        line.pack(fill="x")
        ttk.Label(line, text="Find").pack(side="left", padx=(0, 8))
        self.field = ttk.Entry(line)
        self.field.pack(side="left", fill="x", expand=True)
        self.field.bind("<KeyRelease>", lambda _: self.show())
        body = ttk.Frame(self, padding=(12, 0, 12, 12))
        body.pack(fill="both", expand=True)
        self.text = tk.Text(body, wrap="word", relief="flat", padx=10, pady=8, font="TkDefaultFont", state="disabled")
        scrolled(self.text).pack(side="left", fill="both", expand=True)
        self.set_theme(self.theme)
        self.show()
        self.field.focus_set()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.text.configure(background=theme.panel, foreground=theme.text)
        self.text.tag_configure("group", font="TkHeadingFont", foreground=theme.faint, spacing1=12, spacing3=4)
        self.text.tag_configure("word", font="TkHeadingFont")
        self.text.tag_configure("meaning", lmargin1=16, lmargin2=16, spacing3=6)

    def show(self) -> None:
        """Shows the terms that contain the text in the field."""
        wanted = self.field.get().strip().lower()
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        if not wanted:
            self.text.insert("end", f"{READING}\n", "group", f"{HOW_TO_READ}\n", "meaning")
        self.text.mark_set(WORDS, "end - 1 chars")
        self.text.mark_gravity(WORDS, "left")
        for title, terms in groups().items():
            shown = [t for t in terms if any(wanted in part.lower() for part in (t.name, *t.also, t.meaning))]
            if shown:
                self.text.insert("end", f"{title}\n", "group")
            for term in shown:
                self.text.insert("end", f"{term.name}\n", "word", f"{term.meaning}\n", "meaning")
        self.text.configure(state="disabled")

    def go(self, part: str) -> None:
        """Scrolls to a part."""
        self.text.yview(WORDS if part == WORDS else "1.0")
