"""Labels: many positions with their outcome under perfect play, in one compact file.  Imports numpy, no kernels.

    labels = read("labels.npz")
    labels.first, labels.second, labels.value       the stones of who began, of the other, and the result

A file (`c4.arrays`; nothing in it is ever executed) holds a JSON header, `codes`, the differences of ascending uint64
codes, `value`, int8, and perhaps `score`, int8.  A code is (stones of who began) + (all stones) + (the lowest cell of
every column): in each column its highest bit is the lowest free cell, and those below say whose the stones are.
Of a position and its mirror image only the one with the smaller code is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from c4 import arrays
from c4.files import Unreadable, wanted_version
from c4.game.rules import STANDARD, C4Error
from c4.truth.book import mirrored

FORMAT = "c4-labels"
VERSION = 1
MOST = 1 << 31
"""Bytes of arrays that are read."""

BOTTOM, BOARD = np.uint64(STANDARD.bottom), np.uint64(STANDARD.board)
ONE = np.uint64(1)


@dataclass(frozen=True, eq=False)
class Labels:
    """Positions of the standard board with the truth about them.

    code    uint64 (n,), ascending, no two alike
    value   int8 (n,): 1 if who began wins under perfect play, 0 for a draw, -1 if the other side wins
    score   int8 (n,): the exact score for who began (see `c4.solver.solver.Solution`), or None
    about   the header: how they were made
    """

    code: np.ndarray
    value: np.ndarray
    about: dict[str, Any]
    score: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.code)

    @cached_property
    def first(self) -> np.ndarray:
        """uint64 (n,): the stones of who began."""
        return stones_of(self.code)[0]

    @cached_property
    def second(self) -> np.ndarray:
        """uint64 (n,): the stones of the other side."""
        return stones_of(self.code)[1]

    @cached_property
    def ply(self) -> np.ndarray:
        """int64 (n,): how many stones are on the board; who began moves next if that is even."""
        found: np.ndarray = np.bitwise_count(self.first | self.second).astype(np.int64)
        return found

    def counts(self) -> dict[str, int]:
        """How many positions there are of each ply."""
        found = np.bincount(self.ply, minlength=1) if len(self) else np.zeros(1, dtype=int)
        return {str(ply): int(number) for ply, number in enumerate(found) if number}

    def without(self, codes: np.ndarray) -> Labels:
        """Those whose codes are not among these."""
        keep = ~np.isin(self.code, codes)
        return Labels(self.code[keep], self.value[keep], self.about, None if self.score is None else self.score[keep])

    def write(self, path: str | Path) -> None:
        """Writes the file completely or not at all; the same labels give the same bytes.  Raises C4Error."""
        header = {"format": FORMAT, "version": VERSION, **self.about, "positions": len(self), "by_ply": self.counts()}
        tables = {"codes": np.diff(self.code, prepend=np.uint64(0)), "value": self.value}
        if self.score is not None:
            tables["score"] = self.score
        arrays.write(path, header, tables, compressed=True)


def read(path: str | Path) -> Labels:
    """The labels of a file.  Raises C4Error if it is missing, damaged, cut off, or of another version."""
    try:
        with arrays.Archive(path, MOST) as file:
            about = file.header
            if about.get("format") == FORMAT and (version := about.get("version")) != VERSION:
                raise Unreadable(f"is a file of labels of version {version!r}: {wanted_version(version, VERSION)}")
            if about.get("format") != FORMAT:
                raise Unreadable(f'is not a file of labels of this program: "format": "{FORMAT}" was expected')
            steps = file.array("codes", "uint64", (None,))
            value = file.array("value", "int8", (len(steps),))
            score = file.array("score", "int8", (len(steps),)) if "score" in file else None
    except FileNotFoundError:
        raise C4Error(f"there are no labels {path}: make some with `c4 labels make --out {path}`") from None
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except Unreadable as error:
        raise C4Error(f"{path} {error}") from None
    code = np.cumsum(steps, dtype=np.uint64)
    first, second = stones_of(code)
    more = np.bitwise_count(first).astype(np.int8) - np.bitwise_count(second).astype(np.int8)
    whole = (
        bool((steps > 0).all() and (code[1:] > code[:-1]).all())
        and np.array_equal(codes_of(first, second), code)
        and bool(((more == 0) | (more == 1)).all() and (np.abs(value) <= 1).all())
        and (score is None or np.array_equal(np.sign(score), value))
    )
    if not whole:
        raise C4Error(f"{path} is damaged: what it holds are not positions with their results")
    return Labels(code, value, about, score)


def merged(parts: list[Labels], about: dict[str, Any]) -> Labels:
    """All these labels as one set; those of positions that are in several are kept once."""
    codes, first = np.unique(np.concatenate([part.code for part in parts]), return_index=True)
    scores = [part.score for part in parts]
    known = [score for score in scores if score is not None]
    return Labels(
        codes,
        np.concatenate([part.value for part in parts])[first],
        about,
        np.concatenate(known)[first] if len(known) == len(parts) else None,
    )


def joined(parts: list[Labels]) -> Labels:
    """The labels of several files as one set, with the header of each.

    Raises C4Error where they contradict each other.
    """
    whole = merged(parts, {"joined": [part.about for part in parts]})
    for part in parts:
        if not np.array_equal(whole.value[np.searchsorted(whole.code, part.code)], part.value):
            raise C4Error("these labels contradict each other: at least one file is wrong")
    return whole


# -- codes ------------------------------------------------------------------------------------------------------------


def codes_of(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The codes of positions as they are, uint64 (n,)."""
    found: np.ndarray = first + (first | second) + BOTTOM
    return found


def stones_of(code: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The stones of who began and of the other, uint64 (n,); the reverse of `codes_of`."""
    below = code >> ONE & BOARD  # the stones: every cell below the highest bit of a column
    for _ in range(STANDARD.rows - 1):
        below = below | below >> ONE & BOARD
    first = code & below
    return first, below ^ first


def smallest_codes(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The codes of positions or, where these are smaller, of their mirror images."""
    found: np.ndarray = np.minimum(codes_of(first, second), codes_of(mirrored(first), mirrored(second)))
    return found
