"""Keys as people read them, "Ctrl+Shift+C", and the one handler that runs what belongs to them.  Imports tkinter."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable

NAMES = {"Escape": "Esc", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Return": "Enter", "KP_Enter": "Enter"}
NAMES |= {"space": "Space", "BackSpace": "Backspace", "question": "?", "comma": ",", "period": ".", "plus": "+"}
NAMES |= {"minus": "-", "slash": "/", "Prior": "PgUp", "Next": "PgDn", "KP_Add": "+", "KP_Subtract": "-"}
NAMES |= {"equal": "=", "Delete": "Del"} | {f"KP_{digit}": str(digit) for digit in range(10)}
"""What Tk calls a key, and what people call it."""

WHOLE = ("Home", "End", "Insert", *(f"F{number}" for number in range(1, 13)))
"""Keys that Tk calls what people call them."""

EDITING = ("Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+→", "Ctrl+←")
"""Keys that belong to a text field while somebody types in it."""

ARROWS = "←→↑↓"

SHIFT, CONTROL = 1, 4
ALT = 0x20000 | {"win32": 0, "darwin": 16}.get(sys.platform, 8)
COMMAND = 8 if sys.platform == "darwin" else 0

ROWS = {24: "QWERTYUIOP", 38: "ASDFGHJKL", 52: "ZXCVBNM"}
LATIN = {first + place: letter for first, row in ROWS.items() for place, letter in enumerate(row)}
"""X11's codes of the letter keys: on a keyboard of another script the key in the same place counts."""


def key_of(event: tk.Event[tk.Misc]) -> str:
    """The key of a key press as people read it; "" for modifiers alone and keys without a name.  Caps Lock does not
    matter.
    """
    name, state = str(event.keysym), int(event.state)
    shift = bool(state & SHIFT)
    if name in NAMES:
        said = NAMES[name]
        shift = shift and (len(said) > 1 or said in ARROWS)  # "?" is what Shift makes of a key
    elif len(name) == 1:
        said = name.upper()
        shift = shift and said.isalpha()
    elif name in WHOLE:
        said = name
    elif sys.platform.startswith("linux") and event.keycode in LATIN and not name.endswith(("_L", "_R")):
        said = LATIN[event.keycode]
    else:
        return ""
    held = (("Ctrl", state & (CONTROL | COMMAND)), ("Alt", state & ALT), ("Shift", shift))
    return "+".join([*(modifier for modifier, down in held if down), said])


def is_typed(key: str) -> bool:
    """Whether a text field takes the key: letters, digits, arrows, and what edits."""
    parts = key.split("+")
    return key in EDITING or not ({"Ctrl", "Alt"} & set(parts) or parts[-1][1:].isdigit() or key == "Esc")


def typing(root: tk.Misc) -> bool:
    """Whether a key press belongs to a text field or to another window."""
    try:
        focus = root.focus_get()
    except KeyError:  # the list of a combobox, which tkinter does not know
        return True
    if focus is None:
        return False
    return focus.winfo_toplevel() is not root or is_field(focus)


def is_field(widget: tk.Misc) -> bool:
    """Whether a widget takes letters."""
    kind = widget.winfo_class()
    if kind == "TCombobox":
        return str(widget["state"]) != "readonly"
    if kind == "Text":
        return str(widget["state"]) == "normal"
    return kind in ("Entry", "TEntry", "Spinbox", "TSpinbox")


def bind_keys(root: tk.Tk, pressed: Callable[[str], bool], home: Callable[[], object]) -> None:
    """Hands every key that is not typed to `pressed(key)`, which says whether it took it.  Esc in a text field calls
    `home()`, which takes the focus out of it.
    """

    def act(event: tk.Event[tk.Misc]) -> str | None:
        key = key_of(event)
        if key == "Esc" and isinstance(event.widget, tk.Misc) and is_field(event.widget):
            home()
            return "break"
        if not key or (is_typed(key) and typing(root)):
            return None
        return "break" if pressed(key) else None

    root.bind("<KeyPress>", act, add="+")
