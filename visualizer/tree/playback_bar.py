"""The bar of a playback: its buttons, speed, scrubber and texts.  `TreePane` makes its view and lets it draw."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import font as tkfont
from tkinter import ttk
from typing import NamedTuple

from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.playback import SPEEDS, Playback
from visualizer.state.tree.wording import SIDES
from visualizer.ui.sizes import scale
from visualizer.ui.theme import LIGHT, Theme, ink_on
from visualizer.ui.widgets import Flow

ONE_LINE_WIDTH = 840
"""Width of the bar, in pixels at 100 %, from which its texts take one line each."""


STEPS_OF_SIMULATIONS = {
    "Step back": "Back",
    "Into": "Next phase",
    "Over": "End of simulation",
    "Out": "Next simulation",
    "To cutoff": "",
}
"""What buttons are called where simulations are played back; "" is of no use there."""


class BarView(NamedTuple):
    """What the bar shows: an event by its number, from 0, and the last one; what happened, and what it changed.

    `place` says where that is; `phases` are the names of the phases of a simulation, of which one is shown; `prunes`
    tells whether replies are pruned.
    """

    event: int
    last: int
    headline: str
    expression: str
    playing: bool
    speed: int
    place: str = ""
    phases: tuple[str, ...] = ()
    phase: int = 0
    prunes: bool = False


def bar_view(playback: Playback, sides: tuple[str, str] = SIDES, windows: bool = True) -> BarView | None:
    """What the bar shows of a playback; None while it is closed.

    `windows`: whether it says how values, alpha and beta change; a lesson that asks for them hides all of that.
    """
    if not playback.is_open:
        return None
    headline = playback.headline(sides)
    expression = playback.expression(sides)
    condition = playback.condition()
    if condition:
        expression = f"{expression} · {condition}"
    return BarView(
        event=playback.event,
        last=playback.last,
        headline=headline,
        expression=expression if windows or playback.phases() else "",
        playing=playback.playing,
        speed=playback.speed,
        place=playback.place(),
        phases=playback.phases(),
        phase=playback.phase(),
        prunes=playback.prunes,
    )


class PlaybackBar(ttk.Frame):
    """Works the playback of a model.  `acted()` is called after each action, `focus_back()` when you have chosen a speed."""

    def __init__(
        self,
        parent: tk.Misc,
        model: TreeModel,
        fonts: dict[str, tkfont.Font],
        acted: Callable[[], object],
        focus_back: Callable[[], object],
    ) -> None:
        super().__init__(parent, padding=(4, 2))
        self._model = model
        self._acted = acted
        self._focus_back = focus_back
        self._theme = LIGHT
        ttk.Style(parent).configure("Bar.TButton", font=fonts["count"], padding=(2, 1))
        row = Flow(self)
        row.pack(fill="x")
        self._row = row
        self.buttons: dict[str, ttk.Button] = {}
        for name, action in (
            ("Step back", model.step_back),
            ("Into", model.step_into),
            ("Over", model.step_over),
            ("Out", model.step_out),
            ("To node", model.run_to_selected),
            ("To cutoff", model.run_to_cut),
            ("Play", model.play_or_pause),
        ):
            button = ttk.Button(row, text=name, style="Bar.TButton", width=max(len(name), 4), takefocus=False)
            button.configure(command=self._command(action))
            self.buttons[name] = button
            row.add(button)
        speeds = [f"{speed}/s" for speed in SPEEDS]
        self.speed = ttk.Combobox(row, values=speeds, state="readonly", width=5, font=fonts["count"], takefocus=False)
        self.speed.bind("<<ComboboxSelected>>", lambda event: self._speed_chosen())
        row.add(self.speed)
        line = ttk.Frame(self)
        line.pack(fill="x")
        self.count = ttk.Label(line, font=fonts["count"], anchor="e")
        self.count.pack(side="right")
        self.scrub = ttk.Scale(line, from_=0, to=1, command=self._scrubbed, takefocus=False)
        self.scrub.bind("<ButtonPress-1>", self._scrub_pressed)
        self.scrub.pack(side="left", fill="x", expand=True, padx=(1, 6))
        self.event_text = tk.Label(self, font=fonts["value"], anchor="nw", justify="left", height=2)
        self.phases = PhaseStrip(self, fonts["value"], self.event_text)
        self.event_text.pack(fill="x")
        self.update_text = tk.Label(self, font=fonts["best"], anchor="nw", justify="left", height=2)
        self.update_text.pack(fill="x")
        self.bind("<Configure>", lambda event: self._wrap(event.width))

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        for label in (self.event_text, self.update_text):
            label.configure(background=theme.window, foreground=theme.text)
        self.phases.set_theme(theme)

    def draw(self, view: BarView | None) -> None:
        """Shows a moment of a playback; hides the bar without one."""
        if view is None:
            self.grid_remove()
            return
        self.grid()
        self.scrub.configure(to=max(view.last, 1), value=view.event)  # `set` would call `_scrubbed`
        self.count.configure(text=view.place)
        self._name_buttons(STEPS_OF_SIMULATIONS if view.phases else {})
        self.phases.show(view.phases, view.phase)
        self.event_text.configure(text=view.headline)
        ink = self._theme.cut if view.prunes else self._theme.text
        self.update_text.configure(text=view.expression, foreground=ink)
        self.buttons["Play"].configure(text="Pause" if view.playing else "Play")
        self.speed.set(f"{view.speed}/s")

    def _name_buttons(self, names: Mapping[str, str]) -> None:
        """Writes other names on buttons; those named "" are hidden."""
        for key, button in self.buttons.items():
            name = names.get(key, key)
            if name:
                button.configure(text=name, width=max(len(name), 4))
            self._row.show_part(button, bool(name))

    def _command(self, action: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            action()
            self._acted()

        return run

    def _scrub_pressed(self, event: tk.Event[tk.Misc]) -> None:
        """Moves the slider to where it is clicked; from there it can be dragged on."""
        self.scrub.set(self.scrub.get(event.x, event.y))

    def _scrubbed(self, value: str) -> None:
        event = round(float(value))
        playback = self._model.playback
        if playback.is_open and event != playback.event:
            self._model.pause()
            self._model.seek(event)
            self._acted()

    def _speed_chosen(self) -> None:
        self._model.set_speed(int(self.speed.get().removesuffix("/s")))
        self._focus_back()
        self._acted()

    def _wrap(self, width: int) -> None:
        lines = 1 if width > ONE_LINE_WIDTH * scale(self) else 2
        for label in (self.event_text, self.update_text):
            label.configure(wraplength=max(width - 12, 60), height=lines)


class PhaseStrip(tk.Frame):
    """The names of the phases of a simulation in their order, the one that is shown marked; hidden without any."""

    def __init__(self, parent: tk.Misc, font: tkfont.Font, below: tk.Widget) -> None:
        """`below` is the widget above which it is packed."""
        super().__init__(parent)
        self._font = font
        self._below = below
        self._theme = LIGHT
        self._names: tuple[str, ...] = ()
        self._at = 0
        self._labels: list[tk.Label] = []

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.window)
        self._colour()

    def show(self, names: tuple[str, ...], at: int) -> None:
        """Shows the phases, of which that with the number `at` (from 0) is shown."""
        if names != self._names:
            self._names = names
            self._build()
        self._at = at
        self._colour()

    def _build(self) -> None:
        for label in self._labels:
            label.destroy()
        self._labels = []
        for number, name in enumerate(self._names, start=1):
            label = tk.Label(self, text=f"{number} {name}", font=self._font, padx=8, pady=1)
            label.pack(side="left", padx=(0, 4))
            self._labels.append(label)
        if self._names:
            self.pack(fill="x", before=self._below)
        else:
            self.pack_forget()

    def _colour(self) -> None:
        theme = self._theme
        for number, label in enumerate(self._labels):
            current = number == self._at
            ground = theme.accent if current else theme.panel
            label.configure(background=ground, foreground=ink_on(ground) if current else theme.faint)
