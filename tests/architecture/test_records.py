"""What panes say can be compared: `!=` of two records answers yes or no, which an array of numpy does not."""

import ast
import collections.abc
import importlib
import inspect
import pkgutil
import sys
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
import pytest

import visualizer
from visualizer.training.window import CoursePane
from visualizer.tree.outline import Outline
from visualizer.tree.weights_pane import WeightsPane
from visualizer.ui.pane import Pane

COMPARABLE = ("builtins", "c4", "visualizer", __name__.partition(".")[0])
"""The packages whose classes `==` compares with yes or no; what their fields hold is looked at."""


def panes() -> list[type[Pane]]:
    """Every pane of the program."""
    for module in pkgutil.walk_packages(visualizer.__path__, "visualizer."):
        importlib.import_module(module.name)
    found: list[type[Pane]] = []
    left: list[type] = [Pane]
    while left:
        one = left.pop()
        left += one.__subclasses__()
        if one.view is not Pane.view and one.__module__.startswith("visualizer."):
            found.append(one)
    return found


def names_in(module: str) -> dict[str, object]:
    """The names of a module, with those that it imports for its annotations alone."""
    known = dict(vars(sys.modules[module]))
    for statement in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            exec("\n".join(map(ast.unparse, statement.body)), known)
    return known


def package_of(one: Any) -> str:
    """The package of a class or a function."""
    return str(one.__module__).partition(".")[0]


def hints_of(owner: Any) -> dict[str, Any]:
    """The annotations of a function or a class; those that a class inherits, too."""
    known: dict[str, object] = {}
    for one in reversed(inspect.getmro(owner)) if isinstance(owner, type) else [owner]:
        if package_of(one) in COMPARABLE[1:]:
            known |= names_in(one.__module__)
    return get_type_hints(owner, None if isinstance(owner, type) else known, known)


def record_of(pane: type[Pane]) -> Any:
    """The class of what a pane says."""
    return pane.view if isinstance(pane.view, type) else hints_of(pane.view)["return"]


def compared_fields(record: type) -> list[str]:
    """The fields that `==` of two records compares; none where it compares the records by identity, or in a way of its own."""
    if issubclass(record, tuple) and record.__eq__ is tuple.__eq__:
        return list(getattr(record, "_fields", ()))
    if is_dataclass(record) and record.__dataclass_params__.eq:  # type: ignore[attr-defined]
        return [one.name for one in fields(record) if one.compare]
    return []


def incomparable(kind: Any, place: str, seen: set[type]) -> list[str]:
    """The places below a type, as "Page.heats: ndarray", where `==` may answer with something else than yes or no."""
    origin = get_origin(kind)
    if origin in (Literal, collections.abc.Callable):
        return []
    if origin is not None:
        return [found for part in get_args(kind) for found in incomparable(part, place, seen)]
    if kind in (None, Ellipsis):
        return []
    if not isinstance(kind, type) or package_of(kind) not in COMPARABLE:
        return [f"{place}: {getattr(kind, '__name__', kind)}"]
    if kind in seen:
        return []
    seen.add(kind)
    names = compared_fields(kind)
    hints = hints_of(kind) if names else {}
    return [found for name in names for found in incomparable(hints[name], f"{kind.__name__}.{name}", seen)]


def test_what_panes_say_can_be_compared():
    """No record reaches an array, or anything of another package, by fields that are compared one by one."""
    found = {pane: incomparable(record_of(pane), pane.__name__, set()) for pane in panes()}
    assert {Outline, WeightsPane, CoursePane} <= found.keys()
    assert [place for places in found.values() for place in places] == []


class Map(NamedTuple):
    values: np.ndarray


@dataclass(frozen=True)
class Maps:
    maps: tuple[Map, ...]
    anything: Any = None


@dataclass(frozen=True, eq=False)
class Whole:
    values: np.ndarray


class Holder(NamedTuple):
    whole: Whole | None
    maps: Maps


def test_an_array_in_a_record_is_found():
    """The walk can fail: an array is found through tuples, unions and records, unless its record is compared as a whole."""
    assert incomparable(Holder, "", set()) == ["Map.values: ndarray", "Maps.anything: Any"]
    assert not incomparable(Whole, "", set())
    with pytest.raises(ValueError, match="ambiguous"):
        assert Map(np.zeros(2)) != Map(np.zeros(2))
