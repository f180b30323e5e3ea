"""Everything a person can do in the window, and the table of commands that menus, keys and help are made from.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from tkinter import filedialog, messagebox
from typing import TYPE_CHECKING

from c4 import evaluators, models
from c4.agents import AGENTS, HUMAN
from c4.evaluators import EVALUATORS
from c4.game.notation import format_position
from c4.game.rules import C4Error
from visualizer.kit.commands import Command, KeySheet
from visualizer.kit.theme import STONES, THEMES
from visualizer.play.controls import TIMES, BoardDialog
from visualizer.shell.playback_commands import playback_commands
from visualizer.shell.tools import tool_commands
from visualizer.shell.tree_commands import tree_commands

if TYPE_CHECKING:
    from visualizer.shell.window import Window

HOW_TO_READ = """Every node is a position the search looked at: from top to bottom the plies, from left to right in the order of the search. \
MAX is the side that searches, MIN the other one; all values are from MAX's view.

3 is exactly what plain minimax finds. ≤3 and ≥3 are all that is known: searching on there could not matter. \
W5 and L6 are games that MAX wins on ply 5, loses on ply 6.

The thick line is best play. A triangle is a part that is folded away, with the number of nodes in it: click it. \
Hatched replies were pruned, never searched; the card of their parent says why."""


class Actions:
    """What menus, buttons, keys and the board call.  A refusal becomes a sentence in the status line."""

    def __init__(self, window: Window) -> None:
        self.window, self.session = window, window.session
        self.commands = self._table()

    def _table(self) -> list[Command]:
        window, session = self.window, self.session
        stones = [
            Command(
                f"stones {name}",
                "View",
                f"Stones: {name}",
                lambda name=name: window.set_stones(name),
                checked=lambda name=name: window.words.stones == name,
            )
            for name in STONES
        ]
        return [
            Command("copy position", "File", "Copy position", self.copy_position, "Ctrl+C", ("<Control-c>",)),
            Command("paste position", "File", "Paste position", self.paste_position, "Ctrl+V", ("<Control-v>",)),
            Command("load model", "File", "Play with a model file...", self.load_model, "Ctrl+M", ("<Control-m>",)),
            Command(
                "shipped models",
                "File",
                "Back to the models that ship",
                self.shipped_models,
                enabled=lambda: bool(session.settings.models),
            ),
            Command("quit", "File", "Quit", window.close, "Ctrl+Q", ("<Control-q>",)),
            Command("new game", "Game", "New game", self.new_game, "N", ("n", "<Control-n>")),
            Command(
                "undo", "Game", "Undo", self.undo, "U", ("u", "<Control-z>", "<BackSpace>"), lambda: session.can_undo
            ),
            Command("redo", "Game", "Redo", self.redo, "R", ("r", "<Control-y>"), lambda: session.can_redo),
            Command("swap seats", "Game", "Swap seats", self.swap_seats, "X", ("x",)),
            Command("other board", "Game", "Board and rules...", self.other_board, "B", ("b",)),
            Command("train", "Game", "Train a learner...", self.open_training, "Q", ("q",)),
            Command(
                "learn",
                "Game",
                "Machines learn from their games",
                self.switch_learning,
                checked=lambda: session.settings.learn,
            ),
            Command("stop", "Search", "Stop thinking", self.stop, "Esc", ("<Escape>",), lambda: session.thinking),
            Command("go", "Search", "Go on thinking", self.go, "G", ("g",), self.can_go),
            Command("hint", "Search", "Hint", self.hint, "H", ("h",), lambda: session.position.outcome() is None),
            Command("deeper", "Search", "One ply deeper", lambda: self.change_depth(1), "D", ("d",)),
            Command(
                "shallower",
                "Search",
                "One ply less",
                lambda: self.change_depth(-1),
                "S",
                ("s",),
                lambda: session.settings.limits.depth > 1,
            ),
            Command(
                "next time",
                "Search",
                "Next time for a move",
                self.next_time,
                "Ctrl+T",
                ("<Control-t>",),
                lambda: session.settings.deepens,
            ),
            Command("next evaluator", "Search", "Next evaluator", self.next_evaluator, "E", ("e",)),
            Command("next algorithm", "Search", "Next algorithm", self.next_algorithm, "A", ("a",)),
            Command(
                "move order",
                "Search",
                "Try columns from left to right",
                self.switch_order,
                "O",
                ("o",),
                checked=self.left_to_right,
            ),
            Command(
                "scores", "View", "Column values", window.switch_scores, "V", ("v",), checked=lambda: window.show_scores
            ),
            Command("judge", "View", "Exact values", self.switch_judge, "J", ("j",), checked=lambda: session.judging),
            Command(
                "heat",
                "View",
                "What the learned evaluator sees",
                window.switch_heat,
                "I",
                ("i",),
                checked=lambda: window.show_heat,
            ),
            Command(
                "animation",
                "View",
                "Falling stones",
                window.switch_animation,
                "F",
                ("f",),
                checked=lambda: window.board.animate,
            ),
            Command(
                "dark",
                "View",
                "Dark",
                self.switch_theme,
                "Ctrl+D",
                ("<Control-d>",),
                checked=lambda: window.theme.name == "dark",
            ),
            *stones,
            *tree_commands(window),
            *tool_commands(window),
            Command(
                "two evaluators",
                "Compare",
                "Two evaluators side by side",
                self.show_two_evaluators,
                "Ctrl+I",
                ("<Control-i>",),
            ),
            *playback_commands(window),
            Command("keys", "Help", "Keys", self.show_keys, "F1", ("<F1>", "?")),
            Command("about", "Help", "How to read the tree", self.show_how_to_read),
        ]

    def attempt(self, action, *arguments, **named) -> bool:
        """Does something that may be refused; says why in the status line.  Whether it was done."""
        try:
            action(*arguments, **named)
        except C4Error as error:
            self.window.say(str(error))
            self.window.refresh()
            return False
        self.window.poll()
        self.window.refresh()
        return True

    # -- the game -----------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """A stone into a column (from 0)."""
        self.window.board.finish_fall()
        position = self.session.position
        if self.window.replaying:
            self.window.say("the board shows the playback: K closes it")
            return
        if column >= position.rules.columns:
            return
        if position.outcome() is not None:
            self.window.say(f"{self.window.words.result()}. N begins a new game")
        elif position.height(column) == position.rules.rows:
            self.window.say(f"column {column + 1} is full: choose another")
        else:
            self.attempt(self.session.play, column)

    def new_game(self) -> None:
        self.attempt(self.session.new_game)

    def undo(self) -> None:
        self.attempt(self.session.undo)

    def redo(self) -> None:
        self.attempt(self.session.redo)

    def swap_seats(self) -> None:
        first, second = self.session.settings.seats
        self.change(seats=(second, first))

    def other_board(self) -> None:
        BoardDialog(self.window.root, self.session.settings.rules, lambda rules: self.change(rules=rules))

    def copy_position(self) -> None:
        text = format_position(self.session.position)
        self.window.root.clipboard_clear()
        self.window.root.clipboard_append(text)
        self.window.say(f"copied: {text}")

    def paste_position(self) -> None:
        try:
            text = self.window.root.clipboard_get()
        except tk.TclError:
            self.window.say("the clipboard holds no text")
            return
        if self.attempt(self.session.set_up, text):
            self.window.say(f"set up: {text.strip()[:60]}")

    # -- the search ---------------------------------------------------------------------------------------------------

    def change(self, **settings) -> None:
        """Changes settings of the session, at once."""
        if (
            self.attempt(self.session.set, **settings)
            and not self.session.thinking
            and settings.keys() & {"depth", "time_ms", "evaluator", "algorithm", "move_order"}
        ):
            self.window.say("this holds from the next search on; H searches now")
        if "starter" in settings and self.session.game.starter != self.session.settings.starter:
            self.window.say(
                f"{self.window.words.seats()[self.session.settings.starter]} begins from the next new game on"
            )

    def change_depth(self, step: int) -> None:
        self.change(depth=self.session.settings.limits.depth + step)

    def can_go(self) -> bool:
        """Whether a machine waits that was stopped."""
        session = self.session
        return (
            session.paused and not session.thinking and not session.humans_turn and session.position.outcome() is None
        )

    def stop_or_go(self) -> None:
        if self.session.thinking:
            self.stop()
        else:
            self.go()

    def stop(self) -> None:
        snapshot, hinting = self.session.progress(), self.session.hinting
        self.attempt(self.session.stop)
        nodes = "" if snapshot is None else f" after {snapshot.nodes:,} nodes"
        best = "" if snapshot is None or snapshot.best is None else f"; best column so far {snapshot.best + 1}"
        self.window.say(
            f"stopped{nodes}{best}"
            + ("" if hinting else ": press Go (G) to let it think again, or change its settings"),
            seconds=8,
        )

    def go(self) -> None:
        self.attempt(self.session.go)

    def hint(self) -> None:
        if self.session.thinking and not self.session.hinting:
            self.window.say("it is the other side's turn, and it is thinking")
        else:
            self.attempt(self.session.hint)

    def next_time(self) -> None:
        choices = list(TIMES.values())
        at = (
            choices.index(self.session.settings.limits.time_ms)
            if self.session.settings.limits.time_ms in choices
            else 0
        )
        self.change(time_ms=choices[(at + 1) % len(choices)])

    def next_evaluator(self) -> None:
        names = list(EVALUATORS)
        self.change(evaluator=names[(names.index(self.session.settings.limits.evaluator) + 1) % len(names)])

    def next_algorithm(self) -> None:
        names = [name for name, entry in AGENTS.items() if entry.searches]
        following = names[(names.index(self.session.settings.algorithm) + 1) % len(names)]
        seats = tuple(following if seat in names else seat for seat in self.session.settings.seats)
        self.change(seats=seats, algorithm=following)

    def left_to_right(self) -> bool:
        return self.session.settings.limits.move_order is not None

    def switch_order(self) -> None:
        columns = self.session.settings.rules.columns
        self.change(move_order=None if self.left_to_right() else tuple(range(columns)))
        self.window.say(
            "columns are tried from left to right" if self.left_to_right() else "columns are tried from the middle"
        )

    def load_model(self) -> None:
        """Asks for a model file; searches and seats that use such a model then use this one."""
        path = filedialog.askopenfilename(
            parent=self.window.root, title="Play with a model file", initialdir=models.usual_folder()
        )
        if path:
            self.use_model(path)

    def use_model(self, path: str) -> None:
        """A model file for the evaluator it belongs to, which then judges."""
        try:
            name = evaluators.identify(path)
        except C4Error as error:
            self.window.say(str(error), seconds=10)
            return
        self.window.words.reload(path)
        self.change(models={**self.session.settings.models, name: path}, evaluator=name)
        self.window.learned.choose(name)
        self.window.say(f"{EVALUATORS[name].label.removesuffix(' (learned)')} now plays with {path}")

    def open_training(self) -> None:
        """The window in which learners train; only one of it."""
        from visualizer.learn.training import TrainingWindow

        window = self.window
        for other in window.others:
            if isinstance(other, TrainingWindow):
                other.lift()
                return
        window.keep(TrainingWindow(window.root, self.session, window.theme, self.play_trained))

    def play_trained(self, learner: str, path: str) -> None:
        """A new game against what a learner has learned: its own agent where there is one, otherwise a search that judges by it."""
        self.window.words.reload(path)
        settings = self.session.settings
        seat = learner if learner in AGENTS else settings.algorithm
        evaluator = {"evaluator": learner} if learner in EVALUATORS else {}
        if self.attempt(self.session.set, seats=(HUMAN, seat), models={**settings.models, learner: path}, **evaluator):
            self.window.learned.choose(learner)
            self.attempt(self.session.new_game)
            self.window.root.lift()
            self.window.say(f"you play against what is in {path}", seconds=8)

    def shipped_models(self) -> None:
        self.change(models={})
        self.window.learned.refresh()

    # -- the view -----------------------------------------------------------------------------------------------------

    def show_two_evaluators(self) -> None:
        """The evaluator that searches beside a learned one."""
        from visualizer.learn.two_evaluators import Choice, TwoEvaluators

        window, settings = self.window, self.session.settings
        first = settings.limits.evaluator
        second = (
            window.learned.name if window.learned.name != first else next(name for name in EVALUATORS if name != first)
        )
        left, right = (Choice(name, settings.models.get(name)) for name in (first, second))
        worker = self.session.worker(f"evaluators {len(window.others)}")
        window.keep(TwoEvaluators(window.root, window.theme, window.words.stones, left, right, window.on_board, worker))

    def switch_learning(self) -> None:
        """Lets agents that can learn from the games they play do so, or no longer."""
        self.attempt(self.window.session.set, learn=not self.window.session.settings.learn)

    def switch_judge(self) -> None:
        self.session.judge(not self.session.judging)
        self.window.show_scores = True
        self.window.refresh()

    def switch_theme(self) -> None:
        self.window.set_theme(THEMES["dark" if self.window.theme.name == "light" else "light"])

    def show_keys(self) -> None:
        KeySheet(self.window.root, self.commands)

    def show_how_to_read(self) -> None:
        messagebox.showinfo("How to read the tree", HOW_TO_READ, parent=self.window.root)
