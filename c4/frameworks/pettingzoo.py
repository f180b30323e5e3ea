"""One of our agents as a policy for PettingZoo's `connect_four_v3`.  PettingZoo is not imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from c4.agents.specification import parse_agent
from c4.game.position import Position

Policy = Callable[[Mapping[str, np.ndarray]], int]


def policy(agent: str) -> Policy:
    """A function from an observation to an action (a column from 0) for whichever seat is to move.

    `agent` is written as on the command line: "engine:time_ms=100".  Raises C4Error for a text that names no agent.
    """
    loaded = parse_agent(agent).load()

    def act(observation: Mapping[str, np.ndarray]) -> int:
        column = loaded.choose(position_of(observation["observation"])).column
        assert column is not None  # only a search that is stopped has no column
        return column

    return act


def position_of(planes: np.ndarray) -> Position:
    """The position of an observation, int8[6, 7, 2] from the top row: the discs of the side to move, and the other's.

    Raises C4Error for an impossible board.
    """
    mine = np.asarray(planes[..., 0], dtype=int)
    theirs = np.asarray(planes[..., 1], dtype=int)
    if mine.sum() == theirs.sum():  # the first player is to move
        return Position.from_grid(mine + 2 * theirs)
    return Position.from_grid(theirs + 2 * mine)
