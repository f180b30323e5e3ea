"""The two learners that remember, sarsa and patterns: `python -m benchmarks.tables [--picture docs/tables.png] [--json
FILE]`.

1. Speed of sarsa beside a plain-Python rendering of system 1 in the same run (processor time): episodes a second, and
loading a million states.
2. Sarsa at its author's episode counts, by his settings and by ours, and patterns by games, each with several training
seeds (--seeds): success (a draw is
   half) against random moves and against minimax of depth 3, as first and as second player, nobody exploring.
   --picture draws every seed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import tempfile
from pathlib import Path
from statistics import mean
from time import process_time

import numpy as np

from c4 import agents
from c4.agents import Limits
from c4.agents.patterns import Patterns
from c4.agents.sarsa import Sarsa
from c4.agents.specification import find_opponent
from c4.arena.figures import bootstrap
from c4.evaluators.sarsa import QTable, read_table
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.learning.patterns import PatternsLearner
from c4.learning.patterns import Settings as PatternSettings
from c4.learning.sarsa import SarsaLearner
from c4.learning.sarsa_settings import AUTHOR, Settings

SARSA_MARKS = (1_000, 10_000, 30_000, 100_000, 300_000, 800_000)
AUTHORS_COUNTS = (100_000, 800_000)
PATTERN_MARKS = (0, 10, 30, 100, 300)
OPPONENTS = {"random": Limits(), "minimax": Limits(depth=3)}


# -- a plain rendering of system 1 ------------------------------------------------------------------------------------


class Plain:
    """R1-2 to R1-8 as one would first write it: a numpy field, SHA-1 keys, lists of floats in a dict."""

    def __init__(self, seed: int) -> None:
        self.table: dict[str, list[float]] = {}
        self.random = random.Random(seed)

    def values(self, field) -> list[float]:
        return self.table.setdefault(hashlib.sha1(field).hexdigest(), [0.0] * 7)

    def choose(self, field) -> int:
        values = self.values(field)
        best = self.random.choice([column for column in range(7) if values[column] == max(values)])
        weights = [0.4 / 7 + (0.6 if column == best else 0.0) for column in range(7)]
        return self.random.choices(range(7), weights)[0]

    def trainer(self, field) -> int:
        weights = [1] * 7
        for row in range(6):
            for column in range(7):
                if (
                    row >= 1
                    and row + 2 < 6
                    and field[row - 1, column] == -1
                    and all(field[row + i, column] == 1 for i in range(3))
                ):
                    weights = [7 if c == column else 1 for c in range(7)]
                if column + 2 < 7 and all(field[row, column + i] == 1 for i in range(3)):
                    end = column - 1 if column and field[row, column - 1] == -1 else column + 3
                    if end < 7 and field[row, end] == -1:
                        weights = [7 if c == end else 1 for c in range(7)]
        while field[0, column := self.random.choices(range(7), weights)[0]] != -1:
            pass
        return column

    @staticmethod
    def drop(field, column: int, owner: int) -> bool:
        """Puts a stone into a column; whether it completes a line."""
        row = max(row for row in range(6) if field[row, column] == -1)
        field[row, column] = owner
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                r, c = row + sign * up, column + sign * right
                while 0 <= r < 6 and 0 <= c < 7 and field[r, c] == owner:
                    run, r, c = run + 1, r + sign * up, c + sign * right
            if run >= 4:
                return True
        return False

    def episode(self) -> None:
        field = np.full((6, 7), -1)
        column = self.choose(field)
        while True:
            before, reward, ended = self.values(field), 0.0, False
            if field[0, column] != -1:
                reward = -2.0
            elif self.drop(field, column, 0):
                reward, ended = 100.0, True
            elif (field != -1).all() or self.drop(field, self.trainer(field), 1):
                reward, ended = (-10.0 if (field != -1).all() else -100.0), True
            elif (field != -1).all():
                reward, ended = -10.0, True
            following = 0 if ended else self.choose(field)
            target = reward if ended else reward + self.values(field)[following]
            before[column] += 0.1 * (target - before[column])
            if ended:
                return
            column = following


def speed() -> dict:
    """Episodes a second and seconds to load a million states, ours and plain, in processor time."""
    plain, learner = Plain(1), SarsaLearner(1, Settings(**AUTHOR))
    learner.train(100)
    began = process_time()
    for _ in range(1_000):
        plain.episode()
    plain_rate = 1_000 / (process_time() - began)
    learner, began = SarsaLearner(1, Settings(**AUTHOR)), process_time()
    learner.train(100_000)
    seconds = process_time() - began
    while learner.states < 1_000_000:
        learner.train(10_000)
    table = learner.table()
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "m.npz", Path(folder) / "ActionQ.json"
        learner.save(ours)
        theirs.write_text(json.dumps({f"{i:040x}": row for i, row in enumerate(table.values.tolist())}))
        began = process_time()
        read_table(ours)
        load = process_time() - began
        began = process_time()
        json.loads(theirs.read_text())
        plain_load = process_time() - began
        return {
            "episodes_100k_seconds": seconds,
            "episodes_per_second": 100_000 / seconds,
            "plain_episodes_per_second": plain_rate,
            "ratio": 100_000 / seconds / plain_rate,
            "states": learner.states,
            "megabytes": ours.stat().st_size / 1e6,
            "load_seconds": load,
            "plain_load_seconds": plain_load,
            "load_ratio": plain_load / load,
        }


# -- strength ---------------------------------------------------------------------------------------------------------


class OfTable(Sarsa):
    """The sarsa agent with a table that is in no file."""

    def __init__(self, table: QTable) -> None:
        self._given = table

    def _table(self, path):
        return self._given


def match(player, opponent: str, games: int, seed: int) -> list[list[int]]:
    """[won, drawn, lost] as first and as second player, from the empty board."""
    other, limits, score = agents.load(opponent), OPPONENTS[opponent], [[0, 0, 0], [0, 0, 0]]
    for side in (0, 1):
        for game in range(games):
            position, of_game = Position(), Limits(depth=limits.depth, seed=seed * 100_000 + game)
            while (outcome := position.outcome()) is None:
                position = position.play(
                    (player if position.to_move == side else other).choose(position, of_game).column
                )
            score[side][1 if outcome.winner is None else 0 if outcome.winner == side else 2] += 1
    return score


def success(score: list[list[int]]) -> float:
    """Points of games, a draw half."""
    return sum(won + drawn / 2 for won, drawn, _ in score) / sum(map(sum, score))


def sarsa_curve(settings: dict, seed: int, games: int, most: int) -> list[dict]:
    learner, found = SarsaLearner(seed, Settings(**settings)), []
    for mark in (mark for mark in SARSA_MARKS if mark <= most):
        learner.train(mark - learner.episodes)
        player = OfTable(learner.table())
        scores = {name: match(player, name, games if name == "random" else games // 4, seed) for name in OPPONENTS}
        found.append({"seed": seed, "episodes": mark, "states": learner.states, "scores": scores})
        print(f"seed {seed}, {mark:,} games: {scores}", file=sys.stderr)
    return found


def patterns_curve(opponent: str, seed: int, games: int) -> list[dict]:
    learner, found = PatternsLearner(seed, PatternSettings(opponent=opponent)), []
    learner.meet(find_opponent)
    for mark in PATTERN_MARKS:
        if mark > learner.episodes:
            learner.train(mark - learner.episodes)
        player = Patterns(learner.memory)
        scores = {name: match(player, name, games if name == "random" else games // 4, seed) for name in OPPONENTS}
        found.append({"seed": seed, "episodes": mark, "states": len(learner.memory.records), "scores": scores})
    return found


def table_of(runs: list[dict], episodes: int) -> str:
    """A line for each opponent: won / drawn / lost of all seeds together, first and second, and the success of every
    seed.
    """
    lines = []
    for name in OPPONENTS:
        these = [run for run in runs if run["episodes"] == episodes]
        sums = [
            " / ".join(str(sum(run["scores"][name][side][i] for run in these)) for i in range(3)) for side in (0, 1)
        ]
        seeds = [success(run["scores"][name]) for run in these]
        lines.append(
            f"{episodes:>9,}  {name:<9}{sums[0]:>18}{sums[1]:>18}{mean(seeds):>8.1%}{interval(seeds):>20}  "
            f" {' '.join(f'{one:.1%}' for one in seeds)}"
            f"   {round(mean(run['states'] for run in these)):,}"
        )
    return "\n".join(lines)


def interval(values: list[float]) -> str:
    """The 95 % bootstrap interval of the mean over the seeds."""
    low, high = bootstrap(values)
    return f"({low:.1%} to {high:.1%})"


def picture(curves: dict[str, list[dict]], path: str) -> None:
    """Success against games played, one panel a learner, every seed a line."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    looks = {
        "random": ("#0072B2", "o", "against random moves"),
        "minimax": ("#D55E00", "s", "against minimax, depth 3"),
    }
    figure, axes = pyplot.subplots(1, len(curves), figsize=(4.6 * len(curves), 3.6), sharey=True, layout="constrained")
    for panel, (title, runs) in zip(axes, curves.items(), strict=True):
        for name, (colour, marker, label) in looks.items():
            seeds = sorted({run["seed"] for run in runs})
            for seed in seeds:
                points = [
                    (max(run["episodes"], 1), success(run["scores"][name])) for run in runs if run["seed"] == seed
                ]
                panel.plot(
                    *zip(*points, strict=True),
                    color=colour,
                    marker=marker,
                    ms=3,
                    lw=1,
                    alpha=0.8,
                    label=label if seed == seeds[0] else None,
                )
        panel.set(title=title, xscale="log", xlabel="games learned from (log)", ylim=(-0.02, 1.02))
        panel.grid(alpha=0.3)
    axes[0].set_ylabel("success, both colours (a draw is half)")
    axes[-1].legend(loc="center right", fontsize=8)
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games", type=int, default=200, help="games a side against random moves; a quarter against minimax"
    )
    parser.add_argument("--most", type=int, default=SARSA_MARKS[-1], help="sarsa's episodes at most")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--only", choices=["speed", "curves"])
    parser.add_argument("--picture", help="where to draw the curves")
    parser.add_argument("--json", help="where to write all numbers")
    options = parser.parse_args()
    found: dict = {}
    if options.only != "curves":
        found["speed"] = speed()
        print("\n".join(f"{name.replace('_', ' '):<28}{value:,.3f}" for name, value in found["speed"].items()))
    if options.only == "speed":
        return
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    curves = {
        "sarsa, the author's settings": [
            run for seed in seeds for run in sarsa_curve(AUTHOR, seed, options.games, options.most)
        ],
        "sarsa, both colours in turn": [
            run for seed in seeds for run in sarsa_curve({}, seed, options.games, options.most)
        ],
        "patterns, learning from random games": [
            run for seed in seeds for run in patterns_curve("random", seed, options.games)
        ],
    }
    print(f"\nwon / drawn / lost, {len(seeds)} training seeds together; {STANDARD}")
    print(
        f"{'games':>9}  {'opponent':<9}{'first':>18}{'second':>18}{'success':>8}{'95 % of the mean':>20}   of each seed"
        "   states or patterns (mean)"
    )
    for title, runs in curves.items():
        print(title)
        counts = sorted({run["episodes"] for run in runs} & {*AUTHORS_COUNTS, *PATTERN_MARKS[::2]}) or [options.most]
        print("\n".join(table_of(runs, count) for count in counts))
    if options.picture:
        picture(curves, options.picture)
    if options.json:
        Path(options.json).write_text(json.dumps({**found, "curves": curves}) + "\n")


if __name__ == "__main__":
    main()
