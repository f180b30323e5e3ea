"""A search over settings by Optuna (Akiba et al., 2019), which sees the seeds and positions of [choose] and no others.

Optuna is an extra: `python -m pip install optuna`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from statistics import mean
from typing import Any

from c4.arena.sweep import Results, Training, standings, trained
from c4.arena.sweep_plan import MISTAKES, Plan, Range, Settings, check
from c4.game.rules import C4Error
from c4.jobs import Run

AT_ONCE = 8
"""Settings tried at once on a cluster."""


def distribution(range: Range) -> Any:
    """Optuna's name for a range."""
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    if range.choices:
        return CategoricalDistribution(range.choices)
    if range.kind is int:
        return IntDistribution(int(range.low), int(range.high), log=range.log)
    return FloatDistribution(range.low, range.high, log=range.log)


def search(plan: Plan, results: Results, run: Run, number: int, cluster: bool = False) -> Iterator[Training]:
    """Tries `number` settings in the ranges of [search], and trains each with every seed of [choose].

    What was tried before counts.  Raises C4Error if Optuna is missing, or the file has no ranges.
    """
    try:
        import optuna
    except ImportError:
        raise C4Error("a search needs Optuna: python -m pip install optuna") from None
    if not plan.ranges:
        raise C4Error("a search needs a table [search] with ranges in the file")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    spaces = {name: distribution(range) for name, range in plan.ranges.items()}
    tried = {written_value(row.settings): row for row in standings(plan, results, plan.choose)}
    before = [
        row for row in tried.values() if set(row.settings) == set(plan.ranges) and row.settings not in plan.settings
    ]
    study = optuna.create_study(
        direction="minimize" if plan.by == MISTAKES else "maximize",
        sampler=optuna.samplers.TPESampler(seed=plan.choose.seeds[0] + len(before)),
    )
    for row in before:
        study.add_trial(
            optuna.trial.create_trial(params=row.settings, distributions=spaces, value=mean(row.figures[plan.by]))
        )
    cores = AT_ONCE if cluster else os.cpu_count() or 1
    left = number - len(before)
    while left > 0:
        asked = [study.ask(spaces) for _ in range(min(left, max(1, cores // len(plan.choose.seeds))))]
        settings: list[Settings] = [dict(trial.params) for trial in asked]
        for one in settings:
            check(plan.learner, one)
        yield from trained(plan, results, settings, plan.choose, run)
        values = {written_value(row.settings): row for row in standings(plan, results, plan.choose)}
        for trial, one in zip(asked, settings):
            study.tell(trial, mean(values[written_value(one)].figures[plan.by]))
        left -= len(asked)


def written_value(settings: Settings) -> tuple[tuple[str, Any], ...]:
    """A setting as a key."""
    return tuple(sorted(settings.items()))
