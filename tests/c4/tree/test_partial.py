"""The tree of a running search: cut off after any row, it tells nothing that the finished one denies."""

import threading
import time

import pytest
from patience import LONG

from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import EXACT, LOWER, NO_BOUND
from c4.search.fixed_depth import search
from c4.search.watch import Watch
from c4.tree.partial import tree_so_far
from c4.tree.playback_words import known


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_after_any_row_it_bounds_what_the_search_will_find(algorithm):
    """What has ended is recorded as in the whole tree, and nodes that are still searched have sizes that add up."""
    tree = search(Position.from_moves("44"), 4, load("v2"), algorithm).tree
    for used in (5, 9, 60, 123, len(tree) // 2, len(tree)):
        part = tree_so_far(tree, used, 10**6)
        rows = part.tree.rows
        now = part.open
        end = len(rows)
        assert end == used - 2
        assert now[0] == 0
        assert rows["size"][0] == end
        done = [row for row in range(end) if row not in now]
        assert (rows[done] == tree.rows[done]).all()
        for row in now:
            assert sum(int(rows["size"][child]) for child in part.tree.children(row)) == rows["size"][row] - 1
            message = rows["bound"][row]
            value = rows["value"][row]
            final = tree.value[row]
            assert message in (LOWER, NO_BOUND) if tree.is_max(row) else message != LOWER
            if message != NO_BOUND and tree.bound[row] == EXACT:
                assert value <= final if tree.is_max(row) else value >= final


def test_what_is_known_narrows_the_window_only_in_a_search_that_has_one():
    """Of the root after its first reply: alpha-beta has raised alpha to that value, plain minimax has no window."""
    windows = {}
    for algorithm in ("alphabeta", "minimax"):
        tree = search(Position.from_moves("44"), 3, load("v2"), algorithm).tree
        second = tree.children(0)[1]
        windows[algorithm] = known(tree_so_far(tree, second + 3, 10**6), 0).window
        first = str(tree.value[1]).replace("-", "−")
    assert windows == {"alphabeta": (first, "+∞"), "minimax": ("−∞", "+∞")}


def test_next_to_nothing_is_no_tree():
    """A search that has recorded no node yet has no tree, and a tree has at most as many rows as are asked for."""
    tree = search(Position(), 2, load("v2"), "alphabeta").tree
    assert tree_so_far(tree, 2, 100) is None
    assert len(tree_so_far(tree, 30, 10).tree) == 10


def test_a_running_search_is_watched_until_it_ends():
    """A part can be had while the search runs, and none after it."""
    watch = Watch()
    position = Position()
    worker = threading.Thread(target=lambda: search(position, 30, load("v2"), "minimax", budget=5_000, watch=watch))
    worker.start()
    until = time.monotonic() + LONG
    while (part := watch.tree(3_000)) is None and time.monotonic() < until:
        time.sleep(0.01)
    watch.stop()
    worker.join()
    assert part.open[0] == 0
    assert 2 <= len(part.tree) <= 3_000
    assert watch.tree(3_000) is None
