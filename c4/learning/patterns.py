"""The pattern learner: plays by a memory of patterns, and remembers its games.  It is that of reference system 2 (R2-1 to
R2-9 in docs/reference-systems.md), without the mistakes of its program (D2-1 to D2-3 there).

    memory          known patterns on the board, each with the weight of its type
    deterministic   the weight of each, and which cell beside it to play
    veto            never a cell above which the opponent would win

It reacts only to what it has seen at least twice, except to its own chance to win; otherwise it plays at random.
Three things come before all weights, so that no learning can override them: a line that it can complete, a line of the
opponent that it has lost to before, and a move that threatens to complete two lines at once.

The whole state of the learner is the memory; the random numbers of game g depend only on the seed and g, so runs may
end anywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Rules
from c4.learning import pattern_memory
from c4.learning.base import TALLIES, Figures, FindOpponent, Learner, Opponent, reading_training
from c4.learning.pattern_memory import (
    AGGRESSIVE,
    DEFENSIVE,
    KINDS,
    TACTICAL,
    WARNING,
    Cell,
    Kind,
    Memory,
    Pattern,
    Record,
    extract,
    is_empty,
    is_playable,
    on_board,
)
from c4.learning.settings import SELF, PatternsSettings
from c4.text import pluralise

TRIES = 6
"""How many patterns it tries before it plays at random."""

ENDING_WEIGHT = 2
"""The weight of a pattern that became the line that ended a game."""

WON_WEIGHT = 3
"""The weight of every won game of a pattern whose remembered response is played."""

MARK = 100
"""Games per line of the history."""

# How urgent a candidate is.

REST = 0
"""Not at all."""

FORKS = 1
"""It makes two threats."""

BLOCKS = 2
"""It blocks a line that it has lost to before."""

COMPLETES = 3
"""It completes a line."""


class Candidate(NamedTuple):
    """A pattern on the board as one kind.

    record     what the memory knows of it
    weight     how much it counts
    response   the cell to play for it; None if both ends are taken
    urgency    how urgent that is, whatever the weight
    """

    pattern: Pattern
    kind: Kind
    record: Record
    weight: int
    response: Cell | None
    urgency: int = REST

    def __str__(self) -> str:
        whose = "of the other side's discs" if self.pattern.enemy else "of its own discs"
        seen = "never seen"
        if self.record.seen:
            seen = f"seen {self.record.seen}, won {self.record.won}, lost {self.record.lost}"
        where = self.pattern.direction.replace("ABOVE", "up ").replace("BELOW", "down ").lower().strip()
        row = self.pattern.row + 1
        column = self.pattern.column + 1
        what = f"{self.kind.name}: {self.pattern.length} {whose} {where} from column {column}, row {row}"
        also = "; two threats at once" if self.urgency == FORKS else ""
        return f"{what} ({seen}; weight {self.weight}{also})"


# -- memory: the kind of a pattern -----------------------------------------------------------------------------------


def kinds_of(pattern: Pattern, record: Record | None, rules: Rules) -> Iterator[tuple[Kind, int]]:
    """(kind, weight from memory) of a pattern: with own discs aggressive or tactical, otherwise defensive or a warning.

    A pattern one disc short of a line is aggressive or defensive even if the memory does not know it.
    """
    short = pattern.length == rules.connect - 1
    if not pattern.enemy:
        if record is not None and record.won:
            yield AGGRESSIVE, AGGRESSIVE.known
        elif record is not None or short:
            yield AGGRESSIVE, 0
        if record is not None:
            yield TACTICAL, TACTICAL.known
        elif not short:
            yield TACTICAL, 0
    else:
        if record is not None and record.lost:
            yield DEFENSIVE, DEFENSIVE.known
            yield WARNING, WARNING.known
        elif record is not None or short:
            yield DEFENSIVE, 0
        else:
            yield WARNING, 0


# -- deterministic: weight and response ------------------------------------------------------------------------------


def process(
    pattern: Pattern, kind: Kind, known: int, record: Record, position: Position, chance: random.Random
) -> Candidate:
    """The weight and the response of a pattern, whose weight from memory is `known`."""
    weight = known
    if record.ending:
        weight += ENDING_WEIGHT
    if pattern.length == position.rules.connect - 1:
        weight += 2 * kind.weight
        if kind is AGGRESSIVE:
            weight += AGGRESSIVE.known
    if kind is WARNING and record.lost > record.won:
        weight += record.lost
    remembered = record.response if record.won > record.lost else None
    if remembered is not None and can_wait_for(remembered, pattern, position):
        return Candidate(pattern, kind, record, weight + WON_WEIGHT * record.won, remembered)
    response = find_move(pattern, record, position, chance)
    if response is not None:
        weight += kind.weight
    return Candidate(pattern, kind, record, weight, response)


def can_wait_for(cell: Cell, pattern: Pattern, position: Position) -> bool:
    """Whether an end of a pattern is empty, and playable if the pattern is urgent."""
    return is_empty(cell, position) and (is_playable(cell, position) or not is_urgent(pattern, position))


def is_urgent(pattern: Pattern, position: Position) -> bool:
    """Whether a disc at one of its ends, played now, would complete its line."""
    return pattern.length == position.rules.connect - 1 and any(is_playable(end, position) for end in pattern.ends)


def urgency_of(candidate: Candidate, position: Position, forks: Callable[[Cell], bool]) -> int:
    """How urgent a candidate is, whatever its weight; `forks` says whether a cell makes two threats."""
    pattern = candidate.pattern
    response = candidate.response
    if response is None or not is_playable(response, position):
        return REST
    if is_urgent(pattern, position):
        if not pattern.enemy:
            return COMPLETES
        return BLOCKS if candidate.record.lost else REST
    return FORKS if not pattern.enemy and forks(response) else REST


def makes_two_threats(cell: Cell, position: Position) -> bool:
    """Whether the side to move would threaten to complete lines at two cells after playing this one."""
    rules = position.rules
    after = position.play(cell[1])
    own = after.theirs
    ends = ((after.height(column), column) for column in after.legal_columns())
    return sum(rules.has_line(own | 1 << rules.cell(*end)) for end in ends) >= 2


def find_move(pattern: Pattern, record: Record, position: Position, chance: random.Random) -> Cell | None:
    """The better empty end of a pattern, ties at random: +1 for the remembered response; +1 if supported, else -1."""
    ends = [cell for cell in pattern.ends if is_empty(cell, position)]
    if not ends:
        return None
    points = [points_of_end(cell, record, position) for cell in ends]
    best = max(points)
    return chance.choice([cell for cell, point in zip(ends, points, strict=True) if point == best])


def points_of_end(cell: Cell, record: Record, position: Position) -> int:
    """What speaks for an empty end of a pattern."""
    points = 1 if is_playable(cell, position) else -1
    if cell == record.response:
        points += 1
    return points


def candidates(position: Position, memory: Memory, chance: random.Random) -> list[Candidate]:
    """The candidates of a position, the most urgent first, then the heaviest; of equals the later.

    Only patterns that were seen at least twice, and aggressive ones always.
    """
    result = []
    forks = cache(lambda cell: makes_two_threats(cell, position))
    patterns = extract(position, position.to_move)
    for wanted in KINDS:
        for pattern in patterns:
            record = memory.records.get(pattern)
            for kind, known in kinds_of(pattern, record, position.rules):
                if kind is wanted and (kind is AGGRESSIVE or (record is not None and record.seen > 1)):
                    candidate = process(pattern, kind, known, record or Record(), position, chance)
                    result.append(candidate._replace(urgency=urgency_of(candidate, position, forks)))
    result.reverse()
    return sorted(result, key=lambda candidate: (-candidate.urgency, -candidate.weight))


# -- veto ------------------------------------------------------------------------------------------------------------


def gives_away(cell: Cell, position: Position) -> bool:
    """Whether the opponent could win on the cell above, unless the move wins or blocks a win."""
    rules = position.rules
    row, column = cell
    disc = 1 << rules.cell(row, column)
    if any(rules.has_line(discs | disc) for discs in position.stones):
        return False
    above = (row + 1, column)
    return on_board(above, rules) and rules.has_line(position.theirs | (1 << rules.cell(*above)))


def decide(options: list[Candidate], position: Position) -> tuple[Candidate | None, dict[int, str]]:
    """(the candidate to play or None, the verdicts on those tried, by place).

    A pattern that fails is out in all its kinds.
    """
    verdicts: dict[int, str] = {}
    out: set[Pattern] = set()
    for place, candidate in enumerate(options):
        if len(out) == TRIES:
            break
        if candidate.pattern in out:
            continue
        if candidate.response is None or not is_playable(candidate.response, position):
            verdicts[place] = "no end can be played"
        elif gives_away(candidate.response, position):
            verdicts[place] = f"vetoed: after column {candidate.response[1] + 1} the other side wins above it"
        else:
            verdicts[place] = "played"
            return candidate, verdicts
        out.add(candidate.pattern)
    return None, verdicts


class Thought(NamedTuple):
    """Its reasoning about a position.

    column       the column it plays, from 0
    played       the candidate it plays for; None if it fills a gap, or plays at random
    fills        whether it completes a line by filling a gap, which no pattern covers
    candidates   all of them, the most important first
    verdicts     on the candidates that were tried, by their place among all
    """

    column: int
    played: Candidate | None
    fills: bool
    candidates: list[Candidate]
    verdicts: dict[int, str]


def think(position: Position, memory: Memory, seed: int | None = None, careful: bool = False) -> Thought:
    """The move of a memory in an unfinished game; the same for the same seed.

    `careful`: the veto reaches random moves, too.
    """
    chance = random.Random(None if seed is None else f"{seed} {position.stones} {position.to_move}")
    options = candidates(position, memory, chance)
    a_pattern_completes = bool(options) and options[0].urgency == COMPLETES
    if not a_pattern_completes:
        gaps = position.completing_columns(position.to_move)
        if gaps:
            return Thought(gaps[0], None, True, options, {})
    played, verdicts = decide(options, position)
    if played is None or played.response is None:
        column = chance.choice(random_columns(position, careful))
        return Thought(column, None, False, options, verdicts)
    return Thought(played.response[1], played, False, options, verdicts)


def random_columns(position: Position, careful: bool) -> Sequence[int]:
    """The columns among which it draws: all, or if it is `careful` those that give nothing away, where there are any."""
    legal = position.legal_columns()
    if not careful:
        return legal
    safe = [column for column in legal if not gives_away((position.height(column), column), position)]
    return safe or legal


# -- the learner ------------------------------------------------------------------------------------------------------


class PatternsLearner(Learner):
    """A memory that grows with games against an opponent, who begins every other one; tallies are the memory's.

    `history` holds a line for every MARK games: those won, drawn and lost since the previous line, and the known
    patterns.
    """

    name = "patterns"
    suffix = ".sqlite"
    settings_type = PatternsSettings
    settings: PatternsSettings
    tallied = "the memory"
    line_every = MARK
    words = {"seen_twice": "seen at least twice"}

    def __init__(
        self,
        seed: int,
        settings: PatternsSettings | None = None,
        memory: Memory | None = None,
        opponent: Opponent | None = None,
    ) -> None:
        """`opponent` plays unless the settings say SELF; `find_opponent` may supply it later."""
        self.memory = memory or Memory()
        super().__init__(seed, settings, self.memory.rules)
        self.rules.require_still("the patterns learner")
        self._opponent = self._think if self.settings.opponent == SELF else opponent

    def _think(self, position: Position, seed: int) -> int:
        return think(position, self.memory, seed, self.settings.careful).column

    def find_opponent(self, find: FindOpponent) -> None:
        settings = self.settings
        if settings.opponent != SELF:
            self._opponent = find(settings.opponent, settings.depth, settings.evaluator)

    @property
    def episodes(self) -> int:
        return self.memory.games

    def play(self, episodes: int) -> None:
        """Plays that many games and remembers each; after Ctrl-C, or Stop, it remembers complete games only."""
        for _ in range(episodes):
            if not self._play_game(self.episodes):
                break
            if self.episodes % MARK == 0:
                self.history.append(
                    {"episodes": self.episodes, **self._tallies(), "patterns": len(self.memory.records)}
                )

    def _play_game(self, number: int) -> bool:
        """Plays a game and learns from it as one side, which begins every other game; False if it was stopped."""
        side = number % 2
        if self._opponent is None:
            raise C4Error(f"the opponent {self.settings.opponent!r} must be found before training")
        start = Position(rules=self.memory.rules)
        position = start
        while position.outcome() is None:
            if self.watch.stopped:
                return False
            player = self._think if position.to_move == side else self._opponent
            position = position.play(player(position, (self.seed << 32) + number))
        assert position.moves is not None, "a game from the empty board knows its moves"
        self.memory.learn(start, position.moves, side)
        return True

    def _tallies(self) -> dict[str, int]:
        """Games won, drawn and lost since the last line of the history."""
        earlier = {name: sum(line[name] for line in self.history) for name in TALLIES}
        return {name: getattr(self.memory, name) - earlier[name] for name in TALLIES}

    def figures(self) -> Figures:
        """Games, those won, drawn and lost, known patterns, and those seen twice, to which it reacts."""
        memory = self.memory
        twice = sum(record.seen > 1 for record in memory.records.values())
        return {
            "episodes": self.episodes,
            "won": memory.won,
            "drawn": memory.drawn,
            "lost": memory.lost,
            "patterns": len(memory.records),
            "seen_twice": twice,
        }

    # -- saving and opening -------------------------------------------------------------------------------------------

    def write(self, path: str | Path, quickly: bool) -> None:
        self.memory.training = {"seed": self.seed, "settings": self.settings.content(), "history": self.history}
        pattern_memory.write(path, self.memory)

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the memory as the author's XML."""
        return f"{pluralise(pattern_memory.write_xml(path, self.memory), 'pattern')} written to {path}"

    @classmethod
    def make(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> PatternsLearner:
        """With `start` it begins with the memory of the author's XML."""
        return cls(seed, settings, Memory(rules) if start is None else pattern_memory.read_xml(start, rules))

    @classmethod
    def read(cls, path: str | Path, seed: int | None) -> PatternsLearner:
        """A memory that was made by games without a learner has no seed yet: it gets `seed`, or 0."""
        memory = pattern_memory.read(path)
        training = memory.training
        with reading_training(path):
            settings = PatternsSettings(**training.get("settings", {}))
            learner = cls(training.get("seed", seed or 0), settings, memory)
            names = ("episodes", *TALLIES, "patterns")
            learner.history = [{name: int(line[name]) for name in names} for line in training.get("history", [])]
        return learner

    def change_settings(self, settings: PatternsSettings) -> None:
        super().change_settings(settings)
        self._opponent = self._think if settings.opponent == SELF else None
