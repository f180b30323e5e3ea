"""A review in words: one true sentence for each mistake from exact values alone, and reports.

A win or a loss is counted in the moves of the side that moves, this one included, as in the window: "wins at once" is a line
completed by this very disc.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from c4.game.columns import DIGITS, format_columns, name_columns
from c4.game.position import Position
from c4.game.values import EXACT, exact_value, moves_to_end, sign
from c4.review.mistake_marks import SLIP, SYMBOLS
from c4.review.rows import Lines, Review, Row
from c4.text import pluralise


def own_moves(score: int, position: Position) -> int:
    """How many moves the side to move still makes under best play, by an exact score (not 0) for it."""
    value = exact_value(score, score, position)
    assert value is not None
    assert value.bound == EXACT
    return moves_to_end(value, position.ply)


def score_words(score: int, position: Position, several: bool = False) -> str:
    """An exact score in words: "wins in 6 moves", "draws", "loses in 4 moves"; with `several`, of several columns."""
    if score == 0:
        return "draw" if several else "draws"
    moves = own_moves(score, position)
    verb = "win" if score > 0 else "lose"
    if not several:
        verb += "s"
    if moves == 1 and score > 0:
        return f"{verb} at once"
    return f"{verb} in {pluralise(moves, 'move')}"


def sentence(row: Row, position: Position) -> str:
    """What was wrong with a move made in `position`, and what was better; empty for a best move.

    "Column 5 loses in 4 moves; column 3 wins in 6 moves."
    """
    if not row.mark:
        return ""
    played = f"Column {DIGITS[row.column]}"
    better = f"{name_columns(row.best)} {score_words(row.value, position, several=len(row.best) > 1)}"
    if row.mark == SLIP and row.value > 0:
        return f"{played} still wins, but only in {pluralise(own_moves(row.score, position), 'move')}; {better}."
    consequence = f"{played} {score_words(row.score, position)}"
    winning_replies = position.play(row.column).winning_columns()
    if row.score < 0 and winning_replies:
        consequence = f"{played} lets the other side win at once with {name_columns(winning_replies)}"
    if row.mark == SLIP:
        holds = "hold" if len(row.best) > 1 else "holds"
        held = pluralise(own_moves(row.value, position), "move")
        return f"{consequence}; {name_columns(row.best)} {holds} out for {held}."
    return f"{consequence}; {better}."


def reason_of(row: Row, position: Position, colours: Sequence[str] = ("X", "O"), lines: Lines | None = None) -> str:
    """Why a move made in `position` was wrong, as far as it is proved; otherwise empty.

    A move that loses: how the other side wins then.  A win that was missed: how it was won, and why it no longer is.
    Where the proof only holds later in one of the `lines`, the sentence names these moves and says that a search gave them.
    """
    if not row.mark or (not row.lost and row.score > 0):
        return ""
    from c4.strategy.reasons import why_wins

    mover = position.to_move
    value = sign(row.value)
    words = consequence(position, row.column, value, sign(row.score), colours, lines)
    if value > 0 and (row.score == 0 or not words):
        won = why_wins(position, mover, colours, lines.better if lines else ()).words
        words = f"The win: {won} {words}".strip() if won else words
    return words


def consequence(
    position: Position, column: int, best: int, result: int, colours: Sequence[str], lines: Lines | None = None
) -> str:
    """What a move (column from 0) does that turns the result `best` of the side to move (1, 0, -1) into `result`, as far
    as it is proved: it gives up a threat, the other side wins by force, or can no longer lose."""
    from c4.strategy.reasons import given_up, why_held, why_wins

    after = position.play(column)
    mover = position.to_move
    if after.winning_columns():
        return ""
    sentences = []
    if best > 0 and result < best:
        sentences.append(given_up(position, column, colours))
    if result < 0:
        sentences.append(why_wins(after, 1 - mover, colours, lines.refutation[1:] if lines else ()).words)
    elif result == 0 and mover == 0 and (held := why_held(after, colours)):
        sentences.append(f"After it {held}")
    return " ".join(filter(None, sentences))


def explanation(row: Row, position: Position, lines: Lines | None = None) -> str:
    """`sentence` and `reason_of`."""
    return f"{sentence(row, position)} {reason_of(row, position, lines=lines)}".strip()


def summary(review: Review, side: int) -> str:
    """A side's moves in one line: "12 of 15 moves best, 1 slip, 2 mistakes"."""
    count = review.count(side)
    parts = [f"{count.best} of {pluralise(count.moves, 'move')} best"]
    for number, noun in ((count.slips, "slip"), (count.mistakes, "mistake"), (count.blunders, "blunder")):
        if number:
            parts.append(pluralise(number, noun))
    return ", ".join(parts)


def verdict(row: Row) -> str:
    """What a move did to the game, for a list: "win to loss", "win to draw", "draw to loss", "slower win", "faster loss"."""
    if row.mark == SLIP:
        return "slower win" if row.value > 0 else "faster loss"
    outcomes = {1: "win", 0: "draw", -1: "loss"}
    return f"{outcomes[sign(row.value)]} to {outcomes[sign(row.score)]}" if row.lost else ""


# -- a whole game -----------------------------------------------------------------------------------------------------


def row_text(row: Row, position: Position) -> str:
    """A move in one line: ply, side, column and mark, what it leads to, and what was better."""
    move = f"{row.ply:>3}. {'XO'[row.side]} {DIGITS[row.column]}{SYMBOLS[row.mark]}"
    if not row.mark:
        return f"{move:<11}{score_words(row.score, position)}"
    better = f"{name_columns(row.best)} {score_words(row.value, position, several=len(row.best) > 1)}"
    return f"{move:<11}{score_words(row.score, position):<19}{better}"


def review_text(review: Review, names: Sequence[str] = ("", ""), lines: Mapping[int, Lines] | None = None) -> str:
    """The review for people: every move, both sides in one line each, and the mistakes, the worst first.

    `lines` are those of rows by their ply, where they are known.
    """
    report = [row_text(row, position) for row, position in zip(review.rows, review.positions)]
    if not review.complete:
        report.append(f"reviewed so far: {len(review.rows)} of {pluralise(len(review.columns), 'move')}")
    elif (outcome := review.positions[-1].outcome()) is not None:
        who = "a draw" if outcome.winner is None else f"{'XO'[outcome.winner]} wins"
        report.append(f"     {who}: {outcome.reason}")
    report.append("")
    for side in (0, 1):
        name = f" ({names[side]})" if names[side] else ""
        report.append(f"{'XO'[side]}{name}: {summary(review, side)}")
    mistakes = review.mistakes()
    if mistakes:
        report += ["", "Mistakes, the worst first (a win or a loss is counted in that side's own moves)"]
    for row in mistakes:
        position = review.positions[row.ply - 1 - review.start.ply]
        words = explanation(row, position, (lines or {}).get(row.ply))
        report.append(f"{row.ply:>3}. {'XO'[row.side]} {DIGITS[row.column]}{SYMBOLS[row.mark]}  {words}")
        if lines and row.ply in lines:
            report.append(f"     played {format_columns(lines[row.ply].refutation)}")
            report.append(f"     better {format_columns(lines[row.ply].better)}")
    return "\n".join(report) + "\n"
