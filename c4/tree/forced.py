"""Who wins within a few plies, by playing out everything: the verifier's check of threats.  Imports only the rules."""

from __future__ import annotations

from c4.game.position import Position


def wins(position: Position, plies: int) -> bool:
    """Whether the side to move can force a line within so many plies (odd)."""
    for column in position.legal_columns():
        after = position.play(column)
        outcome = after.outcome()
        if outcome is not None:
            if outcome.winner == position.to_move:
                return True
        elif plies > 1 and loses(after, plies - 1):
            return True
    return False


def loses(position: Position, plies: int) -> bool:
    """Whether the side to move loses within so many plies (even), whatever it plays."""
    for column in position.legal_columns():
        after = position.play(column)
        if after.outcome() is not None or not wins(after, plies - 1):
            return False
    return True
