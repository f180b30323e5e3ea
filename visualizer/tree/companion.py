"""Companion: what stands beside a TreePane and wants to know what happens in it (outline, bookmarks, history, find).  Imports nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the window does without it until it has painted the board
    import numpy as np


class Companion:
    """Base of all companions; each overrides what concerns it.  `TreePane.companions` is the list of those that are told."""

    def shown(self) -> None:
        """Another tree is shown, or none any more."""

    def grown(self, moved: np.ndarray) -> None:
        """A left-out node was opened: `moved` is where every row is now.  Told before the view has the new tree."""

    def selected(self) -> None:
        """A node was selected."""

    def painted(self) -> None:
        """The picture was drawn anew: folding or lens may have changed."""
