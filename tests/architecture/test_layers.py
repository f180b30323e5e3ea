"""The layers: the contracts in pyproject.toml hold, and no module imports itself in a circle."""

import os

import networkx
import pytest
from commands import python
from paths import ROOT

grimp = pytest.importorskip("grimp")


def test_the_contracts_hold():
    """`lint-imports` finds no import of a package above or beside; the engine draws nothing."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"}
    done = python(
        "-c",
        "from importlinter.cli import lint_imports_command as c; c()",
        "--no-cache",
        env=environment,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", ["c4", "visualizer", "lab"])
def test_no_module_imports_itself_in_a_circle(package):
    """No circle of modules, imports inside functions and of types alone included."""
    graph = grimp.build_graph("c4", "visualizer", "lab", cache_dir=None, exclude_type_checking_imports=False)
    imports = networkx.DiGraph(
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if module.startswith(package)
    )
    assert len(imports) > 30
    circles = [sorted(circle) for circle in networkx.strongly_connected_components(imports) if len(circle) > 1]
    assert circles == []
