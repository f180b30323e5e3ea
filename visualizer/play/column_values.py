"""Column values: the row of values over the board, and a caption for it.  No tkinter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import ref

from c4.agents import AGENTS
from c4.game.values import Value, turned, value_text
from c4.search.decision import Decision
from c4.session.columns import can_be_asked
from c4.session.session import Session
from visualizer.play.evaluators import Evaluators
from visualizer.play.live_values import LABELS, live_values
from visualizer.play.names import Names
from visualizer.play.score import ColumnValues, Score, sign

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint does without


class Lines:
    """Best play from each column on in the tree that was asked last: it is looked at five times a second."""

    def __init__(self) -> None:
        self._tree: Callable[[], SearchTree | None] = lambda: None
        self._known: dict[int, tuple[int, ...]] = {}

    def of(self, tree: SearchTree, column: int) -> tuple[int, ...]:
        """Best play from a column on, that column first, as far as the tree has it."""
        if self._tree() is not tree:
            self._tree, self._known = ref(tree), {}
        if column not in self._known:
            row = tree.find((column,))
            best = () if row is None else tree.principal_variation(row)
            self._known[column] = tuple(int(tree.move[at]) for at in best) or (column,)
        return self._known[column]


LINES = Lines()


def column_values(session: Session, names: Names, evaluators: Evaluators) -> ColumnValues:
    """Live values if they are switched on; otherwise those of the running search, or of the last one."""
    if session.live.source is not None:
        return live_values(session, names)
    snapshot = session.progress()
    if snapshot is not None and snapshot.columns and session.agent is not None and AGENTS[session.agent].searches:
        evaluator = evaluators.needed(session.settings.limits.evaluator)
        own = names.views(session.position.to_move)
        scores = scores_of(snapshot.columns, snapshot.best, session.position.ply, evaluator.scale, own=own)
        return ColumnValues(scores, (f"values for {names.viewer()}, still searching",))
    found = session.newest
    if found is None:
        return ColumnValues({}, ("column values appear here after a search", "no search yet"))
    searcher, old = names.searcher(found), session.age(found) != 0
    own = bool(found.decision.estimate) or names.views(found.position.to_move)  # estimates have no other side
    whose = searcher if own and found.decision.estimate else names.viewer()
    when = f"{names.move_of(found)}, " if old else ""
    if not found.decision.columns:
        without = (f"{when}{searcher}: chosen without column values", f"{when}no values")
        return ColumnValues({}, without, found if old else None)
    texts: tuple[str, ...] = (f"{when}for {whose}: {how_found(found.decision, evaluators)}", f"{when}for {whose}")
    if old:
        texts = (f"{texts[0]} (click to go back)", *texts)
    decision = found.decision
    scores = scores_of(decision.columns, decision.column, found.position.ply, scale_of(decision), old, own)
    scores = {column: score._replace(line=line_from(decision, column)) for column, score in scores.items()}
    return ColumnValues(scores, texts, found if old else None)


def kept(before: ColumnValues, now: ColumnValues, session: Session) -> ColumnValues:
    """Live values that are still to come: until then those of the position before, grey."""
    waits = session.live.source is not None and session.outcome is None and bool(session.game.moves)
    if now.scores or not waits or not before.scores or not can_be_asked(session.live.source or "", session.position):
        return now
    grey = {column: score._replace(stale=True, best=False, line=(), said="") for column, score in before.scores.items()}
    return ColumnValues(grey, ("values of the position before; new ones will come", "values of the position before"))


def waiting(shown: ColumnValues, source: str | None) -> ColumnValues:
    """What is shown while the chosen source cannot be asked yet, with the reason."""
    if source is None:
        return shown
    why = f"{LABELS[source]} values come once their code is loaded"
    more = shown.captions[-1] if shown.scores else "the first time it is compiled"
    return shown._replace(captions=(f"{why}; {more}", why, "values are being loaded"))


def line_from(decision: Decision, column: int) -> tuple[int, ...]:
    """Best play from a column on, that column first, as far as the decision's tree has it."""
    return (column,) if decision.tree is None else LINES.of(decision.tree, column)


def how_found(decision: Decision, evaluators: Evaluators) -> str:
    """How values were found: "Alpha-beta, depth 6, V2"."""
    tree = decision.tree
    if tree is None or not tree.evaluator:
        return decision.estimate or ("exact" if tree is not None else "its tree was dropped")
    return f"{AGENTS[tree.algorithm].label}, depth {tree.depth}, {evaluators.label(tree.evaluator)}"


def scores_of(
    columns: dict[int, Value], best: int | None, stones: int, scale: int, old: bool = False, own: bool = True
) -> dict[int, Score]:
    """Values by column as scores; `stones` are those on the board, `scale` the points in one unit.

    Values are of the side that searched; without `own` they are turned to the other side.
    """
    seen = columns if own else {column: turned(value) for column, value in columns.items()}
    return {
        column: Score(value_text(value, stones, scale), column == best, old, sign(value))
        for column, value in seen.items()
    }


def scale_of(decision: Decision) -> int:
    """Points in one unit of a decision's values."""
    return decision.scale if decision.tree is None else decision.tree.scale
