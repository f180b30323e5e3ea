"""The review of a game: its model without a display, its graph and lists in one, by keys and by the pointer."""

from __future__ import annotations

import time

import pytest
from patience import LONG
from stand_in import StandIn

from c4.game.rules import C4Error
from c4.review.stream import review
from c4.search.watch import Watch
from c4.session.history import Game
from visualizer.kit.theme import DARK, LIGHT
from visualizer.play.names import Names
from visualizer.review.graph import Curves, Graph
from visualizer.review.judging import Judging
from visualizer.review.model import Model, judge, searched_height
from visualizer.review.pane import ReviewPane

GAME = "44444526222255664"
"""In it both sides throw the game away."""

PLAYERS = ("Red", "Yellow")


def moved(session, text=GAME):
    for digit in text:
        session.play(int(digit) - 1)


@pytest.fixture(scope="module")
def judged():
    """A model that was judged to the end, without curves of others."""
    session = StandIn(None).session
    moved(session)
    model = Model.of(session.game)
    judge(model, Watch(), None, PLAYERS)
    session.close()
    return model


def test_the_rows_are_those_of_the_solver(judged):
    """The window judges as `c4 review` does, and the exact curve has a height for every move."""
    assert tuple(judged.rows) == review(judged.start, judged.columns).rows
    assert judged.complete
    assert len(judged.exact()) == len(GAME)
    assert all(-1 <= height <= 1 for height in judged.exact())


def test_a_game_that_was_judged_as_it_ran_gets_lines_and_words_later(judged):
    """Rows alone while the game runs; a review of its moves, all judged, adds the lines of the mistakes."""
    running = Model(judged.start, judged.columns, judged.nodes)
    running.keep(judged)
    running.lines.clear()
    judge(running, Watch(), None, PLAYERS, whole=False)
    assert (running.rows, running.lines) == (judged.rows, {})
    judge(running, Watch(), None, PLAYERS)
    assert running.lines == judged.lines


def test_mistakes_have_lines_and_words(judged):
    """Each mistake has what follows and what was better, to the end of the game, and a sentence that names both."""
    rows = judged.errors()
    assert rows
    for row in rows:
        lines, position = judged.lines[row.ply], judged.positions[judged.number(row) - 1]
        assert lines.refutation[0] == row.column
        assert lines.better[0] in row.best
        for column in lines.better:
            position = position.play(column)
        assert position.outcome() is not None
        assert f"column {lines.better[0] + 1}" in judged.told(judged.number(row), PLAYERS).lower() or len(row.best) > 1


def test_next_and_previous_mistake(judged):
    """One goes from mistake to mistake, and not beyond the last."""
    numbers = sorted(judged.number(row) for row in judged.errors())
    assert judged.next_error(0, 1) == numbers[0]
    assert judged.next_error(numbers[0], -1) is None
    assert judged.next_error(len(GAME) + 1, -1) == numbers[-1]
    assert judged.next_error(numbers[-1], 1) is None


def test_heights():
    """Wins of a search stand where exact ones do, everything undecided below them."""
    start = Game().start
    assert searched_height(0, start.rules, 10) == 0
    assert 0 < searched_height(50, start.rules, 10) <= 0.3 < searched_height(1_000_000 - 41, start.rules, 10)
    assert searched_height(-(1_000_000 - 7), start.rules, 10) == -1


@pytest.fixture
def pane(root):
    host = StandIn(root)
    moved(host.session)
    closed = []
    pane = ReviewPane(
        root, host, Judging(root, host, Names(host.session, "red and yellow")), lambda: closed.append(True)
    )
    pane.pack(fill="both", expand=True)
    host.touch = pane.refresh
    root.geometry("620x560")
    root.update()
    pane.closed = closed
    yield pane
    host.session.close()


def complete(pane):
    end = time.monotonic() + LONG
    while pane.judging.busy or not pane.model.complete:
        assert time.monotonic() < end, "the review never ended"
        pane.update()
        time.sleep(0.01)
    pane.update()


def test_a_review_is_walked_by_keys_and_pointer(pane, tmp_path):
    """From the graph, the list of moves, the mistakes and the buttons one comes to any move, into lines and back."""
    host, session = pane._host, pane._host.session
    pane.begin()
    complete(pane)
    assert pane.model.learned
    assert f"of {sum(row.side == 0 for row in pane.model.rows)} moves best" in pane.summary["text"]
    worst = pane.model.errors()[0]
    pane.worst()
    pane.update()
    number = pane.model.number(worst)
    assert session.game.at == number
    assert pane.told["text"] == pane.model.told(number, pane.judging.players)
    assert pane.mistakes.selection() == (str(worst.ply),)

    pane.buttons["Better move"].invoke()
    assert session.game.last == pane.model.lines[worst.ply].better[0]
    assert session.can_redo
    assert pane.model.at(session.game) is None
    pane.update()
    assert "A variation after move" in pane.told["text"]
    pane.buttons["Back"].invoke()
    assert pane.model.at(session.game) == number - 1

    pane.graph.event_generate("<Button-1>", x=pane.graph.centre(3)[0], y=10)
    assert session.game.at == 3
    pane.graph.event_generate("<B1-Motion>", x=pane.graph.centre(5)[0], y=10)
    assert session.game.at == 5
    pane.moves.focus_force()
    pane.update()
    pane.moves.event_generate("<Left>")
    assert session.game.at == 4
    pane.moves.event_generate("<Down>")
    assert session.game.at == 6
    x, y, _, _ = pane.moves.bbox("1.5")
    pane.moves.event_generate("<Motion>", x=x + 3, y=y + 3)
    pane.moves.event_generate("<Button-1>", x=x + 3, y=y + 3)
    assert session.game.at == 1
    pane.buttons["Mistake →"].invoke()
    assert session.game.at == pane.model.next_error(1, 1)
    pane.set_theme(DARK)

    for ending in ("html", "txt", "png"):
        pane.export(str(tmp_path / f"review.{ending}"))
        assert (tmp_path / f"review.{ending}").stat().st_size > 500
    assert (tmp_path / "review.png").read_bytes().startswith(b"\x89PNG")
    pane.export(str(tmp_path / "review.xyz"))
    assert "must end with" in host.said[-1]


def test_a_running_game_is_followed(root):
    """A game that goes on is judged on; what was judged stays; before the first move there is nothing to review."""
    host = StandIn(root)
    pane = ReviewPane(root, host, Judging(root, host, Names(host.session, "red and yellow")), lambda: None)
    with pytest.raises(C4Error, match="nothing to review"):
        pane.begin()
    moved(host.session, GAME[:12])
    pane.begin()
    complete(pane)
    first = pane.model.rows[0]
    moved(host.session, GAME[12:14])
    pane.refresh()
    complete(pane)
    assert len(pane.model.rows) == 14
    assert pane.model.rows[0] is first
    host.session.close()


@pytest.mark.parametrize("first", range(4))
def test_who_wins_stands_beside_the_marks(root, first):
    """Mistakes at the very edge of the graph, wherever they are: no word stands on a mark."""
    graph = Graph(root, LIGHT, lambda _: None)
    graph.place(x=0, y=0, width=420, height=150)
    root.update()
    marks = tuple("??" if place % 4 == first or place == first + 1 else "" for place in range(12))
    exact = tuple((-1.0) ** place for place in range(12))
    graph.show(Curves(12, exact, marks), 0, PLAYERS, ("red", "yellow"))
    for word in graph.find_withtag("side"):
        assert not set(graph.find_overlapping(*graph.bbox(word))) & set(graph.find_withtag("mark"))
    assert len(graph.find_withtag("side")) == 2
    graph.destroy()
