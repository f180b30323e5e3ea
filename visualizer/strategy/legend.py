"""The marks of a diagram that is shown, each with its sentence.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk

from c4.game.position import Position
from c4.strategy.diagram import LEGEND, MARKS, Diagram
from visualizer.kit.fonts import font
from visualizer.kit.scale import pixels, scale
from visualizer.kit.theme import Theme

FIRST = "Before any mark: complete a line, block a line, make two threats at once."


class Legend(tk.Canvas):
    """As high as what it shows."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, height=1, highlightthickness=0, borderwidth=0, takefocus=False)

    def show(self, diagram: Diagram | None, position: Position, theme: Theme) -> None:
        """Shows the marks that a diagram has on the empty squares of a position; nothing for None."""
        self.configure(background=theme.window)
        self.delete("all")
        y, unit, words = 1, scale(self), max(self.winfo_width(), pixels(self, 380))
        if diagram is not None:
            rows = "".join(diagram.rows(position))
            for mark, says in [("", FIRST), *((mark, LEGEND[mark]) for mark in MARKS if mark in rows)]:
                self.create_text(10 * unit, y, text=mark, anchor="n", font=font(self, 14, bold=True), fill=theme.text)
                text = self.create_text(
                    28 * unit, y, text=says, anchor="nw", width=words - 30 * unit, fill=theme.text, font="TkDefaultFont"
                )
                y = self.bbox(text)[3] + 3
        self.configure(height=y)
