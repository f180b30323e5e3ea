"""How fast searches are with an evaluator of one's own, as ratios of one run: `python -m benchmarks.own_evaluator`.

The same heuristic three times: the built-in V1, V1 written again as a person would as `evaluate_bits` of a file of her
own, and in plain Python as `evaluate`.  All three must search the same nodes to the same values.  Processor time, one
after the other in turns; a ratio is the median of those of each turn.  Exit status 1 if the compiled form takes more
than a tenth longer than V1.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from c4.evaluators import load
from c4.evaluators.base import Evaluator
from c4.evaluators.own import load as load_own
from c4.game.position import Position
from c4.search.fixed_depth import search

CEILING = 1.10
"""The compiled form may take at most this many times the time of the built-in evaluator."""

TURNS, DEPTH, SLOW_DEPTH = 9, 9, 4
POSITIONS = [Position.from_moves(moves) for moves in ("", "4453", "435261", "12345671", "44442235")]

PLAIN = """
import c4

RULES = c4.Rules()


def evaluate(position, side):
    stones, value = position.stones, 0
    for owner, sign in ((side, 1), (1 - side, -1)):
        for line in RULES.lines:
            own, other = (stones[owner] & line.mask).bit_count(), (stones[1 - owner] & line.mask).bit_count()
            if stones[owner] >> line.cells[0] & 1:
                if other == 0 and own >= 2:
                    value += sign * own
                elif other == 1 and own == 3:
                    value -= sign
            elif line.direction == "H" and own == 3 and other == 0:
                value += 3 * sign
    return value
"""

FAST = (
    PLAIN
    + """
FULL = sum(1 << 7 * column + row for column in range(7) for row in range(6))
LOWEST = {way: sum(line.mask & -line.mask for line in RULES.lines if line.direction == way) for way in "VHRL"}
UPRIGHT, ACROSS, RISING, FALLING = LOWEST["V"], LOWEST["H"], LOWEST["R"], LOWEST["L"]


@numba.njit
def part(own, other, shift, lines, first, across):
    gaps, one, two, three, met, twice = ~own & FULL, 0, 0, 0, 0, 0
    for step in range(4):  # all lines of a direction at once; a line's bit is that of its lowest cell
        gap, foreign = gaps >> step * shift, other >> step * shift
        three |= two & gap
        two |= one & gap
        one |= gap
        twice |= met & foreign
        met |= foreign
    anchored = lines & first
    unblocked = anchored & ~met
    value = 4 * (unblocked & ~one).bit_count() + 3 * (unblocked & one & ~two).bit_count()
    value += 2 * (unblocked & two & ~three).bit_count()
    if across:
        value += 3 * (lines & ~first & ~met & one & ~two).bit_count()
    return value - (anchored & met & ~twice & one & ~two).bit_count()


@numba.njit
def total(own, other):
    value = part(own, other, 1, UPRIGHT, own, False) + part(own, other, 7, ACROSS, own, True)
    return value + part(own, other, 8, RISING, own, False) + part(own, other, 6, FALLING, own >> 18, False)


def evaluate_bits(own, other):
    return total(own, other) - total(other, own)
"""
).replace("import c4", "import numba\n\nimport c4")


def measure() -> dict[str, float]:
    """Nodes per second of V1, and the time of the other two as multiples of V1's."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "plain_v1.py"), Path(folder, "fast_v1.py")
        for file, text in zip(files, (PLAIN, FAST), strict=True):
            file.write_text(text, encoding="utf-8")
        plain, fast = (load_own(file) for file in files)
    built_in = load("v1")
    for depth, other in ((DEPTH, fast), (SLOW_DEPTH, plain)):
        for position in POSITIONS:
            expected, found = (search(position, depth, one, budget=0) for one in (built_in, other))
            assert (expected.value, expected.nodes) == (found.value, found.nodes), (other.name, position)
    nodes = sum(search(position, DEPTH, built_in, budget=0).nodes for position in POSITIONS)
    turns = [(seconds(built_in, DEPTH), seconds(fast, DEPTH)) for _ in range(TURNS)]
    slow = [(seconds(built_in, SLOW_DEPTH), seconds(plain, SLOW_DEPTH)) for _ in range(3)]
    return {
        "nodes per second": nodes / median(one for one, _ in turns),
        "compiled": median(other / one for one, other in turns),
        "least": min(other / one for one, other in turns),
        "most": max(other / one for one, other in turns),
        "plain": median(other / one for one, other in slow),
    }


def seconds(evaluator: Evaluator, depth: int) -> float:
    """Processor time of a search of every position."""
    started = process_time()
    for position in POSITIONS:
        search(position, depth, evaluator, budget=0)
    return process_time() - started


def main() -> None:
    found = measure()
    print(f"V1, built in: {found['nodes per second']:,.0f} nodes per second (alpha-beta, depth {DEPTH}, not recorded)")
    spread = f"({found['least']:.2f} to {found['most']:.2f}; at most {CEILING})"
    print(f"the same as evaluate_bits: {found['compiled']:.2f} times its time {spread}")
    print(f"the same as evaluate, in plain Python: {found['plain']:,.0f} times its time")
    sys.exit(1 if found["compiled"] > CEILING else 0)


if __name__ == "__main__":
    main()
