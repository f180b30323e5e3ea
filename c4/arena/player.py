"""A player of the arena: an agent whose time is measured and whose fixed answers are remembered."""

from __future__ import annotations

from time import process_time

from c4.agents import AGENTS
from c4.agents.specification import Specification
from c4.game.position import Position
from c4.search.watch import Stopped, Watch


class Player:
    """`seconds` of processor time went into `asked` moves.

    Raises C4Error when the agent's evaluator or model cannot be used.
    """

    def __init__(self, agent: Specification) -> None:
        self.agent, self.seconds, self.asked = agent, 0.0, 0
        self._repeats = AGENTS[agent.name].repeats
        self._loaded = agent.load()
        self._known: dict[Position, int] = {}

    def new_game(self, seed: int) -> None:
        """Begins a game with this seed; an agent that may remember its last game is made afresh."""
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

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Lets an agent that learns from games do so from one that it played as player `side` (0 or 1)."""
        self._loaded.learn(start, moves, side)
