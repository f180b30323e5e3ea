"""The table learner of reference system 1: SARSA(0), one row of action values a position (R1-1 to R1-7, R1-9, R1-10).
Imports numpy and numba.

    choose   with probability epsilon any legal column, else one with the highest Q(S, column), ties at random
    learn    once the other side has replied and A' is chosen at S':  Q(S, A) += alpha (R + gamma Q(S', A') - Q(S, A));
             after the end R alone

Unlike the author's it plays both colours in turn (`starts`), cannot choose full columns (`full_columns`), does not
punish a draw (`reward_draw`), and may let mirror images share an entry (`mirrored`); each is a setting, and AUTHOR has
his.
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
"""Episodes from one line of statistics to the next (R1-10)."""

SAVE_SECONDS = 1e-6
"""About how long sorting and compressing takes for every state."""

STEP = 1000
"""Episodes that are played with the same share of random moves while it falls."""

CHECKING = 0.01
"""The share of the time that goes into looking for values that have grown too large."""


class SarsaLearner(Learner):
    """A table and all that is needed to go on learning it: board, settings, random state, tallies.

    Make one anew with the constructor or `fresh`, from a file with `resume`, from any table with `from_table`.  `seed`
    is 0 to
    2**64 - 1.  Games are tallied as the learner saw them (by who began, when it plays itself).  `history` holds a line
    of statistics for every MARK episodes: states newly discovered, games won, drawn and lost since the line before, and
    won to lost of all games, both counted from 1 (R1-10).
    Raises C4Error for the count-the-lines rule or a seed out of range.
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
        check_seed(seed)
        self.rules, self.seed, self.settings, self.mirrored = rules, seed, settings or Settings(), bool(mirrored)
        self.history: list[Figures] = []
        self._past: list[Figures] = []  # settings of earlier episodes, when they were others
        self._imported = 0  # entries it began with
        self._check_at = 0.0  # when the values are looked at again
        self._random = splitmix.start(seed)
        self._tally = np.zeros(5, dtype=np.int64)
        self._field = np.zeros(2, dtype=np.uint64)
        self._take(np.zeros(0, np.uint64), np.zeros((0, rules.columns), np.float32), np.zeros(0, np.uint32))

    # -- the table ----------------------------------------------------------------------------------------------------

    def _take(self, keys: np.ndarray, values: np.ndarray, visits: np.ndarray) -> None:
        """Makes these entries, in this order, the table, with as much room again."""
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
        """Leaves room for one game at least."""
        states = self.states
        if states + self.rules.cells > len(self._keys):
            self._take(self._keys[:states], self._values[:states], self._visits[:states])

    @property
    def states(self) -> int:
        """Entries of the table."""
        return int(self._tally[STATES])

    def table(self) -> QTable:
        """A copy of the table as an evaluator reads it."""
        order = np.argsort(self._keys[: self.states])
        return QTable(self.rules, self.mirrored, self._keys[order], self._values[order], self._visits[order])

    def evaluator(self) -> Sarsa:
        """What it has learned so far; not to be asked for while it learns."""
        return Sarsa(self.table(), f"the {self.name} learner")

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> int:
        return int(self._tally[0])

    def train(self, episodes: int) -> None:
        """Plays and learns that many games more.  Interrupted by Ctrl-C it has learned whole games only.

        Raises C4Error when values have grown beyond what the evaluator takes.
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
        """Looks through the whole table, which a large one allows only now and then.  Raises C4Error as `train`
        says.
        """
        started, values = perf_counter(), self._values[: self.states]
        if self.states and not SCALE * max(values.max(), -values.min()) <= LIMIT:
            raise C4Error(
                f"the values grew without limit after {count(self.episodes, 'game')}: choose smaller rewards or a"
                " smaller discount"
            )
        self._check_at = perf_counter() + (perf_counter() - started) / CHECKING

    def epsilon(self) -> float:
        """The share of random moves in the next episode, which changes at every STEP-th."""
        settings = self.settings
        if settings.epsilon_end is None:
            return settings.epsilon
        part = min(1.0, self.episodes // STEP * STEP / settings.epsilon_games)
        return settings.epsilon + part * (settings.epsilon_end - settings.epsilon)

    @property
    def last_field(self) -> Position:
        """The board at the end of the last game that `train` played (R1-10); an empty one before the first."""
        began, second = self._field.tolist()
        return Position((began, second), (began.bit_count() + second.bit_count()) % 2, self.rules, None)

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Learns from a game that has ended, as the player `side` (0 or 1), exactly as if it had learned while playing
        it (R1-9).

        Raises C4Error for a game on another board, or one that has not ended.
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
        """What the kernels work on, as it stands."""
        settings = self.settings
        opponent, starts = OPPONENTS.index(settings.opponent), STARTERS.index(settings.starts)
        more = {"epsilon": self.epsilon(), "opponent": opponent, "starts": starts, "mirrored": self.mirrored}
        plan = numbers_of(Plan, settings, **more)
        table = Table(self._hashed, self._rows, self._keys, self._values, self._visits)
        return Learning(table, self._tally, plan, board_of(self.rules))

    def _note(self) -> None:
        """Writes a line of statistics when one is due."""
        if self.episodes % MARK == 0 and (not self.history or self.history[-1]["episodes"] < self.episodes):
            self.history.append({"episodes": self.episodes, **self._since()})

    def _since(self) -> Figures:
        """What has happened since the last line of statistics."""
        sums = {key: sum(line[key] for line in self.history) for key in ("new_states", "won", "drawn", "lost")}
        _, won, drawn, lost, states = self._tally.tolist()
        now = {"new_states": states - self._imported, "won": won, "drawn": drawn, "lost": lost}
        since = {key: now[key] - sums[key] for key in now}
        return {**since, "win_lose_ratio": self._ratio()}

    def _ratio(self) -> float:
        """Games won to games lost, both counted from 1."""
        _, won, _, lost, _ = self._tally.tolist()
        return float(round((1 + won) / (1 + lost), 4))

    def figures(self) -> Figures:
        """Episodes, games won, drawn and lost, states, epsilon, and games won to games lost."""
        episodes, won, drawn, lost, states = self._tally.tolist()
        return {
            "episodes": episodes, "won": won, "drawn": drawn, "lost": lost,
            "states": states, "epsilon": self.epsilon(), "win_lose_ratio": self._ratio(),
        }  # fmt: skip

    def row(self, before: Figures) -> Figures:
        """As its author tells them: new states since the line before, games of all training (R1-10)."""
        now = self.figures()
        return {"new states": now["states"] - before["states"], **tallies(now), **numbers(self.in_words(now))}

    def closing(self) -> list[str]:
        """The states, and the board at the end of the last game (R1-10)."""
        field = (" ".join(row) for row in self.last_field.grid().split("\n"))
        return [f"Result: {count(self.states, 'state')}; the board after the last game (X began):", *field]

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model file; quickly means in the order of memory and not compressed, some 14 bytes a state instead
        of 4.

        Raises C4Error when it cannot be written, or for values that have grown too large.
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
        content = {"learner": self.name, "rules": asdict(self.rules), "mirrored": self.mirrored, "training": training}
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
        """A learner that has learned nothing yet, with these settings (see Settings), or that begins with the table of
        an `ActionQ.json`.

        Raises C4Error when `start` is no such file.
        """
        if start is None:
            return cls(seed, Settings(**settings), rules, bool(mirrored))
        if mirrored:
            raise C4Error("the author's table keeps mirror images apart: do without --mirrored to import one")
        return cls.from_table(actionq.read(start, rules.rows, rules.connect).table, seed, **settings)

    @classmethod
    def from_table(cls, table: QTable, seed: int, **settings: Any) -> SarsaLearner:
        """A learner that begins with a table (an imported one), and no episodes behind it."""
        learner = cls(seed, Settings(**settings), table.rules, table.mirrored)
        learner._take(table.keys, table.values, table.visits)
        learner._imported = learner.states
        return learner

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the table as the author's ActionQ.json; `how` has the `width` of its keys' numbers in bits."""
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
        """The learner that left this file; trained on, it is bit for bit what it would have become without the pause.

        `settings` (see Settings) that differ from the file's hold from now on; the file remembers the earlier ones.
        Raises C4Error when the file is no such model, does not say how it was trained, or was trained with another
        seed, on another board or with other `mirrored` than those given.
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
        """From now on learns with other settings, if they are others."""
        if settings != self.settings:
            self._past.append({"until": self.episodes, **asdict(self.settings)})
            self.settings = settings
