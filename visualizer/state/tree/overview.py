"""Whether the overview, the picture of the whole search below the tree, is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.state.preferences import OVERVIEW, Preferences

if TYPE_CHECKING:
    from visualizer.state.tree.state import TreeState  # loads numpy, which the first paint does without

OVERVIEW_PLIES = 5
"""The plies below the root from which on a tree has an overview: its first view hides most of it."""


def shows_overview(preferences: Preferences, tree: TreeState | None) -> bool:
    """Whether the overview is shown: as you left it, and before that for trees that are deep enough to need it.

    While simulations are played back it is not: it shows the tree at the end of the search.
    """
    if tree is not None and tree.playback.is_open and tree.playback.phases():
        return False
    needed = tree is not None and tree.tree is not None and tree.tree.last_ply >= OVERVIEW_PLIES
    return preferences.unfolded.get(OVERVIEW, needed)
