"""Draws the curves of a sweep as bands: `python -m visualizer.learn.bands FOLDER PICTURE.png [--dark]`.

FOLDER is what `c4 sweep` has filled.  A panel for each figure, a line with its band for each setting: mean and range
over the seeds.  Imports matplotlib, no tkinter.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from matplotlib.figure import Figure

from c4.arena.sweep import Results, Training
from c4.arena.sweep_plan import MISTAKES, REPORT, spoken
from c4.game.rules import C4Error
from visualizer.kit.theme import DARK, LIGHT, Theme

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Okabe and Ito's; with the line styles they tell eighteen settings apart."""

DASHES = ("-", "--", ":")

MOST = len(COLOURS) * len(DASHES)


class Curve(NamedTuple):
    """A figure of a setting over the games, in per cent: mean, least and greatest of its seeds."""

    episodes: list[int]
    mean: list[float]
    low: list[float]
    high: list[float]


def grouped(trainings: list[Training]) -> dict[str, list[Training]]:
    """Trainings by their setting in words, with the part where it is the report; the best at the end come first."""
    found: dict[str, list[Training]] = {}
    for one in trainings:
        found.setdefault(spoken(one.settings) + (", reported" if one.part == REPORT else ""), []).append(one)
    return dict(sorted(found.items(), key=lambda item: mean(one.last[MISTAKES] for one in item[1])))


def curve(trainings: list[Training], figure: str) -> Curve:
    """The curve of one setting; only numbers of games that all its seeds have."""
    at = [{point.episodes: 100 * point.figures[figure] for point in one.points} for one in trainings]
    episodes = sorted(set.intersection(*map(set, at)))
    values = [[one[number] for one in at] for number in episodes]
    return Curve(episodes, [mean(row) for row in values], [min(row) for row in values], [max(row) for row in values])


def title(figure: str) -> str:
    """What a figure is, above its panel."""
    return "mistakes without search, %" if figure == MISTAKES else f"success against {figure}, %"


def draw(trainings: list[Training], theme: Theme = LIGHT) -> Figure:
    """Draws all panels; of more settings than can be told apart those with the fewest mistakes."""
    settings = dict(list(grouped(trainings).items())[:MOST])
    figures = list(dict.fromkeys(figure for one in trainings for figure in one.last))
    picture = Figure(figsize=(5 * len(figures), 4.4), facecolor=theme.window, layout="constrained")
    panels = picture.subplots(1, len(figures), squeeze=False)[0]
    for panel, figure in zip(panels, figures):
        panel.set_facecolor(theme.panel)
        for number, (name, found) in enumerate(settings.items()):
            if all(figure in one.last for one in found):
                line = curve(found, figure)
                colour, dash = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS)]
                panel.fill_between(line.episodes, line.low, line.high, color=colour, alpha=0.18, linewidth=0)
                label = f"{name} ({len(found)})"
                panel.plot(line.episodes, line.mean, dash, color=colour, marker="o", markersize=3, label=label)
        panel.set_title(title(figure), color=theme.text, fontsize=10)
        panel.set_xlabel("games of training", color=theme.text, fontsize=9)
        panel.tick_params(colors=theme.text, labelsize=8)
        panel.grid(color=theme.line, linewidth=0.5)
    picture.legend(
        *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8, labelcolor=theme.text,
        facecolor=theme.window, edgecolor=theme.line,
    )  # fmt: skip
    return picture


def main(arguments: list[str] | None = None) -> None:
    """Draws the curves of a folder into a picture; exits with a sentence if that cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m visualizer.learn.bands", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="What `c4 sweep` has filled.")
    parser.add_argument("picture", type=Path, help="The file to write: png, svg or pdf.")
    parser.add_argument("--dark", action="store_true", help="Use dark colours.")
    options = parser.parse_args(arguments)
    try:
        trainings = Results(options.folder).trainings()
        if not trainings:
            raise C4Error(f"{options.folder} holds no training yet")
        picture = draw(trainings, DARK if options.dark else LIGHT)
        try:
            picture.savefig(options.picture, dpi=130)
        except (OSError, ValueError) as error:
            raise C4Error(f"{options.picture} cannot be written: {error}") from None
    except C4Error as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
