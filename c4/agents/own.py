"""A player of one's own: a Python file, or a module of an installed package, with `choose(position) -> column`.

A second argument, if the function has one, gets the limits (`c4.agents.Limits`).  It may return a whole Decision, too.
The file is code, and it is run: only what a person names is loaded.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from c4 import scripts
from c4.agents import Agent, Limits, require_moves
from c4.compiled.jit import bring
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.scripts import Script
from c4.search.decision import Decision
from c4.search.watch import Watch


class Own:
    """The player of a file; once the file is saved, its next move is that of the new code."""

    def __init__(self, name: str | Path) -> None:
        """Raises C4Error, with the line, for a file that cannot be run or is no player."""
        bring()  # the file may compile calls of our kernels, which numba cannot while they wait for it
        self._path: Path | None = Path(name)
        self._stamp = self._saved()
        self._script, self._function = function_of(scripts.run(name))

    @classmethod
    def of(cls, script: Script) -> Own:
        """The player of a module that is imported already."""
        own = cls.__new__(cls)
        own._path = None
        own._script, own._function = function_of(script)
        return own

    def _saved(self) -> tuple[int, int] | None:
        """When the file was saved last, and its size; None if it is gone."""
        assert self._path is not None, "only a file is saved"
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        """What the file says.  Raises C4Error with the line where it fails, and for a move that is none."""
        require_moves(position)
        if self._path is not None and (stamp := self._saved()) != self._stamp:
            self._script, self._function = function_of(scripts.run(self._path))
            self._stamp = stamp
        started = perf_counter()
        asked = (position, limits) if len(inspect.signature(self._function).parameters) > 1 else (position,)
        found = self._script.call(self._function, *asked)
        column: Any = found.column if isinstance(found, Decision) else found
        try:
            legal = column == int(column) and int(column) in position.legal_columns()
        except (TypeError, ValueError):
            legal = False
        if not legal:
            wanted = ", ".join(str(one) for one in position.legal_columns())
            raise C4Error(
                f"{self._script.path}: choose must return a column that is not full, one of {wanted} (from 0),"
                f" not {column!r}, in {position!r}"
            )
        if isinstance(found, Decision):
            return found
        return Decision(int(column), seconds=perf_counter() - started, reason=f"choose in {self._script.path.name}")


def function_of(script: Script) -> tuple[Script, Callable[..., Any]]:
    """A script with its function.  Raises C4Error if it has none."""
    function = script.function("choose")
    if function is None:
        hint = ""
        if any(script.function(name) for name in ("evaluate", "explain", "evaluate_bits")):
            hint = f"; it is an evaluator, which plays as alphabeta:evaluator={script.path}"
        raise C4Error(f"{script.path} has no function choose(position){hint}")
    return script, function


def of_module(where: str) -> Agent:
    """The agent of an installed package: a module with `choose(position)`, or a class whose objects are agents.

    Raises C4Error if it cannot be imported or is neither.
    """
    bring()
    found = scripts.imported(where)
    if isinstance(found, type) and callable(getattr(found, "choose", None)):
        agent: Agent = found()
        return agent
    return Own.of(scripts.of_module(found, where))
