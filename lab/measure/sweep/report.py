"""What a sweep has found: the settings, the best first, as text and as numbers."""

from __future__ import annotations

from statistics import mean
from typing import Any, NamedTuple

from c4.errors import C4Error
from c4.text import pluralise
from lab.measure.sweep.plan import MISTAKES, Plan, Settings, Trial, format_settings, written
from lab.measure.sweep.results import SweepFolder, Training
from lab.statistics import interval

MOST_LISTED = 20
"""Settings that are printed, the best first."""


class Standing(NamedTuple):
    """A setting with the figures of its models at the end, one a seed, in the order of the seeds."""

    settings: Settings
    seeds: tuple[int, ...]
    figures: dict[str, list[float]]

    def percent(self, figure: str) -> str:
        """The mean over the seeds in per cent, with its 95 % interval where there are several."""
        values = [100 * value for value in self.figures[figure]]
        if len(values) == 1:
            return f"{values[0]:.1f}"
        middle, half = interval(values)
        return f"{middle:.1f} ({middle - half:.1f} to {middle + half:.1f})"


def standings(plan: Plan, results: SweepFolder, trial: Trial) -> list[Standing]:
    """The settings whose trainings of a part are complete, the best first by the figure of the plan.

    A part that does not measure this figure is sorted by mistakes.
    """
    by_setting: dict[str, list[Training]] = {}
    for one in results.of(plan, trial):
        if missing := set(trial.figures) - one.last.keys():
            raise C4Error(f"{results.path} is damaged: {one.name} has no {', '.join(sorted(missing))}")
        by_setting.setdefault(written(one.settings), []).append(one)
    complete = []
    for trainings in by_setting.values():
        if len(trainings) == len(trial.seeds):
            seeds = tuple(training.seed for training in trainings)
            figures = {figure: [training.last[figure] for training in trainings] for figure in trial.figures}
            complete.append(Standing(trainings[0].settings, seeds, figures))

    by = plan.by if plan.by in trial.figures else MISTAKES  # what [choose] measures, [report] may not

    def mean_of_figure(standing: Standing) -> float:
        return mean(standing.figures[by])

    few_are_good = by == MISTAKES
    return sorted(complete, key=mean_of_figure, reverse=not few_are_good)


def best(plan: Plan, results: SweepFolder) -> Settings:
    """The setting that [choose] prefers."""
    return standings(plan, results, plan.choose)[0].settings


def text(plan: Plan, results: SweepFolder) -> str:
    """The table for people: settings, the best first, and the chosen one by [report]."""
    lines = [
        f"{plan.learner}, {pluralise(plan.marks[-1], 'game')}; per cent, mean over seeds (95 % interval of the mean)"
    ]
    lines += listed(plan, results, plan.choose)
    if plan.report is None:
        lines += ["", "The best of many looks better than it is: a table [report] in the file measures it afresh."]
    else:
        lines += ["", f"chosen by {plan.by}, and measured by what played no part in choosing it:"]
        lines += listed(plan, results, plan.report)
    return "\n".join(lines)


def listed(plan: Plan, results: SweepFolder, trial: Trial) -> list[str]:
    """The standings of a part, as lines."""
    rows = standings(plan, results, trial)
    wide = max([len(format_settings(row.settings)) for row in rows] + [14])
    share = "" if trial.every == 1 else f", one position of {trial.every}"
    games = f"; {pluralise(trial.games, 'game')} a seat" if trial.against else ""
    lines = [f"[{trial.part}] seeds {', '.join(map(str, trial.seeds))}; suite {trial.suite}{share}{games}"]
    titles = "".join(f"{figure:>24}" for figure in trial.figures)
    lines.append(" " * (2 + wide) + titles)
    for row in rows[:MOST_LISTED]:
        figures = "".join(f"{row.percent(figure):>24}" for figure in trial.figures)
        lines.append(f"  {format_settings(row.settings):<{wide}}{figures}")
    if len(rows) > MOST_LISTED:
        lines.append(f"  and {len(rows) - MOST_LISTED:,} more in the table")
    return lines


def left(plan: Plan, results: SweepFolder) -> int:
    """How many trainings are left to do at most."""
    done = len(results.of(plan, plan.choose))
    most = len(plan.settings) * len(plan.choose.seeds)
    to_report = 0 if plan.report is None else len(plan.report.seeds)
    return max(0, most - done) + to_report


def numbers(plan: Plan, results: SweepFolder) -> dict[str, Any]:
    """The table as JSON: settings, the best first, with the figures of every seed, shares from 0 to 1."""

    def part(trial: Trial) -> dict[str, Any]:
        rows = [row._asdict() for row in standings(plan, results, trial)]
        return {"suite": trial.suite, "seeds": list(trial.seeds), "settings": rows}

    if plan.report is None:
        return {"learner": plan.learner, "choose": part(plan.choose)}
    return {"learner": plan.learner, "choose": part(plan.choose), "report": part(plan.report)}
