"""A small book, for all tests of this folder."""

from __future__ import annotations

from functools import partial

import pytest
from small_book import PLIES, SMALL

from c4 import jobs
from c4.exact.book import Book
from lab.make import books as bookmaking


@pytest.fixture(scope="session")
def small(tmp_path_factory) -> Book:
    """The book of four plies on a board of four columns and five rows, built in this process."""
    return bookmaking.build(tmp_path_factory.mktemp("book") / "small.c4book", SMALL, PLIES, partial(jobs.run, jobs=1))
