"""Makes the pictures of the window in docs: starts it on a virtual display, plays, takes screenshots."""

from __future__ import annotations

import json
import os
import re
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from PIL import Image
from pyvirtualdisplay import Display

from c4.agents import HUMAN
from lab.report.screens import MOVES, Stage
from visualizer.state.opponents import MATCHED
from visualizer.state.preferences import ANALYSE, PLAY, PUZZLES

DOCS = Path(__file__).resolve().parents[2] / "docs"

PICTURES = DOCS / "pictures.json"
"""The words in the pictures, by the name of the file: a test compares them with what the window says today."""

TIMES = re.compile(r"[\d.,]+ (?:s|ms|k nodes/s|M nodes/s)\b")
"""What is different at each start."""

GAME = (3, 3, 2, 0, 3, 6, 0, 4, 1, 1)
"""Columns the person plays in the film, against alpha-beta of depth 4: a game with mistakes on both sides."""

LOST = (5, 4, 6, 5, 4, 4, 4, 4, 4, 5, 3, 1, 5, 0, 1, 3, 6, 2, 2, 3, 2, 6)
"""Columns of a game that the first player loses: at last the other side has two threats at once."""

PUZZLE = "1634266226332754632"
"""The position of a puzzle with one column to find."""

FILM = (900, 600)
"""The window's size in the film, pixels: as wide as a page shows it, so that nothing is blurred."""


def analysed(theme: str = "light") -> Stage:
    """The window after some moves, with a cut node selected in the tree."""
    stage = Stage(theme, mode=ANALYSE)
    stage.play(*MOVES)
    stage.select_cutoff()
    stage.at_rest()
    return stage


def reviewed() -> Stage:
    """The review of the game, at its worst mistake."""
    stage = Stage(mode=PLAY)
    stage.play(*GAME)
    stage.reviewed()
    stage.do("worst mistake")
    return stage


def lost() -> Stage:
    """The end of a game that the person has lost against a level, whose moves are played for it."""
    stage = Stage(mode=PLAY)
    stage.change(seats=(HUMAN, HUMAN))
    stage.play(*LOST)
    seats = (HUMAN, "novice")
    session = stage.app.session
    session.game = replace(session.game, seats=seats)
    stage.change(seats=seats)
    stage.until(stage.review_is_complete, what="the end is explained")
    stage.at_rest()
    return stage


def opponents() -> Stage:
    """The cards of the levels, one of which is chosen by your results."""
    stage = Stage(mode=PLAY)
    stage.app.game.choose_opponent(MATCHED)
    stage.do("opponents")
    return stage


def solved() -> Stage:
    """A puzzle with the right answer on the board."""
    from c4.practice.puzzles import shipped
    from visualizer.state.puzzles import Found

    stage = Stage(mode=PLAY)
    stage.app.show_mode(PUZZLES)

    def offered() -> bool:
        return stage.app.state.solving.puzzle is not None

    stage.until(offered, what="a puzzle is offered")
    puzzle = next(puzzle for puzzle in shipped() if puzzle.moves == PUZZLE)
    stage.app.puzzles.found(Found(stage.app.state.solving.standing, puzzle=puzzle))
    stage.pump(0.5)
    stage.app.puzzles.play(int(puzzle.solution) - 1)
    stage.pump(1.5)
    return stage


STAGES: dict[str, Callable[[], Stage]] = {
    "window.png": analysed,
    "play.png": lost,
    "opponents.png": opponents,
    "review.png": reviewed,
    "puzzles.png": solved,
}
"""What the pictures show whose words are kept."""

FILM_NAME = "game.gif"
DARK_NAME = "window-dark.png"


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([*STAGES, DARK_NAME, FILM_NAME]))
def main(names: tuple[str, ...]) -> None:
    """Makes the pictures of the window in docs: all, or the files of these NAMES.  Needs Xvfb."""
    with Display(visible=False, size=(1400, 1000)), TemporaryDirectory() as data:
        os.environ["C4_DATA"] = data
        for name in names or (*STAGES, DARK_NAME, FILM_NAME):
            if name == FILM_NAME:
                film(DOCS / name)
            elif name == DARK_NAME:
                save(analysed("dark"), DOCS / name)
            else:
                save(STAGES[name](), DOCS / name)


def save(stage: Stage, path: Path) -> None:
    """Writes the picture of a window and its words, and closes the window."""
    stage.grab().save(path)
    if path.name in STAGES:
        kept = json.loads(PICTURES.read_text(encoding="utf-8")) if PICTURES.exists() else {}
        kept[path.name] = words_of(stage.root)
        PICTURES.write_text(json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    stage.close()
    click.echo(f"wrote {path.relative_to(DOCS.parent)}")


def words_of(widget: tk.Misc) -> list[str]:
    """The texts of a widget and of all that is visible in it, sorted; measured times and speeds are left out."""
    found = set()
    waiting = [widget]
    while waiting:
        one = waiting.pop()
        waiting += [child for child in one.winfo_children() if child.winfo_ismapped()]
        if isinstance(one, tk.Text):
            found.add(one.get("1.0", "end").strip())
        elif "text" in one.keys():  # noqa: SIM118 - a widget is no mapping
            found.add(str(one.cget("text")).strip())
    return sorted(TIMES.sub("...", text) for text in found if text)


def film(path: Path) -> None:
    """A move, the tree of the reply, a cut, the playback, and the review of the game: a GIF of about 15 s."""
    stage = Stage(size=FILM)
    frames: list[tuple[Image.Image, int]] = []

    def frame(milliseconds: int) -> None:
        frames.append((stage.grab(), milliseconds))

    frame(1000)
    stage.play(GAME[0])
    frame(800)
    stage.app.show_mode(ANALYSE)
    stage.pump(3.0)
    frame(1800)
    stage.select_cutoff()
    stage.pump(2.0)
    frame(3000)
    palette = len(frames) - 1
    stage.do("playback")
    for _ in range(5):
        stage.do("step into")
        frame(600)
    stage.do("playback")
    stage.app.show_mode(PLAY)
    for column in GAME[1:]:
        stage.play(column)
        frame(300)
    stage.reviewed()
    stage.do("worst mistake")
    frame(3000)
    stage.close()
    colours = frames[palette][0].quantize(256)
    pictures = [image.quantize(palette=colours, dither=Image.Dither.NONE) for image, _ in frames]
    durations = [milliseconds for _, milliseconds in frames]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True)
    click.echo(f"wrote {path.relative_to(DOCS.parent)}: {len(frames)} pictures, {path.stat().st_size / 1e6:.2f} MB")
