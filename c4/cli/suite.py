"""`c4 suite`: makes and describes suites of solved positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from c4.cli.names import SUITES, complete_suite
from c4.cli.options import jobs_options, json_option, print_json
from c4.game.rules import count
from c4.models import make_own_folder

if TYPE_CHECKING:
    from c4.arena.suites import Suite


@click.group()
def command() -> None:
    """Makes and describes suites: positions with the exact score of every column, on which `c4 strength` counts
    mistakes.
    """


@command.command()
@click.argument("name", type=click.Choice(SUITES))
@click.option(
    "--output", type=click.Path(dir_okay=False), help="The file to write.  [default: NAME.npz in your own models]"
)
@click.option(
    "--each",
    type=click.IntRange(min=1),
    help="Positions in each stage or ply.  [default: 1000 in p, 75 in d, 100 in decisive]",
)
@click.option("--seed", type=int, help="Seed of the generator.  [default: the suite's own]")
@click.option(
    "--exclude",
    type=click.Path(exists=True, dir_okay=False),
    multiple=True,
    help="Positions to leave out: a text file or a suite.",
)
@jobs_options
@json_option
def make(
    name: str,
    output: str | None,
    each: int | None,
    seed: int | None,
    exclude: tuple[str, ...],
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Draws positions at random and solves every column of each.

    The same seed, size and exclusions give the same file.  The same command resumes work that was stopped or killed:
    solved positions are kept in FILE.parts.  A text file of exclusions begins each line with a position; mirror
    images are excluded too.
    """
    from functools import partial

    from c4.arena import labelling
    from c4.cli.making import making
    from c4.jobs import run

    plan = labelling.plan_of(name, each, seed)
    path = Path(output) if output is not None else make_own_folder() / f"{name}.npz"
    excluded = {one for file in exclude for one in keys_of(file)}
    with making("positions", "labelled") as report:
        made = labelling.make(path, plan, excluded, partial(run, jobs=jobs, dask=dask), report)
    describe(made, path, as_json)


@command.command()
@click.argument("file", default="p", shell_complete=complete_suite)
@json_option
def info(file: str, as_json: bool) -> None:
    """Describes a suite: p, d, d-held-back, decisive, or a file."""
    from c4.arena.suites import Suite, path_of

    path = path_of(file) if file in SUITES else Path(file)
    describe(Suite.read(path), path, as_json)


def keys_of(file: str) -> set[tuple[int, int]]:
    """Keys of all positions of a text file or a suite."""
    from c4.arena.suites import Suite, key
    from c4.files import read_text
    from c4.game.notation import parse_position
    from c4.game.rules import C4Error

    if file.endswith(".npz"):
        suite = Suite.read(file)
        return {key(int(mine), int(theirs)) for mine, theirs in zip(suite.mine, suite.theirs)}
    try:
        text = read_text(file)
    except (OSError, ValueError) as error:
        raise C4Error(f"{file!r} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    lines = (line.split() for line in text.splitlines())
    positions = (parse_position(words[0]) for words in lines if words)
    return {key(position.mine, position.theirs) for position in positions}


def describe(suite: Suite, path: Path, as_json: bool) -> None:
    """Prints what is in a suite."""
    from c4.arena.labelling import strata_of

    strata = strata_of(suite)
    content = {
        "file": str(path),
        "name": suite.name,
        "seed": suite.seed,
        "positions": len(suite),
        "decisive": int(suite.decisive.sum()),
    }
    if as_json:
        print_json({**content, "strata": dict(strata)})
        return
    click.echo(
        f"{path}  suite {suite.name}, seed {suite.seed}: {count(len(suite), 'position')},"
        f" {content['decisive']:,} of them decisive"
    )
    for name in suite.strata:
        chosen = suite.stratum == suite.strata.index(name)
        click.echo(
            f"  {name:<14} {count(strata[name], 'position'):>15}, {int(suite.decisive[chosen].sum()):>5} decisive"
        )
