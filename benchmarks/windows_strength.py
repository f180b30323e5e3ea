"""How strong the windows model plays: `python benchmarks/windows_strength.py [MODEL] [--games 1000] [--openings 100]
[--seed 1]`.

Two tables.  Without search: the move with the best V after it (R3-10, ties at random) against random legal moves, from
the empty board, so many games as first player and as many as second (R3-2).  Inside the search: alpha-beta of depth 4
against the same search with V2, and with an evaluator that calls everything 0, from openings of four random moves, each
played from both sides. Beside the model stand the weights that reference system 3 published (R3-8) and what the
author's defaults learn (20,000 games, seed 1).
"""

from __future__ import annotations

import argparse
import random as python_random
from pathlib import Path

import numpy as np

from c4 import models
from c4.compiled import splitmix
from c4.compiled.board import board_of
from c4.evaluators import load
from c4.evaluators.windows import FEATURES, Windows, feature_units
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.learning.windows import WindowsLearner
from c4.learning.windows_kernels import Frame, choose
from c4.search.fixed_depth import search

OLDER = (-0.0851, 0.9072, 0.5333, 1.6475, 7.1872, -1.4000, -3.0034, -11.5524, 0.8904)
NEWER = (-0.0851, -1.1931, -1.3109, 1.0852, 3.1515, 0.4442, -2.4411, -7.5166, 1.1481)
ZERO = (0.0,) * len(FEATURES)
RANDOM = None
DEPTH = 4
FRAME = Frame(board_of(STANDARD), np.array(feature_units(STANDARD), dtype=float), np.ones(STANDARD.cells))


def play(first, second, random: np.ndarray) -> int:
    """One game between two sets of weights (None plays at random): +1 who began wins, 0 a draw, -1 loses."""
    players = [
        (1.0, np.zeros(len(FEATURES))) if weights is RANDOM else (0.0, np.array(weights)) for weights in (first, second)
    ]
    stones = [0, 0]
    for ply in range(STANDARD.cells):
        side = ply % 2
        epsilon, weights = players[side]
        stones[side] |= int(choose(stones[side], stones[1 - side], epsilon, 0.0, weights, random, FRAME))
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


def openings(number: int, seed: int) -> list[Position]:
    """Positions after four random moves."""
    random, found = python_random.Random(seed), []
    for _ in range(number):
        position = Position()
        for _ in range(4):
            position = position.play(random.choice(position.legal_columns()))
        found.append(position)
    return found


def duel(player, opponent, starts: list[Position]) -> list[int]:
    """[won, drawn, lost] of one evaluator against another inside the same search, every start from both sides."""
    score = [0, 0, 0]
    for start in starts:
        for side in (0, 1):
            position = start
            while (outcome := position.outcome()) is None:
                judge = player if position.to_move == side else opponent
                position = position.play(search(position, DEPTH, judge, budget=0).column)
            score[1 if outcome.winner is None else 0 if outcome.winner == side else 2] += 1
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", default=models.default_path("windows"), type=Path)
    parser.add_argument("--games", type=int, default=1000, help="games a side without search")
    parser.add_argument("--openings", type=int, default=100, help="openings inside the search, two games each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    defaults = WindowsLearner(seed=1)
    defaults.train(20_000)
    players = {
        options.model.name: models.read(options.model, "windows", len(FEATURES))["weights"],
        "author's defaults": defaults.weights.tolist(),
        "published, older": OLDER,
        "published, newer": NEWER,
        "zero weights": ZERO,
    }

    def text(score: list[int]) -> str:
        return " / ".join(map(str, score))

    print(
        f"won / drawn / lost by the player; seed {options.seed}\n\nno search, {options.games:,} games a side against"
        " random moves"
    )
    print(f"{'player':<20}{'moving first':>18}{'moving second':>18}{'won of all':>12}")
    for name, weights in players.items():
        first, second = match(weights, RANDOM, options.games, options.seed)
        print(f"{name:<20}{text(first):>18}{text(second):>18}{(first[0] + second[0]) / (2 * options.games):>12.1%}")
    starts = openings(options.openings, options.seed)
    print(f"\nalpha-beta of depth {DEPTH}, {2 * options.openings} games from {options.openings} openings")
    print(f"{'player':<20}{'against V2':>18}{'against zero':>18}")
    for name, weights in players.items():
        against = [text(duel(Windows(weights), opponent, starts)) for opponent in (load("v2"), Windows(ZERO))]
        print(f"{name:<20}{against[0]:>18}{against[1]:>18}")


if __name__ == "__main__":
    main()
