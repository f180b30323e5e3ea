"""Decision: an agent's answer when asked for a move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from c4.game.values import Value, value_text

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint of the window does without


class Finding(NamedTuple):
    """Something on the board that an agent's reasoning rests on, in words and for drawing.

    `cells` are its cells (row, column); `column` is the move it suggests (from 0) or None; `weight` how much that
    counts; `verdict` the result: "played", or why not.
    """

    text: str
    cells: tuple[tuple[int, int], ...]
    column: int | None = None
    weight: float = 0.0
    verdict: str = ""


@dataclass(frozen=True)
class Decision:
    """A move and what led to it.

    column      the chosen column (from 0); None when the game is over, or the search was stopped before it finished one
    value       of that column; None if the agent computes none
    columns     the value of every column that was searched or evaluated
    principal_variation     columns of best play, the chosen one first
    complete    False when the search was stopped: the other fields are then what it knew, and `tree` is None, but for
                Monte-Carlo tree search, whose tree is whole after every simulation
    tree        the recorded search; None if nothing was recorded
    reason      in words
    depth       plies of the last finished iteration; 0 if the agent does not deepen iteratively
    estimate    what the values are if they do not come from a search ("action values of a table"); otherwise ""
    scale       points in one unit of such values; those of a search are in the unit of its tree
    findings    what its reasoning rests on, the most important first
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

    def _repr_html_(self) -> str:
        """For notebooks: the board that was searched with a value over each column, where a tree was recorded; and the
        reason, or the column and its value.
        """
        from html import escape

        stones = 0 if self.tree is None else self.tree.root.ply
        scale = self.scale if self.tree is None else self.tree.scale
        texts = {column: value_text(value, stones, scale) for column, value in self.columns.items()}
        chosen = "no column" if self.column is None else f"column {self.column + 1}"
        explanation = self.reason or ", ".join(f"{column + 1}: {text}" for column, text in sorted(texts.items()))
        picture = "" if self.tree is None else self.tree.root.svg(texts, self.column)
        return (
            f"<div>{picture}<p><strong>{chosen}</strong>{escape(f': {explanation}' if explanation else '')}</p></div>"
        )
