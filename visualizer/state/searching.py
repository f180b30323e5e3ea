"""What you can do with searches: hints, searching, stopping and continuing, and how agents search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from c4 import evaluators
from c4.agents import AGENTS, HUMAN
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.search.watch import Watch
from c4.session.plans import Plan
from c4.session.settings import Settings
from c4.text import pluralise
from c4.tree.selection import USUAL_SIMULATIONS
from visualizer.state.core import Core
from visualizer.state.preferences import ANALYSE
from visualizer.state.search_choices import (
    SIMULATIONS,
    TIMES,
    algorithms,
    leaf_evaluator,
    leaf_evaluators,
    valued_by,
    why_no_other,
)
from visualizer.state.sentences import simulations_of
from visualizer.state.state import NO_HINT, Hint
from visualizer.state.tasks import Task
from visualizer.state.weights import Weights

if TYPE_CHECKING:
    from c4.review.hint import Advice  # brings numpy, which the first paint does without


class Searching:
    """The topic `app.search`."""

    def __init__(self, core: Core, weights: Weights) -> None:
        self._core = core
        self._weights = weights
        self.following = True
        """Whether `follow` searches; a tour, which shows a search of its own, switches that off while it lasts."""
        self._followed: tuple[object, ...] = ()
        self._hint: Task[Advice | None] = core.task("hint", self._hinted)

    def change(self, **settings: Any) -> bool:
        """Changes settings of the session; whether that was possible."""
        core = self._core
        session = core.session
        matched = session.settings.matched
        if not core.attempt(session.set, **settings):
            return False
        if matched and not session.settings.matched:
            core.say(
                "your results no longer choose the opponent; Match me, among the opponents, switches that on again",
                seconds=8,
            )
        if "starter" in settings and session.game.starter != session.settings.starter:
            self._begin_again_or_say()
        return True

    def _begin_again_or_say(self) -> None:
        """Another side is to move first: a game in which no person has moved begins anew, otherwise it is for the next."""
        core = self._core
        session = core.session
        game = core.state.game
        if (
            game.end is None
            and not session.studying
            and HUMAN in session.settings.seats
            and game.is_fresh(session.settings)
        ):
            session.new_game()
        else:
            core.say(f"{core.names().seats()[session.settings.starter]} will start the next game")

    # -- your own search ----------------------------------------------------------------------------------------------

    def set_analysis(self, algorithm: str | None = None, **limits: Any) -> None:
        """Changes your own search, and searches the board again at once; players keep their settings."""
        core = self._core
        session = core.session
        before = session.settings
        self.adopt(lambda: before.for_analysis(algorithm, **limits))
        if session.settings is not before and not session.analysing and not self.why_no_analysis():
            self.analyse()

    def swap_searches(self) -> None:
        """Shows your own search of the board, or the one that chose the last move."""
        session = self._core.session
        own = not session.showing_own
        self._core.attempt(session.show_own, own)
        if own and session.own_search is None and not self.why_no_analysis():
            self.analyse()

    def follow(self) -> None:
        """Searches the board in Analyse, unless it was searched so before, or another search is to be shown."""
        core = self._core
        session = core.session
        state = core.state
        wanted = self.following and state.preferences.follow and state.shown.mode == ANALYSE
        if not wanted or state.tree is None:
            self._followed = ()
            return
        waits = not session.showing_own or session.outcome is not None or (session.thinking and not session.analysing)
        wished = (session.settings.algorithm, session.settings.analysis_limits())
        now = (session.searches, session.position, *wished)  # another game has other searches, also in this position
        if waits or now == self._followed or session.shows_saved_tree:
            return
        self._followed = now
        own = session.own_search
        if own is None or (own.decision.tree.algorithm, own.limits) != wished:  # type: ignore[union-attr]  # it has a tree
            self.analyse()

    def why_not_set(self) -> str:
        """Why the keys do not change your own search; "" if they do."""
        return "" if self._core.state.shown.mode == ANALYSE else "these keys set your search in Analyse"

    def why_not_swap(self) -> str:
        """Why there is no other search to show; "" if there is."""
        return why_no_other(self._core.state.searches, self._core.state.game)

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
            from c4.review.hint import advise

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
            self.forget_hint()

    def forget_hint(self) -> None:
        """The hint goes, and if it is still being looked for, nothing comes."""
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
            self.forget_hint()
            if not (thinking or session.expanding or session.live.busy):
                return
        core.attempt(session.stop)
        if not thinking:
            what = "the tree is unchanged"
            if session.live.stopped:
                what = "the column values stay as they are. Go continues"
            core.say(f"stopped; {what}", seconds=8)
            return
        what = "simulation" if running is not None and AGENTS[running.agent].samples else "node"
        nodes = "" if snapshot is None else f" after {pluralise(snapshot.nodes, what)}"
        best = "" if snapshot is None or snapshot.best is None else f"; best column so far: {snapshot.best + 1}"
        then = "" if analysing else ". Press Go to let it continue, or change its settings."
        core.say(f"stopped{nodes}{best}{then}", seconds=8)

    # -- how agents search --------------------------------------------------------------------------------------------

    def deepen(self, steps: int) -> None:
        """Your own search looks so many plies deeper, or makes the next number of simulations."""
        settings = self._core.session.settings
        limits = settings.analysis_limits()
        if not AGENTS[settings.algorithm].samples:
            self.set_analysis(depth=limits.depth + steps, time_ms=None)
            return
        now = simulations_of(limits)
        further = [number for number in SIMULATIONS if (number - now) * steps > 0]
        if further:
            self.set_analysis(simulations=min(further) if steps > 0 else max(further), time_ms=None)

    def next_time(self) -> None:
        """Goes to the next time per move."""
        choices = list(TIMES.values())
        now = self._core.session.settings.analysis_limits().time_ms
        at = choices.index(now) if now in choices else 0  # type: ignore[arg-type]  # a time may be no whole number
        self.set_analysis(time_ms=choices[(at + 1) % len(choices)])

    def next_evaluator(self) -> None:
        """Goes to the next evaluator."""
        settings = self._core.session.settings
        names = list(leaf_evaluators(settings, dict.fromkeys(EVALUATORS, "")))
        at = names.index(leaf_evaluator(settings))
        self.set_analysis(**valued_by(settings, names[(at + 1) % len(names)]))

    def next_algorithm(self) -> None:
        """Goes to the next algorithm of your own search."""
        names = algorithms()
        at = names.index(self._core.session.settings.algorithm)
        self.set_analysis(names[(at + 1) % len(names)])

    def switch_order(self) -> None:
        """Changes the move ordering: the middle first, or from left to right."""
        settings = self._core.session.settings
        if settings.analysis_limits().move_order is None:
            self.set_analysis(move_order=tuple(range(settings.rules.columns)))
            self._core.say("columns are tried from left to right")
        else:
            self.set_analysis(move_order=None)
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
        self.set_analysis(evaluator=name)
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
        """Why your own search cannot be deeper; "" if it can."""
        settings = self._core.session.settings
        limits = settings.analysis_limits()
        if AGENTS[settings.algorithm].samples:
            most = f"{SIMULATIONS[-1]:,}"
            return "" if simulations_of(limits) < SIMULATIONS[-1] else f"there can be at most {most} simulations here"
        cells = settings.rules.cells
        return "" if limits.depth < cells else f"the depth can be at most {cells} on this board"

    def why_not_shallower(self) -> str:
        """Why your own search cannot be shallower; "" if it can."""
        settings = self._core.session.settings
        limits = settings.analysis_limits()
        if AGENTS[settings.algorithm].samples:
            return "" if simulations_of(limits) > SIMULATIONS[0] else "there are at least 100 simulations"
        return "" if limits.depth > 1 else "the depth must be at least 1"


def plan_of(settings: Settings) -> Plan:
    """The search that the settings describe."""
    limits = settings.analysis_limits()
    model = limits.model if EVALUATORS[limits.evaluator].learned else None
    simulations = USUAL_SIMULATIONS if limits.simulations is None else limits.simulations
    return Plan(
        settings.algorithm, limits.evaluator, limits.depth, limits.move_order, model, simulations, limits.selection
    )
