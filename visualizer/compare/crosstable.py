"""Draws a tournament's crosstable: `python -m visualizer.compare.crosstable TABLE.json PICTURE.png [--dark]`.

TABLE.json is what `c4 tournament --json` prints; the picture's format follows from its name (png, svg, pdf).  Every
cell has the score of the row's agent in per cent and, smaller, won-drawn-lost; its colour runs from orange (all lost)
to blue (all won). Imports matplotlib, no tkinter.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure

from c4.game.rules import C4Error, count
from visualizer.kit.theme import DARK, LIGHT, Theme, ink_on

CELL, ROW = 0.95, 0.52
"""Width of a cell and height of a row, in inches."""

LETTER = 0.082
"""Width of a letter of an agent's name, in inches."""


def draw(table: dict[str, Any], theme: Theme = LIGHT) -> Figure:
    """Draws what `c4.arena.table.Table.to_json` returns.  Raises C4Error for anything else."""
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
        raise C4Error("this is not a crosstable: `c4 tournament --json` prints one") from None
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
        f"{count(games, 'game')}; each cell has the score of the row's agent and won-drawn-lost",
        8.5,
        "left",
        theme.faint,
    )
    return figure


def main(arguments: list[str] | None = None) -> None:
    """Draws the table of a file into a picture; exits with a sentence if that cannot be done."""
    parser = argparse.ArgumentParser(
        prog="python -m visualizer.compare.crosstable", description=__doc__.splitlines()[0]
    )
    parser.add_argument("table", type=Path, help="The output of `c4 tournament --json`.")
    parser.add_argument("picture", type=Path, help="The file to write: png, svg or pdf.")
    parser.add_argument("--dark", action="store_true", help="Use dark colours.")
    options = parser.parse_args(arguments)
    try:
        try:
            table = json.loads(options.table.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise C4Error(f"{options.table} cannot be read as JSON: {error}") from None
        figure = draw(table, DARK if options.dark else LIGHT)
        try:
            figure.savefig(options.picture, dpi=150)
        except (OSError, ValueError) as error:
            raise C4Error(f"{options.picture} cannot be written: {error}") from None
    except C4Error as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
