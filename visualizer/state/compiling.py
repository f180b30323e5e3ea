"""What the window says while its code is compiled at the first start."""

from __future__ import annotations

from c4.session.compilation import KernelCount
from c4.text import pluralise
from visualizer.state.state import Progress


def compiled_parts(compiled: KernelCount) -> str:
    """How far code is compiled: "12 of 28 parts are ready"."""
    return f"{compiled.done} of {pluralise(compiled.total, 'part')} are ready"


def compiling(progress: Progress) -> str:
    """What the first start still does in the background, as a sentence after another one; "" where it is done."""
    if progress.preparing is not None:
        parts = compiled_parts(progress.preparing)
        return f" You can already play; at its first start the program prepares itself: {parts}."
    return " Loading the search and the tree in the background." if progress.loading else ""
