"""Texts of other people are printed without control characters, and no cell of a table is executed."""

import pytest

from c4.text import printable, table_cell, text_of_cell


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Zoë 日本\n\t", "Zoë 日本\n\t"),
        ("\x1b[2J\x07\r", r"\x1b[2J\x07\r"),
        ("\x9b2J\x7f", r"\x9b2J\x7f"),
        ("a\u202egpj.exe", r"a\u202egpj.exe"),
    ],
)
def test_control_characters_are_printed_as_escapes(text, printed):
    """Letters of all scripts, tabs and line breaks stay."""
    assert printable(text) == printed


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+1+cmd", "'+1+cmd"),
        ("-2", "-2"),
        ("1-0", "1-0"),
        ("'=1+1", "''=1+1"),
        ("'quoted'", "'quoted'"),
        ("Anna", "Anna"),
    ],
)
def test_cells_of_tables_are_text(text, cell):
    """A cell that a spreadsheet would execute gets an apostrophe, which reading removes; numbers stay numbers."""
    assert table_cell(text) == cell
    assert text_of_cell(cell) == text
