"""What you can do with searches: hints, searching, stopping and continuing, and how agents search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from c4 import evaluators
from c4.agents import AGENTS
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.search.watch import Watch
from c4.session.plans import Plan
from c4.session.settings import Settings
from c4.text import pluralise
from c4.tree.selection import USUAL_SIMULATIONS
from visualizer.state.core import Core
from visualizer.state.state import NO_HINT, Hint
from visualizer.state.tasks import Task
from visualizer.state.weights import Weights

if TYPE_CHECKING:
    from c4.review.advice import Advice  # brings numpy, which the first paint does without

OF_SEARCHES = frozenset({"depth", "time_ms", "evaluator", "algorithm", "move_order", "simulations", "selection"})
"""Settings that hold for the next search."""

TIMES = {"by depth": None, "20 ms": 20, "100 ms": 100, "0.5 s": 500, "1 s": 1000, "5 s": 5000, "20 s": 20_000}
"""Milliseconds per move for agents with iterative deepening, by label."""


class Searching:
    """The topic `app.search`."""

    def __init__(self, core: Core, weights: Weights) -> None:
        self._core = core
        self._weights = weights
        self._hint: Task[Advice | None] = core.task("hint", self._hinted)

    def change(self, **settings: Any) -> bool:
        """Changes settings of the session; whether that was possible."""
        core = self._core
        session = core.session
        if not core.attempt(session.set, **settings):
            return False
        if not session.thinking and settings.keys() & OF_SEARCHES:
            core.say("this takes effect at the next search: press H to search now")
        if "starter" in settings and session.game.starter != session.settings.starter:
            core.say(f"{core.names().seats()[session.settings.starter]} will start the next game")
        return True

    def adopt(self, make: Callable[[], Settings]) -> None:
        """Plays by the settings that `make` gives from now on; says what is wrong with them."""
        self._core.attempt(self._adopt_made, make)

    def _adopt_made(self, make: Callable[[], Settings]) -> None:
        self._core.session.adopt(make())

    def hint(self) -> None:
        """Says which column is best, and why, without moving."""
        core = self._core
        position = core.session.position
        players = core.names().players()

        def work(watch: Watch) -> Advice | None:
            from c4.review.advice import advise

            return advise(position, players, watch)

        core.change(hint=Hint(position))
        self._hint.start(work)

    def _hinted(self, advice: Advice | None) -> None:
        """Shows a hint, if it is about the board; None is one that was stopped."""
        asked = self._core.state.hint.position
        if advice is not None and advice.position == asked:
            self._core.change(hint=Hint(asked, advice))

    def board_changed(self) -> None:
        """A hint for another position goes."""
        hint = self._core.state.hint
        if hint.position is not None and hint.position != self._core.session.position:
            self._hint.stop()
            self._core.change(hint=NO_HINT)

    def analyse(self) -> None:
        """Searches the position on the board for you: its tree is shown in Analyse."""
        self._core.attempt(self._core.session.analyse)

    def go(self) -> None:
        """Continues what was stopped."""
        self._core.attempt(self._core.session.go)

    def one_move(self) -> None:
        """Lets the agent that is to move play one move."""
        self._core.attempt(self._core.session.step)

    def stop(self) -> None:
        """Ends the running search and says how far it came."""
        core = self._core
        session = core.session
        snapshot = session.progress()
        analysing = session.analysing
        thinking = session.thinking
        running = session.running
        if self._hint.busy:
            self._hint.stop()
            core.change(hint=NO_HINT)
            if not (thinking or session.expanding or session.live.busy):
                return
        core.attempt(session.stop)
        if not thinking:
            what = "the tree is unchanged"
            if session.live.stopped:
                what = "the column values stay as they are. Go (G) continues"
            core.say(f"stopped; {what}", seconds=8)
            return
        what = "simulation" if running is not None and AGENTS[running.agent].samples else "node"
        nodes = "" if snapshot is None else f" after {pluralise(snapshot.nodes, what)}"
        best = "" if snapshot is None or snapshot.best is None else f"; best column so far: {snapshot.best + 1}"
        then = "" if analysing else ". Press Go (G) to let it continue, or change its settings."
        core.say(f"stopped{nodes}{best}{then}", seconds=8)

    # -- how agents search --------------------------------------------------------------------------------------------

    def deepen(self, plies: int) -> None:
        """Searches so many plies deeper."""
        self.change(depth=self._core.session.settings.depth + plies)

    def next_time(self) -> None:
        """Goes to the next time per move."""
        choices = list(TIMES.values())
        now = self._core.session.settings.time_ms
        at = choices.index(now) if now in choices else 0  # type: ignore[arg-type]  # a time may be no whole number
        self.change(time_ms=choices[(at + 1) % len(choices)])

    def next_evaluator(self) -> None:
        """Goes to the next evaluator."""
        names = list(EVALUATORS)
        at = names.index(self._core.session.settings.evaluator)
        self.change(evaluator=names[(at + 1) % len(names)])

    def next_algorithm(self) -> None:
        """Goes to the next searching agent, for hints and in the seats of searching agents."""
        settings = self._core.session.settings
        names = [name for name, entry in AGENTS.items() if entry.records]
        following = names[(names.index(settings.algorithm) + 1) % len(names)]
        seats = tuple(following if seat in names else seat for seat in settings.seats)
        self.change(seats=seats, algorithm=following)

    def switch_order(self) -> None:
        """Changes the move ordering: the middle first, or from left to right."""
        settings = self._core.session.settings
        if settings.move_order is None:
            self.change(move_order=tuple(range(settings.rules.columns)))
            self._core.say("columns are tried from left to right")
        else:
            self.change(move_order=None)
            self._core.say("columns are tried from the middle outwards")

    def swap_seats(self) -> None:
        """The players change sides."""
        self.change(seats=self._core.session.settings.seats[::-1])

    def use_model(self, path: str) -> None:
        """Uses a model file with its evaluator, and this evaluator in searches."""
        core = self._core
        try:
            name = evaluators.identify(path)
        except C4Error as error:
            core.say(str(error), seconds=10)
            return
        core.loader.forget_model(path)
        self.change(models={**core.session.settings.models, name: path}, evaluator=name)
        self._weights.choose(name)
        core.say(f"{EVALUATORS[name].label.removesuffix(' (learned)')} now plays with {path}")

    # -- why something is impossible ----------------------------------------------------------------------------------

    def why_no_hint(self) -> str:
        """Why no hint can be searched for; "" if one can."""
        session = self._core.session
        if session.outcome is not None:
            return "the game is over"
        return "it is not your turn" if session.thinking and not session.analysing else ""

    def why_no_analysis(self) -> str:
        """Why the position cannot be searched for you; "" if it can."""
        return self.why_no_hint()

    def why_no_step(self) -> str:
        """Why no agent can play one move; "" if one is to move."""
        session = self._core.session
        if session.outcome is not None:
            return "the game is over"
        return "it is your turn" if session.humans_turn else ""

    def why_no_go(self) -> str:
        """Why nothing can continue; "" if an agent or the column values were stopped."""
        session = self._core.session
        if session.outcome is not None:
            return "the game is over"
        if session.live.stopped:
            return ""
        if session.humans_turn:
            return "it is your turn"
        return "" if session.paused and not session.thinking else "there is nothing to resume"

    def why_no_stop(self) -> str:
        """Why nothing can be stopped; "" if something runs."""
        session = self._core.session
        runs = session.thinking or session.expanding or session.live.busy or self._hint.busy
        return "" if runs else "nothing is running"

    def why_not_deeper(self) -> str:
        """Why no search can be deeper; "" if one can."""
        settings = self._core.session.settings
        cells = settings.rules.cells
        return "" if settings.depth < cells else f"the depth can be at most {cells} on this board"


def plan_of(settings: Settings) -> Plan:
    """The search that the settings describe."""
    limits = settings.limits_of(settings.algorithm)
    model = limits.model if EVALUATORS[limits.evaluator].learned else None
    simulations = USUAL_SIMULATIONS if limits.simulations is None else limits.simulations
    return Plan(
        settings.algorithm, limits.evaluator, limits.depth, limits.move_order, model, simulations, limits.selection
    )
