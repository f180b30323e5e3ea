"""A tree of one's own, built step by step."""

from __future__ import annotations

import pytest

from c4.game.rules import C4Error
from c4.practice.building import with_reply, with_value, without
from c4.practice.madeup import MOST_LEAVES, parse, written


@pytest.mark.parametrize(
    ("text", "change", "path", "then"),
    [
        ("4 7", with_reply, (), "4 7 0"),
        ("4 7", with_reply, (1,), "4 (7 0)"),
        ("(1 2) 5", with_reply, (0,), "(1 2 0) 5"),
        ("(1 2) 5", without, (0, 1), "(1) 5"),
        ("(1) 5", without, (0, 0), "0 5"),
        ("(1 2) 5", without, (0,), "5"),
    ],
)
def test_replies_come_and_go(text, change, path, then):
    """A new reply is a leaf of value 0; a leaf that gets one keeps its value in the first of two."""
    root = parse(text, root_is_max=False)
    built = change(root, path)
    assert written(built) == then
    assert built == parse(then, root_is_max=False)
    assert written(root) == text


def test_a_leaf_gets_a_value():
    """A whole number with either sign of minus."""
    root = parse("(1 2) 5", True)
    assert written(with_value(root, (0, 1), " −12 ")) == "(1 -12) 5"


def test_what_cannot_be_built_is_refused():
    """The root stays, with one reply; a value is a number; a tree has only so many leaves."""
    root = parse("3", True)
    for change in (
        lambda: without(root, ()),
        lambda: without(root, (0,)),
        lambda: with_value(root, (0,), "much"),
        lambda: with_reply(parse(" ".join(["1"] * MOST_LEAVES), True), ()),
    ):
        with pytest.raises(C4Error):
            change()
