"""Draws a tournament's crosstable.

Every cell has the score of the row's agent in per cent and, smaller, won-drawn-lost; its colour runs from orange (all
lost) to blue (all won).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure

from c4.errors import C4Error
from c4.text import pluralise
from visualizer.ui.theme import DARK, LIGHT, Theme, ink_on

CELL, ROW = 0.95, 0.52
"""Width of a cell and height of a row, in inches."""

LETTER = 0.082
"""Width of a letter of an agent's name, in inches."""


def draw(table: dict[str, Any], theme: Theme = LIGHT) -> Figure:
    """Draws what `c4.arena.ratings.Table.to_json` returns.  Raises C4Error for anything else."""
    try:
        rows = [(row["agent"], row["elo"], row["elo_interval"], row["score"], row["against"]) for row in table["table"]]
        cells = [
            [
                cell if cell is None or sum(cell) == 0 else (100 * (cell[0] + cell[1] / 2) / sum(cell), cell)
                for cell in row[4]
            ]
            for row in rows
        ]
    except (KeyError, TypeError, IndexError, ValueError):
        raise C4Error("this is not a crosstable: `c4 match A B C --json` prints one") from None
    n = len(rows)
    names = 0.55 + LETTER * max(len(row[0]) for row in rows)
    left, right, top = names + 2.75, 0.25, 0.85
    width, height = left + n * CELL + right, top + n * ROW + 0.55
    figure = Figure(figsize=(width, height), facecolor=theme.window)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    colours = LinearSegmentedColormap.from_list("score", [theme.bad, theme.panel, theme.good])

    def say(
        x: float, y: float, text: str, size: float = 10, align: str = "center", colour: str = theme.text, **how: Any
    ) -> None:
        axes.text(x, y, text, fontsize=size, ha=align, va="center", color=colour, **how)

    say(0.55, top - 0.3, "agent", 9, "left", theme.faint)
    say(names + 0.65, top - 0.3, "Elo", 9, "right", theme.faint)
    say(names + 1.3, top - 0.3, "95 %", 9, colour=theme.faint)
    say(left - 0.2, top - 0.3, "score", 9, "right", theme.faint)
    for number, (agent, elo, interval, score, _) in enumerate(rows):
        y = top + (number + 0.5) * ROW
        axes.axhline(y - ROW / 2, 0.02, 1 - 0.02, color=theme.line, linewidth=0.6)
        say(0.3, y, str(number + 1), 10, colour=theme.faint)
        say(0.55, y, agent, 10, "left", weight="bold" if number == 0 else "normal")
        say(names + 0.65, y, f"{elo:+.0f}", 10, "right")
        say(names + 1.3, y, f"{interval[0]:+.0f} … {interval[1]:+.0f}", 8, colour=theme.faint)
        say(left - 0.2, y, "" if score is None else f"{100 * score:.1f} %", 10, "right")
        say(left + (number + 0.5) * CELL, top - 0.3, str(number + 1), 10, colour=theme.faint)
        for place, cell in enumerate(cells[number]):
            x = left + place * CELL
            fill = theme.line if cell is None else colours(cell[0] / 100)
            axes.fill(
                [x + 0.03, x + CELL - 0.03, x + CELL - 0.03, x + 0.03],
                [y - 0.23, y - 0.23, y + 0.23, y + 0.23],
                color=fill,
                linewidth=0,
            )
            if cell is not None:
                ink = ink_on(to_hex(fill))
                say(x + CELL / 2, y - 0.08, f"{cell[0]:.0f} %", 10, colour=ink)
                say(x + CELL / 2, y + 0.12, "-".join(map(str, cell[1])), 7.5, colour=ink)
    games = table.get("games", 0)
    say(
        0.3,
        height - 0.28,
        f"{pluralise(games, 'game')}; each cell has the score of the row's agent and won-drawn-lost",
        8.5,
        "left",
        theme.faint,
    )
    return figure


@click.command()
@click.argument("table", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--dark", is_flag=True, help="Use dark colours.")
def main(table: Path, picture: Path, dark: bool) -> None:
    """Draws TABLE, the output of `c4 match A B C --json`, into PICTURE (png, svg or pdf)."""
    try:
        content = json.loads(table.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise C4Error(f"{table} cannot be read as JSON: {error}") from None
    save(draw(content, DARK if dark else LIGHT), picture)


def save(figure: Figure, path: Path) -> None:
    """Writes a picture.  Raises C4Error if that fails."""
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise C4Error(f"{path} cannot be written: {error}") from None
