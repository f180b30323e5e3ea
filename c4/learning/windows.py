"""The windows learner: self-play on nine features (reference system 3, R3-10 to R3-14, and its author's wishes).

    play     each side with probability epsilon any legal column, otherwise the best V after its own move, ties at
             random; or by search
    store    after every move  d = f_mover - f_opponent  of the position on the board
    learn    after the game, from the first move to the last:  w += alpha (target - w . d) d
             target = gamma ** (moves still to come) x (+1 a winner's move, -1 a loser's, 0 in a drawn game)
             or, with n steps, gamma ** n x V of the position n moves later (TD(0) is n = 1)
    cool     epsilon = max(eps_end, epsilon x eps_decay)
    or       with the exact teacher: positions in the order of `c4.learning.lessons`, with their results as targets

Since d is a difference of the same features from both sides, the bias never learns and opp_k is always minus my_k
(R3-9).  Imports numpy and numba.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from c4 import files
from c4.compiled.board import board_of, free_cells
from c4.compiled.kinds import U, numbers_of
from c4.compiled.splitmix import uniform
from c4.evaluators.windows import FEATURES, LABELS, Windows, feature_units
from c4.files import read_json
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules, count
from c4.learning.base import Content, Figures
from c4.learning.linear import LinearLearner
from c4.learning.matches import OPPONENTS, measure
from c4.learning.tactics import pick
from c4.learning.windows_kernels import Frame, Rates, difference, learn_game, learn_labels, play_games
from c4.learning.windows_settings import Settings
from c4.search.decision import Decision

GAMES = 100
"""Games per seat against random moves for each line of the history."""


class WindowsLearner(LinearLearner):
    """Nine weights in the order of FEATURES.

    `history` holds the tallies, the weights and the results of `GAMES` games per seat against random moves after 100,
    200, 500, 1,000, 2,000, ... episodes.
    """

    name = "windows"
    features = LABELS
    settings_type = Settings
    settings: Settings

    def __init__(self, seed: int, settings: Settings | None = None, rules: Rules = STANDARD) -> None:
        rules.require_still("the windows learner")
        super().__init__(seed, settings, rules)
        self._epsilon = np.array([float(self.settings.eps_start)])
        self._older, self._snapshot_at = np.zeros((0, len(FEATURES))), -1

    @staticmethod
    def number_of_weights(rules: Rules) -> int:
        return len(FEATURES)

    @classmethod
    def fresh(
        cls,
        seed: int,
        *,
        rules: Rules = STANDARD,
        labels: str | Path | None = None,
        start: str | Path | None = None,
        **settings: Any,
    ) -> WindowsLearner:
        """A new learner, or one that starts with the weights of a `model.json` of system 3 (R3-8)."""
        learner = super().fresh(seed, rules=rules, labels=labels, **settings)
        if start is not None:
            learner.weights[:] = Windows(read_published(start), str(start)).weights
        return learner

    # -- learning -----------------------------------------------------------------------------------------------------

    def train(self, episodes: int) -> None:
        """Plays and learns that many more games; after Ctrl-C it has learned whole games only.

        Raises C4Error when the weights have grown too large for the evaluator.
        """
        rules, settings = self.rules, self.settings
        discounts = np.array([settings.gamma**moves for moves in range(rules.cells)])
        frame = Frame(board_of(rules), np.array(feature_units(rules), dtype=np.float64), discounts)
        rates = numbers_of(Rates, settings, passes=2 if settings.mirror else 1)
        searching = settings.train_depth or settings.train_time_ms
        end = self.episodes + episodes
        while self.episodes < end and not self.watch.stopped:
            self._note()
            self._keep_snapshot()
            games = min(end, next_mark(self.episodes), self._next_snapshot()) - self.episodes
            if self._lessons is not None:
                places, first, second, value = self._lessons.next(self.episodes, games)
                learn_labels(places, first, second, value, self.weights, self._tally, settings.alpha, frame)
            elif searching:
                self._play_by_search(rates, frame)
            else:
                play_games(games, self.weights, self._random, self._epsilon, self._tally, self._older, rates, frame)
            if not Windows.scale * np.abs(self.weights).sum() <= Windows.limit:
                raise C4Error(
                    f"the weights grew without limit after {count(self.episodes, 'game')}: choose a smaller learning"
                    " rate"
                )

    def _play_by_search(self, rates: Rates, frame: Frame) -> None:
        """Plays a game by searching with the current weights (R3-10), and learns from it."""
        settings, judge = self.settings, Windows(self.weights, f"the {self.name} learner")
        position, seen, random = (
            Position(rules=self.rules),
            np.empty((self.rules.cells, len(FEATURES))),
            self._random.copy(),
        )
        while (outcome := position.outcome()) is None:
            own, other = (U(position.stones[side]) for side in (position.to_move, 1 - position.to_move))
            if uniform(random) < self._epsilon[0]:
                column = int(pick(free_cells(own | other, frame.board), random)).bit_length() // self.rules.stride
            else:
                found = self._sought(position, judge)
                if self.watch.stopped:
                    return
                column = played(found)
            mover, ply = position.to_move, position.ply
            position = position.play(column)
            seen[ply] = difference(U(position.stones[mover]), U(position.stones[1 - mover]), frame)
        learn_game(seen, position.ply, outcome.winner is not None, self.weights, rates, frame)
        self._random[:] = random
        self._epsilon[0] = max(settings.eps_end, self._epsilon[0] * settings.eps_decay)
        self._tally[{0: 1, None: 2, 1: 3}[outcome.winner]] += 1
        self._tally[0] += 1

    def _sought(self, position: Position, judge: Windows) -> Decision:
        """What the search that it trains with finds."""
        from c4.engine import deepening as engine
        from c4.search import fixed_depth

        depth, time_ms = self.settings.train_depth, self.settings.train_time_ms
        if time_ms:
            return engine.search(position, judge, depth=depth or None, time_ms=time_ms, budget=0, watch=self.watch)
        return fixed_depth.search(position, depth, judge, budget=0, watch=self.watch)

    def _next_snapshot(self) -> int:
        """The number of episodes at which the next snapshot is due; a number never reached if none are kept."""
        every = self.settings.snapshot_every
        return self.episodes - self.episodes % every + every if self.settings.snapshots else 2**62

    def _keep_snapshot(self) -> None:
        """Adds the weights to the snapshots when due; the oldest one goes."""
        if (
            self.settings.snapshots
            and self.episodes % self.settings.snapshot_every == 0
            and self.episodes != self._snapshot_at
        ):
            self._snapshot_at = self.episodes
            self._older = np.vstack([self._older, self.weights])[-self.settings.snapshots :].copy()

    def _note(self) -> None:
        """Adds a line to the history when due; called before every change, so that no interruption can skip one."""
        if self.episodes == next_mark(self.episodes - 1) and (
            not self.history or self.history[-1]["episodes"] < self.episodes
        ):
            found = measure(Windows(self.weights), "random", GAMES, self.seed ^ self.episodes, rules=self.rules)
            self.history.append({**self.figures(), "against_random": found})

    def evaluator(self) -> Windows:
        """The evaluator with the current weights."""
        return Windows(self.weights, f"the {self.name} learner")

    def figures(self) -> Figures:
        """Tallies of the first player, epsilon, the latest games against random moves, and the weights."""
        found = {**self.tallies(), "epsilon": float(self._epsilon[0])}
        if self.history and "against_random" in self.history[-1]:
            found["against_random"] = self.history[-1]["against_random"]
        return {**found, "weights": self.weights.tolist()}

    def measure(self, games: int) -> dict[str, dict[str, list[int]]]:
        """Games with the current weights against each opponent of `c4.learning.matches`, `games` per seat (R3-2)."""
        return {name: measure(Windows(self.weights), name, games, self.seed, rules=self.rules) for name in OPPONENTS}

    # -- keeping ------------------------------------------------------------------------------------------------------

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the weights as `model.json` of system 3 (R3-8), which knows the standard board alone."""
        if self.rules != STANDARD:
            raise C4Error("the program of model.json knows only the board of 7x6 with lines of four")
        files.write_text(path, json.dumps({"weights": self.weights.tolist()}) + "\n")
        return f"the nine weights written to {path}"

    def content(self) -> Content:
        self._note()
        return super().content()

    def _about(self) -> Content:
        return {"features": list(FEATURES)}

    def _more(self) -> Content:
        older = (
            {"older_weights": self._older.tolist(), "snapshot_at": self._snapshot_at} if self.settings.snapshots else {}
        )
        return {"epsilon": float(self._epsilon[0]), **older}

    def _restore_more(self, training: Content) -> None:
        self._epsilon[0] = float(training["epsilon"])
        if not 0 <= self._epsilon[0] <= 1:
            raise ValueError("its epsilon is not from 0 to 1")
        if self.settings.snapshots:  # its settings are those of the file here
            older = np.array(training["older_weights"], dtype=np.float64).reshape(-1, len(FEATURES))
            if len(older) > self.settings.snapshots or not np.isfinite(older).all():
                raise ValueError("its older weights make no sense")
            self._older, self._snapshot_at = older, int(training["snapshot_at"])

    def _change(self, settings: Settings) -> None:
        """A new eps_start sets epsilon; surplus snapshots go."""
        self._older = self._older[max(0, len(self._older) - settings.snapshots) :].copy()
        if settings.eps_start != self.settings.eps_start:
            self._epsilon[0] = settings.eps_start
        super()._change(settings)


def played(decision: Decision) -> int:
    """The column of a search that was not stopped, in an unfinished game."""
    if decision.column is None:
        raise AssertionError("a search that nobody stopped has a move")
    return decision.column


def read_published(path: str | Path) -> list[float]:
    """The nine weights of a `model.json` of system 3 (R3-8).  Raises C4Error saying what was expected and found."""
    path = Path(path)
    try:
        content = read_json(path)
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise C4Error(
            f'{path} is not a model of reference system 3: a JSON file with "weights" was expected (or it is cut off)'
        ) from None
    weights = content.get("weights") if isinstance(content, dict) else None
    if not isinstance(weights, list) or len(weights) != len(FEATURES):
        found = f"{len(weights)} weights" if isinstance(weights, list) else "no weights"
        raise C4Error(f"{path} holds {found}: a model of reference system 3 has {len(FEATURES)}")
    if not all(type(weight) in (int, float) and abs(weight) < 1e300 for weight in weights):
        raise C4Error(f"{path} holds a weight that is not a finite number")
    return weights


def next_mark(episodes: int) -> int:
    """The first of 100, 200, 500, 1,000, 2,000, 5,000, ... that is larger."""
    decade: int = 10 ** max(2, int(math.log10(max(episodes, 1))))
    return next(mark for mark in (decade, 2 * decade, 5 * decade, 10 * decade, 20 * decade) if mark > episodes)
