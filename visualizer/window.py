"""The window: puts the panes together, hands them what the session has, and the session what a person does.  Imports tkinter.

The board is painted first; the tree (matplotlib, networkx) and the compiled search are loaded in the background after that.
"""

from __future__ import annotations

import sys
import tkinter as tk
import traceback
from time import monotonic
from tkinter import messagebox, ttk

from c4.agents import AGENTS, HUMAN
from c4.decision import LOWER, UPPER
from c4.evaluators import EVALUATORS
from c4.notation import format_position
from c4.rules import C4Error, count
from c4.session import Changed, Failed, Found, Moved, Opened, Session
from visualizer.board import Board, Score
from visualizer.card import Card
from visualizer.commands import Command, bind_keys, build_menus, key_sheet
from visualizer.controls import BoardDialog, Controls
from visualizer.theme import STONES, THEMES, Theme
from visualizer.weights import Weights

POLL_MS = 25
MOVES_HEIGHT = 64
"""Pixels below the board that the move list needs at least."""
HEAVY = ("matplotlib.backends.backend_tkagg", "networkx", "visualizer.tree_pane")
"""What the tree pane needs; loaded by the session's background thread after the first paint."""


class Window:
    """The whole window.  `root` is a fresh `tkinter.Tk`; `close` ends it and the session's threads."""

    def __init__(self, root: tk.Tk, session: Session | None = None) -> None:
        self.root = root
        self.session = session or Session()
        self.theme: Theme = THEMES["light"]
        self.stones = "red and yellow"
        self.show_scores = True
        self.errors: list[str] = []
        """Every unexpected error so far, with its traceback."""
        self.tree_pane = None
        self._evaluators: dict[str, object] = {}
        self._values: dict[str, str] = {}
        self._said_until = 0.0
        self._last_status = ""
        self._alive = True
        root.title("Connect 4: play, and see how it thinks")
        root.geometry("1280x800")
        root.minsize(900, 600)
        root.report_callback_exception = self._unexpected
        root.protocol("WM_DELETE_WINDOW", self.close)
        self.commands = self._make_commands()
        self._style()
        self._build()
        bind_keys(root, self.commands, self.say)
        for digit in range(1, 10):
            root.bind(str(digit), lambda event, column=digit - 1: self._key_column(column), add="+")
            root.bind(f"<KP_{digit}>", lambda event, column=digit - 1: self._key_column(column), add="+")
        self._refresh_all()
        root.after(1, self._after_first_paint)

    # -- building -----------------------------------------------------------------------------------------------------

    def _make_commands(self) -> list[Command]:
        session = self.session
        limits = lambda: session.settings.limits  # noqa: E731
        themes = [
            Command(f"stones {name}", "View", f"Stones: {name}", lambda name=name: self.set_stones(name), checked=lambda name=name: self.stones == name)
            for name in STONES
        ]
        return [
            Command("copy position", "File", "Copy position", self.copy_position, "Ctrl+C", ("<Control-c>",)),
            Command("paste position", "File", "Paste position", self.paste_position, "Ctrl+V", ("<Control-v>",)),
            Command("quit", "File", "Quit", self.close, "Ctrl+Q", ("<Control-q>",)),
            Command("new game", "Game", "New game", self.new_game, "N", ("n", "<Control-n>")),
            Command("undo", "Game", "Undo", session.undo, "U", ("u", "<Control-z>", "<BackSpace>"), lambda: session.can_undo),
            Command("redo", "Game", "Redo", session.redo, "R", ("r", "<Control-y>"), lambda: session.can_redo),
            Command("swap seats", "Game", "Swap seats", self.swap_seats, "X", ("x",)),
            Command("other board", "Game", "Board and rules...", self.other_board),
            Command("stop", "Search", "Stop thinking", self.stop, "Esc", ("<Escape>",), lambda: session.thinking),
            Command("go", "Search", "Go on thinking", self.go, "G", ("g",), lambda: session.paused and not session.thinking),
            Command("hint", "Search", "Hint", self.hint, "H", ("h",), lambda: session.position.outcome() is None),
            Command("deeper", "Search", "One ply deeper", lambda: self.change(depth=limits().depth + 1), "D", ("d",)),
            Command(
                "shallower", "Search", "One ply less", lambda: self.change(depth=limits().depth - 1), "S", ("s",), lambda: limits().depth > 1
            ),
            Command("next evaluator", "Search", "Next evaluator", self.next_evaluator, "E", ("e",)),
            Command("next algorithm", "Search", "Next algorithm", self.next_algorithm, "A", ("a",)),
            Command("move order", "Search", "Columns from left to right", self.switch_order, "O", ("o",), checked=lambda: limits().move_order is not None),
            Command("scores", "View", "Column values", self.switch_scores, "V", ("v",), checked=lambda: self.show_scores),
            Command("animation", "View", "Falling stones", self.switch_animation, checked=lambda: self.board.animate),
            Command("dark", "View", "Dark", self.switch_theme, "Ctrl+D", ("<Control-d>",), checked=lambda: self.theme.name == "dark"),
            *themes,
            Command("fit tree", "View", "Fit the tree", self.fit_tree, "Home", ("<Home>",), lambda: self.tree_pane is not None),
            Command("keys", "Help", "Keys", self.show_keys, "F1", ("<F1>", "?")),
            Command("about", "Help", "How to read the tree", self.show_about),
        ]

    def _build(self) -> None:
        root = self.root
        by_name = {command.name: command for command in self.commands}
        buttons = [
            ("New", by_name["new game"].run),
            ("Undo", by_name["undo"].run),
            ("Redo", by_name["redo"].run),
            ("Stop", self.stop_or_go),
            ("Hint", by_name["hint"].run),
        ]
        self.controls = Controls(root, buttons, self.change, self.other_board, self.say)
        self.controls.pack(fill="x")
        self.status = ttk.Label(root, padding=(8, 4), anchor="w", relief="flat")
        self.status.pack(side="bottom", fill="x")
        self.panes = ttk.Panedwindow(root, orient="horizontal")
        self.panes.pack(fill="both", expand=True)

        left = ttk.Frame(self.panes)
        self.board = Board(left, self.theme, self.play, lambda: self.session.humans_turn)
        self.board.pack(fill="x")
        self.moves = tk.Text(left, height=3, width=10, wrap="word", relief="flat", borderwidth=0, highlightthickness=0)
        self.moves.configure(padx=8, pady=6, cursor="arrow", takefocus=False, font="TkDefaultFont")
        self.moves.pack(fill="both", expand=True)
        left.bind("<Configure>", lambda event: self.board.fit(event.width, event.height - MOVES_HEIGHT))
        self.moves.configure(state="disabled")

        self.middle = ttk.Frame(self.panes)
        self.waiting = ttk.Label(self.middle, text="The tree appears here: loading the drawing...", anchor="center", justify="center")
        self.waiting.pack(fill="both", expand=True)

        right = ttk.Frame(self.panes)
        self.weights = Weights(right, self.theme)
        self.weights.pack(side="bottom", fill="x", padx=6, pady=6)
        self.card = Card(right, self.theme, self.select_row)
        self.card.pack(fill="both", expand=True)
        self.panes.add(left, weight=4)
        self.panes.add(self.middle, weight=5)
        self.panes.add(right, weight=0)
        self.menus = build_menus(root, self.commands)
        self._apply_theme()
        root.update_idletasks()
        self._place_sashes()
        self._width = root.winfo_width()
        self.panes.bind("<Configure>", self._resized)

    def _style(self) -> None:
        style = ttk.Style(self.root)
        if "clam" in style.theme_names():
            style.theme_use("clam")

    def _place_sashes(self) -> None:
        """Board, tree and card share the width: about a third, the rest, and what the card needs."""
        width = max(self.panes.winfo_width(), 900)
        card = max(250, min(340, int(width * 0.25)))
        self.panes.sashpos(1, width - card)
        self.panes.sashpos(0, int((width - card) * 0.47))

    def _resized(self, event: tk.Event) -> None:
        if event.widget is self.panes and event.width != self._width:
            self._width = event.width
            self._place_sashes()

    def _after_first_paint(self) -> None:
        self.session.load_ahead(HEAVY)
        self._poll()

    def _build_tree_pane(self) -> None:
        from visualizer.tree_pane import TreePane

        self.waiting.destroy()
        self.tree_pane = TreePane(self.middle, self.theme, on_select=self._node_selected, on_open=self._open_node)
        self.tree_pane.pack(fill="both", expand=True)
        if self.session.found is not None:
            self._show_tree()
        else:
            self.tree_pane.show_nothing("Play a move, or press Hint (H):\nthe search that answers is recorded\nand its tree is shown here.")

    # -- what a person does ---------------------------------------------------------------------------------------------

    def _try(self, action, *arguments, **named) -> bool:
        """Does something that may be refused; says why in the status line."""
        try:
            action(*arguments, **named)
        except C4Error as error:
            self.say(str(error))
            self._refresh_all()
            return False
        self._poll_now()
        return True

    def play(self, column: int) -> None:
        if self.session.position.height(column) == self.session.position.rules.rows and self.session.humans_turn:
            self.say(f"column {column + 1} is full: choose another")
            return
        if (outcome := self.session.position.outcome()) is not None:
            self.say(f"the game is over: {outcome.reason}; N begins a new one")
            return
        self._try(self.session.play, column)

    def _key_column(self, column: int) -> None:
        focus = self.root.focus_get()
        typing = focus is not None and focus.winfo_class() in ("Entry", "TEntry", "Spinbox", "TSpinbox", "TCombobox")
        if not typing and column < self.session.position.rules.columns and focus is not None and focus.winfo_toplevel() is self.root:
            self.board.finish_fall()
            self.play(column)

    def change(self, **settings) -> None:
        """Changes settings of the session, at once."""
        self._try(self.session.set, **settings)
        if "starter" in settings and self.session.game.starter != self.session.settings.starter:
            self.say(f"{self.names()[self.session.settings.starter]} begins from the next new game on")

    def new_game(self) -> None:
        self._try(self.session.new_game)

    def swap_seats(self) -> None:
        first, second = self.session.settings.seats
        self.change(seats=(second, first))

    def other_board(self) -> None:
        BoardDialog(self.root, self.session.settings.rules, lambda rules: self.change(rules=rules))

    def stop_or_go(self) -> None:
        if self.session.thinking:
            self.stop()
        else:
            self.go()

    def stop(self) -> None:
        snapshot, hinting = self.session.progress(), self.session.hinting
        self._try(self.session.stop)
        best = "" if snapshot is None or snapshot.best is None else f"; best column so far {snapshot.best + 1}"
        nodes = "" if snapshot is None else f" after {snapshot.nodes:,} nodes"
        self.say(f"stopped{nodes}{best}" + ("" if hinting else ": press Go (G) to let it think again, or change its settings"), seconds=8)

    def go(self) -> None:
        self._try(self.session.go)

    def hint(self) -> None:
        if self.session.thinking and not self.session.hinting:
            self.say("it is the other side's turn, and it is thinking")
            return
        self._try(self.session.hint)

    def next_evaluator(self) -> None:
        names = list(EVALUATORS)
        self.change(evaluator=names[(names.index(self.session.settings.limits.evaluator) + 1) % len(names)])

    def next_algorithm(self) -> None:
        names = [name for name, entry in AGENTS.items() if entry.searches]
        following = names[(names.index(self.session.settings.algorithm) + 1) % len(names)]
        seats = tuple(following if seat in names else seat for seat in self.session.settings.seats)
        self.change(seats=seats, algorithm=following)

    def switch_order(self) -> None:
        rules, order = self.session.settings.rules, self.session.settings.limits.move_order
        self.change(move_order=None if order is not None else tuple(range(rules.columns)))

    def switch_scores(self) -> None:
        self.show_scores = not self.show_scores
        self._refresh_strip()

    def switch_animation(self) -> None:
        self.board.animate = not self.board.animate

    def switch_theme(self) -> None:
        self.theme = THEMES["dark" if self.theme.name == "light" else "light"]
        self._apply_theme()

    def set_stones(self, name: str) -> None:
        self.stones = name
        self._refresh_all()
        if self.session.found is not None:
            self._show_tree()

    def fit_tree(self) -> None:
        self.tree_pane.fit()

    def copy_position(self) -> None:
        text = format_position(self.session.position)
        self.root.clipboard_clear()
        self.root.clipboard_append(text)
        self.say(f"copied: {text}")

    def paste_position(self) -> None:
        try:
            text = self.root.clipboard_get()
        except tk.TclError:
            self.say("the clipboard holds no text")
            return
        if self._try(self.session.set_up, text):
            self.say(f"set up: {text.strip()[:60]}")

    def show_keys(self) -> None:
        messagebox.showinfo("Keys", key_sheet(self.commands), parent=self.root)

    def show_about(self) -> None:
        messagebox.showinfo(
            "How to read the tree",
            "Every node is a position the search looked at, in the order it did, from top to bottom in plies and from left to right in time. "
            "MAX is the side that searches, MIN the other one; all values are from MAX's view.\n\n"
            "3 is exactly what plain minimax finds; ≤3 and ≥3 are all that is known, because searching on could not matter.\n\n"
            "Pruned replies were never searched: the card of the node says why. The thick line is best play.",
            parent=self.root,
        )

    def select_row(self, row: int) -> None:
        """Selects a node of the tree and unfolds the way to it."""
        if self.tree_pane is not None:
            self.tree_pane.select(row, reveal=True)

    # -- what happened ----------------------------------------------------------------------------------------------------

    def _poll(self) -> None:
        if not self._alive:
            return
        try:
            self._poll_now()
        finally:
            self.root.after(POLL_MS, self._poll)

    def _poll_now(self) -> None:
        if self.board.falling:  # let the stone land before the next one is played
            self._refresh_thinking()
            return
        events = self.session.poll()
        for event in events:
            match event:
                case Moved(column=column):
                    self.board.show(self.session.position, self._seats(), last=column, drop=True)
                case Changed():
                    self.board.show(self.session.position, self._seats(), last=self._last_column())
                case Found():
                    self._found(event)
                case Opened(tree=tree, row=row):
                    self.tree_pane.show(tree, focus=row, caption=self._tree_caption())
                case Failed(sentence=sentence):
                    self.say(sentence, seconds=10)
        if events:
            self._refresh_all()
        else:
            self._refresh_thinking()
        if self.tree_pane is None and not self.session.loading and "visualizer.tree_pane" in sys.modules:
            self._build_tree_pane()

    def _found(self, found: Found) -> None:
        decision = found.decision
        if not found.hint and decision.column is not None:
            before = "" if found.position.moves is None else "".join(map(str, found.position.moves))
            if decision.value is not None:
                self._values[before] = self._value_text(decision)
        if decision.tree is not None:
            self._show_tree()
        if found.hint and decision.column is not None:
            self.board.mark(decision.column)
            self.say(f"hint: column {decision.column + 1}, {decision.reason}", seconds=6)

    def _show_tree(self) -> None:
        if self.tree_pane is not None:
            self.tree_pane.show(self.session.found.decision.tree, caption=self._tree_caption())
            self._node_selected(0)

    def _tree_caption(self) -> str:
        return f"MAX is {self._name_of(self.session.found.position.to_move)}"

    def _node_selected(self, row: int) -> None:
        """The tree pane's selection changed: the card and the weights follow."""
        found = self.session.found
        tree = found.decision.tree
        position = tree.position(row)
        evaluators, explained = [], None
        for name, entry in EVALUATORS.items():
            judge = self._evaluator(name)
            if isinstance(judge, str):
                explained = judge if entry.learned else explained
                continue
            value = judge.evaluate(position, tree.maximizer)
            evaluators.append(("learned" if entry.learned else judge.label, judge.in_words(value)))
            if entry.learned:
                explained = (judge.explain(position, tree.maximizer), f"{judge.label} for MAX: {judge.in_words(value)} {judge.unit}", judge.scale)
        self.card.show(tree, row, self._seats_of(found), evaluators, self._evaluator(tree.evaluator).scale)
        if isinstance(explained, tuple):
            self.weights.show(*explained)
        else:
            self.weights.show_text(explained or "")

    def _open_node(self, row: int) -> None:
        self.say("searching this part again, with the same window...", seconds=3)
        self._try(self.session.open_node, row)

    def _evaluator(self, name: str):
        """The evaluator of that name, loaded once; the sentence that says why it cannot be had otherwise."""
        if name not in self._evaluators:
            from c4 import evaluators

            try:
                self._evaluators[name] = evaluators.load(name)
            except C4Error as error:
                self._evaluators[name] = str(error)
        return self._evaluators[name]

    # -- what is shown ------------------------------------------------------------------------------------------------------

    def names(self) -> tuple[str, str]:
        """The colours of the two seats in words."""
        (first, _), (second, _) = STONES[self.stones]
        return first, second

    def _seats(self) -> tuple[int, int]:
        return self.session.seat(0), self.session.seat(1)

    def _seats_of(self, found: Found) -> tuple[int, int]:
        return self._seats()

    def _name_of(self, player: int) -> str:
        return self.names()[self.session.seat(player)]

    def _last_column(self) -> int | None:
        game = self.session.game
        return game.moves[game.at - 1] if game.at else None

    def _refresh_all(self) -> None:
        session = self.session
        self.board.stones = self.card.stones = STONES[self.stones]
        if not self.board.falling:
            self.board.show(session.position, self._seats(), last=self._last_column())
        self.controls.show(session.settings, self.names())
        outcome = session.position.outcome()
        if outcome is not None:
            who = "A draw" if outcome.winner is None else f"{self._name_of(outcome.winner)} wins"
            self.board.show_banner(f"{who}: {outcome.reason}")
        else:
            self.board.show_banner("")
        if session.found is None or session.stale() or not session.found.hint:
            self.board.marked = None
        self._refresh_moves()
        self._refresh_thinking()
        self.board.redraw()

    def _refresh_thinking(self) -> None:
        """Everything that changes while a search runs: status, strip, buttons."""
        session = self.session
        states = {
            "Undo": session.can_undo,
            "Redo": session.can_redo,
            "Stop": session.thinking or (session.paused and session.position.outcome() is None),
            "Hint": session.position.outcome() is None and (not session.thinking or session.hinting),
        }
        for label, possible in states.items():
            wanted = "normal" if possible else "disabled"
            if str(self.controls.buttons[label]["state"]) != wanted:
                self.controls.buttons[label].configure(state=wanted)
        text = "Go" if session.paused and not session.thinking else "Stop"
        if self.controls.buttons["Stop"]["text"] != text:
            self.controls.buttons["Stop"].configure(text=text)
        self._refresh_strip()
        self.board.refresh_ghost()
        if monotonic() >= self._said_until:
            self._set_status(self._status_text())

    def _refresh_strip(self) -> None:
        """The values over the columns: of the running search as they come in, otherwise of the last one, grey when it was about another position."""
        session, found = self.session, self.session.found
        if not self.show_scores:
            self.board.show_scores({}, "column values are hidden (V)")
            return
        scores: dict[int, Score] = {}
        caption = "no search yet: its column values appear here"
        if found is not None:
            stale = session.stale() or session.thinking
            scores = self._scores(found.decision.columns, found.decision.column, found.decision.tree.evaluator, stale)
            whose = self._name_of(found.position.to_move)
            about = " before the last move" if session.stale() and not session.thinking else ""
            caption = f"values for {whose}{about}: {self._search_name(found.decision.tree)}"
        snapshot = session.progress()
        if snapshot is not None and snapshot.columns:
            fresh = self._scores(snapshot.columns, snapshot.best, session.settings.limits.evaluator, False)
            scores = {**{column: score for column, score in scores.items()}, **fresh}
            caption = f"values for {self._name_of(session.position.to_move)}, as they come in"
        self.board.show_scores(scores, caption)

    def _scores(self, columns, best: int | None, evaluator: str, stale: bool) -> dict[int, Score]:
        from c4.search.explain import value_text

        judge = self._evaluator(evaluator)
        scale = 1 if isinstance(judge, str) else judge.scale
        return {
            column: Score(value_text(value, scale), column == best, stale, _sign(value.points, value.bound)) for column, value in columns.items()
        }

    def _search_name(self, tree) -> str:
        judge = EVALUATORS[tree.evaluator].label
        return f"{AGENTS[tree.algorithm].label}, depth {tree.depth}, {judge}"

    def _refresh_moves(self) -> None:
        """The move list; values the machines saw stand behind their moves."""
        game, text = self.session.game, self.moves
        text.configure(state="normal")
        text.delete("1.0", "end")
        if not game.moves:
            text.insert("end", "Click a column, or press 1 to 7.", "faint")
        for number, column in enumerate(game.moves):
            if number % 2 == 0:
                text.insert("end", f"{number // 2 + 1}. ", "faint")
            tags = ("played",) if number < game.at else ("undone",)
            text.insert("end", f"{column + 1}", tags)
            value = self._values.get("".join(map(str, game.moves[:number])))
            text.insert("end", f" ({value})  " if value else "  ", "faint")
        text.configure(state="disabled")
        text.see("end")

    def _value_text(self, decision) -> str:
        from c4.search.explain import value_text

        judge = self._evaluator(decision.tree.evaluator)
        return value_text(decision.value, judge.scale)

    def _status_text(self) -> str:
        """What is going on, in one line."""
        session = self.session
        snapshot = session.progress()
        if session.thinking and snapshot is None:
            return "waiting for the search to be loaded (the very first start compiles it, some ten seconds); the board stays playable"
        if snapshot is not None:
            speed = snapshot.nodes / max(snapshot.seconds, 1e-6)
            best = "" if snapshot.best is None else f", best column {snapshot.best + 1}"
            who = f"{self._name_of(session.position.to_move)} is thinking" if not session.hinting else "looking for a hint"
            return f"{who}: depth {session.settings.limits.depth}, {snapshot.nodes:,} nodes, {_speed(speed)}{best}"
        outcome = session.position.outcome()
        if outcome is not None:
            return "Game over. N begins a new one; Undo takes the last moves back."
        if session.paused and not session.humans_turn:
            return f"{self._name_of(session.position.to_move)} waits: press Go (G), or Undo"
        turn = f"{self._name_of(session.position.to_move)} to move"
        if session.humans_turn:
            turn += " (you)" if session.settings.seats.count(HUMAN) == 1 else ""
        if session.found is None:
            loading = "; loading the search and the drawing in the background" if session.loading else ""
            return f"{turn}: click a column or press its number{loading}"
        return f"{turn}.  Last search: {self._found_text(session.found)}"

    def _found_text(self, found: Found) -> str:
        from c4.search.explain import value_in_words

        decision = found.decision
        judge = self._evaluator(decision.tree.evaluator)
        speed = decision.nodes / max(decision.seconds, 1e-6)
        me, other = self._name_of(found.position.to_move), self._name_of(1 - found.position.to_move)
        words = value_in_words(decision.value, found.position.ply, me, other, judge.steps)
        return (
            f"depth {decision.tree.depth}, {count(decision.nodes, 'node')}, {decision.seconds:.3f} s, {_speed(speed)}, "
            f"column {decision.column + 1}, value {self._value_text(decision)}: {words}"
        )

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a sentence in the status line for a while."""
        self._said_until = monotonic() + seconds
        self._set_status(text)

    def _set_status(self, text: str) -> None:
        if text != self._last_status:
            self._last_status = text
            self.status.configure(text=text)

    def _apply_theme(self) -> None:
        theme, style = self.theme, ttk.Style(self.root)
        self.root.configure(background=theme.window)
        style.configure(".", background=theme.window, foreground=theme.text, fieldbackground=theme.panel, bordercolor=theme.line, troughcolor=theme.window)
        style.configure("TButton", background=theme.panel, padding=(6, 2))
        style.map("TButton", background=[("disabled", theme.window), ("active", theme.line)], foreground=[("disabled", theme.faint)])
        style.configure("TCombobox", arrowcolor=theme.text)
        style.map("TCombobox", fieldbackground=[("readonly", theme.panel)], foreground=[("readonly", theme.text)], background=[("readonly", theme.panel)])
        style.configure("TSpinbox", arrowcolor=theme.text, background=theme.panel)
        style.configure("TPanedwindow", background=theme.line)
        self.root.option_add("*TCombobox*Listbox.background", theme.panel)
        self.root.option_add("*TCombobox*Listbox.foreground", theme.text)
        self.moves.configure(background=theme.window, foreground=theme.text)
        self.moves.tag_configure("faint", foreground=theme.faint)
        self.moves.tag_configure("undone", foreground=theme.faint, overstrike=True)
        for pane in (self.board, self.card, self.weights, self.tree_pane):
            if pane is not None:
                pane.set_theme(theme)

    def _unexpected(self, kind, error, trace) -> None:
        """An error nobody thought of: shown with its details, and the window lives on."""
        details = "".join(traceback.format_exception(kind, error, trace))
        self.errors.append(details)
        print(details, file=sys.stderr)
        self.say(f"something went wrong ({kind.__name__}: {error}); the details are on standard error", seconds=15)

    def close(self) -> None:
        """Ends the window and the session's threads."""
        self._alive = False
        self.session.close()
        self.root.destroy()


def _sign(points: int, bound: int) -> int:
    """Whether a value is surely for (+1) or against (-1) the side it is for; 0 when its bound leaves that open."""
    if points > 0 and bound != UPPER:
        return 1
    if points < 0 and bound != LOWER:
        return -1
    return 0


def _speed(nodes_per_second: float) -> str:
    return f"{nodes_per_second / 1e6:.1f} M nodes/s" if nodes_per_second >= 1e6 else f"{nodes_per_second / 1e3:.0f} k nodes/s"
