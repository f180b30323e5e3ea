"""Trainer: the bot that system 1's learner is trained against (R1-8).  Imports the compiled bot."""

from __future__ import annotations

import random

import numpy as np

from c4.agents import Limits, require_moves
from c4.compiled.lines import line_masks
from c4.game.position import Position
from c4.learning.trainer import FAVOUR, favoured
from c4.search.decision import Decision
from c4.search.watch import Watch


class Trainer:
    """Prefers the column that completes its own open row or column, seven to one against any other; blocks nothing.

    The same `limits.seed` and position give the same column.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        columns = position.legal_columns()
        best = favoured(np.uint64(position.mine), np.uint64(position.theirs), line_masks(position.rules))
        weights = [FAVOUR if column == best else 1 for column in columns]
        generator = random.Random(
            None if limits.seed is None else f"{limits.seed} {position.stones} {position.to_move}"
        )
        column = generator.choices(columns, weights)[0]
        if best not in columns:
            return Decision(column, reason="picked at random: nothing to complete")
        return Decision(
            column, reason=f"picked at random, with {FAVOUR} chances for column {best + 1} and one for each other"
        )
