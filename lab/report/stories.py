"""Draws the pictures of the introductions: `python -m lab report stories` writes three SVG files.

The weights are those of the training that docs/learning-story.md prints; the boards are those of docs/first-player.md.
"""

from __future__ import annotations

import re
import tempfile
from contextlib import closing
from itertools import pairwise
from math import log10
from pathlib import Path

import click

from c4 import learning
from c4.game.position import Position
from c4.learning.run import train

DOCS = Path(__file__).resolve().parents[2] / "docs"
GAMES = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 20_000)
WEIGHTS = {"centre": 1, "my twos": 3, "my threes": 4, "win now": 8}
COLOURS = ("#c98500", "#4477aa", "#228833", "#cc3311")
TEXT = 'font-family="sans-serif" font-size="13" fill="#777"'
LEFT = 50
RIGHT = 620
ZERO_HEIGHT = 190
"""The ends of the chart of weights, and where a weight of 0 is drawn, in pixels from its upper left corner."""

PIXELS_PER_DECADE = 130
"""How far apart 1 game and 10 games are drawn."""

PIXELS_PER_UNIT = 40
"""How far apart the weights 0 and 1 are drawn."""

CELL_PIXELS = 40
LABEL_HEIGHT = 16


def weights() -> str:
    """The weights of four features by games, on a logarithmic scale."""
    learner = learning.load("windows").create(seed=7)
    result = []
    with tempfile.TemporaryDirectory() as folder:
        for games in GAMES:
            with closing(train(learner, games - learner.episodes, str(Path(folder) / "mine.json"))) as running:
                for _ in running:
                    pass
            result.append([float(weight) for weight in learner.weights])

    def x_of(games: float) -> float:
        return LEFT + PIXELS_PER_DECADE * log10(games)

    def y_of(weight: float) -> float:
        return ZERO_HEIGHT - PIXELS_PER_UNIT * weight

    parts = []
    for weight in range(-2, 5):
        y = ZERO_HEIGHT - PIXELS_PER_UNIT * weight
        opacity = 0.8 if weight == 0 else 0.25
        parts.append(f'<path d="M{LEFT} {y}H{RIGHT}" stroke="#999" stroke-opacity="{opacity}"/>')
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end" {TEXT}>{weight}</text>')
    for games in (1, 10, 100, 1_000, 10_000):
        parts.append(f'<text x="{x_of(games):.0f}" y="310" text-anchor="middle" {TEXT}>{games:,}</text>')
    parts.append(f'<text x="{(LEFT + RIGHT) // 2}" y="332" text-anchor="middle" {TEXT}>games</text>')
    heights = apart([y_of(result[-1][index]) + 4 for index in WEIGHTS.values()])
    for (name, index), colour, y in zip(WEIGHTS.items(), COLOURS, heights, strict=True):
        points = " ".join(f"{x_of(games):.1f},{y_of(row[index]):.1f}" for games, row in zip(GAMES, result, strict=True))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(
            f'<text x="{RIGHT - 5}" y="{y:.1f}" font-family="sans-serif" font-size="14" fill="{colour}">{name}</text>'
        )
    return svg(710, 345, parts)


def apart(heights: list[float]) -> list[float]:
    """Where labels stand that belong at these heights, so that none covers another."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_HEIGHT)
    return placed


def board(position: Position, marks: dict[tuple[int, int], str], names: str = "abcdefgh") -> str:
    """A board with its discs, and marks on empty squares given as (row, column), rows from the bottom.

    `names` stand below the columns; rows are numbered where the columns have letters, so that a square has a name.
    """
    rules = position.rules
    parts = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            bit = 1 << rules.cell(row, column)
            x = 30 + CELL_PIXELS * column + CELL_PIXELS // 2
            y = 10 + CELL_PIXELS * (rules.rows - 1 - row) + CELL_PIXELS // 2
            fill = "none"
            sign = marks.get((row, column), "")
            colour = "#4477aa"
            if position.occupied & bit:
                side = 0 if position.stones[0] & bit else 1
                fill = ("#d33c32", "#f2c230")[side]
                sign = "XO"[side]
                colour = "#222"
            parts.append(f'<circle cx="{x}" cy="{y}" r="16" fill="{fill}" stroke="#888"/>')
            if sign:
                style = f'font-family="sans-serif" font-size="15" font-weight="bold" fill="{colour}"'
                parts.append(f'<text x="{x}" y="{y + 5}" text-anchor="middle" {style}>{sign}</text>')
    bottom = 10 + CELL_PIXELS * rules.rows
    for column in range(rules.columns):
        x = 30 + CELL_PIXELS * column + CELL_PIXELS // 2
        parts.append(f'<text x="{x}" y="{bottom + 18}" text-anchor="middle" {TEXT}>{names[column]}</text>')
    if names[0].isalpha():
        for row in range(rules.rows):
            y = bottom - CELL_PIXELS * row - CELL_PIXELS // 2 + 5
            parts.append(f'<text x="18" y="{y}" text-anchor="middle" {TEXT}>{row + 1}</text>')
    return svg(50 + CELL_PIXELS * rules.columns, bottom + 28, parts)


def diagram() -> str:
    """The diagram that docs/strategy.md shows, on its board."""
    text = (DOCS / "strategy.md").read_text(encoding="utf-8")
    rows = re.search(r"\n\n((?:    [XO.o@!+=-]{7}\n){6})", text)
    assert rows is not None, "docs/strategy.md shows a diagram"
    lines = [line.strip() for line in rows[1].splitlines()]
    position = Position.from_moves("333557752147")
    result = {}
    for place, line in enumerate(lines):
        for column, sign in enumerate(line):
            row = len(lines) - 1 - place
            if not position.occupied & 1 << position.rules.cell(row, column) and sign != ".":
                result[row, column] = sign
    return board(position, result)


def svg(width: int, height: int, parts: list[str]) -> str:
    """A picture of these parts."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return "\n".join([head, *parts, "</svg>", ""])


def odd_threat() -> str:
    """A square that wins for the first player, and that both avoid until the end."""
    return board(Position.from_moves("31142577635375332"), {(2, 3): "X!"})


PICTURES = {"learning-weights.svg": weights, "odd-threat.svg": odd_threat, "diagram.svg": diagram}


@click.command()
def main() -> None:
    """Draws the pictures of the guides."""
    for name, draw in PICTURES.items():
        (DOCS / name).write_text(draw(), encoding="utf-8")
