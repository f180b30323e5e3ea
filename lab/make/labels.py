"""Makes labels (`c4.exact.labels`): draws positions and solves them, in independent jobs.

The work is divided into numbered chunks (`lab.make.label_plan`), and each is drawn from random numbers of its own.  So
the same command makes the same labels, in one run or in several, in one process or in many.  The file says which chunks
are in it: after a kill the same command makes those that are missing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import click
import numpy as np

from c4.callbacks import ignore
from c4.cli.options import jobs_options, json_option, print_json
from c4.errors import C4Error
from c4.exact import labels
from c4.exact.labels import Labels
from c4.interrupts import uninterrupted
from c4.jobs import Run, run
from c4.locks import locked
from c4.models import make_user_folder
from c4.storage import stamp, write_bytes
from c4.text import pluralise, read_digits
from lab.make import label_plan
from lab.make.files import counts, joined, merged, without, write_labels
from lab.make.label_chunks import Chunk, make_chunk, player, weights_digest
from lab.make.label_plan import BOOK_POSITIONS, LabelsPlan, chunk_size, chunks_needed, positions_drawn
from lab.make.near_suites import held_back
from lab.progress import making

SAVE_INTERVAL_SECONDS = 60.0
"""Seconds between two saves."""

MAX_SMALL_CHUNK = 5_000
"""The most positions of a small chunk, some seconds of work."""

SPARE_FACTOR = 1.25
"""How many positions are drawn for each that is missing: some are drawn twice, and some must not be learned."""

NO_LABELS = (np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int8))
"""The codes and results of an empty set of labels."""


# -- many, in whole chunks --------------------------------------------------------------------------------------------


def make(
    path: str | Path,
    plan: LabelsPlan,
    count: int,
    excluded: np.ndarray,
    run: Run,
    report: Callable[[int, int], None] = ignore,
) -> Labels:
    """Draws `count` positions in whole chunks, solves them, and adds them to the file.  Returns all that are in the file.

    `excluded` are the codes of positions that must not be in it; `run` solves the chunks (like `c4.jobs.run`);
    `report(drawn, count)` is called at the start and after every chunk.  Raises C4Error for a damaged file or one of
    another plan, when nothing can be written, while another program makes the same file, and as `run` does.
    """
    with locked(path, "made"):
        file = LabelsFile(path, plan, excluded)

        def report_drawn() -> None:
            report(min(count, positions_drawn(plan, len(file.chunks))), count)

        report_drawn()
        missing = [number for number in range(chunks_needed(plan, count)) if number not in file.chunks]
        try:
            for chunk in run(make_chunk, [(plan, number) for number in missing]):
                file.add(chunk)
                report_drawn()
                file.save_if_due()
        finally:
            file.save()
        return file.labels


class LabelsFile:
    """A file of labels that grows chunk by chunk; `save` writes the chunks that were added.

    labels  those in the file
    chunks  the numbers of the chunks that are in the file, or were added: between two saves it is ahead of `labels`, so
            that no chunk is made twice
    """

    def __init__(self, path: str | Path, plan: LabelsPlan, excluded: np.ndarray) -> None:
        """Raises C4Error for a file that is damaged, or was made by another plan."""
        self._path = path
        self._excluded = excluded
        self._made_by = header_of(plan)
        self._added: list[Labels] = []
        self._saved_at = monotonic()
        if stamp(path) is None:
            self.labels = Labels(*NO_LABELS, self._about([]))
            self.chunks: set[int] = set()
        else:
            self.labels = labels.read(path)
            require_same_maker(self.labels, self._made_by, path, "seed, plies or evaluator")
            self.chunks = chunks_in(self.labels, path)

    def add(self, chunk: Chunk) -> None:
        """Adds a chunk."""
        self._added.append(Labels(chunk.codes, chunk.results, {}))
        self.chunks.add(chunk.number)

    def save_if_due(self) -> None:
        """Writes what was added, if the last time is SAVE_INTERVAL_SECONDS ago."""
        if monotonic() - self._saved_at > SAVE_INTERVAL_SECONDS:
            self.save()
            self._saved_at = monotonic()

    def save(self) -> None:
        """Writes what was added.  Raises C4Error if the file cannot be written."""
        with uninterrupted():
            if self._added:
                every_label = merged([self.labels, *self._added], self._about(sorted(self.chunks)))
                self.labels = without(every_label, self._excluded)
                write_labels(self._path, self.labels)
                self._added.clear()

    def _about(self, chunks: list[int]) -> dict[str, Any]:
        """The header of a file with these chunks."""
        return {"made_by": self._made_by, "chunks": chunks}


def chunks_in(made: Labels, path: str | Path) -> set[int]:
    """The numbers of the chunks of labels that were read.  Raises C4Error if the header does not say which."""
    chunks = made.about.get("chunks")
    if not isinstance(chunks, list) or not all(isinstance(number, int) for number in chunks):
        raise C4Error(f"{path} is damaged: it does not say which chunks are in it")
    return set(chunks)


def header_of(plan: LabelsPlan) -> dict[str, Any]:
    """What the header of a file says about how it was made."""
    return {
        "seed": plan.seed,
        "first": plan.first,
        "last": plan.last,
        "scores": False,  # results, not scores
        "mix": openings_mix() if plan.openings else usual_mix(),
        "player": weights_digest(player()),
    }


def openings_mix() -> dict[str, int]:
    """How many positions of each ply a chunk of openings holds, for the header."""
    return {str(ply): number for ply, number in label_plan.OPENINGS.items()}


def usual_mix() -> dict[str, Any]:
    """How many positions of each kind another chunk holds, for the header."""
    roots = label_plan.LEAF_ROOTS
    return {
        "after": {str(ply): number for ply, number in label_plan.POSITIONS_OF_ROOT_PLY.items()},
        "leaves": {str(depth): number for depth, number in label_plan.LEAVES.items()},
        "leaf_roots": [roots.start, roots.stop - 1],
    }


def require_same_maker(made: Labels, made_by: Mapping[str, Any], path: str | Path, settings: str) -> None:
    """Raises C4Error if labels that were read were made in another way than `made_by` says.

    `settings` names what may differ, for the message.
    """
    if made.about.get("made_by") != made_by:
        raise C4Error(f"{path} was made otherwise ({settings}): name another file")


# -- few, in small chunks ---------------------------------------------------------------------------------------------


def make_few(
    path: Path, plan: LabelsPlan, count: int, excluded: np.ndarray, run: Run, report: Callable[[int, int], None]
) -> Labels:
    """Makes exactly `count` labels, fewer than the book has, and none of the book: from small chunks of the same mix.

    A file that the same call made is returned as it is.  The arguments are those of `make`.  Raises C4Error for any
    other file, when nothing can be written, and as `run` does.
    """
    small_chunk = min(SPARE_FACTOR * count, MAX_SMALL_CHUNK)
    share_of_a_chunk = small_chunk / chunk_size(plan)  # of every kind of positions, so the mix stays
    plan = plan._replace(share=share_of_a_chunk)
    made_by = {**plan._asdict(), "count": count, "player": weights_digest(player())}
    if stamp(path) is not None:
        made = labels.read(path)
        require_same_maker(made, made_by, path, "count, seed, plies or evaluator")
        return made
    drawn = draw_at_least(count, plan, excluded, run, report)
    places = np.random.default_rng(plan.seed).choice(len(drawn), count, replace=False)
    places.sort()
    made = Labels(drawn.code[places], drawn.value[places], {"made_by": made_by, "chunks": []})
    write_labels(path, made)
    return made


def draw_at_least(
    count: int, plan: LabelsPlan, excluded: np.ndarray, run: Run, report: Callable[[int, int], None]
) -> Labels:
    """Labels of at least `count` different positions, from as many small chunks as that takes."""
    report(0, count)
    made = Labels(*NO_LABELS, {})
    first_chunk = 1  # chunk 0 is that of the book
    while len(made) < count:
        missing = count - len(made)
        end = first_chunk + math.ceil(SPARE_FACTOR * missing / MAX_SMALL_CHUNK)
        for chunk in run(make_chunk, [(plan, number) for number in range(first_chunk, end)]):
            made = without(merged([made, Labels(chunk.codes, chunk.results, {})], {}), excluded)
            report(min(count, len(made)), count)
        first_chunk = end
    return made


# -- commands ---------------------------------------------------------------------------------------------------------


@click.command()
@click.option("--out", type=click.Path(dir_okay=False), help="The file to write.  [default: labels.npz in your own]")
@click.option(
    "--count",
    "wanted",
    type=click.IntRange(min=1),
    default=500_000,
    show_default=True,
    help=f"Labels to make.  From {BOOK_POSITIONS:,} on these are positions to draw, the book among them, in whole"
    " chunks; one drawn twice is kept once.",
)
@click.option("--seed", type=click.IntRange(min=0, max=2**31 - 1), default=1, show_default=True, help="Seed.")
@click.option(
    "--plies", default="9-39", show_default=True, metavar="A-B", help="Discs on the board where moves are compared."
)
@click.option("--openings", is_flag=True, help="Only openings: good play from the empty board, 9 to 20 plies.")
@jobs_options
@json_option
def make_command(
    out: str | None,
    wanted: int,
    seed: int,
    plies: str,
    openings: bool,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Draws positions from random games, from good play and from searches, and solves them.

    The same command goes on with a file that was stopped, killed, or made with a smaller --count, and however often
    that happens it makes the same labels.  No position of the built-in suites is taken, nor their mirror images,
    children and grandchildren; but the whole opening is, 8 plies that the book knows, though suite p asks about it.
    """
    first, last = parse_plies(plies)
    path = Path(out) if out is not None else make_user_folder() / "labels.npz"
    plan = LabelsPlan(seed, first, last, openings)
    where = partial(run, jobs=jobs, dask=dask)
    with making("labels", "made", path) as report:  # the bar is there while the suites are read
        if wanted < BOOK_POSITIONS:
            made = make_few(path, plan, wanted, held_back(), where, report)
        else:
            made = make(path, plan, wanted, held_back(), where, report)
    describe(made, path, as_json)


def parse_plies(text: str) -> tuple[int, int]:
    """The first and last ply of a range such as "9-39".  Raises C4Error for any other text."""
    low, _, high = text.partition("-")
    first = read_digits(low)
    last = read_digits(high)
    if first is None or last is None or not 1 <= first <= last <= 40:
        raise C4Error(f"--plies is a range such as 9-39, within 1 and 40, not {text!r}")
    return first, last


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False), metavar="FILE...")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@json_option
def join_command(files: tuple[str, ...], out: str, as_json: bool) -> None:
    """Puts files of labels together; a position that is in several is kept once."""
    made = joined([labels.read(file) for file in files])
    write_labels(out, made)
    describe(made, Path(out), as_json)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--out", type=click.Path(dir_okay=False), help="Also write them as a table: .csv or .parquet (docs/frameworks.md)."
)
@json_option
def info_command(file: str, out: str | None, as_json: bool) -> None:
    """Describes a file of labels."""
    made = labels.read(file)
    describe(made, Path(file), as_json)
    if out is not None:
        write_table(out, made)


def write_table(path: str, made: Labels) -> None:
    """Writes labels for other programs.  Raises C4Error for another ending, and without pandas and pyarrow."""
    ending = Path(path).suffix.lower()
    if ending not in (".csv", ".parquet"):
        raise C4Error(f"{path} is not a table: its name must end with .csv or .parquet")
    try:
        content = table_content(made, ending)
    except ImportError:
        raise C4Error("tables need pandas and pyarrow: python -m pip install pandas pyarrow") from None
    write_bytes(path, content)


def table_content(made: Labels, ending: str) -> bytes:
    """Labels as the content of a file whose name ends with ".csv" or ".parquet".  Raises ImportError without pandas,
    and for ".parquet" without pyarrow.
    """
    import pandas as pd

    table = pd.DataFrame({"first": made.first, "second": made.second, "ply": made.ply, "value": made.value})
    if ending == ".csv":
        text: str = table.to_csv(index=False)
        return text.encode()
    content: bytes = table.to_parquet(index=False)
    return content


def describe(made: Labels, path: Path, as_json: bool) -> None:
    """Prints what is in a file of labels."""
    outcomes = {
        "won": int((made.value == 1).sum()),
        "drawn": int((made.value == 0).sum()),
        "lost": int((made.value == -1).sum()),
    }
    if as_json:
        print_json({"file": str(path), "positions": len(made), **outcomes, "by_ply": counts(made)})
        return
    click.echo(
        f"{path}: {pluralise(len(made), 'position')}; for the first player {outcomes['won']:,} won,"
        f" {outcomes['drawn']:,} drawn, {outcomes['lost']:,} lost"
    )
    for ply, number in counts(made).items():
        click.echo(f"  ply {ply:>2} {number:>12,}")
