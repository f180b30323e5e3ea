"""Markdown becomes pieces, each with its style, for a text widget."""

from visualizer.ui.markdown import BOLD, CODE, ITALIC, Piece, pieces


def test_an_entry_of_a_list_is_known_in_all_its_pieces():
    """So that its further lines can begin below its first word; the text around it is not indented."""
    found = pieces("Look:\n\n- the **first** one\n- another,\n  longer one\n\nDone.")
    entries = [piece for piece in found if piece.listed]
    assert entries == [
        Piece("•  the ", listed=True),
        Piece("first", BOLD, listed=True),
        Piece(" one", listed=True),
        Piece("•  another, longer one", listed=True),
    ]
    assert [piece.text.strip() for piece in found if not piece.listed and piece.text.strip()] == ["Look:", "Done."]


def test_a_mark_touches_its_text():
    """A product is not italic."""
    assert pieces("*a b*, `c`, **d**, 2 * 3 * 4")[::2] == (Piece("a b", ITALIC), Piece("c", CODE), Piece("d", BOLD))
    assert pieces("2 * 3 * 4") == (Piece("2 * 3 * 4"),)
