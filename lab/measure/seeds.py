"""`python -m lab measure seeds LEARNER`: how much better a learner becomes by training, over several seeds.

For each seed it trains a model by `c4 train`, unless the folder has it, and measures it beside a model that has
learned nothing, in the same positions and against the same perfect opponents.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import click

from c4.agents.specification import parse_agent
from c4.cli.options import jobs_options, json_option, show
from c4.errors import C4Error
from c4.evaluators import identify
from c4.jobs import Run, run
from c4.learning import LEARNERS, load
from c4.text import pluralise
from lab.measure.strength import FIRST_SEED, FORMS, Protocol, Report, measure, split
from lab.statistics import interval


class Pair(NamedTuple):
    """The models of a seed, as they were measured."""

    untrained: Report
    trained: Report


def agent_text(agent: str, **options: object) -> str:
    """An agent, such as "greedy" or "alphabeta:depth=4", with more options.  Raises C4Error for what is none."""
    separator = "," if ":" in agent else ":"
    more = ",".join(f"{name}={value}" for name, value in options.items())
    return str(parse_agent(f"{agent}{separator}{more}"))


def player(learner: str, model: str | Path, depth: int) -> str:
    """The agent that plays by a model: the one that its name means for depth 0, otherwise alpha-beta of that depth."""
    if depth == 0:
        return str(parse_agent(str(model)))
    return agent_text("alphabeta", depth=depth, evaluator=learner, model=model)


def train(learner: str, seed: int, path: Path, more: Iterable[object]) -> None:
    """Trains a model with `c4 train`, unless there is one.  Raises C4Error when that fails."""
    if path.exists():
        return
    part = path.with_stem(f"{path.stem}-part")
    words = ["train", learner, "--fresh", "--seed", seed, "--model", part, *more]
    if subprocess.run([sys.executable, "-m", "c4", *map(str, words)], stdout=subprocess.DEVNULL).returncode:
        raise C4Error(f"training failed: c4 {' '.join(map(str, words))}")
    part.rename(path)


def figures(report: Report) -> dict[str, float]:
    """What is compared, in per cent: positions in which the result is kept, and success against perfect play."""
    graded = {suite: report.graded(suite) for suite in report.columns}
    stored = {f"kept, {suite}": 100 - 100 * one.share(one.mistake).value for suite, one in graded.items()}
    return stored | {f"success, {form}": 100 * tally.success.value for form, tally in report.tallies.items()}


@click.command()
@click.argument("learner", type=click.Choice(list(LEARNERS)))
@click.option("--seeds", default="1,2,3,4,5", show_default=True, help="Training seeds, one model each.")
@click.option("--episodes", type=click.IntRange(min=1), help="Games of training; by default the learner's own number.")
@click.option(
    "--train-option", "more", multiple=True, help='More for `c4 train`, such as --train-option="--alpha=0.001".'
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False),
    default="strength-models",
    show_default=True,
    help="Where models are kept; give each set of options one of its own.",
)
@click.option("--depth", type=click.IntRange(min=0), default=0, show_default=True, help="Depth of search; 0 is none.")
@click.option(
    "--games", type=click.IntRange(min=0), default=100, show_default=True, help="Games against each perfect opponent."
)
@click.option("--against", default="strict,erring30", show_default=True, metavar="FORMS", help="Perfect opponents.")
@click.option("--suites", default="decisive", show_default=True, metavar="NAMES", help="Suites of solved positions.")
@jobs_options
@json_option
def main(
    learner: str,
    seeds: str,
    episodes: int | None,
    more: tuple[str, ...],
    folder: str,
    depth: int,
    games: int,
    against: str,
    suites: str,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Prints how strong a LEARNER is before and after training: the mean over the seeds (least to greatest), and what
    it gains with the 95 % interval of the mean.

    Figures are per cent: positions in which the chosen column keeps the result, and success against perfect play as
    `python -m lab measure strength` has it.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    forms = split(against) if games else ()
    if unknown := set(forms) - set(FORMS):
        raise C4Error(f"unknown opponent {min(unknown)!r}: choose {', '.join(FORMS)}")
    training: list[object] = [*more]  # what `c4 train` gets for the trained model; `more` goes to both
    if episodes is not None:
        training = ["--episodes", episodes, *more]
    pairs = {}
    for seed in split(seeds):
        untrained, trained = trained_pair(learner, int(seed), place, more, training)
        pairs[seed] = Pair(Report(player(learner, untrained, depth)), Report(player(learner, trained, depth)))
    reports = {report.agent: report for pair in pairs.values() for report in pair}
    for part in measure(list(reports), Protocol(games, forms, split(suites)), partial(run, jobs=jobs, dask=dask)):
        reports[part.agent].add(part)
    lines, facts = comparison(learner, list(pairs.values()))
    show({"learner": learner, "seeds": list(pairs), **facts}, "\n".join(lines), as_json)


def trained_pair(
    learner: str, seed: int, folder: Path, more: Iterable[str], training: Iterable[object]
) -> tuple[Path, Path]:
    """The models of a seed before and after training, trained where the folder does not have them."""
    suffix = load(learner).suffix
    untrained = folder / f"{learner}-{seed}-untrained{suffix}"
    trained = folder / f"{learner}-{seed}{suffix}"
    train(learner, seed, untrained, ["--episodes", 0, *more])
    train(learner, seed, trained, training)
    return untrained, trained


def comparison(learner: str, pairs: Sequence[Pair]) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """(a table of the figures before and after training, the same as data) over the seeds."""
    lines = [f"{learner}, {pluralise(len(pairs), 'seed')}", "", "| | before | after | gain |", "|---|--:|--:|--:|"]
    facts = {}
    before = [figures(pair.untrained) for pair in pairs]
    after = [figures(pair.trained) for pair in pairs]
    for name in before[0]:
        befores = [row[name] for row in before]
        afters = [row[name] for row in after]
        gains = [late - early for early, late in zip(befores, afters, strict=True)]
        middle, half = interval(gains)
        gain = f"{middle:+.1f}" if len(gains) == 1 else f"{middle:+.1f} ± {half:.1f}"
        lines.append(f"| {name} | {spread(befores)} | {spread(afters)} | {gain} |")
        facts[name] = {"before": befores, "after": afters, "gain": middle, "half_interval": half}
    return lines, facts


def spread(values: Iterable[float]) -> str:
    """The mean of some values, with the least and the greatest: "64.2 (63.0 to 65.1)"."""
    values = list(values)
    return f"{mean(values):.1f} ({min(values):.1f} to {max(values):.1f})"


SEARCHES = "greedy;alphabeta:depth=4;alphabeta:depth=8;engine:time_ms=100"
"""The searches of the table in saved_models/README.md."""

FIRST_MOVER = ("strict", "thill12")
"""The forms of perfect play in that table."""


@click.command()
@click.argument("models", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False), metavar="MODEL...")
@click.option("--games", type=click.IntRange(min=0), default=400, show_default=True, help="Games per perfect opponent.")
@click.option("--suites", default="decisive,d-held-back", show_default=True, help="Suites of solved positions.")
@click.option(
    "--first-seed", type=click.IntRange(min=0), default=FIRST_SEED, show_default=True, help="Seed of the first game."
)
@click.option(
    "--searches", default=SEARCHES, show_default=True, metavar="AGENTS", help="Agents, with semicolons between them."
)
@jobs_options
@json_option
def report(
    models: tuple[str, ...],
    games: int,
    suites: str,
    first_seed: int,
    searches: str,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Prints how strong models are without search and with it: one row for each search.

    Figures are per cent: success against perfect play moving first, and positions in which the move keeps the result.
    No position of the suites has an immediate win or a forced reply.  Of several models, which differ in their seeds, a
    cell has the first one, which ships, its rank (1 is the best), and the mean with its 95 % interval.
    """
    protocol = Protocol(games, FIRST_MOVER if games else (), split(suites), first_seed)
    where = partial(run, jobs=jobs, dask=dask)
    facts = figures_by_search(models, dict.fromkeys(searches.split(";"), protocol), where)
    names = [*(f"success, {form}" for form in protocol.forms), *(f"kept, {suite}" for suite in protocol.suites)]
    lines = [f"| %, {pluralise(len(models), 'model')} | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for search, found in facts.items():
        lines.append(f"| {search} | {' | '.join(cell(found[name]) for name in names)} |")
    show({"models": list(models), **facts}, "\n".join(lines), as_json)


def figures_by_search(
    models: Sequence[str], protocols: Mapping[str, Protocol], where: Run
) -> dict[str, dict[str, list[float]]]:
    """By search and by name, a figure of each model; `protocols` has by search what is measured.

    Raises C4Error for a file that is not a model, and as `measure` does.
    """
    agents = {}  # all of them, before the first is measured
    for search in protocols:
        agents[search] = [agent_text(search, evaluator=identify(model), model=model) for model in models]
    found = {}
    for search, protocol in protocols.items():
        reports = {agent: Report(agent, protocol.first_seed) for agent in agents[search]}
        for part in measure(list(reports), protocol, where):
            reports[part.agent].add(part)
        rows = [figures(reports[agent]) for agent in agents[search]]
        found[search] = {name: [row[name] for row in rows] for name in rows[0]}
    return found


def cell(values: list[float]) -> str:
    """A figure of one model, or that of the first of several, its rank, and their mean: "96.3 (2); 96.2 ± 0.1"."""
    if len(values) == 1:
        return f"{values[0]:.1f}"
    middle, half = interval(values)
    rank = 1 + sum(value > values[0] for value in values)
    return f"{values[0]:.1f} ({rank}); {middle:.1f} ± {half:.1f}"
