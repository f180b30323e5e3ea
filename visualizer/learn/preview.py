"""Preview: the weights of the model in use, before anything is trained.  Imports numba; no tkinter."""

from __future__ import annotations

from typing import NamedTuple

from c4 import evaluators
from c4.evaluators import EVALUATORS
from c4.evaluators.pages import Page
from c4.search.watch import Watch


class Preview(NamedTuple):
    """What the model in use has learned: the names of its pages, and one page or a sentence why there is none."""

    pages: tuple[str, ...]
    page: Page | str


def preview(name: str, model: str | None, page: str, watch: Watch) -> Preview:
    """A page of the model in use, the first one for ""."""
    if name not in EVALUATORS:
        return Preview((), "This learner has no weights to draw: it remembers games.")
    evaluator = evaluators.load(name, model)
    names = evaluator.page_names()
    if not names:
        return Preview((), "This learner has no weights to draw.")
    return Preview(names, evaluator.page(page if page in names else names[0]))
