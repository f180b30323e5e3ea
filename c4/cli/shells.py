"""The shells: what bash, zsh and fish read to ask for completions, and how they are answered.  Imports only click.

An answer is a line for each completion, KIND, tab, the whole word, tab, a few words about it.  KIND is "plain"; OPEN,
after which the word goes on; or "file" or "dir": the shell completes these itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

OPEN = "open"
"""The kind of a completion after which the word goes on: a folder, an option that wants a value."""

FILES = "file", "dir"
"""The kinds that are left to the shell."""

BREAKS = ":", "="
"""Where bash ends a word, unlike everybody else."""


def files(typed: str, before: str = "", *, folders: bool = False) -> list[CompletionItem]:
    """The files, or only the folders, that a part of a word may name, after what stands `before` it."""
    head, name = os.path.split(typed)
    try:
        with os.scandir(head or os.curdir) as entries:
            found = sorted((one.name, one.is_dir()) for one in entries)
    except OSError:
        return []
    return [
        CompletionItem(before + os.path.join(head, one) + ("/" if folder else ""), type=OPEN if folder else "plain")
        for one, folder in found
        if one.startswith(name) and (folder or not folders) and (name or not one.startswith("."))
    ]


class Shell(ShellComplete):
    """Answers with whole words, also where click completes only what stands after the "=" of an option."""

    def source(self) -> str:
        """What the shell has to read, a file beside this one."""
        return Path(__file__).with_name(f"completion.{self.name}").read_text(encoding="utf-8")

    def complete(self) -> str:
        args, typed = self.get_completion_args()
        option, equals, _ = typed.partition("=")
        before = option + equals if option.startswith("--") and equals else ""
        found = self.get_completions(args, typed)
        return "\n".join(map(self.format_completion, whole(found, before)))

    def format_completion(self, item: CompletionItem) -> str:
        return "\t".join((item.type, item.value, " ".join((item.help or "").split()))).rstrip("\t")


def whole(items: list[CompletionItem], before: str) -> Iterator[CompletionItem]:
    """Completions with what stands before them in the word; files are then found here, as a shell finds only words."""
    for item in items:
        if before and item.type in FILES:
            yield from files(item.value, before, folders=item.type == "dir")
        else:
            yield CompletionItem(before + item.value, item.type, item.help)


class Bash(Shell, BashComplete):
    """Puts together what bash takes apart, and gives it back the part that it asks about."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, last = super().get_completion_args()
        words: list[str] = []
        for word in (*args, last):
            if words and (word.startswith(BREAKS) or words[-1].endswith(BREAKS)):
                words[-1] += word
            else:
                words.append(word)
        self._known = words[-1].removesuffix(last.lstrip("".join(BREAKS)))
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        asked = item.value.removeprefix(self._known)
        return super().format_completion(CompletionItem(re.sub(r"[^\w@%+=:,./~-]", r"\\\g<0>", asked), item.type))


class Zsh(Shell, ZshComplete):
    pass


class Fish(Shell, FishComplete):
    pass


SHELLS: dict[str, type[Shell]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def answer() -> None:
    """From now on click answers the shells so."""
    for name, shell in SHELLS.items():
        add_completion_class(shell, name)
