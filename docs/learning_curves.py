"""Draws docs/learning-curves.png: how well td-lambda and windows play against the number of games they have learned
from, every training seed a line.

python docs/learning_curves.py       some minutes on one core
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from c4.evaluators.base import Evaluator  # noqa: E402
from c4.evaluators.tdlambda import TDLambda  # noqa: E402
from c4.evaluators.windows import Windows  # noqa: E402
from c4.learning.matches import OPPONENTS, measure, success  # noqa: E402
from c4.learning.tdlambda import Settings, TDLambdaLearner  # noqa: E402
from c4.learning.windows import WindowsLearner  # noqa: E402

SEEDS = range(1, 6)
GAMES = 200
"""Games a seat for each point."""

BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"
NAMES = {"random": "chance", "minimax 3": "minimax, depth 3"}

Line = tuple[str, str, str, Callable[[object], Evaluator]]
"""Label, colour, style, and what of a learner is measured."""


def slower(seed: int) -> TDLambdaLearner:
    return TDLambdaLearner(seed, Settings(alpha=0.003))


def latest(learner) -> Evaluator:
    return (TDLambda if learner.name == "td-lambda" else Windows)(learner.weights)


def best(learner: TDLambdaLearner) -> Evaluator:
    return TDLambda(learner.best_weights)


TD_LAMBDA: list[tuple[Callable[[int], object], list[Line]]] = [
    (TDLambdaLearner, [("the author's alpha, 0.03", ORANGE, "--", latest)]),
    (slower, [("alpha 0.003", BLUE, "-", latest), ("alpha 0.003, best so far", GREEN, ":", best)]),
]
WINDOWS: list[tuple[Callable[[int], object], list[Line]]] = [
    (WindowsLearner.fresh, [("the author's settings", ORANGE, "--", latest)]),
    (partial(WindowsLearner.fresh, temperature=0.2), [("temperature 0.2", BLUE, "-", latest)]),
    (partial(WindowsLearner.fresh, eps_end=0.9), [("epsilon never below 0.9", GREEN, ":", latest)]),
]


def curves(
    make: Callable[[int], object], lines: list[Line], marks: list[int], tactics: bool, seed: int
) -> list[dict[str, list[float]]]:
    """For each line success in % against each opponent after so many games."""
    learner, points = make(seed), [{opponent: [] for opponent in OPPONENTS} for _ in lines]
    for mark in marks:
        if mark > learner.episodes:
            learner.train(mark - learner.episodes)
        for (_, _, _, evaluator), found in zip(lines, points, strict=True):
            for opponent in OPPONENTS:
                found[opponent].append(
                    100 * success(measure(evaluator(learner), opponent, GAMES, 1000 + seed, tactics=tactics))
                )
    return points


def draw(
    column, title: str, families: list, marks: list[int], tactics: bool, nothing: Evaluator, baseline: str
) -> None:
    """A column of two plots, one an opponent."""
    for axes, opponent in zip(column, OPPONENTS, strict=True):
        level = 100 * success(measure(nothing, opponent, 2000, 1, tactics=tactics))
        axes.axhline(level, color="#6b7482", linewidth=1.4, linestyle=(0, (6, 3)), label=baseline)
        axes.set_ylabel(f"success against {NAMES[opponent]} (%)")
        axes.grid(color="#e1e5eb", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
        axes.margins(x=0.01)
    for make, lines in families:
        for seed in SEEDS:
            for (label, colour, style, _), points in zip(lines, curves(make, lines, marks, tactics, seed), strict=True):
                for axes, opponent in zip(column, OPPONENTS, strict=True):
                    named = {"label": label} if seed == SEEDS[0] else {}
                    axes.plot(
                        [mark / 1000 for mark in marks],
                        points[opponent],
                        color=colour,
                        linestyle=style,
                        linewidth=1.2,
                        alpha=0.85,
                        **named,
                    )
    column[0].set_title(title, fontsize=12, fontweight="bold", loc="left")
    column[1].set_xlabel("games learned from (thousands)")
    column[1].legend(loc="lower right", fontsize=8.5, framealpha=0.95)


def main() -> None:
    figure, axes = plt.subplots(2, 2, figsize=(12, 8), dpi=110, sharex="col", layout="constrained")
    marks = [0, 1000, 2500, *range(5000, 100_001, 5000)]
    draw(
        axes[:, 0],
        "td-lambda with its rules, no search",
        TD_LAMBDA,
        marks,
        True,
        TDLambda(np.zeros(87)),
        "nothing learned: the rules alone",
    )
    draw(
        axes[:, 1],
        "windows, no search",
        WINDOWS,
        [0, 250, 500, *range(1000, 20_001, 1000)],
        False,
        Windows((0.0,) * 9),
        "nothing learned",
    )
    figure.savefig(DOCS / "learning-curves.png")


if __name__ == "__main__":
    main()
