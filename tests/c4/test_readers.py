"""Whatever a person names as a file of some kind is refused at once, in one sentence, unless it is one."""

import gzip
import io
import json
import os
import resource
import time
import zipfile

import pytest

from c4.errors import C4Error
from c4.learning import LEARNERS
from lab.attack.readers import FILES

ELSEWHERE = ("ntuple", "preferences", "library", "sweep", "answers", *(f"training of {name}" for name in LEARNERS))
READERS = {name: reader for name, reader in FILES.items() if name not in ELSEWHERE}
"""The readers of the long attack, but for those that have tests of their own, or read what others read."""


def npz(**entries):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(f"{name}.npy", content)
    return file.getvalue()


def header(shape, kind="|u1"):
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(118).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


def made() -> dict[str, bytes]:
    """Contents that are no file of any kind, by name."""
    return {
        "empty": b"",
        "deep": b"[" * 1_000_000,
        "long number": b'{"format": ' + b"1" * 100_000 + b"}",
        "lists": b"[" + b"[]," * 5_000_000 + b"[]]",
        "numbers": b"[" + b"0," * 8_000_000 + b"0]",
        "packed lists": gzip.compress(b'{"format": [' + b"[]," * 30_000_000 + b"[]]}", 1),
        "swollen": npz(header=header("(200000000,)") + bytes(200_000_000), about=header("(200000000,)") + bytes(100)),
        "declared": npz(header=header("(3000000000,)"), mine=header("(3000000000,)"), about=b""),
        "no magic": npz(header=b"x" * 100, about=b"y"),
        "bad header": npz(header=b"\x93NUMPY\x01\x00\x04\x00((((", about=b"\x93NUMPY\x01\x00\x04\x00'''x"),
        "surrogates": json.dumps({"moves": "\ud800", "winner": 0.0, "seed": [], "seconds": "ab"}).encode(),
        "bytes": bytes(range(256)) * 100,
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("made")
    for name, content in made().items():
        (place / name).write_bytes(content)
    (place / "a folder").mkdir()
    os.mkfifo(place / "pipe")
    (place / "zero").symlink_to("/dev/zero")
    return place


@pytest.mark.skipif(os.name != "posix", reason="pipes, and the memory of a process, as POSIX has them")
@pytest.mark.parametrize("reader", READERS)
def test_refused(reader, folder):
    """In 2 seconds of work, with 256 MB at most, by a C4Error of one line."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for file in sorted(folder.iterdir()):
        started = time.process_time()
        message = ""
        try:
            READERS[reader](file)
        except C4Error as error:
            message = str(error)
        assert "\n" not in message, file.name
        assert time.process_time() - started < 2, file.name
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 256 * 1024, file.name
