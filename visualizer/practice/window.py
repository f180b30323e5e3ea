"""The Practice window: work out the values, windows and cutoffs of a tree, with hints and a score."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4.errors import C4Error
from c4.practice.exercises import ALPHABETA, CUT, HIGH, LOW, MINIMAX, VALUE, Entry, Exercise
from c4.practice.trees import EXAMPLES, ExerciseNode, format_tree, from_position, parse_tree, random_tree
from c4.text import pluralise
from visualizer.practice.drawing import PracticeTree
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.widgets import Flow, choice, on, sentence

RANDOM, REAL, OWN = "Random tree", "The position on the board", "Your own tree"
MODES = {"Alpha-beta: values, windows, cutoffs": ALPHABETA, "Minimax: values only": MINIMAX}
ROOTS = {"MAX begins": True, "MIN begins": False}


class PracticeWindow(ToolWindow):
    """Exercises: examples, random trees, your own, or the position on the board with leaves that the evaluator values."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Practice: what does the search find?", "980x640", (760, 520))
        self._seed = 1
        self._build_choice()
        self._build_fields()
        self.tree = PracticeTree(self, context.theme, self.select, self.cut)
        self.tree.pack(fill="both", expand=True, padx=10)
        self._bind_keys()
        self.begin()
        self.tree.focus_set()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self) -> None:
        top = ttk.Frame(self, padding=(10, 8, 10, 4))
        top.pack(fill="x")
        self.source = self._list(top, "Tree", [*EXAMPLES, RANDOM, REAL, OWN], 24, self._source_chosen)
        self.mode = self._list(top, "Find", list(MODES), 32, self.begin)
        ttk.Button(top, text="New", width=6, command=self.another).pack(side="left", padx=(10, 0))
        second = ttk.Frame(self, padding=(10, 0, 10, 6))
        second.pack(fill="x")
        self.sizes = ttk.Frame(second)  # packed for trees that can have any size
        self.depth, self.width = (
            self._number(self.sizes, label, low, high, start)
            for label, low, high, start in (("Plies", 1, 6, 3), ("Width", 2, 7, 3))
        )
        self._side = ttk.Frame(second)
        self._side.pack(side="left")
        self.root_side = self._list(self._side, "Root", list(ROOTS), 11, self.begin)
        ttk.Label(second, text="As text").pack(side="left", padx=(10, 4))
        self.text = tk.StringVar(self)
        self.typed = ttk.Entry(second, textvariable=self.text)
        self.typed.pack(side="left", fill="x", expand=True)
        self.typed.bind("<Return>", lambda _: self._typed())

    def _list(
        self, parent: tk.Misc, label: str, values: list[str], width: int, chosen: Callable[[], object]
    ) -> ttk.Combobox:
        ttk.Label(parent, text=label).pack(side="left", padx=(0, 4))
        box = choice(parent, values, width, chosen)
        box.pack(side="left", padx=(0, 10))
        return box

    def _number(self, parent: tk.Misc, label: str, low: int, high: int, start: int) -> tk.StringVar:
        text = tk.StringVar(self, str(start))
        ttk.Label(parent, text=label).pack(side="left", padx=(0, 4))
        box = ttk.Spinbox(parent, from_=low, to=high, width=3, textvariable=text, command=self.begin)
        box.pack(side="left", padx=(0, 10))
        box.bind("<Return>", lambda _: self.begin())
        return text

    def _build_fields(self) -> None:
        bottom = ttk.Frame(self, padding=(10, 4, 10, 8))
        bottom.pack(side="bottom", fill="x")
        buttons = ttk.Frame(bottom)
        buttons.pack(side="bottom", fill="x")
        self.score = ttk.Label(buttons)
        self.score.pack(side="left")
        for label, action in (("Step (S)", self.step), ("Show answer", self.show), ("Hint", self.hint)):
            ttk.Button(buttons, text=label, command=action).pack(side="right", padx=(6, 0))
        self.hint_text = ttk.Label(bottom, anchor="nw", justify="left")
        self.hint_text.pack(side="bottom", fill="x", pady=4)
        self.hint_text.bind("<Configure>", lambda event: self.hint_text.configure(wraplength=event.width - 8))
        row = Flow(bottom)
        row.pack(side="bottom", fill="x")
        self.where = ttk.Label(row, font="TkHeadingFont", width=26)
        row.add(self.where)
        self.fields: dict[str, tk.StringVar] = {}
        self.entries: dict[str, ttk.Entry] = {}
        self._ticks: dict[str, ttk.Label] = {}
        for what in (LOW, HIGH, VALUE):
            named = ttk.Frame(row)
            ttk.Label(named, text=what).pack(side="left", padx=(4, 4))
            self.fields[what] = tk.StringVar(self)
            self.entries[what] = ttk.Entry(named, textvariable=self.fields[what], width=8)
            self.entries[what].pack(side="left")
            self._ticks[what] = ttk.Label(named, width=2)
            self._ticks[what].pack(side="left")
            row.add(named)
            for key in ("<Return>", "<KP_Enter>"):
                on(self.entries[what], key, partial(self.fill, what))
            on(self.entries[what], "<FocusOut>", partial(self._check, what))
        self._cut = tk.BooleanVar(self)
        self.cut_box = ttk.Checkbutton(
            row, text="Pruned (C)", variable=self._cut, command=lambda: self.cut(self.tree.chosen)
        )
        row.add(self.cut_box)

    def _bind_keys(self) -> None:
        for key in ("Left", "Right", "Up", "Down"):
            on(self.tree, f"<{key}>", partial(self.tree.walk, key))
        for key in ("c", "C", "<space>"):
            on(self.tree, key, lambda: self.cut(self.tree.chosen))
        for key in ("s", "S"):
            on(self.tree, key, self.step)
        self.tree.bind("<Return>", lambda _: self._first_field())
        self.tree.bind("<KeyPress>", self._digit)
        for entry in self.entries.values():
            for key in ("Up", "Down"):
                on(entry, f"<{key}>", partial(self.tree.walk, key), self._first_field)
            on(entry, "<Escape>", self.tree.focus_set)
        self.bind("<F1>", lambda _: self.hint())

    # -- choosing a tree ----------------------------------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise:
        """The exercise on screen."""
        return self.tree.exercise

    def _source_chosen(self) -> None:
        self.begin()
        if self.source.get() == OWN:
            self.typed.focus_set()
            self.typed.selection_range(0, "end")

    def _typed(self) -> None:
        self.source.set(OWN)
        self.begin()
        self.tree.focus_set()

    def another(self) -> None:
        """Shows the next random tree, or starts any other tree again."""
        self._seed += self.source.get() == RANDOM
        self.begin()

    def begin(self) -> None:
        """Starts the chosen exercise; if that is impossible, says why."""
        if self.source.get() in (RANDOM, REAL):
            self.sizes.pack(side="left", before=self._side)
        else:
            self.sizes.pack_forget()
        self.root_side.configure(state="readonly" if self.source.get() in (RANDOM, OWN) else "disabled")
        try:
            root, title, about, discs, scale = self._chosen()
        except C4Error as error:
            self._say(str(error))
            return
        self.tree.show(Exercise(root, MODES[self.mode.get()], title, discs, scale))
        if self.source.get() != OWN:
            self.text.set(format_tree(root))
            self.root_side.current(root.to_move)
        self.select(())
        self._say(about)

    def _chosen(self) -> tuple[ExerciseNode, str, str, int, int]:
        """The tree, its title, an introduction, the discs on its board, and the points in one unit of its values."""
        source = self.source.get()
        way = "Arrow keys move, Return fills in, C marks the edge above as pruned, F1 gives a hint."
        if source in EXAMPLES:
            text, root_is_max, about = EXAMPLES[source]
            return parse_tree(text, root_is_max), source, f"{about[0].upper()}{about[1:]}. {way}", 0, 1
        if source == OWN:
            return parse_tree(self.text.get(), ROOTS[self.root_side.get()]), source, f"Your own tree. {way}", 0, 1
        depth, width = (_size(text.get()) for text in (self.depth, self.width))
        if source == RANDOM:
            root = random_tree(self._seed, depth, width, root_is_max=ROOTS[self.root_side.get()])
            return root, f"{RANDOM} {self._seed}", f"Random tree {self._seed}. {way}", 0, 1
        session = self.context.session
        position, evaluator = session.position, self.context.evaluators.needed(session.settings.evaluator)
        tree = f"{pluralise(depth, 'ply', 'plies')} of the {pluralise(width, 'column')} nearest the middle"
        about = f"{tree[:1].upper()}{tree[1:]}, leaves evaluated by {evaluator.label}. MAX is to move. {way}"
        return from_position(position, evaluator, depth, width), REAL, about, position.ply, evaluator.scale

    def step(self) -> None:
        """Shows the next thing that the search works out."""
        entry = next((entry for entry in self.exercise.entries if not self.exercise.entry(*entry).right), None)
        if entry is None:
            self._say("The search has ended.")
            return
        answer = self.exercise.show(entry)
        self.select(entry.path)
        where = self.exercise.line(entry.path)
        self._say(f"{where}: pruned, never searched." if entry.what == CUT else f"{where}: {entry.what} is {answer}.")

    # -- filling in ---------------------------------------------------------------------------------------------------

    def select(self, path: tuple[int, ...]) -> None:
        """Selects a node, so that its fields can be filled in."""
        self.tree.chosen = path
        node, alphabeta = self.exercise.node(path), self.exercise.algorithm == ALPHABETA
        kind = "leaf" if not node.children else "MAX" if node.to_move == 0 else "MIN"
        self.where.configure(text=f"{self.exercise.line(path)} · {kind}")
        for what, entry in self.entries.items():
            given = self.exercise.entry(path, what)
            self.fields[what].set(given.text)
            entry.state(["!disabled" if node.children and (alphabeta or what == VALUE) else "disabled"])
        self.cut_box.state(["!disabled" if alphabeta and path else "disabled"])
        self._refresh()

    def fill(self, what: str) -> None:
        """Checks a field; goes on to the next entry if it is right."""
        if self._check(what):
            self._next(what)

    def _check(self, what: str) -> bool:
        """Checks a field unless it was checked before; whether it is right."""
        entry, text = Entry(self.tree.chosen, what), self.fields[what].get()
        given = self.exercise.entry(*entry)
        if text == given.text:
            return given.right
        verdict = self.exercise.fill(entry, text)
        self._say(verdict.hint if not verdict.right else "All done." if self.exercise.done else "Right.")
        self._refresh()
        return verdict.right

    def _next(self, what: str) -> None:
        """Goes to the next entry, in the order of the search, that is not right yet."""
        exercise, here, fields = self.exercise, Entry(self.tree.chosen, what), self.exercise.fields()
        at = fields.index(here) + 1 if here in fields else 0
        for entry in [*fields[at:], *fields[:at]]:
            if not exercise.entry(*entry).right:
                self.select(entry.path)
                self._focus(entry.what)
                return
        self.tree.focus_set()

    def _focus(self, what: str) -> None:
        self.entries[what].focus_set()
        self.entries[what].selection_range(0, "end")

    def _first_field(self) -> None:
        for what, entry in self.entries.items():
            if "disabled" not in entry.state() and not self.exercise.entry(self.tree.chosen, what).right:
                self._focus(what)
                return

    def _digit(self, event: tk.Event[tk.Misc]) -> None:
        """A digit typed while the tree has the focus goes into the value field."""
        if event.char and event.char in "0123456789-≤≥<>=" and "disabled" not in self.entries[VALUE].state():
            self.fields[VALUE].set(event.char)
            self.entries[VALUE].focus_set()
            self.entries[VALUE].icursor("end")

    def cut(self, path: tuple[int, ...]) -> None:
        """Marks the edge above a node as cut, or removes the mark."""
        if self.exercise.algorithm == ALPHABETA and path:
            verdict = self.exercise.mark(path)
            self.select(path)
            self._say(
                ""
                if verdict is None
                else verdict.hint or ("All done." if self.exercise.done else "Right: it is never searched.")
            )

    # -- help ---------------------------------------------------------------------------------------------------------

    def _asked(self) -> Entry:
        """The entry that you want a hint for: the focused field, or the node's first entry that is not right yet."""
        path, focus = self.tree.chosen, self.focus_get()
        for what, entry in self.entries.items():
            if entry is focus:
                return Entry(path, what)
        last = Entry(path, CUT if self.exercise.is_cut(path) else VALUE)
        unanswered = (entry for entry in self.exercise.entries if not self.exercise.entry(*entry).right)
        return next((entry for entry in unanswered if entry.path == path), last)

    def hint(self) -> None:
        """Shows the rule for the current entry."""
        entry = self._asked()
        if self.exercise.is_cut(entry.path):
            self._say("Look at the parent's window at this point: can anything here still change the result?")
        elif self.exercise.entry(*entry).right:
            self._say("This entry is right already.")
        else:
            text = self.fields[entry.what].get() if entry.what in self.fields else ""
            self._say(self.exercise.check(entry, text if text.strip() else "99999", before=1).hint)

    def show(self) -> None:
        """Shows the answer of the current entry."""
        entry = self._asked()
        if self.exercise.is_cut(entry.path) and self.exercise.answer(Entry(entry.path, CUT)) != "cut":
            self._say("The search never gets here: the pruned edge is further up.")
            return
        entry = Entry(entry.path, CUT) if self.exercise.is_cut(entry.path) else entry
        answer = self.exercise.show(entry)
        self.select(entry.path)
        self._say(f"{entry.what}: {answer}. Shown answers do not count.")

    # -- showing ------------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        exercise, path = self.exercise, self.tree.chosen
        for what, label in self._ticks.items():
            given = exercise.entry(path, what)
            label.configure(text="" if not given.text else "✓" if given.right else "✗")
        self._cut.set(exercise.marked(path))
        score = exercise.score()
        text = f"{score['right']} of {score['entries']} right, {score['first try']} at the first try"
        text += "".join(
            f", {name}: {score[name]}" for name in ("wrong attempts", "wrongly pruned", "shown") if score[name]
        )
        self.score.configure(text=text + (". All done." if exercise.done else ""))
        self.tree.draw()

    def _say(self, text: str) -> None:
        self.hint_text.configure(text=sentence(text))


def _size(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise C4Error(f"plies and width must be whole numbers, not {text!r}")
    return int(text)
