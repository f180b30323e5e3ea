"""Boards as other programs print them, and lists and arrays of numbers."""

import json

import numpy as np
import pytest
from hypothesis import given
from paths import DATA
from refusal import refused
from strategies import positions

from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import Rules

POSITION = Position.from_moves("4453")
ROWS = POSITION.grid().split("\n")
NUMBERS = POSITION.to_grid()
CELLS = [cell for row in NUMBERS for cell in row]
SPACED = [" ".join(row) for row in ROWS]
BLANK = [[" " if cell == "." else cell for cell in row] for row in ROWS]


def drawn(empty: str, first: str, second: str, between: str = "") -> str:
    """The picture of the position with these signs."""
    signs = {".": empty, "X": first, "O": second}
    return "\n".join(between.join(signs[cell] for cell in row) for row in ROWS)


NOTATIONS = {
    "emoji, white is empty": "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣\n" + drawn("⚪", "🔴", "🟡"),
    "emoji, black is empty": drawn("⚫", "🔴", "🟡") + "\n1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣",
    "emoji, blue is empty": drawn("🔵", "⚪", "⚫"),
    "emoji, a blue square is empty": drawn("🟦", "🔴", "🟡"),
    "emoji, red and blue": drawn("⚪", "🔴", "🔵"),
    "hearts": drawn("🖤", "❤️", "💛"),
    "crosses and rings": drawn("⬜", "❌", "⭕"),
    "codes of a chat": drawn(":white_circle:", ":red_circle:", ":yellow_circle:")
    + "\n:one::two::three::four::five::six::seven:",
    "a file of a chat": (DATA / "reports" / "discord.txt").read_text(encoding="utf-8"),
    "small r and y": drawn(".", "r", "y"),
    "w and b": drawn("_", "w", "b"),
    "R and B": drawn(".", "R", "B", " "),
    "b is blank": drawn("b", "x", "o", ","),
    "e is empty": drawn("e", "r", "y", ","),
    "X and zero": drawn(".", "X", "0"),
    "full width": drawn("．", "Ｘ", "Ｏ"),
    "letters below": "\n".join(ROWS) + "\na b c d e f g",
    "0 to 6 above": "0 1 2 3 4 5 6\n" + "\n".join(SPACED),
    "numbers of the rows": "\n".join(f"{6 - row} {cells}" for row, cells in enumerate(SPACED)) + "\n  a b c d e f g",
    "numbers on both sides": "\n".join(f"{row} {cells} {row}" for row, cells in enumerate(SPACED))
    + "\n  0 1 2 3 4 5 6",
    "a frame of double lines": "╔═╦═╦═╦═╦═╦═╦═╗\n"
    + "\n╠═╬═╬═╬═╬═╬═╬═╣\n".join("║" + "║".join(row) + "║" for row in BLANK)
    + "\n╚═╩═╩═╩═╩═╩═╩═╝\n 1 2 3 4 5 6 7",
    "a frame of thin lines": "┌───┬───┬───┬───┬───┬───┬───┐\n"
    + "\n├───┼───┼───┼───┼───┼───┼───┤\n".join("│ " + " │ ".join(row) + " │" for row in BLANK)
    + "\n└───┴───┴───┴───┴───┴───┴───┘",
    "a frame of #": "\n".join(["#########", *(f"#{row}#" for row in ROWS), "#########"]),
    "bars and feet": "\n".join(f"| {row} |" for row in SPACED) + "\n/_______________\\",
    "underscores between bars": "\n".join("|" + "|".join(row).replace(".", "_") + "|" for row in ROWS),
    "cells in brackets": "\n".join("".join(f"[{cell}]" for cell in row) for row in BLANK) + "\n 1  2  3  4  5  6  7",
    "colours of a terminal": drawn(".", "\x1b[31mX\x1b[0m", "\x1b[33mO\x1b[0m", " "),
    "Windows line ends": "\r\n".join(ROWS),
    "tabs": drawn("0", "1", "2", "\t"),
    "commas": drawn("0", "1", "2", ","),
    "nested list": str(NUMBERS),
    "nested list of JSON": json.dumps([[None if cell == "." else cell for cell in row] for row in ROWS]),
    "nested list with -1": str(POSITION.to_grid(second=-1)),
    "nested tuples": str(tuple(tuple(row) for row in NUMBERS)),
    "list of strings": str(BLANK),
    "flat list": str(CELLS),
    "42 numbers": " ".join(map(str, CELLS)),
    "42 digits": "".join(map(str, CELLS)),
    "42 signs": "".join(ROWS),
    "repr of an array": repr(np.array(NUMBERS)),
    "repr of an array of int8": repr(np.array(POSITION.to_grid(second=-1), dtype=np.int8)),
    "str of an array of floats": str(np.array(NUMBERS, dtype=float)),
    "str of an array of strings": str(np.array(BLANK)),
    "pairs": "44 53",
    "numbered pairs": "1. 44 2. 53",
    "a list of moves": "[4, 4, 5, 3]",
    "moves with hyphens": "4-4-5-3",
    "a byte order mark": "\ufeff4453",
}


@pytest.mark.parametrize("name", NOTATIONS)
def test_notations_of_others(name):
    """What other programs print is read as the same position."""
    assert parse_position(NOTATIONS[name]) == POSITION


@pytest.mark.parametrize(
    "grid",
    [
        NUMBERS,
        tuple(map(tuple, NUMBERS)),
        CELLS,
        POSITION.to_grid(second=-1),
        ROWS,
        BLANK,
        [[None if cell == "." else cell for cell in row] for row in ROWS],
        np.array(NUMBERS),
        np.array(NUMBERS, dtype=np.uint8),
        np.array(NUMBERS, dtype=float),
        np.array(CELLS),
        np.array(POSITION.to_grid(second=-1), dtype=np.int8),
    ],
    ids=str,
)
def test_lists_and_arrays(grid):
    """Nested and flat lists and arrays of 0, 1, 2 or 0, 1, -1, and rows of text, give the position."""
    assert Position.from_grid(grid) == POSITION


@given(positions())
def test_grids_go_both_ways(position):
    """What `to_grid` gives, `from_grid` reads on every board, nested, flat and as an array, with 2 or -1."""
    for second in (2, -1):
        grid = position.to_grid(second=second)
        assert Position.from_grid(grid, position.rules) == position
        assert Position.from_grid(np.array(grid, dtype=np.int8), position.rules) == position
        assert Position.from_grid([cell for row in grid for cell in row], position.rules) == position
    assert all(type(cell) is int for row in position.to_grid() for cell in row)


@given(positions())
def test_printed_grids_are_read(position):
    """The text of a list or array of a board of at least three columns and rows is read as the position."""
    if min(position.rules.rows, position.rules.columns) >= 3:
        for text in (
            str(position.to_grid()),
            repr(np.array(position.to_grid(second=-1))),
            str(np.array(position.to_grid())),
        ):
            assert parse_position(text, position.rules) == position


def test_an_empty_board_of_any_sign():
    """A board of one sign is empty if no game could fill it with one colour."""
    for sign in ("⚪", "⚫", "🔵", "⬜", "0", ".", "_", "-"):
        assert parse_position("\n".join([sign * 7] * 6)) == Position(), sign


def test_minus_one_began_where_it_has_more_discs():
    """In a grid that calls the side to move 1, the other side has -1 and may have begun."""
    grid = POSITION.play(0).to_grid(first=-1, second=1)
    assert Position.from_grid(grid) == POSITION.play(0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "1 2 3 4 5 6 7\n" + ".......\n" * 5 + "..z....",
            "'z' at place 3 of line 7 (row 6 from the top) is not a cell",
        ),
        ("1 2 3 4 5 6 7\n" + ".......\n" * 5 + "......", "line 7 (row 6 from the top) has 6 cells, the board 7"),
        ("+-------+\n" + "|.......|\n" * 4 + "|..X....|\n|.......|", "place 3 of line 6 (row 5 from the top) floats"),
        ("Player 1 moves\n" + ".......\n" * 6, "the picture has 7 rows, the board 6: line 1 does not look like a row"),
        (str([[0] * 7] * 5), "the picture has 5 rows, the board 6"),
        (str([[0] * 7] * 5 + [[3] * 7]), "'3' at place 1 of row 6 from the top is not a cell"),
        ("4453\n44444", "here are 2 lines of moves, but one position is one line"),
    ],
)
def test_errors_name_the_line(text, words):
    """The line of the text is named, and the row if frames and labels stand before it."""
    with refused(words):
        parse_position(text)


@pytest.mark.parametrize(
    "grid", [3, None, {}, [], [[]], [1, [2]], [[0, 0], 7], [[0, "ab"]], np.zeros((2, 2, 2)), [[0.5]]]
)
def test_what_is_no_grid_is_refused(grid):
    """Anything else gets one sentence."""
    with refused():
        Position.from_grid(grid, Rules(2, 2, 2))
