"""Exercises: the answers are those of plain minimax, every entry is checked by itself, and hints name the rule."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from refusal import refused

from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import EXACT, LOWER, UPPER
from c4.practice.exercise_answers import ALPHABETA, MINIMAX
from c4.practice.exercise_hints import CUT, HIGH, LOW, VALUE
from c4.practice.exercise_trees import (
    DEEPEST,
    EXAMPLES,
    ExerciseNode,
    format_tree,
    from_position,
    parse_tree,
    random_tree,
)
from c4.practice.exercises import Entry, Exercise
from c4.search.fixed_depth import search
from c4.tree.searchtree import PRUNED


def plainly(node: ExerciseNode) -> int:
    """Minimax in two lines, independent of the textbook."""
    if not node.children:
        return node.value
    return (max if node.to_move == 0 else min)(map(plainly, node.children))


@st.composite
def trees(draw, to_move=None, depth=4) -> ExerciseNode:
    """Any tree: uneven, with ties."""
    to_move = draw(st.integers(0, 1)) if to_move is None else to_move
    if depth == 0 or (depth < 4 and draw(st.integers(0, 3)) == 0):
        return ExerciseNode(to_move, (), draw(st.integers(-6, 6)))
    children = [draw(trees(1 - to_move, depth - 1)) for _ in range(draw(st.integers(1 + (depth == 4), 3)))]
    return ExerciseNode(to_move, tuple(children))


@often(60)
@given(trees())
def test_the_answers_are_plain_minimax(root):
    """Values are minimax, as their bounds say; other values at cut leaves change nothing."""
    exercise = Exercise(root)
    assert exercise.searched[()].value == plainly(root)
    for path, node in exercise.searched.items():
        if node.kind != PRUNED:
            value = plainly(exercise.node(path))
            assert {EXACT: node.value == value, LOWER: node.value <= value, UPPER: node.value >= value}[node.bound]

    def other(node, path=()):
        if exercise.is_cut(path):
            return ExerciseNode(node.to_move, (), chance.randint(-99, 99))
        return ExerciseNode(
            node.to_move, tuple(other(child, (*path, i)) for i, child in enumerate(node.children)), node.value
        )

    chance = random.Random(1)
    assert plainly(other(root)) == plainly(root)
    minimax = Exercise(root, MINIMAX)
    assert all(node.value == plainly(minimax.node(path)) for path, node in minimax.searched.items())


@often(30)
@given(trees(), st.sampled_from([MINIMAX, ALPHABETA]))
def test_the_right_answers_are_right_and_nothing_else_is(root, algorithm):
    """The answers finish an exercise with full score; any other number is wrong, with a hint."""
    exercise = Exercise(root, algorithm)
    for entry in exercise.entries:
        if entry.figure == CUT:
            assert exercise.mark(entry.path).right
        else:
            assert exercise.fill(entry, exercise.answer(entry)) == (True, "")
    score = exercise.score()
    assert exercise.done
    assert score["right"] == score["first try"] == score["entries"] == len(exercise.entries)
    assert score["wrong attempts"] == 0
    assert score["wrongly pruned"] == 0
    assert score["shown"] == 0
    for entry in exercise.entries:
        if entry.figure != CUT:
            for wrong in (
                "-77",
                "33",
                "5.5",
                "blue",
                "w" + 5001 * "1",
                "inf" if "−∞" in exercise.answer(entry) else "-inf",
            ):
                verdict = exercise.check(entry, wrong, attempts=1)
                assert not verdict.right
                assert "rule" in verdict.hint or "Write a number" in verdict.hint
    for path in exercise.paths():
        if not exercise.is_cut(path):
            verdict = exercise.check(Entry(path, CUT), "cut", attempts=1)
            assert not verdict.right
            assert "rule" in verdict.hint


def test_a_hint_says_what_was_probably_thought():
    """The mistakes people make, each with its own rule."""
    exercise = Exercise(parse_tree("(4 7 9) (3 8 6) (5 2 1)"))
    assert exercise.searched[()].value == 4
    cases = [
        (Entry((0,), VALUE), "9", "MIN rule.*smallest.*not the largest"),
        (Entry((2,), VALUE), "1", "Cutoff rule.*all children searched"),
        (Entry((1,), VALUE), "4", "Fail-soft rule"),
        (Entry((), VALUE), "7", "MAX rule"),
        (Entry((1,), VALUE), "≥3", "Bound rule"),
        (Entry((), LOW), "0", "Root rule"),
        (Entry((1,), LOW), "-inf", "Update rule"),
        (Entry((1,), HIGH), "4", "alpha is the lower end"),
        (Entry((1,), HIGH), "9", "is passed down unchanged"),
        (Entry((1, 1), VALUE), "8", "never gets here"),
        (Entry((0, 0), CUT), "cut", "the first child is always searched"),
        (Entry((1,), CUT), "cut", "not so yet"),
    ]
    for entry, text, message in cases:
        verdict = exercise.check(entry, text)
        assert not verdict.right
        assert re.search(message, verdict.hint), (entry, verdict.hint)
    for text in ("3", "≤3", "<= 3", " +3"):
        assert exercise.check(Entry((1,), VALUE), text).right
    assert exercise.check(Entry((1,), LOW), "4").right
    assert exercise.check(Entry((), HIGH), "oo").right
    assert exercise.check(Entry((1, 1), CUT), "cut").right
    subtree = Exercise(parse_tree(*EXAMPLES["Three plies"][:2]))
    assert subtree.check(Entry((1, 1), CUT), "cut").right
    assert "further up" in subtree.check(Entry((1, 1, 0), CUT), "cut").hint


def test_the_examples_show_what_they_promise():
    """Each parses, is written back the same, and cuts (or does not)."""
    for name, (text, root_is_max, _) in EXAMPLES.items():
        root = parse_tree(text, root_is_max)
        assert format_tree(root) == text
        cuts = [path for path, node in Exercise(root).searched.items() if node.kind == PRUNED]
        assert bool(cuts) == (name != "An unlucky order"), name


def test_attempts_are_counted_and_what_was_shown_is_not_found():
    """Wrong, wrong, right; the same text twice is one attempt; a shown answer never counts."""
    exercise = Exercise(parse_tree("(4 7) (3 8)"))
    entry = Entry((0,), VALUE)
    for text in ("7", "7", "5", "4"):
        exercise.fill(entry, text)
    assert exercise.states[entry].attempts == 3
    assert exercise.states[entry].right
    exercise.show(Entry((), VALUE))
    exercise.fill(Entry((), VALUE), "4")
    exercise.mark((1,))
    assert exercise.wrong_marks == [Entry((1,), CUT)]
    score = exercise.score()
    expected = {"right": 1, "first try": 0, "shown": 1, "wrong attempts": 3, "wrongly pruned": 1}
    assert {name: score[name] for name in expected} == expected
    assert exercise.mark((1,)) is None
    assert not exercise.wrong_marks


@pytest.mark.parametrize("moves", ["", "4453", "443352"])
def test_a_real_position_is_searched_as_the_program_does(moves):
    """With all columns the exercise's truth is the program's own tree, row by row; a won leaf is written W1."""
    position = Position.from_moves(moves)
    evaluator = load("v2")
    exercise = Exercise(from_position(position, evaluator, 2, 7), discs=position.ply)
    tree = search(position, 2, evaluator).tree
    nodes = [node for node in exercise.searched.values() if node.kind != PRUNED]
    rows = tree.rows[tree.kind != PRUNED]
    assert [(node.value, node.alpha) for node in nodes] == list(zip(rows["value"].tolist(), rows["alpha"].tolist()))
    narrow = from_position(position, evaluator, 3, 2)
    assert [child.label for child in narrow.children] == ["4", "3"]
    won = Exercise(from_position(Position.from_moves("454545"), evaluator, 1, 3), discs=6)
    assert won.answer(Entry((), VALUE)) == "W1"
    assert won.check(Entry((), VALUE), "w1").right


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "type a tree like"),
        ("(3 4", "the bracket at place 1 is not closed"),
        ("(3) 4)", "at place 6 has no opening bracket"),
        ("(3 x)", "'x' at place 4"),
        ("() 3", "are empty"),
        ("(1 1234567)", "five digits"),
        (" ".join("(1 2 3 4 5 6 7 8 9)" for _ in range(8)), "72 leaves"),
        ("(" * 5000, "at most 50 plies"),
    ],
)
def test_a_tree_that_cannot_be_read_names_the_place(text, message):
    """A typed tree with a mistake raises an error that names the place."""
    with refused(match=message):
        parse_tree(text)


def test_the_shape_and_the_labels_of_a_typed_tree():
    """Children are labelled from 1, brackets around everything change nothing, and a root may have one leaf."""
    tree = parse_tree("(3 12 8) (2 4 6)")
    assert [child.label for child in tree.children] == ["1", "2"]
    assert [child.label for child in tree.children[0].children] == ["1", "2", "3"]
    assert parse_tree("((3 12 8) (2 4 6))") == tree
    assert len(parse_tree("((5))").children) == 1
    assert parse_tree("(" * DEEPEST + "1 2" + ")" * DEEPEST).children


@pytest.mark.parametrize(("depth", "width"), [(1, 2), (3, 2), (2, 7)])
def test_a_random_tree_is_complete(depth, width):
    """All leaves lie as deep as was asked for, and every other node has that many children."""
    level = [random_tree(1, depth, width)]
    for _ in range(depth):
        assert all(len(node.children) == width for node in level)
        level = [child for node in level for child in node.children]
    assert not any(node.children for node in level)


def test_trees_that_are_no_exercise_are_refused():
    """Too large, or over."""
    with refused("leaves"):
        random_tree(1, 5, 5)
    with refused("the game is over"):
        from_position(Position.from_moves("1212121"), load("v2"))


def test_an_answer_that_was_shown_is_no_attempt_any_more():
    """After the answer was shown, other texts in the field do not count."""
    exercise = Exercise(parse_tree("(4 7) (3 8)"))
    entry = Entry((0,), VALUE)
    exercise.fill(entry, "7")
    exercise.show(entry)
    exercise.fill(entry, "5")
    state = exercise.state_of((0,), VALUE)
    assert state.attempts == 1
    assert state.shown
    assert not state.right


def test_the_ends_of_both_sides_have_hints():
    """A MIN node lowers beta, to the smallest value that it has seen; the numbers come after a first attempt."""
    exercise = Exercise(parse_tree("(5 2 9) 1", root_is_max=False))
    entry = Entry((1,), HIGH)
    assert exercise.answer(entry) == exercise.number(exercise.searched[(1,)].beta)
    hint = exercise.check(entry, "inf").hint
    assert "MIN" in hint
    assert "beta falls to the smallest value so far." in hint
    assert f": {exercise.number(exercise.searched[(0,)].value)}." in exercise.check(entry, "inf", attempts=1).hint


def test_a_wrong_cut_at_either_side_is_told_the_end_that_counts():
    """MAX stops at beta, MIN at alpha; with numbers after a first attempt."""
    maximizing = Exercise(parse_tree("(1 2) (3 4)", root_is_max=True))
    hint = maximizing.check(Entry((1,), CUT), CUT, attempts=1).hint
    assert "MAX stops when the best value so far is at least beta." in hint
    assert "Here the best is 1 and beta is ∞." in hint
    minimizing = Exercise(parse_tree("(1 2) (3 4)", root_is_max=False))
    hint = minimizing.check(Entry((1,), CUT), CUT, attempts=1).hint
    assert "MIN stops when the best value so far is at most alpha." in hint
    assert "Here the best is 2 and alpha is −∞." in hint
