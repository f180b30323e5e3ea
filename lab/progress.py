"""A progress bar for work that takes long, which Ctrl-C can stop without losing anything."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from tqdm import tqdm


@contextmanager
def making(unit: str, saved: str, resumed: Path | None = None) -> Iterator[Callable[[int, int], None]]:
    """Yields `report(done, total)`, which moves the bar.

    Ctrl-C ends with exit status 130 and says that the work is kept.

    `unit` ("positions") and `saved` ("solved") are words for the messages.  If the first report comes with work
    already done, a message says that the file `resumed` is being resumed.
    """
    with tqdm(unit=f" {unit}", disable=None) as bar:

        def report(done: int, total: int) -> None:
            if bar.total is None:
                bar.total = total
                bar.initial = done
                bar.n = done
                if done and resumed is not None:
                    bar.write(f"resuming {resumed}: {done:,} of {total:,} {unit} already {saved}", file=sys.stderr)
            bar.update(done - bar.n)

        try:
            yield report
        except KeyboardInterrupt:
            bar.close()
            click.echo(f"stopped: {unit} already {saved} are kept, and the same command resumes", err=True)
            sys.exit(130)
