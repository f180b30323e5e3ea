"""Examples: instructive positions with an explanation, every claim of which is tested."""

from __future__ import annotations

from typing import NamedTuple

from c4.agents.limits import Limits


class Example(NamedTuple):
    """A position to look at: `moves` as people write them, `text` what to see there.

    `agent` and `limits` say which search is shown; `threats` whether the squares that complete lines are ringed.
    """

    name: str
    label: str
    moves: str
    text: str
    agent: str = "alphabeta"
    limits: Limits = Limits(depth=6)
    threats: bool = False


EXAMPLES = (
    Example(
        "opening",
        "The opening: why the middle",
        "",
        "The first move decides: the middle column wins, its neighbours draw, all others lose. The exact values over"
        " the columns say after how many plies; a search of 6 plies cannot see that far.",
    ),
    Example(
        "trap",
        "A trap: two discs with room on both sides",
        "413",
        "Yellow to move. Red threatens to make an open three on the bottom row. Only columns 2, 5 and 6 avoid a quick"
        " end: after any other column Red completes a line 4 plies from now (W4).",
    ),
    Example(
        "v1 errs",
        "Where heuristic V1 errs",
        "136725142766",
        "Red to move. Alpha-beta with V1, 6 plies deep, plays column 5 and throws the win away: the exact values over"
        " the columns show that it loses. With V2 the same search plays column 3, which wins.",
        limits=Limits(depth=6, evaluator="v1"),
    ),
    Example(
        "pruning",
        "Where pruning saves 99 %",
        "",
        "Alpha-beta, 8 plies deep: 30,328 nodes. Minimax would visit 6,634,027 and find the same value. It helps that"
        " the best column, the middle one, is tried first. Hatched replies were pruned.",
        limits=Limits(depth=8),
    ),
    Example(
        "odd threat",
        "An odd threat that decides",
        "1444666131526277",
        "Red to move; Red completes a line at e3, the third cell of column 5. That row is odd. When the other columns"
        " are full, Yellow has to play below it: Red wins with perfect play, and its line ends there.",
        threats=True,
    ),
)
