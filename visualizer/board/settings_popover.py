"""The popover with the settings of a game: rules, seats, and the depth, time and evaluator of searches."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import randrange
from tkinter import ttk
from typing import Any, NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS, title
from c4.agents.limits import Limits, check_depth
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.rules import COUNT_LINES, SCORINGS, Rules
from c4.session.settings import Settings
from c4.text import capitalised, read_positive_int
from visualizer.board.app_window import AppWindow
from visualizer.board.mcts_settings import Sampling, enable
from visualizer.board.opponents import OpponentCard
from visualizer.board.picker import NO_TIME, TIME_TIP, TIMED, agent_reasons, read_time, time_text
from visualizer.state.app import App
from visualizer.state.evaluators import Loaded
from visualizer.state.opponents import Card, opponent_of, present_card
from visualizer.state.preferences import ANALYSE, Preferences
from visualizer.state.search_choices import TIMES
from visualizer.state.state import Shown, Standing
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import pixels
from visualizer.ui.widgets import Tooltip, on

FOR_BOTH = 0
FOR_FIRST = 1
FOR_SECOND = 2
FOR_ANALYSIS = 3
"""The choices of what the search settings apply to: both sides, one side, or your own search in Analyse."""


def targets(names: tuple[str, str]) -> list[str]:
    """The labels of the choices; `names` are the colours of the seats."""
    return ["both sides", *names, "your search in Analyse"]


def seat_of(target: int) -> int:
    """The seat (0 or 1) that FOR_FIRST or FOR_SECOND is about."""
    return target - FOR_FIRST


def agents_for(settings: Settings, target: int) -> tuple[str, ...]:
    """The agents that a choice is about."""
    if target == FOR_BOTH:
        return settings.seats
    if target == FOR_ANALYSIS:
        return (settings.algorithm,)
    return (settings.seats[seat_of(target)],)


def samples(settings: Settings, target: int) -> bool:
    """Whether Monte-Carlo tree search is among the agents that a choice is about."""
    return any(name in AGENTS and AGENTS[name].samples for name in agents_for(settings, target))


def limits_for(settings: Settings, target: int) -> Limits:
    """The limits of a choice."""
    if target == FOR_BOTH:
        return settings.limits
    if target == FOR_ANALYSIS:
        return settings.analysis_limits()
    seat = seat_of(target)
    return settings.limits_of(settings.seats[seat], seat)


def reasons(settings: Settings, target: int) -> dict[str, str]:
    """Why "depth", "time_ms" and "evaluator" have no effect for a choice, as sentences; "" where they have one."""
    if target == FOR_BOTH:
        return {
            "depth": "" if settings.depth_governs() else TIMED,
            "time_ms": "" if settings.timed else NO_TIME,
            "evaluator": "",
        }
    (name,) = agents_for(settings, target)
    if name == HUMAN:
        return dict.fromkeys(("depth", "time_ms", "evaluator"), "You play this side, so there is nothing to set.")
    return agent_reasons(name, limits_for(settings, target))


def depth_tip(settings: Settings) -> str:
    """What the depth is for, or why it has no effect."""
    governed = settings.depth_governs()
    if not governed:
        return TIMED
    if governed == ("analysis",):
        return "How many plies your own search looks ahead. Neither player searches to a fixed depth."
    return "How many plies a search looks ahead. You can change it during a search."


RULES = {
    "First line wins": Rules(),
    "Count the lines": Rules(scoring=COUNT_LINES),
    "The board turns": Rules(7, 7, turn_every=5),
}
"""The rules in the list; `BoardDialog` offers other boards."""

OTHER_BOARD = "Other board..."

TARGET_TIP = "These settings apply to both sides, to one side, or to your own search in Analyse."
EVALUATOR_TIP = "Evaluates the positions at the depth limit."


def box_in(parent: tk.Misc, chosen: Callable[[], object], values: Sequence[str] = ()) -> ttk.Combobox:
    """A box of choices.  When you choose, it gives the keys back to the window and calls `chosen()`."""
    box = ttk.Combobox(parent, values=list(values), width=18, state="readonly")
    on(box, "<<ComboboxSelected>>", box.selection_clear, parent.winfo_toplevel().focus_set, chosen)
    return box


class SettingsPopover(ttk.Frame):
    """Boxes for the settings of a game; while open, it is at the right edge of the window, below the bar `top`.

    Numbers that you type take effect when you press Return or leave the box.
    """

    def __init__(self, parent: tk.Misc, app: App, top: tk.Misc) -> None:
        super().__init__(parent, padding=12, style="Popover.TFrame")
        self._app = app
        self._top = top
        self._settings = Settings()
        self._names = ("Red", "Yellow")
        self._card = present_card(self._settings, Standing())
        self._evaluators: Mapping[str, str] = {name: entry.label for name, entry in EVALUATORS.items()}
        self.columnconfigure(1, weight=1)

        self.opponent = Opponent(self, partial(app.do, "opponents"), app.search.change)
        self.opponent.grid(column=0, columnspan=2, sticky="ew")
        rules = [*RULES, OTHER_BOARD]
        self.rules = box_in(self, self._rules_chosen, rules)
        self._row("Rules", self.rules)

        ttk.Separator(self).grid(column=0, columnspan=2, sticky="ew", pady=12)

        self.target = box_in(self, self._target_chosen, targets(self._names))
        self.target.current(FOR_BOTH)
        self._row("Applies to", self.target, lambda: TARGET_TIP)

        self.depth = ttk.Spinbox(self, from_=1, to=Rules().cells, width=4, command=self._depth_spun)
        self._depth_label = self._row("Depth", self.depth, self._depth_tip)

        self.time = box_in(self, self._time_typed, list(TIMES))
        self._row("Time", self.time, self._time_tip)
        self._when_typed(self.depth, self._depth_typed)
        self._when_typed(self.time, self._time_typed)

        self.evaluator = box_in(self, self._evaluator_chosen)
        self._row("Evaluator", self.evaluator, self._evaluator_tip)
        self.sampling = Sampling(self, self._set, app.say)
        self.sampling.grid(column=0, columnspan=2, sticky="ew")

    def _when_typed(self, box: ttk.Entry, typed: Callable[[], object]) -> None:
        """Calls `typed` when you press Return in a box or leave it."""
        for key in ("<Return>", "<KP_Enter>"):
            on(box, key, typed, self.winfo_toplevel().focus_set)
        box.bind("<FocusOut>", partial(self._left, typed), add="+")

    def _depth_tip(self) -> str:
        return self._unused("depth") or depth_tip(self._settings)

    def _time_tip(self) -> str:
        return self._unused("time_ms") or TIME_TIP

    def _evaluator_tip(self) -> str:
        form = self._app.state.evaluators.form(self._limits.evaluator)
        return self._unused("evaluator") or f"{EVALUATOR_TIP} {form}".strip()

    def _row(self, text: str, box: ttk.Widget, tip: Callable[[], str] | None = None) -> ttk.Label:
        """Adds a row with a label and its box; returns the label."""
        row = self.grid_size()[1]
        label = ttk.Label(self, text=text)
        label.grid(row=row, column=0, sticky="w", padx=(0, 12), pady=3)
        box.grid(row=row, column=1, sticky="ew", pady=3)

        if tip is not None:
            Tooltip(box, tip)
        return label

    def open(self, opened: bool, analysing: bool) -> None:
        """Opens or closes it; in Analyse it opens with the settings of your own search."""
        if opened:
            self.target.current(FOR_ANALYSIS if analysing else FOR_BOTH)
            self._target_chosen()
            below = self._top.winfo_height() + pixels(self, 4)
            margin = pixels(self, 12)
            self.place(relx=1.0, x=-margin, y=below, anchor="ne")
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

    def show(self, settings: Settings, names: tuple[str, str], evaluators: Mapping[str, str], card: Card) -> None:
        """Shows settings; `names` are the colours of the seats, `evaluators` the labels with the models in use,
        `card` is that of the opponent.
        """
        before = self._limits
        self._settings = settings
        self._names = names
        self._evaluators = evaluators
        self._card = card
        self.opponent.show(settings, names, card)
        self.rules.set(rules_label(settings.rules))

        target = self.target.current()
        self.target.configure(values=targets(names))
        self.target.current(target)

        limits = self._limits
        self._show_depth(limits.depth, changed=limits.depth != before.depth)
        if limits.time_ms != before.time_ms or not self.time.get():
            self.time.set(time_text(limits.time_ms))
        self.evaluator.configure(values=list(evaluators.values()))
        self.evaluator.current(list(evaluators).index(limits.evaluator))

        unused = reasons(settings, target)
        enable(self.depth, not unused["depth"])
        enable(self.time, not unused["time_ms"])
        enable(self.evaluator, not unused["evaluator"], "readonly")
        self.sampling.show(limits, samples(settings, target))

    def _show_depth(self, depth: int, changed: bool) -> None:
        """Shows the depth; a depth that has not changed leaves what you are typing."""
        settings = self._settings
        self.depth.configure(to=settings.rules.cells)
        if changed or not self.depth.get():
            self.depth.set(depth)

    # -- what is chosen -----------------------------------------------------------------------------------------------

    def _rules_chosen(self) -> None:
        label = self.rules.get()
        if label in RULES:
            self._app.search.change(rules=RULES[label])
        else:
            self._app.open("board")

    def _target_chosen(self) -> None:
        self.depth.set("")
        self.time.set("")
        self.show(self._settings, self._names, self._evaluators, self._card)

    def _set(self, **limits: Any) -> None:
        """Sets limits for the chosen sides."""
        target = self.target.current()
        if target == FOR_BOTH:
            self._app.search.change(**limits)
        elif target == FOR_ANALYSIS:
            self._app.search.set_analysis(**limits)
        else:
            self._app.search.adopt(partial(self._settings.for_seat, seat_of(target), **limits))

    def _evaluator_chosen(self) -> None:
        names = list(self._evaluators)
        self._set(evaluator=names[self.evaluator.current()])

    def _depth_spun(self) -> None:
        """Handles an arrow of the box: what you type next replaces its number, and drops no disc."""
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
            self._app.say(str(error))

        if value != before:
            self._set(**{name: value})
        else:
            box.delete(0, "end")
            box.insert(0, write(before))


def rules_label(rules: Rules) -> str:
    """The name of rules in the list, or a short description of others."""
    for label, listed in RULES.items():
        if listed == rules:
            return label
    return short_rules(rules)


def short_rules(rules: Rules) -> str:
    """Rules for a narrow box: "5x4 line 3, count"."""
    text = f"{rules.columns}x{rules.rows} line {rules.connect}"
    if rules.turn_every:
        text += f" ↻{rules.turn_every}"
    if rules.scoring == COUNT_LINES:
        text += ", count"
    return text


BOARD_NUMBERS = {
    "columns": "Columns",
    "rows": "Rows",
    "connect": "Discs in a row",
    "turn_every": "Discs between turns (0: never)",
}
"""The numbers of a board: field of `Rules`, label."""


SCORING_LABELS = ("The first line wins", "Fill the board, count the lines")
"""The labels of `SCORINGS`."""


class BoardDialog(AppWindow):
    """Asks for another board and begins a game on it."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Board and rules")
        rules = app.session.settings.rules
        self._body = ttk.Frame(self, padding=14)
        self._body.pack(fill="both", expand=True)
        self.numbers: dict[str, tk.StringVar] = {}
        for name, label in BOARD_NUMBERS.items():
            self.numbers[name] = tk.StringVar(self, str(getattr(rules, name)))
            self._add_number(name, label)

        self.by_chance = tk.BooleanVar(self, rules.turn_seed is not None)
        text = "Turns at random, this often on average"
        self._add(ttk.Checkbutton(self._body, text=text, variable=self.by_chance))

        self.scoring = tk.StringVar(self, rules.scoring)
        for scoring, label in zip(SCORINGS, SCORING_LABELS):
            self._add(ttk.Radiobutton(self._body, text=label, value=scoring, variable=self.scoring))

        self.problem = ttk.Label(self._body, wraplength=260)
        self._add(self.problem)
        self._add(ttk.Button(self._body, text="New game on this board", command=self.accept))
        self.bind("<Return>", lambda _: self.accept())

    def _next_row(self) -> int:
        return self._body.grid_size()[1]

    def _add_number(self, name: str, label: str) -> None:
        """Adds a row with the label and the box of a number."""
        row = self._next_row()
        smallest = 0 if name == "turn_every" else 1
        box = ttk.Spinbox(self._body, from_=smallest, to=32, width=5, textvariable=self.numbers[name])
        ttk.Label(self._body, text=label).grid(row=row, column=0, sticky="w", pady=3)
        box.grid(row=row, column=1, padx=(12, 0), sticky="e")

    def _add(self, part: tk.Widget) -> None:
        """Adds a row with one widget."""
        part.grid(row=self._next_row(), column=0, columnspan=2, sticky="ew", pady=3)

    def accept(self) -> None:
        """Accepts the board, or shows what is wrong with it."""
        try:
            numbers = {name: int(text.get()) for name, text in self.numbers.items()}
        except ValueError:
            self.problem.configure(text="Columns, rows and discs must be whole numbers.")
            return
        seed: int | None = None
        if self.by_chance.get() and numbers["turn_every"]:
            seed = randrange(10_000)
        try:
            rules = Rules(**numbers, scoring=self.scoring.get(), turn_seed=seed)
        except ValueError as error:
            self.problem.configure(text=capitalised(str(error)))
            return
        self.destroy()
        self.app.attempt(self.app.session.set, rules=rules)


FIRST_MOVES = ("You", "Your opponent")

CHANGE = "Change ▾"
"""What stands in the corner of the card that opens the choice of an opponent."""

CARD_ROW = 0
SEAT_ROWS = (1, 2)
FIRST_MOVE_ROW = 3
"""The rows of the grid of `Opponent`."""


class Opponent(ttk.Frame):
    """The card of your opponent, which opens the choice of another, and the choice of the first move.

    `choose()` opens the choice; `on_change(**settings)` gets the names of `c4.session.session.Session.set`.
    """

    def __init__(self, parent: tk.Misc, choose: Callable[[], object], on_change: Callable[..., object]) -> None:
        super().__init__(parent)
        self._on_change = on_change
        self._settings = Settings()
        self._names: list[str] = []
        self.columnconfigure(1, weight=1)

        self.card = OpponentCard(self, choose)
        self.card.grid(row=CARD_ROW, column=0, columnspan=2, sticky="ew", pady=(0, 4))

        self.first_label = ttk.Label(self, text="First move")
        self.first = box_in(self, self._first_chosen)
        self.seats = (self._seat(0), self._seat(1))

    @staticmethod
    def _place(row: int, label: ttk.Label, box: ttk.Combobox) -> None:
        """Puts a label and its box in a row."""
        label.grid(row=row, column=0, sticky="w", padx=(0, 12), pady=2)
        box.grid(row=row, column=1, sticky="ew", pady=2)

    def _seat(self, seat: int) -> tuple[ttk.Label, ttk.Combobox]:
        """The label and the box of a seat in a game of computer vs computer."""
        label = ttk.Label(self)
        return label, box_in(self, partial(self._computer_chosen, seat))

    def show(self, settings: Settings, names: tuple[str, str], card: Card, first: bool = True) -> None:
        """Shows settings.

        `names` are the colours of the two names, `card` is that of the opponent, and `first` says whether the choice of
        the first move is shown.
        """
        self._settings = settings
        mine, _ = opponent_of(settings)
        people = settings.seats.count(HUMAN)
        self._list_agents()
        about = f"{card.stars}  {card.about}".strip()
        self.card.show(card._replace(stars=CHANGE, about=about))
        for seat in (0, 1):
            self._show_seat(seat, names[seat], shown=people == 0)
        if people == 1:
            self.first.configure(values=list(FIRST_MOVES))
            self.first.current(int(settings.starter != mine))
        else:
            self.first.configure(values=list(names))
            self.first.current(settings.starter)
        if first:
            self._place(FIRST_MOVE_ROW, self.first_label, self.first)
        else:
            self.first_label.grid_remove()
            self.first.grid_remove()

    def _list_agents(self) -> None:
        """Fills the boxes with the levels, then all other agents."""
        names = list(dict.fromkeys((*LEVELS, *AGENTS)))
        if names == self._names:
            return
        self._names = names
        titles = [title(name) for name in names]
        for _, box in self.seats:
            box.configure(values=titles)

    def _show_seat(self, seat: int, colour: str, shown: bool) -> None:
        """Shows or hides the box for the agent in a seat."""
        label, box = self.seats[seat]
        if not shown:
            label.grid_remove()
            box.grid_remove()
            return
        agent = self._settings.seats[seat]
        label.configure(text=colour)
        box.current(self._names.index(agent))
        self._place(SEAT_ROWS[seat], label, box)

    def _computer_chosen(self, seat: int) -> None:
        seats = list(self._settings.seats)
        seats[seat] = self._names[self.seats[seat][1].current()]
        self._on_change(seats=(seats[0], seats[1]))

    def _first_chosen(self) -> None:
        mine, _ = opponent_of(self._settings)
        starter = self.first.current()
        if self._settings.seats.count(HUMAN) == 1:
            starter = mine if starter == 0 else 1 - mine
        self._on_change(starter=starter)


class SettingsView(NamedTuple):
    """The popover: whether it is open, what is set, the colours of the seats, the labels of the evaluators, the card
    of the opponent, and whether it is about your own search first, because Analyse is shown.
    """

    opened: bool
    settings: Settings
    seats: tuple[str, str]
    evaluators: tuple[tuple[str, str], ...]
    card: Card
    analysing: bool


class SettingsPane(Pane[SettingsView]):
    """Players and search settings."""

    def __init__(self, popover: SettingsPopover) -> None:
        super().__init__()
        self.popover = popover

    @staticmethod
    def view(
        settings: Settings, preferences: Preferences, shown: Shown, evaluators: Loaded, standing: Standing
    ) -> SettingsView:
        first, second = preferences.colours
        labels = tuple(evaluators.labels().items()) if shown.settings_open else ()
        return SettingsView(
            shown.settings_open,
            settings,
            (first[0], second[0]),
            labels,
            present_card(settings, standing),
            shown.mode == ANALYSE,
        )

    def draw(self, view: SettingsView, before: SettingsView | None) -> None:
        if view.opened:
            self.popover.show(view.settings, view.seats, dict(view.evaluators), view.card)
        if before is None or view.opened != before.opened:
            self.popover.open(view.opened, view.analysing)
