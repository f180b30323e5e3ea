"""`python -m lab measure interpreter`: plays strategy files by the printed legend, against every reply.

This is a second checker, written from docs/strategy.md alone.  It imports nothing of `c4`, and it lays the board out in
another way: bit 8 * row + column, row 0 at the bottom, so that every eighth bit is empty.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import click
import numpy as np
from numba import njit, uint64

COLUMN = 0x010101010101
"""The left column."""

BOARD = sum(0x7F << 8 * row for row in range(6))
PAIR = 1
"""The place of the mark `@` among the marks."""

SLOT_BITS = 18
SLOTS = 1 << SLOT_BITS
"""Places of the table for the positions that one diagram meets."""

OWN_FACTOR = 0x9E3779B97F4A7C15
OTHER_FACTOR = 0xC2B2AE3D27D4EB4F
"""Odd numbers that spread positions over a table: the highest bits of the products are the place."""

MAX_POSITIONS = SLOTS // 2
"""A diagram that meets more is not played through: the table would be slow, and at last full."""

FIRST_LEAF_CODE = 7
"""A smaller code of an answer is a column; from this one on there are two for each diagram: as it is, and mirrored."""

FULL_SOON_DISCS = 40
"""From so many discs on the board the owner, who has to move, may find it full without a win."""

FAILS, HOLDS, TOO_MANY_POSITIONS = range(3)
"""What came out of playing a diagram: it misses its result, it reaches it, or it meets more than MAX_POSITIONS."""


class Game(NamedTuple):
    """What a diagram is played by.

    draw    whether a full board is enough for it
    fork    whether it plays a disc that makes two threats
    ban     whether it never plays below a square on which the other side completes a line
    number  that of the diagram, from 1; it marks the positions of this diagram in the table
    """

    draw: bool
    fork: bool
    ban: bool
    number: int


@njit(uint64(uint64, uint64), cache=True)
def gaps(discs: int, occupied: int) -> int:
    """The empty squares that complete a line of the discs."""
    squares = uint64(0)
    for step in (uint64(1), uint64(7), uint64(8), uint64(9)):
        up = discs >> step
        down = discs << step
        up_two = discs >> uint64(2) * step
        down_two = discs << uint64(2) * step
        squares |= up & up_two & (discs >> uint64(3) * step | down) | down & down_two & (discs << uint64(3) * step | up)
    return squares & uint64(BOARD) & ~occupied


@njit(uint64(uint64), cache=True)
def landings(occupied: int) -> int:
    """The squares where a disc can land."""
    return (occupied << uint64(8) | uint64(0x7F)) & ~occupied & uint64(BOARD)


@njit(uint64(uint64, uint64[:]), cache=True)
def nearest(squares: int, columns: np.ndarray) -> int:
    """The square in the first of these columns (as masks) that has one; 0 if there is none."""
    for column in columns:
        if squares & column:
            return squares & column
    return uint64(0)


@njit(cache=True)
def several(squares: int) -> bool:
    """Whether there are two squares or more."""
    return squares & (squares - uint64(1)) != 0


@njit(cache=True)
def makes_two_threats(square: int, own: int, occupied: int) -> bool:
    """Whether a disc on this square leaves two playable squares that complete a line, or one and the square above it."""
    filled = occupied | square
    completing = gaps(own | square, filled)
    playable = completing & landings(filled)
    return several(playable) or playable << uint64(8) & completing != 0


@njit(cache=True)
def chosen(own: int, other: int, diagram: tuple, fork: bool, ban: bool) -> int:
    """The square that a diagram plays; 0 if it has no answer.  The sentences of the page, from the first to the last."""
    marks, columns = diagram
    occupied = own | other
    playable = landings(occupied)
    dangerous = gaps(other, occupied)
    safe = playable
    if ban:
        safe &= ~(dangerous >> uint64(8))
    wins = gaps(own, occupied) & playable
    if wins:
        return nearest(wins, columns)
    blocks = dangerous & playable
    if several(blocks):
        return uint64(0)
    if blocks:
        return blocks & safe
    for column in columns:
        square = safe & column
        if fork and square and makes_two_threats(square, own, occupied):
            return square
    for level in range(6):
        marked = safe & marks[level]
        counts = marked != 0
        if level == PAIR:
            counts = counts and not several(marked)
        if counts:
            return nearest(marked, columns)
    return nearest(safe, columns)


@njit(cache=True)
def played_through(
    own: int, other: int, diagram: tuple, game: Game, stack: np.ndarray, table: np.ndarray
) -> tuple[int, int]:
    """(FAILS, HOLDS or TOO_MANY_POSITIONS, the positions played) of a diagram against every reply."""
    stack[0, 0] = own
    stack[0, 1] = other
    depth = 1
    played = 0
    met = 0
    while depth:
        depth -= 1
        own = stack[depth, 0]
        other = stack[depth, 1]
        played += 1
        square = chosen(own, other, diagram, game.fork, game.ban)
        if square & gaps(own, own | other):
            continue
        own |= square
        replies = landings(own | other)
        if square == 0 or replies & gaps(other, own | other) or (replies == 0 and not game.draw):
            return FAILS, played
        while replies:
            after = other | replies & (~replies + uint64(1))
            replies &= replies - uint64(1)
            if own | after == uint64(BOARD) and game.draw:
                continue
            place = (own * uint64(OWN_FACTOR) ^ after * uint64(OTHER_FACTOR)) >> uint64(64 - SLOT_BITS)
            while table[place, 2] == game.number and (table[place, 0] != own or table[place, 1] != after):
                place = (place + uint64(1)) % uint64(SLOTS)
            if table[place, 2] != game.number:
                table[place, 0] = own
                table[place, 1] = after
                table[place, 2] = game.number
                stack[depth, 0] = own
                stack[depth, 1] = after
                depth = depth + 1
                met = met + 1
                if met > MAX_POSITIONS:
                    return TOO_MANY_POSITIONS, played
    return HOLDS, played


def diagram_of(row: list[int], mirrored: bool) -> tuple[np.ndarray, np.ndarray]:
    """(the squares of the six marks, the columns in the order of choice) of a row of the file."""
    marks = np.zeros(7, np.uint64)
    for number, mark in enumerate(row):
        column = 6 - number % 7 if mirrored else number % 7
        marks[mark] |= np.uint64(1 << 8 * (number // 7) + column)
    order = (3, 4, 2, 5, 1, 6, 0) if mirrored else (3, 2, 4, 1, 5, 0, 6)
    return marks[:6], np.array([COLUMN << column for column in order], np.uint64)


def mirror(squares: int) -> int:
    """The mirror image of a set of squares."""
    return sum(1 << 8 * (bit // 8) + 6 - bit % 8 for bit in squares_of(squares))


def squares_of(board: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [bit for bit in range(48) if board >> bit & 1]


def stored(own: int, other: int) -> tuple[int, int]:
    """A position or its mirror image, whichever is in the file: the one with the smaller number, see docs/strategy.md."""

    def number(boards: tuple[int, int]) -> int:
        return sum(1 << 7 * (bit % 8) + bit // 8 for board in (*boards, boards[0]) for bit in squares_of(board))

    return min((own, other), (mirror(own), mirror(other)), key=number)


def after_replies(own: int, other: int) -> Iterator[tuple[int, int]]:
    """The positions after every reply, left to right, without those in which the owner completes a line."""
    for column in range(7):
        reply = int(landings(own | other)) & COLUMN << column
        if reply & int(gaps(other, own | other)):
            raise ValueError("a reply completes a line")
        there = other | reply
        if reply and own | there != BOARD and not gaps(own, own | there) & landings(own | there):
            yield stored(own, there)


def play(path: str, fork: bool = True, ban: bool = True) -> tuple[int, int, int, int]:
    """(answers, leaves, leaves whose diagram fails, positions played) of a file.

    Raises ValueError if the answers do not hold, or a diagram meets too many positions to be played through.
    """
    with np.load(path) as file:
        content = json.loads(file["header"].tobytes())
        codes = file["codes"]
        rows = file["diagrams"]
    draw = content["result"] == "draw"
    sides = [0, 0]
    moves = "" if content["root"] == "empty" else content["root"]
    for ply, column in enumerate(moves):
        sides[ply % 2] |= int(landings(sides[0] | sides[1])) & COLUMN << int(column) - 1
    own = sides[content["owner"]]
    other = sides[1 - content["owner"]]
    to_move = len(moves) % 2 == content["owner"]
    waiting = [stored(own, other)] if to_move else list(dict.fromkeys(after_replies(own, other)))
    known = set(waiting)
    answers = iter(codes.tolist())
    stack = np.zeros((1 << 12, 2), np.uint64)
    table = np.zeros((SLOTS, 3), np.uint64)
    leaves = 0
    failed = 0
    played = 0
    for own, other in waiting:
        code = next(answers)
        if code >= FIRST_LEAF_CODE:
            leaves += 1
            row, second = divmod(code - FIRST_LEAF_CODE, 2)
            diagram = diagram_of(rows[row].tolist(), mirrored=second == 1)
            game = Game(draw, fork, ban, leaves)
            result, positions = played_through(uint64(own), uint64(other), diagram, game, stack, table)
            if result == TOO_MANY_POSITIONS:
                raise ValueError(f"diagram {leaves} meets more than {MAX_POSITIONS:,} positions")
            failed += result == FAILS
            played += positions
            continue
        square = int(landings(own | other)) & COLUMN << code
        if not square or not (draw or len(squares_of(own | other)) < FULL_SOON_DISCS):
            raise ValueError("an answer is a full column, or the board can fill up without a win")
        for following in after_replies(own | square, other):
            if following not in known:
                known.add(following)
                waiting.append(following)
    if next(answers, None) is not None:
        raise ValueError("the file has more answers than positions")
    return len(waiting), leaves, failed, played


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--without", type=click.Choice(["fork", "ban"]), multiple=True, help="Leave a rule of the language out.")
def command(files: tuple[str, ...], without: tuple[str, ...]) -> None:
    """Plays strategy FILES by the printed legend alone, against every reply."""
    wrong = 0
    for path in files:
        try:
            answers, leaves, failed, played = play(path, "fork" not in without, "ban" not in without)
        except ValueError as error:
            raise click.ClickException(f"{path}: {error}") from None
        says = f"{answers:,} answers, {leaves:,} leaves, {failed:,} of their diagrams fail, {played:,} positions played"
        click.echo(f"{path}: {says}")
        wrong += failed
    raise SystemExit(min(wrong, 1))
