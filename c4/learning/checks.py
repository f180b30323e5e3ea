"""Checks of learners: the seed, the board, and the file that is resumed.  Each raises C4Error, one sentence.

Settings check themselves (`c4.learning.options`).  Imports splitmix.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from c4.compiled.splitmix import MAX_SEED
from c4.game.rules import FIRST_LINE, C4Error, Rules

ANEW = "name another file, or start anew with --fresh"


def check_seed(seed: int) -> None:
    """The seed is in the range of `c4.compiled.splitmix`."""
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise C4Error(f"the seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")


def check_scoring(learner: str, rules: Rules) -> None:
    """The first line wins."""
    if rules.scoring != FIRST_LINE:
        raise C4Error(f"the {learner} learner plays by the rule {FIRST_LINE}, not {rules.scoring}")


# -- resuming --------------------------------------------------------------------------------------------------------


def check_same_rules(path: str | Path, given: Rules | None, found: Rules) -> None:
    """The given board, if any, is the file's."""
    if given is not None and given != found:
        raise C4Error(f"{path} was trained on {found}, not on {given}: {ANEW}")


def check_same_seed(path: str | Path, given: int | None, found: int) -> None:
    """The given seed, if any, is the file's."""
    if given is not None and given != found:
        raise C4Error(f"{path} was trained with seed {found}, not {given}: {ANEW}")


@contextmanager
def restoring(path: str | Path) -> Iterator[None]:
    """A context for reading the state of training: anything missing or wrong becomes a C4Error naming the file."""
    try:
        yield
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise C4Error(
            f"{path} does not say how it was trained, so its training cannot be resumed ({error!r}): start anew with"
            " --fresh"
        ) from None
