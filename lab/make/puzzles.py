"""Makes puzzles from exact values, and grades them by the weakest level that solves them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from math import ceil

import click

from c4 import agents
from c4.agents.levels import Level, Look
from c4.agents.limits import Limits
from c4.callbacks import ignore
from c4.cli.options import seed_option
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import plies_to_end
from c4.locks import locked
from c4.practice.puzzles import GRADES, HOLD, KINDS, LOSES, ODD, WIN, Puzzle
from c4.solver.solver import stream_columns
from c4.solver.table import Table
from c4.storage import write_text
from c4.strategy import threats
from c4.strategy.changed import FAILS, wins_with
from c4.text import positive_int
from lab.progress import making

MAX_OWN_MOVES = 6
"""The most own moves of a win."""

MAX_POSITIONS = 200_000
"""The most positions visited to see whether a threat wins alone."""

LARGEST_SHARE_OF_A_KIND = Fraction(2, 5)
"""What puzzles of one kind are at most of all."""

FEWEST_DISCS = 18
MOST_DISCS = 36
"""The discs on the board of a puzzle."""


class _Truth:
    """Exact scores of columns (from 0), with one table for all."""

    def __init__(self) -> None:
        self.table = Table(20)

    def columns(self, position: Position) -> dict[int, int]:
        return {news.column: news.lower for news in stream_columns(position, table=self.table)}

    def best(self, position: Position) -> int:
        """The best column, of several the one nearest to the middle."""
        scores = self.columns(position)
        best_score = max(scores.values())
        return next(column for column in STANDARD.centre_first if scores.get(column) == best_score)


def make(number: int, seed: int, report: Callable[[int, int], None] = ignore) -> list[Puzzle]:
    """That many different puzzles, at most two in five of one kind; the same seed gives the same ones.

    Raises C4Error if `number` is not a whole number from 1.
    """
    positive_int("the number of puzzles", number)
    results: dict[str, Puzzle] = {}
    left = dict.fromkeys(KINDS, ceil(LARGEST_SHARE_OF_A_KIND * number))
    for puzzle in candidates(seed):
        if left[puzzle.kind] and puzzle.moves not in results:
            results[puzzle.moves] = puzzle
            left[puzzle.kind] -= 1
            report(len(results), number)
        if len(results) == number:
            break

    def easy_first(puzzle: Puzzle) -> tuple[int, int, str]:
        return GRADES.index(puzzle.grade), KINDS.index(puzzle.kind), puzzle.moves

    return sorted(results.values(), key=easy_first)


def candidates(seed: int) -> Iterator[Puzzle]:
    """Puzzles from random games, without end."""
    generator = random.Random(f"puzzles {seed}")
    truth = _Truth()
    while True:
        position = Position()
        length = generator.randint(FEWEST_DISCS, MOST_DISCS)
        while position.ply < length and position.outcome() is None:
            position = position.play(_sensible(position, generator))
        if position.outcome() is None:
            puzzle = puzzle_of(position, truth)
            if puzzle is not None:
                yield puzzle


def _sensible(position: Position, generator: random.Random) -> int:
    """A random column, but a win or a block if there is one."""
    columns = position.legal_columns()
    for side in (position.to_move, 1 - position.to_move):
        completing = position.completing_columns(side)
        if completing:
            return completing[0]
    return generator.choice(columns)


def puzzle_of(position: Position, truth: _Truth) -> Puzzle | None:
    """The puzzle that a position makes, or None."""
    scores = truth.columns(position)
    if len(scores) < 3:
        return None
    square = _odd_threat(position)
    if square:
        return Puzzle(ODD, format_columns(position.moves or ()), "", square, by_playing(position, truth.best))
    ranked = sorted(scores, key=scores.__getitem__, reverse=True)
    worst = ranked[-1]
    second_worst = ranked[-2]
    if scores[worst] < 0 <= scores[second_worst]:  # one column alone loses
        return _puzzle(LOSES, position, (worst,), by_least(position, worst), [worst], truth)
    best = ranked[0]
    second_best = ranked[1]
    if scores[best] > 0 and scores[best] > scores[second_best]:  # one column alone wins the fastest
        return _win(position, scores, truth)
    if scores[best] == 0 and scores[second_best] < 0:  # one column alone draws, the others lose
        grade = by_moves([(position, best)])
        return _puzzle(HOLD, position, (best,), grade, [column for column in scores if column != best], truth)
    return None


def _win(position: Position, columns: dict[int, int], truth: _Truth) -> Puzzle | None:
    """A win of at most MAX_OWN_MOVES moves in which every own move is the only fastest one."""
    length = (plies_to_end(max(columns.values()), STANDARD.cells - position.ply) + 1) // 2
    if not 2 <= length <= MAX_OWN_MOVES:
        return None
    line = []
    steps = []
    here = position
    while True:
        ranked = sorted(columns.values(), reverse=True)
        if len(ranked) > 1 and ranked[0] == ranked[1]:
            return None
        best = max(columns, key=columns.__getitem__)
        steps.append((here, best))
        line.append(best)
        here = here.play(best)
        if here.outcome() is not None:
            break
        reply = truth.best(here)
        line.append(reply)
        here = here.play(reply)
        columns = truth.columns(here)
    grade = by_moves(steps)
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
    return Puzzle(
        kind=kind,
        moves=format_columns(position.moves or ()),
        solution=format_columns(line),
        square="",
        grade=grade,
        refuted=refuted,
    )


def _odd_threat(position: Position) -> str:
    """The square of the first player's only odd threat that counts, if it is proved to win and no other threat wins
    alone; otherwise "".
    """
    results = threats.find(position)
    if results.proved != 0 or any(threat.role == threats.NOW for threat in results.threats):
        return ""
    own = [threat for threat in results.threats if threat.side == 0]
    odd = [threat for threat in own if threat.odd and threat.role == threats.COUNTS]
    if len(odd) != 1 or any(wins_alone(position, threat) != FAILS for threat in own if threat != odd[0]):
        return ""
    return odd[0].name


def wins_alone(position: Position, threat: threats.Threat) -> int:
    """Whether its side wins if only this threat wins for it: WINS, FAILS or UNKNOWN of `c4.strategy.changed`."""
    return wins_with(position, threat.side, [threat.lines[0].mask], MAX_POSITIONS)


# -- grades ---------------------------------------------------------------------------------------------------------

ANSWERS = 9
"""How often a level answers a puzzle; it solves one that it answers rightly more often than not."""

GAMES = 3
"""How often it plays on to the end of the game, where that is the puzzle."""

Step = tuple[Position, int]
"""A position and the right column (from 0)."""


@cache
def _level(name: str) -> Level:
    level = agents.load(name)
    assert isinstance(level, Level), "the other agents look nothing ahead"
    return level


def _grade(solved: Callable[[Level], bool]) -> str:
    """The first level that solves it."""
    return next((name for name in GRADES[:-1] if solved(_level(name))), GRADES[-1])


def by_moves(steps: Sequence[Step]) -> str:
    """The grade of a puzzle in which a level has to play the right column at every step."""

    def solved(level: Level) -> bool:
        looks = [level.look(position) for position, _ in steps]
        answered = 0
        for seed in range(ANSWERS):
            generator = random.Random(seed)
            answered += all(
                picked(level, position, look, generator) == column
                for (position, column), look in zip(steps, looks, strict=True)
            )
        return 2 * answered > ANSWERS

    return _grade(solved)


def picked(level: Level, position: Position, look: Look, generator: random.Random) -> int:
    """The column that a level plays, by what it has seen."""

    def after_one_ply() -> dict[int, int]:
        return look.after_one_ply

    return level.pick(position, look.ahead, after_one_ply, generator)[0]


def by_least(position: Position, column: int) -> str:
    """The grade of a puzzle in which a level has to find the losing column: the only one it values least."""

    def solved(level: Level) -> bool:
        values = level.look(position).ahead
        least = min(values.values())
        return [other for other, value in values.items() if value == least] == [column]

    return _grade(solved)


def by_playing(position: Position, best: Callable[[Position], int]) -> str:
    """The grade of a position that the first player wins: a level has to win it against the replies of `best`."""

    def wins(level: Level, seed: int) -> bool:
        here = position
        while here.outcome() is None:
            if here.to_move == 0:
                column = level.choose(here, Limits(seed=seed)).column
                assert column is not None
                here = here.play(column)
            else:
                here = here.play(best(here))
        outcome = here.outcome()
        return outcome is not None and outcome.winner == 0

    def solved(level: Level) -> bool:
        won = sum(wins(level, seed) for seed in range(GAMES))
        return 2 * won > GAMES

    return _grade(solved)


@click.command()
@click.option("--number", type=click.IntRange(min=1), default=100, show_default=True, help="Puzzles to make.")
@seed_option
@click.option("--out", "path", required=True, type=click.Path(dir_okay=False), help="The file to write.")
def command(number: int, seed: int, path: str) -> None:
    """Makes puzzles with exactly one right answer at every step, graded by the levels that solve them."""
    with locked(path, "made"):
        with making("puzzles", "made") as report:
            made = make(number, seed, report)
        write_text(path, "".join(json.dumps(asdict(puzzle)) + "\n" for puzzle in made))
    print_summary(path, made)


def print_summary(path: str, made: Sequence[Puzzle]) -> None:
    """Prints how many puzzles of each kind and grade there are."""
    kinds = Counter(puzzle.kind for puzzle in made)
    grades = Counter(puzzle.grade for puzzle in made)
    parts = [f"{number} {name}" for group in (kinds, grades) for name, number in group.items()]
    click.echo(f"{path}: {len(made)} puzzles: " + ", ".join(parts))
