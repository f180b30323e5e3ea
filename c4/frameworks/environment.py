"""A game against one of our agents as a learning environment, with the calling convention of Gymnasium.

Gymnasium itself is not needed.  The rewards are those of reference system 0: 1 for a win, -1 for a loss, 0 otherwise,
and -10 for a full column, which ends the episode.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from c4.agents.specification import parse_agent
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.text import plain

WIN_REWARD = 1.0
LOSS_REWARD = -1.0
ILLEGAL_REWARD = -10.0


class Environment:
    """One player's seat.  The opponent answers within `step`.

    opponent   an agent as the command line writes it: "random", "alphabeta:depth=4"
    first      whether you move first
    rules      the board
    """

    def __init__(self, opponent: str = "random", first: bool = True, rules: Rules = STANDARD) -> None:
        """Raises C4Error for a text that names no agent."""
        self.specification = parse_agent(opponent)
        self.opponent = self.specification.load()
        self.player = 0 if first else 1
        self.rules = rules
        self.position = Position(rules=rules)
        self._over = True

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins a game; returns (observation, info).

        With a `seed` the opponent plays the same moves in the same positions.  `options` are accepted and not used.
        """
        if seed is not None:
            self.opponent = self.specification.load(plain(seed))
        self.position = Position(rules=self.rules)
        self._over = False
        if self.player == 1:
            self._answer()
        return self.observation(), self.info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays a column (from 0), and the opponent's answer; returns (observation, reward, terminated, truncated, info).

        `truncated` is always False.  A column that is full or not on the board ends the episode with -10 and leaves
        the board as it is.  Raises C4Error when the episode is over: `reset` begins another.
        """
        if self._over:
            raise C4Error("the episode is over: reset the environment to begin another")
        column = plain(action)
        if column not in self.position.legal_columns():
            self._over = True
            return self.observation(), ILLEGAL_REWARD, True, False, self.info()
        self.position = self.position.play(column)
        if self.position.outcome() is None:
            self._answer()
        self._over = self.position.outcome() is not None
        return self.observation(), self._reward(), self._over, False, self.info()

    def observation(self) -> np.ndarray:
        """int8[rows, columns] from the top row: 0 empty, 1 a disc of the first player, 2 of the second."""
        return np.array(self.position.to_grid(), dtype=np.int8)

    def info(self) -> dict[str, Any]:
        """`action_mask`, int8[columns], 1 for each column that can be played now; none once the game is over."""
        mask = np.zeros(self.rules.columns, dtype=np.int8)
        mask[list(self.position.legal_columns())] = 1
        return {"action_mask": mask}

    def _answer(self) -> None:
        column = self.opponent.choose(self.position).column
        assert column is not None  # only a search that is stopped has no column
        self.position = self.position.play(column)

    def _reward(self) -> float:
        """The reward of the position on the board."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return 0.0
        return WIN_REWARD if outcome.winner == self.player else LOSS_REWARD
