"""Colours of the window: light, dark and high contrast, and which of them the system is set to."""

from __future__ import annotations

import sys
from functools import cache
from typing import NamedTuple


class Theme(NamedTuple):
    """All colours of one look."""

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
    exact: str  # principal variation
    leaf: str
    pruned: str


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
    good="#0072b2",
    bad="#b54d00",
    exact="#111827",
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
    good="#56b4e9",
    bad="#e69f00",
    exact="#f5f7fa",
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
    board="#0b2a66",
    hole="#000000",
    good="#6cc5ff",
    bad="#ffb000",
    exact="#ffffff",
    leaf="#8a93a0",
    pruned="#8a93a0",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}

SYSTEM = "system"
"""The choice to follow the system's theme."""

STONES = {
    "red and yellow": (("Red", "#d1382c"), ("Yellow", "#f2c230")),
    "blue and orange": (("Blue", "#0072b2"), ("Orange", "#e69f00")),
    "black and white": (("Black", "#20242b"), ("White", "#f4f4f0")),
}
"""Disc colours by name: (word, colour) of the first seat and of the second.  The first seat's discs carry a ring, the
second's a dot.
"""


def faded(theme: Theme) -> Theme:
    """The theme of what is outdated: every colour is half way to that of the panels."""
    colours = {name: mixed(colour, theme.panel, 0.5) for name, colour in theme._asdict().items() if name != "name"}
    return theme._replace(**colours | {"window": theme.window, "panel": theme.panel})


def mixed(one: str, other: str, share: float) -> str:
    """The colour that lies a share of the way from one to another."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """How light "#rrggbb" is, from 0 to 1 (relative luminance as in WCAG)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


@cache
def ink_on(colour: str) -> str:
    """Black or white, whichever stands out more from a colour "#rrggbb"."""
    return "#111111" if (luminance(colour) + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


class SystemAppearance(NamedTuple):
    """The name of the theme that fits the system's settings, and whether they allow animations."""

    theme: str = LIGHT.name
    motion: bool = True


def system_appearance() -> SystemAppearance:
    """What the system is set to.  On some systems this runs other programs, so it is called in a thread."""
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
    import subprocess

    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=2.0, check=False).stdout
    except (OSError, subprocess.SubprocessError):
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

    flags = value(r"Control Panel\Accessibility\HighContrast", "Flags")
    if isinstance(flags, str) and flags.isdigit() and int(flags) & 1:
        return SystemAppearance(CONTRAST.name)
    dark = value(r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize", "AppsUseLightTheme") == 0
    still = value(r"Control Panel\Desktop\WindowMetrics", "MinAnimate") == "0"
    return SystemAppearance(DARK.name if dark else LIGHT.name, not still)
