"""Finding rows in words: every condition against a plain look at each row, and one sentence for errors."""

import numpy as np
import pytest
from refusal import refused

from c4.engine import deepening as engine
from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN_FLOOR
from c4.search.fixed_depth import search
from c4.tree.query import FIELDS, WORDS, parse
from c4.tree.reason import cut_of
from c4.tree.row_words import row_text
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


def is_searched(tree, row):
    return tree.kind[row] != PRUNED


def is_pruned(tree, row):
    return tree.kind[row] == PRUNED


def is_leaf(tree, row):
    return tree.kind[row] in (HORIZON, TERMINAL)


def is_cut(tree, row):
    return is_searched(tree, row) and cut_of(tree, row) is not None


def is_good_cut_near_the_root(tree, row):
    return is_cut(tree, row) and tree.value[row] >= 5 and tree.ply[row] <= 3


def is_bad_or_exact_for_max(tree, row):
    is_exact_for_max = tree.is_max(row) and tree.bound[row] == EXACT
    return is_searched(tree, row) and (tree.value[row] < -5 or is_exact_for_max)


def has_lower_bound(tree, row):
    return tree.bound[row] == LOWER


def has_upper_bound(tree, row):
    return tree.bound[row] == UPPER


def is_searched_max(tree, row):
    return is_searched(tree, row) and tree.is_max(row)


def is_column_4_on_ply_2_or_3(tree, row):
    return tree.ply[row] in (2, 3) and tree.move[row] == 3


def is_below_44(tree, row):
    return len(tree.path(row)) > 2 and tree.path(row)[:2] == (3, 3)


def is_44(tree, row):
    return tree.path(row) == (3, 3)


def is_441(tree, row):
    return tree.path(row) == (3, 3, 0)


def is_root(tree, row):
    return row == 0


def has_more_than_100_nodes(tree, row):
    return tree.nodes_below(row) > 100


def is_on_the_best_line(tree, row):
    return row in LINE


def is_won(tree, row):
    return is_searched(tree, row) and tree.value[row] >= WIN_FLOOR and tree.bound[row] != UPPER


def has_open_alpha(tree, row):
    return is_searched(tree, row) and tree.alpha[row] == -INFINITY


def has_open_beta_only(tree, row):
    return is_searched(tree, row) and tree.beta[row] == INFINITY and tree.alpha[row] != -INFINITY


def is_first_reply(tree, row):
    return tree.order[row] == 0


def is_pruned_near_the_root(tree, row):
    return is_pruned(tree, row) and tree.ply[row] <= 2


SAME = [
    ("pruned", is_pruned),
    ("leaf", is_leaf),
    ("cut", is_cut),
    ("cut value>=5 ply<=3", is_good_cut_near_the_root),
    ("value < −5 or max exact", is_bad_or_exact_for_max),
    ("lower", has_lower_bound),
    ("upper", has_upper_bound),
    ("not pruned and not min", is_searched_max),
    ("ply >= 2 ply <= 3 column 4", is_column_4_on_ply_2_or_3),
    ("under 44", is_below_44),
    ("path 4-4", is_44),
    ("44", is_44),
    ("path 441", is_441),
    ("root", is_root),
    ("nodes > 100", has_more_than_100_nodes),
    ("pv", is_on_the_best_line),
    ("won", is_won),
    ("alpha = −∞", has_open_alpha),
    ("beta = inf not alpha = -inf", has_open_beta_only),
    ("not " * 5001 + "pruned", is_searched),
    ("order = 1", is_first_reply),
    ("Pruned ply ≤ 2", is_pruned_near_the_root),
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
        assert rows(name, ENGINE) == np.flatnonzero(ENGINE.note & bit).tolist()
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
    with refused(match=message):
        parse(text)


def test_what_this_board_does_not_have_is_said_too():
    """Columns outside the board are refused."""
    with refused("'9' in the path '49'"):
        rows("path 49")
