"""The match window: a small match is played, stopped, resumed, and its games kept."""

from threading import Event

import pytest
from patience import LONG, until

from c4.arena.match import tournament
from visualizer.board.picker import EvaluatorChoice
from visualizer.compare.match import MatchWindow


@pytest.fixture
def window(context, tmp_path):
    window = MatchWindow(context, tmp_path / "games.jsonl")
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
    if window.playing:  # all of them may have been played by now
        window.button.invoke()
    assert not window.playing
    stopped.set()
    window.button.invoke()
    until(window, lambda: not window.playing)
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
    assert str(picker.agent()) == "alphabeta"
    picker.depth.set("4")
    picker.evaluator.take(EvaluatorChoice("windows"))
    assert str(picker.agent()) == "alphabeta:depth=4,evaluator=windows"
    assert [str(box["state"]) for box in (picker.depth, picker.time)] == ["normal", "disabled"]
    picker.set("engine:time_ms=50,seed=3")
    assert picker.agent().limits.seed == 3
    assert (picker.who.get(), picker.time.get(), str(picker.depth["state"])) == ("Engine", "50 ms", "disabled")
    picker.set("")
    assert picker.agent() is None


def test_stop_ends_the_move_in_hand(window):
    """Two machines that would think for years: Stop ends their thread, and no half a game is kept."""
    for box, name in zip(window.agents, ("minimax:depth=40", "minimax:depth=41")):
        box.set(name)
    window.button.invoke()
    future = window._task.worker._future
    until(window, lambda: future.running())
    window.button.invoke()
    until(window, future.done)
    assert (window.playing, window.games) == (False, [])
