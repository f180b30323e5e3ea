"""`python -m lab measure errors`: where an evaluator is wrong about positions whose exact scores are known."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import click
import numpy as np
from tqdm import tqdm

from c4 import evaluators, models
from c4.arena.errors import CUTS, Error, Row, Study, agent_of, cuts, ends, gather, parts
from c4.arena.ratings import Share, wilson
from c4.arena.suites import NAMES
from c4.cli.options import jobs_options, json_option, print_json
from c4.errors import C4Error
from c4.game.values import number_text
from c4.jobs import run
from c4.scripts import is_script
from c4.text import pluralise
from lab.measure.strength import opened, percent, share_json
from lab.statistics import mcnemar

SEARCHED = 6
"""From this depth on all cores are used; before, starting processes takes longer than the work."""

NARROW = 34
"""Characters of the names of groups."""


@click.command()
@click.argument("evaluator")
@click.option("--model", type=click.Path(), help="Model file of a learned evaluator.  [default: the built-in model]")
@click.option("--depth", type=click.IntRange(0, 42), default=0, show_default=True, help="Depth of search; 0 is none.")
@click.option(
    "--against",
    metavar="OTHER",
    help="Another evaluator, or another model's file: before and after.",
)
@click.option(
    "--suite",
    type=click.Choice(list(NAMES)),
    default="d",
    show_default=True,
    metavar="NAME",
    help="Suite of solved positions: p, d, d-held-back, decisive.",
)
@click.option("--worst", "most", type=click.IntRange(min=0), default=10, show_default=True, help="Worst mistakes told.")
@jobs_options
@json_option
def command(
    evaluator: str,
    model: str | None,
    depth: int,
    against: str | None,
    suite: str,
    most: int,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Tells where EVALUATOR, a name or a model's file, is wrong about positions whose exact scores are known.

    A mistake is a move that worsens the result.  A position is misjudged when one side wins with best play and the
    value is in favour of the other.  Both by ply and by the threats that the winning side has on the board; then the
    worst mistakes.

    With --against the two are compared in the same positions (McNemar's exact test).  `python interface.py TEXT` opens
    a position in the window, and so does pasting its text there.
    """

    name, its = chosen(evaluator)
    agents = [agent_of(name, model or its, depth)]
    if against is not None:
        agents.append(agent_of(*chosen(against), depth))
    where = partial(run, jobs=jobs or (None if depth >= SEARCHED else 1), dask=dask)
    studies = []
    with tqdm(total=len(opened(suite)) * len(agents), unit=" positions", disable=None) as bar:
        for number, agent in enumerate(agents):
            before = number * len(opened(suite))
            studies.append(gather(parts(agent, suite, where), lambda done, at=before: bar.update(at + done - bar.n)))  # type: ignore[misc]
    study, other = studies[0], studies[1] if len(studies) > 1 else None
    if as_json:
        print_json(to_json(study, most, other))
        return
    click.echo(text(study, most))
    if other is not None:
        click.echo("\n" + text_of_both(study, other, most))


def text(study: Study, most: int) -> str:
    """Everything about one evaluator, for people."""

    lines = [f"{study.agent}: errors in suite {study.suite.name} ({pluralise(len(study), 'position')})", ""]
    lines += [f"{'':<{NARROW}}{'positions':>10}{'mistakes %':>22}{'misjudged %':>22}", row_line(study.overall())]
    for cut, title in CUTS.items():
        lines += [title, *(row_line(row) for row in study.group(cut))]
    worst = study.worst(most)
    if worst:
        lines += ["", "the worst mistakes (value promised; columns from 1)", *listed(worst, study)]
    return "\n".join(lines)


def row_line(row: Row) -> str:
    """A group as a line."""
    return f"  {row.name:<{NARROW - 2}}{row.positions:>10,}{share(row.mistakes):>22}{share(row.misjudged):>22}"


def share(content: Share) -> str:
    """A share in per cent, a dash for one of nothing."""
    return "-" if content.value != content.value else percent(content)


def listed(errors: list[Error], study: Study) -> list[str]:
    """Mistakes, a line each."""

    wide = max(len(error.position) for error in errors)
    return [f"  {error.position:<{wide}}  ply {error.ply:>2}  {in_words(error, study.scale)}" for error in errors]


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


def text_of_both(first: Study, second: Study, most: int) -> str:
    """Two evaluators in the same positions, for people."""

    lines = [f"A: {first.agent}", f"B: {second.agent}", ""]
    heads = f"{'A, mistakes %':>22}{'B, mistakes %':>22}{'B - A':>8}{'only A':>8}{'only B':>8}{'p':>9}"
    lines += [f"{'':<{NARROW}}{heads}", compared(changes(first, second)[0])]
    for cut, title in CUTS.items():
        lines += [title, *(compared(row) for row in changes(first, second, cut))]
    for title, study, other in (("only A errs", first, second), ("only B errs", second, first)):
        worst = study.worst(most, ~other.mistake)
        lines += ["", f"{title}, the worst mistakes", *listed(worst, study)] if worst else []
    return "\n".join(lines)


def compared(row: Change) -> str:
    """A group as a line; p is McNemar's."""
    points = 100 * (row.second.value - row.first.value)
    shares = f"{share(row.first):>22}{share(row.second):>22}{points:>+8.1f}"
    return f"  {row.name:<{NARROW - 2}}{shares}{row.only_first:>8,}{row.only_second:>8,}{row.p:>9.2g}"


def chosen(text: str) -> tuple[str, str | None]:
    """(evaluator, model) of an evaluator's name, or of the file of a model.  Raises C4Error for what is neither."""
    if text not in evaluators.EVALUATORS and not is_script(text) and models.find(text).exists():
        return evaluators.identify(text), text
    return evaluators.check_name(evaluators.allow(text)), None


def to_json(study: Study, most: int, other: Study | None = None) -> dict[str, Any]:
    """Everything as numbers: shares from 0 to 1 with 95 % intervals, columns from 1, values in the evaluator's unit."""

    def group(row: Row) -> dict[str, Any]:
        shares = {"mistakes": share_json(row.mistakes), "misjudged": share_json(row.misjudged)}
        return {"name": row.name, "positions": row.positions, **shares}

    content: dict[str, Any] = {
        "agent": study.agent,
        "suite": study.suite.name,
        **group(study.overall()),
        "groups": {cut: [group(row) for row in study.group(cut)] for cut in CUTS},
        "worst": [error_json(error, study.scale) for error in study.worst(most)],
    }
    if other is not None:
        content["against"] = {
            "agent": other.agent,
            "all": change_json(changes(study, other)[0]),
            "groups": {cut: [change_json(row) for row in changes(study, other, cut)] for cut in CUTS},
            "only_first": [error_json(error, study.scale) for error in study.worst(most, ~other.mistake)],
            "only_second": [error_json(error, other.scale) for error in other.worst(most, ~study.mistake)],
        }
    return content


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
