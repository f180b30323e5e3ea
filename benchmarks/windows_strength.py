"""How strong the windows model plays without any search: `python benchmarks/windows_strength.py [MODEL] [--games 1000] [--seed 1]`.

It plays the move with the best V after it (R3-10, ties at random) against a player of random legal moves, from the empty
board, so many games as first player and as many as second (R3-2), and prints a table.  For comparison: the two sets of
weights that reference system 3 published (R3-8), the zero weights that training starts from, and the same weights against the older
published ones.  All games come from one seed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from c4 import models
from c4.evaluators.windows import FEATURES, feature_units, window_masks
from c4.learning import splitmix
from c4.learning.windows import choose
from c4.rules import STANDARD

OLDER = (-0.0851, 0.9072, 0.5333, 1.6475, 7.1872, -1.4000, -3.0034, -11.5524, 0.8904)
NEWER = (-0.0851, -1.1931, -1.3109, 1.0852, 3.1515, 0.4442, -2.4411, -7.5166, 1.1481)
ZERO = (0.0,) * len(FEATURES)
RANDOM = None


def play(first, second, random: np.ndarray, masks=window_masks(STANDARD), units=np.array(feature_units(STANDARD), dtype=float)) -> int:
    """One game between two sets of weights (None plays at random): +1 who began wins, 0 a draw, -1 loses."""
    players = [(1.0, np.zeros(len(FEATURES))) if weights is RANDOM else (0.0, np.array(weights)) for weights in (first, second)]
    stones = [0, 0]
    for ply in range(STANDARD.cells):
        side = ply % 2
        epsilon, weights = players[side]
        stones[side] |= int(choose(stones[side], stones[1 - side], epsilon, weights, random, masks, units))
        if STANDARD.has_line(stones[side]):
            return 1 if side == 0 else -1
    return 0


def match(weights, opponent, games: int, seed: int) -> tuple[list[int], list[int]]:
    """[won, drawn, lost] as first player and as second, `games` each."""
    random = splitmix.start(seed)
    first, second = [0, 0, 0], [0, 0, 0]
    for _ in range(games):
        first[1 - play(weights, opponent, random)] += 1
        second[1 + play(opponent, weights, random)] += 1
    return first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", default=models.default_path("windows"), type=Path)
    parser.add_argument("--games", type=int, default=1000, help="games a side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = models.read(options.model, "windows", len(FEATURES))["weights"]
    matches = (
        (options.model.name, weights, "random", RANDOM),
        ("published, older", OLDER, "random", RANDOM),
        ("published, newer", NEWER, "random", RANDOM),
        ("zero weights", ZERO, "random", RANDOM),
        (options.model.name, weights, "published, older", OLDER),
        (options.model.name, weights, "published, newer", NEWER),
    )
    print(f"{options.games:,} games a side, no search, seed {options.seed}; won / drawn / lost by the player")
    print(f"{'player':<20}{'opponent':<20}{'moving first':>20}{'moving second':>20}{'won of all':>12}")
    for name, player, against, opponent in matches:
        first, second = match(player, opponent, options.games, options.seed)
        share = (first[0] + second[0]) / (2 * options.games)
        print(f"{name:<20}{against:<20}{' / '.join(map(str, first)):>20}{' / '.join(map(str, second)):>20}{share:>12.1%}")


if __name__ == "__main__":
    main()
