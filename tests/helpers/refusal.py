"""How what cannot be used is refused, everywhere in the same way: one sentence for the person at the keyboard."""

from collections.abc import Callable

import pytest

from c4.errors import C4Error


def refused(use: Callable[[], object], *said: object) -> None:
    """Using it raises C4Error, one line in which all of this is said."""
    with pytest.raises(C4Error) as error:
        use()
    for words in said:
        assert str(words) in str(error.value)
    assert "\n" not in str(error.value)
