"""User evaluators: a Python file with `evaluate`, `evaluate_bits`, or both.

    evaluate(position, side) -> number       in plain Python
    evaluate_bits(own, other) -> number      compiled; it may have a third parameter: whether `own` is to move
    explain(position, side) -> [(feature, value, weight), ...]     the reasons, if the file has it; rows may have a
                               fourth item, the cells: (row, column), or the numbers of their bits

The searches call the plain form through one kernel, whose call leads back into Python; so trees, windows and counts are
those of any other evaluator, at the speed of Python.

Bit 7 * column + row of a bitboard is a cell, column 0 at the left, row 0 at the bottom; the bits 6, 13, ... are clear.
Compiled numbers are signed, as in Python, so that the same lines mean the same in both forms.
"""

from __future__ import annotations

import ctypes
import inspect
import re
from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from pathlib import Path
from threading import get_ident
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numba.extending import overload_method

from c4 import scripts
from c4.errors import C4Error
from c4.evaluators.base import Contribution, Evaluator, Tables
from c4.evaluators.v1 import evaluate_kernel as pattern
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.game.values import WIN_FLOOR
from c4.kernels.kinds import signatures
from c4.kernels.words import popcount
from c4.scripts import FAULTS, Script

LIMIT = WIN_FLOOR // 1000
"""Values lie between minus this and this: no position seems won before the game is."""

SCALE = 1000
"""Points in a unit, where values are no integers."""

SAMPLES = [Position.from_moves(moves) for moves in ("", "4", "44", "4453", "435261", "12345671")]
"""Positions that a new file is asked about at once."""

BITS_RANGE = f"evaluate_bits must return a number between -{LIMIT} and {LIMIT}"
BITS_BOARD = "evaluate_bits is made for the usual board, and there is no evaluate"


class UserEvaluator(Evaluator):
    """The evaluator of a file.  After an error in a search it answers 0 until `finish` raises the error."""

    REMAINDER = "what explain leaves open"
    """The feature of what the rows of explain do not add up to."""

    update_kernel = None
    line_value = 1

    def __init__(self, script: Script) -> None:
        """Raises C4Error for a file that is no evaluator."""
        self.script, self.path = script, script.path
        self.name, self.label, self.unit = str(script.path), script.path.stem, "points"  # type: ignore[misc]
        self.failed: C4Error | None = None
        self.plain, self.reasons = script.function("evaluate"), script.function("explain")
        bits = script.function("evaluate_bits")
        if not (self.plain or bits):
            raise C4Error(f"{self.path} has no function evaluate(position, side)")
        self.bits = None if bits is None else CompiledForm(bits, script)
        samples = [(position, side) for position in SAMPLES for side in (0, 1)]
        integers = all(self._ask(*sample).is_integer() for sample in samples)
        if self.bits is not None and integers:
            integers = all(self.bits.ask(*sample).is_integer() for sample in samples)
        self.scale = 1 if integers else SCALE
        self.limit = LIMIT * self.scale
        self.steps = (self.scale, 3 * self.scale, 6 * self.scale)
        kernel = _plain_kernel() if self.bits is None else self.bits.kernel(self.scale)
        self.evaluate_kernel = kernel  # type: ignore[misc]

    @property
    def form(self) -> str:
        """Which of the two forms the searches run, and how they would be faster, as a sentence."""
        if self.bits is not None:
            return f"{self.path.name}: the searches run evaluate_bits, which is compiled"
        return (
            f"{self.path.name}: the searches run it in plain Python; with evaluate_bits(own, other), which is compiled,"
            " they are as fast as with the built-in evaluators (`c4 check FILE --new evaluator` shows how)"
        )

    def _ask(self, position: Position, side: int) -> float:
        """The file's value.  Raises C4Error with the line where it fails, and for what is no number."""
        if self.plain is not None:
            return self._number(self.script.call(self.plain, position, side), position)
        assert self.bits is not None, "a file has at least one form"
        return self.bits.ask(position, side)

    def _number(self, value: Any, position: Position) -> float:
        try:
            number = float(value)
        except FAULTS:
            number = float("nan")
        if not isfinite(number) or abs(number) > LIMIT:
            wanted = f"evaluate must return a number between -{LIMIT} and {LIMIT}"
            raise C4Error(f"{self.path}: {wanted}, not {scripts.text_of(value)}, in {position!r}")
        return number

    def answer(self, maximizer: int, minimizer: int, maximizer_moves: bool, rules: Rules) -> int:
        """The points of a position given by its discs, for the maximizer.  Called by kernels: it raises nothing."""
        if self.failed is not None or self.plain is None:
            return 0
        more = maximizer.bit_count() - minimizer.bit_count()
        first = maximizer_moves if more == 0 else more > 0  # whether the maximizer has the first discs
        side = 0 if first else 1
        stones = (maximizer, minimizer) if first else (minimizer, maximizer)
        position = Position(stones, side if maximizer_moves else 1 - side, rules, None)
        thread = get_ident()
        scripts.running[thread] = self.script
        try:  # not by `Script.call`, which takes twenty times as long
            return round(self._number(self.plain(position, side), position) * self.scale)
        except C4Error as error:
            self.failed = error
        except FAULTS as error:
            self.failed = self.script.fault(error, f"in {position!r}")
        finally:
            scripts.running.pop(thread, None)
        return 0

    def finish(self) -> None:
        """After a search: raises C4Error if the file has failed in it."""
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
        rows = self._rows(position, side) if self.reasons is not None else []
        rest = points - sum(row.contribution for row in rows)
        if abs(rest) >= 0.5 or not rows:
            name = self.REMAINDER if rows else f"evaluate in {self.path.name}"
            rows.append(Contribution(name, rest / self.scale, 1.0, rest))
        return rows

    def _rows(self, position: Position, side: int) -> list[Contribution]:
        assert self.reasons is not None, "only a file with explain has rows"
        reasons = self.reasons
        answer = self.script.call(lambda position, side: list(reasons(position, side)), position, side)
        try:
            rows = []
            for feature, value, weight, *cells in answer:
                places = tuple(_cell(cell, position.rules) for cell in (cells[0] if cells else ()))
                number, factor = float(value), float(weight)
                rows.append(Contribution(str(feature), number, factor, number * factor * self.scale, places))
        except FAULTS as error:
            wanted = "explain must return rows of (feature, value, weight) or (feature, value, weight, cells)"
            raise C4Error(f"{self.script.fault(error)}; {wanted}") from error
        return rows

    def tables(self, rules: Rules) -> Tables:
        compiled = self.bits is not None and _is_usual_board(rules)
        if not (compiled or self.plain):
            raise C4Error(f"{self.path}: {BITS_BOARD}")
        entry = self, rules
        if entry not in _in_tables:
            _in_tables.append(entry)
        memory = np.zeros(0, dtype=np.int64) if self.bits is None else self.bits.memory
        return Tables(np.array([_in_tables.index(entry), int(compiled)], dtype=np.int64), memory)


def load(path: str | Path) -> UserEvaluator:
    """The evaluator of a Python file, which is run.  Raises C4Error, with the line, when that fails."""
    return UserEvaluator(scripts.run(path))


def _cell(cell: Any, rules: Rules) -> tuple[int, int]:
    """(row, column) of a cell, given as such or as the number of its bit."""
    if isinstance(cell, int):
        column, row = divmod(cell, rules.stride)
    else:
        row, column = (int(part) for part in cell)
    if not (0 <= row < rules.rows and 0 <= column < rules.columns):
        raise ValueError(f"{cell!r} is no cell of the board")
    return row, column


# -- the plain form in kernels ----------------------------------------------------------------------------------------

_in_tables: list[tuple[UserEvaluator, Rules]] = []
"""The evaluators and boards of callbacks; the evaluator's tables hold the index."""


def _answer(maximizer: int, minimizer: int, maximizer_moves: int, index: int) -> int:
    evaluator, rules = _in_tables[index]
    return evaluator.answer(maximizer, minimizer, bool(maximizer_moves), rules)


@lru_cache(maxsize=1)
def _callback() -> Any:
    """`_answer` as a function for kernels; it lives as long as the process, as the kernels hold its address."""
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64)(_answer)


@lru_cache(maxsize=1)
def _plain_kernel() -> Any:
    """The evaluate kernel of the plain form, compiled once in a process: it holds an address, so it is not cached."""
    call = _callback()

    def evaluate_kernel(maximizer, minimizer, maximizer_moves, board, tables):  # type: ignore[no-untyped-def]
        return call(maximizer, minimizer, 1 if maximizer_moves else 0, tables.numbers[0])

    return _compiled(numba.njit(nogil=True)(evaluate_kernel))


def _compiled(kernel: Any) -> Any:
    """An evaluate kernel, compiled for the signatures of all of them."""
    for signature in signatures(pattern.py_func):  # type: ignore[attr-defined]  # a numba kernel has it
        kernel.compile(signature)
    kernel.disable_compile()
    return kernel


# -- the compiled form ------------------------------------------------------------------------------------------------


@overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]  # numba is not typed
def _bit_count(number: Any) -> Callable[[Any], int]:
    """`int.bit_count` in compiled functions, which numba leaves out; of 64 bits."""

    def count(number: Any) -> int:
        return popcount(np.uint64(number))

    return count


def _is_usual_board(rules: Rules) -> bool:
    """Whether the bits of these rules' boards are those that a compiled form is written for."""
    return (rules.rows, rules.columns, rules.connect) == (STANDARD.rows, STANDARD.columns, STANDARD.connect)


class CompiledForm:
    """The compiled `evaluate_bits` of a file.  `memory` notes the first position whose value is out of range."""

    def __init__(self, function: Callable[..., Any], script: Script) -> None:
        """Raises C4Error, with the line, for a function that numba cannot compile."""
        self._path, plain = script.path, getattr(function, "py_func", function)
        parameters = len(inspect.signature(plain).parameters)
        if parameters not in (2, 3):
            raise C4Error(f"{script.path}: evaluate_bits takes (own, other) or (own, other, moves)")
        compiled: Any = function if plain is not function else numba.njit(nogil=True, error_model="numpy")(function)
        try:
            compiled.compile((types.int64, types.int64, types.boolean)[:parameters])
        except NumbaError as error:
            raise C4Error(refusal(error, script)) from None
        (signature,) = compiled.nopython_signatures
        if not isinstance(signature.return_type, types.Integer | types.Float | types.Boolean):
            raise C4Error(f"{script.path}: {BITS_RANGE}, not {signature.return_type}")
        self._function, self._three = compiled, parameters == 3
        self.memory = np.zeros(4, dtype=np.int64)

    def ask(self, position: Position, side: int) -> float:
        """The value for a side.  Raises C4Error for another board, and for a value out of range."""
        if not _is_usual_board(position.rules):
            raise C4Error(f"{self._path}: {BITS_BOARD}")
        value = self._call(position.stones[side], position.stones[1 - side], position.to_move == side)
        if not abs(value) <= LIMIT:
            raise C4Error(f"{self._path}: {BITS_RANGE}, not {value!r}, in {position!r}")
        return float(value)

    def _call(self, own: int, other: int, moves: bool) -> Any:
        return self._function(own, other, moves) if self._three else self._function(own, other)

    def kernel(self, scale: int) -> Any:
        """The evaluate kernel; on boards other than the usual one it calls the plain form."""
        function, most, call = self._function, LIMIT * scale, _callback()

        if self._three:
            ask = function
        else:

            @numba.njit(nogil=True, error_model="numpy")
            def ask(own, other, moves):  # type: ignore[no-untyped-def]
                return function(own, other)

        def evaluate_kernel(maximizer, minimizer, maximizer_moves, board, tables):  # type: ignore[no-untyped-def]
            if tables.numbers[1] == 0:
                return call(maximizer, minimizer, 1 if maximizer_moves else 0, tables.numbers[0])
            points = ask(np.int64(maximizer), np.int64(minimizer), maximizer_moves) * scale
            if not (-most <= points <= most):
                if tables.memory[0] == 0:
                    tables.memory[0], tables.memory[3] = 1, 1 if maximizer_moves else 0
                    tables.memory[1], tables.memory[2] = np.int64(maximizer), np.int64(minimizer)
                return 0
            return np.int64(np.rint(points)) if scale > 1 else np.int64(points)

        return _compiled(numba.njit(nogil=True, error_model="numpy")(evaluate_kernel))

    def finish(self) -> None:
        """After a search: raises C4Error if a value was out of range."""
        failed, own, other, moves = self.memory.tolist()
        if failed:
            self.memory[:] = 0
            value = self._call(own, other, bool(moves))
            raise C4Error(f"{self._path}: {BITS_RANGE}, not {value!r}, for the bitboards {own} and {other}")


def refusal(error: NumbaError, script: Script) -> str:
    """Why numba cannot compile the function, in one sentence with the line, out of the many that it prints."""
    text, reason = re.sub(r"\x1b\[[0-9;]*m", "", str(error)), scripts.one_line(str(error)) or "no reason given"
    numbers = [int(number) for number in re.findall(rf"{re.escape(script.path.name)}(?:\"?, line | \()(\d+)", text)]
    if (unknown := re.search(r"name '(\w+)'", reason)) is not None and not numbers:  # numba gives no line for these
        numbers = [number for number, line in enumerate(script.lines, 1) if re.search(rf"\b{unknown[1]}\b", line)][:1]
    line = f" line {numbers[-1]}" if numbers else ""
    where = f", at `{script.lines[numbers[-1] - 1].strip()}`" if numbers else ""
    return f"{script.path}{line}: evaluate_bits cannot be compiled: {reason}{where}"
