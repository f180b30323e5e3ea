"""Every format has a version: a file that a newer program has written is refused in a sentence that says so."""

import json
import sqlite3

import numpy as np
import pytest
from refusal import refused

from c4 import models
from c4.archives import write_arrays
from c4.arena.suites import Suite
from c4.errors import C4Error
from c4.evaluators import ntuple
from c4.exact import labels
from c4.exact.book import Book
from c4.learning import pattern_memory
from c4.library.library import Library
from c4.practice import puzzles
from c4.strategy import strategies
from c4.tree import treefile
from visualizer.state.preferences import PreferencesFile

NEWER = 1000


def encoded(**content: object) -> bytes:
    return json.dumps({**content, "version": NEWER}).encode()


def model(learner: str) -> dict[str, object]:
    return {"format": models.FORMAT, "learner": learner, "version": NEWER}


def archive(path, content) -> None:
    write_arrays(path, content, {"one": np.zeros(1, np.uint8)})


def library(path) -> None:
    with Library(path) as made:
        assert made is not None
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {NEWER}")
    connection.close()


def memory(path) -> None:
    with sqlite3.connect(path) as connection:
        connection.executescript(pattern_memory.TABLES)
        connection.execute("CREATE TABLE newer (pattern)")
        about = model("patterns").items()
        connection.executemany("INSERT INTO about VALUES (?, ?)", [(key, json.dumps(value)) for key, value in about])
    connection.close()


def puzzle(path) -> None:
    (one, *_) = puzzles.default_path().read_text(encoding="utf-8").splitlines()
    path.write_text(json.dumps({**json.loads(one), "colour": "red"}) + "\n", encoding="utf-8")


def preferred(path) -> None:
    """Preferences are never refused: the defaults are used, and it is encoded."""
    raise C4Error(PreferencesFile(path).read()[2])


FORMATS = {
    "model": (lambda path: path.write_bytes(encoded(**model("windows"))), lambda path: models.read(path, "windows", 9)),
    "table of weights": (lambda path: archive(path, model("ntuple")), ntuple.read_model),
    "pattern memory": (memory, pattern_memory.read),
    "strategy": (lambda path: archive(path, model(strategies.LEARNER)), strategies.read),
    "tree": (lambda path: archive(path, {"format": treefile.FORMAT, "version": NEWER}), treefile.load),
    "suite": (lambda path: np.savez(path, about=encoded(format="c4-suite").decode(), **dict.fromkeys(
        ("mine", "theirs", "scores", "stratum"), np.zeros(1))), Suite.read),
    "book": (lambda path: path.write_bytes(encoded(format="c4-book").ljust(2000)), Book.open),
    "labels": (lambda path: archive(path, {"format": labels.FORMAT, "version": NEWER}), labels.read),
    "library": (library, lambda path: Library(path).close()),
    "puzzles": (puzzle, puzzles.read),
    "preferences": (lambda path: path.write_bytes(encoded()), preferred),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_a_newer_file(name, tmp_path):
    """Its sentence says that this program is the older one, and what to do."""
    make, read = FORMATS[name]
    path = tmp_path / ("file.npz" if name == "suite" else "file.json")
    make(path)
    with refused(match=r"a newer program wrote it.* update this program to open it"):
        read(path)
