"""Governing: whose depth, time and evaluator one sets, and why a setting has no effect there.  No tkinter."""

from __future__ import annotations

import re
from typing import Any

from c4.agents import AGENTS, HUMAN, Limits
from c4.agents.specification import asks_evaluator
from c4.evaluators import EVALUATORS
from c4.game.rules import C4Error
from c4.session.settings import Settings

EVERYBODY, FIRST, SECOND, HINTS = range(4)
"""For whom depth, time and evaluator are set: everybody alike, one seat, or hints."""

TIMES = {"by depth": None, "20 ms": 20, "100 ms": 100, "0.5 s": 500, "1 s": 1000, "5 s": 5000, "20 s": 20_000}
"""Milliseconds per move for agents with iterative deepening."""

TIME_TIP = 'The time for each move of the engine, any number of milliseconds; "by depth" gives it a depth instead.'

NO_TIME = "Only the engine can be given a time: the other searches always finish their depth."


def targets(names: tuple[str, str]) -> list[str]:
    """What the choices are called; `names` are the colours of the seats."""
    return ["everybody", *names, "hints"]


def limits_for(settings: Settings, target: int) -> Limits:
    """The limits that are shown for a choice."""
    if target == EVERYBODY:
        return settings.limits
    if target == HINTS:
        return settings.limits_of(settings.algorithm)
    return settings.limits_of(settings.seats[target - 1], target - 1)


def with_limits(settings: Settings, target: int, **limits: Any) -> Settings:
    """The settings with limits for one seat, or for hints.  Raises C4Error for an impossible value."""
    return settings.for_hints(**limits) if target == HINTS else settings.for_seat(target - 1, **limits)


def reasons(settings: Settings, target: int) -> dict[str, str]:
    """Why "depth", "time_ms" and "evaluator" have no effect for a choice, as sentences; "" where they have."""
    if target == EVERYBODY:
        governed = settings.depth_governs()
        depth = "" if governed else "The engine has a time for each move: it searches as deep as that allows."
        return {"depth": depth, "time_ms": "" if settings.deepens else NO_TIME, "evaluator": ""}
    name = settings.algorithm if target == HINTS else settings.seats[target - 1]
    if name == HUMAN:
        return dict.fromkeys(("depth", "time_ms", "evaluator"), "A person plays here: there is nothing to set.")
    return agent_reasons(name, limits_for(settings, target))


def agent_reasons(name: str, limits: Limits) -> dict[str, str]:
    """Why "depth", "time_ms" and "evaluator" have no effect for an agent with these limits; "" where they have."""
    entry = AGENTS[name]
    depth = "" if entry.searches else f"{entry.label} has no depth that can be set: it {entry.about}."
    if entry.deepens and limits.time_ms is not None:
        depth = "The engine has a time for each move: it searches as deep as that allows."
    evaluator = "" if asks_evaluator(name) else f"{entry.label} uses no evaluator that can be chosen."
    return {"depth": depth, "time_ms": "" if entry.deepens else NO_TIME, "evaluator": evaluator}


def time_text(time_ms: float | None) -> str:
    """A time as the box shows it: "100 ms", "by depth"."""
    if time_ms is None:
        return "by depth"
    return next((label for label, choice in TIMES.items() if choice == time_ms), f"{time_ms:g} ms")


def read_time(text: str) -> float | None:
    """Milliseconds from what people type: "250", "250 ms", "1.5 s"; None for "by depth".

    Raises C4Error for anything else.
    """
    text = text.strip()
    if text in ("", "by depth"):
        return None
    found = re.fullmatch(r"([0-9]{1,8}(?:\.[0-9]{1,3})?)\s*(ms|s)?", text)
    if found is None or float(found[1]) <= 0:
        raise C4Error(f'the time is a number of milliseconds such as 250, or 1.5 s, or "by depth", not {text!r}')
    number = float(found[1]) * (1000 if found[2] == "s" else 1)
    return int(number) if number == int(number) else number


def seat_tip(settings: Settings, seat: int) -> str:
    """What sits in a seat, with the limits it plays by."""
    name = settings.seats[seat]
    if name == HUMAN:
        return "A person plays this side."
    limits, free = settings.limits_of(name, seat), reasons(settings, seat + 1)
    parts = [
        f"depth {limits.depth}" if not free["depth"] else "",
        time_text(limits.time_ms) if not free["time_ms"] and limits.time_ms is not None else "",
        f"evaluator {EVALUATORS[limits.evaluator].label}" if not free["evaluator"] else "",
    ]
    played = ", ".join(part for part in parts if part)
    own = " of its own" if settings.own[seat] is not None else ""
    about = AGENTS[name].about
    return f"{AGENTS[name].label} {about}." + (f" Settings{own}: {played}." if played else "")
