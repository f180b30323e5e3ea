"""Games of a tournament, in this process."""

from functools import partial

from c4 import jobs
from c4.arena.games import Game, GamesFile
from c4.arena.match import tournament

HERE = partial(jobs.run, jobs=1)


def games_of(path=None, agents=("random", "greedy"), openings=("11", "44", "72"), seed=5, run=HERE) -> list[Game]:
    return list(tournament(list(agents), list(openings), seed, GamesFile(path), run))
