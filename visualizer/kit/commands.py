"""Commands: one table from which menus, toolbar, keys, key sheet and tests are made.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

MENUS = ("File", "Game", "View", "Search", "Tree", "Playback", "Compare", "Help")

EDITING = ("Ctrl+C", "Ctrl+V", "Ctrl+Z", "Ctrl+Y")
"""Keys that belong to a text field while somebody types in it."""

KEYSYMS = {"Esc": "Escape", "←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "Enter": "Return", "Space": "space"}
KEYSYMS |= {"Backspace": "BackSpace", "?": "question"}


def possible() -> str:
    """The `blocked` of a command that is always possible."""
    return ""


@dataclass(frozen=True)
class Command:
    """Something a person can do.

    name      for code and tests
    menu, label   where it appears
    run       what it does
    keys      its keys as people read them ("Ctrl+N"); the first appears in the menu
    tip       a sentence, if the label does not say everything
    blocked   why it is impossible now, as a sentence; "" if it is possible
    checked   for switches: whether it is on; otherwise None
    parted    whether a line separates it from the command above
    """

    name: str
    menu: str
    label: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()
    tip: str = ""
    blocked: Callable[[], str] = possible
    checked: Callable[[], bool] | None = None
    parted: bool = False

    def enabled(self) -> bool:
        """Whether it can be done now."""
        return not self.blocked()

    def told(self) -> str:
        """What it does, its keys, and why it cannot be done now, where that is so."""
        keys = f" ({', '.join(self.keys)})" if self.keys else ""
        blocked = self.blocked()
        said = [f"{self.label.removesuffix('...')}{keys}.", self.tip, f"Not now: {blocked}." if blocked else ""]
        return " ".join(part for part in said if part)

    @property
    def key(self) -> str:
        """The key shown in the menu; "" if there is none."""
        return self.keys[0] if self.keys else ""


class Commands:
    """All commands, by name and in the order of the menus."""

    def __init__(self, commands: Iterable[Command]) -> None:
        self._commands = {command.name: command for command in commands}

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __getitem__(self, name: str) -> Command:
        return self._commands[name]

    def of(self, menu: str) -> list[Command]:
        """The commands of a menu."""
        return [command for command in self if command.menu == menu]

    def run(self, name: str, say: Callable[[str], object]) -> None:
        """Runs a command, or says why it is impossible now."""
        command = self[name]
        reason = command.blocked()
        if reason:
            say(f"{command.label.removesuffix('...')}: {reason}")
        else:
            command.run()

    # -- what is made from them ---------------------------------------------------------------------------------------

    def build_menus(self, root: tk.Tk) -> dict[str, tk.Menu]:
        """Builds the menu bar; each menu checks what is possible whenever it is opened."""
        bar = tk.Menu(root, tearoff=False)
        menus = {}
        for title in MENUS:
            menu = tk.Menu(bar, tearoff=False)
            commands = self.of(title)
            menu.configure(postcommand=partial(fill, menu, commands))
            fill(menu, commands)
            bar.add_cascade(label=title, menu=menu, underline=0)
            menus[title] = menu
        root.configure(menu=bar)
        return menus

    def bind_keys(self, root: tk.Tk, say: Callable[[str], object]) -> None:
        """Binds the keys; an impossible command says why.

        Keys without Ctrl, Alt or an F number do nothing while somebody types.
        """
        for command in self:
            for key in command.keys:
                plain = key in EDITING or not (
                    key.startswith(("Ctrl+", "Alt+", "Shift+")) or key[1:].isdigit() or key == "Esc"
                )
                root.bind(event_of(key), self._pressed(root, command.name, plain, say), add="+")

    def _pressed(
        self, root: tk.Tk, name: str, plain: bool, say: Callable[[str], object]
    ) -> Callable[[object], str | None]:
        """Handles a key: runs its command, unless somebody is typing it."""

        def act(event: object) -> str | None:
            if plain and typing(root):
                return None
            self.run(name, say)
            return "break"

        return act


def fill(menu: tk.Menu, commands: Iterable[Command]) -> None:
    """Fills a menu with commands as they are now."""
    menu.delete(0, "end")
    for command in commands:
        if command.parted:
            menu.add_separator()
        mark = "" if command.checked is None else "✓ " if command.checked() else "    "
        state = "normal" if command.enabled() else "disabled"
        menu.add_command(label=mark + command.label, accelerator=command.key, command=command.run, state=state)  # type: ignore[arg-type]


def event_of(key: str) -> str:
    """The Tk event of a key as people read it: "Ctrl+Shift+C" becomes "<Control-C>"."""
    *modifiers, name = key.split("+") if key != "+" else ["+"]
    name = KEYSYMS.get(name, name)
    if len(name) == 1 and name.isalpha():
        name = name.upper() if "Shift" in modifiers else name.lower()
        modifiers = [modifier for modifier in modifiers if modifier != "Shift"]
    elif len(name) == 1 and name.isdigit():
        name = f"Key-{name}"
    names = {"Ctrl": "Control"}
    return "<" + "-".join([*(names.get(modifier, modifier) for modifier in modifiers), name]) + ">"


def typing(root: tk.Tk) -> bool:
    """Whether a key press belongs to a text field or to another window."""
    try:
        focus = root.focus_get()
    except KeyError:  # the list of a combobox, which tkinter does not know
        return True
    if focus is None or (focus.winfo_class() == "TCombobox" and str(focus["state"]) == "readonly"):
        return False  # a read-only box takes no letters
    fields = ("Entry", "TEntry", "Spinbox", "TSpinbox", "TCombobox")
    return focus.winfo_toplevel() is not root or focus.winfo_class() in fields
