"""Learners in the arena: agents that go on learning from their games, each with a copy of its model.

Imports their learners when asked.

A game is learned from before it is kept: killed between the two, it is played and learned from once more.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from c4 import files, learning, models
from c4.agents import AGENTS
from c4.agents.specification import parse_agent
from c4.game.rules import C4Error


def with_copies(agents: list[str], folder: str | Path, seed: int) -> list[str]:
    """The agents as texts, those that learn from games with models of their own in the folder, by which they are
    known from then on.

    A model that is not there yet is a copy of the one the agent would play by, or where there is none a new one with
    this seed.  Raises C4Error when no agent learns from games, or the folder cannot be written.
    """
    if not any(AGENTS[parse_agent(agent).name].learns for agent in agents):
        can = " and ".join(name for name, entry in AGENTS.items() if entry.learns)
        raise C4Error(f"none of {', '.join(agents)} learns from the games it plays: {can} do")
    found = []
    for place, text in enumerate(agents, start=1):
        agent = parse_agent(text)
        if AGENTS[agent.name].learns:
            learner: Any = learning.load(agent.name)
            copy = Path(folder) / f"{place}-{agent.name}{learner.suffix}"
            source = models.in_use(agent.name, learner.suffix, agent.limits.model)
            try:
                copy.parent.mkdir(parents=True, exist_ok=True)
                if not copy.exists() and source.exists():
                    files.write_bytes(copy, source.read_bytes())
                elif not copy.exists():
                    learner.fresh(seed).save(copy)
            except OSError as error:
                raise C4Error(f"{copy} cannot be written: {error.strerror or error}") from None
            agent = replace(agent, limits=replace(agent.limits, model=str(copy)))
        found.append(str(agent))
    return found
