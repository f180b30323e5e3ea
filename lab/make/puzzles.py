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

FEWEST_OWN_MOVES = 2
"""The fewest moves of the winner in a puzzle with a win."""

MOST_OWN_MOVES = 6
"""The most moves of the winner in a puzzle with a win."""

FEWEST_COLUMNS = 3
"""The fewest columns that can be played in a puzzle."""

MAX_POSITIONS = 200_000
"""The most positions visited to see whether a threat wins alone."""

LARGEST_SHARE_OF_A_KIND = Fraction(2, 5)
"""The largest share of puzzles of one kind."""

FEWEST_DISCS = 18
"""The fewest discs on the board of a puzzle."""

MOST_DISCS = 36
"""The most discs on the board of a puzzle."""

TABLE_BITS = 20
"""The table of the solver has 16 MB."""

NO_REPLY = 0
"""The refutation of a wrong column that ends the game."""


ANSWERS = 9
"""How often a level answers a puzzle; it solves one that it answers rightly more often than not."""

GAMES = 3
"""How often a level plays a puzzle to the end of the game."""

Step = tuple[Position, int]
"""A position and the right column (from 0)."""


class ExactPlay:
    """Exact scores and best columns (from 0), by a solver that keeps its table."""

    def __init__(self) -> None:
        self._table = Table(TABLE_BITS)

    def scores(self, position: Position) -> dict[int, int]:
        """The exact score of every legal column for the side to move."""
        return {news.column: news.lower for news in stream_columns(position, table=self._table)}

    def best_column(self, position: Position) -> int:
        """The column with the best score, of several the one nearest to the middle."""
        scores = self.scores(position)
        best_score = max(scores.values())
        return next(column for column in STANDARD.centre_first if scores.get(column) == best_score)


def make(number: int, seed: int, report: Callable[[int, int], None] = ignore) -> list[Puzzle]:
    """That many different puzzles, at most two in five of one kind; the same seed gives the same ones.

    Raises C4Error if `number` is not a whole number from 1.
    """
    positive_int("the number of puzzles", number)
    chosen: dict[str, Puzzle] = {}
    lacking = dict.fromkeys(KINDS, ceil(LARGEST_SHARE_OF_A_KIND * number))
    for puzzle in candidates(seed):
        if lacking[puzzle.kind] > 0 and puzzle.moves not in chosen:
            chosen[puzzle.moves] = puzzle
            lacking[puzzle.kind] -= 1
            report(len(chosen), number)
        if len(chosen) == number:
            break
    return sorted(chosen.values(), key=difficulty_of)


def difficulty_of(puzzle: Puzzle) -> tuple[int, int, str]:
    """What puzzles are sorted by: the easy ones first, then by kind and moves."""
    return GRADES.index(puzzle.grade), KINDS.index(puzzle.kind), puzzle.moves


def candidates(seed: int) -> Iterator[Puzzle]:
    """Puzzles from random games, without end."""
    generator = random.Random(f"puzzles {seed}")
    exact = ExactPlay()
    while True:
        position = Position()
        length = generator.randint(FEWEST_DISCS, MOST_DISCS)
        while position.ply < length and position.outcome() is None:
            position = position.play(sensible_column(position, generator))
        if position.outcome() is None:
            puzzle = puzzle_of(position, exact)
            if puzzle is not None:
                yield puzzle


def sensible_column(position: Position, generator: random.Random) -> int:
    """A column that wins or blocks if there is one, otherwise a random one."""
    columns = position.legal_columns()
    for side in (position.to_move, 1 - position.to_move):
        completing = position.completing_columns(side)
        if completing:
            return completing[0]
    return generator.choice(columns)


def puzzle_of(position: Position, exact: ExactPlay) -> Puzzle | None:
    """The puzzle that a position makes, or None."""
    scores = exact.scores(position)
    if len(scores) < FEWEST_COLUMNS:
        return None
    square = winning_odd_threat(position)
    if square:
        return Puzzle(
            kind=ODD,
            moves=moves_of(position),
            solution="",
            square=square,
            grade=by_playing(position, exact.best_column),
        )
    ranked = sorted(scores, key=scores.__getitem__, reverse=True)
    best = ranked[0]
    second_best = ranked[1]
    worst = ranked[-1]
    second_worst = ranked[-2]
    only_one_loses = scores[worst] < 0 <= scores[second_worst]
    if only_one_loses:
        return new_puzzle(LOSES, position, [worst], by_least(position, worst), [worst], exact)
    only_one_wins_fastest = scores[best] > 0 and scores[best] > scores[second_best]
    if only_one_wins_fastest:
        return win_puzzle(position, scores, exact)
    only_one_draws = scores[best] == 0 and scores[second_best] < 0
    if only_one_draws:
        wrong = [column for column in scores if column != best]
        return new_puzzle(HOLD, position, [best], by_moves([(position, best)]), wrong, exact)
    return None


def win_puzzle(position: Position, scores: dict[int, int], exact: ExactPlay) -> Puzzle | None:
    """The puzzle of a win in which every move of the winner is the only fastest one.

    None if there is another one, or if the win is too short or too long.  `scores` are those of the columns.
    """
    plies = plies_to_end(max(scores.values()), STANDARD.cells - position.ply)
    own_moves = (plies + 1) // 2
    if not FEWEST_OWN_MOVES <= own_moves <= MOST_OWN_MOVES:
        return None
    line: list[int] = []
    steps: list[Step] = []
    here = position
    while True:
        best = only_best_column(scores)
        if best is None:
            return None
        steps.append((here, best))
        line.append(best)
        here = here.play(best)
        if here.outcome() is not None:
            break
        reply = exact.best_column(here)
        line.append(reply)
        here = here.play(reply)
        scores = exact.scores(here)
    wrong = [column for column in position.legal_columns() if column != line[0]]
    return new_puzzle(WIN, position, line, by_moves(steps), wrong, exact)


def only_best_column(scores: dict[int, int]) -> int | None:
    """The column with the best score, None if there are several."""
    best_score = max(scores.values())
    best = [column for column, score in scores.items() if score == best_score]
    return best[0] if len(best) == 1 else None


def new_puzzle(
    kind: str, position: Position, line: list[int], grade: str, wrong: list[int], exact: ExactPlay
) -> Puzzle:
    """A puzzle with the best reply to each wrong column.  Its solution is `line`; columns count from 0."""
    refuted = {}
    for column in wrong:
        child = position.play(column)
        name = str(column + 1)
        refuted[name] = NO_REPLY if child.outcome() is not None else exact.best_column(child) + 1
    return Puzzle(
        kind=kind, moves=moves_of(position), solution=format_columns(line), square="", grade=grade, refuted=refuted
    )


def moves_of(position: Position) -> str:
    """The moves of a game, columns from 1."""
    return format_columns(position.moves or ())


def winning_odd_threat(position: Position) -> str:
    """The square of an odd threat of the first player that alone wins the game; "" if there is none.

    It is proved to win, it is the only odd threat of the first player that counts, and no other threat of that side wins
    alone.
    """
    results = threats.find(position)
    is_won_by_the_first = results.proved == 0
    can_win_now = any(threat.role == threats.NOW for threat in results.threats)
    if not is_won_by_the_first or can_win_now:
        return ""
    own = [threat for threat in results.threats if threat.side == 0]
    odd = [threat for threat in own if threat.odd and threat.role == threats.COUNTS]
    if len(odd) != 1:
        return ""
    for threat in own:
        if threat != odd[0] and wins_alone(position, threat) != FAILS:
            return ""
    return odd[0].name


def wins_alone(position: Position, threat: threats.Threat) -> int:
    """Whether its side wins if only this threat wins for it: WINS, FAILS or UNKNOWN of `c4.strategy.changed`."""
    return wins_with(position, threat.side, [threat.lines[0].mask], MAX_POSITIONS)


# -- grades ---------------------------------------------------------------------------------------------------------


@cache
def level_named(name: str) -> Level:
    """The level of this name."""
    level = agents.load(name)
    assert isinstance(level, Level), "the other agents look nothing ahead"
    return level


def weakest_that(solves: Callable[[Level], bool]) -> str:
    """The weakest grade whose level solves a puzzle; the last grade if none does."""
    for name in GRADES[:-1]:
        if solves(level_named(name)):
            return name
    return GRADES[-1]


def by_moves(steps: Sequence[Step]) -> str:
    """The grade of a puzzle in which a level has to play the right column at every step."""

    def solves(level: Level) -> bool:
        looks = [level.look(position) for position, _ in steps]
        right = sum(plays_all(level, steps, looks, random.Random(seed)) for seed in range(ANSWERS))
        return 2 * right > ANSWERS

    return weakest_that(solves)


def plays_all(level: Level, steps: Sequence[Step], looks: Sequence[Look], generator: random.Random) -> bool:
    """Whether a level plays the right column at every step; `looks` is what it sees at each."""
    for (position, column), look in zip(steps, looks, strict=True):
        if picked(level, position, look, generator) != column:
            return False
    return True


def picked(level: Level, position: Position, look: Look, generator: random.Random) -> int:
    """The column that a level plays, by what it has seen: a level asks for values after one ply only if it slips."""

    def after_one_ply() -> dict[int, int]:
        return look.after_one_ply

    column, _ = level.pick(position, look.ahead, after_one_ply, generator)
    return column


def by_least(position: Position, column: int) -> str:
    """The grade of a puzzle in which a level has to find the losing column: the only one it values least."""

    def solves(level: Level) -> bool:
        values = level.look(position).ahead
        least = min(values.values())
        least_valued = [other for other, value in values.items() if value == least]
        return least_valued == [column]

    return weakest_that(solves)


def by_playing(position: Position, best: Callable[[Position], int]) -> str:
    """The grade of a position that the first player wins: a level has to win it against the replies of `best`."""

    def solves(level: Level) -> bool:
        won = sum(wins_game(level, position, best, seed) for seed in range(GAMES))
        return 2 * won > GAMES

    return weakest_that(solves)


def wins_game(level: Level, position: Position, best: Callable[[Position], int], seed: int) -> bool:
    """Whether a level wins a game as the first player; `best` chooses the columns of the second."""
    outcome = position.outcome()
    while outcome is None:
        if position.to_move == 0:
            column = level.choose(position, Limits(seed=seed)).column
            assert column is not None
        else:
            column = best(position)
        position = position.play(column)
        outcome = position.outcome()
    return outcome.winner == 0


@click.command()
@click.option("--number", type=click.IntRange(min=1), default=100, show_default=True, help="Puzzles to make.")
@seed_option
@click.option("--out", "path", required=True, type=click.Path(dir_okay=False), help="The file to write.")
def command(number: int, seed: int, path: str) -> None:
    """Makes puzzles with exactly one right answer at every step, graded by the levels that solve them."""
    with locked(path, "made"):
        with making("puzzles", "made") as report:
            made = make(number, seed, report)
        lines = [json.dumps(asdict(puzzle)) + "\n" for puzzle in made]
        write_text(path, "".join(lines))
    print_summary(path, made)


def print_summary(path: str, made: Sequence[Puzzle]) -> None:
    """Prints how many puzzles of each kind and grade there are."""
    kinds = Counter(puzzle.kind for puzzle in made)
    grades = Counter(puzzle.grade for puzzle in made)
    numbers = [*kinds.items(), *grades.items()]
    parts = [f"{number} {name}" for name, number in numbers]
    click.echo(f"{path}: {len(made)} puzzles: " + ", ".join(parts))
