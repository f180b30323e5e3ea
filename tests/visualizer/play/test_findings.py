"""What an agent reasoned from, drawn on the board of a real window."""

from __future__ import annotations

import pytest
from driver import Driver

from c4.agents import HUMAN
from c4.game.position import Position
from c4.learning import pattern_memory
from c4.learning.pattern_memory import Memory
from c4.search.decision import Decision, Finding
from c4.session.events import Found
from c4.session.settings import Settings
from visualizer.play.findings import finding_behind


@pytest.fixture
def trapped_twice(tmp_path) -> str:
    """A memory that has lost to a straight run from the left twice."""
    memory, path = Memory(), tmp_path / "m.sqlite"
    for _ in range(2):
        memory.learn(Position(), Position.from_moves("1727374").moves, 1)
    pattern_memory.write(path, memory)
    return str(path)


def test_the_pattern_behind_a_move_is_drawn(root, trapped_twice):
    """Against the pattern memory, the pattern its last move answers is framed, and a dashed line leads to that move;
    the status says why.
    """
    drive = Driver(root, Settings(seats=(HUMAN, "patterns"), learn=False))
    drive.session.set(models={"patterns": trapped_twice}, seed=3)
    board = drive.window.board
    for column in (0, 1):
        drive.click(column)
        drive.answered()
        drive.pump(0.1)
        assert not board.find_withtag("finding")
    drive.click(2)
    drive.answered()
    drive.pump(0.1)
    assert drive.session.moves()[-1] == "4"
    frames = [board.coords(item) for item in board.find_withtag("finding") if board.type(item) == "rectangle"]
    middles = {(round((x0 + x1) / 2), round((y0 + y1) / 2)) for x0, y0, x1, y1 in frames}
    assert middles == {tuple(map(round, board.centre(0, column))) for column in (0, 1, 2)}
    lines = [board.coords(item) for item in board.find_withtag("finding") if board.type(item) == "line"]
    assert lines[0] == pytest.approx([*board.centre(0, 0), *board.centre(0, 3)])
    assert "defensive: 3 of the other side's stones" in str(drive.window.status_line["text"])
    drive.do("undo")
    drive.pump(0.05)
    assert not board.find_withtag("finding")
    drive.window.close()


def test_a_finding_belongs_to_the_move_it_led_to():
    """Only the finding that was played counts, and only while its move is the last on the board."""
    before = Position.from_moves("44")
    findings = (Finding("refused", ((0, 0),), 1, 9.0, "vetoed"), Finding("taken", ((0, 3),), 4, 8.0, "played"))
    found = Found(Decision(4, findings=findings), before, None, 0, False)
    assert finding_behind(found, before.play(4)) is findings[1]
    assert finding_behind(found, before.play(3)) is None
    assert finding_behind(found, before.play(4).play(4)) is None
    assert finding_behind(found._replace(hint=True), before.play(4)) is None
    assert finding_behind(None, before) is None


def test_learning_is_a_switch_in_the_menu(root):
    """The menu says whether machines learn from their games, and switches it."""
    drive = Driver(root)
    command = drive.window.commands["learn"]
    assert command.checked()
    command.run()
    assert not command.checked()
    assert not drive.session.settings.learn
    drive.window.close()
