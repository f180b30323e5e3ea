"""A player of my own: which column in this position?

c4 check my_player.py                                   # does it do what a player must?
c4 play --second my_player.py                           # play against it; in the window: File > Load
c4 match my_player.py novice --games 20                 # how good is it?
"""

import c4


def choose(position: c4.Position) -> int:
    """The column to play, from 0 at the left; it must not be full.  Useful:

    position.legal_columns()        the columns that are not full, from 0
    position.play(column)           the position after a move
    position.outcome()              None while the game goes on; then .winner is 0, 1, or None for a draw
    position.to_move                0 (the first player) or 1
    position.owner(row, column)     0, 1, or None for a free cell; row 0 is the bottom
    position.moves                  the columns played so far, from 0

    With a second parameter, `limits`, it is also told what a person has set: limits.time_ms (milliseconds for a move,
    or None), limits.depth, limits.seed.
    """
    me = position.to_move
    for column in position.legal_columns():
        outcome = position.play(column).outcome()
        if outcome is not None and outcome.winner == me:
            return column  # it wins

    safe = [column for column in position.legal_columns() if not lets_win(position.play(column))]
    return max(safe or position.legal_columns(), key=lambda column: -abs(column - position.rules.columns // 2))


def lets_win(position: c4.Position) -> bool:
    """Whether the side to move wins at once."""
    after = [position.play(column).outcome() for column in position.legal_columns()]
    return any(outcome is not None and outcome.winner == position.to_move for outcome in after)
