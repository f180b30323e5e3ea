"""The divisions of a suite's positions: by phase, ply, result, distance to the end, threats of the side that wins.

Imports numpy and `c4.strategy.threats`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from c4.arena.suites import FULL, Suite
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.strategy.threats import COUNTS, SHARED, on_board


class Cut(NamedTuple):
    """A division of a suite's positions: the names of its groups, and the group of each position, int (n,)."""

    names: tuple[str, ...]
    group: np.ndarray


CUTS = {
    "phase": "phase of the game",
    "plies": "ply",
    "result": "result with best play",
    "distance": "plies to the end with best play",
    "threat": "threats of the side that wins",
    "ply": "single ply",
}
"""The divisions, with their titles."""

PHASES = ("begin, under 14 stones", "middle, 14 to 28", "end, more")
DISTANCES = (7, 14, 21, 28, 42)
"""The greatest distance of each group."""

PARITIES = ("none yet", "odd", "even", "odd and even")


def distance(score: int, stones: int) -> int:
    """Plies until a game ends in which both play best, from an exact score and the stones on the board."""
    left = STANDARD.cells - stones
    if score > 0:
        return 2 * ((left + 1) // 2 - score) + 1
    return left if score == 0 else 2 * (left // 2 + score) + 2


def deciding(position: Position, result: int) -> str:
    """The kind of the threats that count of the side that wins ("first player: odd"); "drawn" if neither does.

    `result` is that of the side to move: 1, 0, -1.
    """
    if not result:
        return "drawn"
    winner = position.to_move if result > 0 else 1 - position.to_move
    own = [threat for threat in on_board(position) if threat.side == winner and threat.state in (COUNTS, SHARED)]
    kind = any(threat.odd for threat in own) + 2 * any(not threat.odd for threat in own)
    return f"{('first', 'second')[winner]} player: {PARITIES[kind]}"


@lru_cache(maxsize=4)
def cuts(known: Suite) -> dict[str, Cut]:
    """All divisions of a suite, by the names of CUTS; groups without a position are left out."""
    plies = np.array([position.ply for position in known.positions])
    best = np.where(known.scores == FULL, -99, known.scores).max(axis=1)
    ends = np.array([distance(int(score), int(stones)) for score, stones in zip(best, plies)])
    first, bands = int(plies.min()), (int(plies.max()) - int(plies.min())) // 4 + 1
    spans = [(low + 1, high) for low, high in zip((0, *DISTANCES), DISTANCES)]
    threats = [f"{side} player: {kind}" for side in ("first", "second") for kind in PARITIES] + ["drawn"]
    found = [deciding(position, int(np.sign(score))) for position, score in zip(known.positions, best)]
    whole = {
        "phase": (PHASES, (plies >= 14).astype(int) + (plies > 28)),
        "plies": ([f"{at} to {at + 3}" for at in range(first, first + 4 * bands, 4)], (plies - first) // 4),
        "result": (("won", "drawn", "lost"), 1 - np.sign(best)),
        "distance": (
            [f"{low} to {high}" for low, high in spans] + ["drawn"],
            np.where(best == 0, len(spans), np.searchsorted(DISTANCES, ends)),
        ),
        "threat": (threats, np.array([threats.index(name) for name in found])),
        "ply": ([str(ply) for ply in range(first, int(plies.max()) + 1)], plies - first),
    }
    return {name: _without_empty(tuple(names), group) for name, (names, group) in whole.items()}


def _without_empty(names: tuple[str, ...], group: np.ndarray) -> Cut:
    there = np.unique(group)
    return Cut(tuple(names[at] for at in there), np.searchsorted(there, group))
