"""The Practice window: work out the values, windows and cutoffs of a tree, with hints and a score."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from c4.errors import C4Error
from c4.practice.exercise_answers import ALPHABETA, MINIMAX
from c4.practice.exercise_hints import CUT, VALUE
from c4.practice.exercise_trees import (
    EXAMPLES,
    ExerciseNode,
    NodePath,
    format_tree,
    from_position,
    parse_tree,
    random_tree,
)
from c4.practice.exercises import Entry, Exercise
from c4.text import capitalised, pluralise
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.practice.exercise_drawing import PracticeTree
from visualizer.practice.exercises_view import (
    DONE,
    FIELDS,
    OWN,
    RANDOM,
    REAL,
    WAY,
    FieldsView,
    Practising,
    SourceView,
    TreeView,
    asked_entry,
    fields_view,
    hint_text,
    message_view,
    next_entry,
    source_view,
    tree_view,
    unanswered,
)
from visualizer.state.app import App
from visualizer.ui.widgets import Flow, choice, on, wrap

MODES = {"Alpha-beta: values, windows, cutoffs": ALPHABETA, "Minimax: values only": MINIMAX}
ROOTS = {"MAX begins": True, "MIN begins": False}

SIZES = {"Plies": (1, 6, 3), "Width": (2, 7, 3)}
"""The least and the largest number of a field, and the first one in it."""

VALUE_LETTERS = "0123456789-≤≥<>="
"""What begins a value that is typed while the tree has the focus."""

DIGITS_LARGEST = 3


class Chosen(NamedTuple):
    """A tree: its title, an introduction, the discs on its board, and the points in one unit of its values."""

    root: ExerciseNode
    title: str
    about: str
    discs: int = 0
    scale: int = 1


class PracticeWindow(AppWindow):
    """Exercises: examples, random trees, your own, or the position on the board with leaves that the evaluator values."""

    known: Practising

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Practice: what does the search find?", "980x640", (760, 520))
        self.known = Practising()
        self._build_choice()
        self._build_fields()
        self.tree = PracticeTree(self, self.theme, self.select, self.cut)
        self.tree.pack(fill="both", expand=True, padx=10)
        self._bind_keys()
        self.panes += [SourcePane(self), TreePane(self), FieldsPane(self), MessagePane(self)]
        self.begin()
        self.tree.widget.focus_set()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self) -> None:
        top = ttk.Frame(self, padding=(10, 8, 10, 4))
        top.pack(fill="x")
        self.source = self._add_list(top, "Tree", [*EXAMPLES, RANDOM, REAL, OWN], 24, self._source_chosen)
        self.mode = self._add_list(top, "Find", list(MODES), 32, self.begin)
        ttk.Button(top, text="New", width=6, command=self.another).pack(side="left", padx=(10, 0))
        second = ttk.Frame(self, padding=(10, 0, 10, 6))
        second.pack(fill="x")
        self.sizes = ttk.Frame(second)  # packed for trees that can have any size
        self.size_texts = {label: self._add_size(label) for label in SIZES}
        self._side = ttk.Frame(second)
        self._side.pack(side="left")
        self.root_side = self._add_list(self._side, "Root", list(ROOTS), 11, self.begin)
        ttk.Label(second, text="As text").pack(side="left", padx=(10, 4))
        self.text = tk.StringVar(self)
        self.typed = ttk.Entry(second, textvariable=self.text)
        self.typed.pack(side="left", fill="x", expand=True)
        on(self.typed, "<Return>", self.take_typed)

    def _add_list(
        self, parent: tk.Misc, label: str, values: list[str], width: int, chosen: Callable[[], object]
    ) -> ttk.Combobox:
        ttk.Label(parent, text=label).pack(side="left", padx=(0, 4))
        box = choice(parent, values, width, chosen)
        box.pack(side="left", padx=(0, 10))
        return box

    def _add_size(self, label: str) -> tk.StringVar:
        least, largest, first = SIZES[label]
        text = tk.StringVar(self, str(first))
        ttk.Label(self.sizes, text=label).pack(side="left", padx=(0, 4))
        box = ttk.Spinbox(self.sizes, from_=least, to=largest, width=3, textvariable=text, command=self.begin)
        box.pack(side="left", padx=(0, 10))
        on(box, "<Return>", self.begin)
        return text

    def _build_fields(self) -> None:
        bottom = ttk.Frame(self, padding=(10, 4, 10, 8))
        bottom.pack(side="bottom", fill="x")
        buttons = ttk.Frame(bottom)
        buttons.pack(side="bottom", fill="x")
        self.score = ttk.Label(buttons)
        self.score.pack(side="left")
        actions = {"Step (S)": self.step, "Show answer": self.show_answer, "Hint": self.hint}
        for label, action in actions.items():
            ttk.Button(buttons, text=label, command=action).pack(side="right", padx=(6, 0))
        self.hint_text = wrap(ttk.Label(bottom, anchor="nw", justify="left"))
        self.hint_text.pack(side="bottom", fill="x", pady=4)
        row = Flow(bottom)
        row.pack(side="bottom", fill="x")
        self.where = ttk.Label(row, font="TkHeadingFont", width=26)
        row.add(self.where)
        self.fields: dict[str, tk.StringVar] = {}
        self.entries: dict[str, ttk.Entry] = {}
        self.marks: dict[str, ttk.Label] = {}
        for what in FIELDS:
            self._add_field(row, what)
        self.is_cut = tk.BooleanVar(self)
        self.cut_box = ttk.Checkbutton(row, text="Pruned (C)", variable=self.is_cut, command=self.cut_chosen)
        row.add(self.cut_box)

    def _add_field(self, row: Flow, what: str) -> None:
        named = ttk.Frame(row)
        ttk.Label(named, text=what).pack(side="left", padx=(4, 4))
        self.fields[what] = tk.StringVar(self)
        self.entries[what] = ttk.Entry(named, textvariable=self.fields[what], width=8)
        self.entries[what].pack(side="left")
        self.marks[what] = ttk.Label(named, width=2)
        self.marks[what].pack(side="left")
        row.add(named)
        for key in ("<Return>", "<KP_Enter>"):
            on(self.entries[what], key, partial(self.fill, what))
        on(self.entries[what], "<FocusOut>", partial(self.check, what))

    def _bind_keys(self) -> None:
        for key in ("Left", "Right", "Up", "Down"):
            on(self.tree.widget, f"<{key}>", partial(self.tree.walk, key))
        for key in ("c", "C", "<space>"):
            on(self.tree.widget, key, self.cut_chosen)
        for key in ("s", "S"):
            on(self.tree.widget, key, self.step)
        on(self.tree.widget, "<Return>", self.focus_first_field)
        self.tree.widget.bind("<KeyPress>", self._typed_in_tree)
        for entry in self.entries.values():
            for key in ("Up", "Down"):
                on(entry, f"<{key}>", partial(self.tree.walk, key), self.focus_first_field)
            on(entry, "<Escape>", self.tree.widget.focus_set)
        on(self, "<F1>", self.hint)

    # -- choosing a tree ----------------------------------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise:
        """The exercise on screen."""
        assert self.known.exercise is not None, "the first tree is an example, which is always possible"
        return self.known.exercise

    def _source_chosen(self) -> None:
        self.begin()
        if self.source.get() == OWN:
            self.typed.focus_set()
            self.typed.selection_range(0, "end")

    def take_typed(self) -> None:
        """Shows the tree that you have typed."""
        self.source.set(OWN)
        self.begin()
        self.tree.widget.focus_set()

    def another(self) -> None:
        """Shows the next random tree, or starts any other tree again."""
        if self.source.get() == RANDOM:
            self.know(seed=self.known.seed + 1)
        self.begin()

    def begin(self) -> None:
        """Starts the chosen exercise; if that is impossible, says why."""
        source = self.source.get()
        self.know(source=source)
        try:
            chosen = self._chosen_tree(source)
        except C4Error as error:
            self.say(str(error))
            return
        exercise = Exercise(chosen.root, MODES[self.mode.get()], chosen.title, chosen.discs, chosen.scale)
        if source != OWN:
            self.text.set(format_tree(chosen.root))
            self.root_side.current(chosen.root.to_move)
        for field in self.fields.values():
            field.set("")
        self.know(exercise=exercise, entered=0, chosen=(), message=f"{chosen.about} {WAY}")

    def _chosen_tree(self, source: str) -> Chosen:
        """The chosen tree.  Raises C4Error if there is none."""
        root_is_max = ROOTS[self.root_side.get()]
        if source in EXAMPLES:
            text, example_is_max, about = EXAMPLES[source]
            return Chosen(parse_tree(text, example_is_max), source, f"{about[0].upper()}{about[1:]}.")
        if source == OWN:
            return Chosen(parse_tree(self.text.get(), root_is_max), source, "Your own tree.")
        depth = read_size(self.size_texts["Plies"].get())
        width = read_size(self.size_texts["Width"].get())
        if source == RANDOM:
            seed = self.known.seed
            root = random_tree(seed, depth, width, root_is_max=root_is_max)
            return Chosen(root, f"{RANDOM} {seed}", f"Random tree {seed}.")
        return self._tree_of_position(depth, width)

    def _tree_of_position(self, depth: int, width: int) -> Chosen:
        """The tree of the position on the board.  Raises C4Error."""
        settings = self.app.session.settings
        position = self.app.session.position
        evaluator = self.app.loader.require(settings.evaluator, settings.models.get(settings.evaluator))
        if isinstance(evaluator, str):
            raise C4Error(evaluator)
        tree = f"{pluralise(depth, 'ply', 'plies')} of the {pluralise(width, 'column')} nearest the middle"
        about = f"{capitalised(tree)}, leaves evaluated by {evaluator.label}. MAX is to move."
        return Chosen(from_position(position, evaluator, depth, width), REAL, about, position.ply, evaluator.scale)

    # -- filling in ---------------------------------------------------------------------------------------------------

    def select(self, path: NodePath) -> None:
        """Selects a node, so that its fields can be filled in."""
        self.know(chosen=path)

    def step(self) -> None:
        """Shows the next thing that the search works out."""
        left = unanswered(self.exercise)
        if not left:
            self.say("The search has ended.")
            return
        entry = left[0]
        answer = self.exercise.show(entry)
        where = self.exercise.line(entry.path)
        said = f"{where}: pruned, never searched." if entry.figure == CUT else f"{where}: {entry.figure} is {answer}."
        self._changed(chosen=entry.path, message=said)

    def fill(self, what: str) -> None:
        """Checks a field; goes on to the next entry if it is right."""
        if not self.check(what):
            return
        entry = next_entry(self.exercise, Entry(self.known.chosen, what))
        if entry is None:
            self.tree.widget.focus_set()
        else:
            self.select(entry.path)
            self._focus(entry.figure)

    def check(self, what: str) -> bool:
        """Checks a field unless it was checked before; whether it is right."""
        entry = Entry(self.known.chosen, what)
        text = self.fields[what].get()
        given = self.exercise.state_of(*entry)
        if text == given.text:
            return given.right
        verdict = self.exercise.fill(entry, text)
        said = verdict.hint
        if verdict.right:
            said = DONE if self.exercise.done else "Right."
        self._changed(message=said)
        return verdict.right

    def cut_chosen(self) -> None:
        """Marks the edge above the chosen node as cut, or removes the mark."""
        self.cut(self.known.chosen)

    def cut(self, path: NodePath) -> None:
        """Marks the edge above a node as cut, or removes the mark."""
        if self.exercise.algorithm != ALPHABETA or not path:
            return
        verdict = self.exercise.mark(path)
        said = ""
        if verdict is not None and not verdict.right:
            said = verdict.hint
        elif verdict is not None:
            said = DONE if self.exercise.done else "Right: it is never searched."
        self._changed(chosen=path, message=said)

    def _changed(self, **more: object) -> None:
        """The exercise has changed."""
        self.know(**{"entered": self.known.entered + 1, **more})

    def _focus(self, what: str) -> None:
        self.entries[what].focus_set()
        self.entries[what].selection_range(0, "end")

    def focus_first_field(self) -> None:
        """Goes to the first field of the chosen node that is not right yet."""
        for what, entry in self.entries.items():
            if "disabled" not in entry.state() and not self.exercise.state_of(self.known.chosen, what).right:
                self._focus(what)
                return

    def _typed_in_tree(self, event: tk.Event[tk.Misc]) -> None:
        """A digit typed while the tree has the focus goes into the value field."""
        entry = self.entries[VALUE]
        if event.char and event.char in VALUE_LETTERS and "disabled" not in entry.state():
            self.fields[VALUE].set(event.char)
            entry.focus_set()
            entry.icursor("end")

    # -- help ---------------------------------------------------------------------------------------------------------

    def _asked(self) -> Entry:
        """The entry that you want a hint for."""
        focus = self.focus_get()
        focused = [what for what, entry in self.entries.items() if entry is focus]
        return asked_entry(self.exercise, self.known.chosen, focused[0] if focused else "")

    def hint(self) -> None:
        """Shows the rule for the current entry."""
        entry = self._asked()
        typed = self.fields[entry.figure].get() if entry.figure in self.fields else ""
        self.say(hint_text(self.exercise, entry, typed))

    def show_answer(self) -> None:
        """Shows the answer of the current entry."""
        entry = self._asked()
        if self.exercise.is_cut(entry.path):
            entry = Entry(entry.path, CUT)
            if not self.exercise.is_pruned(entry.path):
                self.say("The search never gets here: the pruned edge is further up.")
                return
        answer = self.exercise.show(entry)
        self._changed(message=f"{entry.figure}: {answer}. Shown answers do not count.")

    def say(self, text: str) -> None:
        """Shows a message below the fields."""
        self.know(message=text)


def read_size(text: str) -> int:
    """A number of plies or columns that was typed.  Raises C4Error."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS_LARGEST):
        raise C4Error(f"plies and width must be whole numbers, not {text!r}")
    return int(text)


class SourcePane(WindowPane[SourceView]):
    """What can be set for the chosen kind of tree."""

    view = staticmethod(source_view)
    window: PracticeWindow

    def draw(self, view: SourceView, before: SourceView | None) -> None:
        window = self.window
        if view.sized:
            window.sizes.pack(side="left", before=window.root_side.master)
        else:
            window.sizes.pack_forget()
        window.root_side.configure(state="readonly" if view.either_begins else "disabled")


class TreePane(WindowPane[TreeView]):
    """The tree."""

    view = staticmethod(tree_view)
    window: PracticeWindow

    def draw(self, view: TreeView, before: TreeView | None) -> None:
        self.window.tree.show(view)


class FieldsPane(WindowPane[FieldsView]):
    """The fields of the chosen node; one in which you type is not changed."""

    view = staticmethod(fields_view)
    window: PracticeWindow

    def draw(self, view: FieldsView, before: FieldsView | None) -> None:
        window = self.window
        window.where.configure(text=view.where)
        window.score.configure(text=view.score)
        window.is_cut.set(view.cut)
        window.cut_box.state(["!disabled" if view.can_cut else "disabled"])
        for place, what in enumerate(FIELDS):
            field = view.fields[place]
            if before is None or before.chosen != view.chosen or before.fields[place].text != field.text:
                window.fields[what].set(field.text)
            window.marks[what].configure(text=field.mark)
            window.entries[what].state(["!disabled" if field.enabled else "disabled"])


class MessagePane(WindowPane[str]):
    """A hint, or what the last entry was."""

    view = staticmethod(message_view)
    window: PracticeWindow

    def draw(self, view: str, before: str | None) -> None:
        self.window.hint_text.configure(text=view)
