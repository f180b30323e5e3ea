"""Host: what the main window offers to other windows and panes.  Imports tkinter's types and the session's."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from c4.experiments.plans import Plan
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.session.session import Session
from visualizer.kit.theme import Theme

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy, which the first paint does without


class Host(Protocol):
    """The main window as others see it."""

    root: tk.Tk
    session: Session
    theme: Theme

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a sentence in the status line for a while."""

    def attempt(self, action: Callable[..., object], *arguments: Any, **named: Any) -> bool:
        """Does something that may be refused and shows the result; a refusal appears in the status line.

        Returns whether it was done.
        """

    def touch(self) -> None:
        """Shows everything again after a change that is not an event of the session."""

    def positions(self) -> dict[str, Position]:
        """The positions that can be searched, by name, the most likely first."""

    def plan(self) -> Plan:
        """The current search settings."""

    def evaluator(self, name: str) -> Evaluator:
        """The evaluator of that name with the model in use.  Raises C4Error if it cannot be loaded.

        A thread may ask, and keep this, without keeping the window.
        """


def position_of(host: Host, name: str = "") -> Position:
    """The position of that name among `Host.positions`, or the most likely.  Raises C4Error while there is none."""
    offered = host.positions()
    if not offered:
        raise C4Error("the game is over: there is nothing to search")
    return offered.get(name, next(iter(offered.values())))
