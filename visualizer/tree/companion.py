"""Companion: what stands beside a tree and wants to know what happens in it (outline, bookmarks, find).

Imports nothing.
"""

from __future__ import annotations


class Companion:
    """Base of all companions; each overrides what concerns it.

    `TreeModel.companions` is the list of those that are told.
    """

    def shown(self) -> None:
        """Another tree is shown, or none any more."""

    def grown(self) -> None:
        """A part that was left out has been recorded: the model has the new tree, and rows have moved."""

    def selected(self) -> None:
        """A node was selected."""

    def painted(self) -> None:
        """The picture was drawn anew: folding or lens may have changed."""
