"""`python -m lab measure advice`: whether a hint ever changes the result of a game, on positions of games between levels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, permutations
from time import perf_counter

import click
from tqdm import tqdm

from c4 import agents, evaluators
from c4.agents.limits import Limits
from c4.cli.options import Integer, json_option, seed_option, show
from c4.exact.scores import solve
from c4.game.position import Position
from c4.game.values import sign
from c4.review.hint import QUICK_DEPTH, QUICK_EVALUATOR, advise
from c4.search.fixed_depth import search
from c4.solver.table import Table
from c4.text import pluralise

LEVELS = ("casual", "amateur", "club", "expert")


@dataclass
class Count:
    """How many positions were looked at, and in how many of them columns differ in their result.

    exact      positions in which the hint knew exact values
    changed    positions in which the hint changes the result
    searched   positions in which a search to the depth of a quick look changes it, for comparison
    slowest    the longest time of a hint in seconds
    """

    positions: int = 0
    differing: int = 0
    exact: int = 0
    changed: int = 0
    searched: int = 0
    slowest: float = 0.0


def played_positions(seed: int) -> Iterator[Position]:
    """The different positions, in which a move is due, of games between levels."""
    seen: set[Position] = set()
    players = {name: agents.load(name) for name in LEVELS}
    for number, pair in enumerate(cycle(permutations(LEVELS, 2))):
        limits = Limits(seed=seed + number)
        position = Position()
        chance = random.Random(seed + number)
        position = position.play(chance.choice(position.legal_columns()))
        while position.outcome() is None:
            if position not in seen:
                seen.add(position)
                yield position
            decision = players[pair[position.ply % 2]].choose(position, limits)
            assert decision.column is not None, "no level is stopped"
            position = position.play(decision.column)


def results(position: Position, table: Table) -> dict[int, int]:
    """The result of every column (1, 0, -1) for the side to move, each child solved by itself."""
    scores = {}
    for column in position.legal_columns():
        child = position.play(column)
        end = child.end_score()
        if end is not None:
            scores[column] = sign(end)
            continue
        result = solve(child, weak=True, table=table).sign
        assert result is not None, "nothing stops the solver"
        scores[column] = -result
    return scores


def measure(number: int, seed: int) -> Count:
    """Asks for a hint in so many positions, and compares it with the results of all columns."""
    count = Count()
    table = Table()
    evaluator = evaluators.load(QUICK_EVALUATOR)
    advise(Position())  # its kernels are loaded before the clock starts
    positions = played_positions(seed)
    for _ in tqdm(range(number), unit=" positions", disable=None, leave=False):
        position = next(positions)
        started = perf_counter()
        advice = advise(position)
        count.slowest = max(count.slowest, perf_counter() - started)
        assert advice is not None, "nothing stops it"
        truth = results(position, table)
        best = max(truth.values())
        count.positions += 1
        count.differing += len(set(truth.values())) > 1
        count.exact += advice.exact
        count.changed += truth[advice.column] != best
        searched = search(position, QUICK_DEPTH, evaluator, budget=0).column
        count.searched += searched is None or truth[searched] != best
    return count


@click.command()
@click.option("--positions", default=2000, show_default=True, type=Integer(min=1), help="How many positions.")
@seed_option
@json_option
def command(positions: int, seed: int, as_json: bool) -> None:
    """Asks for a hint in positions of games between levels, and counts how often it changes the result.

    The results of all columns are solved one by one, without what the hint has computed.  For comparison the same is
    counted for a search to the depth of a quick look.
    """
    count = measure(positions, seed)
    text = (
        f"{pluralise(count.positions, 'position')} of games between {', '.join(LEVELS)}; "
        f"columns differ in {count.differing:,} of them\n"
        f"hint: exact in {count.exact:,}, changes the result in {count.changed:,}, at most {count.slowest:.1f} s\n"
        f"alpha-beta, depth {QUICK_DEPTH}, {QUICK_EVALUATOR}: changes the result in {count.searched:,}"
    )
    show(vars(count), text, as_json)
