"""How the window looks and what it shows, and the file in which this and the settings of the game are kept."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from c4 import locks, storage
from c4.errors import C4Error, report
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
from visualizer.ui.theme import DISC_COLOURS

FILE_VERSION = 3

PLAY = "play"
ANALYSE = "analyse"
REVIEW = "review"
LEARN = "learn"
PUZZLES = "puzzles"
MODES = (PLAY, ANALYSE, REVIEW, LEARN, PUZZLES)

WITH_PART = (REVIEW, LEARN, PUZZLES)
"""The modes that show the part of a feature, beside the board or in its place."""


def shows_board(mode: str, reads: bool) -> bool:
    """Whether a mode shows the board of the game: Puzzles has one of its own, and Learn shows it while you read a lesson."""
    return mode not in (LEARN, PUZZLES) or reads


SYSTEM_THEME = "system"
THEMES = ("light", "dark", "high contrast", SYSTEM_THEME)

SCALES = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)

MOST_RECENT = 10
"""Files that are offered to be opened again."""

LOCK_SECONDS = 2.0
"""How long a window waits for another one that writes the preferences."""

GEOMETRY = re.compile(r"[0-9]{3,5}x[0-9]{3,5}([+]-?[0-9]{1,5}){0,2}")


LEGEND = "legend"
OVERVIEW = "overview"
MOVES = "moves"
PACKED = "packed"
EVALUATOR_TABLE = "evaluators"
FOLDABLE = (LEGEND, OVERVIEW, MOVES, EVALUATOR_TABLE, PACKED)
"""The parts of Analyse that are folded to a line, or hidden, until you open them."""


def _values_by_mode() -> Mapping[str, bool]:
    return {PLAY: False, ANALYSE: True, REVIEW: False}


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """How the window looks and what it shows.  Raises C4Error for an impossible value.

    mode            the mode that it opens in
    theme           its colours, or those of the system
    scale           in per cent
    stones          the disc colours
    follow          whether Analyse searches each position that you go to
    scores          whether column values are shown, by mode
    source          where column values come from; None for the last search
    export_legend, export_sentence    what a picture of a tree has below it
    tree_windows    whether alpha and beta are written in the tree
    tree_sizes      whether the triangles of folded parts are as wide as these are large
    keys            your own keys for commands: the name of a command, and its key ("Ctrl+N") or "" for none
    graph, heat, threats, animation, sound, full_screen    what is on
    sashes          where sashes were dragged, as a share of the width
    unfolded        which parts of Analyse you have opened or folded (see `is_unfolded`)
    toured          whether the tour has been offered
    recent          the files that were opened or saved last, the newest first
    lesson_pages    the page (from 0) that you have reached, by lesson
    lesson_answers  the questions of lessons that you have answered
    geometry        Tk's "WIDTHxHEIGHT" or "WIDTHxHEIGHT+X+Y"
    """

    mode: str = setting(PLAY, MODES)
    theme: str = setting(SYSTEM_THEME, THEMES)
    scale: int = setting(100, SCALES)
    stones: str = setting("red and yellow", DISC_COLOURS)
    scores: Mapping[str, bool] = field(default_factory=_values_by_mode)
    follow: bool = True
    source: str | None = setting(None, (None, SEARCH, LEARNED, EXACT))
    graph: bool = False
    export_legend: bool = True
    export_sentence: bool = True
    heat: bool = False
    threats: bool = False
    tree_windows: bool = False
    tree_sizes: bool = False
    animation: bool = True
    sound: bool = True
    full_screen: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    sashes: Mapping[str, float] = field(default_factory=dict)
    unfolded: Mapping[str, bool] = field(default_factory=dict)
    toured: bool = False
    geometry: str = "1280x800"
    recent: tuple[str, ...] = ()
    lesson_pages: Mapping[str, int] = field(default_factory=dict)
    lesson_answers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not GEOMETRY.fullmatch(self.geometry):
            raise C4Error(f"geometry cannot be {self.geometry!r}")
        if not all(0 < share < 1 for share in self.sashes.values()):
            raise C4Error(f"sashes cannot be {dict(self.sashes)!r}")
        if not set(self.unfolded) <= set(FOLDABLE):
            raise C4Error(f"unfolded cannot be {dict(self.unfolded)!r}")
        object.__setattr__(self, "keys", MappingProxyType(dict(self.keys)))
        object.__setattr__(self, "unfolded", MappingProxyType(dict(self.unfolded)))
        object.__setattr__(self, "recent", self.recent[:MOST_RECENT])
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))
        object.__setattr__(self, "sashes", MappingProxyType(dict(self.sashes)))
        object.__setattr__(self, "lesson_pages", MappingProxyType(dict(self.lesson_pages)))

    @property
    def colours(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """(word, colour) of the discs of both seats."""
        return DISC_COLOURS[self.stones]

    def is_unfolded(self, part: str) -> bool:
        """Whether a part of Analyse is open: as you left it, and before that only the legend of the first start."""
        return self.unfolded.get(part, part == LEGEND and not self.toured)


def with_recent(recent: Iterable[str], path: str) -> tuple[str, ...]:
    """The files with another one in front, each once, at most MOST_RECENT."""
    newest = os.path.abspath(path)
    others = [other for other in recent if other != newest]
    return (newest, *others)[:MOST_RECENT]


def preferences_path() -> Path:
    """Where the window keeps settings and preferences on this system."""
    from platformdirs import user_config_path

    return user_config_path("connect4") / "window.json"


class PreferencesFile:
    """The file that keeps settings and preferences.  Several windows may write it: each writes what it has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stored: dict[str, Any] = {}
        """What the file holds, as far as this window knows."""
        self._own: dict[str, Any] = {}
        """What this window held when it read or wrote the file."""
        self._stamp: storage.Stamp | None = None

    def read(self) -> tuple[Settings, Preferences, str]:
        """The settings and preferences in the file, and a message if it cannot be used.

        Without a file they are the defaults.  A file that cannot be used is renamed, never overwritten; unknown entries
        are ignored.
        """
        defaults = Preferences()
        self._own = content_of(WINDOW_DEFAULTS, defaults)
        try:
            content = self._read_content()
            settings, preferences = _parts_of(content)
        except FileNotFoundError:
            return WINDOW_DEFAULTS, defaults, ""
        except OSError as error:
            reason = f"the preferences in {self.path} cannot be read ({error.strerror}); the defaults are used"
            return WINDOW_DEFAULTS, defaults, reason
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            reason = f"the preferences cannot be used ({error}); {_set_aside(self.path)}"
            return WINDOW_DEFAULTS, defaults, reason
        self._stored = content
        self._own = content_of(settings, preferences)
        return settings, preferences, ""

    def _read_content(self) -> dict[str, Any]:
        """The entries of the file.  Raises OSError, and ValueError for a file that is none of ours."""
        self._stamp = storage.stamp(self.path)
        content = storage.read_json(self.path)
        version = content.get("version") if isinstance(content, dict) else None
        if version != FILE_VERSION:
            raise ValueError(storage.wanted_version(version, FILE_VERSION))
        known: dict[str, Any] = content
        return known

    def write(self, settings: Settings, preferences: Preferences) -> str:
        """Writes both, completely or not at all; what another window has changed stays.

        Returns "", or a message if that fails.
        """
        content = content_of(settings, preferences)
        changed = {name: value for name, value in content.items() if value != self._own.get(name, _UNKNOWN)}
        if not changed and self._stamp is not None and self._stamp == storage.stamp(self.path):
            return ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locks.locked(self.path, "written", LOCK_SECONDS):
                stored = {**content, **self._newest(), **changed}
                if not _usable(stored):  # what two windows have chosen does not go together
                    stored = content
                storage.write_text(self.path, json.dumps(stored, indent=1) + "\n")
                self._stamp = storage.stamp(self.path)
        except (OSError, C4Error) as error:
            return f"the preferences were not saved: {report(error)}"
        self._stored = stored
        self._own = content
        return ""

    def _newest(self) -> dict[str, Any]:
        """What the file holds now; nothing if it is gone.  One that cannot be used is renamed."""
        if self._stamp is not None and self._stamp == storage.stamp(self.path):
            return self._stored
        try:
            return self._read_content()
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError):
            _set_aside(self.path)
            return {}


_UNKNOWN = object()


def _parts_of(content: dict[str, Any]) -> tuple[Settings, Preferences]:
    """The settings and preferences of a file's entries.  Raises C4Error, TypeError or AttributeError for impossible ones."""
    known = without_missing(content)
    return from_json(WINDOW_DEFAULTS, known), from_json(Preferences(), known)


def _usable(content: dict[str, Any]) -> bool:
    """Whether these entries make settings and preferences."""
    try:
        _parts_of(content)
    except (C4Error, TypeError, AttributeError):
        return False
    return True


def content_of(settings: Settings, preferences: Preferences) -> dict[str, Any]:
    """Settings and preferences as JSON has them."""
    content = {"version": FILE_VERSION, **to_json(settings), **to_json(preferences)}
    plain: dict[str, Any] = json.loads(json.dumps(content))
    return plain


def _set_aside(path: Path) -> str:
    """Renames a file that cannot be used.  Returns what has happened, in words."""
    other = path.with_suffix(".unreadable.json")
    try:
        path.replace(other)
    except OSError:
        return "the defaults are used"
    return f"the defaults are used, and the old file is now {other}"
