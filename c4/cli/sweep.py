"""`c4 sweep`: trains many models, settings times seeds, and tells which settings are best."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from c4.cli.options import jobs_options, json_option, print_json

if TYPE_CHECKING:
    from c4.arena.sweep import Results
    from c4.arena.sweep_plan import Plan, Trial


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--folder", type=click.Path(file_okay=False), help="Where results are kept.  [default: FILE-results]")
@click.option("--search", "number", type=click.IntRange(min=0), default=0, help="Try so many settings in the ranges.")
@jobs_options
@json_option
def command(file: str, folder: str | None, number: int, jobs: int | None, dask: str | None, as_json: bool) -> None:
    """Trains every setting of FILE with every seed, measures the models, and tells which setting is best.

    FILE is TOML; docs/learning.md shows one.  Settings are chosen by the seeds and positions of [choose], and the one
    chosen is trained and measured again by those of [report], which must be others.

    Every training is kept as soon as it is finished: the same command resumes.  The folder then holds results.sqlite,
    the same table as results.csv, and the models.  `python -m visualizer.learn.bands FOLDER PICTURE.png` draws the
    curves.

    --search tries settings in the ranges of [search] with Optuna (an extra), by the seeds of [choose] alone.
    """
    from functools import partial

    from tqdm import tqdm

    from c4.arena import sweep
    from c4.arena.sweep_plan import read, spoken
    from c4.arena.sweep_search import search
    from c4.files import alone
    from c4.jobs import run

    plan = read(file)
    results = sweep.Results(folder or Path(file).with_suffix("").as_posix() + "-results")
    tries = partial(search, number=number, cluster=dask is not None) if number else None
    where = partial(run, jobs=jobs, dask=dask)
    stopped = False
    with (
        alone(results.ready(), "filled"),
        tqdm(total=sweep.left(plan, results, number), unit=" models", disable=None) as bar,
    ):
        try:
            for done in sweep.sweep(plan, results, where, tries):
                bar.update()
                bar.set_postfix_str(f"{spoken(done.settings)}, seed {done.seed}: {plan.by} {done.last[plan.by]:.1%}")
        except KeyboardInterrupt:
            stopped = True
        if results.there():
            results.write_csv()
    if stopped:
        click.echo(f"stopped: finished trainings are kept in {results.folder}; the same command resumes", err=True)
        sys.exit(130)
    if as_json:
        print_json(numbers(plan, results))
    else:
        click.echo(sweep.text(plan, results))
        click.echo(f"kept in {results.folder}", err=True)


def numbers(plan: Plan, results: Results) -> dict[str, Any]:
    """The table as JSON: settings, the best first, with the figures of every seed, shares from 0 to 1."""
    from c4.arena.sweep import standings

    def part(trial: Trial) -> dict[str, Any]:
        rows = [row._asdict() for row in standings(plan, results, trial)]
        return {"suite": trial.suite, "seeds": list(trial.seeds), "settings": rows}

    if plan.report is None:
        return {"learner": plan.learner, "choose": part(plan.choose)}
    return {"learner": plan.learner, "choose": part(plan.choose), "report": part(plan.report)}
