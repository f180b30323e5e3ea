"""A review as one page for any browser: board, graph, moves and mistakes.  Plain Python; imports the game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from c4.game.columns import DIGITS, format_columns
from c4.game.position import Position
from c4.game.rules import count
from c4.review.report import height
from c4.review.rows import SYMBOLS, Lines, Review, Row
from c4.review.words import fate, sentence, summary, told_of

STONES = ("#d1382c", "#f2c230")
CELL = 40
GRAPH = 150
"""Units of the pictures: of a cell, and from the top of the graph to its bottom."""


def review_page(
    review: Review, names: Sequence[str] = ("", ""), about: str = "", lines: Mapping[int, Lines] | None = None
) -> str:
    """The page, HTML with its pictures as SVG; `names` played X and O, `about` is a line below the title."""
    title = " – ".join(name or side for name, side in zip(names, ("X", "O")))
    outcome = review.positions[-1].outcome()
    ended = "" if outcome is None else "a draw" if outcome.winner is None else f"{'XO'[outcome.winner]} wins"
    sides = [f"{'XO'[side]} {names[side]}".strip() + f": {summary(review, side)}" for side in (0, 1)]
    worst = [mistake_html(review, row, (lines or {}).get(row.ply)) for row in review.mistakes()]
    parts = {
        "title": escape(title),
        "about": escape(" · ".join(filter(None, (about, ended, format_columns(review.columns))))),
        "sides": "<br>".join(escape(side) for side in sides),
        "board": board_svg(review.positions[-1], review.columns, review.start),
        "graph": graph_svg(review),
        "moves": moves_html(review),
        "mistakes": "".join(worst) or "<p>None: no move changed the result of the game.</p>",
        "data": script_json(
            {"said": said(review), "mistakes": [row.ply - review.start.ply for row in review.rows if row.lost]}
        ),
    }
    page = files("c4.review").joinpath("page.html").read_text(encoding="utf-8")
    for name, part in parts.items():  # texts of people are already escaped and cannot contain a placeholder
        page = page.replace("{{" + name + "}}", part.replace("{{", "&#123;&#123;") if name != "data" else part)
    return page


def script_json(content: object) -> str:
    """JSON that can stand inside a script element."""
    return json.dumps(content).replace("<", "\\u003c").replace("{{", "{\\u007b")


def said(review: Review) -> list[str]:
    """A sentence for every position of the game, the first one included."""
    told = ["The beginning."]
    for row, position in zip(review.rows, review.positions):
        what = sentence(row, position) or f"Column {DIGITS[row.column]} {fate(row.kept, position)}: best."
        told.append(f"{row.ply}. {'XO'[row.side]}: {what}")
    told += ["Not judged."] * (len(review.columns) - len(review.rows))
    return told


def board_svg(position: Position, columns: Sequence[int], start: Position, mark: int | None = None) -> str:
    """A board with its stones; those played after `start` carry their ply.  `mark` is a column to point at, from 0."""
    rules, played = position.rules, dict(zip(cells_of(start, columns), range(1, len(columns) + 1)))
    width, tall = rules.columns * CELL, rules.rows * CELL
    parts = [f'<rect width="{width}" height="{tall}" rx="8" style="fill: var(--board)"/>']
    for cell in range(rules.columns * rules.stride):
        row, column = rules.place(cell)
        if row == rules.rows:
            continue
        x, y = (column + 0.5) * CELL, (rules.rows - row - 0.5) * CELL
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.42 * CELL:g}" style="fill: var(--hole)"/>')
        owner = position.owner(row, column)
        if owner is None:
            continue
        ply = played.get(cell)
        stone = "" if ply is None else f' data-stone="{ply}"'
        ring = f'<circle r="{0.24 * CELL:g}" fill="none" stroke="#fff" stroke-width="2.5"/>'
        dot = f'<circle r="{0.12 * CELL:g}" fill="#1b2330"/>'
        look = f'<circle r="{0.42 * CELL:g}" fill="{STONES[owner]}"/>{(ring, dot)[owner]}'
        parts.append(f'<g{stone} transform="translate({x:g} {y:g})">{look}</g>')
    outcome = position.outcome()
    for line in outcome.lines if outcome is not None else ():
        ends = [rules.place(line.cells[place]) for place in (0, -1)]
        (x1, y1), (x2, y2) = (((column + 0.5) * CELL, (rules.rows - row - 0.5) * CELL) for row, column in ends)
        where = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
        parts.append(f'<line class="end" {where} stroke="#fff" stroke-width="5" stroke-linecap="round"/>')
    numbers = "".join(
        f'<text x="{(column + 0.5) * CELL:g}" y="{tall + 17}" text-anchor="middle"'
        + (' style="fill: var(--bad); font-weight: 700"' if column == mark else "")
        + f">{DIGITS[column]}</text>"
        for column in range(rules.columns)
    )
    name = f"the board with {count(position.ply, 'stone')}"
    box = f'viewBox="0 0 {width} {tall + 22}"'
    return f'<svg id="board" {box} role="img" aria-label="{name}">{"".join(parts)}{numbers}</svg>'


def cells_of(start: Position, columns: Sequence[int]) -> list[int]:
    """The bit numbers of the cells that moves fill."""
    heights = [start.height(column) for column in range(start.rules.columns)]
    cells = []
    for column in columns:
        cells.append(start.rules.cell(heights[column], column))
        heights[column] += 1
    return cells


def graph_svg(review: Review) -> str:
    """The exact value after each move, for X, as bars; a mistake has its mark."""
    rules, middle = review.start.rules, GRAPH / 2
    step = 640 / max(1, len(review.columns))
    parts = [f'<line x1="0" y1="{middle:g}" x2="640" y2="{middle:g}" style="stroke: var(--faint)"/>']
    for place, row in enumerate(review.rows):
        value = height(row.first, rules)
        x, size = place * step, abs(value) * (middle - 16)
        top = middle - size if value > 0 else middle
        colour = STONES[value < 0] if value else "var(--faint)"
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


def moves_html(review: Review) -> str:
    """The moves in two columns, X and O, with marks and what each leads to."""
    cells: dict[tuple[int, int], str] = {}
    for place, column in enumerate(review.columns):
        ply = review.start.ply + place
        row = review.rows[place] if place < len(review.rows) else None
        mark = "" if row is None else SYMBOLS[row.mark]
        told = "" if row is None else fate(row.kept, review.positions[place])
        marked = f' <span class="marked">{mark}</span>' if mark else ""
        text = f'{DIGITS[column]}{marked} <span class="faint">{told}</span>'
        cells[divmod(ply, 2)] = f'<td data-ply="{place + 1}">{text}</td>'
    numbers = sorted({number for number, _ in cells})
    lines = [
        f"<tr><th>{number + 1}</th>{cells.get((number, 0), '<td></td>')}{cells.get((number, 1), '<td></td>')}</tr>"
        for number in numbers
    ]
    return f"<table><tr><th></th><th>X</th><th>O</th></tr>{''.join(lines)}</table>"


def mistake_html(review: Review, row: Row, lines: Lines | None) -> str:
    """A mistake with the position it was made in, a sentence, and the lines that show why."""
    position = review.positions[row.ply - 1 - review.start.ply]
    picture = board_svg(position, (), position, mark=row.column).replace(' id="board"', "")
    symbol, move = SYMBOLS[row.mark], f"{row.ply}. {'XO'[row.side]} {DIGITS[row.column]}"
    told = [
        f'<p><b>{move}</b> <span class="marked">{symbol}</span></p>',
        f"<p>{escape(told_of(row, position, lines))}</p>",
    ]
    if lines is not None:
        told.append(f'<p class="faint">Played: {format_columns(lines.refutation)}</p>')
        told.append(f'<p class="faint">Better: {format_columns(lines.better)}</p>')
    return f'<div class="mistake panel"><div>{picture}</div><div>{"".join(told)}</div></div>'
