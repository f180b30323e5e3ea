"""Your own keys for commands, as the preferences have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from visualizer.state.preferences import Preferences
from visualizer.ui.pane import Pane


class KeysPane(Pane[Mapping[str, str]]):
    """Calls `changed(keys)` with your own keys at first and whenever they change: by the name of a command, "" for none."""

    def __init__(self, changed: Callable[[Mapping[str, str]], object]) -> None:
        super().__init__()
        self._changed = changed

    @staticmethod
    def view(preferences: Preferences) -> Mapping[str, str]:
        return preferences.keys

    def draw(self, view: Mapping[str, str], before: Mapping[str, str] | None) -> None:
        self._changed(view)
