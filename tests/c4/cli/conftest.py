"""The command run in this process, and a model for it."""

import io
import json
import sys

import pytest
from strategies import PUBLISHED

from c4.cli import main


@pytest.fixture
def c4(capsys, monkeypatch):
    """Runs the command in this process: (exit status, standard output, standard error)."""

    def run(*arguments: object, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as exit:
            status = exit.code or 0
        else:
            status = 0
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def model(tmp_path):
    """A windows model file with published weights."""
    path = tmp_path / "windows.json"
    content = {
        "format": "c4-model",
        "version": 1,
        "learner": "windows",
        "rules": {"rows": 6, "columns": 7, "connect": 4, "scoring": "first-line"},
    }
    path.write_text(json.dumps({**content, "weights": PUBLISHED["a7e9f38"]}))
    return path
