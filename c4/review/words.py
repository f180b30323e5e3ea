"""A review in words: one true sentence for each mistake, from exact values alone.  Plain Python; imports the game.

Distances are plies from the move on, itself included: "wins in 1" is a line completed by this very stone.
"""

from __future__ import annotations

from collections.abc import Sequence

from c4.game.columns import DIGITS, format_columns
from c4.game.position import Position
from c4.game.rules import count
from c4.game.values import EXACT, WIN, exact_value
from c4.review.rows import BLUNDER, MISTAKE, SLIP, Lines, Review, Row, sign

NAMED = 7
"""The most moves of a line that a sentence names."""


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


def because(row: Row, position: Position, colours: Sequence[str] = ("X", "O"), lines: Lines | None = None) -> str:
    """Why a move made in `position` was wrong, as far as it is proved; otherwise empty.

    A move that loses: how the other side wins then.  A win that was missed: how it was won, and why it no longer is.
    Where the proof only holds later in one of the `lines`, these moves are told, and that they come from a search.
    """
    if not row.mark or (not row.lost and row.kept > 0):
        return ""
    from c4.strategy.reasons import why_won

    mover, value = position.to_move, sign(row.value)
    told = consequence(position, row.column, value, sign(row.kept), colours, lines)
    if value > 0 and (row.kept == 0 or not told):
        won = why_won(position, colours).words or (later(position, lines.better, mover, colours) if lines else "")
        told = f"The win: {won} {told}".strip() if won else told
    return told


def consequence(
    position: Position, column: int, best: int, kept: int, colours: Sequence[str], lines: Lines | None = None
) -> str:
    """What a move (column from 0) does that turns the result `best` of the side to move (1, 0, -1) into `kept`, as far
    as it is proved: it gives up a threat, the other side wins by force, or can no longer lose."""
    from c4.strategy.reasons import given_up, why_held, why_won

    after, mover = position.play(column), position.to_move
    if threatened(after):
        return ""
    told = [given_up(position, column, colours) if kept < best else ""]
    if kept < 0:
        told.append(why_won(after, colours).words)
        if lines and not told[-1]:
            told.append(later(position, lines.refutation, 1 - mover, colours))
    elif kept == 0 and mover == 0 and (held := why_held(after, colours)):
        told.append(f"After it {held}")
    return " ".join(filter(None, told))


def later(position: Position, line: Sequence[int], side: int, colours: Sequence[str]) -> str:
    """The first proof, along a line of best play, that `side` wins, and the moves up to it; "" if there is none."""
    from c4.strategy.reasons import why_lost, why_won

    for number, column in enumerate(line, start=1):
        position = position.play(column)
        if position.outcome() is not None:
            return ""
        found = why_won(position, colours) if position.to_move == side else why_lost(position, colours)
        if found.words:
            moves = (
                format_columns(line[:number]) if number <= NAMED else f"best play over {count(number, 'ply', 'plies')}"
            )
            return f"After {moves}, found by search: {found.words}"
    return ""


def told_of(row: Row, position: Position, lines: Lines | None = None) -> str:
    """`sentence` and `because`."""
    return f"{sentence(row, position)} {because(row, position, lines=lines)}".strip()


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
