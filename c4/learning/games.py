"""What a learner remembers of compiled games, and how its training is saved and read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from c4 import models
from c4.game.rules import Rules
from c4.kernels import splitmix
from c4.learning.base import TALLIES, Content, Figures, Learner, reading_training
from c4.learning.choosing import DRAWN, EPISODES, LOST, TALLY_SIZE, WON


class Games:
    """The random numbers and the results of a learner's games.

    random   uint64[1], the state of the random numbers
    tally    int64[4 or more], see `c4.learning.choosing`; what else a learner counts comes last
    """

    def __init__(self, seed: int, counters: int = 0) -> None:
        """`counters`: how many numbers more the tally has."""
        self.random = splitmix.start(seed)
        self.tally = np.zeros(TALLY_SIZE + counters, dtype=np.int64)

    @property
    def episodes(self) -> int:
        """The episodes of all training so far."""
        return int(self.tally[EPISODES])

    def tallies(self) -> Figures:
        """Episodes, and games won, drawn and lost, of all training so far."""
        return dict(zip(("episodes", *TALLIES), self.tally.tolist()))

    def content(self) -> Content:
        """What of the tally is saved, JSON values."""
        return self.tallies()

    def restore(self, training: Content) -> None:
        """Restores what `training_of` has of it.  May raise KeyError, TypeError or ValueError for nonsense."""
        self.random[0] = int(training["random_state"])
        if "tally" in training:
            self.tally[:] = training["tally"]
        else:
            self.tally[:TALLY_SIZE] = [training[name] for name in ("episodes", *TALLIES)]
        games = self.tally[WON] + self.tally[DRAWN] + self.tally[LOST]
        if self.tally.min() < 0 or self.tally[EPISODES] != games:
            raise ValueError("its figures contradict each other")


def training_of(learner: Learner, games: Games, **more: object) -> Content:
    """The state of training, JSON values; `more` is what this learner adds."""
    return {
        "seed": learner.seed,
        "random_state": str(games.random[0]),  # 64 bits: more than a number in JSON holds everywhere
        **games.content(),
        **more,
        "settings": learner.settings.content(),
        "earlier_settings": list(learner.earlier_settings),
        "history": list(learner.history),
    }


def header_of(learner: Learner, training: Content, **more: object) -> Content:
    """What every model file begins with, and the state of training (see `training_of`); `more` stands between them."""
    return {"learner": learner.name, "rules": learner.rules.content(), **more, "training": training}


class Weighted(Protocol):
    """A learner whose model file is JSON: a list of weights, and the state of training."""

    weights: np.ndarray

    def restore(self, training: Content) -> None:
        """Restores the result of `training`.  May raise KeyError, TypeError or ValueError for nonsense."""


OfWeights = TypeVar("OfWeights", bound=Weighted)


def read_weighted(
    path: str | Path, name: str, number: int | Callable[[Rules], int], make: Callable[[int, Content, Rules], OfWeights]
) -> OfWeights:
    """The learner of a JSON file with so many weights; `make` makes one from seed, settings and board.

    Raises C4Error as `Learner.from_file` does.
    """
    content = models.read(path, name, number)
    rules = models.rules_of(content, path)
    with reading_training(path):
        training = content["training"]
        learner = make(training["seed"], training["settings"], rules)
        learner.weights[:] = content["weights"]
        learner.restore(training)
    return learner


def restore_training(learner: Learner, games: Games, training: Content) -> None:
    """Restores `training_of`, but for seed, settings and `more`.

    May raise KeyError, TypeError or ValueError for nonsense.
    """
    games.restore(training)
    learner.earlier_settings = list(training["earlier_settings"])
    learner.history = list(training["history"])
    if any(type(line["episodes"]) is not int for line in learner.history):
        raise ValueError("its history has a line without episodes")
