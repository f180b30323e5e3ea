"""The checker: plays a strategy to the end against every reply.  It shares only the rules with the maker.

Where the maker works with shifted bitboards and leaves out replies that lose at once, the checker tests lines one by
one and plays everything.  It interprets diagrams (`c4.strategy.diagram`) with code of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.interrupts import check
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words, Words2, signed
from c4.kernels.stop import stopped
from c4.strategy.strategies import WIN, Size, Strategy
from c4.text import pluralise

ROWS = STANDARD.rows
COLUMNS = STANDARD.columns
STRIDE = STANDARD.stride
CELLS = STANDARD.cells
SLOT_BITS = 18

SLOTS = 1 << SLOT_BITS
"""Places for the positions of one diagram, each played once; when half are taken, others are played again."""

OWN_MULTIPLIER = U(0xD6E8FEB86659FD93)
"""Mixes the owner's discs into the place of a position; any odd number would do."""

OTHER_MULTIPLIER = U(0xA0761D6478BD642F)
"""Mixes the other side's discs into the place of a position; any odd number would do."""

PAIR_LEVEL = 1
"""The mark that counts only if exactly one safe square has it: "@"."""

BITS = STRIDE * COLUMNS
"""One more than the number of the highest cell."""

REFUTED = 0
"""A reply beats the strategy."""

HOLDS = 1
"""No reply does."""


def lines_through_cells() -> np.ndarray:
    """For each cell the other cells of the lines through it: uint64 (BITS, most lines through a cell).

    Unused places have all bits set, like no discs.
    """
    through: list[list[int]] = [[] for _ in range(BITS)]
    for line in STANDARD.lines:
        for cell in line.cells:
            through[cell].append(line.mask & ~(1 << cell))
    table = np.full((BITS, max(map(len, through))), ~U(0))
    for cell, masks in enumerate(through):
        table[cell, : len(masks)] = masks
    return table


THROUGH = lines_through_cells()


@kernel
def completes(stones: U, cell: int, through: Words2) -> bool:
    """Whether a disc on a cell (its number) completes a line of the discs."""
    complete = False
    for i in range(through.shape[1]):
        others = through[cell, i]
        complete = complete or (stones & others) == others
    return complete


@kernel
def landing(occupied: U, column: int) -> int:
    """The number of the cell where a disc lands, or -1 in a full column."""
    for row in range(ROWS):
        if (occupied >> U(column * STRIDE + row)) & U(1) == U(0):
            return column * STRIDE + row
    return -1


@kernel
def ways_to_win(own: U, occupied: U, through: Words2) -> int:
    """The number of playable wins, counting one directly above another: two cannot both be parried."""
    ways = 0
    for column in range(COLUMNS):
        cell = landing(occupied, column)
        if cell >= 0 and completes(own, cell, through):
            ways += 1
            if cell % STRIDE + 1 < ROWS and completes(own, cell + 1, through):
                ways += 1
    return ways


@kernel(allocates=True)
def choose(own: U, other: U, marks: Words, order: Ints, through: Words2) -> int:  # noqa: C901 - a kernel
    """The cell (its number) that a diagram plays, -1 when every move loses at once."""
    occupied = own | other
    forced = -1
    threats = 0
    safe = np.zeros(COLUMNS, dtype=np.int64)
    any_safe = False
    for i in range(COLUMNS):
        cell = landing(occupied, order[i])
        safe[i] = -1
        if cell < 0:
            continue
        if completes(own, cell, through):
            return cell
        if completes(other, cell, through):
            forced = cell
            threats += 1
        if cell % STRIDE + 1 == ROWS or not completes(other, cell + 1, through):
            safe[i] = cell
            any_safe = True
    if threats > 1 or not any_safe:
        return -1
    if threats == 1:
        for i in range(COLUMNS):
            if safe[i] == forced:
                return forced
        return -1
    for column in range(COLUMNS):
        cell = landing(occupied, column)
        for i in range(COLUMNS):
            if cell >= 0 and safe[i] == cell:
                stone = U(1) << U(cell)
                if ways_to_win(own | stone, occupied | stone, through) > 1:
                    return cell
    for level in range(len(marks)):
        number = 0
        first = -1
        for i in range(COLUMNS):
            if safe[i] >= 0 and (marks[level] >> U(safe[i])) & U(1):
                number += 1
                if first < 0:
                    first = safe[i]
        if number == 1 or (number > 1 and level != PAIR_LEVEL):
            return first
    for i in range(COLUMNS):
        if safe[i] >= 0:
            return signed(safe[i])
    return -1


class Memory(NamedTuple):
    """The memory of `play_to_the_end`; a position is (own, other) discs, the owner to move.

    stack   the positions not yet played
    met     the positions that were met, each in the first free slot from the one that its discs give; 0 in free ones
    slots   the slots in use
    used    int64[1]: how many these are
    """

    stack: Words2
    met: Words2
    slots: Ints
    used: Ints


def make_memory() -> Memory:
    """Memory for any diagram."""
    return Memory(
        stack=np.zeros((CELLS * COLUMNS, 2), dtype=np.uint64),  # each ply adds at most one position a column
        met=np.zeros((SLOTS, 2), dtype=np.uint64),
        slots=np.zeros(SLOTS, dtype=np.int64),
        used=np.zeros(1, dtype=np.int64),
    )


@kernel
def remember(own: U, other: U, memory: Memory) -> bool:
    """Remembers that a position was met, unless all slots are taken.  Returns whether it is new."""
    met = memory.met
    slot = signed((own * OWN_MULTIPLIER + other * OTHER_MULTIPLIER) >> U(64 - SLOT_BITS))
    while met[slot, 0] != U(0):
        if met[slot, 0] == own and met[slot, 1] == other:
            return False
        slot = (slot + 1) % SLOTS
    if memory.used[0] < SLOTS // 2:
        met[slot, 0] = own
        met[slot, 1] = other
        memory.slots[memory.used[0]] = slot
        memory.used[0] += 1
    return True


@kernel
def forget(memory: Memory) -> None:
    """Empties all slots in use."""
    for i in range(memory.used[0]):
        slot = memory.slots[i]
        memory.met[slot, 0] = U(0)
        memory.met[slot, 1] = U(0)
    memory.used[0] = 0


@kernel
def count_discs(stones: U) -> int:
    """How many discs there are."""
    number = 0
    for cell in range(BITS):
        number += signed((stones >> U(cell)) & U(1))
    return number


@kernel
def add_replies(own: U, other: U, depth: int, hold: bool, through: Words2, memory: Memory) -> int:
    """Puts the positions after every reply that are not yet known on the stack, which has `depth` of them.

    Returns the new depth, or -1 if a reply refutes the diagram.  With `hold` a full board is good enough.
    """
    is_last = count_discs(own | other) + 1 == CELLS
    for column in range(COLUMNS):
        reply = landing(own | other, column)
        if reply < 0:
            continue
        if completes(other, reply, through) or (is_last and not hold):
            return -1
        there = other | (U(1) << U(reply))
        if not is_last and remember(own, there, memory):
            memory.stack[depth, 0] = own
            memory.stack[depth, 1] = there
            depth += 1
    return depth


@kernel
def play_to_the_end(
    own: U, other: U, marks: Words, hold: bool, order: Ints, through: Words2, memory: Memory
) -> tuple[int, int, int]:
    """(HOLDS or REFUTED, positions, most discs on the board at the end) of a diagram against every reply.

    With `hold` a full board is good enough; without it the owner has to win.
    """
    memory.stack[0, 0] = own
    memory.stack[0, 1] = other
    depth = 1
    positions = 0
    deepest = 0
    result = HOLDS
    while depth > 0 and result == HOLDS:
        depth -= 1
        own = memory.stack[depth, 0]
        other = memory.stack[depth, 1]
        positions += 1
        if stopped():
            result = REFUTED
            break
        cell = choose(own, other, marks, order, through)
        discs = count_discs(own | other) + 1
        deepest = max(deepest, discs)
        if cell < 0:
            result = REFUTED
            break
        if completes(own, cell, through):
            continue
        own |= U(1) << U(cell)
        if discs == CELLS:
            result = HOLDS if hold else REFUTED
            continue
        if discs + 1 == CELLS:
            deepest = CELLS
        depth = add_replies(own, other, depth, hold, through, memory)
        if depth < 0:
            result = REFUTED
    forget(memory)
    return result, positions, deepest


@dataclass(frozen=True)
class Report:
    """The checker's result: the `size` of the strategy, positions `played`, the `deepest` line in discs.

    `problem` is None if every reply leads to the `result`, otherwise a sentence.
    """

    size: Size
    played: int
    deepest: int
    result: str
    problem: str | None

    def __str__(self) -> str:
        text = f"{self.size}; {pluralise(self.played, 'position')} played to the end, "
        text += f"the longest line ends with disc {self.deepest}: "
        return text + (self.problem or f"every reply {'wins' if self.result == WIN else 'holds the draw'}")


class _Problem(Exception):
    """Carries the sentence about what does not hold."""


def verify(strategy: Strategy) -> Report:
    """Plays every reply to the end."""
    walk = _Walk(strategy)
    try:
        walk.play_everything()
        problem = None
    except _Problem as error:
        problem = str(error)
    return Report(strategy.size(), walk.played, walk.deepest, strategy.result, problem)


class _Walk:
    """One run of the checker, with the rules of `Position`.

    hold      whether a full board is good enough
    played    how many positions were played
    deepest   the most discs at the end of a game
    seen      the discs of the positions that were played; of a position and its mirror image only the one met first
    memory    for the diagrams
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.hold = strategy.result != WIN
        self.played = 0
        self.deepest = 0
        self.seen: set[tuple[int, int]] = set()
        self.memory = make_memory()

    def play_everything(self) -> None:
        """Plays every position that the strategy reaches."""
        waiting = [self.strategy.root]
        while waiting:
            position = waiting.pop()
            if position.to_move == self.strategy.owner:
                children = self.after_owner(position)
            else:
                children = self.after_replies(position)
            for child in children:
                if child.stones not in self.seen and child.mirror().stones not in self.seen:
                    self.seen.add(child.stones)
                    waiting.append(child)

    def after_replies(self, position: Position) -> list[Position]:
        """The positions after every reply that does not end the game; none may win it."""
        self.played += 1
        following = []
        for column in position.legal_columns():
            child = position.play(column)
            outcome = child.outcome()
            if outcome is None:
                following.append(child)
                continue
            self.deepest = max(self.deepest, child.ply)
            if outcome.winner is not None or not self.hold:
                raise _Problem(f"column {column + 1} does not lose {place_of(position)}")
        return following

    def after_owner(self, position: Position) -> list[Position]:
        """The position after the owner's move; none if that wins at once, or a diagram takes over."""
        self.played += 1
        columns = position.legal_columns()
        for column in columns:
            outcome = position.play(column).outcome()
            if outcome is not None and outcome.winner is not None:
                self.deepest = max(self.deepest, position.ply + 1)
                return []
        for each in (position, position.mirror()):
            stones = (each.mine, each.theirs)
            if stones in self.strategy.leaves:
                self.play_diagram(stones, position)
                return []
            if stones in self.strategy.moves:
                column = (self.strategy.moves[stones].bit_length() - 1) // STRIDE
                if each is not position:
                    column = COLUMNS - 1 - column
                if column not in columns:
                    raise _Problem(f"the strategy plays column {column + 1}, which is full, {place_of(position)}")
                child = position.play(column)
                if child.outcome() is not None:
                    raise _Problem(f"the game ends without a win {place_of(child)}")
                return [child]
        raise _Problem(f"the strategy has no answer {place_of(position)}")

    def play_diagram(self, stones: tuple[int, int], position: Position) -> None:
        """Plays the diagram of a leaf against every reply."""
        diagram = self.strategy.diagram(stones)
        marks = np.array(diagram.cells, dtype=np.uint64)
        order = np.array(diagram.order, dtype=np.int64)
        verdict, played, deepest = play_to_the_end(
            U(stones[0]), U(stones[1]), marks, self.hold, order, THROUGH, self.memory
        )
        check()
        self.played += int(played)
        self.deepest = max(self.deepest, int(deepest))
        if verdict != HOLDS:
            raise _Problem(f"the diagram does not hold {place_of(position)}")


def place_of(position: Position) -> str:
    """The place of a problem, in words."""
    return f"after {format_columns(position.moves)}" if position.moves else "at the root"
