"""The pages of the network evaluator: each hidden unit a small board, and the boards that excite it.  Imports numpy."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np

from c4.evaluators.network_inputs import KINDS, bits, inputs_on
from c4.evaluators.network_kernels import INPUTS
from c4.evaluators.pages import Heat, Page, on_board
from c4.evaluators.quiet import FULL, QUIET, after_replies
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules

TOGETHER = 24
"""Units on a page that shows several."""

SAMPLE = 200
"""Positions among which those are found that excite a unit most."""

SHOWN = 6
"""How many of them are shown."""


def names(units: int) -> tuple[str, ...]:
    together = (f"units {start + 1} to {min(units, start + TOGETHER)}" for start in range(0, units, TOGETHER))
    single = (f"unit {unit + 1}" for unit in range(units))
    exciting = (f"boards of unit {unit + 1}" for unit in range(units))
    return (*together, *single, *exciting)


def page(name: str, inner: np.ndarray, outer: np.ndarray, quiet: Position | None, rules: Rules) -> Page:
    """The page of this name: `inner` float64[INPUTS, units], what an input adds to a unit's sum; `outer`
    float64[2, units], what a unit adds to the value with either side to move; `quiet` the position whose inputs are
    framed."""
    units = inner.shape[1]
    place = names(units).index(name)
    together = -(-units // TOGETHER)
    if place < together:
        return _several(name, range(place * TOGETHER, min(units, (place + 1) * TOGETHER)), inner, outer, rules)
    unit = (place - together) % units
    if place < together + units:
        return _one(name, unit, inner, outer, quiet, rules)
    return _exciting(name, unit, inner, rules)


def _several(name: str, units: range, inner: np.ndarray, outer: np.ndarray, rules: Rules) -> Page:
    about = (
        "Each board is a hidden unit. A number says how much better for the first player, through this unit, the"
        " first player's stone is in that cell than the second's: blue better, orange worse. A unit reads the mirror"
        " image as well."
    )
    liked = (inner[:64] - inner[64:128]) * outer.mean(axis=0)
    heats = (on_board(f"unit {unit + 1}", plane(liked[:, unit], rules), rules) for unit in units)
    return Page(name, about, tuple(heats))


def _one(name: str, unit: int, inner: np.ndarray, outer: np.ndarray, quiet: Position | None, rules: Rules) -> Page:
    about = (
        "What each input adds to the sum of this unit: a stone, or an empty cell that completes a line. Blue excites"
        " it, orange holds it back; the sum counts from 0 to 1. Bars: what the unit starts from, and what an activation"
        " of 1 adds to the value for the first player, before tanh. Framed: the inputs of the position, after forced"
        " replies."
    )
    on = set() if quiet is None else set(inputs_on(quiet)[0].tolist())
    heats = []
    for number, kind in enumerate(KINDS):
        heat = on_board(kind, plane(inner[64 * number : 64 * (number + 1), unit], rules), rules)
        cells = (rules.place(cell) for cell in bits(rules.board) if 64 * number + cell in on)
        heats.append(heat._replace(marks=tuple((rules.rows - 1 - row, column) for row, column in cells)))
    start, adds = inner[INPUTS - 2 :, unit], outer[:, unit]
    bars = (
        ("starts at, first to move", float(start[0])),
        ("starts at, second to move", float(start[1])),
        ("adds, first to move", float(adds[0])),
        ("adds, second to move", float(adds[1])),
    )
    return Page(name, about, tuple(heats), bars)


def _exciting(name: str, unit: int, inner: np.ndarray, rules: Rules) -> Page:
    about = (
        "Of 200 positions from random games those that excite this unit most, on top of each its sum: 1 and"
        " more is as excited as it gets. Blue: stones of the first player; orange: of the second."
    )
    positions, on = sample(rules)
    sums = on @ inner[:, unit]
    heats: list[Heat] = []
    for at in np.argsort(-sums, kind="stable")[:SHOWN].tolist():
        stones = np.zeros(64)
        first, second = positions[at]
        stones[bits(first)], stones[bits(second)] = 1.0, -1.0
        heats.append(on_board(f"{sums[at]:.2f}", plane(stones, rules), rules))
    return Page(name, about, tuple(heats), stones=True)


def plane(values: np.ndarray, rules: Rules) -> np.ndarray:
    """float64[rows, columns] of the values of 64 bit numbers."""
    found = np.zeros((rules.rows, rules.columns))
    for cell in bits(rules.board):
        found[rules.place(cell)] = values[cell]
    return found


@lru_cache(maxsize=4)
def sample(rules: Rules) -> tuple[list[tuple[int, int]], np.ndarray]:
    """(stones of who began and of the other, which inputs are on: float64[positions, INPUTS]) of quiet positions from
    random games, the same every time."""
    random = Random(1)
    stones: list[tuple[int, int]] = []
    on: list[np.ndarray] = []
    rules = Rules(rules.rows, rules.columns, rules.connect, FIRST_LINE)
    for _ in range(10 * SAMPLE):
        position = Position(rules=rules)
        for _ in range(random.randrange(rules.cells * 3 // 4)):
            if position.outcome() is None:
                position = position.play(random.choice(position.legal_columns()))
        quiet, comes_to = after_replies(position) if position.outcome() is None else (position, FULL)
        if comes_to == QUIET:
            inputs, moves = inputs_on(quiet)
            on.append(np.bincount(inputs, minlength=INPUTS))
            stones.append((quiet.mine, quiet.theirs) if moves == 0 else (quiet.theirs, quiet.mine))
        if len(on) == SAMPLE:
            break
    return stones, np.array(on, dtype=np.float64).reshape(-1, INPUTS)
