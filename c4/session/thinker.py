"""Thinker: whoever thinks about a move or a hint, in a thread of its own.  Plain Python.

The agents stay the same for the whole session, so what they remember of the game stays with them.
"""

from __future__ import annotations

from c4 import agents
from c4.agents import Agent, Limits
from c4.game.position import Position
from c4.search.watch import Snapshot, Watch
from c4.session.events import Found
from c4.session.worker import Worker


class Thinker:
    """One thought at a time; a new one drops the old."""

    def __init__(self) -> None:
        self._worker: Worker[Found] = Worker("thinker")
        self._agents: dict[str, Agent] = {}
        self._agent: str | None = None
        self._hint = False

    @property
    def busy(self) -> bool:
        """Whether somebody is thinking."""
        return self._worker.busy

    @property
    def hinting(self) -> bool:
        """Whether that is about a hint."""
        return self._worker.busy and self._hint

    @property
    def agent(self) -> str | None:
        """Who is thinking, by the name in `c4.agents.AGENTS`; None when nobody is."""
        return self._agent if self._worker.busy else None

    def progress(self) -> Snapshot | None:
        """How far the running search is; None when none is running, or its code is still being loaded."""
        return self._worker.watch.snapshot() if self._worker.busy else None

    def think(self, agent: str, position: Position, limits: Limits, starter: int, hint: bool) -> None:
        """Lets an agent look for a move."""
        self._agent, self._hint = agent, hint

        def work(watch: Watch) -> Found:
            return Found(self._agent_of(agent).choose(position, limits, watch), position, limits, starter, hint)

        self._worker.ask(work)

    def stop(self) -> None:
        """Ends the thinking; nothing will come of it."""
        self._worker.drop()

    def learn(self, agent: str, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Lets an agent learn from a game that has ended, after whatever it is doing."""
        self._worker.tell(lambda: self._agent_of(agent).learn(start, moves, side, limits))  # type: ignore[attr-defined]  # agents that learn have it

    def answer(self) -> tuple[Found | None, BaseException | None] | None:
        """What came of the thinking, or what went wrong, once."""
        future = self._worker.answer()
        if future is None:
            return None
        error = future.exception()
        return (None, error) if error is not None else (future.result(), None)

    def failures(self) -> list[BaseException]:
        """What went wrong while learning, each once."""
        return self._worker.failures()

    def close(self) -> None:
        """Ends the thread."""
        self._worker.close()

    def _agent_of(self, name: str) -> Agent:
        """The agent of that name; asked for in the thread only."""
        if name not in self._agents:
            self._agents[name] = agents.load(name)
        return self._agents[name]
