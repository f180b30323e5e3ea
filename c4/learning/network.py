"""The learner of the network evaluator: self-play or exact results, and Adam.  Imports numpy and numba.

By itself it plays and learns as the n-tuple learner does (`c4.learning.ntuple`): each side takes the best V after its
own move and the forced replies to it, or any column with probability epsilon; a game ends when its result is certain;
the targets are lambda-returns, in quiet positions only, and a random move starts a new one.  It plays by the whole
numbers of the evaluator, which are made anew after every game in which a step was made.

With a teacher an episode is a position: its target is the exact result, 1, 0 or -1 for the first player; in which order
they are met is said in `c4.learning.lessons`.

The error of a position is V minus its target, the slope of the cross-entropy of (1 + V) / 2; the gradients of `batch`
positions make a step of Adam (Kingma and Ba, 2015).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.compiled import splitmix
from c4.compiled.board import board_of
from c4.compiled.kinds import numbers_of
from c4.evaluators.network import Network, can_hold, read_model, units_of
from c4.evaluators.network_inputs import mirrored_inputs
from c4.evaluators.network_kernels import INPUTS
from c4.game.rules import STANDARD, C4Error, Rules, count
from c4.learning.base import Content, Figures, Learner
from c4.learning.checks import ANEW, check_same_rules, check_same_seed, check_scoring, check_seed, restoring
from c4.learning.lessons import Lessons
from c4.learning.network_kernels import EPISODES, LOST, RECENT, WON, Net, Plan, fit, play_games
from c4.learning.network_settings import Settings
from c4.learning.windows import next_mark

UNITS = 128

STATE = dict.fromkeys(("gradient", "mean", "square"), ("float32", 1))
"""The arrays of a model file that only training needs."""


class NetworkLearner(Learner):
    """The weights of a network and everything needed to continue learning.

    Made by `fresh`, or from a file by `resume`.  `net` holds the weights and the state of Adam.  `history` holds the
    figures after 100, 200, 500, 1,000, 2,000, ... episodes.  Raises C4Error for the count-the-lines rule (its games end
    with a line) or a seed out of range.
    """

    name = "network"
    suffix = ".npz"
    line_every = 50_000
    words = {
        "first_wins": "won by who began",
        "draws": "drawn, share",
        "plies": "plies of a game",
        "error": "mean error",
        "alpha": "learning rate",
    }

    def __init__(self, seed: int, weights: np.ndarray, rules: Rules, settings: Settings | None = None) -> None:
        check_scoring(self.name, rules)
        rules.require_still(f"the {self.name} learner")
        check_seed(seed)
        self.rules, self.seed, self.settings = rules, seed, settings or Settings()
        self.units = units_of(weights.size)
        gradient, mean, square = (np.zeros_like(weights) for _ in STATE)
        self.net = Net(weights.copy(), gradient, mean, square, np.zeros(6 * self.units, dtype=np.float32))
        self.history: list[Figures] = []
        self._past: list[Figures] = []  # settings of earlier episodes, if different
        self._random = splitmix.start(seed)
        self._tally = np.zeros(6, dtype=np.int64)
        self._recent = np.zeros(len(RECENT))
        self._mirror = mirrored_inputs(rules)[:64].astype(np.uint64)
        self._tables = self.evaluator().tables(rules)  # its own, made anew from the weights before every game
        self._lessons: Lessons | None = None

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return int(self._tally[EPISODES])

    def train(self, episodes: int) -> None:
        """Learns from that many more games or, with a teacher, positions; after Ctrl-C it has learned whole ones only.

        Raises C4Error when the weights have diverged.
        """
        plan, board = numbers_of(Plan, self.settings), board_of(self.rules)
        state = self._tally, self._recent, plan, self._mirror, board
        end = self.episodes + episodes
        self._check()
        while self.episodes < end:
            self._note()
            number = min(end, next_mark(self.episodes)) - self.episodes
            if self._lessons is None:
                play_games(number, self.net, self._tables, self._random, *state)
            else:
                places, first, second, value = self._lessons.next(self.episodes, number)
                fit(places, first, second, value, self.net, *state)
            self._check()

    def _check(self) -> None:
        """Raises C4Error when the weights have become too large for the search, or are no numbers."""
        if not can_hold(self.net.weights):
            raise C4Error(
                f"the weights grew without limit after {count(self.episodes, 'episode')}: choose a smaller learning"
                " rate"
            )

    def _note(self) -> None:
        """Adds a line to the history when due; called before every change, so that no interruption can skip one."""
        if self.episodes == next_mark(self.episodes - 1) and (
            not self.history or self.history[-1]["episodes"] < self.episodes
        ):
            self.history.append(self.figures())

    def evaluator(self) -> Network:
        """The evaluator with the current weights."""
        return Network(self.net.weights, self.rules, f"the {self.name} learner")

    def figures(self) -> Figures:
        """Episodes with results for the first player; over about the last 5,000 its share of wins, that of draws, plies
        of a game (1 with a teacher), and mean |error|; current alpha."""
        episodes, won, drawn, lost = self._tally[: LOST + 1].tolist()
        s = self.settings
        alpha = s.alpha * (s.alpha_end / s.alpha) ** min(1.0, episodes / s.cooling)
        recent = {name: round(value, 6) for name, value in zip(RECENT, self._recent.tolist(), strict=True)}
        return {"episodes": episodes, "won": won, "drawn": drawn, "lost": lost, **recent, "alpha": alpha}

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model file atomically; `resume` makes the same learner from it.  Raises C4Error on failure."""
        self._note()
        training = {
            "seed": self.seed,
            "random_state": str(self._random[0]),  # 64 bits: more than a number in JSON holds everywhere
            "tally": self._tally.tolist(),
            "recent": self._recent.tolist(),
            "settings": asdict(self.settings),
            "earlier_settings": self._past,
            "history": self.history,
        }
        content = {"learner": self.name, "rules": self.rules.content(), "figures": self.figures(), "training": training}
        arrays = {"weights": self.net.weights, **{name: getattr(self.net, name) for name in STATE}}
        models.write_arrays(path, content, arrays, compressed=True)

    @classmethod
    def fresh(
        cls,
        seed: int,
        *,
        rules: Rules = STANDARD,
        units: int | None = None,
        labels: str | Path | None = None,
        **settings: Any,
    ) -> NetworkLearner:
        """A new learner with these settings (see Settings), 128 units by default, to be taught by the file `labels`."""
        check_seed(seed)
        learner = cls(seed, first_weights(seed, UNITS if units is None else units, rules), rules, Settings(**settings))
        learner._read(labels)
        return learner

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        seed: int | None = None,
        rules: Rules | None = None,
        units: int | None = None,
        labels: str | Path | None = None,
        **settings: Any,
    ) -> NetworkLearner:
        """The learner of a file, as if training had never paused, to the last bit, if it has the same `labels`.

        `settings` that differ from the file's apply from now on; the file remembers the earlier ones. Raises C4Error
        when the file is not a model of this learner, lacks the state of its training, or was trained with another seed,
        board or number of units.
        """
        content, weights = read_model(path, STATE)
        known = models.rules_of(content, path)
        check_same_rules(path, rules, known)
        check_same_seed(path, seed, content.get("training", {}).get("seed"))
        if units is not None and units != units_of(weights.size):
            raise C4Error(f"{path} has {count(units_of(weights.size), 'unit')}, not {units}: {ANEW}")
        with restoring(path):
            learner = cls._restore(content["training"], content["arrays"], known)
        learner._change(replace(learner.settings, **settings))
        learner._read(labels)
        return learner

    @classmethod
    def _restore(cls, training: Content, arrays: Mapping[str, np.ndarray], rules: Rules) -> NetworkLearner:
        learner = cls(training["seed"], arrays["weights"], rules, Settings(**training["settings"]))
        for name in STATE:
            getattr(learner.net, name)[:] = arrays[name]
        learner._random[0] = int(training["random_state"])
        learner._tally[:] = training["tally"]
        learner._recent[:] = training["recent"]
        learner._past, learner.history = list(training["earlier_settings"]), list(training["history"])
        if (
            learner._tally.min() < 0
            or learner.episodes != learner._tally[WON : LOST + 1].sum()
            or not all(np.isfinite(part).all() for part in (learner._recent, *learner.net))
        ):
            raise ValueError("its figures contradict each other")
        if any(type(line["episodes"]) is not int for line in learner.history):
            raise ValueError("its history has a line without episodes")
        return learner

    def _change(self, settings: Settings) -> None:
        """Changes the settings from now on, if they differ."""
        if settings != self.settings:
            self._past.append({"until": self.episodes, **asdict(self.settings)})
            self.settings = settings

    def _read(self, path: str | Path | None) -> None:
        """Reads the labels to be taught by, if any.  Raises C4Error, see `c4.learning.lessons`."""
        self._lessons = None if path is None else Lessons(path, self.rules, self.seed)


def first_weights(seed: int, units: int, rules: Rules) -> np.ndarray:
    """Random weights, small enough that about half of the units are active: float32, see `c4.evaluators.network`."""
    random = np.random.default_rng(seed)
    weights = np.zeros((INPUTS + 2, units))
    cells = [cell for cell in range(64) if rules.board >> cell & 1]
    for plane in range(4):
        weights[[64 * plane + cell for cell in cells]] = random.normal(0, 0.15, (len(cells), units))
    weights[INPUTS - 2 : INPUTS] = random.uniform(0, 0.5, (2, units))
    weights[INPUTS:] = random.normal(0, 1 / np.sqrt(2 * units), units)
    return np.append(weights, [0, 0]).astype(np.float32)
