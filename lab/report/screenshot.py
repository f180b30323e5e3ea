"""Makes the pictures of the window in docs: starts it on a virtual display, plays, takes screenshots."""

from __future__ import annotations

import sys
import time
import tkinter as tk
from pathlib import Path

import click
from PIL import Image, ImageGrab
from pyvirtualdisplay import Display

from c4.agents import HUMAN
from visualizer.app.modes import ANALYSE, PLAY, REVIEW
from visualizer.app.window import Window

DOCS = Path(__file__).resolve().parents[2] / "docs"

MOVES = (3, 3, 2, 4)
"""Columns (from 0) the person plays; the machine's answers are always the same."""


GAME = (3, 3, 2, 0, 3, 6, 0, 4, 1, 1)
"""Columns the person plays in the film, against alpha-beta of depth 4: a game with mistakes on both sides."""

FILM = (1120, 700)
"""The window's size in the film, pixels; its pictures are smaller."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(["window", "review", "film"]))
def main(names: tuple[str, ...]) -> None:
    """Makes the pictures of the window in docs: all, or those of these NAMES.  Needs Xvfb."""
    wanted = names or ("window", "review", "film")
    with Display(visible=False, size=(1400, 900)) as display:
        if "window" in wanted:
            take(display, "light", DOCS / "window.png", (1280, 800))
            take(display, "dark", DOCS / "window-dark.png", (1280, 800))
        if "review" in wanted:
            with_game(display, DOCS / "review.png")
        if "film" in wanted:
            film(display, DOCS / "game.gif")


def started(theme: str, size: tuple[int, int], face: str) -> tuple[tk.Tk, Window]:
    """A window that has loaded everything."""
    root = tk.Tk()
    window = Window(root)
    root.geometry(f"{size[0]}x{size[1]}+0+0")
    window.appearance.choose(theme)
    window.playing.offer_tour(False)
    window.faces.show(face)
    window.change(seats=(HUMAN, "alphabeta"), depth=4)
    settle(root, lambda: window.tree_pane is not None)
    settle(root, lambda: False, seconds=5.0)  # what was said is gone by then
    return root, window


def grab(display: Display, root: tk.Tk) -> Image.Image:
    """The window as it is, without the menu bar."""
    x, y = root.winfo_rootx(), root.winfo_rooty()
    box = (x, y, x + root.winfo_width(), y + root.winfo_height())
    return ImageGrab.grab(bbox=box, xdisplay=display.new_display_var)


def play(root: tk.Tk, window: Window, column: int) -> None:
    """A person's move and the machine's answer."""
    window.play(column)
    session = window.session
    settle(root, lambda: (session.humans_turn or session.outcome is not None) and not window.board.falling)
    settle(root, lambda: not window.reviewing.judging.busy)
    settle(root, lambda: False, seconds=0.2)


def reviewed(root: tk.Tk, window: Window) -> None:
    """The review of the game, complete."""
    window.faces.show(REVIEW)
    judging = window.reviewing.judging
    settle(root, lambda: judging.model is not None and judging.model.complete and not judging.busy)
    settle(root, lambda: False, seconds=0.5)


def with_game(display: Display, path: Path) -> None:
    """The review of the game, at its worst mistake."""
    root, window = started("light", (1280, 800), PLAY)
    for column in GAME:
        play(root, window, column)
    reviewed(root, window)
    window.do("worst mistake")
    settle(root, lambda: False, seconds=1.0)
    grab(display, root).save(path)
    window.close()
    print(f"wrote {path.relative_to(DOCS.parent)}")


def film(display: Display, path: Path) -> None:
    """A game, the tree of a move, and the review: a GIF of at most 1.5 MB."""
    root, window = started("light", FILM, PLAY)
    frames: list[tuple[Image.Image, int]] = []

    def frame(milliseconds: int) -> None:
        frames.append((grab(display, root), milliseconds))

    frame(1000)
    for number, column in enumerate(GAME):
        play(root, window, column)
        frame(2500 if window.session.outcome is not None else 700)
        if number == 2:
            window.faces.show(ANALYSE)
            settle(root, lambda: False, seconds=3.0)
            frame(2000)
            select_cut_node(window)
            settle(root, lambda: False, seconds=2.0)
            frame(3500)
            window.faces.show(PLAY)
            settle(root, lambda: False, seconds=0.5)
    reviewed(root, window)
    frame(2000)
    for command, milliseconds in (("worst mistake", 3000), ("better move", 1500), *[("forward one move", 600)] * 3):
        window.do(command)
        settle(root, lambda: False, seconds=0.6)
        frame(milliseconds)
    window.close()
    size = FILM[0] * 5 // 7, FILM[1] * 5 // 7
    small = [image.convert("RGB").resize(size, Image.Resampling.LANCZOS) for image, _ in frames]
    colours = small[-4].quantize(96)
    pictures = [image.quantize(palette=colours, dither=Image.Dither.NONE) for image in small]
    durations = [milliseconds for _, milliseconds in frames]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True)
    print(f"wrote {path.relative_to(DOCS.parent)}: {len(frames)} pictures, {path.stat().st_size / 1e6:.2f} MB")


def take(display: Display, theme: str, path: Path, size: tuple[int, int]) -> None:
    """One picture of the window after the moves, with a cut node selected in the tree."""
    root = tk.Tk()
    window = Window(root)
    root.geometry(f"{size[0]}x{size[1]}+0+0")
    window.appearance.choose(theme)
    window.faces.show(ANALYSE)
    window.change(seats=(HUMAN, "alphabeta"))
    settle(root, lambda: window.tree_pane is not None)
    for column in MOVES:
        window.play(column)
        settle(root, lambda: window.session.humans_turn and not window.board.falling)
    select_cut_node(window)
    settle(root, lambda: False, seconds=4.0)  # the values over the columns come, too
    if window.errors:
        sys.exit(window.errors[0])
    x, y = root.winfo_rootx(), root.winfo_rooty()
    menu = y  # the menu bar lies above the window's own area
    ImageGrab.grab(
        bbox=(x, y - menu, x + root.winfo_width(), y + root.winfo_height()), xdisplay=display.new_display_var
    ).save(path)
    window.close()
    print(f"wrote {path.relative_to(DOCS.parent)}")


def select_cut_node(window: Window) -> None:
    """Selects the first root reply that was refuted, so that the card tells why."""
    tree = window.session.shown_search.decision.tree
    from c4.tree.explain import cut_of

    cut = next((row for row in tree.children(0) if tree.size[row] > 1 and cut_of(tree, row)), 0)
    window.select_row(cut)


def settle(root: tk.Tk, done, seconds: float = 300.0) -> None:
    """Lets the window work until `done()`, at most so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not done():
        root.update()
        time.sleep(0.01)
