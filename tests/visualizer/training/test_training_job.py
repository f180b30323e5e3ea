"""A training run without its window: what becomes of the new model, and of the earlier one."""

import pytest
from refusal import refused

from c4.locks import locked
from c4.search.watch import Watch
from visualizer.training.job import TrainingJob, copy_model


@pytest.fixture
def trained(tmp_path):
    """A job that has trained a model further, the model's path, and its earlier content."""
    path = tmp_path / "m[1].json"
    TrainingJob("sarsa", {"model": str(path), "episodes": 5}).work(Watch())
    earlier = path.read_bytes()
    job = TrainingJob("sarsa", {"model": str(path), "episodes": 5})
    job.work(Watch())
    assert path.read_bytes() != earlier
    return job, path, earlier


def test_discard_restores_the_earlier_model(trained):
    """After Discard the file has the bytes that it had before the training."""
    job, path, earlier = trained
    assert job.discard() == "Discarded: the earlier model is back"
    assert path.read_bytes() == earlier


@pytest.mark.parametrize("decide", [TrainingJob.discard, TrainingJob.keep_both])
def test_what_another_program_has_trained_since_is_not_thrown_away(trained, decide):
    """Neither while it trains, nor when it has: the sentence says so, and its file stays as it is."""
    job, path, _ = trained
    content = path.read_bytes()
    with locked(path, "trained"), refused("is being trained by another program"):
        decide(job)
    assert path.read_bytes() == content
    TrainingJob("sarsa", {"model": str(path), "episodes": 5}).work(Watch())
    content = path.read_bytes()
    with refused("was changed by another program after this training, so it stays as it is"):
        decide(job)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_model_is_copied_without_others(trained, tmp_path):
    """Files whose names only begin alike are no part of it, and brackets in its name are letters."""
    _, path, earlier = trained
    path.with_name("m[1]-more.json").write_text("another model")
    (tmp_path / "there").mkdir()
    copy = copy_model(path, tmp_path / "there")
    assert copy.read_bytes() == path.read_bytes() != earlier
    assert [file.name for file in copy.parent.iterdir()] == [path.name]
