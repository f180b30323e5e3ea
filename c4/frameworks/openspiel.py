"""OpenSpiel's `connect_four`: positions both ways, our agents as bots there.

>>> from c4.frameworks.openspiel import bot, play
>>> play([bot(c4.load_agent("engine:depth=8")), bot(c4.load_agent("alphabeta:depth=4"))])    # doctest: +SKIP
'4444...'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from c4.errors import C4Error
from c4.frameworks.pettingzoo import Chooses
from c4.game.columns import format_columns
from c4.game.notation import find_moves
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, STANDARD, Rules


def spiel() -> Any:
    """The module of OpenSpiel.  Raises C4Error when it is not installed."""
    try:
        import pyspiel
    except ImportError as error:
        raise C4Error(f"OpenSpiel is not installed ({error}): python -m pip install open_spiel") from None
    return pyspiel


def game_of(rules: Rules = STANDARD) -> Any:
    """OpenSpiel's game with these rules.  Raises C4Error for rules that it does not have."""
    if rules.scoring != FIRST_LINE or rules.turn_every:
        raise C4Error(f"OpenSpiel's game ends with the first line and never turns; these rules are: {rules}")
    return spiel().load_game("connect_four", {"rows": rules.rows, "columns": rules.columns, "x_in_row": rules.connect})


def state_of(position: Position) -> Any:
    """The state of OpenSpiel after the same moves, or, for a position given by its discs, after some that lead there.

    Raises C4Error for discs that no game can have placed.
    """
    moves = find_moves(position)
    if moves is None:
        raise C4Error(f"no game leads to {position!r}")
    state = game_of(position.rules).new_initial_state()
    for column in moves:
        state.apply_action(column)
    return state


def position_of(state: Any) -> Position:
    """The position of a state of OpenSpiel, with its moves."""
    given = state.get_game().get_parameters()
    return Position(rules=Rules(given["rows"], given["columns"], given["x_in_row"])).after(state.history())


def bot(agent: Chooses) -> Any:
    """An agent as a bot of OpenSpiel (`pyspiel.Bot`): its `step(state)` returns a column from 0."""
    pyspiel = spiel()

    class Ours(pyspiel.Bot):  # type: ignore[misc, name-defined]
        """A bot that asks one of our agents."""

        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)

        def step(self, state: Any) -> int:
            column = agent.choose(position_of(state)).column
            assert column is not None  # never stopped
            return column

        def restart_at(self, state: Any) -> None:
            """Does nothing: the whole position comes with each step."""

    return Ours()


def play(bots: Sequence[Any], rules: Rules = STANDARD) -> str:
    """Plays a game between two bots of OpenSpiel; its move string, columns from 1."""
    state = game_of(rules).new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return format_columns(state.history())
