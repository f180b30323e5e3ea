"""How many leaves a second each evaluator gets through inside the search: `python benchmarks/leaves.py [--json]`.

One core, nothing recorded, processor time; every evaluator searches the same positions, interleaved, so that a busy
machine
slows all alike.  The ratio is to V2, the median over the repeats with the lowest and highest.  "static" is the time of
the evaluation alone, the time of the same search with an evaluator that says 0 taken off.  Exit status 1 when a floor
is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from c4.compiled.board import Board
from c4.compiled.jit import kernel
from c4.compiled.kinds import U
from c4.evaluators import EVALUATORS, load
from c4.evaluators.base import NO_NUMBERS, Evaluator, Tables
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.searchtree import HORIZON

POSITIONS = [Position.from_moves(moves) for moves in ("", "4453", "44432", "35164473", "4455662")]
DEPTHS = {"minimax": 6, "alphabeta": 8}
FLOOR = {"ntuple": 3_000_000, "network": 2_000_000}
"""Leaves a second that an evaluator must reach in both."""


@kernel(passed=True)
def nothing(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    return 0


class Nothing(Evaluator):
    """Calls everything 0."""

    name, label, unit, limit, steps, line_value = "nothing", "Nothing", "points", 1, (1, 1, 1), 1
    evaluate_kernel = staticmethod(nothing)

    def explain(self, position, side=None):
        return []

    def tables(self, rules):
        return Tables(NO_NUMBERS, NO_NUMBERS)


def leaves(algorithm: str, evaluator: Evaluator) -> int:
    """Evaluations in the search of all positions."""
    trees = (
        search(position, DEPTHS[algorithm], evaluator, algorithm, budget=10_000_000).tree for position in POSITIONS
    )
    return sum(int(np.count_nonzero(tree.kind == HORIZON)) for tree in trees)


def seconds(algorithm: str, evaluator: Evaluator) -> float:
    """Processor time of it."""
    started = process_time()
    for position in POSITIONS:
        search(position, DEPTHS[algorithm], evaluator, algorithm, budget=0)
    return process_time() - started


def measure(repeats: int) -> list[dict]:
    """A dict for each algorithm and evaluator."""
    found = []
    for algorithm in DEPTHS:
        judges = {name: load(name) for name in EVALUATORS}
        judges["nothing"] = Nothing()
        number = {name: leaves(algorithm, judge) for name, judge in judges.items()}
        times = {name: [] for name in judges}
        for _ in range(repeats):
            for name, judge in judges.items():
                times[name].append(seconds(algorithm, judge) / number[name])
        for name in EVALUATORS:
            ratios = [reference / own for own, reference in zip(times[name], times["v2"], strict=True)]
            rate = 1 / min(times[name])
            found.append(
                {
                    "algorithm": algorithm,
                    "evaluator": name,
                    "leaves": number[name],
                    "leaves_per_second": round(rate),
                    "median_leaves_per_second": round(1 / median(times[name])),
                    "ratio_to_v2": round(median(ratios), 3),
                    "lowest": round(min(ratios), 3),
                    "highest": round(max(ratios), 3),
                    "static_ns": round(1e9 * (min(times[name]) - min(times["nothing"])), 1)
                    if algorithm == "minimax"
                    else None,
                    "holds": rate >= FLOOR.get(name, 0),
                }
            )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--repeats", type=int, default=9, help="interleaved repeats (default 9)")
    arguments = parser.parse_args()
    figures = measure(max(1, arguments.repeats))
    if arguments.json:
        print(json.dumps(figures))
    else:
        for part in figures:
            static = f"{part['static_ns']:5.0f} ns a leaf" if part["static_ns"] is not None else ""
            print(
                f"{part['algorithm']:9} {part['evaluator']:10} {part['leaves']:9,} leaves "
                f" {part['leaves_per_second'] / 1e6:5.2f} M/s at best, "
                f"{part['median_leaves_per_second'] / 1e6:5.2f} M/s median  {part['ratio_to_v2']:.2f} of V2 "
                f"({part['lowest']:.2f} to {part['highest']:.2f})  {static}  {'' if part['holds'] else 'MISSED'}"
            )
    sys.exit(0 if all(part["holds"] for part in figures) else 1)


if __name__ == "__main__":
    main()
