"""The commands `c4` and `python -m lab`, run in this process, and Python in a process of its own."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from paths import ROOT
from patience import LONG

from c4 import cli
from c4.errors import C4Error


def c4(*arguments: object, command=cli.cli, errors: bool = False, **typed) -> str:
    """What `c4` prints on standard output, with `errors` also on standard error; it has to end well."""
    done = CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False, **typed)
    assert done.exit_code == 0, done.output
    return done.output if errors else done.stdout


def lab(*arguments: object) -> str:
    """What `python -m lab` prints on standard output; it has to end well."""
    from lab.__main__ import cli as laboratory

    return c4(*arguments, command=laboratory)


def refuses(command, sentence: str, *arguments: object) -> None:
    """`c4` or `lab` refuses these arguments, and says this."""
    with pytest.raises(C4Error) as error:
        command(*arguments)
    assert sentence in str(error.value)


def python(*arguments: object, text: bool = True, **how) -> subprocess.CompletedProcess:
    """A Python process of its own, with the checkout as its working folder and on its path."""
    how = {"cwd": ROOT, "env": {**os.environ, "PYTHONPATH": str(ROOT)}, **how}
    words = [sys.executable, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=text, timeout=LONG, **how)
