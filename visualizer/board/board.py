"""The board: discs, column values above it, what falls and turns, best play, and the keys that work it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from math import sqrt
from time import perf_counter
from tkinter import font as tkfont
from typing import Any

from c4.game.position import Position
from c4.game.rules import Outcome
from c4.text import pluralise
from visualizer.board.column_values import Score
from visualizer.board.marks import ThreatMark, draw_heat, draw_threats
from visualizer.ui.background import Debounce
from visualizer.ui.pictures import HOLE, Ring, disc, disc_rings, glow, hole
from visualizer.ui.scale import font, font_of, scale
from visualizer.ui.theme import Theme, ink_on
from visualizer.ui.widgets import on_plain_key

FRAME_MS, FALL_SECONDS = 12, 0.17
"""Milliseconds between two pictures of a falling disc, and seconds that it takes to the lowest row."""

HEADER = 46
"""Height of the column values with their caption, pixels at 100 %."""

PLAIN_HEADER = 8
"""Height above the next disc, which is there instead of values."""

BARE = 0
"""The header of a board alone, without values, numbers and a next disc."""

COIN = 0.8
"""Height for the next disc above the board, in cells."""

MARGIN, CORNER = 7, 38
"""Pixels of the board around its cells, and the diameter of its round corners."""

BESIDE = 24
"""Pixels left and right of the cells together: the board and some air."""

FOOTER = 32
"""Height of the line below the board."""

LAYERS = ("threat", "heat", "ghost", "line", "footer")
"""Tags of the layers over the discs, from below to above."""


class Board(tk.Canvas):
    """Shows a position and what is known about it, and reports clicks; it knows no session.

    `on_column(column)` is called for a click on a column (from 0), `on_caption()` for one on the caption of the values;
    `playable()` returns whether the next disc may be shown: it follows the pointer above the board.  Discs are behind the
    face of the board, which has holes.  Each layer has a tag and is drawn alone.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        on_column: Callable[[int], object],
        playable: Callable[[], bool],
        on_caption: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(parent, width=320, height=340, highlightthickness=0, borderwidth=0, takefocus=True)
        self._on_column, self._playable, self._on_caption = on_column, playable, on_caption
        self.animate = True
        self.on_landed: Callable[[], object] = lambda: None
        """Called when the disc that was played last has landed."""
        self.header = HEADER
        self.result = ""
        self.position = Position()
        self._outcome: Outcome | None = None
        self.seat_of = (0, 1)
        self.stones: tuple[tuple[str, str], tuple[str, str]] = (("Red", "#d1382c"), ("Yellow", "#f2c230"))
        self.scores: Mapping[int, Score] = {}
        self.captions: tuple[str, ...] = ("",)
        self.counts = ""
        self.heat: Mapping[tuple[int, int], float] = {}
        self.threats: tuple[ThreatMark, ...] = ()
        self.last: int | None = None
        self.marked: int | None = None
        self._hover: int | None = None
        self._pointer: float | None = None  # where the pointer is; None while arrows choose the column
        self._falling_since: float | None = None
        self._next = Debounce(self, self._draw_falling)
        self._focused = False
        self._shown: tuple[object, ...] = ()
        self._drawn = 1, 1  # its size when it was drawn
        self._held = False
        self._items: dict[tuple[int, int], tuple[int, int]] = {}  # by cell: seat and item of the drawn disc
        self._pictures: dict[tuple[object, ...], tk.PhotoImage] = {}
        family = tkfont.nametofont("TkDefaultFont", self).actual("family")
        self._fitting = dict[tuple[str, float, int], int]()
        self._score_font = tkfont.Font(self, family=family, size=11)
        self._small_font = font(self, 12)
        self.set_theme(theme)
        self.bind("<Configure>", lambda event: self.redraw() if (event.width, event.height) != self._drawn else None)
        self.bind("<Motion>", lambda event: self._point(self.column_at(event.x), event.x))
        self.bind("<Leave>", lambda event: self._point(None))
        self.bind("<Button-1>", self._click)
        self.bind("<<TraverseIn>>", lambda event: self._show_focus(True))
        self.bind("<FocusOut>", lambda event: self._show_focus(False))
        for key, by in (("<Left>", -1), ("<Right>", 1)):
            on_plain_key(self, key, partial(self._step, by))
        for key in ("<space>", "<Return>", "<KP_Enter>", "<Down>"):
            on_plain_key(self, key, self._drop)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self.redraw()

    def show(self, position: Position, seat_of: tuple[int, int], last: int | None = None, drop: bool = False) -> None:
        """Shows a position; `seat_of[player]` is the seat of a player, which has the colour, `last` the last column played.

        `drop` lets that disc fall.  Draws nothing if nothing has changed.
        """
        shown = (position, seat_of, last, self.stones)
        if shown == self._shown:
            return
        if position != self.position:
            self._outcome = position.outcome()
        same = self._shown[3:] == shown[3:] and position.rules == self.position.rules
        self._shown = shown
        self._falling_since = None
        self.position, self.seat_of, self.last = position, seat_of, last
        if drop and self.animate and last is not None and before_turn(position, last) is None:
            self._falling_since = perf_counter()
        elif drop:
            self.on_landed()
        if same and self._drawn != (1, 1):
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
            self.scores, self.captions = scores, captions
            self._draw_header()

    def show_header(self, shown: bool) -> None:
        """Shows the row of values over the columns, or only their numbers."""
        height = HEADER if shown else PLAIN_HEADER
        if height != self.header:
            self.header = height
            self.redraw()

    def announce(self, result: str) -> None:
        """Shows the result of the game in large letters above the board, where values do not need the room; "" for none."""
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
    def _lines(self) -> float:
        """Rows of cells that the board needs room for, with the next disc above it."""
        return self.position.rules.rows + (COIN if self.header == PLAIN_HEADER else 0)

    def _around(self) -> float:
        """Pixels above and below these rows."""
        return (self.header + FOOTER) * scale(self) if self.header else 2 * MARGIN

    def _measure(self) -> None:
        rules = self.position.rules
        width, height = max(self.winfo_width(), 60), max(self.winfo_height(), 60)
        self.unit = scale(self)
        self.cell = max(12.0, min((width - BESIDE) / rules.columns, (height - self._around()) / self._lines))
        self.left = (width - self.cell * rules.columns) / 2
        self.top = (self.header * self.unit or MARGIN) + (self._lines - rules.rows) * self.cell
        self._right, self._bottom = self.left + self.cell * rules.columns, self.top + self.cell * rules.rows
        self._score_font.configure(size=-max(10, min(round(17 * self.unit), int(self.cell * 0.42))))

    def fit(self, width: int, height: int) -> None:
        """Sets the height that the board needs at a width, at most `height`."""
        wanted = max(120, min(self.height_at(width), height))
        if wanted != int(self["height"]):
            self.configure(height=wanted)

    def height_at(self, width: float) -> int:
        """The height that the board needs at a width."""
        return int((width - BESIDE) / self.position.rules.columns * self._lines + self._around())

    def width_in(self, height: int) -> float:
        """The width that the board can use at a height."""
        return max(0.0, height - self._around()) * self.position.rules.columns / self._lines + BESIDE

    def centre(self, row: float, column: int) -> tuple[float, float]:
        """The middle of a cell, pixels."""
        return self.left + (column + 0.5) * self.cell, self.top + (self.position.rules.rows - row - 0.5) * self.cell

    def column_at(self, x: float) -> int | None:
        """The column (from 0) at a place; None outside the board."""
        column = int((x - self.left) // self.cell)
        return column if 0 <= column < self.position.rules.columns else None

    # -- drawing ------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draws everything again."""
        self._drawn = self.winfo_width(), self.winfo_height()
        self._measure()
        if self._held or self._drawn == (1, 1):  # not on screen yet
            return
        self.delete("all")
        self._items = {}
        self._draw_face()
        self._draw_header()
        self._draw_footer()
        self._draw_discs()

    def _draw_face(self) -> None:
        """Draws the board with round corners and its holes, behind which the discs are."""
        rules, theme = self.position.rules, self.theme
        low, high = (self.left - MARGIN, self.top - MARGIN), (self._right + MARGIN, self._bottom + MARGIN)
        half = CORNER / 2
        corner = self._cached(("corner", theme.board), lambda: disc(self, CORNER, ((1.0, theme.board),)))
        for x, y in product((low[0] + half, high[0] - half), (low[1] + half, high[1] - half)):
            self.create_image(x, y, image=corner)
        for inset in (half, 0.0), (0.0, half):
            box = low[0] + inset[0], low[1] + inset[1], high[0] - inset[0], high[1] - inset[1]
            self.create_rectangle(box, fill=theme.board, outline="")
        self.create_rectangle(self.left, self.top, self._right, self._bottom, fill=theme.hole, outline="", tags="back")
        size = int(self.cell) + 2
        face = self._cached(("hole", size, theme.board), lambda: hole(self, size, theme.board))
        for row, column in product(range(rules.rows), range(rules.columns)):
            self.create_image(*self.centre(row, column), image=face, tags="face")
        self._show_focus(self._focused)

    def _draw_discs(self) -> None:
        """Draws the discs that have come and deletes those that have gone."""
        self.delete("last", "falling", *LAYERS[:-1])
        position, items = self.position, self._items
        falling = last_cell(position, self.last) if self.falling and self.last is not None else None
        for row, column in product(range(position.rules.rows), range(position.rules.columns)):
            owner = position.owner(row, column)
            seat = None if owner is None or (row, column) == falling else self.seat_of[owner]
            there = items.get((row, column))
            if there is not None and there[0] != seat:
                self.delete(items.pop((row, column))[1])
            if owner is not None and seat is not None and (row, column) not in items:
                items[row, column] = seat, self._disc(*self.centre(row, column), owner)
        if falling:
            self._draw_falling()
        else:
            self._draw_last()

    def _draw_last(self) -> None:
        """Marks the last disc and the winning line."""
        cell = None if self.last is None else last_cell(self.position, self.last)
        if cell is not None:
            x, y = self.centre(*cell)
            self.create_image(x, y, image=self.picture((0.955, "#ffffff"), (0.86, "")), tags="last")
        self._draw_glow()
        self._draw_result()
        self._draw_marks()
        self.refresh_ghost()

    def _draw_glow(self) -> None:
        """Lets the discs of the winning lines glow."""
        size = int(self.cell * 1.3)
        won = {cell for line in (self._outcome.lines if self._outcome else ()) for cell in line.cells}
        halo = self._cached(("glow", size), lambda: glow(self, size, "#ffffff")) if won else None
        for cell in won:
            place = self.position.rules.place(cell)
            self.create_image(*self.centre(*place), image=halo, tags=("last", "glow"))

    def _draw_result(self) -> None:
        self.delete("result")
        if self.result and self.header == PLAIN_HEADER and not self.falling:
            room, size = self._right - self.left, int(self.cell * 0.44)
            while size > 12 and font_of(self, size).measure(self.result) > room:
                size -= 2
            place = (self.left + self._right) / 2, self.top - MARGIN - COIN * self.cell / 2
            self.delete("header")
            self.create_text(place, text=self.result, fill=self.theme.text, font=font_of(self, size), tags="result")

    def _draw_marks(self) -> None:
        """Draws threats and heat over the discs."""
        self.delete("threat", "heat")
        if self.falling:
            return
        if self.threats:
            draw_threats(self, self.threats, self.centre, self.cell)
        if self.heat:
            draw_heat(self, self.heat, self.centre, self.cell)
        for tag in LAYERS:
            self.tag_raise(tag)

    def _draw_footer(self) -> None:
        self.delete("footer")
        if self.counts:
            room, x, y = self.winfo_width() - 8, (self.left + self._right) / 2, self._bottom + 16 * self.unit
            fitting = self._small_font
            if fitting.measure(self.counts) > room:  # the smallest only where two lines of a small font do not fit
                small, smallest = font(self, 10), font_of(self, self._fitting_size(self.counts, 0))
                fitting = small if small.measure(self.counts) <= 1.8 * room else smallest
            self.create_text(x, y, text=self.counts, fill=self.theme.text, font=fitting, tags="footer", width=room)

    def _disc(self, x: float, y: float, player: int, tags: str = "", ghost: bool = False) -> int:
        """Draws a disc, or the outline of one that could be played; returns the item of the canvas."""
        seat = self.seat_of[player]
        colour = self.stones[seat][1]
        rings = ((0.98, colour), (0.86, self.theme.hole)) if ghost else disc_rings(seat, colour, ink_on(colour))
        item = self.create_image(x, y, image=self.picture(*rings), tags=tags)
        if not ghost:
            self.tag_lower(item, "face")
        return item

    def picture(self, *rings: Ring) -> tk.PhotoImage:
        """A cached round picture of the present cell size."""
        size = max(8, int(self.cell * (HOLE + 0.04)))
        return self._cached((size, rings), lambda: disc(self, size, rings))

    def _cached(self, key: tuple[object, ...], draw: Callable[[], tk.PhotoImage]) -> tk.PhotoImage:
        """A picture that is drawn once for each cell size."""
        key = round(self.cell), *key
        if key not in self._pictures:
            self._pictures = {old: picture for old, picture in self._pictures.items() if old[0] == key[0]}
            self._pictures[key] = draw()
        return self._pictures[key]

    def _draw_header(self) -> None:
        # Measured first: once the old texts are gone, Tk opens their font anew for every text that is measured.
        sizes = {column: self._fitting_size(score.text, self.cell - 8) for column, score in self.scores.items()}
        self.delete("header")
        if self.header == BARE:
            return
        theme, room = self.theme, self._right - self.left
        caption = next((text for text in self.captions if self._small_font.measure(text) <= room), self.captions[-1])
        if self.marked is not None:
            x, y = self.left + (self.marked + 0.5) * self.cell, self.top - MARGIN
            side = max(7 * self.unit, 0.16 * self.cell)
            points = (x - side, y - side, x + side, y - side, x, y + 0.2 * side)
            self.create_polygon(points, fill=theme.accent, outline="", tags="header")
        style: dict[str, Any] = {"fill": theme.faint, "font": self._small_font, "tags": ("header", "caption")}
        if self.header != HEADER:
            for column in range(self.position.rules.columns):
                if column != self.marked and not self.result:
                    x = self.left + (column + 0.5) * self.cell
                    self.create_text(x, self.top - MARGIN - 9 * self.unit, text=str(column + 1), **style)
            self.tag_raise("coin")
            return
        self.create_text(self.left + room / 2, 9 * self.unit, text=caption, **style)
        upper, lower = 19 * self.unit, self.top - MARGIN - 2 * self.unit
        most = max(11, min(sizes.values(), default=0))  # one size for all, except for those that need a smaller one
        for column in range(self.position.rules.columns):
            x0, x1 = self.left + column * self.cell + 2, self.left + (column + 1) * self.cell - 2
            score = self.scores.get(column)
            outline, width = theme.line, 1
            if score is not None and score.best:
                outline, width = theme.faint if score.stale else theme.accent, 2
            self.create_rectangle(x0, upper, x1, lower, fill=theme.panel, outline=outline, width=width, tags="header")
            if score is not None:
                fill = theme.faint if score.stale else (theme.text, theme.good, theme.bad)[score.sign]
                fitting = font_of(self, min(most, sizes[column]))
                text, middle = score.text if fitting.measure(score.text) <= x1 - x0 else "…", (upper + lower) / 2
                self.create_text((x0 + x1) / 2, middle, text=text, fill=fill, font=fitting, tags="header")

    def _fitting_size(self, text: str, width: float) -> int:
        """The size of the score font, or a smaller one where the text is too wide."""
        key = text, width, -int(self._score_font.cget("size"))
        if key not in self._fitting:
            sizes = range(key[2], 8, -1)
            self._fitting[key] = next((size for size in sizes if font_of(self, size).measure(text) <= width), 8)
        return self._fitting[key]

    # -- animation ----------------------------------------------------------------------------------------------------

    def _draw_falling(self) -> None:
        """Draws the falling disc, or ends the fall."""
        if self._falling_since is None or self.last is None:
            return
        rows, lands = self.position.rules.rows, self.position.height(self.last) - 1
        above = rows - 0.11  # where the next disc was
        share = (perf_counter() - self._falling_since) / (FALL_SECONDS * sqrt((above - lands) / above))
        if share >= 1:
            self.finish_fall()
            return
        self.delete("falling")
        row = above - (above - lands) * share * share
        self._disc(*self.centre(row, self.last), 1 - self.position.to_move, tags="falling")
        self._next.after(FRAME_MS)

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
            self.on_landed()

    # -- the pointer --------------------------------------------------------------------------------------------------

    def _point(self, column: int | None, pointer: float | None = None) -> None:
        self._pointer = pointer
        if column != self._hover:
            self._hover = column
            self.refresh_ghost()
        elif column is not None:
            self.coords("coin", *self._coin_place(column))

    def _coin_place(self, column: int) -> tuple[float, float]:
        """Where the next disc is: above the board, at the pointer or over the column."""
        x, y = self.left + (column + 0.5) * self.cell, self.top - 0.39 * self.cell
        if self._pointer is not None:
            x = min(max(self._pointer, self.left + self.cell / 2), self._right - self.cell / 2)
        return x, y

    def refresh_ghost(self) -> None:
        """Shows or hides the next disc above the board, and where it would land."""
        self.delete("ghost", "coin")
        column, rules = self._hover, self.position.rules
        if column is None or column >= rules.columns or self.falling or not self._playable():
            return
        height = self.position.height(column)
        if height < rules.rows:
            self._disc(*self.centre(height, column), self.position.to_move, tags="ghost", ghost=True)
            self.tag_raise("line")
            if self.header == PLAIN_HEADER:
                self._disc(*self._coin_place(column), self.position.to_move, tags="coin")

    def _show_focus(self, focused: bool) -> None:
        """Draws a ring around the board once Tab has brought the keys to it."""
        self._focused = focused
        self.delete("focus")
        if focused:
            box = self.left - MARGIN, self.top - MARGIN, self._right + MARGIN, self._bottom + MARGIN
            self.create_rectangle(box, outline=self.theme.accent, width=3, tags="focus")

    def _step(self, by: int) -> None:
        """Points at the next column on that side, at first at the middle one."""
        columns = self.position.rules.columns
        self._point(columns // 2 if self._hover is None else (self._hover + by) % columns)

    def _drop(self) -> None:
        if self._hover is None:
            self._step(0)
        else:
            self._on_column(self._hover)

    def _click(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        self._show_focus(False)
        if event.y < 18 * self.unit and self.header == HEADER:
            self._on_caption()
            return
        column = self.column_at(event.x)
        if column is not None:
            self.finish_fall()
            self._on_column(column)


LONGEST = 12
"""The most discs of a line that are drawn."""


def before_turn(position: Position, last: int) -> Position | None:
    """The position before the last move, into column `last`, if that move turned the board and all moves are known."""
    if not position.rules.turn_every or not position.moves:
        return None
    before = Position(rules=position.rules)
    for column in position.moves[:-1]:
        before = before.play(column)
    return before if before.turns(last) else None


def last_cell(position: Position, last: int) -> tuple[int, int] | None:
    """The cell (row, column) of the disc played last, into column `last`, also after a turn of the board."""
    before = before_turn(position, last)
    if before is None:
        height = position.height(last)
        return (height - 1, last) if height else None
    return before.landing(last)


def next_turn(position: Position) -> str:
    """When the board turns next, in words; "" where it never does again."""
    left = position.rules.turns >> position.ply + 1
    if not left or position.outcome() is not None:
        return ""
    discs = (left & -left).bit_length()
    return "the board turns after this move" if discs == 1 else f"the board turns in {pluralise(discs, 'move')}"


class BestLine:
    """Best play after the column whose value is under the pointer, as numbered rings on the board.

    `on_change()` is called when the pointer is over another column's value.
    """

    def __init__(self, board: Board, on_change: Callable[[], object]) -> None:
        self._board, self._on_change = board, on_change
        self._column: int | None = None
        board.bind("<Motion>", self._moved, add="+")
        board.bind("<Leave>", lambda _: self._point(None), add="+")

    @property
    def description(self) -> str:
        """The value under the pointer in words; "" for none."""
        score = None if self._column is None else self._board.scores.get(self._column)
        return "" if score is None else score.description

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        board = self._board
        over = board.header == HEADER and 18 * board.unit <= event.y < board.top
        self._point(board.column_at(event.x) if over else None)

    def _point(self, column: int | None) -> None:
        if column != self._column:
            self._column = column
            self.draw()
            self._on_change()

    def draw(self) -> None:
        """Draws the line as it is now."""
        board, place = self._board, self._board.position
        board.delete("line")
        score = None if self._column is None else board.scores.get(self._column)
        if score is None or score.stale or board.falling:
            return
        for number, column in enumerate(score.line[:LONGEST], start=1):
            if column not in place.legal_columns():
                return  # the values belong to another position for a moment
            x, y = board.centre(place.height(column), column)
            rings = (0.98, board.stones[board.seat_of[place.to_move]][1]), (0.76, board.theme.hole)
            board.create_image(x, y, image=board.picture(*rings), tags="line")
            digits = font_of(board, max(9, int(board.cell * 0.34)))
            board.create_text(x, y, text=str(number), fill=board.theme.text, font=digits, tags="line")
            place = place.play(column)
