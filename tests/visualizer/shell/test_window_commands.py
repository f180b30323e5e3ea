"""Every command of the window can be called, and everything it shows fits."""

from __future__ import annotations

import tkinter as tk
from itertools import product
from tkinter import filedialog, messagebox

import pytest

from c4 import models
from c4.agents import HUMAN, Limits
from c4.game.notation import FORMATS
from c4.game.rules import Rules
from c4.session.settings import Settings
from visualizer.kit.commands import COLUMNS, INNER, MENUS
from visualizer.kit.menus import entries_of, underlined
from visualizer.kit.theme import STONES
from visualizer.shell.faces import PANES, PLAY


class Walk:
    """Calls commands one after another and sees what each does."""

    def __init__(self, hand, monkeypatch) -> None:
        self.hand, self.window, self.session = hand, hand.window, hand.session
        self.done: set[str] = set()
        self.refused: set[str] = set()
        self.told: list[object] = []
        for asks in ("askopenfilename", "asksaveasfilename"):
            monkeypatch.setattr(filedialog, asks, lambda **named: self.told.append(named) or "")
        monkeypatch.setattr(messagebox, "showinfo", lambda *arguments, **named: self.told.append(arguments))
        say = hand.window.say
        monkeypatch.setattr(
            hand.window, "say", lambda text, *more, **named: (self.told.append(text), say(text, *more, **named))
        )

    def state(self) -> object:
        """What a command can change, or show."""
        window, session, pane = self.window, self.session, self.window.tree_pane
        looks, playing, review = window.appearance, window.playing, window.reviewing.pane
        return (
            len(self.told),
            (session.moves(), session.game.at, session.settings, session.game.tree, session.keeper.path),
            (session.thinking, session.paused, session.found, session.outcome, session.game.starter),
            (window.faces.face, sorted(window.faces.hidden), window.tabs.select(), str(window.root.focus_lastfor())),
            (looks.chosen, looks.percent, looks.full_screen, looks.projected, window.names.stones),
            (playing.show_scores, playing.source, playing.show_heat, playing.show_threats, window.names.viewing_seat()),
            (window.board.animate, window.sounds.on, window.teaching.teacher.on, window.guide.touring),
            [str(child) for child in window.root.winfo_children() if isinstance(child, tk.Toplevel)],
            (window.tools.colours, window.beside.find.is_open, window.beside.bookmarks.list.get_children()),
            (pane.selected, pane.lens, pane.strip.open, pane.strip.colour, pane.can_go_back, pane.can_go_forward),
            pane.view and (len(pane.view.glyphs), pane.view.root),
            (pane.playback.event, pane.playback.is_open, pane.playback.playing, pane.playback.speed),
            review and review.winfo_ismapped(),
        )

    def all(self, *names: str) -> None:
        """Calls commands by name; each is possible, and changes or says something."""
        for name in names:
            command, before = self.window.commands[name], self.state()
            assert command.enabled(), f"{name}: {command.blocked()}"
            command.run()
            self.hand.until(lambda before=before: self.state() != before)
            self.hand.opened()
            self.done.add(name)
            self.hand.close_beside()

    def that_begin(self, *starts: str) -> None:
        """The same for all whose names begin so."""
        self.all(*(command.name for command in self.window.commands if command.name.startswith(starts)))

    def blocked(self) -> None:
        """All that are impossible now say why, and do nothing."""
        for command in self.window.commands:
            if reason := command.blocked():
                told = len(self.told)
                self.window.do(command.name)
                assert self.told[told:] == [f"{command.title}: {reason}"]
                assert reason[0].islower() or reason.split()[0] in ("Analyse",), reason
                assert not reason.endswith("."), reason
                self.refused.add(command.name)

    def idle(self) -> None:
        """Nothing is computed any more."""
        self.window.playing.choose_source(None)
        self.hand.until(lambda: not self.session.thinking and not self.session.live.busy)


def test_every_command_does_something_or_says_why_not(drive, monkeypatch, tmp_path):
    """At least 95 of 100 commands are called in a window where they are possible: something changes, opens or is
    said.  Wherever one is impossible it says why.
    """
    hand = drive(Settings(seats=(HUMAN, HUMAN), limits=Limits(depth=3)))
    hand.tree_ready()
    monkeypatch.setattr(type(hand.window.sounds), "missing", "")
    monkeypatch.setattr(hand.window.sounds, "play", lambda name: None)
    walk, session, window = Walk(hand, monkeypatch), hand.session, hand.window
    walk.blocked()
    # a game
    walk.that_begin("column ", "theme ", "live seconds ")
    walk.all(*(name for pane in PANES for name in (f"pane {pane}", f"pane {pane}")))
    walk.all(*(f"copy {name.lower()}" for name in (*FORMATS, "position", "game")))
    walk.all(*(f"stones {name}" for name in reversed(STONES)))
    walk.all("dark", "undo", "redo", "back one move", "forward one move", "back one move")
    walk.all("column 2", "next variation", "cut off", "bring back", "mirror", "paste position")
    walk.all(
        "column 4",
        "rematch",
        "rematch swapped",
        "column 4",
        "new game",
        "column 4",
        "clock",
        "keep games",
        "keep games",
        "learn",
    )
    walk.all("teaching", "hint step", "teaching", "offer draw", "resign", "new game")
    walk.all(
        "open game", "load model", "load own", "save picture", "edit position", "preferences", "other board", "train"
    )
    session.set(models={"windows": str(models.SAVED_MODELS / "windows.json")})
    walk.all("shipped models", "library")
    # how it looks
    walk.all("scores", "scores", "heat", "heat", "threats", "threats", "point of view", "next source", "exact values")
    walk.all("live values", "full screen", "full screen", "animation", "sounds", "analyse", "analyse")
    walk.idle()
    # how machines search
    walk.all("deeper", "shallower", "next evaluator", "move order", "move order", "next algorithm")
    session.set(algorithm="engine")
    walk.all("next time")
    walk.that_begin("ingredient ")
    walk.all("ingredients", "usual ingredients", "pace 5", "pace 2", "pace 1", "pace 0.5", "pace 0")
    session.set(seats=("alphabeta", HUMAN), algorithm="alphabeta", evaluator="v2", depth=40)
    walk.all("swap seats")
    session.new_game()
    walk.all("column 4", "stop", "go", "stop")
    walk.blocked()
    session.set(depth=3)
    walk.all("one move")
    hand.until(lambda: not session.thinking)
    session.set(seats=(HUMAN, HUMAN), depth=5)
    # a tree
    session.set_up("4433")
    walk.all("hint")
    hand.until(lambda: window.tree_pane.view is not None and not session.thinking)
    hand.pump(0.5)  # until what is looked at is kept, to come back to it
    pane = window.tree_pane
    tree = pane.view.tree
    walk.all("find")
    window.beside.find.text.set("leaf")
    walk.all("find next", "find previous")
    hand.pump(0.5)
    walk.all("back", "forward", "outline", "repeats", "to tree")
    cut = next(row for row in range(1, len(tree)) if pane.view.is_cut(row))
    pane.select(cut)
    walk.all("unfold pruned", "unfold", "subtree", "whole tree", "zoom to selection", "fit tree", "fold rest")
    walk.all("look around", "look further", "look less", "bookmark", "copy node", "export")
    pane.select(0)
    walk.all("next bookmark")
    pane.select(0)
    walk.all("previous bookmark", "open tree", "strip", "strip", "strip colour", "disagreement", "colours", "colours")
    pane.select(next(row for row in range(len(tree)) if len(kin_of(pane, row).visits) > 1))
    walk.all("next visit")
    pane.select(next(row for row in range(len(tree)) if kin_of(pane, row).setter is not None))
    walk.all("to bound")
    walk.blocked()
    # a playback
    walk.all("playback", "step into", "step over", "step out", "step back", "run to node", "run to cut", "play", "play")
    walk.all("faster", "slower")
    walk.blocked()
    walk.all("playback")
    # other windows
    walk.that_begin("compare")
    walk.all("measure", "match", "growth", "two evaluators", "errors", "runs", "strategy", "puzzles", "practice")
    walk.all("palette", "keys", "about", "glossary", "save game")
    # a review
    window.change(rules=Rules(5, 5, 4))
    session.set_up("1213141")
    walk.all("review")
    review = window.reviewing.pane
    hand.until(lambda: review.model.complete and not review.judging.busy)
    walk.all("worst mistake", "better move", "previous mistake", "next mistake", "what follows", "export review")
    walk.blocked()
    walk.all("review")
    # examples and the tour
    for name in ("opening", "trap", "v1 errs", "pruning", "odd threat"):
        walk.all(f"example {name}")
        walk.idle()
    walk.all("tour")
    # sizes
    window.faces.show(PLAY)
    walk.all("larger", "smaller", "projector", "projector")
    walk.all("scale 75", "scale 90", "scale 110", "scale 125", "scale 150", "scale 100")

    everything = {command.name for command in window.commands}
    assert len(walk.done) >= 0.95 * len(everything), sorted(everything - walk.done)
    assert len(walk.refused) > 20


def kin_of(pane, row):
    """What is linked with a row."""
    pane.select(row)
    return pane.model.kin


def test_no_two_commands_share_a_key(drive):
    """Every key calls one command, and every command but those of the columns is in a menu, with a letter of its own
    there unless it has a key; a percentage is reached with the arrows.
    """
    commands = drive().window.commands
    events = [event for command in commands for event in command.keys]
    assert len(events) == len(set(events)), sorted(event for event in set(events) if events.count(event) > 1)
    assert all(command.menu.partition(INNER)[0] in (*MENUS, COLUMNS) for command in commands)
    for title in {command.menu for command in commands} - {COLUMNS}:
        labels, found = zip(*entries_of(commands, title), strict=True)
        letters = underlined(labels, [bool(command and command.keys) for command in found])
        taken = [label[place].lower() for label, place in zip(labels, letters, strict=True) if place >= 0]
        assert len(taken) == len(set(taken))
        for command, place in zip(found, letters, strict=True):
            assert place >= 0 or (command and (command.keys or command.label.endswith("%"))), command


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
