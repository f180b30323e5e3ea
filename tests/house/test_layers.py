"""The floors of the house: the contracts in pyproject.toml hold, would be missed if broken, and no module imports
itself in a circle.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import grimp
import networkx
import pytest
from paths import ROOT
from patience import LONG


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


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("c4/game/rules.py", "from c4.solver import solver", "The rooms of c4"),
        ("c4/arena/elo.py", "def late():\n    from c4.session import session", "The rooms of c4"),
        ("c4/game/rules.py", "if TYPE_CHECKING:\n    from c4.tree.searchtree import SearchTree", "The rooms of c4"),
        ("c4/attic/__init__.py", "", "The rooms of c4"),
        ("c4/game/rules.py", "import visualizer", "What people see"),
        ("visualizer/kit/theme.py", "from visualizer.shell import window", "The rooms of the window"),
        ("visualizer/practice/drawing.py", "from visualizer.compare import merged", "The rooms of the window"),
        ("c4/cli/play.py", "def draw():\n    import tkinter", "The engine draws nothing"),
    ],
)
def test_a_broken_contract_is_noticed(tmp_path, module, line, contract):
    """An import upwards, one inside a function, one for types only, a room without a floor: each is refused."""
    for room in ("c4", "visualizer"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    target = tmp_path / module
    target.parent.mkdir(exist_ok=True)
    before = target.read_text(encoding="utf-8") if target.exists() else ""
    target.write_text(f"{before}\n{line}\n", encoding="utf-8")
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{contract}" in done.stdout.partition("Broken contracts")[2]


def test_no_module_imports_itself_in_a_circle():
    """No circle of modules, imports inside functions and behind TYPE_CHECKING included."""
    graph = grimp.build_graph("c4", "visualizer", cache_dir=None)
    imports = networkx.DiGraph(
        (module, imported) for module in graph.modules for imported in graph.find_modules_directly_imported_by(module)
    )
    circles = [sorted(circle) for circle in networkx.strongly_connected_components(imports) if len(circle) > 1]
    assert circles == []
