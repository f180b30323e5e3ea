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

import click

from c4.agents.engine import Engine
from c4.agents.limits import Limits
from c4.cli.options import json_option
from c4.engine.deepening import search
from c4.evaluators import load
from c4.exact import scores
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.search import fixed_depth
from c4.solver.table import Table

Player = Callable[[Position], int]


def engine(evaluator, time_ms: float) -> Player:
    """Plays the engine's move after a search of this time."""
    return lambda position: search(position, evaluator, time_ms=time_ms).column


def agent(evaluator: str, time_ms: float) -> Player:
    """Plays the agent's move: it proves first, then searches, and remembers what it proved during the game."""
    player = Engine()
    return lambda position: player.choose(position, Limits(evaluator=evaluator, time_ms=time_ms)).column


def alphabeta(evaluator, time_ms: float) -> Player:
    """Plays alpha-beta's move at the last depth begun while three times the depth before still fits; in all that takes
    about the engine's time.
    """

    def choose(position: Position) -> int:
        started = perf_counter()
        depth = 0
        column = None
        left = position.rules.cells - position.ply
        while depth < left:
            depth += 1
            began = perf_counter()
            column = fixed_depth.search(position, depth, evaluator, budget=0).column
            now = perf_counter()
            if (now - started) + 3 * (now - began) > time_ms / 1000:  # a ply more takes about three times as long
                break
        return column

    return choose


def play(position: Position, first: Player, second: Player) -> Position:
    """A game to its end."""
    while position.outcome() is None:
        position = position.play((first, second)[position.to_move](position))
    return position


def result_for(side: int, winner: int | None) -> str:
    """What a finished game is for a side."""
    if winner is None:
        return "drawn"
    return "won" if winner == side else "lost"


def match(player: Player, opponent: Player, games: int) -> dict:
    """Won, drawn and lost by the player, from the openings of two plies with both colours."""
    score = {"won": 0, "drawn": 0, "lost": 0}
    openings = [Position().play(i).play(j) for i in range(7) for j in range(7)]
    for number in range(games):
        side = number % 2
        opening = openings[number // 2 % len(openings)]
        end = play(opening, player, opponent) if side == 0 else play(opening, opponent, player)
        winner = end.outcome().winner
        score[result_for(side, winner)] += 1
    return score


class Perfect:
    """Plays any of the best columns, drawn with a seed."""

    def __init__(self, seed: int = 1) -> None:
        self._table = Table()
        self._random = random.Random(seed)

    def scores(self, position: Position) -> dict[int, int]:
        """The score of every legal column, for the side to move."""
        return {
            news.column: news.score
            for news in scores.stream_columns(position, table=self._table)
            if news.score is not None
        }

    def __call__(self, position: Position) -> int:
        scores = self.scores(position)
        best = max(scores.values())
        return self._random.choice([column for column, score in scores.items() if score == best])


def against_perfect(make_player: Callable[[], Player], games: int) -> dict:
    """Results of a player, a new one each game, as the side that begins (and so could always win); and the slips, the
    first moves that gave the win away: their games so far, and how often.
    """
    score = {"won": 0, "drawn": 0, "lost": 0}
    slips: dict[str, int] = {}
    perfect = Perfect()
    for _ in range(games):
        end = play(Position(), make_player(), perfect)
        winner = end.outcome().winner
        score[result_for(0, winner)] += 1
        if winner != 0:
            line = format_columns(first_slip(end.moves, perfect))
            slips[line] = slips.get(line, 0) + 1
    return {**score, "slips": slips}


def first_slip(moves: tuple[int, ...], perfect: Perfect) -> tuple[int, ...]:
    """The moves up to the first one of the side that begins which gives the win away, in a game that it did not win."""
    for ply in range(0, len(moves), 2):
        if gives_away(moves[: ply + 1], perfect):
            return moves[: ply + 1]
    raise AssertionError("the side that begins does not win, and yet it never gave the win away")


def gives_away(moves: Iterable[int], perfect: Perfect) -> bool:
    """Whether the last of the moves was no winning one, where there was one."""
    *before, last = moves
    position = Position()
    for column in before:
        position = position.play(column)
    return perfect.scores(position)[last] <= 0


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
        player = engine(loaded, time_ms)
        report(f"{evaluator} against v2, {time_ms:g} ms", match(player, engine(v2, time_ms), games))
        report(f"engine against alpha-beta, {time_ms:g} ms", match(player, alphabeta(loaded, time_ms), games))
    if perfect:
        report(
            f"agent against perfect play, {perfect_ms:g} ms",
            against_perfect(partial(agent, evaluator, perfect_ms), perfect),
        )
        report(
            f"search against perfect play, {perfect_ms:g} ms",
            against_perfect(partial(engine, loaded, perfect_ms), perfect),
        )


def report_as_json(name: str, figures: dict) -> None:
    """Prints the figures as one object on a line."""
    print(json.dumps({"match": name, "slips": {}, **figures}), flush=True)


def report_in_words(name: str, figures: dict) -> None:
    """Prints the figures, and a line for each slip, the most frequent first."""
    score = {result: number for result, number in figures.items() if result != "slips"}
    print(f"{name:<44} {score}", flush=True)
    for line, times in Counter(figures.get("slips", {})).most_common():
        print(f"  gave the win away {times} times: {line}")
