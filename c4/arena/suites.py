"""Suites: positions with the exact score of every column, for counting an agent's mistakes.  Imports numpy, no kernels.

    suite = Suite.open("d")
    suite.positions[0], suite.scores[0], suite.strata[suite.stratum[0]]

A file is a compressed .npz of plain arrays, and nothing in it is ever executed: `about`, a JSON text with format,
version, name, seed and the names of the strata; `mine` and `theirs` uint64 (n,), the discs of the side to move and of
the opponent; `scores` int8 (n, 7), the exact score of every column for the side to move, FULL for a full one;
`stratum` uint8 (n,), indices into the names.
"""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from c4.archives import open_zip
from c4.arena.ratings import Share, wilson
from c4.errors import C4Error
from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.search.one_ply import choose
from c4.search.watch import Stopped, Watch
from c4.storage import Unreadable, open_regular, wanted_version

FORMAT = "c4-suite"
"""What the file says that it is."""

MAX_ARRAY_BYTES = 1 << 26
"""The most bytes of arrays that are read."""

VERSION = 1
"""The version of the format."""

FULL = -128
"""The entry in `scores` for a full column."""

FOLDER = Path(__file__).resolve().parent / "positions"
"""The folder of the built-in suites."""

NAMES = {
    "p": "six stages of 1,000 positions: begin, middle and end of the game, by the length of perfect play",
    "d": "2,100 positions in which a mistake is possible, 75 of each ply from 6 to 33",
    "d-held-back": "2,100 more of these, never used for tuning",
    "decisive": "2,700 more, 100 of each ply from 8 to 34, of which nothing was ever trained on",
}
"""The built-in suites, and what is in them."""

TITLES = {
    "p": "Stages of the game",
    "d": "Hard positions",
    "d-held-back": "Hard positions, held back",
    "decisive": "Hard positions, for learners",
}
"""What people call the built-in suites."""


def path_of(name: str) -> Path:
    """The file of a built-in suite.  Raises C4Error for an unknown name."""
    if name not in NAMES:
        raise C4Error(f"unknown suite {name!r}: choose {', '.join(NAMES)}")
    return FOLDER / f"{name}.npz"


@dataclass(frozen=True, eq=False)
class Suite:
    """Solved positions: `mine`, `theirs` uint64 (n,), `scores` int8 (n, 7), `stratum` uint8 (n,) with the names
    `strata`, and the `seed` of the generator.
    """

    name: str
    seed: int
    strata: tuple[str, ...]
    mine: np.ndarray
    theirs: np.ndarray
    scores: np.ndarray
    stratum: np.ndarray

    @classmethod
    def open(cls, name: str) -> Suite:
        """A built-in suite.  Raises C4Error for an unknown name, or a file that is missing or damaged."""
        return cls.read(path_of(name))

    @classmethod
    def read(cls, path: str | Path) -> Suite:
        """The suite in a file.

        Raises C4Error if it is missing, damaged, cut off, or of another version.
        """
        path = Path(path)
        try:
            with warnings.catch_warnings(action="ignore"), open_regular(path) as raw:
                open_zip(raw, MAX_ARRAY_BYTES)
                raw.seek(0)
                with np.load(raw, allow_pickle=False) as file:
                    about = json.loads(str(file["about"]))
                    arrays = {name: file[name] for name in ("mine", "theirs", "scores", "stratum")}
        except FileNotFoundError:
            raise C4Error(f"there is no suite {path}") from None
        except Unreadable as error:
            raise C4Error(f"the suite {path} {error}") from None
        except Exception as error:  # numpy raises many kinds for broken files
            raise C4Error(f"{path} is not a suite of positions, or it is cut off ({error})") from None
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise C4Error(f'{path} is not a suite of this program: it lacks "format": "{FORMAT}"')
        if (version := about.get("version")) != VERSION:
            raise C4Error(f"the suite {path} has version {version!r}: {wanted_version(version, VERSION)}")
        try:
            return cls(
                str(about["name"]), int(about["seed"]), tuple(map(str, about["strata"])), **_checked(arrays, about)
            )
        except (KeyError, TypeError, ValueError, OverflowError):
            raise C4Error(f"the suite {path} is damaged: its arrays are not those of a suite") from None

    def __len__(self) -> int:
        return len(self.mine)

    @cached_property
    def positions(self) -> list[Position]:
        """The positions, in the order of the file."""
        return [Position.from_stones(int(mine), int(theirs)) for mine, theirs in zip(self.mine, self.theirs)]

    @cached_property
    def classes(self) -> np.ndarray:
        """int8 (n, 7): 1 for a won column, 0 for a drawn one, -1 for a lost one, FULL for a full one."""
        return np.where(self.scores == FULL, FULL, np.sign(self.scores)).astype(np.int8)

    @cached_property
    def decisive(self) -> np.ndarray:
        """bool (n,): whether some column has a worse result than the best."""
        above_all_classes = 2
        best = self.classes.max(axis=1)
        worst = np.where(self.scores == FULL, above_all_classes, self.classes).min(axis=1)
        decisive: np.ndarray = best > worst
        return decisive


def _checked(arrays: dict[str, Any], about: dict[str, Any]) -> dict[str, np.ndarray]:
    """The arrays of a file.  Raises ValueError unless they have the types and shapes of a suite's, and some length."""
    results = {name: np.asarray(array) for name, array in arrays.items()}
    n = results["mine"].size
    kinds = {
        "mine": (np.uint64, (n,)),
        "theirs": (np.uint64, (n,)),
        "scores": (np.int8, (n, STANDARD.columns)),
        "stratum": (np.uint8, (n,)),
    }
    for name, (dtype, shape) in kinds.items():
        if results[name].dtype != dtype or results[name].shape != shape:
            raise ValueError("of another type")
    if not n or int(results["stratum"].max()) >= len(about["strata"]):
        raise ValueError("a position has no stratum")
    return results


@lru_cache(maxsize=4)
def open_suite(name: str) -> Suite:
    """The built-in suite, read once per process."""
    return Suite.open(name)


def key(mine: int, theirs: int) -> tuple[int, int]:
    """A key that a position shares with its mirror image and with no other position."""
    return min((mine, theirs), (STANDARD.mirrored(mine), STANDARD.mirrored(theirs)))


# -- mistakes of an evaluator ------------------------------------------------------------------------------------------

EVERY = 7
"""Every n-th position of the suite is played: 300 of 2,100, from all plies."""


def mistakes(evaluator: Evaluator, suite: str = "d", every: int = EVERY, watch: Watch | None = None) -> Share:
    """The share (0 to 1, with its 95 % interval) of moves, chosen without search, that give a better result away.

    Raises C4Error when the evaluator does not know the suite's board, Stopped once the watch is stopped.
    """
    wrong = [mistake for _, mistake in mistakes_by_ply(evaluator, suite, every, watch)]
    return wilson(sum(wrong), len(wrong))


def mistakes_by_ply(
    evaluator: Evaluator, suite: str = "d", every: int = EVERY, watch: Watch | None = None
) -> list[tuple[int, bool]]:
    """The ply of each position played, and whether the move was a mistake; see `mistakes`."""
    known = open_suite(suite)
    results = []
    for place in range(0, len(known), every):
        if watch is not None and watch.stopped:
            raise Stopped
        classes = known.classes[place]
        position = known.positions[place]
        column, _ = choose(position, evaluator)
        results.append((position.ply, bool(classes[column] < classes.max())))
    return results
