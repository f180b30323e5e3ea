"""Companion: what stands beside a TreePane and wants to know what happens in it (outline, bookmarks, history, find).  Imports nothing."""

from __future__ import annotations


class Companion:
    """Base of all companions; each overrides what concerns it.  `TreePane.companions` is the list of those that are told."""

    def shown(self) -> None:
        """Another tree is shown, or none any more."""

    def grown(self, end: int, rows: int) -> None:
        """A left-out node was opened: rows from `end` on have moved by `rows`.  Told before the view has the new tree."""

    def selected(self) -> None:
        """A node was selected."""

    def painted(self) -> None:
        """The picture was drawn anew: folding or lens may have changed."""
