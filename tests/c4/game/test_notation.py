"""Text into positions and back, and errors that name the offending character and its place."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusal import refused, unless_refused
from strategies import positions, standard_positions

from c4.game.columns import format_columns
from c4.game.notation import FORMATS, find_moves, format_position, parse_position
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules


@given(positions())
def test_move_strings_go_both_ways(position):
    """A move string read back gives the same position and the same moves."""
    text = format_columns(position.moves)
    again = Position.from_moves(text, position.rules)
    assert again == position
    assert again.moves == position.moves
    assert Position.from_moves(text.upper(), position.rules) == position


@given(positions())
def test_positions_as_text_go_both_ways(position):
    """What `format_position` writes, `parse_position` reads as the same position, with or without its moves."""
    assert parse_position(format_position(position), position.rules) == position
    bare = dataclasses.replace(position, moves=None)
    assert parse_position(format_position(bare), position.rules) == position


@given(positions())
def test_pictures_with_slashes(position):
    """A picture on one line, its rows split by slashes, is the same picture."""
    if position.rules.rows > 1:
        assert parse_position(position.grid().replace("\n", "/"), position.rules) == position


@given(positions(longest=20))
def test_find_moves_finds_a_way(position):
    """A way found up to a reachable position leads there by legal moves."""
    way = find_moves(dataclasses.replace(position, moves=None))
    assert way is not None
    assert Position.from_moves(format_columns(way), position.rules) == position


@given(standard_positions)
def test_every_form_to_copy_is_read(position):
    """Whatever form a position is copied in, it is read as the same position."""
    for form, write in FORMATS.items():
        if position.rules == STANDARD or "Link" not in form:
            assert parse_position(write(position), position.rules) == position, form


PICTURES = {
    "a frame and column numbers": "| | | | | | | |\n" * 4
    + "| | | |O| | | |\n| | |O|X|X| | |\n+-+-+-+-+-+-+-+\n 1 2 3 4 5 6 7\n",
    "small letters, wide": "\n".join(["_ _ _ _ _ _ _"] * 4 + ["_ _ _ o _ _ _", "_ _ o x x _ _", "1 2 3 4 5 6 7"]),
    "numbers": "[" + ",\n ".join(["[0, 0, 0, 0, 0, 0, 0]"] * 4 + ["[0,0,0,2,0,0,0]", "[0,0,2,1,1,0,0]]"]),
    "red began": "\n".join(["......."] * 4 + ["...Y...", "..YRR.."]),
    "signs": "\n".join(["·······"] * 4 + ["···🟡···", "··🟡🔴🔴··"]),
    "circles": "/".join(["-------"] * 4 + ["---○---", "--○●●--"]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_other_programs(name):
    """Frames, numbers, letters, colours: the same position."""
    assert parse_position(PICTURES[name]) == Position.from_moves("4453")


def test_a_picture_of_one_row():
    """On a board of one row a picture has no line ends to tell it by."""
    rules = Rules(1, 9, 3)
    for moves in ("", "5", "51"):
        position = Position.from_moves(moves, rules)
        assert parse_position(position.grid(), rules) == position


def test_yellow_began_where_it_has_more_stones():
    """Of two colours the one with more stones began, and red when both have as many."""
    rows = ["......."] * 5
    assert parse_position("\n".join([*rows, "..YRY.."])) == Position.from_moves("345")
    assert parse_position("\n".join([*rows, "...RY.."])) == Position.from_moves("45")


def test_links_and_numbers_and_lists():
    """A link of the public solver, a bare packed state, and columns with blanks or commas between them."""
    position = Position.from_moves("4453")
    links = ("https://connect4.gamesolver.org/?pos=4453", "connect4.gamesolver.org/en/?pos=4453&x=1", "?pos=4453")
    for text in (*links, str(position.packed()), "4 4 5 3", "4, 4, 5, 3"):
        assert parse_position(text) == position, text
    assert parse_position("https://connect4.gamesolver.org/?pos=") == Position()


def test_forms_that_cannot_be():
    """A position that no game reaches has no move string, another board no link."""
    impossible = Position.from_grid("OOOO.../XXXX..X", Rules(2, 7))
    for unreachable in (impossible, Position.from_grid("X/O", Rules(2, 1, 2))):
        with refused("no game leads to this position"):
            FORMATS["Move string"](unreachable)
    with refused("only knows the standard board"):
        FORMATS["Link of the public solver"](impossible)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4458", "'8' at place 4 of '4458' is not a column: columns are 1 to 7"),
        ("0", "'0' at place 1 of '0' is not a column: columns are 1 to 7"),
        ("44x3", "'x' at place 3 of '44x3' is not a column: columns are 1 to 7"),
        ("4453 12", "' ' at place 5 of '4453 12' is not a column: columns are 1 to 7"),
        ("4 4 x", "'x' at place 3 of '44x' is not a column"),
        ("https://connect4.gamesolver.org/", "is a link without a position"),
        ("https://connect4.gamesolver.org/?pos=448", "'8' at place 3 of '448' is not a column"),
        ("99999999999999999999", "is no packed state: it is not a 64-bit number"),
        ("10378549747928563777", "column 7 has a disc above its 0"),
        ("４", "'４' at place 1 of '４' is not a column: columns are 1 to 7"),
        ("4444444", "'4' at place 7 of '4444444' does not fit: column 4 is full"),
        ("12121213", "'3' at place 8 of '12121213' comes after the end of the game: four in a row"),
        ("packed:", "a number is missing after packed:"),
        ("packed:12x4", "'x' at place 3 of '12x4' is not a digit"),
        ("packed:-1", "'-' at place 1 of '-1' is not a digit"),
        ("packed:18446744073709551616", "18446744073709551616 is no packed state: it is not a 64-bit number"),
        ("packed:" + "9" * 5000, "a number of 5,000 digits is too long for a packed state, which has 64 bits"),
        ("packed:9223372036854775808", "the pointer of column 1 is 0, not 1 to 7"),
        ("packed:10378549747928563777", "column 7 has a disc above its 0"),
        ("......./.......", "the picture has 2 rows, the board 6"),
        (".......\n" * 5 + "..z....", "'z' at place 3 of row 6 from the top is not a cell: use . X O"),
        (".......\n" * 5 + "......", "row 6 from the top has 6 cells, the board 7 columns"),
        (".......\n" * 4 + "..X....\n.......", "the disc at place 3 of row 5 from the top floats"),
        (".......\n" * 5 + "..O....", "X has 0 discs and O has 1: X begins, so it has as many as O or one more"),
        (".......\n" * 5 + "X.X....", "X has 2 discs and O has 0: X begins, so it has as many as O or one more"),
    ],
)
def test_bad_text_is_refused(text, words):
    """Bad text is refused with one sentence that names the offending character and its place."""
    with refused(words):
        parse_position(text)


@given(
    st.text(max_size=12)
    | st.text("1234567", max_size=50)
    | st.text(".XO/\n", max_size=60)
    | st.text("0123456789").map("packed:{}".format)
)
def test_any_text_is_read_or_refused(text):
    """Whatever is typed gives a position of the board or a C4Error, nothing else."""
    position = unless_refused(parse_position, text)
    if position is not None:
        assert position.rules == STANDARD
        assert position.occupied & ~STANDARD.board == 0
        assert Position.from_stones(position.mine, position.theirs) == position


def test_empty_text():
    """`empty` and nothing at all are the empty board."""
    assert parse_position("empty") == parse_position("") == parse_position("  ") == Position()


def test_counting_lines_moves_go_on_after_a_line():
    """With the other scoring the moves after a line are read."""
    assert Position.from_moves("12121213", Rules(scoring=COUNT_LINES)).ply == 8


def test_wide_boards_go_on_with_letters():
    """Column ten is written a, capital or small."""
    wide = Rules(3, 16)
    assert Position.from_moves("9agG", wide).moves == (8, 9, 15, 15)
    assert format_columns((8, 9, 15)) == "9ag"


def test_a_picture_brings_its_size():
    """Without rules the board takes the size of the picture."""
    assert Position.from_grid(".....\n.....\n..X..\n.OX..").rules == Rules(4, 5)
