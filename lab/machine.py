"""The machine on which something is measured, in a line, and the memory that this process takes of it."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import sys
from datetime import date
from importlib.metadata import version
from pathlib import Path

import click

PROCESSORS = Path("/proc/cpuinfo")
"""Where Linux names the processor."""


def describe() -> str:
    """Processor, system, versions, load over the last minute, and date."""
    cores = os.cpu_count() or 1
    parts = [
        processor(),
        f"{cores} cores",
        f"{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
        *(f"{name} {version(name)}" for name in ("numba", "numpy")),
    ]
    if hasattr(os, "getloadavg"):
        parts.append(f"load {os.getloadavg()[0]:.1f}")
    return ", ".join([*parts, date.today().isoformat()])


def processor() -> str:
    """The name of the processor, as far as the system tells it."""
    if PROCESSORS.exists():
        named = re.search(r"^model name\s*: (.+)$", PROCESSORS.read_text(encoding="utf-8"), re.MULTILINE)
        if named is not None:
            return named[1].strip()
    return platform.processor() or "unknown processor"


def memory_in_use() -> float:
    """Megabytes that this process takes once it has given back what it has freed; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0.0
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def say() -> None:
    """Prints the machine on the standard error, where it mixes with no figures."""
    click.echo(describe(), err=True)
