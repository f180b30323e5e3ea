"""The command `python -m lab measure sweep`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click
from tqdm import tqdm

from c4.cli.options import jobs_options, json_option, print_json
from c4.jobs import run
from c4.locks import locked
from lab.measure.sweep.plan import format_settings, read
from lab.measure.sweep.report import left, numbers, text
from lab.measure.sweep.results import SweepFolder
from lab.measure.sweep.running import sweep


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--folder", type=click.Path(file_okay=False), help="Where results are kept.  [default: FILE-results]")
@jobs_options
@json_option
def command(file: str, folder: str | None, jobs: int | None, dask: str | None, as_json: bool) -> None:
    """Trains every setting of FILE with every seed, measures the models, and tells which setting is best.

    FILE is TOML; docs/learning.md shows one.  Settings are chosen by the seeds and positions of [choose], and the one
    chosen is trained and measured again by those of [report], which must be others.

    Every training is kept as soon as it is finished: the same command resumes.  The folder then holds results.sqlite,
    the same table as results.csv, and the models.
    """

    plan = read(file)
    results = SweepFolder(folder or Path(file).with_suffix("").as_posix() + "-results")
    where = partial(run, jobs=jobs, dask=dask)
    stopped = False
    with locked(results.ready(), "filled"), tqdm(total=left(plan, results), unit=" models", disable=None) as bar:
        try:
            for done in sweep(plan, results, where):
                bar.update()
                bar.set_postfix_str(
                    f"{format_settings(done.settings)}, seed {done.seed}: {plan.by} {done.last[plan.by]:.1%}"
                )
        except KeyboardInterrupt:
            stopped = True
        if results.exists():
            results.write_csv()
    if stopped:
        click.echo(f"stopped: finished trainings are kept in {results.folder}; the same command resumes", err=True)
        sys.exit(130)
    if as_json:
        print_json(numbers(plan, results))
    else:
        click.echo(text(plan, results))
        click.echo(f"kept in {results.folder}", err=True)
