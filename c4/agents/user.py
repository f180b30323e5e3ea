"""User players: a Python file with `choose(position) -> column`.

A second parameter, if the function has one, gets the limits (`c4.agents.limits.Limits`).  It may also return a Decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from c4 import scripts
from c4.agents.base import require_moves
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.game.position import Position
from c4.printable import one_line
from c4.scripts import Script
from c4.search.decision import Decision
from c4.search.watch import Watch


class UserAgent:
    """The player of a file; after the file is saved, it plays by the new code."""

    def __init__(self, name: str | Path) -> None:
        """Raises C4Error, with the line, for a file that cannot be run or is no player."""
        self._path = Path(name)
        self._stamp = self._saved()
        self._script, self._function = function_of(scripts.run(name))

    def _saved(self) -> tuple[int, int] | None:
        """When the file was saved last, and its size; None if it is gone."""
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        """What the file says.  Raises C4Error with the line where it fails, and for what is no legal column."""
        require_moves(position)
        stamp = self._saved()
        if stamp != self._stamp:
            self._script, self._function = function_of(scripts.run(self._path))
            self._stamp = stamp
        started = perf_counter()
        takes_limits = self._script.parameters(self._function) > 1
        arguments = (position, limits) if takes_limits else (position,)
        answer = self._script.call(self._function, *arguments)
        column: Any = answer.column if isinstance(answer, Decision) else answer
        if not is_legal(column, position):
            wanted = ", ".join(str(legal) for legal in position.legal_columns())
            raise C4Error(
                f"{self._script.path}: choose must return a column that is not full, one of {wanted} (from 0),"
                f" not {scripts.text_of(column)}, in {position!r}"
            )
        if isinstance(answer, Decision):
            return replace(answer, column=int(column))
        return Decision(
            int(column), seconds=perf_counter() - started, reason=f"choose in {one_line(self._script.path.name)}"
        )


def is_legal(column: Any, position: Position) -> bool:
    """Whether what a user's function returned is a legal column, as a whole number of any type."""
    try:
        return bool(column == int(column)) and int(column) in position.legal_columns()
    except BaseException as error:  # whatever the methods of a user's class raise
        if scripts.is_ctrl_c(error):
            raise
        return False


def function_of(script: Script) -> tuple[Script, Callable[..., Any]]:
    """A script with its function.  Raises C4Error if it has none."""
    function = script.function("choose")
    if function is None:
        hint = ""
        if any(script.function(name) for name in ("evaluate", "explain", "evaluate_bits")):
            hint = f"; it is an evaluator, which plays as alphabeta:evaluator={script.path}"
        raise C4Error(f"{script.path} has no function choose(position){hint}")
    return script, function
