"""How strong an agent is: the protocol C4-EVAL-1 of docs/learning.md, as independent jobs.  Imports the examiner (book and solver) when they run.

for part in measure(["greedy:evaluator=windows"]):        # parts as they are done
    report.add(part)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import NamedTuple

from c4.agents import AGENTS
from c4.agents.specification import Specification, parse_agent
from c4.arena.figures import Tally
from c4.notation import format_columns
from c4.position import Position

FIRST_SEED = 50_000
"""The seed of the opponent's first game; the others follow."""

GAMES = 400
"""Games against every form of the perfect opponent."""

CHUNK = 100
"""Games a job."""

FORMS = ("strict", "thill12", "erring10", "erring20", "erring30")
"""The perfect opponents, see `c4.arena.examiner.FORMS`."""


class Games(NamedTuple):
    """Games of one agent against one form: move strings by seed, results for the agent (1, 0, -1), processor seconds it thought, and of all."""

    agent: str
    form: str
    moves: dict[int, str]
    results: dict[int, int]
    seconds: float
    all_seconds: float


class Player:
    """An agent that is asked for moves; what it answers is remembered where it always answers the same.  `seconds`: processor time it took."""

    def __init__(self, agent: Specification) -> None:
        self.agent, self.seconds, self.asked = agent, 0.0, 0
        self._remembers = AGENTS[agent.name].repeats
        self._loaded = agent.load()
        self._known: dict[tuple, int] = {}

    def new_game(self, seed: int) -> None:
        """An agent that may remember its last game starts anew."""
        self._limits = self.agent.for_game(seed)
        if not self._remembers:
            self._loaded = self.agent.load()

    def column(self, position: Position) -> int:
        """The column (from 0) it plays."""
        key = position.stones
        if key in self._known:
            return self._known[key]
        started = process_time()
        column = self._loaded.choose(position, self._limits).column
        self.seconds += process_time() - started
        self.asked += 1
        if self._remembers:
            self._known[key] = column
        return column


def examine(agent: str, form: str, seeds: range) -> Games:
    """The games of an agent against a form of the perfect opponent, one a seed; a job."""
    from c4.arena.examiner import FORMS, kept_truth

    started, truth = process_time(), kept_truth()
    player, choose, seat = Player(parse_agent(agent)), FORMS[form].choose, FORMS[form].seat
    moves, results = {}, {}
    for seed in seeds:
        player.new_game(seed)
        position, random = Position(), Random(seed)
        while (outcome := position.outcome()) is None:
            column = player.column(position) if position.to_move == seat else choose(position, random, truth)
            position = position.play(column)
        moves[seed] = format_columns(position.moves)
        results[seed] = 0 if outcome.winner is None else 1 if outcome.winner == seat else -1
    return Games(agent, form, moves, results, player.seconds, process_time() - started)


@dataclass
class Report:
    """What is known of one agent so far."""

    agent: str
    tallies: dict[str, Tally] = field(default_factory=dict)
    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    all_seconds: float = 0.0

    def add(self, part: Games) -> None:
        tally = self.tallies.get(part.form, Tally())
        for result in part.results.values():
            tally = tally.plus(result)
        self.tallies[part.form] = tally
        self.moves.setdefault(part.form, {}).update(part.moves)
        self.seconds[part.form] = self.seconds.get(part.form, 0.0) + part.seconds
        self.all_seconds += part.all_seconds

    def differing(self, form: str) -> int:
        """How many different games were played."""
        return len(set(self.moves[form].values()))

    def to_json(self) -> dict:
        """Everything as numbers, shares from 0 to 1, [low, high] the 95 % confidence interval."""
        games = {}
        for form in (form for form in FORMS if form in self.tallies):
            tally = self.tallies[form]
            success = tally.success
            games[form] = {
                **tally._asdict(),
                "games": tally.games,
                "success": round(success.value, 6),
                "interval": [round(success.low, 6), round(success.high, 6)],
                "won_share": round(tally.won / tally.games, 6),
                "differing": self.differing(form),
                "agent_seconds": round(self.seconds[form], 3),
            }
        return {"agent": self.agent, "first_seed": FIRST_SEED, "perfect": games, "seconds": round(self.all_seconds, 3)}


def tasks(agents: list[str], games: int, forms: tuple[str, ...] = FORMS) -> list[tuple]:
    """The jobs (arguments of `examine`) that measure agents."""
    end = FIRST_SEED + games
    return [(agent, form, range(first, min(first + CHUNK, end))) for agent in agents for form in forms for first in range(FIRST_SEED, end, CHUNK)]


def measure(agents: list[str], games: int, run: Callable, forms: tuple[str, ...] = FORMS) -> Iterator[Games]:
    """The parts of the measurement as they are done; `run` as `c4.jobs.run`.  Raises C4Error for an agent that cannot be loaded."""
    for agent in agents:
        parse_agent(agent).load()
    yield from run(examine, tasks(agents, games, forms))
