"""What the window says about the session: status line, values over the columns, results.  No tkinter; nothing heavy before the first search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from c4.agents import AGENTS, HUMAN
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE, C4Error, count
from c4.game.values import EXACT, LOWER, UPPER, WIN_FLOOR, Value, value_text
from c4.search.decision import Decision
from c4.search.watch import Snapshot
from c4.session.events import Found
from c4.session.session import Session
from visualizer.kit.theme import STONES


@dataclass(frozen=True)
class Score:
    """One cell of the strip: its text ("≤3"), whether it is the best column, whether it belongs to another position by now, and its sign."""

    text: str
    best: bool = False
    stale: bool = False
    sign: int = 0


class Words:
    """Sentences about a session; `stones` names the pair of colours in use."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.stones = "red and yellow"
        self._evaluators: dict[tuple[str, str | None], object] = {}

    # -- names --------------------------------------------------------------------------------------------------------

    def seats(self) -> tuple[str, str]:
        """The colours of the two seats."""
        (first, _), (second, _) = STONES[self.stones]
        return first, second

    def player(self, player: int, starter: int | None = None) -> str:
        """The colour of a player: 0 is who began, the seat `starter`, by default that of the game on the board."""
        return self.seats()[(player + (self.session.game.starter if starter is None else starter)) % 2]

    def players(self, found: Found) -> tuple[str, str]:
        """The colours of player 0 and player 1 in the game that was searched."""
        return self.player(0, found.starter), self.player(1, found.starter)

    def evaluator(self, name: str):
        """The evaluator of that name with the model in use, loaded once; when it cannot be had, the sentence that says why."""
        key = name, self.session.settings.models.get(name)
        if key not in self._evaluators:
            from c4 import evaluators

            try:
                self._evaluators[key] = evaluators.load(*key)
            except C4Error as error:
                self._evaluators[key] = str(error)
        return self._evaluators[key]

    def judged(self, name: str, position: Position, side: int) -> list[tuple[str, str]]:
        """(short label, value for a side in words) of an evaluator at a position; nothing when it cannot judge there."""
        judge = self.evaluator(name)
        if isinstance(judge, str):
            return []
        try:
            value = judge.evaluate(position, side)
        except C4Error:  # a board it has not learned
            return []
        return [(judge.label.removesuffix(" (learned)"), judge.in_words(value))]

    def heat(self, name: str, position: Position) -> dict[tuple[int, int], float]:
        """What each cell adds to an evaluator's value for the side to move; empty when it cannot judge there."""
        judge = self.evaluator(name)
        try:
            return {} if isinstance(judge, str) else judge.shares(position)
        except C4Error:
            return {}

    def label(self, name: str) -> str:
        """An evaluator as people choose it: its label, or what it learned and the file it has it from."""
        label, model = EVALUATORS[name].label, self.session.settings.models.get(name)
        return label if model is None else f"{label.removesuffix(' (learned)')}: {Path(model).stem}"

    def reload(self, model: str) -> None:
        """Forgets what was read from a file that has changed."""
        self._evaluators = {key: evaluator for key, evaluator in self._evaluators.items() if key[1] != model}

    # -- the strip ----------------------------------------------------------------------------------------------------

    def strip(self) -> tuple[dict[int, Score], tuple[str, ...]]:
        """The values over the columns, and whose they are in words, long to short.

        They are those of the running search as they come in, otherwise those of the last one, marked when it was about another position.
        """
        session, valued = self.session, self.session.valued
        if session.judging:
            return self._exact_strip()
        scores: dict[int, Score] = {}
        captions: tuple[str, ...] = ("no search yet: its column values appear here", "no search yet")
        if valued is not None:
            old, tree = session.stale() or session.thinking, valued.decision.tree
            scores = _scores(
                valued.decision.columns, valued.decision.column, valued.position.ply, scale_of(valued.decision), old
            )
            how = valued.decision.estimate or "exact"
            if tree is not None and tree.evaluator:
                how = f"{AGENTS[tree.algorithm].label}, depth {tree.depth}, {self.label(tree.evaluator)}"
            when = (
                ""
                if not session.stale()
                else " before the last move"
                if session.just_moved()
                else " in an earlier position"
            )
            whose = f"values for {self.players(valued)[valued.position.to_move]}{when}"
            captions = (f"{whose}: {how}", whose)
        snapshot = session.progress()
        if snapshot is not None and snapshot.columns and session.agent is not None and AGENTS[session.agent].searches:
            judge = self.evaluator(session.settings.limits.evaluator)
            scores |= _scores(snapshot.columns, snapshot.best, session.position.ply, judge.scale, False)
            captions = (f"values for {self.player(session.position.to_move)}, as they come in",)
        return scores, captions

    def _exact_strip(self) -> tuple[dict[int, Score], tuple[str, ...]]:
        """The same from the exact solver: W5 wins on ply 5, L6 loses on ply 6, 0 draws; bounds tighten while it works."""
        session = self.session
        if session.position.rules.scoring != FIRST_LINE:
            return {}, ("exact values are known only where the first line wins", "no exact values here")
        if session.position.outcome() is not None:
            return {}, ("the game is over",)
        known, complete = session.exact()
        sure = {column: value.points for column, value in known.items() if value.bound == EXACT}
        best = max(sure.values()) if complete and sure else None
        scores = {
            column: Score(
                value_text(value, session.position.ply), sure.get(column) == best is not None, False, sign(value)
            )
            for column, value in known.items()
        }
        whose = f"exact values for {self.player(session.position.to_move)}"
        return scores, (whose + ("" if complete else ": working"),)

    def line_counts(self) -> str:
        """The lines of both sides so far, where they are what counts; otherwise ""."""
        position = self.session.position
        if position.rules.scoring != COUNT_LINES:
            return ""
        return "lines:  " + "   ".join(
            f"{self.player(player)} {position.rules.count_lines(position.stones[player])}" for player in (0, 1)
        )

    # -- the move list ------------------------------------------------------------------------------------------------

    def value_of(self, decision: Decision, stones: int) -> str:
        """The value of a decision as short as it can be said."""
        return value_text(decision.value, stones, scale_of(decision))

    # -- the status line ----------------------------------------------------------------------------------------------

    def status(self) -> str:
        """What is going on, in one line."""
        session = self.session
        mover = self.player(session.position.to_move)
        snapshot = session.progress()
        if session.thinking and snapshot is None:
            return "waiting for the search to be loaded (the very first start compiles it, some seconds); the board stays playable"
        if snapshot is not None:
            best = "" if snapshot.best is None else f", best column {snapshot.best + 1}"
            who = "looking for a hint" if session.hinting else f"{mover} is thinking"
            reached = self._reached(snapshot)
            table = f", {100 * snapshot.hash_use:.0f} % of its table in use" if snapshot.hash_use else ""
            return f"{who}: {reached}{count(snapshot.nodes, 'node')}, {speed(snapshot.nodes, snapshot.seconds)}{table}{best}"
        if session.position.outcome() is not None:
            return "Game over. N begins a new one; Undo takes the last moves back."
        if session.paused and not session.humans_turn:
            return f"{mover} waits: press Go (G), or Undo"
        you = " (you)" if session.humans_turn and session.settings.seats.count(HUMAN) == 1 else ""
        if session.valued is None:
            loading = "; loading the search and the drawing in the background" if session.loading else ""
            return f"{mover} to move{you}: click a column or press its number{loading}"
        return f"{mover} to move{you}.  Last search: {self.search(session.valued)}"

    def _reached(self, snapshot: Snapshot) -> str:
        """How far the running search is, of how far it may go."""
        limits, agent = self.session.settings.limits, self.session.agent
        if agent is None or not AGENTS[agent].searches:
            return ""
        if AGENTS[agent].deepens and limits.time_ms is not None:
            depth = f"depth {snapshot.depth}, " if snapshot.depth else ""
            return f"{depth}{snapshot.seconds:.1f} s of {limits.time_ms / 1000:g} s, "
        return f"depth {snapshot.depth} of {limits.depth}, " if snapshot.depth else f"depth {limits.depth}, "

    def search(self, found: Found) -> str:
        """A finished search in one line."""
        from c4.tree.explain import value_in_words

        decision, ply = found.decision, found.position.ply
        if decision.estimate:
            return decision.reason
        players, mover = self.players(found), found.position.to_move
        effort = f"{count(decision.nodes, 'node')}, {decision.seconds * 1000:,.1f} ms"
        if decision.nodes:
            effort += f", {speed(decision.nodes, decision.seconds)}"
        if decision.tree is None or not decision.tree.evaluator:
            effort, steps = f"solved, {effort}", (1, 1, 1)
        else:
            left = found.position.rules.cells - ply
            solved = ", solved" if abs(decision.value.points) >= WIN_FLOOR or decision.tree.depth >= left else ""
            effort, steps = (
                f"depth {decision.tree.depth}{solved}, {effort}",
                self.evaluator(decision.tree.evaluator).steps,
            )
        words = value_in_words(decision.value, ply, players[mover], players[1 - mover], steps)
        return f"{effort}, column {decision.column + 1}, value {self.value_of(decision, ply)}: {words}"

    def result(self) -> str:
        """How the game ended; "" while it goes on."""
        outcome = self.session.position.outcome()
        if outcome is None:
            return ""
        return f"{'A draw' if outcome.winner is None else self.player(outcome.winner) + ' wins'}: {outcome.reason}"


def scale_of(decision: Decision) -> int:
    """Points in one unit of its values."""
    return decision.scale if decision.tree is None else decision.tree.scale


def _scores(columns: dict[int, Value], best: int | None, stones: int, scale: int, stale: bool) -> dict[int, Score]:
    return {
        column: Score(value_text(value, stones, scale), column == best, stale, sign(value))
        for column, value in columns.items()
    }


def sign(value: Value) -> int:
    """Whether a value is surely for (+1) or against (-1) the side it is for; 0 when it is 0 or its bound leaves that open."""
    if value.points > 0 and value.bound != UPPER:
        return 1
    if value.points < 0 and value.bound != LOWER:
        return -1
    return 0


def speed(nodes: int, seconds: float) -> str:
    per_second = nodes / max(seconds, 1e-6)
    return f"{per_second / 1e6:.1f} M nodes/s" if per_second >= 1e6 else f"{per_second / 1e3:.0f} k nodes/s"
