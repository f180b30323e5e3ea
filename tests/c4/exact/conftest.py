"""A small book, for all tests of this folder."""

from small_book import small

__all__ = ["small"]
