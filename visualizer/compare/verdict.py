"""Verdict: what a comparison of two searches says, in words.  Imports the merged tree."""

from __future__ import annotations

from c4.experiments.plans import Compared
from c4.game.rules import count
from c4.game.values import value_text
from c4.tree.compare import ABSENT, BOTH, ONLY_A, ONLY_B, UNSURE, Comparison
from c4.tree.explain import line_text
from visualizer.compare.merged import values_text
from visualizer.kit.widgets import Anchor
from visualizer.play.status import time_text

COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Line", 120, "w"),
    ("What", 130, "w"),
    ("Value A", 80, "e"),
    ("Value B", 80, "e"),
    ("Nodes A", 90, "e"),
    ("Nodes B", 90, "e"),
    ("Saved by B", 100, "e"),
)
"""The columns of the list of differences: title, width in pixels, anchor."""


def choice_text(found: Compared, side: int) -> str:
    """What A (0) or B (1) chose: "column 4, value ≤3, 2,326 nodes, 1.2 ms"."""
    decision = found.decisions[side]
    tree, value, column = decision.tree, decision.value, decision.column
    assert tree is not None, "searches that are compared have recorded their trees"
    column_text = "" if column is None else f"column {column + 1}, "
    value_said = "" if value is None else f"value {value_text(value, found.position.ply, tree.scale)}, "
    last = "" if decision.nodes == tree.nodes else f" (last iteration {tree.nodes:,})"
    return f"{column_text}{value_said}{count(decision.nodes, 'node')}{last}, {time_text(decision.seconds)}"


def verdict(found: Compared) -> str:
    """Whether both chose the same column, and which one visited fewer nodes."""
    a, b = found.decisions
    columns = ["-" if decision.column is None else str(decision.column + 1) for decision in (a, b)]
    if a.column == b.column:
        same = f"both choose column {columns[0]}"
    else:
        same = f"A chooses column {columns[0]}, B column {columns[1]}"
    if a.nodes == b.nodes:
        return f"{same}, with equally many nodes"
    less, more, fewer = ("B", a.nodes, b.nodes) if b.nodes < a.nodes else ("A", b.nodes, a.nodes)
    share = 100 * fewer / more
    return f"{same}; {less} needs {share:.{0 if share >= 10 else 1}f} % of {'A' if less == 'B' else 'B'}'s nodes"


def counts_text(found: Compared) -> str:
    """How many nodes are in both trees, in one, and with different values."""
    comparison = found.comparison
    parts = [
        f"{count(comparison.count(BOTH), 'node')} in both",
        f"{comparison.count(ONLY_A):,} only in A",
        f"{comparison.count(ONLY_B):,} only in B",
        f"{int(comparison.differs.sum()):,} with different values",
    ]
    unsure = comparison.count(UNSURE)
    if unsure:
        parts.append(f"{unsure:,} not recorded in one")
    if comparison.a.evaluator != comparison.b.evaluator:
        parts.append("different units: values count as different when A and B see different sides ahead")
    return " · ".join(parts)


def cells(comparison: Comparison, row: int) -> tuple[str, ...]:
    """A difference, by its row in the merged tree, as the texts of COLUMNS."""
    a, b = values_text(comparison, row)
    what = {ONLY_A: "only in A", ONLY_B: "only in B"}.get(int(comparison.where[row]), "different value")
    return (
        line_text(comparison.tree, row),
        what,
        a or _lacking(comparison.row_a[row]),
        b or _lacking(comparison.row_b[row]),
        f"{int(comparison.nodes_a[row]):,}",
        f"{int(comparison.nodes_b[row]):,}",
        f"{int(comparison.saved[row]):,}".replace("-", "−"),
    )


def _lacking(row: int) -> str:
    """The text in place of a missing value."""
    return "-" if row == ABSENT else "pruned"
