"""Smooth round stones as small pictures; Tk's own ovals have jagged edges.  Imports tkinter.

A picture consists of rings, each with a radius and a colour; pixels on an edge are blended.
"""

from __future__ import annotations

import tkinter as tk
from functools import lru_cache

from visualizer.kit.png import CLEAR, png

Ring = tuple[float, str]
"""(outer radius as a share of half the picture, colour "#rrggbb" or "" for nothing), from the outside in."""


def stone_rings(seat: int, colour: str, mark: str) -> tuple[Ring, ...]:
    """A stone of a seat (0 or 1): the first carries a ring, the second a dot, so that they differ without colour."""
    if seat == 0:
        return (1.0, "#111111"), (0.96, colour), (0.64, mark), (0.54, colour)
    return (1.0, "#111111"), (0.96, colour), (0.22, mark)


def sprite(master: tk.Misc, size: int, rings: tuple[Ring, ...]) -> tk.PhotoImage:
    """A square picture of `size` pixels with the rings around its middle, transparent outside."""
    return tk.PhotoImage(master=master, data=_png(size, rings))


@lru_cache(maxsize=256)
def _png(size: int, rings: tuple[Ring, ...]) -> bytes:
    """The picture as base64 PNG with an alpha channel.  One quarter is computed, the others mirror it."""
    middle = (size - 1) / 2
    half = (size + 1) // 2
    layers = [
        (
            radius * size / 2,
            *((int(colour[i : i + 2], 16) for i in (1, 3, 5)) if colour else (0, 0, 0)),
            255 if colour else 0,
        )
        for radius, colour in rings
    ]
    full = [bytes((r, g, b, 255)) if a else CLEAR for _, r, g, b, a in layers]
    quarter: list[bytes] = []
    pixels: dict[float, bytes] = {}  # by the square of the distance from the middle, which many pixels share
    for y in range(half):
        line = []
        for x in range(half):
            square = (x - middle) ** 2 + (y - middle) ** 2
            if square in pixels:
                line.append(pixels[square])
                continue
            distance = square**0.5
            whole, blended = CLEAR, False
            for (radius, *_), pixel in zip(layers, full):
                if radius - distance >= 0.5:
                    whole = pixel
                else:
                    blended = radius - distance > -0.5
                    break
            if not blended:
                pixels[square] = whole
                line.append(whole)
                continue
            red = green = blue = alpha = 0.0
            for radius, r, g, b, a in layers:
                cover = min(1.0, max(0.0, radius - distance + 0.5))
                if cover <= 0.0:
                    break
                keep = 1.0 - cover
                share = cover * a / 255
                red, green, blue, alpha = (
                    red * keep + r * share,
                    green * keep + g * share,
                    blue * keep + b * share,
                    alpha * keep + share,
                )
            scale = 1 / alpha if alpha else 0.0
            pixels[square] = bytes((round(red * scale), round(green * scale), round(blue * scale), round(alpha * 255)))
            line.append(pixels[square])
        quarter.append(b"".join(line) + b"".join(reversed(line[: size - half])))
    return png(size, size, (*quarter, *reversed(quarter[: size - half])))
