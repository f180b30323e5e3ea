"""How the window looks and what it shows, and the file in which this and the settings of the game are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from c4 import storage
from c4.errors import C4Error
from c4.session.settings import (
    EXACT,
    LEARNED,
    SEARCH,
    WINDOW_DEFAULTS,
    Settings,
    from_json,
    setting,
    to_json,
    without_missing,
)

FILE_VERSION = 3

PLAY = "play"
ANALYSE = "analyse"
REVIEW = "review"
MODES = (PLAY, ANALYSE, REVIEW)

SYSTEM_THEME = "system"
THEMES = ("light", "dark", "high contrast", SYSTEM_THEME)

SCALES = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)

DISC_COLOURS = {
    "red and yellow": (("Red", "#d1382c"), ("Yellow", "#f2c230")),
    "blue and orange": (("Blue", "#0072b2"), ("Orange", "#e69f00")),
    "black and white": (("Black", "#20242b"), ("White", "#f4f4f0")),
}
"""(word, colour) of the discs of the first seat and of the second, by the name of the pair."""

RINGED = tuple(first[1] for first, _ in DISC_COLOURS.values())
"""The colours whose discs carry a ring; those of the other colours carry a dot."""

GEOMETRY = re.compile(r"[0-9]{3,5}x[0-9]{3,5}([+]-?[0-9]{1,5}){0,2}")


def _values_by_mode() -> Mapping[str, bool]:
    return {PLAY: False, ANALYSE: True, REVIEW: False}


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """How the window looks and what it shows.  Raises C4Error for an impossible value.

    mode            the mode that it opens in
    theme           its colours, or those of the system
    scale           in per cent
    stones          the disc colours
    scores          whether column values are shown, by mode
    source          where column values come from; None for the last search
    graph, heat, threats, animation, sound, full_screen    what is on
    sashes          where sashes were dragged, as a share of the width
    toured          whether the tour has been offered
    geometry        Tk's "WIDTHxHEIGHT" or "WIDTHxHEIGHT+X+Y"
    """

    mode: str = setting(PLAY, MODES)
    theme: str = setting(SYSTEM_THEME, THEMES)
    scale: int = setting(100, SCALES)
    stones: str = setting("red and yellow", DISC_COLOURS)
    scores: Mapping[str, bool] = field(default_factory=_values_by_mode)
    source: str | None = setting(SEARCH, (None, SEARCH, LEARNED, EXACT))
    graph: bool = True
    heat: bool = False
    threats: bool = False
    animation: bool = True
    sound: bool = True
    full_screen: bool = False
    sashes: Mapping[str, float] = field(default_factory=dict)
    toured: bool = False
    geometry: str = "1280x800"

    def __post_init__(self) -> None:
        if not GEOMETRY.fullmatch(self.geometry):
            raise C4Error(f"geometry cannot be {self.geometry!r}")
        if not all(0 < share < 1 for share in self.sashes.values()):
            raise C4Error(f"sashes cannot be {dict(self.sashes)!r}")
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))
        object.__setattr__(self, "sashes", MappingProxyType(dict(self.sashes)))

    @property
    def colours(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """(word, colour) of the discs of both seats."""
        return DISC_COLOURS[self.stones]


def preferences_path() -> Path:
    """Where the window keeps settings and preferences on this system."""
    from platformdirs import user_config_path

    return user_config_path("connect4") / "window.json"


def read_preferences(path: Path) -> tuple[Settings, Preferences, str]:
    """The settings and preferences in a file, and a message if it cannot be used.

    Without a file they are the defaults.  A file that cannot be used is renamed, never overwritten; unknown entries
    are ignored.
    """
    defaults = Preferences()
    try:
        content = storage.read_json(path)
        version = content.get("version") if isinstance(content, dict) else None
        if version != FILE_VERSION:
            raise ValueError(storage.wanted_version(version, FILE_VERSION))
        known = without_missing(content)
        return from_json(WINDOW_DEFAULTS, known), from_json(defaults, known), ""
    except FileNotFoundError:
        return WINDOW_DEFAULTS, defaults, ""
    except OSError as error:
        reason = f"the preferences in {path} cannot be read ({error.strerror}); the defaults are used"
        return WINDOW_DEFAULTS, defaults, reason
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        reason = f"the preferences cannot be used ({error}); {_set_aside(path)}"
        return WINDOW_DEFAULTS, defaults, reason


def write_preferences(path: Path, settings: Settings, preferences: Preferences) -> str:
    """Writes both into one file, completely or not at all.  Returns "", or a message if that fails."""
    content: dict[str, Any] = {"version": FILE_VERSION, **to_json(settings), **to_json(preferences)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        storage.write_text(path, json.dumps(content, indent=1) + "\n")
    except (OSError, C4Error) as error:
        return f"the preferences were not saved: {error}"
    return ""


def _set_aside(path: Path) -> str:
    """Renames a file that cannot be used.  Returns what has happened, in words."""
    other = path.with_suffix(".unreadable.json")
    try:
        path.replace(other)
    except OSError:
        return "the defaults are used"
    return f"the defaults are used, and the old file is now {other}"
