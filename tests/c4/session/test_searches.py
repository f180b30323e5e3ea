"""What a session keeps of its searches: one tree for each position, within a budget, and saved trees."""

from sessions import play

from c4.agents import HUMAN


def test_every_move_keeps_its_tree_and_going_back_brings_it_back(session):
    """Each searched position keeps its tree; the board's, or the last before it, is shown."""
    game = session()
    play(game, 3, 0)
    trees = {result.position.ply: result for result in map(game.searches.with_tree, game.line) if result is not None}
    assert list(trees) == [1, 3]
    assert game.shown_search is trees[3]
    game.go_to(1)
    assert game.shown_search == trees[1]
    assert game.age(game.shown_search) == 0
    assert game.paused
    assert not game.thinking, "a machine that one looks back to does not move"
    game.go_to(2)
    assert game.shown_search == trees[1]
    assert game.age(game.shown_search) == 1
    assert not game.paused
    game.redo()
    assert game.shown_search is trees[3]


def test_nothing_of_another_game_is_looked_at(session):
    """After New or a pasted position nothing that was found before is shown; undoing New brings it back."""
    game = session()
    play(game, 3)
    result = game.shown_search
    for leave in (game.new_game, lambda: game.set_up("44")):
        leave()
        assert game.shown_search is None
        assert game.newest is None
    game.new_game()
    game.undo()
    assert game.shown_search is None, "a pasted position was before it"
    game = session()
    play(game, 3)
    result = game.shown_search
    game.new_game()
    game.undo()
    assert game.shown_search is result


def test_the_newest_search_is_that_of_whoever_moved_last(session):
    """A machine without tree and values is the newest all the same; the tree before tells its age."""
    game = session()
    play(game, 3)
    first = game.shown_search
    game.set(seats=(HUMAN, "random"))
    play(game, 0)
    assert game.newest.decision.tree is None
    assert game.newest.position.ply == 3
    assert game.shown_search is first
    assert game.age(first) == 3


def test_trees_are_let_go_oldest_first_within_the_memory_budget(session):
    """Beyond the budget the oldest trees go, not their results; the newest always stays."""
    from c4.session.searches import Searches, tree_bytes

    game = session()
    stored = []
    for column in (3, 0, 6):
        play(game, column)
        stored.append(game.shown_search)
    searches = Searches(budget=tree_bytes(stored[1]) + tree_bytes(stored[2]))
    assert searches.keep(stored[0]) == 0
    assert searches.keep(stored[1]) + searches.keep(stored[2]) >= 1
    assert searches.bytes <= searches.budget
    assert searches.with_tree(stored[0].position) is None
    assert searches.newest(stored[0].position).decision.columns == stored[0].decision.columns
    assert searches.newest(stored[0].position).decision.tree is None
    assert searches.with_tree(stored[2].position) is stored[2]


def test_a_saved_tree_is_looked_at_until_the_board_changes(session):
    """An opened tree comes before the game's own, belongs to no position of it, and goes at the next move."""
    from c4.evaluators import load
    from c4.game.position import Position
    from c4.search.fixed_depth import search

    game = session()
    play(game, 3)
    own = game.shown_search
    tree = search(Position.from_moves("1122"), 3, load("v2")).tree
    game.take_tree(tree)
    assert game.shown_search.decision.tree is tree
    assert game.age(game.shown_search) is None
    play(game, 0)
    assert game.shown_search.decision.tree is not tree
    assert game.shown_search is not own


def test_reading_changes_nothing(session):
    """Looking at searches never decides which tree is evicted, and does not count as a change; standing there does."""
    game = session()
    for column in (3, 0, 6):
        play(game, column)
    revision = game.revision
    order = list(game.searches._trees)
    for position in game.line:
        game.searches.with_tree(position)
        game.searches.newest(position)
    assert game.shown_search is not None
    assert game.newest is not None
    game.searches.behind_moves().clear()
    assert game.revision == revision
    assert list(game.searches._trees) == order
    assert game.searches.behind_moves()
    game.go_to(2)
    assert game.revision > revision
    assert list(game.searches._trees)[-1] == (game.shown_search.position, False), "the tree that is shown stays longest"


def test_every_change_has_a_revision(session):
    """Moves, settings, hints and a stop are noticed by their revision; a poll without news is not."""
    game = session()
    seen = [game.revision]
    for change in (
        lambda: play(game, 3),
        lambda: game.set(depth=9),
        lambda: game.undo(),
        lambda: game.analyse(),
        lambda: game.stop(),
        lambda: game.new_game(),
    ):
        change()
        assert game.revision > seen[-1]
        seen.append(game.revision)
    game.poll()
    game.poll()
    assert game.revision == seen[-1]
