"""Batch: many games checked at once before they enter a library.  Imports numpy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4.game.notation import parse_position
from c4.game.rules import C4Error, Rules
from c4.library import index
from c4.library.entry import Entry
from c4.library.gamefile import Read
from c4.library.record import OPEN, RESULTS, check_headers

BATCH = 5_000
"""Games per transaction of an import."""


def batches(reads: Iterator[Read]) -> Iterator[list[Read]]:
    """The games in lists of BATCH, the last one shorter."""
    while batch := list(islice(reads, BATCH)):
        yield batch


class Batch(NamedTuple):
    """Games that have been played and checked.

    `results` are indices into RESULTS; `played` holds, for each board and starting position, the positions of its games
    and the indices of these in `entries`.
    """

    entries: list[Entry]
    results: list[int]
    played: list[tuple[Rules, index.Played, Any]]

    @classmethod
    def of(cls, reads: Sequence[Read], path: str | Path | None = None) -> Batch:
        """The batch of some games.  Raises C4Error, with file and line if known, for the first that is not a game."""

        def wrong(read: Read, what: object) -> C4Error:
            return C4Error(f"{path}: line {read.line}: {what}" if path is not None else str(what))

        groups: dict[tuple[Rules, str], list[int]] = {}
        entries = [read.entry for read in reads]
        for place, entry in enumerate(entries):
            if entry.text or entry.start:
                try:
                    entries[place] = entry = Entry.of(entry.record())
                except C4Error as error:
                    raise wrong(reads[place], error) from None
            groups.setdefault((entry.rules, entry.start), []).append(place)
        results = [0] * len(entries)
        all_played = []
        for (rules, start), places in groups.items():
            began = parse_position(start, rules)
            moves = [entries[place].moves for place in places]
            played = index.play(moves, began)
            if played.bad is not None:
                raise wrong(reads[places[played.bad]], index.why_bad(moves[played.bad], began))
            for place, result in zip(places, played.results.tolist()):
                given = entries[place].result
                if given not in RESULTS:
                    raise wrong(reads[place], f"unknown result {given!r}: choose {' '.join(RESULTS)}")
                if given not in (OPEN, RESULTS[result]) and RESULTS[result] != OPEN:
                    raise wrong(reads[place], f"the result is given as {given}, but the board says {RESULTS[result]}")
                results[place] = RESULTS.index(given) if RESULTS[result] == OPEN else result
            all_played.append((rules, played, np.array(places, dtype=np.int64)))
        for read in reads:
            if read.entry[1:3] != ("", "") or read.entry[4:9] != ("", "", "", (), "") or read.entry.others:
                try:
                    check_headers(read.entry)
                except C4Error as error:
                    raise wrong(read, error) from None
        return cls(entries, results, all_played)
