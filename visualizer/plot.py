"""Pictures for papers, slides and notebooks: a board, a search tree, a curve, each on axes of your own.

    from visualizer import plot
    figure, (left, right) = plt.subplots(1, 2)
    plot.board(decision.tree.root, {column: value.points for column, value in decision.columns.items()}, ax=left)
    plot.tree(decision.tree, ax=right)

Without `ax` each makes a figure (`.figure.savefig("tree.svg")`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from c4.errors import C4Error
from c4.game.position import FACE, HOLE, RIM, STONES, Position
from c4.learning.run import Progress
from c4.tree.searchtree import SearchTree
from visualizer.tree.export import draw_on
from visualizer.tree.view import TreeView
from visualizer.ui.theme import LIGHT, Theme

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES = ("-", "--", ":", "-.")


def board(position: Position, values: Mapping[int, object] | None = None, ax: Axes | None = None) -> Axes:
    """The discs of a position (the second player's are ringed), column numbers, and `values` over columns (from 0)."""
    rules = position.rules
    ax = _axes(rules.columns * 0.5, rules.rows * 0.5 + 0.6) if ax is None else ax
    ax.add_patch(Rectangle((-0.5, -0.5), rules.columns, rules.rows, color=FACE))
    for column in range(rules.columns):
        for row in range(rules.rows):
            owner = position.owner(row, column)
            colour, rim = (HOLE, HOLE) if owner is None else (STONES[owner], RIM if owner else STONES[owner])
            ax.add_patch(Circle((column, row), 0.41, facecolor=colour, edgecolor=rim, linewidth=1.2))
        ax.text(column, -0.8, str(column + 1), ha="center", va="center", color="gray", size=9)
        if values and column in values:
            ax.text(column, rules.rows - 0.2, str(values[column]), ha="center", va="center", size=9)
    ax.set(xlim=(-0.6, rules.columns - 0.4), ylim=(-1.1, rules.rows + 0.2), aspect="equal")
    ax.set_axis_off()
    return ax


def tree(
    tree: SearchTree, unfolded: Iterable[int] = (), ax: Axes | None = None, theme: Theme = LIGHT, words: bool = True
) -> Axes:
    """A search tree as the window draws it: best play, its siblings, what refutes them, the rest folded.

    `unfolded` are rows that show all their replies.  Words are placed for the size that the axes have now.  Raises
    C4Error when more would be unfolded than can be drawn.
    """
    view = TreeView(tree)
    for row in unfolded:
        view.expand(row)
    ax = _axes(10, 6) if ax is None else ax
    figure, place = ax.get_figure(root=True), ax.get_position()
    assert figure is not None
    width, height = (72 * inches for inches in figure.get_size_inches())
    draw_on(ax, view, theme, width * place.width, height * place.height, words)
    return ax


def curve(
    reports: Sequence[Progress],
    figures: Sequence[str] = (),
    ax: Axes | None = None,
    label: str | None = None,
    features: Sequence[str] = (),
) -> Axes:
    """Figures of a training run over the games played: `figures` by name; if none is given, all but their number.
    Weights have the names of their `features`, those of the learner; without, they are "weights 1" and so on.

    `reports` come from `c4.learning.run.TrainingRun.reports` or `c4.learning.run.train`; `label` stands before the
    names, so that several runs can share axes.
    """
    ax = _axes(7, 4, (0.1, 0.14, 0.86, 0.82)) if ax is None else ax
    measured = [flat(report.figures, features) for report in reports]
    all_names = list(measured[-1]) if measured else []
    names = list(figures) or [name for name in all_names if name != "episodes"]
    begun = len(ax.lines)
    for number, name in enumerate(names, begun):
        known = [report for report in measured if name in report]  # some are measured only now and then
        if not known:
            raise C4Error(f"no report has a figure {name!r}: they have {', '.join(all_names) or 'none'}")
        ax.plot(
            [report["episodes"] for report in known],
            [report[name] for report in known],
            color=COLOURS[number % len(COLOURS)],
            linestyle=DASHES[number // len(COLOURS) % len(DASHES)],
            label=name if label is None else f"{label}: {name}",
        )
    ax.set_xlabel("games")
    if names:
        ax.legend(frameon=False, fontsize="small")
    return ax


def flat(figures: Mapping[str, Any], features: Sequence[str] = ()) -> dict[str, float]:
    """A report's figures that are numbers; those within others by their own names, the weights by their features'."""
    numbers: dict[str, float] = {}
    for name, value in figures.items():
        if isinstance(value, Mapping):
            numbers |= flat(value, features)
        elif name == "weights" and isinstance(value, list):
            numbers |= dict(zip(features or [f"weights {number}" for number in range(1, len(value) + 1)], value))
        elif isinstance(value, int | float):
            numbers[name] = value
    return numbers


def _axes(width: float, height: float, place: tuple[float, float, float, float] = (0, 0, 1, 1)) -> Axes:
    """Axes of their own, in inches; no window opens."""
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure.add_axes(place)
