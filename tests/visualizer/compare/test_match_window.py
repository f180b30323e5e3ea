"""The match window: a small match is played, stopped, resumed, and its games kept."""

from threading import Event

import pytest
from patience import LONG
from working import until

from c4.arena.games import Game
from c4.arena.match import tournament
from c4.arena.ratings import Table
from visualizer.board.picker import EvaluatorChoice
from visualizer.compare.match import MatchWindow
from visualizer.compare.match_view import HELP, depths_plot, depths_view, match_view, result_text, table_view
from visualizer.ui.theme import LIGHT


@pytest.fixture
def window(app, root, tmp_path):
    window = MatchWindow(app, root, tmp_path / "games.jsonl")
    window.update()
    return window


def rows(window):
    return [window.table.item(name, "values") for name in window.table.get_children()]


def test_a_match_is_played_stopped_and_resumed(window, tmp_path, monkeypatch):
    """Crosstable and Elo come while it is played; after a stop the games that were played are not played again."""
    stopped = Event()

    def until_stopped(*arguments):
        for number, game in enumerate(tournament(*arguments)):
            yield game
            if number == 1:
                assert stopped.wait(LONG)

    monkeypatch.setattr("visualizer.compare.match.tournament", until_stopped)
    window.more.invoke()
    for box, name in zip(window.agents, ("Random (Elo 0)", "greedy", "Trainer")):
        box.set(name)
    window.numbers["Games per pair"].set("6")
    window.button.invoke()
    until(window, lambda: window.share_bar.text["text"] == "11 %")
    assert window.task.busy
    window.button.invoke()
    assert not window.task.busy
    stopped.set()
    window.button.invoke()
    until(window, lambda: not window.task.busy)
    assert len(window.games) == 18
    assert len({game.pairing for game in window.games}) == 18
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 18
    table = rows(window)
    assert {row[1] for row in table} == {"Random", "Greedy, V2", "Trainer"}
    assert all(int(row[4]) == 12 and "±" in row[2] for row in table)


def test_what_cannot_be_played_is_said(window):
    """One agent, the same twice, an unknown one, a number that is none."""
    for names, message in (
        (("random", ""), "two to eight different agents"),
        (("random", "random"), "two to eight different agents"),
        (("random", "somebody"), "no agent 'somebody'"),
        (("random", "alphabeta:depth=x"), "Depth in"),
    ):
        for box, name in zip(window.agents, names):
            box.set(name)
        window.button.invoke()
        assert message in window.message["text"]
    window.agents[1].set("greedy")
    window.numbers["Seed"].set("x")
    window.button.invoke()
    assert "whole number" in window.message["text"]


def test_an_agent_is_chosen_in_plain_words(window):
    """Boxes have what governs an agent, those that do not are grey, and what is typed fills them."""
    picker = window.agents[0]
    picker.set("Alpha-beta")
    assert str(picker.read()) == "alphabeta"
    picker.depth.set("4")
    picker.evaluator.take(EvaluatorChoice("windows"))
    assert str(picker.read()) == "alphabeta:depth=4,evaluator=windows"
    assert [str(box["state"]) for box in (picker.depth, picker.time)] == ["normal", "disabled"]
    picker.set("engine:time_ms=50,seed=3")
    assert picker.read().limits.seed == 3
    assert (picker.who.get(), picker.time.get(), str(picker.depth["state"])) == ("Engine", "50 ms", "disabled")
    picker.set("")
    assert picker.read() is None


def test_stop_ends_the_move_in_hand(window):
    """Two machines that would think for years: Stop ends their thread, and no half a game is kept."""
    for box, name in zip(window.agents, ("minimax:depth=40", "minimax:depth=41")):
        box.set(name)
    window.button.invoke()
    assert window.task.busy
    watch = window.task.worker.watch
    window.button.invoke()
    until(window, lambda: not window.task.busy)
    assert watch.stopped
    assert window.games == []
    assert window.button["text"] == "Start"


def test_the_table_says_who_is_best():
    """Without a display: the best agent first, its Elo with an interval, and its games against each other one."""
    games = [Game("random", "greedy", "", 1, "1", 1), Game("greedy", "random", "", 1, "12", 0)]
    assert table_view(None) == (HELP, (), ())
    view = table_view(Table(["random", "greedy"], games))
    assert [column[0] for column in view.columns] == ["", "Agent", "Elo", "Score", "Games", "1", "2"]
    (best, worse) = view.rows
    assert (best[:2], best[3:]) == (("1", "Greedy, V2"), ("100.0 %", "2", "", "2-0-0"))
    assert (worse[:2], worse[3:]) == (("2", "Random"), ("0.0 %", "2", "0-0-2", ""))
    assert "±" in best[2]
    assert result_text(games) == "2 games, all different"
    assert result_text(games[:1] * 3) == "3 games, 1 of them different"


def test_how_far_a_match_is():
    """Without a display: the button, whether there is room for another agent, and the share played."""
    assert match_view(2, False, 0, 1, "") == ("Start", True, "", None)
    assert match_view(8, True, 3, 12, "Playing...") == ("Stop", False, "Playing...", 0.25)


def test_what_searches_add_is_a_curve():
    """For an evaluator that plays with several depths, and only then."""
    agents = ["greedy:evaluator=v1", "alphabeta:depth=2,evaluator=v1"]
    games = [Game(agents[1], agents[0], "4", 1, "4" * 6, 0)]
    assert depths_view(None) == {}
    assert depths_view(Table(agents, [])) == {}
    (line,) = depths_plot(depths_view(Table(agents, games)), LIGHT).lines
    assert (line.label, list(line.xs), list(line.ys)) == ("V1", [0, 2], [0.0, 100.0])
