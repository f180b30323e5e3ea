"""No two panes contradict each other or the truth, whatever is done in whatever order.  Needs no display."""

from functools import cache

import numpy as np
import pytest
from often import TIMES
from walking import Walk, record

from c4.agents import HUMAN
from c4.evaluators import load
from c4.game.position import Position
from visualizer.app.status_bar import ProgressPane, StatusPane
from visualizer.board.board_panes import BoardPane, MarksPane
from visualizer.board.end_card import EndPane
from visualizer.board.game_panes import (
    ComputersPane,
    HeadlinePane,
    LastMovesPane,
    MovesPane,
    OpponentPane,
    QuestionPane,
    ValuesBarPane,
)
from visualizer.board.settings_popover import SettingsPane
from visualizer.board.value_graph import GraphPane
from visualizer.state.preferences import shows_board
from visualizer.tree.card import Card
from visualizer.tree.find_bar import FindBar
from visualizer.tree.origin_bar import OriginBar
from visualizer.tree.outline import Outline
from visualizer.tree.pane import TreePane
from visualizer.tree.weights_pane import WeightsPane
from visualizer.ui.theme import DISC_COLOURS

PANES = {
    "end": EndPane,
    "board": BoardPane,
    "card": Card,
    "computers": ComputersPane,
    "controls": SettingsPane,
    "find": FindBar,
    "graph": GraphPane,
    "headline": HeadlinePane,
    "last moves": LastMovesPane,
    "marks": MarksPane,
    "moves": MovesPane,
    "opponent": OpponentPane,
    "origin": OriginBar,
    "outline": Outline,
    "progress": ProgressPane,
    "question": QuestionPane,
    "status": StatusPane,
    "tree": TreePane,
    "values bar": ValuesBarPane,
    "weights": WeightsPane,
}
STEPS = 600 * TIMES


def records(state) -> dict[str, object]:
    """What every pane says; those of the tree say nothing before there is a tree."""
    return {name: record(pane, state) for name, pane in PANES.items()}


# -- the truth, computed from session and tree alone --------------------------------------------------------------------


def discs_after(start: Position, columns: tuple[int, ...]) -> Position:
    """The position after some moves, played one by one."""
    position = start
    for column in columns:
        position = position.play(column)
    return position


def check_board(walk: Walk, says: dict[str, object]) -> None:
    """The board shows the game, or the node of the playback; its colours and its list of moves are the game's."""
    session = walk.app.session
    board = says["board"]
    tree = walk.state.tree
    playback = None if tree is None else tree.playback
    film = walk.state.film
    if film is not None:
        assert board.position == film.scene.position
        assert not board.playable
        assert says["headline"].text == film.scene.caption
        assert says["marks"].highlights == film.scene.highlights
        assert board.result == film.scene.place
    elif playback is not None and playback.shown is not None and tree.search is not None:
        node = playback.shown.node
        assert board.position == discs_after(tree.search.position, tuple(tree.tree.path(node)))
        assert not board.playable
        assert board.hint is None
        assert says["headline"].text == ""
        assert board.seat_of == (tree.search.starter, 1 - tree.search.starter)
    else:
        moves = session.game.moves[: session.game.at]
        assert board.position == discs_after(session.game.start, moves)
        assert board.playable == session.humans_turn
        assert board.seat_of == (session.game.starter, 1 - session.game.starter)
    assert [move.column.split()[0] for move in says["moves"].moves] == [str(one + 1) for one in session.game.moves]
    at = session.game.at if film is None else film.scene.ply - session.game.start.ply
    assert says["moves"].at == at
    assert says["graph"].graph.at == at
    assert says["graph"].graph.curves.moves == len((session.studied or session.game).moves)
    assert board.colours == DISC_COLOURS[walk.state.preferences.stones]


def check_winner(walk: Walk, text: str) -> None:
    """A text names the winner's colour, and says that this side won."""
    session = walk.app.session
    winner = (session.outcome.winner + session.game.starter) % 2
    assert DISC_COLOURS[walk.state.preferences.stones][winner][0] in text
    assert "win" in text


def check_words(walk: Walk, says: dict[str, object]) -> None:
    """Headline, board, buttons and status line agree on who is to move, and on whether and how the game ended."""
    session = walk.app.session
    reads = walk.state.lesson is not None
    assert session.studying == (walk.state.shown.mode == "review" or reads)
    headline = says["headline"]
    board = says["board"]
    end = says["end"]
    over = session.outcome is not None and not walk.state.progress.falling
    if end is None:
        assert not (over and walk.state.shown.mode == "play")
    else:
        last = discs_after(session.game.start, session.game.moves)
        assert walk.state.shown.mode == "play"
        assert last.outcome() is not None or session.game.ended is not None, (
            "a game that is over, at an earlier move too"
        )
    if end is not None and session.outcome is not None and session.outcome.winner is not None:
        winner = walk.app.names().called(session.outcome.winner)
        assert winner.lower() in end.ending.title.lower()
    if walk.state.film is not None:
        return
    colours = [word for word, _ in DISC_COLOURS[walk.state.preferences.stones]]
    mover = colours[(session.position.to_move + session.game.starter) % 2]
    if headline.text and walk.state.shown.mode != "review":
        assert headline.is_result == (session.outcome is not None and not walk.state.game.aside)
        if session.outcome is None:
            hint = walk.state.hint.words if walk.state.shown.mode == "play" else ""
            assert headline.text == hint if hint else mover in headline.text
        elif session.outcome.winner is not None:
            check_winner(walk, headline.text)
    if board.result:
        assert not headline.text, "the result is said once"
        if session.outcome.winner is not None:
            check_winner(walk, board.result)
    status = says["status"]
    message = walk.state.message.text
    assert status == message if message else not status.startswith("None")
    if not message and walk.state.shown.mode == "analyse" and " to move" in status.partition(":")[0]:
        assert status.startswith(mover)
    if board.hint is not None and not message and shows_board(walk.state.shown.mode, reads):
        assert walk.state.hint.words in (status, headline.text), "a hint that is marked can be read"
    computers = says["computers"]
    assert computers.shown == (HUMAN not in session.settings.seats and session.outcome is None)
    assert says["opponent"].settings == session.settings == says["controls"].settings
    asked = says["question"]
    assert asked[-1:] == ((walk.state.teaching.objection,) if walk.state.teaching.objection else ())


def check_tree(walk: Walk, says: dict[str, object]) -> None:
    """Header, tree, card, outline and the line above them are about one search, which is one of this game."""
    session = walk.app.session
    state = walk.state.tree
    origin = says["origin"]
    card = says["card"].card
    picture = says["tree"]
    if walk.state.shown.mode != "analyse":
        return
    if state.view is None:
        assert card.title == "No node selected"
        assert picture.bar is None
        return
    if state.live is not None:
        assert session.running is state.about
        assert "still searching" in origin.text
        return
    search = session.shown_search
    assert search is not None
    assert state.tree is search.decision.tree
    where = session.age(search)
    assert origin.elsewhere == (where != 0)
    assert ("the position on the board" in origin.text) == (where == 0)
    assert ("saved tree" in origin.text) == (where is None)
    if state.playback.is_open and state.tree.simulations is not None:
        return  # the card is about the tree of an earlier simulation
    assert state.card.tree is state.tree
    row = state.card.row
    if not state.playback.is_open:
        assert row == state.selected
        assert f"{state.tree.nodes:,} node" in picture.header or picture.warns
        if state.tree.kind[row] != 0:
            assert card.position == state.tree.position(row)
    if state.tree.path(row):
        assert card.title.startswith("-".join(str(column + 1) for column in state.tree.path(row)))
    sides = DISC_COLOURS[walk.state.preferences.stones]
    assert state.sides == (
        sides[(state.tree.maximizer + search.starter) % 2],
        sides[(1 - state.tree.maximizer + search.starter) % 2],
    )


def check_values(walk: Walk, says: dict[str, object]) -> None:
    """Values are of columns that can be played, of one position, from one point of view, and match their search."""
    if walk.state.film is not None:
        return
    session = walk.app.session
    board = says["board"]
    state = walk.state
    scores = board.scores
    assert scores == state.values.scores
    if not board.header:
        assert scores == {}
        return
    if state.tree is not None and state.tree.replaying:
        return
    current = {column: score for column, score in scores.items() if not score.stale}
    assert not current or len(current) == len(scores), "values of two positions in one row"
    if session.outcome is None:
        assert set(current) <= set(session.position.legal_columns())
    newest = session.newest
    if board.hint is not None:
        advice = state.hint.advice
        assert advice.position == session.position
        assert board.hint == advice.column
        assert not advice.exact or advice.values[board.hint] == max(advice.values.values())
    if session.live.source is None and not session.thinking and current and newest is not None:
        values = newest.decision.columns
        assert set(current) == set(values)
        turned = not newest.decision.estimate and says["values bar"].viewer != session.seat(newest.position.to_move)
        for column, score in current.items():
            points = -values[column].points if turned else values[column].points
            assert score.sign in (0, (points > 0) - (points < 0))


@cache
def numbers_of(evaluator: str, page: str) -> list[np.ndarray]:
    """The numbers of a page, which are the same for all positions."""
    return [heat.values for heat in load(evaluator).page(page).heats]


def check_weights(walk: Walk, says: dict[str, object]) -> None:
    """A page stands under its own name and that of its evaluator."""
    weights = says["weights"]
    page = weights.page
    if page is None:
        return
    assert page.name == weights.page_name
    assert weights.name == walk.state.weights.name
    if weights.name != "sarsa":  # of which a page follows the game
        wanted = numbers_of(weights.name, page.name)
        assert all(map(np.array_equal, [heat.values for heat in page.heats], wanted))


CHECKS = (check_board, check_words, check_tree, check_values, check_weights)


@pytest.mark.parametrize("seed", range(3))
def test_no_pane_contradicts_another_or_the_truth(seed):
    """After each of many steps all records agree; every part of the state has changed on the way."""
    walk = Walk(seed)
    try:
        for _ in range(STEPS):
            walk.step()
            says = records(walk.state)
            for check in CHECKS:
                try:
                    check(walk, says)
                except AssertionError as error:
                    raise AssertionError(f"{check.__name__} after {walk.done[-6:]}: {error}") from error
        seldom = {"exact"}  # it waits for a search that is shown in Analyse, and has a test of its own
        unchanged = [name for name in vars(walk.state) if name not in seldom and walk.changes.get(name, 0) < 3]
        assert not unchanged, "the walk proves nothing about what never changes"
    finally:
        walk.close()


WRONG = {
    "board": lambda board: board._replace(position=Position.from_moves("1")),
    "headline": lambda headline: headline._replace(text="Nobody", is_result=not headline.is_result),
    "moves": lambda moves: moves._replace(at=moves.at + 1),
    "status": lambda status: f"None {status}",
    "end": lambda end: None if end else (),
    "origin": lambda origin: origin._replace(elsewhere=not origin.elsewhere),
    "card": lambda card: card._replace(card=card.card._replace(title="1-1-1")),
    "weights": lambda weights: weights._replace(page_name="unit 9"),
    "graph": lambda graph: graph._replace(graph=graph.graph._replace(at=-1)),
}
"""Records made wrong on purpose."""


@pytest.mark.parametrize("name", WRONG)
def test_a_view_that_is_wrong_is_found(name):
    """The checks can fail: each record that is made wrong on purpose is noticed within a short walk."""
    walk = Walk(7)
    found = False
    try:
        for _ in range(4 * STEPS):  # the first ones load what searches
            walk.step()
            says = records(walk.state)
            says[name] = WRONG[name](says[name])
            try:
                for check in CHECKS:
                    check(walk, says)
            except AssertionError:
                found = True
                break
    finally:
        walk.close()
    assert found
