"""What you can do with the selected node: for the context menu and for the menu "Tree"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from visualizer.ui.command import Command

if TYPE_CHECKING:
    from visualizer.tree.model import TreeModel  # imports networkx, which the first paint does without
    from visualizer.tree.view import TreeView


def commands(model: Callable[[], TreeModel], no_tree: Callable[[], str] = lambda: "") -> list[Command]:
    """The commands for the selected node of a model; `no_tree()` says why there is no model yet, "" if there is one."""

    def command(
        name: str,
        label: str,
        run: Callable[[TreeModel], object],
        possible: Callable[[TreeView, int], object] = lambda view, row: True,
        reason: str = "",
        keys: tuple[str, ...] = (),
        tip: str = "",
    ) -> Command:
        def blocked() -> str:
            if no_tree():
                return no_tree()
            view, row = model().view, model().selected
            if view is None or row is None:
                return "no node is selected"
            return "" if possible(view, row) else reason

        return Command(name, "Tree", label, lambda: run(model()), keys, tip, blocked, separated=name == "unfold")

    def to_next_visit(model: TreeModel) -> None:
        """To the next row with the same position; after the last, to the first."""
        rows = model.related().transpositions
        if model.selected in rows:
            model.choose(rows[(rows.index(model.selected) + 1) % len(rows)])

    # fmt: off
    return [
        command("unfold", "Unfold or fold", lambda model: model.toggle_selected(),
                lambda view, row: view.children(row) or view.is_left_out(row), "nothing was searched below it"),
        command("unfold pruned", "Show or fold pruned replies", lambda model: model.toggle_pruned(),
                lambda view, row: view.is_cut(row), "none of its replies were pruned", ("Shift+U",)),
        command("fold rest", "Fold everything else", lambda model: model.fold_others(), keys=("Shift+F",),
                tip="Keeps only the path to the selected node and what is unfolded below it."),
        command("bookmark", "Bookmark, or remove the bookmark", lambda model: model.bookmark(), keys=("Ctrl+D",),
                tip="Marks the selected node with a star, until another tree is shown."),
        *(
            command(f"{name} bookmark", f"{name.capitalize()} bookmark",
                    lambda model, step=step: model.to_bookmark(step),  # type: ignore[misc]  # a default is no parameter
                    lambda view, row: model().bookmarks - {row}, "no other node has a bookmark", (key,))
            for name, step, key in (("next", 1, "Ctrl+B"), ("previous", -1, "Ctrl+Shift+B"))
        ),
        command("next visit", "Next visit of this position", to_next_visit,
                lambda view, row: len(model().related().transpositions) > 1, "its position was visited only once",
                ("Shift+X",), "Goes to the next node with the same position."),
    ]
    # fmt: on
