"""What a sweep is to train and to measure, read from a small TOML file.

learner = "windows"
episodes = 2000
points = 4                          # it is measured after each quarter

[settings]                          # every combination is trained with every seed
temperature = [0.0, 0.2]
eps_end = [0.05, 0.5]

[choose]                            # the best setting is the one with the fewest mistakes here
seeds = [1, 2, 3]

[report]                            # and it is reported by seeds and positions that played no part in that
seeds = [11, 12, 13]
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from c4.arena.suites import NAMES
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.learning import LEARNERS, entry, options
from c4.learning.settings import BOARD_NAMES, LEARNING, Option
from c4.storage import Unreadable, read_text
from c4.text import MAX_SEED, read_digits
from lab.measure.strength import FORMS

CHOOSE = "choose"
REPORT = "report"
"""The two parts of a sweep: all settings are compared, and the best one is trained and measured again."""

LARGEST_NUMBER = MAX_SEED
"""The largest number in a file."""

DEEPEST_MINIMAX = 8
"""The depth of the deepest minimax that a training is measured against."""

MISTAKES = "mistakes"
"""The figure that every training has: the share of mistakes on solved positions."""

Settings = dict[str, Any]

SUITES = {CHOOSE: "d", REPORT: "d-held-back"}
"""The positions of each part, if a file does not name others."""

FIRST_GAMES = {CHOOSE: 70_000, REPORT: 50_000}
"""The seed of a perfect opponent's first game in each part; `python -m lab measure strength` begins at 50,000, too."""

MOST_TRAININGS = 100_000


class Trial(NamedTuple):
    """How models are measured: one is trained with each of `seeds`, and asked without search in every n-th (`every`)
    position of a suite; then it plays `games` a seat against each opponent.
    """

    part: str
    seeds: tuple[int, ...]
    suite: str
    every: int
    against: tuple[str, ...]
    games: int

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the figures."""
        return (MISTAKES, *self.against)


@dataclass(frozen=True)
class Plan:
    """A sweep: the learner, after how many games it is measured, the settings, and how they are chosen and reported.

    `by` is the figure that chooses; mistakes should be few, success against an opponent high.
    """

    learner: str
    marks: tuple[int, ...]
    settings: tuple[Settings, ...]
    choose: Trial
    report: Trial | None
    by: str


def read(path: str | Path) -> Plan:
    """The plan of a file.  Raises C4Error, one sentence, for a file that is none, or whose two parts overlap."""
    try:
        content = tomllib.loads(read_text(path))
    except Unreadable as error:
        raise C4Error(f"{path} {error}") from None
    except FileNotFoundError:
        raise C4Error(f"there is no file {path}") from None
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except RecursionError:
        raise C4Error(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise C4Error(f"{path} is not TOML: {error}") from None
    try:
        _check_numbers(content)
        return _plan(content)
    except C4Error as error:
        raise C4Error(f"{path}: {error}") from None


def _check_numbers(value: object) -> None:
    """Raises C4Error for a number that TOML allows and nothing here can be: Python does not even print the longest ones."""
    if isinstance(value, dict):
        for inner in value.values():
            _check_numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_numbers(inner)
    elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise C4Error(f"a number is larger than {LARGEST_NUMBER:,}")


def _plan(content: dict[str, Any]) -> Plan:
    _known(content, ("learner", "episodes", "points", "by", "settings", CHOOSE, REPORT), "the file")
    learner = content.get("learner")
    if not isinstance(learner, str) or learner not in LEARNERS or learner not in EVALUATORS:
        able = [name for name in LEARNERS if name in EVALUATORS]
        raise C4Error(f"learner must be one of {', '.join(able)}, not {learner!r}")
    episodes = _whole(content, "episodes", 1, None)
    points = _whole(content, "points", 1, 1)
    marks = tuple(sorted({max(1, episodes * point // points) for point in range(1, points + 1)}))
    choose = _trial(content, CHOOSE)
    report = _trial(content, REPORT) if REPORT in content else None
    if report is not None:
        both = sorted(set(choose.seeds) & set(report.seeds))
        if both:
            raise C4Error(
                f"the seeds {', '.join(map(str, both))} stand in [choose] and in [report]: use others to report"
            )
        if choose.suite == report.suite:
            raise C4Error(f"[choose] and [report] both use suite {choose.suite}: report with other positions")
    by = content.get("by", MISTAKES)
    if by not in choose.figures:
        raise C4Error(f"by must be one of {', '.join(choose.figures)}, not {by!r}")
    settings = _settings(learner, content.get("settings", {}))
    trainings = len(settings) * len(choose.seeds)
    if trainings > MOST_TRAININGS:
        raise C4Error(f"{trainings:,} trainings are more than {MOST_TRAININGS:,}: name fewer settings or seeds")
    return Plan(learner, marks=marks, settings=settings, choose=choose, report=report, by=by)


def _trial(content: dict[str, Any], part: str) -> Trial:
    table = content.get(part)
    if not isinstance(table, dict):
        raise C4Error(f"a table [{part}] with seeds is missing")
    _known(table, ("seeds", "suite", "every", "against", "games"), f"[{part}]")
    seeds = table.get("seeds")
    against = table.get("against", [])
    if not isinstance(seeds, list) or not seeds or not all(type(seed) is int and seed >= 0 for seed in seeds):
        raise C4Error(f"seeds in [{part}] must be a list of whole numbers from 0, not {seeds!r}")
    suite = table.get("suite", SUITES[part])
    if suite not in NAMES:
        raise C4Error(f"suite in [{part}] must be one of {', '.join(NAMES)}, not {suite!r}")
    if not isinstance(against, list) or not all(map(_is_opponent, against)):
        raise C4Error(
            f"against in [{part}] must be a list of random, minimax DEPTH, {', '.join(FORMS)}, not {against!r}"
        )
    return Trial(
        part,
        seeds=tuple(dict.fromkeys(seeds)),
        suite=suite,
        every=_whole(table, "every", 1, 1),
        against=tuple(dict.fromkeys(against)),
        games=_whole(table, "games", 1, 100),
    )


def _is_opponent(name: object) -> bool:
    if name == "random" or name in FORMS:
        return True
    if not isinstance(name, str):
        return False
    word, _, digits = name.partition(" ")
    depth = read_digits(digits)
    return word == "minimax" and depth is not None and 1 <= depth <= DEEPEST_MINIMAX


def _known(table: dict[str, Any], names: tuple[str, ...], where: str) -> None:
    for name in table:
        if name not in names:
            raise C4Error(f"unknown {name!r} in {where}: choose {', '.join(names)}")


def _whole(table: dict[str, Any], name: str, least: int, usual: int | None) -> int:
    value = table.get(name, usual)
    if type(value) is not int or value < least:
        raise C4Error(f"{name} must be a whole number from {least}, not {value!r}")
    return value


# -- settings ---------------------------------------------------------------------------------------------------------


def _able(learner: str) -> dict[str, Option]:
    """The options of a learner that a sweep can set, by their names and by their words on the command line."""
    by_flag = {}
    by_name = {}
    for option in options(learner):
        is_setting = option.group == LEARNING or option.fixed
        if is_setting and option.name not in BOARD_NAMES and not option.file:
            by_flag[option.flag.replace("-", "_")] = option
            by_name[option.name] = option
    return by_flag | by_name


def _option(learner: str, name: str, where: str) -> Option:
    able = _able(learner)
    if name.replace("-", "_") not in able:
        names = sorted({one.name for one in able.values()})
        raise C4Error(f"unknown {name!r} in [{where}]: {learner} has {', '.join(names)}")
    return able[name.replace("-", "_")]


def _settings(learner: str, table: Any) -> tuple[Settings, ...]:
    """Every combination of the values; one empty setting where nothing is varied."""
    if not isinstance(table, dict):
        raise C4Error("[settings] must be a table of settings and their values")
    names = []
    values = []
    for name, given in table.items():
        names.append(_option(learner, name, "settings").name)
        values.append(list(dict.fromkeys(given)) if isinstance(given, list) else [given])
    if not all(values):
        raise C4Error("a setting in [settings] has no value")
    combinations = tuple(dict(zip(names, combination)) for combination in product(*values))
    for combination in combinations:
        check(learner, combination)
    return combinations


def check(learner: str, settings: Settings) -> None:
    """Raises C4Error unless a learner can be trained with these settings."""
    one = entry(learner)
    able = _able(learner)
    one.run_options(**{name: value for name, value in settings.items() if able[name].fixed})
    one.settings(**{name: value for name, value in settings.items() if not able[name].fixed})


def written(settings: Settings) -> str:
    """A setting as a text that is the same for the same setting."""
    return json.dumps(settings, sort_keys=True)


def format_settings(settings: Settings) -> str:
    """Settings as text: "alpha 0.01, gamma 0.9"; "usual settings" if none is changed."""
    return ", ".join(f"{name} {_short(value)}" for name, value in settings.items()) or "usual settings"


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
