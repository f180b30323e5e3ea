"""Sounds: made by the program, played in the background, silent where the system has no player."""

import wave

import pytest

from c4.agents import HUMAN
from c4.search.watch import Watch
from c4.session.settings import Settings
from visualizer.ui import sounds


@pytest.mark.parametrize("name", sounds.SOUNDS)
def test_every_sound_is_short_and_soft(name):
    """It lasts less than a second, is heard, and does not clip."""
    made = sounds.samples(name)
    assert len(made) < sounds.RATE
    assert 5000 < max(made) < 30_000


def test_landing_winning_and_refused_moves_are_heard(drive, monkeypatch, tmp_path):
    """Each has its own sound; none is played once sound is switched off."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    heard = []
    program = tmp_path / "player"
    program.write_text("#!/bin/sh\n")

    def run(command, seconds):
        with wave.open(command[1]) as file:
            heard.append((command[1].rpartition("/")[2], file.getnframes() > 1000))

    monkeypatch.setattr(sounds, "player", lambda: str(program))
    monkeypatch.setattr(sounds, "run_tool", run)
    hand.do("sound")
    hand.session.set_up("12121")
    hand.pump(0.02)
    for column, name in ((1, "drop.wav"), (0, "win.wav"), (0, "illegal.wav")):
        heard.clear()
        hand.click(column)
        hand.until(lambda: heard)
        assert heard == [(name, True)]
    hand.do("sound")
    heard.clear()
    hand.click(0)
    hand.pump(0.1)
    assert heard == []


def test_a_player_that_fails_is_silent(monkeypatch, caplog, capfd):
    """A program that is gone does not matter: nothing is said or logged."""
    monkeypatch.setattr(sounds, "player", lambda: "/no/such/player")
    sounds.play("drop", Watch())
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")


def test_without_a_player_the_preference_says_so(drive, monkeypatch):
    """The switch is grey, and its tooltip names what is missing."""
    monkeypatch.setattr(sounds, "player", lambda: "")
    hand = drive()
    assert "no program that plays sounds" in hand.describe("sound")
    assert not hand.checked("sound")
