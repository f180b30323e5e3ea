"""Network: a learned value, one hidden layer over the stones and over the cells that complete a line.

    inputs    0 or 1: a stone of the first player on a cell, of the second; an empty cell that completes a line of the
              first, of the second; the side to move
    unit      clipped ReLU: the sum of the weights of its inputs, at least 0 and at most 1; on the board and on its
              mirror image
    V         tanh(bias + sum of both activations of every unit x what it adds, one number for each side to move)
              +1: the first player wins, -1: the second

As in the small networks of chess engines (Nasu's NNUE, 2018) weights are whole numbers in the search, and the sums of
the hidden layer follow the search from leaf to leaf: only the inputs that change are added or taken off
(`c4.evaluators.network_kernels`).  Forced replies are played first (`c4.evaluators.quiet`).  Imports numpy, numba and
`c4.models`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.evaluators import network_pages
from c4.evaluators.base import Contribution, Evaluator, Tables
from c4.evaluators.network_inputs import inputs_on, mirrored_inputs, place_of_input
from c4.evaluators.network_kernels import (
    BIAS,
    FINE,
    HELD,
    INPUTS,
    LANES,
    ONE,
    OUT,
    PLANES,
    ROWS,
    SCALE,
    TOP,
    WON,
    evaluate_kernel,
    points_of,
)
from c4.evaluators.pages import Page
from c4.evaluators.quiet import FULL, QUIET, WINS, after_replies, rows_of_replies
from c4.game.position import Position
from c4.game.rules import C4Error, Rules

LARGEST = (1 << 15) - 1
"""Weights in the search are numbers of 16 bits."""

LARGEST_SUM = (1 << 31) - (1 << 26)
"""The sum of all units is a number of 32 bits; the rest is for rounding."""

TOLD = 4
"""Cells of a unit that an explanation names."""


def units_of(length: int) -> int:
    """How many units a network with so many weights has; 0 if there is no such network."""
    units, rest = divmod(length - 2, INPUTS + 2)
    return units if rest == 0 else 0


def can_hold(weights: np.ndarray) -> bool:
    """Whether the whole numbers of the search can hold these weights; False also if one is no number."""
    size = INPUTS * units_of(weights.size)
    inner, outer = np.abs(weights[:size]), np.abs(weights[size:-2]).reshape(2, -1)
    with np.errstate(over="ignore"):  # infinity is too large, too
        return bool(
            inner.max() * ONE < LARGEST
            and outer.max() * OUT < LARGEST
            and outer.sum(axis=1).max() * 2 * FINE < LARGEST_SUM
            and np.abs(weights[-2:]).max() < LARGEST
        )


class Network(Evaluator):
    """The weights of a network; unit wins (100,000 points = +1); mirror-symmetric.

    `weights` are float32: INPUTS rows of H, the weights of each input; two rows of H, what each unit adds with the
    first and with the second player to move; two biases.  Raises C4Error for weights that are too many, too few, or too
    large for the whole numbers of the search.  Knows only the board it was trained on, with both scorings (though it
    was trained with the first line winning).
    """

    name = "network"
    label = "Network (learned)"
    unit = "wins"
    scale = SCALE
    limit = WON
    steps = (SCALE // 10, SCALE // 3, 2 * SCALE // 3)
    line_value = 10_000
    symmetric = True
    pages_follow = True
    evaluate_kernel = staticmethod(evaluate_kernel)

    def __init__(self, weights: np.ndarray, rules: Rules, source: str = "given weights") -> None:
        """`source`: where the weights come from, for people."""
        self.rules, self.source, self.units = rules, source, units_of(weights.size)
        if not self.units or weights.ndim != 1:
            raise C4Error(f"{source}: {weights.size:,} weights are not those of a network with one hidden layer")
        if not can_hold(weights):
            raise C4Error(f"{source}: a weight is too large for the search, or not a number")
        size = INPUTS * self.units
        inner, outer, bias = np.split(weights.astype(np.float64), [size, size + 2 * self.units])
        self.inner = np.rint(inner * ONE).astype(np.int64).reshape(INPUTS, self.units)
        self.outer = np.rint(outer * OUT).astype(np.int64).reshape(2, self.units)
        self.bias = np.rint(bias * FINE).astype(np.int64)
        mirror = mirrored_inputs(rules)
        lanes = np.concatenate(
            (np.concatenate((self.inner, self.inner[mirror]), axis=1), np.concatenate((self.outer, self.outer), axis=1))
        )
        self._numbers = np.concatenate((np.zeros(ROWS, dtype=np.int64), lanes.astype(np.int32).ravel().view(np.int64)))
        self._numbers[LANES] = 2 * self.units
        self._numbers[BIAS : BIAS + 2] = self.bias

    @classmethod
    def from_model(cls, path: str | Path | None = None) -> Network:
        """The evaluator of a model file, by default the built-in one.  Raises C4Error for an unusable file."""
        path = models.default_path(cls.name, ".npz") if path is None else Path(path)
        content, weights = read_model(path)
        return cls(weights, models.rules_of(content, path), path.name)

    def _check(self, rules: Rules) -> None:
        mine = self.rules
        rules.require_still("the network evaluator")
        if (rules.rows, rules.columns, rules.connect) != (mine.rows, mine.columns, mine.connect):
            raise C4Error(f"{self.source} was trained on {mine}: it knows nothing of {rules}")

    def tables(self, rules: Rules) -> Tables:
        self._check(rules)
        return Tables(self._numbers, np.zeros(HELD + PLANES + 1 + self.units, dtype=np.int64))

    def evaluate(self, position: Position, side: int | None = None) -> int:
        """The value by the formula above, every sum made anew; the same as that of `evaluate_kernel`."""
        self._check(position.rules)
        return self._told(position, position.to_move if side is None else side)[0]

    def _told(self, position: Position, side: int) -> tuple[int, int, Position, int, np.ndarray, np.ndarray]:
        """(points for `side`, those of the network alone, the quiet position, how the replies end, the activations of
        every unit on the board and on its mirror image [2, units], what each adds for the first player [units]).

        Activations are in steps of 1 / ONE, what they add in steps of 1 / FINE.
        """
        quiet, comes_to = after_replies(position)
        on, moves = inputs_on(quiet)
        mirror = mirrored_inputs(position.rules)
        active = np.clip(np.array([self.inner[on].sum(axis=0), self.inner[mirror[on]].sum(axis=0)]), 0, ONE)
        adds = active.sum(axis=0) * self.outer[moves]
        began = quiet.to_move if moves == 0 else 1 - quiet.to_move
        sign = 1 if side == began else -1
        points = value = sign * int(points_of(int(adds.sum() + self.bias[moves])))
        if comes_to != QUIET:
            value = 0 if comes_to == FULL else WON if (comes_to == WINS) == (quiet.to_move == side) else -WON
        return value, points, quiet, comes_to, active, adds

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """A row for each unit with its activation, what it adds, and the cells that excite it or hold it back most;
        a row for the bias; and what is said of the forced replies, after which the network is asked.

        What units add is summed before tanh; the points after it are divided in proportion, rounded so that they still
        add up.  Where the replies decide, a row that says why makes up the difference.
        """
        self._check(position.rules)
        side = position.to_move if side is None else side
        value, points, quiet, comes_to, active, adds = self._told(position, side)
        on, moves = inputs_on(quiet)
        began = quiet.to_move if moves == 0 else 1 - quiet.to_move
        sign = 1 if side == began else -1
        parts = sign * np.append(adds, self.bias[moves])
        total = int(parts.sum())
        shares = np.rint(parts * (points / total if total else TOP / FINE)).astype(np.int64)
        shares[np.argmax(np.abs(parts))] += points - shares.sum()
        weights = [*(sign * self.outer[moves] / OUT).tolist(), sign * float(self.bias[moves]) / FINE]
        cells = self._strongest(on, position.rules)
        rows = [
            Contribution(f"unit {unit + 1}", float(active[:, unit].sum()) / ONE, weights[unit], share, cells[unit])
            for unit, share in enumerate(shares[:-1].tolist())
        ]
        rows.append(Contribution("side to move", 1.0, weights[-1], int(shares[-1])))
        return rows + rows_of_replies(position, quiet, comes_to, value - points)

    def _strongest(self, on: np.ndarray, rules: Rules) -> list[tuple[tuple[int, int], ...]]:
        """For each unit the cells whose inputs weigh most in the sum of its two readings."""
        on = on[:-1]  # the last one is the side to move
        if not len(on):
            return [()] * self.units
        weight = np.abs(self.inner[on] + self.inner[mirrored_inputs(rules)[on]])
        best = np.argsort(-weight, axis=0, kind="stable")[:TOLD]
        places = [place_of_input(row, rules) for row in on.tolist()]
        return [tuple(dict.fromkeys(places[row] for row in column)) for column in best.T.tolist()]

    def page_names(self) -> tuple[str, ...]:
        return network_pages.names(self.units)

    def _page(self, name: str, position: Position | None) -> Page:
        quiet = Position(rules=self.rules) if position is None else after_replies(position)[0]
        inner, outer = self.inner / ONE, self.outer / OUT
        return network_pages.page(name, inner, outer, quiet if fits(quiet.rules, self.rules) else None, self.rules)


class Taught(Network):
    """A wider one, for the file taught.npz."""

    name = "taught"
    label = "Taught (learned)"


def fits(one: Rules, other: Rules) -> bool:
    return (one.rows, one.columns, one.connect) == (other.rows, other.columns, other.connect)


# -- the model file ---------------------------------------------------------------------------------------------------


def read_model(path: str | Path, more: dict[str, tuple[str, int]] | None = None) -> tuple[dict[str, Any], np.ndarray]:
    """(content, weights float32) of a model file.  With `more` (see `c4.models.read_arrays`) the content has these
    arrays under "arrays".  Raises C4Error, one sentence, for any other file."""
    content, arrays = models.read_arrays(path, Network.name, {"weights": ("float32", 1), **(more or {})})
    Network(arrays["weights"], models.rules_of(content, path), str(path))
    return {**content, "arrays": arrays}, arrays["weights"]
