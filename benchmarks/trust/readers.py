"""Every reader of files and of text against changed and invented inputs: it takes them, or says why not in a sentence.

Real files are made by the program itself, then changed: bytes, pieces, numbers, what is inside archives, and fields of
JSON.  Where a checksum would refuse nearly everything it is switched off, so that what lies behind it is reached.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.trust.formats import FILES, TEXTS, make_files
from c4 import scripts
from c4.game.rules import C4Error
from c4.tree import treefile
from c4.truth import book

RARE = {"strategy": 20, "sweep": 10, "labels to add to": 10, "answers": 2, "puzzles": 2, "tree": 2}
"""Readers whose files take long to read get an input only every so many rounds."""

# -- changing them ----------------------------------------------------------------------------------------------------

TOKENS = [
    *(b"0", b"-1", b"1e999", b"NaN", b"null", b"true", b"[]", b"{}", b'""', b"\\ud800", b"\x00", b"\xff\xfe", b"\r\n"),
    *(b"9" * 30, b"9" * 5000, b"-9223372036854775809", b"18446744073709551616", b"[" * 2000, b"0.0", b"\xed\xa0\x80"),
    *(b"<!DOCTYPE a [<!ENTITY b 'c'>]>&b;", b"'", b'"', b",", b"(", b"{", b"PK\x03\x04", b"\x1f\x8b"),
]
VALUES: list[Any] = [
    *(
        None,
        True,
        0,
        -1,
        1,
        7,
        64,
        2**31,
        2**63,
        2**64,
        -(2**63),
        1e308,
        0.5,
        -0.0,
        "",
        "4",
        "a" * 300,
        "\ud800",
        [],
        {},
    ),
    *([[]], [0], {"a": 1}, [None] * 9, float("inf")),
]


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Bytes with one to four changes."""
    with suppress(Exception):  # it was damaged before
        if data[:2] == b"PK" and dice.random() < 0.8 and (again := within_zip(data, dice)):
            return again
        if data[:2] == b"\x1f\x8b" and dice.random() < 0.8:
            return gzip.compress(mutated(gzip.decompress(data), dice), 1)
        if data[:1] in b"{[" and dice.random() < 0.5 and (again := within_json(data, dice)):
            return again
    made = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        at, length = dice.randrange(len(made) + 1), dice.choice((1, 1, 2, 4, 8, 100))
        match dice.randrange(7):
            case 0:
                made[at : at + 1] = bytes([dice.randrange(256)])
            case 1 if at < len(made):
                made[at] ^= 1 << dice.randrange(8)
            case 2:
                del made[at : at + length]
            case 3:
                made[at:at] = made[at : at + length] * dice.choice((1, 2, 50))
            case 4:
                made[at : at + length * dice.randrange(2)] = dice.choice(TOKENS)
            case 5:
                del made[at:]
            case 6:
                other = dice.randrange(len(made) + 1)
                made[at : at + length] = made[other : other + length]
    return bytes(made)


def within_zip(data: bytes, dice: random.Random) -> bytes:
    """An archive with one entry changed, left out, doubled or renamed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [(name, archive.read(name)) for name in archive.namelist()]
    place = dice.randrange(len(entries))
    name, content = entries[place]
    match dice.randrange(8):
        case 0:
            del entries[place]
        case 1:
            entries[place] = (dice.choice(["../x.npy", "a", name[:-4], name.upper()]), content)
        case 2:
            entries[place] = (name, entries[dice.randrange(len(entries))][1])
        case 3 if content[:1] == b"\x93":
            header = 10 + int.from_bytes(content[8:10], "little")
            entries[place] = (name, mutated(content[:header], dice) + content[header:])
        case 4 if content[:1] == b"\x93":
            header = 10 + int.from_bytes(content[8:10], "little")
            text = content[header:]
            entries[place] = (name, content[:header] + (within_json(text, dice) or mutated(text, dice)))
        case _:
            entries[place] = (name, mutated(content, dice))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", dice.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
        for name, content in entries:
            if name not in archive.namelist():
                archive.writestr(name, content)
    return file.getvalue()


def within_json(data: bytes, dice: random.Random) -> bytes | None:
    """JSON (or one line of it) with one value changed, left out or doubled."""
    lines = data.split(b"\n")
    place = dice.randrange(len(lines))
    for number, text in ((None, data), (place, lines[place])):
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            continue
        holder, here = content, None
        while isinstance(holder, dict | list) and holder:
            here = dice.choice(list(holder)) if isinstance(holder, dict) else dice.randrange(len(holder))
            if not isinstance(holder[here], dict | list) or not holder[here] or dice.random() < 0.4:
                break
            holder = holder[here]
        if here is None:
            return None
        if dice.random() < 0.2:
            del holder[here]
        elif isinstance(holder, list) and dice.random() < 0.3:
            holder.insert(here, holder[here])
        else:
            holder[here] = dice.choice(VALUES)
        made = json.dumps(content).encode()
        return made if number is None else b"\n".join([*lines[:number], made, *lines[number + 1 :]])
    return None


@contextmanager
def unsealed() -> Iterator[None]:
    """Without the checksums of trees and books: what lies behind them is reached; no installed package is asked."""

    class Any_:
        def __eq__(self, other: object) -> bool:
            return True

        def __ne__(self, other: object) -> bool:
            return False

        __hash__ = None  # type: ignore[assignment]

    with (
        patch.object(treefile, "_checksum", lambda *_: Any_()),
        patch.object(book, "checksum", lambda *_: Any_()),
        patch.object(scripts, "installed", lambda group: ()),
    ):
        yield


# -- the part ---------------------------------------------------------------------------------------------------------


def tried(read: Callable[[Any], object], given_: object) -> str:
    """What is wrong with how a reader takes an input, or ""."""
    started = time.process_time()
    try:
        read(given_)
    except C4Error as error:
        if "\n" in str(error):
            return f"more than a line: {error}"
    except Exception:
        return traceback.format_exc()
    seconds = time.process_time() - started
    return f"{seconds:.1f} s" if seconds > 2 else ""


class Fuzz:
    """Changed files and texts, one after another; `faults` holds one input for each place that fails."""

    def __init__(self, folder: Path, number: int) -> None:
        self.dice, self.folder = random.Random(number), folder
        self.real = {name: [path.read_bytes() for path in paths] for name, paths in make_files(folder).items()}
        self.names = [*FILES, *TEXTS]
        self.done, self.faults = 0, {}
        self.refused = self.read = 0

    def round(self) -> None:
        """One input for every reader."""
        for name in self.names:
            if self.dice.randrange(RARE.get(name, 1)):
                continue
            if name in FILES:
                path = self.folder / "input"
                data = self.dice.choice(self.real[self.dice.choice(list(FILES)) if self.dice.random() < 0.02 else name])
                for _ in range(self.dice.choice((1, 1, 1, 2, 5))):
                    data = mutated(data, self.dice) if data else b""
                path.write_bytes(data)
                read, given_ = FILES[name], path
            else:
                read, examples = TEXTS[name]
                data = mutated(self.dice.choice(examples).encode(), self.dice)
                given_ = data.decode(errors=self.dice.choice(["surrogateescape", "replace"]))
            with unsealed():
                wrong = tried(read, given_)
            self.done += 1
            if wrong:
                where = "\n".join(line for line in wrong.splitlines() if line.lstrip().startswith("File "))
                self.faults.setdefault(f"{name} {where or wrong}", (wrong, data))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
OF_FILES = st.binary() | JSON.map(lambda content: json.dumps(content).encode())


def invented(folder: Path, number: int, each: int) -> tuple[int, dict[str, str]]:
    """(inputs, faults): what hypothesis invents: bytes and JSON for files, text for the others."""
    path, faults = folder / "invented", {}
    for name, read in [*FILES.items(), *((name, read) for name, (read, _) in TEXTS.items())]:

        @seed(number)
        @settings(
            max_examples=each,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(OF_FILES if name in FILES else st.text())
        def attempt(data: bytes | str) -> None:
            if isinstance(data, bytes):
                path.write_bytes(data)
            if wrong := tried(read, path if isinstance(data, bytes) else data):  # noqa: B023 - called before the next
                faults.setdefault(f"{name} {wrong.splitlines()[-1]}", f"{wrong}\n{data!r}")  # noqa: B023

        with unsealed():
            attempt()
    return each * (len(FILES) + len(TEXTS)), faults
