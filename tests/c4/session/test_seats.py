"""Seats of a session: agents that learn from its games, and limits of their own."""

import json
import time

import pytest
from refusal import refused
from sessions import play, settle

from c4 import agents
from c4.agents import AGENTS, HUMAN, Entry
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.game.columns import format_columns
from c4.models import default_path
from c4.search.decision import Decision
from c4.session.events import Failed, Moved, SearchResult
from c4.session.settings import WINDOW_DEFAULTS, Settings, from_json, to_json


class Student:
    """An agent that plays the first legal column and remembers what it is taught."""

    def __init__(self) -> None:
        self.lessons = []

    def choose(self, position, limits, watch=None):
        return Decision(position.legal_columns()[0], reason="the first")

    def learn(self, start, moves, side, limits):
        self.lessons.append((start.ply, format_columns(moves), side))


@pytest.fixture
def student(monkeypatch):
    """The one student that every session meets under the name "student"."""
    student = Student()
    monkeypatch.setitem(AGENTS, "student", Entry("Student", "learns", "nowhere:Student", learns=True))
    load = agents.load

    def load_or_meet(name):
        return student if name == "student" else load(name)

    monkeypatch.setattr(agents, "load", load_or_meet)
    return student


def finish(game, columns=(1, 1, 1, 1)) -> None:
    """A person plays these columns against the student until somebody wins; then its lesson is over."""
    play(game, *columns)
    game._thinker.tell(lambda: None)
    while game._thinker._queued:
        game.poll()
        time.sleep(0.002)


def test_an_ended_game_is_learned_from_once(session, student):
    """An agent that learns is taught a game once, when it ends, with all its moves and its side."""
    game = session(seats=(HUMAN, "student"))
    finish(game, (1, 1, 1))
    assert student.lessons == []
    finish(game, (1,))
    assert student.lessons == [(0, "2121212", 1)]
    game.undo()
    finish(game, (1,))
    game.undo()
    game.redo()
    finish(game, ())
    assert student.lessons == [(0, "2121212", 1)]
    game.new_game()
    game.set(starter=1)
    game.new_game()
    finish(game, ())
    finish(game, (1, 1, 1))
    assert student.lessons[1:] == [(0, "1212121", 0)]


def test_an_abandoned_game_teaches_nothing(session, student):
    """A game that is left before its end is not learned from, nor is a set-up position."""
    game = session(seats=(HUMAN, "student"))
    finish(game, (1, 1))
    game.new_game()
    game.set_up("212121")
    finish(game, (1,))
    assert game.position.outcome() is not None
    assert student.lessons == []


def test_learning_can_be_switched_off(session, student):
    """With `learn` off nobody is taught."""
    game = session(seats=(HUMAN, "student"), learn=False)
    finish(game)
    assert student.lessons == []


def test_a_lesson_that_fails_is_told(session, student, monkeypatch):
    """What an agent could not learn is told in its sentence, and the game stays as it is."""

    def fail(*lesson):
        raise C4Error("the memory cannot be written")

    monkeypatch.setattr(student, "learn", fail)
    game = session(seats=(HUMAN, "student"))
    play(game, 1, 1, 1)
    game.play(1)
    events = []
    while not any(isinstance(event, Failed) for event in events):
        events += game.poll()
        time.sleep(0.002)
    assert Failed("the memory cannot be written") in events
    assert game.position.outcome() is not None


def test_seats_with_limits_of_their_own():
    """Two agents keep their own options; opposite a person they are everybody's; a change by hand ends it."""
    usual = Settings()
    model = str(default_path("windows"))
    two = usual.seated("engine:time_ms=20", f"alphabeta:depth=3,model={model}")
    assert two.seats == ("engine", "alphabeta")
    assert two.limits_of("engine", 0).time_ms == 20
    assert two.limits_of("alphabeta", 0).time_ms == 20
    assert two.limits_of("alphabeta", 1) == Limits(3, "windows", model)
    assert two.limits == usual.limits
    assert two.changed(depth=5).own == (None, None)
    assert two.changed(seats=("engine", "random")).own == (two.own[0], None)
    one = usual.seated(None, f"greedy:model={model}")
    assert one.seats == ("human", "greedy")
    assert one.own == (None, None)
    assert one.limits_of("greedy", 1) == Limits(6, "windows", model)
    assert usual.seated(None, None) == usual
    with refused("unknown agent"):
        usual.seated("nobody", None)


def test_each_seat_plays_by_its_own_limits(session):
    """A game between two agents with different depths is played with both: each recorded search has its own."""
    game = session()
    settings = game.settings.seated("minimax:depth=1", "minimax:depth=2")
    game.set(seats=settings.seats, own=settings.own)
    events = settle(game, until=lambda events: sum(isinstance(event, Moved) for event in events) >= 6)
    depths = {event.position.ply % 2: event.decision.tree.depth for event in events if isinstance(event, SearchResult)}
    assert depths == {0: 1, 1: 2}


def test_limits_of_one_seat():
    """Depth, time and evaluator can be set for one seat, and for your own search alone; the others keep theirs."""
    usual = Settings(seats=("alphabeta", "engine"))
    one = usual.for_seat(1, time_ms=35.5).for_seat(0, depth=3, evaluator="windows")
    assert one.limits_of("alphabeta", 0).depth == 3
    assert one.limits_of("alphabeta", 0).evaluator == "windows"
    assert one.limits_of("alphabeta", 0).time_ms is None
    assert one.limits_of("engine", 1).time_ms == 35.5
    assert one.limits == usual.limits
    assert one.for_seat(0, depth=4).limits_of("alphabeta", 0).evaluator == "windows"
    yours = one.for_analysis("minimax", depth=9)
    assert yours.algorithm == "minimax"
    assert yours.analysis_limits().depth == 9
    assert yours.limits == usual.limits
    assert yours.limits_of("alphabeta", 0).depth == 3
    assert from_json(WINDOW_DEFAULTS, json.loads(json.dumps(to_json(yours)))).analysis == yours.analysis
    assert from_json(WINDOW_DEFAULTS, json.loads(json.dumps(to_json(usual)))).analysis is None
    assert one.for_seat(0, HUMAN).own == (None, one.own[1])
    assert one.for_seat(0, "minimax").limits_of("minimax", 0).depth == 3
    assert usual.for_seat(0, time_ms=5, depth=2).depth_governs() == ("seats", "analysis")
    for wrong in ({"depth": 0}, {"time_ms": 0}, {"evaluator": "nobody"}):
        with pytest.raises(C4Error):
            usual.for_seat(0, **wrong)


@pytest.mark.parametrize(("seats", "seconds"), [(("random", "perfect"), 60), ((HUMAN, "random"), 2)])
def test_a_move_takes_its_least_time(seats, seconds):
    """A pace holds between two agents, a pause before the reply to a person."""
    assert Settings(seats=seats, pace=60, pause=2).least_seconds() == seconds


@pytest.mark.parametrize("wrong", [{"pace": -1}, {"pace": 61}, {"pause": -1}, {"pause": 2.1}, {"pause": "1"}])
def test_an_impossible_least_time_is_refused(wrong):
    """The sentence names the range."""
    with refused(match=r"must be from 0 to (60|2) seconds"):
        Settings(**wrong)


def test_a_reply_waits_for_the_pause(session):
    """The reply to a person comes after the pause, and not before; without one, as soon as it is there."""
    game = session(seats=(HUMAN, "random"), pause=0.3)
    since = time.monotonic()
    play(game, 3)
    assert len(game.moves()) == 2
    assert time.monotonic() - since >= 0.3
