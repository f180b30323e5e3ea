"""What may import what: the engine knows no window, and the board can be shown before anything heavy is loaded."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "c4").rglob("*.py")
    if path.name != "__main__.py"
)
WINDOW = {"tkinter", "matplotlib", "networkx", "visualizer", "interface"}
HEAVY = {"numba", "numpy"}


def loaded_by(*modules: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after importing these."""
    code = "import sys, json, importlib; [importlib.import_module(m) for m in sys.argv[1:]]; print(json.dumps(sorted(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code, *modules], capture_output=True, text=True, cwd=ROOT, env=environment, check=True, timeout=120)
    names = set(json.loads(done.stdout))
    assert set(modules) <= names
    return {name.partition(".")[0] for name in names}


def test_the_engine_imports_no_window():
    """All of c4 together loads neither tkinter nor matplotlib, networkx, the visualizer or the front door."""
    assert {"c4.rules", "c4.search.kernels", "c4.cli.search"} <= set(MODULES)
    assert not loaded_by(*MODULES) & WINDOW


@pytest.mark.parametrize("module", ["c4.rules", "c4.position", "c4.packed", "c4.notation", "c4.watch", "c4.models", "c4.evaluators", "c4.cli"])
def test_light_modules_import_nothing_heavy(module):
    """Rules, positions, packed states, notation, the registry and the command itself load neither numba nor numpy."""
    assert not loaded_by(module) & (HEAVY | WINDOW)


def test_rules_import_nothing_of_the_project():
    """c4.rules stands alone: only the package itself is loaded with it."""
    code = "import sys, c4.rules; print(*sorted(m for m in sys.modules if m.startswith('c4')))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment, check=True, timeout=60)
    assert done.stdout.split() == ["c4", "c4.rules"]


def test_compiled_code_is_thrown_away_with_its_sources(tmp_path):
    """The folder of the compiled kernels has another name as soon as any source that a kernel may be made of differs."""
    from c4 import jit

    copy = tmp_path / "c4"
    shutil.copytree(ROOT / "c4", copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert jit.fingerprint(copy) == jit.fingerprint(ROOT / "c4")
    for name in ("decision.py", "evaluators/lines.py", "search/tree.py", "learning/splitmix.py"):
        before = jit.fingerprint(copy)
        (copy / name).write_text((copy / name).read_text() + "\n# changed\n")
        assert jit.fingerprint(copy) != before, name
    before = jit.fingerprint(copy)
    (copy / "session.py").write_text("# no kernel is made of this\n")
    assert jit.fingerprint(copy) == before


def test_every_kernel_is_compiled_in_the_one_way():
    """No file but c4/jit.py asks numba to compile."""
    asking = [str(path) for path in (ROOT / "c4").rglob("*.py") if "njit" in path.read_text() or "numba.jit" in path.read_text()]
    assert asking == [str(ROOT / "c4" / "jit.py")]
