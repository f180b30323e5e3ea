"""Colours of the discs and of the window: light, dark and high contrast, and which of them the system is set to."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from typing import NamedTuple

from c4.children import run_tool
from c4.text import read_digits

RED_AND_YELLOW = (("Red", "#d1382c"), ("Yellow", "#f2c230"))
"""The usual words and colours of the discs."""

DISC_COLOURS = {
    "red and yellow": RED_AND_YELLOW,
    "blue and orange": (("Blue", "#0072b2"), ("Orange", "#e69f00")),
    "black and white": (("Black", "#20242b"), ("White", "#f4f4f0")),
}
"""(word, colour) of the discs of the first seat and of the second, by the name of the pair."""

RINGED = tuple(first[1] for first, _ in DISC_COLOURS.values())
"""The colours whose discs carry a ring; those of the other colours carry a dot."""

DARK_LUMINANCE = 0.2
"""A theme is dark if its panels have less luminance than this, of 1."""


class Theme(NamedTuple):
    """All colours of the window."""

    name: str
    window: str  # behind everything
    panel: str  # lists, cards, the tree
    line: str  # borders that only divide
    edge: str  # borders of what can be edited
    text: str
    faint: str  # text that is outdated or less important
    accent: str  # selection and focus
    board: str  # the board's face
    hole: str  # an empty cell
    good: str  # values that favour the searching side
    bad: str  # values against it
    best: str  # the best move and the line of best play, in the tree
    cut: str  # what was pruned, and why, in the tree
    leaf: str
    pruned: str

    @property
    def is_dark(self) -> bool:
        """Whether lines have to be drawn in light colours."""
        return luminance(self.panel) < DARK_LUMINANCE


LIGHT = Theme(
    name="light",
    window="#f3f4f6",
    panel="#ffffff",
    line="#c5cad3",
    edge="#7f8896",
    text="#1b2330",
    faint="#5b6472",
    accent="#0072b2",
    board="#3567ad",
    hole="#e8ecf2",
    good="#004477",
    bad="#b54d00",
    best="#1560bd",
    cut="#7a1fc2",
    leaf="#d7dce4",
    pruned="#b9c0cb",
)

DARK = Theme(
    name="dark",
    window="#1b2027",
    panel="#232a33",
    line="#46505e",
    edge="#8390a2",
    text="#e8ecf2",
    faint="#9aa4b2",
    accent="#56b4e9",
    board="#3f6db0",
    hole="#141920",
    good="#93d3ff",
    bad="#e08a00",
    best="#62b0ff",
    cut="#cf9bff",
    leaf="#5a6573",
    pruned="#55606e",
)

CONTRAST = Theme(
    name="high contrast",
    window="#000000",
    panel="#000000",
    line="#ffffff",
    edge="#ffffff",
    text="#ffffff",
    faint="#d0d4da",
    accent="#ffd60a",
    board="#2a5fd0",
    hole="#000000",
    good="#b8e4ff",
    bad="#ff9500",
    best="#6cc5ff",
    cut="#e3a8ff",
    leaf="#8a93a0",
    pruned="#8a93a0",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}

SYSTEM = "system"
"""The choice to follow the system's theme."""


def disabled(theme: Theme) -> str:
    """The colour of what cannot be used now: fainter than text that is only less important."""
    return mixed(theme.faint, theme.window, 0.45)


def faded(theme: Theme) -> Theme:
    """The theme for outdated values: the colours over the panels are mixed half and half with that of the panels."""
    unchanged = ("name", "window", "panel")
    colours = {
        name: mixed(colour, theme.panel, 0.5) for name, colour in theme._asdict().items() if name not in unchanged
    }
    return theme._replace(**colours)


@lru_cache(maxsize=1000)
def mixed(one: str, other: str, share: float) -> str:
    """A mixture of two colours "#rrggbb": `share` of the other, the rest of the one."""
    channels = [round(a + (b - a) * share) for a, b in zip(_channels(one), _channels(other))]
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def _channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of "#rrggbb", from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """The relative luminance of "#rrggbb" as in WCAG, from 0 to 1."""
    red, green, blue = (_linear(part / 255) for part in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    """A part of a colour of sRGB as linear light, both from 0 to 1."""
    if part <= 0.04045:
        return part / 12.92
    return float(((part + 0.055) / 1.055) ** 2.4)


@cache
def ink_on(colour: str) -> str:
    """Black or white, whichever has more contrast with a colour "#rrggbb"."""
    light = luminance(colour) + 0.05
    return "#111111" if light**2 > 0.05 * 1.05 else "#ffffff"


TOOL_SECONDS = 2.0
"""How long the system is given to say how it looks."""


class SystemAppearance(NamedTuple):
    """The name of the theme that fits the system's settings, and whether they allow animations."""

    theme: str = LIGHT.name
    motion: bool = True


def system_appearance() -> SystemAppearance:
    """The settings of the system.  On some systems this runs other programs, so call it in a thread."""
    if sys.platform == "win32":
        return _windows_appearance()
    if sys.platform == "darwin":
        dark = "dark" in _output("defaults", "read", "-g", "AppleInterfaceStyle").lower()
        still = _output("defaults", "read", "com.apple.universalaccess", "reduceMotion").strip() == "1"
        return SystemAppearance(DARK.name if dark else LIGHT.name, not still)

    def setting(schema: str, key: str) -> str:
        return _output("gsettings", "get", f"org.gnome.desktop.{schema}", key).strip()

    theme = DARK if "dark" in setting("interface", "color-scheme") else LIGHT
    if setting("a11y.interface", "high-contrast") == "true":
        theme = CONTRAST
    return SystemAppearance(theme.name, setting("interface", "enable-animations") != "false")


def _output(*command: str) -> str:
    """The output of a program; "" if there is none or it fails."""
    try:
        return run_tool(command, TOOL_SECONDS)
    except OSError:
        return ""


def _windows_appearance() -> SystemAppearance:
    if sys.platform != "win32":
        return SystemAppearance()
    import winreg

    def value(path: str, name: str) -> object:
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
                return winreg.QueryValueEx(key, name)[0]
        except OSError:
            return None

    flags = read_digits(str(value(r"Control Panel\Accessibility\HighContrast", "Flags")))
    if flags is not None and flags & 1:
        return SystemAppearance(CONTRAST.name)
    dark = value(r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize", "AppsUseLightTheme") == 0
    still = value(r"Control Panel\Desktop\WindowMetrics", "MinAnimate") == "0"
    return SystemAppearance(DARK.name if dark else LIGHT.name, not still)
