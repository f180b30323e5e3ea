"""The words of the status line while nothing else is said there, and how full the progress bar beside it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from c4.agents import AGENTS
from c4.game.values import WIN_FLOOR
from c4.search.watch import Snapshot
from c4.session.events import Asked, SearchResult
from c4.session.settings import EXACT, Settings
from c4.text import capitalised, pluralise
from visualizer.state.evaluators import Loaded
from visualizer.state.keys_in_sentences import by_keys, key_of
from visualizer.state.names import Names, move_number
from visualizer.state.preferences import LEARN, PLAY, PUZZLES, REVIEW
from visualizer.state.rated_games import is_rated
from visualizer.state.sentences import HELP_COUNTS, simulations_of, time_text, value_of
from visualizer.state.state import GameState, Progress, Searches

LOADING = "Preparing the search (a few seconds at the first start)."
"""Shown until a search visits nodes."""

LOADING_MORE = " Loading the search and the tree in the background."
"""Said after another sentence until all code has been loaded."""


class Situation(NamedTuple):
    """The parts of the state that the status line is about; `keys` are your own keys."""

    game: GameState
    settings: Settings
    searches: Searches
    progress: Progress
    evaluators: Loaded
    names: Names
    keys: Mapping[str, str]


def status_line(now: Situation, mode: str) -> str:
    """What there is to do in a mode, or how its search stands."""
    if mode == PLAY:
        return _status_in_play(now)
    if mode == LEARN:
        back = by_keys(now.keys, analyse="goes back to your game")
        return f"Choose a lesson, or what else you want to learn. {back}".rstrip()
    if mode == PUZZLES:
        back = by_keys(now.keys, analyse="goes back to your game")
        return f"Click your answer, or press its number. Only your first try without a hint counts. {back}".rstrip()
    if mode == REVIEW and not now.searches.thinking:
        mistakes = by_keys(now.keys, next_mistake="goes to the next mistake", worst_mistake="to the worst")
        return f"{stepping(now.keys)}{mistakes}"
    return _status_in_analyse(now)


def stepping(keys: Mapping[str, str]) -> str:
    """Which keys step through a game, as a sentence before another one; "" without them."""
    back = key_of("back one move", keys)
    forward = key_of("forward one move", keys)
    return f"The keys {back} and {forward} step through the game. " if back and forward else ""


def _status_in_play(now: Situation) -> str:
    if now.game.outcome is not None:
        return by_keys(now.keys, new_game="begins a new game", undo="undoes", review="reviews the game")
    if now.searches.thinking and not has_started(now.progress.snapshot):
        return LOADING
    if now.game.humans_turn(now.settings):
        columns = now.game.position.rules.columns
        keys = by_keys(now.keys, hint="gives a hint", undo="undoes")
        prepared = now.progress.preparing is None
        help_counts = HELP_COUNTS if prepared and is_rated(now.game.game, now.settings) else ""
        return " ".join(filter(None, (f"Click a column, or press 1 to {columns}.", keys, help_counts)))
    if now.searches.thinking:
        return "Esc stops the search."
    return by_keys(now.keys, go=f"lets {now.names.named(now.game.position.to_move)} play on from here")


def _status_in_analyse(now: Situation) -> str:
    game = now.game
    mover = now.names.mover()
    snapshot = now.progress.snapshot
    if now.searches.thinking and not has_started(snapshot):
        return LOADING
    if snapshot is not None:
        return _running(now, snapshot)
    if game.outcome is not None:
        return f"Game over. {by_keys(now.keys, new_game='begins a new game', undo='undoes')}".rstrip()
    humans_turn = game.humans_turn(now.settings)
    if game.paused and not humans_turn:
        return f"{mover} is waiting: press Go or Undo."
    you = " (you)" if humans_turn and now.names.one_person else ""
    newest = now.searches.newest
    if newest is None:
        columns = game.position.rules.columns
        loading = LOADING_MORE if now.progress.loading and now.progress.preparing is None else ""
        return f"{mover} to move{you}: click a column or press 1 to {columns}.{loading}"
    about = ""
    if game.age(newest) != 0:
        about = f"{move_number(newest).capitalize()} ({now.names.searcher(newest)}): "
    search = capitalised(f"{about}{search_in_words(newest, now.names, now.evaluators)}")
    return f"{mover} to move{you}. {search}"


def _running(now: Situation, snapshot: Snapshot) -> str:
    best = "" if snapshot.best is None else f", best column {snapshot.best + 1}"
    who = "Your search" if now.searches.analysing else f"{now.names.mover()} is thinking"
    table = f", {100 * snapshot.hash_use:.0f} % of the table used" if snapshot.hash_use else ""
    running = now.searches.running
    what = "simulation" if running is not None and AGENTS[running.agent].samples else "node"
    nodes = f"{pluralise(snapshot.nodes, what)}, {speed(snapshot.nodes, snapshot.seconds, what)}"
    return f"{who}: {_reached(now.searches.running, snapshot)}{nodes}{table}{best}"


def _reached(running: Asked | None, snapshot: Snapshot) -> str:
    """The progress of the running search, and its limit."""
    if running is None or not AGENTS[running.agent].records:
        return ""
    limits = running.limits
    if AGENTS[running.agent].samples:
        return f"{_sampled(running, snapshot)}, "
    if AGENTS[running.agent].deepens and limits.time_ms is not None:
        depth = f"depth {snapshot.depth}, " if snapshot.depth else ""
        return f"{depth}{snapshot.seconds:.1f} s of {limits.time_ms / 1000:g} s, "
    return f"depth {snapshot.depth} of {limits.depth}, " if snapshot.depth else f"depth {limits.depth}, "


def _sampled(running: Asked, snapshot: Snapshot) -> str:
    """The progress of Monte-Carlo tree search: "40 % of 1,000 simulations", "0.3 s of 1 s"."""
    share = limit_used(running, snapshot)
    if running.limits.simulations is None and running.limits.time_ms is not None:
        return f"{snapshot.seconds:.1f} s of {running.limits.time_ms / 1000:g} s"
    return f"{100 * share:.0f} % of {pluralise(simulations_of(running.limits), 'simulation')}"


def limit_used(running: Asked, snapshot: Snapshot) -> float:
    """The share of its simulations, or of its time, that Monte-Carlo tree search has used, from 0 to 1."""
    share = snapshot.nodes / simulations_of(running.limits)
    if running.limits.time_ms is not None:
        share = max(share, 1000 * snapshot.seconds / running.limits.time_ms)
    return min(1.0, share)


def has_started(snapshot: Snapshot | None) -> bool:
    """Whether a search has begun to visit nodes; its kernels may have to be compiled first."""
    return snapshot is not None and bool(snapshot.nodes or snapshot.seconds < 1)


def speed(count: int, seconds: float, what: str = "node") -> str:
    """Nodes, or something else, per second: "7.6 M nodes/s", "480 k nodes/s", "350 simulations/s"."""
    per_second = count / max(seconds, 1e-6)
    if per_second >= 1e6:
        return f"{per_second / 1e6:.1f} M {what}s/s"
    return f"{per_second / 1e3:.0f} k {what}s/s" if per_second >= 1e3 else f"{per_second:.0f} {what}s/s"


def search_in_words(search: SearchResult, names: Names, evaluators: Loaded) -> str:
    """A finished search in one line: its effort, its column, its value."""
    from c4.tree.row_words import value_in_words  # brings numpy

    decision = search.decision
    ply = search.position.ply
    tree = decision.tree
    if decision.estimate or decision.value is None or decision.column is None:
        return decision.reason
    if tree is not None and tree.simulations is not None:
        return simulations_in_words(search, names)
    effort = f"{pluralise(decision.nodes, 'node')}, {time_text(decision.seconds)}"
    if decision.nodes:
        effort += f", {speed(decision.nodes, decision.seconds)}"
    steps = (1, 1, 1)
    judge = ""
    if tree is None or not tree.evaluator:
        effort = f"solved, {effort}"
    else:
        left = search.position.rules.cells - ply
        solved = abs(decision.value.points) >= WIN_FLOOR or tree.depth >= left
        effort = f"depth {tree.depth}{', solved' if solved else ''}, {effort}"
        steps = evaluators.steps(tree.evaluator)
        if not solved:
            judge = f" by {evaluators.label(tree.evaluator)}"
    if tree is not None and tree.nodes != decision.nodes:
        last = f"the last of {decision.depth} rounds" if decision.depth > 1 else "the last round"
        effort += f", {tree.nodes:,} of them in {last}"
    other = names.player(1 - search.position.to_move, search.starter)
    words = value_in_words(decision.value, ply, names.searcher(search), other, steps)
    slip = ""
    if tree is not None:
        best = tree.best_child(0)
        if best is not None and int(tree.move[best]) != decision.column:
            slip = f" ({decision.reason})"
    value = value_of(search, names)
    return f"{effort}, column {decision.column + 1}{slip}, value {value}{judge} for {names.viewer()}: {words}"


def simulations_in_words(search: SearchResult, names: Names) -> str:
    """A finished Monte-Carlo tree search in one line: its effort, its column, and why this one."""
    decision = search.decision
    tree = decision.tree
    if tree is None or tree.simulations is None:
        return decision.reason
    ran = len(tree.simulations)
    effort = f"{pluralise(ran, 'simulation')}, {time_text(decision.seconds)}"
    if decision.seconds:
        effort += f", {speed(ran, decision.seconds, 'simulation')}"
    column = "no column" if decision.column is None else f"column {decision.column + 1}"
    return f"{effort}, {column}: {decision.reason}; mean {value_of(search, names)} for {names.viewer()}"


# -- the progress bar -------------------------------------------------------------------------------------------------


FIXED_DEPTH_AGENTS = ("alphabeta", "minimax")
"""Agents that search once, to a fixed depth."""

SOLVING_AGENT = "perfect"
"""The agent that solves column by column."""

SHORT_SEARCH_SECONDS = 0.3
"""Seconds after which the progress bar appears for a search to a fixed depth."""


def share_done(game: GameState, searches: Searches, progress: Progress) -> float | None:
    """The share of its work that a search has done, from 0 to 1; None if unknown.

    It is the share of its time, of its simulations, or of the replies at the root.  While nothing is searched it is the
    share of the code that is compiled, of the solver's code where exact values wait for that.
    """
    snapshot = progress.snapshot
    running = searches.running
    if snapshot is None or running is None:
        waits_for = progress.preparing_solver if searches.source == EXACT else None
        if waits_for is None and progress.known.share is None:
            waits_for = progress.preparing
        if waits_for is not None:
            return waits_for.done / waits_for.total
        return progress.known.share if searches.source is not None else None
    long_enough = running.agent in FIXED_DEPTH_AGENTS and snapshot.seconds > SHORT_SEARCH_SECONDS
    if long_enough or (running.agent == SOLVING_AGENT and snapshot.columns):
        return len(snapshot.columns) / len(game.position.legal_columns())
    if AGENTS[running.agent].samples:
        return limit_used(running, snapshot)
    limit = running.limits.time_ms
    if AGENTS[running.agent].deepens and limit:
        return min(1.0, 1000 * snapshot.seconds / limit)
    return None
