"""The board: discs, the column values above them, animations, best lines, and its pointer and keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
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
from visualizer.board.column_values import SMALLEST_SCORE, Header
from visualizer.board.marks import ThreatMark, draw_heat, draw_threats
from visualizer.board.surface import (
    BOARD_MARGIN,
    CAPTION_HEIGHT,
    NAMES_ROOM,
    NEXT_DISC_CELLS,
    PLAIN_HEADER,
    VALUES_HEADER,
    Surface,
)
from visualizer.board.unplayed import BestLine, RandomGame, RefusedMove
from visualizer.state.highlights import NO_HIGHLIGHTS, Highlights
from visualizer.state.state import FALL_SECONDS, Score
from visualizer.ui.background import Debounce
from visualizer.ui.fonts import SMALL, TEXT, font, font_of
from visualizer.ui.pictures import LAST_RINGS, disc, disc_rings, glow, hole
from visualizer.ui.theme import RINGED, Theme, ink_on
from visualizer.ui.widgets import on_plain_key

FRAME_MS = 12
"""Milliseconds between two pictures of a falling disc."""

CORNER_DIAMETER = 38
"""Diameter of the board's round corners in pixels."""

BOUNCE = 0.2
"""The share of its speed with which a disc bounces where it lands."""

DISC_LAYERS = ("threat", "heat", highlights.TAG, "ghost", "line", "refused", "playout")
"""Tags of the layers that are drawn again with the discs, from the lowest to the highest."""

LAYERS = (*DISC_LAYERS, "footer")
"""Tags of all layers over the discs."""

GLOW_CELLS = 1.3
"""The width of the glow of a winning disc, in cells."""

RESULT_CELLS = 0.44
"""The height of the words of the result at most, in cells."""

FALL_FROM_CELLS = 0.11
"""How far below the row above the board a disc begins to fall, in cells."""

NEXT_DISC_UP_CELLS = 0.39
"""How far above the board the middle of the next disc is, in cells."""

NOT_ON_SCREEN = (1, 1)
"""The size of a widget that Tk has not placed yet."""

SMALLEST_RESULT = 12
"""The smallest font size of the result, in pixels."""


class Board(Surface):
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
        super().__init__(parent)
        self._on_column = on_column
        self._on_caption = on_caption
        self._playable = False
        self.result = ""

        self._outcome: Outcome | None = None
        self.last: int | None = None

        self.counts = ""
        self.heat: Mapping[tuple[int, int], float] = {}
        self.threats: tuple[ThreatMark, ...] = ()
        self.highlights = NO_HIGHLIGHTS

        self._hover: int | None = None
        self._pointer: float | None = None  # x of the pointer; None while arrow keys choose the column
        self._focused = False
        self._falling_since: float | None = None
        self._next_frame = Debounce(self, self._draw_falling)
        self._drawn_size = NOT_ON_SCREEN
        self._held = False
        self._items: dict[tuple[int, int], tuple[int, int]] = {}  # by cell: seat and item of the drawn disc

        self._small_font = font(self, TEXT)
        self._header = Header(self)
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
            self._header.draw()
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
            self._header.draw()

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

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if (event.width, event.height) != self._drawn_size:
            self.redraw()

    def redraw(self) -> None:
        """Draws everything again."""
        self._drawn_size = (self.winfo_width(), self.winfo_height())
        self.measure()
        if self._held or self._drawn_size == NOT_ON_SCREEN:
            return

        self.delete("all")
        self._items = {}
        self._draw_face()
        self._header.draw()
        self._draw_footer()
        self._draw_discs()
        self.event_generate("<<Redrawn>>")  # for marks that others draw over the board

    def _draw_face(self) -> None:
        """Draws the board with round corners and its holes, behind which the discs are."""
        rules = self.position.rules
        face = self.theme.board
        self._draw_rounded(face)
        self.create_rectangle(
            self.left, self.top, self.right, self.bottom, fill=self.theme.hole, outline="", tags="back"
        )

        size = int(self.cell) + 2
        picture = self.cached(("hole", size, face), lambda: hole(self, size, face))
        for row, column in product(range(rules.rows), range(rules.columns)):
            self.create_image(*self.centre(row, column), image=picture, tags="face")
        self._draw_numbers()
        self._show_focus(self._focused)

    def _draw_numbers(self) -> None:
        """Draws the numbers of the columns on the lower rim, with their letters, if there is room, and the numbers of rows
        if wanted.
        """
        if not self.rim:
            return
        y = self.bottom + self.rim / 2
        words = font(self, TEXT, bold=True)
        style: dict[str, Any] = {"fill": ink_on(self.theme.board), "font": words, "tags": "number"}
        columns = self.position.rules.columns
        texts = [str(column + 1) for column in range(columns)]
        if self.names_squares:
            with_letters = [f"{text} {square(0, column)[0]}" for column, text in enumerate(texts)]
            if max(map(words.measure, with_letters)) < self.cell:
                texts = with_letters
        for column, text in enumerate(texts):
            self.create_text(self.middle_of(column), y, text=text, **style)
        if not self.names_squares:
            return
        x = self.left - BOARD_MARGIN - NAMES_ROOM * self.unit / 2
        for row in range(self.position.rules.rows):
            y = self.centre(row, 0)[1]
            self.create_text(x, y, text=str(row + 1), fill=self.theme.faint, font=font(self, TEXT), tags="number")

    def _draw_rounded(self, colour: str) -> None:
        """Draws a rectangle with round corners around the cells: four discs and two rectangles."""
        left, top, right, bottom = self.frame()
        radius = CORNER_DIAMETER / 2
        corner = self.cached(("corner", colour), lambda: disc(self, CORNER_DIAMETER, ((1.0, colour),)))

        for x in (left + radius, right - radius):
            for y in (top + radius, bottom - radius):
                self.create_image(x, y, image=corner)
        self.create_rectangle(left + radius, top, right - radius, bottom, fill=colour, outline="")
        self.create_rectangle(left, top + radius, right, bottom - radius, fill=colour, outline="")

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

        size = int(self.cell * GLOW_CELLS)
        halo = self.cached(("glow", size), lambda: glow(self, size, "#ffffff"))
        for cell in won:
            row, column = self.position.rules.place(cell)
            self.create_image(*self.centre(row, column), image=halo, tags=("last", "glow"))

    def _draw_result(self) -> None:
        self.delete("result")
        if not self.result or self.header != PLAIN_HEADER or self.falling:
            return
        room = self.right - self.left
        size = int(self.cell * RESULT_CELLS)
        while size > SMALLEST_RESULT and font_of(self, size).measure(self.result) > room:
            size -= 2

        x = (self.left + self.right) / 2
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
        for tag in LAYERS:
            self.tag_raise(tag)

    def _draw_highlights(self) -> None:
        """Draws what explains the position."""
        self.delete(highlights.TAG)
        if self.highlights == NO_HIGHLIGHTS:
            return
        position = self.position
        colour = self.colour_of(self.highlights.side)

        def occupied(square: Square) -> bool:
            return position.owner(*square) is not None

        ground = highlights.Ground(self, self.centre, self.cell)
        highlights.draw_highlights(ground, self.highlights, colour, occupied)

    def _draw_footer(self) -> None:
        self.delete("footer")
        text = self.foot
        if not text:
            return
        room = self.winfo_width() - 8
        x = (self.left + self.right) / 2
        y = self.bottom + self.rim + 16 * self.unit
        chosen = self._footer_font(text, room)
        self.create_text(x, y, text=text, fill=self.theme.text, font=chosen, tags="footer", width=room)

    def _footer_font(self, text: str, room: float) -> tkfont.Font:
        """The largest font in which a text fits: on one line, on two lines, or the smallest font."""
        if self._small_font.measure(text) <= room:
            return self._small_font
        smaller = font(self, SMALL)
        smallest = font_of(self, SMALLEST_SCORE)
        two_lines = 1.8 * room
        if smaller.measure(text) <= two_lines:
            return smaller
        return smallest

    def _disc(self, x: float, y: float, player: int, tags: str = "") -> int:
        """Draws a disc behind the board's face; returns the item of the canvas."""
        colour = self.colour_of(player)
        rings = disc_rings(colour, colour in RINGED)
        item = self.create_image(x, y, image=self.picture(*rings), tags=tags)
        self.tag_lower(item, "face")
        return item

    def _draw_ghost(self, row: int, column: int) -> None:
        """Draws the outline of the disc that could be played."""
        colour = self.colour_of(self.position.to_move)
        outline = self.picture((0.98, colour), (0.86, self.theme.hole))
        self.create_image(*self.centre(row, column), image=outline, tags="ghost")

    # -- animation ----------------------------------------------------------------------------------------------------

    def _draw_falling(self) -> None:
        """Draws the falling disc, or ends the fall."""
        if self._falling_since is None or self.last is None:
            return
        rows = self.position.rules.rows
        start = rows - FALL_FROM_CELLS  # the row of the next disc above the board
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
        y = self.top - NEXT_DISC_UP_CELLS * self.cell
        if self._pointer is None or self.column_at(self._pointer) != column:  # not so once the size has changed
            return self.middle_of(column), y
        leftmost = self.left + self.cell / 2
        rightmost = self.right - self.cell / 2
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
            self.create_rectangle(self.frame(), outline=self.theme.accent, width=3, tags="focus")

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
    if before.turns_after(last):
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


def follows(position: Position, before: Position) -> bool:
    """Whether moves lead from one position to another, so that the last disc may fall."""
    earlier = before.moves or ()
    moves = position.moves or ()
    return len(moves) > len(earlier) and moves[: len(earlier)] == earlier
