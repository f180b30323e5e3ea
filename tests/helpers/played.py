"""Games of a tournament, and the command, in this process."""

from __future__ import annotations

from functools import partial

from click.testing import CliRunner

from c4 import jobs
from c4.arena.games import Game, GamesFile
from c4.arena.match import tournament
from c4.cli import cli

HERE = partial(jobs.run, jobs=1)


def c4(*arguments: object):
    done = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def games_of(path=None, agents=("random", "greedy"), openings=("11", "44", "72"), seed=5, run=HERE) -> list[Game]:
    return list(tournament(list(agents), list(openings), seed, GamesFile(path), run))
