"""The move list: the game in numbers, with the value a machine saw behind its move.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk

from c4.session.history import Game
from visualizer.kit.theme import Theme


class MoveList(tk.Text):
    """`values` are the values machines saw, as text, by the moves (columns from 0) that led to where they saw them."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent, height=3, width=10, wrap="word", relief="flat", borderwidth=0, highlightthickness=0)
        self.configure(padx=8, pady=6, cursor="arrow", takefocus=False, font="TkDefaultFont", state="disabled")
        self.values: dict[tuple[int, ...], str] = {}
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.configure(background=theme.window, foreground=theme.text)
        self.tag_configure("faint", foreground=theme.faint)
        self.tag_configure("undone", foreground=theme.faint, overstrike=True)

    def show(self, game: Game) -> None:
        """Shows a game; moves that were taken back are struck through."""
        self.configure(state="normal")
        self.delete("1.0", "end")
        if not game.moves:
            self.insert("end", "Click a column, or press 1 to 7.", "faint")
        for number, column in enumerate(game.moves):
            if number % 2 == 0:
                self.insert("end", f"{number // 2 + 1}. ", "faint")
            self.insert("end", f"{column + 1}", "played" if number < game.at else "undone")
            value = self.values.get(game.moves[:number])
            self.insert("end", f" ({value})  " if value else "  ", "faint")
        self.configure(state="disabled")
        self.see("end")
