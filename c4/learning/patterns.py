"""The pattern learner: plays against an opponent and remembers its games (reference system 2).  Plain Python, sqlite3.

Its whole state is the memory; the random numbers of game g depend only on the seed and g, so runs may end anywhere.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules, count
from c4.learning import pattern_memory, pattern_xml
from c4.learning.base import Figures, FindOpponent, Learner, Opponent
from c4.learning.checks import check_same_rules, check_same_seed, check_seed
from c4.learning.pattern_memory import Memory
from c4.learning.pattern_reasoning import think
from c4.learning.patterns_settings import SELF, Settings

MARK = 100
"""Games per line of the history."""


class PatternsLearner(Learner):
    """A memory that grows with games against an opponent, who begins every other one; tallies are the memory's.

    `history` holds a line for every MARK games: those won, drawn and lost since the previous line, and the known
    patterns.
    """

    name = "patterns"
    suffix = ".sqlite"
    tallied = "the memory"
    line_every = MARK
    words = {"seen_twice": "seen at least twice"}

    def __init__(
        self,
        seed: int,
        settings: Settings | None = None,
        memory: Memory | None = None,
        opponent: Opponent | None = None,
    ) -> None:
        """`opponent` plays unless the settings say SELF; `meet` may supply it later."""
        check_seed(seed)
        self.seed, self.settings, self.memory = seed, settings or Settings(), memory or Memory()
        self.rules = self.memory.rules
        self.rules.require_still("the patterns learner")
        self.history: list[Figures] = []
        self._opponent = self._think if self.settings.opponent == SELF else opponent

    def _think(self, position: Position, seed: int) -> int:
        return think(position, self.memory, seed).column

    def meet(self, find: FindOpponent) -> None:
        settings = self.settings
        if settings.opponent != SELF:
            self._opponent = find(settings.opponent, settings.depth, settings.evaluator)

    @property
    def episodes(self) -> int:
        return self.memory.games

    def train(self, episodes: int) -> None:
        """Plays that many games and remembers each; after Ctrl-C, or Stop, it remembers whole games only."""
        end = self.episodes + episodes
        while self.episodes < end and not self.watch.stopped:
            if self._play(self.episodes) and self.episodes % MARK == 0:
                self.history.append(
                    {"episodes": self.episodes, **self._tallies(), "patterns": len(self.memory.records)}
                )

    def _play(self, number: int) -> bool:
        """Plays a game and learns from it as one side, which begins every other game; False if it was stopped."""
        side = number % 2
        if self._opponent is None:
            raise C4Error(
                f"nobody sits opposite: the opponent {self.settings.opponent!r} was not found before training"
            )
        start = position = Position(rules=self.memory.rules)
        while position.outcome() is None:
            if self.watch.stopped:
                return False
            player = self._think if position.to_move == side else self._opponent
            position = position.play(player(position, (self.seed << 32) + number))
        if position.moves is None:
            raise AssertionError("a game from the empty board knows its moves")
        self.memory.learn(start, position.moves, side)
        return True

    def _tallies(self) -> dict[str, int]:
        """Games won, drawn and lost since the last line of the history."""
        return {
            key: getattr(self.memory, key) - sum(line[key] for line in self.history) for key in ("won", "drawn", "lost")
        }

    def evaluator(self) -> None:
        """None: it learns memories, not weights."""

    def figures(self) -> Figures:
        """Games, those won, drawn and lost, known patterns, and those seen twice, to which it reacts."""
        memory = self.memory
        twice = sum(record.seen > 1 for record in memory.records.values())
        return {
            "episodes": self.episodes, "won": memory.won, "drawn": memory.drawn, "lost": memory.lost,
            "patterns": len(memory.records), "seen_twice": twice,
        }  # fmt: skip

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the memory's file atomically.  Raises C4Error when that fails."""
        self.memory.training = {"seed": self.seed, "settings": asdict(self.settings), "history": self.history}
        pattern_memory.write(path, self.memory)

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the memory as the author's XML."""
        return f"{count(pattern_xml.write(path, self.memory), 'pattern')} written to {path}"

    @classmethod
    def fresh(
        cls,
        seed: int,
        *,
        rules: Rules = STANDARD,
        start: str | Path | None = None,
        **settings: Any,
    ) -> PatternsLearner:
        """A learner with an empty memory, or that of the author's XML.  Raises C4Error if `start` is another file."""
        return cls(
            seed, Settings(**settings), Memory(rules) if start is None else pattern_xml.read(start, rules).memory
        )

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        seed: int | None = None,
        rules: Rules | None = None,
        **settings: Any,
    ) -> PatternsLearner:
        """A learner with the memory of a file; `settings` (see Settings) that differ from the file's apply from now on.

        Raises C4Error when the file is not a memory, or was trained with another seed or on another board.
        """
        memory = pattern_memory.read(path)
        check_same_rules(path, rules, memory.rules)
        try:
            trained_with = memory.training.get("seed", 0 if seed is None else seed)
            check_same_seed(path, seed, trained_with)
            learner = cls(trained_with, replace(Settings(**memory.training.get("settings", {})), **settings), memory)
            keys = ("episodes", "won", "drawn", "lost", "patterns")
            learner.history = [{key: int(line[key]) for key in keys} for line in memory.training.get("history", [])]
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, C4Error):
                raise
            raise C4Error(
                f"{path} does not say how it was trained, so its training cannot be resumed ({error!r}): start anew"
                " with --fresh"
            ) from None
        return learner
