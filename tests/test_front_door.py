"""The front door: `python interface.py` with a game to open."""

from __future__ import annotations

import pytest

import interface


def test_a_game_is_opened(root):
    """A move string given on the command line is on the board, and can be taken back move by move."""
    from visualizer.window import Window

    window = Window(root)
    try:
        interface.set_up(window, "1212121")
        assert window.session.moves() == "1212121"
        assert window.session.position.outcome() is not None
        assert window.session.can_undo
    finally:
        window.close()


def test_a_game_that_is_none(root, capsys):
    """What is no game ends with status 2 and one sentence."""
    from visualizer.window import Window

    window = Window(root)
    with pytest.raises(SystemExit) as exit:
        interface.set_up(window, "48")
    assert exit.value.code == 2
    assert "'8' at place 2 of '48' is not a column" in capsys.readouterr().err
