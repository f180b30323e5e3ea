"""Preferences: what the window remembers from one start to the next, as JSON.  Imports tkinter's types.

A file that cannot be read is renamed, never overwritten, and the window starts with the defaults.
"""

from __future__ import annotations

import json
import re
import tkinter as tk
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path

from c4 import agents, evaluators, files
from c4.agents import AGENTS, Limits, is_own, is_program
from c4.engine.ingredients import INGREDIENTS, USUAL, differing, switched
from c4.evaluators import EVALUATORS
from c4.game.rules import FIRST_LINE, C4Error, Rules
from c4.scripts import is_script
from c4.session.clock import parse_control
from c4.session.columns import SEARCH, SOURCES
from c4.session.settings import Settings
from visualizer.kit.scale import SCALES
from visualizer.kit.theme import STONES, SYSTEM, THEMES
from visualizer.shell.faces import LABELS, PLAY

VERSION = 1

LIVE_SECONDS = (1, 3, 10, 30, 60)
"""How long live values may be searched for."""


def usual_path() -> Path:
    """The user's preferences file on this system."""
    from platformdirs import user_config_path

    return user_config_path("connect4") / "window.json"


@dataclass
class Preferences:
    """What is remembered; everything has a default, and unknown entries of a file are ignored.

    face       the one of `visualizer.shell.faces` that the window opens with
    theme      a name in `THEMES`, or "system"
    scale      per cent
    scores, scores_in_play, graph, heat, threats   what the board shows
    source     that of the column values, "" for the last search
    geometry   Tk's "WIDTHxHEIGHT" or "WIDTHxHEIGHT+X+Y"
    board      columns, rows, stones in a line
    keys       keys that were changed, by the name of the command

    The others are those of `c4.session.settings.Settings` and its limits.
    """

    face: str = PLAY
    theme: str = SYSTEM
    scale: int = 100
    stones: str = "red and yellow"
    scores: bool = True
    scores_in_play: bool = False
    hidden: list[str] = field(default_factory=list)
    """Panes of Analyse that are hidden."""
    toured: bool = False
    """Whether the tour has been offered."""
    source: str = SEARCH
    graph: bool = True
    live_seconds: int = 10
    """How long live values are searched for."""
    sashes: dict[str, float] = field(default_factory=dict)
    """Where sashes were dragged, in parts of the width."""
    strip: bool = True
    strip_colour: str = "value"
    """The overview strip: whether it is unfolded, and what its colours mean."""
    heat: bool = False
    threats: bool = False
    animation: bool = True
    sounds: bool = False
    geometry: str = "1280x800"
    full_screen: bool = False
    board: tuple[int, int, int] = (7, 6, 4)
    scoring: str = FIRST_LINE
    turn_every: int = 0
    turn_seed: int = -1  # none
    seats: tuple[str, str] = ("human", "amateur")
    starter: int = 0
    algorithm: str = "alphabeta"
    learn: bool = True
    depth: int = 6
    time_ms: float | None = None
    evaluator: str = "v2"
    control: str = "none"
    pace: float = 0.5
    keep_games: bool = True
    from_left: bool = False
    switched: list[str] = field(default_factory=list)
    """Ingredients of the engine that are not as usual."""
    models: dict[str, str] = field(default_factory=dict)
    keys: dict[str, list[str]] = field(default_factory=dict)
    own_evaluators: list[str] = field(default_factory=list)
    own_players: list[str] = field(default_factory=list)
    """Files and programs that are run at every start, because a person wants it."""

    @classmethod
    def read(cls, path: Path) -> tuple[Preferences, str]:
        """The preferences in a file, and a sentence if it could not be used; the defaults if there is no file."""
        try:
            content = files.read_json(path)
            version = content.get("version") if isinstance(content, dict) else None
            if version != VERSION:
                raise ValueError(files.wanted_version(version, VERSION))
            known = {one.name: content[one.name] for one in fields(cls) if one.name in content}
            known |= {name: tuple(known[name]) for name in ("seats", "board") if name in known}
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
        if not all(isinstance(name, str) for name in (*self.own_evaluators, *self.own_players)):
            raise ValueError(f"the files of one's own are {self.own_evaluators!r} and {self.own_players!r}")
        if not all(isinstance(path, str) for path in self.models.values()):
            raise ValueError(f"the model files are {self.models!r}")
        if not all(isinstance(share, float) and 0 < share < 1 for share in self.sashes.values()):
            raise ValueError(f"the sashes are {self.sashes!r}")
        offered = {"theme": (*THEMES, SYSTEM), "stones": tuple(STONES), "scale": SCALES, "starter": (0, 1)}
        offered |= {"face": tuple(LABELS), "source": ("", *SOURCES), "live_seconds": LIVE_SECONDS}
        for name, choices in offered.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} is {getattr(self, name)!r}")
        if not re.fullmatch(r"[0-9]{3,5}x[0-9]{3,5}([+]-?[0-9]{1,5}){0,2}", self.geometry):
            raise ValueError(f"geometry is {self.geometry!r}")
        if list(map(type, self.seats)) != [str] * 2 or list(map(type, self.board)) != [int] * 3:
            raise ValueError(f"the seats are {self.seats!r}, the board is {self.board!r}")
        self.settings()

    def _merged(self, before: Preferences, others: Preferences) -> Preferences:
        """These where they differ from `before`, otherwise those of others."""
        changed = {one.name: getattr(self, one.name) for one in fields(self)}
        return replace(others, **{name: value for name, value in changed.items() if value != getattr(before, name)})

    def settings(self) -> Settings:
        """The settings of a session that begins with these; files that are gone are left out.

        The evaluators and players that a person wants to be run at every start count as named by her.
        """
        for name in filter(lambda name: Path(name).is_file(), self.own_evaluators):
            evaluators.allow(name)
        for name in self.own_players:
            if is_program(name) or Path(name).is_file():
                agents.allow(name)
        seats = tuple("amateur" if is_own(seat) and seat not in AGENTS else seat for seat in self.seats)
        evaluator = self.evaluator
        if is_script(evaluator) and evaluator not in EVALUATORS:
            evaluator = Limits.evaluator
        columns, rows, connect = self.board
        order = tuple(range(columns)) if self.from_left else None
        return Settings(
            rules=Rules(
                rows, columns, connect, self.scoring, self.turn_every, None if self.turn_seed < 0 else self.turn_seed
            ),
            seats=(seats[0], seats[1]),
            starter=self.starter,
            algorithm=self.algorithm,
            limits=Limits(
                depth=self.depth,
                time_ms=self.time_ms,
                evaluator=evaluator,
                move_order=order,
                options=switched(USUAL, [name for name in self.switched if name in INGREDIENTS]),
            ),
            models={name: path for name, path in self.models.items() if Path(path).is_file()},
            learn=self.learn,
            control=parse_control(self.control),
            pace=self.pace,
        )

    def take(self, settings: Settings) -> None:
        """Takes over the settings of a session."""
        rules, limits = settings.rules, settings.limits
        self.board, self.scoring = (rules.columns, rules.rows, rules.connect), rules.scoring
        self.turn_every, self.turn_seed = rules.turn_every, -1 if rules.turn_seed is None else rules.turn_seed
        first, second = (
            "amateur" if is_own(seat) and seat not in self.own_players else seat for seat in settings.seats
        )
        self.seats, self.starter, self.algorithm = (first, second), settings.starter, settings.algorithm
        self.learn, self.models = settings.learn, dict(settings.models)
        self.depth, self.time_ms, self.evaluator = limits.depth, limits.time_ms, limits.evaluator
        if is_script(self.evaluator) and self.evaluator not in self.own_evaluators:
            self.evaluator = Limits.evaluator
        self.from_left = limits.move_order is not None
        self.control, self.pace = str(settings.control), settings.pace
        self.switched = list(differing(limits.options))

    def write(self, path: Path, before: Preferences | None = None) -> str:
        """Writes them completely or not at all; returns a sentence if that fails, otherwise "".

        What is still as `before` stays as it is in the file: another window may have changed it since.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with files.alone(path, "written", wait=5.0):
                kept = self if before is None or not path.exists() else self._merged(before, Preferences.read(path)[0])
                files.write_text(path, json.dumps({"version": VERSION, **asdict(kept)}, indent=1) + "\n")
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


def on_screen(root: tk.Tk, geometry: str) -> str:
    """A window's size and place, without the place where that is no longer on a screen."""
    size, *place = geometry.split("+")
    width, height = (int(part) for part in size.split("x"))
    seen = len(place) == 2 and all(
        -length + 100 < int(at) < screen - 100
        for at, length, screen in zip(place, (width, height), (root.winfo_screenwidth(), root.winfo_screenheight()))
    )
    return geometry if seen else size
