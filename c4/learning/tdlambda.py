"""The td-lambda learner: TD(lambda) on 87 features against minimax and itself (reference system 0, R0-4 to R0-13).

    play     even episodes: one seat is minimax, of depth 3 by default; odd ones: self-play.  With probability epsilon
             any legal column, otherwise by R0-5
    learn    after every move, in both seats, each with its own view and trace: see `c4.learning.tdlambda_kernels`
    or       with the exact teacher: positions in the order of `c4.learning.lessons`; the result is the target of the
             side that has just moved, as at the end of a game
    measure  every 500 episodes 100 games against that minimax, half of them from each seat; the best model is kept in
             a file of its own; every 50,000 lessons

The mistakes of system 0 are not repeated: D0-1 to D0-9 are cited where they would be.  Imports numpy and numba.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.compiled.board import board_of
from c4.compiled.kinds import numbers_of
from c4.evaluators.tdlambda import TDLambda, cells_of, number_of_features, place_of, read_npy, units, write_npy
from c4.game.rules import STANDARD, C4Error, Rules, count
from c4.learning.base import Content, Figures
from c4.learning.linear import LinearLearner
from c4.learning.matches import OPPONENTS, measure, success
from c4.learning.tdlambda_kernels import MIDDLE_UNIT, THREAT_UNIT, Learned, Rates, learn_labels, play_episodes
from c4.learning.tdlambda_settings import Settings

CHECKPOINT = 500
"""Episodes between two measurements (R0-12)."""

LESSONS = 50_000
"""The same for lessons of the exact teacher, which are positions."""


def feature_places(rules: Rules) -> np.ndarray:
    """int64[66] for the kernels: for every cell's bit its index among one side's features, then the two divisors."""
    places = np.zeros(66, dtype=np.int64)
    for cell in cells_of(rules.board):
        places[cell] = place_of(cell, rules)
    places[[MIDDLE_UNIT, THREAT_UNIT]] = units(rules)
    return places


class TDLambdaLearner(LinearLearner):
    """87 weights, learned from both seats.

    `history` holds the success (0 to 1) against minimax at every checkpoint; `best` is the number of episodes of the
    model with the highest, None before the first checkpoint.
    """

    name = "td-lambda"
    settings_type = Settings
    settings: Settings
    number_of_weights = staticmethod(number_of_features)
    words = {
        "success": "success against minimax",
        "best_success": "best success",
        "best_episodes": "best after games",
    }

    def __init__(self, seed: int, settings: Settings | None = None, rules: Rules = STANDARD) -> None:
        super().__init__(seed, settings, rules)
        self._best: Figures | None = None  # episodes, success, weights
        self._best_content: Content | None = None  # that whole model, if it was made in this run

    @classmethod
    def fresh(
        cls,
        seed: int,
        *,
        rules: Rules = STANDARD,
        labels: str | Path | None = None,
        start: str | Path | None = None,
        **settings: Any,
    ) -> TDLambdaLearner:
        """A new learner, or one starting from the weights of a `.npy` file (R0-12).  Raises C4Error for a bad file."""
        learner = super().fresh(seed, rules=rules, labels=labels, **settings)
        if start is not None:
            if rules != STANDARD:
                raise C4Error(f"{start} holds weights for {STANDARD}, not for {rules}")
            learner.weights[:] = TDLambda(read_npy(start), STANDARD, str(start)).weights
        return learner

    # -- learning -----------------------------------------------------------------------------------------------------

    def train(self, episodes: int) -> None:
        """Plays and learns that many more games, and measures itself at every checkpoint.

        After Ctrl-C it has learned whole games only.  Raises C4Error when the weights have grown too large for the
        evaluator.
        """
        rates = numbers_of(Rates, self.settings)
        learned = Learned(self.weights, feature_places(self.rules), board_of(self.rules))
        end = self.episodes + episodes
        while self.episodes < end:
            self._note()
            games = min(end, self.episodes - self.episodes % self._every + self._every) - self.episodes
            if self._lessons is None:
                play_episodes(games, self._random, self._tally, rates, learned)
            else:
                places, first, second, value = self._lessons.next(self.episodes, games)
                learn_labels(places, first, second, value, self._tally, rates, learned)
            try:
                self.evaluator()
            except C4Error:
                raise C4Error(
                    f"the weights grew without limit after {count(self.episodes, 'game')}: choose a smaller learning"
                    " rate"
                ) from None
        self._note()

    @property
    def _every(self) -> int:
        """Episodes between two checkpoints."""
        return CHECKPOINT if self._lessons is None else LESSONS

    def evaluator(self) -> TDLambda:
        """The evaluator with the current weights."""
        return TDLambda(self.weights, self.rules, f"the {self.name} learner")

    def _note(self) -> None:
        """Measures itself and adds a line to the history when due."""
        if (
            self.episodes == 0
            or self.episodes % self._every
            or (self.history and self.history[-1]["episodes"] == self.episodes)
        ):
            return
        found = measure(
            self.evaluator(),
            f"minimax {self.settings.opponent_depth}",
            self.settings.checkpoint_games,
            self.seed ^ self.episodes,
            tactics=self.settings.tactics,
            rules=self.rules,
        )
        share = success(found)
        self.history.append({"episodes": self.episodes, "success": share})
        if self._best is None or share > self._best["success"]:
            self._best = {"episodes": self.episodes, "success": share, "weights": self.weights.tolist()}
            self._best_content = super().content()

    @property
    def best_weights(self) -> list[float]:
        """The weights of the best model so far; before the first checkpoint the current ones."""
        return self.weights.tolist() if self._best is None else self._best["weights"]

    def epsilon(self) -> float:
        """The share of random moves in the next episode (R0-9)."""
        return max(self.settings.eps_end, 1 - (1 - self.settings.eps_end) * self.episodes / self.settings.eps_episodes)

    def figures(self) -> Figures:
        """Tallies, epsilon, success against minimax at the last checkpoint and at the best, the weights."""
        found = {**self.tallies(), "epsilon": self.epsilon()}
        if self._best is not None:
            found |= {
                "success": self.history[-1]["success"],
                "best_success": self._best["success"],
                "best_episodes": self._best["episodes"],
            }
        return {**found, "weights": self.weights.tolist()}

    def measure(self, games: int) -> dict[str, dict[str, list[int]]]:
        """Games with the current weights against each opponent of `c4.learning.matches`, `games` per seat."""
        judge, tactics = self.evaluator(), self.settings.tactics
        return {name: measure(judge, name, games, self.seed, tactics=tactics, rules=self.rules) for name in OPPONENTS}

    # -- keeping ------------------------------------------------------------------------------------------------------

    @property
    def best(self) -> int | None:
        """The number of games after which the best checkpoint was saved; None if there is none."""
        return None if self._best is None else self._best["episodes"]

    def save_best(self, path: str | Path) -> None:
        """Writes the best model so far, like `save`; possible only in the run that made it."""
        if self._best_content is None:
            raise C4Error("the best model was found by an earlier run, and only that run could save it")
        models.write(path, self._best_content)

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the best weights so far as a `.npy` file of float64[87], the format of system 0 (R0-12)."""
        write_npy(path, np.array(self.best_weights))
        return f"best weights so far written to {path}"

    def content(self) -> Content:
        self._note()
        return super().content()

    def _more(self) -> Content:
        return {"best": self._best}

    def _restore_more(self, training: Content) -> None:
        best = training["best"]
        if best is None:
            return
        if (
            type(best["episodes"]) is not int
            or not 0 <= best["success"] <= 1
            or len(best["weights"]) != len(self.weights)
            or not self.history
        ):
            raise ValueError("its best model makes no sense")
        self._best = {
            "episodes": best["episodes"],
            "success": best["success"],
            "weights": [float(weight) for weight in best["weights"]],
        }
