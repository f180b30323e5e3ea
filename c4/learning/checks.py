"""What learners check: their settings, seed and board, and the file they go on from.  Each raises C4Error, one sentence.  Imports splitmix."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from c4.compiled.splitmix import MAX_SEED
from c4.game.rules import FIRST_LINE, C4Error, Rules

ANEW = "name another file, or start anew with --fresh"


def check_numbers(settings, names: Iterable[str], lowest: float, highest: float = math.inf) -> None:
    """These settings are numbers from `lowest` to `highest`, or without one finite."""
    for name in names:
        value = getattr(settings, name)
        if type(value) not in (int, float) or not (lowest <= value <= highest and value < math.inf):
            most = "" if highest == math.inf else f" to {highest:g}"
            raise C4Error(f"{name.rstrip('_')} must be a number from {lowest:g}{most}, not {value!r}")


def check_whole(settings, names: Iterable[str], lowest: int, highest: int | None = None) -> None:
    """These settings are whole numbers from `lowest` to `highest`."""
    for name in names:
        value = getattr(settings, name)
        if type(value) is not int or value < lowest or (highest is not None and value > highest):
            most = "" if highest is None else f" to {highest:,}"
            raise C4Error(f"{name} must be a whole number from {lowest:,}{most}, not {value!r}")


def check_flags(settings, names: Iterable[str]) -> None:
    """These settings are true or false."""
    for name in names:
        if type(getattr(settings, name)) is not bool:
            raise C4Error(f"{name} must be true or false, not {getattr(settings, name)!r}")


def check_choice(settings, name: str, choices: Sequence[str]) -> None:
    """This setting is one of the choices."""
    if getattr(settings, name) not in choices:
        raise C4Error(f"{name} must be one of {', '.join(choices)}, not {getattr(settings, name)!r}")


def check_seed(seed: int) -> None:
    """The seed is one of `c4.compiled.splitmix`."""
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise C4Error(f"the seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")


def check_scoring(learner: str, rules: Rules) -> None:
    """The first line wins."""
    if rules.scoring != FIRST_LINE:
        raise C4Error(f"the {learner} learner plays by the rule {FIRST_LINE}, not {rules.scoring}")


# -- going on from a file -----------------------------------------------------------------------------------------------


def check_same_rules(path: str | Path, given: Rules | None, found: Rules) -> None:
    """The board that is asked for, if one is, is the file's."""
    if given is not None and given != found:
        raise C4Error(f"{path} was trained on {found}, not on {given}: {ANEW}")


def check_same_seed(path: str | Path, given: int | None, found: int) -> None:
    """The seed that is asked for, if one is, is the file's."""
    if given is not None and given != found:
        raise C4Error(f"{path} was trained with seed {found}, not {given}: {ANEW}")


@contextmanager
def restoring(path: str | Path) -> Iterator[None]:
    """Inside it the training of a file is read: whatever is missing or makes no sense there is told as that."""
    try:
        yield
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise C4Error(
            f"{path} does not say how it was trained, so its training cannot be resumed ({error!r}): start anew with --fresh"
        ) from None
