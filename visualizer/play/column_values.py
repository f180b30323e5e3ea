"""Column values: the row of values over the board, and a caption for it.  No tkinter."""

from __future__ import annotations

from typing import NamedTuple

from c4.agents import AGENTS
from c4.game.rules import FIRST_LINE
from c4.game.values import EXACT, LOWER, UPPER, Value, value_text
from c4.search.decision import Decision
from c4.session.events import Found
from c4.session.session import Session
from visualizer.play.evaluators import Evaluators
from visualizer.play.names import Names


class Score(NamedTuple):
    """The entry of a column: its text ("≤3"), whether it is the best, whether its position is an earlier one, its
    sign.
    """

    text: str
    best: bool = False
    stale: bool = False
    sign: int = 0


class ColumnValues(NamedTuple):
    """The row: a score for each column (from 0) that has one, and captions from long to short.

    `source` is the search if it was about an earlier position.
    """

    scores: dict[int, Score]
    captions: tuple[str, ...]
    source: Found | None = None


def column_values(session: Session, names: Names, evaluators: Evaluators) -> ColumnValues:
    """Exact values if they are switched on; otherwise those of the running search, or of the last one."""
    if session.exact_values.on:
        return exact_column_values(session, names)
    snapshot = session.progress()
    if snapshot is not None and snapshot.columns and session.agent is not None and AGENTS[session.agent].searches:
        evaluator = evaluators.needed(session.settings.limits.evaluator)
        scores = scores_of(snapshot.columns, snapshot.best, session.position.ply, evaluator.scale)
        return ColumnValues(scores, (f"values for {names.mover()}, still searching",))
    found = session.newest
    if found is None:
        return ColumnValues({}, ("column values appear here after a search", "no search yet"))
    searcher, old = names.searcher(found), session.age(found) != 0
    when = f"{names.move_of(found)}, " if old else ""
    if not found.decision.columns:
        without = (f"{when}{searcher}: chosen without column values", f"{when}no values")
        return ColumnValues({}, without, found if old else None)
    texts: tuple[str, ...] = (f"{when}for {searcher}: {how_found(found.decision, evaluators)}", f"{when}for {searcher}")
    if old:
        texts = (f"{texts[0]} (click to go back)", *texts)
    scores = scores_of(found.decision.columns, found.decision.column, found.position.ply, scale_of(found.decision), old)
    return ColumnValues(scores, texts, found if old else None)


def exact_column_values(session: Session, names: Names) -> ColumnValues:
    """Exact values: W5 wins on ply 5, L6 loses on ply 6, 0 draws; bounds tighten while the solver works."""
    if session.position.rules.scoring != FIRST_LINE:
        return ColumnValues({}, ("exact values exist only when the first line wins", "no exact values"))
    if session.outcome is not None:
        return ColumnValues({}, ("the game is over",))
    known, complete = session.exact()
    sure = {column: value.points for column, value in known.items() if value.bound == EXACT}
    best = max(sure.values()) if complete and sure else None
    scores = {
        column: Score(
            value_text(value, session.position.ply), best is not None and sure.get(column) == best, False, sign(value)
        )
        for column, value in known.items()
    }
    return ColumnValues(scores, (f"exact values for {names.mover()}" + ("" if complete else ", still solving"),))


def how_found(decision: Decision, evaluators: Evaluators) -> str:
    """How values were found: "Alpha-beta, depth 6, V2"."""
    tree = decision.tree
    if tree is None or not tree.evaluator:
        return decision.estimate or ("exact" if tree is not None else "its tree was dropped")
    return f"{AGENTS[tree.algorithm].label}, depth {tree.depth}, {evaluators.label(tree.evaluator)}"


def scores_of(
    columns: dict[int, Value], best: int | None, stones: int, scale: int, old: bool = False
) -> dict[int, Score]:
    """Values by column as scores; `stones` are those on the board, `scale` the points in one unit."""
    return {
        column: Score(value_text(value, stones, scale), column == best, old, sign(value))
        for column, value in columns.items()
    }


def scale_of(decision: Decision) -> int:
    """Points in one unit of a decision's values."""
    return decision.scale if decision.tree is None else decision.tree.scale


def sign(value: Value) -> int:
    """+1 for a value that is certainly good for its side, -1 for a bad one, 0 if it is 0 or the bound leaves it
    open.
    """
    if value.points > 0 and value.bound != UPPER:
        return 1
    if value.points < 0 and value.bound != LOWER:
        return -1
    return 0
