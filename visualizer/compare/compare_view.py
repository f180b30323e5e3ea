"""What the Compare window says about two searches of one position.  Nothing here knows Tk."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from c4.game.values import value_text
from c4.session.plans import Compared
from c4.text import pluralise
from c4.tree.compare import ABSENT, BOTH, NEITHER, ONLY_A, ONLY_B, UNSURE, Comparison
from c4.tree.row_words import line_text, row_text
from c4.tree.searchtree import SearchTree
from visualizer.state.sentences import time_text
from visualizer.state.tree.state import TreeState

SIDES = ("A", "B")

EMPTY = "Choose two searches, or a pair from the list, and press Compare (Return)."

WHOLE_PERCENT = 10
"""The share from which on it is told without decimals."""

LINES_LISTED = 500
"""The most nodes in the list."""

NO_TREES = (
    TreeState(empty="The tree of A appears here."),
    TreeState(empty="The tree of B appears here."),
    TreeState(empty="Both searches appear here as one tree."),
)


@dataclass(frozen=True, eq=False)
class Result:
    """A comparison that has ended."""

    compared: Compared

    @property
    def comparison(self) -> Comparison:
        """The two trees as one."""
        return self.compared.comparison


@dataclass(frozen=True, eq=False)
class Known:
    """What the window knows.

    trees     what is shown of A's tree, of B's, and of the merged one
    merged    whether the merged tree is shown, and not the other two
    result    the comparison on screen; None before the first
    selected  the selected row of the union of both trees
    message   how far the searches are, what they found, or what is wrong
    share     the part of its work that a comparison has done, 0 to 1; None if none is running
    """

    trees: tuple[TreeState, TreeState, TreeState] = field(default=NO_TREES)
    merged: bool = True
    result: Result | None = None
    selected: int | None = None
    message: str = EMPTY
    share: float | None = None


class RunView(NamedTuple):
    """The line with the button: what the button does, the message, and the progress."""

    button: str
    message: str
    share: float | None


def run_view(message: str, share: float | None) -> RunView:
    """What the line with the button says."""
    return RunView("Compare" if share is None else "Stop", message, share)


def head_views(result: Result | None) -> tuple[str, str]:
    """What stands above each tree: the search, and what it chose."""
    if result is None:
        return "", ""
    plans = result.compared.plans
    heads = [f"{SIDES[side]}  {plans[side].words}\n    {choice_text(result.compared, side)}" for side in (0, 1)]
    return heads[0], heads[1]


class DifferenceLine(NamedTuple):
    """A row of the union of both trees, and what the list says about it."""

    row: int
    cells: tuple[str, ...]


class DifferencesView(NamedTuple):
    """The list of differences: a summary, its lines, and the row that is selected."""

    summary: str = ""
    lines: tuple[DifferenceLine, ...] = ()
    selected: int | None = None


def differences_view(result: Result | None, selected: int | None) -> DifferencesView:
    """The nodes in which two searches differ, the largest differences first."""
    if result is None:
        return DifferencesView()
    summary, lines = _listed(result)
    return DifferencesView(summary, lines, selected)


@lru_cache(maxsize=1)
def _listed(result: Result) -> tuple[str, tuple[DifferenceLine, ...]]:
    """Summary and lines; those of the comparison on screen are kept while its rows are selected."""
    comparison = result.comparison
    rows = comparison.divergences
    more = f" · the {LINES_LISTED} largest differences" if len(rows) > LINES_LISTED else ""
    lines = tuple(DifferenceLine(row, cells(comparison, row)) for row in rows[:LINES_LISTED].tolist())
    return counts_text(result.compared) + more, lines


def choice_text(compared: Compared, side: int) -> str:
    """What A (0) or B (1) chose: "column 4, value ≤3, 2,326 nodes, 1.2 ms"."""
    decision = compared.decisions[side]
    tree = decision.tree
    value = decision.value
    column = decision.column
    assert tree is not None, "searches that are compared have recorded their trees"
    column_words = "" if column is None else f"column {column + 1}, "
    value_words = "" if value is None else f"value {value_text(value, compared.position.ply, tree.scale)}, "
    last = "" if decision.nodes == tree.nodes else f" (last iteration {tree.nodes:,})"
    return f"{column_words}{value_words}{pluralise(decision.nodes, 'node')}{last}, {time_text(decision.seconds)}"


def verdict(compared: Compared) -> str:
    """Whether both chose the same column, and which one visited fewer nodes."""
    a, b = compared.decisions
    column_of_a, column_of_b = chosen_columns(compared)
    same = f"A chooses column {column_of_a}, B column {column_of_b}"
    if column_of_a == column_of_b:
        same = f"both choose column {column_of_a}"
    if a.nodes == b.nodes:
        return f"{same}, with equally many nodes"
    smaller, larger = SIDES if a.nodes < b.nodes else reversed(SIDES)
    share = 100 * min(a.nodes, b.nodes) / max(a.nodes, b.nodes)
    decimals = 0 if share >= WHOLE_PERCENT else 1
    return f"{same}; {smaller} needs {share:.{decimals}f} % of {larger}'s nodes"


def chosen_columns(compared: Compared) -> tuple[str, str]:
    """The columns that A and B chose, as people count; "-" for none."""
    a, b = (decision.column for decision in compared.decisions)
    return column_text(a), column_text(b)


def column_text(column: int | None) -> str:
    """A column as people count; "-" for none."""
    return "-" if column is None else str(column + 1)


def counts_text(compared: Compared) -> str:
    """How many nodes are in both trees, in one, and with values that contradict each other."""
    comparison = compared.comparison
    parts = [
        f"{pluralise(comparison.count(BOTH), 'node')} in both",
        f"{comparison.count(ONLY_A):,} only in A",
        f"{comparison.count(ONLY_B):,} only in B",
        f"{int(comparison.differs.sum()):,} with values that contradict each other",
    ]
    unsure = comparison.count(UNSURE)
    if unsure:
        parts.append(f"{unsure:,} not recorded in one")
    if comparison.a.evaluator != comparison.b.evaluator:
        parts.append("different units: values contradict each other when A and B see different sides ahead")
    return " · ".join(parts)


def values_text(comparison: Comparison, row: int) -> tuple[str, str]:
    """The values of a row of the union in A and in B; "" where a search has none."""
    if comparison.where[row] == NEITHER:
        return "", ""
    in_a = value_in(comparison.a, int(comparison.row_a[row]))
    in_b = value_in(comparison.b, int(comparison.row_b[row]))
    return in_a, in_b


def value_in(tree: SearchTree, row: int) -> str:
    """The value of a row; "" for ABSENT."""
    return "" if row == ABSENT else row_text(tree, row)


def cells(comparison: Comparison, row: int) -> tuple[str, ...]:
    """A difference, by its row in the union of both trees, as the texts of COLUMNS."""
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
