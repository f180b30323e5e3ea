"""The rules: geometry, lines, outcome, and the counts that must not move."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from outcomes import better_of
from refusal import refused
from strategies import STANDARD_COUNT, any_rules, positions

from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE, STANDARD, Rules
from c4.kernels.perft import count_games

PERFT = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572]
PERFT_COUNT_LINES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5764458]


def test_the_standard_board_has_69_lines():
    """The standard board has 69 lines: 21 up, 24 across, 12 and 12 diagonal."""
    directions = [line.direction for line in STANDARD.lines]
    assert len(directions) == 69
    assert {d: directions.count(d) for d in "VHRL"} == {"V": 21, "H": 24, "R": 12, "L": 12}


@given(any_rules())
def test_lines_are_straight_and_on_the_board(rules):
    """Lines have `connect` cells, equally spaced, and there are as many as the sizes say."""
    k = rules.connect
    rows = rules.rows
    columns = rules.columns
    up = max(0, rows - k + 1)
    across = max(0, columns - k + 1)
    assert len(rules.lines) == up * columns + across * rows + 2 * up * across
    assert len({line.mask for line in rules.lines}) == len(rules.lines)
    step = {"V": (1, 0), "H": (0, 1), "R": (1, 1), "L": (1, -1)}
    for line in rules.lines:
        places = [rules.place(cell) for cell in line.cells]
        assert len(places) == k
        assert line.mask & ~rules.board == 0
        assert line.mask == sum(1 << cell for cell in line.cells)
        assert {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)} == {step[line.direction]}


@given(any_rules())
def test_cell_and_place_are_inverse(rules):
    """`place` undoes `cell` for every cell, and the cells are exactly the bits of `board`."""
    cells = {(row, column): rules.cell(row, column) for row in range(rules.rows) for column in range(rules.columns)}
    assert all(rules.place(cell) == place for place, cell in cells.items())
    assert sum(1 << cell for cell in cells.values()) == rules.board
    assert rules.board.bit_count() == rules.cells


def test_centre_first_is_the_reference_order():
    """The default order is 3 2 4 1 5 0 6 on seven columns, and left of the middle first on an even number (R4-22)."""
    assert STANDARD.centre_first == (3, 2, 4, 1, 5, 0, 6)
    assert Rules(5, 6).centre_first == (2, 3, 1, 4, 0, 5)


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PERFT)))
def test_perft_of_the_first_line_rule(depth, count):
    """The compiled perft gives the known numbers of games, a finished game having no moves."""
    assert count_games(depth, STANDARD) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PERFT_COUNT_LINES)))
def test_perft_when_lines_are_counted(depth, count):
    """Counting lines, games go on after a line: the numbers part from the first-line rule at depth 8."""
    assert count_games(depth, STANDARD_COUNT) == count


def perft(position: Position, depth: int) -> int:
    """The readable twin of the kernel."""
    return sum(perft(position.play(column), depth - 1) for column in position.legal_columns()) if depth else 1


@given(any_rules())
def test_both_perfts_agree_on_every_board(rules):
    """Readable and compiled perft count the same on every board, to the end of the game on small ones."""
    depth = next(depth for depth in range(9, -1, -1) if rules.columns**depth <= 1500)
    assert count_games(depth, rules) == perft(Position(rules=rules), depth)


SIZES = [(3, 3, 3), (2, 4, 3), (4, 2, 2), (15, 4, 5), (15, 4, 6), (31, 2, 3), (63, 1, 4)]


@pytest.mark.parametrize("rules", [Rules(3, 3, 3, COUNT_LINES), *(Rules(*size) for size in SIZES)], ids=str)
def test_both_perfts_agree_to_the_end(rules):
    """The compiled perft counts games played out one by one, also on a nearly full board and on one of a whole word."""
    games = [Position(rules=rules)]
    for depth in range(min(rules.cells, 7) + 2):
        if len(games) > 5_000:
            break
        if depth:
            games = [game.play(column) for game in games for column in game.legal_columns()]
        assert count_games(depth, rules) == len(games)


@given(positions())
def test_counting_lines_is_counting_masks(position):
    """The shifted count of a side's lines equals looking at every line one by one."""
    rules = position.rules
    for stones in position.stones:
        result = rules.lines_of(stones)
        assert rules.count_lines(stones) == len(result)
        assert rules.has_line(stones) == bool(result)


@given(positions())
@example(Position.from_moves("1212121"))
@example(Position.from_moves("71212121"))
def test_outcome_says_who_and_why(position):
    """A game ends when a line is complete or the board is full; the outcome names winner, lines and reason."""
    rules = position.rules
    outcome = position.outcome()
    full = position.ply == rules.cells
    mine, theirs = (len(rules.lines_of(stones)) for stones in position.stones)
    over = full or (rules.scoring == FIRST_LINE and mine + theirs > 0)
    assert (outcome is not None) == over
    if outcome is not None:
        assert outcome.winner == better_of(mine - theirs)
        assert outcome.reason
        if outcome.winner is not None:
            assert outcome.lines == rules.lines_of(position.stones[outcome.winner])


def test_five_in_a_row_are_two_lines():
    """Counting lines, five stones in a row count twice (R4-17, R4-39)."""
    stones = sum(1 << STANDARD.cell(0, column) for column in range(5))
    assert STANDARD.count_lines(stones) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 7, 4), "rows must be a whole number from 1, not 0"),
        ((6, 7.0, 4), "columns must be a whole number from 1, not 7.0"),
        ((6, 7, True), "connect must be a whole number"),
        ((8, 8, 4), "too large"),
        ((64, 1, 4), "too large"),
        ((6, 7, 1), "a line of 1 does not fit"),
        ((6, 7, 8), "a line of 8 does not fit"),
        ((6, 7, 4, "golf"), "unknown scoring 'golf'"),
    ],
)
def test_impossible_rules_are_refused(arguments, words):
    """A board that cannot be played is refused with a sentence that says what is wrong."""
    with refused(match=words.replace("(", r"\(")):
        Rules(*arguments)
