"""`c4 strength`: measures agents against perfect play and on solved positions."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from c4.cli.names import complete_agent
from c4.cli.options import jobs_options, json_option, print_json
from c4.game.rules import C4Error, count

if TYPE_CHECKING:
    from c4.arena.figures import Share
    from c4.arena.strength import Report


@click.command()
@click.argument("agents", metavar="AGENT...", nargs=-1, required=True, shell_complete=complete_agent)
@click.option(
    "--games", type=click.IntRange(min=0), default=400, show_default=True, help="Games against each perfect opponent."
)
@click.option(
    "--against",
    default="strict,thill12,erring10,erring20,erring30",
    show_default=True,
    metavar="FORMS",
    help="Perfect opponents to play.",
)
@click.option(
    "--suites",
    default="p,d",
    show_default=True,
    metavar="NAMES",
    help='Suites of solved positions: p, d, d-held-back, decisive; "" for none.',
)
@jobs_options
@json_option
def command(
    agents: tuple[str, ...], games: int, against: str, suites: str, jobs: int | None, dask: str | None, as_json: bool
) -> None:
    """Measures each AGENT: its success against perfect play, and its mistakes on positions whose exact scores are
    known.

    An agent is NAME:OPTION=VALUE,...: "greedy:evaluator=windows", "alphabeta:depth=4,evaluator=v2".

    Perfect opponents: "strict" defends as long as it can; "thill12" varies its first twelve plies; "erring20" plays a
    random move with probability 0.2, and the agent moves second.

    Success is wins plus half the draws; "differing" counts different games.  A mistake is a move that worsens the
    result; "best" is a move with the best score.  Intervals are 95 % confidence intervals.  All agents are compared
    with the first one.
    """
    from functools import partial

    from tqdm import tqdm

    from c4.agents.specification import parse_agent
    from c4.arena.strength import FORMS, Games, Protocol, Report, measure, opened
    from c4.jobs import run

    forms, names = split(against), split(suites)
    for form in forms:
        if form not in FORMS:
            raise C4Error(f"unknown opponent {form!r} in {against!r}: choose {', '.join(FORMS)}")
    protocol = Protocol(games, forms if games else (), names)
    reports = {agent: Report(agent) for agent in (str(parse_agent(agent)) for agent in agents)}
    total = len(reports) * (len(protocol.forms) * games + sum(len(opened(name)) for name in names))
    interrupted = False
    with tqdm(total=total, unit=" games and positions", disable=None) as bar:
        try:
            for part in measure(list(reports), protocol, partial(run, jobs=jobs, dask=dask)):
                reports[part.agent].add(part)
                bar.update(len(part.results) if isinstance(part, Games) else len(part.columns))
        except KeyboardInterrupt:
            interrupted = True
    first, *others = reports.values()
    for report in reports.values():
        print_json(report.to_json()) if as_json else click.echo(text(report))
    for other in others if not interrupted else ():
        for name in names:
            tell(first, other, name, as_json)
    if interrupted:
        click.echo("stopped: the figures above are of the work done so far", err=True)
        sys.exit(130)


def split(names: str) -> tuple[str, ...]:
    """The names in "a,b", without repetitions."""
    return tuple(dict.fromkeys(name for name in names.split(",") if name))


def percent(share: Share, digits: int = 1) -> str:
    """A share with its interval: "6.0 (5.4 to 6.6)"."""
    return f"{100 * share.value:.{digits}f} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def text(report: Report) -> str:
    """A report for people."""
    lines = [report.agent]
    if report.tallies:
        lines.append(
            f"  {'against perfect play':<22}{'W':>5}{'D':>5}{'L':>5}{'success %':>24}{'differing':>11}{'agent s':>9}"
        )
    for form, tally in report.tallies.items():
        record = f"{tally.won:>5}{tally.drawn:>5}{tally.lost:>5}{percent(tally.success):>24}"
        lines.append(f"  {form:<22}{record}{report.differing(form):>11}{report.seconds[form]:>9.2f}")
    for name in report.columns:
        judged = report.judged(name)
        lines.append(f"  {f'suite {name}':<22}{'mistakes %':>24}{'best %':>24}{'positions':>11}{'ms each':>9}")
        for stratum in (*(judged.strata if len(judged.strata) <= 6 else ()), None):
            part = judged.part_json(stratum)
            mistakes, best = percent(judged.share(judged.mistake, stratum)), percent(judged.share(judged.best, stratum))
            each = f"{1000 * report.seconds[f'suite {name}'] / len(judged.places):>9.3f}" if stratum is None else ""
            lines.append(f"  {stratum or 'all':<22}{mistakes:>24}{best:>24}{part['positions']:>11,}{each}")
    lines.append(
        f"  {report.all_seconds:.1f} s of processor time, {sum(report.seconds.values()):.1f} s of it by the agent"
    )
    return "\n".join(lines)


def tell(first: Report, second: Report, name: str, as_json: bool) -> None:
    """Prints how two agents compare on the positions of a suite."""
    from c4.arena.strength import compare

    paired = compare(first.judged(name), second.judged(name))
    if as_json:
        names = {"suite": name, "first": first.agent, "second": second.agent}
        print_json({**names, "only_first_errs": paired.first, "only_second_errs": paired.second, "p": paired.p})
    else:
        click.echo(
            f"suite {name}: only {first.agent} errs in {count(paired.first, 'position')}, only {second.agent}"
            f" in {paired.second:,};"
            f" McNemar's exact p = {paired.p:.2g}"
        )
