"""The compiled twin of `c4.mcts.textbook`: one kernel that runs all simulations and records them.

It runs without Python's lock.  The tree is a pool of nodes in the order of their creation; the children of a node lie
side by side, in the move order.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4.evaluators.base import Evaluate, Tables, Update, accumulate_all
from c4.game.values import MEAN
from c4.kernels.board import MAX_COLUMNS, Board, free_cells
from c4.kernels.clock import now
from c4.kernels.jit import kernel
from c4.kernels.kinds import Contiguous, Floats, Ints, Ints32, Record, U, array, signed
from c4.kernels.lines import count_lines, has_line, winning_cells
from c4.kernels.running import STOP_ASKED, Running
from c4.kernels.splitmix import scaled, word_at
from c4.kernels.stop import stopped
from c4.kernels.turning import after_turn, turn_is_due
from c4.kernels.words import lowest, popcount
from c4.search.record import MAX_PLY
from c4.tree.selection import SCALE, WORDS_PER_PLAYOUT, WORDS_PER_SIMULATION

NEW, LEAF, EXPANDED, OVER, WINS = range(5)
"""What is known of a node: it was never visited; it has no children yet; it has some; the game is over; it has none,
and the side to move can complete a line."""

NO_NODE = -1
"""In place of the number of a node."""

CLOCK_SIMULATIONS = 64
"""Simulations between two looks at the clock."""


class Node(Record):
    """A node of the pool, 40 bytes.

    total           W: the sum of the values of its simulations, in points for the maximizer
    visits          N
    parent          its number in the pool; NO_NODE for the root
    first           the number of its first child; NO_NODE without one
    first_visit     the number of the simulation (from 1) that visited it first; 0 for none
    proved          the number of the simulation that proved it; 0 for none
    estimate        the evaluator's value in points for the maximizer; 0 where playouts value the leaves
    prior           P: its share among its siblings before any visit; 0 where there are no priors
    move            the column that leads to it
    children        how many it has
    status          NEW, LEAF, EXPANDED, OVER or WINS
    result          1, 0 or -1 for the maximizer, if it is over or proved
    """

    total: int
    visits: np.int32
    parent: np.int32
    first: np.int32
    first_visit: np.int32
    proved: np.int32
    estimate: np.int32
    prior: np.float32
    move: np.int8
    children: np.int8
    status: np.int8
    result: np.int8


NODE = Node.dtype

Nodes = Annotated[NDArray[Any], Contiguous(NODE)]


class Control(Running):
    """The state of a running search and its settings, after the fields that can be watched (`nodes` are simulations).

    used                    nodes in the pool
    simulations             how many there are to be at most
    deadline                on the clock of `c4.kernels.clock`; 0 = none
    leader                  the reply to the root with the most visits so far, NO_NODE at first
    seed                    of the playouts
    knee, unit              how an evaluator's points become a value, see `value_of_points`
    exploration             the settings from here on are explained in `c4.tree.selection.Selection`
    temperature             of the priors
    playouts                how many random games value a leaf; 0 if an evaluator does
    takes_wins              1 if `Selection.wins`: a line is completed wherever that is possible
    passes_proofs           1 if `Selection.proofs`: results that are certain are passed upwards
    path                    the nodes of the simulation, from the root on
    move_order              the columns in the order in which they are tried
    scores                  room for the values of a node's replies
    """

    used: int
    simulations: int
    deadline: int
    leader: int
    seed: U
    knee: int
    unit: int
    exploration: float
    temperature: float
    playouts: int
    takes_wins: int
    passes_proofs: int
    path: Ints = array(MAX_PLY + 1)
    move_order: Ints = array(MAX_COLUMNS)
    scores: Floats = array(MAX_COLUMNS)


class Search(NamedTuple):
    """What stays the same during a search; `control`, `nodes`, `leaf` and `value` are written to.

    leaf, value     of every simulation: the node where it ended, and its value in points for the maximizer
    """

    control: Control
    nodes: Nodes
    leaf: Ints32
    value: Ints32
    board: Board
    tables: Tables


@kernel(inlined=True)
def sign_of(difference: int) -> int:
    """1, 0 or -1."""
    if difference > 0:
        return signed(1)
    return signed(-1 if difference < 0 else 0)


@kernel
def finished(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board) -> tuple[bool, int]:
    """Whether the game is over, and its result for the maximizer: 1, 0 or -1."""
    occupied = maximizer | minimizer
    if board.first_line == 1:
        has_turned = turn_is_due(popcount(occupied), board)
        maximizer_may_win = has_turned or not maximizer_moves  # the side to move has a line only after a turn
        minimizer_may_win = has_turned or maximizer_moves
        maximizer_wins = maximizer_may_win and has_line(maximizer, board)
        minimizer_wins = minimizer_may_win and has_line(minimizer, board)
        if maximizer_wins or minimizer_wins:
            return True, signed(maximizer_wins) - signed(minimizer_wins)
        return free_cells(occupied, board) == U(0), 0
    if free_cells(occupied, board) != U(0):
        return False, 0
    return True, sign_of(count_lines(maximizer, board) - count_lines(minimizer, board))


@kernel
def can_win(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board) -> bool:
    """Whether the side to move can complete a line with its next disc, if that wins."""
    if board.first_line == 0:
        return False
    free = free_cells(maximizer | minimizer, board)
    return bool(winning_cells(maximizer if maximizer_moves else minimizer, free, board) != U(0))


@kernel
def play_out(maximizer: U, minimizer: U, maximizer_moves: bool, seed: U, first_word: U, board: Board) -> int:
    """The result of a random game for the maximizer: 1, 0 or -1.  Its moves are drawn by the words of the seed's
    sequence from number `first_word` on."""
    mover = maximizer if maximizer_moves else minimizer
    other = minimizer if maximizer_moves else maximizer
    sign = signed(1 if maximizer_moves else -1)
    while True:
        free = free_cells(mover | other, board)
        if free == U(0):
            if board.first_line == 1:
                return 0
            return sign * sign_of(count_lines(mover, board) - count_lines(other, board))
        # One of the free cells is drawn: the lowest, once a random number of cells below it are removed.
        for _ in range(scaled(word_at(seed, first_word), popcount(free))):
            free &= free - U(1)
        first_word += U(1)
        mover |= lowest(free)
        if board.first_line == 1 and has_line(mover, board):
            return sign
        if board.turns != U(0):
            mover, other = after_turn(mover, other, board)
            if board.first_line == 1 and turn_is_due(popcount(mover | other), board):
                wins = has_line(mover, board)
                loses = has_line(other, board)
                if wins or loses:
                    return sign * (signed(wins) - signed(loses))
        last_mover = mover
        mover = other
        other = last_mover
        sign = -sign


@kernel
def value_of_points(points: int, knee: int, unit: int) -> int:
    """An evaluator's points as the value of a simulation, between -SCALE and SCALE.

    With a `knee` (points) it is half a win there, and never a whole one; without one, `unit` points are a win.
    """
    size = abs(points)
    if knee > 0:
        value = size * SCALE // (size + knee)
    else:
        value = min(SCALE, size * SCALE // unit)
    return value if points >= 0 else -value


@kernel
def after_move(maximizer: U, minimizer: U, maximizer_moves: bool, move: int, board: Board) -> tuple[U, U]:
    """The discs (of the maximizer, of the minimizer) after a disc in a column, and after the turn if one is due."""
    cell = free_cells(maximizer | minimizer, board) & board.column[move]
    if maximizer_moves:
        return after_turn(maximizer | cell, minimizer, board)
    new_minimizer, new_maximizer = after_turn(minimizer | cell, maximizer, board)
    return new_maximizer, new_minimizer


@kernel
def value_by_evaluator(
    maximizer: U, minimizer: U, maximizer_moves: bool, search: Search, evaluate: Evaluate, update: Update
) -> int:
    """The evaluator's value of a position that may be over, in points (see SCALE) for the maximizer."""
    control = search.control
    board = search.board
    over, result = finished(maximizer, minimizer, maximizer_moves, board)
    if over:
        return result * SCALE
    if control.takes_wins == 1 and can_win(maximizer, minimizer, maximizer_moves, board):
        return SCALE if maximizer_moves else -SCALE
    accumulate_all(maximizer, minimizer, 1, search.tables, update)
    points = evaluate(maximizer, minimizer, maximizer_moves, board, search.tables)
    accumulate_all(maximizer, minimizer, -1, search.tables, update)
    return value_of_points(points, control.knee, control.unit)


@kernel(inlined=True)
def make_new(number: int, parent: int, column: int, nodes: Nodes) -> None:
    """Makes an entry of the pool a node that was never visited."""
    node = nodes[number]
    node.total = 0
    node.visits = 0
    node.parent = parent
    node.first = NO_NODE
    node.first_visit = 0
    node.proved = 0
    node.estimate = 0
    node.prior = np.float32(0.0)
    node.move = column
    node.children = 0
    node.status = NEW
    node.result = 0


@kernel
def expand(
    node: int, maximizer: U, minimizer: U, maximizer_moves: bool, search: Search, evaluate: Evaluate, update: Update
) -> None:
    """Gives a node its children, with priors if there are no playouts."""
    control = search.control
    nodes = search.nodes
    board = search.board
    free = free_cells(maximizer | minimizer, board)
    if control.takes_wins == 1 and board.first_line == 1:
        winning = winning_cells(maximizer if maximizer_moves else minimizer, free, board)
        if winning != U(0):
            free = winning
    first = control.used
    children = 0
    for i in range(board.columns):
        column = control.move_order[i]
        if free & board.column[column] == U(0):
            continue
        make_new(first + children, node, column, nodes)
        children += 1
    if control.playouts == 0:
        set_priors(first, children, maximizer, minimizer, maximizer_moves, search, evaluate, update)
    control.used = first + children
    nodes[node].first = first
    nodes[node].children = children
    nodes[node].status = EXPANDED


@kernel
def set_priors(
    first: int,
    children: int,
    maximizer: U,
    minimizer: U,
    maximizer_moves: bool,
    search: Search,
    evaluate: Evaluate,
    update: Update,
) -> None:
    """Values new children by the evaluator, and sets their priors: the softmax of the values for the side to move."""
    control = search.control
    nodes = search.nodes
    sign = 1.0 if maximizer_moves else -1.0
    best = -2.0
    for i in range(children):
        child = nodes[first + i]
        maximizer_then, minimizer_then = after_move(maximizer, minimizer, maximizer_moves, child.move, search.board)
        child.estimate = value_by_evaluator(
            maximizer_then, minimizer_then, not maximizer_moves, search, evaluate, update
        )
        control.scores[i] = sign * child.estimate / SCALE
        best = max(best, control.scores[i])
    total = 0.0
    for i in range(children):
        control.scores[i] = math.exp((control.scores[i] - best) / control.temperature)
        total += control.scores[i]
    for i in range(children):
        nodes[first + i].prior = np.float32(control.scores[i] / total)


@kernel
def select(node: int, maximizer_moves: bool, control: Control, nodes: Nodes) -> int:
    """The child of a node with the best score; the first of equal ones.  Replies proved to lose are passed over.

    The score is PUCT where an evaluator values the leaves, UCT where playouts do (see `c4.tree.selection`); for UCT a
    reply without visits comes before all others.
    """
    parent = nodes[node]
    sign = 1 if maximizer_moves else -1
    uses_priors = control.playouts == 0
    if uses_priors:
        growth = math.sqrt(float(parent.visits))
    else:
        growth = math.log(float(parent.visits))
    best = signed(NO_NODE)
    best_score = -math.inf
    for number in range(parent.first, parent.first + parent.children):
        child = nodes[number]
        if child.proved > 0 and child.result * sign < 0:
            continue
        if child.visits == 0 and not uses_priors:
            return signed(number)
        mean = 0.0
        if child.visits > 0:
            mean = sign * child.total / (child.visits * SCALE)
        if uses_priors:
            score = mean + control.exploration * child.prior * growth / (1 + child.visits)
        else:
            score = mean + control.exploration * math.sqrt(growth / child.visits)
        if score > best_score:
            best_score = score
            best = signed(number)
    return best


@kernel
def value_leaf(
    node: int,
    depth: int,
    number: int,
    maximizer: U,
    minimizer: U,
    maximizer_moves: bool,
    search: Search,
    evaluate: Evaluate,
    update: Update,
) -> int:
    """The value of the leaf of a simulation in points for the maximizer; at its first visit its status is set."""
    control = search.control
    board = search.board
    leaf = search.nodes[node]
    if leaf.status == NEW:
        leaf.first_visit = number
        over, result = finished(maximizer, minimizer, maximizer_moves, board)
        if over:
            leaf.status = OVER
            leaf.result = result
        elif control.takes_wins == 1 and can_win(maximizer, minimizer, maximizer_moves, board):
            leaf.status = WINS
            leaf.result = 1 if maximizer_moves else -1
        else:
            leaf.status = LEAF
            if node == 0 and control.playouts == 0:
                leaf.estimate = value_by_evaluator(maximizer, minimizer, maximizer_moves, search, evaluate, update)
        # The root's own winning reply is to be found as a node.
        if control.passes_proofs == 1 and (over or (leaf.status == WINS and depth > 0)):
            leaf.proved = number
    if leaf.proved > 0 or leaf.status == OVER or leaf.status == WINS:
        return signed(leaf.result * SCALE)
    if control.playouts == 0:
        return signed(leaf.estimate)
    total = 0
    for playout in range(control.playouts):
        first_word = U(number * WORDS_PER_SIMULATION + WORDS_PER_PLAYOUT * playout)
        total += play_out(maximizer, minimizer, maximizer_moves, control.seed, first_word, board)
    # rounded towards 0, so that both sides lose the same
    value = abs(total) * SCALE // control.playouts
    return value if total >= 0 else -value


@kernel
def prove(depth: int, number: int, maximizer_moves: bool, control: Control, nodes: Nodes) -> None:
    """Passes a proof upwards: a node is proved if one reply is proved to win, or if all replies are proved.

    depth               of the last node of the path, which has just been proved
    maximizer_moves     whether the maximizer is to move there
    """
    for above in range(depth - 1, -1, -1):
        maximizer_moves = not maximizer_moves
        sign = 1 if maximizer_moves else -1
        node = nodes[control.path[above]]
        best = sign * nodes[control.path[above + 1]].result
        if best < 1:
            for child in range(node.first, node.first + node.children):
                if nodes[child].proved == 0:
                    return
                best = max(best, sign * nodes[child].result)
        node.result = sign * best
        node.proved = number


@kernel
def report(reply: int, control: Control, nodes: Nodes) -> None:
    """Sets what can be watched of a reply to the root that has just been visited: its value, and which one leads."""
    child = nodes[reply]
    control.column_value[child.move] = signed(np.rint(child.total / child.visits))
    control.column_bound[child.move] = MEAN
    leader = control.leader
    if leader == NO_NODE or child.visits > nodes[leader].visits:
        control.leader = reply
        control.best = child.move


@kernel
def simulate(
    maximizer: U, minimizer: U, maximizer_moves: bool, search: Search, evaluate: Evaluate, update: Update
) -> None:
    """Runs simulations until there are enough, the time is over, the root is proved, or somebody stops it.

    The pool's first node is the root, NEW; the discs are those of its position, in which the game goes on.
    `control.nodes` counts the simulations that are complete in the pool and in the log.
    """
    control = search.control
    nodes = search.nodes
    board = search.board
    for number in range(1, control.simulations + 1):
        if stopped():
            control.stop = STOP_ASKED
        if control.stop == STOP_ASKED or nodes[0].proved > 0:
            return
        if control.deadline > 0 and number % CLOCK_SIMULATIONS == 0 and now() >= control.deadline:
            return
        maximizer_here = maximizer
        minimizer_here = minimizer
        maximizer_to_move = maximizer_moves
        node = 0
        depth = 0
        control.path[0] = 0
        # select, and expand a leaf that is visited again
        while True:
            here = nodes[node]
            has_room = control.used + board.columns <= len(nodes)
            if (here.status == LEAF or here.status == WINS) and here.proved == 0 and has_room:
                expand(node, maximizer_here, minimizer_here, maximizer_to_move, search, evaluate, update)
            if here.status != EXPANDED or here.proved > 0:
                break
            node = select(node, maximizer_to_move, control, nodes)
            maximizer_here, minimizer_here = after_move(
                maximizer_here, minimizer_here, maximizer_to_move, nodes[node].move, board
            )
            maximizer_to_move = not maximizer_to_move
            depth += 1
            control.path[depth] = node
        # play out
        was_proved = nodes[node].proved > 0
        value = value_leaf(
            node, depth, number, maximizer_here, minimizer_here, maximizer_to_move, search, evaluate, update
        )
        # back up
        for i in range(depth + 1):
            visited = nodes[control.path[i]]
            visited.visits += 1
            visited.total += value
        search.leaf[number - 1] = node
        search.value[number - 1] = value
        if nodes[node].proved > 0 and not was_proved:
            prove(depth, number, maximizer_to_move, control, nodes)
        if depth > 0:
            report(control.path[1], control, nodes)
        control.nodes = number
