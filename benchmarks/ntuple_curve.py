"""The learning curve of the n-tuple learner, all seeds drawn: `python benchmarks/ntuple_curve.py`, more than an hour of
one core.

Trains seeds 1 to 5 with the usual settings, keeps the model after so many games (--folder), lets every one play against
perfect play (`c4.arena.examiner`, book and solver), writes docs/ntuple-curve.json and draws docs/ntuple-curve.png.
What is there already is not done again.  Imports c4 and matplotlib.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

MARKS = (125_000, 250_000, 500_000, 1_000_000, 1_500_000, 2_500_000, 3_500_000)
SEEDS = (1, 2, 3, 4, 5)
FORMS = {
    "strict": "first, against the longest defence",
    "thill12": "first, against a varying defence",
    "erring20": "second, against one that errs (0.2)",
}
FIGURES, PICTURE = ROOT / "docs" / "ntuple-curve.json", ROOT / "docs" / "ntuple-curve.png"
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00")


def model_of(folder: Path, seed: int, games: int) -> Path:
    return folder / f"seed{seed}-{games}.npz"


def train(folder: Path, seed: int, seconds: dict) -> None:
    """Trains a seed to its last mark and keeps the model at every mark; processor seconds by games in `seconds`."""
    from c4.learning.ntuple import NTupleLearner

    if all(model_of(folder, seed, games).exists() for games in MARKS):
        return
    learner, used = NTupleLearner.fresh(seed), 0.0
    for games in MARKS:
        started = process_time()
        learner.train(games - learner.episodes)
        used += process_time() - started
        learner.save(model_of(folder, seed, games))
        seconds[f"{seed} {games}"] = round(used, 1)
        print(f"seed {seed}: {games:,} games, {used:.0f} s", flush=True)


def success(path: Path, form: str, games: int) -> float:
    """Percent of the games against that form of perfect play, the learner first, second where it errs, without search:
    wins and half the draws.
    """
    from c4.arena.strength import FIRST_SEED, examine

    results = list(
        examine(f"greedy:evaluator=ntuple,model={path}", form, range(FIRST_SEED, FIRST_SEED + games)).results.values()
    )
    won, drawn = results.count(1), results.count(0)
    return round(100 * (won + drawn / 2) / games, 2)


def draw(figures: dict) -> None:
    """A panel for each opponent, a line for each seed and a thick one for the mean."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    fig, panels = pyplot.subplots(1, len(FORMS), figsize=(9, 3.8), sharex=True, layout="constrained")
    for panel, (form, about) in zip(panels, FORMS.items(), strict=True):
        lines = [[figures["success"][f"{seed} {games} {form}"] for games in MARKS] for seed in SEEDS]
        for seed, line, colour in zip(SEEDS, lines, COLOURS, strict=True):
            panel.plot(MARKS, line, color=colour, marker="o", markersize=3, linewidth=1, label=f"seed {seed}")
        panel.plot(
            MARKS, [sum(at) / len(at) for at in zip(*lines, strict=True)], color="black", linewidth=2.2, label="mean"
        )
        panel.set_title(about, fontsize=9)
        panel.set_ylim(0, 102)
        panel.set_xticks([0, 500_000, 1_500_000, 2_500_000, 3_500_000], ["0", "0.5 M", "1.5 M", "2.5 M", "3.5 M"])
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("success, %")
    fig.supxlabel("games of self-play", fontsize=9)
    panels[-1].legend(fontsize=8, loc="lower right")
    fig.savefig(PICTURE, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "benchmarks" / "ntuple-curve", help="where the models are kept"
    )
    parser.add_argument("--games", type=int, default=100, help="games against each opponent (default 100)")
    parser.add_argument("--train-only", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    figures = (
        json.loads(FIGURES.read_text())
        if FIGURES.exists()
        else {"games": arguments.games, "seconds": {}, "success": {}}
    )
    for seed in SEEDS:
        train(arguments.folder, seed, figures["seconds"])
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    if arguments.train_only:
        return
    for seed in SEEDS:
        for games in MARKS:
            for form in FORMS:
                key = f"{seed} {games} {form}"
                if key not in figures["success"]:
                    figures["success"][key] = success(model_of(arguments.folder, seed, games), form, arguments.games)
                    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
                    print(key, figures["success"][key], flush=True)
    draw(figures)


if __name__ == "__main__":
    main()
