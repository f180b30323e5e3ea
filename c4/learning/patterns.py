"""The pattern learner: plays games against any agent and remembers them (reference system 2).  Imports the agents as they are named.

The whole state is the memory; game number g is played with random numbers made of the seed and g, so that runs may be cut anywhere.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path

from c4 import agents
from c4.agents import AGENTS, HUMAN, Limits
from c4.agents.patterns import Patterns
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.learning import pattern_memory
from c4.learning.checks import check_same_rules, check_same_seed, check_seed, check_whole
from c4.learning.pattern_memory import Memory

SELF = "self"
MARK = 100
"""Games from one line of the history to the next."""


@dataclass(frozen=True)
class Settings:
    """Against whom to play: an agent of the registry or "self", looking `depth` plies ahead with `evaluator`.

    Raises C4Error that names the setting.
    """

    opponent: str = "novice"
    depth: int = 3
    evaluator: str = "v2"

    def __post_init__(self) -> None:
        if self.opponent not in (SELF, *AGENTS) or self.opponent in (HUMAN, "patterns"):
            raise C4Error(f"opponent must be one of {', '.join((SELF, *AGENTS))}, not {self.opponent!r}")
        check_whole(self, ("depth",), 1)


class PatternsLearner:
    """A memory that grows by games against an opponent, who begins every other one; games are tallied as the memory sees them.

    `history` holds a line for every MARK games: those won, drawn and lost since the line before, and the patterns it knows.
    """

    name = "patterns"
    suffix = ".sqlite"
    tallied = "the memory"

    def __init__(self, seed: int, settings: Settings | None = None, memory: Memory | None = None) -> None:
        check_seed(seed)
        self.seed, self.settings, self.memory = seed, settings or Settings(), memory or Memory()
        self.history: list[dict] = []
        self._player = Patterns(self.memory)
        self._opponent = self._player if self.settings.opponent == SELF else agents.load(self.settings.opponent)

    @property
    def episodes(self) -> int:
        return self.memory.games

    def train(self, episodes: int) -> None:
        """Plays that many games and remembers each; interrupted by Ctrl-C it remembers whole games only."""
        end = self.episodes + episodes
        while self.episodes < end:
            self._play(self.episodes)
            if self.episodes % MARK == 0:
                self.history.append(
                    {"episodes": self.episodes, **self._tallies(), "patterns": len(self.memory.records)}
                )

    def _play(self, number: int) -> None:
        """One game, learned from as one side, which begins every other one."""
        side = number % 2
        limits = Limits(depth=self.settings.depth, evaluator=self.settings.evaluator, seed=(self.seed << 32) + number)
        start = position = Position(rules=self.memory.rules)
        while position.outcome() is None:
            player = self._player if position.to_move == side else self._opponent
            position = position.play(player.choose(position, limits).column)
        self.memory.learn(start, position.moves, side)

    def _tallies(self) -> dict:
        """Games won, drawn and lost since the last line of the history."""
        return {
            key: getattr(self.memory, key) - sum(line[key] for line in self.history) for key in ("won", "drawn", "lost")
        }

    def evaluator(self) -> None:
        """It has none: what it learns are memories, not weights."""

    def figures(self) -> dict:
        """Games, those won, drawn and lost, the patterns it knows, and those it has seen twice and so reacts to."""
        memory = self.memory
        twice = sum(record.seen > 1 for record in memory.records.values())
        return {
            "episodes": self.episodes, "won": memory.won, "drawn": memory.drawn, "lost": memory.lost,
            "patterns": len(memory.records), "seen_twice": twice,
        }  # fmt: skip

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Writes the memory's file, whole or not at all.  Raises C4Error when it cannot be written."""
        self.memory.training = {"seed": self.seed, "settings": asdict(self.settings), "history": self.history}
        pattern_memory.write(path, self.memory)

    @classmethod
    def fresh(
        cls, seed: int, *, rules: Rules = STANDARD, start: str | Path | None = None, **settings
    ) -> PatternsLearner:
        """A learner with an empty memory, or with that of the author's XML, and these settings.  Raises C4Error when `start` is no such file."""
        from c4.learning import pattern_xml

        return cls(
            seed, Settings(**settings), Memory(rules) if start is None else pattern_xml.read(start, rules).memory
        )

    @classmethod
    def resume(
        cls, path: str | Path, *, seed: int | None = None, rules: Rules | None = None, **settings
    ) -> PatternsLearner:
        """A learner with the memory of a file; `settings` (see Settings) that differ from the file's hold from now on.

        Raises C4Error when the file is no memory, or was trained with another seed or on another board than those given.
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
                f"{path} does not say how it was trained, so its training cannot be resumed ({error!r}): start anew with --fresh"
            ) from None
        return learner
