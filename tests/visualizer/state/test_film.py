"""The film of a mistake is data: scenes with a position, a caption and marks; it never changes the game."""

import pytest
from walking import MISTAKE, Walk

from c4.review.rows import Lines, Row
from visualizer.state.explained_mistake import insight_into
from visualizer.state.film import film_of

YOU = ("Amateur", "You").__getitem__


def test_the_scenes_of_a_losing_move():
    """Before, the move, the threat, what follows to the end, and the better move; in about fifteen seconds."""
    scenes = film_of(MISTAKE, YOU)
    before, played, threat, *line = scenes
    assert before.position == MISTAKE.position
    assert before.caption == "Move 4: your turn"
    assert (before.ply, before.place) == (3, "Before your move 4")
    assert played.caption == "You played column 5"
    assert played.falls
    assert played.highlights.wrong == (1, 4)
    assert {(scene.ply, scene.place) for scene in (played, threat)} == {(4, "After your move 4")}
    assert {(scene.ply, scene.place) for scene in line[:-2]} == {(4, "This could follow")}
    assert (line[-2].ply, line[-2].place) == (3, "Before your move 4")
    assert (scenes[-1].ply, scenes[-1].place) == (3, "Instead of your move 4")
    assert threat.caption == "Column 5 lets Amateur make two threats at once: columns 2 and 6."
    assert threat.foot == "The numbers are Amateur's next moves."
    assert len(threat.highlights.lines) == 2
    assert threat.highlights.coming == (((0, 2), 1),), "its next move is no threat yet"
    assert [scene.highlights.better for scene in scenes[-2:]] == [((0, 2), (0, 5))] * 2, "all moves that keep the win"
    assert any(scene.position.outcome() is not None for scene in line), "the line is played to its end"
    assert scenes[-1].caption == "Columns 3 and 6 would have won for you in 19 moves."
    assert scenes[-1].position == before.position.play(2)
    assert 10 <= sum(scene.seconds for scene in scenes) <= 17


def test_a_win_that_was_given_away():
    """Where nobody wins afterwards, the film shows how the game was won."""
    row = Row(5, 0, 6, 18, 0, (2, 5))
    insight = insight_into(row, MISTAKE.position.play(4), Lines((6,), (2, 1, 5)))
    scenes = film_of(insight, YOU)
    assert [scene.caption for scene in scenes[:2]] == ["Move 5: Amateur's turn", "Amateur played column 7"]
    assert scenes[-1].position.outcome().winner == 0
    assert len(scenes[-2].highlights.lines) == 2


@pytest.fixture
def walk():
    walk = Walk(1)
    yield walk
    walk.close()


def test_it_runs_by_the_clock_and_ends_by_itself(walk):
    """Each scene is shown for its seconds, then the board shows the game again, which is as it was."""
    film = walk.app.film
    game = walk.app.session.game
    film.show(MISTAKE)
    length = sum(scene.seconds for scene in walk.state.film.scenes)
    now = 100.0
    seen = set()
    while film.playing:
        seen.add(walk.state.film.at)
        film.poll(now)
        now += 0.05
    assert seen == set(range(len(film_of(MISTAKE, YOU))))
    assert now - 100 == pytest.approx(length, abs=1.0)
    assert walk.app.session.game is game


def test_its_button_ends_it(walk):
    """The command that started a film ends it, and says so on its button; the status line names what Escape ends."""
    app = walk.app
    app.film.show(MISTAKE)
    app.sync()
    assert walk.state.message.text == "Esc ends the film"
    assert not app.film.why_not()
    walk.commands.run("turning point")
    assert not app.film.playing


def test_it_can_be_stopped(walk):
    """By Escape, by a column, and by whatever puts something else on the board."""
    app = walk.app
    for stop in (lambda: walk.commands.run("stop"), lambda: app.game.play(3), lambda: app.game.set_up("44")):
        app.film.show(MISTAKE)
        stop()
        app.sync()
        app.film.poll(0.0)
        assert not app.film.playing
    assert app.session.moves() == "44", "a column that is pressed in a film is not played"
