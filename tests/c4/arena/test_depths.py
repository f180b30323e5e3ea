"""Results by depth of search: in solved positions, and in the games of a match."""

import json

import pytest
from commands import c4

from c4.arena.depths import AtDepth, chart, kept_by_depth, sentence, success_by_depth
from c4.arena.errors import agent_of, measure
from c4.arena.games import Game
from c4.arena.ratings import Table, wilson
from c4.arena.suites import open_suite
from c4.search.watch import Stopped, Watch

PLAIN = "greedy:evaluator=v1"
DEEP = "alphabeta:depth=2,evaluator=v1"
DEEPER = "engine:depth=4,evaluator=v1"


def test_kept_is_the_share_without_mistakes():
    """Without search and with one it is what the anatomy of errors counts in the same positions."""
    news = []
    found = kept_by_depth("v1", depths=(0, 2), every=50, report=news.append)
    assert found == news
    for depth, share in found:
        mistakes = measure(agent_of("v1", None, depth), "d").mistake[::50]
        assert share == wilson(len(mistakes) - int(mistakes.sum()), len(mistakes))
    assert len(open_suite("d").positions[::50]) == 42


def test_the_sentence():
    """It names every depth, as the training window ends with it."""
    says = sentence([AtDepth(0, wilson(61, 100)), AtDepth(4, wilson(74, 100))])
    assert says.replace("\u00a0", " ") == (
        "It keeps the result in 61 % of the hard positions without search, and in 74 % by searches of depth 4"
    )


def test_it_can_be_stopped():
    """A watch that is stopped ends the measurement with Stopped."""
    watch = Watch()
    watch.stop()
    with pytest.raises(Stopped):
        kept_by_depth("v1", depths=(2,), every=500, watch=watch)


def test_success_by_depth_of_a_match():
    """Every agent with a depth counts; agents without one, and evaluators with one depth only, do not."""
    agents = [PLAIN, DEEP, DEEPER, "engine:evaluator=v1,time_ms=5", "random", "alphabeta:evaluator=v2"]
    games = [
        Game(DEEP, PLAIN, "", 1, "1212121", 0),
        Game(PLAIN, DEEP, "", 1, "1212121", None),
        Game(DEEPER, "random", "", 1, "1212121", 1),
    ]
    found = success_by_depth(Table(agents, games))
    assert found == {"V1": [AtDepth(0, wilson(0.5, 2)), AtDepth(2, wilson(1.5, 2)), AtDepth(4, wilson(0, 1))]}
    text = chart(found)
    assert [line.split("%")[0].split() for line in text.splitlines()[2:]] == [
        ["no", "search", "25.0"],
        ["depth", "2", "75.0"],
        ["depth", "4", "0.0"],
    ]
    assert chart({}) == ""


def test_the_match_command_draws_it():
    """`c4 match` shows the chart when an evaluator plays with several depths, and has it in --json."""
    words = ("match", PLAIN, DEEP, "--games", 2, "--jobs", 1)
    assert "success by depth of the search" in c4(*words)
    found = json.loads(c4(*words, "--json"))["by_depth"]["V1"]
    assert [row["depth"] for row in found] == [0, 2]
    assert sum(row["success"] for row in found) == pytest.approx(1)
    assert "by depth" not in c4("match", PLAIN, "random", "--games", 2, "--jobs", 1)
