"""The evaluators that the window shows, each loaded once with the model in use, in a thread where it can wait."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from c4.errors import C4Error
from c4.evaluators import EVALUATORS, label_of, load
from c4.game.position import Position
from c4.kernels import jit
from c4.search.watch import Watch
from c4.session.session import Session
from c4.session.worker import BUILT_IN, Worker

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy, which the first paint does without


Chosen = tuple[str, str | None]
"""A name, and the model file in use."""

LOADING = "loading"
"""In place of an evaluator that a thread is still loading."""


class Evaluators:
    """The evaluators of a session, by the names in `c4.evaluators.EVALUATORS`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loaded: dict[Chosen, Evaluator | str] = {}
        self.wanted: dict[Chosen, None] = {}
        """Those that are still to be loaded: `come` does it."""
        self._coming: list[Chosen] = []  # those that the thread is loading
        self._worker: Worker[dict[Chosen, Evaluator | str]] = session.worker("evaluators")
        self.waiting = jit.background
        """Whether kernels may still have to be compiled: learned evaluators must wait then."""

    def get(self, name: str) -> Evaluator | str:
        """The evaluator of that name with the model in use, or a sentence that says why it cannot be loaded."""
        key = self._chosen(name)
        if key not in self._loaded:
            self._loaded[key] = _load(*key)
        return self._loaded[key]

    def _chosen(self, name: str) -> Chosen:
        return name, self._session.settings.models.get(name)

    def needed(self, name: str) -> Evaluator:
        """The evaluator of that name.  Raises C4Error if it cannot be loaded."""
        evaluator = self.get(name)
        if isinstance(evaluator, str):
            raise C4Error(evaluator)
        return evaluator

    def _asked(self, name: str) -> Evaluator | str:
        """Like `get`, but returns LOADING instead of waiting; the next `come` starts the loading."""
        key = self._chosen(name)
        if self.waiting and EVALUATORS[name].learned:
            return LOADING
        if key not in self._loaded:
            self.wanted[key] = None
        return self._loaded.get(key, LOADING)

    def come(self) -> bool:
        """Takes over what the thread has loaded and starts it on what is missing; returns whether some have come."""
        future = self._worker.answer()
        if future is not None:
            for key in self._coming:
                self.wanted.pop(key, None)
            self._loaded |= future.result()
        if self.wanted and not self._worker.busy:
            coming = self._coming = list(self.wanted)
            self._worker.ask(lambda watch: _all(coming, watch))
        return future is not None

    def form(self, name: str) -> str:
        """The form of a user's evaluator that is in use, as a sentence; "" for others."""
        evaluator = self._loaded.get((name, None))
        return "" if evaluator is None or isinstance(evaluator, str) else evaluator.form

    def table(self, position: Position, side: int) -> list[tuple[str, str, str]]:
        """(label, value for a side, unit) of every evaluator that is loaded and knows the board."""
        words = ((name, self.in_words(name, position, side)) for name in list(EVALUATORS))
        units = {name: self._asked(name) for name in list(EVALUATORS)}
        return [
            (*said, "of a win" if unit.unit == "wins" else unit.unit)
            for name, said in words
            if said is not None and not isinstance(unit := units[name], str)
        ]

    def largest(self, name: str, position: Position, side: int) -> list[str]:
        """A heading and the four largest contributions to the value of a learned evaluator, in words; [] if it is unknown."""
        evaluator = self._asked(name)
        if isinstance(evaluator, str):
            return ["Preparing the weights..."] if evaluator == LOADING else []
        try:
            rows = evaluator.explain(position, side)
        except C4Error:  # a board it has not learned
            return []
        rows = sorted((row for row in rows if not row.remark), key=lambda row: -abs(row.contribution))[:4]
        label = evaluator.label.removesuffix(" (learned)")
        lines = [
            f"{row.feature}\t{evaluator.in_words(row.contribution)}\t" + f"weight {row.weight:+.2f}".replace("-", "−")
            for row in rows
        ]
        return [f"Largest parts of {label}:", *lines] if lines else []

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
        """The labels of all evaluators, in the order of the registry."""
        return {name: self.label(name) for name in list(EVALUATORS)}

    def forget(self, name: str) -> None:
        """Forgets an evaluator whose file was saved."""
        self._loaded = {key: evaluator for key, evaluator in self._loaded.items() if key[0] != name}
        self._worker.drop()  # it may have read the old file: `come` starts it again

    def reload(self, model: str) -> None:
        """Forgets what was read from a file that has changed."""
        self._loaded = {key: evaluator for key, evaluator in self._loaded.items() if key[1] != model}
        self._worker.drop()


def _load(name: str, model: str | None) -> Evaluator | str:
    """An evaluator, or a sentence that says why it cannot be loaded."""
    try:
        return load(name, model)
    except C4Error as error:
        return str(error)


def _all(wanted: list[Chosen], watch: Watch) -> dict[Chosen, Evaluator | str]:
    """Loads evaluators, with the kernels of the built-in ones."""
    loaded: dict[Chosen, Evaluator | str] = {}
    for name, model in wanted:
        if watch.stopped:
            break
        evaluator = loaded[name, model] = _load(name, model)
        if name in BUILT_IN and not isinstance(evaluator, str):
            with suppress(C4Error):  # a board it has not learned
                evaluator.evaluate(Position())
                evaluator.explain(Position(), 0)
    return loaded
