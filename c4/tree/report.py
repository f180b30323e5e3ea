"""What a check of a tree finds wrong, in sentences that name the row."""

from __future__ import annotations

from c4.tree.row_words import line_text
from c4.tree.searchtree import SearchTree


class Report:
    """Collects what is wrong with a tree."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        self.messages: list[str] = []

    def report(self, row: int, what: str) -> None:
        """Notes what is wrong with a row."""
        self.messages.append(f"row {row} ({line_text(self.tree, row)}): {what}")

    def expect(self, row: int, what: str, actual: object, expected: object) -> None:
        """Notes a field of a row that is not as expected."""
        if actual != expected:
            self.report(row, f"{what} is {actual}, not {expected}")
