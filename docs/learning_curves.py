"""Draws docs/learning-curves.png: how well td-lambda and windows play against the number of games they have learned from, every training seed a line.

python docs/learning_curves.py       some minutes on one core
"""

from __future__ import annotations

import sys
from collections.abc import Callable
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

Evaluate = Callable[[object], Evaluator]


def slower(seed: int) -> TDLambdaLearner:
    return TDLambdaLearner(seed, Settings(alpha=0.003))


TD_LAMBDA: dict[str, tuple[str, str, Callable[[int], object], Evaluate]] = {
    "the author's alpha, 0.03": (ORANGE, "--", TDLambdaLearner, lambda learner: TDLambda(learner.weights)),
    "alpha 0.003": (BLUE, "-", slower, lambda learner: TDLambda(learner.weights)),
    "alpha 0.003, best so far": (
        GREEN,
        ":",
        slower,
        lambda learner: TDLambda(learner.best_weights),
    ),
}
WINDOWS: dict[str, tuple[str, str, Callable[[int], object], Evaluate]] = {
    "the author's settings": (ORANGE, "--", WindowsLearner.fresh, lambda learner: Windows(learner.weights)),
    "temperature 0.2": (BLUE, "-", lambda seed: WindowsLearner.fresh(seed, temperature=0.2), lambda learner: Windows(learner.weights)),
    "epsilon never below 0.9": (GREEN, ":", lambda seed: WindowsLearner.fresh(seed, eps_end=0.9), lambda learner: Windows(learner.weights)),
}


def curve(make: Callable[[int], object], evaluate: Evaluate, marks: list[int], tactics: bool, seed: int) -> dict[str, list[float]]:
    """Success in % against each opponent after so many games."""
    learner, points = make(seed), {opponent: [] for opponent in OPPONENTS}
    for mark in marks:
        if mark > learner.episodes:
            learner.train(mark - learner.episodes)
        for opponent, found in points.items():
            found.append(100 * success(measure(evaluate(learner), opponent, GAMES, 1000 + seed, tactics=tactics)))
    return points


def draw(column, title: str, families: dict, marks: list[int], tactics: bool, nothing: Evaluator, baseline: str) -> None:
    """A column of two plots, one an opponent."""
    for axes, opponent in zip(column, OPPONENTS, strict=True):
        level = 100 * success(measure(nothing, opponent, 2000, 1, tactics=tactics))
        axes.axhline(level, color="#6b7482", linewidth=1, linestyle=(0, (6, 3)), label=baseline)
        axes.set_ylabel(f"success against {NAMES[opponent]} (%)")
        axes.grid(color="#e1e5eb", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
        axes.margins(x=0.01)
    for name, (colour, style, make, evaluate) in families.items():
        for seed in SEEDS:
            points = curve(make, evaluate, marks, tactics, seed)
            for axes, opponent in zip(column, OPPONENTS, strict=True):
                label = name if seed == SEEDS[0] else None
                axes.plot([mark / 1000 for mark in marks], points[opponent], color=colour, linestyle=style, linewidth=1.1, alpha=0.85, label=label)
        print(title, name, flush=True)
    column[0].set_title(title, fontsize=12, fontweight="bold", loc="left")
    column[1].set_xlabel("games learned from (thousands)")
    column[1].legend(loc="lower right", fontsize=8.5, framealpha=0.95)


def main() -> None:
    figure, axes = plt.subplots(2, 2, figsize=(12, 8), dpi=110, sharex="col", layout="constrained")
    marks = [0, 1000, 2500, *range(5000, 100_001, 5000)]
    draw(axes[:, 0], "td-lambda with its rules, no search", TD_LAMBDA, marks, True, TDLambda(np.zeros(87)), "nothing learned: the rules alone")
    draw(axes[:, 1], "windows, no search", WINDOWS, [0, 250, 500, *range(1000, 20_001, 1000)], False, Windows((0.0,) * 9), "nothing learned")
    figure.savefig(DOCS / "learning-curves.png")


if __name__ == "__main__":
    main()
