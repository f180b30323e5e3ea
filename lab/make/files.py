"""Writes the files that the product reads: books of exact scores, suites, labels.  Also puts labels together."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from c4.archives import write_arrays
from c4.arena import suites
from c4.arena.suites import Suite
from c4.errors import C4Error
from c4.exact import book, labels
from c4.exact.book import Book
from c4.exact.labels import Labels, codes_of
from c4.game.rules import STANDARD, Rules
from c4.storage import write_bytes


def write_book(path: str | Path, rules: Rules, levels: list[tuple[np.ndarray, np.ndarray]], made: str) -> Book:
    """Writes a book completely or not at all and opens it.

    `levels` are (ascending codes, scores) for ply 0, 1, ...; `made` says in a few words how it was made.  Raises
    C4Error if the file cannot be written.
    """
    width = book.code_bytes(rules, len(levels) - 1)
    body = b"".join(codes.astype(f"<u{width}").tobytes() for codes, _ in levels) + b"".join(
        scores.astype(np.int8).tobytes() for _, scores in levels
    )
    header = {"format": book.FORMAT, "version": book.VERSION, "rules": rules.content(), "plies": len(levels) - 1}
    header |= {"counts": [len(codes) for codes, _ in levels], "made": made}
    text = json.dumps({**header, "checksum": book.checksum(header, body)}).encode()
    if len(text) >= book.HEADER:
        raise C4Error(f"{path} was not written: its header takes more than {book.HEADER} bytes")
    write_bytes(path, text.ljust(book.HEADER - 1) + b"\n" + body)
    return Book.open(path)


def write_suite(path: str | Path, suite: Suite) -> None:
    """Writes the suite completely or not at all; the same suite gives the same bytes.

    Raises C4Error if it cannot be written.
    """
    about = {"format": suites.FORMAT, "version": suites.VERSION, "name": suite.name, "seed": suite.seed}
    about |= {"strata": list(suite.strata)}
    file = io.BytesIO()
    np.savez_compressed(
        file, about=json.dumps(about), mine=suite.mine, theirs=suite.theirs, scores=suite.scores, stratum=suite.stratum
    )
    write_bytes(path, file.getvalue())


def write_labels(path: str | Path, made: Labels) -> None:
    """Writes the file completely or not at all; the same labels give the same bytes.  Raises C4Error."""
    header = {"format": labels.FORMAT, "version": labels.VERSION, **made.about}
    header |= {"positions": len(made), "by_ply": counts(made)}
    tables = {"codes": np.diff(made.code, prepend=np.uint64(0)), "value": made.value}
    write_arrays(path, header, tables, compressed=True)


def counts(made: Labels) -> dict[str, int]:
    """How many positions there are of each ply."""
    result = np.bincount(made.ply, minlength=1) if len(made) else np.zeros(1, dtype=int)
    return {str(ply): int(number) for ply, number in enumerate(result) if number}


def without(made: Labels, codes: np.ndarray) -> Labels:
    """Those whose codes are not among these."""
    others = ~np.isin(made.code, codes)
    return Labels(made.code[others], made.value[others], made.about)


def merged(parts: list[Labels], about: dict[str, Any]) -> Labels:
    """All these labels as one set; positions that several have are in it once."""
    codes, first = np.unique(np.concatenate([part.code for part in parts]), return_index=True)
    return Labels(codes, np.concatenate([part.value for part in parts])[first], about)


def joined(parts: list[Labels]) -> Labels:
    """The labels of several files as one set, with the header of each.

    Raises C4Error where they contradict each other.
    """
    joint = merged(parts, {"joined": [part.about for part in parts]})
    for part in parts:
        if not np.array_equal(joint.value[np.searchsorted(joint.code, part.code)], part.value):
            raise C4Error("these labels contradict each other: at least one file is wrong")
    return joint


def smallest_codes(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The codes of positions or, where these are smaller, of their mirror images."""
    result: np.ndarray = np.minimum(
        codes_of(first, second), codes_of(STANDARD.mirrored(first), STANDARD.mirrored(second))
    )
    return result
