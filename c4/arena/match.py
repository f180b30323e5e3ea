"""Matches and tournaments: every two agents play each opening from both sides, as independent jobs.

Agents that could learn from games do not do so here.  A game then depends only on its two agents, its opening and its
seed, so games can be played in any order, on any computer, and again after a kill.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import combinations, product
from operator import index
from random import Random
from time import process_time

from c4.agents import AGENTS
from c4.agents.specification import Specification, parse_agent
from c4.arena.games import Game, GamesFile
from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns
from c4.game.notation import entry_text, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.jobs import Run
from c4.locks import locked
from c4.search.watch import Stopped, Watch
from c4.storage import read_text
from c4.text import pluralise, read_digits

# -- players ----------------------------------------------------------------------------------------------------------


class Player:
    """An agent whose time is measured and whose fixed answers are remembered.

    It has spent `seconds` of processor time on `asked` moves.  Raises C4Error when the agent's evaluator or model
    cannot be used.
    """

    def __init__(self, agent: Specification) -> None:
        self.agent = agent
        self.seconds = 0.0
        self.asked = 0
        self._repeats = AGENTS[agent.name].repeats
        self._loaded = agent.load()
        self._known: dict[Position, int] = {}

    def new_game(self, seed: int) -> None:
        """Begins a game with this seed; an agent that may remember its last game is loaded anew."""
        if not self._repeats:
            self._loaded = self.agent.load(seed)

    def column(self, position: Position, watch: Watch | None = None) -> int:
        """The column (from 0) that the agent plays.  Raises Stopped when the watch was stopped."""
        if position in self._known:
            return self._known[position]
        started = process_time()
        column = self._loaded.choose(position, watch).column
        if column is None or (watch is not None and watch.stopped):
            raise Stopped
        self.seconds += process_time() - started
        self.asked += 1
        if self._repeats:
            self._known[position] = column
        return column


# -- openings ---------------------------------------------------------------------------------------------------------

MOST_PLIES = 20
"""The longest openings that are drawn."""

MOST_PLIES_OF_ALL = 3
"""Of openings up to this length all there are are played; 343 at most."""

MOST_TRIES = 20
"""Draws without a new opening after which there is taken to be no other: so often the openings drawn so far, and
MORE_OPENINGS."""

MORE_OPENINGS = 100
"""See MOST_TRIES: even the first openings may be hard to find."""

MAX_SHOWN_OPENING = 60
"""The most characters of a bad opening in the message about it."""


def openings_of(text: str, number: int, seed: int) -> list[str]:
    """So many openings: `text` is "plies=K" or a file with one move string a line ("#" begins a comment).

    Up to three plies these are all there are, in an order drawn with `seed`, again and again when more are needed; with
    more plies as many different ones as needed, drawn by random moves, in which the side to move cannot win at once.
    Raises C4Error for anything else.
    """
    number = index(number)
    seed = index(seed)
    random = Random(f"openings {seed}")
    if not text.startswith("plies="):
        openings = read_openings(text)
    else:
        plies = read_digits(text.removeprefix("plies="))
        if plies is None or plies > MOST_PLIES:
            raise C4Error(f"--openings {text!r}: K in plies=K must be a whole number from 0 to {MOST_PLIES}")
        if plies > MOST_PLIES_OF_ALL:
            return draw_openings(plies, number, random)
        openings = ["".join(moves) for moves in product(DIGITS[: STANDARD.columns], repeat=plies)]
    random.shuffle(openings)
    return [openings[place % len(openings)] for place in range(number)]


def read_openings(path: str) -> list[str]:
    """The openings in a file.  Raises C4Error that names the line of a bad one."""
    try:
        lines = read_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise C4Error(
            f"the openings {path!r} cannot be read ({error}): give a file with one move string per line, or plies=K"
        ) from None
    openings = []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if text:
            openings.append(parse_opening(text, f"line {number} of {path}"))
    if not openings:
        raise C4Error(f"{path} contains no opening")
    return openings


def parse_opening(text: str, where: str) -> str:
    """An opening as a move string.  Raises C4Error that begins with `where` if the text is none."""
    try:
        position = parse_position(entry_text(text))
    except C4Error as error:
        raise C4Error(f"{where}: {error}") from None
    if position.moves is None:
        raise C4Error(f"{where}: {text[:MAX_SHOWN_OPENING]!r} is a position, but an opening is a move string")
    if position.outcome() is not None:
        raise C4Error(f"{where}: the game is over after {text}")
    return format_columns(position.moves)


def draw_openings(plies: int, number: int, random: Random) -> list[str]:
    """`number` different openings of random moves; positions that are the same, or mirror images, count once."""
    from c4.arena.suites import key

    openings: list[str] = []
    keys: set[tuple[int, int]] = set()
    tries = 0
    while len(openings) < number:
        if tries > MOST_TRIES * (len(openings) + MORE_OPENINGS):
            raise C4Error(
                f"there are only {pluralise(len(openings), 'different opening')} of {pluralise(plies, 'ply', 'plies')}"
            )
        tries += 1
        position = Position()
        while position.ply < plies and (legal := position.legal_columns()):
            position = position.play(random.choice(legal))
        if position.ply < plies or position.outcome() is not None or position.winning_columns():
            continue
        position_key = key(position.mine, position.theirs)
        if position_key not in keys:
            keys.add(position_key)
            openings.append(format_columns(position.moves or ()))
            tries = 0
    return openings


# -- games ------------------------------------------------------------------------------------------------------------


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


def pairs_of(agents: Iterable[str], openings: list[str], seed: int) -> list[Pair]:
    """Every pair of agents with every opening; opening n has the seed `seed` + n."""
    seed = index(seed)
    return [
        Pair(one, other, opening, seed + n)
        for one, other in combinations(agents, 2)
        for n, opening in enumerate(openings)
    ]


def play_pair(pair: Pair, missing: tuple[bool, bool], watch: Watch | None = None) -> list[Game]:
    """Plays those games of a pair that are missing; a job.

    Raises Stopped, also in the middle of a move, once the watch is stopped.
    """
    players = {name: Player(parse_agent(name)) for name in (pair.one, pair.other)}
    return [
        play(players[first], players[second], opening, seed, watch)
        for (first, second, opening, seed), is_missing in zip(pair.games, missing)
        if is_missing
    ]


def play(first: Player, second: Player, opening: str, seed: int, watch: Watch | None = None) -> Game:
    """Plays one game between two players.  Raises Stopped once the watch is stopped."""
    seed = index(seed)
    players = (first, second)
    before = (first.seconds, second.seconds)
    for player in players:
        player.new_game(seed)
    position = Position.from_moves(opening)
    while (outcome := position.outcome()) is None:
        position = position.play(players[position.to_move].column(position, watch))
    seconds_of_first = round(first.seconds - before[0], 6)
    seconds_of_second = round(second.seconds - before[1], 6)
    return Game(
        first=str(first.agent),
        second=str(second.agent),
        opening=opening,
        seed=seed,
        moves=format_columns(position.moves or ()),
        winner=outcome.winner,
        reason=outcome.reason,
        seconds=(seconds_of_first, seconds_of_second),
    )


def tournament(agents: list[str], openings: list[str], seed: int, file: GamesFile, run: Run) -> Iterator[Game]:
    """The games between all agents (as `str(Specification)` writes them): first those that the file has, then the
    others as played.

    `run` as `c4.jobs.run`.  Raises C4Error for fewer than two different agents, or one that cannot be loaded, before any
    game.
    """
    some_are_equal = len(set(agents)) < len(agents)
    if some_are_equal or len(agents) < 2:
        raise C4Error("a match needs two different agents")
    for agent in agents:
        parse_agent(agent).load()
    with nullcontext() if file.path is None else locked(file.path, "filled"):
        yield from _games(pairs_of(agents, openings, seed), file, run)


def _games(pairs: list[Pair], file: GamesFile, run: Run) -> Iterator[Game]:
    """The games of these pairs, as `tournament` has them; writes those that it plays into the file."""
    wanted = {game for pair in pairs for game in pair.games}
    played = {game.pairing: game for game in file.read() if game.pairing in wanted}
    yield from played.values()
    tasks = []
    for pair in pairs:
        is_missing = tuple(game not in played for game in pair.games)
        if any(is_missing):
            tasks.append((pair, is_missing))
    for games in run(play_pair, tasks):
        for game in games:
            file.append(game)
            yield game
