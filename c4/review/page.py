"""A review as one page for any browser: board, graph, moves and mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from c4.game.columns import DIGITS, format_columns
from c4.game.picture import DISC_COLOURS
from c4.game.position import Position
from c4.pages import fill
from c4.review.graph_scale import bar_height
from c4.review.mistake_marks import SYMBOLS
from c4.review.rows import Lines, Review, Row
from c4.review.words import explanation, score_words, sentence, summary

TEMPLATE = Path(__file__).with_name("page.html")

GRAPH = 150
"""Units from the top of the graph to its bottom."""


def review_page(
    review: Review, names: Sequence[str] = ("", ""), about: str = "", lines: Mapping[int, Lines] | None = None
) -> str:
    """The page, HTML with its pictures as SVG; `names` played X and O, `about` is a line below the title."""
    title = " – ".join(name or side for name, side in zip(names, ("X", "O")))
    outcome = review.positions[-1].outcome()
    ended = ""
    if outcome is not None:
        ended = "a draw" if outcome.winner is None else f"{'XO'[outcome.winner]} wins"
    sides = [f"{'XO'[side]} {names[side]}".strip() + f": {summary(review, side)}" for side in (0, 1)]
    return fill(
        TEMPLATE,
        title=title,
        about=" · ".join(filter(None, (about, ended, format_columns(review.columns)))),
        sides=sides,
        board=review.positions[-1].svg(plies=plies_of(review.start, review.columns)),
        graph=graph_svg(review),
        moves=moves(review),
        mistakes=[mistake(review, row, (lines or {}).get(row.ply)) for row in review.mistakes()],
        data={"said": sentences(review), "mistakes": [row.ply - review.start.ply for row in review.rows if row.lost]},
    )


def sentences(review: Review) -> list[str]:
    """A sentence for every position of the game, the first one included."""
    texts = ["The start of the game."]
    for row, position in zip(review.rows, review.positions):
        what = sentence(row, position) or f"Column {DIGITS[row.column]} {score_words(row.score, position)}: best."
        texts.append(f"{row.ply}. {'XO'[row.side]}: {what}")
    texts += ["Not reviewed."] * (len(review.columns) - len(review.rows))
    return texts


def plies_of(start: Position, columns: Sequence[int]) -> dict[tuple[int, int], int]:
    """The plies (from 1) of the discs of a game, by row and column."""
    heights = [start.height(column) for column in range(start.rules.columns)]
    plies = {}
    for ply, column in enumerate(columns, start=1):
        plies[heights[column], column] = ply
        heights[column] += 1
    return plies


def graph_svg(review: Review) -> str:
    """The exact value after each move, for X, as bars; a mistake has its mark."""
    rules = review.start.rules
    middle = GRAPH / 2
    step = 640 / max(1, len(review.columns))
    parts = [f'<line x1="0" y1="{middle:g}" x2="640" y2="{middle:g}" style="stroke: var(--faint)"/>']
    for place, row in enumerate(review.rows):
        value = bar_height(row.first, rules)
        x = place * step
        size = abs(value) * (middle - 16)
        top = middle - size if value > 0 else middle
        colour = "var(--faint)"
        if value != 0:
            colour = DISC_COLOURS[0] if value > 0 else DISC_COLOURS[1]
        bar = f'<rect x="{x + 0.12 * step:.1f}" y="{top if value else middle - 2:.1f}" width="{0.76 * step:.1f}"'
        bar += f' height="{size or 4:.1f}" style="fill: {colour}; stroke: var(--line)"/>'
        mark = ""
        if row.lost:
            y = middle - size - 4 if value > 0 else middle + size + 14
            mark = f'<text class="marked" x="{x + step / 2:.1f}" y="{y:.1f}" text-anchor="middle"'
            mark += f' style="fill: var(--bad)">{SYMBOLS[row.mark]}</text>'
        hit = f'<rect class="hit" x="{x:.1f}" y="0" width="{step:.1f}" height="{GRAPH}"/>'
        parts.append(f'<g class="bar" data-ply="{place + 1}">{hit}{bar}{mark}</g>')
    name = "exact value after each move"
    return f'<svg viewBox="0 0 640 {GRAPH}" role="img" aria-label="{name}">{"".join(parts)}</svg>'


def moves(review: Review) -> list[tuple[int, list[dict[str, Any] | None]]]:
    """The moves in two columns, X and O, with marks and what each leads to: a line is (ply of X's move, the two cells)."""
    lines: dict[int, list[dict[str, Any] | None]] = {}
    for place, column in enumerate(review.columns):
        side = (review.start.ply + place) % 2
        number = review.start.ply + place + 1 - side
        row = review.rows[place] if place < len(review.rows) else None
        lines.setdefault(number, [None, None])[side] = {
            "ply": place + 1,
            "column": DIGITS[column],
            "mark": "" if row is None else SYMBOLS[row.mark],
            "outcome": "" if row is None else score_words(row.score, review.positions[place]),
        }
    return list(lines.items())


def mistake(review: Review, row: Row, lines: Lines | None) -> dict[str, Any]:
    """A mistake with the position it was made in, a sentence, and the lines that show why."""
    position = review.positions[row.ply - 1 - review.start.ply]
    return {
        "board": position.svg({row.column: "▼"}, row.column),
        "move": f"{row.ply}. {'XO'[row.side]} {DIGITS[row.column]}",
        "mark": SYMBOLS[row.mark],
        "explanation": explanation(row, position, lines),
        "lines": None if lines is None else [format_columns(line) for line in (lines.refutation, lines.better)],
    }
