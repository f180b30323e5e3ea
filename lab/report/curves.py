"""Draws how the windows learner gets better with games: `python -m lab report curves` measures, and writes an SVG file.

Five learners are trained with the seeds 1 to 5.  What is measured goes into docs/learning-curves.json, so that the picture
can be drawn again without training.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import mean

import click

from c4 import learning
from c4.learning.base import Learner
from c4.learning.run import train
from c4.learning.success import success
from lab.report.stories import DOCS, TEXT, svg

FIGURES = DOCS / "learning-curves.json"
PICTURE = DOCS / "learning-curves.svg"

SEEDS = (1, 2, 3, 4, 5)
GAMES = (0, 250, 500, 1_000, 2_000, 3_000, 5_000, 7_500, 10_000, 12_500, 15_000, 17_500, 20_000)
GAMES_PER_SEAT = 200
"""Games of a measurement against each opponent from each seat."""

OPPONENTS = {"random": "against random moves", "minimax 3": "against minimax of depth 3"}
COLOUR = "#4477aa"

LEFT = 50
TOP = 40
WIDTH = 280
HEIGHT = 200
PANEL_WIDTH = 360


def measured(learner: Learner) -> dict[str, float]:
    """Success in per cent from both seats, by opponent."""
    return {opponent: 100 * success(seats) for opponent, seats in learner.measure(GAMES_PER_SEAT).items()}


def curve(seed: int) -> list[dict[str, float]]:
    """What a learner measures after each of GAMES."""
    learner = learning.load("windows").create(seed=seed)
    result = []
    with tempfile.TemporaryDirectory() as folder:
        for games in GAMES:
            if games > learner.episodes:
                with closing(train(learner, games - learner.episodes, str(Path(folder) / "mine.json"))) as running:
                    for _ in running:
                        pass
            result.append(measured(learner))
    return result


def picture(figures: dict[str, list[list[float]]]) -> str:
    """A panel for each opponent: the mean of the learners as a line, lowest to highest as a band.

    `figures` has by opponent, for each of GAMES, the success of every learner in per cent.
    """
    parts = []
    for place, (opponent, title) in enumerate(OPPONENTS.items()):
        parts += panel(figures[opponent], title, LEFT + PANEL_WIDTH * place)
    return svg(LEFT + 2 * PANEL_WIDTH - 40, TOP + HEIGHT + 55, parts)


def panel(rows: list[list[float]], title: str, left: int) -> list[str]:
    """The parts of one panel, whose axes begin at `left`."""

    def at(games: int, per_cent: float) -> str:
        x = left + WIDTH * games / GAMES[-1]
        y = TOP + HEIGHT * (1 - per_cent / 100)
        return f"{x:.1f},{y:.1f}"

    parts = [f'<text x="{left}" y="{TOP - 16}" {TEXT}>success in %, {title}</text>']
    for per_cent in range(0, 101, 25):
        y = TOP + HEIGHT * (100 - per_cent) // 100
        parts.append(f'<path d="M{left} {y}H{left + WIDTH}" stroke="#999" stroke-opacity="0.3"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end" {TEXT}>{per_cent}</text>')
    for games in range(0, GAMES[-1] + 1, 5_000):
        x = left + WIDTH * games // GAMES[-1]
        parts.append(f'<text x="{x}" y="{TOP + HEIGHT + 20}" text-anchor="middle" {TEXT}>{games:,}</text>')
    parts.append(f'<text x="{left + WIDTH // 2}" y="{TOP + HEIGHT + 42}" text-anchor="middle" {TEXT}>games</text>')
    upper = [at(games, max(row)) for games, row in zip(GAMES, rows, strict=True)]
    lower = [at(games, min(row)) for games, row in zip(GAMES, rows, strict=True)]
    middle = [at(games, mean(row)) for games, row in zip(GAMES, rows, strict=True)]
    parts.append(f'<polygon points="{" ".join([*upper, *reversed(lower)])}" fill="{COLOUR}" fill-opacity="0.25"/>')
    parts.append(f'<polyline points="{" ".join(middle)}" fill="none" stroke="{COLOUR}" stroke-width="2.5"/>')
    return parts


@click.command()
def main() -> None:
    """Measures the windows learner while it learns, and draws its curves."""
    curves = [curve(seed) for seed in SEEDS]
    figures = {name: [[one[name] for one in row] for row in zip(*curves, strict=True)] for name in OPPONENTS}
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    PICTURE.write_text(picture(figures), encoding="utf-8")
