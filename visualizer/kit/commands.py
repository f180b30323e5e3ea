"""Commands: one table from which menus, toolbar, keys, palette, key sheet and tests are made.  Plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

MENUS = ("File", "Game", "View", "Search", "Tree", "Playback", "Compare", "Examples", "Help")

INNER = " > "
"""Between a menu and one in it: "View > Scale"."""

COLUMNS = "Columns"
"""The group of the commands that drop a stone; no menu."""

RESERVED = ("Tab", "Shift+Tab", "Enter", "Space", "←", "→", "↑", "↓")
"""Keys that move the focus or work what has it."""


def possible() -> str:
    """The `blocked` of a command that is always possible."""
    return ""


class Command(NamedTuple):
    """Something a person can do.

    name      for code, preferences and tests
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
        said = [f"{self.title}{keys}.", self.tip, f"Not now: {blocked}." if blocked else ""]
        return " ".join(part for part in said if part)

    @property
    def title(self) -> str:
        """The label as it stands alone: without the dots that announce a window, with the menu it is in in another."""
        inner = self.menu.partition(INNER)[2]
        return f"{inner}: {self.label}" if inner else self.label.removesuffix("...")

    @property
    def key(self) -> str:
        """The key shown in the menu; "" if there is none."""
        return self.keys[0] if self.keys else ""


class Commands:
    """All commands, by name and in the order of the menus.

    `changed` is what wants to know when a person has given a command other keys.
    """

    def __init__(self, commands: Iterable[Command]) -> None:
        self._commands = {command.name: command for command in commands}
        self._shipped = {command.name: command.keys for command in self}
        self.changed: list[Callable[[], object]] = []

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __getitem__(self, name: str) -> Command:
        return self._commands[name]

    def of(self, menu: str) -> list[Command]:
        """The commands of a menu and of those in it."""
        return [command for command in self if command.menu.partition(INNER)[0] == menu]

    def run(self, name: str, say: Callable[[str], object]) -> None:
        """Runs a command, or says why it is impossible now."""
        command = self[name]
        reason = command.blocked()
        if reason:
            say(f"{command.title}: {reason}")
        else:
            command.run()

    def find(self, text: str) -> list[Command]:
        """The commands whose label, menu, key or tip contain every word of a text; those that begin with it first."""
        words = text.lower().split()

        def rank(command: Command) -> int | None:
            label = command.title.lower()
            whole = f"{label} {command.menu} {' '.join(command.keys)} {command.tip}".lower()
            if not all(word in whole for word in words):
                return None
            starts = all(any(part.startswith(word) for part in label.split()) for word in words)
            return 0 if label.startswith(text.lower().strip()) else 1 if starts else 2

        ranked = [(found, command) for command in self if (found := rank(command)) is not None]
        return [command for _, command in sorted(ranked, key=lambda pair: pair[0])]

    # -- keys ---------------------------------------------------------------------------------------------------------

    def owner(self, key: str) -> Command | None:
        """The command a key belongs to."""
        return next((command for command in self if key in command.keys), None)

    def refused(self, name: str, key: str) -> str:
        """Why a command cannot have a key, as a sentence; "" if it can."""
        owner = self.owner(key)
        if key in RESERVED:
            return f"{key} is reserved: it moves the focus, or operates the control that has it"
        if owner is not None and owner.name != name:
            return f'{key} belongs to "{owner.title}"'
        return ""

    def set_keys(self, name: str, keys: Iterable[str]) -> None:
        """Gives a command these keys; those that others have are left out."""
        kept = tuple(key for key in dict.fromkeys(keys) if not self.refused(name, key) or key in self[name].keys)
        self._commands[name] = self[name]._replace(keys=kept)
        for call in self.changed:
            call()

    def reset_keys(self) -> None:
        """Gives all commands the keys they came with."""
        for name, keys in self._shipped.items():
            self._commands[name] = self[name]._replace(keys=keys)
        for call in self.changed:
            call()

    @property
    def own_keys(self) -> dict[str, list[str]]:
        """The keys a person has chosen, by the name of the command."""
        return {command.name: list(command.keys) for command in self if command.keys != self._shipped[command.name]}

    def take_keys(self, own: Mapping[str, Iterable[str]]) -> None:
        """Takes over such keys; names that do not exist are ignored."""
        known = {name: tuple(keys) for name, keys in own.items() if name in self._commands}
        for name in known:  # first all are free, so that two commands can have exchanged theirs
            self._commands[name] = self[name]._replace(keys=())
        for name, keys in known.items():
            self.set_keys(name, keys)
