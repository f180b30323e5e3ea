"""Asks a window in a process of its own, started as an installed program is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def ask(function: str, arguments: dict[str, object], modules: str, kernels: Path | None = None) -> Any:
    """What a function of `lab.benchmarks.first_child` prints last, as JSON; the folders are those of `run`."""
    output = run(["-m", "lab.benchmarks.first_child", function, json.dumps(arguments)], modules, kernels)
    return json.loads(output.splitlines()[-1])


def run(words: list[str], modules: str, kernels: Path | None = None) -> str:
    """What Python prints that is started with these words.  Ends this program when that one fails.

    `modules` is the folder of compiled modules, which stay there as an installation keeps them; `kernels` that of
    machine code (None: the usual one).
    """
    environment = os.environ | {"PYTHONPYCACHEPREFIX": modules}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if kernels is not None:
        environment["NUMBA_CACHE_DIR"] = str(kernels)
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout
