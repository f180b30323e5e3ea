"""What players are called, and the state of the game and of the search in words."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS
from c4.evaluators import label_of
from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE
from c4.game.values import WIN_FLOOR, turned, value_text
from c4.search.decision import Decision
from c4.search.watch import Snapshot
from c4.session.events import Asked, SearchResult
from c4.session.game import RESIGNED
from c4.session.session import Session
from c4.text import number_word, pluralise
from visualizer.ui.evaluators import Evaluators
from visualizer.ui.theme import STONES
from visualizer.ui.widgets import ProgressBar, wrap


class Names:
    """The names of a session's players."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.view: int | None = None
        """The seat from whose point of view values are shown; None for the human player, or for the first player."""

    @property
    def colours(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """(word, colour) of the discs of both seats."""
        return STONES[self._session.settings.stones]

    def seats(self) -> tuple[str, str]:
        """The colours of the two seats."""
        (first, _), (second, _) = self.colours
        return first, second

    def player(self, player: int, starter: int | None = None) -> str:
        """The colour of a player; player 0 sits in the seat `starter`, by default that of the game on the board."""
        return self.seats()[(player + (self._session.game.starter if starter is None else starter)) % 2]

    def mover(self) -> str:
        """The colour of the side to move on the board."""
        return self.player(self._session.position.to_move)

    def viewing_seat(self) -> int:
        """The seat from whose point of view values are shown."""
        seats = self._session.settings.seats
        if self.view is not None:
            return self.view
        return seats.index(HUMAN) if seats.count(HUMAN) == 1 else self._session.game.starter

    def views(self, player: int) -> bool:
        """Whether values are shown from the point of view of a player."""
        return self._session.seat(player) == self.viewing_seat()

    def viewer(self) -> str:
        """The name of the side from whose point of view values are shown."""
        seat, seats = self.viewing_seat(), self._session.settings.seats
        you = seats.count(HUMAN) == 1 and seats[seat] == HUMAN
        return f"you ({self.seats()[seat]})" if you else self.seats()[seat]

    def players(self, search: SearchResult | None) -> tuple[str, str]:
        """The colours of player 0 and player 1 in the searched game, or in the game on the board."""
        starter = None if search is None else search.starter
        return self.player(0, starter), self.player(1, starter)

    def searcher(self, search: SearchResult) -> str:
        """The colour of the side that searched: MAX."""
        return self.player(search.position.to_move, search.starter)

    def move_of(self, search: SearchResult | Asked) -> str:
        """The move that a search was about: "move 3" is the third disc of the game."""
        return f"move {search.position.ply + 1}"


def last_moves(session: Session, names: Names) -> str:
    """The moves since your last turn: "You played column 4. Amateur replied in column 3."

    Before the first move it says who moves first.
    """
    game, line = session.game, session.line
    if not game.at:
        return beginning(session, names)
    if (last := game.tree.at) < game.given:
        who, column = names.player(1 - line[-1].to_move), game.tree.nodes[last].column + 1
        return f"This position was set up or opened. The last move was {who} in column {column}."
    moves = []
    for number in range(max(1, game.at - 1), game.at + 1):
        if game.tree.line()[number - 1] < game.given:
            continue
        before, column = line[number - 1], game.moves[number - 1]
        moves.append((before.to_move, f"column {column + 1}", blocked(before, column)))
    sentences = []
    for place, (player, where, stops) in enumerate(moves):
        verb = "replied in" if place else "played"
        foe = "your" if called(session, names, 1 - player) == "You" else f"{called(session, names, 1 - player)}'s"
        stop = f", blocking {foe} line" if stops else ""
        sentences.append(f"{called(session, names, player)} {verb} {where}{stop}.")
    return " ".join(sentences)


def turn(session: Session, names: Names, result: str) -> str:
    """Whose turn it is, or `result` when the game is over."""
    if session.outcome is not None:
        return result
    seat = session.seat()
    if session.settings.seats[seat] == HUMAN:
        alone = session.settings.seats.count(HUMAN) == 1
        return f"Your turn ({names.mover()})" if alone else f"{names.mover()} to move"
    name, colour = called(session, names, session.position.to_move), names.mover()
    who = colour if name == colour else f"{name} ({colour})"
    return f"{who} is waiting: press Go (G)" if session.paused else f"{who} is thinking..."


def moment(session: Session, names: Names) -> str:
    """The position of a review: "After move 8: Red to move"."""
    at = session.game.at
    return f"{f'After move {at}' if at else 'Start of the game'}: {names.mover()} to move"


def beginning(session: Session, names: Names) -> str:
    """What to do before the first move."""
    if session.outcome is not None:
        return "No moves were played."
    rules = session.position.rules
    aim = f"Get {number_word(rules.connect)} in a row" if rules.scoring == FIRST_LINE else "Make the most lines"
    who = called(session, names, session.position.to_move)
    first = "You move" if who == "You" else f"{who} moves"
    return f"{first} first. Click a column to drop a disc. {aim}: across, up or diagonally."


def called(session: Session, names: Names, player: int) -> str:
    """The name of a player: "You", an agent's name, or the colour if both are the same."""
    seats, seat = session.settings.seats, session.seat(player)
    if seats[0] == seats[1]:
        return names.player(player)
    return "You" if seats[seat] == HUMAN else AGENTS[seats[seat]].label


def blocked(before: Position, column: int) -> bool:
    """Whether a move took a square where the other side would have won."""
    rules = before.rules
    if rules.scoring != FIRST_LINE or before.turns(column):
        return False
    cell = 1 << rules.cell(before.height(column), column)
    return rules.has_line(before.theirs | cell) and not rules.has_line(before.mine | cell)


LOADING = "Preparing the search (a few seconds at the first start). You can already play."
"""Shown until a search visits nodes."""


class Status:
    """The status line, in each view, and other sentences about a session."""

    def __init__(self, session: Session, names: Names, evaluators: Evaluators) -> None:
        self._session, self._names, self._evaluators = session, names, evaluators
        self._cached: tuple[SearchResult | None, int, str] = (None, 0, "")

    def plain(self) -> str:
        """The status line of the Play view."""
        session = self._session
        if session.outcome is not None:
            return "Press N for a new game, U to undo, F9 to review the game."
        if session.thinking and not has_started(session.progress()):
            return LOADING
        if session.humans_turn:
            return f"Click a column, or press 1 to {session.position.rules.columns}. H gives a hint, U undoes."
        return "Esc stops the search." if session.thinking else "Press G to continue."

    def reviewed(self) -> str:
        """The status line of a review."""
        if self._session.thinking:
            return self.line()
        return "Comma and full stop step through the game. F8 goes to the next mistake, F7 to the worst."

    def line(self) -> str:
        """The status line of the Analyse view."""
        session, mover = self._session, self._names.mover()
        snapshot = session.progress()
        if session.thinking and not has_started(snapshot):
            return LOADING
        if snapshot is not None:
            return self._running(snapshot, mover)
        if session.outcome is not None:
            return "Game over. Press N for a new game or U to undo."
        if session.paused and not session.humans_turn:
            return f"{mover} is waiting: press Go (G) or Undo."
        you = " (you)" if session.humans_turn and session.settings.seats.count(HUMAN) == 1 else ""
        result = session.newest
        if result is None:
            loading = " Loading the search and the tree in the background." if session.loading else ""
            return f"{mover} to move{you}: click a column or press 1 to {session.position.rules.columns}.{loading}"
        about = (
            ""
            if session.age(result) == 0
            else f"{self._names.move_of(result).capitalize()} ({self._names.searcher(result)}): "
        )
        return f"{mover} to move{you}.  {about}{self.search(result)}"

    def _running(self, snapshot: Snapshot, mover: str) -> str:
        best = "" if snapshot.best is None else f", best column {snapshot.best + 1}"
        who = "Looking for a hint" if self._session.hinting else f"{mover} is thinking"
        table = f", {100 * snapshot.hash_use:.0f} % of the table used" if snapshot.hash_use else ""
        nodes = f"{pluralise(snapshot.nodes, 'node')}, {speed(snapshot.nodes, snapshot.seconds)}"
        return f"{who}: {self._reached(snapshot)}{nodes}{table}{best}"

    def _reached(self, snapshot: Snapshot) -> str:
        """The progress of the running search, and its limit."""
        running = self._session.running
        if running is None or not AGENTS[running.agent].searches:
            return ""
        limits = running.limits
        if AGENTS[running.agent].deepens and limits.time_ms is not None:
            depth = f"depth {snapshot.depth}, " if snapshot.depth else ""
            return f"{depth}{snapshot.seconds:.1f} s of {limits.time_ms / 1000:g} s, "
        return f"depth {snapshot.depth} of {limits.depth}, " if snapshot.depth else f"depth {limits.depth}, "

    def search(self, result: SearchResult) -> str:
        """A finished search in one line."""
        seat = self._names.viewing_seat()
        if self._cached[0] is not result or self._cached[1] != seat:
            self._cached = result, seat, self._search(result)
        return self._cached[2]

    def _search(self, result: SearchResult) -> str:
        from c4.tree.explain import value_in_words

        decision, ply, tree = result.decision, result.position.ply, result.decision.tree
        if decision.estimate or decision.value is None or decision.column is None:
            return decision.reason
        searcher, other = self._names.searcher(result), self._names.player(1 - result.position.to_move, result.starter)
        effort = f"{pluralise(decision.nodes, 'node')}, {time_text(decision.seconds)}"
        if decision.nodes:
            effort += f", {speed(decision.nodes, decision.seconds)}"
        if tree is None or not tree.evaluator:
            effort, steps = f"solved, {effort}", (1, 1, 1)
        else:
            left = result.position.rules.cells - ply
            solved = ", solved" if abs(decision.value.points) >= WIN_FLOOR or tree.depth >= left else ""
            effort = f"depth {tree.depth}{solved}, {effort}"
            steps = self._evaluators.needed(tree.evaluator).steps
        if tree is not None and tree.nodes != decision.nodes:
            effort += f", {tree.nodes:,} of them in the last iteration"
        words = value_in_words(decision.value, ply, searcher, other, steps)
        best = None if tree is None else tree.best_child(0)
        slip = f" ({decision.reason})" if tree and best and int(tree.move[best]) != decision.column else ""
        value = value_of(result, self._names)
        return f"{effort}, column {decision.column + 1}{slip}, value {value} for {self._names.viewer()}: {words}"

    def result(self) -> str:
        """The result of the game; "" while it goes on."""
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
        ended = self._session.game.ended
        if ended is None or outcome.reason != ended.reason:
            return f"{wins}: {outcome.reason}"
        how = "resigned" if ended.how == RESIGNED else "lost on time"
        return f"{loser} {how}: {wins.replace('You', 'you')}"

    def line_counts(self) -> str:
        """The completed lines of both sides where lines are counted; otherwise ""."""
        position = self._session.position
        if position.rules.scoring != COUNT_LINES:
            return ""
        counts = (
            f"{self._names.player(player)} {position.rules.count_lines(position.stones[player])}" for player in (0, 1)
        )
        return "lines:  " + "   ".join(counts)


def scale_of(decision: Decision) -> int:
    """Points in one unit of a decision's values."""
    return decision.scale if decision.tree is None else decision.tree.scale


class Subject(NamedTuple):
    """Which search something on screen is about: a sentence, and where it stands relative to the board.

    elsewhere   whether it is about another position than the one on the board
    dated       whether it is older than the last move
    """

    text: str
    elsewhere: bool = False
    dated: bool = False


def subject_of(session: Session, names: Names, search: SearchResult | Asked) -> Subject:
    """The description of a search, from which header, tree, card, column values and status line take their words."""
    move, who = names.move_of(search), names.player(search.position.to_move, search.starter)
    if isinstance(search, Asked):
        what = "hint" if search.hint else "search"
        return Subject(f"{who}'s {what} for {move}, still searching: {how_asked(search)}.")
    ago = session.age(search)
    if ago is None:
        text = f"A saved tree of {format_position(search.position)}, not of the game on the board."
        return Subject(text, True)
    what = "hint" if search.hint else "search"
    if ago == 0:
        return Subject(f"{who}'s {what} for {move}, the position on the board.")
    if ago == 1 and not search.hint:
        return Subject(f"{who}'s search for {move}, the last move played.", True)
    return Subject(f"From {move}: {who}'s {what}, {pluralise(ago, 'move')} ago.", True, True)


def how_asked(running: Asked) -> str:
    """How a running search searches: "Alpha-beta, depth 9, V2"."""
    entry, limits = AGENTS[running.agent], running.limits
    if not entry.searches:
        return entry.label
    depth = f"depth {limits.depth}"
    if entry.deepens and limits.time_ms is not None:
        depth = time_text(limits.time_ms / 1000)
    return f"{entry.label}, {depth}, {label_of(limits.evaluator)}"


def leaves_tree(agent: str) -> bool:
    """Whether an agent records the tree of its search."""
    return AGENTS[agent].searches or (agent in LEVELS and agent != "random")


def value_of(search: SearchResult, names: Names) -> str:
    """The value that a search found as a short text, from the chosen point of view; "" for an estimate that the other
    side does not share.
    """
    decision, position = search.decision, search.position
    own = names.views(position.to_move)
    if decision.value is None or (decision.estimate and not own):
        return ""
    value = decision.value if own else turned(decision.value)
    return value_text(value, position.ply, scale_of(decision))


def has_started(snapshot: Snapshot | None) -> bool:
    """Whether a search has begun to visit nodes; its kernels may have to be compiled first."""
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


FIXED = ("alphabeta", "minimax")
"""Agents that search once, to a fixed depth."""

SOLVES = "perfect"
"""The agent that solves column by column."""

SOON = 0.3
"""Seconds after which the bar appears for them."""


def share_done(session: Session) -> float | None:
    """The share of its work that a search has done, from 0 to 1: by its time, or by the replies at the root; None if
    unknown.
    """
    snapshot, running = session.progress(), session.running
    if snapshot is not None and running is not None:
        agent, limits = running.agent, running.limits
        if (agent in FIXED and snapshot.seconds > SOON) or (agent == SOLVES and snapshot.columns):
            return len(snapshot.columns) / len(session.position.legal_columns())
        timed = AGENTS[agent].deepens and limits.time_ms
        return min(1.0, 1000 * snapshot.seconds / limits.time_ms) if timed and limits.time_ms else None
    return session.live.known(session.position).share if session.live.source is not None else None


def status_bar(root: tk.Misc) -> tuple[ttk.Label, ProgressBar]:
    """The status line at the bottom of a window, and the progress bar in it."""
    line = ttk.Frame(root)
    line.pack(side="bottom", fill="x")
    bar, words = ProgressBar(line), wrap(ttk.Label(line, padding=(8, 4), anchor="w"))
    words.pack(side="left", fill="x", expand=True)
    return words, bar
