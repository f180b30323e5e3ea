"""The learner of the windows evaluator: Monte-Carlo self-play on nine features (reference system 3, R3-10 to R3-14).  Imports numpy and numba.

    play     each side with probability epsilon any legal column, else the best V after its own move, ties at random
    store    after every move  d = f_mover - f_opponent  of the position now on the board, seen by the mover
    learn    after the game, first move first:  w += alpha (target - w . d) d
             target = gamma ** (moves still to come) x (+1 a winner's move, -1 a loser's, 0 in a drawn game)
    cool     epsilon = max(eps_end, epsilon x eps_decay)

Since d is a difference of the same features from both sides, the bias never learns and opp_k always mirrors my_k (R3-9).
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from c4 import models
from c4.evaluators.lines import BOARD, BOTTOM, CONNECT, STRIDE, U, has_line, popcount
from c4.evaluators.windows import CENTRE, FEATURES, Windows, feature_units, window_counts, window_masks
from c4.jit import kernel
from c4.learning import splitmix
from c4.learning.splitmix import below, uniform
from c4.rules import FIRST_LINE, STANDARD, C4Error, Rules


@dataclass(frozen=True)
class Settings:
    """How to learn; the defaults are the author's.  Raises C4Error that names the setting and its range."""

    alpha: float = 0.01
    gamma: float = 0.98
    eps_start: float = 1.0
    eps_end: float = 0.05
    eps_decay: float = 0.999

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if type(value) not in (int, float) or not 0 <= value <= 1:
                raise C4Error(f"{name} must be a number from 0 to 1, not {value!r}")
        if self.eps_end > self.eps_start:
            raise C4Error(f"eps_end ({self.eps_end:g}) must not be above eps_start ({self.eps_start:g})")


class WindowsLearner:
    """Nine weights and all that is needed to go on learning them: board, settings, random state, epsilon, tallies.

    Make one anew with the constructor or from a file with `resume`.  `seed` is 0 to 2**64 - 1.  The weights are float64[9]
    in the order of FEATURES.  Games are tallied as seen by who began.  `history` holds the tallies and weights when the
    number of episodes was 100, 200, 500, 1,000, 2,000 and so on.
    Raises C4Error for the count-the-lines rule (the features know nothing of it) or a seed out of range.
    """

    name = "windows"
    features = FEATURES

    def __init__(self, seed: int, settings: Settings | None = None, rules: Rules = STANDARD) -> None:
        if rules.scoring != FIRST_LINE:
            raise C4Error(f"the {self.name} learner plays by the rule {FIRST_LINE}, not {rules.scoring}")
        if type(seed) is not int or not 0 <= seed <= splitmix.MAX_SEED:
            raise C4Error(f"the seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
        self.rules, self.seed, self.settings = rules, seed, settings or Settings()
        self.weights = np.zeros(len(FEATURES))
        self.history: list[dict] = []
        self._past: list[dict] = []  # settings of earlier episodes, when they were others
        self._random = splitmix.start(seed)
        self._epsilon = np.array([float(self.settings.eps_start)])
        self._tally = np.zeros(4, dtype=np.int64)  # episodes; won, drawn, lost by who began

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return int(self._tally[0])

    def train(self, episodes: int) -> None:
        """Plays and learns that many games more.

        Interrupted by Ctrl-C it has learned whole games only.  Raises C4Error when the weights have grown beyond what
        the evaluator takes.
        """
        rules, settings = self.rules, self.settings
        discounts = np.array([settings.gamma**moves for moves in range(rules.cells)])
        masks, units = window_masks(rules), np.array(feature_units(rules), dtype=np.float64)
        end = self.episodes + episodes
        while self.episodes < end:
            self._note()
            games = min(end, next_mark(self.episodes)) - self.episodes
            play_games(
                games, self.weights, self._random, self._epsilon, self._tally,
                settings.alpha, settings.eps_end, settings.eps_decay, discounts, masks, units,
            )  # fmt: skip
            if not Windows.scale * np.abs(self.weights).sum() <= Windows.limit:
                raise C4Error(f"learning has gone astray after {self.episodes:,} episodes, the weights grow without end: choose a smaller alpha")

    def _note(self) -> None:
        """Writes the history's line when it is due; asked before every change, so that an interruption cannot skip one."""
        if self.episodes == next_mark(self.episodes - 1) and (not self.history or self.history[-1]["episodes"] < self.episodes):
            self.history.append(self.figures())

    def figures(self) -> dict:
        """Episodes, games won, drawn and lost by who began, epsilon, and the weights, of all training so far."""
        episodes, won, drawn, lost = self._tally.tolist()
        return {"episodes": episodes, "won": won, "drawn": drawn, "lost": lost, "epsilon": float(self._epsilon[0]), "weights": self.weights.tolist()}

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Writes the model file, whole or not at all.  Raises C4Error when it cannot be written."""
        models.write(path, self.content())

    def content(self) -> dict:
        """The model for `c4.models.write`; `resume` makes the same learner of it."""
        self._note()
        figures = self.figures()
        weights = figures.pop("weights")
        training = {
            "seed": self.seed,
            "random_state": str(self._random[0]),  # 64 bits: more than a number in JSON holds everywhere
            **figures,
            "settings": asdict(self.settings),
            "earlier_settings": self._past,
            "history": self.history,
        }
        return {"learner": self.name, "rules": asdict(self.rules), "features": list(FEATURES), "weights": weights, "training": training}

    @classmethod
    def fresh(cls, seed: int, *, rules: Rules = STANDARD, **settings: float) -> WindowsLearner:
        """A learner that has learned nothing yet, with these settings (see Settings)."""
        return cls(seed, Settings(**settings), rules)

    @classmethod
    def resume(cls, path: str | Path, *, seed: int | None = None, rules: Rules | None = None, **settings: float) -> WindowsLearner:
        """The learner that left this file; trained on, it is bit for bit what it would have become without the pause.

        `settings` (see Settings) that differ from the file's hold from now on, and a new `eps_start` sets epsilon;
        the file remembers the earlier ones.  Raises C4Error when the file is no such model, does not say how it was
        trained, or was trained with another seed or on another board than those given.
        """
        content = models.read(path, cls.name, len(FEATURES))
        trained_on = models.rules_of(content, path)
        if rules is not None and rules != trained_on:
            raise C4Error(f"{path} was trained on {trained_on}, not on {rules}: name another file, or start anew with --fresh")
        try:
            learner = cls._restore(content, trained_on)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise C4Error(f"{path} does not say how it was trained, so its training cannot be resumed ({error!r}): start anew with --fresh") from None
        if seed is not None and seed != learner.seed:
            raise C4Error(f"{path} was trained with seed {learner.seed}, not {seed}: name another file, or start anew with --fresh")
        learner._change(replace(learner.settings, **settings))
        return learner

    @classmethod
    def _restore(cls, content: dict, rules: Rules) -> WindowsLearner:
        training = content["training"]
        learner = cls(training["seed"], Settings(**training["settings"]), rules)
        learner.weights[:] = content["weights"]
        learner._random[0] = int(training["random_state"])
        learner._epsilon[0] = float(training["epsilon"])
        learner._tally[:] = [training[key] for key in ("episodes", "won", "drawn", "lost")]
        learner._past, learner.history = list(training["earlier_settings"]), list(training["history"])
        if not 0 <= learner._epsilon[0] <= 1 or learner._tally.min() < 0 or learner._tally[0] != learner._tally[1:].sum():
            raise ValueError("its figures contradict each other")
        if any(type(line["episodes"]) is not int for line in learner.history):
            raise ValueError("its history has a line without episodes")
        return learner

    def _change(self, settings: Settings) -> None:
        """From now on learns with other settings, if they are others."""
        if settings == self.settings:
            return
        self._past.append({"until": self.episodes, **asdict(self.settings)})
        if settings.eps_start != self.settings.eps_start:
            self._epsilon[0] = settings.eps_start
        self.settings = settings


def next_mark(episodes: int) -> int:
    """The first of 100, 200, 500, 1,000, 2,000, 5,000, ... that is larger."""
    decade = 10 ** max(2, int(math.log10(max(episodes, 1))))
    return next(mark for mark in (decade, 2 * decade, 5 * decade, 10 * decade, 20 * decade) if mark > episodes)


# -- the compiled half ------------------------------------------------------------------------------------------------


@kernel("UniTuple(float64, 9)(uint64, uint64, uint64[::1], float64[::1])")
def difference(own, other, masks, units):
    """d = f_own - f_other (R3-6, R3-7); units float64[9] as `feature_units` gives them."""
    a1, a2, a3 = window_counts(own, other, masks)
    b1, b2, b3 = window_counts(other, own, masks)
    centre = popcount(own & masks[CENTRE]) / units[1] - popcount(other & masks[CENTRE]) / units[1]
    one, two, three = a1 / units[2] - b1 / units[2], a2 / units[3] - b2 / units[3], a3 / units[4] - b3 / units[4]
    win = 0.0
    if has_line(own, masks[STRIDE], np.int64(masks[CONNECT])):
        win += 1.0
    if has_line(other, masks[STRIDE], np.int64(masks[CONNECT])):
        win -= 1.0
    return 0.0, centre, one, two, three, -one, -two, -three, win


@kernel(["float64(float64[::1], UniTuple(float64, 9))", "float64(float64[::1], float64[::1])"])
def value_of(weights, d):
    """V = w . d, summed in the order of the features."""
    value = 0.0
    for i in range(9):
        value += weights[i] * d[i]
    return value


@kernel("uint64(uint64, uint64, float64, float64[::1], uint64[::1], uint64[::1], float64[::1])")
def choose(own, other, epsilon, weights, random, masks, units):
    """The cell (one bit) where the side `own` plays (R3-10), on a board that is not full; takes two numbers from `random`."""
    free = ((own | other) + masks[BOTTOM]) & masks[BOARD]
    candidates = free
    if uniform(random) >= epsilon:
        best = -np.inf
        while free:
            cell = free & (~free + U(1))
            free ^= cell
            value = value_of(weights, difference(own | cell, other, masks, units))
            if value > best:
                best = value
                candidates = cell
            elif not value < best:
                candidates |= cell
    for _ in range(below(random, popcount(candidates))):
        candidates &= candidates - U(1)
    return candidates & (~candidates + U(1))


@kernel(
    "void(int64, float64[::1], uint64[::1], float64[::1], int64[::1], float64, float64, float64, float64[::1], uint64[::1], float64[::1])",
)
def play_games(number, weights, random, epsilon, tally, alpha, eps_end, eps_decay, discounts, masks, units):
    """Plays that many games and learns from each.

    Changes in place: weights float64[9], random uint64[1], epsilon float64[1], tally int64[4] (episodes, then won, drawn,
    lost by who began).  discounts float64[cells]: gamma to the power of the place.
    """
    seen = np.empty((len(discounts), 9))
    for _ in range(number):
        own, other = U(0), U(0)
        plies = 0
        won = False
        while not won and plies < len(discounts):
            own |= choose(own, other, epsilon[0], weights, random, masks, units)
            d = difference(own, other, masks, units)
            for i in range(9):
                seen[plies, i] = d[i]
            won = has_line(own, masks[STRIDE], np.int64(masks[CONNECT]))
            own, other = other, own
            plies += 1
        for ply in range(plies):
            to_come = plies - 1 - ply
            target = 0.0
            if won:
                target = discounts[to_come] if to_come % 2 == 0 else -discounts[to_come]
            step = alpha * (target - value_of(weights, seen[ply]))
            for i in range(9):
                weights[i] += step * seen[ply, i]
        epsilon[0] = max(eps_end, epsilon[0] * eps_decay)
        tally[0] += 1
        tally[2 if not won else 1 if plies % 2 == 1 else 3] += 1
