"""Minimax to the end of the game, straight from the rules: the oracle of the solver; and positions for it."""

import random

from hypothesis import strategies as st
from paths import ROOT

from c4.game.position import Position
from c4.game.rules import Rules
from c4.solver.solver import ColumnNews, stream_columns

SETS = ROOT / "lab" / "positions"


def read_set(name: str, step: int = 1) -> list[tuple[str, int]]:
    lines = (SETS / f"{name}.txt").read_text().split("\n")[::step]
    return [(moves, int(score)) for moves, score in (line.split() for line in lines if line)]


def won_at(stones: int, rules: Rules) -> int:
    """The score of a win by the stone that comes on a board of so many."""
    return (rules.cells + 1 - stones) // 2


def plain_score(position: Position, known: dict) -> int:
    """Minimax to the end, straight from the rules: the oracle."""
    if position.stones not in known:
        outcome = position.outcome()
        if outcome is None:
            score = max(-plain_score(position.play(column), known) for column in position.legal_columns())
        else:
            score = 0 if outcome.winner is None else -won_at(position.ply - 1, position.rules)
        known[position.stones] = score
    return known[position.stones]


def random_position(rules: Rules, free: int, seed: int) -> Position | None:
    """A position that is not over, with so many free cells, by random play; None when no try comes so far."""
    dice = random.Random(seed)
    for _ in range(50):
        position = Position(rules=rules)
        while position.outcome() is None and rules.cells - position.ply > free:
            position = position.play(dice.choice(position.legal_columns()))
        if position.outcome() is None:
            return position
    return None


SIZES = (
    "4 4 4, 4 4 3, 3 5 3, 5 3 4, 5 4 4, 4 5 4, 2 6 3, 6 2 4, 1 9 3, 9 1 3, 3 3 2, 15 4 4, 7 8 4, 20 3 4, 20 3 5, "
    "31 2 3, 63 1 4, 1 32 4, 6 9 5, 6 7 3, 6 7 5, 5 5 4, 6 7 4"
)
SMALL_BOARDS = [Rules(*map(int, size.split())) for size in SIZES.split(", ")]
"""Boards (rows, columns, connect), small ones first."""
small_positions = st.builds(
    lambda rules, free, seed: random_position(rules, min(free, rules.cells), seed),
    st.sampled_from(SMALL_BOARDS),
    st.integers(1, 9),
    st.integers(0, 999),
).filter(lambda position: position is not None)


def solve_columns(position: Position, **how) -> dict[int, ColumnNews]:
    """The last news of every legal column, left to right."""
    last = {news.column: news for news in stream_columns(position, **how)}
    return dict(sorted(last.items()))
