"""A stand-in for the main window, for tests of the windows beside it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from c4.evaluators import load
from c4.evaluators.base import Evaluator
from c4.experiments.plans import Plan
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.kit.theme import LIGHT, Theme


@dataclass
class StandIn:
    """A `visualizer.kit.host.Host` with nothing behind it but a session between two people."""

    root: tk.Tk
    theme: Theme = LIGHT
    session: Session = field(default_factory=lambda: Session(Settings(seats=("human", "human"))))
    said: list[str] = field(default_factory=list)

    def say(self, text: str, seconds: float = 4.0) -> None:
        self.said.append(text)

    def attempt(self, action: Callable[..., object], *arguments: Any, **named: Any) -> bool:
        try:
            action(*arguments, **named)
        except C4Error as error:
            self.say(str(error))
            return False
        self.touch()
        return True

    def touch(self) -> None:
        pass

    def positions(self) -> dict[str, Position]:
        return {"the board's position": self.session.position}

    def plan(self) -> Plan:
        return Plan()

    def evaluator(self, name: str) -> Evaluator:
        return load(name)
