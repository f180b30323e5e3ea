"""What commands say on a terminal about work that takes long."""

import sys
from io import StringIO

import pytest

from c4.cli.progress import COMPILING, Bar, say_compiling


class Terminal(StringIO):
    """A terminal, or a file."""

    def __init__(self, is_terminal):
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self):
        return self.is_terminal


@pytest.mark.parametrize("is_terminal", [True, False])
def test_compiling_is_said_once_on_a_terminal(monkeypatch, is_terminal):
    """And never in a file, where the errors of a command are."""
    monkeypatch.setattr(sys, "stderr", Terminal(is_terminal))
    say_compiling.cache_clear()
    say_compiling()
    say_compiling()
    assert sys.stderr.getvalue() == (f"{COMPILING}\n" if is_terminal else "")


def test_a_bar_forecasts_nothing_from_the_time_of_compiling(monkeypatch):
    """Its rate is that of the games after the first ones, which waited for the code."""
    monkeypatch.setattr(sys, "stderr", Terminal(True))
    now = [0.0]
    monkeypatch.setattr("tqdm.std.time", lambda: now[0])
    with Bar(1_000, "games") as bar:
        assert "preparing" in sys.stderr.getvalue()
        now[0] = 9.0
        bar.update(1)
        assert bar.format_dict["rate"] is None
        assert "?" in str(bar), "nothing is forecast yet"
        for _ in range(9):
            now[0] += 1.0
            bar.update(100)
        assert bar.format_dict["rate"] == pytest.approx(100)
        assert "preparing" not in str(bar)
        assert "901/1000 [00:09<00:00, 100.00 games/s]" in str(bar)


def test_short_work_shows_no_bar(monkeypatch):
    """With a delay the bar comes a second after the first piece of work."""
    monkeypatch.setattr(sys, "stderr", Terminal(True))
    now = [0.0]
    monkeypatch.setattr("tqdm.std.time", lambda: now[0])
    with Bar(30, "nodes", delay=1.0) as bar:
        for _ in range(10):
            now[0] += 0.1
            bar.update()
        assert sys.stderr.getvalue() == ""
        for _ in range(10):
            now[0] += 0.1
            bar.update()
        assert "nodes/s" in sys.stderr.getvalue()
