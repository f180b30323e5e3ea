"""Games as text: what is written is read as the same record, and what is no game is refused with line and place."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusal import refused, unless_refused
from strategies import any_rules

from c4.game.gametree import MARKS, ROOT, GameTree, tidy
from c4.game.position import Position
from c4.library.gametext import format_game, parse_game
from c4.library.movetext import format_moves, parse_moves
from c4.library.record import Record

words = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from('"\\}{[]()\n'), max_size=20)
headers = words.map(str.strip)


@st.composite
def trees(draw) -> GameTree:
    """A tree of some moves with variations, comments and marks, on any board."""
    tree = GameTree(Position(rules=draw(any_rules())))
    for column, back, comment, mark in draw(
        st.lists(st.tuples(st.integers(0, 15), st.integers(0, 5), words, st.sampled_from(MARKS)), max_size=40)
    ):
        tree = tree.back(back)
        if column in tree.position().legal_columns():
            tree = noted(tree.played(column), tree.at, comment, mark)
    return tree


def noted(tree: GameTree, node: int, comment: str, mark: str) -> GameTree:
    """The tree with a comment after a move, and a mark after the one on the board."""
    nodes = list(tree.nodes)
    nodes[node] = nodes[node]._replace(comment=tidy(comment))
    nodes[tree.at] = nodes[tree.at]._replace(mark=mark)
    return replace(tree, nodes=tuple(nodes))


@given(trees(), headers, headers, st.lists(st.sampled_from(["trap", "my best", "odd threat"]), unique=True))
def test_text_and_back(tree, first, note, tags):
    """What `format_game` writes, `parse_game` reads as the same game."""
    record = Record(tree, first=first.replace("\n", " "), tags=tuple(tags), note=note, others={"Site": "home"})
    again = parse_game(format_game(record))
    assert shape(again.tree) == shape(tree)
    assert replace(again, tree=tree) == record


def shape(tree: GameTree, node: int = ROOT) -> tuple:
    """A tree without the numbers of its nodes."""
    result = tree.nodes[node]
    return result.column, result.comment, result.mark, tuple(shape(tree, child) for child in tree.children(node))


def test_a_game_as_it_looks():
    """Headers, pairs of moves, a variation after the move that it replaces, comments and marks."""
    text = """[First "Anna"]
[Second "perfect"]
[Result "0-1"]
[Ended "resigned"]
[Tags "trap, opening"]

44 45? {loses in 20} (4 2 {is "better"} (32)) 21
"""
    record = parse_game(text)
    assert record.first == "Anna"
    assert record.result == "0-1"
    assert record.tags == ("trap", "opening")
    assert record.moves == "444521"
    assert record.reason == "resigned"
    assert record.variations
    assert format_game(record) == text
    assert format_game(record).split("\n")[-2] == '44 45? {loses in 20} (4 2 {is "better"} (32)) 21'
    tree = record.tree
    assert [tree.moves(node) for node in tree.children(tree.path(tree.end_of(ROOT))[1])] == [(3, 3, 3)]


def test_a_move_string_is_a_game():
    """The field's move strings are games without headers, and a finished one knows its result."""
    record = parse_game("12121 21")
    assert record.moves == "1212121"
    assert record.result == "1-0"
    assert record.variations == ""
    assert record.reason == "four in a row"
    assert parse_game("4453").result == "*"
    assert format_game(Record.from_moves("4453")) == '[Result "*"]\n\n44 53\n'


def test_another_board_and_beginning():
    """Board, connect, scoring and the first position are headers, written only where they are not the usual ones."""
    text = '[Result "*"]\n[Board "6 columns, 5 rows"]\n[Connect "3"]\n[Start "33"]\n\n4\n'
    record = parse_game(text)
    assert record.start.rules.columns == 6
    assert record.start == Position.from_moves("33", record.start.rules)
    assert format_game(record) == text
    for size in ("5 rows, 6 columns", "5x6"):
        assert parse_game(text.replace("6 columns, 5 rows", size)) == record


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("448", "line 1, place 3: '8' is not a column (1 to 7), a mark, a comment or a variation"),
        ("44\n4444\n4", "line 3, place 1: column 4 is full"),
        ("1212121 3", "line 1, place 9: a move after the end of the game: four in a row"),
        ("44 (5", "line 1, place 4: the bracket is never closed"),
        ("44 )", "line 1, place 4: there is no variation to close"),
        ("44 ()", "line 1, place 5: the variation has no move"),
        ("(4)", "line 1, place 1: a variation comes after the move it replaces"),
        ("44 (4)", "line 1, place 5: column 4 is already a move here"),
        ("44 {never", "line 1, place 4: the comment is never closed"),
        ("4 ({no} 3)", "line 1, place 4: a comment inside a variation comes after one of its moves"),
        ("!4", "line 1, place 1: the mark '!' has no move before it"),
        ("4???", "line 1, place 2: '???' is not a mark: choose !, !!, !?, ?!, ?, ??"),
        ("4{\x00}", "line 1, place 2: the comment of a game holds a character that cannot be written"),
        ("4" + "{" + "x" * 20_000 + "}", "may have 10,000 characters"),
        ("[First Anna]\n\n4", "line 1: '[First Anna]' is not a header: write [Name \"value\"]"),
        ('[First "a"]\n[First "b"]\n4', "line 2: the header First is given twice"),
        ('[First "' + "a" * 2_000 + '"]\n4', "line 1: the header First has 2,000 characters"),
        ('[Result "2-0"]\n4', "unknown result '2-0'"),
        ('[Result "0-1"]\n1212121', "the result is given as 0-1, but the board says 1-0: four in a row"),
        ('[Board "6 by 7"]\n4', "a board is written like 7 columns, 6 rows"),
        ('[Board "9x9"]\n4', "is too large"),
        ('[Start "448"]\n4', "'8' at place 3 of '448' is not a column"),
        ('[Tags "' + ", ".join(["long tag"] * 101) + '"]\n4', "line 1: the header Tags has 1,008 characters"),
    ],
)
def test_what_is_no_game(text, words):
    """Each is refused in one sentence that names line and place."""
    with refused(words):
        parse_game(text)


def test_limits_of_depth():
    """Variations inside one another, more than anybody writes, are refused before they are followed."""
    every = ["(".join("1234567"[ply % 7 :] + "1234567"[: ply % 7]) for ply in range(20)]
    with refused("variations are nested at most 100 deep"):
        parse_moves(" ".join(every))


@given(st.text(max_size=60) | st.text('1234567(){}!?[]" \n\\', max_size=60))
def test_any_text_is_read_or_refused(text):
    """Whatever a file holds gives a record that can be written again, or one sentence."""
    record = unless_refused(parse_game, text)
    if record is not None:
        assert shape(parse_game(format_game(record)).tree) == shape(record.tree)
        assert isinstance(format_moves(record.tree), str)
