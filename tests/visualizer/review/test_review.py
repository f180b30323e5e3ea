"""The review of a game: its model without a display, its graph and lists in one, by keys and by the pointer."""

import pytest
from patience import until
from refusal import refused
from stand_in import StandIn

from c4.evaluators import label_of
from c4.review.stream import review
from c4.search.watch import Watch
from c4.session.game import Game
from visualizer.board.status import Names
from visualizer.review.graph import Graph
from visualizer.review.pane import ReviewPane
from visualizer.review.reviewer import LEARNED, Curves, Reviewer, ReviewModel, fill, searched_height
from visualizer.ui.style import set_theme
from visualizer.ui.theme import DARK, LIGHT

GAME = "44444526222255664"
"""In it both sides throw the game away."""

PLAYERS = ("Red", "Yellow")


def moved(session, text=GAME):
    for digit in text:
        session.play(int(digit) - 1)


@pytest.fixture(scope="module")
def reviewed():
    """A model that was reviewed to the end, without curves of others."""
    session = StandIn(None).session
    moved(session)
    model = ReviewModel.of(session.game)
    fill(model, Watch(), None, PLAYERS)
    session.close()
    return model


def test_the_rows_are_those_of_the_solver(reviewed):
    """The window judges as `c4 review` does, and the exact curve has a height for every move."""
    assert tuple(reviewed.rows) == review(reviewed.start, reviewed.columns).rows
    assert reviewed.complete
    assert len(reviewed.exact()) == len(GAME)
    assert all(-1 <= height <= 1 for height in reviewed.exact())


def test_a_game_that_was_judged_as_it_ran_gets_lines_and_words_later(reviewed):
    """Rows alone while the game runs; a review of its moves, all reviewed, adds the lines of the mistakes."""
    running = ReviewModel(reviewed.start, reviewed.columns, reviewed.nodes)
    running.reuse(reviewed)
    running.lines.clear()
    fill(running, Watch(), None, PLAYERS, with_lines=False)
    assert (running.rows, running.lines) == (reviewed.rows, {})
    fill(running, Watch(), None, PLAYERS)
    assert running.lines == reviewed.lines


def test_a_game_whose_last_moves_were_cut_off_is_reviewed_again(reviewed):
    """The rows of moves that are no longer in the line are left out."""
    shorter = ReviewModel(reviewed.start, reviewed.columns[:-2], reviewed.nodes[:-2])
    shorter.reuse(reviewed)
    fill(shorter, Watch(), None, PLAYERS)
    assert shorter.rows == reviewed.rows[:-2]


def test_mistakes_have_lines_and_words(reviewed):
    """Each mistake has what follows and what was better, to the end of the game, and a sentence that names both."""
    rows = reviewed.errors()
    assert rows
    for row in rows:
        lines, position = reviewed.lines[row.ply], reviewed.positions[reviewed.number(row) - 1]
        assert lines.refutation[0] == row.column
        assert lines.better[0] in row.best
        for column in lines.better:
            position = position.play(column)
        assert position.outcome() is not None
        assert (
            f"column {lines.better[0] + 1}" in reviewed.explanation(reviewed.number(row), PLAYERS).lower()
            or len(row.best) > 1
        )


def test_next_and_previous_mistake(reviewed):
    """One goes from mistake to mistake, and not beyond the last."""
    numbers = sorted(reviewed.number(row) for row in reviewed.errors())
    assert reviewed.next_error(0, 1) == numbers[0]
    assert reviewed.next_error(numbers[0], -1) is None
    assert reviewed.next_error(len(GAME) + 1, -1) == numbers[-1]
    assert reviewed.next_error(numbers[-1], 1) is None


def test_heights():
    """Wins of a search stand where exact ones do, everything undecided below them."""
    start = Game().start
    assert searched_height(0, start.rules, 10) == 0
    assert 0 < searched_height(50, start.rules, 10) <= 0.3 < searched_height(1_000_000 - 41, start.rules, 10)
    assert searched_height(-(1_000_000 - 7), start.rules, 10) == -1


@pytest.fixture
def pane(root):
    context = StandIn(root)
    moved(context.session)
    closed = []
    pane = ReviewPane(root, context, Reviewer(root, context, Names(context.session)), lambda: closed.append(True))
    pane.pack(fill="both", expand=True)
    context.refresh = pane.refresh
    root.geometry("620x560")
    root.update()
    pane.closed = closed
    yield pane
    context.session.close()


def complete(pane):
    until(pane, lambda: pane.model.complete and not pane.reviewer.busy)


def test_a_review_is_walked_by_keys_and_pointer(pane, tmp_path):
    """From the graph, the list of moves, the mistakes and the buttons one comes to any move, into lines and back."""
    context, session = pane._context, pane._context.session
    pane.begin()
    complete(pane)
    assert pane.model.learned
    assert f"line: the evaluator {label_of(LEARNED)}." in pane.legend["text"]
    assert f"of {sum(row.side == 0 for row in pane.model.rows)} moves best" in pane.summary["text"]
    worst = pane.model.errors()[0]
    pane.worst()
    pane.update()
    number = pane.model.number(worst)
    assert session.game.at == number
    assert pane.explanation["text"] == pane.model.explanation(number, pane.reviewer.players)
    assert pane.mistakes.selection() == (str(worst.ply),)

    pane.buttons["Better move"].invoke()
    assert session.game.last == pane.model.lines[worst.ply].better[0]
    assert session.can_redo
    assert pane.model.at(session.game) is None
    pane.update()
    assert "A variation after move" in pane.explanation["text"]
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
    set_theme(pane, DARK)

    for ending in ("html", "txt"):
        pane.export(str(tmp_path / f"review.{ending}"))
        assert (tmp_path / f"review.{ending}").stat().st_size > 500
    pane.export(str(tmp_path / "review.xyz"))
    assert "must end with" in context.messages[-1]


def test_no_line_crosses_what_the_graph_says(root):
    """What the values wait for stands on a ground of its own, over the line of the moment."""
    root.geometry("320x150")
    graph = Graph(root, LIGHT, print)
    graph.pack(fill="both", expand=True)
    root.update()
    graph.show(Curves(2, waiting="Preparing the solver..."), 2, ("Red", "Yellow"), ("#ff0000", "#ffff00"))
    (words,) = [
        item
        for item in graph.find_all()
        if graph.type(item) == "text" and graph.itemcget(item, "text").startswith("Preparing")
    ]
    assert graph.type(graph.find_below(words)) == "rectangle"
    assert graph.coords(graph.find_all()[0])[2] < graph.winfo_width() - 1, "both edges of the moment are in sight"
    assert graph.bbox(graph.find_below(words))[0] <= graph.bbox(words)[0]


def test_the_first_seat_is_at_the_top_of_the_graph(root):
    """Whoever begins; a rematch in which the other side begins does not turn the graph over."""
    root.geometry("320x150")
    graph = Graph(root, LIGHT, print)
    graph.pack(fill="both", expand=True)
    root.update()
    for starter, players in ((0, ("Red", "Yellow")), (1, ("Yellow", "Red"))):
        graph.show(Curves(1, (1.0,), ("",)), 1, players, ("#ff0000", "#ffff00"), starter)
        words = {
            graph.itemcget(item, "text"): graph.coords(item)[1]
            for item in graph.find_all()
            if graph.type(item) == "text"
        }
        assert words["Red wins"] < words["Yellow wins"]
        (bar,) = [item for item in graph.find_all() if graph.itemcget(item, "fill") == "#ff0000"]
        assert (graph.coords(bar)[1] < graph.winfo_height() / 2 - 20) == (starter == 0)


def test_a_running_game_is_followed(root):
    """A game that goes on is reviewed on; what was reviewed stays; before the first move there is nothing to review."""
    context = StandIn(root)
    pane = ReviewPane(root, context, Reviewer(root, context, Names(context.session)), lambda: None)
    refused(pane.begin, "nothing to review")
    moved(context.session, GAME[:12])
    pane.begin()
    complete(pane)
    first = pane.model.rows[0]
    moved(context.session, GAME[12:14])
    pane.refresh()
    complete(pane)
    assert len(pane.model.rows) == 14
    assert pane.model.rows[0] is first
    context.session.close()
