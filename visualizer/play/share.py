"""Share: how much of its work a search has done, where its end is known: a bar with a percentage.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from c4.agents import AGENTS
from c4.session.session import Session
from visualizer.kit.widgets import wrap

FIXED = ("alphabeta", "minimax")
"""Agents that search once, to a fixed depth."""

SOLVES = "perfect"
"""The agent that solves column by column; a snapshot's seconds are those of a column."""

SOON = 0.3
"""Seconds after which such a search has a bar."""


def share_done(session: Session) -> float | None:
    """From 0 to 1: of a search by time the time it has used, of one to a fixed depth the replies it has searched, or
    solved, of values that stream theirs; None where no end is known.
    """
    snapshot, agent, limits = session.progress(), session.agent, session.settings.limits
    if snapshot is not None and agent is not None:
        if (agent in FIXED and snapshot.seconds > SOON) or (agent == SOLVES and snapshot.columns):
            return len(snapshot.columns) / len(session.position.legal_columns())
        timed = AGENTS[agent].deepens and limits.time_ms
        return min(1.0, 1000 * snapshot.seconds / limits.time_ms) if timed and limits.time_ms else None
    return session.live.known(session.position).share


class ShareBar(ttk.Frame):
    """Packed at the right of its parent while a share is known."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=(0, 2, 8, 2))
        self.text = ttk.Label(self, width=5, anchor="e")
        self.text.pack(side="right")
        self.bar = ttk.Progressbar(self, length=90, maximum=100)
        self.bar.pack(side="right", padx=(8, 4))

    def show(self, share: float | None) -> None:
        """Shows a share, or nothing."""
        if share is None:
            if self.winfo_manager():
                self.pack_forget()
            return
        text = f"{100 * share:.0f} %"
        if text != self.text["text"]:
            self.text.configure(text=text)
        self.bar.configure(value=100 * share)
        if not self.winfo_manager():  # before the words, which give way
            self.pack(side="right", before=self.master.pack_slaves()[0])


def foot(root: tk.Misc) -> tuple[ttk.Label, ShareBar]:
    """The line at the bottom of a window: words, and the bar beside them."""
    line = ttk.Frame(root)
    line.pack(side="bottom", fill="x")
    bar, words = ShareBar(line), wrap(ttk.Label(line, padding=(8, 4), anchor="w"))
    words.pack(side="left", fill="x", expand=True)
    return words, bar
