"""Puzzles made from exact values: win in n, the only move that holds, which move loses, find the odd threat.

Every puzzle has exactly one right answer at every step: for a win the only column that wins fastest, against the
longest defence; otherwise one column or one square.  It is graded by the levels that solve it (`c4.practice.grading`),
and holds the refutation of each wrong column.  Imports solver, threats and agents.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from pathlib import Path

from c4 import models
from c4.files import read_text, write_text
from c4.game.columns import format_columns
from c4.game.numbers import whole
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, count
from c4.practice import grading
from c4.practice.grading import GRADES
from c4.solver.solver import solve_columns
from c4.solver.transpositions import Table
from c4.strategy import threats

WIN, HOLD, LOSES, ODD = "win", "hold", "loses", "odd threat"
KINDS = (WIN, HOLD, LOSES, ODD)


LONGEST = 6
"""The most own moves of a win."""

MOST_STONES, FEWEST_STONES = 36, 18

LARGEST = 8 << 20
"""The most bytes of a file of puzzles that are read."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle.

    kind        one of KINDS
    moves       the position, as a move string
    solution    columns from 1 as a move string: the answer, and for a win the replies and all further answers
    square      the square to find ("c3") for an odd threat, otherwise ""
    grade       one of GRADES
    refuted     for each wrong column (from 1, as text) of the first step the best reply (0: none is needed), as a
                column from 1
    """

    kind: str
    moves: str
    solution: str
    square: str
    grade: str
    refuted: dict[str, int] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """Its first position."""
        return Position.from_moves(self.moves)

    @property
    def task(self) -> str:
        """What is asked for, in a sentence."""
        if self.kind == WIN:
            return f"Win in {count(len(self.solution) // 2 + 1, 'move')}."
        return {
            HOLD: "Find the only move that does not lose.",
            LOSES: "Which move loses?",
            ODD: "Find the odd threat that decides the game.",
        }[self.kind]


class _Truth:
    """Exact scores of columns (from 0), with one table for all."""

    def __init__(self) -> None:
        self.table = Table(20)

    def columns(self, position: Position) -> dict[int, int]:
        found = solve_columns(position, table=self.table)
        return {column: news.lower for column, news in found.items()}

    def best(self, position: Position) -> int:
        """The best column, of several the one nearest to the middle."""
        worth = self.columns(position)
        return next(column for column in STANDARD.centre_first if worth.get(column) == max(worth.values()))


def make(number: int, seed: int, report: Callable[[int, int], None] = lambda done, total: None) -> list[Puzzle]:
    """That many different puzzles, at most two in five of one kind; the same seed gives the same ones.

    Raises C4Error if `number` is not a whole number from 1.
    """
    whole("the number of puzzles", number)
    found: dict[str, Puzzle] = {}
    most = -(-2 * number // 5)
    left = dict.fromkeys(KINDS, most)
    for puzzle in candidates(seed):
        if left[puzzle.kind] and puzzle.moves not in found:
            found[puzzle.moves] = puzzle
            left[puzzle.kind] -= 1
            report(len(found), number)
        if len(found) == number:
            break
    order = {grade: place for place, grade in enumerate(GRADES)}
    return sorted(found.values(), key=lambda puzzle: (order[puzzle.grade], KINDS.index(puzzle.kind), puzzle.moves))


def candidates(seed: int) -> Iterator[Puzzle]:
    """Puzzles from random games, without end."""
    chance, truth = random.Random(f"puzzles {seed}"), _Truth()
    while True:
        position, length = Position(), chance.randint(FEWEST_STONES, MOST_STONES)
        while position.ply < length and position.outcome() is None:
            position = position.play(_sensible(position, chance))
        if position.outcome() is None:
            puzzle = puzzle_of(position, truth)
            if puzzle is not None:
                yield puzzle


def _sensible(position: Position, chance: random.Random) -> int:
    """A random column, but a win or a block if there is one."""
    columns = position.legal_columns()
    for side in (position.to_move, 1 - position.to_move):
        for column in columns:
            cell = 1 << STANDARD.cell(position.height(column), column)
            if STANDARD.has_line(position.stones[side] | cell):
                return column
    return chance.choice(columns)


def puzzle_of(position: Position, truth: _Truth) -> Puzzle | None:
    """The puzzle that a position makes, or None."""
    columns = truth.columns(position)
    if len(columns) < 3:
        return None
    square = _odd_threat(position)
    if square:
        return Puzzle(ODD, format_columns(position.moves or ()), "", square, grading.by_playing(position, truth.best))
    ranked = sorted(columns.values(), reverse=True)
    if ranked[-1] < 0 <= ranked[-2]:
        worst = min(columns, key=lambda column: columns[column])
        return _puzzle(LOSES, position, (worst,), grading.by_least(position, worst), [worst], truth)
    if ranked[0] > ranked[1] and ranked[0] > 0:
        return _win(position, columns, truth)
    if ranked[0] == 0 and ranked[1] < 0:
        best = max(columns, key=lambda column: columns[column])
        grade = grading.by_moves([(position, best)])
        return _puzzle(HOLD, position, (best,), grade, [column for column in columns if column != best], truth)
    return None


def _win(position: Position, columns: dict[int, int], truth: _Truth) -> Puzzle | None:
    """A win of at most LONGEST moves in which every own move is the only fastest one."""
    length = (STANDARD.cells - position.ply) // 2 + (STANDARD.cells - position.ply) % 2 - max(columns.values()) + 1
    if not 2 <= length <= LONGEST:
        return None
    line, steps, here = [], [], position
    while True:
        ranked = sorted(columns.values(), reverse=True)
        if len(ranked) > 1 and ranked[0] == ranked[1]:
            return None
        best = max(columns, key=lambda column: columns[column])
        steps.append((here, best))
        line.append(best)
        here = here.play(best)
        if here.outcome() is not None:
            break
        reply = truth.best(here)
        line.append(reply)
        here = here.play(reply)
        columns = truth.columns(here)
    grade = grading.by_moves(steps)
    wrong = [column for column in position.legal_columns() if column != line[0]]
    return _puzzle(WIN, position, tuple(line), grade, wrong, truth)


def _puzzle(
    kind: str, position: Position, line: tuple[int, ...], grade: str, wrong: list[int], truth: _Truth
) -> Puzzle:
    """A puzzle with the best reply to each wrong column."""
    refuted = {}
    for column in wrong:
        child = position.play(column)
        refuted[str(column + 1)] = truth.best(child) + 1 if child.outcome() is None else 0
    return Puzzle(kind, format_columns(position.moves or ()), format_columns(line), "", grade, refuted)


def _odd_threat(position: Position) -> str:
    """The square of the first player's only odd threat that counts, if it is proved to win; otherwise ""."""
    found = threats.find(position)
    if found.claimed != 0 or not found.proved or any(threat.state == threats.NOW for threat in found.threats):
        return ""
    odd = [
        threat.name for threat in found.threats if threat.side == 0 and threat.odd and threat.state == threats.COUNTS
    ]
    return odd[0] if len(odd) == 1 else ""


# -- files ------------------------------------------------------------------------------------------------------------


def default_path() -> Path:
    """The file of the built-in puzzles."""
    return models.default_path("puzzles", ".jsonl")


def write(path: str | Path, puzzles: list[Puzzle]) -> None:
    """Writes puzzles atomically, one line of JSON each."""
    write_text(path, "".join(json.dumps(asdict(puzzle)) + "\n" for puzzle in puzzles))


@lru_cache(maxsize=1)
def shipped() -> tuple[Puzzle, ...]:
    """The built-in puzzles, read once.  Raises C4Error as `read` does."""
    return tuple(read())


def read(path: str | Path | None = None) -> list[Puzzle]:
    """The puzzles of a file, by default the built-in ones.  Raises C4Error naming the line."""
    path = default_path() if path is None else Path(path)
    try:
        lines = read_text(path, LARGEST).splitlines()
    except (OSError, ValueError) as error:
        if isinstance(error, C4Error):
            raise
        raise C4Error(f"the puzzles {path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return [_read(line, number, path) for number, line in enumerate(lines, start=1)]


def _read(line: str, number: int, path: Path) -> Puzzle:
    try:
        content = json.loads(line)
        if more := sorted(content.keys() - {one.name for one in fields(Puzzle)}):
            raise C4Error(
                f"{path}: line {number} says {', '.join(more)[:60]!r}, which this program does not know: "
                "a newer program wrote it; update this program to open it"
            )
        puzzle = Puzzle(**content)
        texts = (puzzle.kind, puzzle.moves, puzzle.solution, puzzle.square, puzzle.grade)
        if not all(type(text) is str for text in texts) or puzzle.kind not in KINDS or puzzle.grade not in GRADES:
            raise ValueError
        if not all(type(reply) is int and column in "1234567" for column, reply in puzzle.refuted.items()):
            raise ValueError
        Position.from_moves(puzzle.moves + puzzle.solution)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, C4Error):
            raise
        raise C4Error(f"{path}: line {number} is no puzzle") from None
    return puzzle
