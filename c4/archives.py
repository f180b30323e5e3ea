"""Archives: files of arrays as numpy's npz, with a JSON header.

    write_arrays("tree.npz", {"format": "c4-saved-tree"}, {"move": moves})
    with Archive("tree.npz", "a saved tree", most=1 << 28) as file:
        file.header, file.array("move", "int8", (1000,))

Nothing that is read is executed, and no file can demand more time or memory than its real contents need.
"""

from __future__ import annotations

import io
import json
import os
import struct
import zipfile
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from c4.storage import Unreadable, open_regular, write_bytes

if TYPE_CHECKING:  # imported only where arrays are read or written
    import numpy as np

MAX_ARRAYS = 64
"""Arrays that an archive may have."""

MAX_HEADER_BYTES = 1 << 20
"""Bytes that the header of an archive may have."""

MAX_DEFLATE_GROWTH = 1032
"""The most bytes that one byte of a deflated entry can become."""


def write_arrays(path: str | Path, header: dict[str, Any], arrays: dict[str, Any], *, compressed: bool = False) -> None:
    """Writes an archive; the same header and arrays give the same bytes.

    `compressed` pays off for arrays that are mostly zeros.  Raises ValueError for a number in the header that is not
    finite, and C4Error when the folder cannot be written.
    """
    write_bytes(path, encode_arrays(header, arrays, compressed=compressed))


def encode_arrays(header: dict[str, Any], arrays: dict[str, Any], *, compressed: bool = False) -> bytes:
    """The bytes of an archive."""
    import numpy as np

    text = json.dumps(header, allow_nan=False).encode()
    if len(text) > MAX_HEADER_BYTES:
        raise ValueError(f"the header would take {len(text):,} bytes: at most {MAX_HEADER_BYTES:,} are allowed")
    buffer = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(buffer, "w", method, compresslevel=1) as archive:
        for name, array in {"header": np.frombuffer(text, dtype=np.uint8), **arrays}.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # its date is always 1980
            entry.compress_type = method
            with archive.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


class Archive:
    """An open archive: its `header`, and its arrays by name.

    Takes a path or the file's bytes; `what` the file should be ("a saved tree"); its arrays together may take at most
    `most` bytes.  Raises Unreadable, also when arrays are read, and OSError for a file that cannot be opened.
    """

    def __init__(self, source: str | Path | bytes, what: str, most: int) -> None:
        self._file: BinaryIO = io.BytesIO(source) if isinstance(source, bytes) else open_regular(source)
        try:
            self._zip = open_zip(self._file, most)
            self._entries = {entry.filename.removesuffix(".npy"): entry for entry in self._zip.infolist()}
            self._unread = set(self._entries)
            if len(self._entries) < len(self._zip.infolist()):
                raise Unreadable("is damaged: it holds an array twice")
            if "header" not in self._entries or self._entries["header"].file_size > MAX_HEADER_BYTES:
                raise zipfile.BadZipFile
            self.header = self._header()
        except Exception as error:
            self._file.close()
            if isinstance(error, Unreadable | OSError):
                raise
            raise Unreadable(f"is not {what}, or it is cut off") from error

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def require_all_read(self) -> None:
        """Raises Unreadable if it holds an array that was not read."""
        if self._unread:
            raise Unreadable(f"is damaged: it also holds {sorted(self._unread)[0]!r}")

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def _header(self) -> dict[str, Any]:
        data = self.array("header", "uint8", (None,)).tobytes()
        try:
            header = json.loads(data.decode())
        except (ValueError, RecursionError) as error:
            raise Unreadable("is damaged: its header is not JSON") from error
        if not isinstance(header, dict):
            raise Unreadable("is damaged: its header is not an object")
        return header

    def array(self, name: str, dtype: str, shape: tuple[int | None, ...]) -> np.ndarray:
        """The array of this name.  Raises Unreadable if it is missing or has another type or shape (None: any)."""
        import numpy as np

        if name not in self._entries:
            raise Unreadable(f"lacks the array {name!r}")
        entry = self._entries[name]
        self._unread.discard(name)
        try:
            with self._zip.open(entry) as file:
                version = np.lib.format.read_magic(file)
                if version != (1, 0):  # version 2 is for headers of more than 64 KB
                    raise ValueError
                there, _, kind = np.lib.format.read_array_header_1_0(file)
                if kind != np.dtype(dtype) or len(there) != len(shape):
                    raise Unreadable(
                        f"holds the array {name!r} as {len(there)}-d {kind}: {len(shape)}-d {dtype} was expected"
                    )
                if any(length not in (None, number) for length, number in zip(shape, there)):
                    raise Unreadable(f"holds the array {name!r} with the lengths {there}: {shape} was expected")
                if prod(there) * kind.itemsize != entry.file_size - file.tell():
                    raise Unreadable(f"is damaged: the array {name!r} does not have the size that it declares")
                file.seek(0)
                return np.ascontiguousarray(np.lib.format.read_array(file, allow_pickle=False))
        except (Unreadable, OSError):
            raise
        except Exception as error:  # zipfile and numpy raise many kinds for a damaged file
            raise Unreadable(f"is damaged: the array {name!r} cannot be read") from error


def open_zip(file: BinaryIO, most: int) -> zipfile.ZipFile:
    """A zip file whose list of entries is checked before anything is unpacked.

    Raises Unreadable for too many entries, impossible sizes, and more than `most` bytes of content.
    """
    end = struct.Struct("<4s4H2LH")  # the last record: signature, disks, entries, size and place of the list, comment
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - end.size - 20))
    tail = file.read()
    signature, *_, entries, listed, _, comment = end.unpack(tail[-end.size :])
    zip64 = tail.startswith(b"PK\x06\x07")  # would replace the numbers just read
    if signature != b"PK\x05\x06" or comment or zip64 or entries > MAX_ARRAYS or listed > MAX_HEADER_BYTES:
        raise zipfile.BadZipFile
    archive = zipfile.ZipFile(file)
    listing = archive.infolist()
    for entry in listing:
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile
        growth = 1 if entry.compress_type == zipfile.ZIP_STORED else MAX_DEFLATE_GROWTH
        possible = entry.compress_size * growth
        if entry.compress_size > size or entry.file_size > possible:
            raise Unreadable("is damaged: it declares more than it can hold")
    total = sum(entry.file_size for entry in listing)
    if total > most:
        raise Unreadable(f"holds {total >> 20:,} MB: at most {most >> 20:,} MB are allowed")
    return archive
