"""The machine on which something is measured, in a line."""

from __future__ import annotations

import os
import platform
import re
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


def say() -> None:
    """Prints the machine on the standard error, where it mixes with no figures."""
    click.echo(describe(), err=True)
