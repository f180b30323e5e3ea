"""An evaluator of one's own: a Python file with `evaluate(position, side) -> number`.  Imports numba.

    def evaluate(position, side):
        return position.stones[side].bit_count()

The searches call it through one kernel, whose call leads back into Python; so trees, windows and counts are those of
any other evaluator, at the speed of Python.  The file is code, and it is run: only what a person names is loaded.
"""

from __future__ import annotations

import ctypes
import traceback
from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import numba
import numpy as np

from c4.compiled.kinds import signatures
from c4.evaluators.base import Contribution, Evaluator, Tables
from c4.evaluators.v1 import evaluate_kernel as pattern
from c4.game.position import Position
from c4.game.rules import C4Error, Rules
from c4.game.values import WIN_FLOOR

LIMIT = WIN_FLOOR // 1000
"""Values lie between minus this and this, so that no position seems won before the game is."""

SCALE = 1000
"""Points in a unit, where values are no whole numbers."""

_asked: list[tuple[Own, Rules]] = []
"""Who is asked about positions of which board, by the number in the evaluator's tables."""


def _answer(maximizer: int, minimizer: int, maximizer_moves: int, number: int) -> int:
    evaluator, rules = _asked[number]
    return evaluator.answer(maximizer, minimizer, bool(maximizer_moves), rules)


@lru_cache(maxsize=1)
def _kernel() -> Any:
    """The evaluate kernel, compiled once in a process: it holds an address, so it cannot be kept in a file."""
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64)(_answer)

    def evaluate_kernel(maximizer, minimizer, maximizer_moves, board, tables):  # type: ignore[no-untyped-def]
        return call(maximizer, minimizer, 1 if maximizer_moves else 0, tables.numbers[0])

    compiled = numba.njit(nogil=True)(evaluate_kernel)
    for signature in signatures(pattern.py_func):  # type: ignore[attr-defined]  # a numba kernel has it
        compiled.compile(signature)
    compiled.disable_compile()
    compiled.call = call  # lives as long as the kernel
    return compiled


class Own(Evaluator):
    """The evaluator of a file; `load` makes it.  After an error it answers 0 until `finish` raises it."""

    update_kernel = None
    steps = (1, 3, 6)
    line_value = 1

    def __init__(self, path: Path, function: Callable[[Position, int], Any]) -> None:
        self.path, self.function = path, function
        self.name = self.label = path.stem  # type: ignore[misc]  # of a built-in evaluator they belong to the class
        self.unit = "points"  # type: ignore[misc]
        self.failed: C4Error | None = None
        self.evaluate_kernel = _kernel()  # type: ignore[misc]
        samples = [Position.from_moves(moves) for moves in ("", "4", "44", "4453", "435261", "12345671")]
        whole = all(float(self._ask(position, side)).is_integer() for position in samples for side in (0, 1))
        self.scale = 1 if whole else SCALE
        self.limit = LIMIT * self.scale
        self.steps = (self.scale, 3 * self.scale, 6 * self.scale)

    def _ask(self, position: Position, side: int) -> float:
        """What the function says.  Raises C4Error with the line where it fails, and for what is no number."""
        try:
            found = self.function(position, side)
        except Exception as error:
            lines = [
                part.lineno for part in traceback.extract_tb(error.__traceback__) if part.filename == str(self.path)
            ]
            where = f" line {lines[-1]}" if lines else ""
            raise C4Error(f"{self.path}{where}: {type(error).__name__}: {error}, in {position!r}") from error
        try:
            number = float(found)
        except (TypeError, ValueError):
            number = float("nan")
        if not isfinite(number) or abs(number) > LIMIT:
            wanted = f"evaluate must return a number between -{LIMIT} and {LIMIT}"
            raise C4Error(f"{self.path}: {wanted}, not {found!r}, in {position!r}")
        return number

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
            return round(self._ask(position, side) * self.scale)
        except C4Error as error:
            self.failed = error
            return 0

    def finish(self) -> None:
        failed, self.failed = self.failed, None
        if failed is not None:
            raise failed

    def evaluate(self, position: Position, side: int | None = None) -> int:
        return round(self._ask(position, position.to_move if side is None else side) * self.scale)

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        points = self.evaluate(position, side)
        return [Contribution(f"evaluate in {self.path.name}", points / self.scale, self.scale, points)]

    def tables(self, rules: Rules) -> Tables:
        asked = self, rules
        if asked not in _asked:
            _asked.append(asked)
        return Tables(np.array([_asked.index(asked)], dtype=np.int64), np.zeros(0, dtype=np.int64))


def load(path: str | Path) -> Own:
    """The evaluator of a Python file, which is run.  Raises C4Error, with the line, when that fails."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise C4Error(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(text, str(path), "exec"), names)
    except Exception as error:
        lines = [part.lineno for part in traceback.extract_tb(error.__traceback__) if part.filename == str(path)]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        raise C4Error(f"{path} line {line}: {type(error).__name__}: {error}") from error
    function = names.get("evaluate")
    if not callable(function):
        raise C4Error(f"{path} has no function evaluate(position, side)")
    return Own(path, function)
