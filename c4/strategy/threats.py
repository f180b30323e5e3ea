"""Threats: the lines that each side can still complete, the squares that complete one, and who profits.

A *threat* is an empty square that completes a line of one side.  In each column only the lowest one surely counts:
neither side wants to play below it.  Who must do so in the end is computed on the columns alone, as if no further
threat arose: squares without a threat are waiting moves, a disc on your own threat wins (the *count*).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from c4.errors import C4Error
from c4.game.columns import square
from c4.game.picture import COLOUR_NAMES
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Line
from c4.kernels.board import constant_board
from c4.kernels.jit import ready
from c4.solver.proofs import UNKNOWN, leader_cannot_win, static_bounds
from c4.text import join_words, pluralise

# The role of a threat.

NOW = "now"
"""It can be played now."""

COUNTS = "counts"
"""It decides: neither side wants to play below it."""

ABOVE = "above"
"""It lies above another threat."""

SHARED = "shared"
"""Both sides want it."""

COLOURS = COLOUR_NAMES
"""The names of the sides for people, the first player first."""

SIDES = ("first", "second")
"""The names of the sides in JSON."""


Columns = tuple[tuple[int, ...], ...]
"""Columns with a threat: of each the labels of its free squares from the lowest upwards, bit 0 for a threat of the first
player, bit 1 for one of the second."""


class Threat(NamedTuple):
    """An empty square, `row` and `column` from 0, that completes `lines` of `side` (0 began, 1); `role` is one of
    those above.
    """

    row: int
    column: int
    side: int
    role: str
    lines: tuple[Line, ...]

    @property
    def odd(self) -> bool:
        """Whether people count its row (from 1) as odd."""
        return self.row % 2 == 0

    @property
    def parity(self) -> str:
        """ "odd" or "even"."""
        return "odd" if self.odd else "even"

    @property
    def name(self) -> str:
        """Its square as people write it: "c3"."""
        return square(self.row, self.column)


@dataclass(frozen=True)
class Threats:
    """The result of `find`; sides are 0, the first player, and 1.

    position    the position
    open_lines  for each side the lines without a disc of the other, of which it has at least one disc
    threats     every threat, column by column from the left, upwards
    zugzwang    the side that controls the zugzwang: the other one runs out of safe squares first
    profits     the side that wins the count, None if neither does
    proved      the side that wins by a static proof; None if there is none
    """

    position: Position
    open_lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    threats: tuple[Threat, ...]
    zugzwang: int
    profits: int | None
    proved: int | None


def check(position: Position) -> None:
    """Raises C4Error for positions in which threats mean nothing: count-lines, or a finished game."""
    if position.rules.scoring != FIRST_LINE:
        raise C4Error("threats count where the first line wins, not in count-lines")
    position.rules.require_still("the reading of threats")
    outcome = position.outcome()
    if outcome is not None:
        raise C4Error(f"the game is over in {position!r}: {outcome.reason}")


def find(position: Position) -> Threats:
    """The threats of a position.  Raises C4Error for count-lines and for a game that is over."""
    check(position)
    lines = _open_lines(position)
    threats = _threats(position, lines)
    proof = proof_of(position)
    profits, zugzwang = play_out(position, threats)
    return Threats(
        position=position,
        open_lines=lines,
        threats=threats,
        zugzwang=zugzwang,
        profits=profits,
        proved=None if proof is None else proof[0],
    )


def on_board(position: Position) -> tuple[Threat, ...]:
    """Every threat with its role, column by column from the left, upwards; who profits is not asked."""
    return _threats(position, _open_lines(position))


def _open_lines(position: Position) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """For each side the lines without a disc of the other, of which it has at least one disc."""
    lines = position.rules.lines
    (first, second) = position.stones
    return (
        tuple(line for line in lines if line.mask & first and not line.mask & second),
        tuple(line for line in lines if line.mask & second and not line.mask & first),
    )


def _threats(position: Position, lines: tuple[tuple[Line, ...], tuple[Line, ...]]) -> tuple[Threat, ...]:
    """Every threat with its role."""
    rules = position.rules
    completed: dict[tuple[int, int], list[Line]] = {}
    for side in (0, 1):
        for line in lines[side]:
            missing = line.mask & ~position.stones[side]
            if missing.bit_count() == 1:
                completed.setdefault((side, missing.bit_length() - 1), []).append(line)
    threats = []
    for column in range(rules.columns):
        above = False
        for row in range(position.height(column), rules.rows):
            cell = rules.cell(row, column)
            sides = [side for side in (0, 1) if (side, cell) in completed]
            for side in sides:
                if row == position.height(column):
                    role = NOW
                elif above:
                    role = ABOVE
                elif len(sides) == 2:
                    role = SHARED
                else:
                    role = COUNTS
                threats.append(Threat(row, column, side, role, tuple(completed[side, cell])))
            above = above or bool(sides and row > position.height(column))
    return tuple(threats)


# What proves a win without a search.

AT_ONCE = "win at once"
TWO = "two threats"
FOLLOW_UP = "follow-up"
ODD = "odd threat"


def proof_of(position: Position) -> tuple[int, str] | None:
    """(the side that wins, by what) if that is proved without a search; forced replies are played out.

    In a window, proofs that need a kernel are left out until it is compiled.
    """
    mine = position.mine
    theirs = position.theirs
    mover = position.to_move
    rules = position.rules
    free = (position.occupied + rules.bottom) & rules.board
    cells = [1 << rules.cell(position.height(column), column) for column in position.legal_columns()]
    if any(rules.has_line(mine | cell) for cell in cells):
        return mover, AT_ONCE
    forced = [cell for cell in cells if rules.has_line(theirs | cell)]
    if len(forced) > 1:
        return 1 - mover, TWO
    if forced:  # the static proofs assume no threat that can be played now
        return proof_of(position.play((forced[0].bit_length() - 1) // rules.stride))
    if not ready(static_bounds):
        return None
    mover_leads = (rules.cells - position.ply) % 2 == 0
    win_of_mover = ODD if mover_leads else FOLLOW_UP
    win_of_other = FOLLOW_UP if mover_leads else ODD
    for target in (1, 0):  # the proofs that may show that the mover wins, then those that it loses
        lower, upper = static_bounds(
            np.uint64(mine),
            np.uint64(theirs),
            np.uint64(_completing_cells(position, mine)),
            np.uint64(_completing_cells(position, theirs)),
            np.uint64(free),
            position.ply,
            target,
            constant_board(rules),
        )
        if 0 < lower < UNKNOWN:
            return mover, win_of_mover
        if -UNKNOWN < upper < 0:
            return 1 - mover, win_of_other
    return None


def _completing_cells(position: Position, stones: int) -> int:
    """The empty cells, playable or not, that complete a line of these discs."""
    rules = position.rules
    cells = 0
    for cell in range(rules.columns * rules.stride):
        bit = 1 << cell
        if rules.board & ~position.occupied & bit and rules.has_line(stones | bit):
            cells |= bit
    return cells


def follows(position: Position) -> bool:
    """Whether the follow-up proves that the leader (the first player on the standard board) cannot win."""
    rules = position.rules
    mine = np.uint64(position.mine)
    theirs = np.uint64(position.theirs)
    free = np.uint64((position.occupied + rules.bottom) & rules.board)
    leader = mine
    follower = theirs
    if (rules.cells - position.ply) % 2 == 1:
        leader = theirs
        follower = mine
    return bool(leader_cannot_win(leader, follower, free, constant_board(rules)))


def play_out(position: Position, threats: tuple[Threat, ...]) -> tuple[int | None, int]:
    """(who wins on the columns if no further threat arises, or None; who controls the zugzwang).

    Only columns with a threat are distinguished; all other squares are waiting moves, an even number of which cancels
    out.
    """
    rules = position.rules
    wanted = defaultdict[tuple[int, int], int](int)  # the label of each square with a threat: a bit for each side
    for threat in threats:
        wanted[threat.row, threat.column] |= 1 << threat.side
    columns = []
    waiting = 0
    safe = 0
    for column in range(rules.columns):
        labels = [wanted[row, column] for row in range(position.height(column), rules.rows)]
        if not any(labels):
            waiting += len(labels)
            safe += len(labels)
        else:
            columns.append(tuple(labels))
            free_below_threat = next(i for i, label in enumerate(labels) if label)
            safe += max(0, free_below_threat - 1)  # neither side wants the square directly below the threat
    zugzwang = 1 - position.to_move if safe % 2 == 0 else position.to_move
    return _columns_won(tuple(sorted(columns)), _without_pairs(waiting), position.to_move), zugzwang


def _without_pairs(waiting: int) -> int:
    """The number of waiting moves, 2 or 3 in place of more: two of them cancel out."""
    return waiting if waiting <= 3 else 2 + waiting % 2


@cache
def _columns_won(columns: Columns, waiting: int, mover: int) -> int | None:
    """Who wins if the sides drop discs in turn, and a disc on a square labelled with its side's bit wins; or None."""
    other = 1 - mover
    if any(_is_labelled(column[0], mover) for column in columns):
        return mover
    blocks = [i for i, column in enumerate(columns) if _is_labelled(column[0], other)]
    results = set()
    for following, left in _after_moves(columns, waiting, blocks):
        result = _columns_won(following, left, other)
        if result == mover:
            return mover
        results.add(result)
    return other if results == {other} else None


def _after_moves(columns: Columns, waiting: int, blocks: list[int]) -> Iterator[tuple[Columns, int]]:
    """(columns, waiting moves) after each move: those that block, if there are any."""
    for i in blocks or range(len(columns)):
        rest = columns[i][1:]
        others = columns[:i] + columns[i + 1 :]
        if any(rest):
            yield tuple(sorted((*others, rest))), waiting
        else:
            yield others, _without_pairs(waiting + len(rest))
    if waiting and not blocks:
        yield columns, waiting - 1


def _is_labelled(label: int, side: int) -> bool:
    """Whether a square is labelled with a side's bit: a disc of that side wins there."""
    return bool(label >> side & 1)


def facts(analysis: Threats) -> dict[str, object]:
    """The analysis, for JSON: columns and rows from 1, sides "first" (moves first) and "second"."""
    open_lines = {}
    for side, lines in zip(SIDES, analysis.open_lines, strict=True):
        open_lines[side] = [_squares(analysis, line) for line in lines]
    return {
        "open_lines": open_lines,
        "threats": [_threat_facts(analysis, threat) for threat in analysis.threats],
        "zugzwang": SIDES[analysis.zugzwang],
        "profits": None if analysis.profits is None else SIDES[analysis.profits],
        "proved": None if analysis.proved is None else SIDES[analysis.proved],
        "words": in_words(analysis),
    }


def _threat_facts(analysis: Threats, threat: Threat) -> dict[str, object]:
    return {
        "square": threat.name,
        "column": threat.column + 1,
        "row": threat.row + 1,
        "side": SIDES[threat.side],
        "parity": threat.parity,
        "state": threat.role,
        "lines": [_squares(analysis, line) for line in threat.lines],
    }


def _squares(analysis: Threats, line: Line) -> list[str]:
    stride = analysis.position.rules.stride
    return [square(cell % stride, cell // stride) for cell in line.cells]


# -- in words ---------------------------------------------------------------------------------------------------------


def in_words(analysis: Threats, colours: tuple[str, str] = COLOURS) -> str:
    """A paragraph in plain English about the result of `find`."""
    sentences = [_about(analysis, side, colours[side]) for side in (0, 1)]
    holder = colours[analysis.zugzwang]
    other = colours[1 - analysis.zugzwang]
    winner = analysis.profits if analysis.proved is None else analysis.proved
    if winner in (None, analysis.zugzwang):
        sentences.append(f"{holder} controls the zugzwang: {other} runs out of safe squares first.")
    sentences.append(_verdict(analysis, colours))
    return " ".join(sentences)


def summary(analysis: Threats, colours: tuple[str, str] = COLOURS) -> str:
    """One sentence: who profits, or, if that is open, who controls the zugzwang."""
    if analysis.profits is None and analysis.proved is None:
        return f"{colours[analysis.zugzwang]} controls the zugzwang."
    return _verdict(analysis, colours)


def _about(analysis: Threats, side: int, colour: str) -> str:
    lines = pluralise(len(analysis.open_lines[side]), "open line")
    own = [threat for threat in analysis.threats if threat.side == side]
    if not own:
        return f"{colour} has {lines} and no threat."
    sentences = [f"{colour} has {lines} and {pluralise(len(own), 'threat')}."]
    sentences += _with_role(own, NOW, "can be played now", "can be played now")
    for threat in own:
        if threat.role == COUNTS:
            below = square(threat.row - 1, threat.column)
            sentences.append(f"{threat.name} ({threat.parity}) counts: neither side wants to play {below}.")
    sentences += _with_role(own, SHARED, "is wanted by both sides", "are wanted by both sides")
    sentences += _with_role(
        own,
        ABOVE,
        "lies above another threat and counts only once that is played",
        "lie above another threat and count only once that is played",
    )
    return " ".join(sentences)


def _with_role(threats: list[Threat], role: str, one: str, several: str) -> list[str]:
    """A sentence about the threats with a role, what is said of one of them or of several; none without such threats."""
    names = [threat.name for threat in threats if threat.role == role]
    if not names:
        return []
    return [f"{join_words(names)} {one if len(names) == 1 else several}."]


def _verdict(analysis: Threats, colours: tuple[str, str]) -> str:
    if analysis.proved is not None:
        return f"Proved: {colours[analysis.proved]} wins."
    if analysis.profits is not None:
        return (
            f"As things stand {colours[analysis.profits]} profits, but {colours[1 - analysis.profits]} can still make new"
            " threats: nothing is certain."
        )
    return "As things stand neither side profits."
