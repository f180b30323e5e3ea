"""The popover with the settings of a game: rules, seats, and the depth, time and evaluator of searches."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import randrange
from tkinter import ttk
from typing import Any

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS, title
from c4.agents.limits import Limits, check_depth
from c4.agents.specification import asks_evaluator
from c4.errors import C4Error
from c4.evaluators import EVALUATORS, label_of
from c4.game.rules import SCORINGS, Rules
from c4.session.settings import Settings
from c4.text import read_positive_int
from visualizer.board.picker import NO_TIME, TIME_TIP, TIMED, TIMES, agent_reasons, read_time, time_text
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import pixels
from visualizer.ui.widgets import Tooltip, on, sentence, wrap

BOTH, FIRST, SECOND, HINTS = range(4)
"""What depth, time and evaluator apply to: both sides, one side, or hints."""


def targets(names: tuple[str, str]) -> list[str]:
    """The labels of the choices; `names` are the colours of the seats."""
    return ["both sides", *names, "hints"]


def limits_for(settings: Settings, target: int) -> Limits:
    """The limits of a choice."""
    if target == BOTH:
        return settings.limits
    if target == HINTS:
        return settings.limits_of(settings.algorithm)
    return settings.limits_of(settings.seats[target - 1], target - 1)


def reasons(settings: Settings, target: int) -> dict[str, str]:
    """Why "depth", "time_ms" and "evaluator" have no effect for a choice, as sentences; "" where they have."""
    if target == BOTH:
        governed = settings.depth_governs()
        depth = "" if governed else TIMED
        return {"depth": depth, "time_ms": "" if settings.deepens else NO_TIME, "evaluator": ""}
    name = settings.algorithm if target == HINTS else settings.seats[target - 1]
    if name == HUMAN:
        return dict.fromkeys(("depth", "time_ms", "evaluator"), "You play this side, so there is nothing to set.")
    return agent_reasons(name, limits_for(settings, target))


def depth_tip(settings: Settings) -> str:
    """What the depth is for, or why it has no effect."""
    governed = settings.depth_governs()
    if not governed:
        return TIMED
    if governed == ("hints",):
        return "How many plies hints look ahead. Neither player searches to a fixed depth."
    return "How many plies a search looks ahead. You can change it during a search."


RULES = {
    "First line wins": Rules(),
    "Count the lines": Rules(scoring=SCORINGS[1]),
    "The board turns": Rules(7, 7, turn_every=5),
}
"""The rules in the list; `BoardDialog` offers other boards."""

OTHER_BOARD = "Other board..."

TARGET_TIP = "Depth, time and evaluator apply to both sides, to one side, or to hints."
EVALUATOR_TIP = "Evaluates the positions at the depth limit."


def box_in(parent: tk.Misc, chosen: Callable[[], object], values: Sequence[str] = ()) -> ttk.Combobox:
    """A box of choices; `chosen()` is called for one, and the keys belong to the window again."""
    box = ttk.Combobox(parent, values=list(values), width=18, state="readonly")
    on(box, "<<ComboboxSelected>>", box.selection_clear, parent.winfo_toplevel().focus_set, chosen)
    return box


class Controls(ttk.Frame):
    """Boxes for the settings of a game, at the right edge of the window while it is open.

    Numbers that you type count when you press Return or leave the box.

    on_change(**settings)   gets the names of `c4.session.session.Session.set`
    on_adopt(make)      gets a function that makes new settings
    on_other_board()    another board was asked for
    say(sentence)       shows why something is impossible
    form(evaluator)     describes the form of a user's evaluator
    """

    def __init__(
        self,
        parent: tk.Misc,
        on_change: Callable[..., object],
        on_adopt: Callable[[Callable[[], Settings]], object],
        on_other_board: Callable[[], object],
        say: Callable[[str], object],
        form: Callable[[str], str],
    ) -> None:
        super().__init__(parent, padding=12, style="Popover.TFrame")
        self._on_change, self._on_adopt, self._on_other_board, self._say = on_change, on_adopt, on_other_board, say
        self._settings, self._names = Settings(), ("Red", "Yellow")
        self._evaluators: Mapping[str, str] = {name: entry.label for name, entry in EVALUATORS.items()}
        self.columnconfigure(1, weight=1)
        self.opponent = Opponent(self, on_change)
        self.opponent.grid(column=0, columnspan=2, sticky="ew")
        self.rules = box_in(self, self._rules_chosen, [*RULES, OTHER_BOARD])
        self._row("Rules", self.rules)
        ttk.Separator(self).grid(column=0, columnspan=2, sticky="ew", pady=12)
        self.target = box_in(self, self._target_chosen, targets(self._names))
        self.target.current(BOTH)
        self._row("Applies to", self.target, lambda: TARGET_TIP)
        self.depth = ttk.Spinbox(self, from_=1, to=Rules().cells, width=4, command=self._depth_spun)
        tip = lambda: self._unused("depth") or depth_tip(self._settings)  # noqa: E731
        self._depth_label = self._row("Depth", self.depth, tip)
        self.time = box_in(self, self._time_typed, list(TIMES))
        self._row("Time", self.time, lambda: self._unused("time_ms") or TIME_TIP)
        for box, typed in ((self.depth, self._depth_typed), (self.time, self._time_typed)):
            for key in ("<Return>", "<KP_Enter>"):
                on(box, key, typed, self.winfo_toplevel().focus_set)
            box.bind("<FocusOut>", partial(self._left, typed), add="+")
        self.evaluator = box_in(self, self._evaluator_chosen)
        self._row(
            "Evaluator",
            self.evaluator,
            lambda: self._unused("evaluator") or f"{EVALUATOR_TIP} {form(self._limits.evaluator)}".strip(),
        )

    def _row(self, text: str, box: ttk.Widget, tip: Callable[[], str] | None = None) -> ttk.Label:
        """A label and its box, in a new row."""
        label, row = ttk.Label(self, text=text), self.grid_size()[1]
        label.grid(row=row, column=0, sticky="w", padx=(0, 12), pady=3)
        box.grid(row=row, column=1, sticky="ew", pady=3)
        if tip is not None:
            Tooltip(box, tip)
        return label

    def open(self, opened: bool, below: int) -> None:
        """Opens or closes it, `below` pixels under the upper edge of the window."""
        if opened:
            self.place(relx=1.0, x=-pixels(self, 12), y=below, anchor="ne")
            self.lift()
        else:
            self.place_forget()

    @staticmethod
    def _left(typed: Callable[[], object], event: object) -> None:
        typed()

    @property
    def _limits(self) -> Limits:
        """The limits on screen."""
        return limits_for(self._settings, self.target.current())

    def _unused(self, name: str) -> str:
        return reasons(self._settings, self.target.current())[name]

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, settings: Settings, names: tuple[str, str], evaluators: Mapping[str, str]) -> None:
        """Shows settings; `names` are the colours of the seats, `evaluators` the labels with the models in use."""
        before, self._settings, self._names = self._limits, settings, names
        self.opponent.show(settings, names)
        self._evaluators = evaluators
        self.evaluator.configure(values=list(evaluators.values()))
        self.rules.set(
            next((label for label, rules in RULES.items() if rules == settings.rules), short_rules(settings.rules))
        )
        target = self.target.current()
        self.target.configure(values=targets(names))
        self.target.current(target)
        self.depth.configure(to=settings.rules.cells)
        hints = target == BOTH and settings.depth_governs() == ("hints",)
        self._depth_label.configure(text="Hint depth" if hints else "Depth")
        limits = self._limits
        if limits.depth != before.depth or not self.depth.get():  # otherwise leave what is being typed
            self.depth.set(limits.depth)
        if limits.time_ms != before.time_ms or not self.time.get():
            self.time.set(time_text(limits.time_ms))
        self.evaluator.current(list(evaluators).index(limits.evaluator))
        unused = reasons(settings, target)
        self.depth.configure(state="disabled" if unused["depth"] else "normal")
        self.time.configure(state="disabled" if unused["time_ms"] else "normal")
        self.evaluator.configure(state="disabled" if unused["evaluator"] else "readonly")

    # -- what is chosen -----------------------------------------------------------------------------------------------

    def _rules_chosen(self) -> None:
        label = self.rules.get()
        if label in RULES:
            self._on_change(rules=RULES[label])
        else:
            self._on_other_board()

    def _target_chosen(self) -> None:
        self.depth.set("")
        self.time.set("")
        self.show(self._settings, self._names, self._evaluators)

    def _set(self, **limits: Any) -> None:
        """Sets limits for what they apply to."""
        target, settings = self.target.current(), self._settings
        if target == BOTH:
            self._on_change(**limits)
        else:
            change = settings.for_hints if target == HINTS else partial(settings.for_seat, target - 1)
            self._on_adopt(lambda: change(**limits))

    def _evaluator_chosen(self) -> None:
        self._set(evaluator=list(self._evaluators)[self.evaluator.current()])

    def _depth_spun(self) -> None:
        """An arrow of the box was pressed: what you type next replaces its number, and drops no disc."""
        self._depth_typed()
        self.depth.focus_set()
        self.depth.selection_range(0, "end")

    def _depth_typed(self) -> None:
        self._typed(self.depth, "depth", self._read_depth, str)

    def _read_depth(self, text: str) -> int:
        return check_depth(read_positive_int("the depth", text), self._settings.rules)

    def _time_typed(self) -> None:
        self._typed(self.time, "time_ms", read_time, time_text)

    def _typed(self, box: ttk.Entry, name: str, read: Callable[[str], Any], write: Callable[[Any], str]) -> None:
        """Sets the limit in a box, or says why it is impossible and shows the old one."""
        before = getattr(self._limits, name)
        try:
            value = read(box.get())
        except C4Error as error:
            value = before
            self._say(str(error))
        if value != before:
            self._set(**{name: value})
        else:
            box.delete(0, "end")
            box.insert(0, write(before))


def short_rules(rules: Rules) -> str:
    """Rules for a narrow box: "5x4 line 3, count"."""
    counting = "" if rules.scoring == SCORINGS[0] else ", count"
    turning = f" ↻{rules.turn_every}" if rules.turn_every else ""
    return f"{rules.columns}x{rules.rows} line {rules.connect}{turning}{counting}"


NUMBERS = {
    "columns": "Columns",
    "rows": "Rows",
    "connect": "Discs in a row",
    "turn_every": "Discs between turns (0: never)",
}
"""The numbers of a board: field of `Rules`, label."""


class BoardDialog(ToolWindow):
    """Asks for another board and begins a game on it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Board and rules")
        rules = context.settings.rules
        body = ttk.Frame(self, padding=14)
        body.pack(fill="both", expand=True)
        self.numbers: dict[str, tk.StringVar] = {}
        for row, (name, label) in enumerate(NUMBERS.items()):
            ttk.Label(body, text=label).grid(row=row, column=0, sticky="w", pady=3)
            self.numbers[name] = tk.StringVar(self, str(getattr(rules, name)))
            box = ttk.Spinbox(body, from_=int(name != "turn_every"), to=32, width=5, textvariable=self.numbers[name])
            box.grid(row=row, column=1, padx=(12, 0), sticky="e")
        self.by_chance = tk.BooleanVar(self, rules.turn_seed is not None)
        self.scoring = tk.StringVar(self, rules.scoring)
        self.problem = ttk.Label(body, wraplength=260)
        labels = ("The first line wins", "Fill the board, count the lines")
        parts = (
            ttk.Checkbutton(body, text="Turns at random, this often on average", variable=self.by_chance),
            *(
                ttk.Radiobutton(body, text=label, value=scoring, variable=self.scoring)
                for scoring, label in zip(SCORINGS, labels)
            ),
            self.problem,
            ttk.Button(body, text="New game on this board", command=self.accept),
        )
        for row, part in enumerate(parts, start=len(NUMBERS)):
            part.grid(row=row, column=0, columnspan=2, sticky="ew", pady=3)
        self.bind("<Return>", lambda _: self.accept())

    def accept(self) -> None:
        """Accepts the board, or shows what is wrong with it."""
        try:
            numbers = {name: int(text.get()) for name, text in self.numbers.items()}
        except ValueError:
            self.problem.configure(text="Columns, rows and discs must be whole numbers.")
            return
        try:
            seed = randrange(10_000) if self.by_chance.get() and numbers["turn_every"] else None
            rules = Rules(**numbers, scoring=self.scoring.get(), turn_seed=seed)
        except ValueError as error:
            self.problem.configure(text=sentence(str(error)))
            return
        self.destroy()
        self.context.attempt(self.context.session.set, rules=rules)


ANOTHER_PERSON, COMPUTERS = "Another person", "Computer vs computer"
FIRST_MOVES = ("You", "Your opponent")
BOTH_SIDES, PACE = "amateur", 1.0
"""The agent for both sides when you choose `COMPUTERS` instead of a person, and its least seconds per move."""


class Opponent(ttk.Frame):
    """The choice of opponent and of the first move: the levels first, then all other agents.

    `on_change(**settings)` gets the names of `c4.session.session.Session.set`.
    """

    def __init__(self, parent: tk.Misc, on_change: Callable[..., object]) -> None:
        super().__init__(parent)
        self._on_change = on_change
        self._settings = Settings()
        self._names: list[str] = []
        self.columnconfigure(1, weight=1)
        ttk.Label(self, text="Opponent").grid(row=0, column=0, sticky="w", padx=(0, 12), pady=2)
        ttk.Label(self, text="First move").grid(row=4, column=0, sticky="w", padx=(0, 12), pady=2)
        self.who = box_in(self, self._chosen)
        self.who.grid(row=0, column=1, sticky="ew", pady=2)
        self.about = wrap(ttk.Label(self, style="Faint.TLabel", anchor="w", justify="left"))
        self.about.grid(row=1, column=1, sticky="ew", pady=(0, 4))
        self.first = box_in(self, self._first_chosen)
        self.first.grid(row=4, column=1, sticky="ew", pady=2)
        self.seats = tuple((ttk.Label(self), box_in(self, partial(self._computer_chosen, seat))) for seat in (0, 1))

    def show(self, settings: Settings, seats: tuple[str, str]) -> None:
        """Shows the settings as they are; `seats` are the colours of the two seats."""
        self._settings = settings
        mine, agent = opponent_of(settings)
        people = settings.seats.count(HUMAN)
        names = list(dict.fromkeys((*LEVELS, *AGENTS)))
        if names != self._names:
            self._names, agents = names, [title(name) for name in names]
            self.who.configure(values=[*agents, ANOTHER_PERSON, COMPUTERS])
            for _, box in self.seats:
                box.configure(values=agents)
        self.who.current(len(names) + 1 if not people else len(names) if agent is None else names.index(agent))
        for seat, (label, box) in enumerate(self.seats):
            if people:
                label.grid_remove()
                box.grid_remove()
                continue
            label.configure(text=seats[seat])
            label.grid(row=2 + seat, column=0, sticky="w", padx=(0, 12), pady=2)
            box.current(names.index(settings.seats[seat]))
            box.grid(row=2 + seat, column=1, sticky="ew", pady=2)
        about = {0: "watch them play: the controls are below the board", 2: "two people play at this computer"}
        self.about.configure(text=sentence(about.get(people) or described(settings, 1 - mine)) + ".")
        labels = FIRST_MOVES if people == 1 else seats
        self.first.configure(values=list(labels))
        self.first.current(settings.starter if people != 1 else int(settings.starter != mine))

    def _chosen(self) -> None:
        mine, agent = opponent_of(self._settings)
        chosen = self.who.get()
        if chosen == COMPUTERS:
            if HUMAN in self._settings.seats:
                name = agent or BOTH_SIDES
                self._on_change(seats=(name, name), pace=self._settings.pace or PACE)
            return
        name = HUMAN if chosen == ANOTHER_PERSON else self._names[self.who.current()]
        self._on_change(seats=(HUMAN, name) if mine == 0 else (name, HUMAN))

    def _computer_chosen(self, seat: int) -> None:
        seats = list(self._settings.seats)
        seats[seat] = self._names[self.seats[seat][1].current()]
        self._on_change(seats=(seats[0], seats[1]))

    def _first_chosen(self) -> None:
        mine, _ = opponent_of(self._settings)
        chosen = self.first.current()
        one = self._settings.seats.count(HUMAN) == 1
        self._on_change(starter=(mine if chosen == 0 else 1 - mine) if one else chosen)


def described(settings: Settings, seat: int) -> str:
    """What the agent in a seat does, and its evaluator if that can be chosen."""
    agent = settings.seats[seat]
    own = "" if settings.own[seat] is None else "; it has settings of its own"
    if not asks_evaluator(agent):
        return AGENTS[agent].about + own
    limits = settings.limits_of(agent, seat)
    model = "" if limits.model is None else f" ({Path(limits.model).stem})"
    return f"{AGENTS[agent].about}; evaluator {label_of(limits.evaluator).removesuffix(' (learned)')}{model}{own}"


def opponent_of(settings: Settings) -> tuple[int, str | None]:
    """Your seat (the first of two people), and the agent opposite; None for another person."""
    mine = settings.seats.index(HUMAN) if HUMAN in settings.seats else 0
    other = settings.seats[1 - mine]
    return mine, None if other == HUMAN else other
