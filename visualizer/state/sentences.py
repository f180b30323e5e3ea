"""The game and its searches in sentences: whose turn it is, what was played, how the game ended, which search is shown."""

from __future__ import annotations

from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS
from c4.agents.limits import Limits
from c4.evaluators import PLAYOUTS, label_of, short_label_of
from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE
from c4.game.values import for_other_side, value_text
from c4.search.decision import Decision
from c4.session.events import Asked, SearchResult
from c4.session.game import RESIGNED
from c4.session.settings import Settings
from c4.text import capitalised, number_word, pluralise
from c4.tree.selection import MOST_SIMULATIONS, USUAL_SIMULATIONS
from visualizer.state.names import Names, as_object, does, move_number, owner
from visualizer.state.state import GameState

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


def turn_or_result(game: GameState, settings: Settings, names: Names) -> str:
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


# -- searches ---------------------------------------------------------------------------------------------------------


def simulations_of(limits: Limits) -> int:
    """The most simulations that limits allow."""
    if limits.simulations is not None:
        return limits.simulations
    return USUAL_SIMULATIONS if limits.time_ms is None else MOST_SIMULATIONS


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


def time_text(seconds: float) -> str:
    """How long something took: "13.2 ms", "1.4 s"."""
    return f"{seconds:,.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
