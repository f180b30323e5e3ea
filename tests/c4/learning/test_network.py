"""The network learner: gradients, steps, self-play and the exact teacher, resuming, refusing, the command."""

import numpy as np
import pytest
from click.testing import CliRunner
from refusal import refused

from c4.cli.train import command
from c4.exact.labels import Labels, codes_of
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import board_of
from c4.learning.network import NetworkLearner, add_gradient, step
from lab.make.files import write_labels

BOARD = board_of(STANDARD)


def stones(moves: str) -> tuple[np.uint64, np.uint64]:
    first, second = Position.from_moves(moves).stones
    return np.uint64(first), np.uint64(second)


@pytest.fixture(scope="module")
def labels(tmp_path_factory):
    """A file with some positions and made-up results."""
    path = tmp_path_factory.mktemp("labels") / "labels.npz"
    games = ["", "4", "44", "445", "4453", "12", "1", "2", "3", "23", "33", "34", "22"]
    first, second = (np.array(side) for side in zip(*map(stones, games), strict=True))
    code = codes_of(first, second)
    order = np.argsort(code)
    write_labels(path, Labels(code[order], np.array([1, -1, 0] * 5, dtype=np.int8)[: len(games)], {}))
    return path


def test_the_gradient_is_that_of_the_cross_entropy():
    """For every kind of weight the gradient of a position is the slope of its loss, measured by small changes."""
    learner = NetworkLearner.create(5, units=4)
    first, second = stones("44532231")
    net = learner.net
    target = 0.3

    def loss(weights: np.ndarray) -> float:
        value = add_gradient(first, second, True, target, net._replace(weights=weights), learner._mirror, BOARD)
        p = (1 + value) / 2
        t = (1 + target) / 2
        return -(t * np.log(p) + (1 - t) * np.log(1 - p))

    add_gradient(first, second, True, target, net, learner._mirror, BOARD)
    gradient = net.gradient.copy()
    moved = np.flatnonzero(gradient)
    assert {int(i) // 4 // 64 for i in moved} >= {0, 1, 4}
    assert gradient[-2] != 0 == gradient[-1]
    for i in [*moved[:: max(1, len(moved) // 20)], len(gradient) - 2]:
        more = net.weights.copy()
        less = net.weights.copy()
        more[i] += 1e-2
        less[i] -= 1e-2
        assert (loss(more) - loss(less)) / 2e-2 == pytest.approx(gradient[i] * 1.0, abs=2e-3)


def test_a_step_of_adam():
    """Two steps are those of the paper, and the gradients begin anew."""
    learner = NetworkLearner.create(5, units=1)
    net = learner.net
    expected = learner.net.weights.astype(float)
    mean = square = 0.0
    for number, slope in ((1, 4.0), (2, -1.0)):
        net.gradient[:] = 2 * slope
        step(net, 0.01, number, 2)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        expected -= 0.01 * mean / (1 - 0.9**number) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
        assert np.allclose(net.weights, expected, atol=1e-5)
        assert not net.gradient.any()


def test_it_learns_what_it_is_taught(labels):
    """The results of a few positions are learned by heart; what is certain after forced replies is left out."""
    learner = NetworkLearner.create(3, units=16, batch=13, labels=labels, alpha=0.01, alpha_end=0.01)
    learner.train(13 * 300)
    assert learner.figures()["won"] == 5 * 300
    evaluator = learner.evaluator()
    for began, other, result in zip(*(part.tolist() for part in learner.lessons.next(0, 0)[1:]), strict=True):
        moves = began.bit_count() == other.bit_count()
        results = evaluator.evaluate(Position.from_stones(*((began, other) if moves else (other, began))))
        assert abs((results if moves else -results) / 90_000 - result) < 0.3


def test_refuses(labels, tmp_path):
    """A damaged state, labels of another board and weights that are no numbers: each by name."""
    path = tmp_path / "n.npz"
    learner = NetworkLearner.create(3, units=2)
    learner.train(5)
    learner.save(path)
    with refused("are of the standard board"):
        NetworkLearner.create(3, rules=Rules(4, 5, 4), labels=labels)
    learner.net.mean[0] = np.nan
    learner.save(path)
    with refused("does not say how it was trained"):
        NetworkLearner.from_file(path)
    learner.net.weights[:] = np.nan
    with refused("choose a smaller learning rate"):
        learner.train(1)


def test_the_command(labels, tmp_path):
    """`--teacher exact` and `--labels` go together; what was taught goes on by itself."""
    runner = CliRunner()
    model = ["network", "--model", str(tmp_path / "n.npz"), "--episodes", "30"]
    for more, message in (
        (["--teacher", "exact"], "the exact teacher needs a file of labels"),
        (["--labels", str(labels)], "labels are for the exact teacher"),
        (["--teacher", "exact", "--labels", str(tmp_path / "none.npz")], "there are no labels"),
    ):
        result = runner.invoke(command, [*model, *more])
        assert result.exit_code != 0
        assert message in str(result.exception) + result.output
    for more in (["--teacher", "exact", "--labels", str(labels), "--units", "4"], []):
        assert runner.invoke(command, [*model, *more]).exit_code == 0
    assert NetworkLearner.from_file(tmp_path / "n.npz").episodes == 60
