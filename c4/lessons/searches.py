"""The searches of lessons: which ones a page can name, and their trees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from c4.agents import AGENTS
from c4.agents.specification import Specification, parse_agent
from c4.errors import C4Error
from c4.game.position import Position

if TYPE_CHECKING:  # these bring numpy, which the first paint of the window does without
    from c4.search.watch import Watch
    from c4.tree.searchtree import SearchTree

MAX_DEPTH = 10
"""Plies that a search of a lesson may look ahead: you wait for it."""

MAX_SIMULATIONS = 30_000
"""Simulations that it may make."""

SEARCH_SEED = 1
"""The seed of a Monte-Carlo tree search that names none, so that it is the same every time."""


def read_search(text: str) -> Specification:
    """A search of a lesson: one that is recorded, ends soon, and does the same every time.  Raises C4Error."""
    recorded = [name for name, entry in AGENTS.items() if entry.records]
    wanted = text.partition(":")[0].strip()
    if wanted not in AGENTS:
        raise C4Error(f"there is no search {wanted!r}: choose {', '.join(recorded)}")
    agent = parse_agent(text, typed_by_user=False)
    limits = agent.limits
    if not AGENTS[agent.name].records:
        raise C4Error(f"{agent.name} records no search: choose {', '.join(recorded)}")
    if limits.time_ms is not None:
        raise C4Error("a search by time differs on every machine: give it a depth or a number of simulations")
    if limits.depth > MAX_DEPTH:
        raise C4Error(f"a search of a lesson looks {MAX_DEPTH} plies ahead at most, not {limits.depth}")
    if limits.simulations is not None and limits.simulations > MAX_SIMULATIONS:
        raise C4Error(f"a search of a lesson makes {MAX_SIMULATIONS:,} simulations at most")
    if AGENTS[agent.name].samples and limits.seed is None:
        return replace(agent, limits=replace(limits, seed=SEARCH_SEED))
    return agent


def tree_of(position: Position, search: Specification, watch: Watch | None = None) -> SearchTree:
    """The tree of a search that `read_search` takes; `watch` can stop it.  Raises C4Error when it was stopped."""
    decision = search.load().choose(position, watch)
    if decision.tree is None or not decision.complete:
        raise C4Error(STOPPED)
    return decision.tree


def check_running(watch: Watch | None) -> None:
    """Raises C4Error if the lesson was closed meanwhile."""
    if watch is not None and watch.stopped:
        raise C4Error(STOPPED)


STOPPED = "the search was stopped"
