"""The strength of a learner over several seeds: trains one model a seed, measures each by C4-EVAL-1, prints the table
of saved_models/README.md.

    python -m lab measure seeds ntuple --seeds 1,2,3,4,5 --episodes 1000000 --folder models      trains what is
    missing in the folder, then measures
    python -m lab measure seeds windows --models a.json,b.json                                   measures models that
    are there
    python -m lab measure seeds v2                                                               an evaluator that
    learns nothing

The last model of each seed counts, none is picked.  Mean, least and greatest over the seeds, and a 95 % bootstrap
interval of the mean. What one run measured is kept in FOLDER/strength.json, and not measured again by the next.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import mean

import click

from c4 import jobs
from c4.agents.specification import parse_agent
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.storage import write_text
from lab.measure.strength import FORMS, Protocol, Report, measure
from lab.statistics import bootstrap


def agent_of(evaluator: str, model: Path | None, depth: int) -> str:
    """The player: greedy for depth 0, otherwise alpha-beta of that depth."""
    name = "greedy:" if depth == 0 else f"alphabeta:depth={depth},"
    return str(parse_agent(f"{name}evaluator={evaluator}" + (f",model={model}" if model else "")))


def train(learner: str, seed: int, episodes: int | None, path: Path, more: tuple[str, ...]) -> float:
    """Trains a model with `c4 train`; processor seconds, compiling included."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    length = [] if episodes is None else ["--episodes", str(episodes)]
    command = [
        sys.executable,
        "-m",
        "c4",
        "train",
        learner,
        "--fresh",
        "--seed",
        str(seed),
        "--model",
        str(path),
        *length,
        *more,
    ]
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode:
        raise C4Error(f"training failed: {' '.join(command[2:])}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figures(report: dict) -> dict[str, float]:
    """The figures of a report in per cent, by name."""
    result = {f"success, {form}": 100 * part["success"]["share"] for form, part in report["perfect"].items()}
    result |= {
        f"wins, {form}": 100 * part["won"] / part["games"]
        for form, part in report["perfect"].items()
        if form.startswith("erring")
    }
    for name, part in report["suites"].items():
        result[f"mistakes, suite {name}"] = 100 * part["mistakes"]["share"]
        if len(part["strata"]) <= 6:
            result |= {
                f"mistakes, {stratum}": 100 * inner["mistakes"]["share"] for stratum, inner in part["strata"].items()
            }
        result[f"best, suite {name}"] = 100 * part["best"]["share"]
    return result


@click.command()
@click.argument("evaluator", type=click.Choice(list(EVALUATORS)))
@click.option("--seeds", default="1,2,3,4,5", show_default=True, help="Training seeds, one model each.")
@click.option("--episodes", type=click.IntRange(min=1), help="Games of training; by default the learner's own number.")
@click.option(
    "--train-option", "more", multiple=True, help='More for `c4 train`, such as --train-option="--alpha=0.001".'
)
@click.option("--models", help="Model files with commas between, instead of training.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False),
    default="strength-models",
    show_default=True,
    help="Where models and results are kept.",
)
@click.option("--depths", default="0,4", show_default=True, help="Depths of the player; 0 is no search.")
@click.option(
    "--games", type=click.IntRange(min=0), default=400, show_default=True, help="Games against each perfect opponent."
)
@click.option("--suites", default="p,d", show_default=True, help="Labelled positions.")
@click.option(
    "--jobs", "processes", type=click.IntRange(min=1), default=1, show_default=True, help="Processes on this machine."
)
@click.option("--dask", help="The cluster of a Dask scheduler; it must see the same model files.")
def main(evaluator, seeds, episodes, more, models, folder, depths, games, suites, processes, dask) -> None:
    """Prints the strength of a learner's models, mean and spread over the seeds, as a table for
    saved_models/README.md.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "strength.json"
    known = json.loads(results.read_text()) if results.exists() else {}
    paths: list[Path | None] = [None]
    if models is not None:
        paths = [Path(name) for name in models.split(",")]
    elif EVALUATORS[evaluator].learned:
        paths = []
        for seed in seeds.split(","):
            path = folder / f"{evaluator}-{seed}{'.npz' if evaluator == 'ntuple' else '.json'}"
            if not path.exists():
                spent = train(evaluator, int(seed), episodes, path, more)
                print(f"{path.name}: trained in {spent:.0f} s of processor time", flush=True)
            paths.append(path)
    protocol = Protocol(games, tuple(FORMS) if games else (), tuple(name for name in suites.split(",") if name))
    table: dict[str, dict[str, list[float]]] = {}
    for depth in depths.split(","):
        for path in paths:
            agent = agent_of(evaluator, path, int(depth))
            stamp = None if path is None else path.stat().st_mtime_ns
            name = json.dumps([agent, stamp, *protocol])
            if name not in known:
                report = Report(agent)
                for part in measure(
                    [agent], protocol, lambda job, tasks: jobs.run(job, tasks, jobs=processes, dask=dask)
                ):
                    report.add(part)
                known[name] = report.to_json()
                write_text(results, json.dumps(known, indent=1) + "\n")
                print(f"{agent}: measured in {known[name]['seconds']:.0f} s of processor time", flush=True)
            for figure, value in figures(known[name]).items():
                table.setdefault(figure, {}).setdefault(depth, []).append(value)
    count = f"{len(paths)} models" if len(paths) > 1 else "one model"
    print(f"\n{evaluator}, {count}, per cent: mean (least to greatest; 95 % of the mean by bootstrap)\n")
    print("| |" + "|".join(f" depth {depth} " for depth in depths.split(",")) + "|")
    print("|---|" + "---:|" * len(depths.split(",")))
    for figure, row in table.items():
        cells = []
        for values in row.values():
            low, high = bootstrap(values)
            spread = f" ({min(values):.1f} to {max(values):.1f}; {low:.1f} to {high:.1f})" if len(values) > 1 else ""
            cells.append(f"{mean(values):.2f}{spread}")
        print(f"| {figure} | " + " | ".join(cells) + " |")
