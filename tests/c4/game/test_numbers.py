"""Whole numbers as people give them."""

import pytest

from c4.errors import C4Error
from c4.text import positive_int, read_positive_int


@pytest.mark.parametrize("number", [0, -3, 2.5, 4.0, True, "4", None])
def test_only_an_int_from_1_is_a_whole_number(number):
    """Anything else is refused with a sentence that names it; a bool is no number."""
    with pytest.raises(C4Error) as error:
        positive_int("the depth", number)
    assert str(error.value) == f"the depth must be a whole number from 1, not {number!r}"


@pytest.mark.parametrize("text", ["", "0", "-3", "2.5", "four", "²", "٣", "9" * 5000])
def test_only_ascii_digits_are_read(text):
    """What is typed has to be digits, as the keyboard has them."""
    with pytest.raises(C4Error, match="the number of nodes must be a whole number from 1, not"):
        read_positive_int("the number of nodes", text)


def test_what_is_typed_may_have_spaces_around_it():
    """A number comes back as it was given, or typed."""
    assert (positive_int("the depth", 12), read_positive_int("the depth", " 12 ")) == (12, 12)
