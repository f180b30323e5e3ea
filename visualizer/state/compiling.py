"""What the window says while its code is compiled at the first start."""

from __future__ import annotations

from c4.session.compilation import KernelCount
from c4.text import pluralise
from visualizer.state.state import Progress


def compiled_parts(compiled: KernelCount) -> str:
    """How far code is compiled: "12 of 28 parts are ready"."""
    return f"{compiled.done} of {pluralise(compiled.total, 'part')} are ready"


def with_compiling(words: str, progress: Progress) -> str:
    """The words of the status line, and as a sentence after them how far code is compiled, where the progress bar shows that."""
    if progress.preparing is None or progress.snapshot is not None:
        return words
    said = f"{words.removesuffix('.')}. " if words else ""
    parts = compiled_parts(progress.preparing)
    return f"{said}You can already play; at its first start the program prepares itself: {parts}."
