"""What the property tests draw from: rules, positions by random play, evaluators, move orders."""

import json
import random
from dataclasses import fields, replace

from hypothesis import strategies as st
from paths import DATA

from c4 import models
from c4.engine.ingredients import SearchOptions
from c4.errors import C4Error
from c4.evaluators import EVALUATORS, load
from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.evaluators.windows import Windows
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, SCORINGS, STANDARD, Rules

STANDARD_COUNT = Rules(scoring=COUNT_LINES)

PUBLISHED = {
    "a7e9f38": (-0.0851, 0.9072, 0.5333, 1.6475, 7.1872, -1.4000, -3.0034, -11.5524, 0.8904),
    "b2ad18b": (-0.0851, -1.1931, -1.3109, 1.0852, 3.1515, 0.4442, -2.4411, -7.5166, 1.1481),
}
"""The two published weight files of reference system 3 (R3-8)."""

BOARDS = [
    (6, 7, 4), (7, 8, 4), (5, 6, 4), (4, 4, 3), (3, 3, 3), (4, 5, 4), (6, 9, 4), (8, 7, 5), (3, 7, 3), (2, 3, 2),
    (5, 4, 2), (1, 8, 3), (1, 32, 4), (63, 1, 4), (31, 2, 5), (15, 4, 5), (3, 16, 5), (10, 5, 6), (5, 10, 9),
]  # fmt: skip
"""Boards (rows, columns, connect) worth meeting: standard, with pointers, with marks, without a packed state, filling
all 64 bits, a single row or column, long lines.
"""


def golden(name: str) -> dict:
    """The content of a golden file."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def evaluator_of(name: str):
    """An evaluator of the registry; the published weights stand in while no windows model is there."""
    if name == "windows" and not models.default_path(name).exists():
        return Windows(PUBLISHED["a7e9f38"])
    return load(name)


@st.composite
def any_rules(draw, boards=None) -> Rules:
    """The standard board, one worth meeting, or any that plays; both scorings."""
    scoring = draw(st.sampled_from(SCORINGS))
    if boards is not None or draw(st.booleans()):
        return Rules(*draw(st.sampled_from(boards or BOARDS)), scoring)
    rows = draw(st.integers(1, 15))
    columns = draw(st.integers(1, min(12, 64 // (rows + 1))))
    longest = max(rows, columns)
    if longest < 2:
        return Rules(scoring=scoring)
    return Rules(rows, columns, draw(st.integers(2, min(6, longest))), scoring)


def random_game(rules: Rules, rng: random.Random, longest: int = 64) -> list[Position]:
    """The positions of a game by random play, of at most `longest` plies."""
    game = [Position(rules=rules)]
    while len(game) <= longest and (legal := game[-1].legal_columns()):
        game.append(game[-1].play(rng.choice(legal)))
    return game


@st.composite
def positions(draw, rules=None, longest=64) -> Position:
    """A position reached by random play, at any moment of the game, its end included."""
    if rules is None:
        rules = any_rules()
    board = draw(rules) if isinstance(rules, st.SearchStrategy) else rules
    rng = draw(st.randoms(use_true_random=True))  # an even spread over the game, which drawn integers do not give
    game = random_game(board, rng, longest)
    return game[-1] if rng.random() < 0.1 else rng.choice(game)


@st.composite
def unfinished_positions(draw, rules) -> Position:
    """A position reached by random play, at any moment before the end of the game."""
    board = draw(rules) if isinstance(rules, st.SearchStrategy) else rules
    rng = draw(st.randoms(use_true_random=True))
    *unfinished, _ = random_game(board, rng)
    return rng.choice(unfinished)


@st.composite
def late_positions(draw, scoring=None, left=10) -> Position:
    """A position of a game that goes on, with at most `left` empty cells; on any board, also with this scoring alone.

    Where the first line wins, many games end before.  Then other games are tried, and at last lines are counted.
    """
    board = draw(any_rules())
    if scoring is not None:
        board = replace(board, scoring=scoring)
    rng = draw(st.randoms(use_true_random=True))
    boards = [*(20 * [board]), replace(board, scoring=COUNT_LINES)]
    for rules in boards:
        *unfinished, _ = random_game(rules, rng)
        late = [position for position in unfinished if rules.cells - position.ply <= left]
        if late:
            return rng.choice(late)
    raise AssertionError("a game in which lines are counted fills the board")


standard_positions = positions(st.sampled_from([STANDARD, STANDARD_COUNT]))


@st.composite
def windows(draw) -> Windows:
    """The learned evaluator with published or with any weights."""
    weight = st.floats(-9, 9, allow_nan=False)
    return Windows(draw(st.sampled_from(list(PUBLISHED.values())) | st.lists(weight, min_size=9, max_size=9)))


evaluators = st.sampled_from([V1(), V2()]) | windows() | st.sampled_from(list(EVALUATORS)).map(evaluator_of)


@st.composite
def searches(draw, nodes=2500, rules=None):
    """(position, depth, evaluator, move order) of a search that minimax does in about `nodes` visits."""
    position = draw(positions(rules))
    columns = position.rules.columns
    deepest = 1
    while deepest < 10 and columns ** (deepest + 1) <= nodes:
        deepest += 1
    rng = draw(st.randoms(use_true_random=True))
    evaluator = draw(evaluators)
    if not knows(evaluator, position.rules):
        evaluator = V1()
    return position, rng.randint((deepest + 1) // 2, deepest), evaluator, tuple(rng.sample(range(columns), columns))


def knows(evaluator, rules: Rules) -> bool:
    """Whether an evaluator can judge that board: what was learned may hold for one alone."""
    try:
        evaluator.tables(rules)
    except C4Error:
        return False
    return True


def picture(*rows: str, rules: Rules = STANDARD) -> Position:
    """The position of its lowest rows, with X (player 0) to move."""
    stones = [0, 0]
    for row, text in enumerate(reversed(rows)):
        for column, character in enumerate(text):
            if character in "XO":
                stones["XO".index(character)] |= 1 << rules.cell(row, column)
    return Position(tuple(stones), 0, rules, None)


any_options = st.fixed_dictionaries(
    {name: st.booleans() for name in [field.name for field in fields(SearchOptions)]}
).map(lambda switches: SearchOptions(**switches))
"""Every choice of the strong search's ingredients."""
