"""A review as a file: a web page, a picture of its graph, or text.  Imports matplotlib late."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from c4.files import write_bytes, write_text
from c4.game.rules import C4Error
from c4.review.page import review_page
from c4.review.report import review_text
from visualizer.kit.theme import Theme
from visualizer.review.graph import Curves
from visualizer.review.model import Model

KINDS = (("Page for a browser", ".html"), ("Picture of the graph", ".png"), ("Text", ".txt"))
"""The kinds of files, by ending."""


def export(
    path: str | Path, model: Model, curves: Curves, players: Sequence[str], colours: Sequence[str], theme: Theme
) -> None:
    """Writes a review to a file, whose ending gives the kind.  `players` and `colours` are the first player's first.

    Raises C4Error for another ending, or when the file cannot be written.
    """
    path = Path(path)
    match path.suffix.lower():
        case ".html":
            write_text(path, review_page(model.review, players, lines=model.lines))
        case ".txt":
            write_text(path, review_text(model.review, players, model.lines))
        case ".png":
            write_bytes(path, graph_png(curves, players, colours, theme))
        case _:
            endings = ", ".join(ending for _, ending in KINDS)
            raise C4Error(f"a review cannot be written as {path.name!r}: the name must end with one of {endings}")


def graph_png(curves: Curves, players: Sequence[str], colours: Sequence[str], theme: Theme) -> bytes:
    """The graph as a picture of 1200 by 400 pixels."""
    from io import BytesIO

    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4), dpi=100, facecolor=theme.panel)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.09, 0.13, 0.89, 0.76), facecolor=theme.panel)
    plies = range(1, len(curves.exact) + 1)
    bars = [theme.faint if value == 0 else colours[value < 0] for value in curves.exact]
    axes.bar(plies, [value or 0.03 for value in curves.exact], color=bars, edgecolor=theme.line, label="exact")
    for ply, value, mark in zip(plies, curves.exact, curves.marks):
        if mark in ("?", "??"):
            above = value > 0
            axes.text(ply, value, mark, color=theme.bad, ha="center", va="bottom" if above else "top", weight="bold")
    if curves.learned:
        axes.plot(range(1, len(curves.learned) + 1), curves.learned, color=theme.accent, label="learned")
    seen = [(ply, value) for ply, value in enumerate(curves.searched) if value is not None]
    if seen:
        axes.plot(*zip(*seen), color=theme.text, linestyle="--", label="search")
    axes.set_xlim(0, curves.moves + 1)
    axes.set_ylim(-1.15, 1.15)
    axes.set_yticks((-1, 0, 1), (f"{players[1]} wins", "draw", f"{players[0]} wins"))
    axes.tick_params(colors=theme.text)
    axes.set_xlabel("move", color=theme.text)
    axes.set_title("Value after each move", color=theme.text, loc="left", fontsize=11)
    axes.legend(loc="lower right", facecolor=theme.panel, edgecolor=theme.line, labelcolor=theme.text, fontsize=9)
    file = BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()
