"""The board: a canvas with the strip of column values above it, ghost and falling stones, marks for the last move and the line.  Imports tkinter.

It shows what it is given and reports clicks; it knows no session.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import perf_counter
from tkinter import font as tkfont

from c4.game.position import Position
from c4.search.decision import Finding
from visualizer.kit.sprites import Ring, sprite
from visualizer.kit.theme import Theme
from visualizer.play.findings import draw_finding
from visualizer.play.heat import draw_heat
from visualizer.play.status import Score

FALL_SECONDS = 0.16
FRAME_MS = 12
STRIP = 46
"""Height of the strip of values with its caption, pixels."""

FOOT = 24
"""Height of the line below the board, pixels."""


class Board(tk.Canvas):
    """`on_column(column)` is called when a column (from 0) is clicked; `playable()` says whether a ghost stone may be shown."""

    def __init__(
        self, parent: tk.Misc, theme: Theme, on_column: Callable[[int], None], playable: Callable[[], bool]
    ) -> None:
        super().__init__(parent, width=320, height=340, highlightthickness=0, borderwidth=0, takefocus=False)
        self._on_column, self._playable = on_column, playable
        self.animate = True
        self.position = Position()
        self.seat_of = (0, 1)
        self.stones: tuple[tuple[str, str], tuple[str, str]] = (("Red", "#d1382c"), ("Yellow", "#f2c230"))
        self.scores: dict[int, Score] = {}
        self.captions: tuple[str, ...] = ("",)
        self.banner = ""
        self.counts = ""
        self.heat: dict[tuple[int, int], float] = {}
        self.finding: Finding | None = None
        self.last: int | None = None
        self.marked: int | None = None
        self._hover: int | None = None
        self._fall: tuple[int, int, float] | None = None
        self._fonts: dict[int, tkfont.Font] = {}
        self._pictures: dict[tuple, tk.PhotoImage] = {}
        self._score_font = tkfont.Font(self, family="TkDefaultFont", size=11)
        self._small_font = tkfont.Font(self, family="TkDefaultFont", size=9)
        self.set_theme(theme)
        self.bind("<Configure>", lambda event: self.redraw())
        self.bind("<Motion>", lambda event: self._point(self._column_at(event.x)))
        self.bind("<Leave>", lambda event: self._point(None))
        self.bind("<Button-1>", self._click)

    # -- what it is given -----------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.configure(background=theme.window)
        self.redraw()

    def show(self, position: Position, seat_of: tuple[int, int], last: int | None = None, drop: bool = False) -> None:
        """Shows a position; `seat_of[player]` is the seat whose colour a player has, `last` the column played last; `drop` lets that stone fall."""
        self.finish_fall()
        self.position, self.seat_of, self.last = position, seat_of, last
        if drop and self.animate and last is not None:
            row = position.height(last) - 1
            self._fall = (row, last, perf_counter())
            self.after(FRAME_MS, self._fall_on)
        self.redraw()

    def show_scores(self, scores: dict[int, Score], captions: tuple[str, ...]) -> None:
        """Fills the strip: a score for each column that has one, and whose they are in words, the longest of `captions` that fits."""
        if (scores, captions) != (self.scores, self.captions):
            self.scores, self.captions = scores, captions
            self._draw_strip()

    def mark(self, column: int | None) -> None:
        """Marks a column as the one hinted at."""
        if column != self.marked:
            self.marked = column
            self._draw_strip()

    def show_banner(self, text: str) -> None:
        """A line over the board, "" for none."""
        if text != self.banner:
            self.banner = text
            self.redraw()

    def show_heat(self, shares: dict[tuple[int, int], float]) -> None:
        """What each cell adds to an evaluator's value (points by (row, column)); empty for none."""
        if shares != self.heat:
            self.heat = shares
            self.redraw()

    def show_finding(self, finding: Finding | None) -> None:
        """What the last move was played for, None for nothing to show."""
        if finding != self.finding:
            self.finding = finding
            self.redraw()

    def show_counts(self, text: str) -> None:
        """A line below the board, "" for none: the lines so far when they are what counts, whose the heat is."""
        if text != self.counts:
            self.counts = text
            self.redraw()

    # -- geometry -------------------------------------------------------------------------------------------------------

    def _measure(self) -> None:
        rules = self.position.rules
        width, height = max(self.winfo_width(), 60), max(self.winfo_height(), 60)
        self.cell = max(12.0, min((width - 12) / rules.columns, (height - STRIP - FOOT) / rules.rows))
        self.left = (width - self.cell * rules.columns) / 2
        self.top = STRIP
        self._score_font.configure(size=-max(10, min(17, int(self.cell * 0.3))))
        self._small_font.configure(size=-12)

    def fit(self, width: int, height: int) -> None:
        """Takes the height the board needs at this width, at most `height`."""
        rules = self.position.rules
        wanted = int((width - 12) / rules.columns * rules.rows) + STRIP + FOOT
        wanted = max(120, min(wanted, height))
        if wanted != int(self["height"]):
            self.configure(height=wanted)

    def centre(self, row: float, column: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * self.cell, self.top + (self.position.rules.rows - row - 0.5) * self.cell

    def _column_at(self, x: float) -> int | None:
        column = int((x - self.left) // self.cell)
        return column if 0 <= column < self.position.rules.columns else None

    # -- drawing --------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draws everything again."""
        self.delete("all")
        self._measure()
        rules, theme = self.position.rules, self.theme
        right, bottom = self.left + self.cell * rules.columns, self.top + self.cell * rules.rows
        self.create_rectangle(
            self.left - 4, self.top - 2, right + 4, bottom + 4, fill=theme.board, outline=theme.line, width=1
        )
        hole = self._picture((0.98, theme.hole))
        for column in range(rules.columns):
            for row in range(rules.rows):
                self.create_image(*self.centre(row, column), image=hole)
        falling = self._fall[:2] if self._fall else None
        for column in range(rules.columns):
            for row in range(rules.rows):
                owner = self.position.owner(row, column)
                if owner is not None and (row, column) != falling:
                    self._stone(*self.centre(row, column), owner)
        if self.last is not None and not self._fall and self.position.height(self.last):
            x, y = self.centre(self.position.height(self.last) - 1, self.last)
            self.create_image(x, y, image=self._picture((1.0, "#ffffff"), (0.88, "")))
        outcome = self.position.outcome()
        if outcome and not self._fall:
            for line in outcome.lines:
                ends = [self.centre(*rules.place(line.cells[i])) for i in (0, -1)]
                self.create_line(*ends[0], *ends[1], fill="#ffffff", width=max(4, self.cell * 0.16), capstyle="round")
                self.create_line(*ends[0], *ends[1], fill="#111111", width=max(2, self.cell * 0.07), capstyle="round")
        if self.finding is not None and not self._fall and outcome is None:
            draw_finding(self, self.finding, self.position, self.centre, self.cell)
        if self._fall:
            self._draw_falling()
        else:
            draw_heat(self, self.heat, self.centre, self.cell)
        self._draw_strip()
        self._draw_ghost()
        if self.counts:
            self.create_text(
                (self.left + right) / 2, bottom + 13, text=self.counts, fill=theme.text, font=self._small_font
            )
        if self.banner and not self._fall:
            x, y = (self.left + right) / 2, self.top + self.cell * 0.5
            text = self.create_text(
                x,
                y,
                text=self.banner,
                fill=theme.text,
                font=self._score_font,
                width=right - self.left - 20,
                justify="center",
                tags="banner",
            )
            x0, y0, x1, y1 = self.bbox(text)
            box = self.create_rectangle(
                x0 - 8, y0 - 5, x1 + 8, y1 + 5, fill=theme.panel, outline=theme.accent, width=2, tags="banner"
            )
            self.tag_lower(box, text)

    def _stone(self, x: float, y: float, player: int, tags: str = "", ghost: bool = False) -> None:
        """A stone: the first seat's carries a ring, the second's a dot, so that they differ without colour."""
        seat = self.seat_of[player]
        colour = self.stones[seat][1]
        mark = ink_on(colour)
        if ghost:
            rings = ((0.98, colour), (0.86, self.theme.hole))
        elif seat == 0:
            rings = ((1.0, "#111111"), (0.96, colour), (0.64, mark), (0.54, colour))
        else:
            rings = ((1.0, "#111111"), (0.96, colour), (0.22, mark))
        self.create_image(x, y, image=self._picture(*rings), tags=tags)

    def _picture(self, *rings: Ring) -> tk.PhotoImage:
        """A round picture of the present cell size, made once."""
        size = max(8, int(self.cell * 0.84))
        key = (size, rings)
        if key not in self._pictures:
            self._pictures = {old: picture for old, picture in self._pictures.items() if old[0] == size}
            self._pictures[key] = sprite(self, size, rings)
        return self._pictures[key]

    def _draw_strip(self) -> None:
        self.delete("strip")
        theme = self.theme
        x = self.left + self.cell * self.position.rules.columns / 2
        room = self.cell * self.position.rules.columns
        caption = next((text for text in self.captions if self._small_font.measure(text) <= room), self.captions[-1])
        self.create_text(x, 9, text=caption, fill=theme.faint, font=self._small_font, tags="strip")
        for column in range(self.position.rules.columns):
            x0, x1 = self.left + column * self.cell + 2, self.left + (column + 1) * self.cell - 2
            score = self.scores.get(column)
            best = score is not None and score.best
            outline, width = (theme.accent if not score.stale else theme.faint, 2) if best else (theme.line, 1)
            self.create_rectangle(
                x0, 19, x1, self.top - 6, fill=theme.panel, outline=outline, width=width, tags="strip"
            )
            if column == self.marked:
                middle = (x0 + x1) / 2
                self.create_polygon(
                    middle - 7,
                    self.top - 7,
                    middle + 7,
                    self.top - 7,
                    middle,
                    self.top + 3,
                    fill=theme.accent,
                    outline="",
                    tags="strip",
                )
            if score is not None:
                colour = (
                    theme.faint
                    if score.stale
                    else theme.good
                    if score.sign > 0
                    else theme.bad
                    if score.sign < 0
                    else theme.text
                )
                self.create_text(
                    (x0 + x1) / 2,
                    (19 + self.top - 6) / 2,
                    text=score.text,
                    fill=colour,
                    font=self._fitting_font(score.text, x1 - x0 - 4),
                    tags="strip",
                )

    def _fitting_font(self, text: str, width: float) -> tkfont.Font:
        """The score font, or a smaller one when the text is too wide for its cell."""
        size = -self._score_font.cget("size")
        while True:
            if size not in self._fonts:
                self._fonts[size] = tkfont.Font(self, family="TkDefaultFont", size=-size)
            if size <= 8 or self._fonts[size].measure(text) <= width:
                return self._fonts[size]
            size -= 1

    # -- the falling stone ------------------------------------------------------------------------------------------------

    def _draw_falling(self) -> None:
        row, column, since = self._fall
        share = min(1.0, (perf_counter() - since) / FALL_SECONDS)
        start = self.position.rules.rows
        height = start - (start - row) * share * share
        self.delete("falling")
        self._stone(*self.centre(height, column), 1 - self.position.to_move, tags="falling")

    def _fall_on(self) -> None:
        if self._fall is None:
            return
        if perf_counter() - self._fall[2] >= FALL_SECONDS:
            self.finish_fall()
            return
        self._draw_falling()
        self.after(FRAME_MS, self._fall_on)

    @property
    def falling(self) -> bool:
        return self._fall is not None

    def finish_fall(self) -> None:
        """Lets a falling stone lie at once."""
        if self._fall is not None:
            self._fall = None
            self.redraw()

    # -- the pointer ------------------------------------------------------------------------------------------------------

    def _point(self, column: int | None) -> None:
        if column != self._hover:
            self._hover = column
            self._draw_ghost()

    def refresh_ghost(self) -> None:
        """Looks again whether a ghost stone may be shown."""
        self._draw_ghost()

    def _draw_ghost(self) -> None:
        self.delete("ghost")
        column, rules = self._hover, self.position.rules
        if column is None or column >= rules.columns or self._fall or not self._playable():
            return
        height = self.position.height(column)
        if height < rules.rows:
            self._stone(*self.centre(height, column), self.position.to_move, tags="ghost", ghost=True)

    def _click(self, event: tk.Event) -> None:
        column = self._column_at(event.x)
        if column is not None:
            self.finish_fall()
            self._on_column(column)


def ink_on(colour: str) -> str:
    """Black or white, whichever stands out on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#111111" if 0.299 * red + 0.587 * green + 0.114 * blue > 110 else "#ffffff"
