"""A review in words: one true sentence for each mistake, from exact values alone.  Plain Python; imports the game.

Distances are plies from the move on, itself included: "wins in 1" is a line completed by this very stone.
"""

from __future__ import annotations

from collections.abc import Sequence

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import count
from c4.game.values import EXACT, WIN, exact_value
from c4.review.rows import BLUNDER, MISTAKE, SLIP, Review, Row, sign


def plies_to_end(score: int, position: Position) -> int:
    """How many plies the game still takes under best play, by an exact score (not 0) for the side to move."""
    value = exact_value(score, score, position)
    assert value is not None
    assert value.bound == EXACT
    return WIN - abs(value.points) - position.ply


def fate(score: int, position: Position, several: bool = False) -> str:
    """An exact score in words: "wins in 11", "draws", "loses in 8"; with `several`, of several columns."""
    if score == 0:
        return "draw" if several else "draws"
    plies = plies_to_end(score, position)
    verb = ("win" if score > 0 else "lose") + ("" if several else "s")
    return f"{verb} at once" if plies == 1 else f"{verb} in {plies}"


def naming(columns: Sequence[int]) -> str:
    """Columns (from 0) as a sentence names them: "column 3", "columns 3 and 5", "columns 2, 3 and 5"."""
    names = [DIGITS[column] for column in columns]
    if len(names) == 1:
        return f"column {names[0]}"
    return f"columns {', '.join(names[:-1])} and {names[-1]}"


def threatened(position: Position) -> tuple[int, ...]:
    """The columns (from 0) with which the side to move wins at once."""
    mover = position.to_move
    wins = []
    for column in position.legal_columns():
        outcome = position.play(column).outcome()
        if outcome is not None and outcome.winner == mover:
            wins.append(column)
    return tuple(wins)


def sentence(row: Row, position: Position) -> str:
    """What was wrong with a move made in `position`, and what was better; empty for a best move.

    "Column 5 loses in 8; column 3 wins in 11."
    """
    if not row.mark:
        return ""
    played = f"Column {DIGITS[row.column]}"
    better = f"{naming(row.best)} {fate(row.value, position, several=len(row.best) > 1)}"
    replies = threatened(position.play(row.column)) if row.kept < 0 else ()
    if replies:
        consequence = f"{played} lets the other side win at once with {naming(replies)}"
    elif row.mark == SLIP and row.value > 0:
        later = plies_to_end(row.kept, position)
        return f"{played} still wins, but only in {later}; {better}."
    else:
        consequence = f"{played} {fate(row.kept, position)}"
    if row.mark == SLIP:
        holds = "hold" if len(row.best) > 1 else "holds"
        return f"{consequence}; {naming(row.best)} {holds} out for {plies_to_end(row.value, position)}."
    return f"{consequence}; {better}."


def because(row: Row, position: Position, colours: Sequence[str] = ("X", "O")) -> str:
    """Why a move made in `position` was wrong, where that is proved without counting on the search; otherwise empty.

    A move that loses: how the other side wins then.  A win that was missed: how it was won.
    """
    from c4.strategy.reasons import why_won

    if not row.mark or (not row.lost and row.kept > 0):
        return ""
    if row.kept < 0:
        after = position.play(row.column)
        return "" if threatened(after) else why_won(after, colours).words
    said = why_won(position, colours).words
    return f"The win: {said}" if said else ""


def told_of(row: Row, position: Position) -> str:
    """`sentence` and `because`."""
    return f"{sentence(row, position)} {because(row, position)}".strip()


def summary(review: Review, side: int) -> str:
    """A side's moves in one line: "12 of 15 moves best, 1 slip, 2 mistakes"."""
    found = review.count(side)
    parts = [f"{found.best} of {count(found.moves, 'move')} best"]
    for number, noun in ((found.slips, "slip"), (found.mistakes, "mistake"), (found.blunders, "blunder")):
        if number:
            parts.append(count(number, noun))
    return ", ".join(parts)


def verdict(row: Row) -> str:
    """What a move did to the game, for a list: "a win lost", "a win drawn", "a draw lost", "slower", "sooner lost"."""
    if row.mark == BLUNDER:
        return "a win lost"
    if row.mark == MISTAKE:
        return "a win drawn" if row.value > 0 else "a draw lost"
    if row.mark == SLIP:
        return "wins later" if sign(row.value) > 0 else "loses sooner"
    return ""
