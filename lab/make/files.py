"""Writes the files that the product reads: books of exact scores, suites, labels.

Labels are also joined, thinned out and counted here, and `smallest_codes` names a position and its mirror image alike.
"""

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

    `levels` are (ascending codes, scores) for ply 0, 1, and so on; `made` says in a few words how it was made.  Raises
    C4Error if the file cannot be written.
    """
    plies = len(levels) - 1
    code_type = f"<u{book.code_bytes(rules, plies)}"
    every_code = [codes.astype(code_type).tobytes() for codes, _ in levels]
    every_score = [scores.astype(np.int8).tobytes() for _, scores in levels]
    body = b"".join(every_code + every_score)
    header = {
        "format": book.FORMAT,
        "version": book.VERSION,
        "rules": rules.content(),
        "plies": plies,
        "counts": [len(codes) for codes, _ in levels],
        "made": made,
    }
    text = json.dumps({**header, "checksum": book.checksum(header, body)}).encode()
    if len(text) >= book.HEADER:
        raise C4Error(f"{path} was not written: its header takes more than {book.HEADER} bytes")
    write_bytes(path, text.ljust(book.HEADER - 1) + b"\n" + body)
    return Book.open(path)


def write_suite(path: str | Path, suite: Suite) -> None:
    """Writes the suite completely or not at all; the same suite gives the same bytes.

    Raises C4Error if it cannot be written.
    """
    about = {
        "format": suites.FORMAT,
        "version": suites.VERSION,
        "name": suite.name,
        "seed": suite.seed,
        "strata": list(suite.strata),
    }
    file = io.BytesIO()
    np.savez_compressed(
        file, about=json.dumps(about), mine=suite.mine, theirs=suite.theirs, scores=suite.scores, stratum=suite.stratum
    )
    write_bytes(path, file.getvalue())


def write_labels(path: str | Path, made: Labels) -> None:
    """Writes the file completely or not at all; the same labels give the same bytes.

    Raises C4Error if it cannot be written.
    """
    header = {
        "format": labels.FORMAT,
        "version": labels.VERSION,
        **made.about,
        "positions": len(made),
        "by_ply": counts(made),
    }
    differences = np.diff(made.code, prepend=np.uint64(0))
    write_arrays(path, header, {"codes": differences, "value": made.value}, compressed=True)


def counts(made: Labels) -> dict[str, int]:
    """How many positions there are of each ply that has any; the plies are texts, as in a header."""
    plies, numbers = np.unique(made.ply, return_counts=True)
    return {str(ply): number for ply, number in zip(plies.tolist(), numbers.tolist())}


def without(made: Labels, codes: np.ndarray) -> Labels:
    """The labels whose codes are not among these, uint64 (n,)."""
    others = ~np.isin(made.code, codes)
    return Labels(made.code[others], made.value[others], made.about)


def merged(parts: list[Labels], about: dict[str, Any]) -> Labels:
    """All these labels as one set with the header `about`; a position that is in several parts is in it once."""
    every_code = np.concatenate([part.code for part in parts])
    every_value = np.concatenate([part.value for part in parts])
    codes, places = np.unique(every_code, return_index=True)
    return Labels(codes, every_value[places], about)


def joined(parts: list[Labels]) -> Labels:
    """The labels of several files as one set, with the header of each.

    Raises C4Error where they contradict each other.
    """
    every_label = merged(parts, {"joined": [part.about for part in parts]})
    for part in parts:
        places = np.searchsorted(every_label.code, part.code)
        if not np.array_equal(every_label.value[places], part.value):
            raise C4Error("these labels contradict each other: at least one file is wrong")
    return every_label


def smallest_codes(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """uint64 (n,): of each position and its mirror image the smaller code.

    `first` and `second` are the discs of the first player and of the second, each uint64 (n,).
    """
    codes = codes_of(first, second)
    mirrored_codes = codes_of(STANDARD.mirrored(first), STANDARD.mirrored(second))
    result: np.ndarray = np.minimum(codes, mirrored_codes)
    return result
