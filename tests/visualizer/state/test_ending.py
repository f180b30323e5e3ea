"""What the card at the end of a game says.  Needs no display."""

from dataclasses import replace

import pytest

from c4.agents import HUMAN
from c4.game.rules import Rules
from c4.search.watch import Watch
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App
from visualizer.state.ending import WHY_LOST, ending_of
from visualizer.state.preferences import PLAY, Preferences
from visualizer.state.review import Findings, Reviewed, fill

LOST = "461415757525"
"""The first player does not stop three in a column, and loses."""


@pytest.fixture
def played():
    apps = []

    def play(moves, seats=(HUMAN, "child"), **settings):
        """An app in which this game was played, with these seats."""
        session = Session(Settings(seats=(HUMAN, HUMAN), **settings))
        app = App(session, Preferences(mode=PLAY, animation=False))
        apps.append(app)
        for digit in moves:
            app.game.play(int(digit) - 1)
        session.set(seats=seats)
        app.sync()
        return app

    yield play
    for app in apps:
        app.close()


def reviewed(app):
    """The complete review of the game on the board."""
    empty = Reviewed.of(app.session.game)
    findings = Findings()
    fill(empty, findings, Watch(), None)
    return replace(empty, rows=tuple(findings.rows), checked=findings.checked, lines=findings.lines)


def card(app, review):
    state = app.state
    return ending_of(state.game, state.settings, app.names(), review)


def test_a_game_that_you_lost(played):
    """Who won in how many moves, how both played, the mistake with its reason, and what to do next."""
    app = played(LOST)
    ending = card(app, reviewed(app))
    assert ending.title == "Child won in 6 moves"
    assert [(figure.number, figure.words) for figure in ending.figures] == [
        ("1 of 6", "best moves"),
        ("3", "mistakes: moves 3, 7, 11"),
        ("1", "by Child"),
    ]
    assert ending.turning == 11
    reason = (
        "Your move 11 turned the game. Column 2 lets Child win at once in column 5. Column 5 holds out longer: 7 moves."
    )
    assert ending.reason == reason
    assert (ending.film, ending.rematch) == (WHY_LOST, "Rematch: Child starts")
    assert (ending.level, ending.level_name) == ("Easier level", "Toddler")
    assert (ending.progress, ending.share) == ("", None)


def test_a_game_that_you_won(played):
    """The other side's mistake is the turning point, and the next level is offered."""
    app = played(LOST, seats=("child", HUMAN))
    ending = card(app, reviewed(app))
    assert ending.title == "You won in 6 moves"
    assert ending.reason.startswith("Child's move 11 turned the game. Column 2 lets you win at once")
    assert ending.film != WHY_LOST
    assert ending.rematch == "Rematch: you start"
    assert ending.level == "Next level"


def test_while_it_is_worked_out(played):
    """It says so, with the share that is done, and has everything else already."""
    app = played(LOST)
    review = reviewed(app)
    assert card(app, None).share == 0.0
    partly = card(app, replace(review, rows=review.rows[:3], checked=3, busy=True))
    assert partly.progress == "Working out who could have won: 3 of 12 moves reviewed"
    assert partly.share == 0.25
    assert partly.figures == ()
    assert card(app, replace(review, lines={})).reason.endswith("Looking for the reason...")


def test_two_people_and_a_game_that_goes_on(played):
    """Both sides' mistakes are counted by name, no level is offered; before the end there is no card."""
    app = played(LOST, seats=(HUMAN, HUMAN))
    ending = card(app, reviewed(app))
    assert ending.title == "Yellow won in 6 moves"
    assert [figure.words for figure in ending.figures] == ["mistakes by Red", "mistakes by Yellow"]
    assert ending.level == ""
    assert card(played("44"), None) is None


def test_rules_that_nobody_has_solved(played):
    """The result and the buttons alone."""
    app = played("1234123412341234", seats=(HUMAN, HUMAN), rules=Rules(4, 4, 3, scoring="count-lines"))
    ending = card(app, None)
    assert "both have" in ending.title
    assert (ending.figures, ending.progress) == ((), "")
