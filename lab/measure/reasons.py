"""`python -m lab measure reasons`: whether what is said about wins is true, by a checker that reads the sentences.

The checker shares nothing with `c4/strategy`.  It plays out forced lines, and plays every move of the game in which a
side wins only with the lines that the sentence names, and of those in which one of them is missing.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle, permutations, product

import click
import numpy as np
from numba import boolean, int64, njit, uint64

from c4.agents.specification import parse_agent
from c4.arena.match import Player, openings_of, play
from c4.cli.options import json_option, seed_option, show
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.review.stream import lines_of, review
from c4.solver.solver import solve
from c4.solver.table import Table
from c4.strategy.reasons import AT_ONCE, MAX_NAMED_MOVES, Reason, why_wins
from lab.measure.interpreter import BOARD, COLUMN, OTHER_FACTOR, OWN_FACTOR, gaps, landings, several

LEVELS = ("novice", "casual", "amateur", "club", "expert")

SLOT_BITS = 21
SLOTS = 1 << SLOT_BITS
"""Places of the table of positions that `wins` has decided."""

NO_COLUMN = -1
"""As `last_column` of `wins`: the other side has not moved yet."""


@njit(uint64(uint64, int64), cache=True)
def square_in(squares: int, column: int) -> int:
    """Those of the squares that are in a column; 0 if there are none, or for NO_COLUMN."""
    if column == NO_COLUMN:
        return uint64(0)
    return squares & (uint64(COLUMN) << uint64(column))


@njit(cache=True)
def open_lines(own: int, other: int, lines: np.ndarray) -> tuple[bool, int]:
    """(whether one of the lines can still be completed, the empty squares that complete one)."""
    can_complete = False
    completing = uint64(0)
    for line in lines:
        if line & other == 0:
            can_complete = True
            missing = line & ~own
            if not several(missing):
                completing |= missing
    return can_complete, completing


@njit(boolean(uint64, uint64, boolean, int64, boolean, uint64[:], uint64[:, :]), cache=True)
def wins(
    own: int, other: int, own_turn: bool, last_column: int, answers_above: bool, lines: np.ndarray, table: np.ndarray
) -> bool:  # fmt: skip
    """Whether a side completes one of the lines before the other completes any; `own_turn`: it is to move.

    If it `answers_above`, it answers in `last_column`, where the other side has just played, while there is room.
    """
    # Calls of itself say `not own_turn`: numba compiles a recursion wrongly to which a literal True or False is passed.
    occupied = own | other
    free = landings(occupied)
    can_complete, completing = open_lines(own, other, lines)
    if not can_complete or free == 0:
        return False
    own_wins = completing & free
    other_wins = gaps(other, occupied) & free
    if own_turn and own_wins:
        return True
    if not own_turn and other_wins:
        return False
    answer = square_in(free, last_column) if own_turn and answers_above else uint64(0)
    if answer:
        return wins(own | answer, other, not own_turn, last_column, answers_above, lines, table)
    blocks = other_wins if own_turn else own_wins
    if several(blocks):  # only one of them can be stopped
        return not own_turn
    candidates = blocks if blocks else free
    place = ((own * uint64(OWN_FACTOR)) ^ (occupied * uint64(OTHER_FACTOR))) >> uint64(64 - SLOT_BITS)
    if table[place, 0] == own and table[place, 1] >> uint64(1) == occupied:
        return bool(table[place, 1] & uint64(1))
    if own_turn:
        result = False  # until one move wins
        for column in (3, 2, 4, 1, 5, 0, 6):
            square = square_in(candidates, column)
            if square and wins(own | square, other, not own_turn, column, answers_above, lines, table):
                result = True
                break
    else:
        result = True  # until one reply saves the other side
        for column in (3, 2, 4, 1, 5, 0, 6):
            square = square_in(candidates, column)
            if square and not wins(own, other | square, not own_turn, column, answers_above, lines, table):
                result = False
                break
    table[place, 0] = own
    table[place, 1] = occupied << uint64(1) | uint64(result)
    return result


def square(row: int, column: int) -> int:
    """The bit of a square, row 0 at the bottom: every row has eight bits."""
    return 1 << 8 * row + column


class Board:
    """A position as the checker sees it, for the side that is said to win."""

    def __init__(self, position: Position, side: int) -> None:
        self.sides = [0, 0]
        for row, column in product(range(6), range(7)):
            owner = position.owner(row, column)
            if owner is not None:
                own_or_other = 0 if owner == side else 1
                self.sides[own_or_other] |= square(row, column)
        self.own_turn = position.to_move == side

    def wins_with(self, lines: list[int], answers_above: bool = False) -> bool:
        """Whether the side wins if only these lines win for it."""
        table = np.zeros((SLOTS, 2), np.uint64)
        own, other = map(uint64, self.sides)
        return bool(wins(own, other, self.own_turn, NO_COLUMN, answers_above, np.array(lines, np.uint64), table))

    def winning(self, who: int) -> int:
        """The squares on which a side (0: the one that is said to win) completes a line now."""
        occupied = self.sides[0] | self.sides[1]
        return int(gaps(self.sides[who], occupied)) & int(landings(occupied))

    def drop(self, who: int, cell: int) -> None:
        """Plays a disc of a side on a square where it can land."""
        assert cell & int(landings(self.sides[0] | self.sides[1]))
        self.sides[who] |= cell


def squares_of(text: str) -> int:
    """The squares of a text like "b4 and c5"."""
    names = re.findall(r"([a-g])([1-6])", text)
    return sum(square(int(row) - 1, "abcdefg".index(column)) for column, row in names)


def line_of(ends: str) -> int:
    """The four squares of a line, by its ends."""
    first_column = "abcdefg".index(ends[0])
    first_row = int(ends[1]) - 1
    right = ("abcdefg".index(ends[3]) - first_column) // 3
    rise = (int(ends[4]) - 1 - first_row) // 3
    return sum(square(first_row + i * rise, first_column + i * right) for i in range(4))


def problem(board: Board, words: str) -> str:
    """What is wrong with a sentence about a position; "" if nothing is.  Raises ValueError for an unknown sentence."""
    for pattern, check in CHECKS.items():
        match = re.search(pattern, words)
        if match is not None:
            return check(board, match)
    raise ValueError(words)


def check_completed_line(board: Board, match: re.Match[str]) -> str:
    """ "X completes a line in columns 3 and 5." """
    columns = [COLUMN << int(digit) - 1 for digit in re.findall(r"\d", match["columns"])]
    holds = board.own_turn and all(board.winning(0) & column for column in columns)
    return "" if holds else "no line"


def check_two_threats(board: Board, match: re.Match[str]) -> str:
    """ "X has two threats, b4 and c5: O can stop only one." """
    squares = squares_of(match["squares"])
    are_threats = not squares & ~board.winning(0)
    can_use_them = not board.own_turn and not board.winning(1)
    return "" if are_threats and can_use_them and squares.bit_count() == 2 else "not two threats"


def check_forced_line(board: Board, match: re.Match[str]) -> str:
    """ "X plays columns 3, then 4, and has two threats at once, b4 and c5." """
    moves = re.findall(r"\d", match["columns"]) + re.findall(r"(?:then|and) column (\d)", match.string)
    return played_out(board, [int(digit) - 1 for digit in moves], squares_of(match.string.partition("once")[2]))


def check_threat(board: Board, match: re.Match[str]) -> str:
    """ "X has the odd threat c3: O must play c2 in the end." """
    own, other = board.sides
    threat = squares_of(match["threat"])
    kind = "odd" if int(match["threat"][1]) % 2 else "even"
    is_free = threat & BOARD & ~(own | other)
    is_named_right = match["kind"] == kind and squares_of(match["below"]) << 8 == threat
    lines = [line for line in LINES if line & ~own == threat]
    holds = is_free and is_named_right and lines and board.wins_with(lines)
    return "" if holds else "the threat does not decide"


def check_follow_up(board: Board, match: re.Match[str]) -> str:
    """ "X answers in the column that O plays, gets b4 and c5 in the end, and completes a3-d6." """
    line = line_of(match["line"])
    is_missing = line & ~board.sides[0]
    holds = is_missing == squares_of(match["squares"]) and board.wins_with([line], answers_above=bool(match["answers"]))
    return "" if holds else "the line does not decide"


def check_several_lines(board: Board, match: re.Match[str]) -> str:
    """ "O cannot stop both of these lines: a3-d6 (through b4), c1-f1 (through d1)." """
    parts = re.findall(r"(\S+-\S+) \(through (.*?)\)", match.string)
    lines = [line_of(ends) for ends, _ in parts]
    for line, (_, through) in zip(lines, parts):
        if line & ~board.sides[0] != squares_of(through):
            return "other squares are missing"
    if len(lines) < 2 or not board.wins_with(lines):
        return "the lines do not decide"
    for place in range(len(lines)):
        if board.wins_with([*lines[:place], *lines[place + 1 :]]):
            return "a line plays no part"
    return ""


CHECKS: dict[str, Callable[[Board, re.Match[str]], str]] = {
    r"^\w+ completes a line in columns? (?P<columns>[\d, and]+)\.$": check_completed_line,
    r"^\w+ has two threats, (?P<squares>.*): \w+ can stop only one\.$": check_two_threats,
    r"^\w+ plays columns? (?P<columns>[\d, then]+?)(,? and|;) .*$": check_forced_line,
    r"^\w+ has the (?P<kind>odd|even) threat (?P<threat>\S+): \w+ must play (?P<below>\S+) in the end\.$": check_threat,
    r"(?P<answers>answers in the column that \w+ plays, )?gets (?P<squares>.*) in the end,"
    r" and completes (?P<line>\S+)\.": check_follow_up,
    r"\w+ cannot stop (?:both|all) of these lines: ": check_several_lines,
}
"""What checks a sentence, by its pattern; the first that matches."""


def played_out(board: Board, columns: list[int], squares: int) -> str:
    """What is wrong with a forced line of these columns of the winner, that ends with two threats on `squares`, or with
    a line if there are none."""
    for number, column in enumerate(columns):
        is_last = number == len(columns) - 1
        cell = int(landings(board.sides[0] | board.sides[1])) & COLUMN << column
        if not cell or not board.own_turn:
            return "an impossible move"
        if is_last and not squares:
            return "" if cell & board.winning(0) else "no line at the end"
        board.drop(0, cell)
        threats = board.winning(0)
        if board.winning(1) or not threats:
            return "a move that does not force"
        if is_last:
            return "" if squares.bit_count() == 2 and not squares & ~threats else "not two threats"
        if threats & threats - 1:
            return "a threat too many"
        board.drop(1, threats)
    return "no moves"


LINES = [sum(square(*STANDARD.place(cell)) for cell in line.cells) for line in STANDARD.lines]
"""The lines of the board, as squares."""


class Tally:
    """Counts sentences by kind, those that are wrong, and those that say something useful."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.useful = 0
        self.soon = 0
        self.seconds: list[float] = []

    def add(self, position: Position, side: int, reason: Reason) -> None:
        """Checks a reason."""
        self.kinds[reason.kind] += 1
        if not reason.words:
            return
        self.useful += reason.kind != AT_ONCE or reason.after <= 1
        self.soon += reason.after <= MAX_NAMED_MOVES
        here = position
        for column in reason.line[: reason.after]:
            here = here.play(column)
        body = reason.words.rpartition("found by search: ")[2].rpartition("After the block in ")[2]
        body = re.sub(r"^columns? [\d, and]+: ", "", body)
        if fault := problem(Board(here, side), body):
            self.wrong.append(f"{position!r}: {reason.words} ({fault})")

    def __str__(self) -> str:
        number = self.kinds.total()
        seconds = sorted(self.seconds)
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.kinds.most_common())
        share = f"{self.useful / number:.0%} useful, {self.soon / number:.0%} within {MAX_NAMED_MOVES} plies"
        times = f"seconds: median {seconds[number // 2]:.3f}, most {seconds[-1]:.3f}"
        lines = [f"{number} asked: {kinds}", f"{len(self.wrong)} wrong; {share}; {times}", *self.wrong[:20]]
        return "\n".join(lines)


def random_position(chance: random.Random) -> Position:
    """A position of a random game in which wins and blocks are not missed, with 10 to 36 discs."""
    while True:
        position = Position()
        length = chance.randint(10, 36)
        while position.ply < length and position.outcome() is None:
            board = Board(position, position.to_move)
            now = board.winning(0) or board.winning(1)
            columns = [column for column in position.legal_columns() if now & COLUMN << column]
            position = position.play(chance.choice(columns or position.legal_columns()))
        if position.outcome() is None:
            return position


def ask(tally: Tally, position: Position, side: int, line: tuple[int, ...] = ()) -> None:
    """Asks why a side wins, and checks the answer."""
    start = time.process_time()
    reason = why_wins(position, side, "XO", line)
    tally.seconds.append(time.process_time() - start)
    tally.add(position, side, reason)


def of_positions(number: int, seed: int) -> Tally:
    """What is said of random won positions; that the loser wins is not said."""
    chance = random.Random(seed)
    tally = Tally()
    table = Table()
    while tally.kinds.total() < number:
        position = random_position(chance)
        if sign := solve(position, weak=True, table=table).sign:
            winner = position.to_move if sign > 0 else 1 - position.to_move
            ask(tally, position, winner)
            if words := why_wins(position, 1 - winner, "XO").words:
                tally.wrong.append(f"{position!r}: {words} (it loses)")
    return tally


def of_mistakes(number: int, seed: int) -> Tally:
    """What is said of mistakes in games between levels: why the other side wins, or how the win was won."""
    tally = Tally()
    table = Table()
    players = {name: Player(parse_agent(name)) for name in LEVELS}
    for game, (first, second) in enumerate(cycle(permutations(LEVELS, 2))):
        opening = next(iter(openings_of("plies=2", 1, seed + game)))
        columns = play(players[first], players[second], opening, seed + game).position().moves or ()
        report = review(Position(), columns, table=table)
        for row in report.mistakes():
            if tally.kinds.total() == number:
                return tally
            position = report.positions[row.ply - 1]
            lines = lines_of(row, position, table=table)
            if row.score < 0 and position.play(row.column).outcome() is None:
                ask(tally, position.play(row.column), 1 - row.side, lines.refutation[1:])
            else:
                ask(tally, position, row.side, lines.better)
    return tally


@click.command()
@click.option("--mistakes", default=500, show_default=True, help="Mistakes from games between levels.")
@click.option("--positions", default=2000, show_default=True, help="Random positions.")
@seed_option
@json_option
def command(mistakes: int, positions: int, seed: int, as_json: bool) -> None:
    """Checks what is said about wins: every sentence is read and played out."""
    tallies = {"mistakes": of_mistakes(mistakes, seed), "random positions": of_positions(positions, seed)}
    for name, tally in tallies.items():
        facts = {"positions": tally.kinds.total(), "useful": tally.useful, "soon": tally.soon, "kinds": tally.kinds}
        show({"set": name, **facts, "wrong": tally.wrong}, f"{name}: {tally}", as_json)
    raise SystemExit(any(tally.wrong for tally in tallies.values()))
