"""What can be done with the selected node: one table for the context menu and for the menu "Tree".  Plain Python.

`commands(model)` makes the entries of one tree's menu; the window's commands are made from the same table, with its
keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from visualizer.kit.commands import Command

if TYPE_CHECKING:
    from visualizer.tree.model import TreeModel  # brings networkx, which the first paint does without

Run = Callable[["TreeModel"], object]


def possible(model: TreeModel) -> str:
    """The `blocked` of an action that is possible wherever a node is selected."""
    return "" if model.view is not None and model.selected is not None else "no node is selected"


def _no_children(model: TreeModel) -> str:
    reason = possible(model)
    view, row = model.view, model.selected
    if reason or view is None or row is None:
        return reason
    return "" if view.children(row) or view.is_left_out(row) else "nothing was searched below it"


def _no_cut(model: TreeModel) -> str:
    view, row = model.view, model.selected
    if view is None or row is None:
        return possible(model)
    return "" if view.is_cut(row) else "none of its replies were pruned"


def _is_top(model: TreeModel) -> str:
    view = model.view
    if view is None or model.selected == view.root:
        return possible(model) or "it is at the top already"
    return _no_children(model)


def _is_whole(model: TreeModel) -> str:
    return "" if model.view is not None and model.view.root else "the whole tree is shown already"


def _one_visit(model: TreeModel) -> str:
    more = model.kin is not None and len(model.kin.visits) > 1
    return possible(model) or ("" if more else "its position was visited only once")


def _no_bound(model: TreeModel) -> str:
    bounded = model.kin is not None and model.kin.setter is not None
    return possible(model) or ("" if bounded else "no other node set a bound that mattered here")


def _to_next_visit(model: TreeModel) -> None:
    """To the next row with the same position; after the last, to the first."""
    kin = model.kin
    if kin is not None and kin.row in kin.visits:
        model.choose(kin.visits[(kin.visits.index(kin.row) + 1) % len(kin.visits)])


def _to_setter(model: TreeModel) -> None:
    """To the row that set the bound."""
    kin = model.kin
    if kin is not None and kin.setter is not None:
        model.choose(kin.setter)


class Action(NamedTuple):
    """`run(model)` does it to the selected node; `blocked(model)` says why that is impossible, "" if it is possible."""

    name: str
    label: str
    key: str
    run: Run
    blocked: Callable[[TreeModel], str] = possible
    tip: str = ""
    parted: bool = False


ACTIONS = (
    Action("unfold", "Unfold or fold", "", lambda model: model.toggle_selected(), _no_children),
    Action("unfold pruned", "Show or fold pruned replies", "", lambda model: model.toggle_pruned(), _no_cut),
    Action(
        "fold rest",
        "Fold everything else",
        "Shift+F",
        lambda model: model.fold_rest(),
        tip="Keeps only the path to the selected node and what is unfolded below it.",
    ),
    Action(
        "subtree",
        "Only this subtree",
        "Shift+B",
        lambda model: model.only_subtree(),
        _is_top,
        "Shows the selected node at the top.",
        True,
    ),
    Action("whole tree", "The whole tree again", "Shift+E", lambda model: model.whole_tree(), _is_whole),
    Action(
        "look around",
        "Look ahead and behind",
        "Shift+L",
        lambda model: model.look_around(),
        tip="Shows two plies above the selected node and two below, and nothing else.",
    ),
    Action("look further", "Look one ply further", "Alt+.", lambda model: model.look_around(1)),
    Action("look less", "Look one ply less far", "Alt+,", lambda model: model.look_around(-1)),
    Action(
        "next visit",
        "Next visit of this position",
        "Shift+X",
        _to_next_visit,
        _one_visit,
        "Goes to the next node that shares the position of the selected one.",
        True,
    ),
    Action(
        "to bound",
        "Go to the node that set the bound",
        "Shift+O",
        _to_setter,
        _no_bound,
    ),
)


def commands(model: TreeModel) -> list[Command]:
    """The entries of a context menu, without keys."""
    return [
        Command(
            action.name,
            "Tree",
            action.label,
            lambda action=action: action.run(model),  # type: ignore[misc]
            (),
            action.tip,
            lambda action=action: action.blocked(model),  # type: ignore[misc]
            parted=action.parted,
        )
        for action in ACTIONS
    ]
