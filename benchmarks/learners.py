"""How strong and how fast td-lambda and windows learn: `python benchmarks/learners.py [--seeds 5] [--first-seed 1]
[--games 500]
[--players TEXT] [--only speed|strength] [--json]`.

Speed: episodes a second of the compiled td-lambda learner against a plain rendering of reference system 0
(`tests/helpers/plain_tdlambda.py`), which plays the same games and learns the same weights, interleaved in one run, in
processor time; exit status 1 below the floor.

Strength, over several training seeds: success (won + drawn / 2) against chance and against minimax of depth 3 from both
seats, and the games won, drawn and lost of all seeds together.  Minimax knows a win and plays any of its equally good
moves.  Without search a player takes a win and otherwise the highest value; with rules 2 and 3 as well it is the
td-lambda agent; windows at depth 5 is how its author's program plays.
"""

from __future__ import annotations

import argparse
import json
import random as python_random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "helpers"))

from plain_tdlambda import PlainLearner

from c4.arena.figures import bootstrap
from c4.compiled.board import board_of
from c4.evaluators import load
from c4.evaluators.base import Evaluator
from c4.evaluators.tdlambda import TDLambda
from c4.evaluators.windows import Windows
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.learning.matches import OPPONENTS, measure, success
from c4.learning.tactics import minimax
from c4.learning.tdlambda import Settings, TDLambdaLearner
from c4.learning.windows import WindowsLearner
from c4.search.fixed_depth import search

SPEED_FLOOR = 100
SEATS = ("first", "second")
SEARCH_GAMES = 100
"""Games a seat with search, at most."""


# -- speed ------------------------------------------------------------------------------------------------------------


def speed(repeats: int, episodes: int = 12, times: int = 300) -> dict:
    """Ratio of the episodes a second, with its spread, in games with few random moves."""
    ratios, rates = [], []
    for seed in range(1, repeats + 1):
        plain, compiled = PlainLearner(seed, eps_episodes=1), TDLambdaLearner(seed, Settings(eps_episodes=1))
        compiled.train(0)
        started = process_time()
        for _ in range(episodes):
            plain.play()
        slow = episodes / (process_time() - started)
        compiled.train(episodes)
        assert compiled.weights.tolist() == plain.weights, "the two do not learn the same"
        started = process_time()
        compiled.train(episodes * times)
        quick = episodes * times / (process_time() - started)
        ratios.append(quick / slow)
        rates.append((slow, quick))
    return {
        "ratio": round(median(ratios)),
        "lowest": round(min(ratios)),
        "highest": round(max(ratios)),
        "plain_per_second": round(median(slow for slow, _ in rates), 1),
        "compiled_per_second": round(median(quick for _, quick in rates)),
    }


# -- strength ---------------------------------------------------------------------------------------------------------


def td_lambda(episodes: int, best: bool, **settings) -> Callable[[int], Evaluator]:
    def make(seed: int) -> Evaluator:
        learner = TDLambdaLearner(seed, Settings(**settings))
        learner.train(episodes)
        return TDLambda(learner.best_weights if best else learner.weights)

    return make


def windows(**settings) -> Callable[[int], Evaluator]:
    def make(seed: int) -> Evaluator:
        learner = WindowsLearner.fresh(seed, **settings)
        learner.train(20_000)
        return Windows(learner.weights)

    return make


NOTEBOOK = {"eps_episodes": 500}
"""The notebook ran 10,000 episodes, of which a twentieth is 500 (R0-8, R0-9)."""
STEADY = {"alpha": 0.001, "gamma": 0.98, "eps_end": 0.2}
"""Smaller steps, results that reach further back, and games that stay varied."""

PLAYERS: dict[str, tuple[Callable[[int], Evaluator], str]] = {
    "td-lambda, nothing learned, rules alone": (lambda seed: TDLambda(np.zeros(87)), "rules"),
    "td-lambda 10,000, author's, latest": (td_lambda(10_000, False, **NOTEBOOK), "rules"),
    "td-lambda 10,000, author's, best": (td_lambda(10_000, True, **NOTEBOOK), "rules"),
    "td-lambda 100,000, author's, latest": (td_lambda(100_000, False), "rules"),
    "td-lambda 100,000, author's, best": (td_lambda(100_000, True), "rules"),
    "td-lambda 100,000, alpha .003, latest": (td_lambda(100_000, False, alpha=0.003), "rules"),
    "td-lambda 100,000, alpha .003, best": (td_lambda(100_000, True, alpha=0.003), "rules"),
    "td-lambda 100,000, alpha .001 gamma .98 eps-end .2, latest": (td_lambda(100_000, False, **STEADY), "rules"),
    "td-lambda 100,000, alpha .001 gamma .98 eps-end .2, best": (td_lambda(100_000, True, **STEADY), "rules"),
    "  alpha .003, best, without rules 2 and 3": (td_lambda(100_000, True, alpha=0.003), "value"),
    "td-lambda.json, shipped": (lambda seed: load("td-lambda"), "rules"),
    "windows, nothing learned": (lambda seed: Windows((0.0,) * 9), "value"),
    "windows 20,000, author's": (windows(), "value"),
    "  the same inside depth 5, as its program": (windows(), "search"),
    "windows 20,000, TD(0)": (windows(n_steps=1), "value"),
    "windows 20,000, temperature .2": (windows(temperature=0.2), "value"),
    "windows 20,000, gamma .85 eps-end .5 temperature .2": (windows(gamma=0.85, eps_end=0.5, temperature=0.2), "value"),
    "windows 20,000, ten older selves": (windows(snapshots=10), "value"),
    "windows.json, shipped": (lambda seed: load("windows"), "value"),
}


def measure_search(evaluator: Evaluator, opponent: str, games: int, seed: int, depth: int = 5) -> dict[str, list[int]]:
    """Like `c4.learning.matches.measure` for a player that searches."""
    random, board, found = python_random.Random(seed), board_of(STANDARD), {}
    for seat, name in enumerate(SEATS):
        found[name] = [0, 0, 0]
        for _ in range(games):
            position = Position()
            while (outcome := position.outcome()) is None:
                columns = position.legal_columns()
                if position.ply % 2 == seat:
                    column = search(position, depth, evaluator, budget=0).column
                elif opponent == "random":
                    column = random.choice(columns)
                else:
                    side = position.to_move
                    _, moves = minimax(np.uint64(position.stones[side]), np.uint64(position.stones[1 - side]), 3, board)
                    column = random.choice([column for column in columns if int(moves) & STANDARD.column_mask(column)])
                position = position.play(column)
            found[name][1 if outcome.winner is None else 0 if outcome.winner == seat else 2] += 1
    return found


def strength(seeds: range, games: int, text: str) -> dict[str, dict]:
    """For every player with `text` in its name and opponent: success of each seed, and the games of all seeds by
    seat.
    """
    found: dict[str, dict] = {}
    for name, (make, how) in ((name, player) for name, player in PLAYERS.items() if text in name):
        found[name] = {opponent: {"success": [], **{seat: [0, 0, 0] for seat in SEATS}} for opponent in OPPONENTS}
        for seed in seeds:
            evaluator = make(seed)
            for opponent, kept in found[name].items():
                if how == "search":
                    played = measure_search(evaluator, opponent, min(games, SEARCH_GAMES), seed + 1000)
                else:
                    played = measure(evaluator, opponent, games, seed + 1000, tactics=how == "rules")
                kept["success"].append(success(played))
                for seat in SEATS:
                    kept[seat] = [a + b for a, b in zip(kept[seat], played[seat], strict=True)]
    return found


def show(found: dict[str, dict]) -> None:
    for opponent in OPPONENTS:
        print(
            f"\nagainst {opponent}: success in %, mean (lowest to highest seed; 95 % of the mean by bootstrap);"
            " games of all seeds, won / drawn / lost"
        )
        print(f"{'player':<60}{'success':>38}{'moving first':>22}{'moving second':>22}")
        for name, row in found.items():
            kept = row[opponent]
            share = [100 * one for one in kept["success"]]
            low, high = bootstrap(share)
            text = f"{mean(share):.1f} ({min(share):.1f} to {max(share):.1f}; {low:.1f} to {high:.1f})"
            print(f"{name:<60}{text:>38}" + "".join(f"{' / '.join(map(str, kept[seat])):>22}" for seat in SEATS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--players", default="", metavar="TEXT", help="only players with this in their name")
    parser.add_argument("--games", type=int, default=500, help="games a seat against each opponent")
    parser.add_argument("--only", choices=["speed", "strength"])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result: dict = {}
    if options.only != "strength":
        result["speed"] = speed(repeats=3)
        if not options.json:
            quick = result["speed"]
            print(
                f"td-lambda, episodes a second: plain {quick['plain_per_second']}, compiled"
                f" {quick['compiled_per_second']:,}; ",
                end="",
            )
            print(
                f"{quick['ratio']:,} times as many ({quick['lowest']:,} to {quick['highest']:,}), floor {SPEED_FLOOR}",
                flush=True,
            )
    if options.only != "speed":
        result["strength"] = strength(
            range(options.first_seed, options.first_seed + options.seeds), options.games, options.players
        )
        if not options.json:
            show(result["strength"])
    if options.json:
        print(json.dumps(result))
    if result.get("speed", {"ratio": SPEED_FLOOR})["ratio"] < SPEED_FLOOR:
        sys.exit(1)


if __name__ == "__main__":
    main()
