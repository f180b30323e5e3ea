"""Draws the curves of a sweep: a panel for each figure, a line for each setting, a band for the range of its seeds."""

from __future__ import annotations

from pathlib import Path
from statistics import mean
from typing import NamedTuple

import click
from matplotlib.figure import Figure

from c4.errors import C4Error
from lab.measure.sweep import MISTAKES, REPORT, Results, Training, format_settings
from visualizer.ui.theme import DARK, LIGHT, Theme

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
        found.setdefault(format_settings(one.settings) + (", reported" if one.part == REPORT else ""), []).append(one)
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


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--dark", is_flag=True, help="Use dark colours.")
def main(folder: Path, picture: Path, dark: bool) -> None:
    """Draws the curves of the sweep in FOLDER into PICTURE (png, svg or pdf)."""
    trainings = Results(folder).trainings()
    if not trainings:
        raise C4Error(f"{folder} holds no training yet")
    save(draw(trainings, DARK if dark else LIGHT), picture)


def save(figure: Figure, path: Path) -> None:
    """Writes a picture.  Raises C4Error if that fails."""
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise C4Error(f"{path} cannot be written: {error}") from None
