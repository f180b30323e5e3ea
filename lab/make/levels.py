"""Measures how strong the levels are: each plays those next to it.  c4/agents/levels.json gets their Elo above chance.

python -m lab make levels                           # half an hour of one core; prints the table and writes the file
python -m lab make levels --games 98 --dry          # quicker, writes nothing
python -m lab make levels --out games.jsonl         # keeps the games; the same command plays none of them again
python -m lab make levels --out games.jsonl --rate  # plays nothing: rates the games of the file
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import numpy as np
from tqdm import tqdm

from c4.agents.levels import LEVELS, STRENGTHS
from c4.arena.games import Game, GamesFile
from c4.arena.match import Pair, openings_of, pairs_of, play_pair
from c4.arena.ratings import Rating, Ratings
from c4.cli.options import seed_option
from c4.jobs import run
from c4.storage import write_text

Played = dict[tuple[str, str, str, int], Game]
"""Games by what identifies them: `Game.pairing`."""

LEVELS_MET = 2
"""How many levels above it each level meets."""

SOLVING_LEVELS = {"nearly-perfect", "perfect"}
"""The levels that solve their positions, which takes seconds a game."""


@click.command()
@click.option("--games", default=196, show_default=True, help="Games of every two levels, half begun by each.")
@click.option(
    "--solving",
    default=58,
    show_default=True,
    help="Games of every two of which one solves its positions: such a game takes seconds.",
)
@seed_option
@click.option("--jobs", type=int, help="Processes.  [default: one a core]")
@click.option(
    "--out", "saved", type=click.Path(path_type=Path), help="The file of the games; the same command resumes."
)
@click.option("--rate", is_flag=True, help="Play nothing, rate the games of that file.")
@click.option("--dry", is_flag=True, help="Write no file.")
def command(games: int, solving: int, seed: int, jobs: int | None, saved: Path | None, rate: bool, dry: bool) -> None:
    """Plays the games that are missing, and rates."""
    names = list(LEVELS)
    file = GamesFile(saved)
    pairs = pairs_of_neighbours(names, games, seed)
    played = games_of(file, pairs, of_any_seed=rate)
    if not rate:
        pairs_of_solving = solving // 2  # a pair has two games, one begun by each
        wanted = fewer_of_solving(pairs, pairs_of_solving, seed)
        play_missing(wanted, played, file, jobs)
    scores = scores_of(played.values(), names)
    ratings = Ratings(scores)
    elo = {name: ratings.difference(place, 0) for place, name in enumerate(names)}
    for line in table(names, scores, elo):
        click.echo(line)
    different = {(frozenset((game.first, game.second)), game.moves) for game in played.values()}
    click.echo(f"{len(played):,} games, {len(different):,} of them different")
    if not dry:
        options = "--rate" if rate else f"--games {games} --solving {solving}"
        write_strengths(f"python -m lab make levels {options}", len(played), elo)


def write_strengths(command: str, games: int, elo: dict[str, Rating]) -> None:
    """Writes the strengths of the levels, with the command that measured them and the number of games."""
    content = {
        "made": command,
        "games": games,
        "elo": {name: [round(rating.elo), round(rating.low), round(rating.high)] for name, rating in elo.items()},
    }
    write_text(STRENGTHS, json.dumps(content, indent=1) + "\n")


def pairs_of_neighbours(names: list[str], games: int, seed: int) -> list[Pair]:
    """The pairs of games of every level against the LEVELS_MET levels above it.

    The pairs of the same two levels have the seeds from `seed` on.
    """
    openings = openings_of("plies=2", games // 2, seed)
    pairs = []
    for place, name in enumerate(names):
        for other in names[place + 1 : place + 1 + LEVELS_MET]:
            pairs += pairs_of([name, other], openings, seed)
    return pairs


def fewer_of_solving(pairs: list[Pair], most: int, seed: int) -> list[Pair]:
    """All pairs, but at most so many of the same two levels if one of them solves; `seed` is the first of the pairs."""
    return [pair for pair in pairs if not solves(pair) or pair.seed < seed + most]


def games_of(file: GamesFile, pairs: list[Pair], of_any_seed: bool) -> Played:
    """The games of a file that belong to these pairs; `of_any_seed`: all games between the levels of a pair."""
    wanted = {game for pair in pairs for game in pair.games}
    meetings = {frozenset((pair.one, pair.other)) for pair in pairs}
    played: Played = {}
    for game in file.read():
        is_meeting = frozenset((game.first, game.second)) in meetings
        if game.pairing in wanted or (of_any_seed and is_meeting):
            played[game.pairing] = game
    return played


def play_missing(pairs: list[Pair], played: Played, file: GamesFile, jobs: int | None) -> None:
    """Plays the games that are missing, and adds them to `played` and to the file.

    Those between levels that do not solve come first.  The pairs of levels take turns, so a run that is stopped has as
    many games of each.
    """
    tasks = []
    for pair in sorted(pairs, key=order_of):
        missing = tuple(game not in played for game in pair.games)
        if any(missing):
            tasks.append((pair, missing))
    for results in tqdm(run(play_pair, tasks, jobs=jobs), total=len(tasks), unit=" pairs", disable=None):
        for game in results:
            file.append(game)
            played[game.pairing] = game


def order_of(pair: Pair) -> tuple[bool, int]:
    """What pairs are sorted by, for `play_missing`."""
    return solves(pair), pair.seed


def scores_of(games: Iterable[Game], names: list[str]) -> np.ndarray:
    """float64 (n, n): what each of the n levels scored against each; a won game is 1, a drawn one 0.5."""
    scores = np.zeros((len(names), len(names)))
    for game in games:
        one = names.index(game.first)
        other = names.index(game.second)
        result = game.result_of(game.first)
        scores[one, other] += (1 + result) / 2
        scores[other, one] += (1 - result) / 2
    return scores


def table(names: list[str], scores: np.ndarray, elo: dict[str, Rating]) -> Iterator[str]:
    """A line for each level: its Elo above chance, and what it scored against the next one."""
    for place, name in enumerate(names):
        rating = elo[name]
        line = f"{name:<15} {rating.elo:6.0f}  ({rating.low:.0f} to {rating.high:.0f})"
        next_place = place + 1
        if next_place < len(names):
            line += f", scores {scores[place, next_place]:g} against the next"
        yield line


def solves(pair: Pair) -> bool:
    """Whether one of the two solves its positions."""
    return pair.one in SOLVING_LEVELS or pair.other in SOLVING_LEVELS
