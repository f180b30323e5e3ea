"""Status: what is going on, in one line.  No tkinter; nothing heavy before the first search."""

from __future__ import annotations

from c4.agents import AGENTS, HUMAN
from c4.game.rules import COUNT_LINES, count
from c4.game.values import WIN_FLOOR, value_text
from c4.search.decision import Decision
from c4.search.watch import Snapshot
from c4.session.ending import RESIGNED
from c4.session.events import Found
from c4.session.session import Session
from visualizer.play.column_values import scale_of
from visualizer.play.evaluators import Evaluators
from visualizer.play.happened import called
from visualizer.play.names import Names

LOADING = "Loading the search (first start: a few seconds). You can play already."
"""Said until a search visits nodes."""


class Status:
    """Sentences about a session."""

    def __init__(self, session: Session, names: Names, evaluators: Evaluators) -> None:
        self._session, self._names, self._evaluators = session, names, evaluators
        self._told: tuple[Found | None, str] = (None, "")

    def plain(self) -> str:
        """The status line for somebody who plays: what one can do now."""
        session = self._session
        if session.outcome is not None:
            return "Press N for a new game, U to take moves back, F9 to review it."
        if session.thinking and not begun(session.progress()):
            return LOADING
        if session.humans_turn:
            return f"Click a column, or press 1 to {session.position.rules.columns}. H gives a hint, U takes back."
        return "Esc stops the search." if session.thinking else "G lets it go on."

    def reviewed(self) -> str:
        """The status line for somebody who reviews a game."""
        if self._session.thinking:
            return self.line()
        return "The comma and full stop keys go through the game; F8 goes to the next mistake, F7 to the worst."

    def line(self) -> str:
        """The status line for somebody who analyses."""
        session, mover = self._session, self._names.mover()
        snapshot = session.progress()
        if session.thinking and not begun(snapshot):
            return LOADING
        if snapshot is not None:
            return self._running(snapshot, mover)
        if session.outcome is not None:
            return "Game over. Press N for a new game, or Undo to take moves back."
        if session.paused and not session.humans_turn:
            return f"{mover} is waiting: press Go (G) or Undo."
        you = " (you)" if session.humans_turn and session.settings.seats.count(HUMAN) == 1 else ""
        found = session.newest
        if found is None:
            loading = " Loading search and drawing in the background." if session.loading else ""
            return f"{mover} to move{you}: click a column or press 1 to {session.position.rules.columns}.{loading}"
        about = (
            ""
            if session.age(found) == 0
            else f"{self._names.move_of(found).capitalize()} ({self._names.searcher(found)}): "
        )
        return f"{mover} to move{you}.  {about}{self.search(found)}"

    def _running(self, snapshot: Snapshot, mover: str) -> str:
        best = "" if snapshot.best is None else f", best column {snapshot.best + 1}"
        who = "Looking for a hint" if self._session.hinting else f"{mover} is thinking"
        table = f", {100 * snapshot.hash_use:.0f} % of the table used" if snapshot.hash_use else ""
        nodes = f"{count(snapshot.nodes, 'node')}, {speed(snapshot.nodes, snapshot.seconds)}"
        return f"{who}: {self._reached(snapshot)}{nodes}{table}{best}"

    def _reached(self, snapshot: Snapshot) -> str:
        """How far the running search is, and its limit."""
        limits, agent = self._session.settings.limits, self._session.agent
        if agent is None or not AGENTS[agent].searches:
            return ""
        if AGENTS[agent].deepens and limits.time_ms is not None:
            depth = f"depth {snapshot.depth}, " if snapshot.depth else ""
            return f"{depth}{snapshot.seconds:.1f} s of {limits.time_ms / 1000:g} s, "
        return f"depth {snapshot.depth} of {limits.depth}, " if snapshot.depth else f"depth {limits.depth}, "

    def search(self, found: Found) -> str:
        """A finished search in one line."""
        if self._told[0] is not found:
            self._told = found, self._search(found)
        return self._told[1]

    def _search(self, found: Found) -> str:
        from c4.tree.explain import value_in_words

        decision, ply, tree = found.decision, found.position.ply, found.decision.tree
        if decision.estimate or decision.value is None or decision.column is None:
            return decision.reason
        searcher, other = self._names.searcher(found), self._names.player(1 - found.position.to_move, found.starter)
        effort = f"{count(decision.nodes, 'node')}, {time_text(decision.seconds)}"
        if decision.nodes:
            effort += f", {speed(decision.nodes, decision.seconds)}"
        if tree is None or not tree.evaluator:
            effort, steps = f"solved, {effort}", (1, 1, 1)
        else:
            left = found.position.rules.cells - ply
            solved = ", solved" if abs(decision.value.points) >= WIN_FLOOR or tree.depth >= left else ""
            effort = f"depth {tree.depth}{solved}, {effort}"
            steps = self._evaluators.needed(tree.evaluator).steps
        if tree is not None and tree.nodes != decision.nodes:
            effort += f", {tree.nodes:,} of them in the last iteration"
        words = value_in_words(decision.value, ply, searcher, other, steps)
        best = None if tree is None else tree.best_child(0)
        slip = f" ({decision.reason})" if tree and best and int(tree.move[best]) != decision.column else ""
        return f"{effort}, column {decision.column + 1}{slip}, value {value_of(decision, ply)}: {words}"

    def result(self) -> str:
        """How the game ended; "" while it goes on."""
        outcome = self._session.outcome
        if outcome is None:
            return ""
        if outcome.winner is None:
            reason = outcome.reason
            return reason[0].upper() + reason[1:] if "draw" in reason else f"A draw: {reason}"
        colour = self._names.player(outcome.winner)
        who, loser = (called(self._session, self._names, side) for side in (outcome.winner, 1 - outcome.winner))
        named = who if who == colour else f"{who} ({colour})"
        wins = f"{named} {'win' if who == 'You' else 'wins'}"
        ended = self._session.game.talks.ended
        if ended is None or outcome.reason != ended.reason:
            return f"{wins}: {outcome.reason}"
        how = "resigned" if ended.how == RESIGNED else "lost on time"
        return f"{loser} {how}: {wins.replace('You', 'you')}"

    def sound(self) -> str:
        """The sound of the last move: a stone, or how the game ended for the person who plays."""
        session = self._session
        outcome = session.outcome
        if outcome is None:
            return "stone"
        if outcome.winner is None:
            return "draw"
        seats = session.settings.seats
        lost = HUMAN in seats and seats[session.seat(outcome.winner)] != HUMAN
        return "loss" if lost else "win"

    def line_counts(self) -> str:
        """The completed lines of both sides when lines are counted; otherwise ""."""
        position = self._session.position
        if position.rules.scoring != COUNT_LINES:
            return ""
        counts = (
            f"{self._names.player(player)} {position.rules.count_lines(position.stones[player])}" for player in (0, 1)
        )
        return "lines:  " + "   ".join(counts)


def value_of(decision: Decision, stones: int) -> str:
    """A decision's value as a short text; `stones` were on the board."""
    return "" if decision.value is None else value_text(decision.value, stones, scale_of(decision))


def begun(snapshot: Snapshot | None) -> bool:
    """Whether a search is at work; its kernels may have to be compiled before."""
    return snapshot is not None and bool(snapshot.nodes or snapshot.seconds < 1)


def time_text(seconds: float) -> str:
    """How long something took: "13.2 ms", "1.4 s"."""
    return f"{seconds:,.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def speed(nodes: int, seconds: float) -> str:
    """Nodes per second: "7.6 M nodes/s", "480 k nodes/s", "350 nodes/s"."""
    per_second = nodes / max(seconds, 1e-6)
    if per_second >= 1e6:
        return f"{per_second / 1e6:.1f} M nodes/s"
    return f"{per_second / 1e3:.0f} k nodes/s" if per_second >= 1e3 else f"{per_second:.0f} nodes/s"
