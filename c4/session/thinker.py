"""Thinker: asks agents for moves and hints in a thread of its own.  Plain Python.

Agents live as long as the session, so they keep what they remember of the game.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from c4 import agents
from c4.agents import Agent, Limits
from c4.game.position import Position
from c4.search.watch import Snapshot, Watch
from c4.session.events import Found
from c4.session.worker import Worker

if TYPE_CHECKING:
    from c4.tree.partial import Partial  # brings numpy, which the first paint of the window does without


class Thinker:
    """One request at a time; a new one drops the old."""

    def __init__(self) -> None:
        self._worker: Worker[Found] = Worker("thinker")
        self._agents: dict[str, Agent] = {}
        self._agent: str | None = None
        self._hint = False
        self._due = 0.0

    @property
    def busy(self) -> bool:
        """Whether an agent is thinking."""
        return self._worker.busy

    @property
    def hinting(self) -> bool:
        """Whether it is thinking about a hint."""
        return self._worker.busy and self._hint

    @property
    def agent(self) -> str | None:
        """The agent that is thinking, by its name in `c4.agents.AGENTS`; None if none is."""
        return self._agent if self._worker.busy else None

    def progress(self) -> Snapshot | None:
        """How far the running search is; None if there is none, or its code is still being loaded."""
        return self._worker.watch.snapshot() if self._worker.busy else None

    def tree_so_far(self, most: int) -> Partial | None:
        """The tree of the running search so far, from at most so many rows; None where there is none."""
        found: Partial | None = self._worker.watch.tree(most) if self._worker.busy else None
        return found

    def think(
        self, agent: str, position: Position, limits: Limits, starter: int, hint: bool, least: float = 0.0
    ) -> None:
        """Asks an agent for a move; that for a move is given after `least` seconds at the earliest."""
        self._agent, self._hint, self._due = agent, hint, 0.0 if hint else monotonic() + least

        def work(watch: Watch) -> Found:
            return Found(self._agent_of(agent).choose(position, limits, watch), position, limits, starter, hint)

        self._worker.ask(work)

    def hurry(self) -> None:
        """The answer is given as soon as it is there."""
        self._due = 0.0

    def stop(self) -> None:
        """Stops thinking; the result is dropped."""
        self._worker.drop()

    def learn(self, agent: str, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Lets an agent learn from a finished game, after its current work."""
        self._worker.tell(lambda: self._agent_of(agent).learn(start, moves, side, limits))  # type: ignore[attr-defined]  # agents that learn have it

    def answer(self) -> tuple[Found | None, BaseException | None] | None:
        """The result or the error, once."""
        future = self._worker.answer() if monotonic() >= self._due else None
        if future is None:
            return None
        error = future.exception()
        return (None, error) if error is not None else (future.result(), None)

    def failures(self) -> list[BaseException]:
        """Errors while learning, each once."""
        return self._worker.failures()

    def close(self) -> None:
        """Ends the thread."""
        self._worker.close()
        for agent in list(self._agents.values()):
            if (close := getattr(agent, "close", None)) is not None:  # of another program
                close()

    def _agent_of(self, name: str) -> Agent:
        """The agent of that name; for use in the thread only."""
        if name not in self._agents:
            self._agents[name] = agents.load(name)
        return self._agents[name]
