"""The row above a board: the hint, and the values over the columns with their caption."""

from __future__ import annotations

import tkinter as tk
from typing import Any

from visualizer.board.surface import BOARD_MARGIN, NO_HEADER, VALUES_HEADER, Surface
from visualizer.state.state import Score
from visualizer.ui.fonts import TEXT, font, font_of
from visualizer.ui.theme import ink_on

SMALLEST_SCORE = 8
"""The smallest font size of a score, in pixels."""

SMALLEST_CHIP = 11
"""The font size of scores that all of them have if it fits, in pixels."""

LARGEST_SCORE = 15
LARGEST_SCORE_CELLS = 0.4
"""The largest font size of a score, in pixels at 100 % and in cells."""

CHIP_CORNER = 7
"""The radius of the corners of a chip, in pixels."""

CHIP_TOP = 20
CHIP_BOTTOM_GAP = 3
CHIP_SIDE_GAP = 2
"""Where a chip begins, how far above the board it ends, both in pixels at 100 %, and pixels beside it."""

CHIP_PADDING = 4
"""Pixels on each side between a chip's edge and its text."""

CAPTION_MIDDLE = 9
"""The middle of the caption, pixels at 100 %."""


class Header:
    """Draws the row; it has the tag "header"."""

    def __init__(self, board: Surface) -> None:
        self._board = board
        self._small_font = font(board, TEXT)

    def draw(self) -> None:
        """Draws the row again."""
        board = self._board
        board.delete("header")
        if board.header == NO_HEADER:
            return
        self._draw_hint()
        if board.header == VALUES_HEADER:
            self._draw_caption()
            self._draw_scores()

    def _draw_hint(self) -> None:
        """Draws a triangle over the column of the hint."""
        board = self._board
        if board.marked is None:
            return
        x = board.middle_of(board.marked)
        y = board.top - BOARD_MARGIN
        side = max(7 * board.unit, 0.16 * board.cell)
        corners = (x - side, y - side, x + side, y - side, x, y + 0.2 * side)
        board.create_polygon(corners, fill=board.theme.accent, outline="", tags="header")

    def _draw_caption(self) -> None:
        board = self._board
        room = board.right - board.left
        fitting = (text for text in board.captions if self._small_font.measure(text) <= room)
        caption = next(fitting, board.captions[-1])
        middle = board.left + room / 2
        board.create_text(
            middle,
            CAPTION_MIDDLE * board.unit,
            text=caption,
            fill=board.theme.faint,
            font=self._small_font,
            tags=("header", "caption"),
        )

    def _chip_texts(self, room: float) -> dict[int, str]:
        """The scores as they are written, by column: all of them shortened if one is too wide for `room` pixels."""
        board = self._board
        texts = {column: score.text for column, score in board.scores.items()}
        score_font = font_of(board, self._score_size)
        if any(score_font.measure(text) > room for text in texts.values()):
            texts = {column: shortened(text) for column, text in texts.items()}
        return texts

    def _draw_scores(self) -> None:
        """Draws a chip for each column that has a score."""
        board = self._board
        room = board.cell - 2 * (CHIP_SIDE_GAP + CHIP_PADDING)
        texts = self._chip_texts(room)
        sizes = {column: self._fitting_size(text, room) for column, text in texts.items()}
        common_size = max(SMALLEST_CHIP, min(sizes.values(), default=0))  # only scores that need it are smaller
        for column, score in board.scores.items():
            if column < board.position.rules.columns:
                self._draw_chip(column, score, texts[column], min(common_size, sizes[column]))

    def _chip_box(self, column: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a column's chip."""
        board = self._board
        left = board.left + column * board.cell + CHIP_SIDE_GAP
        right = board.left + (column + 1) * board.cell - CHIP_SIDE_GAP
        top = CHIP_TOP * board.unit
        bottom = board.top - BOARD_MARGIN - CHIP_BOTTOM_GAP * board.unit
        return left, top, right, bottom

    def _draw_chip(self, column: int, score: Score, text: str, size: int) -> None:
        """Draws a score: a win or a loss as a filled chip, anything else as an outlined one, the best with a thick edge."""
        board = self._board
        theme = board.theme
        box = self._chip_box(column)
        by_sign = {0: theme.text, 1: theme.good, -1: theme.bad}
        ink = theme.faint if score.stale else by_sign[score.sign]
        fill = theme.panel
        if score.decided and score.sign and not score.stale:
            fill = ink
            ink = ink_on(fill)
        edge = theme.text if score.best else theme.line
        thickness = 3 if score.best else 1
        round_rectangle(board, box, fill=fill, outline=edge, width=thickness, tags="header")

        left, top, right, bottom = box
        chosen = font_of(board, size)
        if chosen.measure(text) > right - left:
            text = "…"
        board.create_text((left + right) / 2, (top + bottom) / 2, text=text, fill=ink, font=chosen, tags="header")

    def _fitting_size(self, text: str, width: float) -> int:
        """The size of the score font, or a smaller one for a text that is too wide."""
        board = self._board
        sizes = range(self._score_size, SMALLEST_SCORE, -1)
        fitting = (size for size in sizes if font_of(board, size).measure(text) <= width)
        return next(fitting, SMALLEST_SCORE)

    @property
    def _score_size(self) -> int:
        """The size of the font of scores that have room, in pixels."""
        board = self._board
        largest = min(round(LARGEST_SCORE * board.unit), int(LARGEST_SCORE_CELLS * board.cell))
        return max(SMALLEST_CHIP, largest)


def shortened(text: str) -> str:
    """A score in fewer letters: "Win in 7" is "Win 7"."""
    return text.replace(" in ", " ")


def round_rectangle(canvas: tk.Canvas, box: tuple[float, float, float, float], **options: Any) -> int:
    """Draws a rectangle with round corners; returns the item."""
    left, top, right, bottom = box
    corner = min(CHIP_CORNER, (bottom - top) / 2, (right - left) / 2)
    points: list[float] = []
    corners = (
        ((left, top + corner), (left, top), (left + corner, top)),
        ((right - corner, top), (right, top), (right, top + corner)),
        ((right, bottom - corner), (right, bottom), (right - corner, bottom)),
        ((left + corner, bottom), (left, bottom), (left, bottom - corner)),
    )  # clockwise: where the bend of a corner begins, the corner, and where the bend ends
    for begin, middle, end in corners:
        points += [*begin, *begin, *middle, *end, *end]  # twice: the edge is straight up to there and from there
    return canvas.create_polygon(points, smooth=True, **options)
