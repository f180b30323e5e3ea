"""`c4 errors`: where an evaluator is wrong about positions whose exact scores are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from c4.cli.names import SUITES, complete_evaluator
from c4.cli.options import jobs_options, json_option, print_json
from c4.cli.strength import percent
from c4.game.rules import count

if TYPE_CHECKING:
    from c4.arena.errors import Change, Error, Row, Study
    from c4.arena.figures import Share

SEARCHED = 6
"""From this depth on all cores are used; before, starting processes takes longer than the work."""

NARROW = 34
"""Characters of the names of groups."""


@click.command()
@click.argument("evaluator", shell_complete=complete_evaluator)
@click.option("--model", type=click.Path(), help="Model file of a learned evaluator.  [default: the built-in model]")
@click.option("--depth", type=click.IntRange(0, 42), default=0, show_default=True, help="Depth of search; 0 is none.")
@click.option(
    "--against",
    metavar="OTHER",
    shell_complete=complete_evaluator,
    help="Another evaluator, or another model's file: before and after.",
)
@click.option(
    "--suite",
    type=click.Choice(SUITES),
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
    value is in favour of the other.  Both by phase of the game, ply, result, distance to the end, and the threats that
    the winning side has on the board; then calibration (the values promised, and the true results of these moves), and
    the worst mistakes.

    With --against the two are compared in the same positions (McNemar's exact test).  `python interface.py TEXT` opens
    a position in the window, and so does pasting its text there.
    """
    from functools import partial

    from tqdm import tqdm

    from c4.arena.errors import agent_of, chosen, gather, parts, to_json
    from c4.arena.strength import opened
    from c4.jobs import run

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
    from c4.arena.error_groups import CUTS

    lines = [f"{study.agent}: errors in suite {study.suite.name} ({count(len(study), 'position')})", ""]
    lines += [f"{'':<{NARROW}}{'positions':>10}{'mistakes %':>22}{'misjudged %':>22}", told(study.whole())]
    for cut, title in list(CUTS.items())[:-1]:
        lines += [title, *(told(row) for row in study.group(cut))]
    gap = study.gap()
    apart = "" if gap is None else f" (mean distance {gap:.3f})"
    lines += ["", f"calibration: the value of a move in {study.unit}, and its true result{apart}"]
    lines += [f"{'promised':>22}{'mean':>10}{'true result':>26}{'won':>8}{'drawn':>8}{'lost':>8}"]
    for one in study.calibration():
        low, high = (value(number, study) for number in (one.low, one.high))
        result = "{:+.2f} ({:+.2f} to {:+.2f})".format(*one.result)
        mean = value(one.promised, study) if low not in (SEES_WIN, SEES_LOSS) else ""
        span = low if not mean else f"{low} to {high}"
        lines.append(f"{span:>22}{mean:>10}{result:>26}{one.won:>8,}{one.drawn:>8,}{one.lost:>8,}")
    worst = study.worst(most)
    if worst:
        lines += ["", "the worst mistakes (value promised; columns from 1)", *listed(worst, study)]
    return "\n".join(lines)


def told(row: Row) -> str:
    """A group as a line."""
    return f"  {row.name:<{NARROW - 2}}{row.positions:>10,}{share(row.mistakes):>22}{share(row.misjudged):>22}"


def share(found: Share) -> str:
    """A share in per cent, a dash for one of nothing."""
    return "-" if found.value != found.value else percent(found)


SEES_WIN, SEES_LOSS = "a win is seen", "a loss is seen"


def value(units: float, study: Study) -> str:
    """A value in the evaluator's unit."""
    from c4.game.values import WIN_FLOOR, number_text

    points = units * study.scale
    if abs(points) >= WIN_FLOOR:
        return SEES_WIN if points > 0 else SEES_LOSS
    return number_text(points, scale=study.scale)


def listed(errors: list[Error], study: Study) -> list[str]:
    """Mistakes, a line each."""
    from c4.arena.errors import in_words

    wide = max(len(error.position) for error in errors)
    return [f"  {error.position:<{wide}}  ply {error.ply:>2}  {in_words(error, study.scale)}" for error in errors]


def text_of_both(first: Study, second: Study, most: int) -> str:
    """Two evaluators in the same positions, for people."""
    from c4.arena.error_groups import CUTS
    from c4.arena.errors import changes

    lines = [f"A: {first.agent}", f"B: {second.agent}", ""]
    heads = f"{'A, mistakes %':>22}{'B, mistakes %':>22}{'B - A':>8}{'only A':>8}{'only B':>8}{'p':>9}"
    lines += [f"{'':<{NARROW}}{heads}", compared(changes(first, second)[0])]
    for cut, title in list(CUTS.items())[:-1]:
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
