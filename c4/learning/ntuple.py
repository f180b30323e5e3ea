"""The learner of the n-tuple evaluator: self-play and TD(lambda) on the tables of many tuples.  Imports numpy, numba.

    play     each side takes the best V after its own move and the forced replies to it, or any column with probability
             epsilon, which is higher in the opening of some games; it never lets the opponent win at once unless it
             must
    end      when the result is certain: after the forced replies the side to move can win, or every reply lets the
             opponent win
    reward   +-(1 - 0.01 x plies of the game) for a win or loss of the first player, 0 for a draw
    learn    after the game, in quiet positions only (those without a forced reply): with R the lambda-return, from the
             next position (1 - lambda) V' + lambda R', at the end the result, the weights behind V change by
             alpha (R - V)(1 - V^2); not if the next move was a random one
    or       with the exact teacher: positions of a file of labels, in the order of `c4.learning.lessons`; with z the
             outcome the weights behind V change by alpha (z - V)
    settle   at the end: the weights become the mean of those after every twentieth of the last games

After Thill, Koch, Konen (PPSN 2012) and Thill's master thesis (2015): TD(lambda) with traces that end at random moves,
here computed backwards over a finished game.  TCL-EXP gives every weight its own rate: alpha e^(beta (|N|/A - 1)).
Means of weights: Polyak and Juditsky (1992).
"""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.compiled import splitmix
from c4.compiled.board import board_of
from c4.compiled.kinds import numbers_of
from c4.evaluators.ntuple import ARRAYS, UNIT, NTuple, read_model
from c4.evaluators.tuples import Tuples, from_planes, random_walks, to_planes
from c4.game.rules import STANDARD, C4Error, Rules, count
from c4.learning.base import Content, Figures, Learner
from c4.learning.checks import ANEW, check_scoring, check_seed, restoring
from c4.learning.lessons import Lessons
from c4.learning.ntuple_kernels import RECENT, Plan, learn_labels, play_games
from c4.learning.ntuple_settings import MEMBERS, Settings
from c4.learning.windows import next_mark

LARGEST = 4.0
"""A weight beyond this is meaningless: usual sums are below 3."""

SAVE_SECONDS = 4e-8
"""About how long compressing takes per byte of memory."""

PRESETS = {"large": (150, 8), "small": (70, 8)}
"""The number of tuples, and of cells in each."""


class NTupleLearner(Learner):
    """The tables of a set of tuples and everything needed to continue learning.

    Made by `fresh`, or from a file by `resume`.  `weights` is int32[2 * tuples.size] in steps of 1 / UNIT, first those
    with the first player to move.  `history` holds the figures after 100, 200, 500, 1,000, 2,000, ... episodes.
    Raises C4Error for the count-the-lines rule (its games end with a line) or a seed out of range.
    """

    name = "ntuple"
    suffix = ".npz"
    line_every = 50_000
    words = {
        "first_wins": "won by who began",
        "draws": "drawn, share",
        "plies": "plies learned from",
        "td_error": "mean error",
        "alpha": "learning rate",
    }

    def __init__(self, seed: int, tuples: Tuples, settings: Settings | None = None) -> None:
        check_scoring(self.name, tuples.rules)
        tuples.rules.require_still(f"the {self.name} learner")
        check_seed(seed)
        self.rules, self.seed, self.tuples, self.settings = tuples.rules, seed, tuples, settings or Settings()
        self.weights = np.zeros(2 * tuples.size, dtype=np.int32)
        self.history: list[Figures] = []
        self._past: list[Figures] = []  # settings of earlier episodes, if different
        self._coherence = np.zeros(0, dtype=np.float32)
        self._members, self._gathered = (
            0,
            np.zeros(0, dtype=np.int32),
        )  # how many sets of weights were gathered, and their sum while needed
        self._random = splitmix.start(seed)
        self._tally = np.zeros(5, dtype=np.int64)
        self._recent = np.zeros(len(RECENT))
        self._places = tuples.places()
        self._lessons: Lessons | None = None

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return int(self._tally[0])

    def train(self, episodes: int) -> None:
        """Plays and learns that many more games; after Ctrl-C it has learned whole games only.

        Raises C4Error when the weights have diverged.
        """
        s = self.settings
        if s.beta and not len(self._coherence):
            self._coherence = np.zeros(2 * len(self.weights), dtype=np.float32)
        end = self.episodes + episodes
        while self.episodes < end:
            self._note()
            self._gather()
            games = min(end, next_mark(self.episodes), s.next_member(self.episodes)) - self.episodes
            plan, places = numbers_of(Plan, s), self._places
            if (known := self._lessons) is not None:
                lessons = known.next(self.episodes, games)
                learn_labels(*lessons, self.weights, self._tally, self._recent, plan, places)
            else:
                coherence = self._coherence if s.beta else self._coherence[:0]
                state = self._random, self._tally, self._recent
                play_games(games, self.weights, coherence, *state, plan, places, board_of(self.rules))
            if max(self.weights.max(), -int(self.weights.min())) > LARGEST * UNIT:
                raise C4Error(
                    f"the weights grew without limit after {count(self.episodes, 'game')}: choose a smaller learning"
                    " rate"
                )
        self._gather()

    def _read(self, path: str | Path | None) -> None:
        """Reads the labels to be taught by, if any.  Raises C4Error with TCL, and see `c4.learning.lessons`."""
        if path is not None and self.settings.beta:
            raise C4Error("TCL-EXP learns from games, not from the exact teacher")
        self._lessons = None if path is None else Lessons(path, self.rules, self.seed)

    def _gather(self) -> None:
        """Gathers the weights when due, and in the end replaces them by their mean; called before every change."""
        member = self.settings.members(self.episodes)
        if member == self._members:
            return
        if member == 1 or len(self._gathered):  # not if settling was abandoned
            total = self.weights + (self._gathered if member > 1 else 0)
            if member == MEMBERS:
                self.weights, total = np.rint(total / MEMBERS).astype(np.int32), total[:0]
            self._gathered = total
        self._members = member

    def _note(self) -> None:
        """Adds a line to the history when due; called before every change, so that no interruption can skip one."""
        if self.episodes == next_mark(self.episodes - 1) and (
            not self.history or self.history[-1]["episodes"] < self.episodes
        ):
            self.history.append(self.figures())

    def evaluator(self) -> NTuple:
        """The evaluator with the current weights."""
        return NTuple(self.tuples, self.weights, f"the {self.name} learner")

    def figures(self) -> Figures:
        """Episodes with results for the first player; over about the last 5,000 games its share of wins, that of draws,
        plies learned from, and mean |TD error|; current alpha."""
        episodes, won, drawn, lost, _ = self._tally.tolist()
        s = self.settings
        alpha = s.alpha * (s.alpha_end / s.alpha) ** min(1.0, episodes / s.cooling)
        recent = {name: round(value, 6) for name, value in zip(RECENT, self._recent.tolist(), strict=True)}
        return {"episodes": episodes, "won": won, "drawn": drawn, "lost": lost, **recent, "alpha": alpha}

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model file atomically, quickly: uncompressed; `resume` makes the same learner from it.

        Raises C4Error on failure.
        """
        self._note()
        self._gather()
        training = {
            "seed": self.seed,
            "random_state": str(self._random[0]),  # 64 bits: more than a number in JSON holds everywhere
            "tally": self._tally.tolist(),
            "recent": self._recent.tolist(),
            "members": self._members,
            "gathering": len(self._gathered) > 0,
            "settings": asdict(self.settings),
            "earlier_settings": self._past,
            "history": self.history,
        }
        content = {"learner": self.name, "rules": self.rules.content(), "figures": self.figures(), "training": training}
        arrays = {"cells": np.array(self.tuples.cells, dtype=np.uint8), "planes": to_planes(self.weights)}
        if len(self._coherence):
            arrays["coherence"] = self._coherence
        if len(self._gathered):
            arrays["gathered"] = to_planes(self._gathered)
        models.write_arrays(path, content, arrays, compressed=not quickly)

    @property
    def save_seconds(self) -> float:
        return SAVE_SECONDS * (self.weights.nbytes + self._coherence.nbytes + self._gathered.nbytes)

    @classmethod
    def fresh(
        cls,
        seed: int,
        *,
        rules: Rules = STANDARD,
        tuples: int | None = None,
        length: int | None = None,
        labels: str | Path | None = None,
        start: str | Path | None = None,
        **settings: Any,
    ) -> NTupleLearner:
        """A new learner with these settings (see Settings): 150 random walks of 8 cells by default.

        A small board gets as many tuples as it has, with as many cells as fit.  With `start` it begins with the tuples
        and the weights of that model, with `labels` it is taught by that file.  Raises C4Error if they do not fit.
        """
        check_seed(seed)
        if start is not None:
            _, known, weights = read_model(start)
            check_same(start, known, rules, tuples, length)
            learner = cls(seed, known, Settings(**settings))
            learner.weights[:] = weights
            learner._read(labels)
            return learner
        length = min(PRESETS["large"][1], rules.cells) if length is None else length
        walks = random_walks(PRESETS["large"][0] if tuples is None else tuples, length, seed, rules)
        learner = cls(seed, walks, Settings(**settings))
        learner._read(labels)
        return learner

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        seed: int | None = None,
        rules: Rules | None = None,
        tuples: int | None = None,
        length: int | None = None,
        labels: str | Path | None = None,
        **settings: Any,
    ) -> NTupleLearner:
        """The learner of a file, as if training had never paused, to the last bit.

        `settings` that differ from the file's apply from now on; the file remembers the earlier ones. Raises C4Error
        when the file is not a model of this learner, lacks the state of its training, or was trained with another seed,
        board or set of tuples.
        """
        content, known, weights = read_model(path)
        trained = content.get("training", {}).get("seed")
        if seed is not None and seed != trained:
            raise C4Error(f"{path} was trained with seed {trained}, not {seed}: {ANEW}")
        check_same(path, known, rules, tuples, length)
        with restoring(path):
            learner = cls._restore(content["training"], known, weights)
        if learner.settings.beta:
            learner._coherence = read_more(path, "coherence", "float32", (2 * len(weights),))
        if content["training"]["gathering"]:
            learner._gathered = from_planes(read_more(path, "gathered", "uint8", (4, len(weights))))
        learner._change(replace(learner.settings, **settings))
        learner._read(labels)
        return learner

    @classmethod
    def _restore(cls, training: Content, tuples: Tuples, weights: np.ndarray) -> NTupleLearner:
        learner = cls(training["seed"], tuples, Settings(**training["settings"]))
        learner.weights[:] = weights
        learner._random[0] = int(training["random_state"])
        learner._tally[:] = training["tally"]
        learner._recent[:] = training["recent"]
        learner._past, learner.history = list(training["earlier_settings"]), list(training["history"])
        if (
            learner._tally.min() < 0
            or learner._tally[0] != learner._tally[1:4].sum()
            or not np.isfinite(learner._recent).all()
        ):
            raise ValueError("its figures contradict each other")
        learner._members = training["members"]
        if (
            type(learner._members) is not int
            or not 0 <= learner._members <= learner.settings.members(learner.episodes)
            or type(training["gathering"]) is not bool
        ):
            raise ValueError("its sets of weights contradict its episodes")
        if any(type(line["episodes"]) is not int for line in learner.history):
            raise ValueError("its history has a line without episodes")
        return learner

    def _change(self, settings: Settings) -> None:
        """Changes the settings from now on, if they differ.  Settling in progress is abandoned if its games change."""
        if settings == self.settings:
            return
        self._past.append({"until": self.episodes, **asdict(self.settings)})
        if (settings.cooling, settings.settling) != (self.settings.cooling, self.settings.settling):
            self._members, self._gathered = settings.members(self.episodes), self._gathered[:0]
        self.settings = settings


def check_same(path: str | Path, known: Tuples, rules: Rules | None, tuples: int | None, length: int | None) -> None:
    """Raises C4Error unless a file's board and tuples are those asked for."""
    for what, given, found in (
        ("on", rules, known.rules), ("with as many tuples as", tuples, len(known)),
        ("with tuples of length", length, len(known.cells[0])),
    ):  # fmt: skip
        if given is not None and given != found:
            raise C4Error(f"{path} was trained {what} {found}, not {given}: {ANEW}")


def read_more(path: str | Path, name: str, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """An array of the state of training.  Raises C4Error when it is missing or has another type or shape."""
    _, arrays = models.read_arrays(path, NTuple.name, {**ARRAYS, name: (dtype, len(shape))})
    if arrays[name].shape != shape:
        raise C4Error(f"{path} holds the array {name!r} of shape {arrays[name].shape}: its weights need {shape}")
    found: np.ndarray = arrays[name]
    return found
