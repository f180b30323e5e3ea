"""Every command of the window can be called, and everything it shows fits."""

import tkinter as tk
from tkinter import filedialog, messagebox

import pytest

from c4 import models
from c4.agents import HUMAN
from c4.game.notation import FORMATS
from c4.game.rules import Rules
from c4.session.settings import Settings
from visualizer.state.preferences import FOLDABLE, PLAY
from visualizer.ui.command import COLUMNS, INNER, MENUS
from visualizer.ui.menus import entries_of, underlined
from visualizer.ui.theme import DISC_COLOURS


class Walk:
    """Calls commands one after another and sees what each does."""

    def __init__(self, hand, monkeypatch) -> None:
        self.hand = hand
        self.monkeypatch = monkeypatch
        self.window = hand.window
        self.session = hand.session
        self.done: set[str] = set()
        self.refused: set[str] = set()
        self.told: list[object] = []
        for asks in ("askopenfilename", "asksaveasfilename"):
            monkeypatch.setattr(filedialog, asks, lambda **named: self.told.append(named) or "")
        monkeypatch.setattr(messagebox, "showinfo", lambda *arguments, **named: self.told.append(arguments))
        say = hand.app.say

        def listen(text: str, *more: object, **named: object) -> None:
            self.told.append(text)
            say(text, *more, **named)

        monkeypatch.setattr(hand.app, "say", listen)

    def state(self) -> object:
        """What a command can change, or show."""
        window = self.window
        session = self.session
        app = self.hand.app
        pane = window.search.tree
        tree = app.state.tree
        return (
            len(self.told),
            (session.moves(), session.game.at, session.settings, session.game.tree, session.recorder.path),
            (session.thinking, session.paused, session.shown_search, session.outcome, session.game.starter),
            (app.state.shown, app.state.preferences, app.state.teaching, app.state.values),
            (window.search.tabs.select(), str(window.root.focus_lastfor()), window.guide.shown),
            [str(child) for child in window.root.winfo_children() if isinstance(child, tk.Toplevel)],
            (window.search.find.is_open, pane.canvas.viewport, pane.can_go_back, pane.history.can_go_forward),
            (tree.selected, tree.bookmarks, tree.view and len(tree.view.glyphs), tree.playback),
        )

    def all(self, *names: str) -> None:
        """Calls commands by name; each is possible, and changes or says something."""
        for name in names:
            before = self.state()
            assert self.hand.enabled(name), f"{name}: {self.hand.blocked(name)}"
            self.window.do(name)
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
            if reason := self.hand.blocked(command.name):
                message = len(self.told)
                self.window.do(command.name)
                assert self.told[message:] == [f"{command.title}: {reason}"]
                assert reason[0].islower() or reason.startswith("Analyse "), reason
                assert not reason.endswith("."), reason
                self.refused.add(command.name)

    def idle(self) -> None:
        """Nothing is computed any more."""
        self.hand.app.views.choose_source(None)
        self.hand.until(lambda: not self.session.thinking and not self.session.live.busy)


@pytest.mark.slow
def test_every_command_does_something_or_says_why_not(drive, monkeypatch, tmp_path):
    """Commands that are possible change, open or say something; the others say why they are impossible."""
    hand = drive(Settings(seats=(HUMAN, HUMAN), depth=3), ready=True)
    walk = Walk(hand, monkeypatch)
    walk.blocked()
    play_a_game(walk)
    change_looks(walk)
    let_machines_play(walk)
    look_at_a_tree(walk)
    play_back(walk)
    open_other_windows(walk)
    review_a_game(walk)
    open_what_teaches(walk)
    change_sizes(walk)
    everything = {command.name for command in hand.window.commands}
    assert len(walk.done) >= 0.95 * len(everything), sorted(everything - walk.done)
    assert len(walk.refused) > 20


def play_a_game(walk: Walk) -> None:
    """Plays, takes back, copies, opens and resigns."""
    session = walk.session
    walk.that_begin("column ", "theme ")
    walk.all(*(f"copy {name.lower()}" for name in (*FORMATS, "position", "game")))
    walk.all(*(f"stones {name}" for name in reversed(DISC_COLOURS)))
    walk.all("undo", "redo", "back one move", "forward one move", "back one move")
    walk.all("column 2", "next variation", "cut off", "bring back", "paste position")
    walk.all("column 4", "rematch", "column 4", "new game")
    walk.all("column 4", "note", "opponents", "keep games", "keep games", "learn")
    walk.all("teaching", "teaching", "resign", "new game")
    walk.all("open game", "load model", "load own", "edit position", "preferences", "other board", "train")
    session.set(models={"windows": str(models.SAVED_MODELS / "windows.json")})
    walk.all("shipped models", "library")


def change_looks(walk: Walk) -> None:
    """Shows and hides what is on the board and beside it."""
    walk.all("scores", "scores", "heat", "heat", "threats", "threats", "point of view", "next source", "exact values")
    walk.all("graph", "graph", "follow", "follow")
    walk.all(*(f"unfold {part}" for part in FOLDABLE))
    walk.all("live values", "full screen", "full screen", "animation", "analyse", "analyse")
    walk.monkeypatch.setattr("visualizer.ui.sounds.player", lambda: "no such program")
    walk.all("sound", "sound", "search settings", "search settings")
    walk.idle()


def let_machines_play(walk: Walk) -> None:
    """Changes the search, and lets machines play."""
    hand = walk.hand
    session = walk.session
    walk.all("deeper", "shallower", "next evaluator", "move order", "move order", "next algorithm")
    session.set(algorithm="engine")
    walk.all("next time")
    walk.all("ingredients", "pace 5", "pace 2", "pace 1", "pace 0.5", "pace 0")
    walk.all("pause 2", "pause 1", "pause 0.5", "pause 0")
    session.set(seats=("alphabeta", HUMAN), algorithm="alphabeta", evaluator="v2", depth=40)
    walk.all("swap seats")
    session.new_game()
    walk.all("column 4", "stop", "go", "stop")
    walk.blocked()
    session.set(depth=3)
    walk.all("one move")
    hand.until(lambda: not session.thinking)
    session.set(seats=(HUMAN, HUMAN), depth=5)


def look_at_a_tree(walk: Walk) -> None:
    """Searches, finds, folds, and exports."""
    hand = walk.hand
    session = walk.session
    window = walk.window
    session.set_up("4433")
    walk.all("hint")
    hand.until(lambda: not session.thinking)
    hand.app.search.set_analysis(depth=5)
    walk.all("search position")
    hand.until(lambda: hand.app.tree.model.view is not None and not session.thinking)
    hand.pump(0.5)  # until what is looked at is kept, to come back to it
    pane = hand.tree
    tree = pane.model.view.tree
    walk.all("find")
    window.search.find.text.set("leaf")
    walk.all("find next", "find previous", "bookmark", "find next", "next bookmark", "find next", "previous bookmark")
    hand.pump(0.5)
    walk.all("back", "forward", "outline", "to tree")
    cut = next(row for row in range(1, len(tree)) if pane.model.view.is_cut(row))
    pane.model.select(cut)
    walk.all("unfold pruned", "unfold", "zoom to selection", "fit tree", "fold rest")
    walk.all("ply more below", "ply fewer below", "subtree", "ply more above", "whole tree")
    walk.all("copy node", "export", "export all")
    walk.all(
        "export legend",
        "export legend",
        "export sentence",
        "export sentence",
        "tree_windows",
        "tree_windows",
        "tree_sizes",
        "tree_sizes",
    )
    pane.model.select(0)
    walk.all("open tree")
    pane.model.select(next(row for row in range(len(tree)) if len(related_to(pane, row).transpositions) > 1))
    walk.all("next visit")
    walk.blocked()


def play_back(walk: Walk) -> None:
    """Steps through the search."""
    walk.all("playback", "step into", "step over", "step out", "step back", "run to node", "run to cut", "play", "play")
    walk.blocked()
    walk.all("playback")


def open_other_windows(walk: Walk) -> None:
    """Opens every other window."""
    walk.that_begin("compare")
    walk.all("measure", "match", "growth", "errors", "strategy", "practice", "selections", "repeats")
    walk.all("opinions", "traps")
    walk.all("palette", "keys", "about", "glossary", "save game")
    walk.all("puzzles")


def review_a_game(walk: Walk) -> None:
    """Reviews a finished game on another board."""
    hand = walk.hand
    session = walk.session
    hand.app.search.change(rules=Rules(5, 5, 4))
    session.set_up("1213141")
    walk.all("review")
    hand.until(lambda: hand.app.state.review.complete and not hand.app.state.review.busy)
    walk.all(
        "better move",
        "worst mistake",
        "previous mistake",
        "next mistake",
        "what follows",
        "turning point",
        "export review",
    )
    walk.blocked()
    walk.all("review")


def open_what_teaches(walk: Walk) -> None:
    """Takes the tour, and turns the pages of a lesson."""
    hand = walk.hand
    window = walk.window
    walk.all("tour", "lessons")
    hand.app.lessons.open("alpha-beta")
    first = hand.app.lessons.reading.at
    window.do("next page")
    hand.until(lambda: hand.app.lessons.reading.at == first + 1)
    window.do("previous page")
    hand.until(lambda: hand.app.lessons.reading.at == first)
    walk.done |= {"next page", "previous page"}
    hand.app.lessons.leave()


def change_sizes(walk: Walk) -> None:
    """Draws everything in every size."""
    hand = walk.hand
    hand.app.views.show_mode(PLAY)
    walk.all("larger", "usual scale", "smaller")
    walk.all("scale 75", "scale 90", "scale 110", "scale 125", "scale 150", "scale 175", "scale 200", "scale 100")


def related_to(pane, row):
    """What is linked with a row."""
    pane.model.select(row)
    return pane.model.state.related


def test_no_two_commands_share_a_key(drive):
    """A key calls one command; a command is in a menu, with a letter of its own there unless it has a key."""
    commands = drive().window.commands
    events = [event for command in commands for event in command.keys]
    assert len(events) == len(set(events)), sorted(event for event in set(events) if events.count(event) > 1)
    assert all(command.menu.partition(INNER)[0] in (*MENUS, COLUMNS) for command in commands)
    for title in {command.menu for command in commands} - {COLUMNS}:
        labels, result = zip(*entries_of(commands, title), strict=True)
        letters = underlined(labels, [bool(command and command.keys) for command in result])
        taken = [label[place].lower() for label, place in zip(labels, letters, strict=True) if place >= 0]
        assert len(taken) == len(set(taken))
        for command, place in zip(result, letters, strict=True):
            assert place >= 0 or (command and (command.keys or command.label.endswith("%"))), command
