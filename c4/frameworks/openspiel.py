"""One of our agents as a bot for OpenSpiel's `connect_four`; it needs the package open_spiel."""

from __future__ import annotations

import pyspiel

from c4.agents.specification import parse_agent
from c4.game.position import Position
from c4.game.rules import Rules


class AgentBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """Plays whichever seat is to move, on boards of every size that we know.

    `agent` is written as on the command line: "engine:time_ms=100".  Raises C4Error for a text that names no agent, and
    when it is to move on a board that the agent does not know.
    """

    def __init__(self, agent: str) -> None:
        super().__init__()
        self.agent = parse_agent(agent).load()

    def step(self, state: pyspiel.State) -> int:
        """The column (from 0) that the agent plays."""
        column = self.agent.choose(position_of(state)).column
        assert column is not None  # only a search that is stopped has no column
        return column

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing: every position is read from its history."""


def position_of(state: pyspiel.State) -> Position:
    """The position of a state.  Raises C4Error for a board that we do not know."""
    parameters = state.get_game().get_parameters()
    position = Position(rules=Rules(parameters["rows"], parameters["columns"], parameters["x_in_row"]))
    for column in state.history():
        position = position.play(column)
    return position
