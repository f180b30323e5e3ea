"""What an agent reasoned from, drawn over its stones on the board: a dashed line along them to the move they led to.
Imports tkinter's types.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from c4.game.position import Position
from c4.search.decision import Finding
from c4.session.events import Found

DASH = (6, 5)


def finding_behind(found: Found | None, position: Position) -> Finding | None:
    """The finding that led to the last move on the board, when `found` is what chose it; otherwise None."""
    if found is None or found.hint or found.decision.column is None or found.position.outcome() is not None:
        return None
    played = next((finding for finding in found.decision.findings if finding.verdict == "played"), None)
    return played if found.position.play(found.decision.column) == position else None


def draw_finding(
    canvas: tk.Canvas,
    finding: Finding,
    position: Position,
    centre: Callable[[float, int], tuple[float, float]],
    cell: float,
) -> None:
    """Draws it: a frame around each of its cells, and a dashed line along them to the stone that was played.

    `centre` gives the middle of a (row, column) in pixels, `cell` is their size.
    """
    last = (position.height(finding.column) - 1, finding.column) if finding.column is not None else finding.cells[-1]
    along = sorted({*finding.cells, last})
    ends = [centre(*along[0]), centre(*along[-1])]
    canvas.create_line(*ends[0], *ends[1], fill="#ffffff", width=max(4, cell * 0.14), capstyle="round", tags="finding")
    canvas.create_line(*ends[0], *ends[1], fill="#111111", width=max(2, cell * 0.05), dash=DASH, tags="finding")
    for place in finding.cells:
        (x, y), half = centre(*place), cell * 0.4
        canvas.create_rectangle(x - half, y - half, x + half, y + half, outline="#ffffff", width=3, tags="finding")
        canvas.create_rectangle(x - half, y - half, x + half, y + half, outline="#111111", width=1, tags="finding")
