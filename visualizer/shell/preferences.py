"""Preferences: what the window remembers from one start to the next, as JSON.  Plain Python.

A file that cannot be read is renamed, never overwritten, and the window starts with the defaults.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from c4 import files
from c4.agents import Limits
from c4.game.rules import C4Error
from c4.session.columns import SEARCH, SOURCES
from c4.session.settings import Settings
from visualizer.kit.theme import STONES, THEMES
from visualizer.shell.faces import LABELS, PLAY

VERSION = 1


def usual_path() -> Path:
    """The user's preferences file on this system."""
    from platformdirs import user_config_path

    return user_config_path("connect4") / "window.json"


@dataclass
class Preferences:
    """What is remembered; everything has a default, and unknown entries of a file are ignored.

    face is the one of `visualizer.shell.faces` that the window opens with; source that of the column values, "" for
    the last search.
    geometry is Tk's "WIDTHxHEIGHT"; depth, time_ms, evaluator and seats are those of `c4.session.session.Settings`.
    """

    face: str = PLAY
    theme: str = "light"
    stones: str = "red and yellow"
    scores: bool = True
    scores_in_play: bool = False
    source: str = SEARCH
    animation: bool = True
    geometry: str = "1280x800"
    seats: tuple[str, str] = ("human", "amateur")
    depth: int = 6
    time_ms: float | None = None
    evaluator: str = "v2"
    keep_games: bool = True
    keys: dict[str, list[str]] = field(default_factory=dict)
    """Keys that were changed, by the name of the command."""

    @classmethod
    def read(cls, path: Path) -> tuple[Preferences, str]:
        """The preferences in a file, and a sentence if it could not be used; the defaults if there is no file."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(content, dict) or content.get("version") != VERSION:
                raise ValueError("it has a different version")
            known = {one.name: content[one.name] for one in fields(cls) if one.name in content}
            if "seats" in known:
                known["seats"] = tuple(known["seats"])
            found = cls(**known)
            found.check()
            return found, ""
        except FileNotFoundError:
            return cls(), ""
        except OSError as error:
            return cls(), f"the preferences in {path} cannot be read ({error.strerror}); the defaults are used"
        except (ValueError, TypeError, RecursionError) as error:
            return cls(), f"the preferences cannot be used ({error}); {set_aside(path)}"

    def check(self) -> None:
        """Raises ValueError (C4Error is one) for impossible values."""
        usual = Preferences()
        for one in fields(self):
            value = getattr(self, one.name)
            if one.name != "time_ms" and type(value) is not type(getattr(usual, one.name)):
                raise ValueError(f"{one.name} is {value!r}")
        for name, keys in self.keys.items():
            if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
                raise ValueError(f"the keys of {name!r} are {keys!r}")
        if (
            self.theme not in THEMES
            or self.stones not in STONES
            or self.face not in LABELS
            or self.source not in ("", *SOURCES)
            or not re.fullmatch(r"[0-9]{3,4}x[0-9]{3,4}", self.geometry)
        ):
            raise ValueError("the theme, stones, face, source of values or size is unknown")
        if len(self.seats) != 2:
            raise ValueError(f"the seats are {self.seats!r}")
        self.settings()

    def settings(self) -> Settings:
        """The settings of a session that begins with these."""
        return Settings(
            seats=self.seats, limits=Limits(depth=self.depth, time_ms=self.time_ms, evaluator=self.evaluator)
        )

    def write(self, path: Path) -> str:
        """Writes them completely or not at all; returns a sentence if that fails, otherwise ""."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write_text(path, json.dumps({"version": VERSION, **asdict(self)}, indent=1) + "\n")
        except (OSError, C4Error) as error:
            return f"the preferences were not saved: {error}"
        return ""


def set_aside(path: Path) -> str:
    """Renames a file that cannot be used, and says so."""
    other = path.with_suffix(".unreadable.json")
    try:
        path.replace(other)
    except OSError:
        return "the defaults are used"
    return f"the defaults are used, and the old file is now {other}"
