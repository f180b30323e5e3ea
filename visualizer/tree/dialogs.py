"""Export and Open: ask for a file, and write the tree on screen to it or read a saved tree in a background thread."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import filedialog

from c4.errors import C4Error
from c4.tree import treefile
from visualizer.tree.export import FORMATS, ExportOptions, export, format_of
from visualizer.tree.pane import TreePane
from visualizer.tree.view import TreeView
from visualizer.ui.background import BackgroundTask
from visualizer.ui.context import Context
from visualizer.ui.scale import scale


def ask_export(context: Context, pane: TreePane, bookmarks: list[treefile.Bookmark], complete: bool) -> None:
    """Asks for a file and writes the tree of a pane: what is unfolded as it is on screen, or the complete tree.

    The format follows the ending of the file's name.
    """
    model, shown = pane.model, pane.model.view
    assert shown is not None, "there is no tree to export"
    types = [(name, f"*{ending}") for ending, name in FORMATS.items()]
    path = filedialog.asksaveasfilename(
        parent=pane, title="Export the tree", filetypes=types, initialfile="connect4-tree.png"
    )
    if not path:
        return
    try:
        format_of(path)
    except C4Error as error:
        context.say(str(error), seconds=8)
        return
    view, unit, (width, height) = None, scale(pane), pane.canvas.size
    if not complete:
        view = TreeView(shown.tree, max_glyphs=shown.max_glyphs)
        view.folding = shown.folding
    size = width / unit, height / unit
    options = ExportOptions(view, size, pane.theme, model.caption, model.sides, bookmarks)
    tree = shown.tree
    context.say(f"writing {path}...", seconds=60)
    BackgroundTask(
        pane,
        context.session.worker("tree files"),
        lambda result: context.say(f"wrote {path}: {result}", seconds=8),
        context.say,
    ).start(lambda watch: export(path, tree, options))


def ask_open(context: Context, pane: TreePane, on_open: Callable[[treefile.Saved], None]) -> None:
    """Asks for a saved tree and passes it to `on_open(saved)`."""
    types = [("Tree files", "*.npz"), ("All files", "*")]
    path = filedialog.askopenfilename(parent=pane, title="Open a saved tree", filetypes=types)
    if path:
        task = BackgroundTask(pane, context.session.worker("tree files"), on_open, context.say)
        task.start(lambda watch: treefile.load(path))
