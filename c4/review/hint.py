"""The hint: which column is best, by exact values, and why in words.

Where exact values cannot be had at once it is the opinion of a quick look, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple

from c4.agents.base import require_moves
from c4.game.columns import DIGITS, name_columns
from c4.game.picture import COLOUR_NAMES
from c4.game.position import Position
from c4.game.values import EXACT, LOWER, UPPER, Value, exact_value, moves_to_end, sign
from c4.kernels import jit
from c4.search.watch import Watch
from c4.text import capitalised, number_word, pluralise

if TYPE_CHECKING:
    from c4.solver.table import Table  # brings numpy, which the first paint of the window does without

EXACT_SECONDS = 2.0
"""How long exact values are waited for.  From the ninth disc on all columns take less than a second; the book has the
values of the first seven."""

QUICK_DEPTH = 6
QUICK_EVALUATOR = "v2"
QUICK_LOOK = "a quick look, six moves ahead,"
"""What a quick look to this depth is called."""


class Advice(NamedTuple):
    """What to play.

    column   the column (from 0)
    values   the values of all columns for the side to move, if they are exact; otherwise those that are known
    exact    whether the column is best by exact values
    words    the advice as sentences: "Column 6: it stops Yellow's three."
    """

    position: Position
    column: int
    values: dict[int, Value]
    exact: bool
    words: str


def advise(
    position: Position,
    colours: Sequence[str] = COLOUR_NAMES,
    watch: Watch | None = None,
    table: Table | None = None,
    seconds: float = EXACT_SECONDS,
) -> Advice | None:
    """The best column of a position; None if the watch stopped it.

    `colours` names the first player and the second; a `table` of earlier advice makes the next faster.  If exact
    values take longer than `seconds`, their kernels are still being compiled, or there are none on this board, a quick
    look advises among the columns that are not known to be worse.  Raises C4Error when the game is over.
    """
    require_moves(position)
    watch = watch or Watch()
    known: dict[int, Value] = {}
    if not position.rules.solvable:
        why = "exact values exist only where the first line wins, on a board that does not turn"
    elif not solver_ready():
        why = "exact values are still being prepared"
    else:
        why = "exact values take longer here"
        known = columns_within(position, seconds, watch, table)
    if watch.stopped:
        return None
    column = best_known(position, known)
    if column is not None:
        return Advice(position, column, known, True, sentence(position, column, known, colours))
    return _quick_look(position, known, why, watch)


def exact_advice(
    position: Position, colours: Sequence[str] = COLOUR_NAMES, watch: Watch | None = None
) -> Advice | None:
    """The best column by exact values; None if they take longer than EXACT_SECONDS, or the watch stopped it.

    Raises C4Error when the game is over.
    """
    require_moves(position)
    known = columns_within(position, EXACT_SECONDS, watch or Watch(), None)
    column = best_known(position, known)
    if column is None:
        return None
    return Advice(position, column, known, True, sentence(position, column, known, colours))


def solver_ready() -> bool:
    """Whether positions can be solved now; where kernels are loaded in the background, it does not wait for them."""
    from c4.solver.questions import narrow

    return jit.ready(narrow)


def columns_within(position: Position, seconds: float, watch: Watch, table: Table | None) -> dict[int, Value]:
    """What is known of each column after so many seconds at most: exact values and bounds, for the side to move."""
    from c4.exact.scores import stream_columns

    part = watch.part()
    clock = Timer(seconds, part.stop)
    clock.daemon = True
    clock.start()
    known = {}
    try:
        for news in stream_columns(position, table=table, watch=part):
            value = exact_value(news.lower, news.upper, position)
            if value is not None:
                known[news.column] = value
    finally:
        clock.cancel()
    return known


def best_known(position: Position, known: Mapping[int, Value]) -> int | None:
    """The best column, of equals the one nearest to the middle; None if what is known does not say which it is.

    A column that is proved to win is best where the distance of the win is not known.
    """
    legal = [column for column in position.rules.centre_first if column in position.legal_columns()]
    if all(column in known and known[column].bound == EXACT for column in legal):
        return max(legal, key=lambda column: known[column].points)
    winning = [column for column in legal if column in known and is_win(known[column])]
    return max(winning, key=lambda column: known[column].points, default=None)


def is_win(value: Value) -> bool:
    """Whether a value or bound proves a win."""
    return value.points > 0 and value.bound != UPPER


def _quick_look(position: Position, known: dict[int, Value], why: str, watch: Watch) -> Advice | None:
    """The opinion of a short search, among the columns that are not known to be worse than another."""
    from c4 import evaluators
    from c4.search.fixed_depth import search

    decision = search(position, QUICK_DEPTH, evaluators.load(QUICK_EVALUATOR), budget=0, watch=watch)
    if decision.column is None or watch.stopped:
        return None
    column = decision.column
    surest_result = max((sign(value.points) for value in known.values() if value.bound != UPPER), default=-1)
    worse = {other for other, value in known.items() if value.bound != LOWER and sign(value.points) < surest_result}
    if column in worse:
        legal = position.legal_columns()
        column = next(other for other in position.rules.centre_first if other in legal and other not in worse)
    words = f"{capitalised(QUICK_LOOK)} prefers column {DIGITS[column]}; {why}."
    return Advice(position, column, known, False, words)


# -- the reason -------------------------------------------------------------------------------------------------------


def sentence(position: Position, column: int, values: Mapping[int, Value], colours: Sequence[str]) -> str:
    """Why a column is best by exact values: "Column 6: it stops Yellow's three."."""
    words = f"Column {DIGITS[column]}: {reason(position, column, values, colours)}."
    best = values[column]
    equal = [other for other, value in sorted(values.items()) if value == best and other != column]
    if equal and best.bound == EXACT:
        verb = "are" if len(equal) > 1 else "is"
        words += f" {capitalised(name_columns(equal))} {verb} as good."
    return words


def reason(position: Position, column: int, values: Mapping[int, Value], colours: Sequence[str]) -> str:
    """Why a column is best, as the end of a sentence."""
    after = position.play(column)
    connect = number_word(position.rules.connect)
    if after.outcome() is not None:
        return f"it completes {connect} in a row" if sign(values[column].points) else "it ends the game in a draw"
    threats = position.completing_columns(1 - position.to_move)
    worth = result_words(position, column, values)
    if threats:
        foe = colours[1 - position.to_move]
        three = number_word(position.rules.connect - 1)
        if len(threats) > 1:
            return f"{foe} has two threats and no column stops both"
        return f"it stops {foe}'s {three}"
    doubled = after.completing_columns(position.to_move)
    if len(doubled) > 1 and not after.winning_columns():
        return f"it makes two threats at once, and {worth}"
    return f"it {worth}" if sign(values[column].points) >= 0 else worth


def result_words(position: Position, column: int, values: Mapping[int, Value]) -> str:
    """What a best column leads to, compared with the others: "wins in 6 moves, and nothing else wins".

    Only the moves of the side to move are counted, as over the columns of the window.
    """
    value = values[column]
    result = sign(value.points)
    others = [other for other in values if other != column]
    alone = all(sign(values[other].points) < result for other in others)
    if result < 0:
        held = pluralise(moves_to_end(value, position.ply), "move")
        return f"every column loses, and this one holds out longest, for {held}"
    if result == 0:
        only = " and every other column loses" if others and alone else ""
        return f"keeps the draw{only}"
    only = ""
    if others and alone and all(value.bound == EXACT for value in values.values()):
        only = ", and nothing else wins"
    within = "for certain"
    if value.bound == EXACT:
        within = f"in {pluralise(moves_to_end(value, position.ply), 'move')}"
    return f"wins {within}{only}"
