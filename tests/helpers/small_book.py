"""A board so small that its book is built in a moment."""

from __future__ import annotations

from c4.exact.book import Book
from c4.game.rules import Rules

SMALL = Rules(5, 4)


PLIES = 4


def copy_of(book: Book, folder, content: bytes | None = None):
    """A file with the bytes of a book, or with these."""
    path = folder / "copy.c4book"
    path.write_bytes(book.path.read_bytes() if content is None else content)
    return path
