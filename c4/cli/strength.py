"""`c4 strength`: how strong agents are, against perfect play."""

from __future__ import annotations

import sys

import click

from c4.arena.strength import FIRST_SEED, FORMS, GAMES, Report
from c4.cli.options import jobs_options, json_option, print_json


@click.command()
@click.argument("agents", metavar="AGENT...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(min=0), default=GAMES, show_default=True, help="Games against each perfect opponent.")
@click.option("--against", default=",".join(FORMS), show_default=True, metavar="FORMS", help="Which perfect opponents.")
@jobs_options
@json_option
def command(agents, games, against, jobs, dask, as_json) -> None:
    """Measures how strong each AGENT is: its success against perfect play.

    An agent is NAME:OPTION=VALUE,...: "greedy:evaluator=windows", "alphabeta:depth=4,evaluator=v2".  The perfect opponents: "strict"
    defends as long as it can, "thill12" varies its first twelve plies, "erring20" makes a random move with probability 0.2 (the agent
    moves second there).  Success is wins and half the draws, with its 95 % confidence interval; "differing" counts different games.
    """
    from functools import partial

    from tqdm import tqdm

    from c4.agents.specification import parse_agent
    from c4.arena.strength import measure
    from c4.jobs import run

    forms = parse_forms(against)
    reports = {agent: Report(agent) for agent in (str(parse_agent(agent)) for agent in agents)}
    interrupted = False
    with tqdm(total=len(reports) * len(forms) * games, unit=" games", disable=None) as bar:
        try:
            for part in measure(list(reports), games, partial(run, jobs=jobs, dask=dask), forms):
                reports[part.agent].add(part)
                bar.update(len(part.results))
        except KeyboardInterrupt:
            interrupted = True
    for report in reports.values():
        if as_json:
            print_json(report.to_json())
        else:
            click.echo(text(report, forms))
    if interrupted:
        click.echo("stopped: what is shown is what was played so far", err=True)
        sys.exit(130)


def parse_forms(against: str) -> tuple[str, ...]:
    """The forms of "strict,thill12".  Raises C4Error for an unknown one."""
    from c4.rules import C4Error

    forms = tuple(form for form in against.split(",") if form)
    for form in forms:
        if form not in FORMS:
            raise C4Error(f"unknown opponent {form!r} in {against!r}: choose {', '.join(FORMS)}")
    return forms


def text(report: Report, forms: tuple[str, ...]) -> str:
    """A report for people."""
    lines = [report.agent]
    if report.tallies:
        lines.append(f"  {'perfect play':<14}{'W':>5}{'D':>5}{'L':>5}{'success':>10}{'95 %':>18}{'differing':>11}{'agent s':>9}")
    for form in (form for form in forms if form in report.tallies):
        tally = report.tallies[form]
        share = tally.success
        interval = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
        lines.append(
            f"  {form:<14}{tally.won:>5}{tally.drawn:>5}{tally.lost:>5}{100 * share.value:>9.2f}%{interval:>18}"
            f"{report.differing(form):>11}{report.seconds[form]:>9.2f}"
        )
    lines.append(f"  {report.all_seconds:.1f} s of processor time, opponent's seeds from {FIRST_SEED}")
    return "\n".join(lines)
