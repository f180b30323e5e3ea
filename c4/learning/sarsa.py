"""The table learner of reference system 1: SARSA(0), a row of action values per position (R1-1 to R1-7, R1-9, R1-10).

    choose   with probability epsilon any legal column, otherwise one with the highest Q(S, column), ties at random
    learn    once the opponent has replied and A' is chosen at S':  Q(S, A) += alpha (R + gamma Q(S', A') - Q(S, A));
             at the end of the game R alone

Unlike the author's it begins every other game (`starts`), cannot choose full columns (`full_columns`), does not punish
a draw (`reward_draw`), and can let mirror images share an entry (`mirrored`).  Each is a setting; AUTHOR has his.
Imports numpy and numba.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from c4 import models
from c4.compiled import splitmix
from c4.compiled.board import board_of
from c4.compiled.hashing import fill
from c4.compiled.kinds import U, numbers_of
from c4.evaluators.sarsa import LIMIT, SCALE, SPARSE, QTable, Sarsa, read_table, sparse
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules, count
from c4.learning import actionq
from c4.learning.base import Content, Figures, Learner, numbers, tallies
from c4.learning.checks import ANEW, check_same_rules, check_same_seed, check_scoring, check_seed, restoring
from c4.learning.sarsa_kernels import STATES, Learning, Plan, Table, learn_game, play_games
from c4.learning.sarsa_settings import OPPONENTS, STARTERS, Settings

MARK = 10_000
"""Episodes per line of statistics (R1-10)."""

SAVE_SECONDS = 1e-6
"""About how long sorting and compressing take per state."""

STEP = 1000
"""While the share of random moves falls, it changes every so many episodes."""

CHECKING = 0.01
"""The share of time spent looking for values that have grown too large."""


class SarsaLearner(Learner):
    """A table and everything needed to continue learning: board, settings, random state, tallies.

    Made by the constructor or `fresh`, from a file by `resume`, from any table by `from_table`.  `seed` is 0 to 2**64 -
    1.  Tallies are the learner's (the first player's, if it plays itself).  `history` holds a line of statistics for
    every MARK episodes: new states; games won, drawn and lost since the previous line; and (won + 1) / (lost + 1) over
    all games (R1-10).  Raises C4Error for the count-the-lines rule or a seed out of range.
    """

    name = "sarsa"
    suffix = ".npz"
    tallied = "the learner"
    line_every = MARK
    words = {"win_lose_ratio": "won/lost"}

    def __init__(
        self, seed: int, settings: Settings | None = None, rules: Rules = STANDARD, mirrored: bool = False
    ) -> None:
        check_scoring(self.name, rules)
        if mirrored:
            rules.require_still("a table that shares its entries with mirror images")
        check_seed(seed)
        self.rules, self.seed, self.settings, self.mirrored = rules, seed, settings or Settings(), bool(mirrored)
        self.history: list[Figures] = []
        self._past: list[Figures] = []  # settings of earlier episodes, if different
        self._imported = 0  # entries it began with
        self._check_at = 0.0  # when the values are checked next
        self._random = splitmix.start(seed)
        self._tally = np.zeros(5, dtype=np.int64)
        self._field = np.zeros(2, dtype=np.uint64)
        self._take(np.zeros(0, np.uint64), np.zeros((0, rules.columns), np.float32), np.zeros(0, np.uint32))

    # -- the table ----------------------------------------------------------------------------------------------------

    def _take(self, keys: np.ndarray, values: np.ndarray, visits: np.ndarray) -> None:
        """Makes these entries, in this order, the table, with room for as many again."""
        states = len(keys)
        room = max(1024, 2 * states, states + 4 * self.rules.cells)
        size = 1 << (2 * room - 1).bit_length()
        self._keys, self._visits = np.zeros(room, np.uint64), np.zeros(room, np.uint32)
        self._values = np.zeros((room, self.rules.columns), np.float32)
        self._keys[:states], self._values[:states], self._visits[:states] = keys, values, visits
        self._hashed, self._rows = np.zeros(size, np.uint64), np.full(size, -1, np.int32)
        fill(self._keys[:states], self._hashed, self._rows)
        self._tally[STATES] = states

    def _make_room(self) -> None:
        """Makes room for at least one game."""
        states = self.states
        if states + self.rules.cells > len(self._keys):
            self._take(self._keys[:states], self._values[:states], self._visits[:states])

    @property
    def states(self) -> int:
        """The number of entries of the table."""
        return int(self._tally[STATES])

    def table(self) -> QTable:
        """A copy of the table in the form an evaluator reads."""
        order = np.argsort(self._keys[: self.states])
        return QTable(self.rules, self.mirrored, self._keys[order], self._values[order], self._visits[order])

    def evaluator(self) -> Sarsa:
        """The evaluator with the current table; not to be called during `train`."""
        return Sarsa(self.table(), f"the {self.name} learner")

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return int(self._tally[0])

    def train(self, episodes: int) -> None:
        """Plays and learns that many more games; after Ctrl-C it has learned whole games only.

        Raises C4Error when values have grown too large for the evaluator.
        """
        end = self.episodes + episodes
        step = MARK if self.settings.epsilon_end is None else STEP
        while self.episodes < end:
            self._make_room()
            games = min(end, (self.episodes // step + 1) * step) - self.episodes
            play_games(games, self._random, self._field, self._learning())
            self._note()
        if perf_counter() >= self._check_at:
            self._check()

    def _check(self) -> None:
        """Checks the whole table, a large one only now and then.  Raises C4Error as `train` says."""
        started, values = perf_counter(), self._values[: self.states]
        if self.states and not SCALE * max(values.max(), -values.min()) <= LIMIT:
            raise C4Error(
                f"the values grew without limit after {count(self.episodes, 'game')}: choose smaller rewards or a"
                " smaller discount"
            )
        self._check_at = perf_counter() + (perf_counter() - started) / CHECKING

    def epsilon(self) -> float:
        """The share of random moves in the next episode, which changes every STEP episodes."""
        settings = self.settings
        if settings.epsilon_end is None:
            return settings.epsilon
        part = min(1.0, self.episodes // STEP * STEP / settings.epsilon_games)
        return settings.epsilon + part * (settings.epsilon_end - settings.epsilon)

    @property
    def last_field(self) -> Position:
        """The board at the end of the last game of `train` (R1-10); empty before the first."""
        began, second = self._field.tolist()
        return Position((began, second), (began.bit_count() + second.bit_count()) % 2, self.rules, None)

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Learns from a finished game as the player `side` (0 or 1), exactly as if it had played it (R1-9).

        Raises C4Error for a game on another board, or an unfinished one.
        """
        if start.rules != self.rules:
            raise C4Error(f"this table is learned on {self.rules}; a game on {start.rules} teaches it nothing")
        end = start
        for column in moves:
            end = end.play(column)
        if end.outcome() is None:
            raise C4Error("there is nothing to learn from a game that has not ended")
        if not moves:
            return
        self._make_room()
        columns = np.array(moves, dtype=np.int64)
        learn_game(columns, side, start.to_move, U(start.mine), U(start.theirs), self._learning())
        self._note()

    def _learning(self) -> Learning:
        """The current working data of the kernels."""
        settings = self.settings
        opponent, starts = OPPONENTS.index(settings.opponent), STARTERS.index(settings.starts)
        more = {"epsilon": self.epsilon(), "opponent": opponent, "starts": starts, "mirrored": self.mirrored}
        plan = numbers_of(Plan, settings, **more)
        table = Table(self._hashed, self._rows, self._keys, self._values, self._visits)
        return Learning(table, self._tally, plan, board_of(self.rules))

    def _note(self) -> None:
        """Adds a line to the history when due."""
        if self.episodes % MARK == 0 and (not self.history or self.history[-1]["episodes"] < self.episodes):
            self.history.append({"episodes": self.episodes, **self._since()})

    def _since(self) -> Figures:
        """The changes since the last line of statistics."""
        sums = {key: sum(line[key] for line in self.history) for key in ("new_states", "won", "drawn", "lost")}
        _, won, drawn, lost, states = self._tally.tolist()
        now = {"new_states": states - self._imported, "won": won, "drawn": drawn, "lost": lost}
        since = {key: now[key] - sums[key] for key in now}
        return {**since, "win_lose_ratio": self._ratio()}

    def _ratio(self) -> float:
        """(Games won + 1) / (games lost + 1)."""
        _, won, _, lost, _ = self._tally.tolist()
        return float(round((1 + won) / (1 + lost), 4))

    def figures(self) -> Figures:
        """Episodes, games won, drawn and lost, states, epsilon, and the ratio of games won to games lost."""
        episodes, won, drawn, lost, states = self._tally.tolist()
        return {
            "episodes": episodes, "won": won, "drawn": drawn, "lost": lost,
            "states": states, "epsilon": self.epsilon(), "win_lose_ratio": self._ratio(),
        }  # fmt: skip

    def row(self, before: Figures) -> Figures:
        """The author's line: new states since the previous one, games of all training (R1-10)."""
        now = self.figures()
        return {"new states": now["states"] - before["states"], **tallies(now), **numbers(self.in_words(now))}

    def closing(self) -> list[str]:
        """The states, and the board at the end of the last game (R1-10)."""
        field = (" ".join(row) for row in self.last_field.grid().split("\n"))
        return [f"Result: {count(self.states, 'state')}; the board after the last game (X began):", *field]

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model file; quickly: unsorted and uncompressed, some 14 bytes per state instead of 4.

        Raises C4Error when that fails, or for values that have grown too large.
        """
        self._check()
        _, won, drawn, lost, _ = self._tally.tolist()
        training = {
            "seed": self.seed,
            "random_state": str(self._random[0]),  # 64 bits: more than a number in JSON holds everywhere
            "episodes": self.episodes, "won": won, "drawn": drawn, "lost": lost,
            "imported": self._imported,
            "settings": asdict(self.settings),
            "earlier_settings": self._past,
            "history": self.history,
        }  # fmt: skip
        content = {"learner": self.name, "rules": self.rules.content(), "mirrored": self.mirrored, "training": training}
        if quickly:
            content["layout"] = SPARSE
            arrays = sparse(self._keys[: self.states], self._values[: self.states], self._visits[: self.states])
        else:
            table = self.table()
            arrays = {"keys": table.keys, "values": table.values, "visits": table.visits}
        models.write_arrays(path, content, arrays, compressed=not quickly)

    @property
    def save_seconds(self) -> float:
        return self.states * SAVE_SECONDS

    @classmethod
    def fresh(
        cls,
        seed: int,
        *,
        rules: Rules = STANDARD,
        mirrored: bool | None = None,
        start: str | Path | None = None,
        **settings: Any,
    ) -> SarsaLearner:
        """A new learner with these settings (see Settings), or one that starts with the table of an `ActionQ.json`.

        Raises C4Error if `start` is another file.
        """
        if start is None:
            return cls(seed, Settings(**settings), rules, bool(mirrored))
        if mirrored:
            raise C4Error("the author's table keeps mirror images apart: do without --mirrored to import one")
        return cls.from_table(actionq.read(start, rules.rows, rules.connect).table, seed, **settings)

    @classmethod
    def from_table(cls, table: QTable, seed: int, **settings: Any) -> SarsaLearner:
        """A learner that starts with an (imported) table and no episodes."""
        learner = cls(seed, Settings(**settings), table.rules, table.mirrored)
        learner._take(table.keys, table.values, table.visits)
        learner._imported = learner.states
        return learner

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the table as the author's ActionQ.json; `how` has the `width` in bits of the integers in its keys."""
        number = actionq.write(path, self.table(), how.get("width", 64))
        return f"{number:,} of {count(self.states, 'state')} written to {path}: those in which the learner began"

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        seed: int | None = None,
        rules: Rules | None = None,
        mirrored: bool | None = None,
        **settings: Any,
    ) -> SarsaLearner:
        """The learner of a file, as if training had never paused, to the last bit.

        `settings` (see Settings) that differ from the file's apply from now on; the file remembers the earlier ones.
        Raises C4Error when the file is not a model of this learner, lacks the state of its training, or was trained
        with another seed, board or `mirrored`.
        """
        content, table = read_table(path)
        check_same_rules(path, rules, table.rules)
        if mirrored is not None and mirrored != table.mirrored:
            raise C4Error(
                f"in {path} mirror images {'share' if table.mirrored else 'do not share'} an entry, which cannot be"
                f" changed: {ANEW}"
            )
        with restoring(path):
            learner = cls._restore(content["training"], table)
        check_same_seed(path, seed, learner.seed)
        learner._change(replace(learner.settings, **settings))
        return learner

    @classmethod
    def _restore(cls, training: Content, table: QTable) -> SarsaLearner:
        learner = cls.from_table(table, training["seed"], **training["settings"])
        learner._random[0] = int(training["random_state"])
        learner._imported = training.get("imported", 0)
        learner._tally[:4] = [training[key] for key in ("episodes", "won", "drawn", "lost")]
        learner._past, learner.history = list(training["earlier_settings"]), list(training["history"])
        if not (type(learner._imported) is int and 0 <= learner._imported <= learner.states):
            raise ValueError("it began with more entries than it has")
        if learner._tally.min() < 0 or learner._tally[0] != learner._tally[1:4].sum():
            raise ValueError("its figures contradict each other")
        if any(
            type(line[key]) is not int
            for line in learner.history
            for key in ("episodes", "new_states", "won", "drawn", "lost")
        ):
            raise ValueError("its history has a line without its numbers")
        return learner

    def _change(self, settings: Settings) -> None:
        """Changes the settings from now on, if they differ."""
        if settings != self.settings:
            self._past.append({"until": self.episodes, **asdict(self.settings)})
            self.settings = settings
