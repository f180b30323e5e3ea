"""Trains and measures what a plan asks for, and is not there yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from c4 import learning
from c4.agents.specification import find_opponent
from c4.jobs import Run
from c4.learning.run import TrainingRun
from lab.measure.strength import FORMS
from lab.measure.sweep.plan import FIRST_GAMES, MISTAKES, Plan, Settings, Trial
from lab.measure.sweep.report import best
from lab.measure.sweep.results import Point, SweepFolder, Training


def train(learner: str, settings: Settings, seed: int, marks: tuple[int, ...], trial: Trial) -> Training:
    """Trains one model and measures it after each of `marks` games; a job."""
    kind = learning.load(learner)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"model{kind.suffix}"
        run_options = {"episodes": marks[-1], "model": str(path), "seed": seed}
        model = TrainingRun(learner, {**settings, **run_options}, find_opponent).learner
        model.train(0)  # compiles
        points = []
        spent = 0.0
        for mark in marks:
            started = process_time()
            model.train(mark - model.episodes)
            spent += process_time() - started
            model.save(path)
            points.append(Point(mark, round(spent, 3), measure(learner, path, seed, trial)))
        return Training(trial.part, settings, seed, tuple(points), path.read_bytes())


def measure(learner: str, path: Path, seed: int, trial: Trial) -> dict[str, float]:
    """The figures of a model's file."""
    from c4 import evaluators
    from c4.arena import suites
    from c4.learning.success import measure, success
    from lab.measure.strength import examine

    evaluator = evaluators.load(learner, path)
    figures = {MISTAKES: suites.mistakes(evaluator, trial.suite, trial.every).value}
    for opponent in trial.against:
        if opponent in FORMS:
            first = FIRST_GAMES[trial.part]
            games = range(first, first + trial.games)
            played = examine(f"greedy:evaluator={learner},model={path}", opponent, games)
            figures[opponent] = mean((result + 1) / 2 for result in played.results.values())
        else:
            figures[opponent] = success(measure(evaluator, opponent, trial.games, seed + 1000))
    return figures


def missing(plan: Plan, results: SweepFolder, settings: list[Settings], trial: Trial) -> list[tuple[Any, ...]]:
    """The jobs that are still to be done for these settings."""
    return [
        (plan.learner, one, seed, plan.marks, trial)
        for one in settings
        for seed in trial.seeds
        if not results.known(plan, one, seed, trial)
    ]


def trained(plan: Plan, results: SweepFolder, settings: list[Settings], trial: Trial, run: Run) -> Iterator[Training]:
    """Does what is missing, keeps it, and yields it as it is finished; `run` is like `c4.jobs.run`."""
    tasks = missing(plan, results, settings, trial)
    for done in run(train, tasks):
        yield results.store(plan, done, trial)


def sweep(plan: Plan, results: SweepFolder, run: Run) -> Iterator[Training]:
    """Trains every setting with every seed of [choose], then the best one by [report]."""
    yield from trained(plan, results, list(plan.settings), plan.choose, run)
    if plan.report is not None:
        yield from trained(plan, results, [best(plan, results)], plan.report, run)
