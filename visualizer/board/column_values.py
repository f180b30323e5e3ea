"""The row of values over the columns, its captions, and the choice of where the values come from."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple

from c4.agents import AGENTS
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.values import EXACT as EXACTLY
from c4.game.values import LOWER, UPPER, WIN, WIN_FLOOR, Value, number_text, turned, value_text
from c4.search.decision import Decision
from c4.session.events import SearchResult
from c4.session.live import News, can_be_asked, learned_name
from c4.session.session import Session
from c4.session.settings import EXACT, LEARNED, SEARCH
from c4.text import pluralise
from visualizer.board.status import Names, how_asked, scale_of
from visualizer.ui.evaluators import Evaluators
from visualizer.ui.widgets import Flow, Tooltip, on


class Score(NamedTuple):
    """The value of a column: its text ("≤3"), whether it is the best, whether it is about an earlier position, its sign,
    a description, and best play from it on (columns from 0, this one first).
    """

    text: str
    best: bool = False
    stale: bool = False
    sign: int = 0
    description: str = ""
    line: tuple[int, ...] = ()


class ColumnValues(NamedTuple):
    """A score for each column (from 0) that has one, and captions from long to short.

    `source` is the search, if it was about an earlier position.
    """

    scores: dict[int, Score]
    captions: tuple[str, ...]
    source: SearchResult | None = None


def sign(value: Value) -> int:
    """+1 for a value that is good for its side, -1 for a bad one, 0 where the bound leaves it open."""
    if value.points > 0 and value.bound != UPPER:
        return 1
    if value.points < 0 and value.bound != LOWER:
        return -1
    return 0


LABELS = {None: "last search", SEARCH: "search", LEARNED: "learned", EXACT: "exact"}
"""Labels of the sources of column values."""


def live_values(session: Session, names: Names, evaluators: Evaluators) -> ColumnValues:
    """The values of the source that is switched on: W5 wins on ply 5, L6 loses on ply 6."""
    source, position = session.live.source, session.position
    assert source is not None, "live values have a source"
    if not can_be_asked(source, position):
        return ColumnValues(
            {}, ("exact values exist only when the first line wins, on a board that does not turn", "no exact values")
        )
    if session.outcome is not None:
        return ColumnValues({}, ("the game is over",))
    known, whose = session.live.known(position), names.viewer()
    if not known.columns:
        soon = "stopped: Go (G) continues" if known.stopped else f"values for {whose} appear here"
        return ColumnValues({}, (soon, "stopped" if known.stopped else "values appear here"))
    own = names.views(position.to_move)
    exact = {column: news.value.points for column, news in known.columns.items() if news.value.bound == EXACTLY}
    settled = exact and (known.complete or source == SEARCH)
    best = max(exact.values()) if settled else None
    scores = {
        column: score_of(news, position, own, best is not None and exact.get(column) == best, names)
        for column, news in known.columns.items()
    }
    until = "" if known.complete else ", stopped" if known.stopped else f", {pluralise(known.nodes, 'position')} so far"
    open_depths = [news.depth for news in known.columns.values() if not decided(news.value)]
    depth = f"to depth {min(open_depths)}" if open_depths else "until every column is decided"
    how = {
        SEARCH: f"search {depth}, {EVALUATORS[session.settings.evaluator].label}{until}",
        LEARNED: EVALUATORS[learned_name(session.settings)].label,
        EXACT: "exact" if known.complete else f"exact, {'stopped' if known.stopped else 'still solving'}",
    }[source]
    search = session.newest
    if search is not None and search.hint and session.age(search) == 0:
        how += f"; the hint: {search_words(search.decision, evaluators)}"
    short = f"{how.partition(',')[0]}, for {whose}"
    return ColumnValues(scores, (f"values for {whose}: {how}", f"for {whose}: {how}", short))


def decided(value: Value) -> bool:
    """Whether a value says who wins, and when."""
    return value.bound == EXACTLY and abs(value.points) >= WIN_FLOOR


def score_of(news: News, position: Position, own: bool, best: bool, names: Names) -> Score:
    """A column's score; `own` says whether the point of view is that of the side to move."""
    value = news.value if own else turned(news.value)
    text = value_text(value, position.ply, news.scale)
    description = f"Column {news.column + 1}: {in_words(news.value, position, news.scale, names)}"
    return Score(text, best, False, sign(value), description, news.line)


def in_words(value: Value, position: Position, scale: int, names: Names) -> str:
    """A value for the side to move as a sentence: "Red loses in 8 plies"."""
    mover, points = names.mover(), value.points
    if abs(points) >= WIN_FLOOR:
        plies = pluralise(WIN - abs(points) - position.ply, "ply", "plies")
        if value.bound == EXACTLY:
            return f"{mover} {'wins' if points > 0 else 'loses'} in {plies}"
        sure = (value.bound == LOWER) == (points > 0)
        if sure:
            return f"{mover} {f'wins, in {plies} at most' if points > 0 else f'loses, in {plies} at most'}"
        return "still open"
    if points == 0 and value.bound == EXACTLY:
        return "even"
    least = {LOWER: "at least ", UPPER: "at most "}.get(value.bound, "")
    amount, side = f"{least}{number_text(points, scale=scale)} for {mover}", sign(value)
    better = mover if side > 0 else names.player(1 - position.to_move)
    return f"better for {better} ({amount})" if side else amount


def column_values(session: Session, names: Names, evaluators: Evaluators) -> ColumnValues:
    """Live values if they are switched on, otherwise those of the running search or of the last one."""
    if session.live.source is not None:
        return live_values(session, names, evaluators)
    snapshot, running = session.progress(), session.running
    if snapshot is not None and snapshot.columns and running is not None and AGENTS[running.agent].searches:
        evaluator = evaluators.needed(running.limits.evaluator)
        own = names.views(session.position.to_move)
        scores = scores_of(snapshot.columns, snapshot.best, session.position.ply, evaluator.scale, own=own)
        return ColumnValues(
            scores,
            (f"values for {names.viewer()}, still searching: {how_asked(running)}", f"for {names.viewer()}, searching"),
        )
    search = session.newest
    if search is None:
        return ColumnValues({}, ("column values appear here after a search", "no search yet"))
    searcher, old = names.searcher(search), session.age(search) != 0
    own = bool(search.decision.estimate) or names.views(search.position.to_move)  # estimates have no other side
    whose = searcher if own and search.decision.estimate else names.viewer()
    when = f"{names.move_of(search)}, " if old else ""
    if not search.decision.columns:
        without = (f"{when}{searcher}: chosen without column values", f"{when}no values")
        return ColumnValues({}, without, search if old else None)
    decision = search.decision
    best, chosen = best_column(decision), decision.column
    slip = "" if chosen is None or chosen == best else f"; it chose column {chosen + 1}"
    texts: tuple[str, ...] = (
        f"{when}for {whose}: {search_words(decision, evaluators)}{slip}",
        f"{when}for {whose}{slip}",
    )
    if old:
        texts = (f"{texts[0]} (click to go back)", *texts)
    scores = scores_of(decision.columns, best, search.position.ply, scale_of(decision), old, own)
    for column, value in decision.columns.items():
        words = "" if old or decision.estimate else in_words(value, search.position, scale_of(decision), names)
        told = f"Column {column + 1}: {words}" if words else ""
        scores[column] = scores[column]._replace(line=line_from(decision, column), description=told)
    return ColumnValues(scores, texts, search if old else None)


def best_column(decision: Decision) -> int | None:
    """The column with the highest value, of equals the chosen one: a level that slips chooses another."""
    sure = {column: value.points for column, value in decision.columns.items() if value.bound != UPPER}
    return max(sure, key=lambda column: (sure[column], column == decision.column), default=decision.column)


def with_previous(before: ColumnValues, now: ColumnValues, session: Session) -> ColumnValues:
    """Until live values come, those of the previous position in grey."""
    live, moved = session.live, bool(session.game.moves)
    waits = live.source is not None and session.outcome is None and moved and not live.stopped
    if now.scores or not waits or not before.scores or not can_be_asked(live.source or "", session.position):
        return now
    grey = {
        column: score._replace(stale=True, best=False, line=(), description="")
        for column, score in before.scores.items()
    }
    return ColumnValues(grey, ("previous values; updating...", "previous values"))


def while_loading(shown: ColumnValues, source: str | None) -> ColumnValues:
    """The captions while the code of the chosen source is loaded; older values keep theirs."""
    if source is None or shown.scores:
        return shown
    soon = f"{LABELS[source]} values will appear shortly"
    return shown._replace(captions=(soon, "loading values..."))


def line_from(decision: Decision, column: int) -> tuple[int, ...]:
    """Best play from a column on, that column first, as far as the decision's tree has it."""
    tree = decision.tree
    row = None if tree is None else tree.find((column,))
    if tree is None or row is None:
        return (column,)
    return tuple(int(tree.move[at]) for at in tree.principal_variation(row))


def search_words(decision: Decision, evaluators: Evaluators) -> str:
    """The search that gave values: "Alpha-beta, depth 6, V2"."""
    tree = decision.tree
    if tree is None or not tree.evaluator:
        return decision.estimate or ("exact" if tree is not None else "its tree was dropped")
    return f"{AGENTS[tree.algorithm].label}, depth {tree.depth}, {evaluators.label(tree.evaluator)}"


def scores_of(
    columns: dict[int, Value], best: int | None, stones: int, scale: int, old: bool = False, own: bool = True
) -> dict[int, Score]:
    """Values by column as scores; `stones` is the number of discs on the board, `scale` the points in one unit.

    Values are for the side that searched; without `own` they are shown for the other side.
    """
    shown = columns if own else {column: turned(value) for column, value in columns.items()}
    return {
        column: Score(value_text(value, stones, scale), column == best, old, sign(value))
        for column, value in shown.items()
    }


SOURCE_TIP = (
    "Values over the columns: those of the last search, or of the position on the board by the engine,"
    " a learned evaluator or exactly. M switches."
)
VIEW_TIP = (
    "All values over the columns, in the list of moves and in the status line are for this side: + is good for it."
    " Only the tree and its card count for MAX, the side that searched."
)


class ValuesBar(Flow):
    """`on_source(source)` gets a name of `c4.session.live.SOURCES` or None, `on_view(seat)` a seat."""

    def __init__(
        self, parent: tk.Misc, on_source: Callable[[str | None], object], on_view: Callable[[int], object]
    ) -> None:
        super().__init__(parent)
        self._sources = list(LABELS)
        named, whose = ttk.Frame(self), ttk.Frame(self)
        self.source = ttk.Combobox(named, values=list(LABELS.values()), state="readonly", width=13)
        self.view = ttk.Combobox(whose, state="readonly", width=7)
        focus = self.winfo_toplevel().focus_set
        for words, part, box, chosen in (
            ("Values", named, self.source, lambda: on_source(self._sources[self.source.current()])),
            ("for", whose, self.view, lambda: on_view(self.view.current())),
        ):
            on(box, "<<ComboboxSelected>>", box.selection_clear, focus, chosen)
            ttk.Label(part, text=words).pack(side="left", padx=4)
            box.pack(side="left")
            self.add(part)
        Tooltip(self.source, lambda: SOURCE_TIP)
        Tooltip(self.view, lambda: VIEW_TIP)

    def show(self, source: str | None, seats: tuple[str, str], viewing: int) -> None:
        """Shows what is chosen; `seats` are the colours of the two seats."""
        if self.source.current() != self._sources.index(source):
            self.source.current(self._sources.index(source))
        if tuple(self.view["values"]) != seats:
            self.view.configure(values=list(seats))
        if self.view.get() != seats[viewing]:
            self.view.current(viewing)
