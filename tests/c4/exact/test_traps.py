"""The traps that ship: plain UCT walks into them, alpha-beta sees them, and exact values say who is right."""

import pytest

from c4.evaluators import load
from c4.exact.comparison import exact_scores
from c4.exact.traps import TRAPS
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.values import WIN_FLOOR, sign
from c4.mcts.search import search as simulate
from c4.search.fixed_depth import search
from c4.tree.selection import Selection

PLAIN = Selection(wins=False, proofs=False)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.moves)
def test_it_is_a_trap(trap):
    """The lure loses and the right columns keep the result; alpha-beta sees that, and plain UCT mostly does not."""
    position = trap.position
    scores = exact_scores(position)
    best = sign(max(scores.values()))
    assert best >= 0
    assert tuple(column for column, score in scores.items() if sign(score) == best) == trap.right
    assert scores[trap.lure] < 0

    v2 = load("v2")
    assert search(position, trap.depth, v2).column != trap.lure
    after = position.play(trap.lure)
    assert search(after, trap.depth - 1, v2).value.points >= WIN_FLOOR
    assert search(after, trap.depth - 2, v2).value.points < WIN_FLOOR

    played = [simulate(position, 1000, selection=PLAIN, seed=seed, budget=0).column for seed in range(10)]
    assert played.count(trap.lure) >= 6
    assert f"olumn {trap.lure + 1}" in trap.about
    assert f"olumn {trap.right[0] + 1}" in trap.about


def winners(moves):
    """The columns (as they are written, from 1) that win after these moves, and how many there are to choose from."""
    scores = exact_scores(Position.from_moves(moves))
    return {column + 1 for column, score in scores.items() if score > 0}, len(scores)


def test_what_the_explanations_say_is_so():
    """The replies that they name win, and those of which they say so lose, by exact values."""
    two_threats, one_reply, two_in_a_row = TRAPS
    assert winners(two_threats.moves) == ({1}, 6)
    assert winners(two_threats.moves + "53")[0] == set(), "column 3 threatens in columns 1 and 3"
    assert 1 in winners(two_threats.moves + "533")[0]
    assert 3 in winners(two_threats.moves + "531")[0]
    assert winners(one_reply.moves)[0] == {1, 4, 6, 7}
    assert winners(one_reply.moves + "2") == ({2}, 6)
    assert winners(one_reply.moves + "22")[0] == set()
    assert winners(two_in_a_row.moves)[0] == set()
    assert {4, 5} <= winners(two_in_a_row.moves + "6")[0]
    for reply in (4, 5):
        answers = exact_scores(Position.from_moves(f"{two_in_a_row.moves}6{reply}"))
        assert max(answers.values()) < 0
    assert winners(two_in_a_row.moves + "644") == ({5}, 7)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.moves)
def test_the_line_refutes_the_lure(trap):
    """The line begins with the lure and ends with a win of the other side, within the depth that sees it."""
    assert trap.line.startswith(format_columns([trap.lure]))
    assert len(trap.line) == trap.depth
    end = trap.position.after(int(column) - 1 for column in trap.line)
    assert end.outcome().winner == 1 - trap.position.to_move
