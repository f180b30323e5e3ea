"""The board: discs, the column values above them, animations, best lines, and its pointer and keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from math import sqrt
from time import perf_counter
from tkinter import font as tkfont
from typing import Any

from c4.callbacks import ignore
from c4.game.columns import square
from c4.game.position import Position
from c4.game.rules import Outcome
from c4.review.finish import Square
from visualizer.board import highlights
from visualizer.board.marks import ThreatMark, draw_heat, draw_threats
from visualizer.state.highlights import NO_HIGHLIGHTS, Highlights
from visualizer.state.preferences import RINGED
from visualizer.state.state import FALL_SECONDS, Score
from visualizer.ui.background import Debounce
from visualizer.ui.pictures import HOLE, LAST_RINGS, Ring, disc, disc_rings, glow, hole
from visualizer.ui.scale import SMALL, TEXT, font, font_of, scale
from visualizer.ui.theme import Theme, ink_on, mixed
from visualizer.ui.widgets import on_plain_key

FRAME_MS = 12
"""Milliseconds between two pictures of a falling disc."""

VALUES_HEADER = 54
"""Height of the column values with their caption, pixels at 100 %."""

PLAIN_HEADER = 8
"""Height above the next disc on a board without column values, pixels at 100 %."""

NO_HEADER = 0
"""The header of a board without values, column numbers and a next disc."""

NEXT_DISC_CELLS = 0.8
"""Height of the room for the next disc above the board, in cells."""

BOARD_MARGIN = 7
"""Pixels of the board's face around its cells."""

CORNER_DIAMETER = 38
"""Diameter of the board's round corners in pixels."""

SIDE_ROOM = 24
"""Pixels to the left and right of the cells together: the board's margins and some space."""

NAMES_ROOM = 14
"""Pixels at 100 % on each side of a board that has the numbers of its rows on the left."""

RIM_HEIGHT = 22
"""Height of the lower rim of the board, which has the numbers of the columns, pixels at 100 %."""

FOOTER_HEIGHT = 32
"""Height of the line below the board, pixels at 100 %."""

BOUNCE = 0.2
"""The share of its speed with which a disc bounces where it lands."""

CAPTION_HEIGHT = 18
"""Height of the caption above the column values, pixels at 100 %."""

OVERLAYS = ("threat", "heat", highlights.TAG, "ghost", "line", "refused", "playout", "footer")
"""Tags of the layers over the discs, from the lowest to the highest."""

DISC_LAYERS = ("threat", "heat", highlights.TAG, "ghost", "line", "refused", "playout")
"""Tags of the layers that are drawn again with the discs."""

NOT_ON_SCREEN = (1, 1)
"""The size of a widget that Tk has not placed yet."""

SMALLEST_SCORE = 8
"""The smallest font size of a score, in pixels."""

SMALLEST_CHIP = 11
"""The font size of scores that all of them have if it fits, in pixels."""

CHIP_CORNER = 7
"""The radius of the corners of a chip, in pixels."""

SMALLEST_RESULT = 12
"""The smallest font size of the result, in pixels."""


LINE_DISCS = 12
"""The largest number of moves of a line that are drawn."""

GHOST = 0.5
"""The share of the empty cell's colour in a disc that is refused, or belongs to a random game."""


class Board(tk.Canvas):
    """Shows a position with values and marks, and reports clicks; it knows no session.

    `on_column(column)` is called for a click on a column (from 0), `on_caption()` for a click on the caption of the
    values.  While the board is `playable`, the next disc follows the pointer above it.  Discs are behind the face of
    the board, which has holes.  Each layer has a tag and is drawn alone.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        on_column: Callable[[int], object] = ignore,
        on_caption: Callable[[], object] = ignore,
    ) -> None:
        super().__init__(parent, width=320, height=340, highlightthickness=0, borderwidth=0, takefocus=True)
        self._on_column = on_column
        self._on_caption = on_caption
        self._playable = False
        self.header = VALUES_HEADER
        self.result = ""

        self.position = Position()
        self._outcome: Outcome | None = None
        self.seat_of = (0, 1)
        self.last: int | None = None
        self.colours: tuple[tuple[str, str], tuple[str, str]] = (("Red", "#d1382c"), ("Yellow", "#f2c230"))

        self.scores: Mapping[int, Score] = {}
        self.captions: tuple[str, ...] = ("",)
        self.counts = ""
        self.names_squares = False
        self.heat: Mapping[tuple[int, int], float] = {}
        self.threats: tuple[ThreatMark, ...] = ()
        self.highlights = NO_HIGHLIGHTS
        self.marked: int | None = None

        self._hover: int | None = None
        self._pointer: float | None = None  # x of the pointer; None while arrow keys choose the column
        self._focused = False
        self._falling_since: float | None = None
        self._next_frame = Debounce(self, self._draw_falling)
        self._drawn_size = NOT_ON_SCREEN
        self._held = False
        self._items: dict[tuple[int, int], tuple[int, int]] = {}  # by cell: seat and item of the drawn disc
        self._pictures: dict[tuple[object, ...], tk.PhotoImage] = {}

        self._score_size = SMALLEST_CHIP
        self._small_font = font(self, TEXT)
        self._best_line = BestLine(self, self._draw_footer)
        self.refused = RefusedMove(self)
        self.playout = RandomGame(self)

        self.set_theme(theme)
        self._bind_input()

    def _bind_input(self) -> None:
        """Binds the pointer and the keys."""
        self.bind("<Configure>", self._resized)
        self.bind("<Motion>", self._moved, add="+")
        self.bind("<Leave>", self._left, add="+")
        self.bind("<Button-1>", self._click)
        self.bind("<<TraverseIn>>", lambda event: self._show_focus(True))
        self.bind("<FocusOut>", lambda event: self._show_focus(False))
        on_plain_key(self, "<Left>", partial(self._step, -1))
        on_plain_key(self, "<Right>", partial(self._step, 1))
        for key in ("<space>", "<Return>", "<KP_Enter>", "<Down>"):
            on_plain_key(self, key, self._drop)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self.redraw()

    @property
    def foot(self) -> str:
        """The line below the board: the value under the pointer in words, otherwise the text of `show_counts`."""
        return self._best_line.description or self.counts

    def allow_play(self, playable: bool) -> None:
        """Shows the next disc at the pointer, or none."""
        if playable != self._playable:
            self._playable = playable
            self.refresh_ghost()

    def show_colours(self, colours: tuple[tuple[str, str], tuple[str, str]]) -> None:
        """Sets the name and the colour of each seat's discs."""
        if colours != self.colours:
            self.colours = colours
            self.redraw()

    def show(self, position: Position, seat_of: tuple[int, int], last: int | None = None, drop: bool = False) -> None:
        """Shows a position.

        `seat_of[player]` is the seat of a player, which has the colour.  `last` is the last column played, and `drop`
        makes its disc fall.  Draws nothing if the position is shown already.
        """
        if (position, seat_of, last) == (self.position, self.seat_of, self.last):
            return
        if position != self.position:
            self._outcome = position.outcome()
        same_rules = position.rules == self.position.rules
        self.position = position
        self.seat_of = seat_of
        self.last = last

        self._falling_since = None
        if drop and last is not None and before_turn(position, last) is None:
            self._falling_since = perf_counter()
        if same_rules and self._drawn_size != NOT_ON_SCREEN:
            self._draw_discs()
        else:
            self.redraw()

    def hold(self, held: bool) -> None:
        """While held, the board is not redrawn for a new size."""
        self._held = held
        self.redraw()

    def show_scores(self, scores: Mapping[int, Score], captions: tuple[str, ...]) -> None:
        """Shows a score for each column that has one, and the longest of `captions` that fits."""
        if (scores, captions) != (self.scores, self.captions):
            self.scores = scores
            self.captions = captions
            self._draw_header()
            self._best_line.draw()
            self._draw_footer()

    def show_header(self, shown: bool) -> None:
        """Shows the row of values over the columns, or only the numbers of the columns."""
        height = VALUES_HEADER if shown else PLAIN_HEADER
        if height != self.header:
            self.header = height
            self.redraw()

    def show_square_names(self, shown: bool) -> None:
        """Shows letters of columns and numbers of rows, where texts name squares by them ("d3")."""
        if shown != self.names_squares:
            self.names_squares = shown
            self.redraw()

    def announce(self, result: str) -> None:
        """Shows the result of the game in large letters above a board without column values; "" for none."""
        if result != self.result:
            self.result = result
            self._draw_result()

    def mark(self, column: int | None) -> None:
        """Marks the column of a hint."""
        if column != self.marked:
            self.marked = column
            self._draw_header()

    def show_heat(self, shares: Mapping[tuple[int, int], float]) -> None:
        """Shows what each cell adds to an evaluator's value: points by (row, column)."""
        if shares != self.heat:
            self.heat = shares
            self._draw_marks()

    def show_highlights(self, shown: Highlights) -> None:
        """Shows what explains the position."""
        if shown != self.highlights:
            self.highlights = shown
            self._draw_marks()

    def show_threats(self, marks: tuple[ThreatMark, ...]) -> None:
        """Shows squares that complete a line."""
        if marks != self.threats:
            self.threats = marks
            self._draw_marks()

    def show_counts(self, text: str) -> None:
        """Shows a line of text below the board."""
        if text != self.counts:
            self.counts = text
            self._draw_footer()

    # -- geometry -----------------------------------------------------------------------------------------------------

    @property
    def _rows_needed(self) -> float:
        """Height of the board with the next disc above it, in cells."""
        rows = self.position.rules.rows
        if self.header == PLAIN_HEADER:
            return rows + NEXT_DISC_CELLS
        return rows

    def _height_around(self) -> float:
        """Pixels above and below these rows."""
        if self.header == NO_HEADER:
            return 2 * BOARD_MARGIN
        return (self.header + RIM_HEIGHT + FOOTER_HEIGHT) * scale(self)

    @property
    def _side_room(self) -> float:
        """Pixels to the left and right of the cells together."""
        return SIDE_ROOM + (2 * NAMES_ROOM * scale(self) if self.names_squares else 0)

    def _measure(self) -> None:
        """Computes the places of the cells from the size of the widget."""
        rules = self.position.rules
        width = max(self.winfo_width(), 60)
        height = max(self.winfo_height(), 60)
        self.unit = scale(self)

        widest = (width - self._side_room) / rules.columns
        highest = (height - self._height_around()) / self._rows_needed
        self.cell = max(12.0, min(widest, highest))

        above = self.header * self.unit or BOARD_MARGIN
        self.left = (width - self.cell * rules.columns) / 2
        self.top = above + (self._rows_needed - rules.rows) * self.cell
        self._right = self.left + self.cell * rules.columns
        self._bottom = self.top + self.cell * rules.rows
        self._rim = 0 if self.header == NO_HEADER else RIM_HEIGHT * self.unit

        self._score_size = max(SMALLEST_CHIP, min(round(15 * self.unit), int(self.cell * 0.4)))

    def fit(self, width: int, height: int) -> None:
        """Sets the height that the board needs at a width, at most `height`."""
        wanted = max(120, min(self.height_at(width), height))
        if wanted != int(self["height"]):
            self.configure(height=wanted)

    def height_at(self, width: float) -> int:
        """The height that the board needs at a width."""
        cell = (width - self._side_room) / self.position.rules.columns
        return int(cell * self._rows_needed + self._height_around())

    def width_in(self, height: int) -> float:
        """The width that the board can use at a height."""
        inside = max(0.0, height - self._height_around())
        return inside * self.position.rules.columns / self._rows_needed + self._side_room

    def _middle_of(self, column: int) -> float:
        """The x of the middle of a column."""
        return self.left + (column + 0.5) * self.cell

    def centre(self, row: float, column: int) -> tuple[float, float]:
        """The middle of a cell in pixels."""
        below_top = self.position.rules.rows - row - 0.5
        return self._middle_of(column), self.top + below_top * self.cell

    def is_over_values(self, y: float) -> bool:
        """Whether a y is in the row of the values over the columns."""
        return self.header == VALUES_HEADER and CAPTION_HEIGHT * self.unit <= y < self.top

    def square_at(self, x: float, y: float) -> Square | None:
        """The square (row, column) under a point; None outside the board."""
        rules = self.position.rules
        column = self.column_at(x)
        top = self.centre(rules.rows - 1, 0)[1] - self.cell / 2
        row = rules.rows - 1 - int((y - top) // self.cell)
        return None if column is None or not 0 <= row < rules.rows else (row, column)

    def column_at(self, x: float) -> int | None:
        """The column (from 0) at an x; None outside the board."""
        column = int((x - self.left) // self.cell)
        if 0 <= column < self.position.rules.columns:
            return column
        return None

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if (event.width, event.height) != self._drawn_size:
            self.redraw()

    def redraw(self) -> None:
        """Draws everything again."""
        self._drawn_size = (self.winfo_width(), self.winfo_height())
        self._measure()
        if self._held or self._drawn_size == NOT_ON_SCREEN:
            return

        self.delete("all")
        self._items = {}
        self._draw_face()
        self._draw_header()
        self._draw_footer()
        self._draw_discs()
        self.event_generate("<<Redrawn>>")  # for marks that others draw over the board

    def _draw_face(self) -> None:
        """Draws the board with round corners and its holes, behind which the discs are."""
        rules = self.position.rules
        face = self.theme.board
        self._draw_rounded(face)
        self.create_rectangle(
            self.left, self.top, self._right, self._bottom, fill=self.theme.hole, outline="", tags="back"
        )

        size = int(self.cell) + 2
        picture = self._cached(("hole", size, face), lambda: hole(self, size, face))
        for row, column in product(range(rules.rows), range(rules.columns)):
            self.create_image(*self.centre(row, column), image=picture, tags="face")
        self._draw_numbers()
        self._show_focus(self._focused)

    def _draw_numbers(self) -> None:
        """Draws the numbers of the columns on the lower rim, with their letters and the numbers of rows if wanted."""
        if not self._rim:
            return
        y = self._bottom + self._rim / 2
        style: dict[str, Any] = {
            "fill": ink_on(self.theme.board),
            "font": font(self, TEXT, bold=True),
            "tags": "number",
        }
        for column in range(self.position.rules.columns):
            letter = f" {square(0, column)[0]}" if self.names_squares else ""
            self.create_text(self._middle_of(column), y, text=f"{column + 1}{letter}", **style)
        if not self.names_squares:
            return
        x = self.left - BOARD_MARGIN - NAMES_ROOM * self.unit / 2
        for row in range(self.position.rules.rows):
            y = self.centre(row, 0)[1]
            self.create_text(x, y, text=str(row + 1), fill=self.theme.faint, font=font(self, TEXT), tags="number")

    def _draw_rounded(self, colour: str) -> None:
        """Draws a rectangle with round corners around the cells: four discs and two rectangles."""
        left, top, right, bottom = self._frame()
        radius = CORNER_DIAMETER / 2
        corner = self._cached(("corner", colour), lambda: disc(self, CORNER_DIAMETER, ((1.0, colour),)))

        for x in (left + radius, right - radius):
            for y in (top + radius, bottom - radius):
                self.create_image(x, y, image=corner)
        self.create_rectangle(left + radius, top, right - radius, bottom, fill=colour, outline="")
        self.create_rectangle(left, top + radius, right, bottom - radius, fill=colour, outline="")

    def _frame(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the board's face."""
        return (
            self.left - BOARD_MARGIN,
            self.top - BOARD_MARGIN,
            self._right + BOARD_MARGIN,
            self._bottom + self._rim + BOARD_MARGIN,
        )

    def _draw_discs(self) -> None:
        """Draws the discs that are new, and deletes those that are no longer there."""
        self.delete("last", "falling", *DISC_LAYERS)
        position = self.position
        falling: tuple[int, int] | None = None
        if self.falling and self.last is not None:
            falling = last_cell(position, self.last)

        for row, column in product(range(position.rules.rows), range(position.rules.columns)):
            cell = (row, column)
            owner = position.owner(row, column)
            if cell == falling:
                owner = None
            seat = None if owner is None else self.seat_of[owner]
            if cell in self._items and self._items[cell][0] != seat:
                _, item = self._items.pop(cell)
                self.delete(item)
            if owner is not None and seat is not None and cell not in self._items:
                item = self._disc(*self.centre(row, column), owner)
                self._items[cell] = (seat, item)

        if falling:
            self._draw_falling()
        else:
            self._draw_last()

    def _draw_last(self) -> None:
        """Marks the last disc and the winning line, and draws all other layers over the discs."""
        cell = None if self.last is None else last_cell(self.position, self.last)
        if cell is not None:
            self.create_image(*self.centre(*cell), image=self.picture(*LAST_RINGS), tags="last")
        self._draw_glow()
        self._draw_result()
        self._draw_marks()
        self.refresh_ghost()
        self._best_line.draw()
        self.refused.draw()
        self.playout.draw()

    def _draw_glow(self) -> None:
        """Makes the discs of the winning lines glow."""
        if self._outcome is None:
            return
        won = {cell for line in self._outcome.lines for cell in line.cells}
        if not won:
            return

        size = int(self.cell * 1.3)
        halo = self._cached(("glow", size), lambda: glow(self, size, "#ffffff"))
        for cell in won:
            row, column = self.position.rules.place(cell)
            self.create_image(*self.centre(row, column), image=halo, tags=("last", "glow"))

    def _draw_result(self) -> None:
        self.delete("result")
        if not self.result or self.header != PLAIN_HEADER or self.falling:
            return
        room = self._right - self.left
        size = int(self.cell * 0.44)
        while size > SMALLEST_RESULT and font_of(self, size).measure(self.result) > room:
            size -= 2

        x = (self.left + self._right) / 2
        y = self.top - BOARD_MARGIN - NEXT_DISC_CELLS * self.cell / 2
        self.create_text(x, y, text=self.result, fill=self.theme.text, font=font_of(self, size), tags="result")

    def _draw_marks(self) -> None:
        """Draws threats, heat and highlights over the discs."""
        self.delete("threat", "heat")
        if self.falling:
            return
        if self.threats:
            draw_threats(self, self.threats, self.centre, self.cell, self.theme.text)
        if self.heat:
            draw_heat(self, self.heat, self.centre, self.cell)
        self._draw_highlights()
        for tag in OVERLAYS:
            self.tag_raise(tag)

    def _draw_highlights(self) -> None:
        """Draws what explains the position."""
        self.delete(highlights.TAG)
        if self.highlights == NO_HIGHLIGHTS:
            return
        position = self.position
        colour = self.colours[self.seat_of[self.highlights.side]][1]

        def occupied(square: Square) -> bool:
            return position.owner(*square) is not None

        canvas = highlights.Canvas(self, self.centre, self.cell)
        highlights.draw_highlights(canvas, self.highlights, colour, occupied)

    def _draw_footer(self) -> None:
        self.delete("footer")
        text = self.foot
        if not text:
            return
        room = self.winfo_width() - 8
        x = (self.left + self._right) / 2
        y = self._bottom + self._rim + 16 * self.unit
        chosen = self._footer_font(text, room)
        self.create_text(x, y, text=text, fill=self.theme.text, font=chosen, tags="footer", width=room)

    def _footer_font(self, text: str, room: float) -> tkfont.Font:
        """The largest font in which a text fits: on one line, on two lines, or the smallest font."""
        if self._small_font.measure(text) <= room:
            return self._small_font
        smaller = font(self, SMALL)
        smallest = font_of(self, self._fitting_size(text, 0))
        two_lines = 1.8 * room
        if smaller.measure(text) <= two_lines:
            return smaller
        return smallest

    def _disc(self, x: float, y: float, player: int, tags: str = "") -> int:
        """Draws a disc behind the board's face; returns the item of the canvas."""
        seat = self.seat_of[player]
        colour = self.colours[seat][1]
        rings = disc_rings(colour, colour in RINGED)
        item = self.create_image(x, y, image=self.picture(*rings), tags=tags)
        self.tag_lower(item, "face")
        return item

    def _draw_ghost(self, row: int, column: int) -> None:
        """Draws the outline of the disc that could be played."""
        seat = self.seat_of[self.position.to_move]
        colour = self.colours[seat][1]
        outline = self.picture((0.98, colour), (0.86, self.theme.hole))
        self.create_image(*self.centre(row, column), image=outline, tags="ghost")

    def picture(self, *rings: Ring) -> tk.PhotoImage:
        """A cached round picture of the present cell size."""
        size = max(8, int(self.cell * (HOLE + 0.04)))
        return self._cached((size, rings), lambda: disc(self, size, rings))

    def _cached(self, key: tuple[object, ...], draw: Callable[[], tk.PhotoImage]) -> tk.PhotoImage:
        """A picture that is drawn once for each cell size."""
        cell = round(self.cell)
        full_key = (cell, *key)
        if full_key not in self._pictures:
            self._pictures = {old: picture for old, picture in self._pictures.items() if old[0] == cell}
            self._pictures[full_key] = draw()
        return self._pictures[full_key]

    # -- the header ---------------------------------------------------------------------------------------------------

    def _draw_header(self) -> None:
        self.delete("header")
        if self.header == NO_HEADER:
            return
        self._draw_hint()
        if self.header == VALUES_HEADER:
            self._draw_caption()
            self._draw_scores()

    def _draw_hint(self) -> None:
        """Draws a triangle over the column of the hint."""
        if self.marked is None:
            return
        x = self._middle_of(self.marked)
        y = self.top - BOARD_MARGIN
        side = max(7 * self.unit, 0.16 * self.cell)
        corners = (x - side, y - side, x + side, y - side, x, y + 0.2 * side)
        self.create_polygon(corners, fill=self.theme.accent, outline="", tags="header")

    def _header_text(self, x: float, y: float, text: str) -> None:
        style: dict[str, Any] = {"fill": self.theme.faint, "font": self._small_font, "tags": ("header", "caption")}
        self.create_text(x, y, text=text, **style)

    def _draw_caption(self) -> None:
        room = self._right - self.left
        fitting = (text for text in self.captions if self._small_font.measure(text) <= room)
        caption = next(fitting, self.captions[-1])
        self._header_text(self.left + room / 2, 9 * self.unit, caption)

    def _chip_texts(self, room: float) -> dict[int, str]:
        """The scores as they are written, by column: all of them shortened if one is too wide for `room` pixels."""
        texts = {column: score.text for column, score in self.scores.items()}
        score_font = font_of(self, self._score_size)
        if any(score_font.measure(text) > room for text in texts.values()):
            texts = {column: shortened(text) for column, text in texts.items()}
        return texts

    def _draw_scores(self) -> None:
        """Draws a chip for each column that has a score."""
        room = self.cell - 12
        texts = self._chip_texts(room)
        sizes = {column: self._fitting_size(text, room) for column, text in texts.items()}
        common_size = max(SMALLEST_CHIP, min(sizes.values(), default=0))  # only scores that need it are smaller
        for column, score in self.scores.items():
            if column < self.position.rules.columns:
                self._draw_chip(column, score, texts[column], min(common_size, sizes[column]))

    def _chip_box(self, column: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a column's chip."""
        left = self.left + column * self.cell + 2
        right = self.left + (column + 1) * self.cell - 2
        top = 20 * self.unit
        bottom = self.top - BOARD_MARGIN - 3 * self.unit
        return left, top, right, bottom

    def _draw_chip(self, column: int, score: Score, text: str, size: int) -> None:
        """Draws a score: a win or a loss as a filled chip, anything else as an outlined one, the best with a thick edge."""
        theme = self.theme
        box = self._chip_box(column)
        by_sign = {0: theme.text, 1: theme.good, -1: theme.bad}
        ink = theme.faint if score.stale else by_sign[score.sign]
        fill = theme.panel
        if score.decided and score.sign and not score.stale:
            fill = ink
            ink = ink_on(fill)
        edge = theme.text if score.best else theme.line
        thickness = 3 if score.best else 1
        round_rectangle(self, box, fill=fill, outline=edge, width=thickness, tags="header")

        left, top, right, bottom = box
        chosen = font_of(self, size)
        if chosen.measure(text) > right - left:
            text = "…"
        self.create_text((left + right) / 2, (top + bottom) / 2, text=text, fill=ink, font=chosen, tags="header")

    def _fitting_size(self, text: str, width: float) -> int:
        """The size of the score font, or a smaller one for a text that is too wide."""
        sizes = range(self._score_size, SMALLEST_SCORE, -1)
        fitting = (size for size in sizes if font_of(self, size).measure(text) <= width)
        return next(fitting, SMALLEST_SCORE)

    # -- animation ----------------------------------------------------------------------------------------------------

    def _draw_falling(self) -> None:
        """Draws the falling disc, or ends the fall."""
        if self._falling_since is None or self.last is None:
            return
        rows = self.position.rules.rows
        start = rows - 0.11  # the row of the next disc above the board
        end = self.position.height(self.last) - 1
        duration = FALL_SECONDS * sqrt((start - end) / start)
        share = (perf_counter() - self._falling_since) / duration
        if share >= 1:
            self.finish_fall()
            return

        self.delete("falling")
        row = end + (start - end) * height_in_fall(share)
        self._disc(*self.centre(row, self.last), 1 - self.position.to_move, tags="falling")
        self._next_frame.after(FRAME_MS)

    @property
    def falling(self) -> bool:
        """Whether a disc is falling."""
        return self._falling_since is not None

    def finish_fall(self) -> None:
        """Ends the animation at once."""
        if self._falling_since is not None:
            self._falling_since = None
            self.delete("falling")
            self._draw_discs()

    # -- the pointer --------------------------------------------------------------------------------------------------

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        self._point(self.column_at(event.x), event.x)

    def _left(self, event: object) -> None:
        self._point(None)

    def _point(self, column: int | None, pointer: float | None = None) -> None:
        """Points at a column; `pointer` is the x of the pointer."""
        self._pointer = pointer
        if column != self._hover:
            self._hover = column
            self.refresh_ghost()
        elif column is not None:
            self.coords("next", *self._next_disc_place(column))

    def _next_disc_place(self, column: int) -> tuple[float, float]:
        """The middle of the next disc: above the board, at the pointer or over the column."""
        y = self.top - 0.39 * self.cell
        if self._pointer is None or self.column_at(self._pointer) != column:  # not so once the size has changed
            return self._middle_of(column), y
        leftmost = self.left + self.cell / 2
        rightmost = self._right - self.cell / 2
        return min(max(self._pointer, leftmost), rightmost), y

    def refresh_ghost(self) -> None:
        """Shows or hides the next disc above the board, and the outline of where it would land."""
        self.delete("ghost", "next")
        column = self._hover
        rules = self.position.rules
        if column is None or column >= rules.columns or self.falling or not self._playable:
            return
        height = self.position.height(column)
        if height == rules.rows:
            return

        self._draw_ghost(height, column)
        self.tag_raise("line")
        if self.header == PLAIN_HEADER:
            self._disc(*self._next_disc_place(column), self.position.to_move, tags="next")

    def _show_focus(self, focused: bool) -> None:
        """Draws a ring around the board while it has the keys because you pressed Tab."""
        self._focused = focused
        self.delete("focus")
        if focused:
            self.create_rectangle(self._frame(), outline=self.theme.accent, width=3, tags="focus")

    def _step(self, by: int) -> None:
        """Points at the next column on that side, at first at the middle one."""
        columns = self.position.rules.columns
        if self._hover is None:
            self._point(columns // 2)
        else:
            self._point((self._hover + by) % columns)

    def _drop(self) -> None:
        if self._hover is None:
            self._step(0)
        else:
            self._on_column(self._hover)

    def _click(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        self._show_focus(False)
        if event.y < CAPTION_HEIGHT * self.unit and self.header == VALUES_HEADER:
            self._on_caption()
            return
        column = self.column_at(event.x)
        if column is not None:
            self.finish_fall()
            self._on_column(column)


def shortened(text: str) -> str:
    """A score in fewer letters: "Win in 7" is "Win 7"."""
    return text.replace(" in ", " ")


def round_rectangle(canvas: tk.Canvas, box: tuple[float, float, float, float], **options: Any) -> int:
    """Draws a rectangle with round corners; returns the item."""
    left, top, right, bottom = box
    corner = min(CHIP_CORNER, (bottom - top) / 2, (right - left) / 2)
    points: list[float] = []
    for x, y, to_x, to_y in ((left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1)):
        across = (x + to_x * corner, y)
        down = (x, y + to_y * corner)
        first, last = (down, across) if to_x == to_y else (across, down)
        points += [*first, *first, x, y, *last, *last]  # twice: the edge is straight up to there
    return canvas.create_polygon(points, smooth=True, **options)


def height_in_fall(share: float) -> float:
    """The height of a falling disc above the square where it lands, from 1 (the start) to 0, after a share of the time.

    It lands, bounces once with `BOUNCE` of its speed, and lies still when the share is 1.
    """
    time = share * (1 + 2 * BOUNCE)  # the fall takes 1, the bounce 2 * BOUNCE
    if time < 1:
        return 1 - time * time
    in_bounce = time - 1
    return in_bounce * (2 * BOUNCE - in_bounce)


def before_turn(position: Position, last: int) -> Position | None:
    """The position before the last move, into column `last`, if that move turned the board and all moves are known."""
    if not position.rules.turn_every or not position.moves:
        return None
    before = Position(rules=position.rules)
    for column in position.moves[:-1]:
        before = before.play(column)
    if before.turns(last):
        return before
    return None


def last_cell(position: Position, last: int) -> tuple[int, int] | None:
    """The cell (row, column) of the disc played last, into column `last`, also after a turn of the board."""
    before = before_turn(position, last)
    if before is not None:
        return before.landing(last)
    height = position.height(last)
    if height == 0:
        return None
    return height - 1, last


def draw_line(board: Board, position: Position, columns: Sequence[int], tag: str) -> None:
    """Draws a line of play from a position as rings in the colours of the sides, numbered from 1."""
    for number, column in enumerate(columns[:LINE_DISCS], start=1):
        if column not in position.legal_columns():
            return  # for a moment, the values belong to another position
        x, y = board.centre(position.height(column), column)
        colour = board.colours[board.seat_of[position.to_move]][1]
        ring = board.picture((0.98, colour), (0.76, board.theme.hole))
        digits = font_of(board, max(9, int(board.cell * 0.34)))
        board.create_image(x, y, image=ring, tags=tag)
        board.create_text(x, y, text=str(number), fill=board.theme.text, font=digits, tags=tag)
        position = position.play(column)


class RefusedMove:
    """A move that teaching mode refuses: its disc as a ghost with a cross, and the line that refutes it."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._shown: tuple[int | None, tuple[int, ...]] = (None, ())

    def show(self, column: int | None, line: tuple[int, ...]) -> None:
        """Shows a refused column (from 0) and the moves after it; None for nothing."""
        if (column, line) != self._shown:
            self._shown = (column, line)
            self.draw()

    def draw(self) -> None:
        """Draws it again."""
        board = self._board
        board.delete("refused")
        column, line = self._shown
        position = board.position
        if column is None or board.falling or column not in position.legal_columns():
            return
        x, y = board.centre(position.height(column), column)
        colour = board.colours[board.seat_of[position.to_move]][1]
        faded = [(radius, mixed(ring, board.theme.hole, GHOST)) for radius, ring in disc_rings(colour, ringed=False)]
        board.create_image(x, y, image=board.picture(*faded[:-1]), tags="refused")
        self._draw_cross(x, y)
        draw_line(board, position.play(column), line, "refused")

    def _draw_cross(self, x: float, y: float) -> None:
        """Draws a cross with a light edge: refused, also without colours."""
        board = self._board
        arm = 0.22 * board.cell
        for ink, width in (("#ffffff", 0.16), (board.theme.bad, 0.09)):
            thickness = max(2.0, width * board.cell)
            for dx, dy in ((arm, arm), (arm, -arm)):
                ends = (x - dx, y - dy, x + dx, y + dy)
                board.create_line(*ends, fill=ink, width=thickness, capstyle="round", tags="refused")


class RandomGame:
    """A random game from the position on the board, as numbered translucent discs."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._columns: tuple[int, ...] = ()

    def show(self, columns: tuple[int, ...]) -> None:
        """Shows a random game from the position on the board: its columns (from 0); () for none."""
        if columns != self._columns:
            self._columns = columns
            self.draw()

    def draw(self) -> None:
        """Draws its discs again; not where discs move because the board turns."""
        self._board.delete("playout")
        position = self._board.position
        if position.rules.turn_every or self._board.falling:
            return
        moves: list[tuple[Position, int]] = []
        for column in self._columns:
            if column not in position.legal_columns():
                return  # for a moment, the game belongs to another position
            moves.append((position, column))
            position = position.play(column)
        outcome = position.outcome()
        lines = () if outcome is None else outcome.lines
        won = {cell for line in lines for cell in line.cells}
        for number, (before, column) in enumerate(moves, start=1):
            self._draw_translucent(before, column, number, before.rules.cell(before.height(column), column) in won)

    def _draw_translucent(self, position: Position, column: int, number: int, wins: bool) -> None:
        """Draws one disc of the random game with its number; one of the winning line has a strong rim."""
        board = self._board
        x, y = board.centre(position.height(column), column)
        colour = board.colours[board.seat_of[position.to_move]][1]
        pale = mixed(colour, board.theme.hole, GHOST)
        rim = board.theme.text if wins else colour
        disc = board.picture((0.98, rim), (0.84, pale))
        digits = font_of(board, max(8, int(board.cell * 0.28)))
        board.create_image(x, y, image=disc, tags="playout")
        board.create_text(x, y, text=str(number), fill=ink_on(pale), font=digits, tags="playout")


class BestLine:
    """The best line after the column whose value is under the pointer, as numbered rings on the board.

    `on_change()` is called when the pointer is over another column's value.
    """

    def __init__(self, board: Board, on_change: Callable[[], object]) -> None:
        self._board = board
        self._on_change = on_change
        self._column: int | None = None
        board.bind("<Motion>", self._moved, add="+")
        board.bind("<Leave>", self._left, add="+")

    @property
    def _score(self) -> Score | None:
        """The score under the pointer."""
        if self._column is None:
            return None
        return self._board.scores.get(self._column)

    @property
    def description(self) -> str:
        """The value under the pointer in words; "" for none."""
        score = self._score
        return "" if score is None else score.description

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        board = self._board
        self._point(board.column_at(event.x) if board.is_over_values(event.y) else None)

    def _left(self, event: object) -> None:
        self._point(None)

    def _point(self, column: int | None) -> None:
        if column != self._column:
            self._column = column
            self.draw()
            self._on_change()

    def draw(self) -> None:
        """Draws the line again."""
        board = self._board
        board.delete("line")
        score = self._score
        if score is None or score.stale or board.falling:
            return
        draw_line(board, board.position, score.line, "line")
