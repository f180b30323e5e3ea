"""The status line and the progress bar at the bottom of the window.  Its words are in `visualizer.state.status_line`."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.session.settings import Settings
from visualizer.state.compiling import with_compiling
from visualizer.state.evaluators import Loaded
from visualizer.state.keys_in_sentences import by_keys
from visualizer.state.names import Names
from visualizer.state.open_lesson import Reading
from visualizer.state.preferences import PLAY, Preferences, shows_board
from visualizer.state.state import Film, GameState, Hint, Message, Progress, Searches, Shown
from visualizer.state.status_line import Situation, share_done, status_line
from visualizer.ui.pane import Pane
from visualizer.ui.widgets import ProgressBar, wrap

if TYPE_CHECKING:
    from visualizer.state.tree.state import TreeState  # brings numpy, which the first paint does without


def status_bar(root: tk.Misc) -> tuple[ttk.Label, ProgressBar]:
    """The status line at the bottom of a window, and the progress bar in it."""
    line = ttk.Frame(root)
    line.pack(side="bottom", fill="x")
    bar = ProgressBar(line)
    words = wrap(ttk.Label(line, padding=(8, 4), anchor="w"))
    words.pack(side="left", fill="x", expand=True)
    return words, bar


LESSON_KEYS = "PgDn and → turn the page, PgUp and ← go back, Esc closes the lesson."
"""The status line beside a lesson."""


class StatusPane(Pane[str]):
    """The status line: a message for a while, otherwise the hint that you asked for outside Play, or how things stand.

    While the progress bar shows how much code is compiled, the line says so, too; only a message stands alone for its seconds.
    """

    def __init__(self, label: ttk.Label) -> None:
        super().__init__()
        self.label = label

    @staticmethod
    def view(
        game: GameState,
        settings: Settings,
        preferences: Preferences,
        shown: Shown,
        searches: Searches,
        progress: Progress,
        evaluators: Loaded,
        message: Message,
        hint: Hint,
        lesson: Reading | None,
        film: Film | None,
        tree: TreeState | None,
    ) -> str:
        if message.text:
            return message.text
        replaying = tree is not None and tree.replaying
        on_board = shows_board(shown.mode, lesson is not None) and film is None and not replaying
        if hint.words and on_board and shown.mode != PLAY:  # in Play it is below the board
            words = hint.words
        elif lesson is not None:
            can_hint = lesson.asks or (on_board and game.outcome is None)
            gives_hint = by_keys(preferences.keys, hint="gives a hint") if can_hint else ""
            words = f"{LESSON_KEYS} {gives_hint}".rstrip()
        elif tree is not None and tree.replaying:
            words = tree.playback.status()
        else:
            names = Names.of(game, settings, preferences, shown)
            now = Situation(game, settings, searches, progress, evaluators, names, preferences.keys)
            words = status_line(now, shown.mode)
        return with_compiling(words, progress)

    def draw(self, view: str, before: str | None) -> None:
        self.label.configure(text=view)


class ProgressPane(Pane[float | None]):
    """How much of its work a search has done."""

    def __init__(self, bar: ProgressBar) -> None:
        super().__init__()
        self.bar = bar

    @staticmethod
    def view(game: GameState, searches: Searches, progress: Progress) -> float | None:
        return share_done(game, searches, progress)

    def draw(self, view: float | None, before: float | None) -> None:
        self.bar.show(view)
