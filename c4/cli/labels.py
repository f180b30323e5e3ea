"""`c4 labels`: makes and describes files of positions with their outcome under perfect play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from c4.cli.options import jobs_options, json_option, print_json
from c4.game.rules import count as counted
from c4.models import make_own_folder

if TYPE_CHECKING:
    from c4.truth.labels import Labels


@click.group()
def command() -> None:
    """Makes and describes labels: many positions with their outcome under perfect play, for `c4 train --teacher
    exact`.
    """


@command.command()
@click.option("--out", type=click.Path(dir_okay=False), help="The file to write.  [default: labels.npz in your own]")
@click.option(
    "--count",
    "wanted",
    type=click.IntRange(min=1),
    help="Positions to draw; one drawn twice is kept once.  [default: 500000]",
)
@click.option("--minutes", type=click.FloatRange(min=0), help="Stop after so many minutes.")
@click.option("--seed", type=click.IntRange(min=0, max=2**31 - 1), default=1, show_default=True, help="Seed.")
@click.option(
    "--plies", default="9-39", show_default=True, metavar="A-B", help="Stones on the board where moves are compared."
)
@click.option("--even", is_flag=True, help="As many positions of every ply; early ones take long.")
@click.option("--openings", is_flag=True, help="Only openings: good play from the empty board, 9 to 20 plies.")
@click.option("--scores", is_flag=True, help="Exact scores, too; takes up to three times as long.")
@jobs_options
@json_option
def make(
    out: str | None,
    wanted: int | None,
    minutes: float | None,
    seed: int,
    plies: str,
    even: bool,
    openings: bool,
    scores: bool,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Draws positions from random games, from good play and from searches, and solves them.

    The same command goes on with a file that was stopped, killed, or made with a smaller --count, and however often
    that happens it makes the same labels.  No position of the built-in suites is taken, nor their mirror images,
    children and grandchildren; but the whole opening is, 8 plies that the book knows, though suite p asks about it.
    """
    from functools import partial
    from time import monotonic

    from c4.arena.suites import NAMES, Suite
    from c4.cli.making import making
    from c4.game.rules import C4Error
    from c4.jobs import run
    from c4.truth import labelmaking

    first, _, last = plies.partition("-")
    if not (first.isdigit() and last.isdigit() and 1 <= int(first) <= int(last) <= 40):
        raise C4Error(f"--plies is a range such as 9-39, within 1 and 40, not {plies!r}")
    if even and openings:
        raise C4Error("--even and --openings are two mixes: choose one")
    path = Path(out) if out is not None else make_own_folder() / "labels.npz"
    plan = labelmaking.Plan(seed, int(first), int(last), scores, even, openings)
    most = wanted or (500_000 if minutes is None else 1 << 40)
    suites = {name: Suite.open(name) for name in NAMES}
    excluded = labelmaking.apart({name: (suite.mine, suite.theirs) for name, suite in suites.items()})
    end = None if minutes is None else monotonic() + 60 * minutes
    with making("labels", "made", path) as report:
        made = labelmaking.make(
            path,
            plan,
            most,
            excluded,
            partial(run, jobs=jobs, dask=dask),
            report,
            lambda: end is not None and monotonic() > end,
        )
    describe(made, path, as_json)


@command.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False), metavar="FILE...")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@json_option
def join(files: tuple[str, ...], out: str, as_json: bool) -> None:
    """Puts files of labels together; a position that is in several is kept once."""
    from c4.truth import labels

    made = labels.joined([labels.read(file) for file in files])
    made.write(out)
    describe(made, Path(out), as_json)


@command.command()
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def info(file: str, as_json: bool) -> None:
    """Describes a file of labels."""
    from c4.truth import labels

    describe(labels.read(file), Path(file), as_json)


def describe(labels: Labels, path: Path, as_json: bool) -> None:
    """Prints what is in a file of labels."""
    outcomes = {name: int((labels.value == value).sum()) for name, value in (("won", 1), ("drawn", 0), ("lost", -1))}
    if as_json:
        print_json({"file": str(path), "positions": len(labels), **outcomes, "by_ply": labels.counts()})
        return
    click.echo(
        f"{path}: {counted(len(labels), 'position')}; for who began {outcomes['won']:,} won,"
        f" {outcomes['drawn']:,} drawn, {outcomes['lost']:,} lost"
    )
    for ply, number in labels.counts().items():
        click.echo(f"  ply {ply:>2} {number:>12,}")
