"""Writes a strategy as Coq definitions: the certificate that `Guide.v` reads.

Nothing here is trusted.  If the advice were wrong, the proof would not be accepted.
"""

from __future__ import annotations

from dataclasses import dataclass

from c4.game.rules import STANDARD
from c4.strategy.strategies import Strategy, canonical, cells, playable, wins_at_once

DIAGRAM = 2
MIRRORED = 1
"""Bits of a piece of advice, which is a number:

    bits 2 and up   the number of a position of the graph, or of a diagram
    DIAGRAM         it is the number of a diagram
    MIRRORED        the position or the diagram is for the mirror image
"""

NUMBER = 4
"""The factor that puts a number above these bits."""

ANY_DIAGRAM = DIAGRAM
"""The advice where the owner can complete a line: every diagram does that first."""

NO_COLUMN = STANDARD.columns
"""What is played in a position that the graph does not contain."""

FILE = """\
From Coq Require Import Uint63 PArray.
Require Import Guide.
Open Scope uint63_scope.
Open Scope array_scope.

Definition certificate : certificate := {{|
  played := {played};
  after := {after};
  marks := {marks}
|}}.

Definition root : int := {root}.
"""


@dataclass
class Certificate:
    """A strategy in numbers: the fields of the record in `Guide.v`, and the advice for the root.

    `played` has a column for each position of the graph, `after` the advice after each of its seven replies, `marks`
    twelve bitboards for each diagram.
    """

    played: list[int]
    after: list[int]
    marks: list[int]
    root: int

    @property
    def no_advice(self) -> int:
        """The advice that is refused: a position that the graph does not contain."""
        return NUMBER * len(self.played)

    def definitions(self) -> str:
        """The Coq file."""
        return FILE.format(
            played=array(self.played, NO_COLUMN),
            after=array(self.after, self.no_advice),
            marks=array(self.marks, 0),
            root=self.root,
        )


def array(numbers: list[int], default: int) -> str:
    """An array of machine integers in Coq, with what it has beyond its end."""
    return f"[| {'; '.join(map(str, numbers))} | {default} |]"


def export(strategy: Strategy) -> Certificate:
    """The certificate of a strategy whose owner is to move in its root."""
    advice = {stones: NUMBER * number for number, stones in enumerate(strategy.moves)}
    for stones, (place, mirrored) in strategy.leaves.items():
        advice[stones] = NUMBER * place + DIAGRAM
        if mirrored:
            advice[stones] += MIRRORED

    def advice_for(own: int, other: int) -> int:
        """The advice for a position, canonical or not."""
        stones = canonical(own, other)
        return advice[stones] if stones == (own, other) else advice[stones] ^ MIRRORED

    certificate = Certificate([], [], [], 0)
    for (own, other), cell in strategy.moves.items():
        certificate.played.append(column_of(cell))
        after = [NUMBER * len(strategy.moves)] * STANDARD.columns
        for reply in cells(playable(own | cell, other)):
            if wins_at_once(own | cell, other | reply):
                after[column_of(reply)] = ANY_DIAGRAM
            elif own | cell | other | reply != STANDARD.board:
                after[column_of(reply)] = advice_for(own | cell, other | reply)
        certificate.after += after
    for diagram in strategy.diagrams:
        certificate.marks += [*diagram.cells, *diagram.mirror().cells]
    certificate.root = advice_for(strategy.root.stones[strategy.owner], strategy.root.stones[1 - strategy.owner])
    return certificate


def column_of(cell: int) -> int:
    """The column of a cell (one bit), from 0."""
    return STANDARD.place(cell.bit_length() - 1)[1]
