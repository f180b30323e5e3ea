"""What the window of an evaluator's errors says, from what it knows."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import NamedTuple

import numpy as np

from c4.arena.errors import Mistake, Study, bands, ends
from c4.arena.ratings import Share
from c4.game.position import Position
from c4.game.values import number_text, sign
from c4.text import capitalised, pluralise, signed_text
from visualizer.board.picker import EvaluatorChoice
from visualizer.state.preferences import Preferences
from visualizer.state.state import Score

LISTED_LARGEST = 200
"""Mistakes that are listed, the worst first."""

ALL_POSITIONS = 0
"""The number of the group of all positions."""


@dataclass(frozen=True, eq=False)
class Errors:
    """What the window knows.

    evaluator, depth   what was measured, or is being measured
    busy               whether it is being measured
    done, total        how many positions of how many have been measured
    message            what the window said last, besides how far it is
    study              the last complete measurement
    group              the number of the group whose mistakes are listed: ALL_POSITIONS, or one of `Study.groups`, from 1
    chosen             the place of the chosen mistake in the list
    """

    evaluator: EvaluatorChoice
    depth: int = 0
    busy: bool = False
    done: int = 0
    total: int = 1
    message: str = ""
    study: Study | None = None
    group: int = ALL_POSITIONS
    chosen: int | None = None


class MeasuringView(NamedTuple):
    """The message, and how far the measurement is (None if there is none)."""

    message: str
    share: float | None


def measuring_view(busy: bool, done: int, total: int, message: str) -> MeasuringView:
    """How far a measurement is, or what is to be said."""
    if busy and done:
        message = f"{done:,} of {pluralise(total, 'position')}, {100 * done // total} %"
    return MeasuringView(capitalised(message), done / total if busy else None)


class GroupsView(NamedTuple):
    """The lines of the groups (name, positions, mistakes and wrong winners), and the number of the chosen one."""

    rows: tuple[tuple[str, ...], ...]
    group: int


def groups_view(study: Study | None, group: int) -> GroupsView:
    """The groups of positions."""
    if study is None:
        return GroupsView((), group)
    rows = [study.overall()._replace(name="all positions"), *study.groups()]
    texts = [(row.name, f"{row.positions:,}", interval(row.mistakes), interval(row.misjudged)) for row in rows]
    return GroupsView(tuple(texts), group)


class ErrorsView(NamedTuple):
    """The mistakes of a group: a heading, the lines of the list, and the place of the chosen one."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    chosen: int | None


def errors_of(study: Study, group: int) -> tuple[int, list[Mistake]]:
    """How many mistakes a group has, and the worst of them."""
    which = np.ones(len(study), dtype=bool)
    if group != ALL_POSITIONS:
        which = bands(study.suite)[1] == group - 1
    return int((study.mistake & which).sum()), study.worst(LISTED_LARGEST, which)


def chosen_error(study: Study | None, group: int, chosen: int | None) -> Mistake | None:
    """The chosen mistake of a group; None if there is none."""
    if study is None or chosen is None:
        return None
    errors = errors_of(study, group)[1]
    return errors[chosen] if chosen < len(errors) else None


def errors_view(study: Study | None, group: int, chosen: int | None) -> ErrorsView:
    """The worst mistakes of a group."""
    if study is None:
        return ErrorsView("", (), None)
    total, errors = errors_of(study, group)
    heading = pluralise(total, "mistake")
    if total > LISTED_LARGEST:
        heading += f", the {LISTED_LARGEST} worst"
    elif total:
        heading += ", the worst first"
    rows = tuple(error_texts(error, study.scale) for error in errors)
    return ErrorsView(heading, rows, chosen if chosen is not None and chosen < len(rows) else None)


def error_texts(error: Mistake, scale: int) -> tuple[str, ...]:
    """The line of a mistake: ply, column, value, its result, the best column and its result."""
    best = error.best[0]
    value = "" if error.points is None else number_text(error.points, error.ply, scale)
    return str(error.ply), str(error.played + 1), value, ends(error, error.played), str(best + 1), ends(error, best)


class ErrorView(NamedTuple):
    """The board of the chosen mistake: the colours of the discs, its exact scores, and captions from long to short."""

    position: Position
    colours: tuple[tuple[str, str], tuple[str, str]]
    scores: dict[int, Score]
    captions: tuple[str, ...]


def error_view(study: Study | None, group: int, chosen: int | None, preferences: Preferences) -> ErrorView | None:
    """The board of the chosen mistake; None if none is chosen."""
    error = chosen_error(study, group, chosen)
    if study is None or error is None:
        return None
    scores = {column: exact_score(score, column in error.best) for column, score in error.scores.items()}
    captions = (f"exact scores; it plays {error.played + 1}", "exact scores")
    return ErrorView(study.suite.positions[error.place], preferences.colours, scores, captions)


def exact_score(score: int, best: bool) -> Score:
    """An exact score as the board shows it."""
    return Score(signed_text(score), best, False, sign(score))


def summary(study: Study) -> str:
    """The result of a measurement, in a sentence."""
    row = study.overall()
    return (
        f"{pluralise(len(study), 'position')}: mistakes in {interval(row.mistakes)}, wrong winner in"
        f" {interval(row.misjudged)}."
    )


def interval(share: Share) -> str:
    """A share with its interval, in per cent; a dash for one of nothing."""
    if isnan(share.value):
        return "–"
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
