"""The session without a window: playing, undoing, settings, stopping, opening parts of the tree."""

from functools import partial

import pytest
from refusal import refused
from sessions import play, settle

from c4.agents import AGENTS, HUMAN
from c4.game.rules import COUNT_LINES, Rules
from c4.session.events import Changed, Expanded, Moved, SearchResult

DEEP = 42


def test_nobody_plays_for_the_other_side(session):
    """A stone dropped while the machine is to move is refused in words, and nothing changes."""
    game = session(depth=DEEP)
    game.play(3)
    with refused("not your turn"):
        game.play(3)
    assert game.moves() == "4"


def test_answers_to_old_requests_are_dropped(session):
    """However often the depth changes during a search, exactly one answer is played."""
    game = session(depth=DEEP)
    game.play(3)
    for depth in (41, 40, 5, 30, 3, 2):
        game.set(depth=depth)
    events = settle(game)
    assert sum(isinstance(event, Moved) for event in events) == 2
    assert game.shown_search.decision.tree.depth == 2


def test_an_analysis_moves_nobody(session):
    """An analysis searches the position on the board, leaves the board alone, and is not stale."""
    game = session()
    game.analyse()
    events = settle(game)
    assert [type(event) for event in events] == [SearchResult]
    assert events[0].analysis
    assert events[0].decision.column == 3
    assert game.moves() == ""
    assert game.age(game.shown_search) == 0


def test_undo_takes_back_a_pair_and_redo_brings_it_back(session):
    """Undo goes to the last time the person was to move, redo forward again."""
    game = session()
    play(game, 3, 0)
    complete = game.moves()
    game.undo()
    assert game.moves() == complete[:2]
    assert game.can_redo
    game.undo()
    assert game.moves() == ""
    assert not game.can_undo
    game.redo()
    game.redo()
    assert game.moves() == complete
    assert not game.can_redo
    assert not game.thinking


def test_undo_while_it_thinks_takes_back_only_the_persons_stone(session):
    """Undoing during the machine's search stops it and takes the last stone back."""
    game = session(depth=DEEP)
    game.play(3)
    game.undo()
    assert not game.thinking
    assert game.moves() == ""
    assert settle(game) == [Moved(3, 0), Changed()]


def test_other_rules_begin_a_new_game(session):
    """New rules begin a new game on the new board, and Undo goes back to the old board."""
    game = session(seats=(HUMAN, HUMAN))
    game.play(3)
    game.set(rules=Rules(4, 5, 3, COUNT_LINES))
    assert game.position.rules.columns == 5
    assert game.moves() == ""
    game.undo()
    assert game.moves() == "4"
    assert game.settings.rules == Rules()


def test_the_starter_changes_who_has_the_first_move(session):
    """With the second seat beginning, the machine in it moves first, in its own colour."""
    game = session()
    game.set(starter=1)
    events = settle(game)
    assert Moved(3, 1) in events
    assert game.seat(0) == 1
    assert game.humans_turn


def test_a_starter_chosen_during_a_game_waits_for_the_next(session):
    """Changing who starts leaves a running game alone."""
    game = session(seats=(HUMAN, HUMAN))
    game.play(3)
    game.set(starter=1)
    assert game.seat(0) == 0
    game.new_game()
    assert game.seat(0) == 1


def test_two_machines_play_to_the_end(session):
    """Engine against engine goes on by itself until the game is over."""
    game = session(seats=("alphabeta", "minimax"), depth=2)
    game.go()
    settle(game)
    assert game.position.outcome() is not None


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_can_sit_in_a_seat(session, agent):
    """Each agent of the registry answers a move with a legal column, and makes the first one."""
    game = session(seats=(HUMAN, agent), depth=2)
    play(game, 3)
    assert len(game.moves()) == 2
    game.set(starter=1)
    game.new_game()
    settle(game)
    assert len(game.moves()) == 1


def test_impossible_settings_are_refused_and_change_nothing(session):
    """A value that cannot be raises a sentence and leaves the settings as they were."""
    game = session()
    before = game.settings
    wrong = {"depth": (0, "6"), "evaluator": ("nobody",), "seats": (("human", "nobody"),), "time_ms": (0, "1")}
    for name, values in (wrong | {"algorithm": ("random",)}).items():
        for value in values:
            with refused():
                partial(game.set, **{name: value})()
    assert game.settings == before


def test_perfect_play_leaves_exact_values_and_their_tree(session):
    """The perfect agent's move leaves values for the strip and a tree of them, in which a node opens further."""
    game = session(seats=(HUMAN, "perfect"))
    play(game, 3)
    tree = game.shown_search.decision.tree
    assert game.newest is game.shown_search
    assert tree.algorithm == "perfect"
    assert len(tree) == 8
    assert len(game.newest.decision.columns) == 7
    game.expand(1)
    events = settle(game, lambda events: any(isinstance(event, Expanded) for event in events))
    assert game.shown_search.decision.tree.children(1), events
    with refused("there is no tree yet"):
        session().expand(0)
