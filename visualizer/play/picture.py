"""A picture of the board as a PNG file.  Imports matplotlib late."""

from __future__ import annotations

from collections.abc import Sequence

from c4.game.columns import DIGITS
from c4.game.position import Position
from visualizer.kit.theme import Theme


def board_png(position: Position, colours: Sequence[str], theme: Theme, cell: int = 80) -> bytes:
    """The board with its columns' numbers, `cell` pixels a cell; `colours` are those of player 0 and player 1."""
    from io import BytesIO

    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle, Rectangle

    rules = position.rules
    figure = Figure(figsize=(rules.columns * cell / 100, (rules.rows + 0.5) * cell / 100), dpi=100)
    FigureCanvasAgg(figure)
    figure.set_facecolor(theme.window)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, rules.columns)
    axes.set_ylim(-0.5, rules.rows)
    axes.axis("off")
    axes.add_patch(Rectangle((0, 0), rules.columns, rules.rows, color=theme.board))
    for column in range(rules.columns):
        axes.text(column + 0.5, -0.25, DIGITS[column], color=theme.text, ha="center", va="center", fontsize=cell / 5)
        for row in range(rules.rows):
            owner, middle = position.owner(row, column), (column + 0.5, row + 0.5)
            axes.add_patch(Circle(middle, 0.42, color=theme.hole if owner is None else colours[owner]))
            if owner == 0:
                axes.add_patch(Circle(middle, 0.24, fill=False, edgecolor="#ffffff", linewidth=cell / 30))
            elif owner == 1:
                axes.add_patch(Circle(middle, 0.1, color="#1b2330"))
    file = BytesIO()
    figure.savefig(file, format="png", facecolor=theme.window)
    return file.getvalue()
