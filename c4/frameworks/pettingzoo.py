"""PettingZoo's `connect_four_v3`: our agents play there.

>>> from c4.frameworks.pettingzoo import play
>>> play(c4.load_agent("engine:depth=8"), c4.load_agent("alphabeta:depth=4"))    # doctest: +SKIP
'4444...'
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from c4.errors import C4Error
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.search.decision import Decision

SHAPE = (STANDARD.rows, STANDARD.columns, 2)
"""An observation's shape: rows from the top, columns from the left, the discs of the side to move and the other's."""


class Chooses(Protocol):
    """What `c4.load_agent` returns, or anything else that chooses a move."""

    def choose(self, position: Position, /) -> Decision: ...


class Player:
    """An agent as PettingZoo asks for one: called with an observation, it returns the action, a column from 0."""

    def __init__(self, agent: Chooses) -> None:
        self._agent = agent

    def __call__(self, observation: Mapping[str, Any]) -> int:
        """The column for `observation` (as `env.last()` returns it).  Raises C4Error when the game is over."""
        column = self._agent.choose(position_of(observation)).column
        assert column is not None  # never stopped
        return column


def position_of(observation: Mapping[str, Any]) -> Position:
    """The position that an observation shows to the side to move; how it came about is not known.

    Raises C4Error for an array that is no observation of `connect_four_v3`, or a position that cannot arise.
    """
    planes: npt.NDArray[Any] = np.asarray(observation["observation"])
    if planes.shape != SHAPE:
        raise C4Error(f"an observation of PettingZoo's game has the shape {SHAPE}, not {planes.shape}")
    owners = planes[:, :, 0] + 2 * planes[:, :, 1]
    first = int((owners == 1).sum()) == int((owners == 2).sum())  # the first player is to move
    marks = ".XO" if first else ".OX"
    try:
        return Position.from_grid("/".join("".join(marks[int(owner)] for owner in row) for row in owners), STANDARD)
    except IndexError:
        raise C4Error("an observation has 1 where a disc is, otherwise 0, and no two discs in a cell") from None


def play(first: Chooses, second: Chooses, env: Any = None) -> str:
    """Plays a game in PettingZoo's environment, by default a new one; its move string, columns from 1.

    Raises C4Error when PettingZoo is not installed.
    """
    env = environment() if env is None else env
    env.reset()
    players = dict(zip(env.possible_agents, (Player(first), Player(second)), strict=True))
    columns = []
    for name in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
            continue
        columns.append(players[name](observation))
        env.step(columns[-1])
    return format_columns(columns)


def environment() -> Any:
    """PettingZoo's environment.  Raises C4Error when it is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer versions have a second way, older ones this one
            from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        raise C4Error(f"PettingZoo is not installed ({error}): python -m pip install 'pettingzoo[classic]'") from None
    return connect_four_v3.env()
