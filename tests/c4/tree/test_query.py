"""Finding rows in words: every condition against a plain look at each row, and one sentence for errors."""

import pytest
from refusal import refused

from c4.engine import deepening as engine
from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN_FLOOR
from c4.search.fixed_depth import search
from c4.tree.explain import cut_of, row_text
from c4.tree.query import FIELDS, WORDS, parse
from c4.tree.searchtree import HORIZON, NOTES, PRUNED, TERMINAL

TREE = search(Position.from_moves("4453"), 6, load("v2")).tree
UNITS = search(Position.from_moves("44"), 4, load("windows")).tree
LINE = TREE.principal_variation()
ENGINE = engine.search(Position.from_moves("445"), load("v2"), depth=9, budget=5000).tree


def rows(text, tree=TREE):
    return parse(text).rows(tree).tolist()


def slowly(tree, test):
    """Rows for which a test of one row holds."""
    return [row for row in range(len(tree)) if test(tree, row)]


def searched(tree, row):
    return tree.kind[row] != PRUNED


SAME = [
    ("pruned", lambda t, r: t.kind[r] == PRUNED),
    ("leaf", lambda t, r: t.kind[r] in (HORIZON, TERMINAL)),
    ("cut", lambda t, r: searched(t, r) and cut_of(t, r)),
    ("cut value>=5 ply<=3", lambda t, r: searched(t, r) and cut_of(t, r) and t.value[r] >= 5 and t.ply[r] <= 3),
    (
        "value < −5 or max exact",
        lambda t, r: searched(t, r) and (t.value[r] < -5 or (t.is_max(r) and t.bound[r] == EXACT)),
    ),
    ("lower", lambda t, r: t.bound[r] == LOWER),
    ("upper", lambda t, r: t.bound[r] == UPPER),
    ("not pruned and not min", lambda t, r: searched(t, r) and t.is_max(r)),
    ("ply >= 2 ply <= 3 column 4", lambda t, r: t.ply[r] in (2, 3) and t.move[r] == 3),
    ("under 44", lambda t, r: len(t.path(r)) > 2 and t.path(r)[:2] == (3, 3)),
    ("path 4-4", lambda t, r: t.path(r) == (3, 3)),
    ("44", lambda t, r: t.path(r) == (3, 3)),
    ("path 441", lambda t, r: t.path(r) == (3, 3, 0)),
    ("root", lambda t, r: r == 0),
    ("nodes > 100", lambda t, r: t.searched(r) > 100),
    ("pv", lambda t, r: r in LINE),
    ("won", lambda t, r: searched(t, r) and t.value[r] >= WIN_FLOOR and t.bound[r] != UPPER),
    ("alpha = −∞", lambda t, r: searched(t, r) and t.alpha[r] == -INFINITY),
    ("beta = inf not alpha = -inf", lambda t, r: searched(t, r) and t.beta[r] == INFINITY != -t.alpha[r]),
    ("not " * 5001 + "pruned", lambda t, r: t.kind[r] != PRUNED),
    ("order = 1", lambda t, r: t.order[r] == 0),
    ("Pruned ply ≤ 2", lambda t, r: t.kind[r] == PRUNED and t.ply[r] <= 2),
]


@pytest.mark.parametrize(("text", "test"), SAME, ids=[text[-60:] for text, _ in SAME])
def test_a_query_finds_what_a_look_at_each_row_finds(text, test):
    """Whatever the spelling, the rows are those for which the words are true of the row alone."""
    assert rows(text) == slowly(TREE, test)


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("tree", [TREE, ENGINE], ids=["alpha-beta", "engine"])
def test_every_word_and_its_opposite_share_the_rows_out(word, tree):
    """A word and "not" the word are all rows, none twice."""
    assert sorted(rows(word, tree) + rows(f"not {word}", tree)) == list(range(len(tree)))


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_compares(field):
    """Above, at and below a number are all rows that have the field."""
    parts = sorted(row for sign in ("<", "=", ">") for row in rows(f"{field} {sign} 2"))
    assert parts == (rows("searched") if field in ("value", "alpha", "beta") else list(range(len(TREE))))


def test_values_are_asked_for_as_they_are_shown():
    """Of an evaluator with parts of a unit, "value = x" finds the rows that are printed with x; W and L name wins."""
    for row in (0, 5, len(UNITS) - 1):
        if UNITS.kind[row] == PRUNED or abs(UNITS.value[row]) >= WIN_FLOOR:
            continue
        exactly = rows(f"value = {UNITS.value[row] / UNITS.scale}", UNITS)
        assert row in exactly
        assert {row_text(UNITS, other).lstrip("≤≥") for other in exactly} == {row_text(UNITS, row).lstrip("≤≥")}
    wins = rows("won")
    text = row_text(TREE, wins[0]).lstrip("≥")
    assert wins[0] in rows(f"value = {text}")
    assert {row_text(TREE, row).lstrip("≤≥") for row in rows(f"value = {text}")} == {text}


def test_notes_of_the_engine_are_found():
    """Reduced, searched again, null moves: as the rows are marked."""
    words = {bit: name.split()[0].replace("-", "") for bit, name in NOTES.items()}
    for bit, name in words.items():
        assert rows(name, ENGINE) == slowly(ENGINE, lambda t, r, bit=bit: bool(t.note[r] & bit))
    assert any(rows(name, ENGINE) for name in words.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "say what to find"),
        ("or cut", "before"),
        ("cut or", "say what to find"),
        ("valu > 5", "did you mean 'value'"),
        ("value >", "a number must come after"),
        ("value > x", "'x' is not a number"),
        ("value > w" + 5001 * "1", "is not a number"),
        ("value > 9e999", "'9e999' is not a number"),
        ("value > nan", "'nan' is not a number"),
        ("ply > " + 400 * "9", "is not a number"),
        ("cutt", "did you mean 'cut'"),
        ("path", "columns must come after"),
        ("not", "something must come after"),
        ("# 3", "'#' is not understood"),
    ],
)
def test_what_is_not_understood_is_said_in_one_sentence(text, message):
    """The sentence names the word and gives an example or the choice."""
    refused(lambda: parse(text), match=message)


def test_what_this_board_does_not_have_is_said_too():
    """Columns outside the board are refused."""
    refused(lambda: rows("path 49"), "'9' in the path '49'")
