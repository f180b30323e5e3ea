"""Positions that a search visited more than once, against the positions of all rows one by one."""

from collections import defaultdict

import numpy as np
from hypothesis import given
from often import often
from recorded import trees

from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.repeats import find_repeats


def place_of(tree, row):
    """The discs and the side to move, or those of the mirror image if they are smaller."""
    position = tree.position(row)
    image = position if tree.root.rules.turn_every else position.mirror()
    return min((position.stones, position.to_move), (image.stones, image.to_move))


def visits_by_position(tree):
    visits = defaultdict(list)
    for row in np.flatnonzero(tree.was_searched).tolist():
        visits[place_of(tree, row)].append(row)
    return visits


@often(30)
@given(trees(200))
def test_repeats_are_all_visits_of_a_position(tree):
    """What is left out repeats because all its parents do, is a second look at one move, or leads nowhere."""
    visits = visits_by_position(tree)
    found = find_repeats(tree, most=10**6)
    assert found.visited_again == sum(len(rows) - 1 for rows in visits.values())
    listed = {repeat.rows: repeat for repeat in found.repeats}
    assert len(listed) == found.total
    for rows in map(tuple, visits.values()):
        parents = [int(tree.parent[row]) for row in rows]
        places = {place_of(tree, parent) for parent in parents} if rows[0] else set()
        from_parents = len(set(parents)) == len(rows) and len(places) <= 1
        one_move = len({(int(tree.parent[row]), int(tree.move[row])) for row in rows}) == 1
        leads_on = any(tree.size[row] > 1 for row in rows)
        assert (rows in listed) == (len(rows) > 1 and leads_on and not from_parents and not one_move)
    for rows, repeat in listed.items():
        first = tree.position(rows[0]).stones
        assert repeat.mirrored == tuple(tree.position(row).stones != first for row in rows)
        assert repeat.nodes == sum(tree.nodes_below(row) for row in rows[1:])
    assert [repeat.nodes for repeat in found.repeats] == sorted((r.nodes for r in found.repeats), reverse=True)


def test_the_mirror_image_of_a_reply_to_the_empty_board_is_a_repeat():
    """Replies 3 and 5, 2 and 6, 1 and 7 are mirror images, and the total does not depend on how many are listed."""
    tree = search(Position(), 3, V2(), "minimax").tree
    found = find_repeats(tree)
    replies = {
        tuple(int(tree.move[row]) + 1 for row in repeat.rows): repeat
        for repeat in found.repeats
        if all(tree.ply[row] == 1 for row in repeat.rows)
    }
    assert set(replies) == {(3, 5), (2, 6), (1, 7)}
    assert replies[3, 5].mirrored == (False, True)
    assert find_repeats(tree, most=2).total == found.total
    assert len(find_repeats(tree, most=2).repeats) == 2
