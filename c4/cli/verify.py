"""`c4 verify`: checks saved trees by deriving everything in them a second time."""

from __future__ import annotations

import sys
from typing import Any

import click

from c4.cli.options import json_option, show

DELAY = 1.0
"""Seconds without a progress bar."""

MOST_PROBLEMS = 10
"""Problems of a file that --json lists; the others are only counted."""


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--model", type=click.Path(), help="Model file of the learned evaluator that was used, to check its values too."
)
@json_option
def command(files: tuple[str, ...], model: str | None, as_json: bool) -> None:
    """Checks each FILE, a tree saved by the window or by `c4 search --out`, and prints one sentence about it.

    The search is replayed from the record alone: every window, value, bound and cutoff, what the card says of it, the
    counts, and at the horizon the values of a hand-made evaluator.  The exit status is 1 if anything does not hold.
    """
    failed = False
    for file in files:
        report = check_file(file, model)
        failed |= bool(report["wrong"])
        more = f" (and {report['wrong'] - 1:,} more)" if report["wrong"] > 1 else ""
        about = f"{report['problems'][0]}{more}" if report["wrong"] else f"{report['about']}: correct"
        show(report, f"{file}: {about}", as_json)
    sys.exit(1 if failed else 0)


def check_file(file: str, model: str | None) -> dict[str, Any]:
    """What is in a file, how many things are `wrong`, and the first of these `problems`, a sentence each."""
    from c4.cli.progress import Bar  # brings tqdm
    from c4.errors import C4Error
    from c4.evaluators import EVALUATORS, load
    from c4.game.notation import format_position
    from c4.text import pluralise
    from c4.tree import treefile
    from c4.tree.verify import steps, verify

    try:
        tree = treefile.load(file)
    except C4Error as error:
        return {"file": file, "about": "", "wrong": 1, "problems": [str(error).removeprefix(f"{file} ")]}
    entry = EVALUATORS.get(tree.evaluator)
    evaluator = None
    if entry is not None and not (entry.learned and model is None):
        evaluator = load(tree.evaluator, model if entry.learned else None)
    unit = "nodes" if tree.simulations is None else "simulations"
    with Bar(steps(tree), unit, DELAY) as bar:
        problems = verify(tree, evaluator, bar.update)
    depth = f", depth {tree.depth}" if entry is not None else ""
    if tree.simulations is not None:
        depth = f", {pluralise(len(tree.simulations), 'simulation')}"
    about = f"{pluralise(len(tree), 'row')} of {tree.algorithm}{depth}, position {format_position(tree.root)}"
    return {"file": file, "about": about, "wrong": len(problems), "problems": problems[:MOST_PROBLEMS]}
