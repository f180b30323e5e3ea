"""Texts that people type and read: numbers, plurals, ordinals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from numbers import Real
from operator import index
from typing import Any

from c4.errors import C4Error

MOST_DIGITS = 18
"""Digits of a number that is read: it fits into 64 bits, as kernels need it."""

MAX_SEED = 2**64 - 1
"""The largest seed of random numbers: a word of 64 bits."""

_FORMULA = re.compile(r"'*(?:[\t\r\n]|[\s\u00ad\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])(?![0-9.]+$)")
"""The start of a cell that a spreadsheet may execute: also with full-width signs, and after blanks that cannot be seen."""


def plain(value: Any) -> Any:
    """The value, but numbers of another library as Python's: an int for what has `__index__`, numpy's whole numbers
    among them, a float for numpy's fractions; True and False stay.
    """
    if type(value) in (int, bool, float):
        return value
    try:
        return index(value)
    except TypeError:
        return float(value) if isinstance(value, Real) else value


def make_plain(instance: object, *names: str) -> None:
    """Makes these fields of a frozen dataclass `plain`."""
    for name in names:
        object.__setattr__(instance, name, plain(getattr(instance, name)))


def positive_int(name: str, number: object) -> int:
    """The number as an int from 1.  Raises C4Error: "the depth must be a whole number from 1, not 2.5"."""
    whole = plain(number)
    if type(whole) is not int or whole < 1:
        raise C4Error(f"{name} must be a whole number from 1, not {number!r}")
    return check_size(name, whole)


def check_size(name: str, number: int) -> int:
    """The number.  Raises C4Error if it has more than MOST_DIGITS."""
    if abs(number) >= 10**MOST_DIGITS:
        raise C4Error(f"{name} may have {MOST_DIGITS} digits at most")
    return number


def check_seed(seed: object) -> int:
    """The seed as an int from 0 to MAX_SEED.  Raises C4Error for anything else."""
    whole = plain(seed)
    if type(whole) is not int or not 0 <= whole <= MAX_SEED:
        raise C4Error(f"the seed must be a whole number from 0 to {MAX_SEED}, not {seed!r}")
    return whole


def read_positive_int(name: str, text: str) -> int:
    """The number that was typed.  Raises C4Error as `positive_int` does."""
    text = text.strip()
    number = read_digits(text)
    return positive_int(name, text if number is None else number)


def read_digits(text: str) -> int | None:
    """The number of ASCII digits alone; None for any other text, and for more than MOST_DIGITS."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def table_cell(text: str) -> str:
    """The text as a cell of a table, with an apostrophe before what a spreadsheet would execute."""
    return f"'{text}" if _FORMULA.match(text) else text


def text_of_cell(cell: str) -> str:
    """The reverse of `table_cell`."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell[1:]) else cell


def pluralise(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun: "1 line", "3 lines"; `nouns` is the plural if it is irregular."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def number_word(number: int) -> str:
    """A number in words, "four"; numbers above ten in digits."""
    words = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if 0 <= number < len(words) else str(number)


def join_words(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def signed_text(number: int) -> str:
    """A whole number with its sign: "+3", "−3"; "0"."""
    return f"{number:+,}".replace("-", "−") if number else "0"


def capitalised(text: str) -> str:
    """A text with a capital at its beginning, unless it begins with a name such as a file's."""
    if re.match(r"[a-z]+(-[a-z]+)?[ ,:]", text):
        return with_capital(text)
    return text


def with_capital(text: str) -> str:
    """A text with a capital at its beginning, whatever it begins with."""
    return text[:1].upper() + text[1:]
