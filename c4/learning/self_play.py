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
from c4.kernels.splitmix import below, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, popcount
from c4.learning.base import Content, Figures
from c4.learning.games import Games
from c4.learning.settings import SelfPlaySettings

EPISODES, WON, DRAWN, LOST, LEARNED = range(5)
"""Layout of the tally: episodes; games won, drawn, lost by the first player; positions learned from."""

FADE = 5000
"""Recent figures are averages over about so many games."""

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


class SelfPlayGames(Games):
    """The games of a learner against itself.

    recent   float64[4], averages over about the last FADE games: share won by the first player, share drawn, plies,
             mean |error|
    """

    def __init__(self, seed: int, counters: int) -> None:
        """`counters`: how many numbers the tally has after LOST, LEARNED among them."""
        super().__init__(seed, counters)
        self.recent = np.zeros(4)

    def play(self, kernel: Any, number: int, settings: SelfPlaySettings, rules: Rules, *parts: Any) -> None:
        """Plays so many games with `kernel`, made of `play_games`; `parts` are its arguments up to `state`."""
        plan = numbers_of(Plan, settings)
        board = board_of(rules)
        kernel(number, *parts, Game.new(), Moves.new(), self.random, self.tally, self.recent, plan, board)

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
    """What is recorded of a game, for every ply: the discs of both players after it, the value for the first player,
    whether the move was random, and whether no reply was forced; and scratch for the targets."""

    first: Words = array(CELLS)
    second: Words = array(CELLS)
    value: Floats = array(CELLS)
    random: Bytes = array(CELLS)
    quiet: Bytes = array(CELLS)
    target: Floats = array(CELLS)


class Moves(Record):
    """The moves to choose among: for each the cell; the discs of the side to move and of the other after the forced
    replies; how many these are and how they end (QUIET, WINS, LOSES or FULL); the first player's reward if the result
    is certain; and the value for the first player in steps of 1 / `fine`."""

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
        for _ in range(below(random, popcount(free))):
            free &= free - U(1)
        candidates = lowest(free)
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
        if result in (WINS, LOSES):
            winner = sign if (result == WINS) == (replies & 1 == 1) else -sign
            reward = winner * (1.0 - plan.ply_cost * (popcount(stones) + (1 if result == WINS else 2)))
        moves.reward[number] = reward
        moves.value[number] = signed(reward * CERTAIN)
        number += 1
    return number


@kernel
def set_targets(plies: int, reward: float, game: Game, plan: Plan) -> None:
    """Fills `game.target`, for positions that nothing is learned from with NaN.

    From the last position back: the target of a quiet one is the lambda-return from the next, at the end the result;
    one with a forced reply has the value of what follows; a random move starts a new target.
    """
    goal = after = reward
    for ply in range(plies - 1, -1, -1):
        game.target[ply] = np.nan
        if ply < plies - 1:
            if game.random[ply + 1]:
                goal = after = game.value[ply]
            elif game.quiet[ply]:
                goal = (1.0 - plan.trace) * after + plan.trace * goal
                after = game.value[ply]
                game.target[ply] = goal


@kernel
def count(reward: float, plies: int, errors: float, learned: int, tally: Ints, recent: Floats) -> None:
    """Counts an episode: its result for the first player, its plies, and the errors of what was learned."""
    tally[EPISODES] += 1
    if reward == 0:
        tally[DRAWN] += 1
    elif reward > 0:
        tally[WON] += 1
    else:
        tally[LOST] += 1
    share = max(1.0 / FADE, 1.0 / tally[EPISODES])
    recent[0] += share * ((1.0 if reward > 0 else 0.0) - recent[0])
    recent[1] += share * ((1.0 if reward == 0 else 0.0) - recent[1])
    recent[2] += share * (plies - recent[2])
    if learned > 0:
        recent[3] += share * (errors / learned - recent[3])


def play_games(
    number: int, evaluate: Evaluate[State], learn: Learn[State], fine: int, state: State, game: Game, moves: Moves,
    random: Words, tally: Ints, recent: Floats, plan: Plan, board: Board,
) -> None:  # fmt: skip
    """Plays that many games and learns from each.  A learner makes it a kernel for its own State.

    `fine`: a value of 1 before tanh, in steps of `Moves.value`.  Changes in place: state, random uint64[1],
    tally int64[5 or more], recent float64[4].
    """
    for _ in range(number):
        if stopped():
            break
        rate = rate_of(plan, tally[EPISODES])
        opening = opening_of(tally[EPISODES], random, plan)

        # play, until the result is certain
        own = U(0)
        other = U(0)
        plies = 0
        reward = 0.0
        result = QUIET
        while result == QUIET:
            sign = 1 - 2 * (plies & 1)
            candidates = candidates_of(own, other, plies, opening, game, random, plan, board)
            choices = list_moves(own, other, candidates, sign, moves, plan, board)
            evaluate(own, other, choices, moves, state, board)
            best = 0
            for move in range(1, choices):
                if sign * moves.value[move] > sign * moves.value[best]:
                    best = move
            own, other = other, own | moves.cell[best]
            game.first[plies], game.second[plies] = (other, own) if sign > 0 else (own, other)
            game.value[plies] = math.tanh(moves.value[best] / fine)
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
