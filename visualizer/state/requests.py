"""What the app asks of the window: only the window knows dialogs, the clipboard, other windows and sounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple


class OpenWindow(NamedTuple):
    """Show the window that is registered under a name, and call `then(window)`."""

    name: str
    then: Callable[[Any], object] | None = None


class AskFile(NamedTuple):
    """Ask for a file, and call `then(path)` unless you cancel.

    `saving` asks for a name to write to, otherwise for a file that exists; `types` are (description, pattern);
    `name` is offered, `folder` is shown first.
    """

    title: str
    types: tuple[tuple[str, str], ...]
    then: Callable[[str], object]
    saving: bool = False
    name: str = ""
    folder: str = ""


class CopyText(NamedTuple):
    """Put a text on the clipboard."""

    text: str


class PasteText(NamedTuple):
    """Call `then(text)` with the text on the clipboard; None if there is none."""

    then: Callable[[str | None], object]


TreeActionName = Literal[
    "find",
    "find next",
    "find previous",
    "back",
    "forward",
    "outline",
    "focus",
    "fit",
    "zoom to selection",
    "export",
    "export all",
    "weights",
    "show",
]


class TreeAction(NamedTuple):
    """Do something with the picture of the tree, or with the panels beside it; "show" only brings it to the front."""

    name: TreeActionName


class PlaySound(NamedTuple):
    """Play a sound, if sounds are on."""

    name: str


class StartTour(NamedTuple):
    """Begin the tour."""


class CloseWindow(NamedTuple):
    """End the program."""


Request = OpenWindow | AskFile | CopyText | PasteText | TreeAction | PlaySound | StartTour | CloseWindow
