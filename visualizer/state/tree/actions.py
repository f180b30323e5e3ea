"""What you can do with the selected node, as data: for the context menu of the tree and for the menu "Tree"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # these load numpy and networkx, which the first paint does without
    from visualizer.state.tree.model import TreeModel
    from visualizer.state.tree.state import TreeState
    from visualizer.state.tree.view import TreeView


class NodeAction(NamedTuple):
    """Something that you can do with the selected node.

    run         does it
    blocked     says why it is impossible now; "" if it is possible
    key         the key as you read it, "" for none
    separated   whether a menu has a line above it
    """

    name: str
    label: str
    run: Callable[[TreeModel], object]
    blocked: Callable[[TreeState], str]
    key: str = ""
    tip: str = ""
    separated: bool = False


def no_node(state: TreeState) -> str:
    """Why there is no node to work with; "" if one is selected."""
    return "no node is selected" if state.view is None or state.selected is None else ""


def _unless(possible: Callable[[TreeView, int], object], reason: str) -> Callable[[TreeState], str]:
    """Blocks an action with a reason, unless something is possible at the selected row."""

    def blocked(state: TreeState) -> str:
        if state.view is None or state.selected is None:
            return no_node(state)
        return "" if possible(state.view, state.selected) else reason

    return blocked


def _has_replies(view: TreeView, row: int) -> bool:
    return bool(view.children(row)) or view.is_left_out(row)


def _has_pruned_replies(view: TreeView, row: int) -> bool:
    return view.is_cut(row)


def no_other_bookmark(state: TreeState) -> str:
    """Why no other bookmark can be gone to; "" if one can."""
    return no_node(state) or ("" if state.bookmarks - {state.selected} else "no other node has a bookmark")


def no_other_visit(state: TreeState) -> str:
    """Why no other visit of the position can be gone to; "" if one can."""
    visited_once = "its position was visited only once"
    return no_node(state) or ("" if len(state.related.transpositions) > 1 else visited_once)


def no_part(state: TreeState) -> str:
    """Why the part of the tree around the selected node cannot be shown by itself; "" if it can."""
    if state.view is None or state.selected is None:
        return no_node(state)
    if state.playback.is_open or state.live is not None:
        return "the search is played back" if state.playback.is_open else "the search is still running"
    return "" if state.view.children(state.selected) else "nothing below it was recorded"


def no_subtree(state: TreeState) -> str:
    """Why the subtree of the selected node cannot be shown by itself; "" if it can."""
    reason = no_part(state)
    if not reason and state.view is not None and state.selected == state.view.top:
        return "it is at the top already"
    return reason


def no_rest(state: TreeState) -> str:
    """Why no more of the tree can be shown above; "" if it can."""
    return "" if state.shows_subtree else "the whole tree is shown"


def _subtree(model: TreeModel) -> None:
    model.show_subtree()


def _ply_more(model: TreeModel) -> None:
    model.ply_more_below()


def _ply_fewer(model: TreeModel) -> None:
    model.ply_fewer_below()


def _unfold(model: TreeModel) -> None:
    model.toggle_selected()


def _unfold_pruned(model: TreeModel) -> None:
    model.toggle_pruned()


def _fold_rest(model: TreeModel) -> None:
    model.fold_others()


def _bookmark(model: TreeModel) -> None:
    model.bookmark()


def _next_bookmark(model: TreeModel) -> None:
    model.to_bookmark(1)


def _previous_bookmark(model: TreeModel) -> None:
    model.to_bookmark(-1)


def _next_visit(model: TreeModel) -> None:
    model.to_next_visit()


NODE_ACTIONS = (
    NodeAction(
        "unfold", "Unfold or fold", _unfold, _unless(_has_replies, "nothing was searched below it"), separated=True
    ),
    NodeAction(
        "unfold pruned",
        "Show or fold pruned replies",
        _unfold_pruned,
        _unless(_has_pruned_replies, "none of its replies were pruned"),
        "Shift+U",
    ),
    NodeAction(
        "fold rest",
        "Fold everything else",
        _fold_rest,
        no_node,
        "Shift+F",
        "Keeps only the path to the selected node and what is unfolded below it.",
    ),
    NodeAction(
        "ply more below",
        "One ply more below it",
        _ply_more,
        no_part,
        "Alt+↓",
        "Shows the selected node with one ply more below it, and folds everything but the way to it.",
    ),
    NodeAction("ply fewer below", "One ply fewer below it", _ply_fewer, no_part, "Alt+↑"),
    NodeAction("subtree", "Only this subtree", _subtree, no_subtree, "Shift+Z", "Draws the selected node at the top."),
    NodeAction(
        "bookmark",
        "Bookmark, or remove the bookmark",
        _bookmark,
        no_node,
        "Ctrl+D",
        "Marks the selected node with a star, until another tree is shown.",
    ),
    NodeAction("next bookmark", "Next bookmark", _next_bookmark, no_other_bookmark, "Ctrl+B"),
    NodeAction("previous bookmark", "Previous bookmark", _previous_bookmark, no_other_bookmark, "Ctrl+Shift+B"),
    NodeAction(
        "next visit",
        "Next visit of this position",
        _next_visit,
        no_other_visit,
        "Shift+X",
        "Goes to the next node with the same position.",
    ),
)
