"""Which games count for your rating, and who is matched with it.  Needs no display."""

from dataclasses import replace

import pytest
from sessions import settle

from c4.agents import HUMAN
from c4.agents.rating import START_RATING, level_for
from c4.session.records import game_of, record_of
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App
from visualizer.state.end_card import ending_of
from visualizer.state.opponents import COMPUTERS, FRIEND, MATCHED, chosen, pages, present_card, stars_of
from visualizer.state.preferences import PLAY, REVIEW, Preferences
from visualizer.state.state import Standing


@pytest.fixture
def make():
    apps = []

    def build(**settings):
        session = Session(Settings(**{"seats": (HUMAN, "random"), **settings}))
        apps.append(App(session, Preferences(mode=PLAY, animation=False, graph=False)))
        return apps[-1]

    yield build
    for app in apps:
        app.close()


def finish(app, moves="121212"):
    """A game that Red wins by its seventh move, against a toddler whose moves are played for it."""
    session = app.session
    session.set(seats=(HUMAN, HUMAN))
    for column in moves:
        app.game.play(int(column) - 1)
        app.poll()
    session.set(seats=(HUMAN, "toddler"))
    app.game.play(0)
    app.poll()
    settle(session)
    app.poll()
    return app.state.standing


def test_a_game_without_help_counts_once(make):
    """A win raises the rating, and going back and forth in the finished game changes nothing; a loss lowers it."""
    app = make()
    standing = finish(app)
    assert standing.games == 1
    assert standing.rating > START_RATING
    assert "Everybody starts at 580, as strong as Child; this was a win" in app.state.message.text
    app.game.step(-1)
    app.game.step(1)
    app.poll()
    assert app.state.standing == standing
    app.game.new()
    app.session.set(starter=0)
    app.game.play(0)
    settle(app.session)
    app.game.resign()
    app.poll()
    assert app.state.standing.games == 2
    assert app.state.standing.rating < standing.rating
    assert " → " in app.state.message.text
    assert "for a loss against Toddler" in app.state.message.text


def test_a_game_with_help_does_not_count(make):
    """Values over the columns, teaching mode, a move taken back, a position set up: none of these games is rated."""
    app = make()
    app.views.show_scores(True)
    assert finish(app) == Standing()
    assert app.state.message.text == "This game does not count for your rating: you had help"
    app.views.show_scores(False)
    app.game.new()
    app.teaching.switch()
    app.teaching.switch()
    app.session.set(seats=(HUMAN, HUMAN))
    app.game.play(3)
    app.poll()
    app.game.undo()
    assert finish(app) == Standing()
    assert app.state.message.text == "This game does not count for your rating: you had help"
    app.session.set_up("1212")
    assert finish(app, "12") == Standing()


def test_a_matched_level_follows_the_rating(make):
    """Every new game has the level that fits; to choose another opponent ends this, to change sides does not."""
    app = make()
    app.game.choose_opponent(MATCHED)
    assert app.session.settings.seats == (HUMAN, level_for(START_RATING))
    app.change(standing=Standing(1500.0, 9))
    app.game.new()
    assert app.session.settings.seats == (HUMAN, level_for(1500))
    app.search.swap_seats()
    assert chosen(app.session.settings) == MATCHED
    card = present_card(app.session.settings, app.state.standing)
    assert "Chosen for your rating of 1500 (9 games)." in card.about
    app.game.choose_opponent("novice")
    assert chosen(app.session.settings) == "novice"
    assert not app.session.settings.matched


def test_programs_are_apart_from_levels_and_people(make):
    """Two pages; whatever is chosen is the choice in force, and stronger levels never have fewer stars."""
    app = make()
    titles = [title for title, _ in pages(Standing())]
    assert titles == ["Levels and people", "Programs"]
    levels = [card for card in pages(Standing())[0][1] if card.key not in (MATCHED, FRIEND)]
    counts = [card.stars.count("★") for card in levels]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (0, 6)
    assert stars_of("engine") == ""
    for key in (FRIEND, COMPUTERS, "toddler", "engine"):
        app.game.choose_opponent(key)
        assert chosen(app.session.settings) == key
        app.session.stop()


def test_a_game_that_goes_on_after_its_review_does_not_count(make):
    """A review is help."""
    app = make()
    app.game.play(3)
    settle(app.session)
    app.poll()
    app.show_mode(REVIEW)
    app.poll()
    app.show_mode(PLAY)
    app.poll()
    app.game.resign()
    app.poll()
    assert app.state.standing.games == 0


def test_a_finished_game_keeps_its_players(make):
    """Another opponent, or another side, does not change who won and what is saved; after its end a chosen opponent
    begins a new game, and Undo brings the old one back under its own names.
    """
    app = make()
    finish(app)
    won = "You won in 4 moves"

    def title():
        app.sync()
        state = app.state
        return ending_of(state.game, state.settings, app.names(), state.standing, None).title

    assert title() == won
    app.search.change(seats=("perfect", HUMAN))
    assert title() == won
    record = record_of(app.session.game, app.session.settings)
    assert (record.first, record.second) == (HUMAN, "toddler")
    opened = game_of(record, starter=1)
    assert opened.seats == ("toddler", HUMAN)
    assert game_of(replace(record, first="Ann", second="Bob")).seats == (HUMAN, HUMAN), "neither need be you"
    app.game.choose_opponent("novice")
    assert not app.session.game.moves
    app.game.undo()
    assert title() == won
    app.game.undo()
    app.sync()
    assert app.names().agents == ("novice", HUMAN), "the game goes on against the present opponent"


def test_another_level_says_that_it_is_not_matched(make):
    """The card says so before, and the status line afterwards; the game against the other level begins."""
    app = make(matched=True)
    finish(app)
    app.session.set(matched=True)
    app.sync()
    state = app.state
    ending = ending_of(state.game, state.settings, app.names(), Standing(320.0, 3), None)
    assert (ending.level, ending.level_tip) == ("Next: Child", "Your results no longer choose the opponent")
    app.game.play_other_level()
    assert app.session.settings.seats == (HUMAN, "child")
    assert not app.session.game.moves
    assert app.state.message.text.startswith("Your results no longer choose the opponent")


@pytest.mark.parametrize("number", [0, 3, 7])
def test_the_next_opponent_begins_a_new_game_whichever_move_is_on_the_board(make, number):
    """The buttons of the card mean the game that is over, also while you look at an earlier move of it."""
    for again in ("play_other_level", "rematch", "choose"):
        app = make()
        finish(app)
        offered = app.game.other_level()
        app.game.go_to(number)
        app.sync()
        assert app.game.other_level() == offered == "child"
        if again == "choose":
            app.game.choose_opponent("casual")
        else:
            getattr(app.game, again)()
        app.sync()
        assert not app.session.game.tree.line(), again
        assert not app.state.game.game.moves


def test_an_easier_level_is_offered_at_every_move_of_a_lost_game(make):
    """What the card offers is what its button begins."""
    app = make()
    app.game.choose_opponent("casual")
    app.game.play(3)
    settle(app.session)
    app.game.resign()
    app.poll()
    assert app.game.other_level() == "novice"
    app.game.go_to(0)
    app.sync()
    assert app.game.other_level() == "novice"
