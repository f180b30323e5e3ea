"""The choices for searches: depths, simulations and times, and for your own search in Analyse algorithm and evaluator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from c4.agents import AGENTS
from c4.agents.limits import Limits
from c4.evaluators import PLAYOUTS, label_of
from c4.session.settings import Settings
from c4.text import capitalised, pluralise
from visualizer.state.sentences import simulations_of, time_text
from visualizer.state.state import GameState, Searches

DEEPEST_CHOICE = 14
"""The greatest depth in the list; the keys go further."""

SIMULATIONS = (100, 300, 1000, 3000, 10_000, 30_000, 100_000)
"""The choices of simulations of Monte-Carlo tree search."""


TIMES = {"by depth": None, "20 ms": 20, "100 ms": 100, "0.5 s": 500, "1 s": 1000, "5 s": 5000, "20 s": 20_000}
"""Milliseconds per move for agents with iterative deepening, by label."""


class Effort(NamedTuple):
    """How much a search does: its label, and the limits that say so."""

    label: str
    limits: dict[str, Any]


def algorithms() -> tuple[str, ...]:
    """The algorithms that Analyse offers: all whose search is recorded."""
    return tuple(name for name, entry in AGENTS.items() if entry.records)


def effort_of(algorithm: str, limits: Limits) -> Effort:
    """What is set."""
    entry = AGENTS[algorithm]
    if entry.timed and limits.time_ms is not None:
        return Effort(time_text(limits.time_ms / 1000), {"time_ms": limits.time_ms})
    if entry.samples:
        return simulated(simulations_of(limits))
    return deep(limits.depth)


def efforts(settings: Settings) -> tuple[Effort, ...]:
    """The choices for the algorithm that is set, with what is set among them."""
    limits = settings.analysis_limits()
    now = effort_of(settings.algorithm, limits)
    offered = [deep(depth) for depth in range(1, min(DEEPEST_CHOICE, settings.rules.cells) + 1)]
    if AGENTS[settings.algorithm].samples:
        offered = [simulated(number) for number in SIMULATIONS]
    if now.label not in [effort.label for effort in offered]:
        offered.append(now)
    return tuple(offered)


def deep(depth: int) -> Effort:
    """A search to a depth."""
    return Effort(f"depth {depth}", {"depth": depth, "time_ms": None})


def simulated(number: int) -> Effort:
    """A number of simulations."""
    return Effort(pluralise(number, "simulation"), {"simulations": number, "time_ms": None})


def leaf_evaluators(settings: Settings, evaluators: Mapping[str, str]) -> dict[str, str]:
    """What can value the leaves of the algorithm that is set, label by name: evaluators, and in Monte-Carlo tree search
    random playouts.
    """
    if not AGENTS[settings.algorithm].samples:
        return dict(evaluators)
    return {PLAYOUTS: capitalised(label_of(PLAYOUTS)), **evaluators}


def leaf_evaluator(settings: Settings) -> str:
    """What values them now: the name of an evaluator, or PLAYOUTS; always one of `leaf_evaluators`."""
    limits = settings.analysis_limits()
    plays_out = AGENTS[settings.algorithm].samples and not limits.selection.uses_priors
    return PLAYOUTS if plays_out else limits.evaluator


def valued_by(settings: Settings, name: str) -> dict[str, Any]:
    """The limits with which an evaluator, or PLAYOUTS, values the leaves."""
    changes: dict[str, Any] = {} if name == PLAYOUTS else {"evaluator": name}
    if AGENTS[settings.algorithm].samples:
        changes["selection"] = settings.analysis_limits().selection.valued_by(name)
    return changes


def why_no_other(searches: Searches, game: GameState) -> str:
    """Why there is no other search to show than the one that is; "" if there is, or if the board can be searched."""
    if searches.own:
        return "" if searches.behind_last is not None else "no search chose the last move"
    if game.outcome is not None and searches.of_board is None:
        return "the game is over"
    return ""
