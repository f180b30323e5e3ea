"""How strong the engine plays: matches of its search, and games against perfect play.

The engine plays with an evaluator against itself with V2, and against alpha-beta with the same evaluator, which
deepens step by step too and plays its last finished depth.  Against perfect play (any of the best replies, drawn at
random, from the book and the solver) the agent begins, once as it is and once as the search alone, without a book.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
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
    """Plays the engine's move after so many milliseconds."""
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
        end = play(openings[number // 2 % len(openings)], *((player, opponent) if side == 0 else (opponent, player)))
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
    """Results of a player, a new one each game, as the side that begins (and so could always win); and the first moves
    that gave the win away.
    """
    score = {"won": 0, "drawn": 0, "lost": 0}
    slips = {}
    perfect = Perfect()
    for _ in range(games):
        end = play(Position(), make_player(), perfect)
        winner = end.outcome().winner
        score[result_for(0, winner)] += 1
        slip = next(
            (ply for ply in range(0, len(end.moves), 2) if winner != 0 and gives_away(end.moves[: ply + 1], perfect)),
            None,
        )
        if slip is not None:
            line = format_columns(end.moves[: slip + 1])
            slips[line] = slips.get(line, 0) + 1
    return {**score, "slips": slips}


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
    time = time_ms

    def report(name: str, figures: dict) -> None:
        slips = figures.pop("slips", {})
        print(
            json.dumps({"match": name, **figures, "slips": slips}) if as_json else f"{name:<44} {figures}", flush=True
        )
        for line, times in () if as_json else sorted(slips.items(), key=lambda item: -item[1]):
            print(f"  gave the win away {times} times: {line}")

    search(Position(), loaded, depth=1)  # compiles before any clock runs
    fixed_depth.search(Position(), 1, loaded, budget=0)
    if games:
        report(f"{evaluator} against v2, {time:g} ms", match(engine(loaded, time), engine(v2, time), games))
        report(f"engine against alpha-beta, {time:g} ms", match(engine(loaded, time), alphabeta(loaded, time), games))
    if perfect:
        milliseconds = perfect_ms
        report(
            f"agent against perfect play, {milliseconds:g} ms",
            against_perfect(lambda: agent(evaluator, milliseconds), perfect),
        )
        report(
            f"search against perfect play, {milliseconds:g} ms",
            against_perfect(lambda: engine(loaded, milliseconds), perfect),
        )
