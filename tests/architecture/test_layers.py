"""The layers: the contracts in pyproject.toml hold, a broken one is noticed, and no module imports
itself in a circle.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import networkx
import pytest
from paths import ROOT
from patience import LONG

grimp = pytest.importorskip("grimp")


def lint(root) -> subprocess.CompletedProcess:
    """`lint-imports` over the packages in a folder."""
    return subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
    )


def test_the_contracts_hold():
    """No room imports one above it, or beside it; the engine draws nothing."""
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


BROKEN = {
    "c4.game.rules -> c4.solver.solver": "from c4.solver import solver",
    "c4.arena.ratings -> c4.session.session": "def late():\n    from c4.session import session",
    "c4.game.position -> c4.tree.searchtree": "if TYPE_CHECKING:\n    from c4.tree.searchtree import SearchTree",
    "c4.game.packed -> visualizer.plot": "import visualizer.plot",
    "visualizer.ui.theme -> visualizer.app.window": "from visualizer.app import window",
    "visualizer.practice.drawing -> visualizer.compare.merged": "from visualizer.compare import merged",
    "c4.cli.play -> tkinter": "def draw():\n    import tkinter",
}
"""Imports that are refused, and how a module comes to them: upwards, inside a function, for types only, sideways."""


def copied(root):
    """The packages and their contracts, in another folder."""
    for room in ("c4", "visualizer", "lab"):
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def test_broken_contracts_are_noticed(tmp_path):
    """Every import that is refused is named, under the three contracts."""
    root = copied(tmp_path)
    for broken, lines in BROKEN.items():
        path = root / (broken.partition(" ")[0].replace(".", "/") + ".py")
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{lines}\n", encoding="utf-8")
    done = lint(root)
    assert done.returncode == 1, done.stdout + done.stderr
    said = done.stdout.partition("Broken contracts")[2]
    assert [broken for broken in BROKEN if broken not in said] == []
    for contract in ("The layers of c4", "The window is above", "The layers of the window", "The engine draws nothing"):
        assert contract in said


def test_a_package_without_a_layer_is_noticed(tmp_path):
    """A new folder has to be given its place."""
    root = copied(tmp_path)
    (root / "c4" / "attic").mkdir()
    (root / "c4" / "attic" / "__init__.py").touch()
    done = lint(root)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "attic" in done.stdout.partition("Broken contracts")[2]


def test_no_module_imports_itself_in_a_circle():
    """No circle of modules, imports inside functions included; a command may name the window's class as a type."""
    graph = grimp.build_graph("c4", "visualizer", cache_dir=None, exclude_type_checking_imports=True)
    imports = networkx.DiGraph(
        (module, imported) for module in graph.modules for imported in graph.find_modules_directly_imported_by(module)
    )
    circles = [sorted(circle) for circle in networkx.strongly_connected_components(imports) if len(circle) > 1]
    assert circles == []
