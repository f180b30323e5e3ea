"""The position editor."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.notation import find_moves
from c4.game.position import Position
from c4.game.rules import Rules
from c4.text import pluralise
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.pictures import disc, disc_rings
from visualizer.ui.theme import STONES, Theme, ink_on
from visualizer.ui.widgets import Flow, ring_for_keys, sentence, wrap

EMPTY = -1
"""What `Arranged.put` puts to remove a disc."""


class Arranged:
    """A position that you set up: the seats (0 or 1) of the discs of each column from below, and the seat to move."""

    def __init__(self, position: Position, seat_of: tuple[int, int]) -> None:
        self.rules: Rules = position.rules
        self.columns: list[list[int]] = []
        self.to_move = 0
        self.take(position, seat_of)

    def take(self, position: Position, seat_of: tuple[int, int]) -> None:
        """Starts with a position; `seat_of[player]` is the seat of a player."""
        self.rules = position.rules
        self.columns = [
            [seat_of[position.owner(row, column) or 0] for row in range(position.height(column))]
            for column in range(self.rules.columns)
        ]
        self.to_move = seat_of[position.to_move]

    def put(self, row: int, column: int, what: int) -> None:
        """Drops a seat's disc into a column, or replaces the disc in a cell; EMPTY removes it, and those above fall."""
        discs = self.columns[column]
        if row < len(discs):
            discs[row : row + 1] = [] if what == EMPTY else [what]
        elif what != EMPTY and len(discs) < self.rules.rows:
            discs.append(what)
        first, second = self.counts
        if abs(first - second) == 1:
            self.to_move = int(first > second)

    def clear(self) -> None:
        """Removes all discs."""
        self.columns = [[] for _ in self.columns]

    def mirror(self) -> None:
        """Mirrors the board."""
        self.columns.reverse()

    @property
    def counts(self) -> tuple[int, int]:
        """The number of discs of each seat."""
        discs = [seat for column in self.columns for seat in column]
        return discs.count(0), discs.count(1)

    def position(self, names: tuple[str, str]) -> tuple[Position, int]:
        """The position, and the seat that moved first; `names` are those of the seats.

        Raises C4Error with the reason if no game leads to it.
        """
        first, second = self.counts
        if abs(first - second) > 1:
            raise C4Error(
                f"{names[0]} has {pluralise(first, 'disc')} and {names[1]} {second}: sides take turns, so neither can have"
                " two more"
            )
        if first != second and self.to_move != int(first > second):
            raise C4Error(f"{names[int(second > first)]} has one more disc, so {names[int(first > second)]} is to move")
        starter = self.to_move if first == second else int(second > first)
        picture = [
            "".join("." if row >= len(discs) else "X" if discs[row] == starter else "O" for discs in self.columns)
            for row in reversed(range(self.rules.rows))
        ]
        position = Position.from_grid("\n".join(picture), self.rules)
        if find_moves(position) is None:
            both = all(self.rules.has_line(stones) for stones in position.stones)
            raise C4Error(
                f"both sides have {self.rules.connect} in a row" if both else "no order of moves leads to this position"
            )
        return position, starter


HELP = (
    "Click or drag to place discs. The right button removes one. A digit drops the chosen disc into its column,"
    " Space chooses the next disc, Return sets up the position."
)


class Editor(ToolWindow):
    """The window in which you set up a position."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Set up a position", "560x640", (420, 480))
        stones = STONES[context.settings.stones]
        self._colours = (stones[0][1], stones[1][1])
        self._pictures: tuple[tk.PhotoImage, ...] = ()
        self.names = (stones[0][0], stones[1][0])
        self.arranged = Arranged(*self._on_board())
        self.brush, self.side = tk.IntVar(self, 0), tk.IntVar(self, self.arranged.to_move)
        self._dragged: int | None = None
        top = Flow(self)
        top.pack(fill="x", padx=10, pady=8)
        for text, value in ((self.names[0], 0), (self.names[1], 1), ("Remove", EMPTY)):
            top.add(ttk.Radiobutton(top, text=text, value=value, variable=self.brush, style="Toolbutton"))
        for text, action in (
            ("From the board", lambda: self.arranged.take(*self._on_board())),
            ("Clear", self.arranged.clear),
            ("Mirror", self.arranged.mirror),
        ):
            top.add(ttk.Button(top, text=text, command=partial(self._change, action)))
        buttons = ttk.Frame(self, padding=(10, 4, 10, 10))
        buttons.pack(side="bottom", fill="x")
        ttk.Label(buttons, text="To move").pack(side="left")
        for value, text in enumerate(self.names):
            ttk.Radiobutton(
                buttons, text=text, value=value, variable=self.side, command=lambda: self._change(self._take_side)
            ).pack(side="left", padx=(6, 0))
        self.ok = ttk.Button(buttons, text="Set up", command=self.done)
        self.ok.pack(side="right")
        ttk.Button(buttons, text="Cancel", command=self.destroy).pack(side="right", padx=4)
        wrap(ttk.Label(self, text=HELP, style="Faint.TLabel", padding=(10, 0))).pack(side="bottom", fill="x")
        self.message = wrap(ttk.Label(self, padding=(10, 4)))
        self.message.pack(side="bottom", fill="x")
        self.canvas = tk.Canvas(self, highlightthickness=1, takefocus=True, borderwidth=0)
        self.canvas.pack(fill="both", expand=True, padx=10)
        self.canvas.bind("<Configure>", lambda _: self.refresh())
        self.canvas.bind("<Button-1>", partial(self._pressed, None))
        self.canvas.bind("<B1-Motion>", self._drag)
        ring_for_keys(self.canvas)
        for button in ("<Button-2>", "<Button-3>"):
            self.canvas.bind(button, partial(self._pressed, EMPTY))
        self.on_key(self._key)
        self.bind("<Return>", lambda _: self.done())
        self.set_theme(context.theme)
        self.canvas.focus_set()

    def _on_board(self) -> tuple[Position, tuple[int, int]]:
        """The position on the board, and the seat of each player."""
        session = self.context.session
        return session.position, (session.seat(0), session.seat(1))

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.canvas.configure(background=theme.window, highlightbackground=theme.window, highlightcolor=theme.accent)
        self.refresh()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _size(self) -> tuple[float, float]:
        """Pixels of a cell, and the left end of the board."""
        rules, width, height = self.arranged.rules, self.canvas.winfo_width(), self.canvas.winfo_height()
        size = min(width / rules.columns, height / (rules.rows + 0.5))
        return size, (width - size * rules.columns) / 2

    def centre(self, row: int, column: int) -> tuple[int, int]:
        """The pixel in the middle of a cell."""
        size, left = self._size()
        return round(left + (column + 0.5) * size), round((self.arranged.rules.rows - row - 0.5) * size)

    def refresh(self) -> None:
        """Draws the board, and says whether a game can lead to the position."""
        canvas, rules, theme = self.canvas, self.arranged.rules, self.theme
        canvas.delete("all")
        size, left = self._size()
        bottom, width = size * rules.rows, max(8, int(0.84 * size))
        canvas.create_rectangle(left, 0, left + size * rules.columns, bottom, fill=theme.board, outline="")
        rings = [disc_rings(seat, colour, ink_on(colour)) for seat, colour in enumerate(self._colours)]
        self._pictures = tuple(disc(canvas, width, each) for each in (*rings, ((1.0, theme.hole),)))
        for column, discs in enumerate(self.arranged.columns):
            for row in range(rules.rows):
                picture = self._pictures[discs[row] if row < len(discs) else EMPTY]
                canvas.create_image(*self.centre(row, column), image=picture)
            x, y = left + (column + 0.5) * size, bottom + 0.25 * size
            canvas.create_text(x, y, text=DIGITS[column], fill=theme.faint)
        self.side.set(self.arranged.to_move)
        try:
            outcome = self.arranged.position(self.names)[0].outcome()
        except C4Error as error:
            message, possible = f"{sentence(str(error))}.", False
        else:
            to_move, possible = f"{self.names[self.arranged.to_move]} to move.", True
            message = to_move if outcome is None else f"The game is over here: {outcome.reason}."
        self.ok.configure(state="normal" if possible else "disabled")
        self.message.configure(text=message)

    # -- input --------------------------------------------------------------------------------------------------------

    def _change(self, action: Callable[[], object]) -> None:
        action()
        self.refresh()

    def _take_side(self) -> None:
        self.arranged.to_move = self.side.get()

    def put(self, row: int, column: int, what: int) -> None:
        """Puts a seat's disc, or EMPTY, on a cell."""
        self._change(lambda: self.arranged.put(row, column, what))

    def _cell(self, event: tk.Event[tk.Misc]) -> tuple[int, int] | None:
        size, left = self._size()
        rules = self.arranged.rules
        column, row = int((event.x - left) // size), rules.rows - 1 - int(event.y // size)
        return (row, column) if 0 <= column < rules.columns and 0 <= row < rules.rows else None

    def _pressed(self, what: int | None, event: tk.Event[tk.Misc]) -> None:
        self.canvas.focus_set()
        cell = self._cell(event)
        self._dragged = None if cell is None else cell[1]
        if cell is not None:
            self.put(*cell, self.brush.get() if what is None else what)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        cell = self._cell(event)
        if cell is not None and cell[1] != self._dragged:
            self._dragged = cell[1]
            self.put(*cell, self.brush.get())

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

    def done(self) -> None:
        """Sets the position up on the board if a game can lead to it, and closes the window."""
        try:
            position, starter = self.arranged.position(self.names)
        except C4Error:
            return  # the message is shown already
        if self.context.attempt(self.context.session.set_up, position.grid(), starter):
            self.context.say("the position is set up")
        self.context.root.lift()
        self.destroy()
