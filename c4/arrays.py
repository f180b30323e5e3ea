"""Files of arrays: numpy's npz with a JSON header, written atomically, checked before decoding.  Imports `c4.files`.

    write("tree.npz", {"format": "c4-tree-file"}, {"move": moves})
    with Archive("tree.npz", most=1 << 28) as file:
        file.header, file.array("move", "int8", (1000,))

Nothing that is read is executed, and no file can demand more time or memory than its real contents need: the sizes
that it declares are compared with each other, with the size of the file and with what the caller expects before
anything is unpacked.
"""

from __future__ import annotations

import ast
import io
import json
import os
import re
import struct
import zipfile
import zlib
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from c4.files import Unreadable, open_regular, write_bytes
from c4.game.rules import count

if TYPE_CHECKING:  # loaded only where arrays are read or written
    import numpy as np

ENTRIES = 64
"""The most arrays in a file."""

HEADER = 1 << 20
"""The most bytes of a header."""

DEFLATE = 1032
"""The most bytes that one byte of a deflated entry can become."""

PIECE = 1 << 20

_END = struct.Struct("<4s4H2LH")
"""The last record of a zip file without comment: signature, disks, entries, size and place of the list of entries."""

_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, ArithmeticError, EOFError, LookupError, MemoryError, RuntimeError,
    SyntaxError, TypeError, ValueError,
)  # fmt: skip
"""What Python's reader of zip files and of literals raise for a damaged file."""

_NUMBERS = re.compile(r"[<>|=]?[biufc][1-9]\d?")
"""The number types, as an npy file names them."""


def write(path: str | Path, header: dict[str, Any], arrays: dict[str, Any], *, compressed: bool = False) -> None:
    """Writes a file; the same header and arrays give the same bytes.

    `compressed` pays off for arrays that are mostly zeros.  Raises ValueError for a number in the header that is not
    finite, and C4Error when the folder cannot be written.
    """
    write_bytes(path, encode(header, arrays, compressed=compressed))


def encode(header: dict[str, Any], arrays: dict[str, Any], *, compressed: bool = False) -> bytes:
    """The bytes that `write` writes."""
    import numpy as np

    text = json.dumps(header, allow_nan=False).encode()
    if len(text) > HEADER:
        raise ValueError(f"the header would take {count(len(text), 'byte')}: at most {HEADER:,} are allowed")
    buffer = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(buffer, "w", method, compresslevel=1) as archive:
        for name, array in {"header": np.frombuffer(text, dtype=np.uint8), **arrays}.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # the date stays 1980
            entry.compress_type = method
            with archive.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


class Archive:
    """An open file; `header` is its JSON.  Arrays are read one at a time, by name.

    Takes a path or the file's bytes; its arrays together may take at most `most` bytes.
    Raises Unreadable, also while arrays are read, and OSError for a file that cannot be read at all.
    """

    def __init__(self, source: str | Path | bytes, most: int) -> None:
        self._file: BinaryIO = io.BytesIO(source) if isinstance(source, bytes) else open_regular(source)
        try:
            self._entries = self._directory(most)
            self.header = self._header()
        except _BROKEN as error:
            self._file.close()
            raise Unreadable("is not a file of arrays, or it is cut off") from error
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def array(self, name: str, dtype: str, shape: tuple[int | None, ...]) -> np.ndarray:
        """The array of this name.  Raises Unreadable if it is missing or has another type or shape (None: any)."""
        import numpy as np

        if name not in self._entries:
            raise Unreadable(f"lacks the array {name!r}")
        entry, wanted = self._entries[name], np.dtype(dtype)
        try:
            with self._zip.open(entry) as file:
                found, kind = self._layout(file)
                if kind != wanted or len(found) != len(shape):
                    raise Unreadable(
                        f"holds the array {name!r} as {len(found)}-d {kind}: {len(shape)}-d {wanted} was expected"
                    )
                if any(length not in (None, there) for length, there in zip(shape, found)):
                    raise Unreadable(f"holds the array {name!r} with the lengths {found}: {shape} was expected")
                size = prod(found) * wanted.itemsize
                if size != entry.file_size - file.tell():
                    raise Unreadable(f"is damaged: the array {name!r} does not have the size that it declares")
                array = np.empty(found, dtype=wanted)
                self._fill(file, array.reshape(-1).view(np.uint8), name)
                return array
        except _BROKEN as error:
            raise Unreadable(f"is damaged: the array {name!r} cannot be read") from error

    # -- parts --------------------------------------------------------------------------------------------------------

    def _directory(self, most: int) -> dict[str, zipfile.ZipInfo]:
        self._zip = directory(self._file, most)
        return {entry.filename.removesuffix(".npy"): entry for entry in self._zip.infolist()}

    def _header(self) -> dict[str, Any]:
        if "header" not in self._entries or self._entries["header"].file_size > HEADER:
            raise zipfile.BadZipFile
        data = self.array("header", "uint8", (None,)).tobytes()
        try:
            header = json.loads(data.decode())
        except (ValueError, RecursionError) as error:
            raise Unreadable("is damaged: its header is not JSON") from error
        if not isinstance(header, dict):
            raise Unreadable("is damaged: its header is not an object")
        return header

    @staticmethod
    def _layout(file: Any) -> tuple[tuple[int, ...], np.dtype[Any]]:
        """(shape, type) that an npy file declares.  Raises ValueError for what is not plain numbers in C's order."""
        import numpy as np

        magic, major, _ = struct.unpack("<6sBB", file.read(8))
        (length,) = struct.unpack("<H", file.read(2)) if major == 1 else struct.unpack("<I", file.read(4))
        if magic != b"\x93NUMPY" or length > 10_000:
            raise ValueError
        declared = ast.literal_eval(file.read(length).decode())
        kind, shape = declared["descr"], declared["shape"]
        if not _NUMBERS.fullmatch(kind) or not all(type(number) is int and number >= 0 for number in shape):
            raise ValueError
        if declared["fortran_order"] and len(shape) > 1:
            raise ValueError
        return tuple(shape), np.dtype(kind)

    @staticmethod
    def _fill(file: Any, target: np.ndarray, name: str) -> None:
        """Reads the bytes of an array piece by piece, so that memory is used only for what is really there."""
        done, view = 0, memoryview(target.data)
        while done < len(view):
            read = file.readinto(view[done : done + PIECE])
            if not read:
                raise Unreadable(f"is damaged: the array {name!r} is cut off")
            done += read
        if file.read(1):
            raise Unreadable(f"is damaged: the array {name!r} is longer than it declares")


def directory(file: BinaryIO, most: int) -> zipfile.ZipFile:
    """The zip file, its list of entries checked.  Raises Unreadable for too many entries or impossible sizes."""
    size = file.seek(0, os.SEEK_END)
    if size < _END.size:
        raise zipfile.BadZipFile
    file.seek(max(0, size - _END.size - 20))
    tail = file.read()
    signature, *_, entries, listed, _, comment = _END.unpack(tail[-_END.size :])
    if signature != b"PK\x05\x06" or comment or tail[:4] == b"PK\x06\x07":
        raise zipfile.BadZipFile
    if entries > ENTRIES or listed > HEADER:
        raise Unreadable(f"lists {count(entries, 'array')}: at most {ENTRIES} are allowed")
    archive = zipfile.ZipFile(file)
    listing = archive.infolist()
    for entry in listing:
        plain = entry.compress_type == zipfile.ZIP_STORED
        if entry.flag_bits & 1 or not (plain or entry.compress_type == zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile
        possible = entry.compress_size if plain else DEFLATE * entry.compress_size
        if entry.compress_size > size or entry.file_size > possible:
            raise Unreadable("is damaged: it declares more than it can hold")
    total = sum(entry.file_size for entry in listing)
    if total > most:
        raise Unreadable(f"holds {total >> 20:,} MB: at most {most >> 20:,} MB are allowed")
    return archive
