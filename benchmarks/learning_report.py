"""Figures of docs/learning.md once more, with intervals: `python -m benchmarks.learning_report [--part NAME]`.

    python -m benchmarks.learning_report --list              the parts, their commands, and when each was run
    python -m benchmarks.learning_report --part NAME         only this part; --again makes what is there anew
    python -m benchmarks.learning_report --labels FILE       with the training of the models that learn from labels

What a command prints is kept in docs/learning-report.json, with date, commit and processor seconds, as soon as it is
there, and not made again; and it stands in docs/learning.md, word for word, between lines that name the part.  A run of
all parts takes about an hour and a half of one core.

Settings were chosen by the seeds CHOSEN_BY, by suite d, and by matches; this script trains with other seeds, and
measures in suites p, d-held-back and decisive, against opponents with other random numbers.  Only the models that ship
have seed 1.  What it does not make are tables that say their date themselves, of learners that are no longer there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from shlex import join
from typing import Any, NamedTuple

import click

from c4.files import write_text
from c4.game.rules import C4Error

ROOT = Path(__file__).resolve().parent.parent
KEPT, DOCUMENT = ROOT / "docs" / "learning-report.json", ROOT / "docs" / "learning.md"

CHOSEN_BY = range(1, 21)
"""Training seeds that played a part in choosing settings."""

SEEDS = (301, 302, 303)
"""Training seeds of the report; no setting has been chosen by them."""

LABELLED = "network --seed 1 --teacher exact --labels labels.npz"

SHIPPED = {
    "windows.json": "windows --seed 1 --episodes 200000 --alpha 0.001 --eps-end 0.9",
    "sarsa.npz": "sarsa --seed 1 --mirrored --episodes 50000",
    "td-lambda.json": "td-lambda --seed 1 --alpha 0.003 --episodes 63500",
    "ntuple.npz": "ntuple --seed 1",
    "network.npz": f"{LABELLED} --units 256 --alpha 0.005 --alpha-end 0.00005 --cooling 56000000 --episodes 56000000",
    "taught.npz": f"{LABELLED} --units 512 --alpha 0.0025 --alpha-end 0.00003 --cooling 44000000 --episodes 44000000",
}
"""The models that ship, and how `c4 train` makes them (saved_models/README.md, which says how labels.npz is made)."""

JUDGES, LINEAR = ("ntuple", "network", "taught"), ("windows", "td-lambda")

Command = list[str]


class Part(NamedTuple):
    """Figures that belong together: what they are, and the commands that print them."""

    about: str
    commands: list[Command]


def parts() -> dict[str, Part]:
    """All parts, by name."""
    span = ["--seeds", str(len(SEEDS)), "--first-seed", str(SEEDS[0])]
    learners, tables = ["-m", "benchmarks.learners"], ["-m", "benchmarks.tables"]
    strength, protocol = ["-m", "benchmarks.strength", "ntuple"], ["-m", "c4", "strength", "--jobs", "1"]
    return {
        "decisive": Part(
            "moves that keep the result in positions where one does not, without search and at depth 4 and 8",
            [[*protocol, *players(name, 0, 4, 8), "--games", "0", "--suites", "decisive"] for name in JUDGES]
            + [[*protocol, *players(name, 0, 4), "--games", "0", "--suites", "decisive"] for name in LINEAR],
        ),
        "perfect": Part(
            "success against perfect play, the agent first (strict, thill12) and second (erring20)",
            [
                [*protocol, *players(name, 0, 4), "--games", "100", "--against", "strict,thill12,erring20"]
                + ["--suites", ""]
                for name in JUDGES
            ],
        ),
        "p": Part(
            "mistakes in the 6,000 positions of suite p",
            [[*protocol, *players(name, 0, 4), "--games", "0", "--suites", "p"] for name in JUDGES],
        ),
        "errors": Part(
            "where an evaluator is wrong, and how far its values can be trusted",
            [
                ["-m", "c4", "errors", name, "--jobs", "1", "--suite", "decisive", "--worst", "0"]
                for name in ("ntuple", "taught", "windows")
            ],
        ),
        "windows and td-lambda": Part(
            "success against random moves and minimax of depth 3",
            [[*learners, "--only", "strength", *span, "--games", "200"]],
        ),
        "sarsa and patterns": Part(
            "success against random moves and minimax of depth 3, by games of training",
            [[*tables, "--only", "curves", "--games", "50", "--seeds", "2", "--first-seed", str(SEEDS[0])]],
        ),
        "ntuple": Part(
            "five minutes of self-play each: success against perfect play, mistakes on solved positions",
            [
                [*strength, "--seeds", ",".join(map(str, SEEDS)), "--depths", "0,4", "--games", "100"]
                + ["--suites", "d-held-back", "--folder", "learning-report", "--jobs", "1"],
            ],
        ),
        "speed": Part(
            "games a second and leaves a second", [[*learners, "--only", "speed"], ["-m", "benchmarks.leaves"]]
        ),
    }


def players(evaluator: str, *depths: int) -> list[str]:
    """The agents that play by an evaluator at these depths; 0 is no search."""
    return [
        f"alphabeta:depth={depth},evaluator={evaluator}" if depth else f"greedy:evaluator={evaluator}"
        for depth in depths
    ]


# -- what was made ----------------------------------------------------------------------------------------------------


class Kept:
    """What the commands printed, in a JSON file: {part: {command: {"said", "seconds", "date", "commit",
    "models"}}}; `models` are those that ship and are named in the command, with their digests."""

    def __init__(self, path: Path = KEPT) -> None:
        self.path = path
        self.found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def make(self, name: str, command: Command) -> None:
        """Runs a command and keeps what it prints.  Raises C4Error if it fails."""
        before = os.times()
        done = subprocess.run([sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise C4Error(f"python {join(command)} failed with status {done.returncode}")
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        self.found.setdefault(name, {})[join(command)] = {
            "said": done.stdout.strip(),
            "seconds": round(used),
            "date": datetime.now(UTC).date().isoformat(),
            "commit": commit(),
            "models": models_of(command),
        }
        write_text(self.path, json.dumps(self.found, indent=1, ensure_ascii=False) + "\n")

    def missing(self, name: str, command: Command) -> bool:
        """Whether a command was never run, or with other models than those that ship now."""
        run = self.found.get(name, {}).get(join(command))
        return run is None or run["models"] != models_of(command)

    def told(self, name: str, part: Part) -> str:
        """A part as Markdown: each command with what it printed and when; empty if it was not run."""
        runs = [(command, self.found.get(name, {}).get(join(command))) for command in part.commands]
        return "\n\n".join(
            f"```\n$ python {join(command)}\n{run['said']}\n```\n"
            f"({run['date']}, {run['commit']}, {run['seconds']} s of one core)"
            for command, run in runs
            if run is not None
        )


def models_of(command: Command) -> dict[str, str]:
    """The models that ship and are named in a command, with their digests."""
    text = join(command)
    return {name: digest(ROOT / "saved_models" / name) for name in SHIPPED if name.partition(".")[0] in text}


def digest(path: Path) -> str:
    """Which bytes a file has."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def commit() -> str:
    """The commit that is checked out, short; "?" outside a repository."""
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "?"


def written(text: str, kept: Kept) -> str:
    """The document with what the report printed, between the lines that name its parts."""
    known = parts()

    def block(found: re.Match[str]) -> str:
        told = kept.told(found["name"], known[found["name"]])
        between = f"\n{told}\n\n" if told else ""
        return f"<!-- report: {found['name']} -->\n{between}<!-- end -->"

    return re.sub(r"<!-- report: (?P<name>[^>]+) -->\n.*?<!-- end -->", block, text, flags=re.DOTALL)


def same(model: str, labels: str | None) -> str:
    """Trains a model that ships once more, and says whether it is the same file, or has at least the same weights: what
    a file tells of its training has grown since some were made.
    """
    words = SHIPPED[model].split()
    if "labels.npz" in words:
        if labels is None:
            return f"{model}: not made, it takes --labels"
        words[words.index("labels.npz")] = labels
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / model
        subprocess.run(
            [sys.executable, "-m", "c4", "train", *words, "--fresh", "--model", str(path)],
            cwd=ROOT, stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        here, shipped = path.read_bytes(), (ROOT / "saved_models" / model).read_bytes()
    if here == shipped:
        return f"{model}: the same file"
    if model.endswith(".json") and json.loads(here)["weights"] == json.loads(shipped)["weights"]:
        return f"{model}: the same weights, in a file that says more of its training"
    return f"{model}: ANOTHER model"


def check(seeds: tuple[int, ...]) -> None:
    """Raises C4Error for seeds by which settings were chosen."""
    if both := sorted(set(seeds) & set(CHOSEN_BY)):
        raise C4Error(f"settings were chosen by the seeds {', '.join(map(str, both))}: report by others")


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--part", "chosen", multiple=True, help="Only these parts.")
@click.option("--again", is_flag=True, help="Make anew what is there.")
@click.option("--ship", "models", multiple=True, type=click.Choice(list(SHIPPED)), help="Train this model once more.")
@click.option("--labels", help="The file of labels for the models that learn from them.")
@click.option("--list", "only_list", is_flag=True, help="Only name the parts and their commands.")
def main(chosen: tuple[str, ...], again: bool, models: tuple[str, ...], labels: str | None, only_list: bool) -> None:
    """Makes what is missing, keeps it, and writes it into the document."""
    known, kept = parts(), Kept()
    for name in chosen:
        if name not in known:
            raise C4Error(f"unknown part {name!r}: choose {', '.join(known)}")
    if only_list:
        for name, part in known.items():
            click.echo(f"{name}: {part.about}")
            for command in part.commands:
                click.echo(f"    python {join(command)}    {'to be run' if kept.missing(name, command) else 'kept'}")
        return
    check(SEEDS)
    for name in chosen or (() if models else known):
        for command in known[name].commands:
            if again or kept.missing(name, command):
                kept.make(name, command)
                write_text(DOCUMENT, written(DOCUMENT.read_text(encoding="utf-8"), kept))
        click.echo(f"{name}: {known[name].about}\n\n{kept.told(name, known[name])}\n")
    for model in models:
        click.echo(same(model, labels))


if __name__ == "__main__":
    try:
        main(standalone_mode=False)
    except (C4Error, click.ClickException) as error:
        sys.exit(str(error))
