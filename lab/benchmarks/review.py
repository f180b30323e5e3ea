"""Whether reviews of games between levels say what the solver says of every column, and how long they take.

python -m lab benchmark review                   # 100 games between five levels
python -m lab benchmark review --games 20
python -m lab benchmark review --peer            # bitbully (PyPI) says at every ply what every column is worth
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice, permutations

import click

from c4.agents.specification import parse_agent
from c4.arena.match import Player, openings_of, play
from c4.game.position import Position
from c4.review.rows import Row
from c4.review.stream import review
from c4.solver import solver
from c4.solver.table import Table

LEVELS = ("novice", "casual", "amateur", "club", "expert")

FIRST = 14
"""Stones from which every column is solved again, without the book; before, that would take minutes."""


@click.command()
@click.option("--games", default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--peer", is_flag=True, help="Have bitbully, a solver with a book of 12 plies, check every ply.")
def main(games: int, seed: int, peer: bool) -> None:
    """Plays, reviews and checks."""
    seconds, plies, wrong, table = [], 0, 0, Table()
    scores = peer_scores() if peer else partial(own_scores, table=table)
    checked = 0 if peer else FIRST
    players = {name: Player(parse_agent(name)) for name in LEVELS}
    pairs = islice(cycle(permutations(LEVELS, 2)), games)
    for number, ((first, second), opening) in enumerate(zip(pairs, openings_of("plies=2", games, seed))):
        columns = play(players[first], players[second], opening, seed + number).position().moves or ()
        start = time.process_time()
        result = review(Position(), columns)
        seconds.append(time.process_time() - start)
        for row, position in zip(result.rows[checked:], result.positions[checked:]):
            plies += 1
            wrong += not agrees(row, scores(position))
    seconds.sort()
    print(f"{plies:,} plies of {games} games solved again{' by bitbully' if peer else ''}: {wrong} differ")
    print(f"seconds a review: median {seconds[games // 2]:.2f}, 9 of 10 below {seconds[games * 9 // 10 - 1]:.2f}")


def agrees(row: Row, scores: dict[int, int]) -> bool:
    """Whether a row says of its position what a solver says of each column (from 0)."""
    best = max(scores.values())
    columns = sorted(column for column, score in scores.items() if score == best)
    return (row.value, row.score, sorted(row.best)) == (best, scores[row.column], columns)


def peer_scores() -> Callable[[Position], dict[int, int]]:
    """What gives bitbully's exact score of every column."""
    from bitbully import BitBully, Board

    solver = BitBully(opening_book="12-ply-dist")

    def scores(position: Position) -> dict[int, int]:
        board = Board()
        for column in position.moves or ():
            board.play(column)
        return {int(column): int(score) for column, score in solver.score_all_moves(board).items()}

    return scores


def own_scores(position: Position, table: Table) -> dict[int, int]:
    """Our solver's exact score of every column, each solved alone, without the book."""
    scores = {}
    for column in position.legal_columns():
        after = position.play(column)
        score = after.end_score()
        if score is None:
            reply = solver.solve(after, table=table).score
            assert reply is not None
            score = -reply
        scores[column] = score
    return scores
