"""The room that nodes of a tree and what is below them take, in points at zoom 1."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from functools import lru_cache

from visualizer.state.tree.view import CIRCLE, UNTRIED, GlyphData
from visualizer.state.tree.wording import FOLDED_WORD, PRUNED_WORD, SEARCHED_WORD
from visualizer.tree import shapes

Measure = Callable[[str, str], tuple[float, float]]
"""The (width, height) of a text in a style of `visualizer.tree.shapes.FONTS`, at zoom 1 in points."""

MOST_CAPTION_LINES = 2
"""The lines of captions below a node at most, see `captions`."""


class Wording(Enum):
    """How much is written in nodes and below them.

    FULL        values in full, and captions: how many replies to a node were searched, and how many were pruned; below
                large sheets in one line which
    SHORT       the shortest values, but won games in words, and captions
    SHORTEST    the shortest values, also of won games, and captions
    LEAST       the same, and below nodes only what there is room for
    """

    FULL = auto()
    SHORT = auto()
    SHORTEST = auto()
    LEAST = auto()

    @property
    def spells_wins(self) -> bool:
        """Whether won games are in words."""
        return self in (Wording.FULL, Wording.SHORT)

    @property
    def has_captions(self) -> bool:
        """Whether there is room for captions."""
        return self is not Wording.LEAST


GAPS = {
    Wording.FULL: shapes.NODE_GAP,
    Wording.SHORT: shapes.CAPTION_GAP,
    Wording.SHORTEST: shapes.CAPTION_GAP,
    Wording.LEAST: shapes.SMALLEST_GAP,
}
"""Points at zoom 1 between neighbours on a ply."""


@lru_cache(10_000)
def shown_value(value: str, wording: Wording) -> str:
    """A value as it is written in a node; the shortest is "−.13" for "−0.13", "≠" for "3 ≠ 5"."""
    if wording is Wording.FULL:
        return value
    if "≠" in value:
        return "≠"
    return value.replace("0.", ".") if value.count(".") == 1 else value


def shown_lines(data: GlyphData, wording: Wording) -> tuple[str, str]:
    """The value of a node and the line below it, "" for none, as they are written."""
    if data.short and not wording.spells_wins:
        return data.short, ""
    return shown_value(data.value, wording), data.detail


def node_width(data: GlyphData, measure: Measure, wording: Wording = Wording.FULL) -> float:
    """The width of a node at zoom 1, in points."""
    if data.shape == UNTRIED:
        return shapes.UNTRIED_WIDTH
    if data.never_searched:
        return shapes.STUB_WIDTH
    style = "best" if data.principal else "value"
    value, detail = shown_lines(data, wording)
    widths = [measure(text, style)[0] for text in (value, shown_value(data.reserve, wording)) if text]
    if detail:
        widths.append(measure(detail, "count")[0])
    wanted = max(widths, default=0.0)
    if data.shape != CIRCLE:
        return max(shapes.NODE_WIDTH, wanted + 2 * shapes.PADDING)
    rounding = shapes.CIRCLE_WIDENING if detail else 1.0
    return max(shapes.NODE_WIDTH, (wanted + 2 * shapes.PADDING) * rounding, wanted * shapes.IN_CIRCLE)


def drawn_width(data: GlyphData, measure: Measure, wording: Wording, zoom: float) -> float:
    """The width of a node at a zoom, in points of the layout: its words do not get smaller than can be read."""
    growth = growth_of("value", zoom)
    if data.shape == CIRCLE:
        growth *= growth  # a circle gets no higher, and wider words need more of its width
    return node_width(data, measure, wording) * growth


def marks_width(data: GlyphData, measure: Measure, captioned: bool) -> float:
    """The width of what is below a node at zoom 1, in points; `captioned`: with captions."""
    if data.window:
        return measure(data.window, "window")[0]
    if data.note:
        return measure(data.note, "count")[0]
    width = signs_width(data, measure, captioned)
    if captioned:
        width = max([width, *(measure(caption, "count")[0] for caption in captions(data))])
    return width


def signs_width(data: GlyphData, measure: Measure, captioned: bool) -> float:
    """The width of the triangle and the sheets below a node at zoom 1, in points; without captions the sheets have their
    number beside them.
    """
    width = fold_width(data)
    if data.pruned:
        width += shapes.FOLD_GAP + shapes.SHEETS_WIDTH
    if data.pruned and not captioned:
        width += shapes.NUMBER_GAP + measure(times(data.pruned), "count")[0]
    return width


def captions(data: GlyphData) -> tuple[str, ...]:
    """What is written below the triangle of a node, and what below its sheets: "2 searched", "5 pruned"; nothing without a
    triangle, or where something else is written.
    """
    if not data.folded or data.window or data.note:
        return ()
    folded = f"{data.searched:,} {SEARCHED_WORD}" if data.searched else FOLDED_WORD
    return (folded, f"{data.pruned:,} {PRUNED_WORD}") if data.pruned else (folded,)


def times(pruned: int) -> str:
    """How many replies small sheets stand for, as it is written beside them: a number alone would look like a column."""
    return f"×{pruned:,}"


def fold_width(data: GlyphData) -> float:
    """The width of the triangle below a node at zoom 1, in points; 0 for no triangle."""
    return shapes.FOLD_WIDTH * data.fold_size if data.folded else 0.0


def space_of(measure: Measure, wording: Wording = Wording.FULL, zoom: float = 1.0) -> Callable[[GlyphData], float]:
    """The width that a node takes with what is below it at a zoom, in points of the layout."""
    growth = growth_of("window", zoom)
    gap = GAPS[wording]

    def space(data: GlyphData) -> float:
        below = marks_width(data, measure, captioned=False)  # where plies are too low for captions
        if wording is Wording.FULL and data.columns:
            below = max(below, measure(" ".join(data.columns), "count")[0])
        if wording.has_captions:
            below = max(below, marks_width(data, measure, captioned=True))
        return max(drawn_width(data, measure, wording, zoom), growth * below) + gap

    return space


def growth_of(style: str, zoom: float) -> float:
    """How much larger words of a style are than at this zoom, because they do not get smaller than can be read."""
    return max(shapes.font_size(style, zoom) / (shapes.FONTS[style][0] * zoom), 1.0)
