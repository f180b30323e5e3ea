"""A picture of the opening: what the players can force after each first move."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping

from c4.game.rules import STANDARD
from c4.strategy.strategies import after_first_move
from visualizer.ui.scale import font, pixels
from visualizer.ui.theme import Theme, ink_on


class Opening(tk.Canvas):
    """The seven first moves, and below each who can force what; `on_choose(column, name)` is called for a click.

    `name` is that of the shipped strategy which forces it.  After two of the moves each player can hold the draw.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        colours: tuple[tuple[str, str], tuple[str, str]],
        on_choose: Callable[[int, str], object],
    ) -> None:
        super().__init__(parent, height=pixels(parent, 124), highlightthickness=0, takefocus=False)
        self.theme, self._colours, self._on_choose = theme, colours, on_choose
        self._sizes: Mapping[str, int] = {}
        self._marked: tuple[int, str] | None = None
        self.bind("<Configure>", lambda event: self.redraw())

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.redraw()

    def show_sizes(self, sizes: Mapping[str, int]) -> None:
        """Adds the number of positions of each strategy."""
        self._sizes = sizes
        self.redraw()

    def mark(self, chosen: tuple[int, str] | None) -> None:
        """Frames the strategy (column, name) that is shown; None for none of them."""
        self._marked = chosen
        self.redraw()

    def redraw(self) -> None:
        self.delete("all")
        self.configure(background=self.theme.window)
        wide, disc, gap = self.winfo_width() / STANDARD.columns, pixels(self, 26), pixels(self, 3)
        first = self._colours[0][1]
        for column in range(STANDARD.columns):
            x = wide * (column + 0.5)
            self.create_oval(x - disc / 2, gap, x + disc / 2, gap + disc, fill=first, outline=self.theme.line)
            number = self.create_text(x, gap + disc / 2, text=str(column + 1), font=font(self, 11, bold=True))
            self.itemconfigure(number, fill=ink_on(first))
            y: float = disc + 3 * gap
            for name in after_first_move(column):
                y = self._draw_strategy(column, name, (x - wide / 2 + gap, y, x + wide / 2 - gap)) + gap

    def _draw_strategy(self, column: int, name: str, place: tuple[float, float, float]) -> float:
        """Draws who forces what in a frame at (left, top, right); returns its bottom."""
        left, top, right = place
        chosen, tag = self._marked == (column, name), f"{name}:{column + 1}"
        word, colour = self._colours[0 if name.startswith("first") else 1]
        size = f"{self._sizes[name]:,}" if self._sizes else ""
        bottom, dot = top + pixels(self, 40), pixels(self, 12)
        outline = self.theme.accent if chosen else self.theme.line
        self.create_rectangle(
            left, top, right, bottom, fill=self.theme.panel, outline=outline, width=3 if chosen else 1, tags=tag
        )
        middle = (top + bottom) / 2
        self.create_oval(
            left + dot / 2, middle - dot / 2, left + 1.5 * dot, middle + dot / 2, fill=colour, outline="", tags=tag
        )
        for y, text, ink in (
            (middle - dot * 0.65, f"{word} {'wins' if '-wins' in name else 'draws'}", self.theme.text),
            (middle + dot * 0.65, size, self.theme.faint),
        ):
            self.create_text(left + 2 * dot, y, text=text, anchor="w", font="TkDefaultFont", fill=ink, tags=tag)
        self.tag_bind(tag, "<Button-1>", lambda event: self._on_choose(column, name))
        return bottom
