"""The parts of an exercise: what there is to fill in, how an entry is read, and which rule a hint names."""

import pytest
from refusal import refused

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import INFINITY, WIN
from c4.practice import selections
from c4.practice.exercise_answers import MINIMAX
from c4.practice.exercise_hints import (
    CUT,
    FIRST_CHILD,
    HIGH,
    LOW,
    NEVER_SEARCHED,
    ROOT_IS_SEARCHED,
    ROOT_WINDOW,
    VALUE,
    WINDOW_OF_PARENT,
)
from c4.practice.exercise_trees import MOST_LEAVES, ExerciseNode, from_position, parse_tree, random_tree
from c4.practice.exercises import Entry, Exercise, FieldState
from c4.practice.selections import make

SMALL = "(4 7) (3 8)"
"""MAX gets 4; of the second node the 8 is cut off."""


def exercise(**how) -> Exercise:
    return Exercise(parse_tree(SMALL), **how)


def test_what_there_is_to_fill_in():
    """In the order of the search: the window on the way down, the value on the way up, and what is cut."""
    window = [LOW, HIGH]
    assert exercise().entries == [
        *(Entry((), end) for end in window),
        *(Entry((0,), end) for end in window),
        Entry((0,), VALUE),
        *(Entry((1,), end) for end in window),
        Entry((1, 1), CUT),
        Entry((1,), VALUE),
        Entry((), VALUE),
    ]
    assert exercise(algorithm=MINIMAX).entries == [Entry((0,), VALUE), Entry((1,), VALUE), Entry((), VALUE)]


def test_the_fields_do_not_give_away_the_cuts():
    """They are those of a search without cuts; below an edge that you marked there are none."""
    tree = Exercise(parse_tree("((4 7) (3 8)) ((1 2) 5)"))
    nodes = [(), (0,), (0, 0), (0, 1), (1,), (1, 0)]
    assert sorted(tree.fields()) == sorted(Entry(path, figure) for path in nodes for figure in (LOW, HIGH, VALUE))
    tree.mark((1,))
    assert sorted(tree.fields()) == sorted(Entry(path, figure) for path in nodes[:4] for figure in (LOW, HIGH, VALUE))
    assert tree.marked((1,))
    assert not tree.marked((0,))
    assert tree.paths() == [
        (),
        (0,),
        (1,),
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
        *[(0, 0, 0), (0, 0, 1)],
        *[(0, 1, 0), (0, 1, 1)],
        *[(1, 0, 0), (1, 0, 1)],
    ]


def test_a_node_is_named_by_its_moves():
    """By the labels on the way to it."""
    assert exercise().line((1, 0)) == "2-1"
    assert exercise().line((0,)) == "1"
    assert exercise().line(()) == "root"


@pytest.mark.parametrize(
    ("state", "found", "wrong"),
    [
        (FieldState(), False, 0),
        (FieldState("4", right=True, attempts=1), True, 0),
        (FieldState("4", right=True, attempts=3), True, 2),
        (FieldState("5", right=False, attempts=3), False, 3),
        (FieldState("4", right=True, attempts=2, shown=True), False, 2),
        (FieldState("4", right=True, attempts=0), True, 0),
    ],
)
def test_the_last_attempt_is_wrong_unless_it_was_right(state, found, wrong):
    """What the program showed was never found."""
    assert (state.found, state.wrong_attempts) == (found, wrong)


def test_an_emptied_field_is_no_attempt():
    """It is neither right nor wrong, and what was right is so no longer."""
    tree = exercise()
    entry = Entry((0,), VALUE)
    assert tree.fill(entry, "4").right
    assert tree.fill(entry, "  ") == (False, "")
    assert (tree.states[entry].text, tree.states[entry].right, tree.states[entry].attempts) == ("", False, 1)
    assert not tree.done
    tree.fill(entry, "4")
    assert tree.states[entry].right
    assert tree.states[entry].attempts == 2


def test_an_exercise_is_done_when_all_is_right_and_nothing_marked_wrongly():
    """A wrong mark undoes it, and its removal completes it again."""
    tree = exercise()
    for entry in tree.entries:
        assert not tree.done
        tree.show(entry)
    assert tree.done
    tree.mark((0,))
    assert not tree.done
    tree.mark((0,))
    assert tree.done
    tree.mark((1, 1))
    assert not tree.done
    tree.mark((1, 1))
    assert tree.done
    assert tree.score()["shown"] == tree.score()["entries"] == 10
    assert tree.score()["first try"] == tree.score()["right"] == 0


@pytest.mark.parametrize(
    ("text", "scale", "points"),
    [
        ("3", 1, (3, "")),
        (" + 3", 1, (3, "")),
        ("−3", 1, (-3, "")),
        ("- 3", 1, (-3, "")),
        ("≤3", 1, (3, "≤")),
        (">= -3", 1, (-3, "≥")),
        ("=3", 1, (3, "=")),
        ("inf", 1, (INFINITY, "")),
        ("−∞", 1, (-INFINITY, "")),
        ("≥-oo", 1, (-INFINITY, "≥")),
        ("w5", 1, (WIN - 11, "")),
        ("L12", 1, (18 - WIN, "")),
        ("≥W5", 1, (WIN - 11, "≥")),
        ("123456789", 1, (123456789, "")),
        ("1234567890", 1, (None, "")),
        ("w12345", 1, (None, "")),
        ("1.5", 1, (None, "")),
        ("1.5", 1000, (1500, "")),
        ("-.25", 1000, (-250, "")),
        ("2", 1000, (2000, "")),
        ("", 1, (None, "")),
        ("-", 1000, (None, "")),
        ("≤", 1000, (None, "")),
        ("five", 1, (None, "")),
    ],
)
def test_how_an_entry_is_read(text, scale, points):
    """Numbers, ends of the window, wins counted from six discs, and a sign before them; anything else is no number."""
    assert exercise(discs=6, scale=scale)._read(text) == points


@pytest.mark.parametrize(
    ("path", "text", "right"),
    [
        ((0,), "4", True),
        ((0,), "=4", True),
        ((0,), "≥4", False),
        ((0,), "≤4", False),
        ((1,), "3", True),
        ((1,), "≤3", True),
        ((1,), "=3", False),
        ((1,), "≥3", False),
        ((1,), "≤4", False),
    ],
)
def test_a_sign_has_to_be_that_of_the_bound(path, text, right):
    """It may be left out; an exact value is no bound, and a bound no exact value."""
    assert exercise().check(Entry(path, VALUE), text).right == right


@pytest.mark.parametrize(("discs", "words"), [(0, "Write a number, −∞ or ∞ (inf)."), (6, "or W5 for a win")])
def test_what_is_no_number_is_answered_by_what_is(discs, words):
    """A win has plies only where discs lie."""
    assert words in exercise(discs=discs).check(Entry((), VALUE), "blue").hint


@pytest.mark.parametrize(
    ("entry", "hint"),
    [
        (Entry((1, 0), CUT), FIRST_CHILD),
        (Entry((), CUT), ROOT_IS_SEARCHED),
        (Entry((1, 1), VALUE), NEVER_SEARCHED),
        (Entry((), LOW), ROOT_WINDOW),
        (Entry((), HIGH), ROOT_WINDOW),
        (Entry((1,), LOW), WINDOW_OF_PARENT),
        (Entry((1,), HIGH), "Window rule: a MAX node changes only its own end, so beta is passed down unchanged."),
        (
            Entry((), VALUE),
            "MAX rule: MAX takes the largest of the values that its searched children return: here 4, 3.",
        ),
        (
            Entry((1,), VALUE),
            "MIN rule: MIN takes the smallest of the values that its searched children return: here 3.",
        ),
    ],
)
def test_a_hint_that_is_asked_for_names_the_rule_with_numbers(entry, hint):
    """Whatever was entered."""
    assert exercise().hint(entry) == hint


@pytest.mark.parametrize(
    ("end", "text", "words"),
    [
        (LOW, "9", "Window rule: a child starts with"),
        (LOW, "-inf", "Update rule: the parent, MAX, has seen a value since"),
        (LOW, "inf", "Window rule: alpha is the lower end"),
        (HIGH, "4", "Window rule: alpha is the lower end"),
        (HIGH, "9", "so beta is passed down unchanged"),
    ],
)
def test_a_wrong_end_of_a_window_by_what_was_entered(end, text, words):
    """The window of the parent on entry, the other end, or anything else."""
    assert words in exercise().check(Entry((1,), end), text).hint


def test_a_hint_far_down_has_the_values_beside_the_node():
    """And not those of the nodes above."""
    tree = Exercise(parse_tree("((4 7) (3 5)) ((1 2) 6)"))
    hint = tree.check(Entry((0, 1), HIGH), "inf", attempts=1).hint
    assert hint.endswith("beta falls to the smallest value so far: 7.")


def test_an_entry_that_was_wrong_once_is_no_first_try():
    """Nor is one that was shown after a wrong attempt."""
    tree = exercise()
    tree.fill(Entry((0,), VALUE), "5")
    tree.fill(Entry((), VALUE), "9")
    tree.show(Entry((), VALUE))
    tree.fill(Entry((), LOW), "-inf")
    score = tree.score()
    assert (score["right"], score["first try"], score["shown"], score["wrong attempts"]) == (1, 1, 1, 2)


# -- trees -------------------------------------------------------------------------------------------------------------


def test_the_sides_of_a_typed_tree_take_turns():
    """Beginning with MAX or with MIN."""
    for root_is_max, first in ((True, 0), (False, 1)):
        root = parse_tree("((3 4) 5) 6", root_is_max)
        assert root.to_move == first
        assert [child.to_move for child in root.children] == [1 - first] * 2
        assert [child.to_move for child in root.children[0].children] == [first] * 2
        assert root.children[1].value == 6
        assert root.leaves() == 4
        grown = random_tree(1, 2, 2, root_is_max)
        assert grown.to_move == first
        assert {child.to_move for child in grown.children} == {1 - first}
        assert {leaf.to_move for child in grown.children for leaf in child.children} == {first}
        assert [child.label for child in grown.children] == ["1", "2"]


def test_a_tree_fits_on_a_page():
    """Nine children of a node and 49 leaves can be typed, and not one more."""
    assert len(parse_tree("1 2 3 4 5 6 7 8 9").children) == 9
    with refused("at most 9 children"):
        parse_tree("1 2 3 4 5 6 7 8 9 0")
    row = "(1 2 3 4 5 6 7) "
    assert parse_tree(7 * row).leaves() == MOST_LEAVES == 49
    with refused("50 leaves: at most 49 fit"):
        parse_tree(7 * row + "1")
    assert parse_tree("((1 2) (3 -4))").children[1].children[1].value == -4
    deep = "(" * 51 + "1 2" + ")" * 51
    with refused("at most 50 plies"):
        parse_tree("(1 2) (1 2) " + deep)
    with refused("'123456' at place 4"):
        parse_tree("(1 123456)")


@pytest.mark.parametrize(
    ("depth", "width", "words"),
    [
        (0, 3, "1 to 6 plies and a width of 2 to 7, not 0 plies"),
        (7, 2, "1 to 6 plies and a width of 2 to 7, not 7 plies"),
        (2, 1, "and a width of 1"),
        (1, 8, "not 1 ply and a width of 8"),
        (6, 2, "6 plies of width 2 make 64 leaves: at most 49 fit"),
        (2, 8, "not 2 plies and a width of 8"),
    ],
)
def test_the_size_of_a_random_tree_is_limited(depth, width, words):
    """By its plies, its width, and by its leaves."""
    with refused(words):
        random_tree(1, depth, width)


@pytest.mark.parametrize(("depth", "width"), [(1, 7), (5, 2), (2, 7), (3, 3)])
def test_a_random_tree_may_be_as_large(depth, width):
    """As fits on a page; its leaves are from -9 to 9."""
    leaves = set()
    for seed in range(60):
        level = [random_tree(seed, depth, width)]
        for _ in range(depth):
            level = [child for node in level for child in node.children]
        leaves |= {leaf.value for leaf in level}
        assert len(level) == width**depth
    assert leaves == set(range(-9, 10))


def test_a_tree_of_a_position_has_its_columns():
    """Nearest to the middle first, full ones left out; the sides take turns, and a finished game is a leaf."""
    position = Position.from_moves("444444")
    root = from_position(position, load("v2"), 2, 3)
    assert [child.label for child in root.children] == ["3", "5", "2"]
    assert (root.to_move, root.children[0].to_move, root.children[0].children[0].to_move) == (0, 1, 0)
    assert [leaf.children for leaf in root.children[0].children] == [(), (), ()]
    won = from_position(Position.from_moves("112233"), load("v2"), 2, 1)
    assert won.children == (ExerciseNode(1, (), WIN - 7, "4"),)


# -- selections --------------------------------------------------------------------------------------------------------


def test_an_exercise_on_simulations_has_been_searched_shortly():
    """Every reply has been visited, from left to right; few enough simulations to calculate with."""
    for seed in range(8):
        made = make(Position.from_moves("4453"), seed)
        assert [reply.column for reply in made.replies] == list(range(7))
        assert all(reply.visits for reply in made.replies)
        assert 20 <= len(made.tree.simulations) <= 200
        assert made.row == 0


def test_a_single_reply_is_no_question():
    """Where only one column is open."""
    with refused("no exercise"):
        make(Position.from_moves("1212343", Rules(2, 4, 4)), 1)


def test_scores_that_are_too_near_to_each_other_are_no_question(monkeypatch):
    """Of the searches that are tried, none is taken whose best scores differ by less."""
    monkeypatch.setattr(selections, "CLOSE_SCORES", 5.0)
    with refused("no exercise"):
        make(Position.from_moves("4453"), 1)


class Found:
    """A reply with a selection score."""

    def __init__(self, column: int, total: float, visits: int = 5, result: int | None = None) -> None:
        self.column = column
        self.visits = visits
        self.result = result
        self.score = Total(total)


class Total:
    """A score with its sum."""

    def __init__(self, total: float) -> None:
        self.total = total


@pytest.mark.parametrize(
    ("replies", "is_question"),
    [
        ([Found(1, 0.90), Found(0, 0.85), Found(2, 0.10)], True),
        ([Found(1, 0.90), Found(0, 0.85)], True),
        ([Found(1, 0.90), Found(0, 0.89), Found(2, 0.10)], False),
        ([Found(1, 0.90), Found(0, 0.85, visits=0)], False),
        ([Found(1, 0.90), Found(0, 0.85, result=-1)], False),
        ([Found(1, 0.90)], False),
        ([], False),
    ],
)
def test_which_search_makes_a_question(monkeypatch, replies, is_question):
    """One with several replies, all visited and none decided, of which the best is clearly the best."""
    monkeypatch.setattr(selections, "replies_of", lambda tree, row: replies if row == 0 else [])
    monkeypatch.setattr(selections, "next_reply", lambda tree, row: replies[0] if replies else None)
    if is_question:
        made = make(Position.from_moves("4453"), 1)
        assert made.answer == 1
        assert [reply.column for reply in made.replies] == list(range(len(replies)))
        return
    with refused("no exercise"):
        make(Position.from_moves("4453"), 1)
