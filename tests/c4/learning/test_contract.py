"""What all learners have in common: resuming, settings, and what they refuse."""

import numpy as np
import pytest
from refusal import refused

from c4.agents.specification import find_opponent
from c4.game.rules import Rules
from c4.learning import LEARNERS, entry, load
from c4.learning.settings import SarsaRun, WindowsSettings, options_of

CASES = [
    ("windows", {}, 400, 133),
    ("windows", {"n_steps": 3, "temperature": 0.3}, 333, 180),
    ("windows", {"mirror": True, "snapshots": 3, "snapshot_every": 50}, 333, 180),
    ("windows", {"train_depth": 2}, 23, 17),
    ("td-lambda", {"checkpoint_games": 2}, 510, 40),
    ("sarsa", {"epsilon": 0.3}, 9_500, 2_500),
    ("sarsa", {"mirrored": True, "opponent": "self"}, 700, 300),
    ("ntuple", {"tuples": 10, "length": 4}, 300, 400),
    ("ntuple", {"tuples": 10, "length": 4, "cooling": 100, "settling": 230}, 300, 400),
    ("ntuple", {"tuples": 10, "length": 4, "cooling": 100, "settling": 600}, 300, 400),
    ("network", {"units": 4, "batch": 10}, 41, 76),
    ("patterns", {"opponent": "trainer"}, 90, 30),
]

SMALL = {"ntuple": {"tuples": 10, "length": 4}, "network": {"units": 2}, "patterns": {"opponent": "self"}}
"""Options that make a learner quick."""

NUMERIC = [name for name in LEARNERS if name != "patterns"]


def saved(name: str, path, episodes: int = 5):
    """A learner with seed 3 that was trained and saved."""
    learner = load(name).create(3, **SMALL.get(name, {}))
    learner.train(episodes)
    learner.save(path)
    return learner


@pytest.mark.parametrize(("name", "given", "first", "then"), CASES, ids=str)
def test_resume_is_bit_for_bit(name, given, first, then, tmp_path):
    """Training N and later M games leaves the very file that N + M games leave."""
    one = tmp_path / "one"
    two = tmp_path / "two"
    learner = load(name).create(3, **given)
    learner.find_opponent(find_opponent)
    learner.train(first + then)
    learner.save(one)
    learner = load(name).create(3, **given)
    learner.find_opponent(find_opponent)
    learner.train(first)
    learner.save(two, quickly=True)
    learner = load(name).from_file(two)
    learner.find_opponent(find_opponent)
    learner.train(then)
    learner.save(two)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("name", NUMERIC)
def test_new_settings_are_remembered(name, tmp_path):
    """Settings given when resuming apply from then on, and the file remembers the earlier ones."""
    before = saved(name, tmp_path / "m").settings
    assert load(name).from_file(tmp_path / "m").earlier_settings == []
    learner = load(name).from_file(tmp_path / "m", alpha=0.05)
    learner.save(tmp_path / "m")
    learner = load(name).from_file(tmp_path / "m")
    assert learner.settings.alpha == 0.05
    assert [(past["until"], past["alpha"]) for past in learner.earlier_settings] == [(5, before.alpha)]


@pytest.mark.parametrize("name", LEARNERS)
def test_another_model_than_the_file_s_is_refused(name, tmp_path):
    """Another seed, board or fixed option than the file's is refused by name."""
    saved(name, tmp_path / "m")
    kind = load(name)
    with refused("was trained with seed 3, not 4"):
        kind.from_file(tmp_path / "m", seed=4)
    with refused("was trained on 7x6", "not on 6x5"):
        kind.from_file(tmp_path / "m", rules=Rules(5, 6))
    for option in kind.fixed:
        other = True if option == "mirrored" else 99
        with refused(f"was trained with {option}"):
            kind.from_file(tmp_path / "m", **{option: other})


@pytest.mark.parametrize(
    "change",
    [
        {"random_state": None}, {"random_state": "-1"}, {"random_state": "x"}, {"seed": -1}, {"seed": True},
        {"settings": {"alpha": 9}}, {"settings": None}, {"history": 3}, {"history": [1]}, {"earlier_settings": None},
        {"won": 10**30, "tally": [10**30]}, {"won": 6, "tally": [1, 2, 3, 4, 5]},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("name", NUMERIC)
def test_broken_training_is_refused(name, change, tmp_path, monkeypatch):
    """A model whose state of training is missing or makes no sense is not trained further."""
    learner = saved(name, tmp_path / "m")
    training = learner.training()
    change = {key: value for key, value in change.items() if key in training}
    monkeypatch.setattr(learner, "training", lambda: {**training, **change})
    learner.save(tmp_path / "m")
    with refused("its training cannot be resumed"):
        load(name).from_file(tmp_path / "m")


@pytest.mark.parametrize("name", LEARNERS)
def test_settings_are_checked(name):
    """A setting of another kind or out of its range is named with what it can be."""
    settings = entry(name).settings
    for option in options_of(settings):
        bad = [object(), "no choice" if option.choices else 1.5j]
        bad += [option.least - 1] if option.least is not None else []
        bad += [option.most + 1] if option.most is not None else []
        bad += [float("nan")] if option.kind is float else []
        for value in bad:
            with refused(f"{option.title} must be {option.expected}"):
                settings(**{option.name: value})


def test_settings_are_of_their_kind():
    """A whole number becomes a float where one is wanted, numpy's numbers become Python's, and nothing is infinite."""
    settings = WindowsSettings(alpha=1, n_steps=np.int64(3), temperature=np.float32(0.5))
    assert [repr(value) for value in (settings.alpha, settings.n_steps, settings.temperature)] == ["1.0", "3", "0.5"]
    with refused("temperature must be a number from 0, not inf"):
        settings.changed(temperature=float("inf"))
    with refused("moves to the target must be a whole number from 0, not True"):
        settings.changed(n_steps=True)


def test_a_typed_text_is_read_as_its_option():
    """A field of a form holds text: numbers, yes and no, and choices."""
    typed = {"alpha": "0.5", "n_steps": "3", "mirror": "yes", "eps_end": "x", "mirrored": "null"}
    known = {one.name: one for one in (*options_of(WindowsSettings), *options_of(SarsaRun))}
    assert [known[name].parse(typed[name]) for name in ("alpha", "n_steps", "mirror")] == [0.5, 3, True]
    with refused("random moves at least must be a number from 0 to 1, not 'x'"):
        known["eps_end"].parse(typed["eps_end"])
    with refused("mirrored must be yes or no, not 'null'"):
        known["mirrored"].parse(typed["mirrored"])
    with refused("bits of the exported keys must be one of 64, 32, 8, not '16'"):
        known["width"].parse("16")


@pytest.mark.parametrize("name", LEARNERS)
def test_what_no_learner_can_learn_on_is_refused(name):
    """A seed out of range, and, but for patterns, the rule that counts lines."""
    with refused("the seed must be"):
        load(name).create(2**64, **SMALL.get(name, {}))
    if name in NUMERIC:
        with refused("first-line"):
            load(name).create(1, rules=Rules(scoring="count-lines"))
