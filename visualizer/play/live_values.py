"""Live values: what the chosen source says of every column, from one fixed point of view, in words too.  No tkinter."""

from __future__ import annotations

from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import count
from c4.game.values import EXACT as EXACTLY
from c4.game.values import LOWER, UPPER, WIN, WIN_FLOOR, Value, number_text, turned, value_text
from c4.session.columns import EXACT, LEARNED, SEARCH, News, can_be_asked, learned_name
from c4.session.session import Session
from visualizer.play.names import Names
from visualizer.play.score import ColumnValues, Score, sign

LABELS = {None: "last search", SEARCH: "search", LEARNED: "learned", EXACT: "exact"}
"""Where column values come from, as people choose it."""


def live_values(session: Session, names: Names) -> ColumnValues:
    """The row of values of the source that is switched on: W5 wins on ply 5, L6 loses on ply 6."""
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
        return ColumnValues({}, (f"values for {whose} appear here", "values appear here"))
    own = names.views(position.to_move)
    exact = {column: news.value.points for column, news in known.columns.items() if news.value.bound == EXACTLY}
    settled = exact and (known.complete or source == SEARCH)
    best = max(exact.values()) if settled else None
    scores = {
        column: score_of(news, position, own, best is not None and exact.get(column) == best, names)
        for column, news in known.columns.items()
    }
    until = "" if known.complete else f", {count(known.nodes, 'position')} so far"
    depths = [news.depth for news in known.columns.values()]
    how = {
        SEARCH: f"search to depth {min(depths)}, {EVALUATORS[session.settings.limits.evaluator].label}{until}",
        LEARNED: EVALUATORS[learned_name(session.settings.limits)].label,
        EXACT: "exact" if known.complete else "exact, still solving",
    }[source]
    return ColumnValues(scores, (f"values for {whose}: {how}", f"for {whose}: {how}", f"for {whose}"))


def score_of(news: News, position: Position, own: bool, best: bool, names: Names) -> Score:
    """A column's entry, turned to the point of view; `own` says that it is that of the side to move."""
    value = news.value if own else turned(news.value)
    text = value_text(value, position.ply, news.scale)
    said = f"Column {news.column + 1}: {in_words(news.value, position, news.scale, names)}"
    return Score(text, best, False, sign(value), said, news.line)


def in_words(value: Value, position: Position, scale: int, names: Names) -> str:
    """A value of the side to move as a sentence: "Red loses in 8 plies"."""
    mover, points = names.mover(), value.points
    if abs(points) >= WIN_FLOOR:
        plies = count(WIN - abs(points) - position.ply, "ply", "plies")
        if value.bound == EXACTLY:
            return f"{mover} {'wins' if points > 0 else 'loses'} in {plies}"
        sure = (value.bound == LOWER) == (points > 0)
        if sure:
            return f"{mover} {f'wins, in {plies} at most' if points > 0 else f'loses, in {plies} at most'}"
        return "still open"
    if points == 0 and value.bound == EXACTLY and scale == 1:
        return "even"
    least = {LOWER: "at least ", UPPER: "at most "}.get(value.bound, "")
    better = mover if points > 0 else names.player(1 - position.to_move)
    return f"better for {better} ({least}{number_text(points, scale=scale)} for {mover})"
