"""How fast the recording search is, as ratios measured side by side: `python benchmarks/search.py [--json]`; exit
status 1 when a floor is missed.

Everything is repeated interleaved (one, the other, one, the other ...), so that a busy machine slows both; a ratio is
the median over the repeats of the ratio within each, and its spread is the lowest and the highest.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from c4.evaluators import load
from c4.game.position import Position
from c4.search import textbook
from c4.search.fixed_depth import ALGORITHMS, search
from c4.tree.searchtree import ROW

POSITION = Position.from_moves("4453")
TEXTBOOK_DEPTH = {"minimax": 5, "alphabeta": 6}
RECORD_DEPTH = {"minimax": 7, "alphabeta": 8}

SPEED_FLOOR = 100
"""Compiled and recording, against the textbook on the same work: at least this many times as fast.  It was 200 until
the textbook itself became some two times as fast, in November 2026."""

RECORDING_CEILING = 1.30
"""Recording against not recording: at most this many times the time."""

ROW_CEILING = 32
"""Bytes a row, at most."""


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Processor time of one call, the mean over `times` calls."""
    started = process_time()
    for _ in range(times):
        work()
    return (process_time() - started) / times


def spread(ratios: list[float]) -> dict:
    """Median, lowest and highest of the ratios."""
    return {"ratio": round(median(ratios), 3), "lowest": round(min(ratios), 3), "highest": round(max(ratios), 3)}


def against_textbook(algorithm: str, name: str, repeats: int) -> dict:
    """How many times as fast as the textbook the compiled search is, while it records."""
    evaluator, depth = load(name), TEXTBOOK_DEPTH[algorithm]
    book = {"minimax": textbook.minimax, "alphabeta": textbook.alphabeta}[algorithm]
    nodes = search(POSITION, depth, evaluator, algorithm).nodes
    ratios = []
    for _ in range(repeats):
        slow = seconds(lambda: book(POSITION, depth, evaluator))
        quick = seconds(lambda: search(POSITION, depth, evaluator, algorithm), 20)
        ratios.append(slow / quick)
    return {
        "algorithm": algorithm,
        "evaluator": name,
        "depth": depth,
        "nodes": nodes,
        **spread(ratios),
        "holds": median(ratios) >= SPEED_FLOOR,
    }


def recording(algorithm: str, name: str, repeats: int) -> dict:
    """What recording costs, and the nodes a second with it."""
    evaluator, depth = load(name), RECORD_DEPTH[algorithm]
    whole = search(POSITION, depth, evaluator, algorithm)
    ratios, rates = [], []
    for _ in range(repeats):
        without = seconds(lambda: search(POSITION, depth, evaluator, algorithm, budget=0))
        time = seconds(lambda: search(POSITION, depth, evaluator, algorithm))
        ratios.append(time / without)
        rates.append(whole.nodes / time)
    found = {
        "algorithm": algorithm,
        "evaluator": name,
        "depth": depth,
        "nodes": whole.nodes,
        "rows": len(whole.tree),
        **spread(ratios),
    }
    return {**found, "nodes_per_second": round(median(rates)), "holds": median(ratios) <= RECORDING_CEILING}


def measure(repeats: int) -> dict:
    """All figures, and whether every floor holds."""
    pairs = [(algorithm, name) for algorithm in ALGORITHMS for name in ("v1", "v2")]
    tree = search(POSITION, 6, load("v1")).tree
    row = {
        "bytes": tree.rows.nbytes / len(tree),
        "dtype": ROW.itemsize,
        "holds": tree.rows.nbytes <= ROW_CEILING * len(tree),
    }
    compiled = [against_textbook(*pair, max(3, repeats // 3)) for pair in pairs]
    record = [recording(*pair, repeats) for pair in pairs]
    return {
        "textbook": compiled,
        "recording": record,
        "row": row,
        "holds": all(part["holds"] for part in (*compiled, *record, row)),
    }


def print_report(figures: dict) -> None:
    """The figures as a table for people."""

    def verdict(part: dict) -> str:
        return "holds" if part["holds"] else "MISSED"

    print(f"compiled and recording against the textbook (floor {SPEED_FLOOR}x)")
    for part in figures["textbook"]:
        what = f"{part['algorithm']:9} {part['evaluator']} depth {part['depth']:2} {part['nodes']:9,} nodes"
        print(f"  {what}   {part['ratio']:6.0f}x  ({part['lowest']:.0f} to {part['highest']:.0f})  {verdict(part)}")
    print(f"recording against not recording (ceiling {RECORDING_CEILING:.2f}x)")
    for part in figures["recording"]:
        what = f"{part['algorithm']:9} {part['evaluator']} depth {part['depth']:2} {part['nodes']:9,} nodes"
        times = f"{part['ratio']:6.2f}x  ({part['lowest']:.2f} to {part['highest']:.2f})"
        print(
            f"  {what}   {times}  {part['nodes_per_second'] / 1e6:5.1f} M nodes/s  {part['rows']:,} rows "
            f" {verdict(part)}"
        )
    print(f"a row: {figures['row']['bytes']:.0f} bytes (ceiling {ROW_CEILING})  {verdict(figures['row'])}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--repeats", type=int, default=9, help="interleaved repeats (default 9)")
    arguments = parser.parse_args()
    figures = measure(max(1, arguments.repeats))
    if arguments.json:
        print(json.dumps(figures))
    else:
        print_report(figures)
    sys.exit(0 if figures["holds"] else 1)


if __name__ == "__main__":
    main()
