"""The room that nodes of a tree and what is below them take, in points at zoom 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from visualizer.state.tree.view import CIRCLE, UNTRIED, GlyphData
from visualizer.tree import shapes

Measure = Callable[[str, str], tuple[float, float]]
"""The (width, height) of a text in a style of `visualizer.tree.shapes.FONTS`, at zoom 1 in points."""


@lru_cache(10_000)
def shown_value(value: str, terse: bool) -> str:
    """A value as it is written in a node; a terse one is as short as can be: "−.13" for "−0.13", "≠" for "3 ≠ 5"."""
    if not terse:
        return value
    if "≠" in value:
        return "≠"
    return value.replace("0.", ".") if value.count(".") == 1 else value


def node_width(data: GlyphData, measure: Measure, terse: bool = False) -> float:
    """The width of a node at zoom 1, in points."""
    if data.shape == UNTRIED:
        return shapes.UNTRIED_WIDTH
    if data.never_searched:
        return shapes.STUB_WIDTH
    style = "best" if data.principal else "value"
    texts = [shown_value(text, terse) for text in (data.value, data.reserve) if text]
    widths = [measure(text, style)[0] for text in texts]
    if data.detail:
        widths.append(measure(data.detail, "count")[0])
    wanted = max(widths, default=0.0)
    if data.shape != CIRCLE:
        return max(shapes.NODE_WIDTH, wanted + 2 * shapes.PADDING)
    rounding = shapes.CIRCLE_WIDENING if data.detail else 1.0
    return max(shapes.NODE_WIDTH, (wanted + 2 * shapes.PADDING) * rounding, wanted * shapes.IN_CIRCLE)


def drawn_width(data: GlyphData, measure: Measure, terse: bool, zoom: float) -> float:
    """The width of a node at a zoom, in points of the layout: its words do not get smaller than can be read."""
    growth = growth_of("value", zoom)
    if data.shape == CIRCLE:
        growth *= growth  # a circle gets no higher, and wider words need more of its width
    return node_width(data, measure, terse) * growth


def marks_width(data: GlyphData, measure: Measure) -> float:
    """The width of what is below a node at zoom 1, in points."""
    if data.window:
        return measure(data.window, "window")[0]
    if data.note:
        return measure(data.note, "count")[0]
    width = fold_width(data)
    if data.pruned:
        number = measure(times(data.pruned), "count")[0]
        width += shapes.FOLD_GAP + shapes.SHEETS_WIDTH + shapes.NUMBER_GAP + number
    return width


def times(pruned: int) -> str:
    """How many replies small sheets stand for, as it is written beside them: a number alone would look like a column."""
    return f"×{pruned:,}"


def fold_width(data: GlyphData) -> float:
    """The width of the triangle below a node at zoom 1, in points; 0 for no triangle."""
    return shapes.FOLD_WIDTH * data.fold_size if data.folded else 0.0


def space_of(measure: Measure, terse: bool = False, zoom: float = 1.0) -> Callable[[GlyphData], float]:
    """The width that a node takes with what is below it at a zoom, in points of the layout; `terse`: with the shortest
    wordings.
    """
    growth = growth_of("window", zoom)

    def space(data: GlyphData) -> float:
        gap = shapes.SMALLEST_GAP if terse else shapes.NODE_GAP
        return max(drawn_width(data, measure, terse, zoom), growth * marks_width(data, measure)) + gap

    return space


def growth_of(style: str, zoom: float) -> float:
    """How much larger words of a style are than at this zoom, because they do not get smaller than can be read."""
    return max(shapes.font_size(style, zoom) / (shapes.FONTS[style][0] * zoom), 1.0)
