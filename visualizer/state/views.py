"""What you can choose to see: the mode, column values and their point of view, colours, sizes, motion."""

from __future__ import annotations

from c4.agents.limits import Limits
from c4.game.rules import STANDARD
from c4.session.live import SOURCES
from c4.session.settings import EXACT, SEARCH
from visualizer.state.column_values import LABELS, scores_shown, source_loaded, source_shown, values_recorded
from visualizer.state.core import Core
from visualizer.state.preferences import ANALYSE, OVERVIEW, PLAY, REVIEW, SCALES, shows_board
from visualizer.state.searching import Searching
from visualizer.state.tree.overview import shows_overview


class Views:
    """The topic `app.views`."""

    def __init__(self, core: Core, search: Searching) -> None:
        self._core = core
        self._search = search
        self._before_exact: str | None = None
        """Where values came from before `switch_exact`."""

    # -- modes --------------------------------------------------------------------------------------------------------

    def show_mode(self, mode: str) -> None:
        """Shows a mode, PLAY, ANALYSE, LEARN or PUZZLES, in which the window then opens next time; a review is closed."""
        if mode == self._core.state.shown.mode:
            return
        self._core.show(mode=mode)
        self._core.prefer(mode=mode)
        self._core.session.end_study()
        self._core.sync()

    def follow_study(self) -> None:
        """Leaves the review when another game has been put on the board."""
        state = self._core.state
        if state.shown.mode == REVIEW and state.game.studied is None:
            self._core.show(mode=state.preferences.mode)

    def show_board(self) -> None:
        """Another game is on the board: shows it, where the board is not to be seen."""
        state = self._core.state
        if not shows_board(state.shown.mode, state.lesson is not None):
            self.show_mode(PLAY)

    def swap_mode(self) -> None:
        """Shows Analyse in Play and Play in Analyse; leaves the review."""
        mode = self._core.state.shown.mode
        if mode == REVIEW:
            self.show_mode(self._core.state.preferences.mode)
        else:
            self.show_mode(ANALYSE if mode == PLAY else PLAY)

    def open_settings(self, opened: bool) -> None:
        """Opens or closes the popover with players and search settings."""
        self._core.show(settings_open=opened)

    def dismiss_invitation(self) -> None:
        """Offers nothing beside the board any more."""
        self._core.show(invitation=None, explaining=False)

    def decline_invitation(self) -> None:
        """Offers nothing beside the board any more: what was offered is not wanted."""
        invitation = self._core.state.shown.invitation
        self._core.show(invitation=None, declined="" if invitation is None else invitation.command)

    # -- column values ------------------------------------------------------------------------------------------------

    def show_scores(self, shown: bool) -> None:
        """Shows column values in this mode, or hides them."""
        state = self._core.state
        self._core.prefer(scores={**state.preferences.scores, state.shown.mode: shown})
        self.find_values()

    def shows_values(self, *sources: str) -> bool:
        """Whether column values are shown, of any source or of one of these."""
        state = self._core.state
        return scores_shown(state) and (not sources or source_shown(state) in sources)

    def choose_source(self, source: str | None) -> None:
        """Chooses where column values come from: a name of `c4.session.live.SOURCES`, None for the last search."""
        core = self._core
        core.prefer(source=source)
        core.show(values_at=core.session.position)
        self.show_scores(True)
        core.sync()

    def switch_live(self) -> None:
        """Has values for the position on the board found by themselves, or shows those of the last search."""
        state = self._core.state
        source = state.preferences.source
        if state.shown.mode != ANALYSE:
            self.show_scores(not scores_shown(state))
        elif source is not None and scores_shown(state):
            self.choose_source(None)
        else:
            self.choose_source(source or SEARCH)

    def switch_exact(self) -> None:
        """Shows exact values, or again those of the source before; in Play, hides them."""
        state = self._core.state
        if state.shown.mode != ANALYSE and source_shown(state) == EXACT:
            self.show_scores(not scores_shown(state))
        elif self.shows_values(EXACT):
            self.choose_source(self._before_exact)
        else:
            self._before_exact = state.preferences.source
            self.choose_source(EXACT)

    def next_source(self) -> None:
        """Shows values by the next source."""
        names = list(SOURCES)
        source = self._core.state.preferences.source
        at = -1 if source is None else names.index(source)
        self.choose_source(names[(at + 1) % len(names)])
        self._core.say(f"column values: {LABELS[self._core.state.preferences.source]}")

    def choose_view(self, seat: int) -> None:
        """Chooses the seat from whose point of view values count."""
        self._core.show(view=seat)

    def other_view(self) -> None:
        """Values count for the other side."""
        self.choose_view(1 - self._core.names().view)
        self._core.say(f"values are for {self._core.names().viewer()}")

    def why_no_view(self) -> str:
        """Why the point of view cannot be chosen; "" if it can."""
        shown = self._core.state.shown
        fixed = shown.mode == ANALYSE and shown.max_seat is not None
        return "in Analyse all values are for MAX, the side that searched" if fixed else ""

    def find_values(self) -> None:
        """Live values are found while they are shown, once what finds them is loaded."""
        state = self._core.state
        wanted = None
        if scores_shown(state) and source_loaded(state) and not values_recorded(state):
            wanted = source_shown(state)
        if wanted != self._core.session.live.source:
            self._core.session.switch_live(wanted)
            self._core.sync()

    def back_to_values(self) -> None:
        """Goes to the position that the column values are about."""
        state = self._core.state
        search = state.searches.newest
        age = None if search is None else state.game.age(search)
        if age:
            self._core.attempt(self._core.session.go_to, state.game.game.at - age)

    def why_no_threats(self) -> str:
        """Why threats cannot be shown; "" if they can."""
        solvable = self._core.session.position.rules.solvable
        return "" if solvable else "threats decide only where the first line wins, on a board that does not turn"

    # -- looks --------------------------------------------------------------------------------------------------------

    def switch(self, name: str) -> None:
        """Switches a preference that is on or off."""
        self._core.prefer(**{name: not getattr(self._core.state.preferences, name)})
        self._core.sync()

    def switch_part(self, part: str) -> None:
        """Opens or folds a part of Analyse (see `FOLDABLE` in the preferences)."""
        preferences = self._core.state.preferences
        opened = preferences.is_unfolded(part)
        if part == OVERVIEW:
            opened = shows_overview(preferences, self._core.state.tree)
        self._core.prefer(unfolded={**preferences.unfolded, part: not opened})

    def switch_sound(self) -> None:
        """Sounds, or silence."""
        self.switch("sound")
        self._core.say("sounds are on" if self._core.state.preferences.sound else "sounds are off")

    def choose_theme(self, name: str) -> None:
        """Chooses a theme."""
        self._core.prefer(theme=name)

    def choose_discs(self, name: str) -> None:
        """Chooses a pair of disc colours."""
        self._core.prefer(stones=name)

    def set_scale(self, percent: int) -> None:
        """Changes the scale."""
        self._core.prefer(scale=percent)

    def step_scale(self, by: int) -> None:
        """To the next larger (1) or smaller (-1) scale."""
        now = self._core.state.preferences.scale
        further = [scale for scale in SCALES if (scale - now) * by > 0]
        if further:
            self.set_scale(min(further) if by > 0 else max(further))
            self._core.say(f"scale {self._core.state.preferences.scale} %; Ctrl+0 is 100 %")

    # -- a demonstration ----------------------------------------------------------------------------------------------

    def demonstrate(self, position: str, agent: str, limits: Limits) -> bool:
        """Sets up a position in Analyse with exact values over the columns and searches it; whether that was possible."""
        core = self._core
        self.show_mode(ANALYSE)
        if core.session.settings.rules != STANDARD and not self._search.change(rules=STANDARD):
            return False
        if not core.attempt(core.session.set_up, position, paused=True):
            return False
        self.choose_source(EXACT)
        return core.attempt(core.session.analyse, agent, limits)
