"""Prints the files of the project that run from a click on a column to the painted reply, in a real window."""

from __future__ import annotations

import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import click

from c4.cli.options import json_option, show

ROOT = Path(__file__).resolve().parent.parent
COLUMN, REPLIES = 3, 2
"""The column that is clicked (from 0), and the discs on the board when the reply is there."""

DONT_WAIT = 2
"""Tk's flag for one turn of the event loop that does not wait for an event."""


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
        return {str(path): number for path, number in sorted(inside) if path.parts[0] in ("c4", "visualizer")}


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
    import tkinter as tk

    from visualizer.app.window import Window

    root = tk.Tk()
    window = Window(root)
    window.playing.invite("")
    session, board = window.session, window.board

    def wait(done: Callable[[], bool], rest: float = 0.0) -> None:
        """Runs the window until something holds, and `rest` seconds more."""
        end = monotonic() + rest
        while monotonic() < end or not done():
            if not root.tk.dooneevent(DONT_WAIT):
                sleep(0.001)

    wait(lambda: window.playing.ready, rest=3.0)
    for measured in (False, True):
        session.new_game()
        wait(lambda: board.position.ply == 0, rest=1.0)
        recorder.active = measured
        x, y = (round(part) for part in board.centre(0, COLUMN))
        for event in ("<Motion>", "<Button-1>", "<ButtonRelease-1>"):
            board.event_generate(event, x=x, y=y)
        wait(lambda: board.position.ply == REPLIES)
        root.update()
        recorder.active = False
    files = recorder.files()
    lines = [f"{number:>6}  {name}" if calls else name for name, number in files.items()]
    show({"files": files}, "\n".join([*lines, f"{len(files)} files, {sum(files.values()):,} calls"]), as_json)
    os._exit(0)
