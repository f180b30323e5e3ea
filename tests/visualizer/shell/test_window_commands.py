"""Every command of the window can be called, and everything it shows fits."""

from __future__ import annotations

from itertools import product

import pytest

from visualizer.kit.commands import COLUMNS, INNER, MENUS
from visualizer.kit.theme import STONES

ONE_OF = ("scale ", "example ", "compare ")
"""How the commands begin that differ by a number or a name only: the first of each is called."""


def test_every_command_can_be_called(drive, monkeypatch):
    """No command that needs no tree ends in an error, after a move, at the beginning, or after the game."""
    from tkinter import filedialog, messagebox

    shown = []
    monkeypatch.setattr(messagebox, "showinfo", lambda *arguments, **named: shown.append(arguments))
    for asks in ("askopenfilename", "asksaveasfilename"):
        monkeypatch.setattr(filedialog, asks, lambda **named: "")
    hand = drive()
    hand.tree_ready()
    done = set()
    for moves in ("4", "empty", "1212121"):
        hand.session.set_up(moves)
        for command in hand.window.commands:
            name = next((start for start in ONE_OF if command.name.startswith(start)), command.name)
            if name == "quit" or not command.enabled():
                continue
            if name in done and command.menu not in ("Game", "Search", COLUMNS):
                continue  # what it does has little to do with the position
            command.run()
            done.add(name)
            if command.name == "deeper":
                hand.session.set(depth=3)
            hand.pump(0.01)
            hand.close_beside()
    assert len(shown) == 1
    assert len(done) > 75  # those that need a tree, a playback or a review have tests of their own


def test_no_two_commands_share_a_key(drive):
    """Every key calls one command, and every command but those of the columns is in a menu."""
    commands = drive().window.commands
    events = [event for command in commands for event in command.keys]
    assert len(events) == len(set(events)), sorted(event for event in set(events) if events.count(event) > 1)
    assert all(command.menu.partition(INNER)[0] in (*MENUS, COLUMNS) for command in commands)


@pytest.mark.parametrize("size", ["900x600", "1280x800"])
def test_nothing_is_clipped(drive, size):
    """At the smallest size and the usual one every control gets its room, whatever the stones."""
    hand = drive()
    hand.tree_ready()
    hand.root.geometry(size)
    hand.click(3)
    hand.answered()
    hand.window.beside.find.open()

    def walk(widget):
        yield widget
        for child in widget.winfo_children():
            yield from walk(child)

    for stones, tab in product(STONES, hand.window.tabs.tabs()):
        hand.do(f"stones {stones}")
        hand.window.tabs.select(tab)
        hand.pump(0.1)
        for widget in walk(hand.root):
            if widget.winfo_ismapped() and widget.winfo_class() in ("TButton", "TLabel", "TCombobox", "TSpinbox"):
                right = widget.winfo_rootx() + widget.winfo_width()
                assert widget.winfo_width() >= min(widget.winfo_reqwidth(), hand.root.winfo_width() - 8), (
                    f"{widget} is squeezed at {size}"
                )
                assert right <= hand.root.winfo_rootx() + hand.root.winfo_width(), f"{widget} is cut off at {size}"
