"""How what cannot be used is refused, everywhere in the same way: one sentence for the person at the keyboard."""

from collections.abc import Callable

import pytest

from c4.errors import C4Error


def refused(use: Callable[[], object], *words: object) -> None:
    """Using it raises C4Error, one line that contains all `words`."""
    with pytest.raises(C4Error) as error:
        use()
    for part in words:
        assert str(part) in str(error.value)
    assert "\n" not in str(error.value)
