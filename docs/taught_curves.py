"""Draws docs/learning-taught.png from docs/learning-taught.json: what learners find by playing against themselves, and
what they learn from exact results, by processor time.

    python docs/taught_curves.py                        draws
    python docs/taught_curves.py --labels FILE          trains and measures what is missing first, some two minutes
                                                        of one core a seed, and keeps every point as soon as it is there

A point is the share of the positions of suite `decisive` in which the model without search plays a column that keeps
the result.  Processor time is that of learning alone.  Sarsa and patterns cannot be taught (docs/learning.md).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from c4.arena.glance import mistakes  # noqa: E402
from c4.files import write_text  # noqa: E402
from c4.learning import load  # noqa: E402
from c4.truth import labels as truth  # noqa: E402

FIGURES, PICTURE = DOCS / "learning-taught.json", DOCS / "learning-taught.png"
SUITE = "decisive"
SEEDS = (301, 302, 303)

ITSELF, EXACT = "by itself", "by exact results"
COLOURS = {ITSELF: "#d55e00", EXACT: "#0072b2"}

COOLED = {"alpha": 0.005, "alpha_end": 0.00005, "cooling": 4_000_000}
RUNS: dict[tuple[str, str], tuple[dict[str, Any], tuple[int, ...]]] = {
    ("windows", ITSELF): ({"alpha": 0.001, "eps_end": 0.9}, (300, 1_000, 3_000, 10_000, 30_000)),
    ("windows", EXACT): ({"alpha": 0.01}, (3_000, 10_000, 30_000, 100_000, 1_000_000)),
    ("td-lambda", ITSELF): (
        {"alpha": 0.001, "gamma": 0.98, "eps_end": 0.2, "checkpoint_games": 1}, (300, 1_000, 3_000, 10_000, 50_000),
    ),
    ("td-lambda", EXACT): ({"alpha": 0.0003, "checkpoint_games": 1}, (3_000, 10_000, 30_000, 100_000, 1_000_000)),
    ("network", ITSELF): ({}, (3_000, 10_000, 30_000, 100_000, 300_000)),
    ("network", EXACT): (COOLED, (100_000, 300_000, 1_000_000, 2_000_000, 4_000_000)),
    ("ntuple", ITSELF): ({}, (3_000, 10_000, 30_000, 100_000)),
    ("ntuple", EXACT): (
        {"alpha": 0.003, "alpha_end": 0.0003, "cooling": 300_000, "settling": 0}, (10_000, 30_000, 100_000, 300_000),
    ),
}  # fmt: skip
"""By learner and teacher: settings, and the games or lessons after which a model is measured."""


def curve(learner: str, teacher: str, seed: int, labels: str) -> Iterator[dict[str, float]]:
    """Trains once and yields at every mark: episodes, processor seconds, and % of decisive positions held."""
    settings, marks = RUNS[learner, teacher]
    given = {**settings, **({"labels": labels} if teacher == EXACT else {})}
    kind = load(learner)
    running, used = kind.fresh(seed, **given), 0.0
    running.train(1)  # loads what is compiled, and shuffles the labels
    for mark in marks:
        started = process_time()
        running.train(mark - running.episodes)
        used += process_time() - started
        evaluator = running.evaluator()
        assert evaluator is not None
        held = 100 - 100 * mistakes(evaluator, SUITE, 1).value
        yield {"episodes": mark, "seconds": round(used, 3), "held": round(held, 2)}


def measure(found: dict[str, Any], seeds: tuple[int, ...], labels: str) -> None:
    """Adds what is missing to the figures, which are written after every curve."""
    found.setdefault("curves", {})
    for seed in seeds:
        for learner, teacher in RUNS:
            name = f"{learner}, {teacher}, seed {seed}"
            if name not in found["curves"]:
                found["labels"] = len(truth.read(labels))
                found["curves"][name] = list(curve(learner, teacher, seed, labels))
                print(name, found["curves"][name][-1], flush=True)
                write_text(FIGURES, json.dumps(found, indent=1) + "\n")


def draw(found: dict[str, Any]) -> None:
    """One small plot a learner: mean and range over the seeds."""
    figure, axes = plt.subplots(2, 2, figsize=(11, 7), dpi=110, sharex=True, sharey=True, layout="constrained")
    for plot, learner in zip(axes.flat, dict.fromkeys(learner for learner, _ in RUNS), strict=True):
        for teacher, colour in COLOURS.items():
            lines = [line for name, line in found["curves"].items() if name.startswith(f"{learner}, {teacher},")]
            if not lines:
                continue
            held = np.array([[point["held"] for point in line] for line in lines])
            seconds = np.array([[point["seconds"] for point in line] for line in lines]).mean(axis=0)
            plot.plot(seconds, held.mean(axis=0), "o-", color=colour, markersize=3.5, linewidth=1.6, label=teacher)
            plot.fill_between(seconds, held.min(axis=0), held.max(axis=0), color=colour, alpha=0.2, linewidth=0)
        plot.set_title(learner, fontsize=12, fontweight="bold", loc="left")
        plot.set_xscale("log")
        plot.grid(color="#e1e5eb", linewidth=0.8)
        plot.spines[["top", "right"]].set_visible(False)
    for plot in axes[1]:
        plot.set_xlabel("processor seconds of learning")
    for plot in axes[:, 0]:
        plot.set_ylabel("decisive positions held (%)")
    axes[0, 0].legend(loc="lower right", framealpha=0.95)
    figure.savefig(PICTURE)


def main() -> None:
    asked = argparse.ArgumentParser(description="Draws docs/learning-taught.png.")
    asked.add_argument("--labels", help="the file of labels; trains and measures what is missing")
    asked.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    given = asked.parse_args()
    found = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    if given.labels:
        measure(found, tuple(given.seeds), given.labels)
    draw(found)


if __name__ == "__main__":
    main()
