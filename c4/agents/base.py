"""What an agent is, and what agents share."""

from __future__ import annotations

from random import Random
from typing import Protocol, runtime_checkable

from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch


class Agent(Protocol):
    """A player.  `choose` may be called in any thread; `watch.stop()` ends it with the best so far."""

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        """The move of the side to move.  Raises C4Error when the game is over."""
        ...


@runtime_checkable
class LearningAgent(Agent, Protocol):
    """An agent that learns from the games it plays."""

    def learn(self, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Learns from a finished game: its starting position, all columns played, and the agent's side (0 or 1).

        The caller calls it once per finished game for each side the agent played.  It reads the same model
        as `choose` and writes `limits.model` or the user's own file (`c4.models.user_path`), never the
        built-in one.  Raises C4Error when that fails.
        """
        ...


def require_moves(position: Position) -> None:
    """Raises C4Error when there is no move to choose."""
    outcome = position.outcome()
    if outcome is not None:
        raise C4Error(f"there is no move to choose in {position!r}: {outcome.reason}")


def chance_of(position: Position, limits: Limits) -> Random:
    """Random numbers for a position, the same for the same `limits.seed`; without a seed others each time."""
    if limits.seed is None:
        return Random()
    return Random(f"{limits.seed} {position.stones} {position.to_move}")
