"""A context without a main window, for tests of the windows and panes that get one."""

import tkinter as tk

from c4.agents.limits import Limits
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.ui.context import Context


class StandIn(Context):
    """A session between two people; `messages` holds those shown so far."""

    def __init__(self, root: tk.Tk) -> None:
        super().__init__(root, Session(Settings(seats=("human", "human"))))
        self.messages: list[str] = []
        self.demonstrated: list[tuple[str, str, Limits]] = []
        self.reviews = 0

    def say(self, text: str, seconds: float = 4.0) -> None:
        self.messages.append(text)

    def demonstrate(self, position: str, agent: str, limits: Limits) -> bool:
        self.demonstrated.append((position, agent, limits))
        return True

    def review(self) -> None:
        self.reviews += 1
