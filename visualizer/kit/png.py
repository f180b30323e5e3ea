"""Pictures as PNG, so that Tk shows them with smooth edges.  Standard library only."""

from __future__ import annotations

import struct
import zlib
from binascii import b2a_base64
from collections.abc import Iterable
from math import hypot, sqrt

CLEAR = b"\0\0\0\0"

Point = tuple[float, float]


def png(width: int, height: int, rows: Iterable[bytes | bytearray]) -> bytes:
    """A picture as base64 PNG; each row is `width` pixels of red, green, blue and alpha, a byte each."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    pixels = zlib.compress(b"\0" + b"\0".join(rows), 1)
    return b2a_base64(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b""), newline=False
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


def cover(covered: list[list[float]], begin: Point, end: Point, half: float) -> None:
    """Covers the pixels of a line between two points with round ends, `half` its width, in a square of their shares."""
    (x0, y0), (x1, y1) = begin, end
    dx, dy, side = x1 - x0, y1 - y0, len(covered)
    length = dx * dx + dy * dy
    reach = half + 1
    columns = range(max(0, int(min(x0, x1) - reach)), min(side, int(max(x0, x1) + reach) + 1))
    for y in range(max(0, int(min(y0, y1) - reach)), min(side, int(max(y0, y1) + reach) + 1)):
        row = covered[y]
        for x in columns:
            if row[x] == 1.0:
                continue
            along = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
            if along <= 0.0:
                share = half + 0.5 - hypot(x - x0, y - y0)
            elif along >= 1.0:
                share = half + 0.5 - hypot(x - x1, y - y1)
            else:
                share = half + 0.5 - abs((x - x0) * dy - (y - y0) * dx) / sqrt(length)
            if share > row[x]:
                row[x] = share if share < 1.0 else 1.0
