"""Self-play, as the n-tuple and the network learner do it: the rules of a game, its targets, its figures.

    play     each side takes the best V after its own move and the forced replies to it, or any column with probability
             epsilon, which is higher in the opening of some games; it never lets the opponent win at once unless it
             must
    end      when the result is certain: after the forced replies the side to move can win, or every reply lets the
             opponent win
    reward   +-(1 - 0.01 x plies of the game) for a win or loss of the first player, 0 for a draw
    learn    after the game, in quiet positions only (those without a forced reply): the target is the lambda-return,
             from the next position (1 - lambda) V' + lambda R', at the end the result; not if the next move was a
             random one

After Thill, Koch, Konen (PPSN 2012) and Thill's master thesis (2015): TD(lambda) with traces that end at random moves,
here computed backwards over a finished game.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from c4.evaluators.quiet import LOSES, QUIET, WINS, play_out
from c4.game.rules import Rules
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Bytes, Floats, Ints, Record, U, Words, array, numbers_of, signed
from c4.kernels.lines import replies_to, winning_cells
from c4.kernels.splitmix import any_of, below, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, popcount
from c4.learning.base import Content, Figures
from c4.learning.choosing import EPISODES, TALLY_SIZE, count_game
from c4.learning.games import Games
from c4.learning.settings import SelfPlaySettings

LEARNED = TALLY_SIZE
"""The place in the tally of the number of positions learned from; the places before it count the games of the first player."""

FADE = 5000
"""Recent figures are averages over about this number of games."""

# The places of the recent figures.

FIRST_WINS = 0
"""The share of games that the first player wins."""

DRAWS = 1
"""The share of drawn games."""

PLIES = 2
"""The plies of a game."""

ERROR = 3
"""The mean |error| of the positions of a game."""

RECENT_SIZE = 4
"""How many recent figures there are."""

NO_TARGET = np.nan
"""In place of a target: nothing is learned from the position.  It is not a number, so ask with `np.isnan`."""

CELLS = 64
"""The most cells of a board, and so plies of a game."""

CERTAIN = 1 << 40
"""The factor of a certain reward: beyond every sum of weights, so a certain win is chosen and a certain loss not."""


WORDS = {
    "first_wins": "first player wins, share",
    "draws": "drawn, share",
    "plies": "plies of a game",
    "error": "mean error",
    "td_error": "mean error",
    "alpha": "learning rate",
}
"""The names of the figures in words."""

LINE_EVERY = 50_000
"""Games per line of statistics."""


class Learning(NamedTuple):
    """What a learner gives to `play_games`, in the order of its parameters; see there.

    evaluate, learn   its kernels
    value_steps       a value of 1 before tanh, in steps of `Moves.value`
    state             what it has learned
    """

    evaluate: Any
    learn: Any
    value_steps: int
    state: Any


class SelfPlayGames(Games):
    """The games of a learner against itself.

    recent   float64[RECENT_SIZE], see FIRST_WINS
    """

    def __init__(self, seed: int, counters: int) -> None:
        """`counters`: how many numbers the tally has after LOST, LEARNED among them."""
        super().__init__(seed, counters)
        self.recent = np.zeros(RECENT_SIZE)

    def play(self, kernel: Any, learning: Learning, number: int, settings: SelfPlaySettings, rules: Rules) -> None:
        """Plays `number` games with `kernel`, which a learner has made of `play_games`."""
        plan = numbers_of(Plan, settings)
        board = board_of(rules)
        kernel(number, *learning, Game.new(), Moves.new(), self.random, self.tally, self.recent, plan, board)

    def figures(self, settings: SelfPlaySettings, error: str) -> Figures:
        """Episodes with results for the first player; the recent figures, the last one called `error`; current alpha."""
        names = ("first_wins", "draws", "plies", error)
        recent = {name: round(value, 6) for name, value in zip(names, self.recent.tolist(), strict=True)}
        return {**self.tallies(), **recent, "alpha": learning_rate(settings, self.episodes)}

    def content(self) -> Content:
        return {"tally": self.tally.tolist(), "recent": self.recent.tolist()}

    def restore(self, training: Content) -> None:
        super().restore(training)
        self.recent[:] = training["recent"]
        if not np.isfinite(self.recent).all():
            raise ValueError("its figures contradict each other")


def learning_rate(settings: SelfPlaySettings, episodes: int) -> float:
    """The learning rate after so many episodes: it falls by the same share from each game to the next."""
    fallen = min(1.0, episodes / settings.cooling)
    return float(settings.alpha * (settings.alpha_end / settings.alpha) ** fallen)


# -- kernels ----------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """The settings for kernels, see `c4.learning.settings`."""

    alpha: float
    alpha_end: float
    cooling: int
    trace: float
    epsilon: float
    ply_cost: float
    opened: float
    opened_end: float
    opening: int
    stray: float


class Game(Record):
    """What is recorded of a game, for every ply.

    first, second  the discs of both players after it
    value          of the position for the first player
    random         whether the move was random
    quiet          whether no reply was forced
    target         what the value should be, see `set_targets`
    """

    first: Words = array(CELLS)
    second: Words = array(CELLS)
    value: Floats = array(CELLS)
    random: Bytes = array(CELLS)
    quiet: Bytes = array(CELLS)
    target: Floats = array(CELLS)


class Moves(Record):
    """The moves to choose among, of each:

    cell            where the disc lands
    mover, waiting  the discs after the forced replies, of the side to move then and of the other
    replies         how many forced replies there are
    result          what they come to: QUIET, WINS, LOSES or FULL
    reward          of the first player if the result is certain
    value           for the first player, in steps of 1 / `value_steps`
    """

    cell: Words = array(CELLS)
    mover: Words = array(CELLS)
    waiting: Words = array(CELLS)
    replies: Ints = array(CELLS)
    result: Ints = array(CELLS)
    reward: Floats = array(CELLS)
    value: Ints = array(CELLS)


State = TypeVar("State", contravariant=True)
"""What a learner's own kernels read and change: its weights, and scratch."""


class Evaluate(Protocol[State]):
    """A kernel that sets `moves.value` of the quiet ones among `number` moves of the player with the discs `own`."""

    def __call__(self, own: U, other: U, number: int, moves: Moves, state: State, board: Board, /) -> None: ...


class Learn(Protocol[State]):
    """A kernel that learns from a quiet position whose value for the first player is `value` and should be `target`."""

    def __call__(
        self, first: U, second: U, first_moves: bool, target: float, value: float, rate: float, state: State,
        board: Board, /,
    ) -> None: ...  # fmt: skip


@kernel(inlined=True)
def rate_of(plan: Plan, episodes: int) -> float:
    """The learning rate after so many episodes: it falls by the same share from each to the next."""
    rate: float = plan.alpha * (plan.alpha_end / plan.alpha) ** min(1.0, episodes / plan.cooling)
    return rate


@kernel
def opening_of(episodes: int, random: Words, plan: Plan) -> int:
    """The length of the opening of the next game, in plies."""
    share = plan.opened if episodes < plan.cooling else plan.opened_end
    if uniform(random) < share:
        return below(random, plan.opening + 1)
    return 0


@kernel(inlined=True)
def candidates_of(own: U, other: U, ply: int, opening: int, game: Game, random: Words, plan: Plan, board: Board) -> U:
    """The moves to choose among: one at random, or all that do not let the opponent win at once."""
    occupied = own | other
    free = free_cells(occupied, board)
    _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), free)
    game.random[ply] = uniform(random) < (plan.stray if ply < opening else plan.epsilon)
    if game.random[ply]:
        candidates = any_of(free, random)
    return candidates


@kernel(inlined=True)
def list_moves(own: U, other: U, candidates: U, sign: int, moves: Moves, plan: Plan, board: Board) -> int:
    """Fills `moves` with the candidates of the player `sign`, but for the values of quiet ones; returns how many."""
    number = 0
    while candidates != U(0):
        cell = lowest(candidates)
        candidates ^= cell
        mover, waiting, result = play_out(other, own | cell, board)
        stones = mover | waiting
        replies = popcount(stones ^ (own | other | cell))
        moves.cell[number] = cell
        moves.mover[number] = mover
        moves.waiting[number] = waiting
        moves.replies[number] = replies
        moves.result[number] = result
        reward = 0.0
        to_move = sign if replies & 1 == 1 else -sign  # after the replies: 1 the first player, -1 the second
        if result == WINS:  # the side to move wins with the next disc
            winner = to_move
            reward = winner * (1.0 - plan.ply_cost * (popcount(stones) + 1))
        elif result == LOSES:  # it loses with the disc after that
            winner = -to_move
            reward = winner * (1.0 - plan.ply_cost * (popcount(stones) + 2))
        moves.reward[number] = reward
        moves.value[number] = signed(reward * CERTAIN)
        number += 1
    return number


@kernel(inlined=True)
def best_move(choices: int, sign: int, moves: Moves) -> int:
    """The first of the moves with the best value for the player `sign` (1: the first, -1: the second)."""
    best = 0
    for move in range(1, choices):
        if sign * moves.value[move] > sign * moves.value[best]:
            best = move
    return best


@kernel
def set_targets(plies: int, reward: float, game: Game, plan: Plan) -> None:
    """Fills `game.target`, from the last position back.

    The target of a quiet position is the lambda-return from the next one on; at the end that is the result.  A position
    with a forced reply has NO_TARGET, since its value is that of what follows.  A random move starts a new return.
    """
    lambda_return = reward
    next_value = reward
    game.target[plies - 1] = NO_TARGET
    for ply in range(plies - 2, -1, -1):
        game.target[ply] = NO_TARGET
        if game.random[ply + 1]:  # what comes after a random move says nothing about the position before it
            lambda_return = game.value[ply]
            next_value = game.value[ply]
        elif game.quiet[ply]:
            lambda_return = (1.0 - plan.trace) * next_value + plan.trace * lambda_return
            next_value = game.value[ply]
            game.target[ply] = lambda_return


@kernel(inlined=True)
def fade_in(number: float, place: int, tally: Ints, recent: Floats) -> None:
    """Adds the number of an episode to one of the recent figures."""
    share = max(1.0 / FADE, 1.0 / tally[EPISODES])
    recent[place] += share * (number - recent[place])


@kernel
def count(reward: float, plies: int, errors: float, learned: int, tally: Ints, recent: Floats) -> None:
    """Counts an episode: its result for the first player, its plies, and the errors of what was learned."""
    won = signed(reward > 0)
    lost = signed(reward < 0)
    count_game(won - lost, tally)
    fade_in(float(won), FIRST_WINS, tally, recent)
    fade_in(1.0 - won - lost, DRAWS, tally, recent)
    fade_in(float(plies), PLIES, tally, recent)
    if learned > 0:
        fade_in(errors / learned, ERROR, tally, recent)


def play_games(
    number: int, evaluate: Evaluate[State], learn: Learn[State], value_steps: int, state: State, game: Game, moves: Moves,
    random: Words, tally: Ints, recent: Floats, plan: Plan, board: Board,
) -> None:  # fmt: skip
    """Plays that many games and learns from each.  A learner makes it a kernel for its own State.

    `value_steps`: a value of 1 before tanh, in steps of `Moves.value`.  Changes in place: state, random uint64[1],
    tally int64[TALLY_SIZE + 1 or more], recent float64[RECENT_SIZE].
    """
    for _ in range(number):
        if stopped():
            break
        rate = rate_of(plan, tally[EPISODES])
        opening = opening_of(tally[EPISODES], random, plan)

        # play, until the result is certain
        first = U(0)
        second = U(0)
        plies = 0
        reward = 0.0
        result = QUIET
        while result == QUIET:
            first_moves = plies & 1 == 0
            sign = 1 if first_moves else -1
            own = first if first_moves else second
            other = second if first_moves else first
            candidates = candidates_of(own, other, plies, opening, game, random, plan, board)
            choices = list_moves(own, other, candidates, sign, moves, plan, board)
            evaluate(own, other, choices, moves, state, board)
            best = best_move(choices, sign, moves)
            if first_moves:
                first |= moves.cell[best]
            else:
                second |= moves.cell[best]
            game.first[plies] = first
            game.second[plies] = second
            game.value[plies] = math.tanh(moves.value[best] / value_steps)
            game.quiet[plies] = moves.replies[best] == 0
            reward = moves.reward[best]
            result = moves.result[best]
            plies += 1

        # learn, from the last position back
        set_targets(plies, reward, game, plan)
        errors = 0.0
        learned = 0
        for ply in range(plies - 1, -1, -1):
            target = game.target[ply]
            if not np.isnan(target):
                errors += abs(target - game.value[ply])
                learned += 1
                tally[LEARNED] += 1
                learn(game.first[ply], game.second[ply], ply & 1 == 1, target, game.value[ply], rate, state, board)
        count(reward, plies, errors, learned, tally, recent)
