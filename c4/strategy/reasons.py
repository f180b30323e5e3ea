"""Why a position is won, in words that were checked for this position.

Each kind of sentence has a checker for what it claims.  Two threats and forced lines are played out.  Threats and lines
decide if the side still wins in the game in which they alone win for it (`c4.strategy.changed`), and does not without
any one of them.  For the answers in the same column the solver's proof holds (`c4.solver.proofs`).  Where nothing is
confirmed, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from c4.game.columns import DIGITS, format_columns, name_columns, square
from c4.game.position import Position
from c4.game.rules import STANDARD, Line
from c4.strategy import threats
from c4.strategy.changed import FAILS, UNKNOWN, WINS, Budget, find_forced_line, wins_with
from c4.strategy.diagram import EVEN_ROWS, completing
from c4.strategy.strategies import playable
from c4.strategy.threats import COLOURS
from c4.text import join_words, pluralise

AT_ONCE = "at once"
"""The next disc wins."""

DOUBLE = "two threats"
"""The move makes two threats, of which one can be blocked."""

FORCED = "forced"
"""Each move threatens to win, until a threat cannot be parried."""

THREAT = "threat"
"""One threat wins in the end, because of its row."""

FOLLOWS = "follow-up"
"""Some lines win by answering each disc in its own column."""

LINES = "lines"
"""Some lines win, whatever else happens."""

SEARCH = "search"
"""Only search knows why."""

MAX_FORCED_MOVES = 8
"""The most moves of the winner in a forced line."""

MAX_FORCED_POSITIONS = 20_000
"""The most positions visited for a forced line."""

MAX_LINE_POSITIONS = 20_000
"""The most positions visited to see whether some lines decide."""

MAX_UNLIKELY_LINE_POSITIONS = 1_000
"""The same for a single line that lacks more than one disc, of which there may be many."""

MAX_EXPLANATION_POSITIONS = 1_500_000
"""The most positions visited for one explanation."""

MAX_NAMED_LINES = 3
"""The most lines that a sentence names."""

MAX_NAMED_MOVES = 7
"""The most moves of best play that a sentence names, and the most after which it says that a line is completed."""

Square = tuple[int, int]
"""(row, column) from 0."""


class Reason(NamedTuple):
    """A reason.

    kind      one of those above
    words     a sentence; "" if only search knows
    line      columns from 0: the moves that lead to the position of which it is said, then those that show it
    squares   that decide
    lines     that decide
    after     how many moves of `line` lead to the position
    """

    kind: str
    words: str = ""
    line: tuple[int, ...] = ()
    squares: tuple[Square, ...] = ()
    lines: tuple[Line, ...] = ()
    after: int = 0


def why(position: Position, colours: Sequence[str] = COLOURS) -> Reason:
    """Why the winning side wins; SEARCH for a draw, and where only search knows.  You need not know which side wins."""
    reason = why_wins(position, 1 - position.to_move, colours)
    return reason if reason.words else why_wins(position, position.to_move, colours)


def why_wins(position: Position, side: int, colours: Sequence[str] = COLOURS, line: Iterable[int] = ()) -> Reason:
    """Why a side (0 moved first, 1) wins.  `colours` names the first player and the second.

    If that cannot be said of this position, it is said of the first one for which it can be, after the blocks that are
    forced, and then along a `line` of best play (columns from 0).
    """
    if position.rules != STANDARD:
        return Reason(SEARCH)
    played: list[int] = []
    moves = iter(line)
    only_blocks_so_far = True
    budget = Budget(MAX_EXPLANATION_POSITIONS)
    while position.outcome() is None:
        reason = _reason(position, side, colours, budget)
        if reason.words and (reason.kind != AT_ONCE or len(played) <= MAX_NAMED_MOVES):
            words = _after_moves(played, only_blocks_so_far) + reason.words
            return reason._replace(words=words, line=(*played, *reason.line), after=len(played))
        blocks: tuple[int, ...] = ()
        if not winning(position, position.to_move):
            blocks = winning(position, 1 - position.to_move)
        only_block = blocks[0] if len(blocks) == 1 else None
        column = next(moves, None)
        if column is None and only_blocks_so_far:
            column = only_block
        if column is None:
            break
        only_blocks_so_far = only_blocks_so_far and column == only_block
        played.append(column)
        position = position.play(column)
    return Reason(SEARCH)


def _after_moves(played: Sequence[int], only_blocks: bool) -> str:
    """The beginning of a sentence about the position after some moves; "" if there are none."""
    if not played:
        return ""
    if only_blocks:
        return f"After the block in {name_columns(list(dict.fromkeys(played)))}: "
    if len(played) <= MAX_NAMED_MOVES:
        moves = format_columns(played)
    else:
        moves = f"best play over {pluralise(len(played), 'ply', 'plies')}"
    return f"After {moves}, found by search: "


def _reason(position: Position, side: int, colours: Sequence[str], budget: Budget) -> Reason:
    """Why a side wins, of this very position."""
    winner = colours[side]
    loser = colours[1 - side]
    wins = winning(position, side)
    if position.to_move == side:
        if wins:
            words = f"{winner} completes a line in {name_columns(wins)}."
            return Reason(AT_ONCE, words, wins[:1], _squares(position, wins))
        line = forced_win(position)
        if line is not None:
            return _forced_reason(position, line, winner, loser)
    else:
        if winning(position, 1 - side):
            return Reason(SEARCH)
        if len(wins) > 1:
            squares = _squares(position, wins[:2])
            words = f"{winner} has two threats, {_names(squares)}: {loser} can stop only one."
            return Reason(DOUBLE, words, (), squares)
    lines = _deciding(position, side, budget)
    if lines:
        return _line_reason(position, side, lines, winner, loser)
    return Reason(SEARCH)


def _deciding(position: Position, side: int, budget: Budget) -> tuple[Line, ...]:
    """The lines with which a side wins, each of them needed.

    Returns () if that is not known, or if they are more than MAX_NAMED_LINES.  Single lines are tried first, the nearest
    to completion before the others.
    """
    own = position.stones[side]
    other = position.stones[1 - side]

    def lacks(line: Line) -> int:
        return (line.mask & ~own).bit_count()

    alive = sorted((line for line in STANDARD.lines if line.mask & own and not line.mask & other), key=lacks)
    for line in alive:
        most = MAX_LINE_POSITIONS if lacks(line) == 1 else MAX_UNLIKELY_LINE_POSITIONS
        if wins_with(position, side, [line.mask], most, budget) == WINS:
            return (line,)
    needed = alive
    if wins_with(position, side, [line.mask for line in alive], MAX_LINE_POSITIONS, budget) != WINS:
        return ()
    for line in reversed(alive):
        fewer = [each for each in needed if each != line]
        result = wins_with(position, side, [each.mask for each in fewer], 2 * MAX_LINE_POSITIONS, budget)
        if result == UNKNOWN:
            return ()
        if result == WINS:
            needed = fewer
    return tuple(needed) if len(needed) <= MAX_NAMED_LINES else ()


def _line_reason(position: Position, side: int, lines: tuple[Line, ...], winner: str, loser: str) -> Reason:
    """The reason of lines that decide."""
    squares = tuple(sorted({empty for line in lines for empty in _missing(position, line)}))
    if len(lines) > 1:
        named = join_words([f"{_ends(line)} (through {_names(_missing(position, line))})" for line in lines])
        every = "both" if len(lines) == 2 else "all"
        words = f"{loser} cannot stop {every} of these lines: {named}."
        return Reason(LINES, words, (), squares, lines)
    if len(squares) == 1:
        row, column = squares[0]
        threat = f"the {_parity(row)} threat {square(row, column)}"
        words = f"{winner} has {threat}: {loser} must play {square(row - 1, column)} in the end."
        return Reason(THREAT, words, (), squares, lines)
    gets = f"gets {_names(squares)} in the end, and completes {_ends(lines[0])}."
    if side == 1 and _follow_up_completes(lines[0], position):
        return Reason(FOLLOWS, f"{winner} answers in the column that {loser} plays, {gets}", (), squares, lines)
    return Reason(LINES, f"{winner} {gets}", (), squares, lines)


def _follow_up_completes(line: Line, position: Position) -> bool:
    """Whether the second player completes a line by answering every move in the same column, and the first does not."""
    return _in_pairs(position) and threats.follows(position) and not line.mask & ~follow_up(position)


def follow_up(position: Position) -> int:
    """The cells that the second player has in the end if it answers in the same column: its own and the even rows."""
    return position.stones[1] | (EVEN_ROWS & ~position.occupied & ~playable(*position.stones))


def _square_of(cell: int) -> Square:
    """The square of a cell (a bit number)."""
    column, row = divmod(cell, STANDARD.stride)
    return row, column


def _missing(position: Position, line: Line) -> list[Square]:
    """The empty squares of a line."""
    return [_square_of(cell) for cell in line.cells if not position.occupied >> cell & 1]


def _ends(line: Line) -> str:
    return "-".join(square(*_square_of(cell)) for cell in (min(line.cells), max(line.cells)))


def _names(squares: Iterable[Square]) -> str:
    return join_words([square(*each) for each in squares])


def _parity(row: int) -> str:
    """What people call a row (from 0), counting from 1: "odd" or "even"."""
    return "even" if row % 2 else "odd"


def why_held(position: Position, colours: Sequence[str] = COLOURS) -> str:
    """Why the first player cannot win, as a sentence; "" where that is not proved.  The proof is the follow-up."""
    if position.rules != STANDARD or position.outcome() is not None or not threats.follows(position):
        return ""
    first, second = colours
    if _in_pairs(position):
        return f"{second} answers in the column that {first} plays, and {first} completes no line."
    return f"{second} gets every even square that cannot be played now, and {first} completes no line without these."


def _in_pairs(position: Position) -> bool:
    """Whether the second player can answer every move in the same column, beginning now if it is to move."""
    odd = sum(position.height(column) % 2 for column in range(STANDARD.columns))
    return odd == position.to_move


def given_up(position: Position, column: int, colours: Sequence[str] = COLOURS) -> str:
    """The threat that a move gives up, as a sentence: the move gives a win away, directly below the mover's own threat.

    Returns "" unless that threat decides: the mover would have won by it alone, or would not have won without it.
    """
    row = position.height(column) + 1
    if position.rules != STANDARD or row == STANDARD.rows:
        return ""
    mover = position.to_move
    cell = 1 << STANDARD.cell(row, column)
    own = position.stones[mover]
    other = position.stones[1 - mover]
    lines = [line.mask for line in STANDARD.lines if not line.mask & other]
    above = next((line for line in lines if line & ~own == cell), 0)
    if not above:
        return ""
    without = [line for line in lines if not line & cell]
    decides = wins_with(position, mover, [above], MAX_LINE_POSITIONS) == WINS
    if not decides:
        decides = wins_with(position, mover, without, MAX_LINE_POSITIONS) == FAILS
    if not decides:
        return ""
    threat = f"an {_parity(row)} threat"
    return f"It lets {colours[1 - mover]} play {square(row, column)}, where {colours[mover]} had {threat}."


def winning(position: Position, side: int) -> tuple[int, ...]:
    """The columns (from 0) in which a side would complete a line now, whosever turn it is; on the standard board."""
    wins = completing(position.stones[side]) & playable(*position.stones)
    return tuple(column for column in range(STANDARD.columns) if wins & STANDARD.column_mask(column))


def forced_win(position: Position) -> tuple[int, ...] | None:
    """A line in which every move of the side to move threatens to win, until the threats cannot be parried.

    Returns None if there is none of at most MAX_FORCED_MOVES own moves.  The line ends with the move that leaves two threats; every reply in it is the only one that does not lose at once.
    """
    line = np.zeros(2 * MAX_FORCED_MOVES, np.int64)
    left = np.array([MAX_FORCED_POSITIONS])
    for length in range(1, MAX_FORCED_MOVES + 1):
        plies = find_forced_line(np.uint64(position.mine), np.uint64(position.theirs), length, 0, line, left)
        if plies or left[0] < 0:
            return tuple(line[:plies].tolist()) or None
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
    squares = _squares(end, winning(end, side)[:2])
    two = f"two threats at once, {_names(squares)}, and {loser} can stop only one"
    if len(line) == 1:
        return Reason(DOUBLE, f"{winner} plays column {last} and makes {two}.", line, squares)
    blocked = f"{winner} plays {_and_then(line[:-1:2])}, and {loser} has to block each time"
    words = f"{blocked}; then column {last} makes {two}."
    return Reason(FORCED, words, line, squares)


def _and_then(columns: Sequence[int]) -> str:
    return "column " + ", then ".join(DIGITS[column] for column in columns)


def _squares(position: Position, columns: Sequence[int]) -> tuple[Square, ...]:
    """The lowest empty square of each of these columns."""
    return tuple((position.height(column), column) for column in columns)
