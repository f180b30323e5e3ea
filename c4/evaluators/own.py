"""An evaluator of one's own: a Python file with one or more of three functions.  Imports numba.

    evaluate(position, side) -> number                  in plain Python
    evaluate_bits(own, other) -> number                 compiled (see `c4.evaluators.own_bits`)
    explain(position, side) -> [(feature, value, weight), ...], each also with its cells, if it has some: places (row,
                               column), or the numbers of their bits

The plain form is called by the searches through one kernel, whose call leads back into Python; so trees, windows and
counts are those of any other evaluator, at the speed of Python.  The file is code, and it is run: only what a person
names is loaded.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Any

import numba
import numpy as np

from c4 import halting, scripts
from c4.compiled.jit import bring
from c4.compiled.kinds import signatures
from c4.evaluators import own_bits
from c4.evaluators.base import Contribution, Evaluator, Tables
from c4.evaluators.own_bits import LIMIT
from c4.evaluators.v1 import evaluate_kernel as pattern
from c4.game.position import Position
from c4.game.rules import C4Error, Rules
from c4.halting import Halted
from c4.scripts import ENDS, Script

SCALE = 1000
"""Points in a unit, where values are no whole numbers."""

SAMPLES = [Position.from_moves(moves) for moves in ("", "4", "44", "4453", "435261", "12345671")]
"""Positions that a new file is asked about at once."""

_asked: list[tuple[Own, Rules]] = []
"""Who is asked about positions of which board, by the number in the evaluator's tables."""


def _answer(maximizer: int, minimizer: int, maximizer_moves: int, number: int) -> int:
    evaluator, rules = _asked[number]
    return evaluator.answer(maximizer, minimizer, bool(maximizer_moves), rules)


halting.callbacks.add(_answer.__code__)


@lru_cache(maxsize=1)
def _callback() -> Any:
    """`_answer` as a function for kernels; it lives as long as the process, as the kernels hold its address."""
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64)(_answer)


@lru_cache(maxsize=1)
def _kernel() -> Any:
    """The evaluate kernel of the plain form, compiled once in a process: it holds an address, so it is not kept."""
    call = _callback()

    def evaluate_kernel(maximizer, minimizer, maximizer_moves, board, tables):  # type: ignore[no-untyped-def]
        return call(maximizer, minimizer, 1 if maximizer_moves else 0, tables.numbers[0])

    compiled = numba.njit(nogil=True)(evaluate_kernel)
    for signature in signatures(pattern.py_func):  # type: ignore[attr-defined]  # a numba kernel has it
        compiled.compile(signature)
    compiled.disable_compile()
    return compiled


class Own(Evaluator):
    """The evaluator of a file; `load` makes it.  After an error in a search it answers 0 until `finish` raises it."""

    LEFT = "what explain leaves open"
    """The feature of what the rows of explain do not add up to."""

    update_kernel = None
    line_value = 1

    def __init__(self, script: Script, name: str) -> None:
        """`name` is that in the registry.  Raises C4Error for a file that is no evaluator."""
        self.script, self.path = script, script.path
        self.name, self.label = name, script.path.stem  # type: ignore[misc]  # of built-in ones they belong to the class
        self.unit = "points"  # type: ignore[misc]
        self.failed: C4Error | KeyboardInterrupt | None = None
        self.stuck: C4Error | None = None
        self.plain, self.reasons = script.function("evaluate"), script.function("explain")
        bits = script.function("evaluate_bits")
        if not (self.plain or self.reasons or bits):
            raise C4Error(f"{self.path} has no function evaluate(position, side)")
        self.bits = None if bits is None else own_bits.compiled(bits, script)
        whole = all(self._ask(position, side).is_integer() for position in SAMPLES for side in (0, 1))
        if self.bits is not None and whole:
            whole = all(self.bits.ask(position, side).is_integer() for position in SAMPLES for side in (0, 1))
        self.scale = 1 if whole else SCALE
        self.limit = LIMIT * self.scale
        self.steps = (self.scale, 3 * self.scale, 6 * self.scale)
        kernel = _kernel() if self.bits is None else self.bits.kernel(self.scale, _callback())
        self.evaluate_kernel = kernel  # type: ignore[misc]

    @property
    def form(self) -> str:
        """Which of the two forms the searches run, and how they would be faster, as a sentence."""
        if self.bits is not None:
            return f"{self.path.name}: the searches run evaluate_bits, which is compiled"
        return (
            f"{self.path.name}: the searches run it in plain Python; with evaluate_bits(own, other), which is compiled,"
            " they are as fast as with the built-in evaluators (`c4 new evaluator` shows how)"
        )

    def _ask(self, position: Position, side: int) -> float:
        """What the file says.  Raises C4Error with the line where it fails, and for what is no number."""
        if self.plain is not None:
            return self._number(self._call(self.plain, position, side), "evaluate", position)
        if self.reasons is not None:
            return self._number(
                sum(row.value * row.weight for row in self._rows(position, side)), "the sum of explain", position
            )
        assert self.bits is not None, "a file has one form at least"
        return self.bits.ask(position, side)

    def _call(self, function: Callable[[Position, int], Any], position: Position, side: int) -> Any:
        """What a function of the file says; once it had to be halted it is not asked again."""
        if self.stuck is not None:
            raise self.stuck
        try:
            return self.script.call(function, position, side)
        except C4Error as error:
            if isinstance(error.__cause__, Halted):
                self.stuck = error
            raise

    def _number(self, found: Any, what: str, position: Position) -> float:
        try:
            number = float(found)
        except (TypeError, ValueError):
            number = float("nan")
        if not isfinite(number) or abs(number) > LIMIT:
            wanted = f"{what} must return a number between -{LIMIT} and {LIMIT}"
            raise C4Error(f"{self.path}: {wanted}, not {found!r}, in {position!r}")
        return number

    def _rows(self, position: Position, side: int) -> list[Contribution]:
        """What explain says, each contribution in points of a scale of 1.  Raises C4Error as `_ask` does."""
        assert self.reasons is not None, "only a file with explain has rows"
        reasons = self.reasons
        said = self._call(lambda position, side: list(reasons(position, side)), position, side)
        try:
            rows = []
            for feature, value, weight, *cells in said:
                places = tuple(_place(cell, position.rules) for cell in (cells[0] if cells else ()))
                number, factor = float(value), float(weight)
                rows.append(Contribution(str(feature), number, factor, number * factor, places))
        except (TypeError, ValueError) as error:
            wanted = "explain must return rows of (feature, value, weight) or (feature, value, weight, cells)"
            raise C4Error(f"{self.script.fault(error)}; {wanted}") from error
        return rows

    def answer(self, maximizer: int, minimizer: int, maximizer_moves: bool, rules: Rules) -> int:
        """The points of a position given by its stones, for the maximizer."""
        if self.failed is not None:
            return 0
        more = maximizer.bit_count() - minimizer.bit_count()
        first = maximizer_moves if more == 0 else more > 0  # whether the maximizer began
        side = 0 if first else 1
        stones = (maximizer, minimizer) if first else (minimizer, maximizer)
        position = Position(stones, side if maximizer_moves else 1 - side, rules, None)
        try:
            return round(self._searched(position, side) * self.scale)
        except Halted as error:  # before the file was asked, or after it had answered
            self.failed = self.script.fault(error)
        except (C4Error, KeyboardInterrupt) as error:
            self.failed = error
        self.stuck = None  # a search that was stopped may be started again
        return 0

    def _searched(self, position: Position, side: int) -> float:
        """What `_ask` says; the plain form is called as a callback, which costs a twentieth of a guarded call."""
        if self.plain is None or self.stuck is not None:
            return self._ask(position, side)
        started = perf_counter()
        try:
            found = self.plain(position, side)
        except ENDS as error:
            raise self.script.ended(error, perf_counter() - started, position) from error
        return self._number(found, "evaluate", position)

    def finish(self) -> None:
        """After a search: raises C4Error if the file has failed in it, KeyboardInterrupt after one in the file."""
        failed, self.failed = self.failed, None
        if failed is not None:
            raise failed
        if self.bits is not None:
            self.bits.finish()

    def evaluate(self, position: Position, side: int | None = None) -> int:
        return round(self._ask(position, position.to_move if side is None else side) * self.scale)

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """The rows of the file's explain; what they leave open is a row of its own."""
        side = position.to_move if side is None else side
        points = self.evaluate(position, side)
        rows = [] if self.reasons is None else self._rows(position, side)
        rows = [row._replace(contribution=row.contribution * self.scale) for row in rows]
        rest = points - sum(row.contribution for row in rows)
        if abs(rest) >= 0.5 or not rows:
            name = f"evaluate in {self.path.name}" if not rows else self.LEFT
            rows.append(Contribution(name, rest / self.scale, 1.0, rest))
        return rows

    def tables(self, rules: Rules) -> Tables:
        fast = self.bits is not None and own_bits.knows(rules)
        if not (fast or self.plain or self.reasons):
            raise C4Error(f"{self.path}: evaluate_bits is made for the usual board, and there is no evaluate")
        asked = self, rules
        if asked not in _asked:
            _asked.append(asked)
        memory = np.zeros(0, dtype=np.int64) if self.bits is None else self.bits.memory
        return Tables(np.array([_asked.index(asked), int(fast)], dtype=np.int64), memory)


def _place(cell: Any, rules: Rules) -> tuple[int, int]:
    """(row, column) of a cell, given so or as the number of its bit."""
    if isinstance(cell, int):
        column, row = divmod(cell, rules.stride)
    else:
        row, column = (int(part) for part in cell)
    if not (0 <= row < rules.rows and 0 <= column < rules.columns):
        raise ValueError(f"{cell!r} is no cell of the board")
    return row, column


def of_module(where: str, name: str) -> Evaluator:
    """The evaluator of an installed package: a module with the functions of a file, or a subclass of Evaluator.

    Raises C4Error if it cannot be imported or is neither.
    """
    bring()  # as `load` does
    found = scripts.imported(where)
    if isinstance(found, type) and issubclass(found, Evaluator):
        return found()
    return Own(scripts.of_module(found, where), name)


def load(path: str | Path) -> Own:
    """The evaluator of a Python file, which is run.  Raises C4Error, with the line, when that fails."""
    bring()  # numba cannot compile a call of what still waits for it
    return Own(scripts.run(path), str(path))
