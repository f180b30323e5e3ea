"""Making something that takes long, from the command line: a progress bar, and Ctrl-C that loses nothing.  Imports tqdm."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from tqdm import tqdm


@contextmanager
def making(unit: str, kept: str, resumed: Path | None = None) -> Iterator[Callable[[int, int], None]]:
    """Gives a `report(done, total)` that moves a bar; Ctrl-C says that what is `kept` ("solved") is kept and ends with exit status 130.

    A first report that comes before the work says, where something is done already, that it goes on with the file `resumed`.
    """
    with tqdm(unit=f" {unit}", disable=None) as bar:

        def report(done: int, total: int) -> None:
            if bar.total is None:
                bar.total, bar.initial, bar.n = total, done, done
                if done and resumed is not None:
                    bar.write(f"going on with {resumed}: {done:,} of {total:,} {unit} are {kept}", file=sys.stderr)
            bar.update(done - bar.n)

        try:
            yield report
        except KeyboardInterrupt:
            bar.close()
            click.echo(f"stopped; what is {kept} is kept, the same command goes on", err=True)
            sys.exit(130)
