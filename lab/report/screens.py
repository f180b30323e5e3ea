"""Makes contact sheets of the window: every state at three sizes in two themes, on a virtual display with openbox."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from PIL import Image, ImageDraw, ImageFont, ImageGrab
from pyvirtualdisplay import Display

from c4.agents import HUMAN
from c4.session.settings import ANALYSE, PLAY, REVIEW
from visualizer.app.window import Window

SIZES = ((900, 600), (1280, 800), (1920, 1170))
"""The window's sizes; the last one fills a screen of 1920x1200 but for its frame."""

THEMES = ("light", "dark")

SCREEN = (1940, 1300)

THUMB = 640
"""Pixels across a picture on a sheet."""

MOVES = (3, 3, 2, 4)
"""Columns (from 0) that a person plays against alpha-beta, whose replies are always the same."""

WON = "12121213"
"""A game: the first player has a line of four in column 1."""


class Stage:
    """A window on a virtual display, and what a person does in it."""

    def __init__(self, theme: str = THEMES[0], size: tuple[int, int] = SIZES[1], mode: str = PLAY) -> None:
        self.root = tk.Tk()
        self.window = Window(self.root)
        gc.disable()  # another thread may not free what belongs to Tk
        self.session = self.window.session
        self.root.geometry(f"{size[0]}x{size[1]}+0+0")
        self.window.appearance.choose(theme)
        self.window.playing.invite("")
        self.window.modes.show(mode)
        self.window.change(seats=(HUMAN, "alphabeta"), depth=4)
        self.until(lambda: self.window.analysis.pane is not None and self.window.playing.ready)
        self.rest(5.0)  # messages are gone by then

    def until(self, done: Callable[[], object], seconds: float = 300.0) -> None:
        """Lets the window work until something is so, at most so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not done():
            self.root.update()
            time.sleep(0.005)

    def rest(self, seconds: float) -> None:
        """Lets the window work for a while."""
        self.until(lambda: False, seconds)

    def play(self, *columns: int) -> None:
        """A person's moves, each with the reply."""
        session, window = self.session, self.window
        for column in columns:
            window.play(column)
            self.until(lambda: (session.humans_turn or session.outcome is not None) and not window.board.falling)
            self.rest(0.3)

    def do(self, command: str) -> None:
        """Runs a command and waits for the window that it opens."""
        self.window.do(command)
        self.rest(0.1)
        self.until(lambda: not self.window.loading)
        self.rest(0.3)

    def select_cutoff(self) -> None:
        """Selects the first reply at the root that was cut off, so that the card says why."""
        from c4.tree.explain import cut_of

        search = self.session.shown_search
        if search is not None and (tree := search.decision.tree) is not None:
            self.window.analysis.select_row(
                next((row for row in tree.children(0) if tree.size[row] > 1 and cut_of(tree, row)), 0)
            )

    def reviewed(self) -> None:
        """Shows the review of the game, complete."""
        self.window.modes.show(REVIEW)
        reviewer = self.window.reviewing.reviewer
        self.until(lambda: reviewer.model is not None and reviewer.model.complete and not reviewer.busy)
        self.rest(0.5)

    @property
    def top(self) -> tk.Tk | tk.Toplevel:
        """The window that was opened last."""
        return self.window.windows.open[-1] if self.window.windows.open else self.root

    def grab(self, size: tuple[int, int] | None = None) -> Image.Image:
        """The window that was opened last, in a size if that can be changed, without its frame."""
        top = self.top
        if size is not None and all(top.resizable()):
            top.geometry(f"{size[0]}x{size[1]}+0+0")
        top.lift()
        self.rest(0.8)
        x, y = top.winfo_rootx(), top.winfo_rooty()
        box = (x, y, x + top.winfo_width(), y + top.winfo_height())
        return ImageGrab.grab(bbox=box, xdisplay=os.environ["DISPLAY"]).convert("RGB")

    def close_windows(self) -> None:
        """Closes all but the main window."""
        for one in list(self.window.windows.open):
            one.destroy()
        self.rest(0.2)

    def close(self) -> None:
        """Ends the window; raises what went wrong in it."""
        errors = list(self.window.errors)
        self.window.close()
        if errors:
            raise RuntimeError(errors[0])


def opens(command: str, done: Callable[[Stage], None] = lambda stage: None) -> Callable[[Stage], None]:
    """A state that is a window opened by a command; `done` works in it."""

    def make(stage: Stage) -> None:
        stage.do(command)
        done(stage)

    return make


def thinking(stage: Stage) -> None:
    stage.window.change(seats=(HUMAN, "engine"), time_ms=60_000)
    stage.window.play(3)
    stage.rest(3.0)


def after_game(stage: Stage) -> None:
    stage.window.do("stop")
    stage.window.change(seats=(HUMAN, HUMAN))
    stage.do("new game")
    for column in WON[:-1]:
        stage.window.play(int(column) - 1)
        stage.until(lambda: not stage.window.board.falling)
        stage.rest(0.1)
    stage.rest(2.0)


def analyse(stage: Stage) -> None:
    stage.window.change(seats=(HUMAN, "alphabeta"), time_ms=None, depth=4)
    stage.do("new game")
    stage.window.modes.show(ANALYSE)
    stage.play(*MOVES)
    stage.rest(3.0)


def playback(stage: Stage) -> None:
    pane = stage.window.analysis.pane
    assert pane is not None
    pane.model.playback.open()
    pane.model.playback.seek(120)
    stage.rest(0.5)


def compared(stage: Stage) -> None:
    pane = stage.window.analysis.pane
    assert pane is not None
    pane.model.playback.close()
    stage.do("compare")
    window = stage.window.windows.open[-1]
    window.start()  # type: ignore[attr-defined]
    stage.until(lambda: window.compared is not None)  # type: ignore[attr-defined]
    stage.rest(1.0)


def reviewed(stage: Stage) -> None:
    stage.reviewed()
    stage.window.do("worst mistake")


def trained(stage: Stage) -> None:
    stage.window.modes.show(ANALYSE)
    stage.do("train")
    window = stage.window.windows.open[-1]
    window.form.fields["episodes"].set("2000")  # type: ignore[attr-defined]
    window.start()  # type: ignore[attr-defined]
    stage.until(lambda: not window.task.busy)  # type: ignore[attr-defined]


STATES: dict[str, Callable[[Stage], None]] = {
    "play": lambda stage: stage.play(*MOVES[:2]),
    "thinking": thinking,
    "after a game": after_game,
    "analyse": analyse,
    "card of a cutoff": Stage.select_cutoff,
    "playback": playback,
    "compare": compared,
    "review": reviewed,
    "training": trained,
    "practice": opens("practice"),
    "puzzles": opens("puzzles", lambda stage: stage.rest(2.0)),
    "library": opens("library", lambda stage: stage.rest(1.0)),
    "strategy": opens("strategy", lambda stage: stage.rest(3.0)),
    "preferences": opens("preferences"),
    "palette": opens("palette"),
    "keys": opens("keys"),
}
"""Each state, and how it is reached from the one before."""


def sheet(rows: dict[str, list[Image.Image]]) -> Image.Image:
    """All pictures scaled down: a row for each state, a column for each size."""
    font, gap = ImageFont.load_default(22), 12
    small = {name: [one.copy() for one in pictures] for name, pictures in rows.items()}
    for one in (one for pictures in small.values() for one in pictures):
        one.thumbnail((THUMB, THUMB), Image.Resampling.LANCZOS)
    heights = {name: max(one.height for one in pictures) + 40 for name, pictures in small.items()}
    made = Image.new("RGB", (len(SIZES) * (THUMB + gap) + gap, sum(heights.values()) + gap), "#808080")
    draw, top = ImageDraw.Draw(made), gap
    for name, pictures in small.items():
        draw.text((gap, top), name, fill="#ffffff", font=font)
        for place, one in enumerate(pictures):
            made.paste(one, (gap + place * (THUMB + gap), top + 28))
        top += heights[name]
    return made


def take(folder: Path, names: tuple[str, ...]) -> None:
    """Writes every picture and a sheet for each theme into a folder.

    Each state is reached once and shown at all sizes in all themes.
    """
    sheets: dict[str, dict[str, list[Image.Image]]] = {theme: {} for theme in THEMES}
    stage = Stage()
    for name, reach in STATES.items():
        stage.close_windows()
        reach(stage)
        if names and name not in names:
            continue
        for theme in THEMES:
            stage.window.appearance.choose(theme)
            for size in SIZES:
                picture = stage.grab(size)
                picture.save(folder / f"{name.replace(' ', '-')}-{theme}-{size[0]}.png")
                sheets[theme].setdefault(name, []).append(picture)
        click.echo(name)
    stage.close()
    for theme, rows in sheets.items():
        sheet(rows).save(folder / f"sheet-{theme}.png")
        click.echo(f"wrote {folder / f'sheet-{theme}.png'}")


@contextmanager
def managed() -> Iterator[None]:
    """Runs the window manager openbox, if it is installed."""
    manager = subprocess.Popen(["openbox", "--sm-disable"]) if shutil.which("openbox") else None
    yield
    if manager is not None:
        manager.terminate()
        manager.wait()


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--state", "names", multiple=True, type=click.Choice(list(STATES)), help="Only this state.")
def command(folder: Path, names: tuple[str, ...]) -> None:
    """Writes pictures of every state of the window, and a contact sheet for each theme, into FOLDER.  Needs Xvfb."""
    folder.mkdir(parents=True, exist_ok=True)
    with Display(visible=False, size=SCREEN), TemporaryDirectory() as data:
        os.environ["C4_DATA"] = data
        with managed():
            take(folder, names)
