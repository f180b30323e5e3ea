"""How long compiling all kernels takes on a cold cache: `python benchmarks/compile.py [--json]`.

One process, processor time, everything compiled anew into a folder that is thrown away.  Beside the sum: what each
module takes while it is imported, the modules it needs taken off, and a reference, thirty small kernels of plain numba
in the same process.  The same machine takes 30 s or 60 s, depending on what else it does; so the figure is the sum over
the reference.  Exit status 1 when that is above the ceiling.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

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
    seconds = dict(sorted(compiling.seconds.items(), key=lambda item: -item[1]))
    return {
        "kernels": compiling.number,
        "seconds": sum(seconds.values()),
        "reference_seconds": reference,
        "ratio": sum(seconds.values()) / reference,
        "modules": seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--here", action="store_true", help=argparse.SUPPRESS
    )  # the child: compiles into the cache it was given
    arguments = parser.parse_args()
    if arguments.here:
        print(json.dumps(measure()))
        return
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.run(
            [sys.executable, __file__, "--here"],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    found = json.loads(child.stdout)
    if arguments.json:
        print(json.dumps(found))
    else:
        for module, seconds in found["modules"].items():
            print(f"{seconds:6.2f} s  {module}")
        print(
            f"{found['seconds']:6.2f} s  for {found['kernels']} kernels, {found['ratio']:.1f} times"
            f" {found['reference_seconds']:.2f} s for {SMALL} small ones of plain numba"
        )
    if found["ratio"] > CEILING:
        sys.exit(f"more than {CEILING:g} times the reference")


if __name__ == "__main__":
    main()
