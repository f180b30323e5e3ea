"""Derives the book that ships from the public package bitbully-databases.

The package has, for every position of 12 plies that is not won at once, how many plies the game lasts under perfect
play. Our own move-by-move minimax takes these values back to 8 plies, and `lab.make.books` from there to the empty
board. The package's 8-ply book of wins, draws and losses then serves as a second opinion.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np
from tqdm import tqdm

from c4.cli.options import json_option, show
from c4.errors import C4Error
from c4.exact.book import default_path
from c4.exact.labels import Labels
from c4.game.rules import STANDARD
from lab.make import books as bookmaking
from lab.make.books import Level
from lab.make.files import without, write_labels
from lab.make.label_chunks import quiet_positions
from lab.make.labels import describe
from lab.make.near_suites import held_back

SOURCE_PLY = 12
PLIES = 8
PACKAGE = "bitbully-databases"


def board_of(mine: int, theirs: int) -> list[list[int]]:
    """Rows from the top, 1 the side to move, 2 the other, 0 empty: how the package wants a position (the side to move
    began the game).
    """
    board = [[0] * 7 for _ in range(6)]
    for stones, number in ((mine, 1), (theirs, 2)):
        while stones:
            column, row = divmod((stones & -stones).bit_length() - 1, STANDARD.stride)
            board[5 - row][column] = number
            stones &= stones - 1
    return board


def score_of(value: int) -> int:
    """The field's score of a package value: 100 - n the side to move wins with the n-th disc from now, n - 100 it
    loses so, 0 a draw.
    """
    if value == 0:
        return 0
    score = STANDARD.win_score(SOURCE_PLY + (100 - abs(value)) - 1)
    return score if value > 0 else -score


def threatened(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Which positions have a cell, playable now, that completes a line for the owner of `mine` (bool)."""
    result = np.zeros(len(mine), dtype=bool)
    for children in bookmaking.moves(mine, theirs, STANDARD):
        result[children.playable] |= bookmaking.has_line(children.theirs, STANDARD)
    return result


def published(name: str) -> Any:
    """The package's book of this name.  Raises C4Error if the package is not installed."""
    try:
        from bitbully_databases import BitBullyDatabases
    except ImportError:
        raise C4Error(f"{PACKAGE} is not installed: python -m pip install {PACKAGE}") from None
    return BitBullyDatabases(name)


def derive() -> tuple[list[Level], dict[int, np.ndarray]]:
    """(levels up to 12 plies, scores of those from 8 plies on, by ply).

    Raises C4Error if the package is not installed or does not hold these positions.
    """
    database = published("12-ply-dist")
    levels = bookmaking.levels(STANDARD, SOURCE_PLY)
    last = levels[-1]
    scores = np.full(len(last.codes), STANDARD.win_score(SOURCE_PLY), dtype=np.int8)
    wanted = np.flatnonzero(~threatened(last.mine, last.theirs))
    if len(wanted) != database.get_book_size():
        raise C4Error(f"{PACKAGE} holds {database.get_book_size()} positions of {SOURCE_PLY} plies, not {len(wanted)}")
    for number in tqdm(wanted, unit=" positions", disable=None):
        value = database.get_book_value(board_of(int(last.mine[number]), int(last.theirs[number])))
        if value is None:
            raise C4Error(f"{PACKAGE} lacks {board_of(int(last.mine[number]), int(last.theirs[number]))}")
        scores[number] = score_of(value)
    known = {SOURCE_PLY: scores}
    for ply in range(SOURCE_PLY - 1, PLIES - 1, -1):
        known[ply] = bookmaking.scores_before(levels[ply], ply, levels[ply + 1], known[ply + 1], STANDARD)
    return levels, known


def second_opinion(level: Level, scores: np.ndarray) -> tuple[int, int]:
    """(positions compared, different ones): wins, draws and losses against the package's own 8-ply book, where no move
    is forced.
    """
    database = published("8-ply")
    can_win = threatened(level.mine, level.theirs)
    can_lose = threatened(level.theirs, level.mine)
    quiet = np.flatnonzero(~can_win & ~can_lose)
    signs = [database.get_book_value(board_of(int(level.mine[number]), int(level.theirs[number]))) for number in quiet]
    return len(quiet), int((np.sign(signs) != np.sign(scores[quiet])).sum())


@click.command()
@json_option
def main(as_json: bool) -> None:
    """Derives the book that ships from the package bitbully-databases; takes a few minutes."""
    levels, known = derive()
    compared, different = second_opinion(levels[PLIES], known[PLIES])
    text = (
        f"wins, draws and losses of {compared:,} positions compared with the package's 8-ply book: {different} differ"
    )
    show({"compared": compared, "different": different}, text, as_json)
    if different:
        raise C4Error("no book was written: the package contradicts itself")
    made = (
        f"minimax from the {SOURCE_PLY}-ply values of the public package {PACKAGE} (python -m lab make published-book)"
    )
    book = bookmaking.assemble(default_path(), STANDARD, levels[: PLIES + 1], known[PLIES], made)
    show({"file": str(book.path), "positions": len(book)}, f"wrote {book.path}: {len(book):,} positions", as_json)


@click.command()
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@json_option
def labels_command(out: str, as_json: bool) -> None:
    """Writes labels of all quiet positions of 9 to 12 plies, from the same package; takes a few minutes.

    Those near a position of a built-in suite are left out, as by `labels`.
    """
    levels, known = derive()
    plies = range(PLIES + 1, SOURCE_PLY + 1)
    codes, results = quiet_positions([(levels[ply], known[ply]) for ply in plies], PLIES + 1)
    made = without(Labels(codes, results, {"made_by": {"package": PACKAGE}}), held_back())
    write_labels(out, made)
    describe(made, Path(out), as_json)
