"""Pictures as PNG, so that Tk shows them with smooth edges.  Standard library only."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable

CLEAR = b"\0\0\0\0"


def png(width: int, height: int, rows: Iterable[bytes]) -> bytes:
    """A picture as base64 PNG; each row is `width` pixels of red, green, blue and alpha, a byte each."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    return base64.b64encode(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(covers: Iterable[tuple[float, tuple[int, int, int]]]) -> bytes:
    """The pixel that layers make, from below to above: (share of the pixel that is covered, colour)."""
    red = green = blue = alpha = 0.0
    for cover, (r, g, b) in covers:
        if cover > 0.0:
            keep = 1.0 - cover
            red, green, blue = red * keep + r * cover, green * keep + g * cover, blue * keep + b * cover
            alpha = alpha * keep + cover
    if alpha <= 0.0:
        return CLEAR
    return bytes((round(red / alpha), round(green / alpha), round(blue / alpha), round(alpha * 255)))
