"""Every figure of docs/learning.md once more, with intervals: `python -m benchmarks.learning_report [--quick]`.

    python -m benchmarks.learning_report --list                    the parts, and the commands that each runs
    python -m benchmarks.learning_report --part ntuple             one part
    python -m benchmarks.learning_report --quick                   all parts in the small, about a minute: a test of the
                                                                   script, its figures mean nothing

Settings were chosen by the seeds CHOSEN_BY, by suite d, and by matches; this script trains with other seeds, and
measures in suites p and d-held-back, against opponents with other random numbers.  It refuses seeds that overlap.
Only the pictures (part "curves") show seeds 1 to 5, and the models that ship have seed 1.
Each part's output is kept in --folder as soon as it is there (report.md is all of them), and not made again.

The whole takes some six hours of one core, most of it the n-tuple learner's five models against perfect play (reckoned
from its parts, on a 2-core machine; n-tuple training 5 x 3 minutes, its curve more than an hour, td-lambda's and
windows' table half an hour, sarsa's and patterns' a quarter).  What it cannot make again are the tables of "What was
tried", whose learners are no longer there, and the models taught by labels, which take a file of labels first.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import join
from time import monotonic
from typing import NamedTuple

import click

from c4.files import write_text
from c4.game.rules import C4Error

ROOT = Path(__file__).resolve().parent.parent

CHOSEN_BY = range(1, 21)
"""Training seeds that played a part in choosing settings."""

SEEDS = (301, 302, 303, 304, 305)
"""Training seeds of the report; no setting has been chosen by them."""

SHIPPED = {
    "windows.json": "windows --seed 1 --episodes 200000 --alpha 0.001 --eps-end 0.9",
    "sarsa.npz": "sarsa --seed 1 --mirrored --episodes 50000",
    "td-lambda.json": "td-lambda --seed 1 --alpha 0.003 --episodes 63500",
    "ntuple.npz": "ntuple --seed 1",
}
"""The models that ship, and how `c4 train` makes them (saved_models/README.md)."""


class Part(NamedTuple):
    """Figures that belong together: what they are, the commands, and their small forms."""

    about: str
    commands: list[list[str]]
    quick: list[list[str]]


def parts(folder: Path, seeds: tuple[int, ...], jobs: int) -> dict[str, Part]:
    """All parts, by name."""
    span = ["--seeds", str(len(seeds)), "--first-seed", str(seeds[0])]
    listed = ",".join(map(str, seeds))
    learners, tables = ["-m", "benchmarks.learners"], ["-m", "benchmarks.tables"]
    strength = ["-m", "benchmarks.strength", "ntuple", "--jobs", str(jobs)]
    measured = ["--suites", "p,d-held-back"]
    few = "--train-option=--cooling=200", "--train-option=--settling=0", "--train-option=--tuples=2"
    errors = ["-m", "c4", "errors"]
    return {
        "windows and td-lambda": Part(
            "success against random moves and minimax of depth 3",
            [[*learners, "--only", "strength", *span]],
            [[*learners, "--only", "strength", "--players", "nothing learned", "--seeds", "2", "--games", "2"]],
        ),
        "sarsa and patterns": Part(
            "success against random moves and minimax of depth 3, by games of training",
            [[*tables, "--only", "curves", "--games", "100", *span, "--picture", str(folder / "tables.png")]],
            [[*tables, "--only", "curves", "--games", "4", "--most", "1000", "--seeds", "2", "--first-seed", "1"]],
        ),
        "ntuple": Part(
            "C4-EVAL-1: success against perfect play, mistakes on solved positions",
            [[*strength, "--seeds", listed, "--depths", "0,4,8", *measured, "--folder", str(folder / "ntuple")]],
            [
                [
                    *strength, "--seeds", "1,2", "--depths", "0", "--suites", "d-held-back", "--games", "0",
                    "--episodes", "200", *few, "--folder", str(folder / "ntuple"),
                ],
            ],
        ),
        "errors": Part(
            "where the models that ship are wrong, and how far their values can be trusted",
            [
                [*errors, name, "--suite", "decisive", "--depth", depth, "--worst", "3"]
                for name in ("ntuple", "taught", "network", "windows", "td-lambda")
                for depth in ("0", "4")
            ],
            [[*errors, "v1", "--suite", "d-held-back", "--worst", "0"]],
        ),
        "decisive positions": Part(
            "moves that keep the result, without search and at depth 4 and 8, of the models that ship",
            [
                ["-m", "c4", "strength", *players(name), "--games", "0", "--suites", "p,decisive", "--jobs", str(jobs)]
                for name in ("ntuple", "taught", "network")
            ],
            [],
        ),
        "curves": Part(
            "pictures: docs/learning-curves.png and docs/ntuple-curve.png",
            [["docs/learning_curves.py"], ["-m", "benchmarks.ntuple_curve"]],
            [],
        ),
        "speed": Part(
            "games a second and leaves a second",
            [[*learners, "--only", "speed"], [*tables, "--only", "speed"], ["-m", "benchmarks.leaves"]],
            [],
        ),
        "models that ship": Part(
            "trained once more by the commands of saved_models/README.md: the same bytes",
            [train(name, folder) for name in SHIPPED],
            [],
        ),
    }  # fmt: skip


def players(evaluator: str) -> list[str]:
    """The agents that play by an evaluator at depth 0, 4 and 8."""
    searched = [f"alphabeta:depth={depth},evaluator={evaluator}" for depth in (4, 8)]
    return [f"greedy:evaluator={evaluator}", *searched]


def train(name: str, folder: Path) -> list[str]:
    """The command that makes a model that ships, in the folder."""
    return ["-m", "c4", "train", *SHIPPED[name].split(), "--fresh", "--model", str(folder / name)]


def check(seeds: tuple[int, ...]) -> None:
    """Raises C4Error for seeds by which settings were chosen, or that are not consecutive."""
    both = sorted(set(seeds) & set(CHOSEN_BY))
    if both:
        raise C4Error(f"settings were chosen by the seeds {', '.join(map(str, both))}: report by others")
    if list(seeds) != list(range(seeds[0], seeds[0] + len(seeds))):
        raise C4Error("the seeds must follow each other")


def lines(name: str, part: Part, folder: Path, quick: bool) -> Iterator[str]:
    """A part as Markdown: each command with what it prints.  Raises C4Error if one fails."""
    yield f"## {name[0].upper()}{name[1:]}: {part.about}"
    for command in part.quick if quick else part.commands:
        started = monotonic()
        done = subprocess.run([sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise C4Error(f"python {join(command)} failed with status {done.returncode}")
        yield f"`python {join(command)}` ({monotonic() - started:.0f} s by the clock)"
        yield f"```\n{done.stdout.strip()}\n```"
    if name == "models that ship":
        yield from ("- " + same(model, folder) for model in SHIPPED if (folder / model).exists())


def same(model: str, folder: Path) -> str:
    """Whether a model that was trained once more is the one that ships."""
    here, shipped = (
        hashlib.sha256(path.read_bytes()).hexdigest()[:12] for path in (folder / model, ROOT / "saved_models" / model)
    )
    return f"{model}: {'the same' if here == shipped else 'ANOTHER'} file ({here}, ships {shipped})"


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--part", "chosen", multiple=True, help="Only these parts.")
@click.option("--quick", is_flag=True, help="All in the small, a minute; the figures mean nothing.")
@click.option(
    "--first-seed", type=click.IntRange(min=0), default=SEEDS[0], show_default=True, help="Training seeds from."
)
@click.option("--seeds", "number", type=click.IntRange(min=2), default=len(SEEDS), show_default=True, help="How many.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=Path("learning-report"))
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes, where it can use several."
)
@click.option("--list", "only_list", is_flag=True, help="Only name the parts and their commands.")
def main(
    chosen: tuple[str, ...], quick: bool, first_seed: int, number: int, folder: Path, jobs: int, only_list: bool
) -> None:
    """Makes what is missing, keeps it, and prints the report."""
    folder, seeds = folder.resolve(), tuple(range(first_seed, first_seed + number))
    known = parts(folder, seeds, jobs)
    for name in chosen:
        if name not in known:
            raise C4Error(f"unknown part {name!r}: choose {', '.join(known)}")
    if only_list:
        for name, part in known.items():
            click.echo(f"{name}: {part.about}")
            click.echo("".join(f"    python {join(command)}\n" for command in part.commands), nl=False)
        return
    check(seeds)
    folder.mkdir(parents=True, exist_ok=True)
    told = []
    for name in chosen or known:
        if quick and not known[name].quick:
            continue
        kept = folder / f"{'quick ' if quick else ''}{name}.md"
        if not kept.exists():
            write_text(kept, "\n\n".join(lines(name, known[name], folder, quick)) + "\n")
        told.append(kept.read_text(encoding="utf-8"))
        click.echo(told[-1])
        write_text(folder / "report.md", "\n".join(told))


if __name__ == "__main__":
    try:
        main(standalone_mode=False)
    except (C4Error, click.ClickException) as error:
        sys.exit(str(error))
