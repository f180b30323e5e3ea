"""Practice: the truth is that of plain minimax, every entry is checked apart, and hints name the rule."""

import csv
import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.game.values import EXACT, INFINITY, LOWER, UPPER
from c4.practice.exercises import ALPHABETA, CUT, HIGH, LOW, MINIMAX, VALUE, Entry, Exercise, save_score
from c4.practice.madeup import EXAMPLES, Made, from_position, parse, random_tree, written
from c4.search.fixed_depth import search
from c4.tree.searchtree import PRUNED


def plainly(node: Made) -> int:
    """Minimax in two lines, independent of the textbook."""
    if not node.children:
        return node.value
    return (max if node.to_move == 0 else min)(map(plainly, node.children))


@st.composite
def trees(draw, to_move=None, depth=4) -> Made:
    """Any tree: uneven, with ties."""
    to_move = draw(st.integers(0, 1)) if to_move is None else to_move
    if depth == 0 or (depth < 4 and draw(st.integers(0, 3)) == 0):
        return Made(to_move, (), draw(st.integers(-6, 6)))
    children = [draw(trees(1 - to_move, depth - 1)) for _ in range(draw(st.integers(1 + (depth == 4), 3)))]
    return Made(to_move, tuple(children))


@often(60)
@given(trees())
def test_the_truth_is_plain_minimax(root):
    """The root's value is minimax; every value is as its bound says; whatever stood at the cut leaves would change
    nothing.
    """
    exercise = Exercise(root)
    assert exercise.truth[()].value == plainly(root)
    for path, truth in exercise.truth.items():
        if truth.kind != PRUNED:
            value = plainly(exercise.node(path))
            assert {EXACT: truth.value == value, LOWER: truth.value <= value, UPPER: truth.value >= value}[truth.bound]

    def other(node, path=()):
        if exercise.is_cut(path):
            return Made(node.to_move, (), chance.randint(-99, 99))
        return Made(node.to_move, tuple(other(child, (*path, i)) for i, child in enumerate(node.children)), node.value)

    chance = random.Random(1)
    assert plainly(other(root)) == plainly(root)
    minimax = Exercise(root, MINIMAX)
    assert all(truth.value == plainly(minimax.node(path)) for path, truth in minimax.truth.items())


@often(30)
@given(trees(), st.sampled_from([MINIMAX, ALPHABETA]))
def test_the_right_answers_are_right_and_nothing_else_is(root, algorithm):
    """Filled in with the answers an exercise is done with the full score at once; any other number is wrong and its
    hint names a rule.
    """
    exercise = Exercise(root, algorithm)
    for entry in exercise.entries:
        if entry.what == CUT:
            assert exercise.mark(entry.path).right
        else:
            assert exercise.fill(entry, exercise.answer(entry)) == (True, "")
    score = exercise.score()
    assert exercise.done
    assert score["right"] == score["first try"] == score["entries"] == len(exercise.entries)
    assert (score["wrong attempts"], score["wrong cuts"], score["shown"]) == (0, 0, 0)
    for entry in exercise.entries:
        if entry.what != CUT:
            for wrong in ("-77", "33", "5.5", "blue", "inf" if "−∞" in exercise.answer(entry) else "-inf"):
                verdict = exercise.check(entry, wrong, before=1)
                assert not verdict.right
                assert "rule" in verdict.hint or "Write a number" in verdict.hint
    for path in exercise.paths():
        if not exercise.is_cut(path):
            verdict = exercise.check(Entry(path, CUT), "cut", before=1)
            assert not verdict.right
            assert "rule" in verdict.hint


def test_a_hint_says_what_was_probably_thought():
    """The mistakes people make, each with its own rule."""
    exercise = Exercise(parse("(4 7 9) (3 8 6) (5 2 1)"))
    assert exercise.truth[()].value == 4
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
    for entry, text, said in cases:
        verdict = exercise.check(entry, text)
        assert not verdict.right
        assert re.search(said, verdict.hint), (entry, verdict.hint)
    for text in ("3", "≤3", "<= 3", " +3"):
        assert exercise.check(Entry((1,), VALUE), text).right
    assert exercise.check(Entry((1,), LOW), "4").right
    assert exercise.check(Entry((), HIGH), "oo").right
    assert exercise.check(Entry((1, 1), CUT), "cut").right
    subtree = Exercise(parse(*EXAMPLES["Three plies"][:2]))
    assert subtree.check(Entry((1, 1), CUT), "cut").right
    assert "further up" in subtree.check(Entry((1, 1, 0), CUT), "cut").hint


def test_the_examples_show_what_they_promise():
    """Each parses, is written back the same, and cuts (or does not)."""
    for name, (text, root_is_max, _) in EXAMPLES.items():
        root = parse(text, root_is_max)
        assert written(root) == text
        cuts = [path for path, truth in Exercise(root).truth.items() if truth.kind == PRUNED]
        assert bool(cuts) == (name != "An unlucky order"), name


def test_attempts_are_counted_and_what_was_shown_is_not_found():
    """Wrong, wrong, right; the same text twice is one attempt; a shown answer never counts."""
    exercise = Exercise(parse("(4 7) (3 8)"))
    entry = Entry((0,), VALUE)
    for text in ("7", "7", "5", "4"):
        exercise.fill(entry, text)
    assert (exercise.given[entry].attempts, exercise.given[entry].right) == (3, True)
    exercise.show(Entry((), VALUE))
    exercise.fill(Entry((), VALUE), "4")
    exercise.mark((1,))
    assert exercise.wrong_marks == [Entry((1,), CUT)]
    score = exercise.score()
    assert (score["right"], score["first try"], score["shown"], score["wrong attempts"], score["wrong cuts"]) == (
        1,
        0,
        1,
        3,
        1,
    )
    assert exercise.mark((1,)) is None
    assert not exercise.wrong_marks


def test_the_score_is_saved_in_both_formats(tmp_path):
    """One line an entry; the JSON has the counts, too; a folder or an ending that cannot be is a sentence."""
    exercise = Exercise(parse("(4 7) (3 8)"), title="two plies")
    exercise.fill(Entry((0,), VALUE), "7")
    save_score(tmp_path / "score.csv", exercise)
    save_score(tmp_path / "score.json", exercise)
    with (tmp_path / "score.csv").open() as file:
        lines = list(csv.DictReader(file))
    content = json.loads((tmp_path / "score.json").read_text())
    assert len(lines) == len(content["entries"]) == len(exercise.entries)
    line = next(line for line in lines if (line["node"], line["what"]) == ("1", "value"))
    assert (line["given"], line["answer"], line["right"], line["attempts"]) == ("7", "4", "False", "1")
    assert content["score"] == exercise.score()
    assert parse(content["tree"]) == exercise.root
    for name, said in (("score.txt", "must end with"), ("nowhere/score.csv", "cannot be written")):
        with pytest.raises(C4Error, match=said):
            save_score(tmp_path / name, exercise)


@pytest.mark.parametrize("moves", ["", "4453", "443352"])
def test_a_real_position_is_searched_as_the_program_does(moves):
    """With all columns the exercise's truth is the program's own tree, row by row; a won leaf is written W1."""
    position, judge = Position.from_moves(moves), load("v2")
    exercise = Exercise(from_position(position, judge, 2, 7), stones=position.ply)
    tree = search(position, 2, judge).tree
    assert [node.value for node in exercise.truth.values() if node.kind != PRUNED] == tree.value[
        tree.kind != PRUNED
    ].tolist()
    assert [node.alpha for node in exercise.truth.values() if node.kind != PRUNED] == tree.alpha[
        tree.kind != PRUNED
    ].tolist()
    narrow = from_position(position, judge, 3, 2)
    assert [child.label for child in narrow.children] == ["4", "3"]
    won = Exercise(from_position(Position.from_moves("454545"), judge, 1, 3), stones=6)
    assert won.answer(Entry((), VALUE)) == "W1"
    assert won.check(Entry((), VALUE), "w1").right


def test_random_trees_depend_on_their_seed_alone():
    """The same seed, the same tree."""
    assert random_tree(5) == random_tree(5) != random_tree(6)
    assert random_tree(1, 2, 4).leaves() == 16


@pytest.mark.parametrize(
    ("text", "said"),
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
def test_a_tree_that_cannot_be_read_is_said_in_a_sentence(text, said):
    """With the place."""
    with pytest.raises(C4Error, match=said):
        parse(text)


def test_trees_that_are_no_exercise_are_refused():
    """Too large, or over."""
    with pytest.raises(C4Error, match="leaves"):
        random_tree(1, 5, 5)
    with pytest.raises(C4Error, match="the game is over"):
        from_position(Position.from_moves("1212121"), load("v2"))
    assert INFINITY > 10**6
