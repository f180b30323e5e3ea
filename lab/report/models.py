"""`python -m lab report models`: how strong the learned models are that ship, as in saved_models/README.md."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from c4.cli.options import jobs_options, json_option, show
from c4.jobs import run
from c4.models import SAVED_MODELS
from lab.measure.seeds import FIRST_MOVER, figures_by_search
from lab.measure.strength import Protocol

SHIPPED = ("windows.json", "td-lambda.json", "sarsa.npz", "network.npz", "ntuple.npz", "taught.npz")
"""The learned models of saved_models/."""

SUITES = ("decisive",)
"""The suites of the table."""

SEARCHES = {"greedy": "no search", "alphabeta:depth=4": "depth 4", "alphabeta:depth=8": "depth 8"}
"""The searches that have games and suites, and what the table calls them."""

ENGINE = {"engine:time_ms=100": "engine, 100 ms"}
"""The engine, whose games take seconds each: fewer games, and no suites."""


@click.command()
@click.argument("models", nargs=-1, type=click.Path(exists=True, dir_okay=False), metavar="[MODEL]...")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="Games per perfect opponent.")
@click.option("--engine-games", type=click.IntRange(min=1), default=20, show_default=True, help="Those of the engine.")
@jobs_options
@json_option
def command(
    models: tuple[str, ...], games: int, engine_games: int, jobs: int | None, dask: str | None, as_json: bool
) -> None:
    """Prints how strong the learned models are that ship, or those given, in the table of saved_models/README.md.

    Figures are per cent: success against perfect play moving first, and positions in which the move keeps the result.
    """
    paths = models or tuple(str(SAVED_MODELS / name) for name in SHIPPED)
    protocols = {search: Protocol(games, FIRST_MOVER, SUITES) for search in SEARCHES}
    protocols |= {search: Protocol(engine_games, FIRST_MOVER, ()) for search in ENGINE}
    found = figures_by_search(paths, protocols, partial(run, jobs=jobs, dask=dask))
    show({"models": list(paths), **found}, "\n".join(table(paths, protocols, found)), as_json)


def table(
    models: tuple[str, ...], protocols: dict[str, Protocol], found: dict[str, dict[str, list[float]]]
) -> list[str]:
    """The lines of the table: a row for each model, and a column for each figure of each search."""
    titles = []
    names = []
    rows = [[Path(model).stem] for model in models]
    for search, title in (SEARCHES | ENGINE).items():
        protocol = protocols[search]
        columns = [*(f"success, {form}" for form in protocol.forms), *(f"kept, {suite}" for suite in protocol.suites)]
        titles += [title, *[""] * (len(columns) - 1)]
        names += [*protocol.forms, *protocol.suites]
        for row, *values in zip(rows, *(found[search][column] for column in columns), strict=True):
            row += [f"{value:.1f}" for value in values]
    lines = [in_line(["", *titles]), f"|---|{'--:|' * len(names)}", in_line(["", *names])]
    return lines + [in_line(row) for row in rows]


def in_line(cells: list[str]) -> str:
    """A line of a table in Markdown."""
    return f"| {' | '.join(cells)} |"
