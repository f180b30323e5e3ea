"""The game and its searches in sentences: whose turn it is, what was played, how a search stands, how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS
from c4.agents.limits import Limits
from c4.agents.rating import LADDER
from c4.evaluators import PLAYOUTS, label_of, short_label_of
from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE, STANDARD
from c4.game.values import WIN_FLOOR, for_other_side, value_text
from c4.search.decision import Decision
from c4.search.watch import Snapshot
from c4.session.events import Asked, SearchResult
from c4.session.game import RESIGNED, Game
from c4.session.settings import EXACT, Settings
from c4.text import capitalised, number_word, pluralise
from c4.tree.selection import MOST_SIMULATIONS, USUAL_SIMULATIONS
from visualizer.state.compiling import compiling
from visualizer.state.evaluators import Loaded
from visualizer.state.keys_in_sentences import by_keys, key_of
from visualizer.state.names import Names, as_object, does, move_number, owner
from visualizer.state.preferences import LEARN, PLAY, PUZZLES, REVIEW
from visualizer.state.state import GameState, Progress, Searches

LOADING = "Preparing the search (a few seconds at the first start)."
"""Shown until a search visits nodes."""

HELP_COUNTS = "With help a game does not count for your rating."
"""Said before you take help: a hint, or a move back."""


# -- the game ---------------------------------------------------------------------------------------------------------


def last_moves(game: GameState, names: Names) -> str:
    """The moves since your last turn: "You played column 4. Amateur replied in column 3."

    Before the first move it says who moves first, and after the last one how the game ended.
    """
    played = game.game
    if not played.at:
        return beginning(game, names)
    if game.outcome is not None:
        return f"{result(game, names)}."
    last = played.tree.at
    if last < played.given:
        who = names.player(1 - game.position.to_move)
        column = played.tree.nodes[last].column + 1
        return f"This position was set up or opened. The last move was {who} in column {column}."
    numbers = [number for number in (played.at - 1, played.at) if number >= 1]
    path = played.tree.line()
    recent = [number for number in numbers if path[number - 1] >= played.given]
    sentences = []
    for place, number in enumerate(recent):
        before = game.line[number - 1]
        column = played.moves[number - 1]
        verb = "replied in" if place else "played"
        stop = ""
        if blocks(before, column):
            stop = f", blocking {owner(names.called(1 - before.to_move))} line"
        sentences.append(f"{names.called(before.to_move)} {verb} column {column + 1}{stop}.")
    return " ".join(sentences)


def beginning(game: GameState, names: Names) -> str:
    """What to do before the first move."""
    if game.outcome is not None:
        return "No moves were played."
    rules = game.position.rules
    aim = "Make the most lines"
    if rules.scoring == FIRST_LINE:
        aim = f"Get {number_word(rules.connect)} in a row"
    first = does(names.called(game.position.to_move), "move")
    if game.game.start.ply:
        return f"This position was set up. {first} first."
    return f"{first} first. Click a column to drop a disc. {aim}: across, up or diagonally."


def blocks(before: Position, column: int) -> bool:
    """Whether a move took a square where the other side would have won."""
    rules = before.rules
    if rules.scoring != FIRST_LINE or before.turns_after(column):
        return False
    cell = 1 << rules.cell(before.height(column), column)
    return rules.has_line(before.theirs | cell) and not rules.has_line(before.mine | cell)


def turn(game: GameState, settings: Settings, names: Names) -> str:
    """Whose turn it is, or the result when the game is over."""
    if game.studied is not None or (game.outcome is None and game.end is not None):
        return moment(game, names)
    if game.outcome is not None:
        return result(game, names)
    if settings.seats[game.seat()] == HUMAN:
        return f"Your turn ({names.mover()})" if names.one_person else f"{names.mover()} to move"
    who = names.named(game.position.to_move)
    return f"{who} is waiting: press Go" if game.paused else f"{who} is thinking..."


def moment(game: GameState, names: Names) -> str:
    """A position of a game that is over: "After move 8: Red to move", "Not played: Red wins", or how the game ended."""
    outcome = game.outcome
    if not game.aside and outcome is not None:
        return result(game, names)
    where = f"After move {game.position.ply}" if game.game.at else "Start of the game"
    if game.aside:
        where = "Not played"
    if outcome is None:
        return f"{where}: {names.mover()} to move"
    if outcome.winner is None:
        return f"{where}: a draw"
    return f"{where}: {names.player(outcome.winner)} wins"


def result(game: GameState, names: Names) -> str:
    """The result of the game; "" while it goes on."""
    outcome = game.outcome
    if outcome is None:
        return ""
    ended = game.game.ended_here
    if outcome.winner is None:
        return f"A draw: {outcome.reason}" if ended is None else capitalised(ended.reason)
    wins = does(names.named(outcome.winner), "win")
    if ended is None:
        return f"{wins}: {outcome.reason}"
    loser = names.called(1 - outcome.winner)
    how = "resigned" if ended.how == RESIGNED else "lost on time"
    return f"{loser} {how}: {as_object(wins)}"


def line_counts(game: GameState, names: Names) -> str:
    """The completed lines of both sides where lines are counted; otherwise ""."""
    position = game.position
    if position.rules.scoring != COUNT_LINES:
        return ""
    counts = (f"{names.player(player)} {position.rules.count_lines(position.stones[player])}" for player in (0, 1))
    return "lines:  " + "   ".join(counts)


def next_turn(position: Position) -> str:
    """When the board turns next, in words; "" where it never does again."""
    left = position.rules.turn_bits >> position.ply + 1
    if not left or position.outcome() is not None:
        return ""
    discs = (left & -left).bit_length()
    return "the board turns after this move" if discs == 1 else f"the board turns in {pluralise(discs, 'move')}"


# -- the status line --------------------------------------------------------------------------------------------------


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
    """The status line of a mode while there is no message.

    While the progress bar shows how much code is compiled, the line says so, too.
    """
    words = _status_in(now, mode)
    if now.progress.preparing is None or now.progress.snapshot is not None:
        return words
    said = compiling(now.progress)
    return words if said in words else words + said


def _status_in(now: Situation, mode: str) -> str:
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


def is_rated(game: Game, settings: Settings) -> bool:
    """Whether a game without help counts for your rating: yours against a level, from the empty board of the usual game."""
    usual = game.start.rules == STANDARD and not game.given and not game.start.occupied
    levels = [seat for seat in settings.seats if seat in LADDER]
    return usual and HUMAN in settings.seats and len(levels) == 1


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
        return f"{mover} to move{you}: click a column or press 1 to {columns}.{compiling(now.progress)}"
    about = ""
    if game.age(newest) != 0:
        about = f"{move_number(newest).capitalize()} ({now.names.searcher(newest)}): "
    preparing = "" if now.progress.preparing is None else f".{compiling(now.progress)}"
    search = capitalised(f"{about}{search_in_words(newest, now.names, now.evaluators)}")
    return f"{mover} to move{you}. {search}{preparing}"


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


def simulations_of(limits: Limits) -> int:
    """The most simulations that limits allow."""
    if limits.simulations is not None:
        return limits.simulations
    return USUAL_SIMULATIONS if limits.time_ms is None else MOST_SIMULATIONS


def limit_used(running: Asked, snapshot: Snapshot) -> float:
    """The share of its simulations, or of its time, that Monte-Carlo tree search has used, from 0 to 1."""
    share = snapshot.nodes / simulations_of(running.limits)
    if running.limits.time_ms is not None:
        share = max(share, 1000 * snapshot.seconds / running.limits.time_ms)
    return min(1.0, share)


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


def search_in_words(search: SearchResult, names: Names, evaluators: Loaded) -> str:
    """A finished search in one line: its effort, its column, its value."""
    from c4.tree.explain import value_in_words  # brings numpy

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
    if tree is None or not tree.evaluator:
        effort = f"solved, {effort}"
    else:
        left = search.position.rules.cells - ply
        solved = ", solved" if abs(decision.value.points) >= WIN_FLOOR or tree.depth >= left else ""
        effort = f"depth {tree.depth}{solved}, {effort}"
        steps = evaluators.steps(tree.evaluator)
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
    return f"{effort}, column {decision.column + 1}{slip}, value {value} for {names.viewer()}: {words}"


# -- searches ---------------------------------------------------------------------------------------------------------


class Subject(NamedTuple):
    """Which search something on screen is about: a sentence, and where it stands relative to the board.

    elsewhere   whether it is about another position than the one on the board
    saved       whether it is a tree that was opened
    dated       whether it is older than the last move
    """

    text: str
    elsewhere: bool = False
    saved: bool = False
    dated: bool = False


def subject_of(game: GameState, names: Names, search: SearchResult | Asked) -> Subject:
    """The description of a search, from which header, tree, card, column values and status line take their words."""
    move = move_number(search)
    who = names.whose_search(search)
    if isinstance(search, Asked):
        return Subject(f"{who} search for {move}, still searching: {how_asked(search)}.")
    ago = game.age(search)
    if ago is None:
        return Subject(f"A saved tree of {format_position(search.position)}, not of the game on the board.", True, True)
    if ago == 0:
        return Subject(f"{who} search for {move}, the position on the board.")
    if ago == 1 and not search.analysis:
        return Subject(f"{who} search for {move}{choice_in_words(search)}.", True)
    return Subject(
        f"From {move}: {who.lower() if search.analysis else who} search, {pluralise(ago, 'move')} ago.",
        True,
        dated=True,
    )


def choice_in_words(search: SearchResult) -> str:
    """The column that a search chose, and why if its tree has another one: ": it played column 5, equal to column 3; ..."."""
    decision = search.decision
    if decision.column is None:
        return ""
    tree = decision.tree
    best = None if tree is None else tree.best_child(0)
    other = tree is not None and best is not None and int(tree.move[best]) != decision.column
    why = f", {decision.reason}" if other and decision.reason else ""
    return f": it played column {decision.column + 1}{why}"


def how_asked(running: Asked) -> str:
    """How a running search searches: "Alpha-beta, depth 9, V2"."""
    entry = AGENTS[running.agent]
    limits = running.limits
    if entry.samples:
        leaves = short_label_of(limits.evaluator if limits.selection.uses_priors else PLAYOUTS)
        effort = pluralise(simulations_of(limits), "simulation")
        if limits.simulations is None and limits.time_ms is not None:
            effort = time_text(limits.time_ms / 1000)
        return f"{entry.label}, {effort}, {leaves}"
    if not entry.searches:
        return entry.label
    depth = f"depth {limits.depth}"
    if entry.deepens and limits.time_ms is not None:
        depth = time_text(limits.time_ms / 1000)
    return f"{entry.label}, {depth}, {label_of(limits.evaluator)}"


def leaves_tree(agent: str) -> bool:
    """Whether an agent records the tree of its search."""
    return AGENTS[agent].records or (agent in LEVELS and agent != "random")


def value_of(search: SearchResult, names: Names) -> str:
    """The value that a search found as a short text, from the chosen point of view; "" for an estimate that the other
    side does not share.
    """
    decision = search.decision
    own = names.views(search.position.to_move)
    if decision.value is None or (decision.estimate and not own):
        return ""
    value = decision.value if own else for_other_side(decision.value)
    return value_text(value, search.position.ply, scale_of(decision))


def scale_of(decision: Decision) -> int:
    """Points in one unit of a decision's values."""
    return decision.scale if decision.tree is None else decision.tree.scale


def has_started(snapshot: Snapshot | None) -> bool:
    """Whether a search has begun to visit nodes; its kernels may have to be compiled first."""
    return snapshot is not None and bool(snapshot.nodes or snapshot.seconds < 1)


def time_text(seconds: float) -> str:
    """How long something took: "13.2 ms", "1.4 s"."""
    return f"{seconds:,.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def speed(count: int, seconds: float, what: str = "node") -> str:
    """Nodes, or something else, per second: "7.6 M nodes/s", "480 k nodes/s", "350 simulations/s"."""
    per_second = count / max(seconds, 1e-6)
    if per_second >= 1e6:
        return f"{per_second / 1e6:.1f} M {what}s/s"
    return f"{per_second / 1e3:.0f} k {what}s/s" if per_second >= 1e3 else f"{per_second:.0f} {what}s/s"


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


# -- words ------------------------------------------------------------------------------------------------------------
