"""How strong the levels are: each against those next to it, their Elo above chance, kept in c4/agents/levels.json.

python -m lab make levels                       # half an hour of one core; prints the table and writes the file
python -m lab make levels --games 98 --dry      # quicker, writes nothing
python -m lab make levels --keep games.jsonl    # games go there, too, and are not played again
python -m lab make levels --keep games.jsonl --rate    # plays none: rates all that are there
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import click
import numpy as np
from tqdm import tqdm

from c4.agents.levels import LEVELS, STRENGTHS
from c4.arena.games import GamesFile
from c4.arena.match import Pair, openings_of, pairs_of, play_pair
from c4.arena.ratings import Ratings
from c4.cli.options import seed_option
from c4.jobs import run
from c4.storage import write_text

NEAR = 2
"""Each level meets so many above it."""


@click.command()
@click.option("--games", default=196, show_default=True, help="Games of every two, half begun by each.")
@click.option("--solving", default=58, show_default=True, help="Of those two of whom one solves: seconds a game.")
@seed_option
@click.option("--jobs", type=int, help="Processes.  [default: one a core]")
@click.option(
    "--out", "saved", type=click.Path(path_type=Path), help="The file of the games; the same command resumes."
)
@click.option("--rate", is_flag=True, help="Play nothing, rate the games of that file.")
@click.option("--dry", is_flag=True, help="Write no file.")
def main(games: int, solving: int, seed: int, jobs: int | None, saved: Path | None, rate: bool, dry: bool) -> None:
    """Plays the games that are missing, and rates."""
    names = list(LEVELS)
    file = GamesFile(saved)
    openings = openings_of("plies=2", games // 2, seed)
    pairs = [
        pair
        for place, name in enumerate(names)
        for other in islice(names, place + 1, place + 1 + NEAR)
        for pair in pairs_of([name, other], openings, seed)
    ]
    wanted = {game for pair in pairs for game in pair.games}
    met = {frozenset((pair.one, pair.other)) for pair in pairs}
    played = {
        game.pairing: game
        for game in file.read()
        if game.pairing in wanted or (rate and frozenset((game.first, game.second)) in met)
    }
    pairs = [] if rate else [pair for pair in pairs if pair.seed < seed + (solving if solves(pair) else games) // 2]
    pairs.sort(key=lambda pair: (solves(pair), pair.seed))  # a run that is stopped has as many games of each two
    tasks = [(pair, tuple(game not in played for game in pair.games)) for pair in pairs]
    tasks = [task for task in tasks if any(task[1])]
    for results in tqdm(run(play_pair, tasks, jobs=jobs), total=len(tasks), unit=" pairs", disable=None):
        for game in results:
            file.append(game)
            played[game.pairing] = game
    scores = np.zeros((len(names), len(names)))
    different: dict[frozenset[str], set[str]] = {}
    for game in played.values():
        one = names.index(game.first)
        other = names.index(game.second)
        result = game.result_of(game.first)
        scores[one, other] += (1 + result) / 2
        scores[other, one] += (1 - result) / 2
        different.setdefault(frozenset((game.first, game.second)), set()).add(game.moves)
    ratings = Ratings(scores)
    elo = {name: ratings.difference(place, 0) for place, name in enumerate(names)}
    for place, name in enumerate(names):
        above = f", scores {scores[place, place + 1]:g} against the next" if place + 1 < len(names) else ""
        rating = elo[name]
        print(f"{name:<15} {rating.elo:6.0f}  ({rating.low:.0f} to {rating.high:.0f}){above}")
    number = sum(map(len, different.values()))
    print(f"{len(played):,} games, {number:,} of them different")
    if dry:
        return
    content = {
        "made": "python -m lab make levels" + (" --rate" if rate else f" --games {games} --solving {solving}"),
        "games": len(played),
        "elo": {name: [round(rating.elo), round(rating.low), round(rating.high)] for name, rating in elo.items()},
    }
    write_text(STRENGTHS, json.dumps(content, indent=1) + "\n")


def solves(pair: Pair) -> bool:
    """Whether one of the two solves its positions."""
    return not {"nearly-perfect", "perfect"}.isdisjoint((pair.one, pair.other))
