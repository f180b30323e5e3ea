"""How long compiling all kernels takes on a cold cache.

One process, processor time, everything compiled anew into a temporary folder.  Beside the sum: the time of each module
while it is imported, without the modules it needs, and a reference, thirty small kernels of plain numba in the same
process.  The same computer takes 30 s or 60 s, depending on its load; so the figure is the sum over the reference.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

import click

ROOT = Path(__file__).resolve().parents[2]
CEILING = 40.0
"""All kernels together may take so many times as long as the reference."""

SMALL = 30


def modules() -> list[str]:
    """Every module of the program with kernels in it."""
    paths = sorted((ROOT / "c4").rglob("*.py"))
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in paths
        if "import kernel" in path.read_text(encoding="utf-8")
    ]


def measure() -> dict:
    """Compiles everything in this process, whose cache must be empty; seconds by module, longest first, and of the
    reference.
    """
    import numba
    from numba.core import event

    from c4.kernels.jit import KERNELS

    class Compiling(event.Listener):
        """Sums up the time by module; a kernel that compiles while another one does counts for the outer one."""

        def __init__(self) -> None:
            self.seconds, self.number, self.depth, self.started = {}, 0, 0, 0.0

        def on_start(self, event) -> None:
            if self.depth == 0:
                self.started = process_time()
            self.depth += 1

        def on_end(self, event) -> None:
            self.depth -= 1
            if self.depth == 0:
                module = event.data["dispatcher"].py_func.__module__
                self.seconds[module] = self.seconds.get(module, 0.0) + process_time() - self.started
                self.number += 1

    def small(number):
        numba.njit("int64(int64)")(lambda value: value + number)

    small(0)  # what numba needs once is not counted
    before = process_time()
    for number in range(SMALL):
        small(number)
    reference = process_time() - before
    compiling = Compiling()
    with event.install_listener("numba:compile", compiling):
        for module in modules():
            importlib.import_module(module)
            for kernel in list(KERNELS):
                kernel.load()
    seconds = dict(sorted(compiling.seconds.items(), key=lambda item: -item[1]))
    return {
        "kernels": compiling.number,
        "seconds": sum(seconds.values()),
        "reference_seconds": reference,
        "ratio": sum(seconds.values()) / reference,
        "modules": seconds,
    }


@click.command()
@click.option("--here", is_flag=True, hidden=True, help="Compiles into the cache of this process.")
def main(here: bool) -> None:
    """Measures how long compiling all kernels takes on a cold cache, as a multiple of small kernels.

    The exit status is 1 when that is above the ceiling.
    """
    if here:
        print(json.dumps(measure()))
        return
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.run(
            [sys.executable, "-m", "lab", "benchmark", "compile", "--here"],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    result = json.loads(child.stdout)
    for module, seconds in result["modules"].items():
        print(f"{seconds:6.2f} s  {module}")
    print(
        f"{result['seconds']:6.2f} s  for {result['kernels']} kernels, {result['ratio']:.1f} times"
        f" {result['reference_seconds']:.2f} s for {SMALL} small ones of plain numba"
    )
    if result["ratio"] > CEILING:
        sys.exit(f"more than {CEILING:g} times the reference")
