"""How what cannot be used is refused, everywhere in the same way: one sentence for the person at the keyboard."""

from collections.abc import Callable

import pytest

from c4.errors import C4Error


def refused(use: Callable[[], object], *words: object, match: str | None = None) -> None:
    """Using it raises C4Error, one line that contains all `words` and matches the expression `match`."""
    with pytest.raises(C4Error, match=match) as error:
        use()
    for part in words:
        assert str(part) in str(error.value)
    assert "\n" not in str(error.value)
