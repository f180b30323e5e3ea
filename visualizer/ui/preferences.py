"""What the window remembers from one start to the next, saved as JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from c4 import storage
from c4.agents import AGENTS, is_user_agent
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.rules import STANDARD
from c4.scripts import is_script
from c4.session.live import SEARCH, SOURCES
from c4.session.settings import WINDOW_DEFAULTS, Settings, from_json, setting, to_json
from visualizer.ui.scale import SCALES
from visualizer.ui.theme import STONES, SYSTEM, THEMES

VERSION = 2

MODES = ("play", "analyse", "review")


@dataclass
class Preferences:
    """What the window remembers; its parts read and change these fields while it is open.

    mode            the mode that the window opens in
    theme           a name in `THEMES`, or "system"
    scale           in per cent
    discs          the disc colours, a name in `STONES`
    scores          whether column values are shown, by mode
    source          where column values come from; None for the last search
    graph, heat, threats, animation, sound, full_screen    what is on
    sashes          where sashes were dragged, as a share of the width
    toured          whether the tour has been offered
    geometry        Tk's "WIDTHxHEIGHT" or "WIDTHxHEIGHT+X+Y"
    keep_games      whether finished games go into your library
    keys            keys that you changed, by command
    game            the settings of the game and of the search
    """

    mode: str = setting(MODES[0], MODES)
    theme: str = setting(SYSTEM, (*THEMES, SYSTEM))
    scale: int = setting(100, SCALES)
    stones: str = setting("red and yellow", STONES)
    scores: dict[str, bool] = field(default_factory=lambda: dict(zip(MODES, (False, True, False))))
    source: str | None = setting(SEARCH, (None, *SOURCES))
    graph: bool = True
    heat: bool = False
    threats: bool = False
    animation: bool = True
    sound: bool = True
    full_screen: bool = False
    sashes: dict[str, float] = field(default_factory=dict)
    toured: bool = False
    geometry: str = "1280x800"
    keep_games: bool = True
    keys: dict[str, list[str]] = field(default_factory=dict)
    game: Settings = WINDOW_DEFAULTS

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[0-9]{3,5}x[0-9]{3,5}([+]-?[0-9]{1,5}){0,2}", self.geometry):
            raise C4Error(f"geometry cannot be {self.geometry!r}")
        if not all(0 < share < 1 for share in self.sashes.values()):
            raise C4Error(f"sashes cannot be {self.sashes!r}")

    @classmethod
    def read(cls, path: Path) -> tuple[Preferences, str]:
        """The preferences in a file, and a message if it cannot be used.  Without a file they are the defaults.

        A file that cannot be used is renamed, never overwritten; unknown entries are ignored.
        """
        try:
            content = storage.read_json(path)
            version = content.get("version") if isinstance(content, dict) else None
            if version != VERSION:
                raise ValueError(storage.wanted_version(version, VERSION))
            _leave_out_missing(content)
            return from_json(cls(), content), ""
        except FileNotFoundError:
            return cls(), ""
        except OSError as error:
            return cls(), f"the preferences in {path} cannot be read ({error.strerror}); the defaults are used"
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            return cls(), f"the preferences cannot be used ({error}); {_set_aside(path)}"

    def write(self, path: Path) -> str:
        """Writes them completely or not at all.  Returns "", or a message if that fails."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            storage.write_text(path, json.dumps({"version": VERSION, **to_json(self)}, indent=1) + "\n")
        except (OSError, C4Error) as error:
            return f"the preferences were not saved: {error}"
        return ""


def usual_path() -> Path:
    """The user's preferences file on this system."""
    from platformdirs import user_config_path

    return user_config_path("connect4") / "window.json"


def _leave_out_missing(content: dict[str, Any]) -> None:
    """Removes from the settings your own code, which runs only when you name it, model files that are gone, and a depth
    that no game on the board has.
    """
    game = content.get("game", {})
    limits, opponent = game.get("limits", {}), WINDOW_DEFAULTS.seats[1]
    if "seats" in game:
        game["seats"] = [opponent if is_user_agent(seat) and seat not in AGENTS else seat for seat in game["seats"]]
    if "evaluator" in limits and is_script(limits["evaluator"]) and limits["evaluator"] not in EVALUATORS:
        del limits["evaluator"]
    cells = game.get("rules", {}).get("columns", STANDARD.columns) * game.get("rules", {}).get("rows", STANDARD.rows)
    if "depth" in limits:
        limits["depth"] = min(limits["depth"], cells)
    if "models" in game:
        game["models"] = {name: path for name, path in game["models"].items() if Path(path).is_file()}


def _set_aside(path: Path) -> str:
    """Renames a file that cannot be used.  Returns what has happened, in words."""
    other = path.with_suffix(".unreadable.json")
    try:
        path.replace(other)
    except OSError:
        return "the defaults are used"
    return f"the defaults are used, and the old file is now {other}"
