"""Explains Monte-Carlo tree search from its record: what the formula says of each reply, and the phases of a simulation."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.text import number_word, ordinal, pluralise, with_capital
from c4.tree.moments import after
from c4.tree.playouts import can_win, random_playout
from c4.tree.searchtree import TERMINAL, THREAT, SearchTree
from c4.tree.selection import Score, Selection, puct_score, uct_score

DECIMALS = 3
"""Of the numbers in words."""

NEGLECTED = 0.5
"""A reply with less than this share of the visits of the most visited one is called neglected."""

# -- the replies of a node --------------------------------------------------------------------------------------------


class Reply(NamedTuple):
    """What is known of a reply, for the side to move at its node.

    row, column     its row, and its column (from 0)
    visits          N, and the `share` of its node's visits to any reply (0 to 1)
    parent_visits   N of its node
    mean            of its simulations, -1 to 1; 0 without any
    prior           P; 0 in UCT, which has none
    score           what the formula says now; its exploration is infinite for an unvisited reply in UCT
    result          its proved result, 1, 0 or -1; None if it is not proved
    """

    row: int
    column: int
    visits: int
    parent_visits: int
    share: float
    mean: float
    prior: float
    score: Score
    result: int | None


def replies_of(tree: SearchTree, row: int) -> list[Reply]:
    """The replies of a node in the order of their first visits, unvisited ones last; none if it has no recorded ones.

    Raises C4Error for a tree of another search.
    """
    log = tree.log
    samples = tree.samples
    sign = tree.sign_of(row)
    children = tree.children(row)
    visits_below = sum(int(samples.visits[child]) for child in children)
    replies = []
    for child in children:
        visits = int(samples.visits[child])
        share = visits / visits_below if visits_below else 0.0
        proved = tree.proved_result(child)
        result = None if proved is None else sign * proved
        replies.append(
            Reply(
                row=child,
                column=int(tree.move[child]),
                visits=visits,
                parent_visits=int(samples.visits[row]),
                share=share,
                mean=sign * samples.mean(child),
                prior=float(log.prior[child]),
                score=score_of(tree, child),
                result=result,
            )
        )
    return replies


def score_of(tree: SearchTree, child: int) -> Score:
    """What the formula says of a reply now, for the side to move at its node."""
    log = tree.log
    samples = tree.samples
    row = int(tree.parent[child])
    total = tree.sign_of(row) * int(samples.total[child])
    visits = int(samples.visits[child])
    parent_visits = int(samples.visits[row])
    if log.selection.uses_priors:
        return puct_score(total, visits, parent_visits, float(log.prior[child]), log.selection)
    return uct_score(total, visits, parent_visits, log.selection)


def next_reply(tree: SearchTree, row: int) -> Reply | None:
    """The reply that the next simulation through a node selects; None if its replies are not known or all proved.

    Of equal scores the first in the move order counts.
    """
    replies = [reply for reply in replies_of(tree, row) if reply.result != -1]
    if not replies or tree.log.proved[row]:
        return None
    replies.sort(key=lambda reply: tree.move_order.index(reply.column))
    return max(replies, key=lambda reply: reply.score.total)


def formula_text(selection: Selection, reply: Reply) -> str:
    """The formula with its numbers: "0.310 + 1.4 · √(ln 1,000 / 412) = 0.310 + 0.181 = 0.491"."""
    c = f"{selection.exploration:g}"
    if selection.uses_priors:
        term = f"{c} · {reply.prior:.3f} · √{reply.parent_visits:,} / (1 + {reply.visits:,})"
    elif not reply.visits:
        return "∞, because every reply is tried once before any is tried again"
    else:
        term = f"{c} · √(ln {reply.parent_visits:,} / {reply.visits:,})"
    return f"{number_text(reply.score.exploitation)} + {term} = {sum_text(reply.score)}"


def sum_text(score: Score) -> str:
    """A score as a sum: "0.310 + 0.181 = 0.491"; the result is that of the numbers shown."""
    exploitation = round(score.exploitation, DECIMALS)
    exploration = round(score.exploration, DECIMALS)
    return f"{number_text(exploitation)} + {number_text(exploration)} = {number_text(exploitation + exploration)}"


def number_text(number: float, signed: bool = False, decimals: int = DECIMALS) -> str:
    """A number with three decimals, "−0.310"; with a sign in any case if `signed`, "+0.310"."""
    number = round(number, decimals) + 0.0  # no "-0"
    return f"{number:{'+' if signed else ''}.{decimals}f}".replace("-", "−")


def mean_in_words(mean: float, who: str) -> str:
    """The mean of simulations, "+0.310 for Red"."""
    return f"{number_text(mean, signed=True)} for {who}"


# -- one node in words ------------------------------------------------------------------------------------------------


def story(tree: SearchTree, row: int, names: tuple[str, str]) -> str:
    """One paragraph that explains a row in numbers; `names` are those of player 0 and player 1."""
    parts = [] if row == 0 else [reply_text(tree, row, names)]
    if tree.samples.visits[row]:
        parts.append(node_text(tree, row, names))
    return with_capital(" ".join(filter(None, parts)))


def mover_of(tree: SearchTree, row: int) -> int:
    """The player who moves at a row, whether the game goes on there or not."""
    return tree.maximizer if tree.is_max(row) else 1 - tree.maximizer


def reply_text(tree: SearchTree, row: int, names: tuple[str, str]) -> str:
    """Why a reply was visited as often as it was, in numbers."""
    parent = int(tree.parent[row])
    who = names[mover_of(tree, parent)]
    replies = replies_of(tree, parent)
    reply = next(reply for reply in replies if reply.row == row)
    ranked = sorted(replies, key=lambda other: -other.visits)
    leader = ranked[0]
    if not reply.visits:
        return f"Never visited. {unvisited_text(tree, reply, leader)}"
    visited = f"{visited_text(tree, reply)}, {rank_text(reply, ranked)}."
    if len(replies) == 1:
        visited = f"Visited {pluralise(reply.visits, 'time')}: there is no other reply to consider."
    mean = mean_text(tree, reply, names)
    if reply.result is not None:
        return f"{visited} {mean} {proof_text(tree, reply, who)}"
    chosen = next_reply(tree, parent)
    lag = "" if chosen is not None and chosen.row == row else lag_text(reply, leader)
    return f"{visited} {mean} {score_text(reply, chosen)} {lag}".strip()


def visited_text(tree: SearchTree, reply: Reply) -> str:
    """How many of the simulations at the node above went through a reply; the first one ended at that node."""
    visited = f"Visited by {reply.visits:,} of"
    if int(tree.parent[reply.row]) == 0:
        return f"{visited} {pluralise(reply.parent_visits, 'simulation')}"
    return f"{visited} the {pluralise(reply.parent_visits, 'simulation')} at the node above"


def mean_text(tree: SearchTree, reply: Reply, names: tuple[str, str]) -> str:
    """The mean of a reply for the side that selects; where that is MIN, for MAX as well, as the tree shows it."""
    parent = int(tree.parent[reply.row])
    text = f"Its mean is {mean_in_words(reply.mean, names[mover_of(tree, parent)])}"
    if tree.is_max(parent):
        return f"{text}."
    return f"{text} ({mean_in_words(-reply.mean, names[tree.maximizer])})."


def proof_text(tree: SearchTree, reply: Reply, who: str) -> str:
    """What a proof means for a reply of a player."""
    simulation = int(tree.log.proved[reply.row])
    result = "it leads to a draw"
    if reply.result == 1:
        result = f"{who} wins with it"
    elif reply.result == -1:
        result = f"{who} loses with it, so it is not selected any more"
    return f"Simulation {simulation:,} proved that {result}."


def rank_text(reply: Reply, ranked: list[Reply]) -> str:
    """The place of a reply among all, the most visited first, in words."""
    among = number_word(len(ranked))
    place = 1 + sum(other.visits > reply.visits for other in ranked)
    shares = sum(other.visits == reply.visits for other in ranked) > 1
    if reply.visits == ranked[0].visits == ranked[-1].visits:
        return f"as often as each of the other {number_word(len(ranked) - 1)}"
    if place == 1:
        return f"one of the most visited of {among}" if shares else f"the most visited of {among}"
    if reply.visits == ranked[-1].visits:
        return f"one of the least visited of {among}" if shares else f"the least visited of {among}"
    return f"the {ordinal(place)} most visited of {among}"


def score_text(reply: Reply, chosen: Reply | None) -> str:
    """The score of a reply, and whether it is the `chosen` one, which is selected next at its node."""
    exploitation = number_text(reply.score.exploitation)
    exploration = number_text(reply.score.exploration)
    total = sum_text(reply.score).rpartition(" = ")[2]
    text = f"Exploitation {exploitation} + exploration {exploration} = {total}"
    if chosen is None:
        return f"{text}."
    if chosen.row == reply.row:
        return f"{text}, the largest: it is selected next."
    column = f"column {DIGITS[chosen.column]}"
    if not chosen.visits and not chosen.prior:
        return f"{text}. Selected next instead: {column}, which has not been tried."
    return f"{text}. Selected next instead: {column}, which has {number_text(chosen.score.total)}."


def lag_text(reply: Reply, leader: Reply) -> str:
    """Why a reply was visited less than half as often as the leader, in numbers; "" for all others."""
    if reply.visits >= NEGLECTED * leader.visits:
        return ""
    behind = leader.mean - reply.mean
    column = f"column {DIGITS[leader.column]}"
    priors = f"its prior is {reply.prior:.3f}, that of {column} {leader.prior:.3f}" if reply.prior else ""
    if behind <= 0:
        why = priors or "its first simulations went worse"
        return f"It was neglected although its mean is not below that of {column}: {why}."
    text = f"It was neglected because its mean is {number_text(behind)} below that of {column}"
    return f"{text}; {priors}." if priors else f"{text}."


def unvisited_text(tree: SearchTree, reply: Reply, leader: Reply) -> str:
    """Why a reply was never visited."""
    if not tree.log.selection.uses_priors:
        return "Every reply is tried once before any is tried again, in the move order: its turn has not come."
    score = f"Its prior is {reply.prior:.3f}, so its selection score is {number_text(reply.score.total)}"
    chosen = next_reply(tree, int(tree.parent[reply.row]))
    if chosen is None or chosen.row == reply.row:
        return f"{score}."
    return f"{score}; that of column {DIGITS[chosen.column]} is {number_text(chosen.score.total)}."


def node_text(tree: SearchTree, row: int, names: tuple[str, str]) -> str:
    """What the search found at a node."""
    who = names[mover_of(tree, row)]
    kind = int(tree.kind[row])
    if kind == TERMINAL:
        outcome = tree.position(row).outcome()
        assert outcome is not None
        if outcome.winner is None:
            return f"The game is a draw: {outcome.reason}."
        return f"The game is over: {names[outcome.winner]} wins, {outcome.reason}."
    if kind == THREAT:
        return f"{who} can complete a line, so no game is played out from here: it counts as won."
    side = "MAX" if tree.is_max(row) else "MIN"
    about = f"{who} ({side}) is to move."
    result = tree.proved_result(row)
    if result is not None and row == 0:
        about += f" {_result_text(tree.sign_of(row) * result, who)}"
    if tree.left_out[row]:
        left = pluralise(int(tree.left_out[row]), "node")
        return f"{about} {left} below were visited but not recorded. Open this node to repeat the search and see them."
    best = tree.best_child(row)
    if best is None:
        return f"{about} No reply has been tried yet."
    if row == 0:
        return f"{about} The search plays {choice_text(tree)}."
    visited = pluralise(int(tree.samples.visits[best]), "visit")
    return f"{about} Its most visited reply is column {int(tree.move[best]) + 1}, with {visited}."


def choice_text(tree: SearchTree, with_visits: bool = True) -> str:
    """Which move the search plays, and why: "column 4: most visits (374 of 1,000)"; "" for none yet.

    `with_visits` tells whether it says how many they are.
    """
    best = tree.best_child(0)
    if best is None:
        return ""
    column = f"column {int(tree.move[best]) + 1}"
    replies = replies_of(tree, 0)
    chosen = next(reply for reply in replies if reply.row == best)
    if chosen.result == 1:
        return f"{column}: proved to win"
    if chosen.result == -1:
        return f"{column}: most visits of those that all lose"
    rivals = [reply for reply in replies if reply.result != -1 and reply.visits == chosen.visits]
    if len(rivals) > 1:
        return f"{column}: most visits, then highest mean"
    visits = f" ({chosen.visits:,} of {chosen.parent_visits:,})" if with_visits else ""
    return f"{column}: most visits{visits}"


def _result_text(result: int, who: str) -> str:
    says = {1: f"{who} wins", 0: "a draw", -1: f"{who} loses"}
    return f"Proved: {says[result]}."


# -- the four phases of one simulation --------------------------------------------------------------------------------


class Step(NamedTuple):
    """A selection: the node's row, its replies as they were (`row` in the whole tree), and the row that was selected."""

    row: int
    replies: tuple[Reply, ...]
    selected: int


class Update(NamedTuple):
    """A node on the way back: its visits and the sum of its values (points for MAX), before and after."""

    row: int
    visits: tuple[int, int]
    total: tuple[int, int]


class Phases(NamedTuple):
    """One simulation in its four phases; rows are those of the whole tree.

    number      of the simulation, from 1
    selected    the selections, from the root down; none in the first simulation, which values the root
    expanded    the row of the node whose replies were added in this simulation; None if there was none
    leaf        the row where it ended
    position    the leaf's position
    playout     the columns (from 0) of the random game from there; empty where none was played, and of several the first
    value       of the leaf, in points (see `c4.tree.selection.SCALE`) for MAX
    updates     of the nodes from the leaf up to the root
    proved      rows whose result this simulation proved
    """

    number: int
    selected: tuple[Step, ...]
    expanded: int | None
    leaf: int
    position: Position
    playout: tuple[int, ...]
    value: int
    updates: tuple[Update, ...]
    proved: tuple[int, ...]

    @property
    def adds_leaf(self) -> bool:
        """Whether this simulation is the first to visit the leaf, which becomes a node of the tree then."""
        visits_before, _ = self.updates[0].visits
        return visits_before == 0

    def end(self) -> Position:
        """The position at the end of the playout."""
        return self.position.after(self.playout)


def phases(tree: SearchTree, number: int) -> Phases:
    """What a simulation (from 1) did, in the four phases of the textbooks.

    Raises C4Error for a number that the search did not reach, and for a tree of another search.
    """
    log = tree.log
    now, rows_now = after(tree, number)  # raises for a number that is none
    leaf = int(log.leaf[number - 1])
    value = int(log.value[number - 1])
    path = [leaf, *tree.ancestors(leaf)][::-1]
    place_now = {int(row): place for place, row in enumerate(rows_now)}

    steps = []
    expanded = None
    if number > 1:  # the first simulation ends at the root
        before, rows_before = after(tree, number - 1)
        place_before = {int(row): place for place, row in enumerate(rows_before)}
        for row, selected in pairwise(path):
            if selected in place_before:
                replies = _with_rows(replies_of(before, place_before[row]), rows_before)
            else:
                expanded = row
                replies = _with_rows(_new_replies(now, place_now[row]), rows_now)
            steps.append(Step(row, replies, selected))

    updates = []
    for row in reversed(path):
        place = place_now[row]
        visits = int(now.samples.visits[place])
        total = int(now.samples.total[place])
        updates.append(Update(row, (visits - 1, visits), (total - value, total)))
    return Phases(
        number=number,
        selected=tuple(steps),
        expanded=expanded,
        leaf=leaf,
        position=tree.position(leaf),
        playout=playout_of(tree, number),
        value=value,
        updates=tuple(updates),
        proved=tuple(row for row in reversed(path) if log.proved[row] == number),
    )


def _with_rows(replies: list[Reply], rows: np.ndarray) -> tuple[Reply, ...]:
    """Replies of a tree whose n-th row is row rows[n] of the whole tree, with their rows in the whole tree."""
    return tuple(reply._replace(row=int(rows[reply.row])) for reply in replies)


def _new_replies(tree: SearchTree, row: int) -> list[Reply]:
    """The replies that a node has just been given, as they were before the first of them was visited."""
    log = tree.log
    parent_visits = int(tree.samples.visits[row]) - 1
    replies = []
    for reply in replies_of(tree, row):
        if log.selection.uses_priors:
            score = puct_score(0, 0, parent_visits, reply.prior, log.selection)
        else:
            score = uct_score(0, 0, parent_visits, log.selection)
        replies.append(
            reply._replace(visits=0, parent_visits=parent_visits, share=0.0, mean=0.0, score=score, result=None)
        )
    return replies


def playout_of(tree: SearchTree, number: int) -> tuple[int, ...]:
    """The columns (from 0) of the random game of a simulation (from 1), the first one if it played several.

    Empty if none was played: an evaluator valued the leaf, its result was certain, or the row budget left it out.
    """
    log = tree.log
    leaf = int(log.leaf[number - 1])
    if log.selection.uses_priors or tree.left_out[leaf] or 0 < log.proved[leaf] < number:
        return ()
    position = tree.position(leaf)
    if position.outcome() is not None or (log.selection.wins and can_win(position)):
        return ()
    return random_playout(position, tree.maximizer, log.seed, number).columns
