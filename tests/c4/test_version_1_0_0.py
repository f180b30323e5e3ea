"""Files that version 1.0.0 wrote open, and mean what they meant (tests/data/version-1.0.0, made by running it)."""

import shutil

import pytest
from paths import ROOT

import c4
from c4 import evaluators, learning
from c4.game.position import Position
from c4.game.rules import Rules
from c4.library.gamefile import read_one
from c4.library.library import Library
from c4.library.query import Query
from c4.practice import puzzles
from c4.practice.puzzle_progress import Progress
from c4.strategy import strategies
from c4.tree import treefile
from visualizer.state.preferences import PreferencesFile

FOLDER = ROOT / "tests" / "data" / "version-1.0.0"
SMALL = Rules(4, 4, 3)

VALUES = {
    "windows": ("windows.json", "14", Rules(), 87),
    "td-lambda": ("td-lambda.json", "221", SMALL, 117),
    "sarsa": ("sarsa.npz", "1422", SMALL, 1000),
    "ntuple": ("ntuple.npz", "23", SMALL, 7432),
    "network": ("network.npz", "23", SMALL, -59112),
}
"""File, position, board and the value that version 1.0.0 gave, by the name of the learner."""


@pytest.mark.parametrize("name", VALUES)
def test_a_model_keeps_its_values_and_learns_on(name):
    """A learned evaluator gives the same value, and its learner reads the file to train it further."""
    file, moves, rules, value = VALUES[name]
    evaluator = evaluators.load(name, FOLDER / file)
    assert evaluator.evaluate(Position.from_moves(moves, rules)) == value
    assert learning.load(name).from_file(FOLDER / file).episodes == 30


def test_a_pattern_memory_plays_as_before(tmp_path):
    """The same move for the same reason."""
    shutil.copy(FOLDER / "patterns.sqlite", tmp_path)
    agent = c4.load_agent(f"patterns:model={tmp_path / 'patterns.sqlite'}")
    decision = agent.choose(Position.from_moves("1422", SMALL))
    assert decision.column == 2
    assert "seen 5, won 5, lost 0; weight 247" in decision.reason


def test_a_game_and_a_tree_open():
    """Headers, marks and comments of a game; rows, nodes and value of a tree."""
    game = read_one(FOLDER / "game.c4game")
    assert game.first == "Anna"
    assert game.second == "Bert"
    assert game.result == "0-1"
    assert game.ended == "resigned"
    assert game.variations == "{first comment} 44 45? {loses in 20} (4 2 {is better} (32)) 21"
    tree = treefile.load(FOLDER / "tree.npz")
    assert tree.nodes == 199
    assert len(tree.value) == 260
    assert tree.evaluator == "windows"
    assert tree.value[0] == 761


def test_a_strategy_opens():
    """A strategy has as many positions as it had."""
    assert strategies.read(FOLDER / "strategy.c4strategy").size().positions == 647


def test_a_library_opens(tmp_path):
    """Games, tags, headers, and the standing in puzzles."""
    path = tmp_path / "library.sqlite"
    shutil.copy(FOLDER / "library.sqlite", path)
    with Library(path) as library:
        assert library.find().total == 3
        assert library.find(Query(tag="club")).total == 1
        assert library.get(1) == read_one(FOLDER / "game.c4game")
        standing = Progress(library, puzzles.read(puzzles.default_path())).standing()
        assert standing.tried == 2
        assert standing.solved == 1
        assert standing.rating == pytest.approx(743.5195)


def test_preferences_are_kept():
    """What was chosen in version 1.0.0 holds."""
    settings, preferences, message = PreferencesFile(FOLDER / "window.json").read()
    assert message == ""
    assert settings.rules == Rules(7, 8, 4)
    assert settings.seats == ("engine", "human")
    assert settings.starter == 1
    assert settings.depth == 7
    assert settings.evaluator == "windows"
    assert settings.pause == 0.3
    assert not settings.keep_games
    assert preferences.mode == "analyse"
    assert preferences.theme == "dark"
    assert preferences.scale == 125
    assert preferences.stones == "blue and orange"
    assert dict(preferences.scores) == {"play": True, "analyse": False, "review": True}
    assert preferences.source == "exact"
    assert not preferences.graph
    assert preferences.heat
    assert preferences.toured
    assert preferences.geometry == "1500x900+10+20"
    assert dict(preferences.sashes) == {"tree": 0.4}
