"""What `import c4` offers: positions, a recorded search, exact values, evaluators and agents by name.

Importing this module loads the rules only; each function imports what it needs when it is called.

>>> import c4
>>> found = c4.look_ahead("4453", depth=6)
>>> found.column, found.tree.nodes
(2, 15110)
>>> c4.simulate("4453", simulations=1000).column
4
>>> c4.load_evaluator("v2").evaluate(c4.Position.from_moves("4453"))
2
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from c4.errors import C4Error
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import Rules

if TYPE_CHECKING:
    from c4.agents.specification import LoadedAgent
    from c4.evaluators.base import Evaluator
    from c4.search.decision import Decision

__all__ = ["C4Error", "Position", "Rules", "exact_values", "load_agent", "load_evaluator", "look_ahead", "simulate"]


def look_ahead(
    position: Position | str,
    depth: int = 6,
    evaluator: str | Evaluator = "v2",
    *,
    algorithm: str = "alphabeta",
    model: str | Path | None = None,
) -> Decision:
    """A recorded search of `depth` plies: best column (from 0), value, principal variation, and its `tree`.

    `position` may be a move string ("4453").  `algorithm` is "alphabeta" or "minimax"; `model` a model file for a
    learned evaluator.  Values are the evaluator's points for the side to move.  Raises C4Error, one sentence, for wrong
    arguments.  See `c4.search.fixed_depth.search` for windows, move orders and row budgets.
    """
    from c4.search.fixed_depth import search

    loaded = load_evaluator(evaluator, model) if isinstance(evaluator, str) else evaluator
    return search(_position(position), depth, loaded, algorithm)


def simulate(
    position: Position | str,
    simulations: int = 1000,
    evaluator: str | Evaluator | None = None,
    *,
    model: str | Path | None = None,
    exploration: float = 1.4,
    seed: int = 1,
) -> Decision:
    """A recorded Monte-Carlo tree search: the most visited column (from 0), its mean value, and the `tree` with its log.

    `position` may be a move string ("4453").  Leaves are valued by random playouts (UCT), or by an `evaluator` (PUCT),
    for which `model` may be a model file.  Values are points, 10,000 for a win, for the side to move.  The same seed
    gives the same search.  Raises C4Error, one sentence, for wrong arguments.  See `c4.mcts.search.search` for a time
    limit and the other settings.
    """
    from c4.mcts.search import search
    from c4.tree.selection import Selection

    loaded = load_evaluator(evaluator, model) if isinstance(evaluator, str) else evaluator
    return search(_position(position), simulations, loaded, selection=Selection(exploration), seed=seed)


def exact_values(position: Position | str) -> dict[int, int]:
    """The exact score of every legal column (from 0) for the side to move.

    +k: it wins with its k-th last disc; 0: a draw; -k: it loses to the other side's k-th last disc.  They come from
    the book if it has them, otherwise from the solver, which takes a second or two early in the game.  Raises C4Error
    when the game is over, or when the first line does not win.
    """
    from c4.exact.scores import final_scores, stream_columns

    return final_scores(stream_columns(_position(position)))


def load_evaluator(name: str, model: str | Path | None = None) -> Evaluator:
    """The evaluator of this name ("v2", "ntuple"); a learned one has the weights of `model` (default: built-in).

    A name that ends with .py is a file of your own, which is run.

    It has `evaluate(position)` and `explain(position)`.  Raises C4Error for an unknown name or an unsuitable file.
    """
    from c4 import evaluators

    return evaluators.load(evaluators.allow(name), model)


def load_agent(text: str) -> LoadedAgent:
    """The agent of this name with its options ("engine:time_ms=100", "alphabeta:depth=4,evaluator=windows").

    It has `choose(position)`, whose answer holds the column (from 0) and the reason.  Raises C4Error for a text that
    names no agent.
    """
    from c4.agents.specification import parse_agent

    return parse_agent(text).load()


def _position(position: Position | str) -> Position:
    return parse_position(position) if isinstance(position, str) else position
