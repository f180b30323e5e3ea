"""The evaluators that the window shows: those that are loaded, and the thread that loads them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from c4.errors import C4Error
from c4.evaluators import EVALUATORS, label_of, load
from c4.game.position import Position
from c4.search.watch import Watch
from c4.session.worker import BUILT_IN, Worker

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy, which the first paint does without

Chosen = tuple[str, str | None]
"""The name of an evaluator, and the model file in use."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """The evaluators that can be asked at once.

    models     the model files in use, by the name of the evaluator
    loaded     the evaluators, or a sentence that says why one cannot be loaded
    """

    models: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    loaded: Mapping[Chosen, Evaluator | str] = field(default_factory=lambda: MappingProxyType({}))

    def key(self, name: str) -> Chosen:
        """The evaluator of that name, with the model in use."""
        return name, self.models.get(name)

    def get(self, name: str) -> Evaluator | None:
        """The evaluator of that name with the model in use; None if it is not loaded, or cannot be."""
        evaluator = self.loaded.get(self.key(name))
        return None if isinstance(evaluator, str) else evaluator

    def problem(self, name: str) -> str:
        """Why an evaluator cannot be loaded; "" if it can, or if nobody has tried yet."""
        evaluator = self.loaded.get(self.key(name))
        return evaluator if isinstance(evaluator, str) else ""

    def form(self, name: str) -> str:
        """The form of a user's evaluator that is in use, as a sentence; "" for others."""
        evaluator = self.loaded.get((name, None))
        return "" if evaluator is None or isinstance(evaluator, str) else evaluator.form

    def table(self, position: Position, side: int) -> list[tuple[str, str, str]]:
        """(label, value for a side, unit) of every evaluator that is loaded and knows the board."""
        rows = []
        for name in list(EVALUATORS):
            evaluator = self.get(name)
            words = self.in_words(name, position, side)
            if evaluator is None or words is None:
                continue
            unit = "of a win" if evaluator.unit == "wins" else evaluator.unit
            rows.append((*words, unit))
        return rows

    def in_words(self, name: str, position: Position, side: int) -> tuple[str, str] | None:
        """(short label, value for a side in words) of a position; None if the evaluator cannot tell."""
        evaluator = self.get(name)
        if evaluator is None:
            return None
        try:
            value = evaluator.evaluate(position, side)
        except C4Error:  # a board it has not learned
            return None
        return short_label(evaluator), evaluator.in_words(value)

    def shares(self, name: str, position: Position) -> dict[tuple[int, int], float]:
        """What each cell adds to the value for the side to move; empty if the evaluator cannot tell."""
        evaluator = self.get(name)
        if evaluator is None:
            return {}
        try:
            return evaluator.shares(position)
        except C4Error:
            return {}

    def steps(self, name: str) -> tuple[int, int, int]:
        """Points that are "a little", "clearly" and "much" better for an evaluator; 1 each if it is not loaded."""
        evaluator = self.get(name)
        return (1, 1, 1) if evaluator is None else evaluator.steps

    def scale(self, name: str) -> int:
        """Points in one unit of an evaluator's values; 1 if it is not loaded."""
        evaluator = self.get(name)
        return 1 if evaluator is None else evaluator.scale

    def label(self, name: str) -> str:
        """The name shown for an evaluator: its label, with the model file if one is chosen."""
        label = label_of(name)
        model = self.models.get(name)
        return label if model is None else f"{label.removesuffix(' (learned)')}: {Path(model).stem}"

    def labels(self) -> dict[str, str]:
        """The labels of all evaluators, in the order of the registry."""
        return {name: self.label(name) for name in list(EVALUATORS)}


def short_label(evaluator: Evaluator) -> str:
    """An evaluator's label without the remark that it is learned."""
    return evaluator.label.removesuffix(" (learned)")


class EvaluatorLoader:
    """Loads evaluators once each, in a thread of the session; `loaded` holds what there is."""

    def __init__(self, worker: Worker[Any]) -> None:
        self.loaded: Mapping[Chosen, Evaluator | str] = MappingProxyType({})
        """Replaced as a whole whenever something was loaded or forgotten."""
        self._worker: Worker[dict[Chosen, Evaluator | str]] = worker

    def require(self, name: str, model: str | None) -> Evaluator | str:
        """An evaluator, loaded at once if necessary, or a sentence that says why it cannot be loaded."""
        key = (name, model)
        if key not in self.loaded:
            self._add({key: load_or_explain(*key)})
        return self.loaded[key]

    def poll(self, wanted: Mapping[str, str | None]) -> None:
        """Takes over what the thread has loaded, and starts it on what is missing of `wanted` (model by name)."""
        future = self._worker.answer()
        if future is not None and future.exception() is None:
            self._add(future.result())
        if self._worker.busy:
            return
        missing = [(name, model) for name, model in wanted.items() if (name, model) not in self.loaded]
        if missing:
            self._worker.ask(lambda watch: load_all(missing, watch))

    def forget(self, name: str) -> None:
        """Forgets an evaluator whose file was saved."""
        self._keep({key: one for key, one in self.loaded.items() if key[0] != name})

    def forget_model(self, model: str) -> None:
        """Forgets what was read from a model file that has changed."""
        self._keep({key: one for key, one in self.loaded.items() if key[1] != model})

    def _keep(self, loaded: dict[Chosen, Evaluator | str]) -> None:
        self.loaded = MappingProxyType(loaded)
        self._worker.drop()  # it may have read the old file: `poll` starts it again

    def _add(self, more: Mapping[Chosen, Evaluator | str]) -> None:
        self.loaded = MappingProxyType({**self.loaded, **more})


def load_or_explain(name: str, model: str | None) -> Evaluator | str:
    """An evaluator, or a sentence that says why it cannot be loaded."""
    try:
        return load(name, model)
    except C4Error as error:
        return str(error)


def load_all(wanted: list[Chosen], watch: Watch) -> dict[Chosen, Evaluator | str]:
    """Loads evaluators, with the kernels of the built-in ones."""
    loaded: dict[Chosen, Evaluator | str] = {}
    for name, model in wanted:
        if watch.stopped:
            break
        evaluator = load_or_explain(name, model)
        loaded[name, model] = evaluator
        if name in BUILT_IN and not isinstance(evaluator, str):
            with suppress(C4Error):  # a board it has not learned
                evaluator.evaluate(Position())
                evaluator.explain(Position(), 0)
    return loaded
