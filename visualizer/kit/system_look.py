"""What this system is set to: light or dark, high contrast, reduced motion.  Standard library only.

`ask` runs other programs on some systems and is called in a thread; it never takes longer than a few seconds.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from visualizer.kit.theme import CONTRAST, DARK, LIGHT

SECONDS = 2.0
"""How long an answer is waited for."""

DESKTOP = "org.gnome.desktop"
PERSONALIZE = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"


class SystemLook(NamedTuple):
    """The name of the theme that fits the system, and whether things may move."""

    theme: str = LIGHT.name
    motion: bool = True


def ask() -> SystemLook:
    """What the system is set to; light and moving where it does not say."""
    if sys.platform == "win32":
        return _windows()
    if sys.platform == "darwin":
        dark = "dark" in _said("defaults", "read", "-g", "AppleInterfaceStyle").lower()
        still = _said("defaults", "read", "com.apple.universalaccess", "reduceMotion").strip() == "1"
        return SystemLook(DARK.name if dark else LIGHT.name, not still)
    high = _said("gsettings", "get", f"{DESKTOP}.a11y.interface", "high-contrast").strip() == "true"
    scheme = _said("gsettings", "get", f"{DESKTOP}.interface", "color-scheme")
    still = _said("gsettings", "get", f"{DESKTOP}.interface", "enable-animations").strip() == "false"
    return SystemLook(CONTRAST.name if high else DARK.name if "dark" in scheme else LIGHT.name, not still)


def _said(*words: str) -> str:
    """What a program answers; "" if there is none or it fails."""
    import shutil
    import subprocess

    if shutil.which(words[0]) is None:
        return ""
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def _windows() -> SystemLook:
    if sys.platform != "win32":
        return SystemLook()
    import winreg

    def value(path: str, name: str) -> object:
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
                return winreg.QueryValueEx(key, name)[0]
        except OSError:
            return None

    flags = value(r"Control Panel\Accessibility\HighContrast", "Flags")
    if isinstance(flags, str) and flags.isdigit() and int(flags) & 1:
        return SystemLook(CONTRAST.name)
    dark = value(PERSONALIZE, "AppsUseLightTheme") == 0
    still = value(r"Control Panel\Desktop\WindowMetrics", "MinAnimate") == "0"
    return SystemLook(DARK.name if dark else LIGHT.name, not still)
