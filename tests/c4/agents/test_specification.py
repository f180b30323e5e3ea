"""Agents as they are typed: what is read, what is written, and what is refused in which words."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusal import refused

from c4 import models
from c4.agents import AGENTS
from c4.agents.limits import Limits
from c4.agents.options import OPTIONS, options_of
from c4.agents.specification import Specification, find_opponent, parse_agent
from c4.agents.words import text_in_words
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.models import default_path

limits = st.builds(
    Limits,
    depth=st.integers(1, 99),
    evaluator=st.sampled_from(list(EVALUATORS)),
    model=st.none() | st.just(str(default_path("windows"))),
    move_order=st.none() | st.permutations(range(STANDARD.columns)).map(tuple),
    seed=st.none() | st.integers(1 - 10**18, 10**18 - 1),
    time_ms=st.none() | st.floats(min_value=1e-9, max_value=1e12, allow_nan=False),
    nodes=st.none() | st.integers(1, 10**18 - 1),
)


@settings(deadline=None)
@given(st.builds(Specification, st.sampled_from(list(AGENTS)), limits))
def test_written_and_read(agent):
    """What is written is read as the same agent, but for an evaluator that it never asks."""
    expected = agent
    if agent.plays_out:
        usual = Limits()
        expected = replace(agent, limits=replace(agent.limits, evaluator=usual.evaluator, model=usual.model))
    assert parse_agent(str(agent)) == expected


def test_examples():
    """The examples of the documents mean what they say."""
    assert parse_agent("alphabeta") == Specification("alphabeta", Limits())
    assert parse_agent("alphabeta:depth=4,evaluator=windows") == Specification(
        "alphabeta", Limits(depth=4, evaluator="windows")
    )
    assert parse_agent("engine:time_ms=20,evaluator=windows").limits.time_ms == 20
    assert str(parse_agent("engine:evaluator=windows,time_ms=20.0")) == "engine:evaluator=windows,time_ms=20"
    assert str(parse_agent("alphabeta:depth=6")) == "alphabeta"
    assert str(parse_agent("engine:null-move=on,depth=9,pvs=on,table=off")) == "engine:depth=9,table=off,null_move=on"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("deepblue", "unknown agent 'deepblue' in 'deepblue': choose alphabeta"),
        ("", "unknown agent ''"),
        ("alpha" + "[" * 5000, "unknown agent"),
        ("m.json:depth=2", "there is no model file 'm.json': `c4 train` lists the learners that write one"),
        ("greedy:", "'' in 'greedy:' is not OPTION=VALUE"),
        ("greedy:evaluator", "'evaluator' in 'greedy:evaluator' is not OPTION=VALUE"),
        ("greedy:evaluator=", "'evaluator=' in 'greedy:evaluator=' is not OPTION=VALUE"),
        ("greedy:=v1", "unknown option ''"),
        ("greedy:eval=v1", "unknown option 'eval' in 'greedy:eval=v1': choose depth, evaluator"),
        ("greedy:evaluator=v9", "unknown evaluator 'v9' in"),
        ("alphabeta:depth=0", "depth in 'alphabeta:depth=0' must be a whole number from 1, not '0'"),
        ("engine:depth=" + "9" * 500, "must be a whole number from 1"),
        ("alphabeta:depth=four", "must be a whole number from 1, not 'four'"),
        ("alphabeta:depth=4,depth=5", "the option depth is given twice"),
        ("alphabeta:killers=off", "alphabeta has no ingredients to switch, such as killers"),
        ("engine:killers=maybe", "says neither on nor off: write killers=off"),
        ("engine:killers=off,killers=on", "the option killers is given twice"),
        ("alphabeta:order=4452617", "order in .* must name every column once"),
        ("engine:time_ms=soon", "time_ms in .* must be a number of milliseconds above 0, not 'soon'"),
        ("engine:time_ms=nan", "a number of milliseconds above 0, not 'nan'"),
        ("random:seed=1.5", "seed in 'random:seed=1.5' must be a whole number, not '1.5'"),
        ("greedy:model=no/such/file", "there is no model file 'no/such/file'"),
    ],
)
def test_refused(text, sentence):
    """What is no agent is refused in one sentence that shows the text."""
    with refused(match=sentence):
        parse_agent(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("alphabeta:depth=4,evaluator=windows", "Alpha-beta, Windows, depth 4"),
        ("engine:time_ms=50,killers=off", "Engine, V2, 50 ms, killers off"),
        ("club:seed=3", "Club player, seed 3"),
        ("human", "a person"),
        ("Anna", "Anna"),
    ],
)
def test_an_agent_in_words(text, words):
    """What people read of an agent; a person's name stays as it is."""
    assert text_in_words(text) == words


@pytest.mark.parametrize(
    ("file", "agent"),
    [
        ("windows.json", "greedy:evaluator=windows,model={}"),
        ("td-lambda.json", "td-lambda:model={}"),
        ("sarsa.npz", "sarsa:model={}"),
        ("network.npz:seed=3", "greedy:evaluator=network,model={},seed=3"),
    ],
)
def test_a_model_file_is_rated_by_its_name(file, agent):
    """The name of a model file is an agent that plays by it (R3-2)."""
    name, colon, options = file.partition(":")
    path = str(models.SAVED_MODELS / name)
    assert str(parse_agent(path + colon + options)) == agent.format(path)


def test_a_comma_in_a_model_is_refused():
    """A model whose name has a comma cannot be written, and says so."""
    with refused("has a comma in its name"):
        str(Specification("greedy", Limits(model="a,b.json")))


def test_what_the_text_leaves_open():
    """Usual limits fill what a text leaves out; a depth drops the usual time, an evaluator the usual model."""
    usual = Limits(depth=9, evaluator="windows", model="w.json", seed=3, time_ms=50)
    assert parse_agent("engine", usual).limits == usual
    assert parse_agent("engine:depth=4", usual).limits == Limits(4, "windows", "w.json", None, 3)
    assert parse_agent("engine:nodes=10", usual).limits == Limits(6, "windows", "w.json", None, 3, None, 10)
    assert parse_agent("engine:evaluator=v1", usual).limits == Limits(9, "v1", None, None, 3, 50)


def test_a_model_brings_its_evaluator():
    """A model without an evaluator is that of the evaluator it belongs to; an agent that asks none keeps its own."""
    windows = default_path("windows")
    sarsa = default_path("sarsa", ".npz")
    assert parse_agent(f"greedy:model={windows}").limits.evaluator == "windows"
    assert parse_agent(f"sarsa:model={sarsa}").limits.evaluator == Limits().evaluator
    assert parse_agent(f"engine:evaluator=v2,model={windows}").limits.evaluator == "v2"


def test_an_opponent_that_is_a_model_file_plays_by_that_model():
    """A learner's opponent that is named by a model file plays by it, not by the evaluator of the settings."""
    path = str(models.SAVED_MODELS / "network.npz")
    position = Position.from_moves("443")
    by_model = parse_agent(path).load().choose(position).column
    by_settings = parse_agent("greedy:evaluator=v2").load().choose(position).column
    assert by_model != by_settings
    assert find_opponent(path, 3, "v2")(position, 1) == by_model
    assert find_opponent("greedy", 3, "v2")(position, 1) == by_settings


def test_depth_and_evaluator_are_for_an_opponent_that_is_only_a_name():
    """A learner's opponent without options takes depth and evaluator of the settings; options replace both."""
    position = Position.from_moves("33445")
    one_ply = parse_agent("alphabeta:depth=1,evaluator=v2").load().choose(position).column
    three_plies = parse_agent("alphabeta:depth=3,evaluator=v2").load().choose(position).column
    windows = parse_agent("alphabeta:depth=1,evaluator=windows").load().choose(position).column
    assert len({one_ply, three_plies, windows}) == 3
    assert find_opponent("alphabeta", 1, "v2")(position, 1) == one_ply
    assert find_opponent(" alphabeta ", 3, "v2")(position, 1) == three_plies
    assert find_opponent("alphabeta", 1, "windows")(position, 1) == windows
    assert find_opponent("alphabeta:depth=1", 3, "windows")(position, 1) == one_ply


def test_a_list_of_options_has_the_ingredients_of_agents_that_deepen_alone():
    assert "reductions" in options_of("engine")
    assert "reductions" not in options_of("alphabeta")


def test_a_list_of_options_has_simulations_only_of_agents_that_sample():
    assert "simulations" in options_of("mcts")
    assert "simulations" not in options_of("engine")
    assert options_of("nobody") == OPTIONS


def test_an_opponent_that_is_code_is_not_run(tmp_path):
    """A learner's memory, where its name may stand, can come from elsewhere."""
    path = tmp_path / "theirs.py"
    path.write_text("def choose(position):\n    return 0\n")
    with refused("runs only when you name it yourself"):
        find_opponent(str(path), 3, "v2")
