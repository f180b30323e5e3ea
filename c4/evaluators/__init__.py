"""Evaluators: the value of a position without searching further.  One file per evaluator; this is their registry.

Importing this package imports no evaluator (they need numba), so a window can list them before anything heavy loads.
A new evaluator is one file with a subclass of `c4.evaluators.base.Evaluator` and one line below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from c4 import models
from c4.errors import C4Error
from c4.printable import one_line
from c4.scripts import is_script

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator


Stamp = tuple[tuple[str, int, int], ...]
"""(path, modification time, size) of each model file."""


class Entry(NamedTuple):
    """A line of the registry.

    label     its name in menus
    about     what it does, in a sentence
    where     its class: "module:name"
    learned   whether it is learned, that is, loads a model file
    counts    what a heuristic counts, in two or three words
    """

    label: str
    about: str
    where: str
    learned: bool = False
    counts: str = ""


EVALUATORS: dict[str, Entry] = {
    "v1": Entry("V1", "counts discs in open lines; fast", "c4.evaluators.v1:V1", counts="discs in open lines"),
    "v2": Entry(
        "V2", "weighs open lines by how soon they can be completed", "c4.evaluators.v2:V2", counts="open lines"
    ),
    "windows": Entry(
        "Windows (learned)", "nine features weighted by self-play", "c4.evaluators.windows:Windows", learned=True
    ),
    "ntuple": Entry(
        "N-tuple (learned)",
        "150 small sets of squares, each with a table filled by self-play",
        "c4.evaluators.ntuple:NTuple",
        learned=True,
    ),
    "network": Entry(
        "Network (learned)",
        "a small neural network over discs and squares that complete a line",
        "c4.evaluators.network:Network",
        learned=True,
    ),
    "taught": Entry(
        "Taught (learned)",
        "a network, and tables of sets of squares for what it gets wrong; both learned from exact results",
        "c4.evaluators.taught:Taught",
        learned=True,
    ),
    "td-lambda": Entry(
        "TD-lambda (learned)",
        "every disc and threat, weighted by TD(lambda)",
        "c4.evaluators.tdlambda:TDLambda",
        learned=True,
    ),
    "sarsa": Entry(
        "Sarsa (learned)", "the best column value in a table filled by play", "c4.evaluators.sarsa:Sarsa", learned=True
    ),
}


def load(name: str, model: str | Path | None = None) -> Evaluator:
    """The evaluator of this name; a learned one reads its weights from `model`, by default the built-in file.

    A user's Python file (see `allow`) is run again after it is saved, unless `hold` has been called for it.

    Raises C4Error for an unknown name, a model given to an evaluator that has none, or a model that cannot be used.
    """
    check_name(name)
    entry = EVALUATORS[name]
    if model is not None and not entry.learned:
        raise C4Error(f"the evaluator {name} has no model file")
    if is_script(name):
        return _held[name] if name in _held else _own(name, _stamp(name, name))
    module, _, cls = entry.where.partition(":")
    evaluator: Callable[[], Evaluator] = getattr(import_module(module), cls)
    if entry.learned:
        path = None if model is None else models.find(model)
        return _from_model(evaluator, None if path is None else str(path), _stamp(name, path))
    return evaluator()


def allow(name: str) -> str:
    """Registers an evaluator that the user has named: a Python file may be run from now on.

    Nothing else registers a file: its name in a saved tree, for instance, runs nothing.  Returns the name.
    """
    if is_script(name) and name not in EVALUATORS:
        path = Path(one_line(name))
        EVALUATORS[name] = Entry(path.stem, f"your evaluator in {path.name}", "c4.evaluators.user:load")
    return name


_held: dict[str, Evaluator] = {}


def hold(name: str) -> Evaluator:
    """Runs a user's file as it is now; `load` returns this evaluator until the next call, whatever is saved.

    Raises C4Error for what is wrong with the file; then what was held before stays.
    """
    _held[name] = _own(allow(name), _stamp(name, name))
    return _held[name]


def forget(name: str) -> None:
    """Removes a user's file from the registry."""
    EVALUATORS.pop(name, None)
    _held.pop(name, None)


def check_name(name: str, where: str = "") -> str:
    """The name, if there is such an evaluator.  Raises C4Error otherwise."""
    if name in EVALUATORS:
        return name
    if is_script(name):
        raise C4Error(f"{name}{where} is code, and runs only after you load it as your evaluator")
    raise C4Error(
        f"unknown evaluator {name!r}{where}: choose {', '.join(EVALUATORS)}, or a Python file of your own (.py)"
    )


PLAYOUTS = "playouts"
"""Stands in place of an evaluator where random playouts value the leaves of a search."""


def label_of(name: str) -> str:
    """The label of an evaluator, also of one that is not registered, such as that of a saved tree, and of PLAYOUTS."""
    if name == PLAYOUTS:
        return "random playouts"
    return EVALUATORS[name].label if name in EVALUATORS else one_line(Path(name).stem)


def short_label_of(name: str) -> str:
    """The same label without the remark that it is learned."""
    return label_of(name).removesuffix(" (learned)")


@lru_cache(maxsize=8)
def _own(path: str, stamp: Stamp) -> Evaluator:
    """Runs a file once for each time that it is saved."""
    from c4.evaluators import user

    return user.load(path)


def identify(model: str | Path) -> str:
    """The name of the learned evaluator that a model file fits.  Raises C4Error with all refusals if none does."""
    refusals = []
    for name in (name for name, entry in EVALUATORS.items() if entry.learned):
        try:
            load(name, model)
        except C4Error as error:
            refusals.append(str(error))
        else:
            return name
    raise C4Error("; ".join(dict.fromkeys(refusals)))


@lru_cache(maxsize=8)
def _from_model(evaluator: Any, model: str | None, stamp: Stamp) -> Evaluator:
    """Reads a model, cached while its file is unchanged: agents load theirs before every move."""
    loaded: Evaluator = evaluator.from_model(model)
    return loaded


def _stamp(name: str, model: str | Path | None) -> Stamp:
    """The stamp of the named model file, or of all files in saved_models that may belong to the evaluator."""
    paths = [Path(model)] if model is not None else sorted(models.SAVED_MODELS.glob(f"*{name}.*"))
    return tuple(
        (str(path), stat.st_mtime_ns, stat.st_size) for path in paths if path.exists() for stat in [path.stat()]
    )
