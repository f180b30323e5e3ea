"""Trees of exact values: what the perfect player knows, a ply at a time."""

from hypothesis import given
from hypothesis import strategies as st
from often import often

from c4.agents import load
from c4.agents.limits import Limits
from c4.exact import tree as exact_tree
from c4.exact.scores import best_columns
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import EXACT, LOWER, sign
from c4.search.watch import Watch
from c4.solver.solver import ColumnNews, solve
from c4.solver.table import Table
from c4.tree.explain import story
from c4.tree.searchtree import TERMINAL
from c4.tree.treefile import decode, encode

LATE = Position.from_moves("4444455225312116135226")


def check(tree) -> None:
    """Every opened row is worth the best of its columns for whoever is to move, and the counts add up."""
    assert tree.recorded + tree.total_left_out == tree.nodes
    for row in range(len(tree)):
        children = tree.children(row)
        assert tree.bound[row] == EXACT
        if len(children):
            values = [int(tree.value[child]) for child in children]
            assert int(tree.value[row]) == (max(values) if tree.is_max(row) else min(values))
            assert len(children) == len(tree.position(row).legal_columns())


def test_the_perfect_player_leaves_its_tree():
    """Root and columns are exact, and the chosen column is best; what each answer cost is told as not recorded."""
    result = load("perfect").choose(LATE, Limits())
    tree = result.tree
    check(tree)
    assert tree.algorithm == "perfect"
    assert len(tree) == 1 + len(LATE.legal_columns())
    assert int(tree.value[0]) == result.value.points == max(value.points for value in result.columns.values())
    assert all(tree.left_out[row] or tree.kind[row] == TERMINAL for row in range(1, len(tree)))


@often(10)
@given(data=st.data())
def test_opening_solves_further(data):
    """Opening any node any number of times keeps the tree a true minimax tree of what the solver says."""
    position = LATE
    for _ in range(data.draw(st.integers(0, 6))):
        after = position.play(data.draw(st.sampled_from(position.legal_columns())))
        position = position if after.outcome() is not None else after
    tree = exact_tree.record(position, exact_tree.solve_columns(position))
    for _ in range(3):
        closed = [row for row in range(len(tree)) if tree.left_out[row]]
        if not closed:
            break
        row = data.draw(st.sampled_from(closed))
        tree = exact_tree.open_node(tree, row).tree
        check(tree)
    for row in range(len(tree)):
        position = tree.position(row)
        if position.outcome() is None:
            side = 1 if position.to_move == tree.maximizer else -1
            assert sign(int(tree.value[row])) == side * solve(position).sign


def test_stopped_it_has_no_tree():
    """A watch that was stopped before leaves no tree and no columns made up."""
    watch = Watch()
    watch.stop()
    result = load("perfect").choose(Position.from_moves("44444152"), Limits(), watch)
    assert result.column is None
    assert result.tree is None
    assert not result.complete
    assert result.reason == ""


def test_it_is_explained_and_saved():
    """A node that is not opened says it is exact and how to go on; the tree goes through a file unchanged."""
    tree = exact_tree.record(LATE, exact_tree.solve_columns(LATE))
    row = next(row for row in range(1, len(tree)) if tree.left_out[row])
    assert "is exact" in story(tree, row, ("Red", "Yellow"))
    assert "Open this node to solve its columns" in story(tree, row, ("Red", "Yellow"))
    again = decode(encode(tree))
    assert (again.rows == tree.rows).all()


def test_stopped_on_the_way_it_says_what_it_knows(monkeypatch):
    """The move is the best column that was finished; one known in part is told with its bound, and there is no tree."""
    news = [ColumnNews(3, -2, -2), ColumnNews(2, -1, -1), ColumnNews(4, -3, 8), ColumnNews(4, 1, 8)]
    monkeypatch.setattr(exact_tree, "stream_columns", lambda *arguments, **named: iter(news))
    result = exact_tree.decide(LATE, recording=True, watch=(watch := Watch()))
    assert result.column == 2
    assert result.principal_variation == (2,)
    assert not result.complete
    assert result.tree is None
    assert [result.columns[column].bound for column in (2, 3, 4)] == [EXACT, EXACT, LOWER]
    assert set(watch.columns) == {2, 3}  # those that a bar counts


def test_of_equally_good_columns():
    """The nearest to the middle is played; with a seed any of them, and the same seed plays the same."""
    assert best_columns({0: 1, 6: 2, 4: 2, 2: 2}, STANDARD) == [2, 4, 6]
    assert best_columns({}, STANDARD) == []
    start = Position.from_moves("44444152")  # columns 2 and 5 win late, the others do not: column 6 alone wins at once
    table = Table()
    assert {exact_tree.decide(start, table=table, seed=seed).column for seed in range(9)} == {5}
    even = Position.from_moves("444444")
    best = best_columns({column: value.points for column, value in exact_tree.decide(even).columns.items()}, STANDARD)
    assert len(best) > 1
    assert exact_tree.decide(even).column == best[0]
    assert {exact_tree.decide(even, seed=seed).column for seed in range(30)} == set(best)
