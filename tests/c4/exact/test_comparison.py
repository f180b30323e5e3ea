"""Alpha-beta and Monte-Carlo tree search are compared on a position, with exact values as the judge."""

from refusal import refused

from c4.evaluators import load
from c4.exact.comparison import compare, exact_scores
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.game.values import sign
from c4.mcts.search import search
from c4.search.watch import Watch
from c4.tree.moments import after, history
from c4.tree.searchtree import NO_MOVE

LATE = Position.from_moves("44444377353511")


def test_every_column_has_three_opinions():
    """Exact scores, values of alpha-beta and visits stand beside each other, and say who keeps the result."""
    made = compare(LATE, load("v2"), depth=4, simulations=2000)
    scores = exact_scores(LATE)
    best = max(scores.values())
    assert {one.column: one.exact for one in made.columns} == scores
    assert made.keeping == {column for column in scores if sign(scores[column]) == sign(best)}
    assert all(one.alphabeta is not None for one in made.columns)
    assert sum(one.simulated.visits for one in made.columns) == len(made.simulated.tree.simulations) - 1
    for decision, work in ((made.alphabeta, made.alphabeta_work), (made.simulated, made.simulated_work)):
        assert (decision.column in made.keeping) == (work.settled is not None)


def test_before_a_search_has_settled_it_chose_otherwise():
    """One simulation before, its column would have given the result away."""
    made = compare(Position.from_moves("6572575241473552"), load("v2"), depth=3, simulations=200)
    settled = made.simulated_work.settled
    assert settled == 5
    wrong, _ = after(made.simulated.tree, settled - 1)
    assert wrong.move[wrong.best_child(0)] not in made.keeping


def test_where_nothing_is_exact_nobody_is_judged():
    """Where lines are counted there are no exact scores, and the searches stand beside each other alone."""
    position = Position(rules=Rules(4, 4, 3, COUNT_LINES))
    made = compare(position, load("v1"), depth=3, simulations=100)
    assert made.keeping is None
    assert made.simulated_work.settled is made.alphabeta_work.settled is None
    assert all(one.exact is None for one in made.columns)


def test_a_stopped_comparison_is_none():
    """A comparison that is stopped has no result, and there is none after the end of a game."""
    watch = Watch()
    watch.stop()
    assert compare(LATE, load("v2"), watch=watch) is None
    with refused("nothing to compare"):
        compare(Position.from_moves("1212121"), load("v2"))


def test_the_history_is_that_of_the_moments():
    """After every simulation visits and the column played are those of the tree at that moment."""
    for position, evaluator in ((LATE, None), (Position.from_moves("4455"), None), (LATE, load("v2"))):
        tree = search(position, 150, evaluator).tree
        past = history(tree)
        assert past.played[0] == NO_MOVE
        for number in range(1, len(tree.simulations) + 1):
            part, rows = after(tree, number)
            place = {int(row): index for index, row in enumerate(rows)}
            visits = [int(part.samples.visits[place[row]]) if row in place else 0 for row in past.rows.tolist()]
            assert past.visits[number - 1].tolist() == visits
            best = part.best_child(0)
            assert past.played[number - 1] == (NO_MOVE if best is None else part.move[best])


def test_when_a_search_has_settled():
    """It settles after the last simulation in which it would have played another column."""
    tree = search(LATE, 300).tree
    past = history(tree)
    final = int(past.played[-1])
    settled = past.settled([final])
    assert (past.played[settled - 1 :] == final).all()
    assert settled == 1 or past.played[settled - 2] != final
    assert past.settled([]) is None
    assert past.settled(range(-1, 7)) == 1
