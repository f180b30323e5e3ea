"""A player of ConnectX (Kaggle), made by `c4 export connectx`: alpha-beta or Monte-Carlo tree search on any board.

It needs nothing else; `agent` at the end is what ConnectX calls.
"""

from __future__ import annotations

import math
import time
from typing import Any

# What the export fills in: EVALUATOR is v2 or windows.  WEIGHTS, for windows alone, are those of discs in the
# middle, of own open lines with one, two and three discs, and of the opponent's.  DEPTH in plies; None: as deep as the
# time allows.  SECONDS for a move, but never more than three quarters of what ConnectX gives.
EVALUATOR: str = "v2"
WEIGHTS: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
DEPTH: int | None = None
SECONDS: float = 1.5

# Monte-Carlo tree search in place of alpha-beta: SAMPLES says whether; SIMULATIONS for a move, None: as many as the time
# allows; EXPLORATION is the constant c of UCT; WINS: a line is always completed; PROOFS: decided games are passed upwards.
SAMPLES: bool = False
SIMULATIONS: int | None = None
EXPLORATION: float = 1.4
WINS: bool = True
PROOFS: bool = True
SEED: int = 1

# The points of v2 for a line that begins with an own disc (or, unless it is upright, ends with one) and holds no disc
# of the other side: complete, with one gap, with two.  A line whose gaps can be filled now counts more.
COMPLETE = 40
ONE_GAP_NOW = 17
ONE_GAP_LATER = 15
TWO_GAPS_NOW = 4
TWO_GAPS_LATER = 2
ONE_FOREIGN = -13  # a line with one gap, and one disc of the other side in it

UPRIGHT, ACROSS, RISING, FALLING = range(4)  # the directions of lines

EXACT, AT_LEAST, AT_MOST = range(3)  # what the table knows about a value

WIN = 1_000_000
INFINITY = 1 << 60
CLOCK_NODES = 64  # nodes between two readings of the clock

# The constants of splitmix64, whose words have 64 bits.
STEP = 0x9E3779B97F4A7C15
FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9
SECOND_MULTIPLIER = 0x94D049BB133111EB
ALL_BITS = (1 << 64) - 1


class OutOfTime(Exception):
    """Raised inside a search whose time is over."""


class Board:
    """A board's geometry.  Columns lie side by side in an int, each with a spare bit on top; row 0 is the bottom."""

    def __init__(self, rows: int, columns: int, connect: int) -> None:
        self.rows = rows
        self.columns = columns
        self.connect = connect
        stride = rows + 1
        self.stride = stride
        self.bottom = sum(1 << column * stride for column in range(columns))
        self.full = self.bottom * ((1 << rows) - 1)
        self.cells = rows * columns
        self.column_of = {}  # by the mask of the column's cells, the middle first
        self.middle = 0
        for column in sorted(range(columns), key=self.distance_from_middle):
            mask = ((1 << rows) - 1) << column * stride
            self.column_of[mask] = column
            if self.distance_from_middle(column) <= 1:
                self.middle |= mask
        self.directions = []  # the shift from a cell to the next, and the cells with the lowest bit of a line
        for up, right, shift in ((1, 0, 1), (0, 1, stride), (1, 1, stride + 1), (-1, 1, stride - 1)):
            starts = 0
            for column in range(columns):
                for row in range(rows):
                    last = row + up * (connect - 1)
                    if 0 <= last < rows and column + right * (connect - 1) < columns:
                        starts |= 1 << column * stride + row
            self.directions.append((shift, starts))
        lines = sum(starts.bit_count() for _, starts in self.directions)
        self.middle_points = points_of(WEIGHTS[0], self.middle.bit_count())
        # A value is the difference of what counts for each side, so the weight of a line of the other side comes here.
        self.line_points = [
            points_of(own, lines) - points_of(other, lines) for own, other in zip(WEIGHTS[1:4], WEIGHTS[4:7])
        ]

    def distance_from_middle(self, column: int) -> int:
        """Twice the distance of a column from the middle of the board."""
        return abs(2 * column - self.columns + 1)

    def has_line(self, stones: int) -> bool:
        """Whether the discs hold a line."""
        for shift, _ in self.directions:
            run = stones
            length = 1
            while length < self.connect and run:
                step = min(length, self.connect - length)
                run &= run >> shift * step
                length += step
            if run:
                return True
        return False

    def at_least(self, stones: int, shift: int) -> tuple[int, int, int, int]:
        """The lowest bits of lines with at least 1, 2, 3, 4 cells in `stones`."""
        one = 0
        two = 0
        three = 0
        four = 0
        for _ in range(self.connect):  # from four down: each step needs the next smaller count as it was before
            four |= three & stones
            three |= two & stones
            two |= one & stones
            one |= stones
            stones >>= shift
        return one, two, three, four


def points_of(weight: float, unit: int) -> int:
    """The points of one of `unit` things whose sum has this weight."""
    return round(10_000 * weight / unit) if unit else 0


def v2(board: Board, own: int, other: int) -> int:
    """Weighs open lines by how soon they can be completed."""
    total = 0
    connect = board.connect
    occupied = own | other
    unreachable = board.full & ~(occupied | (occupied + board.bottom))
    for direction, (shift, starts) in enumerate(board.directions):
        span = shift * (connect - 1)
        unbuilt1, unbuilt2, _, _ = board.at_least(unreachable, shift)
        missing1, missing2, missing3, _ = board.at_least(~own & board.full, shift)
        foreign1, foreign2, _, _ = board.at_least(other, shift)
        first = own
        last = own >> span
        if direction == FALLING:  # whose lowest bit is that of the last cell
            first = own >> span
            last = own
        anchored = starts & first
        from_end = 0
        if direction != UPRIGHT:
            from_end = starts & ~first & last & ~foreign1
        open_lines = (anchored & ~foreign1) | from_end
        one_gap = missing1 & ~missing2
        two_gaps = missing2 & ~missing3
        total += COMPLETE * (open_lines & ~missing1).bit_count()
        total += ONE_GAP_NOW * (open_lines & one_gap & ~unbuilt1).bit_count()
        total += ONE_GAP_LATER * (open_lines & one_gap & unbuilt1).bit_count()
        total += TWO_GAPS_NOW * (open_lines & two_gaps & ~unbuilt1).bit_count()
        total += TWO_GAPS_LATER * (anchored & ~foreign1 & two_gaps & unbuilt1).bit_count()
        if direction in (RISING, FALLING):
            total += TWO_GAPS_LATER * (from_end & two_gaps & unbuilt1 & ~unbuilt2).bit_count()
        total += ONE_FOREIGN * (anchored & one_gap & foreign1 & ~foreign2).bit_count()
    return total


def windows(board: Board, own: int, other: int) -> int:
    """A learned weight for discs in the middle and for open lines with one, two, three discs."""
    total = board.middle_points * (own & board.middle).bit_count()
    for shift, starts in board.directions:
        foreign, _, _, _ = board.at_least(other, shift)
        at_least = board.at_least(own, shift)
        for discs in range(1, min(board.connect, 4)):
            lines = starts & ~foreign & at_least[discs - 1] & ~at_least[discs]
            total += board.line_points[discs - 1] * lines.bit_count()
    return total


class Search:
    """One search: alpha-beta with a table of positions, one depth after the other."""

    def __init__(self, board: Board, end: float) -> None:
        self.board = board
        self.end = end
        self.nodes = 0
        self.count = {"v2": v2, "windows": windows}[EVALUATOR]
        self.table: dict[tuple[int, int], tuple[int, int]] = {}
        self.best: dict[tuple[int, int], int] = {}

    def evaluate(self, own: int, other: int) -> int:
        """Points for the owner of the first discs."""
        return self.count(self.board, own, other) - self.count(self.board, other, own)

    def moves(self, own: int, other: int) -> list[tuple[int, int]]:
        """The columns' masks and the cells where a disc would land, the promising ones first."""
        occupied = own | other
        free = (occupied + self.board.bottom) & self.board.full
        result = [(mask, free & mask) for mask in self.board.column_of if free & mask]
        best = self.best.get((own, other))
        first = [move for move in result if move[0] == best]
        return first + [move for move in result if move[0] != best]

    def value(self, own: int, other: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value for the side to move, who owns the first discs; no side has a line, and there are `ply` discs."""
        self.nodes += 1
        if self.nodes % CLOCK_NODES == 0 and time.perf_counter() > self.end:
            raise OutOfTime
        if ply == self.board.cells:
            return 0
        if depth == 0:
            return self.evaluate(own, other)
        known = self.table.get((own, other))
        if known is not None:
            value, bound = known
            if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                return value
        moves = self.moves(own, other)
        if any(self.board.has_line(own | cell) for _, cell in moves):
            return WIN - ply - 1
        start = alpha
        best = -INFINITY
        column = 0
        for mask, cell in moves:
            value = -self.value(other, own | cell, depth - 1, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                column = mask
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        self.best[own, other] = column
        bound = EXACT
        if best >= beta:
            bound = AT_LEAST
        elif best <= start:
            bound = AT_MOST
        self.table[own, other] = best, bound
        return best

    def choose(self, own: int, other: int, ply: int) -> int:
        """The column of the best move; of equal ones the one nearest to the middle."""
        moves = self.moves(own, other)
        for mask, cell in moves:
            if self.board.has_line(own | cell):
                return self.board.column_of[mask]
        rank_of = {move: rank for rank, move in enumerate(moves)}  # 0 for the one nearest to the middle
        chosen = moves[0]
        deepest = self.board.cells - ply
        if DEPTH is not None:
            deepest = min(DEPTH, deepest)
        for depth in range(1, deepest + 1):
            self.table = {}
            best_value = -INFINITY
            best = chosen
            try:
                for move in [chosen] + [move for move in moves if move != chosen]:
                    # A move nearer to the middle than the best one replaces it with an equal value.
                    comes_before = rank_of[move] <= rank_of[best]
                    alpha = best_value - 1 if comes_before else best_value
                    value = -self.value(other, own | move[1], depth - 1, -INFINITY, -alpha, ply + 1)
                    if value > alpha:
                        best_value = value
                        best = move
            except OutOfTime:
                # The best move so far is at least as good as the one of the depth before, which is searched first.
                return self.board.column_of[best[0]]
            chosen = best
            if abs(best_value) > WIN - self.board.cells - 1 and DEPTH is None:
                break
        return self.board.column_of[chosen[0]]


class Node:
    """A node of Monte-Carlo tree search: its last disc, N, W for the side that searches, and what is certain."""

    __slots__ = ("cell", "children", "proved", "result", "total", "visits")

    def __init__(self, cell: int) -> None:
        self.cell = cell
        self.visits = 0
        self.total = 0
        self.children: list[Node] = []
        self.result: int | None = None
        self.proved = False


def rank(node: Node) -> tuple[int, int, float]:
    """By what replies are compared: the result if it is proved, the visits, the mean value."""
    result = node.result if node.proved and node.result is not None else 0
    return result, node.visits, node.total / node.visits


class Simulator:
    """Monte-Carlo tree search by UCT with random playouts; values are for the side that searches."""

    def __init__(self, board: Board, end: float) -> None:
        self.board = board
        self.end = end
        self.root = Node(0)

    def free(self, occupied: int) -> int:
        """The cells where a disc would land."""
        return (occupied + self.board.bottom) & self.board.full

    def winning(self, own: int, free: int) -> list[int]:
        """The free cells, from left to right, that complete a line."""
        return [cell for cell in cells_of(free) if self.board.has_line(own | cell)]

    def choose(self, own: int, other: int) -> int:
        """The column of the reply with the most visits; one proved to win before all, one proved to lose after all."""
        number = 0
        while (SIMULATIONS is None or number < SIMULATIONS) and not self.root.proved:
            number += 1
            self.simulate(own, other, number)
            if number > self.board.cells and time.perf_counter() > self.end:
                break

        visited = [node for node in self.root.children if node.visits]
        cell = max(visited, key=rank).cell if visited else self.replies(own, other)[0]
        return next(column for mask, column in self.board.column_of.items() if mask & cell)

    def replies(self, mover: int, other: int) -> list[int]:
        """The cells to consider, the middle first."""
        free = self.free(mover | other)
        wins = self.winning(mover, free) if WINS else []
        allowed = free
        if wins:
            allowed = 0
            for cell in wins:
                allowed |= cell
        return [allowed & mask for mask in self.board.column_of if allowed & mask]

    def simulate(self, mover: int, other: int, number: int) -> None:
        """One simulation: select, expand, play out, back up."""
        path = [self.root]
        sign = 1
        while True:
            node = path[-1]
            if not node.children and node.visits and not node.proved and not self.is_over(other, mover | other):
                node.children = [Node(cell) for cell in self.replies(mover, other)]
            if node.proved or not node.children:
                break
            node = self.best(node, sign)
            path.append(node)
            played = mover | node.cell
            mover = other
            other = played
            sign = -sign
        leaf = path[-1]
        before = leaf.proved
        value = self.value(leaf, mover, other, sign, number)
        for node in path:
            node.visits += 1
            node.total += value
        if leaf.proved and not before:
            self.prove(path, sign)

    def is_over(self, last: int, occupied: int) -> bool:
        """Whether the side that moved last has a line, or the board is full."""
        return occupied == self.board.full or self.board.has_line(last)

    def best(self, node: Node, sign: int) -> Node:
        """The reply with the best score by UCT, the first of equal ones."""
        growth = math.log(node.visits)
        chosen = node.children[0]
        most = -math.inf
        for child in node.children:
            if child.proved and child.result == -sign:
                continue
            if not child.visits:
                return child
            score = sign * child.total / child.visits + EXPLORATION * math.sqrt(growth / child.visits)
            if score > most:
                chosen = child
                most = score
        return chosen

    def value(self, leaf: Node, mover: int, other: int, sign: int, number: int) -> int:
        """The value of a leaf, by a random game unless it is certain."""
        if not leaf.visits:
            over = self.is_over(other, mover | other)
            if over:
                leaf.result = -sign if self.board.has_line(other) else 0
            elif WINS and self.winning(mover, self.free(mover | other)):
                leaf.result = sign
            leaf.proved = PROOFS and leaf.result is not None and (over or leaf is not self.root)
        return self.play_out(mover, other, sign, number) if leaf.result is None else leaf.result

    def play_out(self, mover: int, other: int, sign: int, number: int) -> int:
        """The result of a random game."""
        word = number << 16
        while free := self.free(mover | other):
            cells = cells_of(free)
            high_half = random_word(word) >> 32
            mover |= cells[(high_half * len(cells)) >> 32]  # a number below len(cells), all equally likely
            if self.board.has_line(mover):
                return sign
            mover, other = other, mover
            sign = -sign
            word += 1
        return 0

    def prove(self, path: list[Node], sign: int) -> None:
        """Passes a proof upwards: one reply wins, or all replies are proved."""
        for node in reversed(path[:-1]):
            sign = -sign
            results = [sign * child.result for child in node.children if child.proved and child.result is not None]
            if max(results) < 1 and len(results) < len(node.children):
                return
            node.result = sign * max(results)
            node.proved = True


def cells_of(free: int) -> list[int]:
    """The single cells of a set, from left to right."""
    cells = []
    while free:
        cells.append(free & -free)
        free &= free - 1
    return cells


def random_word(number: int) -> int:
    """The word of this number in the sequence of SEED, by splitmix64."""
    word = (SEED + (number + 1) * STEP) & ALL_BITS
    word = ((word ^ (word >> 30)) * FIRST_MULTIPLIER) & ALL_BITS
    word = ((word ^ (word >> 27)) * SECOND_MULTIPLIER) & ALL_BITS
    return word ^ (word >> 31)


def agent(observation: Any, configuration: Any) -> int:
    """The column (from 0) that is played."""
    started = time.perf_counter()
    board = Board(configuration.rows, configuration.columns, configuration.inarow)
    seconds = min(SECONDS, 0.75 * getattr(configuration, "actTimeout", 2))
    stones = {1: 0, 2: 0}
    for place, mark in enumerate(observation.board):
        if mark:
            row, column = divmod(place, board.columns)
            stones[mark] |= 1 << column * board.stride + board.rows - 1 - row
    own = stones[observation.mark]
    other = stones[3 - observation.mark]
    if SAMPLES:
        return Simulator(board, started + seconds).choose(own, other)
    return Search(board, started + seconds).choose(own, other, (own | other).bit_count())
