"""Making a model of the evaluator taught: it learns labels, and what its own searches need; the report on several seeds."""

import json
from random import Random

import numpy as np
import pytest
from commands import lab

from c4 import interrupts
from c4.engine.deepening import search
from c4.evaluators import load
from c4.exact.labels import Labels
from c4.game.position import Position
from c4.learning.network import NetworkLearner
from c4.learning.ntuple import NTupleLearner
from c4.models import SAVED_MODELS
from lab.make import game_walks, taught
from lab.make.files import write_labels
from lab.make.game_walks import walk
from lab.make.label_chunks import codes_of_stones, from_book
from lab.make.near_suites import family
from lab.make.search_lessons import EXAMINERS, EngineExaminer, Examiner, Results, Search, shared_results
from lab.measure.strength import examine
from lab.report import models

NOTHING = np.zeros(0, dtype=np.uint64)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The labels of the book's first plies, and an untrained network and n-tuple model."""
    folder = tmp_path_factory.mktemp("taught")
    write_labels(folder / "labels.npz", Labels(*from_book(5), {}))
    NetworkLearner.create(1, units=4).save(folder / "network.npz")
    NTupleLearner.create(1, tuples=2, length=8).save(folder / "ntuple.npz")
    return folder / "labels.npz", folder / "network.npz", folder / "ntuple.npz"


@pytest.fixture(scope="module")
def opening(files):
    """A model that knows who wins the positions of these labels, but not how to go on from them."""
    path = files[0].with_name("opening.npz")
    lab("make", "taught", *files, "--out", path, "--lessons", 300_000, "--corrections", 0)
    return path


@pytest.fixture
def pupil(files):
    """One that has learned nothing."""
    return taught.Pupil.new(1, files[1])


def stones(moves):
    """The discs (side to move, other)."""
    position = Position.from_moves(moves)
    return position.mine, position.theirs


def is_in_order(pupil, pairs, results):
    """Whether the better leaf of every pair is ahead by as much as wanted."""
    leaves, order = taught.leaves_of(pupil, sorted(pairs), results, NOTHING)
    return taught.leads(leaves, order, pupil.state()).min() >= taught.WANTED_LEAD


def test_tables_learn_what_the_network_gets_wrong(files, opening):
    """After its lessons the model knows who wins the positions of the labels; the network in it is as it was."""
    model = load("taught", opening)
    network = load("network", files[1])
    assert np.array_equal(model.units.inner, network.inner)
    for moves, won in (("1", -1), ("4", 1), ("44444", 1), ("2", -1), ("43", 1)):
        assert np.sign(model.evaluate(Position.from_moves(moves), 0)) == won


@pytest.mark.parametrize(
    ("moves", "examiner", "depth"),
    [("2", "alphabeta", 1), ("2", "alphabeta", 2), ("43", "alphabeta", 2), ("2", "engine", 2), ("2", "engine", 3)],
)
def test_a_wrong_decision_is_corrected(files, pupil, moves, examiner, depth):
    """A move that gives the result away looks best at first, and not after its leaves have been put in order."""
    results = Results(files[0])
    decision = EXAMINERS[examiner](pupil.evaluator(), results).decide(stones(moves), depth)
    pairs = set()
    while decision.is_mistake:
        assert not set(decision.pairs) <= pairs  # else nothing new could be learned
        pairs |= set(decision.pairs)
        taught.put_in_order(pupil, pairs, results, NOTHING)
        assert is_in_order(pupil, pairs, results)
        decision = EXAMINERS[examiner](pupil.evaluator(), results).decide(stones(moves), depth)
    assert pairs


def test_the_engine_is_examined_by_its_own_moves(files, pupil):
    """What is said of a decision is true of the move that the agent plays after this iteration."""
    results = Results(files[0])
    examiner = EngineExaminer(pupil.evaluator(), results)
    mistakes = 0
    for moves in ("", "2", "43", "444", "4444"):
        position = Position.from_moves(moves) if moves else Position()
        played = position.play(search(position, pupil.evaluator(), depth=3).column)
        kept = results.of((played.mine, played.theirs)) == results.of((position.mine, position.theirs))
        decision = examiner.decide((position.mine, position.theirs), 3)
        assert decision.is_mistake != kept
        mistakes += decision.is_mistake
        if kept:
            assert decision.after == (played.mine, played.theirs)
    assert mistakes


def test_close_leaves_are_guards(files, pupil):
    """After 4 and 3 the untrained model finds a winning move, but values moves that give the win away nearly as high: their leaves
    are in the right order, and are kept so by the next correction."""
    results = Results(files[0])
    decision = Examiner(pupil.evaluator(), results).decide(stones("43"), 1)
    assert not decision.is_mistake
    assert decision.pairs
    for pair in decision.pairs:
        assert results.of(pair.better) > results.of(pair.worse)
        assert pair.better == decision.after
    assert not is_in_order(pupil, decision.pairs, results)
    taught.put_in_order(pupil, set(decision.pairs), results, NOTHING)
    assert is_in_order(pupil, decision.pairs, results)
    assert Examiner(pupil.evaluator(), results).decide(stones("43"), 1).after == decision.after


@pytest.mark.parametrize(("better", "worse", "stays"), [("4", "1", "1"), ("4", "3", "4")])
def test_what_must_not_be_learned_is_compared(files, pupil, better, worse, stays):
    """A leaf near a suite is not learned.  Its rival moves away from it, also where that already has its own result: a
    draw is valued 0."""
    results = Results(files[0])
    pair = taught.Pair(1, stones(better), stones(worse))
    excluded = codes_of_stones(np.array([stones(stays)], dtype=np.uint64))
    leaves, order = taught.leaves_of(pupil, [pair], results, excluded)
    assert leaves.learned[order.better].all() == (stays == worse)
    assert leaves.learned[order.worse].all() == (stays == better)
    taught.put_in_order(pupil, {pair}, results, excluded)
    assert taught.leads(leaves, order, pupil.state())[0] >= taught.WANTED_LEAD


def test_heirs_are_learned_in_the_stead_of_both_leaves(files, pupil):
    """If neither leaf of a pair may be learned, the nearest positions behind them are, until the pair is in order."""
    results = Results(files[0])
    pair = taught.Pair(1, stones("4"), stones("1"))
    excluded = codes_of_stones(np.array([stones("4"), stones("1")], dtype=np.uint64))
    leaves, order = taught.leaves_of(pupil, [pair], results, excluded)
    places, targets = taught.lessons_of(leaves, order)
    assert not set(places) & {order.better[0], order.worse[0]}
    assert set(targets) == {1, -1}
    taught.put_in_order(pupil, {pair}, results, excluded)
    assert taught.leads(leaves, order, pupil.state())[0] >= taught.WANTED_LEAD


def test_heirs_keep_the_result(files):
    """They are the positions after the moves that keep the result of a leaf, or after further moves if those must not be learned."""
    results = Results(files[0])
    children = [stones(f"4{column}") for column in range(1, 8)]
    assert taught.heirs_of(stones("4"), results, NOTHING) == sorted(children)
    assert taught.heirs_of(stones("1"), results, NOTHING) == [stones(f"1{column}") for column in (2, 3, 4, 6)]
    excluded = np.unique(codes_of_stones(np.array(children, dtype=np.uint64)))
    grandchildren = taught.heirs_of(stones("4"), results, excluded)
    assert stones("444") in grandchildren
    assert {results.of(heir) for heir in grandchildren} == {1}
    assert {sum(discs.bit_count() for discs in heir) for heir in grandchildren} == {3}


def test_the_end_of_a_game_is_no_heir(files):
    """After 121212 the first column completes four."""
    children = taught.unfinished_children([stones("121212")])
    assert children == sorted(stones(f"121212{column}") for column in range(2, 8))


@pytest.mark.parametrize("work", ["lessons", "walks", "corrections", "suites"])
def test_ctrl_c_is_heard(files, opening, pupil, monkeypatch, work):
    """Every part of the work asks for it."""
    parts = {
        "lessons": lambda: taught.teach(pupil, files[0], 1_000_000),
        "walks": lambda: walk(load("taught", opening), str(files[0]), "strict", Search("alphabeta", 1), (1,)),
        "corrections": lambda: taught.put_in_order(pupil, set(), Results(files[0]), NOTHING),
        "suites": lambda: family(np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64)),
    }
    monkeypatch.setattr(interrupts.STOP, "value", 1)
    with pytest.raises(KeyboardInterrupt):
        parts[work]()


def test_a_walk_meets_all_games(files, opening, monkeypatch):
    """A game has as many mistakes as games in which the replies are drawn by dice, and each mistake is followed by the right move."""
    monkeypatch.setattr(game_walks, "LIKELIEST", 40)
    monkeypatch.setattr(game_walks, "DRAWN", 20)
    evaluator = load("taught", opening)
    labels = str(files[0])
    walked = walk(evaluator, labels, "strict", Search("alphabeta", 1), (1,))
    examiner = Examiner(evaluator, shared_results(labels))
    dice = Random(1)
    mistakes = 0
    for _ in range(60):
        decision = examiner.decide((0, 0), 1)
        while decision is not None:
            mistakes += decision.is_mistake
            position = dice.choice(list(game_walks.replies_to(decision.after, "strict")))
            decision = examiner.decide(position, 1)
    assert walked.errors == pytest.approx(mistakes / 60, rel=0.3)
    assert walked.mistakes
    for position in walked.mistakes:
        assert examiner.decide(position, 1).is_mistake


def test_some_stand_for_all():
    """Of too many positions the likeliest go on, and a few that are drawn; all games are still shared out."""
    shares = {(number, 0): 1 / 2 ** (1 + number // 10) for number in range(100)}
    some = game_walks.some_of(shares, np.random.default_rng(1), 3, 4)
    assert 3 < len(some) <= 7
    assert {(0, 0), (1, 0), (2, 0)} <= set(some)
    assert sum(some.values()) == pytest.approx(sum(shares.values()))
    few = {(number, 0): 0.25 for number in range(4)}
    assert game_walks.some_of(few, np.random.default_rng(1), 3, 4) == few


@pytest.mark.parametrize(
    ("opponent", "search", "times"),
    [
        ("thill12", Search("alphabeta", 1), 20),
        ("thill12", Search("alphabeta", 2), 10),
        ("thill12", Search("alphabeta", 4), 1),
        ("strict", Search("alphabeta", 1), 1),
        ("thill12", Search("engine", 2), 1 / game_walks.NARROWER),
    ],
)
def test_the_widest_trees(files, opening, monkeypatch, opponent, search, times):
    """More positions of a ply go on against `thill12` with little search, and fewer with the engine."""
    asked = set()

    def some_of(shares, random, likeliest, number):
        asked.add((likeliest, number))
        return dict([shares.popitem()])

    monkeypatch.setattr(game_walks, "some_of", some_of)
    walk(load("taught", opening), str(files[0]), opponent, search, (1,))
    assert asked == {(int(times * game_walks.LIKELIEST), int(times * game_walks.DRAWN))}


@pytest.mark.slow
def test_rounds_of_correction(files, tmp_path, monkeypatch):
    """After every round the mistakes are printed; the same seed makes the same model, and a model can be corrected
    further.  Which positions must not be learned is tested in `test_labels`."""
    monkeypatch.setattr(taught, "SEARCHES", (Search("alphabeta", 1), Search("alphabeta", 2), Search("engine", 2)))
    monkeypatch.setattr(game_walks, "LIKELIEST", 2)
    monkeypatch.setattr(game_walks, "DRAWN", 1)
    monkeypatch.setattr(game_walks, "WIDER", {})
    monkeypatch.setattr(game_walks, "NARROWER", 1)
    monkeypatch.setattr(taught, "held_back", lambda: NOTHING)
    words = ("make", "taught", *files, "--lessons", 1000, "--jobs", 1, "--corrections", 1, "--out")
    text = lab(*words, tmp_path / "one.npz")
    assert "after 0 corrections: mistakes in 100 games strict" in text
    assert "after 1 corrections: mistakes in 100 games strict" in text
    lab(*words, tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    further = lab(*words, tmp_path / "three.npz", "--start", tmp_path / "one.npz")
    assert "after 0 corrections" in further


@pytest.mark.slow
def test_the_built_in_model_wins():
    """Without search it wins nearly all games as first player against the longest defence."""
    results = examine("greedy:evaluator=taught", "strict", range(20)).results.values()
    assert sum(results) >= 18


def test_the_report(files):
    """A row for each search; of several models the first, its rank, and mean and interval of all."""
    searches = ("--searches", "greedy;alphabeta:depth=2", "--suites", "d", "--games", 0, "--jobs", 1)
    found = json.loads(lab("report", "learning", files[1], files[1], *searches, "--json"))
    assert list(found) == ["models", "greedy", "alphabeta:depth=2"]
    first, second = found["greedy"]["kept, d"]
    assert first == second
    text = lab("report", "learning", files[1], files[1], *searches)
    assert f"| greedy | {first:.1f} (1); {first:.1f} ± 0.0 |" in text
    assert f"| greedy | {first:.1f} |" in lab("report", "learning", files[1], *searches)


def test_the_report_on_the_models_that_ship(files, monkeypatch):
    """A row for each model, and for each search its games and suites; of the engine only games."""
    monkeypatch.setattr(models, "SEARCHES", {"greedy": "no search"})
    monkeypatch.setattr(models, "ENGINE", {"engine:depth=1": "engine"})
    monkeypatch.setattr(models, "SUITES", ("d",))
    words = ("report", "models", *files[1:], "--games", 2, "--engine-games", 1, "--jobs", 1)
    found = json.loads(lab(*words, "--json"))
    lines = lab(*words).splitlines()
    assert lines[0] == "|  | no search |  |  | engine |  |"
    assert lines[2] == "|  | strict | thill12 | d | strict | thill12 |"
    for place, name in enumerate(("network", "ntuple")):
        values = [found["greedy"][figure][place] for figure in ("success, strict", "success, thill12", "kept, d")]
        values += [found["engine:depth=1"][figure][place] for figure in ("success, strict", "success, thill12")]
        assert lines[3 + place] == f"| {name} | {' | '.join(f'{value:.1f}' for value in values)} |"


def test_every_learned_model_that_ships_is_in_the_report():
    """Each file in saved_models that an evaluator has learned."""
    shipped = {path.name for path in SAVED_MODELS.iterdir() if path.suffix in (".npz", ".json")}
    assert shipped == set(models.SHIPPED)
