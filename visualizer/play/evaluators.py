"""Evaluators of the window, each loaded once with the model in use.  No tkinter; nothing heavy before the first is
used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from c4.compiled import later
from c4.evaluators import EVALUATORS, label_of, load
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.session.session import Session

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy, which the first paint does without


class Evaluators:
    """The evaluators of a session, by the names in `c4.evaluators.EVALUATORS`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loaded: dict[tuple[str, str | None], Evaluator | str] = {}
        self.waiting = later.wanted
        """Whether kernels may still have to be compiled: learned evaluators are then not asked."""

    def get(self, name: str) -> Evaluator | str:
        """The evaluator of that name with the model in use, or a sentence that says why it cannot be loaded."""
        key = name, self._session.settings.models.get(name)
        if key not in self._loaded:
            try:
                self._loaded[key] = load(*key)
            except C4Error as error:
                self._loaded[key] = str(error)
        return self._loaded[key]

    def needed(self, name: str) -> Evaluator:
        """The evaluator of that name.  Raises C4Error if it cannot be loaded."""
        found = self.get(name)
        if isinstance(found, str):
            raise C4Error(found)
        return found

    def _asked(self, name: str) -> Evaluator | str:
        """`get`, but for those that cannot answer yet."""
        return "loading" if self.waiting and EVALUATORS[name].learned else self.get(name)

    def form(self, name: str) -> str:
        """Which form of an evaluator of one's own is in use, as a sentence; "" for others."""
        evaluator = self._loaded.get((name, None))
        return "" if evaluator is None or isinstance(evaluator, str) else evaluator.form

    def in_words(self, name: str, position: Position, side: int) -> tuple[str, str] | None:
        """(short label, value for a side in words) of a position; None if the evaluator does not know the board."""
        evaluator = self._asked(name)
        if isinstance(evaluator, str):
            return None
        try:
            value = evaluator.evaluate(position, side)
        except C4Error:  # a board it has not learned
            return None
        return evaluator.label.removesuffix(" (learned)"), evaluator.in_words(value)

    def shares(self, name: str, position: Position) -> dict[tuple[int, int], float]:
        """What each cell adds to the value for the side to move; empty if the evaluator does not know the board."""
        evaluator = self._asked(name)
        try:
            return {} if isinstance(evaluator, str) else evaluator.shares(position)
        except C4Error:
            return {}

    def label(self, name: str) -> str:
        """The name shown for an evaluator: its label, with the model file if one is chosen."""
        label, model = label_of(name), self._session.settings.models.get(name)
        return label if model is None else f"{label.removesuffix(' (learned)')}: {Path(model).stem}"

    def labels(self) -> dict[str, str]:
        """What each evaluator is called, in the order of the registry."""
        return {name: self.label(name) for name in list(EVALUATORS)}

    def forget(self, name: str) -> None:
        """Forgets an evaluator whose file was saved."""
        self._loaded = {key: evaluator for key, evaluator in self._loaded.items() if key[0] != name}

    def reload(self, model: str) -> None:
        """Forgets what was read from a file that has changed."""
        self._loaded = {key: evaluator for key, evaluator in self._loaded.items() if key[1] != model}
