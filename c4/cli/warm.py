"""c4 warm: compiles every kernel, so that nothing is compiled when it is first used."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from threading import Thread
from time import perf_counter

import click
from tqdm import tqdm

from c4.game.rules import count

ROOT = Path(__file__).resolve().parent.parent
KERNEL = re.compile(r"^ *@kernel\b", re.MULTILINE)

FIRST = (
    "c4.search.kernels",
    "c4.evaluators.v2",
    "c4.tree.icicle",
    "c4.tree.replay",
    "c4.compiled.perft",
    "c4.evaluators.v1",
    "c4.evaluators.windows",
    "c4.evaluators.ntuple",
    "c4.evaluators.tdlambda",
    "c4.evaluators.sarsa",
    "c4.engine.kernels",
    "c4.solver.kernels",
)
"""What the window needs first."""


@click.command(epilog="Afterwards the window, and every command, starts without compiling.")
@click.option("--beside", is_flag=True, hidden=True, help="For the window: gently, quietly, until its input ends.")
def command(beside: bool) -> None:
    """Compile everything that is compiled (a minute), and say where the machine code is kept."""
    if beside:
        if hasattr(os, "nice"):
            os.nice(10)
        Thread(target=end_with_input, daemon=True).start()
    from c4.compiled.cache import CACHE

    begun = perf_counter()
    kernels = dict(modules())
    with tqdm(total=sum(kernels.values()), unit=" kernels", disable=beside, leave=False) as bar:
        for name in kernels:
            import_module(name)
            bar.update(sum(number for module, number in kernels.items() if module in sys.modules) - bar.n)
    if not beside:
        many = count(sum(kernels.values()), "kernel")
        click.echo(f"{many} ready in {perf_counter() - begun:.0f} s; their machine code is kept in {CACHE}")


def end_with_input() -> None:
    """Ends the process when nobody holds the other end of its standard input any more."""
    sys.stdin.read()
    os._exit(0)


def modules() -> Iterator[tuple[str, int]]:
    """Every module with kernels, and how many it has: those that the window needs first come first."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        if many := len(KERNEL.findall(path.read_text(encoding="utf-8"))):
            found[".".join(("c4", *path.relative_to(ROOT).with_suffix("").parts))] = many
    yield from ((name, found.pop(name)) for name in FIRST)
    yield from found.items()
