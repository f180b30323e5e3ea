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
from c4.text import capitalised, pluralise
from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.ui.pictures import disc, disc_rings
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Flow, ring_for_keys, wrap

EMPTY = -1
"""The seat that `Arranged.put` gets to remove a disc."""


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
        self.columns = []
        for column in range(self.rules.columns):
            owners = [position.owner(row, column) or 0 for row in range(position.height(column))]
            self.columns.append([seat_of[owner] for owner in owners])
        self.to_move = seat_of[position.to_move]

    def put(self, row: int, column: int, seat: int) -> None:
        """Drops a seat's disc into a column, or replaces the disc in a cell; EMPTY removes it, and those above fall."""
        discs = self.columns[column]
        if row < len(discs):
            if seat == EMPTY:
                del discs[row]
            else:
                discs[row] = seat
        elif seat != EMPTY and len(discs) < self.rules.rows:
            discs.append(seat)
        first, second = self.counts
        if abs(first - second) == 1:
            self.to_move = self._behind()

    def _behind(self) -> int:
        """The seat with fewer discs; 0 if both have the same number."""
        first, second = self.counts
        return 1 if first > second else 0

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
        behind = self._behind()
        if first != second and self.to_move != behind:
            raise C4Error(f"{names[1 - behind]} has one more disc, so {names[behind]} is to move")

        starter = self.to_move if first == second else 1 - behind
        position = Position.from_grid(self._grid(starter), self.rules)
        if find_moves(position) is None:
            if all(self.rules.has_line(discs) for discs in position.stones):
                raise C4Error(f"both sides have {self.rules.connect} in a row")
            raise C4Error("no order of moves leads to this position")
        return position, starter

    def _grid(self, starter: int) -> str:
        """The discs as text, for `Position.from_grid`: X for the seat that moved first."""
        lines: list[str] = []
        for row in reversed(range(self.rules.rows)):
            letters = [self._letter(row, discs, starter) for discs in self.columns]
            lines.append("".join(letters))
        return "\n".join(lines)

    @staticmethod
    def _letter(row: int, discs: list[int], starter: int) -> str:
        if row >= len(discs):
            return "."
        return "X" if discs[row] == starter else "O"


NEXT_BRUSH = {0: 1, 1: EMPTY, EMPTY: 0}
"""What Space chooses after a disc, or after removing."""

EDITOR_HELP = (
    "Click or drag to place discs. The right button removes one. A digit drops the chosen disc into its column,"
    " Space chooses the next disc, Return sets up the position."
)


class Editor(AppWindow):
    """The window in which you set up a position."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Set up a position", "560x640", (420, 480))
        first, second = app.state.preferences.colours
        self._colours = (first[1], second[1])
        self._pictures: tuple[tk.PhotoImage, ...] = ()
        self.names = (first[0], second[0])
        self.arranged = Arranged(*self._on_board())
        self.brush = tk.IntVar(self, 0)
        self.side = tk.IntVar(self, self.arranged.to_move)
        self._dragged: int | None = None

        self._build_tools()
        self._build_buttons()
        help_text = wrap(ttk.Label(self, text=EDITOR_HELP, style="Faint.TLabel", padding=(10, 0)))
        help_text.pack(side="bottom", fill="x")
        self.message = wrap(ttk.Label(self, padding=(10, 4)))
        self.message.pack(side="bottom", fill="x")
        self._build_canvas()

        self.on_key(self._key)
        self.bind("<Return>", lambda _: self.done())
        self.set_theme(self.theme)
        self.canvas.focus_set()

    def _build_tools(self) -> None:
        """Builds the choice of discs and the buttons above the board."""
        tools = Flow(self)
        tools.pack(fill="x", padx=10, pady=8)
        brushes = ((self.names[0], 0), (self.names[1], 1), ("Remove", EMPTY))
        for text, value in brushes:
            tools.add(ttk.Radiobutton(tools, text=text, value=value, variable=self.brush, style="Toolbutton"))

        actions: tuple[tuple[str, Callable[[], object]], ...] = (
            ("From the board", self._take_board),
            ("Clear", self.arranged.clear),
            ("Mirror", self.arranged.mirror),
        )
        for text, action in actions:
            tools.add(ttk.Button(tools, text=text, command=partial(self._change, action)))

    def _build_buttons(self) -> None:
        """Builds the choice of the side to move and the buttons below the board."""
        buttons = ttk.Frame(self, padding=(10, 4, 10, 10))
        buttons.pack(side="bottom", fill="x")
        ttk.Label(buttons, text="To move").pack(side="left")
        take_side = partial(self._change, self._take_side)
        for value, text in enumerate(self.names):
            choice = ttk.Radiobutton(buttons, text=text, value=value, variable=self.side, command=take_side)
            choice.pack(side="left", padx=(6, 0))

        self.ok = ttk.Button(buttons, text="Set up", command=self.done)
        self.ok.pack(side="right")
        cancel = ttk.Button(buttons, text="Cancel", command=self.destroy)
        cancel.pack(side="right", padx=4)

    def _build_canvas(self) -> None:
        """Builds the board."""
        self.canvas = tk.Canvas(self, highlightthickness=1, takefocus=True, borderwidth=0)
        self.canvas.pack(fill="both", expand=True, padx=10)

        self.canvas.bind("<Configure>", lambda _: self.refresh())
        self.canvas.bind("<Button-1>", partial(self._pressed, None))
        self.canvas.bind("<B1-Motion>", self._drag)
        ring_for_keys(self.canvas)
        for button in ("<Button-2>", "<Button-3>"):
            self.canvas.bind(button, partial(self._pressed, EMPTY))

    def _on_board(self) -> tuple[Position, tuple[int, int]]:
        """The position on the board, and the seat of each player."""
        session = self.app.session
        return session.position, (session.seat(0), session.seat(1))

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.canvas.configure(background=theme.window, highlightbackground=theme.window, highlightcolor=theme.accent)
        self.refresh()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _size(self) -> tuple[float, float]:
        """Pixels of a cell, and the left end of the board."""
        rules = self.arranged.rules
        width = self.canvas.winfo_width()
        height = self.canvas.winfo_height()
        size = min(width / rules.columns, height / (rules.rows + 0.5))
        return size, (width - size * rules.columns) / 2

    def centre(self, row: int, column: int) -> tuple[int, int]:
        """The pixel in the middle of a cell."""
        size, left = self._size()
        x = left + (column + 0.5) * size
        y = (self.arranged.rules.rows - row - 0.5) * size
        return round(x), round(y)

    def refresh(self) -> None:
        """Draws the board, and says whether a game can lead to the position."""
        self._draw()
        self.side.set(self.arranged.to_move)
        try:
            position, _ = self.arranged.position(self.names)
        except C4Error as error:
            self._say(f"{capitalised(str(error))}.", possible=False)
            return
        outcome = position.outcome()
        if outcome is None:
            self._say(f"{self.names[self.arranged.to_move]} to move.", possible=True)
        else:
            self._say(f"The game is over here: {outcome.reason}.", possible=True)

    def _say(self, message: str, possible: bool) -> None:
        """Shows a sentence about the position; `possible` says whether you can set it up."""
        self.ok.configure(state="normal" if possible else "disabled")
        self.message.configure(text=message)

    def _draw(self) -> None:
        """Draws the board, its discs, and the numbers of the columns."""
        canvas = self.canvas
        rules = self.arranged.rules
        canvas.delete("all")
        size, left = self._size()
        bottom = size * rules.rows
        canvas.create_rectangle(left, 0, left + size * rules.columns, bottom, fill=self.theme.board, outline="")

        self._make_pictures(max(8, int(0.84 * size)))
        for column, discs in enumerate(self.arranged.columns):
            for row in range(rules.rows):
                seat = discs[row] if row < len(discs) else EMPTY
                canvas.create_image(*self.centre(row, column), image=self._pictures[seat])
            x = left + (column + 0.5) * size
            y = bottom + 0.25 * size
            canvas.create_text(x, y, text=DIGITS[column], fill=self.theme.faint)

    def _make_pictures(self, width: int) -> None:
        """Draws the pictures of both seats' discs and of an empty cell, which comes last: its index is EMPTY."""
        first, second = self._colours
        self._pictures = (
            disc(self.canvas, width, disc_rings(first, ringed=True)),
            disc(self.canvas, width, disc_rings(second, ringed=False)),
            disc(self.canvas, width, ((1.0, self.theme.hole),)),
        )

    # -- input --------------------------------------------------------------------------------------------------------

    def _change(self, action: Callable[[], object]) -> None:
        action()
        self.refresh()

    def _take_board(self) -> None:
        self.arranged.take(*self._on_board())

    def _take_side(self) -> None:
        self.arranged.to_move = self.side.get()

    def put(self, row: int, column: int, seat: int) -> None:
        """Puts a seat's disc, or EMPTY, on a cell."""
        self.arranged.put(row, column, seat)
        self.refresh()

    def _cell(self, event: tk.Event[tk.Misc]) -> tuple[int, int] | None:
        size, left = self._size()
        rules = self.arranged.rules
        column = int((event.x - left) // size)
        row = rules.rows - 1 - int(event.y // size)
        if 0 <= column < rules.columns and 0 <= row < rules.rows:
            return row, column
        return None

    def _pressed(self, seat: int | None, event: tk.Event[tk.Misc]) -> None:
        """Puts a disc of `seat`, or the chosen one, on the cell under the pointer."""
        self.canvas.focus_set()
        self._dragged = None
        cell = self._cell(event)
        if cell is None:
            return
        row, column = cell
        self._dragged = column
        self.put(row, column, self.brush.get() if seat is None else seat)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        """Puts one disc on each column that the pointer is dragged to."""
        cell = self._cell(event)
        if cell is None:
            return
        row, column = cell
        if column != self._dragged:
            self._dragged = column
            self.put(row, column, self.brush.get())

    def _key(self, event: tk.Event[tk.Misc]) -> None:
        brush = self.brush.get()
        if event.keysym == "space":
            self.brush.set(NEXT_BRUSH[brush])
            return
        column = DIGITS.find(event.char.lower()) if event.char else -1
        if not 0 <= column < self.arranged.rules.columns:
            return
        height = len(self.arranged.columns[column])
        if brush != EMPTY:
            self.put(height, column, brush)
        elif height:
            self.put(height - 1, column, EMPTY)

    def done(self) -> None:
        """Sets the position up on the board if a game can lead to it, and closes the window."""
        try:
            position, starter = self.arranged.position(self.names)
        except C4Error:
            return  # the message is shown already
        if self.app.attempt(self.app.session.set_up, position.grid(), starter):
            self.app.say("the position is set up")

        self.master.winfo_toplevel().lift()
        self.destroy()
