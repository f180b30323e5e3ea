"""`python -m lab measure beginner`: how often somebody who knows only the rules beats the weaker levels.

The last rows are for the opponent of the first start: a level that is matched with the results so far.

The simulated beginner completes a line if that is possible.  Otherwise it sees a line that the opponent could complete
next, and blocks it, with a probability.  Otherwise it plays by chance, columns near the middle more often.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import click
from tqdm import tqdm

from c4 import agents
from c4.agents.base import Agent
from c4.agents.levels import elo
from c4.agents.limits import Limits
from c4.agents.rating import FIRST_LEVEL, START_RATING, level_for, rating_after
from c4.arena.ratings import Share, wilson
from c4.cli.options import json_option, print_json, seed_option
from c4.game.position import Position

BLOCKS = (0.5, 0.7, 0.9)
"""The probabilities with which the beginner sees a threat; a child misses half, an attentive adult one in ten."""

MATCHED = "matched"
"""What the rows of matched levels are called."""

PERSONS = 40
"""How many beginners play against matched levels, each with a rating of their own."""

WANTED = 1 / 3
"""The share of games that a beginner is to win against the opponent of the first start."""


class Row(NamedTuple):
    """What a beginner reached against a level: the share of games won, and of games drawn."""

    level: str
    blocks: float
    won: Share
    drawn: Share


def beginners_column(position: Position, blocks: float, chance: random.Random) -> int:
    """The column (from 0) that the beginner plays, who blocks a threat with probability `blocks`."""
    legal = position.legal_columns()
    wins = position.winning_columns()
    if wins:
        return wins[0]
    if chance.random() < blocks:
        threatened = position.completing_columns(1 - position.to_move)
        if threatened:
            return threatened[0]
    middle = (position.rules.columns - 1) / 2
    weights = [1 + middle - abs(column - middle) for column in legal]
    return chance.choices(legal, weights)[0]


def play(level: Agent, blocks: float, beginner: int, seed: int) -> float:
    """Plays a game in which the beginner is player `beginner` (0 or 1); returns 1, 0.5 or 0 for the beginner."""
    chance = random.Random(seed)
    limits = Limits(seed=seed)
    position = Position()
    while (outcome := position.outcome()) is None:
        if position.to_move == beginner:
            column = beginners_column(position, blocks, chance)
        else:
            chosen = level.choose(position, limits).column
            assert chosen is not None, "the game goes on"
            column = chosen
        position = position.play(column)
    if outcome.winner is None:
        return 0.5
    return float(outcome.winner == beginner)


def measure(name: str, blocks: float, games: int, seed: int) -> Row:
    """Plays a number of games against a level, of which the beginner begins half."""
    level = agents.load(name)
    title = f"{name}, blocks {blocks:.0%}"
    numbers = tqdm(range(games), desc=title, unit=" games", leave=False, disable=None)
    results = [play(level, blocks, number % 2, seed + number) for number in numbers]
    return Row(name, blocks, wilson(results.count(1.0), games), wilson(results.count(0.5), games))


def measure_matched(blocks: float, games: int, seed: int) -> Row:
    """Lets beginners without a rating play a number of games each against levels that are matched with their results."""
    results: list[float] = []
    for person in tqdm(
        range(PERSONS), desc=f"matched, blocks {blocks:.0%}", unit=" persons", leave=False, disable=None
    ):
        rating = START_RATING
        for number in range(games // PERSONS):
            name = level_for(rating)
            score = play(agents.load(name), blocks, number % 2, seed + 10_000 * person + number)
            rating = rating_after(rating, number, elo(name) or 0, score)
            results.append(score)
    return Row(MATCHED, blocks, wilson(results.count(1.0), len(results)), wilson(results.count(0.5), len(results)))


@click.command()
@click.option("--games", default=400, show_default=True, help="Games against each level, half begun by the beginner.")
@click.option("--levels", default="toddler,child,novice,casual,amateur", show_default=True, help="The levels.")
@seed_option
@json_option
def command(games: int, levels: str, seed: int, as_json: bool) -> None:
    """How often a simulated beginner beats each level."""
    rows = [measure(name, blocks, games, seed) for name in levels.split(",") for blocks in BLOCKS]
    rows += [measure_matched(blocks, games, seed) for blocks in BLOCKS]
    if as_json:
        for row in rows:
            print_json({**row._asdict(), "won": row.won._asdict(), "drawn": row.drawn._asdict()})
        return
    for row in rows:
        won = row.won
        enough = "at least a third" if won.low >= WANTED else ""
        print(
            f"{row.level:<10} blocks {row.blocks:.0%}: wins {won.value:5.1%} ({won.low:.1%} to {won.high:.1%}),"
            f" draws {row.drawn.value:.1%}  {enough}"
        )
    print(f"matched: {PERSONS} beginners, {games // PERSONS} games each, the first against {FIRST_LEVEL}")
