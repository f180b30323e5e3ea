"""What the engine shows of a position: the value of every column, deeper and deeper, and what an ingredient saves."""

from dataclasses import replace
from time import thread_time

import pytest
from refusal import refused

from c4.engine import analysis
from c4.engine.analysis import Column, Saving, deepen, savings
from c4.engine.deepening import longest_depth, search
from c4.engine.ingredients import INGREDIENTS, PLAIN, USUAL
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.game.values import EXACT, WIN, WIN_FLOOR, Value
from c4.search import fixed_depth
from c4.search.watch import Watch

LATE = "2252576253462244111563365343671351"
"""A game with eight empty cells left."""

LONG_MS = 600_000


def shown(position: Position) -> dict[int, list[Column]]:
    """All that is shown of each column until every one is decided."""
    news: dict[int, list[Column]] = {}
    for column in deepen(position, V2(), time_ms=LONG_MS, watch=Watch(), options=PLAIN):
        news.setdefault(column.column, []).append(column)
    return news


@pytest.mark.parametrize("moves", [LATE, "4453", "44415"])
def test_every_column_has_the_value_of_plain_alphabeta(moves):
    """Each value shown is that of alpha-beta to the depth that stands beside it, for the side to move."""
    position = Position.from_moves(moves)
    watch = Watch()
    for column, value, line, depth in deepen(position, V2(), time_ms=LONG_MS, watch=watch, options=PLAIN):
        after = position.play(column)
        truth = fixed_depth.search(after, max(1, depth - 1), V2(), maximizer=position.to_move, budget=0)
        assert value == truth.value
        assert value.bound == EXACT
        assert line[0] == column
        assert 1 <= len(line) <= depth
        if depth > 3:
            watch.stop()


@pytest.mark.parametrize("rules", [STANDARD, replace(STANDARD, scoring=COUNT_LINES)], ids=str)
def test_columns_are_shown_every_two_plies_until_they_are_decided(rules):
    """The depths are 3, 5 and so on; the last one decides the column, or sees the end of the game."""
    position = Position.from_moves(LATE, rules)
    for columns in shown(position).values():
        depths = [column.depth for column in columns]
        *earlier, last = columns
        assert depths[:-1] == list(range(3, last.depth, 2))
        assert not any(is_decided(column.value, rules) for column in earlier)
        assert is_decided(last.value, rules) or last.depth == longest_depth(position)


def is_decided(value: Value, rules: Rules) -> bool:
    return rules == STANDARD and abs(value.points) >= WIN_FLOOR


def test_the_middle_comes_first():
    """Of each depth the columns come in the order of the search, nearest to the middle first."""
    watch = Watch()
    order = []
    for column in deepen(Position(), V2(), time_ms=LONG_MS, watch=watch):
        order.append(column.column)
        if len(order) == 14:
            watch.stop()
    assert order[:14] == 2 * [3, 2, 4, 1, 5, 0, 6]


def test_a_column_that_ends_the_game_is_shown_once_and_first():
    """It has its final value and no line but itself: a win, or the draw of a full board."""
    watch = Watch()
    columns = []
    for column in deepen(Position.from_moves("112233"), V2(), time_ms=LONG_MS, watch=watch):
        columns.append(column)
        if column.depth > 3:
            watch.stop()
    assert columns[0] == Column(3, Value(WIN - 7, EXACT), (3,), 1)
    assert 3 not in [column.column for column in columns[1:]]
    last = Position.from_moves("1212343", Rules(2, 4, 4))
    assert list(deepen(last, V2(), time_ms=LONG_MS, watch=Watch())) == [Column(3, Value(0, EXACT), (3,), 1)]


def test_a_column_that_loses_at_once_is_decided_by_the_reply():
    """It is shown once, after two plies."""
    watch = Watch()
    columns = []
    for column in deepen(Position.from_moves("11223"), V2(), time_ms=LONG_MS, watch=watch, options=PLAIN):
        columns.append(column)
        if column.depth > 3:
            watch.stop()
    lost = [column for column in columns if column.column != 3]
    assert sorted(column.column for column in lost) == [0, 1, 2, 4, 5, 6]
    assert {(column.value.points, column.line[1:], column.depth) for column in lost} == {(7 - WIN, (3,), 2)}


def test_the_time_ends_it():
    """A search that would never finish ends with its time."""
    assert all(column.depth < 40 for column in deepen(Position(), V2(), time_ms=20, watch=Watch()))


@pytest.mark.parametrize(
    ("on", "nodes", "other_nodes", "saved"),
    [(True, 25, 100, 0.75), (True, 100, 50, -1), (False, 100, 25, 0.75), (False, 25, 50, -1), (True, 7, 7, 0)],
)
def test_what_is_saved_is_a_part_of_the_search_without_the_ingredient(on, nodes, other_nodes, saved):
    """Nodes and time alike, whichever of the two searches is the one with the ingredient; more is less than nothing."""
    saving = Saving(
        "table",
        on,
        9,
        nodes=nodes,
        other_nodes=other_nodes,
        time=nodes / 1000,
        other_time=other_nodes / 1000,
        more=False,
    )
    assert saving.saved == pytest.approx((saved, saved))


@pytest.fixture
def short(monkeypatch):
    """Searches of some hundred nodes show what an ingredient saves; returns the arguments of every search."""
    searches = []

    def noted(position, evaluator, **limits):
        searches.append(limits)
        return search(position, evaluator, **limits)

    monkeypatch.setattr(analysis, "search", noted)
    monkeypatch.setattr(analysis, "ENOUGH_NODES", 300)
    return searches


def test_savings_are_those_of_the_first_depth_that_is_enough(short):
    """The nodes are those of the search with each ingredient as it is and with it switched, to the same depth."""
    position = Position.from_moves("4453")
    options = replace(USUAL, killers=False)
    found = list(savings(position, V2(), options, Watch()))
    assert [saving.name for saving in found] == list(INGREDIENTS)
    for saving in found:
        assert saving.on == getattr(options, saving.name)
        other = replace(options, **{saving.name: not saving.on})
        assert saving.nodes == search(position, V2(), depth=saving.depth, options=options).nodes >= 300
        assert saving.nodes > search(position, V2(), depth=saving.depth - 1, options=options).nodes < 300
        assert saving.other_nodes == search(position, V2(), depth=saving.depth, options=other).nodes
        assert not saving.more
        assert 0 < saving.time < thread_time()
        assert 0 < saving.other_time < thread_time()


def test_each_search_is_measured_five_times_unless_the_difference_is_plain(short, monkeypatch):
    """In turns with the unchanged one; once where the other search visits more than so many times the nodes."""
    position = Position.from_moves("4453")
    watch = Watch()
    next(savings(position, V2(), USUAL, watch))
    before = next(place for place, limits in enumerate(short) if not limits["options"].pvs)
    assert [limits["options"].pvs for limits in short[before - 1 :]] == 5 * [True, False]
    monkeypatch.setattr(analysis, "PLAIN_FACTOR", 0)
    short.clear()
    next(savings(position, V2(), USUAL, Watch()))
    assert [limits["options"].pvs for limits in short[-2:]] == [True, False]
    assert sum(not limits["options"].pvs for limits in short) == 1


def test_a_search_without_an_ingredient_is_given_up(short, monkeypatch):
    """At so many times the nodes of the search with it; then the figures are only lower bounds, which is said."""
    monkeypatch.setattr(analysis, "ENOUGH_NODES", 1000)
    monkeypatch.setattr(analysis, "GIVE_UP_FACTOR", 2)
    position = Position.from_moves("4453")
    found = list(savings(position, V2(), USUAL, Watch()))
    for saving in found:
        other = replace(USUAL, **{saving.name: not saving.on})
        whole = search(position, V2(), depth=saving.depth, options=other).nodes
        limit = 2 * saving.nodes
        assert saving.more == (whole >= limit)
        assert saving.other_nodes == whole or limit <= saving.other_nodes < whole
    assert {saving.more for saving in found} == {True, False}


def test_savings_are_measured_from_the_first_depth_to_the_last(short, monkeypatch):
    """Depth 1 if that is enough, and the end of the game where nothing is."""
    last_two = Position.from_moves("121234", Rules(2, 4, 4))
    assert {saving.depth for saving in savings(last_two, V2(), PLAIN, Watch())} == {2}
    monkeypatch.setattr(analysis, "ENOUGH_NODES", 1)
    assert next(savings(Position(), V2(), USUAL, Watch())).depth == 1


def test_savings_end_with_a_stop_and_with_the_game(short):
    """A stop ends them; a small board is solved before a search is long enough; a finished game is refused."""
    watch = Watch()
    found = savings(Position(), V2(), USUAL, watch)
    next(found)
    watch.stop()
    assert list(found) == []
    small = Position(rules=Rules(3, 3, 3))
    depths = {saving.depth for saving in savings(small, V2(), USUAL, Watch())}
    assert depths <= set(range(1, 10))
    with refused("the game is over"):
        next(savings(Position.from_moves("1212121"), V2(), USUAL, Watch()))
