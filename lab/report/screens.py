"""Makes contact sheets of the window: every state at three sizes in two themes, on a virtual display with openbox."""

from __future__ import annotations

import os
import shutil
import subprocess
import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from PIL import Image, ImageDraw, ImageFont, ImageGrab
from pyvirtualdisplay import Display

from c4.agents import HUMAN
from c4.session.settings import Settings
from visualizer.state.preferences import ANALYSE, PLAY, REVIEW
from visualizer.testing import Hand, make_window, open_root

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


WAIT_SECONDS = 300.0
"""How long a state may take to be reached."""


class Stage(Hand):
    """A window on a virtual display, and what a person does in it."""

    def __init__(self, theme: str = THEMES[0], size: tuple[int, int] = SIZES[1], mode: str = PLAY) -> None:
        settings = Settings(seats=(HUMAN, "alphabeta"), depth=4)
        super().__init__(make_window(open_root(), settings, mode=mode, theme=theme, sound=False))
        self.root.geometry(f"{size[0]}x{size[1]}+0+0")
        self.tree_ready()
        self.at_rest()

    def until(self, done: Callable[[], object], seconds: float = WAIT_SECONDS, what: str = "") -> None:
        """Lets the window work until something is so.  Raises TimeoutError if it never is, so that no picture lies."""
        super().until(done, seconds, what)

    def at_rest(self) -> None:
        """Waits until the values over the columns are there and no message is shown any more."""

        def rests() -> bool:
            session = self.session
            return not (session.thinking or session.live.busy or self.app.busy or self.app.state.message.text)

        self.until(rests, what="all is computed and no message is shown")
        self.pump(0.3)

    def play(self, *columns: int) -> None:
        """A person's moves, each with the reply."""
        for column in columns:
            self.click(column)
            self.settled()
            self.pump(0.3)

    def do(self, name: str) -> None:
        """Runs a command and waits for the window that it opens, and what it shows."""
        super().do(name)
        self.pump(0.4)

    def change(self, **settings: object) -> None:
        """Changes settings as the boxes do."""
        self.app.search.change(**settings)
        self.pump(0.1)

    def select_cutoff(self) -> None:
        """Selects the first reply at the root that was cut off, so that the card says why."""
        from c4.tree.reason import cut_of

        assert self.app.tree.model.view is not None, "there is a tree"
        tree = self.app.tree.model.view.tree
        row = next(row for row in tree.children(0) if tree.size[row] > 1 and cut_of(tree, row))
        self.app.tree.choose(row)
        self.pump(0.5)

    def reviewed(self) -> None:
        """Shows the review of the game, complete."""
        self.app.show_mode(REVIEW)
        self.until(self.review_is_complete, what="the review is complete")
        self.pump(0.5)

    def review_is_complete(self) -> bool:
        """Whether every move of the game has been reviewed."""
        review = self.app.state.review
        return review is not None and review.complete and not review.busy

    @property
    def top(self) -> tk.Tk | tk.Toplevel:
        """The window that was opened last."""
        opened = list(self.window.windows.open.values())
        return opened[-1] if opened else self.root

    def grab(self, size: tuple[int, int] | None = None) -> Image.Image:
        """The window that was opened last, in a size if that can be changed, without its frame."""
        top = self.top
        if size is not None and all(top.resizable()):
            top.geometry(f"{size[0]}x{size[1]}+0+0")
        top.lift()
        self.pump(0.8)
        x = top.winfo_rootx()
        y = top.winfo_rooty()
        box = (x, y, x + top.winfo_width(), y + top.winfo_height())
        return ImageGrab.grab(bbox=box, xdisplay=os.environ["DISPLAY"]).convert("RGB")

    def close(self) -> None:
        """Ends the window; raises what went wrong in it."""
        errors = list(self.window.errors)
        self.window.close()
        if errors:
            raise RuntimeError(errors[0])


def leave_as_it_is(stage: Stage) -> None:
    """For a window in which nothing is done."""


def opens(command: str, done: Callable[[Stage], None] = leave_as_it_is) -> Callable[[Stage], None]:
    """A state that is a window opened by a command; `done` works in it."""

    def make(stage: Stage) -> None:
        stage.do(command)
        done(stage)

    return make


def play(stage: Stage) -> None:
    """A game has just begun."""
    stage.play(*MOVES[:2])


def thinking(stage: Stage) -> None:
    """The engine thinks about its reply."""
    stage.change(seats=(HUMAN, "engine"), time_ms=60_000)
    stage.click(3)
    stage.pump(3.0)


def after_game(stage: Stage) -> None:
    """A game between two people has ended."""
    stage.do("stop")
    stage.change(seats=(HUMAN, HUMAN))
    stage.do("new game")
    stage.play(*(int(column) - 1 for column in WON[:-1]))
    stage.pump(2.0)


def analyse(stage: Stage) -> None:
    """Some moves of another game, and the tree of the last reply."""
    stage.change(seats=(HUMAN, "alphabeta"), time_ms=None, depth=4)
    stage.do("new game")
    stage.app.show_mode(ANALYSE)
    stage.play(*MOVES)
    stage.pump(3.0)


def playback(stage: Stage) -> None:
    """The playback of that tree, in the middle."""
    stage.do("playback")
    stage.app.tree.model.seek(120)
    stage.app.tree.sync()
    stage.pump(0.5)


def compared(stage: Stage) -> None:
    """Two searches compared."""
    stage.do("playback")
    window = stage.open("compare")
    window.start()
    stage.until(lambda: not window.task.busy, what="the comparison")
    stage.pump(1.0)


def reviewed(stage: Stage) -> None:
    """The review of the game, at its worst mistake."""
    stage.reviewed()
    stage.do("worst mistake")


def trained(stage: Stage) -> None:
    """A learner has been trained."""
    stage.app.show_mode(ANALYSE)
    window = stage.open("training", "train")
    window.form.fields["episodes"].set("2000")
    window.start()
    stage.until(lambda: not window.task.busy, what="the training")


def waits(seconds: float) -> Callable[[Stage], None]:
    """Lets the window work for so long."""

    def wait(stage: Stage) -> None:
        stage.pump(seconds)

    return wait


STATES: dict[str, Callable[[Stage], None]] = {
    "play": play,
    "thinking": thinking,
    "after a game": after_game,
    "analyse": analyse,
    "card of a cutoff": Stage.select_cutoff,
    "playback": playback,
    "compare": compared,
    "review": reviewed,
    "training": trained,
    "practice": opens("practice"),
    "puzzles": opens("puzzles", waits(2.0)),
    "library": opens("library", waits(1.0)),
    "strategy": opens("strategy", waits(3.0)),
    "preferences": opens("preferences"),
    "palette": opens("palette"),
}
"""Each state, and how it is reached from the one before."""


def sheet(rows: dict[str, list[Image.Image]]) -> Image.Image:
    """All pictures scaled down: a row for each state, a column for each size."""
    font = ImageFont.load_default(22)
    gap = 12
    small = {name: [one.copy() for one in pictures] for name, pictures in rows.items()}
    for one in (one for pictures in small.values() for one in pictures):
        one.thumbnail((THUMB, THUMB), Image.Resampling.LANCZOS)
    heights = {name: max(one.height for one in pictures) + 40 for name, pictures in small.items()}
    made = Image.new("RGB", (len(SIZES) * (THUMB + gap) + gap, sum(heights.values()) + gap), "#808080")
    draw = ImageDraw.Draw(made)
    top = gap
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
        stage.close_beside()
        stage.pump(0.2)
        reach(stage)
        if names and name not in names:
            continue
        for theme in THEMES:
            stage.app.views.choose_theme(theme)
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
    if shutil.which("openbox") is None:
        yield
        return
    manager = subprocess.Popen(["openbox", "--sm-disable"])
    try:
        yield
    finally:
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
