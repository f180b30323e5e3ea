"""The registry of commands, from which menus, toolbar, keys and the command palette are made."""

from __future__ import annotations

import operator
import sys
import tkinter as tk
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from visualizer.ui.digit_keys import CONTROL, SHIFT, digit_of

NAMES = {
    "Escape": "Esc",
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "Return": "Enter",
    "KP_Enter": "Enter",
    "space": "Space",
    "BackSpace": "Backspace",
    "Delete": "Del",
    "Prior": "PgUp",
    "Next": "PgDn",
    "question": "?",
    "comma": ",",
    "period": ".",
    "slash": "/",
    "equal": "=",
    "plus": "+",
    "minus": "-",
    "KP_Add": "+",
    "KP_Subtract": "-",
}
"""Tk's name of a key, and the name that users see."""

UNCHANGED = ("Home", "End", "Insert", *(f"F{number}" for number in range(1, 13)))
"""Keys whose name in Tk is the one that users see."""

EDITING = ("Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+→", "Ctrl+←")
"""Keys that a text field handles itself."""

FIXED = ("Esc", "Enter", "Space", "Tab", "←", "→", "↑", "↓")
"""Keys that move through every part of the window, and that no command can be given."""

ARROWS = "←→↑↓"

ALT = 0x20000 | {"win32": 0, "darwin": 16}.get(sys.platform, 8)
COMMAND = 8 if sys.platform == "darwin" else 0
"""The bits of a key event's state for the modifiers that differ between systems."""

WINDOWING_SYSTEM = {"win32": "win32", "darwin": "aqua"}.get(sys.platform, "x11")
"""Tk's name of the system that sends the key codes."""

ROWS = {24: "QWERTYUIOP", 38: "ASDFGHJKL", 52: "ZXCVBNM"}
LATIN = {first + place: letter for first, row in ROWS.items() for place, letter in enumerate(row)}
"""X11's codes of the letter keys: on a keyboard with another script, the key in the same place counts."""


def key_of(event: tk.Event[tk.Misc]) -> str:
    """The key of a key press as users read it ("Ctrl+Shift+C"); "" for modifiers and unknown keys."""
    name = str(event.keysym)
    state = int(event.state)
    shift = bool(state & SHIFT)
    digit = digit_of(name, str(event.char), int(event.keycode), state, WINDOWING_SYSTEM)
    if digit is not None:
        key = str(digit)
        shift = False
    elif name in NAMES:
        key = NAMES[name]
        shift = shift and (len(key) > 1 or key in ARROWS)  # "?" is what Shift makes of a key
    elif len(name) == 1:
        key = name.upper()
        shift = shift and key.isalpha()
    elif name in UNCHANGED:
        key = name
    elif sys.platform.startswith("linux") and event.keycode in LATIN and not name.endswith(("_L", "_R")):
        key = LATIN[event.keycode]
    else:
        return ""
    parts: list[str] = []
    if state & (CONTROL | COMMAND):
        parts.append("Ctrl")
    if state & ALT:
        parts.append("Alt")
    if shift:
        parts.append("Shift")
    return "+".join([*parts, key])


def is_typed(key: str) -> bool:
    """Whether a text field handles the key: letters, digits, arrows and editing keys."""
    if key in EDITING:
        return True
    if key == "Esc":
        return False
    *modifiers, last = key.split("+")
    is_function_key = last[1:].isdigit()
    return not is_function_key and "Ctrl" not in modifiers and "Alt" not in modifiers


def typing(root: tk.Misc) -> bool:
    """Whether the focus is in a text field or in another window."""
    try:
        focus = root.focus_get()
    except KeyError:  # tkinter does not know the list of a combobox
        return True
    if focus is None:
        return False
    return focus.winfo_toplevel() is not root or is_field(focus)


def is_field(widget: tk.Misc) -> bool:
    """Whether you can type into a widget."""
    kind = widget.winfo_class()
    if kind == "TCombobox":
        return str(widget["state"]) != "readonly"
    if kind == "Text":
        return str(widget["state"]) == "normal"
    return kind in ("Entry", "TEntry", "Spinbox", "TSpinbox")


def bind_keys(root: tk.Tk, pressed: Callable[[str], bool], home: Callable[[], object]) -> None:
    """Calls `pressed(key)` for keys that are not typed into a text field; it returns whether it handled the key.

    Esc in a text field calls `home()`, which moves the focus elsewhere.
    """

    def act(event: tk.Event[tk.Misc]) -> str | None:
        key = key_of(event)
        if key == "Esc" and isinstance(event.widget, tk.Misc) and is_field(event.widget):
            home()
            return "break"
        if not key or (is_typed(key) and typing(root)):
            return None
        return "break" if pressed(key) else None

    for kind in ("<KeyPress>", "<Alt-KeyPress>"):  # tabs bind the latter, which Tk then prefers
        root.bind(kind, act, add="+")
    for kind in ("Entry", "TEntry", "TCombobox", "TSpinbox"):
        root.bind_class(kind, "<Control-a>", lambda event: select_all(root, str(event.widget)))


def select_all(root: tk.Misc, field: str) -> str:
    """Selects the text of a field by its path in Tk: tkinter does not know those of Tk's own dialogs."""
    root.tk.call(field, "selection", "range", 0, "end")
    root.tk.call(field, "icursor", "end")
    return "break"


MENUS = ("File", "Game", "View", "Search", "Tree", "Playback", "Compare", "Learn", "Help")

INNER = " > "
"""Between a menu and its inner menu: "View > Scale"."""

COLUMNS = "Columns"
"""The group of commands that drop a disc; it has no menu."""


def possible(app: Any) -> str:
    """The `blocked` of a command that is always possible."""
    return ""


class Command(NamedTuple):
    """Something the user can do.  Its functions are called with the app.

    name      for code, preferences and tests
    menu, label   where it appears
    run       what it does
    keys      its keys as users read them ("Ctrl+N"); the first appears in the menu
    tip       a sentence, if the label does not say everything
    blocked   why it is impossible now, as a sentence; "" if it is possible
    checked   for switches: whether it is on; None for others
    separated whether a line separates it from the command above
    after     the name of the command that it follows in the menu, where a feature adds it
    named     for commands whose label depends on the app: the label now; "" for none, which hides the command
    """

    name: str
    menu: str
    label: str
    run: Callable[[Any], object]
    keys: tuple[str, ...] = ()
    tip: str = ""
    blocked: Callable[[Any], str] = possible
    checked: Callable[[Any], bool] | None = None
    separated: bool = False
    after: str = ""
    named: Callable[[Any], str] | None = None

    def description(self, app: Any) -> str:
        """What it does, its keys, and why it is impossible now, if it is."""
        keys = f" ({', '.join(self.keys)})" if self.keys else ""
        blocked = self.blocked(app)
        parts = [f"{self.title}{keys}.", self.tip, f"Not now: {blocked}." if blocked else ""]
        return " ".join(part for part in parts if part)

    @property
    def title(self) -> str:
        """The label on its own: without the dots that announce a window, with the title of its inner menu."""
        inner = self.menu.partition(INNER)[2]
        return f"{inner}: {self.label}" if inner else self.label.removesuffix("...")

    @property
    def key(self) -> str:
        """The key shown in the menu; "" if there is none."""
        return self.keys[0] if self.keys else ""


def entry(menu: str, name: str, label: str, run: Callable[[Any], object], *keys: str, **more: Any) -> Command:
    """A command of a menu; `more` are its other fields."""
    return Command(name, menu, label, run, keys, **more)


def choice_commands(
    menu: str,
    name: str,
    labels: Iterable[tuple[str | float, str]],
    choose: Callable[[Any, Any], object],
    chosen: Callable[[Any], object],
) -> list[Command]:
    """A menu of the choices of a setting, whose values and labels are given.

    `choose(app, value)` chooses a value, `chosen(app)` is the one that is chosen.
    """

    def command(value: str | float, label: str) -> Command:
        def run(app: Any) -> None:
            choose(app, value)

        def checked(app: Any) -> bool:
            return chosen(app) == value

        text = value if isinstance(value, str) else f"{value:g}"
        return entry(menu, f"{name} {text}", label, run, checked=checked)

    return [command(value, label) for value, label in labels]


class Speaker(Protocol):
    """What a registry of commands asks of an app."""

    def say(self, text: str) -> object:
        """Shows a sentence."""


class Commands:
    """All commands for an app, by name and in the order of the menus."""

    def __init__(self, commands: Iterable[Command], app: Speaker) -> None:
        self.app = app
        self._standard = {command.name: command for command in commands}
        self.use_keys({})

    def use_keys(self, own: Mapping[str, str]) -> None:
        """Gives commands other keys than the standard ones: by name a key, or "" for none.

        A key that one command is given, every other command loses; unknown names are ignored.
        """
        given = {key for name, key in own.items() if key and name in self._standard}
        self._commands = {}
        for name, command in self._standard.items():
            keys = tuple(key for key in command.keys if key not in given)
            if name in own:
                keys = (own[name],) if own[name] else ()
            self._commands[name] = command._replace(keys=keys)
        self._by_key = {key: command for command in self._commands.values() for key in command.keys}

    def __iter__(self) -> Iterator[Command]:
        """The commands that are to be seen, as they are called now."""
        for command in self._commands.values():
            if command.named is None:
                yield command
            elif label := command.named(self.app):
                yield command._replace(label=label)

    def menus(self) -> list[str]:
        """All menus with a command, each once."""
        return list(dict.fromkeys(command.menu for command in self._commands.values()))

    def __contains__(self, name: str) -> bool:
        return name in self._commands

    def __getitem__(self, name: str) -> Command:
        return self._commands[name]

    def blocked(self, command: Command) -> str:
        """Why a command is impossible now; "" if it is possible."""
        return command.blocked(self.app)

    def enabled(self, command: Command) -> bool:
        """Whether a command can be run now."""
        return not command.blocked(self.app)

    def checked(self, command: Command) -> bool:
        """Whether a command is a switch that is on."""
        return command.checked is not None and command.checked(self.app)

    def run(self, name: str) -> None:
        """Runs a command, or says why it is impossible now."""
        command = self[name]
        reason = command.blocked(self.app)
        if reason:
            self.app.say(f"{command.title}: {reason}")
        else:
            command.run(self.app)

    def find(self, text: str) -> list[Command]:
        """The commands whose label, menu, keys or tip contain every word of a text, the best matches first."""
        words = text.lower().split()
        ranked = [(rank(command, text, words), command) for command in self]
        matching = [(place, command) for place, command in ranked if place is not None]
        return [command for _, command in sorted(matching, key=operator.itemgetter(0))]

    def owner(self, key: str) -> Command | None:
        """The command a key belongs to."""
        return self._by_key.get(key)


def rank(command: Command, text: str, words: Sequence[str]) -> int | None:
    """How well a command matches a search for `text`, 0 the best; None if it does not."""
    label = command.title.lower()
    everything = f"{label} {command.menu} {' '.join(command.keys)} {command.tip}".lower()
    if not all(word in everything for word in words):
        return None
    if label.startswith(text.lower().strip()):
        return 0
    starts = all(any(part.startswith(word) for part in label.split()) for word in words)
    return 1 if starts else 2
