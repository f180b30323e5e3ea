"""c4 warm: compiles every kernel, so that nothing is compiled when it is first used."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread
from time import perf_counter

import click
from tqdm import tqdm

from c4.cli.options import json_option, show
from c4.text import pluralise

ROOT = Path(__file__).resolve().parent.parent
KERNEL = re.compile(r"^ *@kernel\b", re.MULTILINE)

NEEDED_FIRST = (
    "c4.solver.questions",
    "c4.search.kernels",
    "c4.evaluators.v2",
    "c4.tree.icicle",
    "c4.tree.replay",
    "c4.kernels.perft",
    "c4.evaluators.v1",
    "c4.evaluators.windows",
    "c4.evaluators.taught",
    "c4.evaluators.tdlambda",
    "c4.evaluators.sarsa",
    "c4.engine.kernels",
)
"""What the window needs first: exact values, and then the compiled search, whose place the textbook takes meanwhile."""

NICE = 10
"""How far compiling beside the window gives way to other programs, once exact values need not wait for it any more."""


@click.command()
@click.option("--beside", is_flag=True, hidden=True, help="For the window: gently, quietly, until its input ends.")
@json_option
def command(beside: bool, as_json: bool) -> None:
    """Compiles all kernels ahead of time, in about a minute, and prints the folder of the machine code.

    Afterwards the window, and every command, starts without compiling.
    """
    if beside:
        Thread(target=end_with_input, daemon=True).start()
        compile_for_window()
        return
    from c4.kernels import jit
    from c4.kernels.cache import CACHE

    started = perf_counter()
    for name in modules():
        import_module(name)
    for kernel in tqdm(jit.KERNELS, unit=" kernels", disable=None, leave=False):
        kernel.load()
    number = len(jit.KERNELS)
    seconds = perf_counter() - started
    text = f"{pluralise(number, 'kernel')} ready in {seconds:.0f} s; their machine code is in {CACHE}"
    show({"kernels": number, "seconds": round(seconds, 3), "folder": str(CACHE)}, text, as_json)


def compile_for_window() -> None:
    """Compiles what the window waits for, module by module, and then the rest: gently, so that the window stays alive."""
    from c4.kernels import jit

    for name in modules():
        if name != NEEDED_FIRST[0] and hasattr(os, "nice"):
            os.nice(NICE - os.nice(0))
        import_module(name)
        for kernel in list(jit.KERNELS):
            kernel.load()


def end_with_input() -> None:
    """Ends the process when its standard input ends."""
    sys.stdin.read()
    os._exit(0)


def modules() -> list[str]:
    """Every module with kernels; those that the window needs first come first."""
    paths = (path for path in sorted(ROOT.rglob("*.py")) if KERNEL.search(path.read_text(encoding="utf-8")))
    names = (".".join(("c4", *path.relative_to(ROOT).with_suffix("").parts)) for path in paths)
    return list(dict.fromkeys((*NEEDED_FIRST, *names)))
