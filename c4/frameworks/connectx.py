"""Kaggle's ConnectX: one of our agents as a single file that needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from c4 import evaluators
from c4.errors import C4Error
from c4.evaluators.windows import Windows
from c4.tree.selection import Selection

TEMPLATE = Path(__file__).with_name("connectx_agent.py")
"""The player itself, with settings that `export` fills in."""

EVALUATORS = ("v2", "windows")
"""The evaluators that the file can hold; they know boards of every size."""

MOST_MS = 1500.0
"""The most milliseconds a move takes, of the 2,000 that ConnectX allows."""


def export_sampling(
    title: str, simulations: int | None, selection: Selection, seed: int, time_ms: float | None = None
) -> str:
    """The text of a Python file that plays ConnectX by Monte-Carlo tree search with random playouts.

    `simulations` a move, or without a number as many as the time allows; see `export` for the time.  Raises C4Error
    for settings that the file does not know.
    """
    if selection.playouts != 1:
        raise C4Error("a ConnectX file of mcts plays out one game from a leaf, and has no evaluator")
    settings = {
        "SAMPLES": "True",
        "SIMULATIONS": repr(simulations),
        "EXPLORATION": repr(selection.exploration),
        "WINS": repr(selection.wins),
        "PROOFS": repr(selection.proofs),
        "SEED": repr(seed),
        "SECONDS": repr(seconds_of(time_ms)),
    }
    return filled_in(title, settings)


def export(
    title: str, evaluator: str, model: str | None = None, depth: int | None = None, time_ms: float | None = None
) -> str:
    """The text of a Python file whose `agent(observation, configuration)` plays ConnectX by alpha-beta search.

    `depth` plies, or without it as deep as `time_ms` milliseconds allow (at most MOST_MS, the default); a depth ends
    early when that time is over.  Raises C4Error for an evaluator that the file cannot hold, or too much time.
    """
    if evaluator not in EVALUATORS:
        raise C4Error(f"a ConnectX file can hold the evaluators {', '.join(EVALUATORS)}, not {evaluator}")
    seconds = seconds_of(time_ms)
    loaded = evaluators.load(evaluator, model)
    weights = loaded.weights[1:8] if isinstance(loaded, Windows) else (0.0,) * 7
    settings = {
        "EVALUATOR": repr(evaluator).replace("'", '"'),
        "WEIGHTS": repr(weights),
        "DEPTH": repr(depth),
        "SECONDS": repr(seconds),
    }
    return filled_in(title, settings)


def seconds_of(time_ms: float | None) -> float:
    """The seconds of a move.  Raises C4Error for more than ConnectX allows."""
    if time_ms is not None and time_ms > MOST_MS:
        raise C4Error(f"ConnectX allows 2,000 ms a move: at most {MOST_MS:,.0f} ms leave a margin, not {time_ms:,g}")
    if time_ms is None:
        time_ms = MOST_MS
    return time_ms / 1000


def filled_in(title: str, settings: dict[str, str]) -> str:
    """The player with these settings."""
    text = TEMPLATE.read_text(encoding="utf-8")
    title = re.sub(r'[^ -~]|["\\]', "?", title)  # it goes into a docstring
    for name, value in settings.items():
        text, replaced = re.subn(rf"(?m)^({name}: .*?) = .*$", rf"\1 = {value}", text)
        if replaced != 1:
            raise ValueError(f"{TEMPLATE.name} should define {name} once, with its type")
    return text.replace("(Kaggle)", f"(Kaggle) that searches as {title}", 1)
