"""User evaluators: a Python file with `evaluate`, `evaluate_bits`, or both.

    evaluate(position, side) -> number       in plain Python
    evaluate_bits(own, other) -> number      compiled; it may have a third parameter: whether `own` is to move
    explain(position, side) -> [(feature, value, weight), ...]     the reasons, if the file has it; rows may have a
                               fourth item, the cells: (row, column), or the numbers of their bits

The searches call the plain form through one kernel, whose call leads back into Python; so trees, windows and counts are
those of any other evaluator, at the speed of Python.

Bit 7 * column + row of a bitboard is a cell, column 0 at the left, row 0 at the bottom; the bits 6, 13, ... are clear.
Compiled numbers are signed, as in Python, and errors, indices, divisions and shifts are checked, so that the same lines
mean the same in both forms; but compiled integers have 64 bits, and what is beyond is dropped.

All values are searched in thousandths of a point.
"""

from __future__ import annotations

import ast
import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from math import isfinite
from pathlib import Path
from threading import get_ident
from typing import Any
from weakref import WeakValueDictionary

import numba
import numpy as np
from numba import types
from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.extending import overload_method

from c4 import scripts
from c4.errors import C4Error
from c4.evaluators.base import NO_NUMBERS, Contribution, Evaluator, Tables
from c4.evaluators.refusals import plain_reason, plain_type
from c4.evaluators.shifts import ShiftsAsInPython
from c4.evaluators.v1 import evaluate_kernel as pattern
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.game.values import THOUSANDTHS, WIN_FLOOR
from c4.kernels.board import board_of
from c4.kernels.jit import load as load_kernel
from c4.kernels.kinds import U, signatures
from c4.kernels.words import popcount
from c4.printable import one_line
from c4.scripts import Script

VALUE_LIMIT = WIN_FLOOR // 1000
"""Values lie between minus this and this: no position seems won before the game is."""

SAMPLES = [Position.from_moves(moves) for moves in ("", "4", "44", "4453", "435261", "12345671")]
"""Positions that a new file is asked about at once."""

AGREEMENT = 0.00051
"""How far apart two values may be that are equal in thousandths, with a little for what floating-point numbers lose."""

# The states of `CompiledForm.memory`.

UNASKED = 0
HAS_VALUE = 1
FAILED = 2

BITS_RANGE = f"evaluate_bits must return a number between -{VALUE_LIMIT} and {VALUE_LIMIT}"
BITS_BOARD = "evaluate_bits is made for the usual board, and there is no evaluate"


class UserEvaluator(Evaluator):
    """The evaluator of a file.  After an error in a search it answers 0 until the search ends, which raises the error."""

    REMAINDER = "what explain leaves open"
    """The feature of what the rows of explain do not add up to."""

    update_kernel = None
    line_value = 1
    scale = THOUSANDTHS
    limit = VALUE_LIMIT * THOUSANDTHS
    steps = (THOUSANDTHS, 3 * THOUSANDTHS, 6 * THOUSANDTHS)

    def __init__(self, script: Script) -> None:
        """Raises C4Error for a file that is no evaluator."""
        self.script = script
        self.path = script.path
        self.name = str(script.path)  # type: ignore[misc]
        self.label = one_line(script.path.stem)  # type: ignore[misc]
        self._file = one_line(script.path.name)
        self.unit = "points"  # type: ignore[misc]
        self.plain = script.function("evaluate")
        self.reasons = script.function("explain")
        bits = script.function("evaluate_bits")
        if not (self.plain or bits):
            raise C4Error(f"{self.path} has no function evaluate(position, side)")
        self.bits = None if bits is None else CompiledForm(bits, script)
        self.evaluate_kernel = _plain_kernel() if self.bits is None else self.bits.kernel()  # type: ignore[misc]
        self._failures: dict[int, BaseException] = {}
        """What went wrong in the search of each thread."""
        self._unclear = C4Error(f"{self.path} fails, and leaves Python in no state to say how")
        self._callbacks: dict[Rules, Callback] = {}
        for position in SAMPLES:
            for side in (0, 1):
                if self.bits is None:
                    self.value(position, side)
                else:
                    self.require_agreement(position, side)

    @property
    def form(self) -> str:
        """Which of the two forms the searches run, and how they would be faster, as a sentence."""
        if self.bits is not None:
            return f"{self._file}: the searches run evaluate_bits, which is compiled"
        return (
            f"{self._file}: the searches run it in plain Python; with evaluate_bits(own, other), which is compiled,"
            " they are as fast as with the built-in evaluators (`c4 check FILE --new evaluator` shows how)"
        )

    def value(self, position: Position, side: int) -> float:
        """The file's value.  Raises C4Error with the line where it fails, and for what is no number."""
        if self.plain is not None:
            return self._number(self.script.call(self.plain, position, side), position)
        assert self.bits is not None, "a file has at least one form"
        return self.bits.ask(position, side)

    def value_in_search(self, position: Position, side: int) -> float:
        """The value as the searches see it.  Raises C4Error as `value` does."""
        tables = self.tables(position.rules)
        board = board_of(position.rules)
        own = U(position.stones[side])
        other = U(position.stones[1 - side])
        with self.in_search():
            points = load_kernel(self.evaluate_kernel)(own, other, position.to_move == side, board, tables)
        return int(points) / self.scale

    def require_agreement(self, position: Position, side: int) -> None:
        """Raises C4Error where the two forms differ, with the position, and where one has no value."""
        value = self.value(position, side)
        if self.bits is not None and self.plain is not None:
            compiled = self.bits.ask(position, side)
            if abs(value - compiled) > AGREEMENT:
                message = f"evaluate says {value:g} and evaluate_bits {compiled:g}"
                raise C4Error(f"{self.path}: {message} for side {side} in {position!r}")

    def _number(self, value: Any, position: Position) -> float:
        """What evaluate returned, as a number.  Raises C4Error if it is none, or too large."""
        try:
            number = float("nan") if isinstance(value, str | bytes | bytearray) else float(value)
        except BaseException as error:  # of the value's own class
            if scripts.is_ctrl_c(error):
                raise
            number = float("nan")
        if not isfinite(number) or abs(number) > VALUE_LIMIT:
            wanted = f"evaluate must return a number between -{VALUE_LIMIT} and {VALUE_LIMIT}"
            raise C4Error(f"{self.path}: {wanted}, not {scripts.text_of(value)}, in {position!r}")
        return number

    def answer(self, maximizer: int, minimizer: int, maximizer_moves: bool, rules: Rules) -> int:
        """The points of a position given by its discs, for the maximizer.  Called by kernels: it raises nothing."""
        thread = get_ident()
        if thread in self._failures or self.plain is None:
            return 0
        position = None
        try:  # not by `Script.call`, which takes twenty times as long
            position, side = position_of(maximizer, minimizer, maximizer_moves, rules)
            return round(self._number(self.plain(position, side), position) * self.scale)
        except C4Error as error:
            self._failures[thread] = error
        except BaseException as error:  # what is raised here would be lost
            self._note_failure(thread, error, position)
        return 0

    def _note_failure(self, thread: int, error: BaseException, position: Position | None) -> None:
        """Notes what went wrong in a search, in words if that is possible: the file may have replaced what words need."""
        if scripts.is_ctrl_c(error):
            self._failures[thread] = error
            return
        self._failures[thread] = self._unclear
        where = "" if position is None else f"in {position!r}"
        self._failures[thread] = self.script.fault(error, where)

    @contextmanager
    def in_search(self) -> Iterator[None]:
        thread = get_ident()
        self._failures.pop(thread, None)
        with self.script.at_work():
            yield
        failure = self._failures.pop(thread, None)
        if failure is not None:
            raise failure
        if self.bits is not None and (asked := self.bits.finish()) is not None:
            self.require_agreement(*asked)

    def evaluate(self, position: Position, side: int | None = None) -> int:
        return round(self.value(position, position.to_move if side is None else side) * self.scale)

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """The rows of the file's explain; what they leave open is a row of its own."""
        side = position.to_move if side is None else side
        points = self.evaluate(position, side)
        rows = self._rows(position, side) if self.reasons is not None else []
        rest = points - sum(row.contribution for row in rows)
        if abs(rest) >= 0.5 or not rows:
            name = self.REMAINDER if rows else f"evaluate in {self._file}"
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
                number = float(value)
                factor = float(weight)
                if not isfinite(number * factor):
                    raise ValueError(f"{number:g} times {factor:g} is no number")
                rows.append(Contribution(str(feature), number, factor, number * factor * self.scale, places))
        except BaseException as error:  # of the classes of what it returned
            if scripts.is_ctrl_c(error):
                raise
            wanted = "explain must return rows of (feature, value, weight) or (feature, value, weight, cells)"
            raise C4Error(f"{self.script.fault(error)}; {wanted}") from None
        return rows

    def tables(self, rules: Rules) -> Tables:
        compiled = self.bits is not None and _is_usual_board(rules)
        if not (compiled or self.plain):
            raise C4Error(f"{self.path}: {BITS_BOARD}")
        callback = self._callbacks.get(rules)
        if callback is None:
            callback = Callback(self, rules)
            self._callbacks[rules] = callback
        memory = NO_NUMBERS if self.bits is None else self.bits.memory()
        return Tables(np.array([callback.number, int(compiled)], dtype=np.int64), memory)


def load(path: str | Path) -> UserEvaluator:
    """The evaluator of a Python file, which is run.  Raises C4Error, with the line, when that fails."""
    return UserEvaluator(scripts.run(path))


def position_of(own: int, other: int, own_moves: bool, rules: Rules) -> tuple[Position, int]:
    """The position with these discs, and the side whose discs `own` are."""
    own_count = own.bit_count()
    other_count = other.bit_count()
    if own_count == other_count:
        own_is_first = own_moves
    else:
        own_is_first = own_count > other_count
    if own_is_first:
        side = 0
        stones = (own, other)
    else:
        side = 1
        stones = (other, own)
    to_move = side if own_moves else 1 - side
    return Position(stones, to_move, rules, None), side


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


class Callback:
    """An evaluator and a board that a kernel may ask for: the evaluator's tables hold the number."""

    numbers = count()
    by_number: WeakValueDictionary[int, Callback] = WeakValueDictionary()

    def __init__(self, evaluator: UserEvaluator, rules: Rules) -> None:
        self.evaluator = evaluator
        self.rules = rules
        self.number = next(self.numbers)
        self.by_number[self.number] = self


def _answer(maximizer: int, minimizer: int, maximizer_moves: int, number: int) -> int:
    callback = Callback.by_number[number]
    return callback.evaluator.answer(maximizer, minimizer, bool(maximizer_moves), callback.rules)


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
    """The compiled `evaluate_bits` of a file."""

    def __init__(self, function: Callable[..., Any], script: Script) -> None:
        """Raises C4Error, with the line, for a function that numba cannot compile."""
        self._script = script
        self._path = script.path
        self._plain: Callable[..., Any] = getattr(function, "py_func", function)
        parameters = script.parameters(self._plain)
        if parameters not in (2, 3):
            raise C4Error(f"{script.path}: evaluate_bits takes (own, other) or (own, other, moves)")
        self._takes_moves = parameters == 3
        boards = (types.int64, types.int64)
        self._function = _checked(self._plain, script, (*boards, types.boolean) if self._takes_moves else boards)
        (signature,) = self._function.nopython_signatures
        if not isinstance(signature.return_type, types.Integer | types.Float | types.Boolean):
            line, where = place_of(script, self._odd_return())
            raise C4Error(f"{script.path}{line}: {BITS_RANGE}, not {plain_type(signature.return_type)}{where}")
        self._memories: dict[int, np.ndarray] = {}

    def _functions(self) -> list[ast.FunctionDef]:
        """What is compiled, as the file has it: the function, and those under `numba.njit`."""
        compiled = [self._plain, *(helper.py_func for helper in helpers_of(self._script))]
        names = {function.__name__ for function in compiled}
        nodes = ast.walk(ast.parse("\n".join(self._script.lines)))
        return [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name in names]

    def _odd_return(self) -> int:
        """The line that returns nothing, or the only one that returns anything; 0 if there is none."""
        nodes = (node for function in self._functions() for node in ast.walk(function))
        returns = [node for node in nodes if isinstance(node, ast.Return)]
        nothing = [one for one in returns if one.value is None or ast.unparse(one.value) == "None"]
        chosen = nothing or (returns if len(returns) == 1 else [])
        return chosen[0].lineno if chosen else 0

    def memory(self) -> np.ndarray:
        """Where the searches of this thread note a position: (state, own, other, moves).

        The state is UNASKED, HAS_VALUE for the last position so far, or FAILED for the first without a value.
        """
        return self._memories.setdefault(get_ident(), np.zeros(4, dtype=np.int64))

    def ask(self, position: Position, side: int) -> float:
        """The value for a side.  Raises C4Error for another board, with the line where the function fails, and for a
        value out of range.
        """
        if not _is_usual_board(position.rules):
            raise C4Error(f"{self._path}: {BITS_BOARD}")
        own = position.stones[side]
        other = position.stones[1 - side]
        value = self._script.call(lambda asked: self._value(own, other, asked.to_move == side), position)
        if not abs(value) <= VALUE_LIMIT:
            raise C4Error(f"{self._path}: {BITS_RANGE}, not {value!r}, in {position!r}")
        return float(value)

    def _value(self, own: int, other: int, moves: bool) -> Any:
        """What the compiled function returns.  An error in it is that of the same lines in Python, which name a place."""
        arguments = (own, other, moves) if self._takes_moves else (own, other)
        try:
            return self._function(*arguments)
        except Exception:
            self._plain(*arguments)
            raise

    def kernel(self) -> Any:
        """The evaluate kernel; on boards other than the usual one it calls the plain form."""
        function = self._function
        call = _callback()
        most = VALUE_LIMIT * THOUSANDTHS

        if self._takes_moves:
            ask = function
        else:

            @numba.njit(nogil=True)
            def ask(own, other, moves):  # type: ignore[no-untyped-def]
                return function(own, other)

        def evaluate_kernel(maximizer, minimizer, maximizer_moves, board, tables):  # type: ignore[no-untyped-def]
            if tables.numbers[1] == 0:
                return call(maximizer, minimizer, 1 if maximizer_moves else 0, tables.numbers[0])
            points = np.nan
            try:
                points = ask(np.int64(maximizer), np.int64(minimizer), maximizer_moves) * float(THOUSANDTHS)
            except Exception:
                points = np.nan
            has_value = -most <= points <= most
            if tables.memory[0] != FAILED:
                tables.memory[0] = HAS_VALUE if has_value else FAILED
                tables.memory[1] = np.int64(maximizer)
                tables.memory[2] = np.int64(minimizer)
                tables.memory[3] = 1 if maximizer_moves else 0
            return np.int64(np.rint(points)) if has_value else 0

        return _compiled(numba.njit(nogil=True, error_model="numpy")(evaluate_kernel))

    def finish(self) -> tuple[Position, int] | None:
        """After a search: the last position that it asked about, and the side; None if it asked about none.

        Raises C4Error if a position in it had no value.
        """
        memory = self.memory()
        state, own, other, moves = memory.tolist()
        memory[:] = 0
        if state == UNASKED:
            return None
        position, side = position_of(own, other, bool(moves), STANDARD)
        if state == FAILED:
            self.ask(position, side)
            raise C4Error(f"{self._path}: evaluate_bits has no value in a search, in {position!r}")
        return position, side


def _checked(function: Callable[..., Any], script: Script, signature: tuple[Any, ...]) -> Any:
    """A function of a file, compiled with the checks that Python makes: divisions, indices of arrays, and shifts.

    So are the functions of the file that it calls.  Raises C4Error, with the line, if numba cannot compile it.
    """
    compiled: Any = numba.njit(nogil=True, error_model="python", boundscheck=True, pipeline_class=ShiftsAsInPython)(
        function
    )
    with global_compiler_lock:
        before = numba.config.BOUNDSCHECK
        numba.config.BOUNDSCHECK = 1
        try:
            for helper in helpers_of(script):
                helper._cache = NullCache()  # type: ignore[attr-defined]  # it may hold code without checks
                helper._compiler.pipeline_class = ShiftsAsInPython  # type: ignore[attr-defined]
                helper.recompile()
            compiled.compile(signature)
        except (NumbaError, UnsupportedBytecodeError) as error:
            raise C4Error(refusal(error, script)) from None
        except BaseException as error:  # what numba asks of a file's objects may fail in any way
            raise script.fault(error) from None
        finally:
            numba.config.BOUNDSCHECK = before
    return compiled


def helpers_of(script: Script) -> list[Dispatcher]:
    """The functions of a file that numba compiles."""
    return [one for one in script.names.values() if isinstance(one, Dispatcher)]


def refusal(error: Exception, script: Script) -> str:
    """Why numba cannot compile the function, in one sentence with the line, out of the many that it prints."""
    reason = plain_reason(re.sub(r"\x1b\[[0-9;]*m", "", str(error))) or "no reason given"
    line, where = place_of(script, _line_of(error, reason, script))
    return f"{script.path}{line}: evaluate_bits cannot be compiled: {reason}{where}"


def _line_of(error: Exception, reason: str, script: Script) -> int:
    """The line of a file that numba cannot compile; 0 if nothing says which.

    That is the last line of the file in what numba prints, otherwise the one that it gives with the error.  Of an unknown
    name, for which it gives none, it is the first line with the name.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))  # without colours
    printed = re.findall(rf"{re.escape(script.path.name)}(?:\"?, line | \()(\d+)", text)
    if printed:
        return int(printed[-1])
    place = getattr(error, "loc", None)
    if place is not None:
        return int(place.line)
    unknown = re.search(r"name '(\w+)'", reason)
    if unknown is None:
        return 0
    for number, line in enumerate(script.lines, start=1):
        if re.search(rf"\b{unknown[1]}\b", line):
            return number
    return 0


def place_of(script: Script, number: int) -> tuple[str, str]:
    """The words before and after a sentence for a line of a file; nothing for line 0."""
    if not 0 < number <= len(script.lines):
        return "", ""
    return f" line {number}", f", at `{script.lines[number - 1].strip()}`"
