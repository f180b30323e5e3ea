"""Monte-Carlo tree search as it happened: four events for each simulation, one for each phase, and what they say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from c4.game.columns import DIGITS, format_columns
from c4.game.position import Position
from c4.text import pluralise
from c4.tree.moments import after
from c4.tree.searchtree import TERMINAL, SearchTree
from c4.tree.selection import SCALE, Selection
from c4.tree.simulation_story import Phases, Reply, Step, formula_text, mover_of, number_text, phases, sum_text

SELECTION, EXPANSION, PLAYOUT, BACKUP = range(4)
"""The phases of a simulation, in their order."""

PHASES = 4

MOMENTS_KEPT = 16
"""How many trees of earlier moments are kept."""


class SimulationMoment(NamedTuple):
    """A search right after an event.

    event       its number, from 0
    number      the simulation that it belongs to, from 1
    phase       SELECTION, EXPANSION, PLAYOUT or BACKUP
    row         the row that it is about, in the whole tree
    phases      the whole simulation
    """

    event: int
    number: int
    phase: int
    row: int
    phases: Phases

    @property
    def node(self) -> int:
        """The node whose position is looked at."""
        return self.row

    @property
    def ended(self) -> int:
        """How many simulations have ended."""
        return self.number if self.phase == BACKUP else self.number - 1

    @property
    def playout(self) -> tuple[int, ...]:
        """The columns (from 0) of the random game on the board; empty before it is played, and where there is none."""
        return self.phases.playout if self.phase >= PLAYOUT else ()

    def end(self) -> Position:
        """The position at the end of the playout."""
        return self.phases.end()


class TreeThen(NamedTuple):
    """The tree at a moment.

    tree        as it was, see `c4.tree.moments.after`
    rows        int32 (n,): the row in the whole tree of each of its rows, ascending
    """

    tree: SearchTree
    rows: np.ndarray

    def place(self, row: int) -> int | None:
        """Where a row of the whole tree is in it; None if it was not there yet."""
        place = int(np.searchsorted(self.rows, row))
        return place if place < len(self.rows) and self.rows[place] == row else None


class SimulationReplay:
    """The events of a tree of Monte-Carlo tree search.  Raises C4Error for a tree of another search."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        self.simulations = len(tree.log)
        self.cuts: tuple[int, ...] = ()
        """Events that are cutoffs: there are none."""
        self._trees = lru_cache(MOMENTS_KEPT)(self._tree_after)
        self._phases = lru_cache(MOMENTS_KEPT)(self._phases_of)

    def __len__(self) -> int:
        return PHASES * self.simulations

    def _tree_after(self, ended: int) -> TreeThen:
        return TreeThen(*after(self.tree, ended))

    def _phases_of(self, number: int) -> Phases:
        return phases(self.tree, number)

    # -- what was known when ------------------------------------------------------------------------------------------

    def moment(self, event: int) -> SimulationMoment:
        """The search right after an event."""
        number = event // PHASES + 1
        phase = event % PHASES
        simulation = self._phases(number)
        row = simulation.leaf
        if phase == SELECTION and simulation.adds_leaf and row != 0:
            row = int(self.tree.parent[row])  # the leaf is added in the next phase
        return SimulationMoment(event, number, phase, row, simulation)

    def tree_then(self, moment: SimulationMoment) -> TreeThen | None:
        """The tree as it was at a moment, of the simulations that had ended; None before the end of the first."""
        return self._trees(moment.ended) if moment.ended else None

    def exists(self, moment: SimulationMoment) -> np.ndarray:
        """bool (n,): which rows the tree has at a moment; replies that have not been visited are among them."""
        mask = np.zeros(len(self.tree), dtype=bool)
        mask[0] = True
        then = self.tree_then(moment)
        if then is not None:
            mask[then.rows] = True
        if moment.phase >= EXPANSION:
            mask[moment.phases.leaf] = True
            if moment.phases.expanded is not None:
                mask[self.tree.children(moment.phases.expanded)] = True
        return mask

    def nodes(self, moment: SimulationMoment) -> int:
        """How many nodes the tree has at a moment: the root, and the replies that simulations have reached."""
        ended_before = moment.number - 1
        if ended_before == 0:
            return 1
        nodes = self._trees(ended_before).tree.nodes
        if moment.phase >= EXPANSION and moment.phases.adds_leaf:
            nodes += 1
        return nodes

    # -- stepping -----------------------------------------------------------------------------------------------------

    def into(self, event: int) -> int:
        """The next event."""
        return min(event + 1, len(self) - 1)

    def back(self, event: int) -> int:
        """The previous event."""
        return max(event - 1, 0)

    def over(self, event: int) -> int:
        """The end of this simulation; from there, that of the next."""
        end = event - event % PHASES + BACKUP
        if end == event:
            end += PHASES
        return min(end, len(self) - 1)

    def out(self, event: int) -> int:
        """The beginning of the next simulation, or the last event."""
        return min(event - event % PHASES + PHASES, len(self) - 1)

    def to_row(self, row: int) -> int:
        """The event that adds a row to the tree; where no simulation went through it, the first event."""
        leaf = self.tree.log.leaf
        inside = (leaf >= row) & (leaf < row + self.tree.size[row])
        if not inside.any():
            return 0
        first = int(np.argmax(inside))
        return PHASES * first + EXPANSION

    def next_cut(self, event: int) -> None:
        """There is no cutoff."""
        return None


# -- words ------------------------------------------------------------------------------------------------------------


def phase_names(selection: Selection) -> tuple[str, ...]:
    """The names of the phases; without playouts an evaluator is asked in the third one."""
    third = "Evaluation" if selection.uses_priors else "Playout (rollout)"
    return "Selection", "Expansion", third, "Backpropagation"


def formula_name(selection: Selection) -> str:
    """What the number is called by which a reply is selected."""
    return f"{formula_of(selection)} value"


def formula_of(selection: Selection) -> str:
    """The name of the formula by which replies are selected."""
    return "PUCT" if selection.uses_priors else "UCT"


def scores_at(tree: SearchTree, moment: SimulationMoment) -> dict[int, str]:
    """In the selection, what the formula says of each reply along the way, by row: "UCT 3.02"; none in other phases.

    It counts for the side that selects.  Replies that have not been tried have none in UCT: they come first.
    """
    if moment.phase != SELECTION:
        return {}
    name = formula_of(tree.log.selection)
    scores = {}
    for step in moment.phases.selected:
        for reply in step.replies:
            if reply.result == -1:
                scores[reply.row] = "proved lost"
            elif math.isfinite(reply.score.total):
                scores[reply.row] = f"{name} {number_text(reply.score.total, decimals=2)}"
    return scores


def who_moves(tree: SearchTree, row: int, sides: tuple[str, str]) -> str:
    """The name of the side that moves at a row; `sides` are those of MAX and of MIN."""
    return name_of(tree, mover_of(tree, row), sides)


def name_of(tree: SearchTree, player: int, sides: tuple[str, str]) -> str:
    """The name of a player; `sides` are those of MAX and of MIN."""
    return sides[0] if player == tree.maximizer else sides[1]


def headline(replay: SimulationReplay, moment: SimulationMoment, sides: tuple[str, str]) -> str:
    """What happens in this phase, in one or two sentences; `sides` are the names of MAX and of MIN."""
    text_of = {SELECTION: selection_text, EXPANSION: expansion_text, PLAYOUT: playout_text, BACKUP: backup_text}
    return text_of[moment.phase](replay.tree, moment.phases, sides)


def chosen_of(step: Step) -> Reply:
    """The reply that was selected."""
    return next(reply for reply in step.replies if reply.row == step.selected)


def is_untried(step: Step) -> bool:
    """Whether the reply was selected because it had not been tried, and every reply is tried once."""
    reply = chosen_of(step)
    return not reply.visits and not reply.prior


def selection_text(tree: SearchTree, simulation: Phases, sides: tuple[str, str]) -> str:
    """The way down the tree."""
    if not simulation.selected:
        return "Each simulation has these four phases. The tree is only the root: there is nothing to select yet."
    walked = [step for step in simulation.selected if not is_untried(step)]
    what = formula_name(tree.log.selection)
    moves = ", ".join(f"{who_moves(tree, step.row, sides)} {DIGITS[chosen_of(step).column]}" for step in walked)
    way = f"The largest {what} ({MEANING}) selects {moves}.{tie_text(walked)}"
    if len(walked) == len(simulation.selected):
        return way
    last = simulation.selected[-1]
    next_move = f"{who_moves(tree, last.row, sides)} {DIGITS[chosen_of(last).column]}"
    if walked:
        return f"{way} Then the next untried reply: {next_move}."
    untried = sum(not reply.visits for reply in last.replies)
    replies = pluralise(untried, "reply has", "replies have")
    order = format_columns(tree.move_order)
    return (
        f"At the root {replies} not been tried. Untried replies come before all others, in the move order {order}:"
        f" {next_move} is next."
    )


MEANING = "mean + bonus for few visits"
"""What the formula adds up, in words."""


def tie_text(walked: Sequence[Step]) -> str:
    """Why of equal replies one was selected, as a sentence after another one; "" where none were equal."""
    for step in walked:
        largest = chosen_of(step).score.total
        if sum(reply.result != -1 and reply.score.total == largest for reply in step.replies) > 1:
            return " Of equal ones the first counts."
    return ""


def expansion_text(tree: SearchTree, simulation: Phases, sides: tuple[str, str]) -> str:
    """What is added to the tree."""
    if not simulation.selected:
        return "The root is the first node of the tree."
    if not simulation.adds_leaf:
        if tree.kind[simulation.leaf] == TERMINAL:
            return "The game is over at this node: there is nothing to add."
        return "The result of this node is known for certain: there is nothing to add."
    step = simulation.selected[-1]
    column = DIGITS[chosen_of(step).column]
    who = who_moves(tree, step.row, sides)
    return f"{who}'s reply {column} has not been visited before: it becomes a new node of the tree."


def playout_text(tree: SearchTree, simulation: Phases, sides: tuple[str, str]) -> str:
    """How the leaf is valued."""
    log = tree.log
    value = f"{sum_of(simulation.value)} for {sides[0]}"
    outcome = simulation.position.outcome()
    if outcome is not None:
        return f"The game is over here, so nothing is played: {ending(tree, simulation.position, sides)}, {value}."
    if simulation.playout and log.selection.playouts > 1:
        games = pluralise(log.selection.playouts, "random game")
        return f"From the new node {games} are played to the end, the first on the board; their mean is {value}."
    if simulation.playout:
        moves = pluralise(len(simulation.playout), "random move")
        return f"From here both sides play at random to the end, {moves}: {ending(tree, simulation.end(), sides)}, {value}."
    if log.selection.uses_priors and not log.proved[simulation.leaf]:
        return f"The evaluator values the new node in place of a random game: {value}."
    if abs(simulation.value) == SCALE:
        winner = who_moves(tree, simulation.leaf, sides)
        return f"{winner} can complete a line at once, so no random game is needed: {value}."
    return f"The value of this node is {value}."


def ending(tree: SearchTree, position: Position, sides: tuple[str, str]) -> str:
    """How a game ended: "Red wins", "a draw"."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return "a draw"
    return f"{name_of(tree, outcome.winner, sides)} wins"


def backup_text(tree: SearchTree, simulation: Phases, sides: tuple[str, str]) -> str:
    """What the result changes."""
    where = "the root" if len(simulation.updates) == 1 else "every node on the path"
    text = f"The result goes up: {where} counts one visit more (N) and adds {sum_of(simulation.value)} for {sides[0]} to W."
    if simulation.proved:
        text += f" This proves the result of {pluralise(len(simulation.proved), 'node')}."
    return text


def expression(replay: SimulationReplay, moment: SimulationMoment, sides: tuple[str, str]) -> str:
    """The numbers of a phase; `sides` are the names of MAX and of MIN.

    They are the formula of the last selection, what is dashed in the tree, the meaning of the result with the random
    moves, and the new sum and mean of the root.
    """
    tree = replay.tree
    simulation = moment.phases
    if moment.phase == SELECTION:
        chosen = [step for step in simulation.selected if not is_untried(step)]
        return formula_in_words(tree, chosen[-1], sides) if chosen else ""
    if moment.phase == EXPANSION:
        return UNTRIED_IN_TREE if simulation.selected and is_untried(simulation.selected[-1]) else ""
    if moment.phase == PLAYOUT:
        if tree.log.selection.uses_priors:
            return f"an estimate for {sides[0]}, between −1 (lost) and +1 (won)"
        meaning = f"result for {sides[0]}: {RESULTS}"
        return (
            f"{meaning} · columns played: {' '.join(format_columns(simulation.playout))}"
            if simulation.playout
            else meaning
        )
    return f"at the root {visits_text(tree, simulation, len(simulation.updates) - 1)}"


UNTRIED_IN_TREE = "dashed: replies that have not been tried, and are no nodes yet"

RESULTS = "+1 won, 0 draw, −1 lost"
"""What the result of a simulation means."""


def formula_in_words(tree: SearchTree, step: Step, sides: tuple[str, str]) -> str:
    """The formula with letters and with its numbers, for the side that selects; W counts for MAX."""
    reply = chosen_of(step)
    selection = tree.log.selection
    maximizing = tree.is_max(step.row)
    bonus = "c · P · √(N above) / (1 + N)" if selection.uses_priors else "c · √(ln N above / N)"
    letters = f"{'' if maximizing else '−'}W / N + {bonus}"
    who = who_moves(tree, step.row, sides)
    text = f"{formula_name(selection)} of {who} {DIGITS[reply.column]} = {letters} = {formula_text(selection, reply)}"
    return text if maximizing else f"{text} · −W because W counts for {sides[0]}"


def visits_text(tree: SearchTree, simulation: Phases, place: int) -> str:
    """What the backup changes at a node: "N 11 → 12, W +3 → +2, mean W / N = +0.167"; W counts for MAX."""
    update = simulation.updates[place]
    (before, visits) = update.visits
    (old, total) = update.total
    return (
        f"N {before:,} → {visits:,}, W {sum_of(old)} → {sum_of(total)},"
        f" mean W / N = {number_text(total / (visits * SCALE), signed=True)}"
    )


def sum_of(points: int) -> str:
    """A sum of results in short: "+1,203", "−0.50", "0"."""
    text = f"{points // SCALE:+,}" if points % SCALE == 0 else f"{points / SCALE:+,.2f}"
    return "0" if points == 0 else text.replace("-", "−")


class PathNote(NamedTuple):
    """What a phase says at a node on the path."""

    row: int
    text: str


def path_notes(replay: SimulationReplay, moment: SimulationMoment, sides: tuple[str, str]) -> tuple[PathNote, ...]:
    """The notes at the nodes on the path of a moment, from the root down.

    In the selection the value by which each reply was selected, for the side that moves: at the root, where there is
    room, and otherwise at the reply; at the leaf what is added or played; in the backup the visits and the sum before
    and after.
    """
    tree = replay.tree
    simulation = moment.phases
    path = [update.row for update in reversed(simulation.updates)]
    if moment.phase == BACKUP:
        last = len(path) - 1
        return tuple(PathNote(row, short_update(simulation, last - at)) for at, row in enumerate(path))
    first = simulation.selected[:1] if moment.phase == SELECTION else ()
    walked = [step for step in simulation.selected if not is_untried(step)] or first
    notes = [PathNote(step.selected if step.row else 0, step_text(tree, step, sides)) for step in walked]
    if moment.phase == EXPANSION and simulation.adds_leaf:
        notes.append(PathNote(simulation.leaf, "new node"))
    elif moment.phase == PLAYOUT:
        result = f"{sum_of(simulation.value)} for {sides[0]}"
        what = "random game" if simulation.playout else "valued"
        notes.append(PathNote(simulation.leaf, f"{what}: {result}"))
    elif moment.phase == SELECTION and moment.row == simulation.leaf:
        notes.append(PathNote(simulation.leaf, "leaf"))
    return tuple(notes)


def short_update(simulation: Phases, place: int) -> str:
    """What the backup changes at a node, in two lines."""
    update = simulation.updates[place]
    (before, visits) = update.visits
    (old, total) = update.total
    return f"N {before:,} → {visits:,}\nW {sum_of(old)} → {sum_of(total)}"


def step_text(tree: SearchTree, step: Step, sides: tuple[str, str]) -> str:
    """Why a reply was selected: "Red selects 4: UCT 0.310 + 0.181 = 0.491", or that it had not been tried."""
    reply = chosen_of(step)
    if is_untried(step):
        return f"next: {who_moves(tree, step.row, sides)} {DIGITS[reply.column]}, untried"
    name = formula_of(tree.log.selection)
    return f"{who_moves(tree, step.row, sides)} selects {DIGITS[reply.column]}: {name} {sum_text(reply.score)}"


def known_value(then: TreeThen | None, row: int) -> float | None:
    """The mean of a row's simulations for MAX at a moment, from -1 to 1; None if it had none."""
    place = None if then is None else then.place(row)
    if then is None or place is None or not then.tree.samples.visits[place]:
        return None
    return then.tree.samples.mean(place)


def mean_of_mover(tree: SearchTree, row: int, mean: float) -> float:
    """A mean for MAX as one for the side that moves at a row."""
    return tree.sign_of(row) * mean
