"""Preferences: how a person likes the window, kept from one start to the next as JSON.  Plain Python.

A file that cannot be read is set aside, never overwritten unread, and the window starts as it does the first time.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from c4 import files
from c4.agents import Limits
from c4.game.rules import C4Error
from c4.session.settings import Settings
from visualizer.kit.theme import STONES, THEMES

VERSION = 1


def usual_path() -> Path:
    """Where the preferences of this person lie on this system."""
    from platformdirs import user_config_path

    return user_config_path("connect4") / "window.json"


@dataclass
class Preferences:
    """What is kept; everything has a default, and what a file says beyond this is ignored.

    geometry is Tk's "WIDTHxHEIGHT"; depth, time_ms, evaluator and seats are those of `c4.session.session.Settings`.
    """

    theme: str = "light"
    stones: str = "red and yellow"
    scores: bool = True
    animation: bool = True
    geometry: str = "1280x800"
    seats: tuple[str, str] = ("human", "alphabeta")
    depth: int = 6
    time_ms: float | None = None
    evaluator: str = "v2"

    @classmethod
    def read(cls, path: Path) -> tuple[Preferences, str]:
        """(the preferences of a file, a sentence when it had to be set aside); the defaults when there is none yet."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(content, dict) or content.get("version") != VERSION:
                raise ValueError("it has another version")
            known = {field.name: content[field.name] for field in fields(cls) if field.name in content}
            if "seats" in known:
                known["seats"] = tuple(known["seats"])
            found = cls(**known)
            found.check()
            return found, ""
        except FileNotFoundError:
            return cls(), ""
        except OSError as error:
            return cls(), f"the preferences in {path} cannot be read ({error.strerror}); the window starts as usual"
        except (ValueError, TypeError, RecursionError) as error:
            return cls(), f"the preferences could not be understood ({error}); {set_aside(path)}"

    def check(self) -> None:
        """Raises ValueError (C4Error is one) for what cannot be."""
        usual = Preferences()
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "time_ms" and type(value) is not type(getattr(usual, field.name)):
                raise ValueError(f"{field.name} is {value!r}")
        if (
            self.theme not in THEMES
            or self.stones not in STONES
            or not re.fullmatch(r"[0-9]{3,4}x[0-9]{3,4}", self.geometry)
        ):
            raise ValueError(f"there is no look {self.theme!r}, {self.stones!r}, {self.geometry!r}")
        if len(self.seats) != 2:
            raise ValueError(f"seats is {self.seats!r}")
        self.settings()

    def settings(self) -> Settings:
        """The settings of a session that begins with these."""
        return Settings(
            seats=self.seats, limits=Limits(depth=self.depth, time_ms=self.time_ms, evaluator=self.evaluator)
        )

    def write(self, path: Path) -> str:
        """Keeps them, whole or not at all; a sentence when that fails, otherwise ""."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write_text(path, json.dumps({"version": VERSION, **asdict(self)}, indent=1) + "\n")
        except (OSError, C4Error) as error:
            return f"the preferences were not kept: {error}"
        return ""


def set_aside(path: Path) -> str:
    """Gives a file that is of no use another name, and says so."""
    other = path.with_suffix(".unreadable.json")
    try:
        path.replace(other)
    except OSError:
        return "the window starts as usual"
    return f"the window starts as usual, the old file is now {other}"
