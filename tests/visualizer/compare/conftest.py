"""A hand for the windows that compare and measure."""

import pytest
from driver import Driver

from c4.agents import HUMAN
from c4.session.settings import Settings

START = "4453"


class Hand(Driver):
    """A driver for the windows that compare and measure."""

    def command(self, name: str) -> None:
        """Calls a command as a menu does, if it can be done."""
        assert self.window.commands.enabled(self.window.commands[name])
        self.do(name)

    def searched(self, moves: str = START) -> None:
        """A position with the tree of a hint."""
        self.tree_ready()
        self.session.set_up(moves)
        self.do("search position")
        self.until(lambda: self.session.shown_search is not None and not self.session.thinking)
        self.pump(0.05)

    def compared(self, pair: str, merged: bool = False):
        """The compare window with a finished pair of searches, as two trees or merged into one."""
        self.command(f"compare {pair}")
        window = self.window.windows.open["compare"]
        self.until(lambda: window.known.result is not None and not window.task.busy)
        window.know(merged=merged)
        self.pump(0.05)
        return window

    def click_node(self, pane, row: int) -> None:
        """A real click on a glyph of a tree."""
        x, y = pane.canvas.pixel(row)
        for event in ("<ButtonPress-1>", "<ButtonRelease-1>"):
            pane.canvas.widget.event_generate(event, x=round(x), y=round(y))
        self.pump(0.05)

    def choose(self, table, line: int) -> str:
        """A real click on a line of a list; its name."""
        name = table.get_children()[line]
        table.see(name)
        self.root.update()
        x, y, _, height = table.bbox(name)
        for event in ("<ButtonPress-1>", "<ButtonRelease-1>"):
            table.event_generate(event, x=x + 5, y=y + height // 2)
        self.pump(0.1)
        return name


@pytest.fixture
def hand(root):
    driver = Hand(root, Settings(seats=(HUMAN, HUMAN), depth=4))
    yield driver
    driver.window.close()
    assert not driver.window.errors, driver.window.errors[0]
