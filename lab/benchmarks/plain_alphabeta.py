"""Alpha-beta as reference system 4 describes it, in plain Python: whole numbers as states, two dictionaries as record.

R4-1 to R4-13, R4-18 and R4-20 to R4-31 from the text alone: it counts and values the same nodes as our search.
Imports nothing.

A state has nine bits for each column, from the left: a pointer of three bits, which is the number of its discs plus 1,
and below it six cells, the lowest first, 1 for a disc of the machine.  Its highest bit is set.
"""

from __future__ import annotations

COLUMN_ORDER = (3, 2, 4, 1, 5, 0, 6)


def shift_of(column: int) -> int:
    """Where the pointer of a column lies: the number of bits below it."""
    return 60 - 9 * column


ALIVE = 1 << 63
"""The highest bit of a state, which a child that was cut off loses."""

EMPTY = ALIVE + sum(1 << shift_of(column) for column in range(7))
"""The empty board: every pointer is 1."""


def _windows() -> list[tuple[bool, tuple[tuple[int, int], ...]]]:
    """All 69 lines, each as (whether it is horizontal, its four cells from the first one on as (column, row))."""
    windows = []
    for column_step, row_step in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        is_horizontal = row_step == 0
        for column in range(7):
            for row in range(6):
                cells = tuple((column + i * column_step, row + i * row_step) for i in range(4))
                if all(0 <= c < 7 and 0 <= r < 6 for c, r in cells):
                    windows.append((is_horizontal, cells))
    return windows


WINDOWS = _windows()


def play(state: int, column: int, machine: bool) -> int:
    """The state after a disc, of the machine or of the other side; 0 if the column is full."""
    shift = shift_of(column)
    pointer = state >> shift & 7
    if pointer == 7:
        return 0
    return state + (1 << shift) + (machine << (shift - pointer))


def played(columns: list[int]) -> int:
    """The state after columns from 0, in turns; the machine is to move."""
    state = EMPTY
    for place, column in enumerate(columns):
        state = play(state, column, (len(columns) - place) % 2 == 0)
    return state


def grid(state: int) -> list[list[int]]:
    """Columns of cells from the bottom: 1 the machine's, 0 the person's, -1 empty."""
    cells = []
    for column in range(7):
        shift = shift_of(column)
        height = (state >> shift & 7) - 1
        cells.append([state >> (shift - 1 - row) & 1 if row < height else -1 for row in range(6)])
    return cells


def value(state: int) -> int:
    """V1 for the machine."""
    cells = grid(state)
    total = 0
    for is_horizontal, window in WINDOWS:
        line = [cells[column][row] for column, row in window]
        for side in (1, 0):
            own = line.count(side)
            other = line.count(1 - side)
            points = 0
            if line[0] == side:
                if other == 0 and own >= 2:
                    points = own
                elif other == 1 and own == 3:
                    points = -1
            elif is_horizontal and own == 3 and other == 0:
                points = 3
            total += points if side else -points
    return total


def score_of_full_board(state: int) -> int:
    """Four points for each line of the machine's, less four for each of the other side's."""
    cells = grid(state)
    total = 0
    for _, window in WINDOWS:
        line = [cells[column][row] for column, row in window]
        if line.count(1) == 4:
            total += 4
        if line.count(0) == 4:
            total -= 4
    return total


class Search:
    """One search; `children` and `values` are its record, `nodes` the calls."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.nodes = 0
        self.children: dict[int, list[int]] = {}
        self.values: dict[int, int] = {}

    def run(self, state: int, depth: int = 0, alpha: float = float("-inf"), beta: float = float("inf")) -> int:
        """The value of a state for the machine, which moves at even depths."""
        self.nodes += 1
        if depth == self.depth:
            self.values[state] = value(state)
            return self.values[state]
        machine = depth % 2 == 0
        dropped = [play(state, column, machine) for column in COLUMN_ORDER]
        children = [child for child in dropped if child]
        if not children:
            self.values[state] = score_of_full_board(state)
            return self.values[state]
        best = None
        for place, child in enumerate(children):
            reached = self.run(child, depth + 1, alpha, beta)
            if machine:
                improves = best is None or reached > best
            else:
                improves = best is None or reached < best
            if improves:
                best = reached
            is_cut = best >= beta if machine else best <= alpha
            if is_cut:
                children[place + 1 :] = [later & ~ALIVE for later in children[place + 1 :]]
                break
            if machine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        self.children[state] = children
        self.values[state] = best
        return best
