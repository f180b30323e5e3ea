"""How many examples hypothesis tries: few and always the same, or many new ones where C4_TIMES says so."""

import os

from hypothesis import settings

TIMES = int(os.environ.get("C4_TIMES", "1"))


def often(number: int) -> settings:
    """A decorator: so many examples, or C4_TIMES times as many."""
    return settings(max_examples=number * TIMES)
