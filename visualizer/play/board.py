"""The board: a canvas with the column values above it, ghost and falling stones, marks for the last move and the line.

It shows what it is given and reports clicks; it knows no session.  What changes alone is drawn alone: each layer has
a tag of its own.  Imports tkinter.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from itertools import product
from time import perf_counter
from tkinter import font as tkfont
from typing import Any

from c4.game.position import Position
from c4.game.rules import Outcome
from c4.search.decision import Finding
from visualizer.kit.fonts import font, font_of
from visualizer.kit.later import Later
from visualizer.kit.scale import scale
from visualizer.kit.sprites import Ring, sprite, stone_rings
from visualizer.kit.theme import Theme, ink_on
from visualizer.play.arrows import Arrows
from visualizer.play.findings import draw_finding
from visualizer.play.heat import draw_heat
from visualizer.play.motion import Fall, Turn, last_cell, motion_to
from visualizer.play.score import Score
from visualizer.play.threat_marks import ThreatMark, draw_threats

FRAME_MS = 12
STRIP = 46
"""Height of the column values with their caption, pixels."""

BARE_STRIP = 16
"""The same without values: the columns' numbers, and the mark of a hint."""

FOOT = 28
"""Height of the line below the board, pixels."""

LAYERS = ("finding", "threat", "heat", "falling", "ghost", "line", "foot")
"""What lies over the stones, from below to above."""


class Board(tk.Canvas):
    """`on_column(column)` is called for a click on a column (from 0), `on_caption()` for one on the line above the
    values.

    `playable()` says whether a ghost stone may be shown.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        on_column: Callable[[int], object],
        playable: Callable[[], bool],
        on_caption: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(parent, width=320, height=340, highlightthickness=2, borderwidth=0, takefocus=True)
        self._on_column, self._playable, self._on_caption = on_column, playable, on_caption
        self.animate = True
        self.strip = STRIP
        self.position = Position()
        self._outcome: Outcome | None = None
        self.seat_of = (0, 1)
        self.stones: tuple[tuple[str, str], tuple[str, str]] = (("Red", "#d1382c"), ("Yellow", "#f2c230"))
        self.scores: Mapping[int, Score] = {}
        self.captions: tuple[str, ...] = ("",)
        self.counts = ""
        self.heat: Mapping[tuple[int, int], float] = {}
        self.threats: tuple[ThreatMark, ...] = ()
        self.finding: Finding | None = None
        self.last: int | None = None
        self.marked: int | None = None
        self._hover: int | None = None
        self._motion: Fall | Turn | None = None
        self._next = Later(self, self._move_on)
        self._shown: tuple[object, ...] = ()
        self._drawn = 1, 1  # its size when it was drawn
        self._held = False
        self._lying: dict[tuple[int, int], tuple[int, int]] = {}  # by cell: seat and item of the stone that is drawn
        self._fitted: dict[tuple[int, str, int], int] = {}  # sizes of scores that fit their cells
        self._pictures: dict[tuple[int, tuple[Ring, ...]], tk.PhotoImage] = {}
        family = tkfont.nametofont("TkDefaultFont", self).actual("family")
        self._score_font = tkfont.Font(self, family=family, size=11)
        self._small_font = font(self, 12)
        self.set_theme(theme)
        self.bind("<Configure>", lambda event: self.redraw() if (event.width, event.height) != self._drawn else None)
        self.bind("<Motion>", lambda event: self._point(self.column_at(event.x)))
        self.bind("<Leave>", lambda event: self._point(None))
        self.bind("<Button-1>", self._click)
        Arrows(self, lambda: self.position.rules.columns, lambda: self._hover, self._point, on_column)

    # -- what it is given ---------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window, highlightbackground=theme.window, highlightcolor=theme.accent)
        self.redraw()

    def show(self, position: Position, seat_of: tuple[int, int], last: int | None = None, drop: bool = False) -> None:
        """Shows a position; `seat_of[player]` is the seat whose colour a player has, `last` the column played last.

        `drop` lets that stone fall.  Nothing is drawn when all this is on the board already.
        """
        shown = (position, seat_of, last, self.stones)
        if shown == self._shown:
            return
        if position != self.position:
            self._outcome = position.outcome()
        same = self._shown[3:] == shown[3:] and position.rules == self.position.rules
        self._shown = shown
        self._motion = None
        self.position, self.seat_of, self.last = position, seat_of, last
        if drop and self.animate and last is not None:
            self._motion = motion_to(position, last, perf_counter())
            self._next.after(FRAME_MS)
        if same and self._drawn != (1, 1):
            self._draw_stones()
        else:
            self.redraw()

    def hold(self, held: bool) -> None:
        """Stays as it is through changes of its size, or is drawn again."""
        self._held = held
        self.redraw()

    def show_scores(self, scores: Mapping[int, Score], captions: tuple[str, ...]) -> None:
        """A score for each column that has one, and whose they are in words: the longest of `captions` that fits."""
        if (scores, captions) != (self.scores, self.captions):
            self.scores, self.captions = scores, captions
            self._draw_strip()

    def show_strip(self, shown: bool) -> None:
        """Shows the row for values over the columns, or leaves its room to the board."""
        height = STRIP if shown else BARE_STRIP
        if height != self.strip:
            self.strip = height
            self.redraw()

    def mark(self, column: int | None) -> None:
        """Marks a column as the one hinted at."""
        if column != self.marked:
            self.marked = column
            self._draw_strip()

    def show_heat(self, shares: Mapping[tuple[int, int], float]) -> None:
        """What each cell adds to an evaluator's value (points by (row, column)); empty for none."""
        if shares != self.heat:
            self.heat = shares
            self._draw_marks()

    def show_threats(self, marks: tuple[ThreatMark, ...]) -> None:
        """The squares that complete a line; none for nothing to show."""
        if marks != self.threats:
            self.threats = marks
            self._draw_marks()

    def show_finding(self, finding: Finding | None) -> None:
        """What the last move was played for, None for nothing to show."""
        if finding != self.finding:
            self.finding = finding
            self._draw_marks()

    def show_counts(self, text: str) -> None:
        """A line below the board, "" for none: the lines so far when they are what counts, whose the heat is."""
        if text != self.counts:
            self.counts = text
            self._draw_foot()

    # -- geometry -----------------------------------------------------------------------------------------------------

    def _measure(self) -> None:
        rules = self.position.rules
        width, height = max(self.winfo_width(), 60), max(self.winfo_height(), 60)
        self.unit = scale(self)
        high = height - (self.strip + FOOT) * self.unit
        self.cell = max(12.0, min((width - 16) / rules.columns, high / rules.rows))
        self.left = (width - self.cell * rules.columns) / 2
        self.top = self.strip * self.unit
        self._right, self._bottom = self.left + self.cell * rules.columns, self.top + self.cell * rules.rows
        self._score_font.configure(size=-max(10, min(round(17 * self.unit), int(self.cell * 0.42))))

    def fit(self, width: int, height: int) -> None:
        """Takes the height the board needs at this width, at most `height`."""
        rules = self.position.rules
        wanted = int((width - 16) / rules.columns * rules.rows + (self.strip + FOOT) * scale(self))
        wanted = max(120, min(wanted, height)) - 2 * int(self["highlightthickness"])  # Tk adds that
        if wanted != int(self["height"]):
            self.configure(height=wanted)

    def width_in(self, height: int) -> float:
        """The width that a board of this height, with its strip and foot, can use."""
        high = max(0.0, height - (self.strip + FOOT) * scale(self))
        return high * self.position.rules.columns / self.position.rules.rows

    def centre(self, row: float, column: int) -> tuple[float, float]:
        """The middle of a cell, pixels."""
        return self.left + (column + 0.5) * self.cell, self.top + (self.position.rules.rows - row - 0.5) * self.cell

    def column_at(self, x: float) -> int | None:
        """The column (from 0) at a place on the screen; None beside the board."""
        column = int((x - self.left) // self.cell)
        return column if 0 <= column < self.position.rules.columns else None

    # -- drawing ------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draws everything again."""
        self._drawn = self.winfo_width(), self.winfo_height()
        self._measure()
        if self._held or self._drawn == (1, 1):  # the latter: it is not on screen yet
            return
        self.delete("all")
        self._lying = {}
        rules, theme = self.position.rules, self.theme
        frame = self.left - 4, self.top - 2, self._right + 4, self._bottom + 4
        self.create_rectangle(frame, fill=theme.board, outline=theme.line, width=1)
        hole = self.picture((0.98, theme.hole))
        for row, column in product(range(rules.rows), range(rules.columns)):
            self.create_image(*self.centre(row, column), image=hole)
        self._draw_strip()
        self._draw_foot()
        self._draw_stones()

    def _draw_stones(self) -> None:
        """The stones of the position: takes away those that have gone, adds those that have come."""
        self.delete("last", *LAYERS[:-1])
        position, motion, lying = self.position, self._motion, self._lying
        for row, column in product(range(position.rules.rows), range(position.rules.columns)):
            owner = position.owner(row, column)
            seat = None if owner is None or (motion and motion.moves(row, column)) else self.seat_of[owner]
            there = lying.get((row, column))
            if there is not None and there[0] != seat:
                self.delete(lying.pop((row, column))[1])
            if owner is not None and seat is not None and (row, column) not in lying:
                lying[row, column] = seat, self._stone(*self.centre(row, column), owner)
        if motion:
            self._draw_moving(motion)
        else:
            self._draw_last()

    def _draw_last(self) -> None:
        """What is seen once the last stone lies: its mark, the line that wins, and what lies over the stones."""
        cell = None if self.last is None else last_cell(self.position, self.last)
        if cell is not None:
            x, y = self.centre(*cell)
            self.create_image(x, y, image=self.picture((1.0, "#ffffff"), (0.88, "")), tags="last")
        for line in self._outcome.lines if self._outcome else ():
            (x0, y0), (x1, y1) = (self.centre(*self.position.rules.place(line.cells[end])) for end in (0, -1))
            for colour, least, share in (("#ffffff", 4, 0.16), ("#111111", 2, 0.07)):
                width = max(least, self.cell * share)
                self.create_line(x0, y0, x1, y1, fill=colour, width=width, capstyle="round", tags="last")
        self._draw_marks()
        self.refresh_ghost()

    def _draw_marks(self) -> None:
        """What is shown of lines, threats and values over the stones, once they lie."""
        self.delete("finding", "threat", "heat")
        if self.falling:
            return
        if self.finding is not None and self._outcome is None:
            draw_finding(self, self.finding, self.position, self.centre, self.cell)
        if self.threats:
            draw_threats(self, self.threats, self.centre, self.cell)
        if self.heat:
            draw_heat(self, self.heat, self.centre, self.cell)
        for tag in LAYERS:
            self.tag_raise(tag)

    def _draw_foot(self) -> None:
        self.delete("foot")
        if self.counts:
            room, x, y = self.winfo_width() - 8, (self.left + self._right) / 2, self._bottom + 16 * self.unit
            look = self._small_font
            if look.measure(self.counts) > room:  # the smallest only where two lines of a small one do not do
                small, smallest = font(self, 10), font_of(self, self._fitting_size(self.counts, 0))
                look = small if small.measure(self.counts) <= 1.8 * room else smallest
            self.create_text(x, y, text=self.counts, fill=self.theme.text, font=look, tags="foot", width=room)

    def _stone(self, x: float, y: float, player: int, tags: str = "", ghost: bool = False) -> int:
        """A stone, or the outline of one that could be played; the item of the canvas."""
        seat = self.seat_of[player]
        colour = self.stones[seat][1]
        rings = ((0.98, colour), (0.86, self.theme.hole)) if ghost else stone_rings(seat, colour, ink_on(colour))
        return self.create_image(x, y, image=self.picture(*rings), tags=tags)

    def picture(self, *rings: Ring) -> tk.PhotoImage:
        """A round picture of the present cell size, made once."""
        size = max(8, int(self.cell * 0.84))
        key = (size, rings)
        if key not in self._pictures:
            self._pictures = {old: picture for old, picture in self._pictures.items() if old[0] == size}
            self._pictures[key] = sprite(self, size, rings)
        return self._pictures[key]

    def _draw_strip(self) -> None:
        self.delete("strip")
        theme, room = self.theme, self._right - self.left
        caption = next((text for text in self.captions if self._small_font.measure(text) <= room), self.captions[-1])
        if self.marked is not None:
            x, y = self.left + (self.marked + 0.5) * self.cell, self.top
            side = 7 * self.unit
            points = (x - side, y - side, x + side, y - side, x, y + 3 * self.unit)
            self.create_polygon(points, fill=theme.accent, outline="", tags="strip")
        look: dict[str, Any] = {"fill": theme.faint, "font": self._small_font, "tags": ("strip", "caption")}
        if self.strip != STRIP:
            for column in range(self.position.rules.columns):
                if column != self.marked:
                    x = self.left + (column + 0.5) * self.cell
                    self.create_text(x, self.top - 8 * self.unit, text=str(column + 1), **look)
            return
        self.create_text(self.left + room / 2, 9 * self.unit, text=caption, **look)
        upper, lower = 19 * self.unit, self.top - 6 * self.unit
        sizes = {column: self._fitting_size(score.text, self.cell - 8) for column, score in self.scores.items()}
        most = max(11, min(sizes.values(), default=0))  # all of one size, but for what needs a smaller one
        for column in range(self.position.rules.columns):
            x0, x1 = self.left + column * self.cell + 2, self.left + (column + 1) * self.cell - 2
            score = self.scores.get(column)
            outline, width = theme.line, 1
            if score is not None and score.best:
                outline, width = theme.faint if score.stale else theme.accent, 2
            self.create_rectangle(x0, upper, x1, lower, fill=theme.panel, outline=outline, width=width, tags="strip")
            if score is not None:
                fill = theme.faint if score.stale else (theme.text, theme.good, theme.bad)[score.sign]
                fitting = font_of(self, min(most, sizes[column]))
                text, middle = score.text if fitting.measure(score.text) <= x1 - x0 else "…", (upper + lower) / 2
                self.create_text((x0 + x1) / 2, middle, text=text, fill=fill, font=fitting, tags="strip")

    def _fitting_size(self, text: str, width: float) -> int:
        """The size of the score font, or a smaller one when the text is too wide for its cell."""
        key = -int(self._score_font.cget("size")), text, round(width)
        if key not in self._fitted:
            size, wide = key[0], self._score_font.measure(text)
            if wide > width:
                size = max(8, min(size - 1, int(size * width / wide) + 1))
            while size > 8 and font_of(self, size).measure(text) > width:
                size -= 1
            if len(self._fitted) > 200:
                self._fitted.clear()
            self._fitted[key] = size
        return self._fitted[key]

    # -- what moves ---------------------------------------------------------------------------------------------------

    def _draw_moving(self, motion: Fall | Turn) -> None:
        self.delete("falling")
        x, y = (self.left + self._right) / 2, (self.top + self._bottom) / 2
        for player, right, down in motion.stones(perf_counter()):
            self._stone(x + right * self.cell, y + down * self.cell, player, tags="falling")

    def _move_on(self) -> None:
        if self._motion is None:
            return
        if self._motion.over(perf_counter()):
            self.finish_fall()
        else:
            self._draw_moving(self._motion)
            self._next.after(FRAME_MS)

    @property
    def falling(self) -> bool:
        """Whether a stone is on its way down, or the board turns."""
        return self._motion is not None

    def finish_fall(self) -> None:
        """Lets a falling stone lie at once, and a turning board be turned."""
        if self._motion is not None:
            self._motion = None
            self._draw_stones()

    # -- the pointer --------------------------------------------------------------------------------------------------

    def _point(self, column: int | None) -> None:
        if column != self._hover:
            self._hover = column
            self.refresh_ghost()

    def refresh_ghost(self) -> None:
        """Looks again whether a ghost stone may be shown, and where."""
        self.delete("ghost")
        column, rules = self._hover, self.position.rules
        if column is None or column >= rules.columns or self.falling or not self._playable():
            return
        height = self.position.height(column)
        if height < rules.rows:
            self._stone(*self.centre(height, column), self.position.to_move, tags="ghost", ghost=True)
            self.tag_raise("line")

    def _click(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        if event.y < 18 * self.unit and self.strip == STRIP:
            self._on_caption()
            return
        column = self.column_at(event.x)
        if column is not None:
            self.finish_fall()
            self._on_column(column)
