"""Matches and tournaments: every two agents, each opening from both sides, as independent jobs.

Agents that could learn from games do not do so here, unless that is asked for (see `c4.arena.learners`): a game then
depends on its two agents, its opening and its seed alone, so games can be played in any order, on any machine, and
again after a kill.  Imports agents when games are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING

from c4.agents.specification import parse_agent
from c4.arena.games import Game, GamesFile
from c4.files import alone, read_text
from c4.game.columns import DIGITS, format_columns
from c4.game.numbers import read_digits
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, count
from c4.jobs import Run
from c4.search.watch import Watch

if TYPE_CHECKING:
    from c4.arena.player import Player

OPENING_PLIES = 2
"""By default games begin with all 49 openings of two plies: 98 games per pair."""


@dataclass(frozen=True)
class Pair:
    """Two games to be played: `one` begins the first, `other` the second, with the same opening and seed."""

    one: str
    other: str
    opening: str
    seed: int

    @property
    def games(self) -> tuple[tuple[str, str, str, int], tuple[str, str, str, int]]:
        """Both games, as (first player, second player, opening, seed)."""
        return (self.one, self.other, self.opening, self.seed), (self.other, self.one, self.opening, self.seed)


def openings_of(text: str, number: int, seed: int) -> list[str]:
    """So many openings: `text` is "plies=K" or a file with one move string a line ("#" begins a comment).

    Up to three plies these are all there are, in an order drawn with `seed`, again and again when more are needed; with
    more plies as many different ones as needed, drawn by random moves, in which the side to move cannot win at once.
    Raises C4Error for anything else.
    """
    random = Random(f"openings {seed}")
    if not text.startswith("plies="):
        found = read_openings(text)
    else:
        plies = read_digits(text.removeprefix("plies="))
        if plies is None or plies > 20:
            raise C4Error(f"--openings {text!r}: K in plies=K must be a whole number from 0 to 20")
        if plies > 3:
            return draw_openings(plies, number, random)
        found = ["".join(moves) for moves in product(DIGITS[: STANDARD.columns], repeat=plies)]
    random.shuffle(found)
    return [found[place % len(found)] for place in range(number)]


def read_openings(path: str) -> list[str]:
    """The openings in a file.  Raises C4Error that names the line of a bad one."""
    try:
        lines = read_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise C4Error(
            f"the openings {path!r} cannot be read ({error}): give a file with one move string per line, or plies=K"
        ) from None
    found = []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text and line.strip():
            continue
        if text:
            try:
                over = Position.from_moves("" if text == "empty" else text).outcome()
            except C4Error as error:
                raise C4Error(f"line {number} of {path}: {error}") from None
            if over is not None:
                raise C4Error(f"line {number} of {path}: the game is over after {text}")
            found.append("" if text == "empty" else text)
    if not found:
        raise C4Error(f"{path} contains no opening")
    return found


IN_VAIN = 20
"""After how many draws without a new opening, for each one found, there is taken to be no other."""


def draw_openings(plies: int, number: int, random: Random) -> list[str]:
    """So many different openings of random moves; positions that are the same, or mirror images, count once."""
    from c4.arena.suites import key

    found: list[str] = []
    taken: set[tuple[int, int]] = set()
    in_vain = 0
    while len(found) < number:
        if in_vain > IN_VAIN * (len(found) + 100):
            raise C4Error(
                f"only {count(len(found), 'different opening')} of {count(plies, 'ply', 'plies')} could be found"
            )
        in_vain += 1
        position = Position()
        while position.ply < plies and (legal := position.legal_columns()):
            position = position.play(random.choice(legal))
        one = key(position.mine, position.theirs)
        if position.ply == plies and position.outcome() is None and one not in taken and not wins_at_once(position):
            taken.add(one)
            found.append(format_columns(position.moves or ()))
            in_vain = 0
    return found


def wins_at_once(position: Position) -> bool:
    """Whether the side to move can win with its next stone."""
    children = (position.play(column) for column in position.legal_columns())
    return any((outcome := child.outcome()) is not None and outcome.winner == position.to_move for child in children)


def pairs_of(agents: Iterable[str], openings: list[str], seed: int) -> list[Pair]:
    """Every pair of agents with every opening; opening n has the seed `seed` + n."""
    return [
        Pair(one, other, opening, seed + n)
        for one, other in combinations(agents, 2)
        for n, opening in enumerate(openings)
    ]


def play_pair(pair: Pair, missing: tuple[bool, bool], learning: bool = False, watch: Watch | None = None) -> list[Game]:
    """Plays those games of a pair that are missing; a job.  `learning`: agents that can learn from them do.

    Raises Stopped, also in the middle of a move, once the watch is stopped.
    """
    from c4.arena.player import Player

    players = {name: Player(parse_agent(name)) for name in (pair.one, pair.other)}
    return [
        play(players[game[0]], players[game[1]], pair.opening, pair.seed, learning, watch)
        for game, wanted in zip(pair.games, missing)
        if wanted
    ]


def play(
    first: Player, second: Player, opening: str, seed: int, learning: bool = False, watch: Watch | None = None
) -> Game:
    """Plays one game between two players (see `c4.arena.player`).  Raises Stopped once the watch is stopped."""
    players, before = (first, second), (first.seconds, second.seconds)
    for player in players:
        player.new_game(seed)
    position = start = Position.from_moves(opening)
    while (outcome := position.outcome()) is None:
        position = position.play(players[position.to_move].column(position, watch))
    seconds = round(first.seconds - before[0], 6), round(second.seconds - before[1], 6)
    moves = position.moves or ()
    for side, player in enumerate(players) if learning else ():
        player.learn(start, moves[start.ply :], side)
    return Game(
        str(first.agent),
        str(second.agent),
        opening,
        seed,
        format_columns(moves),
        outcome.winner,
        outcome.reason,
        seconds,
    )


def tournament(
    agents: list[str], openings: list[str], seed: int, file: GamesFile, run: Run, learning: bool = False
) -> Iterator[Game]:
    """The games between all agents (as `str(Specification)` writes them): first those that the file has, then the
    others as played.

    `run` as `c4.jobs.run`; with `learning` it must do one job after the other, in their order.  Raises C4Error for
    fewer than two different agents, or one that cannot be loaded, before any game.
    """
    if len(set(agents)) < max(2, len(agents)):
        raise C4Error("a match needs two different agents")
    for agent in agents:
        parse_agent(agent).load()
    with nullcontext() if file.path is None else alone(file.path, "filled"):
        yield from _played(pairs_of(agents, openings, seed), file, run, learning)


def _played(pairs: list[Pair], file: GamesFile, run: Run, learning: bool) -> Iterator[Game]:
    wanted = {game for pair in pairs for game in pair.games}
    there = {game.pairing: game for game in file.read() if game.pairing in wanted}
    yield from there.values()
    missing = [(pair, tuple(game not in there for game in pair.games), learning) for pair in pairs]
    left = [task for task in missing if any(task[1])]
    for games in run(play_pair, left) if left else ():
        for game in games:
            file.keep(game)
            yield game
