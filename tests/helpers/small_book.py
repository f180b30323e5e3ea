"""A board so small that its book is built in a moment."""

from functools import partial

import pytest

from c4 import jobs
from c4.exact.book import Book
from c4.game.rules import Rules

SMALL = Rules(5, 4)
PLIES = 4


def copy_of(book: Book, folder, content: bytes | None = None):
    """A file with the bytes of a book, or with these."""
    path = folder / "copy.c4book"
    path.write_bytes(book.path.read_bytes() if content is None else content)
    return path


@pytest.fixture(scope="session")
def small(tmp_path_factory) -> Book:
    """The book of four plies on a board of four columns and five rows, built in this process."""
    from lab.make import books

    return books.build(tmp_path_factory.mktemp("book") / "small.c4book", SMALL, PLIES, partial(jobs.run, jobs=1))
