"""Colours of heat maps, orange below 0 and blue above, stronger further away; and their numbers.  Imports numpy."""

from __future__ import annotations

from functools import lru_cache
from math import floor, log10

import numpy as np

from visualizer.kit.theme import Theme


def shade(value: float, limit: float) -> float:
    """From -1 to 1: how strong a colour."""
    return max(-1.0, min(1.0, value / limit)) if limit else 0.0


def colour_of(value: float, limit: float, theme: Theme) -> str:
    """The colour of a value as "#rrggbb"; NaN has one of its own."""
    if value != value:
        return hexadecimal(ends(theme)[3])
    return hexadecimal(_mixed(np.array(shade(value, limit)), theme))


def hexadecimal(colour: np.ndarray) -> str:
    """A colour, three numbers from 0 to 255, as "#rrggbb"."""
    red, green, blue = np.rint(colour).astype(int)
    return f"#{red:02x}{green:02x}{blue:02x}"


def pixels_of(values: np.ndarray, limit: float, theme: Theme) -> np.ndarray:
    """uint8[rows, columns, 3] of values, as `colour_of`."""
    shades = np.clip(values / limit, -1, 1) if limit else np.where(np.isnan(values), np.nan, 0.0)
    colours = np.rint(_mixed(np.nan_to_num(shades), theme))
    colours[np.isnan(values)] = ends(theme)[3]
    pixels: np.ndarray = colours.astype(np.uint8)
    return pixels


def _mixed(shades: np.ndarray, theme: Theme) -> np.ndarray:
    below, middle, above, _ = ends(theme)
    strength = np.abs(shades)[..., None]
    mixed: np.ndarray = middle + strength * (np.where(shades[..., None] > 0, above, below) - middle)
    return mixed


@lru_cache(maxsize=4)
def ends(theme: Theme) -> np.ndarray:
    """float64[4, 3]: the colours of the least value, of 0, of the greatest, and of nothing."""
    bad, panel, good, line = (
        np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)
        for colour in (theme.bad, theme.panel, theme.good, theme.line)
    )
    return np.array([bad, panel, good, np.rint((2 * line + panel) / 3)])


def unit_of(most: float) -> float:
    """The power of ten in which the greatest value has two digits before the point."""
    return 10.0 ** (floor(log10(most)) - 1) if most else 1.0


def short(value: float) -> str:
    """A number with three digits and its sign: "+0.0432", "−12.4"; "0"."""
    return f"{value:+.3g}".replace("-", "−") if value else "0"
