"""What may import what: the engine knows no window, and the board can be shown before anything heavy is loaded."""

import json
import os
import re
import shutil
from importlib.util import find_spec

import pytest
from commands import python
from paths import ROOT

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "c4").rglob("*.py")
    if path.name != "__main__.py"
)
WINDOW = {"tkinter", "matplotlib", "networkx", "visualizer", "interface"}
HEAVY = {"numba", "numpy"}


def loaded_by(*modules: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after importing these."""
    code = (
        "import sys, json, importlib; [importlib.import_module(m) for m in sys.argv[1:]];"
        " print(json.dumps(sorted(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}  # loaded, not compiled
    done = python("-c", code, *modules, env=environment, check=True)
    names = set(json.loads(done.stdout))
    assert set(modules) <= names
    return {name.partition(".")[0] for name in names}


def test_clocks_that_jump_change_no_time_limit():
    """Only what is compared with dates of files and of attempts, or shows a date, asks for the time of day."""
    sources = [*(ROOT / "c4").rglob("*.py"), *(ROOT / "visualizer").rglob("*.py")]
    asking = re.compile(r"\btime\.time\(|from time import (.*, )?(time|strftime)\b|datetime|date\.today")
    asked = {path.relative_to(ROOT).as_posix() for path in sources if asking.search(path.read_text(encoding="utf-8"))}
    assert asked == {"c4/locks.py", "c4/storage.py", "c4/session/records.py", "c4/practice/puzzle_progress.py"}


def test_the_engine_imports_no_window():
    """All of c4 together loads neither tkinter nor matplotlib, networkx, the visualizer or the front door."""
    assert {"c4.game.rules", "c4.search.kernels", "c4.cli.search"} <= set(MODULES)
    modules = [name for name in MODULES if name != "c4.frameworks.openspiel" or find_spec("pyspiel")]  # an extra
    assert not loaded_by(*modules) & WINDOW


LIGHT = ["game.rules", "game.position", "game.packed", "game.notation", "search.watch", "models", "evaluators", "cli"]


@pytest.mark.parametrize("module", LIGHT)
def test_light_modules_import_nothing_heavy(module):
    """Rules, positions, packed states, notation, the registry and the command itself load neither numba nor numpy."""
    assert not loaded_by(f"c4.{module}") & (HEAVY | WINDOW)


def test_compiled_code_is_thrown_away_with_its_sources(tmp_path):
    """The folder of a file's kernels has another name as soon as the file, or any that it imports, differs."""
    from c4.kernels.cache import fingerprint

    names = {"game/rules.py", "evaluators/base.py", "kernels/lines.py", "tree/searchtree.py", "search/kernels.py"}
    for name in [None, *sorted(names), "tree/explain.py", "session/session.py"]:
        root = tmp_path / str(name).replace("/", "-")
        shutil.copytree(ROOT / "c4", root / "c4", ignore=shutil.ignore_patterns("__pycache__"))
        if name is not None:
            source = root / "c4" / name
            source.write_text(source.read_text() + "\n# changed\n")
        same = fingerprint(root / "c4/search/kernels.py", root) == fingerprint(ROOT / "c4/search/kernels.py")
        assert same == (name not in names), name


def test_every_kernel_is_compiled_in_the_one_way():
    """No file but c4/kernels/compiler.py asks numba to compile, and those for what a person has written."""
    asking = {
        path.relative_to(ROOT / "c4").as_posix()
        for path in (ROOT / "c4").rglob("*.py")
        if "njit" in path.read_text(encoding="utf-8") or "numba.jit" in path.read_text(encoding="utf-8")
    }
    assert asking == {"kernels/compiler.py", "evaluators/user.py"}
