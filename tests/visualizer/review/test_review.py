"""The review of a game: its model without a display, its graph and lists in one, by keys and by the pointer."""

from dataclasses import replace
from functools import partial

import pytest
from patience import wait_until

from c4.review.graph_scale import searched_height
from c4.review.stream import review
from c4.search.watch import Watch
from c4.session.game import Game
from visualizer.board.board_panes import MarksPane
from visualizer.board.game_panes import HeadlinePane
from visualizer.board.value_graph import Graph, GraphOfGame
from visualizer.review.part import ReviewPart
from visualizer.review.view import BACK, BETTER, FORWARDS, review_view
from visualizer.state.end_card import SHOW_MISTAKE
from visualizer.state.explained_mistake import insight_of
from visualizer.state.film import STOP_FILM
from visualizer.state.preferences import PLAY, REVIEW
from visualizer.state.reviewed import Curves, Findings, Reviewed, fill, marks_explained
from visualizer.state.state import THEIRS, Film
from visualizer.ui.style import set_theme
from visualizer.ui.theme import DARK, LIGHT

GAME = "44444526222255664"
"""In it both sides throw the game away."""

PLAYERS = ("Red", "Yellow")


def moved(session, text=GAME):
    for digit in text:
        session.play(int(digit) - 1)


def with_findings(reviewed, findings):
    """A review with what was found."""
    return replace(
        reviewed,
        rows=tuple(findings.rows),
        checked=findings.checked,
        lines=findings.lines,
        learned=tuple(findings.learned),
    )


def filled(reviewed, with_lines=True, other=None):
    """A review that was made to the end, with what another one has found, without curves of others."""
    findings = Findings() if other is None else reviewed.shared_findings(other)
    fill(reviewed, findings, Watch(), None, with_lines)
    return with_findings(reviewed, findings)


@pytest.fixture(scope="module")
def reviewed():
    """A complete review."""
    game = Game()
    for digit in GAME:
        game = game.played(int(digit) - 1)
    return filled(Reviewed.of(game))


def test_the_rows_are_those_of_the_solver(reviewed):
    """The window judges as `c4 review` does, and the exact curve has a height for every move."""
    assert reviewed.rows == review(reviewed.start, reviewed.columns).rows
    assert reviewed.complete
    assert len(reviewed.exact()) == len(GAME)
    assert all(-1 <= height <= 1 for height in reviewed.exact())


def test_a_game_that_was_judged_as_it_ran_gets_lines_and_words_later(reviewed):
    """Rows alone while the game runs; a review of its moves, all reviewed, adds the lines of the mistakes."""
    running = filled(replace(reviewed, rows=(), lines={}), with_lines=False)
    assert (running.rows, running.lines) == (reviewed.rows, {})
    complete = filled(running, other=running)
    assert complete.rows[0] is running.rows[0]
    assert complete.lines == reviewed.lines


def test_a_game_whose_last_moves_were_cut_off_is_reviewed_again(reviewed):
    """The rows of moves that are no longer in the line are left out."""
    shorter = replace(
        reviewed, columns=reviewed.columns[:-2], nodes=reviewed.nodes[:-2], positions=reviewed.positions[:-2], rows=()
    )
    assert filled(shorter, other=reviewed).rows == reviewed.rows[:-2]


def test_mistakes_have_lines_and_words(reviewed):
    """Each mistake has what follows and what was better, to the end of the game, and a sentence that names both."""
    rows = reviewed.errors()
    assert rows
    for row in rows:
        lines = reviewed.lines[row.ply]
        position = reviewed.positions[reviewed.number(row) - 1]
        assert lines.refutation[0] == row.column
        assert lines.better[0] in row.best
        for column in lines.better:
            position = position.play(column)
        assert position.outcome() is not None
        insight = insight_of(reviewed, row)
        assert insight.what_was_wrong(PLAYERS.__getitem__).startswith(f"Column {row.column + 1} ")
        assert all(str(column + 1) in insight.what_was_better(PLAYERS.__getitem__) for column in row.best)
        assert (insight.finish is not None) == (row.score < 0)
        assert insight.highlights().wrong == insight.square


def test_what_was_wrong_is_said_to_you():
    """Your own moves count, you are "you", and squares are drawn, not named."""
    game = Game()
    for digit in "4455":
        game = game.played(int(digit) - 1)
    review = filled(Reviewed.of(game.played(6)))
    insight = insight_of(review, review.rows[-1])
    you = ("You", "Amateur").__getitem__
    assert insight.what_was_better(you) == "Columns 3 and 6 would have won for you in 2 moves."
    wrong = "Column 7 lets Amateur keep a winning square in column 3: in the end you must play below it."
    assert insight.what_was_wrong(you) == wrong
    assert len(insight.missed.lines) == 2
    assert insight_of(review, review.rows[0]) is None, "a best move needs no explanation"


def test_next_and_previous_mistake(reviewed):
    """One goes along all that is listed, in the order of the game, and not beyond the last."""
    numbers = sorted(reviewed.number(row) for row in reviewed.errors(slips=True))
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


def test_what_is_said_without_a_display(app, reviewed):
    """Nothing while no review is shown; then the move on the board, the mistakes, and what you can do."""
    state = app.state
    for digit in GAME:
        app.game.play(int(digit) - 1)
    fixed = {"settings": state.settings, "preferences": state.preferences, "progress": state.progress}
    seen = partial(review_view, film=None, **fixed)
    in_review = replace(app.state.shown, mode=REVIEW)
    assert seen(game=app.state.game, shown=app.state.shown, review=reviewed) is None
    assert seen(game=app.state.game, shown=in_review, review=None) is None
    at_end = seen(game=app.state.game, shown=in_review, review=reviewed)
    assert (at_end.moves.at, at_end.graph.at) == (len(GAME), len(GAME))
    assert [row.ply for row in at_end.mistakes.rows] == sorted(row.ply for row in reviewed.errors(slips=True))
    assert FORWARDS not in at_end.possible
    worst = reviewed.errors()[0]
    app.game.go_to(reviewed.number(worst))
    at_worst = seen(game=app.state.game, shown=in_review, review=reviewed)
    assert at_worst.mistakes.chosen == worst.ply
    assert BETTER in at_worst.possible
    assert at_worst.film == SHOW_MISTAKE
    shows_film = seen(game=app.state.game, shown=in_review, review=reviewed, film=Film(()))
    assert shows_film.film == STOP_FILM
    assert insight_of(reviewed, worst).what_was_better(PLAYERS.__getitem__) in at_worst.words.explanation
    theirs = seen(game=app.state.game, shown=replace(in_review, mistakes_of=THEIRS), review=reviewed)
    assert [row.ply for row in theirs.mistakes.rows] == sorted(row.ply for row in reviewed.errors(True, [1]))
    assert theirs.whose.chosen == THEIRS
    assert (at_worst.words.progress, at_worst.words.share) == ("", None)
    partly = seen(
        game=app.state.game, shown=in_review, review=replace(reviewed, rows=reviewed.rows[:4], checked=4, busy=True)
    )
    assert partly.words.progress == f"4 of {len(GAME)} moves reviewed"
    assert partly.words.share == 4 / len(GAME)
    app.game.go_to(3)
    app.game.play(0)
    aside = seen(game=app.state.game, shown=in_review, review=reviewed)
    assert "This was not played, after move 3 of the game." in aside.words.explanation
    assert (aside.moves.at, aside.mistakes.chosen) == (None, None)
    assert BACK in aside.possible


class Pane:
    """The part of the window that shows a review, without the rest."""

    def __init__(self, app, root):
        self.app = app
        self.part = ReviewPart(app, root)
        self.part.frame.pack(fill="both", expand=True)
        root.geometry("620x560")
        self.work()

    def work(self):
        self.part.frame.update()
        self.app.poll()
        self.part.pane.show(self.app.state)

    def complete(self):
        """Waits until all is reviewed."""
        wait_until(lambda: self.app.state.review.complete and not self.app.state.review.busy, self.work)
        self.work()

    @property
    def reviewed(self):
        return self.app.state.review

    @property
    def at(self):
        """How many moves are on the board."""
        self.work()
        return self.app.session.game.at


def test_a_review_is_walked_by_keys_and_pointer(app, root, tmp_path):
    """From the graph, the list of moves, the mistakes and the buttons one comes to any move, into lines and back."""
    moved(app.session)
    app.sync()
    app.show_mode(REVIEW)
    pane = Pane(app, root)
    part = pane.part
    pane.complete()
    reviewed = pane.reviewed
    assert part.pane.drawn.graph.curves.learned == (), "the bars alone"
    assert marks_explained() in part.legend["text"]
    assert f"of {sum(row.side == 0 for row in reviewed.rows)} moves best" in part.summary["text"]
    worst = reviewed.errors()[0]
    app.review.worst()
    number = reviewed.number(worst)
    assert pane.at == number
    assert insight_of(reviewed, worst).what_was_better(PLAYERS.__getitem__) in part.explanation["text"]
    assert app.state.game.studied is not None
    assert MarksPane(None).view(*seen_by(MarksPane, app.state)).highlights.better
    assert part.mistakes.selection() == (str(worst.ply),)

    part.buttons["Better move"].invoke()
    pane.work()
    assert app.session.game.last == reviewed.lines[worst.ply].better[0]
    assert app.session.can_redo
    wait_until(lambda: app.session.game.at == number + 1, pane.work)
    app.review.stop_stepping()
    assert "This was not played, after move" in part.explanation["text"]
    better = insight_of(reviewed, worst).what_was_better(PLAYERS.__getitem__)
    assert better in part.explanation["text"], "who is better now"
    assert part.buttons[SHOW_MISTAKE].winfo_manager() == ""
    place = pane.at
    following = reviewed.next_error(number, 1)
    app.review.next_mistake(1)
    assert pane.at == (place if following is None else following), "not the mistake whose better move was tried"
    app.review.go(number)
    part.buttons["Better move"].invoke()
    pane.work()
    app.review.stop_stepping()
    part.buttons[BACK].invoke()
    assert pane.at == number
    assert part.buttons[BACK].winfo_manager() == "", "there is no way back to where you are"

    part.graph.event_generate("<Button-1>", x=part.graph.centre(3)[0], y=10)
    assert pane.at == 3
    part.graph.event_generate("<B1-Motion>", x=part.graph.centre(5)[0], y=10)
    assert pane.at == 5
    part.moves.focus_force()
    pane.work()
    part.moves.event_generate("<Left>")
    assert pane.at == 4
    part.moves.event_generate("<Down>")
    assert pane.at == 6
    part.moves.yview("moveto", "0.0")
    pane.work()
    x, y, _, _ = part.moves.bbox("1.5")
    part.moves.event_generate("<Motion>", x=x + 3, y=y + 3)
    part.moves.event_generate("<Button-1>", x=x + 3, y=y + 3)
    assert pane.at == 1
    part.buttons["Mistake →"].invoke()
    assert pane.at == reviewed.next_error(1, 1)
    set_theme(part.frame, DARK)

    for ending in ("html", "txt"):
        app.review.export(str(tmp_path / f"review.{ending}"))
        assert (tmp_path / f"review.{ending}").stat().st_size > 500
    app.review.export(str(tmp_path / "review.xyz"))
    assert "must end with" in app.messages[-1]


def test_no_line_crosses_what_the_graph_says(root):
    """What the values wait for stands on a ground of its own, over the line of the moment."""
    root.geometry("320x150")
    graph = Graph(root, LIGHT, print)
    graph.pack(fill="both", expand=True)
    root.update()
    curves = Curves(2, waiting="Preparing the solver...")
    graph.show(GraphOfGame(curves, 2, ("Red", "Yellow"), ("#ff0000", "#ffff00")))
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
        graph.show(GraphOfGame(Curves(1, (1.0,), ("",)), 1, players, ("#ff0000", "#ffff00"), starter))
        words = {
            graph.itemcget(item, "text"): graph.coords(item)[1]
            for item in graph.find_all()
            if graph.type(item) == "text"
        }
        assert words["Red is winning"] < words["Yellow is winning"]
        (bar,) = [item for item in graph.find_all() if graph.itemcget(item, "fill") == "#ff0000"]
        assert (graph.coords(bar)[1] < graph.winfo_height() / 2 - 20) == (starter == 0)


def test_a_review_changes_nothing_in_the_game(app):
    """Better moves to the end, and moves of your own: closing shows the game that was played; reviewing again judges it."""
    app.show_mode(REVIEW)
    assert "nothing to review" in app.messages[-1]
    assert app.state.shown.mode != REVIEW
    moved(app.session)
    app.sync()
    played = app.session.game
    app.show_mode(REVIEW)
    wait_until(lambda: app.state.review.complete and not app.state.review.busy, app.poll)
    judged = app.state.review.columns
    app.review.worst()
    mistake = app.state.review.at(app.session.game)
    app.review.try_better_move()
    app.review.back()
    assert app.state.review.at(app.session.game) == mistake, "back to the mistake whose better move was tried"
    app.teaching.switch()
    assert "teaching" not in HeadlinePane.view(*seen_by(HeadlinePane, app.state)).text, "moves are not checked here"
    app.teaching.switch()
    app.review.try_better_move()
    assert app.state.game.aside
    while app.session.can_redo:
        app.game.redo()
    assert app.state.game.outcome is not None
    assert HeadlinePane.view(*seen_by(HeadlinePane, app.state)).text.startswith("Not played: ")
    app.game.step(-4)
    app.game.play(app.session.position.legal_columns()[0])
    app.show_mode(PLAY)
    assert replace(app.session.game, review=None) == played
    assert app.session.moves() == GAME
    app.review.choose_whose(THEIRS)
    app.show_mode(REVIEW)
    assert app.state.review.columns == judged
    assert app.state.shown.mistakes_of == "", "a review opens with your own mistakes"
    app.game.new()
    app.sync()
    assert app.state.shown.mode == PLAY, "a new game is not shown in the review of another one"


def seen_by(pane, state):
    """The parts of the state that a pane reads."""
    return [getattr(state, name) for name in pane.reads]


def test_the_decisive_mistake_is_the_worst():
    """It comes first, then the other mistakes, then slips; F8 stops at all of them."""
    game = Game()
    for digit in "461415757525":
        game = game.played(int(digit) - 1)
    review = filled(Reviewed.of(game))
    row = review.turning_point()
    insight = insight_of(review, row)
    assert row.ply == 7
    expected = "Column 7 lets Child win in 16 moves."
    assert insight.what_was_wrong(("You", "Child").__getitem__) == expected
    assert [one.ply for one in review.errors(sides=[0])] == [3, 7]
    assert [one.ply for one in review.errors(slips=True, sides=[0])][:3] == [11, 3, 7]
    assert review.worst((0,)) == review.decisive_mistake() == review.rows[10]
    assert review.worst((1,)).ply == 6
    assert (review.next_error(3, 1, (0,)), review.next_error(7, 1, (0,))) == (5, 9)
