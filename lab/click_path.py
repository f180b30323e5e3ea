"""Prints the files of the project that run from a click on a column to the painted reply, in a real window."""

from __future__ import annotations

import os
import sys
import threading
from collections import Counter
from pathlib import Path

import click

from c4.cli.options import json_option, show

ROOT = Path(__file__).resolve().parent.parent
COLUMN = 3
"""The column (from 0) that is clicked."""

REPLIES = 2
"""The discs on the board when the reply is there."""


class Recorder:
    """Counts the calls of functions by file, in this thread and those that start later, while `active`."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.active = False
        threading.setprofile(self.profile)
        sys.setprofile(self.profile)

    def profile(self, frame, event: str, argument) -> None:
        if self.active and event == "call" and frame.f_code.co_name != "<module>":
            self.calls[frame.f_code.co_filename] += 1

    def files(self) -> dict[str, int]:
        """Calls by file of the product, relative to the project."""
        paths = ((Path(name), number) for name, number in self.calls.items())
        inside = ((path.relative_to(ROOT), number) for path, number in paths if path.is_relative_to(ROOT))
        product = [(path, number) for path, number in sorted(inside) if path.parts[0] in ("c4", "visualizer")]
        return {str(path): number for path, number in product if path.name != "testing.py"}  # the hand that clicks


@click.command()
@click.option("--calls", is_flag=True, help="Print the number of calls of each file, too.")
@json_option
def command(calls: bool, as_json: bool) -> None:
    """Prints the files that run when you click a column, from the click to the painted reply of the computer.

    The opponent and everything it loads has replied once before.  A display is not needed.
    """
    os.environ.setdefault("C4_DATA", str(ROOT / "build" / "click"))
    if not os.environ.get("DISPLAY"):
        from pyvirtualdisplay import Display

        Display(visible=False, size=(1600, 1000)).start()
    recorder = Recorder()

    from visualizer.testing import Hand, make_window, open_root

    hand = Hand(make_window(open_root(), sound=False))
    hand.tree_ready()
    hand.pump(3.0)
    for measured in (False, True):
        hand.do("new game")
        hand.until(lambda: hand.board.position.ply == 0)
        hand.pump(1.0)
        recorder.active = measured
        hand.click(COLUMN)
        hand.until(lambda: hand.board.position.ply == REPLIES)
        hand.root.update()
        recorder.active = False
    files = recorder.files()
    lines = [f"{number:>6}  {name}" if calls else name for name, number in files.items()]
    show({"files": files}, "\n".join([*lines, f"{len(files)} files, {sum(files.values()):,} calls"]), as_json)
    os._exit(0)
