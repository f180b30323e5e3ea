"""How what cannot be used is refused, everywhere in the same way: one sentence for the person at the keyboard."""

from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

import pytest

from c4.errors import C4Error

Result = TypeVar("Result")


def unless_refused(read: Callable[..., Result], *arguments: object) -> Result | None:
    """What a function returns, or None if it raises C4Error, whose sentence has one line."""
    try:
        return read(*arguments)
    except C4Error as error:
        sentence = str(error)
    assert "\n" not in sentence
    return None


class refused:
    """The block raises C4Error, one line that contains all `words` and matches the expression `match`."""

    def __init__(self, *words: object, match: str | None = None) -> None:
        assert not any(callable(word) for word in words), "what is refused belongs into the block"
        self._words = words
        self._raises = pytest.raises(C4Error, match=match)

    def __enter__(self) -> None:
        self._error = self._raises.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        was_raised = bool(self._raises.__exit__(kind, error, traceback))
        if was_raised:
            sentence = str(self._error.value)
            for part in self._words:
                assert str(part) in sentence
            assert "\n" not in sentence
        return was_raised
