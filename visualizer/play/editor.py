"""The position editor: put stones by pointer or keys, mirror, clear, say who is to move.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import C4Error
from visualizer.kit.flow import Flow
from visualizer.kit.sprites import sprite, stone_rings
from visualizer.kit.theme import Theme, ink_on
from visualizer.kit.widgets import sentence, wrap
from visualizer.play.arranged import EMPTY, Arranged

HELP = (
    "Click or drag to place stones; the right button removes one. A digit drops the chosen stone into its column,"
    " Space chooses the next stone, Return sets up the position."
)


class Editor(tk.Toplevel):
    """`on_done(position, starter)` gets the position and the seat that began; the window closes itself then.

    `on_board()` returns the position of the board and the seat of each player.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        stones: tuple[tuple[str, str], tuple[str, str]],
        on_board: Callable[[], tuple[Position, tuple[int, int]]],
        on_done: Callable[[Position, int], object],
    ) -> None:
        super().__init__(parent)
        self.title("Set up a position")
        self.geometry("560x640")
        self.minsize(420, 480)
        self._on_board, self._on_done = on_board, on_done
        self._colours = (stones[0][1], stones[1][1])
        self._pictures: tuple[tk.PhotoImage, ...] = ()
        self.names = (stones[0][0], stones[1][0])
        self.arranged = Arranged(*on_board())
        self.brush, self.side = tk.IntVar(self, 0), tk.IntVar(self, self.arranged.to_move)
        self._dragged: int | None = None
        top = Flow(self)
        top.pack(fill="x", padx=10, pady=8)
        for text, value in ((self.names[0], 0), (self.names[1], 1), ("Remove", EMPTY)):
            top.add(ttk.Radiobutton(top, text=text, value=value, variable=self.brush, style="Toolbutton"))
        for text, action in (("From the board", self.from_board), ("Clear", self.clear), ("Mirror", self.mirror)):
            top.add(ttk.Button(top, text=text, command=action))
        foot = ttk.Frame(self, padding=(10, 4, 10, 10))
        foot.pack(side="bottom", fill="x")
        ttk.Label(foot, text="To move").pack(side="left")
        for value, text in enumerate(self.names):
            ttk.Radiobutton(foot, text=text, value=value, variable=self.side, command=self._side_chosen).pack(
                side="left", padx=(6, 0)
            )
        self.ok = ttk.Button(foot, text="Set up", command=self.done)
        self.ok.pack(side="right")
        ttk.Button(foot, text="Cancel", command=self.destroy).pack(side="right", padx=4)
        wrap(ttk.Label(self, text=HELP, style="Faint.TLabel", padding=(10, 0))).pack(side="bottom", fill="x")
        self.said = wrap(ttk.Label(self, padding=(10, 4)))
        self.said.pack(side="bottom", fill="x")
        self.canvas = tk.Canvas(self, highlightthickness=1, takefocus=True, borderwidth=0)
        self.canvas.pack(fill="both", expand=True, padx=10)
        self.canvas.bind("<Configure>", lambda _: self.refresh())
        self.canvas.bind("<Button-1>", partial(self._pressed, None))
        self.canvas.bind("<B1-Motion>", self._dragging)
        for button in ("<Button-2>", "<Button-3>"):
            self.canvas.bind(button, partial(self._pressed, EMPTY))
        self.bind("<KeyPress>", self._key)
        self.bind("<Return>", lambda _: self.done())
        self.bind("<Escape>", lambda _: self.destroy())
        self.set_theme(theme)
        self.canvas.focus_set()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self.canvas.configure(background=theme.window, highlightbackground=theme.window, highlightcolor=theme.accent)
        self.refresh()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _size(self) -> tuple[float, float, float]:
        """Pixels of a cell, and the left and top end of the board."""
        rules, width, height = self.arranged.rules, self.canvas.winfo_width(), self.canvas.winfo_height()
        size = min(width / rules.columns, height / (rules.rows + 0.5))
        return size, (width - size * rules.columns) / 2, 0.0

    def centre(self, row: int, column: int) -> tuple[int, int]:
        """The pixel in the middle of a cell."""
        size, left, top = self._size()
        return round(left + (column + 0.5) * size), round(top + (self.arranged.rules.rows - row - 0.5) * size)

    def refresh(self) -> None:
        """Draws the board, and says whether a game can lead to the position."""
        canvas, rules, theme = self.canvas, self.arranged.rules, self.theme
        canvas.delete("all")
        size, left, top = self._size()
        bottom = top + size * rules.rows
        canvas.create_rectangle(left, top, left + size * rules.columns, bottom, fill=theme.board, outline="")
        wide = max(8, int(0.84 * size))
        self._pictures = tuple(
            sprite(canvas, wide, rings)
            for rings in (
                *(stone_rings(seat, colour, ink_on(colour)) for seat, colour in enumerate(self._colours)),
                ((1.0, theme.hole),),
            )
        )
        for column, stones in enumerate(self.arranged.columns):
            for row in range(rules.rows):
                x, y = self.centre(row, column)
                canvas.create_image(x, y, image=self._pictures[stones[row] if row < len(stones) else -1])
            canvas.create_text(
                left + (column + 0.5) * size, bottom + 0.25 * size, text=DIGITS[column], fill=theme.faint
            )
        self.side.set(self.arranged.to_move)
        said, possible = self._verdict()
        self.ok.configure(state="normal" if possible else "disabled")
        self.said.configure(text=said)

    def _verdict(self) -> tuple[str, bool]:
        """What is said of the position, and whether a game can lead to it."""
        try:
            position, _ = self.arranged.position(self.names)
        except C4Error as error:
            return f"{sentence(str(error))}.", False
        outcome = position.outcome()
        if outcome is not None:
            return f"The game is over here: {outcome.reason}.", True
        return f"{self.names[self.arranged.to_move]} to move.", True

    # -- hands --------------------------------------------------------------------------------------------------------

    def _cell(self, x: int, y: int) -> tuple[int, int] | None:
        size, left, top = self._size()
        column, row = int((x - left) // size), self.arranged.rules.rows - 1 - int((y - top) // size)
        inside = 0 <= column < self.arranged.rules.columns and 0 <= row < self.arranged.rules.rows
        return (row, column) if inside else None

    def _pressed(self, what: int | None, event: tk.Event[tk.Misc]) -> None:
        self.canvas.focus_set()
        cell = self._cell(event.x, event.y)
        self._dragged = None if cell is None else cell[1]
        if cell is not None:
            self.put(*cell, self.brush.get() if what is None else what)

    def _dragging(self, event: tk.Event[tk.Misc]) -> None:
        cell = self._cell(event.x, event.y)
        if cell is not None and cell[1] != self._dragged:
            self._dragged = cell[1]
            self.put(*cell, self.brush.get())

    def put(self, row: int, column: int, what: int) -> None:
        """Puts a seat's stone, or EMPTY, on a cell."""
        self.arranged.put(row, column, what)
        self.refresh()

    def _key(self, event: tk.Event[tk.Misc]) -> None:
        brush = self.brush.get()
        if event.keysym == "space":
            self.brush.set({0: 1, 1: EMPTY, EMPTY: 0}[brush])
            return
        column = DIGITS.find(event.char.lower()) if event.char else -1
        if 0 <= column < self.arranged.rules.columns:
            height = len(self.arranged.columns[column])
            if brush != EMPTY or height:
                self.put(height - (brush == EMPTY), column, brush)

    def _side_chosen(self) -> None:
        self.arranged.to_move = self.side.get()
        self.refresh()

    def clear(self) -> None:
        """Takes all stones away."""
        self.arranged.clear()
        self.refresh()

    def mirror(self) -> None:
        """Exchanges left and right."""
        self.arranged.mirror()
        self.refresh()

    def from_board(self) -> None:
        """Begins again with what is on the board."""
        self.arranged.take(*self._on_board())
        self.refresh()

    def done(self) -> None:
        """Hands the position over if a game can lead to it."""
        try:
            position, starter = self.arranged.position(self.names)
        except C4Error as error:
            self.said.configure(text=f"{sentence(str(error))}.")
            return
        self._on_done(position, starter)
        self.destroy()
