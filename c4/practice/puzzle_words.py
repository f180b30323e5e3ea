"""What is said of a puzzle: the idea behind its solution, and how a wrong move is refuted."""

from __future__ import annotations

from collections.abc import Sequence

from c4.game.columns import name_columns
from c4.game.position import Position
from c4.review.finish import AT_ONCE, STACKED, TWO, finish_of, winning_squares


def idea_of_win(position: Position, line: Sequence[int]) -> str:
    """How a win ends (`line` in columns from 0, to the end), without its columns; "" if it is not won by a line."""
    finish = finish_of(position, line)
    if finish is None:
        return ""
    if finish.kind == AT_ONCE:
        return "You can complete a line now."
    if finish.kind == TWO:
        return "It ends with two threats at once, in two columns."
    if finish.kind == STACKED:
        return "It ends with two threats in one column, one above the other."
    return "It ends with a winning square that the other side must play below."


def idea_of_defence(position: Position) -> str:
    """What the other side threatens; "" for no line that it could complete now."""
    columns = sorted({column for _, column in winning_squares(position, 1 - position.to_move)})
    return f"The other side threatens to complete a line in {name_columns(columns)}." if columns else ""


def reply_in_words(position: Position, column: int) -> str:
    """What the best reply (a column from 0) to a wrong move does: "with column 2, which blocks your line"."""
    side = position.to_move
    blocked = (position.height(column), column) in winning_squares(position, 1 - side)
    after = position.play(column)
    outcome = after.outcome()
    reply = f"with {name_columns([column])}"
    if outcome is not None and outcome.winner is not None:
        return f"{reply}, a line of four"
    threats = sorted({column for _, column in winning_squares(after, side)})
    parts = ["blocks your line"] if blocked else []
    if threats:
        parts.append(f"threatens to win in {name_columns(threats)}")
    return f"{reply}, which {' and '.join(parts)}" if parts else reply
