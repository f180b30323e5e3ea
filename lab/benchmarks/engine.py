"""How strong the engine plays: matches of its search, and games against perfect play.

The engine plays with an evaluator against itself with V2, and against alpha-beta with the same evaluator, which
deepens step by step too and plays its last finished depth.  Against perfect play (any of the best replies, drawn at
random, from the book and the solver) the agent begins, once as it is and once as the search alone, without a book.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import NamedTuple

import click

from c4.agents.engine import Engine
from c4.agents.limits import Limits
from c4.cli.options import json_option
from c4.engine.deepening import search
from c4.evaluators import load
from c4.evaluators.base import Evaluator
from c4.exact.scores import final_scores, stream_columns
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.search import fixed_depth
from c4.search.decision import Decision
from c4.solver.table import Table

Player = Callable[[Position], int]
"""Returns the column (from 0) that it plays."""

NEXT_DEPTH_FACTOR = 3
"""A search one ply deeper takes about this many times as long."""


class EngineSearch:
    """Plays the engine's move after a search of this time."""

    def __init__(self, evaluator: Evaluator, time_ms: float) -> None:
        self._evaluator = evaluator
        self._time_ms = time_ms

    def __call__(self, position: Position) -> int:
        return column_of(search(position, self._evaluator, time_ms=self._time_ms))


class Agent:
    """Plays the agent's move: it proves first, then searches, and remembers what it proved in a game."""

    def __init__(self, limits: Limits) -> None:
        self._engine = Engine()
        self._limits = limits

    def __call__(self, position: Position) -> int:
        return column_of(self._engine.choose(position, self._limits))


class AlphaBeta:
    """Plays alpha-beta's move at the last depth that is begun.

    A depth is begun while NEXT_DEPTH_FACTOR times the time of the depth before still fits, so that in all it takes
    about the engine's time.
    """

    def __init__(self, evaluator: Evaluator, time_ms: float) -> None:
        self._evaluator = evaluator
        self._time_ms = time_ms

    def __call__(self, position: Position) -> int:
        started = perf_counter()
        plies_left = position.rules.cells - position.ply
        for depth in range(1, plies_left + 1):
            begun = perf_counter()
            decision = fixed_depth.search(position, depth, self._evaluator, budget=0)
            now = perf_counter()
            if (now - started) + NEXT_DEPTH_FACTOR * (now - begun) > self._time_ms / 1000:
                break
        return column_of(decision)


def column_of(decision: Decision) -> int:
    """The column of a decision about a game that goes on."""
    assert decision.column is not None
    return decision.column


def play(position: Position, first: Player, second: Player) -> Position:
    """Plays a game to its end."""
    players = (first, second)
    while position.outcome() is None:
        column = players[position.to_move](position)
        position = position.play(column)
    return position


def winner_of(end: Position) -> int | None:
    """Who has won a finished game, None for a draw."""
    outcome = end.outcome()
    assert outcome is not None
    return outcome.winner


def result_for(side: int, winner: int | None) -> str:
    """What a finished game is for a side."""
    if winner is None:
        return "drawn"
    return "won" if winner == side else "lost"


class Results(NamedTuple):
    """How many games were won, drawn and lost, and the games that the first slips end, with how often."""

    score: dict[str, int]
    slips: dict[str, int]


def match(player: Player, opponent: Player, games: int) -> Results:
    """Won, drawn and lost by the player, from the openings of two plies with both colours."""
    score = {"won": 0, "drawn": 0, "lost": 0}
    openings = [Position().play(i).play(j) for i in range(7) for j in range(7)]
    for number in range(games):
        side = number % 2
        opening = openings[number // 2 % len(openings)]
        end = play(opening, player, opponent) if side == 0 else play(opening, opponent, player)
        score[result_for(side, winner_of(end))] += 1
    return Results(score, {})


class Perfect:
    """Plays any of the best columns, drawn with a seed."""

    def __init__(self, seed: int = 1) -> None:
        self._table = Table()
        self._random = random.Random(seed)

    def column_scores(self, position: Position) -> dict[int, int]:
        """The score of every legal column, for the side to move."""
        return final_scores(stream_columns(position, table=self._table))

    def __call__(self, position: Position) -> int:
        by_column = self.column_scores(position)
        best = max(by_column.values())
        return self._random.choice([column for column, score in by_column.items() if score == best])


def against_perfect(make_player: Callable[[], Player], games: int) -> Results:
    """Results of a player, a new one each game, as the side that begins (and so could always win); and the slips, the
    first moves that gave the win away: their games so far, and how often.
    """
    score = {"won": 0, "drawn": 0, "lost": 0}
    slips: dict[str, int] = {}
    perfect = Perfect()
    for _ in range(games):
        end = play(Position(), make_player(), perfect)
        winner = winner_of(end)
        score[result_for(0, winner)] += 1
        if winner != 0:
            line = format_columns(first_slip(end.moves, perfect))
            slips[line] = slips.get(line, 0) + 1
    return Results(score, slips)


def first_slip(moves: tuple[int, ...], perfect: Perfect) -> tuple[int, ...]:
    """The moves up to the first one of the side that begins which gives the win away, in a game that it did not win."""
    for ply in range(0, len(moves), 2):
        if gives_away(moves[: ply + 1], perfect):
            return moves[: ply + 1]
    raise AssertionError("the side that begins does not win, and yet it never gave the win away")


def gives_away(moves: Iterable[int], perfect: Perfect) -> bool:
    """Whether the last of the moves does not win under perfect play."""
    *before, last = moves
    position = Position()
    for column in before:
        position = position.play(column)
    return perfect.column_scores(position)[last] <= 0


@click.command()
@click.option("--time-ms", type=float, default=20, show_default=True, help="Milliseconds per move in matches.")
@click.option("--games", default=98, show_default=True, help="Games of each match.")
@click.option("--perfect", default=0, show_default=True, metavar="GAMES", help="Games against perfect play.")
@click.option("--perfect-ms", type=float, default=100, show_default=True, help="Milliseconds per move there.")
@click.option("--evaluator", default="windows", show_default=True, help="The engine's evaluator.")
@json_option
def main(time_ms: float, games: int, perfect: int, perfect_ms: float, evaluator: str, as_json: bool) -> None:
    """Measures how strong the engine plays: against V2, against alpha-beta, and against perfect play.

    Both sides have the same time per move, and all 49 openings of two plies are played with both colours.
    """
    loaded = load(evaluator)
    v2 = load("v2")
    report = report_as_json if as_json else report_in_words
    search(Position(), loaded, depth=1)  # compiles before any clock runs
    fixed_depth.search(Position(), 1, loaded, budget=0)
    if games:
        player = EngineSearch(loaded, time_ms)
        report(f"{evaluator} against v2, {time_ms:g} ms", match(player, EngineSearch(v2, time_ms), games))
        alphabeta = AlphaBeta(loaded, time_ms)
        report(f"engine against alpha-beta, {time_ms:g} ms", match(player, alphabeta, games))
    if perfect:
        make_agent = partial(Agent, Limits(evaluator=evaluator, time_ms=perfect_ms))
        report(f"agent against perfect play, {perfect_ms:g} ms", against_perfect(make_agent, perfect))
        make_searcher = partial(EngineSearch, loaded, perfect_ms)
        report(f"search against perfect play, {perfect_ms:g} ms", against_perfect(make_searcher, perfect))


def report_as_json(name: str, results: Results) -> None:
    """Prints the figures as one object on a line."""
    print(json.dumps({"match": name, "slips": results.slips, **results.score}), flush=True)


def report_in_words(name: str, results: Results) -> None:
    """Prints the figures, and a line for each slip, the most frequent first."""
    print(f"{name:<44} {results.score}", flush=True)
    for line, times in Counter(results.slips).most_common():
        print(f"  gave the win away {times} times: {line}")
