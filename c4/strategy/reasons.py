"""Why a position is won, or cannot be, in proved words: an immediate win, two threats, a forced line, a static proof.

If none of these holds, the reason is search, and there are no words for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from c4.game.columns import DIGITS, name_columns
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.strategy import threats
from c4.strategy.diagram import completing
from c4.strategy.strategies import playable
from c4.strategy.threats import COLOURS, COUNTS, square
from c4.text import join_words

AT_ONCE, DOUBLE, FORCED, THREATS, FOLLOWS = "at once", "two threats", "forced", "threats", "follow-up"
SEARCH = "search"

LONGEST = 8
"""The most moves of the winner in a forced line."""

LARGEST = 1000
"""The most positions visited for a forced line."""


class Reason(NamedTuple):
    """A reason: its `kind`, one of those above; `words`, a sentence, "" if only search knows; the `line` (columns from
    0, the winner's first) that shows it; the deciding `squares` (row, column)."""

    kind: str
    words: str
    line: tuple[int, ...] = ()
    squares: tuple[tuple[int, int], ...] = ()


def why_won(position: Position, colours: Sequence[str] = COLOURS) -> Reason:
    """Why the side to move wins.  `colours` names the first player and the second.

    The caller knows from the solver that it wins; the reason is proved here, a line by playing it out, threats by a
    static proof.
    """
    winner, loser = colours[position.to_move], colours[1 - position.to_move]
    if position.rules != STANDARD or position.outcome() is not None:
        return Reason(SEARCH, "")
    now = winning(position, position.to_move)
    if now:
        return Reason(AT_ONCE, f"{winner} completes a line in {name_columns(now)}.", now[:1], _squares(position, now))
    line = forced_win(position)
    if line is not None:
        return _forced_reason(position, line, winner, loser)
    return _static(position, position.to_move, winner, loser)


def why_lost(position: Position, colours: Sequence[str] = COLOURS) -> Reason:
    """Why the side that is not to move wins, as `why_won` for the side that is.

    The line begins with a move of the side to move.
    """
    loser, winner = colours[position.to_move], colours[1 - position.to_move]
    if position.rules != STANDARD or position.outcome() is not None or winning(position, position.to_move):
        return Reason(SEARCH, "")
    must = winning(position, 1 - position.to_move)
    if len(must) > 1:
        squares = _squares(position, must)
        words = (
            f"{winner} has two threats, {join_words([square(*where) for where in squares])}: {loser} can stop only one."
        )
        return Reason(DOUBLE, words, (), squares)
    if must:
        reason = why_won(position.play(must[0]), colours)
        words = f"{loser} has to block in {name_columns(must)}. {reason.words}"
        return reason._replace(words=words, line=(*must, *reason.line)) if reason.words else reason
    return _static(position, 1 - position.to_move, winner, loser)


def why(position: Position, colours: Sequence[str] = COLOURS) -> Reason:
    """Why the winning side wins; SEARCH for a draw, and where only search knows.

    You need not know which side wins: the reason is proved without that.
    """
    reason = why_lost(position, colours)
    return reason if reason.words else why_won(position, colours)


def why_held(position: Position, colours: Sequence[str] = COLOURS) -> str:
    """Why the first player cannot win, as a sentence; "" where that is not proved.  The proof is the follow-up."""
    if position.rules != STANDARD or position.outcome() is not None or not threats.follows(position):
        return ""
    return f"{colours[1]} answers in the column that {colours[0]} plays, and {colours[0]} completes no line."


def given_up(position: Position, column: int, colours: Sequence[str] = COLOURS) -> str:
    """What a move gives up: it is played directly below the mover's own threat.  A sentence, "" if it is not."""
    if position.rules != STANDARD:
        return ""
    mover, row = position.to_move, position.height(column) + 1
    for threat in threats.find(position).threats:
        if (threat.side, threat.row, threat.column) == (mover, row, column):
            parity = "odd" if threat.odd else "even"
            return f"It lets {colours[1 - mover]} play {threat.name}, where {colours[mover]} had an {parity} threat."
    return ""


def _static(position: Position, side: int, winner: str, loser: str) -> Reason:
    """The reason of a static proof that `side` wins, if there is one; its line is the blocks that come first."""
    blocks: list[int] = []
    while len(must := winning(position, 1 - position.to_move)) == 1 and not winning(position, position.to_move):
        blocks.append(must[0])
        position = position.play(must[0])
        if position.outcome() is not None:
            return Reason(SEARCH, "")
    proof = threats.proof_of(position)
    if proof is None or proof[0] != side or proof[1] not in (threats.ODD, threats.FOLLOW_UP):
        return Reason(SEARCH, "")
    first = f"After the block in {name_columns(list(dict.fromkeys(blocks)))}: " if blocks else ""
    own = [threat for threat in threats.find(position).threats if threat.side == side and threat.state == COUNTS]
    if own:
        names = join_words([f"{'odd' if threat.odd else 'even'} threat {threat.name}" for threat in own])
        below = join_words([square(threat.row - 1, threat.column) for threat in own])
        words = f"{first}{winner} has the {names}: {loser} can do nothing else, and must play {below} in the end."
        return Reason(THREATS, words, tuple(blocks), tuple((threat.row, threat.column) for threat in own))
    if proof[1] == threats.ODD:
        return Reason(SEARCH, "")
    words = f"{first}{winner} answers in the column that {loser} plays: the even squares complete a line in the end."
    return Reason(FOLLOWS, words, tuple(blocks))


def winning(position: Position, side: int) -> tuple[int, ...]:
    """The columns (from 0) in which a side would complete a line now, whosever turn it is; on the standard board."""
    wins = completing(position.stones[side]) & playable(*position.stones)
    return tuple(column for column in range(STANDARD.columns) if wins & STANDARD.column_mask(column))


def forced_win(position: Position) -> tuple[int, ...] | None:
    """A line in which every move of the side to move threatens to win, until the threats cannot be parried; None if
    there is none of at most LONGEST own moves.

    It ends with the move that leaves two threats; every reply in it is the only one that does not lose at once.
    """
    looked = [0]
    for length in range(1, LONGEST + 1):
        line = _forced(position, length, looked)
        if line is not None or looked[0] > LARGEST:
            return line
    return None


def _forced(position: Position, length: int, looked: list[int]) -> tuple[int, ...] | None:
    side = position.to_move
    own, must = winning(position, side), winning(position, 1 - side)
    if own:
        return own[:1]
    if len(must) > 1:
        return None
    for column in must or (column for column in position.rules.centre_first if column in position.legal_columns()):
        looked[0] += 1
        if looked[0] > LARGEST:
            return None
        after = position.play(column)
        if after.outcome() is not None or winning(after, 1 - side):
            continue
        wins = winning(after, side)
        if len(wins) > 1:
            return (column,)
        if wins and length > 1:
            reply = after.play(wins[0])
            if reply.outcome() is None:
                rest = _forced(reply, length - 1, looked)
                if rest is not None:
                    return column, wins[0], *rest
    return None


def _forced_reason(position: Position, line: tuple[int, ...], winner: str, loser: str) -> Reason:
    """The reason of a forced line."""
    end = position
    for column in line:
        end = end.play(column)
    side = position.to_move
    last = DIGITS[line[-1]]
    if end.outcome() is not None:  # the last reply had to give the line away
        words = f"{winner} plays {_and_then(line[:-1:2])}; {loser} has to answer, and column {last} completes a line."
        return Reason(FORCED, words, line, _squares(end, ()))
    wins = winning(end, side)
    squares = _squares(end, wins)
    two = f"two threats at once, {join_words([square(*where) for where in squares])}, and {loser} can stop only one"
    if len(line) == 1:
        return Reason(DOUBLE, f"{winner} plays column {last} and makes {two}.", line, squares)
    forced = f"{winner} plays {_and_then(line[:-1:2])}, and {loser} has to block each time"
    words = f"{forced}; then column {last} makes {two}."
    return Reason(FORCED, words, line, squares)


def _and_then(columns: Sequence[int]) -> str:
    return "column " + ", then ".join(DIGITS[column] for column in columns)


def _squares(position: Position, columns: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """(row, column) of the lowest empty square of columns."""
    return tuple((position.height(column), column) for column in columns)
