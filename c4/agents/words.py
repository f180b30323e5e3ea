"""Agents in words, for people: "Alpha-beta, Windows, depth 4"."""

from __future__ import annotations

from pathlib import Path

from c4 import evaluators
from c4.agents import AGENTS, HUMAN
from c4.agents.specification import Specification, asks_evaluator, name_of, parse_agent
from c4.engine.ingredients import spoken
from c4.errors import C4Error
from c4.game.columns import format_columns
from c4.text import pluralise


def in_words(agent: Specification) -> str:
    """An agent with what determines its play, in words: "Alpha-beta, Windows, depth 4", "Engine, V2, 50 ms"."""
    entry = AGENTS[agent.name]
    limits = agent.limits
    parts = [entry.label]
    if asks_evaluator(agent.name) and not agent.plays_out:
        model = "" if limits.model is None else f": {Path(limits.model).stem}"
        parts.append(evaluators.short_label_of(limits.evaluator) + model)
    elif limits.model is not None:
        parts.append(Path(limits.model).stem)
    stops_by_itself = limits.time_ms is None and limits.nodes is None
    if entry.searches and (stops_by_itself or not entry.deepens):
        parts.append(f"depth {limits.depth}")
    if entry.samples and limits.simulations is not None:
        parts.append(pluralise(limits.simulations, "simulation"))
    if entry.timed and limits.time_ms is not None:
        parts.append(f"{limits.time_ms:g} ms")
    if entry.deepens and limits.nodes is not None:
        parts.append(pluralise(limits.nodes, "node"))
    if entry.searches and limits.move_order is not None:
        parts.append(f"columns {format_columns(limits.move_order)}")
    if entry.deepens:
        parts += [text.replace("=", " ").replace("_", " ") for text in spoken(limits.options)]
    if entry.samples:
        parts += [text.replace("=", " ") for text in limits.selection.spoken()]
    if limits.seed is not None:
        parts.append(f"seed {limits.seed}")
    return ", ".join(parts)


def text_in_words(text: str) -> str:
    """`in_words` of an agent's text, "a person" for "human"; any other text, such as a name, is returned as it is."""
    if text == HUMAN:
        return "a person"
    if name_of(text) not in AGENTS:
        return text
    try:
        return in_words(parse_agent(text, typed_by_user=False))
    except C4Error:
        return text
