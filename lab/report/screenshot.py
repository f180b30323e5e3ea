"""Makes the pictures of the window in docs: starts it on a virtual display, plays, takes screenshots."""

from __future__ import annotations

from pathlib import Path

import click
from PIL import Image
from pyvirtualdisplay import Display

from lab.report.screens import MOVES, Stage
from visualizer.state.preferences import ANALYSE, PLAY

DOCS = Path(__file__).resolve().parents[2] / "docs"

GAME = (3, 3, 2, 0, 3, 6, 0, 4, 1, 1)
"""Columns the person plays in the film, against alpha-beta of depth 4: a game with mistakes on both sides."""

FILM = (1120, 700)
"""The window's size in the film, pixels; its pictures are smaller."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(["window", "review", "film"]))
def main(names: tuple[str, ...]) -> None:
    """Makes the pictures of the window in docs: all, or those of these NAMES.  Needs Xvfb."""
    wanted = names or ("window", "review", "film")
    with Display(visible=False, size=(1400, 900)):
        if "window" in wanted:
            analysed("light", DOCS / "window.png")
            analysed("dark", DOCS / "window-dark.png")
        if "review" in wanted:
            reviewed(DOCS / "review.png")
        if "film" in wanted:
            film(DOCS / "game.gif")


def analysed(theme: str, path: Path) -> None:
    """The window after some moves, with a cut node selected in the tree."""
    stage = Stage(theme, mode=ANALYSE)
    stage.play(*MOVES)
    stage.select_cutoff()
    stage.pump(4.0)  # for the values over the columns
    save(stage, path)


def reviewed(path: Path) -> None:
    """The review of the game, at its worst mistake."""
    stage = Stage(mode=PLAY)
    stage.play(*GAME)
    stage.reviewed()
    stage.do("worst mistake")
    save(stage, path)


def save(stage: Stage, path: Path) -> None:
    """Writes the picture of a window, and closes the window."""
    stage.grab().save(path)
    stage.close()
    click.echo(f"wrote {path.relative_to(DOCS.parent)}")


def film(path: Path) -> None:
    """A game, the tree of a move, and the review: a GIF of at most 1.5 MB."""
    stage = Stage(size=FILM)
    frames: list[tuple[Image.Image, int]] = []

    def frame(milliseconds: int) -> None:
        frames.append((stage.grab(), milliseconds))

    frame(1000)
    for number, column in enumerate(GAME):
        stage.play(column)
        frame(2500 if stage.session.outcome is not None else 700)
        if number == 2:
            stage.app.show_mode(ANALYSE)
            stage.pump(3.0)
            frame(2000)
            stage.select_cutoff()
            stage.pump(2.0)
            frame(3500)
            stage.app.show_mode(PLAY)
    stage.reviewed()
    frame(2000)
    for command, milliseconds in (("worst mistake", 3000), ("better move", 1500), *[("forward one move", 600)] * 3):
        stage.do(command)
        frame(milliseconds)
    stage.close()
    size = FILM[0] * 5 // 7, FILM[1] * 5 // 7
    small = [image.resize(size, Image.Resampling.LANCZOS) for image, _ in frames]
    colours = small[-4].quantize(96)
    pictures = [image.quantize(palette=colours, dither=Image.Dither.NONE) for image in small]
    durations = [milliseconds for _, milliseconds in frames]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True)
    click.echo(f"wrote {path.relative_to(DOCS.parent)}: {len(frames)} pictures, {path.stat().st_size / 1e6:.2f} MB")
