"""Derives the book that ships from the public package bitbully-databases.

For every position of 12 plies that is not won at once, the package says how many plies the game lasts under perfect play.
Minimax takes these values back to 8 plies, and from there to the empty board.  The wins, draws and losses of 8 plies are
compared with another book of the package.
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
from lab.make.books import PlyPositions
from lab.make.files import without, write_labels
from lab.make.label_chunks import quiet_positions
from lab.make.labels import describe
from lab.make.near_suites import held_back

PACKAGE = "bitbully-databases"
"""The package, as pip names it."""

SOURCE_BOOK = "12-ply-dist"
"""Its book of the length of games."""

SOURCE_PLY = 12
"""The plies of the positions in that book."""

SECOND_BOOK = "8-ply"
"""Its book of wins, draws and losses."""

PLIES = 8
"""The plies of the positions in that book, and the last ply of ours."""

VALUE_OF_WIN = 100
"""A value of the package is this number less the plies to a win, the opposite for a loss, or 0 for a draw."""


def rows_of_board(mine: int, theirs: int) -> list[list[int]]:
    """A position as the package wants it: rows from the top, 1 the side to move, 2 the other, 0 empty.

    The side to move has begun the game.
    """
    board = [[0] * STANDARD.columns for _ in range(STANDARD.rows)]
    for column in range(STANDARD.columns):
        for row in range(STANDARD.rows):
            cell = 1 << STANDARD.cell(row, column)
            row_from_top = STANDARD.rows - 1 - row
            if mine & cell:
                board[row_from_top][column] = 1
            elif theirs & cell:
                board[row_from_top][column] = 2
    return board


def score_of(value: int) -> int:
    """The exact score (as public solvers count) of a value of the package, for the side to move."""
    if value == 0:
        return 0
    plies_left = VALUE_OF_WIN - abs(value)
    score = STANDARD.win_score(SOURCE_PLY + plies_left - 1)
    return score if value > 0 else -score


def can_win_now(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """bool (n,): whether a move of the owner of `mine` completes a line.

    `mine` and `theirs` are the discs of this side and of the other, each uint64 (n,).
    """
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


def derive() -> tuple[list[PlyPositions], dict[int, np.ndarray]]:
    """(the positions of each ply up to 12, the scores of those of 8 to 12 plies, by ply).

    Raises C4Error if the package is not installed or does not hold these positions.
    """
    by_ply = bookmaking.positions_by_ply(STANDARD, SOURCE_PLY)
    known = {SOURCE_PLY: published_scores(by_ply[SOURCE_PLY])}
    for ply in range(SOURCE_PLY - 1, PLIES - 1, -1):
        known[ply] = bookmaking.scores_before(by_ply[ply], ply, by_ply[ply + 1], known[ply + 1], STANDARD)
    return by_ply, known


def published_scores(last: PlyPositions) -> np.ndarray:
    """int8 (n,): the scores of the positions of SOURCE_PLY plies, from the package.

    It has no position that is won at once.  Raises C4Error if it is not installed or does not hold the others.
    """
    database = published(SOURCE_BOOK)
    scores = np.full(
        len(last.codes), STANDARD.win_score(SOURCE_PLY), dtype=np.int8
    )  # what is won at once keeps this one
    not_won_at_once = np.flatnonzero(~can_win_now(last.mine, last.theirs))
    size = database.get_book_size()
    if len(not_won_at_once) != size:
        raise C4Error(f"{PACKAGE} holds {size} positions of {SOURCE_PLY} plies, not {len(not_won_at_once)}")
    for place in tqdm(not_won_at_once, unit=" positions", disable=None):
        board = rows_of_board(int(last.mine[place]), int(last.theirs[place]))
        value = database.get_book_value(board)
        if value is None:
            raise C4Error(f"{PACKAGE} lacks {board}")
        scores[place] = score_of(value)
    return scores


def second_opinion(positions: PlyPositions, scores: np.ndarray) -> tuple[int, int]:
    """Compares the signs of scores with the package's own book of these positions.

    Returns (positions compared, positions that differ).  Positions in which a side can win with its next disc are left
    out.
    """
    database = published(SECOND_BOOK)
    can_win = can_win_now(positions.mine, positions.theirs)
    can_lose = can_win_now(positions.theirs, positions.mine)
    quiet = np.flatnonzero(~can_win & ~can_lose)
    results = []
    for place in quiet:
        board = rows_of_board(int(positions.mine[place]), int(positions.theirs[place]))
        results.append(database.get_book_value(board))
    differs = np.sign(results) != np.sign(scores[quiet])
    return len(quiet), int(differs.sum())


@click.command()
@json_option
def make_command(as_json: bool) -> None:
    """Derives the book that ships from the package bitbully-databases; takes a few minutes."""
    by_ply, known = derive()
    compared, different = second_opinion(by_ply[PLIES], known[PLIES])
    words = f"wins, draws and losses of {compared:,} positions compared with the package's 8-ply book"
    show({"compared": compared, "different": different}, f"{words}: {different} differ", as_json)
    if different:
        raise C4Error("no book was written: the package contradicts itself")
    source = f"the {SOURCE_PLY}-ply values of the public package {PACKAGE}"
    made = f"minimax from {source} (python -m lab make published-book)"
    book = bookmaking.assemble(default_path(), STANDARD, by_ply[: PLIES + 1], known[PLIES], made)
    show({"file": str(book.path), "positions": len(book)}, f"wrote {book.path}: {len(book):,} positions", as_json)


@click.command()
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@json_option
def labels_command(out: str, as_json: bool) -> None:
    """Writes labels of all quiet positions of 9 to 12 plies, from the same package; takes a few minutes.

    Those near a position of a built-in suite are left out, as by `labels`.
    """
    by_ply, known = derive()
    plies = range(PLIES + 1, SOURCE_PLY + 1)
    codes, results = quiet_positions([(by_ply[ply], known[ply]) for ply in plies], PLIES + 1)
    made = without(Labels(codes, results, {"made_by": {"package": PACKAGE}}), held_back())
    write_labels(out, made)
    describe(made, Path(out), as_json)
