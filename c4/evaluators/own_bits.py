"""The compiled form of an evaluator of one's own: `evaluate_bits(own, other) -> number`, two bitboards.  Imports numba.

Bit 7 * column + row of a bitboard is a cell, column 0 at the left, row 0 at the bottom; the bits 6, 13, ... stay clear.
The numbers are signed, as Python's own are, so that the same lines mean the same in both; `bit_count()` works on them.
A third argument, if the function has one, says whether `own` is to move.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numba.extending import overload_method

from c4.compiled.kinds import signatures
from c4.compiled.words import popcount
from c4.evaluators.v1 import evaluate_kernel as pattern
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.game.values import WIN_FLOOR
from c4.scripts import Script, one_line

LIMIT = WIN_FLOOR // 1000
"""Values of evaluators of one's own lie between minus this and this: no position seems won before the game is."""

WANTED = f"evaluate_bits must return a number between -{LIMIT} and {LIMIT}"


@overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]  # numba is not typed
def _bit_count(number: Any) -> Callable[[Any], int]:
    """`int.bit_count` in compiled functions, which numba leaves out; of 64 bits."""

    def count(number: Any) -> int:
        return popcount(np.uint64(number))

    return count


def knows(rules: Rules) -> bool:
    """Whether the bits of these rules' boards are those that a compiled form is written for."""
    return (rules.rows, rules.columns, rules.connect) == (STANDARD.rows, STANDARD.columns, STANDARD.connect)


class Bits:
    """A compiled form; `compiled` makes it.  `memory` notes the first position whose value cannot be."""

    def __init__(self, function: Any, three: bool, script: Script) -> None:
        self._function, self._three, self._path = function, three, script.path
        self.memory = np.zeros(4, dtype=np.int64)

    def ask(self, position: Position, side: int) -> float:
        """The value for a side.  Raises C4Error for another board, and for a value that cannot be."""
        if not knows(position.rules):
            raise C4Error(f"{self._path}: evaluate_bits is made for the usual board, and there is no evaluate")
        own, other = position.stones[side], position.stones[1 - side]
        found = self.call(self._function, own, other, position.to_move == side)
        if not abs(found) <= LIMIT:
            raise C4Error(f"{self._path}: {WANTED}, not {found!r}, in {position!r}")
        return float(found)

    def call(self, function: Callable[..., Any], own: int, other: int, moves: bool) -> Any:
        """What a function says that takes what this one does."""
        return function(own, other, moves) if self._three else function(own, other)

    def uncompiled(self, position: Position, side: int) -> Any:
        """What the same lines say in plain Python."""
        function = getattr(self._function, "py_func", self._function)
        return self.call(function, position.stones[side], position.stones[1 - side], position.to_move == side)

    def kernel(self, scale: int, call: Callable[..., int]) -> Any:
        """The evaluate kernel; `call` is asked where the tables' second number is 0, on other boards."""
        function, three, most = self._function, self._three, LIMIT * scale

        if three:
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

        compiled = numba.njit(nogil=True, error_model="numpy")(evaluate_kernel)
        for signature in signatures(pattern.py_func):  # type: ignore[attr-defined]  # a numba kernel has it
            compiled.compile(signature)
        compiled.disable_compile()
        return compiled

    def finish(self) -> None:
        """After a search: raises C4Error if a value could not be."""
        failed, own, other, moves = self.memory.tolist()
        if failed:
            self.memory[:] = 0
            found = self.call(self._function, own, other, bool(moves))
            raise C4Error(f"{self._path}: {WANTED}, not {found!r}, for the bitboards {own} and {other}")


def compiled(function: Callable[..., Any], script: Script) -> Bits:
    """The compiled form of a function.  Raises C4Error, with the line, for one that numba cannot compile."""
    plain = getattr(function, "py_func", function)
    arguments = len(inspect.signature(plain).parameters)
    if arguments not in (2, 3):
        raise C4Error(f"{script.path}: evaluate_bits takes (own, other) or (own, other, moves)")
    made: Any = function if plain is not function else numba.njit(nogil=True, error_model="numpy")(function)
    try:
        made.compile((types.int64, types.int64, types.boolean)[:arguments])
    except NumbaError as error:
        raise C4Error(refusal(error, script)) from None
    (found,) = made.nopython_signatures
    if not isinstance(found.return_type, types.Integer | types.Float | types.Boolean):
        raise C4Error(f"{script.path}: {WANTED}, not {found.return_type}")
    return Bits(made, arguments == 3, script)


def refusal(error: NumbaError, script: Script) -> str:
    """What numba does not like, in one sentence with the line, out of the many that it prints."""
    text, said = re.sub(r"\x1b\[[0-9;]*m", "", str(error)), one_line(str(error)) or "no reason given"
    numbers = [int(number) for number in re.findall(rf"{re.escape(script.path.name)}(?:\"?, line | \()(\d+)", text)]
    if (unknown := re.search(r"name '(\w+)'", said)) is not None and not numbers:  # numba gives no line for these
        numbers = [number for number, line in enumerate(script.lines, 1) if re.search(rf"\b{unknown[1]}\b", line)][:1]
    line = f" line {numbers[-1]}" if numbers else ""
    where = f", at `{script.lines[numbers[-1] - 1].strip()}`" if numbers else ""
    return f"{script.path}{line}: evaluate_bits cannot be compiled: {said}{where}"
