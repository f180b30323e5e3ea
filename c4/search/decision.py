"""Decision: what an agent answers when it is asked for a move.  Plain Python; imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from c4.game.values import Value

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint of the window does without


class Finding(NamedTuple):
    """Something on the board that an agent reasons from, in words and for drawing.

    `cells` are the cells (row, column) it is made of; `column` the move it asks for (from 0) or None; `weight` how much
    that counts; `verdict` what became of it: "played", or why not.
    """

    text: str
    cells: tuple[tuple[int, int], ...]
    column: int | None = None
    weight: float = 0.0
    verdict: str = ""


@dataclass(frozen=True)
class Decision:
    """A move and what led to it.

    column      the chosen column (from 0); None when the game is over, or the search was stopped before any column was
                done
    value       of that column, None when the agent computes none
    columns     value of every column that was looked at
    principal_variation     columns of best play, the chosen one first
    complete    False when the search was stopped: then the rest tells how far it came, and `tree` is None
    tree        the recorded search, None when nothing was recorded
    reason      in words
    depth       plies of the last finished iteration, 0 when the agent does not deepen step by step
    estimate    what the values are when nobody searched for them ("action values of a table"); otherwise ""
    scale       points in one unit of such values; those of a search are in the unit of its tree
    findings    what on the board it reasons from, the most important first
    """

    column: int | None
    value: Value | None = None
    columns: dict[int, Value] = field(default_factory=dict)
    principal_variation: tuple[int, ...] = ()
    nodes: int = 0
    pruned: int = 0
    seconds: float = 0.0
    complete: bool = True
    tree: SearchTree | None = field(default=None, repr=False)
    reason: str = ""
    depth: int = 0
    estimate: str = ""
    scale: int = 1
    findings: tuple[Finding, ...] = ()
