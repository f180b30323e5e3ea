"""Anatomy of errors: where an evaluator is wrong about positions whose exact scores are known.

    whole = gather(parts("greedy:evaluator=windows", "d", run))
    whole.group("phase"), whole.calibration(), whole.worst(10)

A *mistake* is a move that worsens the result.  A position is *misjudged* when one side wins with best play and the
value is in favour of the other.  Imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from c4 import evaluators, models
from c4.agents.specification import parse_agent
from c4.arena.error_groups import CUTS, cuts, distance
from c4.arena.figures import Z95, Share, mcnemar, wilson
from c4.arena.strength import opened, share_json
from c4.arena.suites import FULL, Suite
from c4.game.notation import format_position
from c4.game.rules import STANDARD, C4Error, count
from c4.game.values import EXACT, WIN_FLOOR, number_text
from c4.jobs import Run
from c4.scripts import is_script
from c4.search.watch import Stopped, Watch

UNKNOWN = np.iinfo(np.int64).min
"""The entry in `points` of a column whose value is not known exactly, or which is full."""

POSITIONS_A_JOB = 50
BINS = 10
"""Groups of equal size into which calibration divides the values."""

RESULTS = "wins"
"""The unit of values that promise a result: +1 a win, -1 a loss."""


# -- asking an evaluator ----------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """What an agent does in some positions of a suite, from index `first` on: the columns it plays (from 0), and the
    values of columns in points, UNKNOWN for those that it does not know exactly; both for the side to move.
    """

    agent: str
    suite: str
    first: int
    columns: list[int]
    points: list[list[int]]


def chosen(text: str) -> tuple[str, str | None]:
    """(evaluator, model) of an evaluator's name, or of the file of a model.  Raises C4Error for what is neither."""
    if text not in evaluators.EVALUATORS and not is_script(text) and models.find(text).exists():
        return evaluators.identify(text), text
    return evaluators.check_name(evaluators.allow(text)), None


def agent_of(evaluator: str, model: str | None, depth: int) -> str:
    """The agent that plays by an evaluator: without search for depth 0, otherwise by alpha-beta of that depth.

    Raises C4Error if it cannot be loaded.
    """
    name = "greedy:" if depth == 0 else f"alphabeta:depth={depth},"
    agent = parse_agent(f"{name}evaluator={evaluator}" + (f",model={model}" if model else ""))
    agent.load()
    return str(agent)


def look(agent: str, suite: str, first: int, end: int, watch: Watch | None = None) -> Part:
    """Asks an agent in some positions of a suite; a job.  Raises Stopped once the watch is stopped."""
    player = parse_agent(agent).load()
    columns, points = [], []
    for position in opened(suite).positions[first:end]:
        decision = player.choose(position, watch)
        if decision.column is None or (watch is not None and watch.stopped):
            raise Stopped
        columns.append(decision.column)
        row = [int(UNKNOWN)] * STANDARD.columns
        for column, value in decision.columns.items():
            row[column] = value.points if value.bound == EXACT else int(UNKNOWN)
        points.append(row)
    return Part(agent, suite, first, columns, points)


def parts(agent: str, suite: str, run: Run) -> Iterator[Part]:
    """The parts of a suite as they are finished; `run` is like `c4.jobs.run`."""
    size = len(opened(suite))
    tasks = [(agent, suite, first, min(first + POSITIONS_A_JOB, size)) for first in range(0, size, POSITIONS_A_JOB)]
    yield from run(look, tasks)


# -- what comes of it -------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A group of positions: how many, the share of mistakes, and of misjudged ones among those that are not drawn."""

    name: str
    positions: int
    mistakes: Share
    misjudged: Share


class Bin(NamedTuple):
    """Moves of about the same value: how many, their least, greatest and mean value in units, their results with
    best play, and the mean of these (1, 0, -1) with its 95 % interval.
    """

    moves: int
    low: float
    high: float
    promised: float
    won: int
    drawn: int
    lost: int
    result: Share


class Error(NamedTuple):
    """A mistake: the position's place in the suite, its text, the column played and the best ones (from 0), the points
    of the column played (None: not known), the exact scores by column, and the result before and after (1, 0, -1).
    """

    place: int
    position: str
    ply: int
    played: int
    best: tuple[int, ...]
    points: int | None
    scores: dict[int, int]
    was: int
    became: int


@dataclass(frozen=True, eq=False)
class Study:
    """What an agent does in every position of a suite: `columns` int (n,), `points` int64 (n, 7), see Part; `scale`
    and `unit` of its evaluator.
    """

    agent: str
    suite: Suite
    columns: np.ndarray
    points: np.ndarray
    scale: int
    unit: str

    def __len__(self) -> int:
        return len(self.columns)

    @cached_property
    def mistake(self) -> np.ndarray:
        """bool (n,): whether the move worsens the result."""
        classes = self.suite.classes
        found: np.ndarray = classes[np.arange(len(self)), self.columns] < classes.max(axis=1)
        return found

    @cached_property
    def misjudged(self) -> np.ndarray:
        """bool (n,): whether the value of the position is in favour of the side that loses."""
        values = self.points[np.arange(len(self)), self.columns]
        found: np.ndarray = np.sign(values) * self.suite.classes.max(axis=1) < 0
        return found

    @cached_property
    def decided(self) -> np.ndarray:
        """bool (n,): whether one side wins with best play."""
        found: np.ndarray = self.suite.classes.max(axis=1) != 0
        return found

    def row(self, name: str, which: np.ndarray) -> Row:
        """The figures of the positions `which`, bool (n,)."""
        decided = which & self.decided
        return Row(
            name,
            int(which.sum()),
            wilson(int(self.mistake[which].sum()), int(which.sum())),
            wilson(int(self.misjudged[decided].sum()), int(decided.sum())),
        )

    def whole(self) -> Row:
        """The figures of all positions."""
        return self.row("all", np.ones(len(self), dtype=bool))

    def group(self, cut: str) -> list[Row]:
        """The figures of each group of a division, see CUTS."""
        names, group = cuts(self.suite)[cut]
        return [self.row(name, group == number) for number, name in enumerate(names)]

    def calibration(self) -> list[Bin]:
        """Promised value against true result, for every move whose value is known exactly; wins and losses that are
        seen to the end are bins of their own.  Intervals take moves as independent.
        """
        known = (self.points != UNKNOWN) & (self.suite.scores != FULL)
        points, results = self.points[known], self.suite.classes[known]
        order = np.argsort(points, kind="stable")
        points, results = points[order], results[order]
        seen = np.abs(points) >= WIN_FLOOR
        edges = np.unique(np.quantile(points[~seen], np.arange(1, BINS) / BINS)) if (~seen).any() else np.zeros(0)
        bins = np.where(seen, np.where(points > 0, BINS, -1), np.searchsorted(edges, points))
        return [self._bin(points[bins == at], results[bins == at]) for at in np.unique(bins)]

    def _bin(self, points: np.ndarray, results: np.ndarray) -> Bin:
        mean, n = float(results.mean()), len(results)
        reach = Z95 * float(results.std()) / n**0.5
        share = Share(mean, max(-1.0, mean - reach), min(1.0, mean + reach))
        low, high, promised = (float(number) / self.scale for number in (points.min(), points.max(), points.mean()))
        won, drawn, lost = (int((results == result).sum()) for result in (1, 0, -1))
        return Bin(n, low, high, promised, won, drawn, lost, share)

    def gap(self) -> float | None:
        """The mean distance of promised value (at most 1) and true result over the bins; None where values promise no
        result.
        """
        if self.unit != RESULTS:
            return None
        bins = self.calibration()
        apart = [one.moves * abs(max(-1.0, min(1.0, one.promised)) - one.result.value) for one in bins]
        return sum(apart) / sum(one.moves for one in bins)

    def worst(self, most: int, which: np.ndarray | None = None) -> list[Error]:
        """The worst mistakes among the positions `which`: wins made losses first, then by the value promised."""
        places = np.flatnonzero(self.mistake if which is None else self.mistake & which)
        classes = self.suite.classes
        lost = classes.max(axis=1) - classes[np.arange(len(self)), self.columns]
        points = self.points[np.arange(len(self)), self.columns]
        order = sorted(places.tolist(), key=lambda place: (-int(lost[place]), -int(points[place]), place))
        return [self.error(place) for place in order[:most]]

    def error(self, place: int) -> Error:
        """The move in the position at that place of the suite."""
        suite, played = self.suite, int(self.columns[place])
        position, points = suite.positions[place], int(self.points[place, played])
        scores = {column: int(score) for column, score in enumerate(suite.scores[place]) if score != FULL}
        best = max(scores.values())
        return Error(
            place,
            format_position(position),
            position.ply,
            played,
            tuple(column for column, score in scores.items() if score == best),
            None if points == UNKNOWN else points,
            scores,
            int(np.sign(best)),
            int(np.sign(scores[played])),
        )


def gather(found: Iterable[Part], report: Callable[[int], object] = lambda done: None) -> Study:
    """The parts of one agent, in any order, put together; `report(positions so far)` is called after each.

    Raises C4Error if the evaluator cannot be loaded, or there is a part missing.
    """
    there = []
    for part in found:
        there.append(part)
        report(sum(len(one.columns) for one in there))
    there.sort(key=lambda part: part.first)
    suite = opened(there[0].suite)
    limits = parse_agent(there[0].agent).limits
    evaluator = evaluators.load(limits.evaluator, limits.model)
    columns = np.array([column for part in there for column in part.columns])
    if len(columns) != len(suite):
        raise C4Error(f"only {len(columns):,} of {count(len(suite), 'position')} have been looked at")
    points = np.array([row for part in there for row in part.points], dtype=np.int64)
    return Study(there[0].agent, suite, columns, points, evaluator.scale, evaluator.unit)


# -- before and after -------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """A group of positions, and how two agents err there: shares of mistakes, in how many positions only the first or
    only the second errs, and McNemar's exact p.
    """

    name: str
    positions: int
    first: Share
    second: Share
    only_first: int
    only_second: int
    p: float


def change(first: Study, second: Study, name: str, which: np.ndarray) -> Change:
    """How two agents differ in the positions `which`, bool (n,), of their suite."""
    size, one, other = int(which.sum()), first.mistake & which, second.mistake & which
    alone = int((one & ~other).sum()), int((other & ~one).sum())
    shares = wilson(int(one.sum()), size), wilson(int(other.sum()), size)
    return Change(name, size, *shares, *alone, mcnemar(*alone))


def changes(first: Study, second: Study, cut: str | None = None) -> list[Change]:
    """The same of each group of a division, or of all positions together.

    Raises C4Error if the two were not asked in the same suite.
    """
    if first.suite is not second.suite:
        raise C4Error("two agents can only be compared on the same suite")
    if cut is None:
        return [change(first, second, "all", np.ones(len(first), dtype=bool))]
    names, group = cuts(first.suite)[cut]
    return [change(first, second, name, group == number) for number, name in enumerate(names)]


# -- as numbers -------------------------------------------------------------------------------------------------------


def to_json(study: Study, most: int, other: Study | None = None) -> dict[str, Any]:
    """Everything as numbers: shares from 0 to 1 with 95 % intervals, columns from 1, values in the evaluator's unit."""

    def group(row: Row) -> dict[str, Any]:
        shares = {"mistakes": share_json(row.mistakes), "misjudged": share_json(row.misjudged)}
        return {"name": row.name, "positions": row.positions, **shares}

    found: dict[str, Any] = {
        "agent": study.agent,
        "suite": study.suite.name,
        "unit": study.unit,
        **group(study.whole()),
        "groups": {cut: [group(row) for row in study.group(cut)] for cut in CUTS},
        "calibration": [one._asdict() | {"result": share_json(one.result)} for one in study.calibration()],
        "gap": study.gap(),
        "worst": [error_json(error, study.scale) for error in study.worst(most)],
    }
    if other is not None:
        found["against"] = {
            "agent": other.agent,
            "all": change_json(changes(study, other)[0]),
            "groups": {cut: [change_json(row) for row in changes(study, other, cut)] for cut in CUTS},
            "only_first": [error_json(error, study.scale) for error in study.worst(most, ~other.mistake)],
            "only_second": [error_json(error, other.scale) for error in other.worst(most, ~study.mistake)],
        }
    return found


def change_json(row: Change) -> dict[str, Any]:
    """A group of two agents as numbers."""
    return row._asdict() | {"first": share_json(row.first), "second": share_json(row.second)}


def error_json(error: Error, scale: int) -> dict[str, Any]:
    """A mistake as numbers, columns from 1, `promised` in units."""
    return {name: value for name, value in error._asdict().items() if name != "points"} | {
        "promised": None if error.points is None else error.points / scale,
        "played": error.played + 1,
        "best": [column + 1 for column in error.best],
        "scores": {column + 1: score for column, score in error.scores.items()},
    }


def in_words(error: Error, scale: int) -> str:
    """What is wrong with a move: "plays 3 (+0.61), which loses in 12 plies; 5 wins in 21 plies"."""
    value = "" if error.points is None else f" ({number_text(error.points, error.ply, scale)})"
    better = error.best[0]
    return f"plays {error.played + 1}{value}, which {ends(error, error.played)}; {better + 1} {ends(error, better)}"


def ends(error: Error, column: int) -> str:
    """What becomes of a column with best play: "wins in 21 plies", "draws"."""
    score = error.scores[column]
    return (
        "draws"
        if not score
        else f"{'wins' if score > 0 else 'loses'} in {count(distance(score, error.ply), 'ply', 'plies')}"
    )
