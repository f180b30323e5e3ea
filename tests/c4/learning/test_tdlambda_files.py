"""Files of td-lambda: models and the authors' weights, read, written and refused."""

import json

import numpy as np
import pytest
from refusal import refused

from c4.evaluators import load
from c4.evaluators.tdlambda import TDLambda, features, read_npy, threats_of
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.learning.run import train
from c4.learning.tdlambda import TDLambdaLearner


def test_npy_round_trip(tmp_path):
    """Weights go out to a .npy file and come in again, into the evaluator and into a new learner (R0-12)."""
    path = tmp_path / "w.npy"
    learner = TDLambdaLearner(1)
    learner.train(700)
    learner.export(path)
    assert read_npy(path).tolist() == pytest.approx(learner.best_weights, rel=1e-15)
    assert load("td-lambda", path).weights == pytest.approx(learner.best_weights, rel=1e-15)
    assert TDLambdaLearner.create(2, start=path).weights.tolist() == read_npy(path).tolist()
    np.save(path, np.ones(87, dtype=np.float32))
    assert read_npy(path).tolist() == [1.0] * 85 + [1.38, 1.38]


def authors_value(weights, position: Position, side: int) -> float:
    """w . x as system 0 has it (R0-2, R0-3): threats over 50; its threats are counted in all directions here (D0-4)."""
    x = features(position, side)
    own = position.stones[side]
    other = position.stones[1 - side]
    x[85] = threats_of(own, other, position.rules) / 50
    x[86] = threats_of(other, own, position.rules) / 50
    return sum(weight * number for weight, number in zip(weights, x, strict=True))


def test_weights_of_the_author_keep_their_meaning(tmp_path):
    """Weights of system 0 mean the same here, nine threats 0.18 by a weight of 1, and so do exports."""
    path = tmp_path / "best_agent2.npy"
    back = tmp_path / "back.npy"
    theirs = np.random.default_rng(3).normal(size=87)
    np.save(path, theirs)
    learner = TDLambdaLearner.create(2, start=path)
    learner.export(back)
    assert np.load(back) == pytest.approx(theirs, rel=1e-15)
    for moves in ("", "4453", "44536121"):
        position = Position.from_moves(moves)
        mover = 1 - position.to_move
        ours = TDLambda(learner.weights).evaluate(position, mover) / TDLambda.scale
        assert ours == pytest.approx(authors_value(theirs, position, mover), abs=5e-3)
    threats_only = np.zeros(87)
    threats_only[85] = 1.0
    np.save(path, threats_only)
    corner = Position.from_moves("4")
    assert threats_of(corner.stones[0], 0, corner.rules) == 7
    assert load("td-lambda", path).evaluate(corner, 0) == pytest.approx(10_000 * 7 / 50, abs=7)


class Danger:
    """Unpickled, it would leave a file behind."""

    def __reduce__(self):
        return (open, (self.proof, "w"))


def test_npy_refused(tmp_path):
    """Another shape or type, a damaged or foreign file, and a pickle are refused in one sentence each."""
    path = tmp_path / "w.npy"

    def wrong(sentence):
        before = path.read_bytes()
        with refused(sentence, path.name):
            load("td-lambda", path)
        assert path.read_bytes() == before

    np.save(path, np.zeros(9))
    wrong("holds float64 of shape (9,): floating-point numbers of shape (87,) were expected")
    np.save(path, np.zeros(87, dtype=int))
    wrong("holds int64 of shape (87,)")
    np.save(path, np.full(87, np.nan))
    wrong("holds a weight that is not a finite number")
    np.save(path, np.full(87, 1.7e308))
    wrong("holds a weight that is not a finite number, or too large")
    np.save(path, np.full(87, 1e9))
    wrong("weights this large")
    np.save(path, np.zeros(87))
    path.write_bytes(path.read_bytes()[:-9])
    wrong("is not a weights file: 87 numbers saved by numpy were expected")
    for content in (b"", b"hello", b"\x93NUMPY"):
        path.write_bytes(content)
        wrong("is not a weights file")
    with path.open("wb") as file:
        np.savez(file, w=np.zeros(87))
    wrong("holds an archive")
    Danger.proof = str(tmp_path / "proof")
    np.save(path, np.array([Danger()], dtype=object), allow_pickle=True)
    wrong("is not a weights file")
    assert not (tmp_path / "proof").exists()
    with refused("there is no weights file"):
        load("td-lambda", tmp_path / "none.npy")


def test_model_refused(tmp_path):
    """Another board and another number of weights: one sentence each."""
    path = tmp_path / "m.json"
    list(train(TDLambdaLearner(1, rules=Rules(5, 6)), 20, path))
    sentence = "m.json was trained on 6x5, connect 4, first line wins, not on 7x6"
    with refused(sentence):
        load("td-lambda", path).tables(STANDARD)
    content = json.loads(path.read_text())
    path.write_text(json.dumps({**content, "rules": STANDARD.content()}))
    with refused("holds 63 weights: a td-lambda model has 87"):
        load("td-lambda", path)


@pytest.mark.parametrize("best", [{}, {"episodes": "x"}, {"episodes": 3, "success": 2, "weights": []}, 5], ids=str)
def test_resume_refuses_a_broken_best(best, tmp_path):
    """A model whose best model makes no sense is refused in one sentence."""
    path = tmp_path / "m.json"
    list(train(TDLambdaLearner(3), 10, path))
    content = json.loads(path.read_text())
    content["training"]["best"] = best
    path.write_text(json.dumps(content))
    with refused("its training cannot be resumed"):
        TDLambdaLearner.from_file(path)
