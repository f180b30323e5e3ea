"""Who won, as tests write it down: from an outcome, or from a number that is positive when the first of two is better."""

from c4.game.rules import Outcome


def reward_of(outcome: Outcome | None, side: int) -> int:
    """1 if this side has won, -1 if the other has, 0 for a draw or a game that goes on."""
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner == side else -1


def better_of(number: float, first: int = 0) -> int | None:
    """The player who is better: `first` if the number is positive, the other if it is negative, None if it is 0."""
    if number == 0:
        return None
    return first if number > 0 else 1 - first
