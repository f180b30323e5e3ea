"""Model files: what is refused and in which words, and that a file is written whole or not at all."""

import json
import os
from pathlib import Path

import pytest
from refusal import refused

from c4 import models
from c4.errors import C4Error

GOOD = {
    "learner": "windows",
    "rules": {"rows": 6, "columns": 7, "connect": 4, "scoring": "first-line"},
    "weights": [0.5, -1, 2],
}


def text_of(**changes) -> str:
    return json.dumps({"format": models.FORMAT, "version": models.VERSION, **GOOD, **changes})


def test_round_trip(tmp_path):
    """What was written is read again, to the last bit of a float."""
    path = tmp_path / "m.json"
    models.write(path, {**GOOD, "weights": [0.1 + 0.2, -1e-300, 1e300]})
    assert models.read(path, "windows", 3)["weights"] == [0.1 + 0.2, -1e-300, 1e300]
    assert list(tmp_path.iterdir()) == [path]


REFUSED = {
    "empty": ("", "is not a model: a windows model is a JSON file"),
    "cut off": (text_of()[:-9], "is not a model: a windows model is a JSON file"),
    "a number too long to read": ("1" * 5000, "is not a model: a windows model is a JSON file"),
    "nested without end": ("[" * 100_000, "is not a model: a windows model is a JSON file"),
    "a list": ("[1, 2]", "is not a model of this program"),
    "another format": (text_of(format="other"), "is not a model of this program"),
    "another learner": (text_of(learner="tuples"), "is a model of 'tuples': a windows model was expected"),
    "another version": (text_of(version=2), "has version 2 of the windows features: a newer program wrote it"),
    "no weights": (text_of(weights=None), "holds none weights: a windows model has 3"),
    "too few weights": (text_of(weights=[1.0]), "holds 1 weights: a windows model has 3"),
    "a text for a weight": (text_of(weights=[1, 2, "3"]), "holds a weight that is not a finite number"),
    "true for a weight": (text_of(weights=[1, 2, True]), "holds a weight that is not a finite number"),
    "an infinite weight": (text_of(weights=[1, 2, float("inf")]), "holds a weight that is not a finite number"),
    "not a number": (text_of(weights=[1, 2, float("nan")]), "holds a weight that is not a finite number"),
    "an integer beyond floats": (text_of(weights=[1, 2, 10**400]), "holds a weight that is not a finite number"),
    "a long name": (text_of(learner="x" * 10**6), f"is a model of '{'x' * 39}: a windows model"),
    "a text for its training": (text_of(training="x"), "is damaged: 'training' in its header is str"),
    "a list of figures": (text_of(figures=[]), "is damaged: 'figures' in its header is list"),
    "no board": (text_of(rules=None), "does not say which board it was trained on"),
    "an impossible board": (text_of(rules={"rows": 60}), "does not say which board it was trained on"),
    "an unknown rule": (text_of(rules={"gravity": 0}), "does not say which board it was trained on"),
    "a rule of two lines": (text_of(rules={"gra\nvity": 0}), "unexpected keyword argument 'gra vity'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, tmp_path):
    """A file that is no such model is refused in one line that names it, and stays as it was."""
    text, sentence = REFUSED[name]
    path = tmp_path / "m.json"
    path.write_text(text)
    with refused(sentence, path):
        models.read(path, "windows", 3)
    assert path.read_text() == text


def test_refused_bytes(tmp_path):
    """Bytes that are no text, a pickle for instance, are refused and nothing in them is executed."""
    path = tmp_path / "m.json"
    proof = tmp_path / "proof"
    path.write_bytes(b"\x80\x04cos\nsystem\n(V" + f"touch {proof}".encode() + b"\ntR.\xff")
    with refused("is not a model"):
        models.read(path, "windows", 3)
    assert not proof.exists()


def test_missing_and_unreadable(tmp_path):
    """A missing file says how to train one; a folder says that it cannot be read."""
    with pytest.raises(C4Error, match=r"there is no model file .*: train one with `c4 train windows"):
        models.read(tmp_path / "none.json", "windows", 3)
    with refused("cannot be read"):
        models.read(tmp_path, "windows", 3)


def test_never_writes_what_cannot_be_read(tmp_path):
    """A number that is not finite is refused before the old file is touched."""
    path = tmp_path / "m.json"
    models.write(path, GOOD)
    old = path.read_text()
    with refused("not finite"):
        models.write(path, {**GOOD, "weights": [float("nan")]})
    assert path.read_text() == old


@pytest.mark.parametrize("failing", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_whole_or_not_at_all(failing, error, tmp_path, monkeypatch):
    """When the disk is full or Ctrl-C comes while writing, the old file is kept and nothing is left beside it."""
    path = tmp_path / "m.json"
    models.write(path, GOOD)
    old = path.read_text()

    def fail(*_):
        raise error

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(C4Error if isinstance(error, OSError) else KeyboardInterrupt):
        models.write(path, {**GOOD, "weights": [9, 9, 9]})
    assert path.read_text() == old
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """(the folder of the models that ship, the person's own, which does not exist yet)."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(models, "SAVED_MODELS", shipped)
    monkeypatch.setenv("C4_DATA", str(tmp_path / "data" / "own"))
    return shipped, tmp_path / "data" / "own"


def test_own_models_lie_in_their_own_folder(folders):
    """Asking makes no folder; the path for training can be written at once, and is in use from then on."""
    shipped, own = folders
    assert models.in_use("windows", ".json") == shipped / "windows.json"
    assert models.dialog_folder() == shipped
    assert not own.exists()
    models.write(models.user_path("windows"), {"learner": "windows"})
    assert models.in_use("windows", ".json") == own / "my-windows.json"
    assert models.dialog_folder() == own
    assert list(shipped.iterdir()) == []


def test_a_folder_that_cannot_be_made(folders):
    """The folder for own models being impossible is one sentence, and only for who writes."""
    _, own = folders
    own.parent.write_text("a file")
    assert models.in_use("windows", ".json").name == "windows.json"
    with refused(f"the folder {own} for your models cannot be made"):
        models.user_path("windows")


def test_a_name_is_looked_for_among_ones_own(folders, tmp_path, monkeypatch):
    """A name that is no file here may be that of an own model; where neither is, it stays as it was given."""
    _, own = folders
    monkeypatch.chdir(tmp_path)
    assert models.find("mine.json") == Path("mine.json")
    models.make_user_folder()
    (own / "mine.json").write_text("own")
    assert models.find("mine.json") == own / "mine.json"
    (tmp_path / "mine.json").write_text("here")
    assert models.find("mine.json") == Path("mine.json")


def test_the_platform_says_where(monkeypatch):
    """Without C4_DATA your models lie in the platform's data folder, not in or beside the program's."""
    monkeypatch.delenv("C4_DATA")
    folder = models.user_folder()
    assert folder.is_absolute()
    assert folder.parts[-2:] == ("connect4", "saved_models")
    assert models.SAVED_MODELS.parent not in folder.parents
