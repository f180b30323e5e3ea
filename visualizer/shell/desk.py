"""Desk: the parts of the window that its commands work with.  Imports the parts."""

from __future__ import annotations

from typing import Any, Protocol

from c4.game.position import Position
from visualizer.kit.commands import Commands
from visualizer.kit.host import Host
from visualizer.kit.sounds import Sounds
from visualizer.kit.theme import Theme
from visualizer.play.evaluators import Evaluators
from visualizer.play.names import Names
from visualizer.play.status import Status
from visualizer.shell.analysis import Analysis
from visualizer.shell.appearance import Appearance
from visualizer.shell.guide import Guide
from visualizer.shell.layout import Faces
from visualizer.shell.own_files import OwnFiles
from visualizer.shell.playing import Playing
from visualizer.shell.reviewing import Reviewing
from visualizer.shell.teaching import Teaching
from visualizer.shell.tools import Tools
from visualizer.shell.windows import Windows

OnBoard = tuple[Position, str, tuple[tuple[str, str], tuple[str, str]], tuple[int, int]]
"""Position, what the side to move is called, the stones' colours, the seat of each player."""


class Desk(Host, Protocol):
    """The window as its commands see it."""

    names: Names
    evaluators: Evaluators
    status: Status
    playing: Playing
    analysis: Analysis
    reviewing: Reviewing
    teaching: Teaching
    tools: Tools
    windows: Windows
    faces: Faces
    guide: Guide
    commands: Commands
    appearance: Appearance
    sounds: Sounds
    own: OwnFiles

    def change(self, **settings: Any) -> bool:
        """Changes settings of the session, at once.  Whether that could be done."""

    def select_row(self, row: int) -> None:
        """Selects a node of the tree, unfolds the way to it and shows its card."""

    def on_board(self) -> OnBoard:
        """What is on the board, for windows that follow it."""

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""

    def close(self) -> None:
        """Ends the window and the session."""
