"""Texts of other people are printed safely, no cell of a table is executed, and whole numbers are read."""

import pytest
from refusal import refused

from c4.errors import C4Error
from c4.printable import one_line, printable
from c4.text import positive_int, read_positive_int, table_cell, text_of_cell


def test_control_characters_are_printed_as_escapes():
    """Letters of all scripts stay; tabs and line breaks do in a text, and are escapes in a sentence."""
    assert printable("Zoë 日本\n\t") == "Zoë 日本\n\t"
    assert printable("\x1b[2J\x07\r\x9b2J\x7f a\u202egpj.exe") == r"\x1b[2J\x07\r\x9b2J\x7f a\u202egpj.exe"
    assert one_line("Zoë 日本\n\t\x1b") == r"Zoë 日本\n\t\x1b"


EXECUTED = [
    "=cmd|'/C calc'!A0",
    "@SUM(A1)",
    "+1+cmd",
    "'=1+1",
    "\uff1d1+1",
    "\uff0b1+1",
    "\uff0d1+cmd",
    "\uff20SUM(A1)",
    "\n=1",
    "\u00a0=1+1",
    "\u200b=A1",
]


@pytest.mark.parametrize("text", [*EXECUTED, "-2", "1-0", "'quoted'", "Anna"])
def test_cells_of_tables_are_text(text):
    """A cell that a spreadsheet would execute gets an apostrophe, which reading removes; numbers stay numbers."""
    cell = f"'{text}" if text in EXECUTED else text
    assert table_cell(text) == cell
    assert text_of_cell(cell) == text


@pytest.mark.parametrize("number", [0, -3, 2.5, 4.0, True, "4", None])
def test_only_an_int_from_1_is_a_whole_number(number):
    """Anything else is refused with a sentence that names it; a bool is no number."""
    with pytest.raises(C4Error) as error:
        positive_int("the depth", number)
    assert str(error.value) == f"the depth must be a whole number from 1, not {number!r}"


@pytest.mark.parametrize("text", ["", "0", "-3", "2.5", "four", "²", "٣", "9" * 5000])
def test_only_ascii_digits_are_read(text):
    """What is typed has to be digits, as the keyboard has them."""
    with refused("the number of nodes must be a whole number from 1"):
        read_positive_int("the number of nodes", text)


def test_what_is_typed_may_have_spaces_around_it():
    """A number comes back as it was given, or typed."""
    assert positive_int("the depth", 12) == 12
    assert read_positive_int("the depth", " 12 ") == 12
