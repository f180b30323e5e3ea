"""An app without a main window, for tests of the windows and panes that get one."""

from c4.agents.limits import Limits
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App


class StandIn(App):
    """A session between two people; `messages` holds those shown so far."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.demonstrated: list[tuple[str, str, Limits]] = []
        super().__init__(Session(Settings(seats=("human", "human"))))

    def say(self, text: str, seconds: float = 4.0) -> None:
        self.messages.append(text)

    def demonstrate(self, position: str, agent: str, limits: Limits) -> bool:
        self.demonstrated.append((position, agent, limits))
        return True
